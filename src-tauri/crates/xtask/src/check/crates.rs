//! Who depends on whom, from cargo's own metadata.

use super::{
    Findings,
    tree::{Tree, deeds},
};
use regex_lite::Regex;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The picture in docs/architecture.md: each room and what it may depend on. `flows`, `testkit` and `xtask` stand beside it.
const ROOMS: &[(&str, &[&str])] = &[
    ("laolu-domain", &[]),
    ("laolu-region", &["laolu-domain"]),
    ("laolu-routing", &["laolu-domain", "laolu-region"]),
    ("laolu-matching", &["laolu-domain", "laolu-routing"]),
    ("laolu-tracks", &["laolu-domain"]),
    ("laolu-tiles", &["laolu-domain", "laolu-region"]),
    ("laolu-geocode", &["laolu-domain", "laolu-region"]),
    ("laolu-extract", &["laolu-domain"]),
    ("laolu-reflect", &["laolu-domain"]),
    ("laolu-recall", &["laolu-domain"]),
    ("laolu-language", &["laolu-domain", "laolu-extract", "laolu-reflect"]),
    ("laolu-memory", &["laolu-domain", "laolu-extract", "laolu-recall", "laolu-reflect"]),
    ("laolu-adapters", &["laolu-domain"]),
    (
        "laolu-app",
        &[
            "laolu-domain",
            "laolu-region",
            "laolu-routing",
            "laolu-matching",
            "laolu-tracks",
            "laolu-tiles",
            "laolu-geocode",
            "laolu-extract",
            "laolu-memory",
            "laolu-recall",
            "laolu-reflect",
            "laolu-language",
            "laolu-adapters",
        ],
    ),
    ("laolu-cli", &["laolu-app", "laolu-domain", "laolu-adapters"]),
    ("laolu-desktop", &["laolu-app", "laolu-domain", "laolu-adapters"]),
];
/// Used by tests of every room, never by a room itself.
const FOR_TESTS: &[&str] = &["laolu-testkit", "flows", "xtask"];

/// I1: what `domain` must not reach, however far down.
const NOT_IN_DOMAIN: &[&str] =
    &["serde", "serde_json", "rusqlite", "tokio", "tauri", "reqwest", "rand", "getrandom"];
/// I6: who may write JSON. Shells and `app` for the wire; `region` for its folder's manifest, `memory` for lists inside a
/// column, `adapters` for the model's manifest and the preview helper's pipe, `language` for what a language model
/// answers, `tracks` for recordings of others.
const MAY_USE_JSON: &[&str] = &[
    "laolu-tracks",
    "laolu-region",
    "laolu-memory",
    "laolu-language",
    "laolu-adapters",
    "laolu-app",
    "laolu-cli",
    "laolu-desktop",
];

/// Arrows only go down.
pub fn edges(metadata: &Value) -> Findings {
    let graph = Graph::of(metadata);
    let mut findings = Findings::new();
    for member in graph.members.iter().filter(|name| !FOR_TESTS.contains(&name.as_str())) {
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| room == member) else {
            findings
                .push(format!("{member} is in no picture: add it to docs/architecture.md and to this check"));
            continue;
        };
        for target in graph.direct(member).filter(|target| graph.members.contains(*target)) {
            if !allowed.contains(&target) {
                findings.push(format!("{member} must not depend on {target}"));
            }
        }
    }
    if graph.members.len() < ROOMS.len() {
        findings.push("cargo's metadata names fewer rooms than the picture".to_owned());
    }
    findings
}

/// I1: no IO, no database, no network, no serialising anywhere below `domain`.
pub fn domain_stands_alone(metadata: &Value) -> Findings {
    let graph = Graph::of(metadata);
    let reached = graph.reached_from("laolu-domain");
    if reached.is_empty() {
        return vec!["laolu-domain is not in cargo's metadata".to_owned()];
    }
    let bad = NOT_IN_DOMAIN.iter().filter(|name| reached.contains(**name));
    bad.map(|name| format!("laolu-domain reaches {name}")).collect()
}

/// I2: only the window's shell reaches tauri.
pub fn tauri_only_in_the_shell(metadata: &Value) -> Findings {
    let graph = Graph::of(metadata);
    let others = graph.members.iter().filter(|name| *name != "laolu-desktop");
    let reaching =
        others.filter(|member| graph.reached_from(member).iter().any(|name| name.starts_with("tauri")));
    reaching.map(|member| format!("{member} reaches tauri")).collect()
}

