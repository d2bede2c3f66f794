//! What may be driven: one-ways, restrictions, destination-only roads, barriers, dead ends, islands, ferries.

mod support;

use domain::Maneuver;
use routing::{NoRoute, Role, SnapError, SnapOptions};
use support::Town;
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];
const ONE_WAY: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];

/// A block with a street through its middle.
const BLOCK: &str = "
    S-A---B-T
      |   |
      C---D
";

fn block() -> DrawnMap {
    DrawnMap::new(BLOCK, 100.0)
}

#[test]
fn rt4_one_ways_are_driven_one_way() {
    let town = Town::new(
        block()
            .way("SA", STREET)
            .way("AB", ONE_WAY)
            .way("BT", STREET)
            .way("AC", STREET)
            .way("CD", STREET)
            .way("DB", STREET),
    );
    town.check(&[("SA>BT", "SABT"), ("BT>SA", "TBDCAS")]);
}

#[test]
fn rt4_restrictions_at_a_node_forbid_and_force_turns() {
    let streets = || {
        block()
            .way("SA", STREET)
            .way("AB", STREET)
            .way("BT", STREET)
            .way("AC", STREET)
            .way("CD", STREET)
            .way("DB", STREET)
    };
    let ban = |kind: &'static str, to: &'static str| {
        Town::new(streets().relation(
            &[("from", "SA"), ("via", "A"), ("to", to)],
            &[("type", "restriction"), ("restriction", kind)],
        ))
    };
    ban("no_straight_on", "AB").check(&[("SA>BT", "SACDBT"), ("BT>SA", "TBAS")]);
    ban("only_right_turn", "AC").check(&[("SA>BT", "SACDBT"), ("SA>AB", "SACDBA")]);
    ban("no_right_turn", "AC").check(&[("SA>BT", "SABT"), ("SA>AC", "SABDCA")]);
}

#[test]
fn rt4_restrictions_over_ways_look_at_the_whole_way() {
    // From SA over AB one must not turn into BD; coming from C over A and B one may.
    let town = Town::new(
        DrawnMap::new(
            "
            S-A---B-T
              |   |
              C---D---E
                      |
                  F---G
            ",
            100.0,
        )
        .way("SA", STREET)
        .way("AB", STREET)
        .way("BT", STREET)
        .way("BD", ONE_WAY)
        .way("CA", ONE_WAY)
        .way("DC", ONE_WAY)
        .way("DE", ONE_WAY)
        .way("EG", STREET)
        .way("GF", STREET)
        .way("FB", &[("highway", "motorway_link"), ("oneway", "no")])
        .relation(
            &[("from", "SA"), ("via", "AB"), ("to", "BD")],
            &[("type", "restriction"), ("restriction", "no_right_turn")],
        ),
    );
    town.check(&[("AB>DE", "ABDE"), ("CA>DE", "CABDE")]);
    let from_s = town.drive("SA>DE", &[]);
    assert!(!from_s.contains("SABD"), "{from_s} drives the forbidden three");
}

#[test]
fn rt4_a_restriction_goes_on_across_a_stop() {
    // From SA over AB one must not turn into BD. On AB one stops; from C one comes there free to turn.
    let town = |ca: &str| {
        let map = DrawnMap::new(
            "
            S-A---B-T
              |   |
              C   D
              |   |
            E-F   G
            ",
            100.0,
        );
        let map = map.way("SA", STREET).way("AB", STREET).way("BT", STREET).way("BD", ONE_WAY);
        let map = map.way("DG", ONE_WAY).way("FC", STREET).way("EF", STREET).way("SE", STREET);
        Town::new(map.way("CA", &[("highway", "residential"), ("maxspeed", ca)]).relation(
            &[("from", "SA"), ("via", "AB"), ("to", "BD")],
            &[("type", "restriction"), ("restriction", "no_right_turn")],
        ))
    };
    // The nearer way to the stop would forbid the turn after it: one drives around the block to be free.
    town("50").check(&[("SA>AB>DG", "SABTBDG"), ("SE>AB", "ESAB"), ("SE>AB>DG", "SEFCABDG")]);
    town("50").check(&[("CA>AB>DG", "CABDG")]);
}

