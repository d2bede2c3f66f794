//! What a machine concluded is there exactly as long as enough of what it rests on is there (F-4, F-6).
//!
//! Deleting is undoable, so a piece of evidence may be away for a while only. A conclusion that has too little left lies in
//! "recently deleted" beside the piece whose deletion took it under its need, and it is back when enough is back, in whatever
//! order things are deleted, erased and taken back. So where it lies is a function of its evidence, and of nothing that
//! happened in between: after an erasure it lies where it would in a store that never saw the erased.

use std::collections::BTreeSet;

use domain::{MemoryRef, PreferenceId, ProfileId, Provenance, StatementId, Timestamp};
use rusqlite::{Connection, params};

use crate::{
    DeletionId, StoreError,
    codec::{all, first, ref_to_columns},
    delete, preference_row, statement_row, support, support_words,
};

/// What something rests on: for each piece that is not erased the deletion that it lies in, when it lies in one.
#[derive(Debug, Default)]
pub(crate) struct Pieces(Vec<Option<DeletionId>>);

impl Pieces {
    /// How many are not erased.
    pub(crate) fn in_all(&self) -> usize {
        self.0.len()
    }

    /// The deletion that took it under its need; `None` when enough is there.
    fn fell_with(&self, needs: usize) -> Option<DeletionId> {
        // What is there counts as deleted after everything else.
        let mut latest_first = self.0.clone();
        latest_first.sort_unstable_by_key(|lies| std::cmp::Reverse(lies.map_or(i64::MAX, |id| id.0)));
        latest_first.get(needs.saturating_sub(1)).copied().flatten()
    }
}

/// What supports a statement, without what goes.
pub(crate) fn of_statement(
    conn: &Connection,
    profile: ProfileId,
    id: StatementId,
    gone: &BTreeSet<MemoryRef>,
) -> Result<Pieces, StoreError> {
    let sql = "SELECT o.id, o.trip_id, o.deletion_id, t.deletion_id FROM statement_evidence e
               JOIN observations o ON o.id = e.observation_id LEFT JOIN trips t ON t.id = o.trip_id
               WHERE e.profile_id = ?1 AND o.profile_id = ?1 AND e.statement_id = ?2 AND e.supports = 1";
    let found = all(conn, sql, params![profile.0, id.0], |row| {
        let trip: Option<i64> = row.get(1)?;
        let goes = gone.contains(&MemoryRef::Observation(domain::ObservationId(row.get(0)?)))
            || trip.is_some_and(|trip| gone.contains(&MemoryRef::Trip(domain::TripId(trip))));
        Ok((!goes).then_some(earlier(row.get(2)?, row.get(3)?)))
    })?;
    Ok(Pieces(found.into_iter().flatten().collect()))
}

/// The drives that support a preference, without what goes.
pub(crate) fn of_preference(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    gone: &BTreeSet<MemoryRef>,
) -> Result<Pieces, StoreError> {
    let sql = "SELECT DISTINCT t.id, t.deletion_id FROM evidence e JOIN trips t ON t.id = e.trip_id
               WHERE e.profile_id = ?1 AND t.profile_id = ?1 AND e.preference_id = ?2 AND e.supports = 1";
    let found = all(conn, sql, params![profile.0, id.0], |row| {
        let goes = gone.contains(&MemoryRef::Trip(domain::TripId(row.get(0)?)));
        Ok((!goes).then_some(earlier(row.get(1)?, None)))
    })?;
    Ok(Pieces(found.into_iter().flatten().collect()))
}

fn earlier(one: Option<i64>, other: Option<i64>) -> Option<DeletionId> {
    one.into_iter().chain(other).min().map(DeletionId)
}

/// Puts a machine's conclusion where its evidence puts it, and brings it in line with that. A person's own, and what the
/// person deleted by itself, is left where it is.
pub(crate) fn uphold(
    tx: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    at: Timestamp,
) -> Result<(), StoreError> {
    let lies = delete::deletion_of(tx, profile, memory)?;
    let by_person = match lies {
        Some(deletion) => pointed_at(tx, profile, memory, deletion)?,
        None => false,
    };
    if by_person {
        return Ok(());
    }
    if let Some(belongs) = belongs(tx, profile, memory)?.filter(|belongs| *belongs != lies) {
        if let Some(deletion) = lies {
            delete::take_out(tx, profile, memory, deletion)?;
        }
        if let Some(deletion) = belongs {
            delete::hide(tx, profile, memory, deletion, "also")?;
        }
    }
    match memory {
        MemoryRef::Statement(id) => support_words::settle(tx, profile, id),
        MemoryRef::Preference(id) => support::settle(tx, profile, id, at),
        MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => Ok(()),
    }
}

