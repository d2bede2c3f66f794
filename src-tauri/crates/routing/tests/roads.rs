//! Roads apart from planning: snapping, sections, names, ways that were driven once, and what a route says of itself.

mod support;

use domain::{Detail, EdgeKey, Lang, LonLat, RoadClass, RoadFeature, Side};
use routing::{Role, SnapOptions, Unknown};
use support::{Town, letters};
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];

/// One road through three junctions: with a lane, with a main road, with a lane again.
fn avenue() -> Town {
    let avenue: &[(&str, &str)] =
        &[("highway", "tertiary"), ("name", "中山路"), ("name:en", "Zhongshan Road"), ("ref", "X 7")];
    Town::new(
        DrawnMap::new(
            "
                f   M   h
                |   |   |
            A---B---C---D---E
                    |
                    N
            ",
            100.0,
        )
        .way("ABCDE", avenue)
        .way("Bf", STREET)
        .way("MCN", &[("highway", "primary"), ("name", "大道")])
        .way("Dh", STREET),
    )
}

#[test]
fn a_section_reaches_from_one_major_junction_to_the_next() {
    let town = avenue();
    let section = |letters: &str| town.router.section_at(town.place(letters)).expect("a road");
    let ends = |section: &routing::Section| {
        let mut names: Vec<String> = section.edges.iter().map(|edge| letters(&[*edge])).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(ends(&section("AB")), "AB BA BC CB", "the lane at B is no end, the main road at C is");
    assert_eq!(ends(&section("DE")), "CD DC DE ED");
    assert_eq!(ends(&section("MC")), "CM CN MC NC", "smaller roads do not end a bigger one");
    assert_eq!(section("AB").label, "中山路");
    assert!((section("AB").length_m - 800.0).abs() < 5.0, "{} m", section("AB").length_m);
    assert_eq!(town.router.section_at(town.map.at(-10.0, -10.0)), None, "a click into the void");
}

#[test]
fn a_section_of_a_divided_road_holds_both_carriageways() {
    let one_way: &[(&str, &str)] = &[("highway", "primary"), ("name", "Avenida"), ("oneway", "yes")];
    let town = Town::new(
        DrawnMap::new(
            "
            a-------b
            A-------B
            ",
            30.0,
        )
        .way("AB", one_way)
        .way("ba", one_way)
        .way("Aa", STREET)
        .way("Bb", STREET),
    );
    let section = town.router.section_at(town.place("AB")).expect("a road");
    let mut edges: Vec<String> = section.edges.iter().map(|edge| letters(&[*edge])).collect();
    edges.sort();
    assert_eq!(edges, ["AB", "ba"]);
}

#[test]
fn roads_are_found_by_every_name() {
    let town = avenue();
    for name in ["中山路", "zhongshan road", "ZHONGSHANROAD", "x7", "Ｘ－７"] {
        assert_eq!(town.router.edges_of_road(name).len(), 8, "{name}");
    }
    assert!(town.router.edges_of_road("X 70").is_empty());
    let names = town.router.road_names();
    for name in ["中山路", "Zhongshan Road", "X 7", "大道"] {
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
    let key = town.router.edges_of_road("大道")[0];
    assert_eq!(town.router.edge_class(key), Some(RoadClass::Primary));
    assert!((town.router.edge_length_m(key).expect("known") - 200.0).abs() < 3.0);
    assert_eq!(town.router.edge_geometry(key).expect("known").len(), 2);
    assert!(!town.router.is_waterside(key));
    let gone = EdgeKey { way: 99, ..key };
    assert_eq!((town.router.edge_length_m(gone), town.router.edge_class(gone)), (None, None));
}

#[test]
fn a_snap_says_where_and_prefers_what_one_stands_at() {
    let town = Town::new(
        DrawnMap::new(
            "
            A---B
            |   |
            C---D
            ",
            100.0,
        )
        .way("AB", &[("highway", "primary"), ("tunnel", "yes"), ("name", "Tunnel")])
        .way("BD", STREET)
        .way("DC", STREET)
        .way("CA", &[("highway", "residential"), ("name", "Lane")]),
    );
    let snap = |column: f64, row: f64| {
        town.router.snap(town.map.at(column, row), &SnapOptions::for_role(Role::Via)).expect("near")
    };
    assert_eq!(snap(0.3, 0.1).label, "Lane", "30 m to the lane, 10 m to the tunnel beneath");
    assert_eq!(snap(2.0, 0.1).label, "Tunnel", "far from everything else one means the tunnel");
    let at = snap(0.2, 1.0);
    assert!((at.distance_m - 20.0).abs() < 1.0 && at.moved_from.is_none());
    assert!(at.point.distance_m(town.map.at(0.0, 1.0)) < 1.0);
    let facing = |bearing| SnapOptions { bearing: Some(bearing), ..SnapOptions::for_role(Role::Start) };
    let drive = |bearing| {
        let from = town.router.snap(town.place("CD"), &facing(bearing)).expect("near");
        let to = town.waypoints("CA>BD").remove(1);
        let plan = routing::Plan {
            waypoints: &[from, to],
            adjustments: &[],
            mode: Default::default(),
            terms: Default::default(),
        };
        letters(&town.router.route(&plan, &mut Default::default()).expect("a way").edges)
    };
    assert_eq!((drive(90.0).as_str(), drive(270.0).as_str()), ("CDB", "DCABD"));
}

#[test]
fn a_way_that_was_driven_is_drawn_again_or_refused() {
    let town = avenue();
    let driven = town.route("AB>DE", &[]).expect("a way");
    let again = town.router.route_by_edges(&driven.edges).expect("still legal");
    assert_eq!(again.id, driven.id);
    assert!(again.distance_m > driven.distance_m, "whole edges at both ends");
    town.judge(&again);
    let with_stop = town.route("AB>Dh>CD", &[]).expect("a way");
    let again = town.router.route_by_edges(&with_stop.edges).expect("still legal");
    assert_eq!(again.edges, with_stop.edges);
    let mut edges = driven.edges.clone();
    edges[1].way = 77;
    assert_eq!(town.router.route_by_edges(&edges), Err(Unknown::Gone(1)));
    let gap = [driven.edges[0], driven.edges[3]];
    assert_eq!(town.router.route_by_edges(&gap), Err(Unknown::Illegal(1)));
    assert_eq!(town.router.route_by_edges(&[]), Err(Unknown::Empty));
}

#[test]
fn a_route_says_what_it_uses_and_where() {
    let town = Town::new(
        DrawnMap::new("A---B---C---D---E", 100.0)
            .way("AB", &[("highway", "secondary"), ("name", "One"), ("ref", "D 1")])
            .way(
                "BC",
                &[
                    ("highway", "secondary"),
                    ("name", "One"),
                    ("ref", "D 1"),
                    ("tunnel", "yes"),
                    ("toll", "yes"),
                ],
            )
            .way("CD", &[("highway", "secondary"), ("name", "(nil)"), ("ref", "D 2"), ("bridge", "yes")])
            .way(
                "DE",
                &[("highway", "track"), ("surface", "gravel"), ("name", "Two"), ("motor_vehicle", "yes")],
            )
            .node('C', &[("highway", "traffic_signals")]),
    );
    let route = town.route("AB>DE", &[]).expect("a way");
    let near =
        |value: f64, expected: f64| assert!((value - expected).abs() < 6.0, "{value} is not {expected}");
    near(route.distance_m, 1200.0);
    near(route.features.of(RoadFeature::Tunnel), 400.0);
    near(route.features.of(RoadFeature::Toll), 400.0);
    near(route.features.of(RoadFeature::Bridge), 400.0);
    near(route.features.of(RoadFeature::Unpaved), 200.0);
    assert_eq!(route.signals, 1);
    let roads: Vec<(&str, i64)> = route
        .details
        .iter()
        .filter_map(|detail| match &detail.what {
            Detail::Road(name) => Some((name.as_str(), (detail.metres / 100.0).round() as i64)),
            Detail::Feature(_) | Detail::Class(_) | Detail::LowEmissionZone(_) => None,
        })
        .collect();
    assert_eq!(roads[0], ("One", 6));
    assert_eq!(roads[roads.len() - 1], ("Two", 2));
    let tunnel = route
        .details
        .iter()
        .find(|detail| detail.what == Detail::Feature(RoadFeature::Tunnel))
        .expect("told");
    let part = &route.geometry[tunnel.from_point..=tunnel.to_point];
    near(part[0].distance_m(town.map.position('B')), 0.0);
    near(part[part.len() - 1].distance_m(town.map.position('C')), 0.0);
    assert_eq!(route.via_roads[0], "One");
}

#[test]
fn the_side_of_the_end_is_where_the_door_is() {
    let town = avenue();
    let side = |row: f64| {
        let mut waypoints = town.waypoints("AB>DE");
        let LonLat { lon, lat } = town.map.at(14.0, row);
        waypoints[1] =
            town.router.snap(LonLat { lon, lat }, &SnapOptions::for_role(Role::End)).expect("near");
        let plan = routing::Plan {
            waypoints: &waypoints,
            adjustments: &[],
            mode: Default::default(),
            terms: Default::default(),
        };
        let route = town.router.route(&plan, &mut Default::default()).expect("a way");
        let last = route.legs[0].steps.last().expect("arrive").clone();
        (last.maneuver, routing::words(&last, Lang::En))
    };
    assert_eq!(side(1.8).0, domain::Maneuver::Arrive(Some(Side::Left)), "{}", side(1.8).1);
    assert_eq!(side(2.2).0, domain::Maneuver::Arrive(Some(Side::Right)), "{}", side(2.2).1);
    assert_eq!(side(2.0).0, domain::Maneuver::Arrive(None), "{}", side(2.0).1);
}
