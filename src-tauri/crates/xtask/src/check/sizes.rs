//! How large files may be.

use super::{Findings, tree::Tree};

/// A file of logic that is longer is more than one idea. Tables and tests are excused by a line that says so.
const LONGEST: usize = 600;
const EXCUSE: &str = "A table:";
const LARGEST: u64 = 4 << 20;
const GENERATED: &[&str] = &["ui/src/ipc/bindings.ts"];

/// Files of logic, counted without their test module.
pub fn readable(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for (path, text) in tree.texts("", &[".rs", ".ts", ".svelte", ".py"]) {
        let excused = GENERATED.contains(&path)
            || path.contains("tests/")
            || path.contains(".test.")
            || text.contains(EXCUSE);
        let logic = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = logic.lines().count();
        if !excused && lines > LONGEST {
            findings.push(format!("{path}: {lines} lines, at most {LONGEST}"));
        }
    }
    findings
}

/// Nothing over 4 MiB in git.
pub fn no_large_files(tree: &Tree) -> Findings {
    let large = tree.files().filter(|(_, file)| file.length > LARGEST);
    large.map(|(path, file)| format!("{path}: {} bytes, at most {LARGEST}", file.length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_large_files_are_found() {
        let check = |rule: fn(&Tree) -> Findings, path: &str, text: &str, found: bool| {
            assert_eq!(!rule(&Tree::made_of(&[(path, text)])).is_empty(), found, "{path}");
        };
        let long = "x\n".repeat(LONGEST + 1);
        check(readable, "a/src/a.rs", &long, true);
        check(readable, "ui/src/a.svelte", &long, true);
        check(readable, "a/src/a.rs", &"x\n".repeat(LONGEST), false);
        check(readable, "a/src/a.rs", &format!("x\n#[cfg(test)]\nmod tests {{\n{long}}}"), false);
        check(readable, "a/src/a.rs", &format!("//! A table: one row per tag.\n{long}"), false);
        check(readable, "a/tests/a.rs", &long, false);
        check(no_large_files, "a.bin", &"x".repeat(LARGEST as usize + 1), true);
        check(no_large_files, "a.bin", "x", false);
    }
}
