//! Tiles.

use crate::{
    figures::Timings,
    world::{Bench, Chance, SEED, Watch},
};
use flows::Verdict;
use std::path::Path;

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

/// Web Mercator tile that holds a point.
fn tile_of([lon, lat]: [f64; 2], z: u8) -> (u32, u32) {
    let tiles = f64::from(1_u32 << z);
    let y = 0.5 - lat.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI);
    (((lon / 360.0 + 0.5) * tiles) as u32, (y * tiles) as u32)
}
