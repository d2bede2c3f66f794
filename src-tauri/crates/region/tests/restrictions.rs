//! Turn restrictions on drawn maps.

use region::{RoadNetwork, extract, osm::Skipped};
use testkit::map::DrawnMap;

fn letter(network: &RoadNetwork, node: u32) -> char {
    let osm = network.nodes[node as usize].osm;
    char::from_u32(u32::try_from(osm).expect("a letter")).expect("a letter")
}

/// Bans as the letters that a car would drive over: `AJD` is from A over J to D.
fn bans(map: &DrawnMap) -> (String, Skipped) {
    let mut skipped = Skipped::default();
    let network = extract::road_network(&map.data(), &mut skipped);
    let ends = |edge: u32| {
        let segment = network.segments[(edge / 2) as usize];
        let (tail, head) = (letter(&network, segment.tail), letter(&network, segment.head));
        if edge.is_multiple_of(2) { (tail, head) } else { (head, tail) }
    };
    let mut words: Vec<String> = network
        .restrictions
        .iter()
        .map(|ban| {
            let mut word = String::from(ends(ban.from).0);
            for edge in [ban.from].iter().chain(&ban.via).chain([&ban.to]) {
                assert_eq!(
                    word.chars().last(),
                    Some(ends(*edge).0).filter(|_| word.len() > 1).or(word.chars().last())
                );
                word.push(ends(*edge).1);
            }
            if let Some(condition) = ban.condition {
                word = format!("{word}@{}", network.conditions[condition as usize]);
            }
            word
        })
        .collect();
    words.sort();
    (words.join(" "), skipped)
}

const ROAD: &[(&str, &str)] = &[("highway", "residential")];

fn restriction(value: &str) -> [(&str, &str); 2] {
    [("type", "restriction"), ("restriction", value)]
}

/// A cross of four two-way roads that meet at J.
fn cross() -> DrawnMap {
    let map = DrawnMap::new(
        "
          A
        D J B
          C
        ",
        100.0,
    );
    ["AJ", "BJ", "CJ", "DJ"].iter().fold(map, |map, way| map.way(way, ROAD))
}

#[test]
fn bans_at_a_node() {
    let check = |value: &str, expected: &str| {
        let map = cross().relation(&[("from", "CJ"), ("via", "J"), ("to", "DJ")], &restriction(value));
        assert_eq!(bans(&map).0, expected, "{value}");
    };
    check("no_left_turn", "CJD");
    check("no_weird_zigzags", "CJD");
    check("only_left_turn", "CJA CJB CJC");
    check("only_weird_zigzags", "CJA CJB CJC");
    check("no_turn_on_red", "");
    check("no_left_turn_on_red", "");
    check("yield", "");
}

#[test]
fn whom_a_restriction_is_for_and_when() {
    let check = |tags: &[(&str, &str)], expected: &str| {
        let tags: Vec<_> = [("type", "restriction")].into_iter().chain(tags.iter().copied()).collect();
        let map = cross().relation(&[("from", "CJ"), ("via", "J"), ("to", "DJ")], &tags);
        assert_eq!(bans(&map).0, expected, "{tags:?}");
    };
    let hours = "no_left_turn @ (Mo-Fr 07:00-10:00)";
    check(&[("restriction:motorcar", "no_left_turn")], "CJD");
    check(&[("restriction:motor_vehicle", "no_left_turn")], "CJD");
    check(&[("restriction:hgv", "no_left_turn")], "");
    check(&[("restriction", "no_left_turn"), ("except", "bicycle;motorcar")], "");
    check(&[("restriction", "no_left_turn"), ("except", "psv;bicycle")], "CJD");
    check(&[("restriction:conditional", hours)], "CJD@Mo-Fr 07:00-10:00");
    check(&[("restriction:conditional", hours), ("except", "motorcar")], "");
    check(
        &[("restriction:motorcar:conditional", hours), ("restriction", "only_left_turn")],
        "CJD@Mo-Fr 07:00-10:00",
    );
    check(&[("restriction:hgv:conditional", hours)], "");
    check(&[("restriction", "no_left_turn"), ("restriction:conditional", "none @ (Sa)")], "CJD");
    check(&[("restriction:conditional", "only_left_turn @ (Sa)")], "CJA@Sa CJB@Sa CJC@Sa");
    let old = [("day_on", "Mo"), ("day_off", "Fr"), ("hour_on", "07:00"), ("hour_off", "09:00")];
    check(&[&[("restriction", "no_left_turn")], &old[..]].concat(), "CJD@Mo-Fr 07:00-09:00");
    check(&[("restriction", "no_left_turn"), ("hour_on", "07:00"), ("hour_off", "09:00")], "CJD@07:00-09:00");
}

#[test]
fn several_only_at_one_approach_allow_each_of_their_exits() {
    let map = cross()
        .relation(&[("from", "CJ"), ("via", "J"), ("to", "AJ")], &restriction("only_straight_on"))
        .relation(&[("from", "CJ"), ("via", "J"), ("to", "BJ")], &restriction("only_right_turn"));
    assert_eq!(bans(&map).0, "CJC CJD");
}

#[test]
fn u_turns() {
    let map = cross().relation(&[("from", "CJ"), ("via", "J"), ("to", "CJ")], &restriction("no_u_turn"));
    assert_eq!(bans(&map).0, "CJC");
}

