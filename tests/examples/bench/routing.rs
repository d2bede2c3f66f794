//! Planning against Valhalla and OSRM on the same pairs, in one run.

use crate::{
    figures::{Span, Timings},
    world::{Bench, Watch, between, open, resident_bytes},
};
use app::dto::PlanRequest;
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
    /// As while a stop is dragged: the route under all wishes with its steps, and no reasons.
    draft: bool,
    /// At least so many times faster.
    osrm: f64,
    valhalla: f64,
}

const ROUNDS: [Round; 3] = [
    Round { name: "one personal route with steps", routes: 1, draft: true, osrm: 1.0, valhalla: 10.0 },
    Round { name: "one with steps and reasons", routes: 1, draft: false, osrm: 0.0, valhalla: 0.0 },
    Round { name: "three with steps and reasons", routes: 3, draft: false, osrm: 0.0, valhalla: 2.0 },
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
        for order in [Order::InTurns, Order::EachAlone] {
            let race = Race::run(&bench, &peers, &trips, &round, order);
            race.print();
            if order == JUDGED {
                holds &= race.to_osrm() >= round.osrm && race.to_valhalla() >= round.valhalla;
                figures.push(race.to_string());
            }
        }
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

/// Who plans when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Each trip by all three, one after the other: caches have been used by somebody else just before.
    InTurns,
    /// All trips by one, then by the next.
    EachAlone,
}

/// The order whose figures are held against what is asked.
const JUDGED: Order = Order::EachAlone;

/// One round: the same trips by all three.
struct Race {
    name: &'static str,
    order: Order,
    /// Ours, OSRM's, Valhalla's.
    timings: [Timings; 3],
    /// Mean time on the processor of the peers' servers, milliseconds, where the system tells.
    peers_ms: [Option<f64>; 2],
    /// Routes, reasons, bytes of all our answers.
    answered: [usize; 3],
}

impl Race {
    fn run(bench: &Bench, peers: &Peers, trips: &[PlanRequest], round: &Round, order: Order) -> Self {
        bench.show(round.routes);
        let servers = [&peers.osrm, &peers.valhalla];
        let others = round.routes as usize - 1;
        let mut answered = [0; 3];
        let mut spans = [(); 3].map(|()| Vec::with_capacity(trips.len()));
        let mut ask = |who: usize, trip: &PlanRequest| {
            let span = match who {
                0 => {
                    let request = PlanRequest { draft: round.draft, ..trip.clone() };
                    let (plan, length, span) = bench.answer(&request).unwrap();
                    let seen = [plan.routes.len(), plan.reasons.len() + plan.considered.len(), length];
                    for (sum, seen) in answered.iter_mut().zip(seen) {
                        *sum += seen;
                    }
                    span
                }
                _ => {
                    let ends = [&trip.origin, &trip.destination].map(|end| {
                        let point = end.as_ref().unwrap().point;
                        LonLat { lon: point.lon, lat: point.lat }
                    });
                    timed(servers[who - 1], &ends, others)
                }
            };
            spans[who].push(span);
        };
        let before = servers.map(Server::processor_s);
        match order {
            Order::InTurns => trips.iter().for_each(|trip| (0..3).for_each(|who| ask(who, trip))),
            Order::EachAlone => (0..3).for_each(|who| trips.iter().for_each(|trip| ask(who, trip))),
        }
        let mut after = servers.map(Server::processor_s).into_iter().zip(before);
        let peers_ms = [(); 2].map(|()| {
            let (after, before) = after.next()?;
            Some((after? - before?) * 1000.0 / trips.len() as f64)
        });
        let timings = spans.map(|spans| Timings::of(&spans));
        Self { name: round.name, order, timings, peers_ms, answered }
    }

    fn to_osrm(&self) -> f64 {
        self.timings[1].at(0.5) / self.timings[0].at(0.5)
    }

    fn to_valhalla(&self) -> f64 {
        self.timings[2].at(0.5) / self.timings[0].at(0.5)
    }

    fn print(&self) {
        let [ours, peers @ ..] = &self.timings;
        let [routes, reasons, bytes] = self.answered;
        let how = match self.order {
            Order::InTurns => "in turns",
            Order::EachAlone => "each alone",
        };
        println!(
            "{}, {how}: {routes} routes, {reasons} reasons, {} KiB an answer",
            self.name,
            bytes / 1024 / TRIPS
        );
        println!("  ours      {ours}");
        for (name, peer) in ["OSRM", "Valhalla"].iter().zip(peers) {
            let ratio = |share| peer.at(share) / ours.at(share);
            println!("  {name:9} {peer}");
            println!("            takes {:.2} times ours at p50, {:.2} at p95", ratio(0.5), ratio(0.95));
        }
        // Fair while the machine has other things to do; a peer's share is counted by the system in hundredths of a second.
        let own = ours.processor_mean();
        print!("  on the processor, mean: ours {own:.2} ms");
        for (name, ms) in ["OSRM", "Valhalla"].iter().zip(self.peers_ms) {
            let Some(ms) = ms else { continue };
            print!("; {name} {ms:.2}, {:.2} times ours", ms / own);
        }
        println!();
    }
}

impl std::fmt::Display for Race {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} p50 {:.2} ms, OSRM takes {:.2} times, Valhalla {:.1} times that",
            self.name,
            self.timings[0].at(0.5),
            self.to_osrm(),
            self.to_valhalla()
        )
    }
}

/// Plans so many trips so often, without the peers.
pub fn plan(data: &Path, routes: u32, rounds: usize) {
    let bench = Bench::on_porto(data);
    let trips = bench.trips(TRIPS / 2, |_| true);
    bench.show(routes.max(1));
    let draft = |trip: &PlanRequest| PlanRequest { draft: routes == 0, ..trip.clone() };
    for _ in 0..rounds {
        let spans: Vec<Span> = trips.iter().filter_map(|trip| Some(bench.answer(&draft(trip))?.2)).collect();
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
