//! Locking, unlocking, another passphrase: the file is written anew beside the old one, compared with it, and put in its
//! place in one step.
//!
//! Nothing is ever changed in place, so a program that is killed at any point leaves either the old file or the new one,
//! and at most a half-written copy that the next start throws away ([`tidy`]). The copy keeps row numbers and both
//! indexes' own tables: `sqlcipher_export` copies every table as VACUUM does, so nothing is made anew from the rows.

use std::{
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    path::Path,
};

use rusqlite::{Connection, types::ValueRef};
use sha2::{Digest, Sha256};

use crate::{
    StoreError,
    claim::beside,
    codec::all,
    doctor::examine,
    schema,
    secret::FileKey,
    store::{connect, make_private},
    tombstone::Key,
};

/// Where a conversion is. Tests stop it after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The old file holds everything by itself, without a log.
    Settled,
    /// The new file is being written.
    Begun,
    /// Everything is written.
    Copied,
    /// What is written equals what was there.
    Compared,
    /// It is on the disk.
    Synced,
    /// It is in the old one's place.
    Replaced,
    /// The old file's bytes are overwritten.
    Wiped,
}

/// What is told of every step.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(Step);

const ENDING: &str = ".new";

/// Throws away what a conversion that was cut short has left. Whoever has the file open may: nobody converts meanwhile.
pub(crate) fn tidy(path: &Path) -> Result<(), StoreError> {
    let aside = beside(path, ENDING);
    for ending in ["", "-journal", "-wal", "-shm"] {
        // It may be a copy that is not locked.
        wipe_away(&beside(&aside, ending))?;
    }
    Ok(())
}

/// Overwrites a file with zeros and takes it away; one that is not there is fine.
pub(crate) fn wipe_away(path: &Path) -> Result<(), StoreError> {
    match File::options().write(true).open(path) {
        Ok(file) => {
            wipe(file)?;
            fs::remove_file(path).or_else(gone)?;
        }
        Err(error) => gone(error)?,
    }
    Ok(())
}

