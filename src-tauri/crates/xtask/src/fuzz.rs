//! `cargo xtask fuzz NAME [--seconds N]`: bytes by chance for everything that reads what comes from outside.
//!
//! The targets live in a workspace of their own (`region/fuzz`), because they need a nightly compiler and cargo-fuzz. What
//! fuzzing starts from is written anew at each run; what it finds worth keeping stays in `corpus/`, which git ignores.

use crate::{
    place::{cargo, root},
    shell::{Done, command, problem, run, succeeds},
};

const NAMES: &[&str] = &["pbf", "xml", "folder", "catalogue", "tags"];
/// Seconds where none are given: what is asked for before a release.
const SECONDS: u32 = 600;
/// One input may take this many seconds, and this much memory, in megabytes.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=2048"];

/// Builds one target (or `all`, one after the other) and runs it.
pub fn fuzz(name: &str, rest: &[&str]) -> Done {
    let seconds = match rest {
        [] => SECONDS,
        ["--seconds", number] => number.parse().map_err(|_not_a_number| usage())?,
        _ => return Err(usage()),
    };
    let names: Vec<&str> = NAMES.iter().copied().filter(|known| name == "all" || *known == name).collect();
    if names.is_empty() {
        return Err(problem(format!("there is no target {name}; there are {}, and all", NAMES.join(", "))));
    }
    let folder = root().join("src-tauri/crates/region/fuzz");
    if !succeeds(&mut command(&folder, "cargo", &["+nightly", "fuzz", "--version"])) {
        return Err(problem(
            "fuzzing needs a nightly compiler and cargo-fuzz: `rustup toolchain install nightly` and `cargo install cargo-fuzz`",
        ));
    }
    let corpus = folder.join("corpus");
    run(
        cargo(&["run", "--quiet", "--package", "laolu-region", "--example", "fuzz_seeds", "--"]).arg(&corpus)
    )?;
    for name in names {
        let mut fuzz = command(&folder, "cargo", &["+nightly", "fuzz", "run", "--fuzz-dir", ".", name]);
        // The leak detector needs to trace the process, which is not allowed everywhere; Rust's readers own what they make.
        fuzz.args(["--", "-detect_leaks=0", "-print_final_stats=1"]).args(LIMITS);
        fuzz.arg(format!("-max_total_time={seconds}"));
        let words = folder.join(format!("{name}.dict"));
        if words.is_file() {
            fuzz.arg(format!("-dict={}", words.display()));
        }
        run(&mut fuzz)?;
    }
    Ok(())
}

fn usage() -> crate::shell::Problem {
    problem("usage: cargo xtask fuzz NAME [--seconds N]")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target that is in one list only is never run.
    #[test]
    fn the_list_is_the_manifests() {
        let manifest =
            std::fs::read_to_string(root().join("src-tauri/crates/region/fuzz/Cargo.toml")).unwrap();
        let declared: Vec<&str> = manifest
            .split("[[bin]]")
            .skip(1)
            .filter_map(|part| {
                part.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            })
            .collect();
        assert_eq!(declared, NAMES);
        assert!(fuzz("no-such-target", &[]).is_err());
        assert!(fuzz("pbf", &["--seconds", "soon"]).is_err());
    }
}
