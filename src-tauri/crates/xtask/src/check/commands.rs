//! Commands are thin: a function that the window calls hands over to `app` and does nothing else.

use super::{
    Findings,
    tree::{Tree, deeds},
};

/// Lines of a body, without the braces.
const LONGEST: usize = 10;

/// Every function marked as a command, and how long it is.
pub fn thin(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for (path, text) in tree.texts("src-tauri/src/", &[".rs"]) {
        for (name, lines) in commands(&deeds(text)) {
            if lines > LONGEST {
                findings.push(format!(
                    "{path}: command {name} has {lines} lines, at most {LONGEST}: it belongs into app"
                ));
            }
        }
    }
    findings
}

/// Name and body length of each `#[tauri::command]` function. Relies on rustfmt: the body ends at a `}` on the margin of
/// the function's own line.
pub fn commands(source: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for start in (0..lines.len()).filter(|i| lines[*i].trim_start().starts_with("#[tauri::command")) {
        let Some(signature) = (start..lines.len()).find(|i| lines[*i].contains("fn ")) else { continue };
        let after = lines[signature].split_once("fn ").map_or("", |(_, after)| after);
        let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let margin = lines[signature].len() - lines[signature].trim_start().len();
        let closes = |line: &str| line.starts_with(&format!("{}}}", " ".repeat(margin)));
        let Some(open) = (signature..lines.len()).find(|i| lines[*i].trim_end().ends_with('{')) else {
            continue;
        };
        let end = (open + 1..lines.len()).find(|i| closes(lines[*i])).unwrap_or(lines.len());
        let body = lines[open + 1..end].iter().filter(|line| !line.trim().is_empty());
        found.push((name, body.count()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(lines: usize) -> String {
        let body = "    app.plan();\n".repeat(lines);
        format!(
            "#[tauri::command]\npub async fn plan(\n    app: State<'_, App>,\n) -> Answer {{\n{body}}}\n\nfn other() {{\n}}\n"
        )
    }

    #[test]
    fn a_long_command_is_found() {
        let check = |lines: usize, found: bool| {
            let tree = Tree::made_of(&[("src-tauri/src/commands/plan.rs", &command(lines))]);
            assert_eq!(!thin(&tree).is_empty(), found, "{lines}");
        };
        check(LONGEST, false);
        check(LONGEST + 1, true);
        assert_eq!(commands(&command(3)), [("plan".to_owned(), 3)]);
    }
}
