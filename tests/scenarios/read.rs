//! The written cases: blocks of `word: rest` lines between blank lines; `#` begins a comment.

use std::{fs, path::Path};

/// The three classes of question (MISSION S0-42).
pub const CLASSES: [&str; 3] = ["commute", "flexible", "new"];

/// One case.
pub struct Case {
    pub class: &'static str,
    pub name: String,
    /// Which demo profile it starts from: `demo` or `demo-city`.
    pub world: String,
    /// What happens, in order; the last plan or failure is what is judged.
    pub steps: Vec<(String, String)>,
    /// What must be so then.
    pub expected: Vec<String>,
}

/// All cases of the folder, or what is wrong with the first bad one.
pub fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut all: Vec<Case> = Vec::new();
    for class in CLASSES {
        let path = folder.join(format!("{class}.txt"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{class}.txt: {error}"))?;
        for block in text.split("\n\n") {
            let lines: Vec<&str> = block
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .collect();
            if lines.is_empty() {
                continue;
            }
            let mut case = Case {
                class,
                name: String::new(),
                world: "demo".to_owned(),
                steps: vec![],
                expected: vec![],
            };
            for line in lines {
                let (word, rest) = line.split_once(':').ok_or_else(|| format!("{class}.txt: {line}"))?;
                let rest = rest.trim();
                match word {
                    "case" => case.name = rest.to_owned(),
                    "world" => case.world = rest.to_owned(),
                    "expect" => case.expected.push(rest.to_owned()),
                    _ => case.steps.push((word.to_owned(), rest.to_owned())),
                }
            }
            if case.name.is_empty() || case.expected.is_empty() || case.steps.is_empty() {
                return Err(format!("{class}.txt: a case without name, steps or expectation: {block}"));
            }
            if all.iter().any(|other| other.name == case.name) {
                return Err(format!("{class}.txt: two cases called {}", case.name));
            }
            all.push(case);
        }
    }
    Ok(all)
}
