//! The written cases: blocks of `word: rest` lines between blank lines; `#` begins a comment.

use std::{fs, path::Path};

/// The three classes of question (MISSION S0-43).
pub const CLASSES: [&str; 3] = ["commute", "flexible", "new"];
/// The file of those that were written afterwards; each says its class.
const FRESH: &str = "fresh";

/// One case.
pub struct Case {
    pub class: &'static str,
    pub name: String,
    /// Whether it was written after the program was mended by the others, and is only counted.
    pub fresh: bool,
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
    for file in CLASSES.into_iter().chain([FRESH]) {
        let path = folder.join(format!("{file}.txt"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{file}.txt: {error}"))?;
        for block in text.split("\n\n") {
            let lines: Vec<&str> = block
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .collect();
            if lines.is_empty() {
                continue;
            }
            let fresh = file == FRESH;
            let mut case = Case {
                class: if fresh { "" } else { file },
                name: String::new(),
                fresh,
                world: "demo".to_owned(),
                steps: vec![],
                expected: vec![],
            };
            for line in lines {
                let (word, rest) = line.split_once(':').ok_or_else(|| format!("{file}.txt: {line}"))?;
                let rest = rest.trim();
                match word {
                    "class" => {
                        let known = CLASSES.into_iter().find(|class| *class == rest);
                        case.class = known.ok_or_else(|| format!("{file}.txt: no class {rest}"))?;
                    }
                    "case" => case.name = rest.to_owned(),
                    "world" => case.world = rest.to_owned(),
                    "expect" => case.expected.push(rest.to_owned()),
                    _ => case.steps.push((word.to_owned(), rest.to_owned())),
                }
            }
            if case.name.is_empty()
                || case.class.is_empty()
                || case.expected.is_empty()
                || case.steps.is_empty()
            {
                return Err(format!("{file}.txt: a case without name, steps or expectation: {block}"));
            }
            if all.iter().any(|other| other.name == case.name) {
                return Err(format!("{file}.txt: two cases called {}", case.name));
            }
            all.push(case);
        }
    }
    Ok(all)
}
