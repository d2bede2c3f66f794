//! Roads that are posted too small for the vehicle: in the search, in snapping, and for the judge.

mod support;

use domain::Vehicle;
use routing::{Budget, Checker, NoRoute, Plan, Role, Snap, SnapError, SnapOptions, Terms};
use support::{STREET, Town, letters};
use testkit::map::DrawnMap;

const VAN: Vehicle =
    Vehicle { height_cm: Some(270), width_cm: Some(220), length_cm: None, weight_kg: Some(3_500) };
const CAR: Vehicle = Vehicle { height_cm: None, width_cm: None, length_cm: None, weight_kg: None };

/// The straight way over AB, and a way around.
fn town(ab: &[(&str, &str)], b: &[(&str, &str)]) -> Town {
    let tags: Vec<(&str, &str)> = STREET.iter().chain(ab).copied().collect();
    let map = DrawnMap::new(
        "
        S-A---B-T
          |   |
          C---D
        ",
        100.0,
    );
    let map = map.way("SA", STREET).way("AB", &tags).way("BT", STREET).way("AC", STREET);
    Town::new(map.way("CD", STREET).way("DB", STREET).node('B', b))
}

fn snap(town: &Town, letters: &str, role: Role, vehicle: Vehicle) -> Result<Snap, SnapError> {
    town.router.snap(town.place(letters), &SnapOptions { vehicle, ..SnapOptions::for_role(role) })
}

/// The letters driven, judged under the same terms; what an ordinary car drives there breaks them when `too_small`.
fn drive(town: &Town, trip: &str, vehicle: Vehicle) -> String {
    let places: Vec<&str> = trip.split('>').collect();
    let role = |index: usize| match index {
        0 => Role::Start,
        last if last + 1 == places.len() => Role::End,
        _ => Role::Via,
    };
    let waypoints: Result<Vec<Snap>, SnapError> =
        places.iter().enumerate().map(|(index, at)| snap(town, at, role(index), vehicle)).collect();
    let terms = Terms { vehicle };
    let waypoints = waypoints.expect("roads near");
    let plan = Plan { waypoints: &waypoints, adjustments: &[], mode: Default::default(), terms };
    match town.router.alternatives(&plan, 3, &mut Budget::default()) {
        Ok(routes) => {
            for route in &routes {
                let judged = Checker::new(town.router.graph().roads()).route_under(route, &terms);
                assert!(judged.is_ok(), "{}: {judged:?}", letters(&route.edges));
            }
            letters(&routes[0].edges)
        }
        Err(NoRoute::Unreachable { .. }) => "none".to_owned(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn rt12_roads_that_are_too_small_are_left_out() {
    let check = |ab: &[(&str, &str)], b: &[(&str, &str)], expected: &[(&str, &str)]| {
        let town = town(ab, b);
        for (trip, way) in expected {
            assert_eq!(drive(&town, trip, VAN), *way, "{trip} {ab:?} {b:?}");
        }
        assert_eq!(drive(&town, "SA>BT", CAR), "SABT", "{ab:?}: nothing is known of the car");
    };
    let straight = &[("SA>BT", "SABT"), ("BT>SA", "TBAS")];
    let around = &[("SA>BT", "SACDBT"), ("BT>SA", "TBDCAS")];
    check(&[], &[], straight);
    check(&[("maxheight", "2.7")], &[], straight);
    check(&[("maxheight", "2.5")], &[], around);
    check(&[("maxheight", "8'6\"")], &[], around);
    check(&[("maxwidth", "2.1")], &[], around);
    check(&[("maxweight", "2.8")], &[], around);
    check(&[("maxaxleload", "2")], &[], around);
    check(&[("maxlength", "5")], &[], straight);
    check(&[("maxheight:forward", "2.5")], &[], &[("SA>BT", "SACDBT"), ("BT>SA", "TBAS")]);
    // A bar over B: what lies before it is reached from either side.
    let bar = [("barrier", "height_restrictor"), ("maxheight", "2.2")];
    check(&[], &bar, &[("SA>BT", "none"), ("SA>AB", "SAB"), ("SA>DB", "SACDB"), ("BT>BT", "TB")]);
}

#[test]
fn rt12_one_does_not_stand_where_one_does_not_fit() {
    let town = town(&[("maxheight", "2.2")], &[]);
    let moved = snap(&town, "AB", Role::End, VAN).expect("streets near").moved_from.expect("not on AB");
    assert!(moved.metres > 50.0 && !moved.island);
    assert!(snap(&town, "AB", Role::End, CAR).expect("on AB").moved_from.is_none());
    // Snapped for another vehicle, and then driven with this one.
    let ends =
        [("SA", Role::Start), ("AB", Role::End)].map(|(at, role)| snap(&town, at, role, CAR).expect("near"));
    let plan =
        Plan { waypoints: &ends, adjustments: &[], mode: Default::default(), terms: Terms { vehicle: VAN } };
    assert_eq!(town.router.route(&plan, &mut Budget::default()), Err(NoRoute::Unreachable { leg: 0 }));
    assert!(town.router.limits_concern(&VAN) && !town.router.limits_concern(&CAR));
}

#[test]
fn rt12_never_and_stops_do_not_open_a_small_road() {
    // The only other way is never to be used: that wish is broken, the limit is not.
    let town = town(&[("maxheight", "2.2")], &[]);
    let terms = Terms { vehicle: VAN };
    let waypoints =
        [("SA", Role::Start), ("BT", Role::End)].map(|(at, role)| snap(&town, at, role, VAN).expect("near"));
    let wishes = support::road("CD", domain::Strength::Never);
    let plan = Plan { waypoints: &waypoints, adjustments: &wishes, mode: Default::default(), terms };
    match town.router.route(&plan, &mut Budget::default()) {
        Err(NoRoute::Excluded { least_violating, .. }) => {
            assert_eq!(letters(&least_violating.edges), "SACDBT");
        }
        other => panic!("{other:?}"),
    }
    let love = support::road("AB", domain::Strength::Follow);
    let plan = Plan { adjustments: &love, ..plan };
    let route = town.router.route(&plan, &mut Budget::default()).expect("around");
    assert_eq!(letters(&route.edges), "SACDBT", "no wish makes a low bridge higher");
    assert_eq!(drive(&town, "SA>AC>BT", VAN), "SACDBT");
}
