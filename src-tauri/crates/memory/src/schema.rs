//! The explicit list of migrations, and what every connection is told before it is used.
//!
//! docs/db.md gives the reason for each pragma.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::StoreError;

/// "LAOL": tells our file from any other SQLite database.
pub(crate) const APPLICATION_ID: i32 = 0x4C41_4F4C;

/// File name and text of every migration, oldest first.
pub(crate) const MIGRATIONS: [(&str, &str); 2] = [
    ("0001_memories.sql", include_str!("../../../../migrations/0001_memories.sql")),
    ("0002_plans.sql", include_str!("../../../../migrations/0002_plans.sql")),
];

/// How long a statement waits for another program's lock, in milliseconds.
pub(crate) const BUSY_MS: u64 = 1_000;

/// Refuses what is not ours or newer than we are, before anything is written to it.
pub(crate) fn inspect(conn: &Connection) -> Result<(), StoreError> {
    let found: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i32 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let objects: i64 = conn.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if objects > 0 && application != APPLICATION_ID {
        return Err(StoreError::NotADatabase);
    }
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::NewerThanApp {
            found: u32::try_from(found).unwrap_or(u32::MAX),
            known: known as u32,
        });
    }
    Ok(())
}

/// Pragmas of the writing connection.
pub(crate) fn prepare_writer(conn: &Connection) -> Result<(), StoreError> {
    prepare(conn)?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    // Answers with the mode it took; an in-memory database stays "memory".
    let _mode: String = conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    // A delete is committed before its toast shows, also when the power fails then (F-1).
    conn.pragma_update(None, "synchronous", "FULL")?;
    Ok(())
}

/// Pragmas of the reading connection.
pub(crate) fn prepare_reader(conn: &Connection) -> Result<(), StoreError> {
    prepare(conn)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(())
}

fn prepare(conn: &Connection) -> Result<(), StoreError> {
    conn.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // Overwrites freed bytes with zeros; without it an erased text stays in free pages (F-3).
    let _on: i64 = conn.query_row("PRAGMA secure_delete = ON", [], |row| row.get(0))?;
    // Sorters and temporary tables never reach a temporary file that nobody would erase.
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    conn.pragma_update(None, "cache_size", -16_384)?;
    conn.set_prepared_statement_cache_capacity(128);
    Ok(())
}

/// Brings the schema up to date, one transaction per migration.
pub(crate) fn migrate(conn: &mut Connection) -> Result<(), StoreError> {
    let steps = MIGRATIONS.iter().map(|(_name, sql)| M::up(sql)).collect();
    Migrations::new(steps).to_latest(conn).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => StoreError::from(err),
        _ => StoreError::Internal("a migration does not apply"),
    })
}
