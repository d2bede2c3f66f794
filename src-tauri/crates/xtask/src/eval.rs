//! `cargo xtask eval NAME [--data DIR] [--seed N]`: how right the product is.
//!
//! The evaluating program is an example of the package `flows`, in release; the last line it writes is the verdict
//! `NAME: figures (asked: figures) ok|SHORT`, and its exit code is 1 when short.

use crate::{
    place::cargo,
    setup,
    shell::{Done, run},
};

/// Evaluations that hold us against Valhalla and OSRM.
const WITH_PEERS: &[&str] = &["peers"];

/// Builds in release and evaluates. The program itself says which names there are.
pub fn eval(name: &str, rest: &[&str]) -> Done {
    setup::regions::make()?;
    let peers = if WITH_PEERS.contains(&name) { setup::peers::environment() } else { Vec::new() };
    run(cargo(&["run", "--quiet", "--release", "--package", "flows", "--example", "eval", "--", name])
        .args(rest)
        .envs(peers))
}
