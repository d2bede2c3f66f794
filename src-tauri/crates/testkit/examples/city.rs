//! Writes the made city that ships with the app as an OSM file: `city OUT`. `cargo xtask setup` calls it.
#![allow(clippy::print_stderr, reason = "a chore's program")]

use std::{fs::File, path::PathBuf, process::ExitCode};

/// The same city on every machine.
const SEED: u64 = 20_261_129;
const NODES: usize = 20_000;

fn main() -> ExitCode {
    let Some(out) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: city OUT");
        return ExitCode::FAILURE;
    };
    // Written aside and renamed: a half written file would look like a city that ends early.
    let fresh = out.with_extension("new");
    let written = File::create(&fresh).and_then(|mut file| testkit::city::write(SEED, NODES, &mut file));
    match written.and_then(|counts| std::fs::rename(&fresh, &out).map(|()| counts)) {
        Ok(counts) => {
            eprintln!("city: {} road nodes, {} ways", counts.road_nodes, counts.ways);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("city: could not write {}: {error}", out.display());
            ExitCode::FAILURE
        }
    }
}