/// What sends things over a network. `tauri` reaches some of it for its own updater and is kept to the window's shell (I2).
const NETWORK: &[&str] =
    &["reqwest", "hyper", "ureq", "curl", "rustls", "native-tls", "tokio-rustls", "hyper-util"];

/// I8: no room but `adapters` depends on anything that sends, and none reaches it by another way.
pub fn network_only_in_adapters(metadata: &Value) -> Findings {
    let mut graph = Graph::of(metadata);
    // What lies behind `adapters` is allowed, so the walk ends there.
    graph.targets.remove("laolu-adapters");
    let mut findings = Findings::new();
    for (room, _) in ROOMS {
        for target in graph.direct(room).filter(|target| NETWORK.contains(target)) {
            findings.push(format!("{room} must not depend on {target}: the network is adapters' alone"));
        }
        let reached = graph.reached_from(room);
        for target in NETWORK.iter().filter(|name| *room != "laolu-desktop" && reached.contains(**name)) {
            findings.push(format!("{room} reaches {target}"));
        }
    }
    findings
}

/// I6: no room below `app` derives TypeScript, writes JSON for others, or names a type as a DTO.
pub fn no_dto_below_app(metadata: &Value, tree: &Tree) -> Findings {
    let graph = Graph::of(metadata);
    let mut findings = Findings::new();
    for (room, _) in ROOMS {
        for target in graph.direct(room) {
            let json = target == "serde_json" && !MAY_USE_JSON.contains(room);
            let typescript = target == "ts-rs" && *room != "laolu-app";
            if json || typescript {
                findings.push(format!("{room} must not depend on {target}: shapes for the wire live in app"));
            }
        }
    }
    let Ok(named) = Regex::new(r"\b(struct|enum)\s+\w+(Dto|DTO)\b|\bmod dto\b") else { return findings };
    for (path, text) in tree.texts("src-tauri/crates/", &[".rs"]) {
        let below = ["domain", "region", "routing", "tiles", "geocode", "memory", "adapters"];
        let is_below = below.iter().any(|room| path.starts_with(&format!("src-tauri/crates/{room}/")));
        if is_below && named.is_match(&deeds(text)) {
            findings.push(format!("{path}: a DTO below app"));
        }
    }
    findings
}

