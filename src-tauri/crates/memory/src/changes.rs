//! The append-only log of changes (MISSION S3-25): for every change of a row that holds a memory, a keyed hash of the row,
//! chained to the one before. It never holds content, so erasing content leaves the chain whole, and it tells of every way
//! in which a row was changed, because SQLite itself says which rows a transaction touched.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{ProfileId, Timestamp};
use hmac::{Hmac, Mac};
use rusqlite::{Connection, params, types::ValueRef};
use sha2::Sha256;

use crate::{
    StoreError,
    codec::{all, first},
    tombstone::Key,
};

/// Tables whose rows are logged: the word of their kind, and the columns that say what is remembered. Counters, energy and
/// vectors are no content and change without an entry.
const LOGGED: [(&str, &str, &str); 7] = [
    ("places", "place", "id, profile_id, name, aliases, address, lat, lng, tag, provenance, valid_from, valid_to, deletion_id"),
    (
        "trips",
        "trip",
        "id, profile_id, event_id, start_place_id, end_place_id, start_lat, start_lng, end_lat, end_lng, route_choice,
         recommended_id, departure_time, zone, actual_duration, preferred, edges, via_roads, note, deletion_id",
    ),
    (
        "preferences",
        "pref",
        "id, profile_id, kind, content, target_kind, target, strength, bucket, days, weather, hurry, from_place_id, to_place_id,
         state, provenance, confidence, valid_from, valid_to, user_edited, superseded_by, deletion_id",
    ),
    (
        "statements",
        "stmt",
        "id, profile_id, class, kind, state, content, subject, attribute, condition, value, confidence, provenance, rank,
         told_at, created_at, zone, valid_from, valid_to, archived_at, session, user_edited, corrected_by, deletion_id",
    ),
    (
        "observations",
        "obs",
        "id, profile_id, trip_id, at, zone, source, kind, detail, words, subject, attribute, condition, value, place_id,
         weather, traffic, passengers, heard, session, deletion_id",
    ),
    ("entities", "entity", "id, profile_id, kind, name, folded"),
    (
        "links",
        "link",
        "id, profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, valid_to, recorded_at, confidence,
         source_id, statement_id, deletion_id",
    ),
];

/// Rows that a connection touched, by table and row number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched(Arc<Mutex<BTreeSet<(usize, i64)>>>);

impl Touched {
    /// Watches a connection from now on; a store that is given another one watches that one too.
    pub(crate) fn watch(&self, conn: &Connection) -> Result<(), StoreError> {
        let noted = self.clone();
        conn.update_hook(Some(move |_action, _database: &str, table: &str, row: i64| {
            if let Some(logged) = LOGGED.iter().position(|(name, ..)| *name == table) {
                noted.0.lock().unwrap_or_else(PoisonError::into_inner).insert((logged, row));
            }
        }))?;
        Ok(())
    }

    /// Forgets what was touched.
    pub(crate) fn clear(&self) {
        self.take();
    }

