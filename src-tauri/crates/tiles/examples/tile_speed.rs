//! How long tiles take: `cargo run --release -p laolu-tiles --example tile_speed -- FILE.osm.pbf …`
//!
//! Cuts every tile of the file's box at every zoom from 6 to 16 and prints times and sizes.

#![allow(clippy::disallowed_methods, clippy::print_stdout)] // measuring is what this program is for

use std::path::Path;
use std::time::Instant;

use region::{CancelToken, NoProgress, extract, osm};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let data = osm::read(Path::new(&file), &mut NoProgress, &CancelToken::default())?;
        let mut skipped = osm::Skipped::default();
        let roads = extract::road_network(&data, &mut skipped);
        let features = extract::map_features(&data, &roads, &mut skipped);
        let start = Instant::now();
        let set = tiles::TileSet::build(features);
        println!("{file}: {} features, built in {:.0} ms", set.len(), start.elapsed().as_secs_f64() * 1e3);
        let Some(bounds) = set.bounds() else { continue };
        let mut all = Vec::new();
        for z in 6..=tiles::MAX_ZOOM {
            let mut times = Vec::new();
            let mut largest = 0;
            let (left, top) = column_row(z, bounds.min.lon, bounds.max.lat);
            let (right, bottom) = column_row(z, bounds.max.lon, bounds.min.lat);
            for (x, y) in (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y))) {
                let start = Instant::now();
                let bytes = set.tile(z, x, y);
                if !bytes.is_empty() {
                    times.push(start.elapsed().as_secs_f64() * 1e3);
                    largest = largest.max(bytes.len());
                }
            }
            all.extend_from_slice(&times);
            println!("  z{z}: {}, largest {} kB", summary(&mut times), largest / 1000);
        }
        println!("  all: {}", summary(&mut all));
    }
    Ok(())
}

fn column_row(z: u8, lon: f64, lat: f64) -> (u32, u32) {
    let side = f64::from(1u32 << z);
    let y = 0.5 - lat.to_radians().tan().asinh() / std::f64::consts::TAU;
    (((lon / 360.0 + 0.5) * side) as u32, (y * side) as u32)
}

fn summary(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    let last = times.last().copied().unwrap_or_default();
    format!("{} tiles, p50 {:.2} ms, p95 {:.2}, max {last:.2}", times.len(), at(0.5), at(0.95))
}
