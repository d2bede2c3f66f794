//! `cargo xtask eval NAME`: how right the product is, held against real data, peers or many seeded trials.
//!
//! usage: eval NAME [--data DIR] [--seed N] [--trials N] [--cases FILE]
//!
//! `extract`, `intents` and `scenarios` play labelled sentences; with `--cases` those of a file elsewhere, or of every
//! file of a folder that is named after their kind, in the formats of tests/fixtures/extract and tests/fixtures/scenarios.
//!
//! Each evaluation is one file of this folder and one row of [`EVALS`]. The last line is the verdict,
//! `NAME: figures (asked: figures) ok|SHORT`; the exit code is 1 when short. Seeds are printed and can be given.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an evaluating program, not the product")]

mod alternatives;
mod cases;
mod child;
mod concurrent;
mod damaged;
mod drivers;
mod explanations;
mod extract;
mod forgetting;
mod intents;
mod kill;
mod kill_memory;
mod learning_forgets;
mod legality;
mod matching;
mod memory;
mod options;
mod osrm;
mod owners;
mod peers;
#[path = "../../scenarios/mod.rs"]
mod scenarios;
mod search;

use flows::Verdict;
use options::Options;
use std::process::ExitCode;

/// An evaluation by its name.
type Eval = fn(&Options) -> Verdict;

/// All evaluations.
const EVALS: &[(&str, Eval)] = &[
    ("alternatives", alternatives::alternatives),
    ("damaged", damaged::damaged),
    ("drivers", drivers::run),
    ("explanations", explanations::run),
    ("extract", extract::run),
    ("intents", intents::run),
    ("forgetting", forgetting::run),
    ("kill", kill::kill),
    ("kill-memory", kill_memory::run),
    ("owners", owners::run),
    ("concurrent", concurrent::concurrent),
    ("learning-forgets", learning_forgets::run),
    ("legality", legality::legality),
    ("matching", matching::run),
    ("memory", memory::memory),
    ("memory-varied", memory::varied),
    ("memory-train", memory::train),
    ("memory-fresh", memory::fresh),
    ("memory-fresh-2", memory::fresh_2),
    ("memory-fresh-3", memory::fresh_3),
    ("memory-fresh-4", memory::fresh_4),
    ("recall-ablation", memory::ablation),
    ("osrm", osrm::run),
    ("peers", peers::run),
    ("scenarios", |options| {
        let (verdict, otherwise) = match &options.cases {
            Some(elsewhere) => scenarios::elsewhere(elsewhere),
            None => scenarios::run(1),
        };
        otherwise.iter().for_each(|line| println!("  {line}"));
        verdict
    }),
    ("search", search::search),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if child::ran(&arguments) {
        return ExitCode::SUCCESS;
    }
    let Some((name, options)) = options::read(&arguments) else { return usage() };
    let Some((_, eval)) = EVALS.iter().find(|(known, _)| *known == name) else { return usage() };
    println!("seed {}", options.seed);
    let verdict = eval(&options);
    println!("{verdict}");
    if verdict.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    let names: Vec<&str> = EVALS.iter().map(|(name, _)| *name).collect();
    println!(
        "usage: eval NAME [--data DIR] [--seed N] [--trials N] [--cases FILE]; NAME is one of: {}",
        names.join(", ")
    );
    ExitCode::FAILURE
}
