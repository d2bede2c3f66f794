//! Which scenarios say something about a router that is not OSRM: rules by column and by option, never by name.

use super::gherkin::{Scenario, Step};

/// Columns that only OSRM's own answers have, and why.
const COLUMNS: [(&str, &str); 12] = [
    ("classes", "classes of OSRM's profile"),
    ("summary", "OSRM's summaries of a leg"),
    ("pronunciations", "pronunciations"),
    ("geometry", "OSRM's encoded geometry"),
    ("a:datasources", "annotations of OSRM's segments"),
    ("a:nodes", "annotations of OSRM's segments"),
    ("a:speed", "annotations of OSRM's segments"),
    ("a:duration", "annotations of OSRM's segments"),
    ("a:weight", "annotations of OSRM's segments"),
    ("weights", "weights of OSRM's instructions"),
    ("distances", "lengths of OSRM's instructions"),
    ("driving_side", "a side of driving for each instruction"),
];

/// Columns that are skipped in a scenario that otherwise applies.
pub const SKIPPED: [&str; 5] = ["speed", "rate", "weight", "time", "duration"];

/// Settings of a profile that a map can say too.
const KNOWN_SETTINGS: [&str; 1] = ["profile.properties.left_hand_driving = true"];

/// Why the scenario does not apply; `None` when it does.
pub fn why_not(scenario: &Scenario) -> Option<String> {
    if scenario.tags.iter().any(|tag| tag == "@todo") {
        return Some("OSRM leaves it out itself (@todo)".to_owned());
    }
    scenario.steps.iter().find_map(of_step)
}

fn of_step(step: &Step) -> Option<String> {
    let text = step.text.as_str();
    if text == "the speed file" {
        return Some("speeds by segment from a file of OSRM's".to_owned());
    }
    if text == "the turn penalty file" {
        return Some("turn penalties from a file of OSRM's".to_owned());
    }
    if text.starts_with("the profile \"") && text != "the profile \"car\"" {
        return Some("a profile that is not for cars".to_owned());
    }
    if text.contains("--location-dependent-data") {
        return Some("data beside the map (--location-dependent-data)".to_owned());
    }
    if text.starts_with("the profile file") {
        let lines =
            step.doc.iter().flat_map(|doc| doc.lines()).map(str::trim).filter(|line| !line.is_empty());
        if let Some(line) = lines.into_iter().find(|line| !KNOWN_SETTINGS.contains(line)) {
            let setting = line.split(['=', '(']).next().unwrap_or(line).trim();
            return Some(format!("OSRM's profile changed ({setting})"));
        }
    }
    let table = step.table.as_ref().filter(|_| text.starts_with("I route"))?;
    COLUMNS
        .iter()
        .find(|(column, _)| table.has(column))
        .map(|(column, what)| format!("column {column}: {what}"))
}

/// Whether a column is skipped.
pub fn is_skipped(column: &str) -> bool {
    SKIPPED.iter().any(|skipped| column == *skipped || column.ends_with(&format!("_{skipped}")))
}
