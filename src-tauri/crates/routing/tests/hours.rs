//! Roads and turns that are legal at some times only, and trips that begin on junctions and islands.

mod support;

use std::sync::Arc;

use domain::{Moment, Timestamp, intent::RoutePreference};
use rand::{Rng, SeedableRng, rngs::StdRng};
use routing::{Budget, Checker, NoRoute, Plan, Role, Router, SnapOptions, Subset, network_at};
use support::letters;
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];

/// A Tuesday in May 2017 at this hour in UTC.
fn tuesday(hour: i64) -> Moment {
    Moment { at: Timestamp(1_493_683_200 + hour * 3600), zone: "UTC".to_owned() }
}

/// The letters that a trip between two letters drives over at a moment; `none` without a way, `moved` where a point
/// had to move.
fn drive(map: &DrawnMap, router: &Arc<Router>, trip: &str, when: Option<&Moment>) -> String {
    let router = router.at(when);
    let mut letters_of_trip = trip.chars();
    let mut point =
        |role| (map.position(letters_of_trip.next().expect("two letters")), SnapOptions::for_role(role));
    let points = [point(Role::Start), point(Role::End)];
    let snaps = router.snap_trip(&points).expect("roads are near");
    if snaps.iter().any(|snap| snap.moved_from.is_some()) {
        return "moved".to_owned();
    }
    let plan = Plan {
        waypoints: &snaps,
        adjustments: &[],
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    match router.route(&plan, &mut Budget::default()) {
        Ok(route) => {
            let now = network_at(router.graph().roads(), when);
            assert_eq!(Checker::new(&now).route(&route).map(drop), Ok(()), "{trip}");
            letters(&route.edges)
        }
        Err(NoRoute::Unreachable { .. }) => "none".to_owned(),
        Err(other) => panic!("{other}"),
    }
}

/// Trips with what they drive over at 8, at 12, and when the time is not known.
fn check(map: &DrawnMap, expected: &[(&str, [&str; 3])]) {
    let router = Arc::new(Router::build(map.network()));
    let conditions = router.graph().roads().conditions.clone();
    for (trip, drives) in expected {
        for (when, expected) in [Some(tuesday(8)), Some(tuesday(12)), None].iter().zip(drives) {
            assert_eq!(
                drive(map, &router, trip, when.as_ref()),
                *expected,
                "{trip} at {when:?} under {conditions:?}"
            );
        }
    }
}

/// A block with a short way from S to T over A and B and a long one over C and D.
fn block() -> DrawnMap {
    DrawnMap::new(
        "
        S-A---B-T
          |   |
          C---D
        ",
        100.0,
    )
    .way("SA", STREET)
    .way("BT", STREET)
    .way("AC", STREET)
    .way("CD", STREET)
    .way("DB", STREET)
}

#[test]
fn rt13_a_road_may_be_closed_at_some_times() {
    let street = |key: &str, value: &str| block().way("AB", &[("highway", "residential"), (key, value)]);
    let short = "SABT";
    let long = "SACDBT";
    let rush = "no @ (Mo-Fr 07:00-10:00)";
    check(&street("motor_vehicle:conditional", rush), &[("ST", [long, short, long])]);
    check(
        &street("motor_vehicle:forward:conditional", rush),
        &[("ST", [long, short, long]), ("TS", ["TBAS"; 3])],
    );
    check(
        &street("access:conditional", "destination @ (07:00-10:00)"),
        &[("ST", [long, short, long]), ("SB", ["SAB"; 3])],
    );
    check(
        &street("oneway:conditional", "yes @ (07:00-10:00)"),
        &[("ST", [short; 3]), ("TS", ["TBDCAS", "TBAS", "TBDCAS"])],
    );
    check(&street("motor_vehicle:conditional", "no @ (weight > 7.5)"), &[("ST", [short; 3])]);
    check(&street("motor_vehicle:conditional", "no @ (nobody knows)"), &[("ST", [long; 3])]);
    let open = |when: &str| {
        let when = format!("yes @ ({when})");
        let tags = [("highway", "residential"), ("access", "no"), ("motorcar:conditional", when.as_str())];
        block().way("AB", &tags)
    };
    check(&open("07:00-10:00"), &[("ST", [short, long, long])]);
}

#[test]
fn rt13_a_turn_may_be_forbidden_at_some_times() {
    let forbidden = |value: &str, via: &str, to: &str| {
        let members = [("from", "SA"), ("via", via), ("to", to)];
        let tags = [("type", "restriction"), ("restriction:conditional", value)];
        block().way("AB", STREET).relation(&members, &tags)
    };
    let (short, long) = ("SABT", "SACDBT");
    check(&forbidden("no_straight_on @ (Mo-Fr 07:00-10:00)", "A", "AB"), &[("ST", [long, short, long])]);
    check(&forbidden("only_right_turn @ (Mo-Fr 07:00-10:00)", "A", "AC"), &[("ST", [long, short, long])]);
    check(&forbidden("no_straight_on @ (Mo-Fr 07:00-10:00)", "AB", "BT"), &[("ST", [long, short, long])]);
    check(&forbidden("no_straight_on @ (Sa)", "A", "AB"), &[("ST", [short, short, long])]);
}

#[test]
fn rt14_a_trip_from_a_junction_may_take_any_of_its_roads() {
    let one_way: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
    let star = DrawnMap::new(
        "
          A
        D J B
          C
        ",
        100.0,
    );
    let star = star.way("CJ", one_way).way("JA", one_way).way("JB", one_way).way("JD", one_way);
    let banned = [("from", "CJ"), ("via", "J"), ("to", "JD")];
    let star = star.relation(&banned, &[("type", "restriction"), ("restriction", "no_left_turn")]);
    check(
        &star,
        &[
            ("JA", ["JA"; 3]),
            ("JD", ["JD"; 3]),
            ("CJ", ["CJ"; 3]),
            ("CA", ["CJA"; 3]),
            // Nothing else leads there, and nobody is sent elsewhere without being told.
            ("CD", ["moved"; 3]),
            ("AJ", ["none"; 3]),
        ],
    );
}

#[test]
fn rt14_a_ferry_may_be_boarded_where_one_stands() {
    let ferry: &[(&str, &str)] = &[("route", "ferry"), ("motor_vehicle", "yes"), ("duration", "00:10")];
    let map = DrawnMap::new("A-B-----C-D", 100.0).way("AB", STREET).way("BC", ferry).way("CD", STREET);
    check(&map, &[("BC", ["BC"; 3]), ("BD", ["BCD"; 3]), ("AC", ["ABC"; 3])]);
}

#[test]
fn rt4_one_ways_over_one_line_are_no_place_to_turn_around() {
    let one_way: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
    let map = DrawnMap::new(
        "
            F
            |
        A-B-E-I-K-M
        ",
        100.0,
    );
    let map = ["ABE", "EI", "IK", "KI", "IE"].iter().fold(map, |map, way| map.way(way, one_way));
    let banned = [("from", "ABE"), ("via", "E"), ("to", "EF")];
    let map = map.way("EF", STREET).way("KM", STREET);
    let map = map.relation(&banned, &[("type", "restriction"), ("restriction", "no_left_turn")]);
    check(&map, &[("AF", ["AEIKMKIEF"; 3])]);
}

/// A grid of 25 junctions with one-ways, hours and restrictions by hours.
fn grid(random: &mut StdRng) -> DrawnMap {
    const ROWS: [&str; 5] = ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"];
    const VALUES: [&str; 4] = ["no", "yes", "destination", "private"];
    const WHEN: [&str; 4] = ["07:00-10:00", "Mo-Fr 11:00-15:00", "Sa", "wet"];
    let drawing =
        ROWS.map(|row| row.chars().map(|letter| format!("{letter} ")).collect::<String>()).join("\n");
    let mut map = DrawnMap::new(&drawing, 60.0);
    let letter = |row: usize, column: usize| ROWS[row].chars().nth(column).expect("a letter");
    let mut ways: Vec<String> = Vec::new();
    for (row, column) in (0..5).flat_map(|row| (0..5).map(move |column| (row, column))) {
        let right = (column < 4).then(|| letter(row, column + 1));
        let below = (row < 4).then(|| letter(row + 1, column));
        ways.extend([right, below].into_iter().flatten().map(|to| format!("{}{to}", letter(row, column))));
    }
    for way in &ways {
        let when = WHEN[random.random_range(0..4)];
        let value = format!("{} @ ({when})", VALUES[random.random_range(0..4)]);
        let mut tags = vec![("highway", "residential")];
        match random.random_range(0..8) {
            0 => tags.push(("oneway", "yes")),
            1 | 2 => tags.push(("motor_vehicle:conditional", &value)),
            3 => tags.extend([("access", "no"), ("motor_vehicle:conditional", &value)]),
            4 => tags.push(("oneway:conditional", &value)),
            _ => {}
        }
        map = map.way(way, &tags);
    }
    for _ in 0..12 {
        let (from, to) =
            (&ways[random.random_range(0..ways.len())], &ways[random.random_range(0..ways.len())]);
        let Some(via) = from.chars().find(|letter| to.contains(*letter)) else { continue };
        let value = ["no_left_turn", "only_straight_on"][random.random_range(0..2)];
        let value = format!("{value} @ ({})", WHEN[random.random_range(0..4)]);
        let members = [("from", from.as_str()), ("via", &via.to_string()), ("to", to.as_str())];
        map = map.relation(&members, &[("type", "restriction"), ("restriction:conditional", &value)]);
    }
    map
}

#[test]
fn rt13_every_moment_is_searched_exactly_and_legally() {
    let seed = 20_261_130;
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let (mut found, mut differ) = (0, 0);
    for _ in 0..40 {
        let map = grid(&mut random);
        let base = Arc::new(Router::build(map.network()));
        for _ in 0..6 {
            let letter = |random: &mut StdRng| char::from(b'A' + random.random_range(0..25_u8));
            let (from, to) = (letter(&mut random), letter(&mut random));
            let mut answers = Vec::new();
            for when in [None, Some(tuesday(8)), Some(tuesday(12))] {
                let router = base.at(when.as_ref());
                let point = |letter, role| (map.position(letter), SnapOptions::for_role(role));
                let Ok(snaps) = router.snap_trip(&[point(from, Role::Start), point(to, Role::End)]) else {
                    continue;
                };
                let terms = Default::default();
                let plan =
                    Plan { waypoints: &snaps, adjustments: &[], mode: RoutePreference::Fastest, terms };
                let guided =
                    router.session(&plan).expect("a plan").route(Subset::ALL, &mut Budget::default());
                let mut plain = router.session(&plan).expect("a plan").by_reference();
                let plain = plain.route(Subset::ALL, &mut Budget::default());
                assert_eq!(guided, plain, "{from}>{to} at {when:?}");
                let Ok(route) = guided else { continue };
                let now = network_at(router.graph().roads(), when.as_ref());
                assert_eq!(Checker::new(&now).route(&route).map(drop), Ok(()), "{from}>{to} at {when:?}");
                found += 1;
                answers.push(letters(&route.edges));
            }
            answers.dedup();
            differ += usize::from(answers.len() > 1);
        }
    }
    println!("{found} routes, {differ} trips that differ by the hour");
    assert!(found > 300 && differ > 50, "the hours matter: {found} routes, {differ} trips differ");
}
