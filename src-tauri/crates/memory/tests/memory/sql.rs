//! Rules about the SQL itself, read from the source.

use std::path::Path;

/// Tables and views whose rows have an owner.
const OWNED: [&str; 33] = [
    "plans",
    "places",
    "trips",
    "preferences",
    "observations",
    "evidence",
    "confidence_steps",
    "uses",
    "deletions",
    "deletion_items",
    "tombstones",
    "settings",
    "live_places",
    "live_trips",
    "live_preferences",
    "live_evidence",
    "live_observations",
    "statements",
    "statement_evidence",
    "entities",
    "links",
    "accesses",
    "changes",
    "questions",
    "feedback",
    "failures",
    "reflections",
    "traces",
    "live_statements",
    "live_statement_evidence",
    "live_links",
    "live_entities",
    "active_statements",
];

/// Every string literal of the source that is SQL about an owned table, with its file.
fn statements() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        // Odd parts between quotes are literals; escaped quotes do not occur inside of SQL here.
        for literal in source.split('"').skip(1).step_by(2) {
            let words: Vec<&str> = literal.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            let is_sql = ["SELECT", "UPDATE", "DELETE", "INSERT"].iter().any(|verb| words.contains(verb));
            let owned = words.windows(2).any(|pair| {
                ["FROM", "JOIN", "UPDATE", "INTO"].contains(&pair[0]) && OWNED.contains(&pair[1])
            });
            if is_sql && owned {
                found.push((path.file_name().unwrap().to_string_lossy().into_owned(), literal.to_owned()));
            }
        }
    }
    found
}

#[test]
fn x13_every_statement_names_the_owner_or_says_why_not() {
    let statements = statements();
    assert!(statements.len() > 60, "the reader of the source finds only {}", statements.len());
    for (file, sql) in statements {
        let excused = sql.contains("/* all profiles */")
            || (file == "doctor.rs" && sql.starts_with("SELECT profile_id"));
        assert!(sql.contains("profile_id") || excused, "{file}: {sql}");
    }
}

#[test]
fn f_2_deleted_rows_are_read_only_where_deleting_itself_works() {
    // Undoing, erasing and a person's own no have to see deleted rows; nothing else may.
    let allowed = [
        "delete.rs",
        "erase.rs",
        "support.rs",
        "support_words.rs",
        "graph_row.rs",
        "needles.rs",
        "sites.rs",
        "doctor.rs",
        "corridor.rs",
        "upheld.rs",
        "runs.rs",
        // What is taken back or known again may lie in "recently deleted".
        "import.rs",
        "spot.rs",
    ];
    let mut outside = Vec::new();
    for (file, sql) in statements() {
        let reads_tables = [
            "places",
            "trips",
            "preferences",
            "evidence",
            "observations",
            "statements",
            "statement_evidence",
        ]
        .iter()
        .any(|table| sql.contains(&format!("FROM {table}")) || sql.contains(&format!("JOIN {table}")));
        if reads_tables && sql.contains("SELECT") && !allowed.contains(&file.as_str()) {
            outside.push(format!("{file}: {}", sql.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
    outside.sort();
    // One row for erasing (five `any`), a report's own event, what a person decided about a pattern, a claim or an entry of a
    // file, and the end of a talk, which takes everything of it.
    let expected = [
        "noticed_row.rs: SELECT * FROM observations WHERE profile_id = ?1 AND id = ?2",
        "place.rs: SELECT * FROM places WHERE profile_id = ?1 AND id = ?2",
        "preference_row.rs: SELECT *, source_trip_id AS source_live, NULL AS heir_live FROM preferences WHERE profile_id \
         = ?1 AND id = ?2",
        "preference_row.rs: SELECT id, state, deletion_id IS NOT NULL AS deleted FROM preferences WHERE profile_id = ?1 \
         AND pattern = ?2 AND NOT EXISTS ( SELECT 1 FROM live_preferences n WHERE n.profile_id = ?1 AND n.id = \
         preferences.superseded_by AND n.state = 'active') ORDER BY (state = 'rejected' OR deletion_id IS NOT NULL) DESC, \
         id DESC LIMIT 1",
        "statement_row.rs: SELECT *, NULL AS replaces, NULL AS superseded_at FROM statements WHERE profile_id = ?1 AND id = \
         ?2",
        "statement_write.rs: SELECT id, deletion_id, value, content FROM statements WHERE profile_id = ?1 AND subject \
         = ?2 AND attribute = ?3 AND condition = ?4 AND (state = 'rejected' OR deletion_id IS NOT NULL) ORDER BY id DESC",
        "stream.rs: SELECT * FROM observations WHERE profile_id = ?1 AND session = ?2 AND words <> ''",
        "stream.rs: SELECT 1 FROM statement_evidence WHERE profile_id = ?1 AND observation_id = ?2",
        "stream.rs: SELECT id FROM statements WHERE profile_id = ?1 AND session = ?2 AND class = 'conversational'",
        "stream.rs: SELECT id, deletion_id IS NOT NULL FROM observations WHERE profile_id = ?1 AND at = ?2 AND source = \
         'import' AND kind = ?3 AND words = ?4 AND subject IS ?5 AND attribute IS ?6 AND condition IS ?7 AND value = ?8 \
         ORDER BY deletion_id IS NULL DESC LIMIT 1",
        "trip.rs: SELECT *, start_place_id AS start_live, end_place_id AS end_live FROM trips WHERE profile_id = ?1 AND \
         id = ?2",
        "trip.rs: SELECT id, deletion_id IS NOT NULL FROM trips WHERE profile_id = ?1 AND event_id = ?2",
    ];
    assert_eq!(outside, expected);
}
