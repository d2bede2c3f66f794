//! The judge itself: for every rule a way that breaks it and one beside it that does not.

mod support;

use std::ops::Range;

use domain::{EdgeKey, Vehicle};
use region::RoadNetwork;
use routing::{Checker, Illegal, Terms};
use support::STREET;
use testkit::map::DrawnMap;

const ONE_WAY: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
const PRIVATE: &[(&str, &str)] = &[("highway", "residential"), ("access", "destination")];

/// The edges over letters, whoever may drive them; `|` is a stop: on the edge before it, after which the car goes on,
/// or turns around when the edge after it is the way back.
fn way(network: &RoadNetwork, drawn: &str) -> (Vec<EdgeKey>, Vec<Range<usize>>) {
    let id = |letter: char| DrawnMap::node_id(letter);
    let edge = |from: char, to: char| {
        let (tail, head) = (id(from), id(to));
        let osm = |node: u32| network.nodes[node as usize].osm;
        let found = network.segments.iter().find(|segment| {
            let ends = (osm(segment.tail), osm(segment.head));
            ends == (tail, head) || ends == (head, tail)
        });
        let way = found.map_or(-1, |segment| network.ways[segment.way as usize].osm);
        EdgeKey { way, tail, head }
    };
    let letters: Vec<char> = drawn.chars().filter(|c| c.is_alphabetic()).collect();
    let edges: Vec<EdgeKey> = letters.windows(2).map(|pair| edge(pair[0], pair[1])).collect();
    let mut legs = Vec::new();
    let (mut start, mut passed) = (0, 0_usize);
    for letter in drawn.chars() {
        if letter.is_alphabetic() {
            passed += 1;
        } else {
            let end = passed - 1;
            let back = |pair: &[EdgeKey]| pair[0].tail == pair[1].head && pair[0].head == pair[1].tail;
            let turns = edges.get(end - 1..=end).is_some_and(back);
            legs.push(start..end);
            start = if turns { end } else { end - 1 };
        }
    }
    legs.push(start..edges.len());
    (edges, legs)
}

fn check(map: &DrawnMap, ways: &[(&str, Result<(), Illegal>)]) {
    let network = map.network();
    let checker = Checker::new(&network);
    for (drawn, expected) in ways {
        let (edges, legs) = way(&network, drawn);
        assert_eq!(checker.way(&edges, &legs).map(|_| ()), *expected, "{drawn}");
    }
}

fn block() -> DrawnMap {
    DrawnMap::new(
        "
        S-A---B-T
          |   |
          C---D
        ",
        100.0,
    )
}

fn streets(ab: &[(&str, &str)]) -> DrawnMap {
    let map = block().way("SA", STREET).way("AB", ab).way("BT", STREET);
    map.way("AC", STREET).way("CD", STREET).way("DB", STREET)
}

#[test]
fn rt4_the_judge_knows_roads_directions_and_gaps() {
    check(
        &streets(ONE_WAY),
        &[
            ("SABT", Ok(())),
            ("TBAS", Err(Illegal::Closed(1))),
            ("SADB", Err(Illegal::Unknown(1))),
            ("TBDCAS", Ok(())),
        ],
    );
    let map = streets(STREET);
    let network = map.network();
    let (edges, _) = way(&network, "SABT");
    let checker = Checker::new(&network);
    let judge = |edges: &[EdgeKey], legs: &[(usize, usize)]| {
        let legs: Vec<Range<usize>> = legs.iter().map(|(start, end)| *start..*end).collect();
        checker.way(edges, &legs).map(|_| ())
    };
    assert_eq!(judge(&[edges[0], edges[2]], &[(0, 2)]), Err(Illegal::Gap(1)));
    let badly_cut: [(&[(usize, usize)], usize); 5] =
        [(&[(0, 1)], 1), (&[(0, 1), (2, 3)], 1), (&[(0, 4)], 0), (&[], 0), (&[(1, 3)], 0)];
    for (legs, at) in badly_cut {
        assert_eq!(judge(&edges, legs), Err(Illegal::Legs(at)), "{legs:?}");
    }
}

#[test]
fn rt4_the_judge_knows_closed_roads() {
    check(&streets(&[("highway", "residential"), ("access", "no")]), &[("SABT", Err(Illegal::Unknown(1)))]);
    let mut network = streets(STREET).network();
    for segment in &mut network.segments {
        if network.ways[segment.way as usize].osm == 2 {
            (segment.forward, segment.backward) = (region::Access::No, region::Access::No);
        }
    }
    let (edges, legs) = way(&network, "SABT");
    assert_eq!(Checker::new(&network).way(&edges, &legs), Err(Illegal::Closed(1)));
}

#[test]
fn rt4_the_judge_knows_barriers() {
    let map = |node: &[(&str, &str)]| DrawnMap::new("A-X-B", 100.0).way("AXB", STREET).node('X', node);
    check(&map(&[("barrier", "bollard")]), &[("AXB", Err(Illegal::Barrier(1))), ("AXA", Ok(()))]);
    check(&map(&[("barrier", "gate")]), &[("AXB", Ok(()))]);
}

