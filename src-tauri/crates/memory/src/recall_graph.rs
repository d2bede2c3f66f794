//! The way by the graph: statements that are tied to something the question names.

use domain::ProfileId;
use rusqlite::{Connection, params};
use rustc_hash::FxHashSet;

use crate::{StoreError, codec::all, words};

/// Names that are looked up in a question, and ties that are followed from each.
const NAMES: usize = 48;
const TIES: i64 = 200;
/// Longest name, in words or Chinese characters.
const LONGEST: usize = 4;

/// Statements of the person that a named entity is tied to, in either direction.
pub(crate) fn tied(conn: &Connection, profile: ProfileId, text: &str) -> Result<FxHashSet<i64>, StoreError> {
    let mut found = FxHashSet::default();
    let any: Option<i64> = crate::codec::first(
        conn,
        "SELECT 1 FROM entities WHERE profile_id = ?1 LIMIT 1",
        [profile.0],
        |row| Ok(row.get(0)?),
    )?;
    if any.is_none() {
        return Ok(found);
    }
    for name in names(text) {
        let sql = "SELECT l.to_id FROM entities e JOIN live_links l ON l.profile_id = e.profile_id
              AND l.from_kind = 'entity' AND l.from_id = e.id AND l.to_kind = 'stmt'
            WHERE e.profile_id = ?1 AND e.kind IN ('person', 'route', 'corridor', 'condition', 'thing') AND e.folded = ?2
            UNION SELECT l.from_id FROM entities e JOIN live_links l ON l.profile_id = e.profile_id
              AND l.to_kind = 'entity' AND l.to_id = e.id AND l.from_kind = 'stmt'
            WHERE e.profile_id = ?1 AND e.kind IN ('person', 'route', 'corridor', 'condition', 'thing') AND e.folded = ?2
            LIMIT ?3";
        found.extend(all(conn, sql, params![profile.0, name, TIES], |row| Ok(row.get::<_, i64>(0)?))?);
    }
    Ok(found)
}

/// Runs of words, and of Chinese characters, that may be a name; the longest first.
fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let folded = words::fold(text);
    let tokens: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()).collect();
    for length in (1..=LONGEST).rev() {
        for run in tokens.windows(length) {
            let plain = run.iter().all(|word| word.is_ascii());
            let tells = !run.iter().all(|word| recall::is_filler(word));
            if plain && tells {
                names.push(run.join(" "));
            }
        }
        for token in tokens.iter().filter(|token| !token.is_ascii()) {
            let chars: Vec<char> = token.chars().collect();
            if length > 1 {
                names.extend(chars.windows(length).map(|run| run.iter().collect::<String>()));
            }
        }
    }
    names.truncate(NAMES);
    names
}
