//! `cargo xtask bench NAME`: speed as asked for, measured through `app` on real roads.
//!
//! usage: bench NAME DATA                  NAME is routing, toggle, city, via, store, tile, import, search, reflect, rows or trips; DATA holds
//! `regions/porto.osm.pbf`
//!        bench plan DATA ROUTES ROUNDS    plans the same trips over and over, for a profiler to look at
//!
//! The last line is the verdict, `NAME: figures (asked: figures) ok|SHORT`; the exit code is 1 when short. The trips are
//! drawn with a fixed seed, which is printed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring program, not the product")]

mod figures;
mod import;
mod memory;
mod reflect;
mod routing;
mod rows;
mod search;
mod store;
mod switches;
mod tile;
mod trips;
mod world;

use std::{path::Path, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [name, file, folder] = arguments.as_slice()
        && name == import::ONE
    {
        import::one(Path::new(file), Path::new(folder));
        return ExitCode::SUCCESS;
    }
    if let [name, region] = arguments.as_slice()
        && name == search::WEIGH
    {
        search::weigh(Path::new(region));
        return ExitCode::SUCCESS;
    }
    if arguments.first().is_some_and(|name| name == "resident") {
        routing::resident(&arguments[1..]);
        return ExitCode::SUCCESS;
    }
    if let [name, data, routes, rounds] = arguments.as_slice()
        && name == "plan"
    {
        routing::plan(Path::new(data), routes.parse().unwrap(), rounds.parse().unwrap());
        return ExitCode::SUCCESS;
    }
    if let [name, data, sizes @ ..] = arguments.as_slice()
        && name == "memory"
    {
        let verdict = memory::memory(Path::new(data), sizes);
        println!("{verdict}");
        return if verdict.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if let [name, data, drives] = arguments.as_slice()
        && name == "trips"
    {
        let verdict = trips::trips(Path::new(data), drives.parse().ok());
        println!("{verdict}");
        return if verdict.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let [name, data] = arguments.as_slice() else { return usage() };
    let data = Path::new(data);
    let verdict = match name.as_str() {
        "routing" => routing::routing(data),
        "toggle" => switches::toggle(data),
        "city" => switches::city(),
        "via" => switches::via(data),
        "store" => store::store(data),
        "tile" => tile::tile(data),
        "import" => import::import(data),
        "search" => search::search(data),
        "reflect" => reflect::reflect(),
        "rows" => rows::rows(),
        "trips" => trips::trips(data, None),
        _ => return usage(),
    };
    println!("{verdict}");
    if verdict.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    println!("usage: bench routing|toggle|city|via|store|tile|import|search|reflect|rows|trips DATA");
    println!("       bench plan DATA ROUTES ROUNDS");
    ExitCode::FAILURE
}
