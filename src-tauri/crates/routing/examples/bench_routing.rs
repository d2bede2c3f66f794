//! Times the router on a real region: `bench_routing FILE.osm.pbf [PAIRS]`.
//!
//! Prints p50 and p95 for one route, for three alternatives, and for three alternatives with three
//! reasons (the chain of steps and each plan without one reason), over seeded pairs of places at least ten minutes
//! apart. Clocks are read here because measuring time is all it does.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::{error::Error, time::Instant};

use domain::{Adjustment, Cause, RoadFeature, Strength, Target, intent::RoutePreference};
use rand::{Rng, SeedableRng, rngs::StdRng};
use region::{CancelToken, NoProgress, osm};
use routing::{Budget, Plan, Role, Router, Snap, SnapOptions, Subset};

/// Milliseconds of each run, by the wall and on the processor: a busy machine stretches only the first.
#[derive(Default)]
struct Times {
    wall: Vec<f64>,
    processor: Vec<f64>,
}

struct Running(Instant, f64);

impl Running {
    fn start() -> Self {
        Self(Instant::now(), processor_ms())
    }
}

impl Times {
    fn stop(&mut self, running: &Running) {
        self.wall.push(running.0.elapsed().as_secs_f64() * 1000.0);
        self.processor.push(processor_ms() - running.1);
    }

    fn print(mut self, what: &str) {
        let mut line = format!("{what:54}");
        for (name, times) in [("wall", &mut self.wall), ("cpu", &mut self.processor)] {
            times.sort_by(f64::total_cmp);
            let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
            line += &format!("  {name} p50 {:7.2} p95 {:7.2} ms", at(50), at(95));
        }
        println!("{line}");
    }
}

/// Milliseconds that this thread has run.
fn processor_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn memory_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0)
        / 1024
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: bench_routing FILE.osm.pbf [PAIRS]")?;
    let pairs: usize = arguments.next().map_or(Ok(200), |count| count.parse())?;
    let ms = |start: Instant| start.elapsed().as_secs_f64() * 1000.0;

    let data = osm::read(path.as_ref(), &mut NoProgress, &CancelToken::new())?;
    let roads = region::extract::road_network(&data, &mut osm::Skipped::default());
    drop(data);
    let dir = std::env::temp_dir().join(format!("laolu-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    let start = Instant::now();
    routing::prepare(&roads, &dir)?;
    println!("prepare {:.0} ms", ms(start));
    let start = Instant::now();
    let router = Router::open(&dir, roads)?;
    println!(
        "open {:.0} ms, {} nodes, {} edges, {} MiB in memory",
        ms(start),
        router.graph().node_count(),
        router.graph().edge_count(),
        memory_mib()
    );
    std::fs::remove_dir_all(&dir)?;

    let seed = 42;
    println!("seed {seed}, {pairs} pairs");
    let mut random = StdRng::seed_from_u64(seed);
    let nodes = router.graph().node_count() as u32;
    let place = |random: &mut StdRng, role| {
        let point = router.graph().position(random.random_range(0..nodes));
        router.snap(point, &SnapOptions::for_role(role))
    };
    let mut trips: Vec<[Snap; 2]> = Vec::new();
    while trips.len() < pairs {
        let (Ok(from), Ok(to)) = (place(&mut random, Role::Start), place(&mut random, Role::End)) else {
            continue;
        };
        let waypoints = [from, to];
        let plan = Plan {
            waypoints: &waypoints,
            adjustments: &[],
            mode: RoutePreference::Fastest,
            terms: Default::default(),
        };
        if router.route(&plan, &mut Budget::default()).is_ok_and(|route| route.duration_s >= 600.0) {
            trips.push(waypoints);
        }
    }

    let wish = |index, feature, strength| Adjustment {
        cause: Cause::Sentence(index),
        target: Target::Feature(feature),
        strength,
    };
    let avoiding = [
        wish(0, RoadFeature::Motorway, Strength::Avoid),
        wish(1, RoadFeature::Tunnel, Strength::Avoid),
        wish(2, RoadFeature::Toll, Strength::RatherNot),
    ];
    let mixed = [
        wish(0, RoadFeature::Motorway, Strength::Avoid),
        wish(1, RoadFeature::Waterside, Strength::Prefer),
        wish(2, RoadFeature::Bridge, Strength::RatherNot),
    ];
    let modes = [
        ("fastest", RoutePreference::Fastest),
        ("stable", RoutePreference::Stable),
        ("scenic", RoutePreference::Scenic),
        ("avoid highway", RoutePreference::AvoidHighway),
    ];
    for (name, mode) in modes {
        let mut times = Times::default();
        for waypoints in &trips {
            let start = Running::start();
            router.route(
                &Plan { waypoints, adjustments: &[], mode, terms: Default::default() },
                &mut Budget::default(),
            )?;
            times.stop(&start);
        }
        times.print(&format!("one route, {name}"));
    }
    for (name, adjustments) in
        [("no wishes", &[][..]), ("3 avoided", &avoiding[..]), ("2 avoided, 1 preferred", &mixed[..])]
    {
        let (mut alone, mut with_reasons) = (Times::default(), Times::default());
        let (mut shown, mut searches) = ([0; 4], 0);
        for waypoints in &trips {
            let plan =
                Plan { waypoints, adjustments, mode: RoutePreference::Fastest, terms: Default::default() };
            let start = Running::start();
            let routes = router.alternatives(&plan, 3, &mut Budget::default())?;
            alone.stop(&start);
            shown[routes.len().min(3)] += 1;
            let start = Running::start();
            let mut session = router.session(&plan)?;
            let budget = &mut Budget::default();
            session.alternatives(Subset::ALL, 3, budget)?;
            let mut step = Subset::NONE;
            session.route(step, budget)?;
            for index in 0..adjustments.len() {
                step = step.with(index);
                session.route(step, budget)?;
                session.route(Subset::ALL.without(index), budget)?;
            }
            searches += session.searches();
            with_reasons.stop(&start);
        }
        alone.print(&format!("three alternatives, {name}"));
        with_reasons.print(&format!("three alternatives and reasons, {name}"));
        println!(
            "    1, 2, 3 routes shown: {} {} {}; {:.1} searches a plan",
            shown[1],
            shown[2],
            shown[3],
            searches as f64 / trips.len() as f64
        );
    }
    println!("{} MiB in memory", memory_mib());
    Ok(())
}