#[test]
fn rt4_at_a_stop_one_turns_around_only_when_nothing_else_leads_on() {
    let town = Town::new(block().way("SA", STREET).way("AB", STREET).way("BT", STREET).way("AC", STREET));
    town.check(&[("SA>AB>SA", "SABTBAS"), ("SA>BT>AC", "SABTBAC")]);
    // C is where the map goes on one way only: nothing comes back from there.
    let cut = Town::new(block().way("SA", STREET).way("AB", STREET).way("BD", ONE_WAY).way("DC", ONE_WAY));
    cut.check(&[("SA>AB>SA", "SABAS"), ("SA>AB>DC", "SABDC")]);
    let trunk = Town::new(
        block().way("SA", STREET).way("AB", &[("highway", "trunk")]).way("BD", ONE_WAY).way("DC", ONE_WAY),
    );
    trunk.check(&[("SA>AB>SA", "none")]);
}

#[test]
fn rt5_destination_roads_serve_only_both_ends() {
    let private: &[(&str, &str)] = &[("highway", "residential"), ("access", "destination")];
    let town = Town::new(
        block()
            .way("SA", STREET)
            .way("AB", private)
            .way("BT", STREET)
            .way("AC", STREET)
            .way("CD", STREET)
            .way("DB", STREET),
    );
    town.check(&[("SA>BT", "SACDBT"), ("SA>AB", "SAB"), ("AB>BT", "ABT")]);
    let through_a_stop = town.drive("BT>AB>SA", &[]);
    assert_eq!(through_a_stop, "TBAS", "a stop on the road is a reason to drive through it");
}

#[test]
fn rt4_barriers_are_not_crossed_and_dead_ends_are_turned_in() {
    let block = |x: &[(&str, &str)]| {
        let drawing = "
            S-A-X-B-T
              |   |
              C---D
            ";
        let map = DrawnMap::new(drawing, 100.0).way("SAXBT", STREET).way("AC", STREET);
        let map = map.way("CD", STREET).way("DB", STREET);
        Town::new(map.node('X', x))
    };
    block(&[]).check(&[("SA>BT", "SABT")]);
    block(&[("barrier", "bollard")]).check(&[("SA>BT", "SACDBT"), ("SA>AX", "SAX"), ("AX>XB", "XACDBX")]);
    let open = Town::new(
        DrawnMap::new(
            "
            A---B---C
                |
                D---E
            ",
            100.0,
        )
        .way("AB", STREET)
        .way("BC", STREET)
        .way("BDE", STREET),
    );
    // One stands between B and D and may leave in either direction; a bearing decides, and then one turns at the end.
    let options = SnapOptions { bearing: Some(180.0), ..SnapOptions::for_role(Role::Start) };
    let from = open.router.snap(open.place("BD"), &options).expect("on the street");
    let to = open.waypoints("AB>AB").remove(1);
    let plan = routing::Plan {
        waypoints: &[from, to],
        adjustments: &[],
        mode: Default::default(),
        terms: Default::default(),
    };
    let route = open.router.route(&plan, &mut Default::default()).expect("a way");
    open.judge(&route);
    assert_eq!(support::letters(&route.edges), "BEBA");
    assert!(
        route.legs[0].steps.iter().any(|step| step.maneuver == Maneuver::UTurn),
        "{:?}",
        route.legs[0].steps
    );
}