/// Normal dependencies (not for tests or builds) by package name.
struct Graph {
    members: BTreeSet<String>,
    targets: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    fn of(metadata: &Value) -> Self {
        let list = |value: &'_ Value, key: &str| {
            value.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
        };
        let word =
            |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let names: BTreeMap<String, String> = list(metadata, "packages")
            .iter()
            .map(|package| (word(package, "id"), word(package, "name")))
            .collect();
        let name = |id: &str| names.get(id).cloned().unwrap_or_default();
        let members =
            list(metadata, "workspace_members").iter().filter_map(Value::as_str).map(name).collect();
        let mut targets = BTreeMap::new();
        for node in metadata.get("resolve").map(|resolve| list(resolve, "nodes")).unwrap_or_default() {
            let normal = |dep: &Value| {
                list(dep, "dep_kinds").iter().any(|kind| kind.get("kind").is_none_or(Value::is_null))
            };
            let reached = list(&node, "deps")
                .iter()
                .filter(|dep| normal(dep))
                .map(|dep| name(&word(dep, "pkg")))
                .collect();
            // Two versions of one package: their targets are joined, which can only find more.
            targets.entry(name(&word(&node, "id"))).or_insert_with(BTreeSet::new).append(&mut { reached });
        }
        Self { members, targets }
    }

    fn direct(&self, package: &str) -> impl Iterator<Item = &str> {
        self.targets.get(package).into_iter().flatten().map(String::as_str)
    }

    fn reached_from(&self, package: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = self.direct(package).collect();
        if self.targets.contains_key(package) {
            reached.insert(package.to_owned());
        }
        while let Some(next) = open.pop() {
            if reached.insert(next.to_owned()) {
                open.extend(self.direct(next));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Cargo's metadata with the rooms as they should be, and these edges more: from, to, kind.
    fn metadata(more: &[(&str, &str, Option<&str>)]) -> Value {
        let mut edges: Vec<(&str, &str, Option<&str>)> =
            ROOMS.iter().flat_map(|(room, allowed)| allowed.iter().map(|to| (*room, *to, None))).collect();
        edges.extend(more);
        let mut names: BTreeSet<&str> = edges.iter().flat_map(|(from, to, _)| [*from, *to]).collect();
        names.extend(FOR_TESTS);
        let node = |name: &&str| {
            let own = edges.iter().filter(|(from, ..)| from == name);
            let deps: Vec<_> =
                own.map(|(_, to, kind)| json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] })).collect();
            json!({ "id": name, "deps": deps })
        };
        let member = |name: &&&str| name.starts_with("laolu-") || FOR_TESTS.contains(name);
        json!({
            "packages": names.iter().map(|name| json!({ "id": name, "name": name })).collect::<Vec<_>>(),
            "workspace_members": names.iter().filter(member).collect::<Vec<_>>(),
            "resolve": { "nodes": names.iter().map(node).collect::<Vec<_>>() },
        })
    }

    fn check(rule: fn(&Value) -> Findings, more: &[(&str, &str, Option<&str>)], found: bool) {
        let findings = rule(&metadata(more));
        assert_eq!(!findings.is_empty(), found, "{more:?}: {findings:?}");
    }

    #[test]
    fn edges_finds_an_arrow_that_goes_up_or_sideways() {
        check(edges, &[], false);
        check(edges, &[("laolu-routing", "laolu-memory", None)], true);
        check(edges, &[("laolu-memory", "laolu-routing", None)], true);
        check(edges, &[("laolu-domain", "laolu-region", None)], true);
        check(edges, &[("laolu-app", "laolu-testkit", None)], true);
        check(edges, &[("laolu-app", "laolu-testkit", Some("dev"))], false);
        check(edges, &[("laolu-new", "laolu-domain", None)], true);
        assert!(!edges(&json!({})).is_empty());
    }

    /// Perception, what is thought about it, the rows, the use cases: each knows only what is below it.
    #[test]
    fn s1_22_no_layer_of_memory_depends_on_one_above_it() {
        const LAYERS: [&[&str]; 4] = [
            &["laolu-domain"],
            &["laolu-extract", "laolu-recall", "laolu-reflect"],
            &["laolu-memory"],
            &["laolu-app"],
        ];
        for (height, layer) in LAYERS.iter().enumerate() {
            for room in *layer {
                let (_, allowed) =
                    ROOMS.iter().find(|(name, _)| name == room).expect("a room of the picture");
                for above in &LAYERS[height..] {
                    for upper in *above {
                        assert!(!allowed.contains(upper), "{room} must not know {upper}");
                        check(edges, &[(room, upper, None)], true);
                    }
                }
            }
        }
    }

    #[test]
    fn i1_finds_what_domain_reaches_however_far_down() {
        check(domain_stands_alone, &[("laolu-domain", "jiff", None)], false);
        check(domain_stands_alone, &[("laolu-domain", "jiff", None), ("jiff", "serde", None)], true);
        check(domain_stands_alone, &[("laolu-domain", "serde", Some("dev"))], false);
        assert!(!domain_stands_alone(&json!({})).is_empty());
    }

    #[test]
    fn i2_finds_tauri_below_the_shell() {
        check(tauri_only_in_the_shell, &[("laolu-desktop", "tauri", None)], false);
        check(tauri_only_in_the_shell, &[("laolu-app", "x", None), ("x", "tauri-utils", None)], true);
    }

    #[test]
    fn i8_finds_who_could_send() {
        check(network_only_in_adapters, &[("laolu-adapters", "reqwest", None)], false);
        check(
            network_only_in_adapters,
            &[("laolu-desktop", "tauri", None), ("tauri", "reqwest", None)],
            false,
        );
        check(network_only_in_adapters, &[("laolu-desktop", "reqwest", None)], true);
        for room in ["laolu-geocode", "laolu-app", "laolu-cli"] {
            check(network_only_in_adapters, &[(room, "x", None), ("x", "ureq", None)], true);
        }
    }

    #[test]
    fn i6_finds_wire_shapes_below_app() {
        let check = |more: &[(&str, &str, Option<&str>)], files: &[(&str, &str)], found: bool| {
            let findings = no_dto_below_app(&metadata(more), &Tree::made_of(files));
            assert_eq!(!findings.is_empty(), found, "{findings:?}");
        };
        check(
            &[("laolu-app", "ts-rs", None)],
            &[("src-tauri/crates/app/src/dto/mod.rs", "pub struct PlanDto;")],
            false,
        );
        check(&[("laolu-routing", "serde_json", None)], &[], true);
        check(&[("laolu-domain", "ts-rs", None)], &[], true);
        check(&[("laolu-cli", "ts-rs", None)], &[], true);
        check(&[], &[("src-tauri/crates/memory/src/a.rs", "pub struct PlaceDto { }")], true);
        check(&[], &[("src-tauri/crates/memory/src/lib.rs", "mod dto;")], true);
    }
}