/// The deletion in which a conclusion belongs; `None` when it is none, or rests on nothing that could be counted.
fn belongs(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
) -> Result<Option<Option<DeletionId>>, StoreError> {
    let nothing = BTreeSet::new();
    let (pieces, needs, bound) = match memory {
        MemoryRef::Statement(id) => {
            let Some(row) = statement_row::any(conn, profile, id)? else { return Ok(None) };
            if statement_row::is_persons(&row) {
                return Ok(None);
            }
            let places = "SELECT min(deletion_id) FROM places WHERE profile_id = ?1
                            AND 'place:' || id IN (SELECT subject FROM statements WHERE profile_id = ?1 AND id = ?2
                              UNION SELECT value FROM statements WHERE profile_id = ?1 AND id = ?2)";
            let bound: Option<i64> =
                first(conn, places, params![profile.0, id.0], |row| Ok(row.get(0)?))?.flatten();
            (of_statement(conn, profile, id, &nothing)?, support_words::needs(&row), bound)
        }
        MemoryRef::Preference(id) => {
            let Some(row) = preference_row::any(conn, profile, id)? else { return Ok(None) };
            if preference_row::is_persons(&row) || row.provenance != Provenance::Inferred {
                return Ok(None);
            }
            let places = "SELECT min(l.deletion_id) FROM preferences p
                          JOIN places l ON l.id IN (p.from_place_id, p.to_place_id)
                          WHERE p.profile_id = ?1 AND l.profile_id = ?1 AND p.id = ?2";
            let bound: Option<i64> =
                first(conn, places, params![profile.0, id.0], |row| Ok(row.get(0)?))?.flatten();
            (of_preference(conn, profile, id, &nothing)?, 1, bound)
        }
        MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => return Ok(None),
    };
    if pieces.in_all() == 0 {
        return Ok(None);
    }
    Ok(Some(earlier(pieces.fell_with(needs).map(|id| id.0), bound)))
}

/// Whether the person deleted exactly this, and it did not only go with something.
pub(crate) fn pointed_at(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    deletion: DeletionId,
) -> Result<bool, StoreError> {
    let (kind, row) = ref_to_columns(memory);
    let sql = "SELECT effect = 'deleted' FROM deletion_items
               WHERE profile_id = ?1 AND deletion_id = ?2 AND kind = ?3 AND row_id = ?4";
    let found: Option<bool> =
        first(conn, sql, params![profile.0, deletion.0, kind, row], |row| Ok(row.get(0)?))?;
    Ok(found.unwrap_or(true))
}

/// Conclusions that rest on these or are bound to them, deleted ones included.
pub(crate) fn resting_on(
    conn: &Connection,
    profile: ProfileId,
    memories: &[MemoryRef],
) -> Result<BTreeSet<MemoryRef>, StoreError> {
    let mut found: BTreeSet<MemoryRef> = memories
        .iter()
        .copied()
        .filter(|memory| matches!(memory, MemoryRef::Statement(_) | MemoryRef::Preference(_)))
        .collect();
    let mut collect = |sql: &str, row: i64, make: fn(i64) -> MemoryRef| -> Result<(), StoreError> {
        found.extend(all(conn, sql, params![profile.0, row], |row| Ok(make(row.get(0)?)))?);
        Ok(())
    };
    let statement = |id| MemoryRef::Statement(StatementId(id));
    let preference = |id| MemoryRef::Preference(PreferenceId(id));
    for memory in memories {
        match memory {
            MemoryRef::Observation(id) => collect(
                "SELECT statement_id FROM statement_evidence WHERE profile_id = ?1 AND observation_id = ?2",
                id.0,
                statement,
            )?,
            MemoryRef::Trip(id) => {
                collect(
                    "SELECT e.statement_id FROM statement_evidence e JOIN observations o ON o.id = e.observation_id
                     WHERE e.profile_id = ?1 AND o.profile_id = ?1 AND o.trip_id = ?2",
                    id.0,
                    statement,
                )?;
                collect(
                    "SELECT preference_id FROM evidence WHERE profile_id = ?1 AND trip_id = ?2",
                    id.0,
                    preference,
                )?;
            }
            MemoryRef::Place(id) => {
                collect(
                    "SELECT id FROM preferences WHERE profile_id = ?1 AND (from_place_id = ?2 OR to_place_id = ?2)",
                    id.0,
                    preference,
                )?;
                collect(
                    "SELECT id FROM statements WHERE profile_id = ?1 AND (subject = 'place:' || ?2 OR value = 'place:' || ?2)",
                    id.0,
                    statement,
                )?;
            }
            MemoryRef::Statement(_) | MemoryRef::Preference(_) => {}
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Pieces;
    use crate::DeletionId;

    #[test]
    fn a_conclusion_lies_where_the_piece_lies_that_took_it_under_its_need() {
        let lies = |needs, pieces: &[i64]| {
            // 0 is there.
            let pieces = pieces.iter().map(|id| (*id != 0).then_some(DeletionId(*id))).collect();
            Pieces(pieces).fell_with(needs).map_or(0, |id| id.0)
        };
        for (needs, pieces, expected) in [
            (2, vec![0, 0, 7], 0),
            (2, vec![0, 7], 7),
            (2, vec![0, 7, 9], 9),
            (2, vec![7, 9, 11], 9),
            (2, vec![7, 7, 7], 7),
            (1, vec![7, 9], 9),
            (1, vec![0, 9], 0),
            (1, vec![7], 7),
        ] {
            assert_eq!(lies(needs, &pieces), expected, "{needs} of {pieces:?}");
        }
    }
}
