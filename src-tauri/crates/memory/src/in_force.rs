//! Which preferences fit a situation, by index ranges: the cost is that of the rows found, not of the rows there are.
//!
//! A scope names five things or leaves them open. A situation fits every scope that names some of what the situation is
//! and leaves the rest open: at most 32 combinations, each a range of one index.

use domain::{PreferenceId, PreferenceState, ProfileId, Situation, Weather};
use rusqlite::{Connection, Row, ToSql};

use crate::{StoreError, codec::all, preference_row::COLUMNS};

/// By what "first" is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The newest statement.
    Newest,
    /// The one confirmed last.
    Surest,
}

impl First {
    fn column(self) -> &'static str {
        match self {
            Self::Newest => "created_at",
            Self::Surest => "last_confirmed_at",
        }
    }
}

/// A combination of named and open parts of a scope.
#[derive(Clone, Copy)]
struct Combination<'a> {
    parts: [Option<&'a dyn ToSql>; 5],
}

impl Combination<'_> {
    fn named(&self) -> usize {
        self.parts.iter().flatten().count()
    }
}

/// The statement of one range; the parts of the scope are parameters 3 to 7.
pub(crate) fn sql(first: First) -> String {
    let column = first.column();
    format!(
        "SELECT {COLUMNS} FROM live_preferences
         WHERE profile_id = ?1 AND state = ?2 AND bucket IS ?3 AND days IS ?4 AND weather IS ?5
           AND from_place_id IS ?6 AND to_place_id IS ?7 AND heir_live IS NULL
           AND valid_from <= ?8 AND (valid_to IS NULL OR ?8 < valid_to)
         ORDER BY {column} DESC, id DESC LIMIT ?9"
    )
}

/// Live preferences in this state that are valid and in scope and that nothing replaced, at most `most`: those that name
/// most first, and among equals the first by `first`. With `bound`, only those that name something.
pub(crate) fn fitting<T>(
    conn: &Connection,
    profile: ProfileId,
    now: &Situation,
    (state, first, bound, most): (PreferenceState, First, bool, usize),
    read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let (bucket, days) = (now.depart.bucket().word(), now.depart.day_kind().word());
    let (weather, from, to) =
        (now.weather.map(Weather::word), now.from.map(|id| id.0), now.to.map(|id| id.0));
    let known: [Option<&dyn ToSql>; 5] = [
        Some(&bucket),
        Some(&days),
        weather.as_ref().map(|word| word as &dyn ToSql),
        from.as_ref().map(|id| id as &dyn ToSql),
        to.as_ref().map(|id| id as &dyn ToSql),
    ];
    let mut combinations = vec![Combination { parts: [None; 5] }];
    for (index, part) in known.into_iter().enumerate().filter(|(_, part)| part.is_some()) {
        let with: Vec<Combination<'_>> = combinations
            .iter()
            .map(|open| {
                let mut parts = open.parts;
                parts[index] = part;
                Combination { parts }
            })
            .collect();
        combinations.extend(with);
    }
    combinations.sort_by_key(|combination| std::cmp::Reverse(combination.named()));
    let sql = sql(first);
    let mut found: Vec<T> = Vec::new();
    for same in combinations.chunk_by(|a, b| a.named() == b.named()) {
        if found.len() >= most || (bound && same.iter().all(|combination| combination.named() == 0)) {
            break;
        }
        let mut rows: Vec<((i64, i64), T)> = Vec::new();
        for combination in same {
            let parts = &combination.parts;
            let (depart, limit) = (now.depart.at.0, most as i64);
            let params: [&dyn ToSql; 9] = [
                &profile.0,
                &state.word(),
                &parts[0],
                &parts[1],
                &parts[2],
                &parts[3],
                &parts[4],
                &depart,
                &limit,
            ];
            rows.extend(all(conn, &sql, params.as_slice(), |row| {
                Ok(((row.get(first.column())?, row.get("id")?), read(row)?))
            })?);
        }
        rows.sort_by_key(|(age, _)| std::cmp::Reverse(*age));
        found.extend(rows.into_iter().map(|(_, row)| row));
    }
    found.truncate(most);
    Ok(found)
}

/// Preferences that are bound to something, and to this situation, whether they act or wait for an answer: the surest
/// first.
pub(crate) fn bound(
    conn: &Connection,
    profile: ProfileId,
    now: &Situation,
    most: usize,
) -> Result<Vec<PreferenceId>, StoreError> {
    let mut found = Vec::new();
    for state in [PreferenceState::Active, PreferenceState::Proposed] {
        found.extend(fitting(conn, profile, now, (state, First::Surest, true, most), |row| {
            Ok((row.get::<_, i64>("last_confirmed_at")?, row.get::<_, i64>("id")?))
        })?);
    }
    found.sort_by_key(|age| std::cmp::Reverse(*age));
    found.truncate(most);
    Ok(found.into_iter().map(|(_, id)| PreferenceId(id)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn every_range_is_one_of_an_index_and_needs_no_sorting() {
        let store = Store::open_in_memory().unwrap();
        for (first, index) in [(First::Newest, "preferences_newest"), (First::Surest, "preferences_surest")] {
            let sql = format!("EXPLAIN QUERY PLAN {}", sql(first));
            let steps: Vec<String> = store
                .read(|conn| {
                    let params: [&dyn ToSql; 9] =
                        [&1, &"active", &"morning", &"workday", &None::<i64>, &1, &2, &0, &50];
                    all(conn, &sql, params.as_slice(), |row| Ok(row.get::<_, String>("detail")?))
                })
                .unwrap();
            let scan = steps.iter().find(|step| step.contains(index)).unwrap_or_else(|| panic!("{steps:?}"));
            assert!(scan.contains("to_place_id=?"), "{scan}");
            assert!(!steps.iter().any(|step| step.contains("B-TREE")), "{steps:?}");
        }
    }

    #[test]
    fn another_value_does_not_prepare_the_statement_anew() {
        let store = Store::open_in_memory().unwrap();
        let prepared = store
            .read(|conn| {
                let mut statement = conn.prepare(&sql(First::Newest))?;
                for bucket in ["morning", "night", "morning"] {
                    let params: [&dyn ToSql; 9] =
                        [&1, &"active", &bucket, &"workday", &None::<i64>, &1, &2, &0, &50];
                    assert!(statement.query(params.as_slice())?.next()?.is_none());
                }
                Ok(statement.get_status(rusqlite::StatementStatus::RePrepare))
            })
            .unwrap();
        assert_eq!(prepared, 0);
    }
}
