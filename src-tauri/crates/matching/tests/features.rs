//! A few points instead of a line, and the seconds of each road.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too.

use domain::{LonLat, intent::RoutePreference};
use matching::{Fix, Options, feature_points, match_track, rebuild};
use region::{CancelToken, NoProgress, extract, osm};
use routing::{Budget, Edge, Plan, Role, Router, SnapOptions, Terms};

/// Metres per degree of latitude.
const DEGREE_M: f64 = 111_195.0;

fn made_city() -> Router {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("city.osm");
    std::fs::write(&path, testkit::city::city(testkit::city::SEED, 12_000)).unwrap();
    let data = osm::read(&path, &mut NoProgress, &CancelToken::new()).unwrap();
    Router::build(extract::road_network(&data, &mut osm::Skipped::default()))
}

/// Numbers that look random: the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The edges of the route over these places.
fn way(router: &Router, places: &[LonLat]) -> Option<Vec<Edge>> {
    let last = places.len() - 1;
    let role = |index| match index {
        0 => Role::Start,
        at if at == last => Role::End,
        _ => Role::Via,
    };
    let asked: Vec<(LonLat, SnapOptions)> =
        places.iter().enumerate().map(|(index, at)| (*at, SnapOptions::for_role(role(index)))).collect();
    let waypoints = router.snap_trip(&asked).ok()?;
    let mode = RoutePreference::Fastest;
    let plan = Plan { waypoints: &waypoints, adjustments: &[], mode, terms: Terms::default() };
    let route = router.route(&plan, &mut Budget::default()).ok()?;
    let mut edges: Vec<Edge> = route.edges.iter().filter_map(|key| router.graph().edge_of(*key)).collect();
    edges.dedup();
    (route.distance_m >= 3_000.0).then_some(edges)
}

#[test]
fn s0_35_feature_points_are_a_twentieth_of_the_fixes_and_give_the_same_roads() {
    const ROUTES: usize = 100;
    let router = made_city();
    let graph = router.graph();
    let mut chance = Chance(20_261_130);
    let (mut routes, mut same, mut points, mut fixes) = (0, 0, 0, 0);
    while routes < ROUTES {
        // Every second one makes a detour over a third place, as people do.
        let count = 2 + routes % 2;
        let places: Vec<LonLat> =
            (0..count).map(|_| graph.position(chance.below(graph.node_count()) as u32)).collect();
        let Some(edges) = way(&router, &places) else { continue };
        let seconds: f64 = edges.iter().map(|edge| f64::from(router.edge_ms(*edge)) / 1000.0).sum();
        let kept = feature_points(&router, &edges);
        routes += 1;
        same += usize::from(rebuild(&router, &kept).as_deref() == Some(&edges[..]));
        points += kept.len();
        // Receivers in cars and phones record once a second.
        fixes += seconds as usize + 1;
        assert!(20 * kept.len() <= seconds as usize + 1, "{} points for {seconds:.0} s", kept.len());
    }
    println!(
        "{points} points for {fixes} fixes ({:.2} %); {same} of {routes} routes the same",
        100.0 * points as f64 / fixes as f64
    );
    assert!(same * 100 >= 99 * routes, "{same} of {routes}");
}

#[test]
fn points_of_a_road_that_is_gone_stand_for_nothing() {
    let router = made_city();
    let graph = router.graph();
    let mut chance = Chance(7);
    let edges = loop {
        let places = [(); 2].map(|()| graph.position(chance.below(graph.node_count()) as u32));
        if let Some(edges) = way(&router, &places) {
            break edges;
        }
    };
    let mut kept = feature_points(&router, &edges);
    assert_eq!(rebuild(&router, &kept), Some(edges));
    kept[1].at.lat += 0.5;
    assert_eq!(rebuild(&router, &kept), None);
    assert_eq!(feature_points(&router, &[]), []);
    assert_eq!(rebuild(&router, &[]), None);
}

