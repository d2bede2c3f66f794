//! Random small networks with every rule in them: the guided search against the plain one, and every route against
//! the independent judge. The seed is printed; `LAOLU_SEED` sets another.

#![allow(clippy::print_stdout, reason = "a failing seed has to be seen")]

use std::sync::Arc;

use domain::{
    Adjustment, Cause, LonLat, Ring, RoadClass, RoadFeature, Route, Strength, Target, intent::RoutePreference,
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use region::{Access, Node, Restriction, RoadNetwork, Segment, WayAttrs};
use routing::{Budget, Checker, NoRoute, Pace, Plan, Role, Router, Snap, SnapOptions, Subset};

fn seed() -> u64 {
    let seed = std::env::var("LAOLU_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_261_129);
    println!("LAOLU_SEED={seed}");
    seed
}

/// A grid with holes, one-ways, private roads, barriers, lights, all classes and features, and restrictions over one
/// to three edges.
fn network(random: &mut StdRng) -> RoadNetwork {
    let (columns, rows) = (random.random_range(2..7_u32), random.random_range(2..7_u32));
    let mut roads = RoadNetwork {
        drives_left: random.random_bool(0.3),
        strings: vec![String::new()],
        ..Default::default()
    };
    for index in 0..columns * rows {
        roads.nodes.push(Node {
            osm: 1000 + i64::from(index),
            lon_e7: (index % columns) as i32 * 15_000 + random.random_range(-4000..4000),
            lat_e7: (index / columns) as i32 * 15_000 + random.random_range(-4000..4000),
            signals: random.random_bool(0.1),
            blocked: random.random_bool(0.03),
            uturn_ok: random.random_bool(0.05),
            delay_s: if random.random_bool(0.03) { 20 } else { 0 },
        });
    }
    for index in 0..columns * rows {
        for (there, exists) in
            [(index + 1, index % columns + 1 < columns), (index + columns, index / columns + 1 < rows)]
        {
            if exists && random.random_bool(0.85) {
                add_road(&mut roads, random, index, there);
            }
        }
    }
    for _ in 0..random.random_range(0..8) {
        add_restriction(&mut roads, random);
    }
    roads
}

fn add_road(roads: &mut RoadNetwork, random: &mut StdRng, tail: u32, head: u32) {
    let (a, b) = (roads.nodes[tail as usize], roads.nodes[head as usize]);
    let at = |node: Node| LonLat { lon: f64::from(node.lon_e7) / 1e7, lat: f64::from(node.lat_e7) / 1e7 };
    let name = format!("Road {}", random.random_range(0..6));
    roads.strings.push(name);
    let class = random.random_range(0..RoadClass::ALL.len() as u8 - 1);
    let speed = random.random_range(10..120);
    roads.ways.push(WayAttrs {
        osm: 1 + roads.ways.len() as i64,
        class,
        link: random.random_bool(0.1),
        roundabout: random.random_bool(0.05),
        rate_percent: if random.random_bool(0.1) { 75 } else { 100 },
        speed_forward: speed,
        speed_backward: speed,
        maxspeed: 0,
        layer: 0,
        lanes: 0,
        name: roads.strings.len() as u32 - 1,
        name_en: 0,
        name_zh: 0,
        road_ref: 0,
        ferry_s: 0,
    });
    let open = if random.random_bool(0.15) { Access::Destination } else { Access::Yes };
    let one_way = random.random_bool(0.25);
    roads.segments.push(Segment {
        tail,
        head,
        way: roads.ways.len() as u32 - 1,
        length_dm: (at(a).distance_m(at(b)) * 10.0).round().max(1.0) as u32,
        shape_start: 0,
        shape_len: 0,
        forward: open,
        backward: if one_way { Access::No } else { open },
        features: random.random_range(0..1_u16 << RoadFeature::COUNT)
            & random.random_range(0..1_u16 << RoadFeature::COUNT)
            & random.random_range(0..1_u16 << RoadFeature::COUNT),
    });
}

/// Drives at random for two to four edges and forbids that. Without turning around: at a stop one may, wherever
/// the stop is, and the judge does not know where that was.
fn add_restriction(roads: &mut RoadNetwork, random: &mut StdRng) {
    let edges = roads.segments.len() as u32 * 2;
    if edges == 0 {
        return;
    }
    let end = |edge: u32, at_head: bool| {
        let segment = &roads.segments[edge as usize / 2];
        if (edge & 1 == 0) == at_head { segment.head } else { segment.tail }
    };
    let mut driven = vec![random.random_range(0..edges)];
    for _ in 0..random.random_range(1..4) {
        let last = driven[driven.len() - 1];
        let next: Vec<u32> =
            (0..edges).filter(|e| end(*e, false) == end(last, true) && *e != last ^ 1).collect();
        if next.is_empty() {
            break;
        }
        driven.push(next[random.random_range(0..next.len())]);
    }
    if driven.len() < 2 {
        return;
    }
    let (from, to) = (driven[0], driven[driven.len() - 1]);
    roads.restrictions.push(Restriction {
        from,
        via: driven[1..driven.len() - 1].to_vec(),
        to,
        condition: None,
    });
}

fn adjustments(random: &mut StdRng, router: &Router) -> Vec<Adjustment> {
    (0..random.random_range(0..5))
        .map(|index| Adjustment {
            cause: Cause::Sentence(index),
            target: match random.random_range(0..4) {
                0 => Target::Feature(RoadFeature::ALL[random.random_range(0..RoadFeature::COUNT)]),
                1 => Target::Road(format!("road{}", random.random_range(0..6))),
                2 => area(random, router),
                _ => {
                    let mut edges = router.edges_of_road(&format!("Road {}", random.random_range(0..6)));
                    edges.truncate(random.random_range(0..6));
                    Target::Section { label: String::new(), edges }
                }
            },
            strength: Strength::ALL[random.random_range(0..Strength::ALL.len())],
        })
        .collect()
}

/// A triangle over any of the map: with corners at its nodes, so that borders run through junctions.
fn area(random: &mut StdRng, router: &Router) -> Target {
    let nodes = router.graph().node_count() as u32;
    loop {
        let corners: Vec<LonLat> =
            (0..3).map(|_| router.graph().position(random.random_range(0..nodes))).collect();
        if let Some(ring) = Ring::new(&corners) {
            return Target::Area { label: String::new(), ring };
        }
    }
}

fn place(random: &mut StdRng, router: &Router, role: Role) -> Option<Snap> {
    let roads = router.graph().roads();
    let segment = random.random_range(0..roads.segments.len() as u32);
    let line = router.graph().geometry(segment * 2);
    let (a, b, t) = (line[0], line[line.len() - 1], random.random_range(0.0..1.0));
    let point = LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t };
    router.snap(point, &SnapOptions::for_role(role)).ok()
}

fn judge(router: &Router, route: &Route) {
    let verdict = Checker::new(router.graph().roads()).route(route);
    assert!(verdict.is_ok(), "{verdict:?}");
    let line: f64 = route.geometry.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum();
    assert!(
        (line - route.distance_m).abs() < 2.0 + route.distance_m * 0.01,
        "{line} m drawn, {} m",
        route.distance_m
    );
    assert!(route.duration_s.is_finite() && route.weight_s >= 0.0);
}

/// Seconds of travel over the whole edges that are counted.
fn driven(router: &Router, route: &Route, counts: impl Fn(&domain::EdgeKey) -> bool) -> f64 {
    let edges = route.edges.iter().filter(|key| counts(key)).filter_map(|key| router.graph().edge_of(*key));
    edges
        .map(|edge| router.graph().length_m(edge) * 3.6 / f64::from(router.graph().way(edge).speed_forward))
        .sum()
}

/// The same network as somebody drives it: some edges quicker or slower than the map, the rest by a factor.
fn paced(random: &mut StdRng, router: &Router) -> Arc<Router> {
    let edges = router.graph().edge_count() as u32;
    let known = (0..edges).filter(|_| random.random_bool(0.3)).collect::<Vec<u32>>();
    let known = known.into_iter().map(|edge| (router.graph().key(edge), random.random_range(0.5..60.0)));
    let known = known.collect();
    router.paced(&Pace { known, elsewhere: random.random_range(0.5..3.0) })
}

type Answer = Result<Arc<Route>, NoRoute>;

fn same(guided: &Answer, plain: &Answer) {
    match (guided, plain) {
        (Ok(a), Ok(b)) => {
            assert_eq!((&a.edges, a.weight_s, a.duration_s), (&b.edges, b.weight_s, b.duration_s));
        }
        (a, b) => assert_eq!(a, b),
    }
}

#[test]
fn rt8_the_guided_search_equals_the_plain_one() {
    let mut random = StdRng::seed_from_u64(seed());
    let (mut found, mut excluded, mut none, mut given) = (0, 0, 0, 0);
    for round in 0..400 {
        let roads = network(&mut random);
        if roads.segments.is_empty() {
            continue;
        }
        let router = Router::build(roads);
        let router = if random.random_bool(0.4) { paced(&mut random, &router) } else { Arc::new(router) };
        for trip in 0..6 {
            let count = random.random_range(2..5);
            let role = |index| match index {
                0 => Role::Start,
                last if last + 1 == count => Role::End,
                _ => Role::Via,
            };
            let waypoints: Option<Vec<Snap>> =
                (0..count).map(|i| place(&mut random, &router, role(i))).collect();
            let Some(waypoints) = waypoints else { continue };
            let adjustments = adjustments(&mut random, &router);
            let modes = [
                RoutePreference::Fastest,
                RoutePreference::Stable,
                RoutePreference::Scenic,
                RoutePreference::AvoidHighway,
            ];
            let mode = modes[random.random_range(0..4)];
            let plan =
                Plan { waypoints: &waypoints, adjustments: &adjustments, mode, terms: Default::default() };
            let mut guided = router.session(&plan).expect("a plan");
            let mut plain = router.session(&plan).expect("a plan").by_reference();
            let mut measured = router.session(&plan).expect("a plan");
            for _ in 0..5 {
                let mut subset = Subset::ALL;
                for index in 0..adjustments.len() {
                    subset = if random.random_bool(0.5) { subset } else { subset.without(index) };
                }
                subset = if random.random_bool(0.5) { subset } else { subset.without_mode() };
                let answer = guided.route(subset, &mut Budget::default());
                same(&answer, &plain.route(subset, &mut Budget::default()));
                match &answer {
                    Ok(route) => {
                        judge(&router, route);
                        let figures = measured.measure(subset, &mut Budget::default()).expect("a way");
                        assert_eq!(
                            (&figures.route, figures.duration_s, figures.distance_m),
                            (&route.id, route.duration_s, route.distance_m),
                            "what is measured is the route"
                        );
                        if let Ok(Some(again)) = guided.along(&route.edges, subset) {
                            same(&answer, &Ok(again));
                            given += 1;
                        }
                    }
                    Err(NoRoute::Excluded { least_violating, by }) => {
                        assert!(!by.is_empty(), "round {round} trip {trip}: someone forbade it");
                        judge(&router, least_violating);
                    }
                    Err(_) => {}
                }
                match answer {
                    Ok(_) => found += 1,
                    Err(NoRoute::Excluded { .. }) => excluded += 1,
                    Err(_) => none += 1,
                }
            }
        }
    }
    println!("{found} found, {excluded} excluded, {none} without a way");
    assert!(given > 200, "ways that were found are drawn again by their edges: {given}");
    assert!(found > 1000 && excluded > 50, "the networks are worth searching");
}

#[test]
fn rt9_alternatives_are_legal_cheap_enough_and_different() {
    let mut random = StdRng::seed_from_u64(seed() ^ 1);
    let mut shown = [0; 4];
    for _ in 0..300 {
        let roads = network(&mut random);
        if roads.segments.is_empty() {
            continue;
        }
        let router = Router::build(roads);
        let (Some(from), Some(to)) =
            (place(&mut random, &router, Role::Start), place(&mut random, &router, Role::End))
        else {
            continue;
        };
        let waypoints = [from, to];
        let adjustments = adjustments(&mut random, &router);
        let plan = Plan {
            waypoints: &waypoints,
            adjustments: &adjustments,
            mode: RoutePreference::Fastest,
            terms: Default::default(),
        };
        let Ok(routes) = router.alternatives(&plan, 3, &mut Budget::default()) else { continue };
        let again = router.alternatives(&plan, 3, &mut Budget::default()).expect("as before");
        assert_eq!(routes, again, "equal input, equal routes");
        shown[routes.len()] += 1;
        for (index, route) in routes.iter().enumerate() {
            judge(&router, route);
            assert!(
                route.weight_s <= routes[0].weight_s * 1.4 + 0.1,
                "{} against {}",
                route.weight_s,
                routes[0].weight_s
            );
            assert!(route.weight_s >= routes[0].weight_s - 1e-6, "the first is the best");
            for other in &routes[..index] {
                let common = driven(&router, route, |key| other.edges.contains(key));
                let shorter = driven(&router, route, |_| true).min(driven(&router, other, |_| true));
                assert!(common <= 0.7 * shorter + 0.1, "{common} s of {shorter} s shared");
            }
        }
    }
    println!("1, 2, 3 routes: {shown:?}");
    assert!(shown[2] + shown[3] > 20, "{shown:?}");
}

#[test]
fn rt2_what_prepare_writes_answers_like_what_build_makes() {
    let mut random = StdRng::seed_from_u64(seed() ^ 2);
    let roads = network(&mut random);
    let dir = tempfile::tempdir().expect("a folder");
    routing::prepare(&roads, dir.path()).expect("written");
    let opened = Router::open(dir.path(), roads.clone()).expect("opened");
    let built = Router::build(roads.clone());
    let mut compared = 0;
    for _ in 0..50 {
        let (Some(from), Some(to)) =
            (place(&mut random, &built, Role::Start), place(&mut random, &built, Role::End))
        else {
            continue;
        };
        let waypoints = [from, to];
        let plan = Plan {
            waypoints: &waypoints,
            adjustments: &[],
            mode: RoutePreference::Fastest,
            terms: Default::default(),
        };
        same(&opened.route(&plan, &mut Budget::default()), &built.route(&plan, &mut Budget::default()));
        compared += 1;
    }
    assert!(compared > 10);
    let mut other = roads;
    other.segments.pop();
    assert!(
        matches!(Router::open(dir.path(), other.clone()), Err(routing::OpenError::Foreign)),
        "other roads"
    );
    let file = dir.path().join(routing::HIERARCHY_FILE);
    let mut bytes = std::fs::read(&file).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    assert!(Router::open(dir.path(), other).is_err(), "a damaged file is refused");
    assert!(matches!(
        Router::open(&dir.path().join("absent"), RoadNetwork::default()),
        Err(routing::OpenError::Io(_))
    ));
}

#[test]
fn an_empty_network_is_no_reason_to_fall_over() {
    let router = Router::build(RoadNetwork::default());
    let here = LonLat { lon: 1.0, lat: 1.0 };
    assert_eq!(router.snap(here, &SnapOptions::default()), Err(routing::SnapError::NoRoads));
    assert!(router.section_at(here).is_none() && router.road_names().is_empty());
}
