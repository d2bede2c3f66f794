//! Labelled cases that lie outside of the project.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Writes what came out otherwise as a table, as docs/performance.md holds one.
pub fn table(heads: [&str; 3], rows: &[[String; 3]]) {
    if rows.is_empty() {
        return;
    }
    println!("| {} |\n|---|---|---|", heads.join(" | "));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
}

/// The texts of a file, or of those files of a folder whose names begin with one of the words, by name and in their order.
pub fn texts(at: &Path, begin: &[&str]) -> Vec<(String, String)> {
    let named =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files: Vec<PathBuf> = if at.is_dir() {
        let inside = fs::read_dir(at).expect("the folder of cases can be read");
        inside
            .map(|entry| entry.expect("an entry of the folder of cases").path())
            .filter(|path| begin.iter().any(|word| named(path).starts_with(word)))
            .collect()
    } else {
        vec![at.to_owned()]
    };
    files.sort();
    files
        .iter()
        .map(|file| (named(file), fs::read_to_string(file).expect("the file of cases can be read")))
        .collect()
}
