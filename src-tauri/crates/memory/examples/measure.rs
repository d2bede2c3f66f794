//! How long memory takes at a size: `cargo run --release -p laolu-memory --example measure -- 10000`; with
//! `locked` behind it in a file that is locked with a passphrase.
//!
//! Prints p50 and p95 of each deed over a store on disk with 384-dimensional vectors, as the real model has.
#![allow(clippy::disallowed_methods)] // A measurement reads the clock.
#![allow(clippy::print_stdout)] // And prints.

use std::time::Instant;

use domain::{MemoryRef, Situation, Strength, Target};
use memory::{Embedding, ListQuery, RecallAsk, Secret, Store, StoreError};
use testkit::{clock::monaco, store::preference};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows: i64 = std::env::args().nth(1).map_or(Ok(1_000), |n| n.parse())?;
    let locked = std::env::args().nth(2).is_some_and(|word| word == "locked");
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("memory.db");
    let mut store = Store::open(&path)?;
    let now = monaco(testkit::clock::MONDAY_MORNING);
    let me = store.ensure_profile("me", &now)?;
    let mut ids = Vec::new();
    let start = Instant::now();
    let bundle = |from: i64| memory::Bundle {
        preferences: (from..(from + 500).min(rows)).map(|n| (rule(n), Some(vector(n)), Vec::new())).collect(),
        ..memory::Bundle::default()
    };
    for from in (0..rows).step_by(500) {
        ids.extend(store.of(me).install(&bundle(from), &now)?.preferences.into_iter().flatten());
    }
    println!("{rows} preferences, filled in {:.1} s", start.elapsed().as_secs_f64());
    if locked {
        let passphrase = Secret::passphrase("a measurement's passphrase")?;
        measure("lock", 1, |_| store.lock(&passphrase))?;
        let key = Secret::key(&store.file_key().unwrap_or_default())?;
        drop(store);
        measure("open by passphrase", 5, |_| Store::open_with(&path, Some(&passphrase)).map(|_| ()))?;
        measure("open by key", 5, |_| Store::open_with(&path, Some(&key)).map(|_| ()))?;
        store = Store::open_with(&path, Some(&key))?;
    } else {
        drop(store);
        measure("open", 5, |_| Store::open(&path).map(|_| ()))?;
        store = Store::open(&path)?;
    }
    let mine = store.of(me);
    let situation = Situation { depart: now.clone(), weather: None, from: None, to: None };
    measure("recall by vector, words and scope", 40, |n| {
        mine.recall(&RecallAsk {
            embedding: Some(vector(n * 7)),
            max_distance: Some(2.0),
            ..RecallAsk::plain(&format!("去公司别走高架，走第{n}条路"), situation.clone())
        })
        .map(|_| ())
    })?;
    measure("recall by words", 40, |n| {
        mine.recall(&RecallAsk::plain(&format!("第{n}条路"), situation.clone())).map(|_| ())
    })?;
    measure("active_for", 20, |_| mine.active_for(&situation).map(|_| ()))?;
    measure("list, first page", 10, |_| {
        mine.list(&ListQuery { limit: 50, ..ListQuery::default() }).map(|_| ())
    })?;
    measure("list with words", 10, |n| {
        mine.list(&ListQuery { text: format!("第{n}条"), limit: 50, ..ListQuery::default() }).map(|_| ())
    })?;
    measure("add", 20, |n| mine.add_preference(&rule(rows + n), Some(&vector(n)), &now).map(|_| ()))?;
    measure("delete and undo", 20, |n| {
        let memory = MemoryRef::Preference(domain::PreferenceId(n + 1));
        let deletion = mine.delete(&[memory], &now)?;
        mine.undo(deletion.id, &now).map(|_| ())
    })?;
    measure("erase preview", 5, |n| {
        mine.erase_preview(&[MemoryRef::Preference(domain::PreferenceId(n + 1))], true).map(|_| ())
    })?;
    measure("erase", 5, |n| {
        let plan = mine.erase_preview(&[MemoryRef::Preference(domain::PreferenceId(n + 1))], true)?;
        mine.erase(&plan, &now).map(|_| ())
    })?;
    measure("doctor", 1, |_| store.doctor().map(|report| assert!(report.problems.is_empty())))?;
    Ok(())
}

fn rule(n: i64) -> memory::NewPreference {
    let words = format!("第{n}条路别走高架，走江边的那一条");
    preference(&words, Target::Road(format!("路{n}")), Strength::Avoid)
}

/// A unit vector, a different one for each number.
fn vector(n: i64) -> Embedding {
    let mut state = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / 8_388_608.0 - 1.0
    };
    let raw: Vec<f32> = (0..384).map(|_| next()).collect();
    let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
    Embedding { model: "measure".to_owned(), vector: raw.into_iter().map(|x| x / length).collect() }
}

fn measure(
    what: &str,
    times: i64,
    mut deed: impl FnMut(i64) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut took = Vec::new();
    for n in 0..times {
        let start = Instant::now();
        deed(n)?;
        took.push(start.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took.get(((took.len() - 1) as f64 * share) as usize).copied().unwrap_or_default();
    println!("{what:36} p50 {:8.2} ms   p95 {:8.2} ms", at(0.5), at(0.95));
    Ok(())
}
