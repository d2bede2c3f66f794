//! `cargo xtask eval osrm --data ../shared/data/osrm-car`: OSRM's scenarios for cars, run on our engine in memory.
//!
//! Every `Given` builds the map, every `I route I should get` and `routability should be` is asked of our router. What
//! is not compared is counted: cells about OSRM's speeds, and scenarios that only speak about OSRM ([`applies`]).

mod applies;
mod compare;
mod drive;
mod gherkin;
mod world;

use std::collections::BTreeMap;

use flows::Verdict;

use self::{
    compare::{Expected, compare},
    drive::{Ask, Engine},
    gherkin::{Scenario, Step, Table},
    world::World,
};
use crate::options::Options;

/// Files all of whose scenarios have to apply: they are about what is legal.
const LEGALITY: [&str; 16] = [
    "access",
    "oneway",
    "barrier",
    "restrictions",
    "multi_via_restrictions",
    "conditional_restrictions",
    "destination",
    "ferry",
    "construction",
    "hov",
    "service",
    "link",
    "bridge",
    "startpoint",
    "turning_loop",
    "via",
];
/// Asked for: share of the applicable that passes, and how many may not apply.
const PASSING: f64 = 0.95;
const INAPPLICABLE: usize = 100;

enum Outcome {
    Passed,
    Failed(Vec<String>),
    NotApplicable(String),
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    not_applicable: usize,
    skipped_cells: usize,
}

/// Runs all scenarios of the folder.
pub fn run(options: &Options) -> Verdict {
    let asked = format!(
        "at least {:.0} % of the applicable pass, at most {INAPPLICABLE} not applicable, none of them about legality",
        PASSING * 100.0
    );
    let mut all = Tally::default();
    let mut out_of_place = 0;
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (file, text) in features(options) {
        let mut tally = Tally::default();
        let mut lines = Vec::new();
        for scenario in gherkin::read(&text) {
            let outcome = match applies::why_not(&scenario) {
                Some(reason) => Outcome::NotApplicable(reason),
                None => play(&scenario, &mut tally.skipped_cells),
            };
            let title = format!("{file}:{} {}", scenario.line, scenario.name);
            match outcome {
                Outcome::Passed => tally.passed += 1,
                Outcome::Failed(differences) => {
                    tally.failed += 1;
                    lines.push(format!("  failed {title}"));
                    lines.extend(differences.into_iter().map(|difference| format!("      {difference}")));
                }
                Outcome::NotApplicable(reason) => {
                    tally.not_applicable += 1;
                    out_of_place += usize::from(LEGALITY.contains(&file.as_str()));
                    lines.push(format!("  not applicable {title}: {reason}"));
                    *reasons.entry(reason).or_default() += 1;
                }
            }
        }
        println!(
            "{file}: {} passed, {} failed, {} not applicable, {} cells skipped",
            tally.passed, tally.failed, tally.not_applicable, tally.skipped_cells
        );
        lines.iter().for_each(|line| println!("{line}"));
        all.passed += tally.passed;
        all.failed += tally.failed;
        all.not_applicable += tally.not_applicable;
        all.skipped_cells += tally.skipped_cells;
    }
    println!("\nnot applicable, by reason:");
    reasons.iter().for_each(|(reason, count)| println!("{count:4}  {reason}"));
    let applicable = all.passed + all.failed;
    let share = all.passed as f64 / applicable.max(1) as f64;
    let figures = format!(
        "{} of {applicable} applicable pass ({:.1} %), {} of {} not applicable, {out_of_place} of them about legality, \
         {} cells skipped",
        all.passed,
        share * 100.0,
        all.not_applicable,
        applicable + all.not_applicable,
        all.skipped_cells
    );
    let holds = applicable > 0 && share >= PASSING && all.not_applicable <= INAPPLICABLE && out_of_place == 0;
    Verdict { name: "osrm", figures, asked, holds }
}

/// Name and text of every feature file, in the order of their names. The folder may be the scenarios' own or the one
/// above it.
fn features(options: &Options) -> Vec<(String, String)> {
    let Some(data) = &options.data else { return Vec::new() };
    let inner = data.join("osrm-car");
    let dir = if inner.is_dir() { inner } else { data.clone() };
    let Ok(entries) = std::fs::read_dir(&dir) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "feature"))
        .filter_map(|path| {
            let name = path.file_stem()?.to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(&path).ok()?))
        })
        .collect();
    files.sort();
    files
}

fn play(scenario: &Scenario, skipped: &mut usize) -> Outcome {
    let mut world = World::new();
    let mut differences = Vec::new();
    for step in &scenario.steps {
        let found = match step.text.as_str() {
            "I route I should get" => routes(&world, step, skipped),
            "routability should be" => routability(&world, step, skipped),
            "I request a travel time matrix I should get" => matrix(&world, step, skipped),
            _ => world.take(step).err().into_iter().collect(),
        };
        differences.extend(found);
    }
    if differences.is_empty() { Outcome::Passed } else { Outcome::Failed(differences) }
}

