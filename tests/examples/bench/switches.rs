//! What a person does with a plan: turning a memory off, dragging a stop.

use crate::{
    figures::{Span, Timings},
    world::{Bench, Chance, SEED, STATED, between},
};
use app::dto::{PlanDto, PlanRequest};
use flows::Verdict;
use std::{
    fs::File,
    path::{Path, PathBuf},
};

const TRIPS: usize = 200;
/// Trips on a made city, and what is asked for: junctions, milliseconds, what is aimed at.
const CITY_TRIPS: usize = 100;
pub const CITIES: [(usize, f64, f64); 2] = [(250_000, 100.0, 25.0), (1_000_000, 400.0, 150.0)];
/// Places that a stop is dragged over on one trip.
const DRAGS: usize = 20;

/// Planning again after one memory was switched off, on Porto.
pub fn toggle(data: &Path) -> Verdict {
    let bench = Bench::on_porto(data);
    let trips = bench.trips(TRIPS, |_| true);
    let spans: Vec<Span> = trips.iter().filter_map(|trip| toggled(&bench, trip)).collect();
    let timings = Timings::of(&spans);
    Verdict::at_most("toggle", timings.to_string(), "at most 150 ms, taken as p95", timings.at(0.95), 150.0)
}

fn toggled(bench: &Bench, trip: &PlanRequest) -> Option<Span> {
    let (plan, ..) = bench.answer(trip)?;
    let memory = plan
        .reasons
        .iter()
        .chain(&plan.considered)
        .find(|reason| reason.memory.is_some() && reason.enabled)?;
    let request = PlanRequest { disabled: vec![memory.id.clone()], ..trip.clone() };
    bench.answer(&request).map(|(_, _, span)| span)
}

/// The same on made cities. The first of each kind has to be customised for; it counts.
pub fn city() -> Verdict {
    let (mut figures, mut holds) = (Vec::new(), true);
    for (nodes, most, aim) in CITIES {
        let folder = made(nodes);
        let bench = Bench::in_folder(&folder, &folder.join("city.osm"), &STATED);
        println!("{} MiB in memory", crate::world::resident_bytes() >> 20);
        let trips = bench.trips(CITY_TRIPS, |_| true);
        let spans: Vec<Span> = trips.iter().filter_map(|trip| toggled(&bench, trip)).collect();
        let timings = Timings::of(&spans);
        let first = spans.first().map_or(f64::NAN, |span| span.ms);
        println!("{nodes} junctions: {timings}, the first {first:.1} ms; aim {aim} ms");
        println!("{} MiB in memory", crate::world::resident_bytes() >> 20);
        holds &= timings.at(0.95) <= most;
        figures.push(format!(
            "{nodes}: p50 {:.1} ms, p95 {:.1} ms, first {first:.1} ms",
            timings.at(0.5),
            timings.at(0.95)
        ));
    }
    Verdict {
        name: "city",
        figures: figures.join("; "),
        asked: "at most 100 ms at 250,000 and 400 ms at a million junctions, taken as p95".to_owned(),
        holds,
    }
}

/// A folder for a made city, with its map file; both are kept from one run to the next.
pub fn made(nodes: usize) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let folder = program.parent().unwrap().join(format!("city-{SEED}-{nodes}"));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("city.osm");
    if !file.exists() {
        let part = folder.join("city.part");
        let counts = testkit::city::write(SEED, nodes, &mut File::create(&part).unwrap()).unwrap();
        std::fs::rename(part, &file).unwrap();
        println!("{} road nodes drawn", counts.road_nodes);
    }
    // Memories of an earlier run would be planned with too.
    for name in ["memory.db", "memory.db-wal", "memory.db-shm"] {
        std::fs::remove_file(folder.join(name)).ok();
    }
    folder
}

/// Dragging a stop along and beside the way, each place a plan of its own.
pub fn via(data: &Path) -> Verdict {
    let bench = Bench::on_porto(data);
    let trips = bench.trips(TRIPS / 10, |_| true);
    let mut chance = Chance(SEED);
    let mut verdicts = Vec::new();
    for routes in [1, 3] {
        bench.show(routes);
        let mut spans = Vec::new();
        for trip in &trips {
            let Some((plan, ..)) = bench.answer(trip) else { continue };
            let ends = [&trip.origin, &trip.destination].map(|end| {
                let point = end.as_ref().unwrap().point;
                [point.lon, point.lat]
            });
            let places = places(&plan, &mut chance);
            // While dragging there is one line, and no reasons; when the stop is let go, all of it.
            let asked = |place: &[f64; 2]| PlanRequest { draft: routes == 1, ..between(ends, &[*place]) };
            let plans = places.iter().filter_map(|place| bench.answer(&asked(place)));
            spans.extend(plans.map(|(_, _, span)| span));
        }
        let timings = Timings::of(&spans);
        println!("{routes} routes: {timings}");
        verdicts.push(timings);
    }
    let figures = format!(
        "while dragging {}; with alternatives p50 {:.1} ms, p95 {:.1} ms",
        verdicts[0],
        verdicts[1].at(0.5),
        verdicts[1].at(0.95)
    );
    Verdict::at_most("via", figures, "at most 16 ms, taken as p95", verdicts[0].at(0.95), 16.0)
}

/// From the middle of the way outwards, up to a kilometre or so beside it.
fn places(plan: &PlanDto, chance: &mut Chance) -> Vec<[f64; 2]> {
    let line = &plan.routes[0].geometry.coordinates;
    let [lon, lat] = line[line.len() / 2];
    let (east, north) = (chance.next() - 0.5, chance.next() - 0.5);
    let at = |step: usize| step as f64 / DRAGS as f64 * 0.02;
    (0..DRAGS).map(|step| [lon + east * at(step), lat + north * at(step)]).collect()
}
