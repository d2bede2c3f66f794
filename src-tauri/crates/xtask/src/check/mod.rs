//! `cargo xtask check`: what the house promises about itself, proven. Every check is a function from what it looks at to
//! findings, and has a test in which bad input is found.

mod commands;
mod crates;
mod generated;
mod layers;
mod licences;
pub mod migrations;
mod shells;
mod sizes;
mod sources;
mod tree;
mod words;

use crate::{
    build,
    place::{cargo, root},
    setup::node,
    shell::{Done, problem, read, run},
    test::Tally,
};
use serde_json::Value;
use tree::Tree;

/// What a check has to say, one sentence each; none is good.
pub type Findings = Vec<String>;

/// Runs every check whose name holds `word`, also after one has found something.
pub fn check(word: &str) -> Done {
    let tally = run_checks(|name| name.contains(word))?;
    println!("{} checks passed, {} failed", tally.passed, tally.failed);
    match (tally.passed, tally.failed) {
        (0, 0) => Err(problem(format!("no check is named {word}"))),
        (_, 0) => Ok(()),
        _ => Err(problem("the house does not keep its promises")),
    }
}

/// All but clippy, which compiles everything once more: for `cargo xtask test`.
pub fn quick() -> Done<Tally> {
    run_checks(|name| name != CLIPPY)
}

fn run_checks(wanted: impl Fn(&str) -> bool) -> Done<Tally> {
    let tree = Tree::of_git(&root())?;
    let metadata =
        serde_json::from_str(&read(&mut cargo(&["metadata", "--format-version", "1", "--locked"]))?)
            .map_err(|error| problem(format!("cargo metadata can't be read: {error}")))?;
    let mut tally = Tally::default();
    for (name, find) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let findings = find(&tree, &metadata);
        println!("{} {name}", if findings.is_empty() { "ok  " } else { "FAIL" });
        for finding in &findings {
            println!("       {finding}");
        }
        *if findings.is_empty() { &mut tally.passed } else { &mut tally.failed } += 1;
    }
    Ok(tally)
}

const CLIPPY: &str = "clippy";

type Check = fn(&Tree, &Value) -> Findings;

/// In the order they run: quick ones first.
const CHECKS: &[(&str, Check)] = &[
    ("formatting", |_, _| failing(run(&mut cargo(&["fmt", "--all", "--check"])))),
    ("I1 domain stands alone", |_, metadata| crates::domain_stands_alone(metadata)),
    ("I2 nothing below the shells depends on tauri", |_, metadata| crates::tauri_only_in_the_shell(metadata)),
    ("crates depend only downwards", |_, metadata| crates::edges(metadata)),
    ("I3 the database's connection is named only in memory", |tree, _| {
        sources::connection_only_in_memory(tree)
    }),
    ("I4 time and chance come from outside", |tree, _| sources::time_only_in_adapters(tree)),
    ("I5 only ui/src/ipc talks to Tauri", |tree, _| sources::tauri_only_in_ipc(tree)),
    ("I6 no DTO below app", |tree, metadata| crates::no_dto_below_app(metadata, tree)),
    ("I8 only adapters uses the network", |tree, metadata| {
        let mut findings = crates::network_only_in_adapters(metadata);
        findings.append(&mut sources::network_only_in_adapters(tree));
        findings
    }),
    ("I7 the terminal can do what the window can", |tree, _| shells::same_functions(tree)),
    ("commands are thin", |tree, _| commands::thin(tree)),
    ("migrations are as they were merged", |tree, _| migrations::unchanged(tree)),
    ("map layers are in zorder.ts", |tree, _| layers::in_zorder(tree)),
    ("files are small enough to read", |tree, _| sizes::readable(tree)),
    ("no large files", |tree, _| sizes::no_large_files(tree)),
    ("no open ends", |tree, _| words::no_open_ends(tree)),
    ("no place of one computer is named", |tree, _| words::no_local_paths(tree)),
    ("licences of crates", |tree, metadata| licences::of_crates(metadata, tree)),
    ("licences of npm packages", |tree, _| licences::of_npm(tree)),
    ("generated TypeScript", |_, _| failing(generated::bindings())),
    (CLIPPY, |_, _| failing(clippy())),
    ("types of the UI", |_, _| failing(ui_types())),
];

fn failing(done: Done) -> Findings {
    done.err().map(|problem| problem.to_string()).into_iter().collect()
}

/// Clippy compiles the window's shell, which wants a built UI to embed.
fn clippy() -> Done {
    if !root().join("ui/dist/index.html").exists() {
        node::packages()?;
        build::ui()?;
    }
    let everything =
        ["clippy", "--quiet", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    run(&mut cargo(&everything))
}

fn ui_types() -> Done {
    node::packages()?;
    run(&mut node::npm(&["run", "--silent", "check"])?)
}
