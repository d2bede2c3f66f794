//! What wishes do: avoided and preferred features, roads and sections, never, modes, and subsets of them.

mod support;

use domain::{Cause, RoadFeature, Strength, Target, intent::RoutePreference};
use routing::{Budget, NoRoute, Plan, Subset};
use support::{Town, feature, letters, road, wish};
use testkit::map::DrawnMap;

/// A fast elevated road, a tunnel, and streets around both.
fn city() -> Town {
    Town::new(
        DrawnMap::new(
            "
            A--------B
        S---C--------D---T
            |        |
            E--------F
            ",
            100.0,
        )
        .way("SC", &[("highway", "secondary")])
        .way("DT", &[("highway", "secondary")])
        .way("CA", &[("highway", "secondary")])
        .way("BD", &[("highway", "secondary")])
        .way("CE", &[("highway", "secondary"), ("maxspeed", "100")])
        .way("FD", &[("highway", "secondary"), ("maxspeed", "100")])
        .way(
            "CD",
            &[
                ("highway", "primary"),
                ("bridge", "viaduct"),
                ("layer", "1"),
                ("name", "内环高架路"),
                ("ref", "S 20"),
            ],
        )
        .way("AB", &[("highway", "primary"), ("tunnel", "yes"), ("name", "Tunnel Road")])
        .way("EF", &[("highway", "secondary"), ("name", "滨江路"), ("name:en", "Riverside")]),
    )
}

#[test]
fn rt1_avoiding_and_preferring_change_the_way_and_the_weight_but_not_the_clock() {
    let town = city();
    use RoadFeature::{Elevated, Tunnel};
    use Strength::{Avoid, Follow, Never, Prefer, RatherNot};
    let cases: Vec<(Vec<domain::Adjustment>, &str)> = vec![
        (vec![], "SCDT"),
        (feature(Elevated, Avoid), "SCABDT"),
        (feature(Elevated, Never), "SCABDT"),
        (feature(Tunnel, Avoid), "SCDT"),
        ([feature(Elevated, Avoid), feature(Tunnel, Avoid)].concat(), "SCEFDT"),
        ([feature(Elevated, Never), feature(Tunnel, Never)].concat(), "SCEFDT"),
        (road("内环高架路", Avoid), "SCABDT"),
        (road("ｓ２０", Avoid), "SCABDT"),
        (road("Riverside", Prefer), "SCDT"),
        (road("滨江路", Follow), "SCEFDT"),
        ([road("s20", RatherNot), road("Tunnel Road", RatherNot)].concat(), "SCEFDT"),
    ];
    for (wishes, expected) in cases {
        assert_eq!(town.drive("SC>DT", &wishes), expected, "{wishes:?}");
    }
    let plain = town.route("SC>DT", &[]).expect("a way");
    let pulled = town.route("SC>DT", &feature(Tunnel, Avoid)).expect("a way");
    assert_eq!(plain.duration_s, pulled.duration_s, "an avoidance that changes nothing costs nothing");
    let around = town.route("SC>DT", &road("s20", Avoid)).expect("a way");
    let preferred = town.route("SC>DT", &road("s20", Prefer)).expect("a way");
    assert_eq!(preferred.duration_s, plain.duration_s);
    assert!(preferred.weight_s < plain.weight_s, "a preference lightens");
    assert!(around.duration_s > plain.duration_s && (around.weight_s - around.duration_s).abs() < 0.1);
}

#[test]
fn each_direction_of_a_section_is_its_own() {
    let town = city();
    let there = town.route("SC>DT", &[]).expect("a way").edges.clone();
    let avoid = |edges: &[domain::EdgeKey]| {
        vec![wish(Target::Section { label: "S 20".into(), edges: edges.to_vec() }, Strength::Avoid)]
    };
    assert_eq!(town.drive("SC>DT", &avoid(&there[1..2])), "SCABDT");
    assert_eq!(town.drive("DT>SC", &avoid(&there[1..2])), "TDCS", "the other direction is not avoided");
    let section = town.router.section_at(town.place("CD")).expect("a road under the click");
    assert_eq!(section.label, "内环高架路");
    assert_eq!(section.edges.len(), 2, "both directions: {:?}", section.edges);
    assert_eq!(town.drive("DT>SC", &avoid(&section.edges)), "TDBACS");
}

