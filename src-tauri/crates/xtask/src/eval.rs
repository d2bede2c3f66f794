//! `cargo xtask eval --data DIR`: how well sentences are understood and memories recalled, on real material.

use crate::{
    place::{cargo, root},
    shell::{Done, run},
};

/// Runs the evaluation program of the package `flows` in release.
pub fn eval(data: &str) -> Done {
    let data = root().join(data);
    run(cargo(&["run", "--quiet", "--release", "--package", "flows", "--example", "eval", "--"]).arg(data))
}
