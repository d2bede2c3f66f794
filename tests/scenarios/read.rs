//! The written cases: blocks of `word: rest` lines between blank lines; `#` begins a comment.

use std::{fs, path::Path};

/// The three classes of question (MISSION S0-43).
pub const CLASSES: [&str; 3] = ["commute", "flexible", "new"];
/// Files of those that were written afterwards; each case says its class.
pub const APART: [&str; 3] = ["fresh", "fresh2", "variations"];

/// One case.
pub struct Case {
    pub class: &'static str,
    pub name: String,
    /// Which of the files that were written after the program was mended by the others it is from; empty for those.
    pub part: &'static str,
    /// Which demo profile it starts from: `demo` or `demo-city`.
    pub world: String,
    /// What happens, in order; the last plan or failure is what is judged.
    pub steps: Vec<(String, String)>,
    /// What must be so then.
    pub expected: Vec<String>,
}

/// All cases of the project's own folder, or what is wrong with the first bad one.
pub fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut all: Vec<Case> = Vec::new();
    for class in CLASSES {
        read(&folder.join(format!("{class}.txt")), class, "", &mut all)?;
    }
    for part in APART {
        read(&folder.join(format!("{part}.txt")), "", part, &mut all)?;
    }
    Ok(all)
}

/// The cases of a file, or of all text files of a folder, that lie elsewhere. Each says its class, or its file's name does.
#[allow(dead_code, reason = "the evaluation calls it, the test plays the project's own")]
pub fn cases_in(at: &Path) -> Result<Vec<Case>, String> {
    let mut files = vec![at.to_owned()];
    if at.is_dir() {
        let entries = fs::read_dir(at).map_err(|error| error.to_string())?;
        files = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "txt"))
            .collect();
        files.sort();
    }
    let mut all = Vec::new();
    for file in files {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let class = CLASSES.into_iter().find(|class| *class == stem).unwrap_or_default();
        read(&file, class, "", &mut all)?;
    }
    Ok(all)
}

/// Reads one file; `class` is that of cases that say none.
fn read(path: &Path, class: &'static str, part: &'static str, all: &mut Vec<Case>) -> Result<(), String> {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
    for block in text.replace("\r\n", "\n").split("\n\n") {
        let lines: Vec<&str> =
            block.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        if lines.is_empty() {
            continue;
        }
        let mut case = Case {
            class,
            name: String::new(),
            part,
            world: "demo".to_owned(),
            steps: vec![],
            expected: vec![],
        };
        for line in lines {
            let (word, rest) = line.split_once(':').ok_or_else(|| format!("{file}: {line}"))?;
            let rest = rest.trim();
            match word {
                "class" => {
                    let known = CLASSES.into_iter().find(|class| *class == rest);
                    case.class = known.ok_or_else(|| format!("{file}: no class {rest}"))?;
                }
                "case" => case.name = rest.to_owned(),
                "world" => case.world = rest.to_owned(),
                "expect" => case.expected.push(rest.to_owned()),
                _ => case.steps.push((word.to_owned(), rest.to_owned())),
            }
        }
        if case.name.is_empty() || case.class.is_empty() || case.expected.is_empty() || case.steps.is_empty()
        {
            return Err(format!("{file}: a case without name, class, steps or expectation: {block}"));
        }
        if all.iter().any(|other| other.name == case.name) {
            return Err(format!("{file}: two cases called {}", case.name));
        }
        all.push(case);
    }
    Ok(())
}
