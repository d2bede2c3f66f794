//! `cargo xtask test`: everything that is tested, one total at the end.

use crate::{
    build, check,
    place::cargo,
    setup::{self, node},
    shell::{Done, problem, watch},
    window,
};
use regex_lite::Regex;

/// What a test runner said in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, and runs that broke off before they could say.
    pub failed: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// A run that failed must count as a failure even when it broke off without a number.
    pub fn of_run(seen: Self, succeeded: bool) -> Self {
        if !succeeded && seen.failed == 0 { Self { failed: 1, ..seen } } else { seen }
    }
}

/// Runs all of it; problems of one part do not keep the others from running.
pub fn test(arguments: &[&str]) -> Done {
    let known =
        ["--without-window", "--without-model", "--providers", "--only-providers", "--llm", "--only-llm"];
    if let Some(unknown) = arguments.iter().find(|a| !known.contains(a)) {
        return Err(problem(format!("`cargo xtask test` does not know {unknown}")));
    }
    if arguments.contains(&"--only-providers") {
        let tally = providers()?.map_err(|why| problem(format!("providers: NOT TESTED: {why}")))?;
        println!("{} passed, {} failed", tally.passed, tally.failed);
        return if tally.failed == 0 { Ok(()) } else { Err(problem("some tests failed")) };
    }
    if arguments.contains(&"--only-llm") {
        let tally = llm()?;
        println!("{} passed, {} failed", tally.passed, tally.failed);
        return if tally.failed == 0 { Ok(()) } else { Err(problem("some tests failed")) };
    }
    let with_window = !arguments.contains(&"--without-window");
    let with_model = !arguments.contains(&"--without-model");
    let ready = setup::all()?;
    if with_model {
        ready.insist_on_model()?;
    }
    let mut total = check::quick()?;
    total.add(crates(with_model)?);
    total.add(xtask()?);
    total.add(ui()?);
    if with_window {
        total.add(real_window().unwrap_or_else(|problem| {
            eprintln!("test: the window could not be walked through: {problem}");
            Tally { passed: 0, failed: 1 }
        }));
    }
    if arguments.contains(&"--providers") {
        match providers()? {
            Ok(tally) => total.add(tally),
            Err(why) => println!("providers: NOT TESTED against real servers: {why}"),
        }
    }
    if arguments.contains(&"--llm") {
        total.add(llm().unwrap_or_else(|why| {
            eprintln!("llm: NOT TESTED against a real language model: {why}");
            Tally { passed: 0, failed: 1 }
        }));
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { Err(problem("some tests failed")) }
}

/// Plain `cargo test`: the default members.
fn crates(with_model: bool) -> Done<Tally> {
    let mut command = cargo(&["test", "--no-fail-fast"]);
    if with_model {
        command.env("LAOLU_REQUIRE_MODEL", "1");
    }
    cargo_tally(command)
}

/// The chores' own tests, which plain `cargo test` leaves out.
fn xtask() -> Done<Tally> {
    cargo_tally(cargo(&["test", "--package", "xtask"]))
}

/// The route providers against real OSRM and Valhalla servers, or why there are none. No failure: a computer without Python
/// can still test the rest, and the line that says so stands right above the total.
fn providers() -> Done<Result<Tally, String>> {
    let peers = setup::peers::environment();
    if let Some((_, why)) = peers.iter().find(|(name, _)| *name == setup::peers::MISSING) {
        return Ok(Err(why.to_string_lossy().into_owned()));
    }
    let mut command = cargo(&["test", "--package", "flows", "--test", "flows", "--"]);
    command.args(["real_servers", "--ignored", "--nocapture"]).envs(peers);
    let tally = cargo_tally(command)?;
    // A filter that finds nothing would pass.
    Ok(Ok(if tally.passed + tally.failed == 0 { Tally { passed: 0, failed: 1 } } else { tally }))
}

/// The language model's adapter against llama.cpp's server with a small model. Asked for, it must be possible.
fn llm() -> Done<Tally> {
    let mut command = cargo(&["test", "--package", "flows", "--test", "flows", "--"]);
    // One after another: the server answers one question at a time, and what waits behind others only seems slow.
    command
        .args(["real_model", "--ignored", "--nocapture", "--test-threads=1"])
        .envs(setup::llm::environment()?);
    let tally = cargo_tally(command)?;
    // A filter that finds nothing would pass.
    Ok(if tally.passed + tally.failed == 0 { Tally { passed: 0, failed: 1 } } else { tally })
}

fn ui() -> Done<Tally> {
    let mut tally = Tally::default();
    let succeeded = watch(&mut node::npm(&["run", "--silent", "test"])?, |line| {
        if let Some(seen) = vitest_line(line) {
            tally = seen;
        }
    })?;
    Ok(Tally::of_run(tally, succeeded))
}

fn real_window() -> Done<Tally> {
    build::ui()?;
    build::preview();
    let program = build::desktop(false)?;
    window::walk(&program, &[])
}

/// Runs cargo's tests and adds up the result line of every test binary.
pub fn cargo_tally(mut command: std::process::Command) -> Done<Tally> {
    let mut tally = Tally::default();
    let succeeded = watch(&mut command, |line| tally.add(cargo_line(line).unwrap_or_default()))?;
    Ok(Tally::of_run(tally, succeeded))
}

/// `test result: ok. 12 passed; 0 failed; …`, with or without colours.
fn cargo_line(line: &str) -> Option<Tally> {
    let line = line.strip_prefix("test result:")?;
    let pattern = Regex::new(r"(\d+) passed; (\d+) failed;").ok()?;
    let numbers = pattern.captures(line)?;
    Some(Tally { passed: numbers[1].parse().ok()?, failed: numbers[2].parse().ok()? })
}

/// `      Tests  1 failed | 12 passed (13)`, with or without colours.
fn vitest_line(line: &str) -> Option<Tally> {
    let plain = Regex::new("\u{1b}\\[[0-9;]*m").ok()?.replace_all(line, "");
    let counts = plain.trim().strip_prefix("Tests ")?;
    let count = |word: &str| {
        let pattern = Regex::new(&format!(r"(\d+) {word}")).ok()?;
        pattern.captures(counts)?[1].parse().ok()
    };
    Some(Tally { passed: count("passed").unwrap_or(0), failed: count("failed").unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_read_as_their_programs_write_them() {
        let check = |read: fn(&str) -> Option<Tally>, line: &str, expected: Option<(u64, u64)>| {
            assert_eq!(read(line), expected.map(|(passed, failed)| Tally { passed, failed }), "{line}");
        };
        check(
            cargo_line,
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
            Some((12, 0)),
        );
        check(
            cargo_line,
            "test result: \u{1b}[31mFAILED\u{1b}[0m. 3 passed; 2 failed; 0 ignored",
            Some((3, 2)),
        );
        check(cargo_line, "running 12 tests", None);
        check(vitest_line, "      Tests  12 passed (12)", Some((12, 0)));
        check(
            vitest_line,
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m | 12 passed (13)",
            Some((12, 1)),
        );
        check(vitest_line, " Test Files  3 passed (3)", None);
    }

    #[test]
    fn a_run_that_breaks_off_counts_as_a_failure() {
        let seen = Tally { passed: 3, failed: 0 };
        assert_eq!(Tally::of_run(seen, false).failed, 1);
        assert_eq!(Tally::of_run(seen, true), seen);
        assert_eq!(Tally::of_run(Tally { passed: 3, failed: 2 }, false).failed, 2);
    }
}