#[test]
fn a_way_that_runs_through_the_node_is_judged_by_the_direction_of_the_turn() {
    let map = || {
        DrawnMap::new(
            "
              A
            D J B
            ",
            100.0,
        )
        .way("DJB", ROAD)
        .way("AJ", ROAD)
    };
    let check = |value: &str, from: &str, to: &str, expected: &str, unusable: u64| {
        let map = map().relation(&[("from", from), ("via", "J"), ("to", to)], &restriction(value));
        let (found, skipped) = bans(&map);
        assert_eq!((&*found, skipped.unusable_restrictions), (expected, unusable), "{value} {from} {to}");
    };
    check("no_left_turn", "DJB", "AJ", "DJA", 0);
    check("no_right_turn", "DJB", "AJ", "BJA", 0);
    check("no_right_turn", "AJ", "DJB", "AJD", 0);
    check("only_left_turn", "DJB", "AJ", "DJB DJD", 0);
    check("no_u_turn", "DJB", "DJB", "BJB DJD", 0);
    check("no_entry", "DJB", "AJ", "", 1);
}

#[test]
fn members_that_do_not_meet_are_counted() {
    let check = |members: &[(&str, &str)], unusable: u64| {
        let (found, skipped) = bans(&cross().relation(members, &restriction("no_left_turn")));
        assert_eq!((&*found, skipped.unusable_restrictions), ("", unusable), "{members:?}");
    };
    check(&[("from", "CJ"), ("via", "A"), ("to", "DJ")], 1);
    check(&[("from", "CJ"), ("via", "J"), ("to", "XY")], 1);
    check(&[("from", "CJ"), ("to", "DJ")], 1);
    check(&[], 1);
}

/// A ladder: A-B-C on the left, D-E-F on the right, rungs between.
fn ladder() -> DrawnMap {
    let map = DrawnMap::new(
        "
        C   F
        B G E
        A   D
        ",
        100.0,
    );
    ["AB", "BC", "BGE", "DE", "EF", "CF"].iter().fold(map, |map, way| map.way(way, ROAD))
}

#[test]
fn bans_over_a_way() {
    let check = |value: &str, to: &str, expected: &str| {
        let map = ladder().relation(&[("from", "AB"), ("via", "BGE"), ("to", to)], &restriction(value));
        assert_eq!(bans(&map).0, expected, "{value} {to}");
    };
    check("no_right_turn", "DE", "ABED");
    check("only_left_turn", "EF", "ABEB ABED");
    check("no_u_turn", "DE", "ABED");
    // The via way is two pieces when something stands on it.
    let map = ladder()
        .node('G', &[("highway", "traffic_signals")])
        .relation(&[("from", "AB"), ("via", "BGE"), ("to", "DE")], &restriction("no_right_turn"));
    assert_eq!(bans(&map).0, "ABGED");
}

#[test]
fn bans_over_several_ways_in_either_order() {
    let map = DrawnMap::new("A B C D E", 100.0);
    let map = ["AB", "BC", "CD", "DE"].iter().fold(map, |map, way| map.way(way, ROAD));
    let check = |via: [&str; 2]| {
        let members = [("from", "AB"), ("via", via[0]), ("via", via[1]), ("to", "DE")];
        assert_eq!(
            bans(&map.clone().relation(&members, &restriction("no_straight_on"))).0,
            "ABCDE",
            "{via:?}"
        );
    };
    check(["BC", "CD"]);
    check(["CD", "BC"]);
    let closed = DrawnMap::new("A B C D", 100.0)
        .way("AB", ROAD)
        .way("CB", &[("highway", "residential"), ("oneway", "yes")])
        .way("CD", ROAD)
        .relation(&[("from", "AB"), ("via", "CB"), ("to", "CD")], &restriction("no_straight_on"));
    let (found, skipped) = bans(&closed);
    assert_eq!((&*found, skipped.unusable_restrictions), ("", 1), "a via way against its direction");
}

#[test]
fn no_entry_and_no_exit_may_have_several_members() {
    let map = cross()
        .relation(&[("from", "AJ"), ("from", "BJ"), ("via", "J"), ("to", "DJ")], &restriction("no_entry"))
        .relation(&[("from", "CJ"), ("via", "J"), ("to", "AJ"), ("to", "BJ")], &restriction("no_exit"));
    assert_eq!(bans(&map).0, "AJD BJD CJA CJB");
}

#[test]
fn whole_ways_and_several_members() {
    let check = |from: &[&str], to: &[&str], value: &str, expected: &str| {
        let froms = from.iter().map(|way| ("from", *way));
        let tos = to.iter().map(|way| ("to", *way));
        let members: Vec<_> = froms.chain([("via", "J")]).chain(tos).collect();
        assert_eq!(bans(&cross().relation(&members, &restriction(value))).0, expected, "{members:?} {value}");
    };
    check(&["AJ", "BJ"], &["DJ"], "no_entry", "AJD BJD");
    check(&["AJ"], &["CJ", "DJ"], "no_exit", "AJC AJD");
    // Elsewhere nobody knows which of them is meant.
    check(&["AJ", "BJ"], &["DJ"], "no_exit", "");
    check(&["AJ"], &["CJ", "DJ"], "no_entry", "");
    check(&["AJ", "BJ"], &["DJ"], "no_left_turn", "");
    check(&["AJ"], &["CJ", "DJ"], "only_straight_on", "");
}
