//! How long searching takes: `cargo run --release -p laolu-geocode --example search_speed -- FILE.osm.pbf WORDS…`
//!
//! Types every query letter by letter and prints the slowest answer, then what was found.

#![allow(clippy::disallowed_methods, clippy::print_stdout)] // measuring is what this program is for

use std::path::Path;
use std::time::Instant;

use domain::Lang;
use region::{CancelToken, NoProgress, extract, osm};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let data = osm::read(Path::new(&file), &mut NoProgress, &CancelToken::default())?;
    let middle = data
        .bbox()
        .map(|b| domain::LonLat { lon: (b.min.lon + b.max.lon) / 2.0, lat: (b.min.lat + b.max.lat) / 2.0 });
    let dir = std::env::temp_dir().join("laolu-geocode-measure");
    std::fs::create_dir_all(&dir)?;
    let start = Instant::now();
    geocode::Index::prepare(extract::named_things(&data), &dir)?;
    let prepared = start.elapsed();
    let start = Instant::now();
    let index = geocode::Index::open(&dir)?;
    println!("{} things, prepared in {prepared:.0?}, opened in {:.0?}", index.len(), start.elapsed());
    let mut times = Vec::new();
    for query in arguments {
        for (end, c) in query.char_indices() {
            let typed = &query[..end + c.len_utf8()];
            let start = Instant::now();
            index.search(typed, middle, 10, Lang::Zh);
            times.push((start.elapsed(), typed.to_owned()));
        }
        println!("{query}");
        for hit in index.search(&query, middle, 5, Lang::Zh) {
            println!("  {:.2} {} · {} · {} · {:?}", hit.score, hit.label, hit.context, hit.kind, hit.matched);
        }
        let start = Instant::now();
        let near: Vec<String> = index.nearest(&query, 3, Lang::En).into_iter().map(|hit| hit.label).collect();
        println!("  nearest in {:.1?}: {}", start.elapsed(), near.join(" | "));
    }
    times.sort();
    for (time, typed) in times.iter().rev().take(5) {
        println!("{time:.2?} {typed}");
    }
    println!(
        "p50 {:.2?} of {}",
        times.get(times.len() / 2).map(|(time, _)| *time).unwrap_or_default(),
        times.len()
    );
    Ok(())
}
