//! Words that must not stand in the tree.

use super::{Findings, tree::Tree};
use regex_lite::Regex;

const TEXTS: &[&str] = &[
    ".rs", ".ts", ".svelte", ".css", ".html", ".py", ".sql", ".md", ".toml", ".json", ".jsonc", ".sh", "run",
];

/// What is left for later has an issue: `TODO(#12)`.
pub fn no_open_ends(tree: &Tree) -> Findings {
    // Put together, so that this file does not find itself.
    let pattern = [
        "\\bTO",
        "DO\\b(\\(#\\d+\\))?|\\bFIX",
        "ME\\b|\\bXX",
        "X\\b|\\bto",
        "do!\\(|\\bunimple",
        "mented!\\(",
    ]
    .concat();
    find(tree, &pattern, |found| !found.contains("(#"), "an open end without an issue")
}

/// Nobody else has this computer's folders. The made-up program that answers in a plain browser has a made-up one.
pub fn no_local_paths(tree: &Tree) -> Findings {
    let pattern = ["(^|[\\s\"'`(=])/(ro", "ot|ho", "me/\\w+|wo", "rk|Us", "ers/\\w+|tm", "p/\\w+)/"].concat();
    let made_up = |finding: &String| finding.starts_with("ui/src/ipc/fake/");
    find(tree, &pattern, |_| true, "a folder of one computer").into_iter().filter(|it| !made_up(it)).collect()
}

fn find(tree: &Tree, pattern: &str, counts: impl Fn(&str) -> bool, rule: &str) -> Findings {
    let Ok(pattern) = Regex::new(pattern) else { return vec![format!("the pattern {pattern} is wrong")] };
    let mut findings = Findings::new();
    for (path, text) in tree.texts("", TEXTS).filter(|(path, _)| !path.ends_with("package-lock.json")) {
        for (number, line) in (1..).zip(text.lines()) {
            if pattern.find_iter(line).any(|found| counts(found.as_str())) {
                findings.push(format!("{path}:{number}: {rule}"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: fn(&Tree) -> Findings, text: &str, found: bool) {
        let findings = rule(&Tree::made_of(&[("docs/a.md", text)]));
        assert_eq!(!findings.is_empty(), found, "{text}");
    }

    #[test]
    fn open_ends_are_found_unless_they_have_an_issue() {
        let todo = ["TO", "DO"].concat();
        check(no_open_ends, &format!("// {todo}: later"), true);
        check(no_open_ends, &format!("// {todo}(#12): later"), false);
        check(no_open_ends, &["to", "do!()"].concat(), true);
        check(no_open_ends, &["FIX", "ME"].concat(), true);
        check(no_open_ends, "a method for methods", false);
    }

    #[test]
    fn folders_of_one_computer_are_found() {
        check(no_local_paths, &["see /wo", "rk/shared/x"].concat(), true);
        check(no_local_paths, &["`/ro", "ot/.cargo`"].concat(), true);
        check(no_local_paths, &["/ho", "me/anna/x"].concat(), true);
        check(no_local_paths, "src/work/shared, https://example.org/root/x, /usr/bin/x", false);
    }
}
