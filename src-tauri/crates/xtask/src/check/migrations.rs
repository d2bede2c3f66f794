//! Migrations are never edited once merged: their hashes are written down.

use super::{Findings, tree::Tree};
use crate::{
    place::root,
    shell::{Doing, Done},
};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fmt::Write, fs};

/// One line each: hash, two spaces, file name, as `sha256sum` writes it.
const FROZEN: &str = "tests/golden/migrations.sha256";

/// Every migration has its hash written down and still has it; none is gone.
pub fn unchanged(tree: &Tree) -> Findings {
    let now = hashes(tree);
    let frozen = frozen(tree.text(FROZEN).unwrap_or_default());
    let mut findings = Findings::new();
    if now.is_empty() {
        findings.push("there are no migrations".to_owned());
    }
    for (name, hash) in &now {
        match frozen.get(name) {
            Some(known) if known == hash => {}
            Some(_) => findings
                .push(format!("migrations/{name} was edited: old databases would differ; add a new one")),
            None => findings.push(format!("migrations/{name} is not in {FROZEN}: cargo xtask bless")),
        }
    }
    let gone = frozen.keys().filter(|name| !now.contains_key(*name));
    findings
        .extend(gone.map(|name| format!("migrations/{name} is gone: databases that ran it can't be opened")));
    findings
}

/// Writes down the hashes of new migrations; those already written down stay, so that an edit is still found.
pub fn bless() -> Done {
    let tree = Tree::of_git(&root())?;
    let mut lines = hashes(&tree);
    lines.extend(frozen(tree.text(FROZEN).unwrap_or_default()));
    let mut text = String::new();
    for (name, hash) in lines {
        writeln!(text, "{hash}  {name}").doing("list the migrations")?;
    }
    fs::create_dir_all(root().join("tests/golden")).doing("make tests/golden")?;
    fs::write(root().join(FROZEN), text).doing(format!("write {FROZEN}"))
}

fn hashes(tree: &Tree) -> BTreeMap<String, String> {
    let name = |path: &str| path.trim_start_matches("migrations/").to_owned();
    let hash = |text: &str| format!("{:x}", Sha256::digest(text.as_bytes()));
    tree.texts("migrations/", &[".sql"]).map(|(path, text)| (name(path), hash(text))).collect()
}

fn frozen(list: &str) -> BTreeMap<String, String> {
    let line = |line: &str| line.split_once("  ").map(|(hash, name)| (name.to_owned(), hash.to_owned()));
    list.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_a_new_and_a_missing_migration_are_found() {
        let one = format!("{:x}  0001_a.sql\n", Sha256::digest(b"CREATE TABLE a;"));
        let check = |frozen: &str, files: &[(&str, &str)], found: &str| {
            let mut files = files.to_vec();
            files.push((FROZEN, frozen));
            let findings = unchanged(&Tree::made_of(&files)).join("\n");
            assert!(
                if found.is_empty() { findings.is_empty() } else { findings.contains(found) },
                "{findings}"
            );
        };
        check(&one, &[("migrations/0001_a.sql", "CREATE TABLE a;")], "");
        check(&one, &[("migrations/0001_a.sql", "CREATE TABLE b;")], "was edited");
        check("", &[("migrations/0001_a.sql", "CREATE TABLE a;")], "is not in");
        check(&one, &[("migrations/0002_b.sql", "CREATE TABLE a;")], "is gone");
        check("", &[], "no migrations");
    }
}
