//! I7: both shells call the same functions of `app`: what the window can do, the terminal can do.

use super::{
    Findings,
    tree::{Tree, deeds},
};
use regex_lite::Regex;
use std::collections::BTreeSet;

/// Functions of `App` that only make sense in a window, each with the reason.
const ONLY_IN_THE_WINDOW: &[(&str, &str)] = &[
    ("plan_reset", "every call of the terminal starts a new conversation"),
    ("background_start", "the terminal writes at once and ends; it reflects with `memory reflect --if-due`"),
];

/// Every function of `App` that the window calls is called by the terminal too.
pub fn same_functions(tree: &Tree) -> Findings {
    let public = public_functions(tree);
    let window = called(tree, "src-tauri/src/", &public);
    let terminal = called(tree, "src-tauri/crates/cli/src/", &public);
    if window.is_empty() {
        return vec!["the window's shell calls nothing in app".to_owned()];
    }
    let excused = |name: &str| ONLY_IN_THE_WINDOW.iter().any(|(only, _)| *only == name);
    let missing = window.difference(&terminal).filter(|name| !excused(name));
    missing.map(|name| format!("the window calls App::{name}, the terminal does not")).collect()
}

/// Names of the public functions in `impl App` blocks.
fn public_functions(tree: &Tree) -> BTreeSet<String> {
    let Ok(function) = Regex::new(r"(?m)^    pub (?:async )?fn (\w+)") else { return BTreeSet::new() };
    let mut names = BTreeSet::new();
    for (_, text) in tree.texts("src-tauri/crates/app/src/", &[".rs"]) {
        let source = deeds(text);
        for block in source.split("\nimpl App {").skip(1) {
            let block = block.split("\n}").next().unwrap_or_default();
            names.extend(function.captures_iter(block).map(|found| found[1].to_owned()));
        }
    }
    names
}

fn called(tree: &Tree, shell: &str, public: &BTreeSet<String>) -> BTreeSet<String> {
    let Ok(call) = Regex::new(r"(?:\.|::)\s*(\w+)\b") else { return BTreeSet::new() };
    let mut names = BTreeSet::new();
    for (_, text) in tree.texts(shell, &[".rs"]) {
        names.extend(call.captures_iter(&deeds(text)).map(|found| found[1].to_owned()));
    }
    names.intersection(public).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i7_finds_what_only_the_window_can_do() {
        let app = "struct App;\nimpl App {\n    pub fn plan(&self) {}\n    pub async fn erase(&self) {}\n    pub fn plan_reset(&self) {}\n    fn own(&self) {}\n}\n";
        let check = |window: &str, terminal: &str, expected: &str| {
            let tree = Tree::made_of(&[
                ("src-tauri/crates/app/src/lib.rs", app),
                ("src-tauri/src/commands/plan.rs", window),
                ("src-tauri/crates/cli/src/main.rs", terminal),
            ]);
            assert_eq!(same_functions(&tree).join("\n"), expected);
        };
        check("app.plan()", "app.plan()", "");
        check("app.plan(); app.own(); app.plan_reset()", "app.plan()", "");
        check("app.plan(); app.erase()", "app.plan()", "the window calls App::erase, the terminal does not");
        check(
            "app.plan(); app\n  .erase()",
            "app.plan() // app.erase()",
            "the window calls App::erase, the terminal does not",
        );
        check("", "app.plan()", "the window's shell calls nothing in app");
    }
}
