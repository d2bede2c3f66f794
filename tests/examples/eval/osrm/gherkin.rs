//! A reader for the part of Gherkin that OSRM's scenarios are written in: backgrounds, scenarios, outlines with their
//! examples, tables and doc strings. <https://cucumber.io/docs/gherkin/reference/>

use std::collections::BTreeMap;

/// One step with what hangs below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Its words without the keyword (`Given`, `When` …).
    pub text: String,
    /// The table below it.
    pub table: Option<Table>,
    /// The doc string below it, without the indentation of its quotes.
    pub doc: Option<String>,
}

/// A table; every row has as many cells as the head.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// The rows below it.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Cells of a row by column.
    pub fn row<'a>(&'a self, row: &'a [String]) -> BTreeMap<&'a str, &'a str> {
        self.head.iter().map(String::as_str).zip(row.iter().map(String::as_str)).collect()
    }

    /// Whether there is a column of this name.
    pub fn has(&self, column: &str) -> bool {
        self.head.iter().any(|head| head == column)
    }
}

/// A scenario with the background's steps before its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// Its title.
    pub name: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Its tags, with their at-sign.
    pub tags: Vec<String>,
    /// All steps in order.
    pub steps: Vec<Step>,
}

/// Keywords that begin a step.
const STEP: [&str; 6] = ["Given ", "When ", "Then ", "And ", "But ", "* "];

#[derive(Default)]
struct Block {
    scenario: Scenario,
    outline: bool,
    examples: Vec<Table>,
}

/// All scenarios of a feature file; what is not understood (free text, tags) is passed over.
pub fn read(text: &str) -> Vec<Scenario> {
    let mut background: Vec<Step> = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let (mut in_background, mut in_examples) = (false, false);
    let mut tags: Vec<String> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, raw)) = lines.next() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with('@') {
            tags.extend(line.split_whitespace().map(str::to_owned));
            continue;
        }
        if line.starts_with("Feature:") {
            tags.clear();
        }
        if line.starts_with("Background:") {
            in_background = true;
            continue;
        }
        let title = ["Scenario Outline:", "Scenario:", "Example:"].iter().find_map(|word| {
            line.strip_prefix(word).map(|name| (name.trim().to_owned(), word.contains("Outline")))
        });
        if let Some((name, outline)) = title {
            (in_background, in_examples) = (false, false);
            let scenario = Scenario { name, line: index + 1, tags: std::mem::take(&mut tags), steps: vec![] };
            blocks.push(Block { scenario, outline, examples: Vec::new() });
            continue;
        }
        if line.starts_with("Examples:") || line.starts_with("Scenarios:") {
            in_examples = true;
            blocks.last_mut().unwrap().examples.push(Table::default());
            continue;
        }
        if line.starts_with('|') {
            let cells = cells(line);
            if in_examples {
                push_row(blocks.last_mut().unwrap().examples.last_mut().unwrap(), cells);
            } else if let Some(step) = last_step(&mut background, &mut blocks, in_background) {
                push_row(step.table.get_or_insert_default(), cells);
            }
            continue;
        }
        if line.starts_with("\"\"\"") {
            let indent = raw.len() - raw.trim_start().len();
            let mut doc = Vec::new();
            for (_, inner) in lines.by_ref() {
                if inner.trim() == "\"\"\"" {
                    break;
                }
                let own = inner.len() - inner.trim_start().len();
                doc.push(inner.get(own.min(indent)..).unwrap_or("").to_owned());
            }
            if let Some(step) = last_step(&mut background, &mut blocks, in_background) {
                step.doc = Some(doc.join("\n"));
            }
            continue;
        }
        if let Some(text) = STEP.iter().find_map(|word| line.strip_prefix(word)) {
            let step = Step { text: text.trim().to_owned(), ..Step::default() };
            match blocks.last_mut() {
                _ if in_background => background.push(step),
                Some(block) => block.scenario.steps.push(step),
                None => {}
            }
        }
    }
    blocks.into_iter().flat_map(|block| written_out(&background, block)).collect()
}

fn last_step<'a>(
    background: &'a mut [Step],
    blocks: &'a mut [Block],
    in_background: bool,
) -> Option<&'a mut Step> {
    if in_background { background.last_mut() } else { blocks.last_mut()?.scenario.steps.last_mut() }
}

fn push_row(table: &mut Table, mut cells: Vec<String>) {
    if table.head.is_empty() {
        table.head = cells;
    } else {
        cells.resize(table.head.len(), String::new());
        table.rows.push(cells);
    }
}

/// Cells of a line; `\|` is a bar inside a cell.
fn cells(line: &str) -> Vec<String> {
    const BAR: &str = "\u{1}";
    let inner = line.replace("\\|", BAR);
    let inner = inner.trim().trim_start_matches('|');
    let inner = inner.rfind('|').map_or(inner, |end| &inner[..end]);
    inner.split('|').map(|cell| cell.trim().replace(BAR, "|")).collect()
}

/// An outline becomes one scenario per example row; anything else is itself.
fn written_out(background: &[Step], block: Block) -> Vec<Scenario> {
    let mut scenario = block.scenario;
    scenario.steps.splice(0..0, background.iter().cloned());
    if !block.outline {
        return vec![scenario];
    }
    let mut all = Vec::new();
    for table in &block.examples {
        for row in &table.rows {
            let fill = |text: &str| {
                table
                    .head
                    .iter()
                    .zip(row)
                    .fold(text.to_owned(), |text, (key, value)| text.replace(&format!("<{key}>"), value))
            };
            let mut filled = scenario.clone();
            for step in &mut filled.steps {
                step.text = fill(&step.text);
                step.doc = step.doc.as_deref().map(&fill);
                for cell in step.table.iter_mut().flat_map(|table| &mut table.rows).flatten() {
                    *cell = fill(cell);
                }
            }
            all.push(filled);
        }
    }
    all
}
