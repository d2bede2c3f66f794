//! Every kind of target with every strength, and trips that start, end, stop or lie wholly on what they shun.

mod support;

use domain::{Adjustment, LonLat, Ring, RoadFeature, Strength, Target};
use support::{Town, feature, letters, wish};
use testkit::map::DrawnMap;

const MAIN: &[(&str, &str)] = &[("highway", "secondary")];
/// A node that stands in the way is one that a route can be told by.
const LIGHT: &[(&str, &str)] = &[("highway", "traffic_signals")];

/// A main road through the middle, M to N, and a way around it to the north (2.5 times as far). P and Q hang on the middle.
///
/// The middle, from B to E, is the tunnel, the road, the section and the area of the cases below, in three pieces.
fn town() -> Town {
    Town::new(
        DrawnMap::new(
            "
            G-----------H
            |           |
            |           |
            |           |
            |           |
            |           |
            |           |
            |           |
            |           |
        A---B---C---D---E---F
                |   |
                k   l
                |   |
                P   Q
            ",
            100.0,
        )
        .way("AB", MAIN)
        .way("EF", MAIN)
        .way("BCDE", &[("highway", "secondary"), ("tunnel", "yes"), ("name", "Middle")])
        .way("BGHE", MAIN)
        .way("CkP", &[("highway", "residential")])
        .way("DlQ", &[("highway", "residential")])
        .node('k', LIGHT)
        .node('l', LIGHT)
        .node('G', LIGHT)
        .node('H', LIGHT),
    )
}

/// An area around letters, some metres wider than their box.
fn around(town: &Town, corners: &str) -> Target {
    let points: Vec<LonLat> = corners.chars().map(|letter| town.map.position(letter)).collect();
    let bbox = domain::Bbox::around(points).expect("letters");
    let wide = 0.0003;
    let corner = |lon: f64, lat: f64| LonLat { lon, lat };
    let ring = [
        corner(bbox.min.lon + wide, bbox.min.lat - wide),
        corner(bbox.max.lon - wide, bbox.min.lat - wide),
        corner(bbox.max.lon - wide, bbox.max.lat + wide),
        corner(bbox.min.lon + wide, bbox.max.lat + wide),
    ];
    Target::Area { label: String::new(), ring: Ring::new(&ring).expect("a ring") }
}

/// The four kinds of targets that all mean the middle.
fn targets(town: &Town) -> Vec<(&'static str, Target)> {
    let section = town.router.section_at(town.place("CD")).expect("a road");
    assert_eq!(letters(&section.ways[0].edges), "BCDE");
    vec![
        ("feature", Target::Feature(RoadFeature::Tunnel)),
        ("road", Target::Road("middle".to_owned())),
        ("section", Target::Section { label: section.label, edges: section.edges }),
        // P and Q stay outside, and so do B and E themselves.
        ("area", around(town, "BE")),
    ]
}

#[test]
fn every_target_with_every_strength_wherever_the_trip_starts_and_ends() {
    use Strength::{Avoid, Never, Prefer, RatherNot};
    let town = town();
    // Around is 2.5 times as far as through, so that "rather not" (1.8 times) still drives through and "avoid" (ten
    // times) does not.
    for (what, target) in targets(&town) {
        for (trip, prefer, rather_not, avoid, never) in [
            // Outside to outside.
            ("AB>EF", "ABCDEF", "ABCDEF", "ABGHEF", "ABGHEF"),
            ("EF>AB", "FEDCBA", "FEDCBA", "FEHGBA", "FEHGBA"),
            // It starts on it, in the first piece and in the second.
            ("BC>EF", "BCDEF", "BCDEF", "CBGHEF", "CBGHEF"),
            ("CD>AB", "DCBA", "DCBA", "DCBA", "DCBA"),
            // It ends on it.
            ("AB>CD", "ABCD", "ABCD", "ABCD", "ABCD"),
            ("EF>CD", "FEDC", "FEDC", "FEDC", "FEDC"),
            // A stop on it, and both ends on it.
            ("AB>CD>EF", "ABCDEF", "ABCDEF", "ABCDEF", "ABCDEF"),
            ("BC>DE", "BCDE", "BCDE", "CBGHED", "CBGHED"),
        ] {
            for (strength, expected) in
                [(Prefer, prefer), (RatherNot, rather_not), (Avoid, avoid), (Never, never)]
            {
                let found = town.drive(trip, &[wish(target.clone(), strength)]);
                assert_eq!(found, expected, "{what}, {strength:?}, {trip}");
            }
        }
        // The end hangs on the middle: there is no way without it.
        let never = [wish(target.clone(), Never)];
        assert_eq!(town.drive("AB>kP", &never), "only ABCkP", "{what}: the fewest metres of it");
        assert_eq!(
            town.drive("EF>kP", &never),
            "only FEHGBCkP",
            "{what}: around, for the fewest metres of it"
        );
        // Standing on it later is no leave to drive over it on the way elsewhere; it is, to get there and away.
        assert_eq!(town.drive("AB>kP>CD", &never), "only ABCkPkCD", "{what}: the first leg ends beside it");
        assert_eq!(town.drive("AB>CD>EF>BC", &never), "ABCDEFEHGBC", "{what}");
        assert_eq!(town.drive("AB>EF>CD", &never), "ABGHEFEDC", "{what}: around to begin with");
        assert_eq!(town.drive("kP>lQ", &[wish(target, Avoid)]), "PkCDlQ", "{what}");
    }
}