#[test]
fn rt10_islands_are_known_and_left() {
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---C
            |   |   |
            D---E---F

              X-Y
            ",
            100.0,
        )
        .way("ABCFEDA", STREET)
        .way("BE", STREET)
        .way("XY", STREET),
    );
    let snap = town
        .router
        .snap(town.place("XY"), &SnapOptions::for_role(Role::End))
        .expect("the main network is near");
    let moved = snap.moved_from.expect("the snap says that it moved");
    assert!(moved.island, "XY is an island");
    assert!((150.0..=260.0).contains(&moved.metres), "moved {} m", moved.metres);
    // A trip within the island stays there; one that leaves it does not.
    let point = |letters: &str, role| (town.place(letters), SnapOptions::for_role(role));
    let within = town.router.snap_trip(&[point("X", Role::Start), point("Y", Role::End)]).expect("both near");
    assert!(within.iter().all(|snap| snap.moved_from.is_none() && snap.distance_m < 1.0));
    let plan = routing::Plan {
        waypoints: &within,
        adjustments: &[],
        mode: Default::default(),
        terms: Default::default(),
    };
    let route = town.router.route(&plan, &mut Default::default()).expect("along the island's road");
    assert_eq!(support::letters(&route.edges), "XY");
    let leaving =
        town.router.snap_trip(&[point("XY", Role::Start), point("CF", Role::End)]).expect("both near");
    assert!(leaving[0].moved_from.is_some() && leaving[1].moved_from.is_none());
    let far = domain::LonLat { lon: 2.0, lat: 2.0 };
    let error = town.router.snap(far, &SnapOptions::default()).expect_err("150 km away");
    assert!(
        matches!(error, SnapError::TooFar { metres } if (140_000.0..170_000.0).contains(&metres)),
        "{error}"
    );
}

#[test]
fn a_one_way_out_of_the_map_is_no_place_to_start() {
    // From Z nothing leads back; to Q nothing leads.
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---Z
            |   |
            D---E---Q
            ",
            100.0,
        )
        .way("ABED", STREET)
        .way("DA", STREET)
        .way("BZ", ONE_WAY)
        .way("QE", ONE_WAY),
    );
    let snap = |letters: &str, role| {
        town.router.snap(town.place(letters), &SnapOptions::for_role(role)).expect("near")
    };
    assert!(snap("BZ", Role::End).moved_from.is_none(), "one can end there");
    let moved = snap("BZ", Role::Start).moved_from.expect("one cannot start there");
    assert!(moved.metres > 5.0);
    assert!(snap("QE", Role::Start).moved_from.is_none(), "one can start there");
    assert!(snap("QE", Role::End).moved_from.is_some(), "one cannot end there");
    town.check(&[("AD>BZ", "DABZ"), ("QE>AD", "QEDA")]);
}

#[test]
fn ferries_connect_and_cost_their_time() {
    let town = Town::new(DrawnMap::new("A---B      C---D", 100.0).way("AB", STREET).way("CD", STREET).way(
        "BC",
        &[("route", "ferry"), ("motor_vehicle", "yes"), ("duration", "00:10"), ("name", "Fähre")],
    ));
    let route = town.route("AB>CD", &[]).expect("by ferry");
    assert_eq!(support::letters(&route.edges), "ABCD");
    assert!(route.duration_s > 600.0 + 300.0, "{} s: ten minutes and boarding", route.duration_s);
    assert!(route.legs[0].steps.iter().any(|step| step.maneuver == Maneuver::Ferry { crossing_s: 600 }));
    assert!((route.features.of(domain::RoadFeature::Ferry) - 700.0).abs() < 10.0);
}

#[test]
fn a_plan_needs_two_ends_and_a_way() {
    // Q can only be left for the main network, Z only be reached from it; nothing leads from Z to Q.
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---Z
            |   |
            D---E---Q
            ",
            100.0,
        )
        .way("ABEDA", STREET)
        .way("BZ", ONE_WAY)
        .way("QE", ONE_WAY),
    );
    let snap = |letters: &str, role| {
        town.router.snap(town.place(letters), &SnapOptions::for_role(role)).expect("near")
    };
    let waypoints = [snap("BZ", Role::End), snap("QE", Role::Start)];
    let ask = |waypoints: &[routing::Snap]| {
        let plan = routing::Plan {
            waypoints,
            adjustments: &[],
            mode: Default::default(),
            terms: Default::default(),
        };
        town.router.route(&plan, &mut Default::default()).expect_err("no way")
    };
    assert_eq!(ask(&waypoints[..1]), NoRoute::TooFewWaypoints);
    assert_eq!(ask(&waypoints), NoRoute::Unreachable { leg: 0 });
}
