//! axe-core, the accessibility checker, inside the real window.

use serde_json::Value;
use std::path::Path;

/// The checker's source, from the UI's development packages.
pub fn source() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs it over the whole page and calls back with its violations.
pub const RUN: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations), (error) => done(String(error)));
";

/// Violations that keep somebody from using the page or make it hard, one line each: rule, why, where.
pub fn serious(violations: &Value) -> Vec<String> {
    let Some(list) = violations.as_array() else {
        return vec![format!("axe-core did not run: {violations}")];
    };
    let is_serious = |violation: &&Value| {
        matches!(violation["impact"].as_str(), Some("moderate" | "serious" | "critical"))
    };
    let line = |violation: &Value| {
        let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
        let places: Vec<String> = nodes
            .iter()
            .take(4)
            .map(|node| format!("{} {}", node["html"], node["any"][0]["message"]))
            .collect();
        format!("{} ({} places): {}", violation["id"], nodes.len(), places.join("; "))
    };
    list.iter().filter(is_serious).map(line).collect()
}

#[test]
fn a_serious_violation_is_told_from_a_small_one() {
    let found = |impact: &str| {
        serious(&serde_json::json!([{ "id": "label", "impact": impact, "nodes": [{ "html": "<i>" }] }]))
    };
    assert_eq!(found("serious").len(), 1);
    assert_eq!(found("critical").len(), 1);
    assert_eq!(found("moderate").len(), 1);
    assert_eq!(found("minor"), Vec::<String>::new());
    assert_eq!(serious(&Value::from("no axe")).len(), 1);
}