#[test]
fn each_direction_of_a_section_by_itself_with_every_strength() {
    let town = town();
    let section = town.router.section_at(town.place("CD")).expect("a road");
    let names: Vec<String> = section.ways.iter().map(|way| letters(&way.edges)).collect();
    assert_eq!(names, ["BCDE", "EDCB"]);
    assert!((section.ways[0].bearing_deg - 90.0).abs() < 1.0, "{}", section.ways[0].bearing_deg);
    assert!((section.ways[1].bearing_deg - 270.0).abs() < 1.0);
    for strength in [Strength::Avoid, Strength::Never] {
        for (way, there, back) in [(0, "ABGHEF", "FEDCBA"), (1, "ABCDEF", "FEHGBA")] {
            let target = Target::Section { label: String::new(), edges: section.ways[way].edges.clone() };
            let wishes = [wish(target, strength)];
            assert_eq!(town.drive("AB>EF", &wishes), there, "{strength:?}, way {way}");
            assert_eq!(town.drive("EF>AB", &wishes), back, "{strength:?}, way {way}");
        }
    }
}

#[test]
fn an_area_is_measured_and_left_by_the_shortest_way() {
    let town = town();
    let all = around(&town, "BGHE");
    let Target::Area { ring, .. } = &all else { unreachable!("an area") };
    assert_eq!(town.router.edges_in(ring).len(), 2 * 6, "GH, the middle, and what leaves it");
    let never = [wish(all.clone(), Strength::Never)];
    assert_eq!(town.drive("AB>EF", &never), "only ABCDEF", "everything is in it: through, not around");
    let small = around(&town, "CD");
    let Target::Area { ring, .. } = &small else { unreachable!("an area") };
    let edges: Vec<String> = town.router.edges_in(ring).iter().map(|edge| letters(&[*edge])).collect();
    assert_eq!(edges.len(), 2, "only the piece between: {edges:?}");
    assert_eq!(town.drive("CD>AB", &[wish(small.clone(), Strength::Never)]), "DCBA");
    let route = town.route("AB>EF", &[wish(small.clone(), Strength::Prefer)]).expect("a way");
    let inside = ring.metres_of(&route.geometry);
    assert!((inside - (400.0 - 2.0 * 33.4)).abs() < 2.0, "{inside} m of the 400 m between C and D");
}

/// A short cut through a residential street R, a main road around, and two people who live in small streets.
fn quarter() -> Town {
    let street: &[(&str, &str)] = &[("highway", "residential"), ("maxspeed", "50")];
    let fast: &[(&str, &str)] = &[("highway", "secondary"), ("maxspeed", "50")];
    Town::new(
        DrawnMap::new(
            "
            y   z
            |   |
            x   |
            |   |
        A---B---R---C---D
            |       |
            E-------F
            ",
            100.0,
        )
        .way("AB", fast)
        .way("CD", fast)
        .way("BEFC", fast)
        .way("BRC", street)
        .way("Bxy", street)
        .way("Rz", &[("highway", "service")])
        .node('E', LIGHT)
        .node('F', LIGHT),
    )
}

