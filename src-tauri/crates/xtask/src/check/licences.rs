//! Licences of everything that is linked or shipped, against the list in deny.toml.

use super::{Findings, tree::Tree};
use regex_lite::Regex;
use serde_json::Value;
use std::collections::BTreeSet;

/// Crates that the program is built from, by cargo's metadata.
pub fn of_crates(metadata: &Value, tree: &Tree) -> Findings {
    let policy = match Policy::of(tree) {
        Ok(policy) => policy,
        Err(finding) => return vec![finding],
    };
    let packages = metadata.get("packages").and_then(Value::as_array).cloned().unwrap_or_default();
    if packages.is_empty() {
        return vec!["cargo's metadata names no packages".to_owned()];
    }
    let word =
        |package: &Value, key: &str| package.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut findings = Findings::new();
    for package in packages {
        let (name, licence) = (word(&package, "name"), word(&package, "license"));
        if !policy.allows(&name, &licence) {
            findings.push(format!(
                "{name} {}: licence {licence:?} is not on the list",
                word(&package, "version")
            ));
        }
    }
    findings
}

/// npm packages of the UI, by the lock file, which names each one's licence.
pub fn of_npm(tree: &Tree) -> Findings {
    let policy = match Policy::of(tree) {
        Ok(policy) => policy,
        Err(finding) => return vec![finding],
    };
    let lock = tree.text("ui/package-lock.json").and_then(|text| serde_json::from_str::<Value>(text).ok());
    let Some(packages) = lock.as_ref().and_then(|lock| lock.get("packages")).and_then(Value::as_object)
    else {
        return vec!["ui/package-lock.json is missing or has no packages".to_owned()];
    };
    let mut findings = Findings::new();
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let name = path.rsplit("node_modules/").next().unwrap_or(path);
        let licence = package.get("license").and_then(Value::as_str).unwrap_or_default();
        if !policy.allows(name, licence) {
            findings.push(format!("npm {name}: licence {licence:?} is not on the list"));
        }
    }
    findings
}

/// What an exception allows for a package that names no licence in its metadata but brings one as a file.
const UNSTATED: &str = "unstated";

struct Policy {
    allowed: BTreeSet<String>,
    exceptions: Vec<(String, BTreeSet<String>)>,
}

impl Policy {
    /// Reads `allow` and `exceptions` of deny.toml's `[licenses]`, the same that cargo-deny reads.
    fn of(tree: &Tree) -> Result<Self, String> {
        let text = tree.text("deny.toml").ok_or("deny.toml is missing")?;
        let text: String = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n");
        let pattern = |pattern: &str| Regex::new(pattern).map_err(|error| error.to_string());
        let strings = pattern(r#""([^"]+)""#)?;
        let all = |text: &str| {
            strings.captures_iter(text).map(|found| found[1].to_owned()).collect::<BTreeSet<_>>()
        };
        let list = pattern(r"(?s)\nallow = \[(.*?)\]")?
            .captures(&text)
            .map(|found| all(&found[1]))
            .unwrap_or_default();
        if list.is_empty() {
            return Err("deny.toml allows no licence".to_owned());
        }
        let exception = pattern(r#"\{ *(?:crate|name) = "([^"]+)", *allow = \[([^\]]*)\] *\}"#)?;
        let exceptions =
            exception.captures_iter(&text).map(|found| (found[1].to_owned(), all(&found[2]))).collect();
        Ok(Self { allowed: list, exceptions })
    }

    /// Whether an SPDX expression can be met by what is allowed: one side of an OR, both sides of an AND.
    fn allows(&self, package: &str, expression: &str) -> bool {
        let exception = self.exceptions.iter().find(|(name, _)| name == package).map(|(_, allowed)| allowed);
        let single = |licence: &str| {
            let licence = if licence.trim().is_empty() { UNSTATED } else { licence.trim() };
            self.allowed.contains(licence) || exception.is_some_and(|allowed| allowed.contains(licence))
        };
        meets(expression.trim(), &single)
    }
}

/// `OR` binds weaker than `AND`; a `/` is an old way to write OR. Parentheses are taken from the inside out.
fn meets(expression: &str, single: &dyn Fn(&str) -> bool) -> bool {
    if let Some(close) = expression.find(')') {
        let Some(open) = expression[..close].rfind('(') else { return false };
        let inner = if meets(&expression[open + 1..close], single) { YES } else { NO };
        return meets(&format!("{}{inner}{}", &expression[..open], &expression[close + 1..]), single);
    }
    let any = expression.replace('/', " OR ");
    any.split(" OR ")
        .any(|all| all.split(" AND ").all(|one| one.trim() == YES || (one.trim() != NO && single(one))))
}

const YES: &str = "\u{1}yes";
const NO: &str = "\u{1}no";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const DENY: &str = "[licenses]\nallow = [\n  \"MIT\", # short\n  \"Apache-2.0\",\n]\nexceptions = [\n  { crate = \"odd\", allow = [\"MPL-2.0\"] },\n  { crate = \"silent\", allow = [\"unstated\"] },\n]\n";

    #[test]
    fn a_licence_that_is_not_on_the_list_is_found() {
        let check = |name: &str, licence: Option<&str>, found: bool| {
            let tree = Tree::made_of(&[
                ("deny.toml", DENY),
                (
                    "ui/package-lock.json",
                    &json!({ "packages": {
                    "": { "name": "own" },
                    format!("node_modules/a/node_modules/{name}"): { "license": licence },
                } })
                    .to_string(),
                ),
            ]);
            let metadata = json!({ "packages": [{ "name": name, "version": "1.0.0", "license": licence }] });
            assert_eq!(!of_crates(&metadata, &tree).is_empty(), found, "crate {name} {licence:?}");
            assert_eq!(!of_npm(&tree).is_empty(), found, "npm {name} {licence:?}");
        };
        check("a", Some("MIT"), false);
        check("a", Some("MIT OR GPL-3.0"), false);
        check("a", Some("MIT/GPL-3.0"), false);
        check("a", Some("GPL-3.0"), true);
        check("a", Some("MIT AND GPL-3.0"), true);
        check("a", Some("(MIT OR GPL-3.0) AND Apache-2.0"), false);
        check("a", Some("(MIT AND GPL-3.0) OR LGPL-2.1"), true);
        check("a", Some("MIT)"), true);
        check("a", Some(""), true);
        check("a", None, true);
        check("a", Some("MPL-2.0"), true);
        check("odd", Some("MPL-2.0"), false);
        check("odd", Some(""), true);
        check("silent", None, false);
    }

    #[test]
    fn a_missing_list_or_lock_is_found() {
        let metadata = json!({ "packages": [{ "name": "a", "license": "MIT" }] });
        assert!(!of_crates(&metadata, &Tree::made_of(&[])).is_empty());
        assert!(!of_crates(&json!({}), &Tree::made_of(&[("deny.toml", DENY)])).is_empty());
        assert!(!of_npm(&Tree::made_of(&[("deny.toml", DENY)])).is_empty());
    }
}
