//! Tiles: how long one takes, and how large the largest is, over every region of the data folder and made cities.

use crate::{
    figures::{Span, Timings},
    switches::{CITIES, made},
    world::{Bench, Chance, SEED, Watch},
};
use flows::Verdict;
use std::path::{Path, PathBuf};

/// What is asked for.
const MOST_MS: f64 = 15.0;
const MOST_BYTES: usize = 300_000;

/// Up to this zoom every tile of a region is cut; beyond, [`SAMPLE`] of each zoom that are not empty, by chance.
const EVERY_TILE_TO: u8 = 10;
const DEEPEST: u8 = 16;
const SAMPLE: usize = 200;

/// Every tile of the low zooms and a sample of the others, region by region. Empty tiles cost nothing and are not
/// counted.
pub fn tile(data: &Path) -> Verdict {
    let mut files: Vec<PathBuf> = std::fs::read_dir(data.join("regions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".osm.pbf"))
        .collect();
    files.sort();
    let mut worst = Worst::default();
    for file in files {
        let folder = tempfile::tempdir().unwrap();
        worst.add(&measure(&Bench::in_folder(folder.path(), &file, &[])));
    }
    for (nodes, ..) in CITIES {
        let folder = made(nodes);
        worst.add(&measure(&Bench::in_folder(&folder, &folder.join("city.osm"), &[])));
    }
    let Worst { p95, max, largest, tiles } = worst;
    Verdict {
        name: "tile",
        figures: format!(
            "{tiles} tiles, worst region's p95 {p95:.1} ms, max {max:.1} ms, largest {largest} bytes"
        ),
        asked: format!("p95 at most {MOST_MS} ms in every region, no tile over {MOST_BYTES} bytes"),
        holds: tiles > 0 && p95 <= MOST_MS && largest <= MOST_BYTES,
    }
}

/// The worst of all regions.
#[derive(Default)]
struct Worst {
    p95: f64,
    max: f64,
    largest: usize,
    tiles: usize,
}

impl Worst {
    fn add(&mut self, cut: &[Cut]) {
        let timings = Timings::of(&cut.iter().map(|cut| cut.span).collect::<Vec<_>>());
        self.p95 = self.p95.max(timings.at(0.95));
        self.max = self.max.max(timings.at(1.0));
        self.largest = self.largest.max(cut.iter().map(|cut| cut.bytes).max().unwrap_or(0));
        self.tiles += cut.len();
    }
}

/// One tile.
struct Cut {
    path: String,
    bytes: usize,
    span: Span,
}

fn measure(bench: &Bench) -> Vec<Cut> {
    // Whoever asks first waits until the region's features are projected, once in the life of the program.
    let watch = Watch::start();
    bench.app.tile_at("0/0/0");
    let first = watch.stop().ms;
    let mut cut: Vec<Cut> = Vec::new();
    let mut chance = Chance(SEED);
    for z in 0..=DEEPEST {
        let before = cut.len();
        let [west, south, east, north] = bench.bbox;
        let ((left, top), (right, bottom)) = (tile_of([west, north], z), tile_of([east, south], z));
        let all = || (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
        if z <= EVERY_TILE_TO || all().count() <= SAMPLE {
            cut.extend(all().filter_map(|(x, y)| one(bench, z, x, y)));
        } else {
            let some = (0..SAMPLE * 4).filter_map(|_| {
                let (x, y) = tile_of(bench.somewhere(&mut chance), z);
                one(bench, z, x, y)
            });
            cut.extend(some.take(SAMPLE));
        }
        let of_zoom = &cut[before..];
        let timings = Timings::of(&of_zoom.iter().map(|cut| cut.span).collect::<Vec<_>>());
        if let Some(largest) = of_zoom.iter().max_by_key(|cut| cut.bytes) {
            println!("  zoom {z}: {timings}; largest {} bytes at {}", largest.bytes, largest.path);
        }
    }
    let slowest = cut.iter().max_by(|a, b| a.span.ms.total_cmp(&b.span.ms));
    let slowest =
        slowest.map_or_else(String::new, |cut| format!("slowest {} {:.1} ms", cut.path, cut.span.ms));
    println!("  getting ready {first:.0} ms; {slowest}");
    cut
}

fn one(bench: &Bench, z: u8, x: u32, y: u32) -> Option<Cut> {
    let path = format!("{z}/{x}/{y}");
    let watch = Watch::start();
    let bytes = bench.app.tile_at(&path)?.len();
    Some(Cut { span: watch.stop(), path, bytes })
}

/// Web Mercator tile that holds a point.
fn tile_of([lon, lat]: [f64; 2], z: u8) -> (u32, u32) {
    let tiles = f64::from(1_u32 << z);
    let y = 0.5 - lat.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI);
    (((lon / 360.0 + 0.5) * tiles) as u32, (y * tiles) as u32)
}
