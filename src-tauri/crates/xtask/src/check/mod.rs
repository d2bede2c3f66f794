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
};
use tree::Tree;

/// What a check has to say, one sentence each; none is good.
pub type Findings = Vec<String>;

/// Runs every check, also after one has found something.
pub fn check() -> Done {
    let tree = Tree::of_git(&root())?;
    let metadata =
        serde_json::from_str(&read(&mut cargo(&["metadata", "--format-version", "1", "--locked"]))?)
            .map_err(|error| problem(format!("cargo metadata can't be read: {error}")))?;
    let checks: Vec<(&str, Findings)> = vec![
        ("formatting", failing(run(&mut cargo(&["fmt", "--all", "--check"])))),
        ("I1 domain stands alone", crates::domain_stands_alone(&metadata)),
        ("I2 nothing below the shells depends on tauri", crates::tauri_only_in_the_shell(&metadata)),
        ("crates depend only downwards", crates::edges(&metadata)),
        ("I3 the database's connection is named only in memory", sources::connection_only_in_memory(&tree)),
        ("I4 time and chance come from outside", sources::time_only_in_adapters(&tree)),
        ("I5 only ui/src/ipc talks to Tauri", sources::tauri_only_in_ipc(&tree)),
        ("I6 no DTO below app", crates::no_dto_below_app(&metadata, &tree)),
        ("I7 the terminal can do what the window can", shells::same_functions(&tree)),
        ("commands are thin", commands::thin(&tree)),
        ("migrations are as they were merged", migrations::unchanged(&tree)),
        ("map layers are in zorder.ts", layers::in_zorder(&tree)),
        ("files are small enough to read", sizes::readable(&tree)),
        ("no large files", sizes::no_large_files(&tree)),
        ("no open ends", words::no_open_ends(&tree)),
        ("no place of one computer is named", words::no_local_paths(&tree)),
        ("licences of crates", licences::of_crates(&metadata, &tree)),
        ("licences of npm packages", licences::of_npm(&tree)),
        ("generated TypeScript", failing(generated::bindings())),
        ("clippy", failing(clippy())),
        ("types of the UI", failing(ui_types())),
    ];
    let mut found = 0;
    for (name, findings) in &checks {
        println!("{} {name}", if findings.is_empty() { "ok  " } else { "FAIL" });
        for finding in findings {
            println!("       {finding}");
        }
        found += usize::from(!findings.is_empty());
    }
    println!("{} checks passed, {found} failed", checks.len() - found);
    if found == 0 { Ok(()) } else { Err(problem("the house does not keep its promises")) }
}

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