#[test]
fn rt4_the_judge_knows_where_one_turns_around() {
    check(
        &streets(STREET),
        &[
            ("SAS", Err(Illegal::UTurn(1))),
            ("ABTB", Ok(())),
            ("SAB|AS", Ok(())),
            ("SABA|S", Err(Illegal::UTurn(2))),
            ("SAB|TB", Ok(())),
        ],
    );
    check(&streets(&[("highway", "trunk")]), &[("SAB|AS", Err(Illegal::UTurn(2)))]);
    check(&streets(&[("highway", "primary_link"), ("oneway", "no")]), &[("SAB|AS", Err(Illegal::UTurn(2)))]);
    check(
        &streets(&[("highway", "residential"), ("junction", "circular"), ("oneway", "no")]),
        &[("SAB|AS", Err(Illegal::UTurn(2)))],
    );
    check(&streets(ONE_WAY), &[("SAB|AS", Err(Illegal::Closed(2)))]);
    // At a junction only where a circle was built for it.
    let circle = streets(STREET).node('A', &[("highway", "turning_circle")]);
    check(&circle, &[("SAS", Ok(())), ("TBABT", Ok(())), ("SABAS", Err(Illegal::UTurn(2)))]);
}

fn banned(members: &[(&str, &str)], kind: &str) -> DrawnMap {
    streets(STREET).relation(members, &[("type", "restriction"), ("restriction", kind)])
}

#[test]
fn rt4_the_judge_knows_restrictions() {
    check(
        &banned(&[("from", "SA"), ("via", "A"), ("to", "AB")], "no_straight_on"),
        &[
            ("SABT", Err(Illegal::Restricted(1))),
            ("SACDBT", Ok(())),
            ("CABT", Ok(())),
            ("SA|BT", Err(Illegal::Restricted(1))),
        ],
    );
    check(
        &banned(&[("from", "SA"), ("via", "A"), ("to", "AC")], "only_right_turn"),
        &[("SABT", Err(Illegal::Restricted(1))), ("SACD", Ok(()))],
    );
    let over_a_way = banned(&[("from", "SA"), ("via", "AB"), ("to", "DB")], "no_right_turn");
    check(
        &over_a_way,
        &[
            ("SABD", Err(Illegal::Restricted(2))),
            ("CABD", Ok(())),
            ("SABT", Ok(())),
            ("SAB|D", Err(Illegal::Restricted(2))),
            ("SA|B|D", Err(Illegal::Restricted(2))),
            ("AB|D", Ok(())),
        ],
    );
    let several = banned(&[("from", "SA"), ("via", "AB"), ("via", "DB"), ("to", "CD")], "no_u_turn");
    check(&several, &[("SABDC", Err(Illegal::Restricted(3))), ("ABDC", Ok(()))]);
    // Whoever turns around before the end of the road has not done what is forbidden at its end.
    let no_turn = banned(&[("from", "BT"), ("via", "T"), ("to", "BT")], "no_u_turn");
    check(&no_turn, &[("ABTB", Err(Illegal::Restricted(2))), ("ABT|BA", Ok(()))]);
}

#[test]
fn rt5_the_judge_knows_short_cuts() {
    check(
        &streets(PRIVATE),
        &[
            ("SABT", Err(Illegal::ShortCut(1))),
            ("SAB", Ok(())),
            ("ABT", Ok(())),
            ("SAB|T", Ok(())),
            ("SA|BT", Err(Illegal::ShortCut(1))),
        ],
    );
    let both = block().way("SA", STREET).way("AB", PRIVATE).way("BT", PRIVATE).way("BD", STREET);
    let both = both.way("AC", STREET).way("CD", STREET);
    check(
        &both,
        &[("ABT", Ok(())), ("SABT", Ok(())), ("ABDCAB", Ok(())), ("SABDC", Err(Illegal::ShortCut(1)))],
    );
}

#[test]
fn rt12_the_judge_knows_sizes() {
    let van = Terms { vehicle: Vehicle { height_cm: Some(270), ..Vehicle::default() } };
    let check = |map: &DrawnMap, ways: &[(&str, Result<(), Illegal>)]| {
        let network = map.network();
        let checker = Checker::new(&network);
        for (drawn, expected) in ways {
            let (edges, legs) = way(&network, drawn);
            assert_eq!(checker.way_under(&edges, &legs, &van).map(|_| ()), *expected, "{drawn}");
            assert!(checker.way(&edges, &legs).is_ok(), "{drawn}: an ordinary car");
        }
    };
    let low = streets(&[("highway", "residential"), ("maxheight:forward", "2.5")]);
    check(&low, &[("SABT", Err(Illegal::TooSmall(1))), ("TBAS", Ok(())), ("AB", Err(Illegal::TooSmall(0)))]);
    let bar = streets(STREET).node('B', &[("barrier", "height_restrictor"), ("maxheight", "2.2")]);
    check(
        &bar,
        &[
            ("SABT", Err(Illegal::TooSmall(2))),
            ("SAB", Ok(())),
            ("BT", Ok(())),
            ("SAB|AS", Ok(())),
            ("SAB|DC", Err(Illegal::TooSmall(2))),
        ],
    );
}