fn skipped_cells(table: &Table) -> usize {
    table.head.iter().filter(|column| applies::is_skipped(column)).count() * table.rows.len()
}

fn routes(world: &World, step: &Step, skipped: &mut usize) -> Vec<String> {
    let Some(table) = &step.table else { return vec!["no table".to_owned()] };
    *skipped += skipped_cells(table);
    let engine = Engine::new(world.clone());
    let mut differences = Vec::new();
    for row in &table.rows {
        let row = table.row(row);
        let names: Vec<&str> = match row.get("waypoints") {
            Some(list) => list.split(',').map(str::trim).collect(),
            None => ["from", "to"].iter().filter_map(|key| row.get(key).copied()).collect(),
        };
        let bearings = row.get("bearings").copied().unwrap_or_default();
        let Some(asks) = asks(world, &names, bearings) else {
            differences.push(format!("{}: unknown point", names.join(",")));
            continue;
        };
        let got = engine.drive(&asks);
        // Where only times are asked for, there has to be a way at all.
        let compared = match row.get("route") {
            Some(route) => {
                let expected = Expected {
                    route,
                    refs: row.get("ref").copied(),
                    modes: row.get("modes").copied(),
                    turns: row.get("turns").copied(),
                    locations: row.get("locations").copied(),
                    stops: names.len() > 2,
                };
                compare(expected, got.as_deref())
            }
            None => got.map(drop).ok_or_else(|| "no route".to_owned()),
        };
        differences.extend(compared.err().map(|what| format!("{}: {what}", names.join(">"))));
    }
    differences
}

/// The points of a question; bearings are `90,10` or `90` for each, from the row or from the options.
fn asks(world: &World, names: &[&str], bearings: &str) -> Option<Vec<Ask>> {
    let option = world.options.get("bearings").map(|list| list.split(';').collect::<Vec<_>>());
    let of_row: Vec<&str> = bearings.split_whitespace().collect();
    let bearing = |index: usize| {
        let said = of_row.get(index).or_else(|| option.as_ref()?.get(index));
        let mut numbers = said?.split(',').map(|number| number.trim().parse::<f64>());
        let bearing = numbers.next()?.ok()?;
        // Half a circle to either side is every bearing.
        numbers.next().is_none_or(|range| range.is_ok_and(|range| range < 180.0)).then_some(bearing)
    };
    let points = names.iter().enumerate().map(|(index, name)| {
        let at = world.position(name.chars().next()?)?;
        Some(Ask { at, bearing: bearing(index) })
    });
    points.collect()
}

/// Each row's way, driven over its middle in both directions.
fn routability(world: &World, step: &Step, skipped: &mut usize) -> Vec<String> {
    let Some(table) = &step.table else { return vec!["no table".to_owned()] };
    *skipped += skipped_cells(table);
    let mut world = world.clone();
    world.add_routability_rows(table);
    let engine = Engine::new(world);
    let mut differences = Vec::new();
    for (index, cells) in table.rows.iter().enumerate() {
        let row = table.row(cells);
        let open = |from: f64, to: f64| {
            let ask = |cells: f64| Ask { at: engine.world().row_point(index, cells), bearing: None };
            engine.first_way(&[ask(from), ask(to)]) == Some(format!("w{index}"))
        };
        let (forw, backw) = (open(1.0, 3.0), open(3.0, 1.0));
        for (column, got) in [("forw", forw), ("backw", backw), ("bothw", forw && backw)] {
            let Some(want) = row.get(column).map(|cell| !cell.is_empty()) else { continue };
            let closed_both = column != "bothw" || !(forw || backw);
            if want != got || !want && !closed_both {
                let word = |open: bool| if open { "open" } else { "closed" };
                differences.push(format!(
                    "{}: {column} {}, want {}",
                    cells.join(" | "),
                    word(got),
                    word(want)
                ));
            }
            *skipped += usize::from(want && row.get(column) != Some(&"x"));
        }
    }
    differences
}

/// A table of times: those are OSRM's, but there has to be a way wherever it has one.
fn matrix(world: &World, step: &Step, skipped: &mut usize) -> Vec<String> {
    let Some(table) = &step.table else { return vec!["no table".to_owned()] };
    let engine = Engine::new(world.clone());
    let mut differences = Vec::new();
    for row in &table.rows {
        let Some((from, cells)) = row.split_first() else { continue };
        for (to, cell) in table.head.iter().skip(1).zip(cells) {
            *skipped += 1;
            let got = asks(world, &[from, to], "").and_then(|asks| engine.drive(&asks));
            if got.is_none() != cell.is_empty() {
                differences.push(format!("{from}>{to}: route {}, want {cell}", got.is_some()));
            }
        }
    }
    differences
}
