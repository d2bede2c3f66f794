//! `cargo xtask rows [WORD]`: every described behaviour with the test that proves it, or "none".
//!
//! `rows.tsv` lists the ids. A test proves a row when its name starts with the id: `s0_49_two_deviations_…` in Rust,
//! `S0-49 …` as a title in TypeScript. A name may start with several: `s0_18_s0_19_the_schema_…`.

use crate::{
    place::root,
    shell::{Doing, Done, problem},
};
use std::{collections::BTreeMap, fs, path::Path};

/// Id, a tab, and what it is about.
const ROWS: &str = include_str!("rows.tsv");

/// Where tests lie.
const FOLDERS: [&str; 4] = ["src-tauri/crates", "src-tauri/src", "tests", "ui/src"];

/// Prints the rows whose id starts with the word (all without one), then how many have a test.
pub fn rows(word: &str) -> Done {
    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for folder in FOLDERS {
        collect(&root().join(folder), &mut |path, text| {
            for (line, name, ids) in named(text) {
                let place = format!("{name}  {}:{line}", path.strip_prefix(root()).unwrap_or(path).display());
                for id in ids {
                    if listed().any(|(row, _)| row == id) {
                        tests.entry(id).or_default().push(place.clone());
                    } else {
                        unknown.push(format!("{id}: {place}"));
                    }
                }
            }
        })?;
    }
    let (mut shown, mut proven) = (0, 0);
    for (id, about) in listed().filter(|(id, _)| id.starts_with(word)) {
        shown += 1;
        match tests.get(id).map(Vec::as_slice) {
            None | Some([]) => println!("{id:<6} none  ({about})"),
            Some([first, more @ ..]) => {
                proven += 1;
                let rest = if more.is_empty() { String::new() } else { format!("  and {} more", more.len()) };
                println!("{id:<6} {first}{rest}");
            }
        }
    }
    println!("rows: {proven} of {shown} have a test");
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(problem(format!("tests are named after rows that do not exist:\n  {}", unknown.join("\n  "))))
    }
}

fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.lines().filter_map(|line| line.split_once('\t'))
}

/// Every source below a folder, in order of name.
fn collect(folder: &Path, take: &mut dyn FnMut(&Path, &str)) -> Done {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .doing(format!("read {}", folder.display()))?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "node_modules" && name != "target") {
                collect(&path, take)?;
            }
        } else if path.extension().is_some_and(|ext| ext == "rs" || ext == "ts") {
            take(&path, &fs::read_to_string(&path).doing(format!("read {}", path.display()))?);
        }
    }
    Ok(())
}

/// Line, name and ids of every test in a source whose name starts with a row.
fn named(text: &str) -> Vec<(usize, String, Vec<String>)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim_start();
        let name = if let Some(name) = rust_name(line) {
            // The attribute stands in the lines right above, among others such as `should_panic`. Inside of `proptest!`
            // it does too.
            let above =
                lines.iter().take(at).rev().map(|line| line.trim()).take_while(|line| line.starts_with('#'));
            if !above.into_iter().any(|line| line.contains("test")) {
                continue;
            }
            name
        } else if let Some(title) = script_title(line) {
            title
        } else {
            continue;
        };
        let ids = ids(name);
        if !ids.is_empty() {
            found.push((at + 1, name.to_owned(), ids));
        }
    }
    found
}

fn rust_name(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    line.strip_prefix("fn ")?.split(['(', '<']).next()
}

fn script_title(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("test").or_else(|| line.strip_prefix("it"))?;
    // One test for each of a list has its title behind the list, which has a name: `it.each(cards)("…"`.
    let rest =
        rest.strip_prefix(".each(").and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    let rest = rest.strip_prefix('(')?;
    let quote = rest.chars().next().filter(|c| "\"'`".contains(*c))?;
    rest.get(1..)?.split(quote).next()
}

/// The ids that a name starts with, as they are listed: `S0-18`, `X13`, `E-4`, `F-1`.
fn ids(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    let mut words = name.split('_').filter(|word| !word.is_empty()).peekable();
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let number = |word: Option<&&str>| {
            word.filter(|word| word.chars().all(|c| c.is_ascii_digit())).map(|word| (*word).to_owned())
        };
        match word {
            "and" => {}
            "s0" | "s1" | "s2" | "s3" | "e" | "f" => match number(words.peek()) {
                Some(digits) => {
                    words.next();
                    found.push(format!("{}-{digits}", word.to_uppercase()));
                }
                None => break,
            },
            _ => match word.strip_prefix('x').filter(|rest| number(Some(rest)).is_some() && !rest.is_empty())
            {
                Some(digits) => found.push(format!("X{digits}")),
                None => break,
            },
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{ids, listed, named};

    #[test]
    fn a_name_starts_with_its_rows() {
        for (name, expected) in [
            ("s0_49_two_deviations_in_a_row_promote", "S0-49"),
            ("s0_18_s0_19_s0_20_the_schema", "S0-18 S0-19 S0-20"),
            ("s0_02_and_s0_29_ways_of_weighing", "S0-02 S0-29"),
            ("x13_every_memory_has_an_owner", "X13"),
            ("s0_10_x11_the_vector_table", "S0-10 X11"),
            ("e_4_steps_sum_exactly", "E-4"),
            ("S1-21 the page lists every row", "S1-21"),
            ("f_2_deleted_rows", "F-2"),
            ("explains_s0_49", ""),
            ("x_ray", ""),
            ("finds_two", ""),
        ] {
            assert_eq!(ids(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn only_tests_count() {
        let source = "#[test]\n#[should_panic]\nfn s0_01_a() {}\nfn s0_02_helper() {}\n  it(\"S0-03 b\", () => {})\n  it.each(all)(\"S0-04 %s\", () => {})\nitem(\"S0-05\")";
        let found: Vec<_> = named(source).into_iter().flat_map(|(_, _, ids)| ids).collect();
        assert_eq!(found, ["S0-01", "S0-03", "S0-04"]);
    }

    #[test]
    fn every_row_is_listed_once() {
        let mut rows: Vec<_> = listed().map(|(id, _)| id).collect();
        let all = rows.len();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!((rows.len(), all), (all, 241));
    }
}