fn gone(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Writes a copy with another key, or with none, beside the file that `conn` has open, and compares the two. `conn` is the
/// only one who has the file open, and stands outside of a transaction.
pub(crate) fn copy(
    conn: &Connection,
    path: &Path,
    key: Option<&FileKey>,
    tombstones: &Key,
    watch: Watch<'_>,
) -> Result<(), StoreError> {
    let mode: String = conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    if mode != "delete" {
        // Somebody who does not know of the claim reads it.
        return Err(StoreError::Busy);
    }
    // A log that came back after a power failure would be played into the new file.
    sync_folder(path)?;
    watch(Step::Settled);
    tidy(path)?;
    let aside = beside(path, ENDING);
    make_private(&aside)?;
    let name = aside.to_str().ok_or(StoreError::Io(None))?;
    let word = key.map(FileKey::for_sqlite).unwrap_or_default();
    conn.execute("ATTACH DATABASE ?1 AS aside KEY ?2", [name, word.as_str()])?;
    watch(Step::Begun);
    let written = export(conn).and_then(|()| {
        watch(Step::Copied);
        equal(conn)
    });
    conn.execute("DETACH DATABASE aside", [])?;
    written?;
    let old = examine(conn, tombstones, 0)?;
    let fresh = connect(&aside, key)?;
    schema::inspect(&fresh)?;
    if key.is_some() && !all(&fresh, "PRAGMA cipher_integrity_check", [], |_row| Ok(()))?.is_empty() {
        return Err(StoreError::Internal("the copy's pages do not carry their sums"));
    }
    let new = examine(&fresh, tombstones, 0)?;
    if old != new {
        return Err(StoreError::Internal("the copy's indexes differ"));
    }
    drop(fresh);
    watch(Step::Compared);
    Ok(())
}

/// Copies a locked file into an empty database in memory.
pub(crate) fn copy_out(memory: &Connection, path: &Path, key: &FileKey) -> Result<(), StoreError> {
    let name = path.to_str().ok_or(StoreError::Io(None))?;
    memory.execute("ATTACH DATABASE ?1 AS source KEY ?2", [name, key.for_sqlite().as_str()])?;
    let copied = || -> Result<(), StoreError> {
        memory.query_row("SELECT sqlcipher_export('main', 'source')", [], |_row| Ok(()))?;
        numbers(memory, "source", "main")
    }();
    memory.execute("DETACH DATABASE source", [])?;
    copied?;
    // Views, triggers and virtual tables were written into the schema as rows: this has it read anew.
    Ok(memory.execute_batch("PRAGMA writable_schema = RESET")?)
}

/// What a copy of the tables leaves out.
fn numbers(conn: &Connection, from: &str, to: &str) -> Result<(), StoreError> {
    for pragma in ["user_version", "application_id"] {
        let value: i64 = conn.query_row(&format!("PRAGMA {from}.{pragma}"), [], |row| row.get(0))?;
        conn.execute_batch(&format!("PRAGMA {to}.{pragma} = {value}"))?;
    }
    Ok(())
}

fn export(conn: &Connection) -> Result<(), StoreError> {
    // Whatever is half written is thrown away: it needs no journal, and is brought to the disk as a whole.
    let _mode: String = conn.query_row("PRAGMA aside.journal_mode = OFF", [], |row| row.get(0))?;
    conn.execute_batch("PRAGMA aside.synchronous = OFF")?;
    conn.query_row("SELECT sqlcipher_export('aside')", [], |_row| Ok(()))?;
    numbers(conn, "main", "aside")
}

/// Same schema, same numbers, and in every table the same rows under the same numbers; the tables in which the word index
/// and the vectors are kept are tables too.
fn equal(conn: &Connection) -> Result<(), StoreError> {
    for pragma in ["user_version", "application_id"] {
        let of = |file: &str| -> rusqlite::Result<i64> {
            conn.query_row(&format!("PRAGMA {file}.{pragma}"), [], |row| row.get(0))
        };
        if of("main")? != of("aside")? {
            return Err(StoreError::Internal("the copy's header differs"));
        }
    }
    let schema = |file: &str| {
        let sql = format!("SELECT type, name, tbl_name, sql FROM {file}.sqlite_schema ORDER BY type, name");
        digest(conn, &sql)
    };
    if schema("main")? != schema("aside")? {
        return Err(StoreError::Internal("the copy's schema differs"));
    }
    let tables: Vec<String> =
        all(conn, "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0", [], |row| {
            Ok(row.get(0)?)
        })?;
    for table in tables {
        let quoted = table.replace('"', "\"\"");
        let rows = |file: &str| {
            // A table without row numbers is in the order of its key.
            digest(conn, &format!("SELECT _rowid_, * FROM {file}.\"{quoted}\""))
                .or_else(|_no_row_number| digest(conn, &format!("SELECT * FROM {file}.\"{quoted}\"")))
        };
        if rows("main")? != rows("aside")? {
            return Err(StoreError::Internal("the copy's rows differ"));
        }
    }
    Ok(())
}

fn digest(conn: &Connection, sql: &str) -> Result<[u8; 32], StoreError> {
    let mut hash = Sha256::new();
    let mut statement = conn.prepare(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            let (kind, bytes): (u8, &[u8]) = match row.get_ref(column)? {
                ValueRef::Null => (0, &[]),
                ValueRef::Integer(value) => (1, &value.to_le_bytes()),
                ValueRef::Real(value) => (2, &value.to_bits().to_le_bytes()),
                ValueRef::Text(text) => (3, text),
                ValueRef::Blob(blob) => (4, blob),
            };
            hash.update([kind]);
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
    }
    Ok(hash.finalize().into())
}

/// Puts the copy in the file's place. Nobody has the file open any more. `plain` says that the old one was not locked:
/// then its bytes are overwritten, so that they are not left in the disk's free blocks either, as far as the disk obeys.
pub(crate) fn replace(path: &Path, plain: bool, watch: Watch<'_>) -> Result<(), StoreError> {
    let aside = beside(path, ENDING);
    File::options().write(true).open(&aside)?.sync_all()?;
    sync_folder(path)?;
    watch(Step::Synced);
    // Held open, it can be overwritten after it has no name any more.
    let old = plain.then(|| File::options().write(true).open(path)).transpose()?;
    fs::rename(&aside, path)?;
    sync_folder(path)?;
    watch(Step::Replaced);
    if let Some(old) = old {
        // From here on the new file is the memory: what can't be overwritten is no reason to call it a failure.
        wipe(old).unwrap_or_else(|error| log::warn!("the old file was not overwritten: {:?}", error.kind()));
    }
    watch(Step::Wiped);
    Ok(())
}

fn wipe(mut file: File) -> io::Result<()> {
    let mut left = file.metadata()?.len();
    file.seek(SeekFrom::Start(0))?;
    let zeros = [0; 64 * 1_024];
    while left > 0 {
        let part = left.min(zeros.len() as u64);
        file.write_all(&zeros[..part as usize])?;
        left -= part;
    }
    file.sync_all()
}

/// Brings the names in the file's folder to the disk.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _names_go_with_their_files = path;
    Ok(())
}
