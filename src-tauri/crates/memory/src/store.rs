//! One file, one writer, one reader.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    time::Duration,
};

use domain::{Moment, ProfileId, Timestamp};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, backup::Backup};
use zeroize::Zeroizing;

use crate::{
    Secret, StoreError, backup,
    changes::{self, Touched},
    claim::Claim,
    convert, locked, recall_index,
    scan::LookedAt,
    schema,
    secret::FileKey,
    tombstone::Key,
    vector_extension,
};

/// Pages that a copy takes at a time.
const PAGES_AT_ONCE: i32 = 4_096;

/// The memory database. Shared between threads; each call is one transaction.
///
/// One connection writes and one reads, each behind its own lock: reading goes on while something is written, and two
/// writers never meet inside the program. Neither lock is held between calls, so no read transaction outlives one.
#[derive(Debug)]
pub struct Store {
    path: Option<PathBuf>,
    pub(crate) writer: Mutex<Connection>,
    /// Absent for a store in memory, which only its one connection can see.
    pub(crate) reader: Option<Mutex<Connection>>,
    pub(crate) key: Key,
    /// Rows that the writing connection touched since the last commit.
    pub(crate) touched: Touched,
    /// What the file is locked with; `None` for one that is not.
    pub(crate) file_key: Mutex<Option<FileKey>>,
    /// Absent for a store in memory.
    pub(crate) claim: Option<Claim>,
    /// The store's own files as far as they were scanned, by device and number: open until the connections are closed.
    pub(crate) looked_at: Mutex<LookedAt>,
    /// What recall keeps between questions.
    pub(crate) recall: recall_index::State,
}

/// The memories of one profile.
#[derive(Clone, Copy, Debug)]
pub struct Mine<'a> {
    pub(crate) store: &'a Store,
    pub(crate) profile: ProfileId,
}

