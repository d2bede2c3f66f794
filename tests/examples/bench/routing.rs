//! Planning against Valhalla and OSRM on the same pairs, in one run.

use crate::{
    figures::{Span, Timings},
    world::{Bench, Watch, between, open, resident_bytes},
};
use domain::LonLat;
use flows::{
    Verdict,
    peers::{Peers, Server, Tools},
};
use std::{path::Path, process::Command};

const TRIPS: usize = 200;

/// What is compared, and what is asked for: how often ours has to fit into a peer's time, OSRM's and Valhalla's.
struct Round {
    name: &'static str,
    routes: u32,
    /// At least so many times faster.
    osrm: f64,
    valhalla: f64,
}

const ROUNDS: [Round; 2] = [
    Round { name: "one personal route with steps", routes: 1, osrm: 1.0, valhalla: 10.0 },
    Round { name: "three with steps and reasons", routes: 3, osrm: 0.0, valhalla: 2.0 },
];

/// One and three personal routes beside the peers', and the memory of the loaded region.
pub fn routing(data: &Path) -> Verdict {
    let asked =
        "one: faster than OSRM, 10 times Valhalla; three: 2 times Valhalla; memory at most 1.5 of OSRM's";
    let short =
        |why: String| Verdict { name: "routing", figures: why, asked: asked.to_owned(), holds: false };
    let file = data.join("regions/porto.osm.pbf");
    let peers = match Peers::start(&file, &Tools::cache()) {
        Ok(peers) => peers,
        Err(missing) => return short(format!("no peers: {missing}")),
    };
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::in_folder(folder.path(), &file, &crate::world::STATED);
    let points = |ends: &[[f64; 2]; 2]| ends.map(|[lon, lat]| LonLat { lon, lat });
    let trips = bench.trips(TRIPS, |ends| {
        [&peers.osrm, &peers.valhalla].iter().all(|server| server.route(&points(ends), 0, true).is_ok())
    });
    let (mut figures, mut holds) = (Vec::new(), true);
    for round in ROUNDS {
        bench.show(round.routes);
        let (mut ours, mut osrm, mut valhalla) = (Vec::new(), Vec::new(), Vec::new());
        let (mut routes, mut reasons, mut bytes) = (0, 0, 0);
        let before = [&peers.osrm, &peers.valhalla].map(|server| server.processor_s());
        for request in &trips {
            let ends = [&request.origin, &request.destination].map(|end| {
                let point = end.as_ref().unwrap().point;
                LonLat { lon: point.lon, lat: point.lat }
            });
            let others = round.routes as usize - 1;
            let (plan, length, span) = bench.answer(request).unwrap();
            ours.push(span);
            routes += plan.routes.len();
            reasons += plan.reasons.len() + plan.considered.len();
            bytes += length;
            osrm.push(timed(&peers.osrm, &ends, others));
            valhalla.push(timed(&peers.valhalla, &ends, others));
        }
        let after = [&peers.osrm, &peers.valhalla].map(|server| server.processor_s());
        let [ours, osrm, valhalla] = [ours, osrm, valhalla].map(|spans| Timings::of(&spans));
        println!(
            "{}: {routes} routes, {reasons} reasons, {} KiB an answer",
            round.name,
            bytes / 1024 / trips.len()
        );
        println!("  ours      {ours}");
        for (name, peer) in [("OSRM", &osrm), ("Valhalla", &valhalla)] {
            let ratio = |share| peer.at(share) / ours.at(share);
            println!("  {name:9} {peer}");
            println!("            takes {:.2} times ours at p50, {:.2} at p95", ratio(0.5), ratio(0.95));
        }
        // Fair while the machine has other things to do; a peer's share is counted by the system in hundredths of a second.
        let own = ours.processor_mean();
        print!("  on the processor, mean: ours {own:.2} ms");
        for (name, before, after) in [("OSRM", before[0], after[0]), ("Valhalla", before[1], after[1])] {
            let Some(spent) = after.zip(before).map(|(after, before)| after - before) else { continue };
            let ms = spent * 1000.0 / trips.len() as f64;
            print!("; {name} {ms:.2}, {:.2} times ours", ms / own);
        }
        println!();
        let (to_osrm, to_valhalla) = (osrm.at(0.5) / ours.at(0.5), valhalla.at(0.5) / ours.at(0.5));
        holds &= to_osrm >= round.osrm && to_valhalla >= round.valhalla;
        figures.push(format!(
            "{} route{} p50 {:.2} ms, OSRM takes {to_osrm:.2} times, Valhalla {to_valhalla:.1} times that",
            round.routes,
            if round.routes == 1 { "" } else { "s" },
            ours.at(0.5)
        ));
    }
    let first =
        trips.first().and_then(|trip| Some([trip.origin.as_ref()?.point, trip.destination.as_ref()?.point]));
    let ours = first.and_then(|[from, to]| loaded(folder.path(), [[from.lon, from.lat], [to.lon, to.lat]]));
    let ratio = match (ours, peers.osrm.resident_bytes()) {
        (Some(ours), Some(osrm)) => {
            println!("in memory: ours {} MiB, OSRM {} MiB", ours >> 20, osrm >> 20);
            ours as f64 / osrm as f64
        }
        _ => f64::NAN,
    };
    figures.push(format!("memory {ratio:.2} of OSRM's"));
    Verdict { holds: holds && ratio <= 1.5, ..short(figures.join("; ")) }
}

/// Plans so many trips so often, without the peers.
pub fn plan(data: &Path, routes: u32, rounds: usize) {
    let bench = Bench::on_porto(data);
    let trips = bench.trips(TRIPS / 2, |_| true);
    bench.show(routes);
    for _ in 0..rounds {
        let spans: Vec<Span> = trips.iter().filter_map(|trip| Some(bench.answer(trip)?.2)).collect();
        println!("{routes} routes: {}", Timings::of(&spans));
    }
}

fn timed(server: &Server, ends: &[LonLat], others: usize) -> Span {
    let watch = Watch::start();
    server.ask(ends, others, true).unwrap();
    watch.stop()
}

/// Memory of a program that has done nothing but open this folder and plan once, bytes.
fn loaded(folder: &Path, [[a, b], [c, d]]: [[f64; 2]; 2]) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let numbers = [a, b, c, d].map(|number| number.to_string());
    let output = Command::new(program).arg("resident").arg(folder).args(numbers).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The other side of [`loaded`]: `resident FOLDER LON LAT LON LAT`.
pub fn resident(arguments: &[String]) {
    let number = |index: usize| arguments[index].parse::<f64>().unwrap();
    let app = open(Path::new(&arguments[0]));
    app.plan(&between([[number(1), number(2)], [number(3), number(4)]], &[])).unwrap();
    println!("{}", resident_bytes());
}
