//! What is timed: whole use cases of `app`, as the shells call them.
#![allow(clippy::disallowed_methods, reason = "measuring time is this program's purpose")]

use crate::figures::{Span, Timings};
use adapters::{DrawnPreview, SystemClock};
use app::{App, CancelToken, Config, dto::*, silent};
use flows::Verdict;
use std::{path::Path, sync::Arc, time::Instant};
use tempfile::TempDir;

const SEED: u64 = 20_261_129;
const TRIPS: usize = 200;

/// Three alternatives with reasons, on Porto, with three stated preferences.
pub fn routing(data: &Path) -> Verdict {
    let bench = Bench::on_porto(data);
    let timings = Timings::of(&bench.trips().map(|trip| trip.first).collect::<Vec<_>>());
    Verdict::at_most("routing", timings.to_string(), "p50 at most 50 ms", timings.at(0.5), 50.0)
}

/// Planning again after one memory was switched off.
pub fn toggle(data: &Path) -> Verdict {
    let bench = Bench::on_porto(data);
    let timings = Timings::of(&bench.trips().filter_map(|trip| bench.toggled(&trip)).collect::<Vec<_>>());
    Verdict::at_most("toggle", timings.to_string(), "at most 150 ms, taken as p95", timings.at(0.95), 150.0)
}

/// Tiles of zoom 10 to 16 that a person would look at.
pub fn tile(data: &Path) -> Verdict {
    let bench = Bench::on_porto(data);
    let mut chance = Chance(SEED);
    let mut spans = Vec::new();
    let (mut largest, mut drawn) = (0, 0);
    for _ in 0..500 {
        let z = 10 + (chance.next() * 7.0) as u8;
        let (x, y) = tile_of(bench.somewhere(&mut chance), z);
        let watch = Watch::start();
        let tile = bench.app.tile_at(&format!("{z}/{x}/{y}")).unwrap_or_default();
        spans.push(watch.stop());
        drawn += usize::from(!tile.is_empty());
        largest = largest.max(tile.len());
    }
    let timings = Timings::of(&spans);
    Verdict::at_most(
        "tile",
        format!("{timings}, {drawn} not empty, largest {} KiB", largest / 1024),
        "at most 15 ms, taken as p95",
        timings.at(0.95),
        15.0,
    )
}

struct Bench {
    app: App,
    bbox: [f64; 4],
    _folder: TempDir,
}

struct Trip {
    request: PlanRequest,
    plan: PlanDto,
    first: Span,
}

impl Bench {
    fn on_porto(data: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app = open(folder.path());
        let region = install(&app, &data.join("regions/porto.osm.pbf"));
        for sentence in ["avoid the motorway", "avoid toll roads", "avoid tunnels"] {
            let request = PreferenceAddRequest {
                sentence: sentence.to_owned(),
                lang: LangDto::En,
                ..Default::default()
            };
            app.preference_add(&request).unwrap();
        }
        println!("seed {SEED}, {TRIPS} trips, region {} with {} junctions", region.name, region.nodes);
        Self { app, bbox: region.bbox, _folder: folder }
    }

    /// Timed plans between points by chance; pairs without a way between them are not counted, and said.
    fn trips(&self) -> impl Iterator<Item = Trip> {
        let mut chance = Chance(SEED);
        let mut without = 0;
        let mut found = Vec::new();
        while found.len() < TRIPS && without < TRIPS {
            let [origin, destination] = [(); 2].map(|()| self.somewhere(&mut chance)).map(|[lon, lat]| {
                Some(WaypointDto { point: PointDto { lon, lat }, label: String::new(), memory: None })
            });
            let request = PlanRequest { origin, destination, lang: LangDto::En, ..Default::default() };
            let watch = Watch::start();
            match self.app.plan(&request) {
                Ok(plan) => found.push(Trip { request, plan, first: watch.stop() }),
                Err(_) => without += 1,
            }
        }
        let routes: usize = found.iter().map(|trip| trip.plan.routes.len()).sum();
        let reasons: usize = found.iter().map(|trip| trip.plan.reasons.len()).sum();
        println!(
            "{routes} routes and {reasons} reasons in {} plans; {without} pairs without a way",
            found.len()
        );
        found.into_iter()
    }

    fn toggled(&self, trip: &Trip) -> Option<Span> {
        let memory = trip.plan.reasons.iter().find(|reason| reason.memory.is_some())?;
        let request = PlanRequest { disabled: vec![memory.id.clone()], ..trip.request.clone() };
        let watch = Watch::start();
        self.app.plan(&request).unwrap();
        Some(watch.stop())
    }

    fn somewhere(&self, chance: &mut Chance) -> [f64; 2] {
        let [west, south, east, north] = self.bbox;
        [west + (east - west) * chance.next(), south + (north - south) * chance.next()]
    }
}

/// An app on this folder, without a language model.
pub fn open(data_dir: &Path) -> App {
    let config = Config {
        data_dir: data_dir.to_owned(),
        bundled_maps: std::path::PathBuf::new(),
        profile: None,
        exclusive: false,
        wait_for_meaning: false,
        clock: Arc::new(SystemClock::new()),
        embedder: None,
        preview: Arc::new(DrawnPreview),
    };
    App::open(config).unwrap()
}

/// Imports a file, or dies.
pub fn install(app: &App, file: &Path) -> RegionDto {
    let request = ImportRequest { path: file.display().to_string(), name: String::new() };
    app.region_import(&request, &mut silent(), &CancelToken::default()).unwrap()
}

/// Web Mercator tile that holds a point.
fn tile_of([lon, lat]: [f64; 2], z: u8) -> (u32, u32) {
    let tiles = f64::from(1_u32 << z);
    let y = 0.5 - lat.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI);
    (((lon / 360.0 + 0.5) * tiles) as u32, (y * tiles) as u32)
}

/// Measures both times of one call.
pub struct Watch(Instant, f64);

impl Watch {
    /// Begins.
    pub fn start() -> Self {
        Self(Instant::now(), thread_processor_ms())
    }

    /// What it took until now.
    pub fn stop(&self) -> Span {
        let processor_ms = thread_processor_ms() - self.1;
        Span { ms: self.0.elapsed().as_secs_f64() * 1000.0, processor_ms }
    }
}

/// Processor time of this thread in milliseconds.
fn thread_processor_ms() -> f64 {
    let nanoseconds = |text: &str| text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    nanoseconds(&text).unwrap_or(f64::NAN) / 1e6
}

/// Processor time of this process in seconds, all threads.
pub fn processor_s() -> f64 {
    let ticks = |stat: &str| -> Option<f64> {
        // Fields 14 and 15 of the file; the second field may hold blanks and ends with the last parenthesis.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    };
    // Linux counts in hundredths of a second on every machine that Laolu runs on.
    ticks(&std::fs::read_to_string("/proc/self/stat").unwrap()).unwrap() / 100.0
}

/// SplitMix64: the same trips on every machine.
struct Chance(u64);

impl Chance {
    /// From 0 up to but not including 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