impl Store {
    /// Opens the file, makes it when it is missing, and brings an older one up to date. The file is only readable
    /// by its owner. A newer file, another program's file, a damaged and a locked one are refused and left as they are.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, None)
    }

    /// The same for a file that may be locked. A file that is not locked needs no secret and is opened as it is; a new
    /// one is locked from the start when there is a secret.
    pub fn open_with(path: &Path, secret: Option<&Secret>) -> Result<Self, StoreError> {
        vector_extension::register();
        // First of all: until then another program may be putting another file into the place.
        let claim = Claim::shared(path)?;
        backup::finish_restoring(path)?;
        let salt = locked::salt_of(path)?;
        let file_key = match (salt, secret) {
            (Some(_), None) => return Err(StoreError::Locked),
            (Some(salt), Some(secret)) => Some(locked::open(path, salt, secret)?),
            (None, Some(secret)) if is_new(path) => Some(locked::new_key(secret)?),
            (None, _) => None,
        };
        make_private(path)?;
        convert::tidy(path)?;
        let (mut writer, reader) = open_both(path, file_key.as_ref())?;
        if file_key.is_some() {
            // Of a conversion that was cut short after the file was in its place.
            backup::wipe_readable(path)?;
        }
        let key = Key::of(&writer)?;
        let touched = Touched::default();
        touched.watch(&writer)?;
        changes::catch_up(&mut writer, &key)?;
        Ok(Self {
            path: Some(path.to_owned()),
            writer: Mutex::new(writer),
            reader: Some(Mutex::new(reader)),
            key,
            touched,
            recall: recall_index::State::default(),
            file_key: Mutex::new(file_key),
            claim: Some(claim),
            looked_at: Mutex::default(),
        })
    }

    /// A store that lives as long as the value: for tests and for trying out.
    pub fn open_in_memory() -> Result<Self, StoreError> {
        vector_extension::register();
        let mut writer = Connection::open_in_memory()?;
        schema::prepare_writer(&writer)?;
        schema::migrate(&mut writer)?;
        Self::alone_in_memory(writer)
    }

    /// A copy of everything, in memory alone: whatever is done to it, the file stays as it is (MISSION S3-48). It is not
    /// locked; nothing of it reaches a disk.
    pub fn copy_in_memory(&self) -> Result<Self, StoreError> {
        let mut writer = Connection::open_in_memory()?;
        {
            let reader = self.lock_reader();
            let file_key = lock(&self.file_key);
            match (&*file_key, self.path()) {
                // SQLite's own way does not go from a locked file to one that is not.
                (Some(key), Some(path)) => convert::copy_out(&writer, path, key)?,
                _ => Backup::new(&reader, &mut writer)?.run_to_completion(
                    PAGES_AT_ONCE,
                    Duration::ZERO,
                    None,
                )?,
            }
        }
        schema::prepare_writer(&writer)?;
        Self::alone_in_memory(writer)
    }

    fn alone_in_memory(writer: Connection) -> Result<Self, StoreError> {
        let key = Key::of(&writer)?;
        let touched = Touched::default();
        touched.watch(&writer)?;
        Ok(Self {
            path: None,
            writer: Mutex::new(writer),
            reader: None,
            key,
            recall: recall_index::State::default(),
            touched,
            file_key: Mutex::default(),
            claim: None,
            looked_at: Mutex::default(),
        })
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

    /// Runs `body` while this store writes and nobody else can: what another program that writes for long does to this one.
    /// Nothing is written by it. The product never holds a write; tests of waiting do.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn while_writing<T>(&self, body: impl FnOnce() -> T) -> Result<T, StoreError> {
        let mut guard = lock(&self.writer);
        let held = guard.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = body();
        held.rollback()?;
        Ok(answer)
    }

    /// Runs `body` on one consistent view of the file.
    pub(crate) fn read<T>(
        &self,
        body: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let guard = self.lock_reader();
        let view = guard.unchecked_transaction()?;
        let answer = body(&view).map_err(|error| self.said(error));
        view.finish()?;
        answer
    }

    /// Runs `body` in one immediate transaction and commits when it succeeds.
    pub(crate) fn write<T>(
        &self,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write_when(None, body)
    }

    /// The same for an act that has a time, which the log of changes keeps.
    pub(crate) fn write_at<T>(
        &self,
        now: &Moment,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write_when(Some(now.at), body)
    }

    fn write_when<T>(
        &self,
        at: Option<Timestamp>,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut guard = lock(&self.writer);
        self.touched.clear();
        let tx = guard.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = body(&tx).map_err(|error| self.said(error))?;
        changes::append(&tx, &self.key, &self.touched.take(), at)?;
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

    /// The same when nobody writes; false, and nothing done, when somebody does.
    pub(crate) fn try_write_lightly(
        &self,
        body: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        let mut guard = match self.writer.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(false),
        };
        guard.pragma_update(None, "synchronous", "NORMAL")?;
        let done = guard
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(StoreError::from)
            .and_then(|tx| {
                body(&tx)?;
                tx.commit()?;
                Ok(true)
            });
        guard.pragma_update(None, "synchronous", "FULL")?;
        done
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

    /// SQLCipher has no code of its own for a page whose sum does not fit: a statement that fails on a locked file without
    /// any reason has met one.
    fn said(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Internal(crate::error::REFUSED) | StoreError::NotADatabase
                if lock(&self.file_key).is_some() =>
            {
                StoreError::Damaged
            }
            other => other,
        }
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
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether nothing is there yet.
fn is_new(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| file.len() == 0)
}