#[test]
fn each_whole_edge_has_its_seconds() {
    let map = testkit::map::DrawnMap::new(
        "
        A----B----C----D----E
             |    |    |
             |    |    |
             F    G    H
        ",
        100.0,
    )
    .way("ABCDE", &[("highway", "primary")])
    .way("BF", &[("highway", "residential")])
    .way("CG", &[("highway", "residential")])
    .way("DH", &[("highway", "residential")]);
    let router = Router::build(map.network());
    let (from, to) = (map.position('A'), map.position('E'));
    let long_m = from.distance_m(to);
    let check = |what: &str, speed: f64, wait_s: f64, every_s: f64| {
        let total_s = long_m / speed + wait_s;
        let half_m = long_m * 0.6;
        let fixes: Vec<Fix> = (0..=(total_s / every_s) as usize)
            .map(|n| {
                let now = n as f64 * every_s;
                // Stands still for a while at three fifths of the way, on the third of four edges.
                let driven = (now * speed).min(half_m).max((now - wait_s) * speed);
                let share = (driven / long_m).clamp(0.0, 1.0);
                let at =
                    LonLat { lon: from.lon + (to.lon - from.lon) * share, lat: from.lat + 2.0 / DEGREE_M };
                Fix { point: at, at: Some(1_000.0 + now) }
            })
            .collect();
        let matched = match_track(&router, &fixes, &Options::default());
        let [drive] = matched.drives.as_slice() else { panic!("{what}: {} drives", matched.drives.len()) };
        let seconds = drive.edge_seconds();
        assert_eq!(seconds.len(), drive.pieces.len(), "{what}");
        for (index, (piece, seconds)) in drive.pieces.iter().zip(&seconds).enumerate() {
            if *seconds == 0.0 {
                continue;
            }
            let metres = router.graph().length_m(piece.edge);
            let waited = if index == 2 { wait_s } else { 0.0 };
            let expected = metres / speed + waited;
            let off = (f64::from(*seconds) - expected).abs();
            assert!(
                off <= expected * 0.25 + 2.0,
                "{what}, edge {index}: {seconds} s instead of {expected:.1}"
            );
        }
        assert!(seconds.iter().filter(|seconds| **seconds > 0.0).count() >= 2, "{what}: {seconds:?}");
    };
    check("steady", 12.0, 0.0, 1.0);
    check("slow", 4.0, 0.0, 2.0);
    check("waiting at a light", 12.0, 60.0, 1.0);
}

#[test]
fn s0_35_a_newer_map_that_cuts_its_roads_otherwise_has_the_same_way() {
    let old = testkit::map::DrawnMap::new(
        "
        A---------B---------C---------D
                  |         |
                  |         |
                  E         F
        ",
        60.0,
    )
    .way("ABCD", &[("highway", "primary")])
    .way("BE", &[("highway", "residential")])
    .way("CF", &[("highway", "residential")]);
    // A new street cuts the first piece in two, and every way has another number.
    let new = testkit::map::DrawnMap::new(
        "
        A----X----B---------C---------D
             |    |         |
             |    |         |
             Y    E         F
        ",
        60.0,
    )
    .way("XY", &[("highway", "residential")])
    .way("CF", &[("highway", "residential")])
    .way("AXB", &[("highway", "primary")])
    .way("BCD", &[("highway", "primary")])
    .way("BE", &[("highway", "residential")]);
    let (before, after) = (Router::build(old.network()), Router::build(new.network()));
    let driven = way_of(&before, &[old.position('A'), old.position('D')]);
    let found = rebuild(&after, &feature_points(&before, &driven)).expect("the roads are still there");
    let metres = |router: &Router, edges: &[Edge]| {
        edges.iter().map(|edge| router.graph().length_m(*edge)).sum::<f64>()
    };
    // The first point lies in the middle of a road that is two now: half of it is known.
    let (was, is) = (metres(&before, &driven), metres(&after, &found));
    assert!(is <= was + 1.0 && is >= was * 0.8, "{is} of {was} m in {} edges", found.len());
    assert!(found.len() > 2);
}

fn way_of(router: &Router, places: &[LonLat]) -> Vec<Edge> {
    let matched = match_track(
        router,
        &places
            .windows(2)
            .flat_map(|pair| {
                (0..=40).map(move |n| {
                    let share = f64::from(n) / 40.0;
                    let mix = |a: f64, b: f64| a + (b - a) * share;
                    Fix {
                        point: LonLat {
                            lon: mix(pair[0].lon, pair[1].lon),
                            lat: mix(pair[0].lat, pair[1].lat),
                        },
                        at: None,
                    }
                })
            })
            .collect::<Vec<_>>(),
        &Options::default(),
    );
    matched.drives[0].pieces.iter().map(|piece| piece.edge).collect()
}
