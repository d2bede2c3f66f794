//! The word index over live memories of every kind.

use std::collections::HashMap;

use domain::{MemoryRef, ObservationId, PlaceId, PreferenceId, ProfileId, StatementId, TripId};
use rusqlite::{Connection, params};

use crate::{StoreError, codec::all, words};

/// Writes a memory's words, replacing older ones.
pub(crate) fn put(conn: &Connection, memory: MemoryRef, text: &str) -> Result<(), StoreError> {
    remove(conn, memory)?;
    let terms = words::index_terms(text).join(" ");
    conn.prepare_cached("INSERT INTO words(rowid, terms) VALUES (?1, ?2)")?
        .execute(params![row_of(memory), terms])?;
    Ok(())
}

/// Takes a memory's words out.
pub(crate) fn remove(conn: &Connection, memory: MemoryRef) -> Result<(), StoreError> {
    conn.prepare_cached("DELETE FROM words WHERE rowid = ?1")?.execute([row_of(memory)])?;
    Ok(())
}

/// The words as they are stored, for the byte scan and the doctor.
pub(crate) fn stored(conn: &Connection, memory: MemoryRef) -> Result<Option<String>, StoreError> {
    crate::codec::first(conn, "SELECT terms FROM words WHERE rowid = ?1", [row_of(memory)], |row| {
        Ok(row.get(0)?)
    })
}

/// The newest that are looked at for each word: a word that is in everything tells nothing, and one that tells something
/// is in few.
const OF_EACH: i64 = 64;

/// Live memories of the profile in which at least one of the terms occurs, those with most of them and the newest first,
/// at most `limit`, each with its stored words.
pub(crate) fn any_of(
    conn: &Connection,
    profile: ProfileId,
    terms: &[String],
    limit: usize,
) -> Result<Vec<(MemoryRef, String)>, StoreError> {
    let mut found: HashMap<i64, (usize, String)> = HashMap::new();
    for term in terms {
        let rows = all(
            conn,
            "SELECT w.rowid, w.terms FROM words w WHERE words MATCH ?1 AND CASE w.rowid & 7
               WHEN 0 THEN EXISTS (SELECT 1 FROM live_places p WHERE p.id = w.rowid >> 3 AND p.profile_id = ?2)
               WHEN 1 THEN EXISTS (SELECT 1 FROM live_preferences p WHERE p.id = w.rowid >> 3 AND p.profile_id = ?2)
               WHEN 2 THEN EXISTS (SELECT 1 FROM live_trips t WHERE t.id = w.rowid >> 3 AND t.profile_id = ?2)
               WHEN 3 THEN EXISTS (SELECT 1 FROM live_statements s WHERE s.id = w.rowid >> 3 AND s.profile_id = ?2)
               ELSE EXISTS (SELECT 1 FROM live_observations o WHERE o.id = w.rowid >> 3 AND o.profile_id = ?2) END
             ORDER BY w.rowid DESC LIMIT ?3",
            params![words::expression(std::slice::from_ref(term), " OR ", false), profile.0, OF_EACH],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)),
        )?;
        for (row, stored) in rows {
            found.entry(row).or_insert((0, stored)).0 += 1;
        }
    }
    let mut found: Vec<(usize, i64, String)> =
        found.into_iter().map(|(row, (hits, stored))| (hits, row, stored)).collect();
    found.sort_by_key(|(hits, row, _)| std::cmp::Reverse((*hits, *row)));
    Ok(found.into_iter().take(limit).map(|(_, row, stored)| (memory_of(row), stored)).collect())
}

/// The row number of a memory's words: its own row times eight, plus its kind.
pub(crate) fn row_of(memory: MemoryRef) -> i64 {
    match memory {
        MemoryRef::Place(id) => id.0 * 8,
        MemoryRef::Preference(id) => id.0 * 8 + 1,
        MemoryRef::Trip(id) => id.0 * 8 + 2,
        MemoryRef::Statement(id) => id.0 * 8 + 3,
        MemoryRef::Observation(id) => id.0 * 8 + 4,
    }
}

/// The memory of a row of words.
pub(crate) fn memory_of(row: i64) -> MemoryRef {
    match row & 7 {
        0 => MemoryRef::Place(PlaceId(row >> 3)),
        1 => MemoryRef::Preference(PreferenceId(row >> 3)),
        2 => MemoryRef::Trip(TripId(row >> 3)),
        3 => MemoryRef::Statement(StatementId(row >> 3)),
        _ => MemoryRef::Observation(ObservationId(row >> 3)),
    }
}
