//! Damaged and hostile files: every one ends in time, within memory, with a reason or without what could not be read.
#![allow(clippy::disallowed_methods, reason = "a limit of time is what is measured")]

use crate::{child, options::Options};
use flows::Verdict;
use std::{
    fs,
    io::Read,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};
use testkit::damaged;

/// A whole import of the largest of these files takes a second or two.
const MOST_TIME: Duration = Duration::from_secs(60);
/// Megabytes. The worst block that is still decoded holds a million empty nodes.
const MOST_MEMORY: f64 = 1_500.0;
const ASKED: usize = 40;

/// Imports each file in a process of its own.
pub fn damaged(options: &Options) -> Verdict {
    let good = match &options.data {
        Some(data) => data.join("regions/liechtenstein.osm.pbf"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regions/monaco.osm.pbf"),
    };
    let files = damaged::files(options.seed, &fs::read(good).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut wrong, mut worst, mut longest) = (0, 0.0_f64, Duration::ZERO);
    for file in &files {
        let source = folder.path().join(&file.name);
        fs::write(&source, &file.bytes).unwrap();
        let data = tempfile::tempdir_in(folder.path()).unwrap();
        let started = Instant::now();
        let told = watched(&data, &source, started);
        let took = started.elapsed();
        fs::remove_file(&source).unwrap();
        let left: Vec<String> = fs::read_dir(data.path().join("regions"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name != "import.lock")
            .collect();
        let words: Vec<&str> = told.split_whitespace().collect();
        let [end, skipped, memory] = words[..] else {
            wrong += 1;
            println!("{:<48} WRONG: crashed or hung after {took:.1?}", file.name);
            continue;
        };
        let memory: f64 = memory.parse().unwrap_or(f64::NAN);
        let clean = if end == "ok" { left.len() == 1 } else { left.is_empty() };
        let fine = file.ends.contains(&end) && memory <= MOST_MEMORY && clean;
        wrong += usize::from(!fine);
        (worst, longest) = (worst.max(memory), longest.max(took));
        let note = if fine { "" } else { "  WRONG" };
        println!("{:<48} {end:<12} skipped {skipped:>6}  {memory:>5.0} MB  {took:.1?}{note}", file.name);
    }
    let fine = files.len() - wrong;
    Verdict {
        name: "damaged",
        figures: format!(
            "{fine} of {} files end as they should, at most {worst:.0} MB and {longest:.1?}",
            files.len()
        ),
        asked: format!("all of at least {ASKED}"),
        holds: wrong == 0 && files.len() >= ASKED,
    }
}

/// What the process said; nothing when it crashed, or when it had to be ended.
fn watched(data: &tempfile::TempDir, source: &Path, started: Instant) -> String {
    let mut child = child::importing(data.path(), source).stdout(Stdio::piped()).spawn().unwrap();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            let mut told = String::new();
            child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
            return if status.success() { told } else { String::new() };
        }
        if started.elapsed() > MOST_TIME {
            child.kill().unwrap();
            child.wait().unwrap();
            return String::new();
        }
        thread::sleep(Duration::from_millis(5));
    }
}