#[test]
fn rt7_never_offers_the_least_violating_route_and_names_who_forbade_it() {
    let town = Town::new(
        DrawnMap::new(
            "
            S---A----B---T
                |    |
                |    |
                |    |
                C----D
            ",
            100.0,
        )
        .way("SA", &[("highway", "secondary")])
        .way("BT", &[("highway", "secondary")])
        .way("AB", &[("highway", "secondary"), ("bridge", "yes"), ("name", "Long Bridge")])
        .way("AC", &[("highway", "secondary")])
        .way("CD", &[("highway", "secondary"), ("tunnel", "yes"), ("toll", "yes")])
        .way("DB", &[("highway", "secondary")]),
    );
    let adjustment =
        |index, target, strength| domain::Adjustment { cause: Cause::Sentence(index), target, strength };
    let wishes = [
        adjustment(0, Target::Feature(RoadFeature::Tunnel), Strength::Never),
        adjustment(1, Target::Road("long bridge".into()), Strength::Never),
        adjustment(2, Target::Feature(RoadFeature::Unpaved), Strength::Never),
    ];
    let Err(NoRoute::Excluded { by, least_violating }) = town.route("SA>BT", &wishes) else {
        panic!("there is no way without bridge and tunnel")
    };
    assert_eq!(letters(&least_violating.edges), "SABT", "as long as the tunnel, and nearer");
    assert_eq!(by, vec![Cause::Sentence(1)], "only who forbade what the offer uses");
    town.judge(&least_violating);
    assert_eq!(town.drive("SA>BT", &wishes[..1]), "SABT");
}

#[test]
fn rt6_one_may_stand_on_what_one_avoids() {
    let town = city();
    for strength in [Strength::Avoid, Strength::Never] {
        let wishes = feature(RoadFeature::Elevated, strength);
        assert_eq!(town.drive("CD>DT", &wishes), "CDT", "{strength:?}: starting on it");
        assert_eq!(town.drive("SC>CD", &wishes), "SCD", "{strength:?}: arriving on it");
        assert_eq!(town.drive("CD>CD", &wishes).len(), 2, "{strength:?}: within it");
    }
}

#[test]
fn s0_29_each_mode_takes_its_own_way() {
    use RoutePreference::{AvoidHighway, Fastest, Scenic, Stable};
    let check = |town: &Town, mode, expected: &str| {
        let fastest = town.drive_in("SC>DT", &[], Fastest);
        assert!(!fastest.contains("AB"), "{fastest}: the shortest is the fastest");
        assert_eq!(town.drive_in("SC>DT", &[], mode), expected, "{mode:?}");
    };
    let town = |straight: &[(&str, &str)], around: &[(&str, &str)], lights: &str, water: bool| {
        let main: &[(&str, &str)] = &[("highway", "primary"), ("maxspeed", "60")];
        let map = DrawnMap::new(
            "
            A-----------B
            |           |
        S---C---E-G-I---D---T
            ",
            60.0,
        )
        .way("SC", main)
        .way("CA", main)
        .way("BD", main)
        .way("DT", main)
        .way("AB", around)
        .way("CEGID", straight);
        let map = lights.chars().fold(map, |map, letter| map.node(letter, &[("highway", "traffic_signals")]));
        Town::changed(map, |network| {
            for segment in &mut network.segments {
                let name = network.ways[segment.way as usize].name as usize;
                if water && network.strings[name] == "AB" {
                    segment.features |= RoadFeature::Waterside.bit();
                }
            }
        })
    };
    let street: &[(&str, &str)] = &[("highway", "residential"), ("maxspeed", "60")];
    let main: &[(&str, &str)] = &[("highway", "primary"), ("maxspeed", "80")];
    let motorway: &[(&str, &str)] = &[("highway", "motorway"), ("maxspeed", "130"), ("oneway", "no")];
    check(&town(street, main, "EG", false), Stable, "SCABDT");
    check(&town(street, main, "", true), Scenic, "SCABDT");
    check(&town(motorway, main, "", false), AvoidHighway, "SCABDT");
}

#[test]
fn rt2_subsets_are_answered_exactly_and_mostly_without_searching() {
    let town = city();
    let wishes = [
        feature(RoadFeature::Elevated, Strength::Avoid),
        feature(RoadFeature::Tunnel, Strength::Avoid),
        feature(RoadFeature::Toll, Strength::Avoid),
        road("滨江路", Strength::Follow),
    ]
    .concat();
    let waypoints = town.waypoints("SC>DT");
    let plan = Plan {
        waypoints: &waypoints,
        adjustments: &wishes,
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    let mut session = town.router.session(&plan).expect("a plan");
    for mask in 0..16_usize {
        let subset = (0..4).filter(|i| mask >> i & 1 == 1).fold(Subset::NONE, Subset::with);
        let own: Vec<_> =
            wishes.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, w)| w.clone()).collect();
        let fresh = town.route("SC>DT", &own).expect("a way");
        let route = session.route(subset, &mut Budget::default()).expect("a way");
        assert_eq!(
            (&route.id, route.weight_s),
            (&fresh.id, fresh.weight_s),
            "subset {mask:04b} equals its own plan"
        );
    }
    assert!(session.searches() < 16, "{} searches for 16 subsets", session.searches());
    assert_eq!(
        session.route(Subset::ALL, &mut Budget::default()).expect("a way").id,
        town.route("SC>DT", &wishes).expect("a way").id
    );
}

#[test]
fn rt3_a_search_that_hits_its_budget_says_so() {
    let town = city();
    let waypoints = town.waypoints("SC>DT");
    let plan = Plan {
        waypoints: &waypoints,
        adjustments: &[],
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    let spent = town.router.route(&plan, &mut Budget::of(1)).expect_err("one state is not enough");
    assert_eq!(spent, NoRoute::Budget(routing::OutOfBudget::Spent));
}