    /// What was touched since the last time.
    pub(crate) fn take(&self) -> BTreeSet<(usize, i64)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Appends an entry for every touched row that is not as the log last saw it. Runs in the transaction of the change itself.
pub(crate) fn append(
    tx: &Connection,
    key: &Key,
    touched: &BTreeSet<(usize, i64)>,
    at: Option<Timestamp>,
) -> Result<(), StoreError> {
    for (logged, row) in touched {
        let Some((table, kind, columns)) = LOGGED.get(*logged) else { continue };
        let now = hash_of_row(tx, key, table, columns, *row)?;
        let profile = match &now {
            Some((profile, _)) => Some(*profile),
            // Gone: the log itself says whose it was.
            None => whose(tx, kind, *row)?,
        };
        let Some(profile) = profile else { continue };
        let now = now.map(|(_, hash)| hash);
        if last_of_row(tx, profile, kind, *row)?.is_some_and(|last| last == now) {
            continue;
        }
        let (seq, before) = last(tx, profile)?;
        let hash = link(key, &before, profile, seq + 1, at, kind, *row, now.as_deref())?;
        tx.prepare_cached(
            "INSERT INTO changes(profile_id, seq, at, kind, row_id, row_hash, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![profile.0, seq + 1, at.map(|at| at.0), kind, row, now, hash])?;
    }
    Ok(())
}

/// Logs rows of an older file that no entry tells of. Once, after an upgrade.
pub(crate) fn catch_up(conn: &mut Connection, key: &Key) -> Result<(), StoreError> {
    let done = first(conn, "SELECT 1 FROM meta WHERE key = 'changes_since'", [], |_row| Ok(()))?;
    if done.is_some() {
        return Ok(());
    }
    let tx = conn.transaction()?;
    let mut rows = BTreeSet::new();
    for (logged, (table, ..)) in LOGGED.iter().enumerate() {
        let sql = format!("SELECT id FROM {table} /* all profiles */");
        rows.extend(all(&tx, &sql, [], |row| Ok((logged, row.get::<_, i64>(0)?)))?);
    }
    append(&tx, key, &rows, None)?;
    tx.execute("INSERT INTO meta(key, value) VALUES ('changes_since', 1)", [])?;
    tx.commit()?;
    Ok(())
}

/// Entries that do not follow from the one before them, and rows that are not as the log last saw them, over all profiles.
pub(crate) fn verify(conn: &Connection, key: &Key) -> Result<(i64, i64), StoreError> {
    let mut broken = 0;
    let mut before: (i64, i64, Vec<u8>) = (0, 0, Vec::new());
    let sql =
        "SELECT profile_id, seq, at, kind, row_id, row_hash, hash FROM changes ORDER BY profile_id, seq";
    let mut statement = conn.prepare_cached(sql)?;
    let mut entries = statement.query([])?;
    while let Some(row) = entries.next()? {
        let (profile, seq): (i64, i64) = (row.get(0)?, row.get(1)?);
        if profile != before.0 {
            before = (profile, 0, Vec::new());
        }
        let at = row.get::<_, Option<i64>>(2)?.map(Timestamp);
        let (kind, id): (String, i64) = (row.get(3)?, row.get(4)?);
        let row_hash: Option<Vec<u8>> = row.get(5)?;
        let hash: Vec<u8> = row.get(6)?;
        let follows = link(key, &before.2, ProfileId(profile), seq, at, &kind, id, row_hash.as_deref())?;
        broken += i64::from(seq != before.1 + 1 || follows != hash);
        before = (profile, seq, hash);
    }
    let mut changed = 0;
    for (table, kind, columns) in LOGGED {
        let sql = format!("SELECT id FROM {table} /* all profiles */");
        for id in all(conn, &sql, [], |row| Ok(row.get::<_, i64>(0)?))? {
            let Some((profile, now)) = hash_of_row(conn, key, table, columns, id)? else { continue };
            changed += i64::from(last_of_row(conn, profile, kind, id)? != Some(Some(now)));
        }
        let sql = format!(
            "SELECT count(*) FROM changes c WHERE c.kind = ?1 AND c.row_hash IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM changes n WHERE n.profile_id = c.profile_id AND n.kind = c.kind
                 AND n.row_id = c.row_id AND n.seq > c.seq)
               AND NOT EXISTS (SELECT 1 FROM {table} r WHERE r.id = c.row_id AND r.profile_id = c.profile_id)"
        );
        changed += first(conn, &sql, [kind], |row| Ok(row.get::<_, i64>(0)?))?.unwrap_or(0);
    }
    Ok((broken, changed))
}

/// Whose row it is, and its keyed hash; `None` when it is gone.
fn hash_of_row(
    conn: &Connection,
    key: &Key,
    table: &str,
    columns: &str,
    id: i64,
) -> Result<Option<(ProfileId, Vec<u8>)>, StoreError> {
    let sql = format!("SELECT {columns} FROM {table} WHERE id = ?1 /* all profiles */");
    let mut mac = key.mac()?;
    mac.update(table.as_bytes());
    first(conn, &sql, [id], |row| {
        for column in 0..row.as_ref().column_count() {
            // A length before each part, so that no two rows give the same bytes.
            let (tag, bytes): (u8, Vec<u8>) = match row.get_ref(column)? {
                ValueRef::Null => (0, Vec::new()),
                ValueRef::Integer(x) => (1, x.to_le_bytes().to_vec()),
                ValueRef::Real(x) => (2, x.to_le_bytes().to_vec()),
                ValueRef::Text(text) => (3, text.to_vec()),
                ValueRef::Blob(blob) => (4, blob.to_vec()),
            };
            mac.update(&[tag]);
            mac.update(&(bytes.len() as u64).to_le_bytes());
            mac.update(&bytes);
        }
        Ok((ProfileId(row.get("profile_id")?), mac.finalize().into_bytes().to_vec()))
    })
}

#[allow(clippy::too_many_arguments)] // All the columns of one entry, once.
fn link(
    key: &Key,
    before: &[u8],
    profile: ProfileId,
    seq: i64,
    at: Option<Timestamp>,
    kind: &str,
    row: i64,
    row_hash: Option<&[u8]>,
) -> Result<Vec<u8>, StoreError> {
    let mut mac: Hmac<Sha256> = key.mac()?;
    mac.update(before);
    for number in [profile.0, seq, at.map_or(i64::MIN, |at| at.0), row] {
        mac.update(&number.to_le_bytes());
    }
    mac.update(kind.as_bytes());
    mac.update(&[u8::from(row_hash.is_some())]);
    mac.update(row_hash.unwrap_or_default());
    Ok(mac.finalize().into_bytes().to_vec())
}

/// Number and hash of the newest entry.
fn last(conn: &Connection, profile: ProfileId) -> Result<(i64, Vec<u8>), StoreError> {
    let sql = "SELECT seq, hash FROM changes WHERE profile_id = ?1 ORDER BY seq DESC LIMIT 1";
    let found = first(conn, sql, [profile.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or((0, Vec::new())))
}

/// Whose row it was, as the log says. Asked profile by profile, because the index begins with the profile; the whole log is
/// only read for a row of a profile that is gone.
fn whose(conn: &Connection, kind: &str, row: i64) -> Result<Option<ProfileId>, StoreError> {
    let by_profile =
        "SELECT p.id FROM profiles p WHERE EXISTS (SELECT 1 FROM changes c INDEXED BY changes_row
                        WHERE c.profile_id = p.id AND c.kind = ?1 AND c.row_id = ?2) LIMIT 1";
    let any = "SELECT profile_id FROM changes WHERE kind = ?1 AND row_id = ?2 LIMIT 1 /* all profiles */";
    for sql in [by_profile, any] {
        if let Some(found) = first(conn, sql, params![kind, row], |row| Ok(ProfileId(row.get(0)?)))? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The row's hash as the log last saw it; the inner `None` says that it saw it go.
///
/// The index is named: left to itself SQLite walks the profile's whole log backwards, because that is in the wanted order
/// already, and a row that is new is found nowhere in it.
fn last_of_row(
    conn: &Connection,
    profile: ProfileId,
    kind: &str,
    row: i64,
) -> Result<Option<Option<Vec<u8>>>, StoreError> {
    let sql = "SELECT row_hash FROM changes INDEXED BY changes_row
               WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3 ORDER BY seq DESC LIMIT 1";
    first(conn, sql, params![profile.0, kind, row], |row| Ok(row.get(0)?))
}
