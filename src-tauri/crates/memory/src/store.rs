//! One file, one writer, one reader.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::ProfileId;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::{StoreError, schema, tombstone::Key, vector_extension};

/// The memory database. Shared between threads; each call is one transaction.
///
/// One connection writes and one reads, each behind its own lock: reading goes on while something is written, and two
/// writers never meet inside the program. Neither lock is held between calls, so no read transaction outlives one.
#[derive(Debug)]
pub struct Store {
    path: Option<PathBuf>,
    writer: Mutex<Connection>,
    /// Absent for a store in memory, which only its one connection can see.
    reader: Option<Mutex<Connection>>,
    pub(crate) key: Key,
}

/// The memories of one profile.
#[derive(Clone, Copy, Debug)]
pub struct Mine<'a> {
    pub(crate) store: &'a Store,
    pub(crate) profile: ProfileId,
}

impl Store {
    /// Opens the file, makes it when it is missing, and brings an older one up to date. The file is only readable
    /// by its owner. A newer file, another program's file and a damaged one are refused and left as they are.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        vector_extension::register();
        make_private(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut writer = Connection::open_with_flags(path, flags)?;
        writer.busy_timeout(std::time::Duration::from_millis(schema::BUSY_MS))?;
        schema::inspect(&writer)?;
        schema::prepare_writer(&writer)?;
        schema::migrate(&mut writer)?;
        let key = Key::of(&writer)?;
        let reader = Connection::open_with_flags(path, flags)?;
        schema::prepare_reader(&reader)?;
        Ok(Self {
            path: Some(path.to_owned()),
            writer: Mutex::new(writer),
            reader: Some(Mutex::new(reader)),
            key,
        })
    }

    /// A store that lives as long as the value: for tests and for trying out.
    pub fn open_in_memory() -> Result<Self, StoreError> {
        vector_extension::register();
        let mut writer = Connection::open_in_memory()?;
        schema::prepare_writer(&writer)?;
        schema::migrate(&mut writer)?;
        let key = Key::of(&writer)?;
        Ok(Self { path: None, writer: Mutex::new(writer), reader: None, key })
    }

    /// The file; `None` for a store in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The memories of this profile.
    pub fn of(&self, profile: ProfileId) -> Mine<'_> {
        Mine { store: self, profile }
    }

    /// Runs `body` while this store's reader stands on one view of the file. It is what another program that reads for
    /// long does to an erasure: the product never holds a view; tests of erasing do.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn while_reading<T>(&self, body: impl FnOnce() -> T) -> Result<T, StoreError> {
        self.read(|conn| {
            // A transaction takes its view with its first read.
            let _tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            Ok(body())
        })
    }

    /// Runs `body` on one consistent view of the file.
    pub(crate) fn read<T>(
        &self,
        body: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let guard = self.lock_reader();
        let view = guard.unchecked_transaction()?;
        let answer = body(&view);
        view.finish()?;
        answer
    }

    /// Runs `body` in one immediate transaction and commits when it succeeds.
    pub(crate) fn write<T>(
        &self,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut guard = lock(&self.writer);
        let tx = guard.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = body(&tx)?;
        tx.commit()?;
        Ok(answer)
    }

    /// The same for what may be lost when the power fails right after it: the disk is not waited for. The next write of
    /// any other kind, or a checkpoint, makes it last.
    pub(crate) fn write_lightly<T>(
        &self,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut guard = lock(&self.writer);
        guard.pragma_update(None, "synchronous", "NORMAL")?;
        let answer = guard
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(StoreError::from)
            .and_then(|tx| {
                let answer = body(&tx)?;
                tx.commit()?;
                Ok(answer)
            });
        guard.pragma_update(None, "synchronous", "FULL")?;
        answer
    }

    /// Runs `body` on the writing connection while no reader of this program can be inside a transaction.
    pub(crate) fn alone<T>(
        &self,
        body: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let writer = lock(&self.writer);
        let _no_reader = self.reader.as_ref().map(lock);
        body(&writer)
    }

    fn lock_reader(&self) -> MutexGuard<'_, Connection> {
        lock(self.reader.as_ref().unwrap_or(&self.writer))
    }
}

impl Mine<'_> {
    /// Whose memories these are.
    pub fn profile(&self) -> ProfileId {
        self.profile
    }
}

/// A thread that panicked inside a transaction has rolled it back by dropping it: the connection is still good.
fn lock(mutex: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the file when it is missing, and closes it to everybody but its owner. SQLite gives its side files the same
/// permissions.
fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(0o600);
        let file = options.open(path)?;
        let mode = file.metadata()?.permissions().mode() & 0o777;
        if mode != 0o600 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    options.open(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::{LonLat, Moment, Provenance, Timestamp};

    use crate::{NewPlace, Store, StoreError};

    #[test]
    fn a_full_disk_is_said_and_leaves_the_file_as_it_was() {
        let store = Store::open_in_memory().unwrap();
        let now = Moment { at: Timestamp(0), zone: "UTC".to_owned() };
        let me = store.ensure_profile("me", &now).unwrap();
        let place = |n: usize| NewPlace {
            name: format!("place {n}"),
            aliases: Vec::new(),
            address: "x".repeat(3_000),
            at: LonLat { lon: 7.4, lat: 43.7 },
            tag: String::new(),
            provenance: Provenance::Stated,
        };
        // SQLite's page limit fails in the same way as a disk without room.
        store
            .alone(|conn| {
                let pages: i64 = conn.pragma_query_value(None, "page_count", |row| row.get(0))?;
                let _limit: i64 =
                    conn.query_row(&format!("PRAGMA max_page_count = {}", pages + 10), [], |row| row.get(0))?;
                Ok(())
            })
            .unwrap();
        let mut written = 0;
        let error = (0..1_000).find_map(|n| match store.of(me).add_place(&place(n), &now) {
            Ok(_) => {
                written += 1;
                None
            }
            Err(error) => Some(error),
        });
        assert!(matches!(error, Some(StoreError::DiskFull)), "{error:?}");
        assert_eq!(store.of(me).places().unwrap().len(), written);
        assert_eq!(store.doctor().unwrap().problems, Vec::<String>::new());
    }
}
