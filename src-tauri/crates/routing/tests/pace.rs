//! A region at somebody's own pace: other times, the same law.

mod support;

use domain::{EdgeKey, Route, intent::RoutePreference};
use routing::{Budget, Checker, Pace, Plan, Router};
use std::sync::Arc;
use support::{STREET, Town, letters};
use testkit::map::DrawnMap;

/// The straight way over AB, and a longer one over CD.
fn town() -> Town {
    let map = DrawnMap::new(
        "
        S-A---B-T
          |   |
          C---D
        ",
        100.0,
    );
    let map = map.way("SA", STREET).way("AB", STREET).way("BT", STREET).way("AC", STREET);
    Town::new(map.way("CD", STREET).way("DB", STREET).node('B', &[("highway", "traffic_signals")]))
}

fn drive(town: &Town, router: &Router) -> Arc<Route> {
    let waypoints = town.waypoints("S>T");
    let plan = Plan {
        waypoints: &waypoints,
        adjustments: &[],
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    let route = router.route(&plan, &mut Budget::default()).expect("a way");
    assert!(Checker::new(router.graph().roads()).route(&route).is_ok());
    route
}

fn over(route: &Route, from: char, to: char) -> EdgeKey {
    let id = |letter: char| i64::from(u32::from(letter));
    let edge = route.edges.iter().find(|edge| (edge.tail, edge.head) == (id(from), id(to)));
    *edge.expect("on the way")
}

#[test]
fn a_road_that_is_slow_for_somebody_is_gone_around_and_what_is_shown_is_what_was_weighed() {
    let town = town();
    let plain = drive(&town, &town.router);
    assert_eq!(letters(&plain.edges), "SABT");
    let ab = over(&plain, 'A', 'B');
    let map_s = town.router.edge_seconds(ab).expect("an edge");
    // A little slower: the same way, and exactly so much longer.
    let slow = town.router.paced(&Pace { known: vec![(ab, map_s + 7.0)], elsewhere: 1.0 });
    let same = drive(&town, &slow);
    assert_eq!(same.id, plain.id);
    assert!((same.duration_s - plain.duration_s - 7.0).abs() < 0.002, "{}", same.duration_s);
    assert!((same.weight_s - same.duration_s).abs() < 0.01, "{} {}", same.weight_s, same.duration_s);
    // Much slower: around. The map's router knows nothing of it.
    let jam = town.router.paced(&Pace { known: vec![(ab, map_s + 300.0)], elsewhere: 1.0 });
    let around = drive(&town, &jam);
    assert_eq!(letters(&around.edges), "SACDBT");
    assert_eq!(drive(&town, &town.router), plain);
    assert_eq!(jam.edge_seconds(ab), Some(map_s + 300.0));
}

#[test]
fn elsewhere_the_maps_time_is_stretched_and_turns_and_lights_are_not() {
    let town = town();
    let plain = drive(&town, &town.router);
    let twice = drive(&town, &town.router.paced(&Pace { known: Vec::new(), elsewhere: 2.0 }));
    assert_eq!(twice.id, plain.id);
    let turns: f64 = plain
        .edges
        .windows(2)
        .map(|pair| town.router.between_s(pair[0], pair[1]).expect("a legal turn"))
        .sum();
    assert!(turns > 1.0, "there is a light: {turns}");
    let expected = (plain.duration_s - turns) * 2.0 + turns;
    assert!((twice.duration_s - expected).abs() < 0.01, "{} {expected}", twice.duration_s);
    // What no road is, and what is senseless, changes nothing.
    let gone: EdgeKey = "9:8:7".parse().expect("an edge");
    let none = Pace { known: vec![(gone, 5.0), (plain.edges[0], f64::NAN)], elsewhere: f64::NAN };
    assert_eq!(drive(&town, &town.router.paced(&none)), plain);
    assert_eq!(town.router.between_s(plain.edges[0], gone), None);
}

#[test]
fn a_way_is_walked_to_the_edges_and_turns_that_a_search_by_name_finds() {
    let town = town();
    let graph = town.router.graph();
    let slow = |keys: &[EdgeKey]| -> Vec<_> {
        let edges = keys.iter().filter_map(|key| graph.edge_of(*key));
        let next_s =
            |index: usize| keys.get(index + 1).and_then(|next| town.router.between_s(keys[index], *next));
        let turns = (0..).map(|index| (next_s(index).unwrap_or(0.0) * 1000.0).round() as u32);
        edges.zip(turns).collect()
    };
    let way = drive(&town, &town.router).edges.clone();
    let gap = [way[0], way[2]];
    for keys in [&way[..], &way[..1], &gap[..], &[]] {
        assert_eq!(town.router.walked(keys), slow(keys), "{}", letters(keys));
    }
    let elsewhere = EdgeKey { way: -7, ..way[1] };
    let without: Vec<_> =
        town.router.walked(&[way[0], elsewhere, way[2]]).iter().map(|(edge, _)| *edge).collect();
    assert_eq!(without, [way[0], way[2]].map(|key| graph.edge_of(key).expect("an edge")));
}
