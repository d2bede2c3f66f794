//! The texts of the working tree, read once.

use crate::shell::{Doing, Done, command, read};
use std::{collections::BTreeMap, fs, path::Path};

/// A file of the project: its length and, when it is text, its text.
pub struct File {
    /// Bytes.
    pub length: u64,
    /// `None` for pictures, maps and other binary files.
    pub text: Option<String>,
}

/// Every file that git keeps or would keep, by path from the top with `/` between.
#[derive(Default)]
pub struct Tree(BTreeMap<String, File>);

impl Tree {
    /// Reads the tree at this folder: committed files and new ones that are not ignored.
    pub fn of_git(top: &Path) -> Done<Self> {
        let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let paths = read(&mut command(top, "git", &list))?;
        let mut tree = Self::default();
        for path in paths.split('\0').filter(|path| !path.is_empty()) {
            let on_disk = top.join(path);
            // Deleted but not yet committed, or a link to elsewhere.
            let Ok(meta) = fs::symlink_metadata(&on_disk) else { continue };
            if meta.is_file() {
                let bytes = fs::read(&on_disk).doing(format!("read {path}"))?;
                tree.0.insert(
                    path.to_owned(),
                    File { length: meta.len(), text: String::from_utf8(bytes).ok() },
                );
            }
        }
        Ok(tree)
    }

    /// A tree for tests.
    #[cfg(test)]
    pub fn made_of(files: &[(&str, &str)]) -> Self {
        let file = |text: &str| File { length: text.len() as u64, text: Some(text.to_owned()) };
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), file(text))).collect())
    }

    /// All files, by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.0.iter().map(|(path, file)| (path.as_str(), file))
    }

    /// Text files under a folder whose names end in one of these.
    pub fn texts<'a>(
        &'a self,
        under: &'a str,
        endings: &'a [&str],
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let wanted =
            move |path: &str| path.starts_with(under) && endings.iter().any(|ending| path.ends_with(ending));
        self.files()
            .filter(move |(path, _)| wanted(path))
            .filter_map(|(path, file)| Some((path, file.text.as_deref()?)))
    }

    /// One file's text.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path)?.text.as_deref()
    }
}

/// Rust source without comments and without its test modules, with every other line kept in place.
///
/// Words in comments are not deeds, and tests may hold what the product may not. Not a parser: a `//` inside a string
/// also ends the line, which only hides text from a check that looks for calls; a module in braces ends, as rustfmt
/// writes it, at the first brace on the margin.
pub fn deeds(rust: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = rust.lines();
    while let Some(line) = lines.next() {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        let margin = code.len() - code.trim_start().len();
        kept.push(if code.trim() == "#[cfg(test)]" { "" } else { code });
        if code.trim() != "#[cfg(test)]" {
            continue;
        }
        // The item it stands on: one line, or until its brace closes.
        let closing = format!("{}}}", &code[..margin]);
        let mut inside = false;
        for line in lines.by_ref() {
            kept.push("");
            inside |= line.trim_end().ends_with('{');
            if (!inside && line.trim_end().ends_with(';'))
                || (inside && line.starts_with(&closing))
                || line.ends_with("{}")
            {
                break;
            }
        }
    }
    kept.join("\n")
}

/// Whether a path belongs to tests, benches, examples or chores.
pub fn beside_the_product(path: &str) -> bool {
    let parts = ["/tests/", "/benches/", "/examples/"];
    parts.iter().any(|part| path.contains(part))
        || path.starts_with("tests/")
        || ["xtask", "testkit"].iter().any(|room| path.starts_with(&format!("src-tauri/crates/{room}/")))
}

/// The working tree itself, for the tests that make sure that a check looks at something.
#[cfg(test)]
pub fn real() -> Tree {
    Tree::of_git(&crate::place::root()).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_test_modules_are_not_deeds() {
        let check = |source: &str, expected: &str| assert_eq!(deeds(source), expected, "{source}");
        check("fn a() {} // now\n/// now\nfn b() {}", "fn a() {} \n\nfn b() {}");
        check(
            "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn now() {\n    }\n}\nfn b() {}",
            "fn a() {}\n\n\n\n\n\nfn b() {}",
        );
        check("#[cfg(test)]\nmod now;\nfn b() {}", "\n\nfn b() {}");
        check(
            "    #[cfg(test)]\n    fn now(a: A) -> Self {\n        a\n    }\n    fn b() {}",
            "\n\n\n\n    fn b() {}",
        );
    }

    #[test]
    fn the_working_tree_is_found() {
        assert!(real().text("Cargo.toml").is_some_and(|text| text.contains("[workspace]")));
    }
}
