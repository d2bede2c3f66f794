//! Odd questions with clear answers: points in the sea, the same point twice, islands, many stops, one road, the end of
//! the world's map.

mod support;

use domain::LonLat;
use routing::{Budget, NoRoute, Plan, Role, Router, Snap, SnapError, SnapOptions};
use support::{STREET, Town, letters};
use testkit::map::DrawnMap;

const ONE_WAY: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];

fn trip(router: &Router, points: &[LonLat]) -> Result<Vec<Snap>, (usize, SnapError)> {
    let role = |index: usize| match index {
        0 => Role::Start,
        last if last + 1 == points.len() => Role::End,
        _ => Role::Via,
    };
    let asked: Vec<_> =
        points.iter().enumerate().map(|(index, p)| (*p, SnapOptions::for_role(role(index)))).collect();
    router.snap_trip(&asked)
}

/// What happens on the way over these places, in one line.
fn drive(town: &Town, places: &[&str]) -> String {
    let points: Vec<LonLat> = places.iter().map(|letters| town.place(letters)).collect();
    let waypoints = match trip(&town.router, &points) {
        Ok(waypoints) => waypoints,
        Err((index, SnapError::TooFar { metres })) => {
            return format!("{index} too far: {:.1} km", metres / 1000.0);
        }
        Err((index, SnapError::Closed)) => return format!("{index} closed"),
        Err((index, SnapError::NoRoads)) => return format!("{index} no roads"),
    };
    let plan =
        Plan { waypoints: &waypoints, adjustments: &[], mode: Default::default(), terms: Default::default() };
    match town.router.alternatives(&plan, 3, &mut Budget::default()) {
        Ok(routes) => {
            routes.iter().for_each(|route| town.judge(route));
            assert_eq!(routes[0].legs.len(), places.len() - 1, "{places:?}");
            assert!(routes[0].geometry.len() > 1 && routes[0].legs.iter().all(|leg| leg.steps.len() > 1));
            format!("{} {:.0} m", letters(&routes[0].edges), routes[0].distance_m)
        }
        Err(NoRoute::Unreachable { leg }) => format!("leg {leg} unreachable"),
        Err(other) => panic!("{places:?}: {other}"),
    }
}

fn check(town: &Town, trips: &[(&[&str], &str)]) {
    for (places, expected) in trips {
        assert_eq!(drive(town, places), *expected, "{places:?}");
    }
}

#[test]
fn the_same_point_twice_is_a_trip_of_no_length() {
    let town = Town::new(DrawnMap::new("A---B---C", 100.0).way("ABC", STREET));
    check(&town, &[(&["A", "A"], "AC 0 m"), (&["AB", "AB"], "AC 0 m"), (&["B", "B", "B"], "AC 0 m")]);
    let ring = Town::new(
        DrawnMap::new(
            "
            A---B
            |   |
            D---C
            ",
            100.0,
        )
        .way("AB", ONE_WAY)
        .way("BC", ONE_WAY)
        .way("CD", ONE_WAY)
        .way("DA", ONE_WAY),
    );
    check(&ring, &[(&["AB", "AB"], "AB 0 m"), (&["AB", "AB", "BC"], "ABC 300 m")]);
    // Behind oneself lies the whole ring.
    let points = [0.6, 0.4].map(|t| {
        let (a, b) = (ring.place("A"), ring.place("B"));
        LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat }
    });
    let waypoints = trip(&ring.router, &points).expect("on the ring");
    let plan =
        Plan { waypoints: &waypoints, adjustments: &[], mode: Default::default(), terms: Default::default() };
    let route = ring.router.route(&plan, &mut Budget::default()).expect("around");
    ring.judge(&route);
    assert_eq!(letters(&route.edges), "ABCDAB");
}

#[test]
fn points_off_the_roads_say_how_far() {
    let town = Town::new(DrawnMap::new("A---B                                  S", 100.0).way("AB", STREET));
    check(&town, &[(&["A", "S"], "1 too far: 3.5 km"), (&["S", "A"], "0 too far: 3.5 km")]);
    check(&town, &[(&["A", "S", "B"], "1 too far: 3.5 km")]);
    let empty = Town::new(DrawnMap::new("A---B", 100.0).way("AB", &[("highway", "footway")]));
    check(&empty, &[(&["A", "B"], "0 no roads")]);
}

#[test]
fn across_an_island_one_leg_has_no_way() {
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---C      X---Y
            |   |   |      |   |
            D---E---F      Z---W
            ",
            100.0,
        )
        .way("ABCFEDA", STREET)
        .way("BE", STREET)
        .way("XYWZX", STREET),
    );
    // Both networks are larger than a moved point would explain away: the island's end moves to where cars get.
    let points = [town.place("AB"), town.place("XY")];
    let waypoints = trip(&town.router, &points).expect("roads near both");
    let moved = waypoints[1].moved_from.expect("the point had to move");
    assert!(moved.island && moved.metres > 500.0, "{moved:?}");
    check(&town, &[(&["X", "Y"], "XY 400 m")].map(|(places, way)| (&places[..], way)));
    let far = Town::new(
        DrawnMap::new("A---B                                                  X---Y", 100.0)
            .way("AB", STREET)
            .way("XY", STREET),
    );
    check(&far, &[(&["A", "Y"], "1 closed")]);
}

#[test]
fn a_region_of_one_road_is_driven_as_far_as_it_goes() {
    let street = Town::new(DrawnMap::new("A---B", 100.0).way("AB", STREET));
    check(&street, &[(&["A", "B"], "AB 400 m"), (&["B", "A"], "BA 400 m"), (&["A", "B", "A"], "ABA 800 m")]);
    let one_way = Town::new(DrawnMap::new("A---B", 100.0).way("AB", ONE_WAY));
    check(&one_way, &[(&["A", "B"], "AB 400 m"), (&["B", "A"], "leg 0 unreachable")]);
    check(&one_way, &[(&["B", "A", "B"], "leg 0 unreachable"), (&["A", "B", "A"], "leg 1 unreachable")]);
}

#[test]
fn ten_stops_are_ten_stops() {
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---C
            |   |   |
            D---E---F
            ",
            100.0,
        )
        .way("ABCFEDA", STREET)
        .way("BE", STREET),
    );
    let places = ["AB", "BC", "CF", "FE", "ED", "DA", "AB", "BE", "BE", "BC", "CF", "EF"];
    // C, F and D are only bends: the ring, the middle street, back over D and A, and on to the last stop.
    check(&town, &[(&places[..], "ABEABEBE 4200 m")]);
    check(&town, &[(&["AB"; 12], "AB 0 m")].map(|(places, way): (&[&str; 12], _)| (&places[..], way)));
}

#[test]
fn at_the_180th_meridian_roads_end_and_points_beyond_are_near() {
    // 60 m and 260 m west of the meridian, and a point 140 m east of it.
    let map = DrawnMap::new("A-B", 100.0).origin(179.997_57, -16.8).way("AB", STREET);
    let town = Town::new(map);
    check(&town, &[(&["A", "B"], "AB 200 m")]);
    let beyond = LonLat { lon: -179.998_7, lat: -16.8 };
    let snap =
        town.router.snap(beyond, &SnapOptions::default()).expect("near, if one looks around the corner");
    assert!((100.0..300.0).contains(&snap.distance_m), "{} m", snap.distance_m);
    assert!(snap.point.lon > 179.9);
    let far = LonLat { lon: 0.0, lat: 0.0 };
    let error = town.router.snap(far, &SnapOptions::default()).expect_err("half the world away");
    assert!(matches!(error, SnapError::TooFar { metres } if metres > 1e7), "{error}");
}
