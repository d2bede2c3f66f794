//! Invariants that are visible in the source text.

use super::{
    Findings,
    tree::{Tree, beside_the_product, deeds},
};
use regex_lite::Regex;

const RUST: &[&str] = &[".rs"];

/// I3: the memory database's `Connection`, and rusqlite at all, are named only in `memory`.
pub fn connection_only_in_memory(tree: &Tree) -> Findings {
    let elsewhere = |path: &str| !path.starts_with("src-tauri/crates/memory/") && !is_chore(path);
    find(
        tree,
        r"\brusqlite\b|\bConnection\b",
        elsewhere,
        "the memory database is opened and read only in memory",
    )
}

/// I4: nobody but `adapters` reads the time or draws random numbers; lints that are switched off are deeds, too.
pub fn time_only_in_adapters(tree: &Tree) -> Findings {
    let elsewhere = |path: &str| !path.starts_with("src-tauri/crates/adapters/") && !beside_the_product(path);
    let pattern = r"\b(SystemTime|Instant|Timestamp|Zoned)::now\b|\bthread_rng\b|\brand::(rng|random)\b|\bOsRng\b|\bgetrandom\b|disallowed_methods";
    find(tree, pattern, elsewhere, "time and chance are passed in; only adapters may ask for them")
}

/// I8: nobody but `adapters` opens a connection.
pub fn network_only_in_adapters(tree: &Tree) -> Findings {
    let elsewhere = |path: &str| {
        !path.starts_with("src-tauri/crates/adapters/")
            && !beside_the_product(path)
            && !path.contains("/fuzz_targets/")
    };
    let pattern = r"\b(reqwest|hyper|ureq|curl|rustls|native_tls)::|\bstd::net\b|\btokio::net\b|\b(TcpStream|TcpListener|UdpSocket)\b";
    find(
        tree,
        pattern,
        elsewhere,
        "the network is used only in adapters, behind the ports Fetcher, RouteProvider and LanguageModel",
    )
}

/// I5: only `ui/src/ipc/` imports `@tauri-apps/*`.
pub fn tauri_only_in_ipc(tree: &Tree) -> Findings {
    let pages = tree.texts("ui/src/", &[".ts", ".svelte", ".js"]);
    pages
        .filter(|(path, text)| !path.starts_with("ui/src/ipc/") && text.contains("@tauri-apps"))
        .map(|(path, _)| format!("{path}: only ui/src/ipc/ may talk to Tauri"))
        .collect()
}

fn find(tree: &Tree, pattern: &str, applies: impl Fn(&str) -> bool, rule: &str) -> Findings {
    let Ok(pattern) = Regex::new(pattern) else { return vec![format!("the pattern {pattern} is wrong")] };
    let mut findings = Findings::new();
    for (path, text) in tree.texts("", RUST).filter(|(path, _)| applies(path)) {
        for (number, line) in (1..).zip(deeds(text).lines()) {
            if pattern.is_match(line) {
                findings.push(format!("{path}:{number}: {rule}"));
            }
        }
    }
    findings
}

fn is_chore(path: &str) -> bool {
    path.starts_with("src-tauri/crates/xtask/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: fn(&Tree) -> Findings, path: &str, text: &str, found: bool) {
        let findings = rule(&Tree::made_of(&[(path, text)]));
        assert_eq!(!findings.is_empty(), found, "{path}: {findings:?}");
    }

    #[test]
    fn i3_finds_a_connection_outside_memory() {
        check(connection_only_in_memory, "src-tauri/crates/app/src/a.rs", "use rusqlite::params;", true);
        check(
            connection_only_in_memory,
            "src-tauri/crates/geocode/src/a.rs",
            "fn a(c: &Connection) {}",
            true,
        );
        check(
            connection_only_in_memory,
            "src-tauri/crates/memory/src/a.rs",
            "fn a(c: &Connection) {}",
            false,
        );
        check(connection_only_in_memory, "src-tauri/crates/app/src/a.rs", "// no Connection here", false);
    }

    #[test]
    fn i4_finds_a_clock_or_chance_outside_adapters() {
        let app = "src-tauri/crates/app/src/a.rs";
        check(time_only_in_adapters, app, "let t = SystemTime::now();", true);
        check(time_only_in_adapters, app, "let t = std::time::Instant::now();", true);
        check(time_only_in_adapters, app, "let t = jiff::Zoned::now();", true);
        check(time_only_in_adapters, app, "let t = rand::rng();", true);
        check(time_only_in_adapters, app, "#[allow(clippy::disallowed_methods)]", true);
        check(time_only_in_adapters, "src-tauri/src/main.rs", "Instant::now()", true);
        check(time_only_in_adapters, "src-tauri/crates/adapters/src/a.rs", "Instant::now()", false);
        check(time_only_in_adapters, "src-tauri/crates/routing/benches/a.rs", "Instant::now()", false);
        check(time_only_in_adapters, app, "let t = clock.now();", false);
    }

    #[test]
    fn i8_finds_a_connection_outside_adapters() {
        let app = "src-tauri/crates/app/src/a.rs";
        check(network_only_in_adapters, app, "let client = reqwest::Client::new();", true);
        check(network_only_in_adapters, app, "use std::net::SocketAddr;", true);
        check(network_only_in_adapters, "src-tauri/src/main.rs", "TcpListener::bind(a)", true);
        check(network_only_in_adapters, "src-tauri/crates/adapters/src/a.rs", "reqwest::get(a)", false);
        check(network_only_in_adapters, "src-tauri/crates/testkit/src/a.rs", "TcpListener::bind(a)", false);
        check(network_only_in_adapters, app, "self.fetcher.fetch(&wanted)", false);
    }

    #[test]
    fn i5_finds_tauri_in_a_page() {
        check(
            tauri_only_in_ipc,
            "ui/src/plan/Ask.svelte",
            "import { invoke } from '@tauri-apps/api/core'",
            true,
        );
        check(
            tauri_only_in_ipc,
            "ui/src/ipc/client.ts",
            "import { invoke } from '@tauri-apps/api/core'",
            false,
        );
    }
}
