//! The word index over live memories of every kind.

use domain::{MemoryRef, ObservationId, PlaceId, PreferenceId, StatementId, TripId};
use rusqlite::{Connection, params};

use crate::{StoreError, words};

/// Writes a memory's words, replacing older ones.
pub(crate) fn put(conn: &Connection, memory: MemoryRef, text: &str) -> Result<(), StoreError> {
    remove(conn, memory)?;
    let terms = words::index_terms(text).join(" ");
    conn.prepare_cached("INSERT INTO words(rowid, terms) VALUES (?1, ?2)")?
        .execute(params![row_of(memory), terms])?;
    Ok(())
}

/// The same for a memory that is new: there is nothing to take out first.
#[cfg(any(test, feature = "measuring"))]
pub(crate) fn put_new(conn: &Connection, memory: MemoryRef, text: &str) -> Result<(), StoreError> {
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
