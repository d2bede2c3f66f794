//! What benches share: an app on a region, trips by chance, a watch.
#![allow(clippy::disallowed_methods, reason = "measuring time is this program's purpose")]

use crate::figures::Span;
use adapters::{DrawnPreview, SystemClock};
use app::{App, CancelToken, Config, dto::*, silent};
use std::{path::Path, sync::Arc, time::Instant};
use tempfile::TempDir;

/// Start of every draw.
pub const SEED: u64 = 20_261_129;
/// What the person of the benches has said.
pub const STATED: [&str; 3] = ["avoid the motorway", "avoid toll roads", "avoid tunnels"];

/// An app with one region.
pub struct Bench {
    pub app: App,
    pub bbox: [f64; 4],
    _folder: Option<TempDir>,
}

impl Bench {
    /// Porto, and a person with three stated preferences.
    pub fn on_porto(data: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bench = Self::in_folder(folder.path(), &data.join("regions/porto.osm.pbf"), &STATED);
        Self { _folder: Some(folder), ..bench }
    }

    /// Any region in a folder that stays; what is there already is used.
    pub fn in_folder(folder: &Path, file: &Path, stated: &[&str]) -> Self {
        let app = open(folder);
        let region = match app.region_list().unwrap().into_iter().next() {
            Some(region) => region,
            None => install(&app, file),
        };
        for sentence in stated {
            let sentence = (*sentence).to_owned();
            let request = PreferenceAddRequest { sentence, lang: LangDto::En, ..Default::default() };
            app.preference_add(&request).unwrap();
        }
        println!("seed {SEED}, region {} with {} junctions", region.name, region.nodes);
        Self { app, bbox: region.bbox, _folder: None }
    }

    /// How many routes a plan shows.
    pub fn show(&self, routes: u32) {
        let settings = SettingsDto { routes, ..self.app.settings().unwrap() };
        self.app.settings_set(&settings).unwrap();
    }

    /// Plans, and writes the answer down as it crosses a shell.
    pub fn answer(&self, request: &PlanRequest) -> Option<(PlanDto, usize, Span)> {
        let watch = Watch::start();
        let plan = self.app.plan(request).ok()?;
        let bytes = serde_json::to_vec(&plan).ok()?.len();
        Some((plan, bytes, watch.stop()))
    }

    /// Trips between points by chance that take ten minutes at least. Pairs without a way are left out, and said.
    pub fn trips(&self, count: usize, also: impl Fn(&[[f64; 2]; 2]) -> bool) -> Vec<PlanRequest> {
        let mut chance = Chance(SEED);
        let mut without = 0;
        let mut found = Vec::new();
        self.show(1);
        while found.len() < count && without < count * 20 {
            let ends = [(); 2].map(|()| self.somewhere(&mut chance));
            let request = between(ends, &[]);
            let long = self.app.plan(&request).is_ok_and(|plan| plan.routes[0].duration_s >= 600.0);
            if long && also(&ends) { found.push(request) } else { without += 1 }
        }
        self.show(3);
        println!("{} trips of ten minutes and more; {without} pairs shorter or without a way", found.len());
        found
    }

    pub fn somewhere(&self, chance: &mut Chance) -> [f64; 2] {
        let [west, south, east, north] = self.bbox;
        [west + (east - west) * chance.next(), south + (north - south) * chance.next()]
    }
}

/// A request between two points by way of others.
pub fn between(ends: [[f64; 2]; 2], vias: &[[f64; 2]]) -> PlanRequest {
    let waypoint = |[lon, lat]: [f64; 2]| WaypointDto {
        point: PointDto { lon, lat },
        label: String::new(),
        memory: None,
    };
    PlanRequest {
        origin: Some(waypoint(ends[0])),
        destination: Some(waypoint(ends[1])),
        vias: vias.iter().copied().map(waypoint).collect(),
        lang: LangDto::En,
        ..Default::default()
    }
}

/// An app on a folder, without a model.
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

/// Imports a file.
pub fn install(app: &App, file: &Path) -> RegionDto {
    let request = ImportRequest { path: file.display().to_string(), name: String::new() };
    app.region_import(&request, &mut silent(), &CancelToken::default()).unwrap()
}

/// Measures both times of one call.
pub struct Watch(Instant, f64);

impl Watch {
    pub fn start() -> Self {
        Self(Instant::now(), thread_processor_ms())
    }

    pub fn stop(&self) -> Span {
        let processor_ms = thread_processor_ms() - self.1;
        Span { ms: self.0.elapsed().as_secs_f64() * 1000.0, processor_ms }
    }
}

/// Processor time of this thread in milliseconds.
fn thread_processor_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// Memory of this process in RAM, bytes.
pub fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
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
pub struct Chance(pub u64);

impl Chance {
    /// From 0 up to but not including 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