/// One connection, with the key when there is one. Nothing was read yet.
pub(crate) fn connect(path: &Path, key: Option<&FileKey>) -> Result<Connection, StoreError> {
    connect_as(path, key, OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// The same for looking only.
pub(crate) fn connect_to_read(path: &Path, key: Option<&FileKey>) -> Result<Connection, StoreError> {
    connect_as(path, key, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn connect_as(path: &Path, key: Option<&FileKey>, flags: OpenFlags) -> Result<Connection, StoreError> {
    let conn = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.busy_timeout(std::time::Duration::from_millis(schema::BUSY_MS))?;
    if let Some(key) = key {
        // It would write to the terminal what its answers say anyway.
        let _level: String = conn.query_row("PRAGMA cipher_log_level = NONE", [], |row| row.get(0))?;
        // Not by `pragma_update`, whose copy of the statement would stay behind in memory.
        let statement = Zeroizing::new(format!("PRAGMA key = \"{}\"", key.for_sqlite().as_str()));
        conn.execute_batch(&statement)?;
    }
    Ok(conn)
}

/// The two connections of a store, to a file that is brought up to date.
pub(crate) fn open_both(path: &Path, key: Option<&FileKey>) -> Result<(Connection, Connection), StoreError> {
    let open = || {
        let mut writer = connect(path, key)?;
        schema::inspect(&writer)?;
        schema::prepare_writer(&writer)?;
        schema::migrate(&mut writer)?;
        let reader = connect(path, key)?;
        schema::prepare_reader(&reader)?;
        if key.is_some() {
            schema::prepare_locked(&writer)?;
            schema::prepare_locked(&reader)?;
        }
        Ok((writer, reader))
    };
    open().map_err(|error| match error {
        // The key fits, so what can't be read was ours.
        StoreError::NotADatabase if key.is_some() => StoreError::Damaged,
        other => other,
    })
}

/// Makes the file when it is missing, and closes it to everybody but its owner. SQLite gives its side files the same
/// permissions.
pub(crate) fn make_private(path: &Path) -> Result<(), StoreError> {
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

    /// A statement with everything that hangs on it: words, evidence, vector, ties, support, a question.
    fn rich(store: &Store, value: &str, now: &Moment) -> Result<crate::Added, StoreError> {
        use domain::{
            Importance, MemoryClass, Provenance, StatementKey, StatementState, StatementType, Validity, graph,
        };
        use extract::{Basis, EntityName, NewStatement, Policy, Tie};
        let new = NewStatement {
            class: MemoryClass::Preference,
            kind: StatementType::Preference,
            content: format!("likes {value}"),
            key: StatementKey { subject: "me".into(), attribute: "music".into(), condition: String::new() },
            value: value.to_owned(),
            importance: Importance::default(),
            confidence: 0.9,
            provenance: Provenance::Stated,
            state: StatementState::Active,
            validity: Validity { valid_from: now.at, valid_to: None },
            session: None,
            corrects: None,
            ties: vec![Tie {
                relation: graph::Relation::Prefers,
                to: EntityName { kind: graph::EntityKind::Thing, name: value.to_owned() },
            }],
        };
        let me = store.ensure_profile("me", now)?;
        let seen = store.of(me).stream(1)?;
        let sources: Vec<_> = seen.iter().map(|row| row.id).collect();
        let vector = crate::Embedding { model: "m".into(), vector: vec![1.0, value.len() as f32] };
        let new = Policy::default().sanitise(new, Basis::Observed).value;
        store.of(me).add_statement(&new, &sources, Some(&vector), now)
    }

    #[test]
    fn s1_28_s3_26_a_failure_at_any_step_of_writing_leaves_no_half_memory() {
        // In the order of writing: rows, words, evidence, vector, graph, log.
        let steps = [
            ("statements", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.statements"),
            ("words", "DROP TABLE words"),
            ("evidence", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.statement_evidence"),
            ("vector", "DROP TABLE svec_1"),
            ("entity", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entities"),
            ("link", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.links"),
            ("question", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.questions"),
            ("log", "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.changes WHEN NEW.kind = 'link'"),
        ];
        for (what, broken) in steps {
            let store = Store::open_in_memory().unwrap();
            let now = Moment { at: Timestamp(0), zone: "UTC".to_owned() };
            let me = store.ensure_profile("me", &now).unwrap();
            let said = extract::NewNoticed {
                at: now.clone(),
                source: domain::StreamSource::Dialogue,
                kind: "said".into(),
                words: "I like jazz".into(),
                key: None,
                value: String::new(),
                place: None,
                trip: None,
                weather: None,
                traffic: String::new(),
                passengers: Vec::new(),
                importance: domain::Importance::default(),
                heard: 1.0,
                session: None,
            };
            let said = extract::Policy::default().sanitise(said, extract::Basis::Observed).value;
            store.of(me).notice(&said).unwrap();
            rich(&store, "jazz", &now).unwrap();
            store.of(me).set_conflict_policy(crate::ConflictPolicy::Ask).unwrap();
            let count = || -> Vec<i64> {
                let tables =
                    ["statements", "statement_evidence", "entities", "links", "changes", "questions"];
                let of = |table: &&str| {
                    store.read(|conn| {
                        Ok(conn.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?)
                    })
                };
                tables.iter().map(|table| of(table).unwrap()).collect()
            };
            let before = count();
            let broken = if broken.starts_with("CREATE") {
                format!("{broken} BEGIN SELECT RAISE(ABORT, 'broken'); END")
            } else {
                broken.to_owned()
            };
            store.alone(|conn| Ok(conn.execute_batch(&broken)?)).unwrap();
            assert!(rich(&store, "folk", &now).is_err(), "{what}");
            assert_eq!(count(), before, "{what}");
            if broken.starts_with("CREATE") {
                store.alone(|conn| Ok(conn.execute_batch("DROP TRIGGER temp.broken")?)).unwrap();
                assert_eq!(store.doctor().unwrap().problems, Vec::<String>::new(), "{what}");
                assert!(rich(&store, "folk", &now).is_ok(), "{what}");
                assert_eq!(store.doctor().unwrap().problems, Vec::<String>::new(), "{what}");
            }
        }
    }
}
