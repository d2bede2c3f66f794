//! In-car-memory: 25 histories of three drivers each, 250 questions, and which lines tell the events that each is about.

use super::world::{World, at, number, statement};
use domain::Timestamp;
use memory::{RecallAsk, Store, said};
use recall::{ablation::Variant, metrics::Judged};
use std::path::Path;

/// Histories that may be looked at while choosing.
pub const DEVELOPMENT: usize = 12;

/// A line of a history: when, who, what.
pub struct Line {
    at: Timestamp,
    who: String,
    words: String,
}

/// One history and its questions, each with the lines that tell its events.
pub struct History {
    pub number: usize,
    pub lines: Vec<Line>,
    pub questions: Vec<(String, Vec<usize>)>,
}

/// Reads the first `many` histories.
pub fn read(folder: &Path, many: usize) -> Vec<History> {
    let evidence = std::fs::read_to_string(folder.join("evidence.jsonl")).unwrap();
    let mut histories: Vec<History> = (1..=many.min(25))
        .map(|number| {
            let text = std::fs::read_to_string(folder.join(format!("history/history_{number}.txt"))).unwrap();
            let mut last = Timestamp(0);
            // Every line is kept, readable or not: the evidence counts them all.
            let lines = text.split('\n').map(|line| {
                let read = line_of(line);
                last = read.as_ref().map_or(last, |read| read.at);
                read.unwrap_or(Line { at: last, who: String::new(), words: line.to_owned() })
            });
            History { number, lines: lines.collect(), questions: Vec::new() }
        })
        .collect();
    for row in evidence.lines() {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        let number = row["history"].as_u64().unwrap() as usize;
        let Some(history) = histories.iter_mut().find(|history| history.number == number) else { continue };
        let gold = row["events"].as_array().unwrap().iter();
        let gold = gold.filter_map(|event| event["best_lines"][0].as_u64()).map(|line| line as usize);
        history.questions.push((row["query"].as_str().unwrap().to_owned(), gold.collect()));
    }
    histories
}

/// `[2025-03-03 08:30] Gary Allen: words`, with the last of several stamps.
fn line_of(line: &str) -> Option<Line> {
    let mut rest = line;
    let mut stamp = None;
    while let Some(after) = rest.strip_prefix('[') {
        let (inside, behind) = after.split_once(']')?;
        stamp = Some(inside);
        rest = behind.trim_start();
    }
    let (who, words) = rest.split_once(": ")?;
    let (day, time) = stamp?.split_once(' ')?;
    let day: Vec<i64> = day.split('-').filter_map(|part| part.parse().ok()).collect();
    let time: Vec<i64> = time.split(':').filter_map(|part| part.parse().ok()).collect();
    let ([year, month, day], [hour, minute]) = (day.as_slice(), time.as_slice()) else { return None };
    Some(Line {
        at: Timestamp(days(*year, *month, *day) * 86_400 + hour * 3_600 + minute * 60),
        who: who.to_owned(),
        words: words.to_owned(),
    })
}

/// Days since 1970 of a date (Hinnant, days_from_civil).
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Seconds of silence after which another talk begins.
const SILENCE_S: i64 = 15 * 60;

/// Every history in a store of its own.
pub fn filled(world: &World, histories: &[History]) -> Vec<Store> {
    histories.iter().map(|history| fill(world, history)).collect()
}

/// Every question asked; the history's number and what came out.
pub fn run(
    world: &World,
    histories: &[History],
    stores: &[Store],
    variant: &Variant,
) -> Vec<(usize, Judged)> {
    histories.iter().zip(stores).flat_map(|(history, store)| ask(world, history, store, variant)).collect()
}

fn ask(world: &World, history: &History, store: &Store, variant: &Variant) -> Vec<(usize, Judged)> {
    let mine = store.of(store.profiles().unwrap()[0].id);
    let end = history.lines.iter().map(|line| line.at).max().unwrap_or(Timestamp(0));
    let mut judged = Vec::new();
    for (text, right) in &history.questions {
        let asked = if variant.vectors { world.question(&said(text)) } else { None };
        let answer = mine
            .recall(&RecallAsk {
                leeway: asked.as_ref().and_then(|one| one.leeway),
                embedding: asked.map(|one| one.embedding),
                tried: Some(variant.scene),
                ..RecallAsk::plain(text, at(Timestamp(end.0 + 3_600)))
            })
            .unwrap();
        // Rows are numbered from one in the order of the lines.
        let returned = answer.kept.iter().map(|one| number(one) - 1).collect();
        judged.push((
            history.number,
            Judged { returned, right: right.iter().map(|line| *line as i64).collect() },
        ));
    }
    judged
}

/// A car's memory: what each line said, as a statement of the one who said it.
fn fill(world: &World, history: &History) -> Store {
    let store = Store::open_in_memory().unwrap();
    let begin = domain::Moment { at: Timestamp(0), zone: "UTC".to_owned() };
    let car = store.ensure_profile("car", &begin).unwrap();
    let words: Vec<&str> = history.lines.iter().map(|line| line.words.as_str()).collect();
    let vectors = world.vectors(&words);
    let mut talk = 0;
    let mut last = i64::MIN / 2;
    let rows: Vec<_> = history
        .lines
        .iter()
        .zip(vectors)
        .map(|(line, vector)| {
            if (line.at.0 - last).abs() > SILENCE_S {
                talk += 1;
            }
            last = line.at.0;
            let who = format!("person:{}", line.who.to_lowercase());
            (statement(&line.words, &who, line.at, Some(format!("talk-{talk}"))), vector)
        })
        .collect();
    store.of(car).fill(&rows).unwrap();
    store
}
