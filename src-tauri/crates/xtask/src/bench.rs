//! `cargo xtask bench NAME --data DIR`: speed as asked for, measured through the product's own programs in release.
//!
//! The measuring programs are examples of the package `flows`; the last line they write is the verdict
//! `NAME: figures (asked: figures) ok|SHORT`, and their exit code is 1 when short.

use crate::{
    build,
    place::{cargo, root},
    setup,
    shell::{Done, problem, run},
    window,
};
use std::path::Path;

const NAMES: &[&str] = &[
    "routing", "toggle", "city", "via", "store", "tile", "import", "search", "reflect", "rows", "trips",
    "start",
];

/// Benches that print how we compare with Valhalla and OSRM.
const WITH_PEERS: &[&str] = &["routing", "import"];

/// Builds in release and measures.
pub fn bench(name: &str, data: &str) -> Done {
    if !NAMES.contains(&name) {
        return Err(problem(format!("there is no bench {name}; there are {}", NAMES.join(", "))));
    }
    let data = root().join(data);
    if !Path::new(&data).is_dir() {
        return Err(problem(format!("{} is not a folder", data.display())));
    }
    setup::regions::make()?;
    if name == "start" {
        build::ui()?;
        return window::start_time(&build::desktop(true)?);
    }
    let peers = if WITH_PEERS.contains(&name) { setup::peers::environment() } else { Vec::new() };
    run(cargo(&["run", "--quiet", "--release", "--package", "flows", "--example", "bench", "--", name])
        .arg(data)
        .envs(peers))
}
