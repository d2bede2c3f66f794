//! How long an answer takes while one types, through `app` as the window asks it, and what the index weighs.

use crate::{
    figures::Timings,
    world::{self, Watch},
};
use app::dto::{LangDto, PointDto, SearchRequest};
use domain::LonLat;
use flows::Verdict;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NoProgress, extract, osm};
use std::path::Path;

/// The word with which this program weighs one index.
pub const WEIGH: &str = "weigh-index";

const SEED: u64 = 20_261_130;
/// Names typed in each region.
const NAMES: usize = 60;
/// Milliseconds in which an answer has to be there.
const ASKED_MS: f64 = 30.0;
/// The two that are asked for; the others are shown.
const ASKED: [&str; 2] = ["porto", "monaco"];
const REGIONS: [&str; 5] = ["porto", "monaco", "liechtenstein", "beijing-haidian", "macau-roads"];
/// What is typed beside names.
const PHRASES: [&str; 14] = [
    "加油站",
    "现在开门的药店",
    "附近的停车场",
    "jiayouzhan",
    "pharmacy open now",
    "petrol station",
    "restaurant near home",
    "12 rue grimaldi",
    "rua de santa catarina & rua formosa",
    "中关村大街27号",
    "zhongguancundajie",
    "gcj02 39.99,116.31",
    "xyzzy quux",
    "rua do almada 12 porto",
];

/// Every seeded name and phrase typed letter by letter.
pub fn search(data: &Path) -> Verdict {
    println!("seed {SEED}");
    let mut worst: f64 = 0.0;
    let mut figures = Vec::new();
    for region in REGIONS {
        let folder = tempfile::tempdir().unwrap();
        let app = world::open(folder.path());
        let file = data.join("regions").join(format!("{region}.osm.pbf"));
        let installed = world::install(&app, &file);
        let [west, south, east, north] = installed.bbox;
        let middle = PointDto { lon: f64::midpoint(west, east), lat: f64::midpoint(south, north) };
        let ask = |text: &str| {
            let request = SearchRequest {
                text: text.to_owned(),
                near: Some(middle),
                lang: LangDto::Zh,
                ..Default::default()
            };
            app.search(&request).unwrap()
        };
        // Names are read when they are first asked for: a person waits for that once.
        drop(ask("a"));
        let mut spans = Vec::new();
        for text in texts(&file) {
            for (end, c) in text.char_indices() {
                let typed = &text[..end + c.len_utf8()];
                let watch = Watch::start();
                drop(ask(typed));
                spans.push((watch.stop(), typed.to_owned()));
            }
        }
        spans.sort_by(|a, b| b.0.ms.total_cmp(&a.0.ms));
        let slowest: Vec<&str> = spans.iter().take(3).map(|(_, typed)| typed.as_str()).collect();
        let timings = Timings::of(&spans.iter().map(|(span, _)| *span).collect::<Vec<_>>());
        println!("{region}: {timings}");
        let folder = folder.path().join("regions").join(&installed.id);
        println!("  {}; slowest {slowest:?}", weighed(&folder));
        if ASKED.contains(&region) {
            worst = worst.max(timings.at(0.95));
            figures.push(format!("{region} p50 {:.1} ms, p95 {:.1} ms", timings.at(0.5), timings.at(0.95)));
        }
    }
    Verdict::at_most("search", figures.join("; "), "p95 at most 30 ms on Porto and Monaco", worst, ASKED_MS)
}

/// Seeded names of the region, and the phrases.
fn texts(file: &Path) -> Vec<String> {
    let data = osm::read(file, &mut NoProgress, &CancelToken::new()).unwrap();
    let mut names: Vec<String> = extract::named_things(&data)
        .into_iter()
        .flat_map(|thing| thing.names)
        .map(|(_, text)| text)
        .filter(|text| (2..=40).contains(&text.chars().count()))
        .collect();
    names.sort_unstable();
    names.dedup();
    names.shuffle(&mut ChaCha8Rng::seed_from_u64(SEED));
    names.truncate(NAMES);
    names.extend(PHRASES.map(str::to_owned));
    names
}

/// What an open index weighs, told by a process of its own: in this one, memory that was freed is used again.
fn weighed(region: &Path) -> String {
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new(program).arg(WEIGH).arg(region).output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Opens the index of one region folder and says what it weighs.
pub fn weigh(region: &Path) {
    let before = resident_mb();
    let index = geocode::Index::open(region).unwrap();
    let near = LonLat { lon: 0.0, lat: 0.0 };
    drop(index.search("a", Some(near), 1, domain::Lang::En));
    let file = std::fs::metadata(region.join(geocode::FILE_NAME)).unwrap().len() as f64 / 1e6;
    println!(
        "{} things, index {:.1} MB in memory, {file:.1} MB on disk",
        index.len(),
        resident_mb() - before
    );
}

/// Megabytes of this process in memory, as Linux counts them.
fn resident_mb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<f64>().ok());
    pages.unwrap_or(f64::NAN) * 4096.0 / 1e6
}