#[test]
fn a_residential_street_is_shunned_as_a_short_cut_and_not_where_one_lives() {
    let town = quarter();
    use Strength::{Avoid, Never, Prefer};
    let metres = |trip: &str, wishes: &[Adjustment]| {
        town.route(trip, wishes).expect("a way").features.of(RoadFeature::Residential)
    };
    assert_eq!(town.drive("AB>CD", &[]), "ABRCD");
    assert!((metres("AB>CD", &[]) - 800.0).abs() < 3.0, "the short cut is one");
    for strength in [Avoid, Never] {
        let wishes = feature(RoadFeature::Residential, strength);
        assert_eq!(town.drive("AB>CD", &wishes), "ABEFCD", "{strength:?}");
        // Living in the street itself, or in a lane that leaves it: out by the nearest main road, at no extra price.
        assert_eq!(town.drive("RC>AB", &wishes), town.drive("RC>AB", &[]), "{strength:?}");
        assert_eq!(town.drive("Rz>CD", &wishes), "zRCD", "{strength:?}");
        assert_eq!(metres("Rz>CD", &wishes), 0.0, "{strength:?}");
        // Living in another street: home through it, but not through the short cut.
        assert_eq!(town.drive("xy>CD", &wishes), "yBEFCD", "{strength:?}");
        assert_eq!(metres("xy>CD", &wishes), 0.0, "{strength:?}");
        assert_eq!(town.drive("CD>xy", &wishes), "DCFEBy", "{strength:?}");
    }
    let plain = town.route("Rz>CD", &[]).expect("a way");
    let wished = town.route("Rz>CD", &feature(RoadFeature::Residential, Avoid)).expect("a way");
    assert_eq!(plain.weight_s, wished.weight_s, "the wish does not concern where one lives");
    assert_eq!(town.drive("xy>CD", &feature(RoadFeature::Residential, Prefer)), "yBRCD");
    let details = town.route("xy>CD", &[]).expect("a way").details.clone();
    let of_short_cut: Vec<f64> = details
        .iter()
        .filter(|detail| detail.what == domain::Detail::Feature(RoadFeature::Residential))
        .map(|detail| detail.metres)
        .collect();
    assert_eq!(of_short_cut.len(), 1, "only the short cut is marked: {of_short_cut:?}");
}

#[test]
fn narrow_and_steep_roads_are_left_for_others() {
    let check = |tags: &[(&str, &str)], feature_of: RoadFeature| {
        let main: &[(&str, &str)] = &[("highway", "tertiary")];
        let through: Vec<(&str, &str)> = main.iter().chain(tags).copied().collect();
        let town = Town::new(
            DrawnMap::new(
                "
                A---B---C---D
                    |   |
                    E---F
                ",
                100.0,
            )
            .way("AB", main)
            .way("CD", main)
            .way("BC", &through)
            .way("BEFC", main)
            .node('E', LIGHT),
        );
        assert_eq!(town.drive("AB>CD", &[]), "ABCD", "{tags:?}");
        assert_eq!(town.drive("AB>CD", &feature(feature_of, Strength::Avoid)), "ABECD", "{tags:?}");
        assert_eq!(town.drive("AB>CD", &feature(feature_of, Strength::Prefer)), "ABCD", "{tags:?}");
    };
    check(&[("lanes", "1")], RoadFeature::Narrow);
    check(&[("incline", "14%")], RoadFeature::Steep);
}

#[test]
fn a_section_is_extended_by_junctions_and_never_becomes_the_whole_road() {
    let road: &[(&str, &str)] = &[("highway", "tertiary"), ("name", "Long")];
    let cross: &[(&str, &str)] = &[("highway", "secondary")];
    let town = Town::new(
        DrawnMap::new(
            "
                p   q   r
                |   |   |
            A---B---C---D---E
            ",
            100.0,
        )
        .way("ABCDE", road)
        .way("Bp", cross)
        .way("Cq", cross)
        .way("Dr", cross),
    );
    let section = |extend: [u32; 2]| town.router.section_extended(town.place("BC"), extend).expect("a road");
    for (extend, expected, goes_on) in [
        ([0, 0], "BC", [true, true]),
        ([1, 0], "ABC", [false, true]),
        ([0, 1], "BCD", [true, true]),
        ([1, 1], "ABCD", [false, true]),
        ([0, 2], "BCDE", [true, false]),
        ([9, 9], "ABCDE", [false, false]),
    ] {
        let found = section(extend);
        assert_eq!(letters(&found.ways[0].edges), expected, "{extend:?}");
        assert_eq!(found.goes_on, goes_on, "{extend:?}");
        assert_eq!(found.ways[1].edges.len(), found.ways[0].edges.len());
    }
}
