//! Backups of the memory file, restoring one, and building every index anew from the rows.
//!
//! A backup that was taken before an erasure holds what was erased. So backups of our own lie beside the file, an erasure
//! deletes them all, and a restored one first learns what was erased since (F-5).

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use domain::{MemoryRef, Moment, ProfileId, Target, Timestamp};
use rusqlite::{Connection, params};

use crate::{
    Erased, Mine, Secret, Store, StoreError,
    claim::{Claim, beside},
    codec::{all, first, pattern},
    convert,
    corridor::edge_texts,
    delete::indexed_text,
    embedding,
    erase::Act,
    graph_row, index, locked, noticed_row, place, preference_row, recall_health,
    secret::FileKey,
    statement_row,
    store::{connect, connect_to_read, lock},
    support,
    tombstone::{Grave, claim_text, drive_text, noticed_text, place_text},
    trip, vector_extension,
    words::fold,
};

/// A backup beside the memory file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Backup {
    /// When it was taken.
    pub at: Timestamp,
    /// Where it is.
    pub path: PathBuf,
}

/// What restoring did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Memories that the backup still had although they were erased since, and that are gone again.
    pub forgotten: usize,
    /// Whether the erased bytes are out of the file already.
    pub erased: Erased,
}

/// After so many memories the caller of a rebuilding hears how far it is.
const REBUILD_TELLS: usize = 200;

/// Backups kept beside the file.
const KEPT: usize = 3;

impl Store {
    /// Writes a whole, clean copy to a path that is not there yet; only its owner can read it.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Io(None));
        }
        let half = beside(to, ".half");
        // A half-written one of an attempt that was cut short.
        std::fs::remove_file(&half).or_else(absent_is_fine)?;
        let target = half.to_str().ok_or(StoreError::OutOfRange("a path"))?.to_owned();
        let written = self
            .alone(|conn| {
                conn.execute("VACUUM INTO ?1", [target])?;
                Ok(())
            })
            .and_then(|()| {
                make_private(&half)?;
                std::fs::File::open(&half)?.sync_all()?;
                std::fs::rename(&half, to)?;
                Ok(())
            });
        if written.is_err() {
            // What a full disk took of it helps nobody, and takes the room that is missing.
            std::fs::remove_file(&half).or_else(absent_is_fine)?;
        }
        written
    }

    /// Takes a backup beside the memory file, and lets the oldest of more than three go.
    pub fn back_up(&self, now: &Moment) -> Result<Backup, StoreError> {
        let folder = self.backup_folder().ok_or(StoreError::Io(None))?;
        std::fs::create_dir_all(&folder)?;
        let backup = Backup { at: now.at, path: folder.join(format!("memory-{}.db", now.at.0)) };
        std::fs::remove_file(&backup.path).or_else(absent_is_fine)?;
        self.backup(&backup.path)?;
        // A copy of a damaged file takes no good one's place.
        if !is_sound(&backup.path, lock(&self.file_key).as_ref()).unwrap_or(false) {
            std::fs::remove_file(&backup.path)?;
            return Err(StoreError::Damaged);
        }
        let all = backups_in(&folder);
        for old in all.iter().take(all.len().saturating_sub(KEPT)) {
            std::fs::remove_file(&old.path)?;
        }
        Ok(backup)
    }

    /// Deletes every backup beside the file: after an erasure they hold what nobody wants to be held.
    pub(crate) fn drop_backups(&self) -> Result<(), StoreError> {
        let Some(folder) = self.backup_folder().filter(|folder| folder.is_dir()) else { return Ok(()) };
        for entry in std::fs::read_dir(folder)? {
            std::fs::remove_file(entry?.path()).or_else(absent_is_fine)?;
        }
        Ok(())
    }

    /// When the newest backup beside the file was taken, whole or not: a look at names only.
    pub fn backed_up_at(&self) -> Option<Timestamp> {
        backups_in(&self.backup_folder()?).pop().map(|newest| newest.at)
    }

    /// Whether there is any backup beside the file.
    pub fn has_backups(&self) -> bool {
        self.backup_folder().is_some_and(|folder| !backups_in(&folder).is_empty())
    }

    fn backup_folder(&self) -> Option<PathBuf> {
        Some(folder_of(self.path()?))
    }

    /// Backups beside a memory file that can be opened and are whole, oldest first. The file itself may be damaged or gone.
    pub fn backups_of(file: &Path) -> Vec<Backup> {
        Self::backups_with(file, None)
    }

    /// The same where they may be locked: one that the secret does not open is none.
    pub fn backups_with(file: &Path, secret: Option<&Secret>) -> Vec<Backup> {
        vector_extension::register();
        let all = backups_in(&folder_of(file)).into_iter();
        all.filter(|backup| is_whole(&backup.path, secret)).collect()
    }

    /// Puts a backup in the place of the memory file, which must not be open. What was erased since the backup was taken
    /// stays erased: the tombstones of the present file, as far as it can still be read, go over first and take what they
    /// name. The present file is kept aside until the backup is in its place.
    ///
    /// # Errors
    /// [`StoreError::Busy`], when somebody has the file open; the backup is not whole, or the files cannot be written; the
    /// present file is then as it was.
    pub fn restore(file: &Path, backup: &Path, now: &Moment) -> Result<Restored, StoreError> {
        Self::restore_with(file, backup, None, now)
    }

    /// The same where the backup, or the present file, may be locked; the file is locked when one of them was.
    ///
    /// # Errors
    /// [`StoreError::Locked`] and [`StoreError::WrongSecret`] besides, also when it is the present file that the secret does
    /// not open: what was erased since can't be known then, and would come back. Somebody who has forgotten the passphrase
    /// moves that file away first.
    pub fn restore_with(
        file: &Path,
        backup: &Path,
        secret: Option<&Secret>,
        now: &Moment,
    ) -> Result<Restored, StoreError> {
        vector_extension::register();
        key_of(backup, secret)?;
        if !is_whole(backup, secret) {
            return Err(StoreError::Damaged);
        }
        let claim = Claim::shared(file)?;
        claim.alone()?;
        finish_restoring(file)?;
        let present = match key_of(file, secret) {
            // A file that is cut off tells nothing, whoever asks.
            Err(StoreError::Damaged) => None,
            other => other?,
        };
        let known = Known::of(file, present.as_ref());
        let fresh = beside(file, ".restoring");
        std::fs::copy(backup, &fresh)?;
        make_private(&fresh)?;
        let restored = {
            let store = Self::open_with(&fresh, secret)?;
            let forgotten = store.learn(&known, now)?;
            // Without anything to forget, the other backups hold nothing wrong either and stay.
            let erased = if forgotten > 0 { store.finish_erasure()? } else { Erased::Done };
            if present.is_some() && !store.is_locked() {
                // Nobody who has locked the memory expects a restored one to be readable.
                store.convert(secret, &mut |_step| {})?;
            }
            Restored { forgotten, erased }
        };
        let aside = beside(file, ".before");
        std::fs::rename(file, &aside).or_else(absent_is_fine)?;
        for suffix in ["-wal", "-shm"] {
            convert::wipe_away(&beside(file, suffix))?;
        }
        std::fs::rename(&fresh, file)?;
        finish_restoring(file)?;
        Ok(restored)
    }

    /// Takes over what another state of the same file knew to be erased, and erases it here.
    fn learn(&self, known: &Known, now: &Moment) -> Result<usize, StoreError> {
        self.write_at(now, |tx| {
            if known.key.as_deref().is_some_and(|key| self.key.is(key)) {
                for (profile, kind, hash, at) in &known.tombstones {
                    tx.execute(
                        "INSERT OR IGNORE INTO tombstones(profile_id, kind, hash, erased_at)
                         SELECT id, ?2, ?3, ?4 FROM profiles WHERE id = ?1",
                        params![profile, kind, hash, at],
                    )?;
                }
            }
            // A row number names one memory for ever, also one that was given after the backup.
            for (table, seq) in &known.numbers {
                let kept = tx.execute(
                    "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
                    params![table, seq],
                )?;
                // A table that was empty when the backup was taken has no entry yet.
                if kept == 0 {
                    tx.execute(
                        "INSERT INTO sqlite_sequence(name, seq) VALUES (?1, ?2)",
                        params![table, seq],
                    )?;
                }
            }
            Ok(())
        })?;
        let mut forgotten = 0;
        for profile in self.profiles()? {
            let mine = self.of(profile.id);
            let gone = self.read(|conn| mine.buried(conn))?;
            if gone.is_empty() {
                continue;
            }
            forgotten += gone.len();
            self.write_at(now, |tx| {
                let derived = support::effects(tx, profile.id, &gone, Act::Erase)?;
                mine.forget(tx, &gone, &derived, now)
            })?;
        }
        Ok(forgotten)
    }

    /// Builds every index anew from the rows: words, vectors, which links are hidden, and what recall keeps. How many memories
    /// there are.
    pub fn rebuild(&self) -> Result<usize, StoreError> {
        self.rebuild_with(&mut |_done, _all| true)
    }

    /// The same, telling how many of how many memories are done. When the answer is no, everything is as it was, and the
    /// result is [`StoreError::Cancelled`].
    pub fn rebuild_with(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<usize, StoreError> {
        self.write(|tx| {
            tx.execute("DELETE FROM words", [])?;
            embedding::empty(tx)?;
            recall_health::empty(tx)?;
            let memories = crate::doctor::live(tx)?;
            for (done, (profile, memory)) in memories.iter().enumerate() {
                if done % REBUILD_TELLS == 0 && !go_on(done, memories.len()) {
                    return Err(StoreError::Cancelled);
                }
                if let Some(text) = indexed_text(tx, *profile, *memory)? {
                    index::put(tx, *memory, &text)?;
                }
                embedding::put_back(tx, *profile, *memory)?;
            }
            for profile in all(tx, "SELECT id FROM profiles", [], |row| Ok(ProfileId(row.get(0)?)))? {
                graph_row::follow_all(tx, profile)?;
            }
            Ok(memories.len())
        })
    }
}

impl Mine<'_> {
    /// Memories that a tombstone names: only a restored file has any.
    fn buried(&self, conn: &Connection) -> Result<BTreeSet<MemoryRef>, StoreError> {
        let mut gone = BTreeSet::new();
        for memory in crate::erase::everything(conn, self.profile)? {
            let is = |grave: Grave, text: &str| self.store.key.is_buried(conn, self.profile, grave, text);
            let buried = is(Grave::Row, &memory.to_string())?
                || match memory {
                    MemoryRef::Place(id) => match place::any(conn, self.profile, id)? {
                        Some(row) => is(Grave::Place, &place_text(&row.name, row.at))?,
                        None => false,
                    },
                    MemoryRef::Preference(id) => match preference_row::any(conn, self.profile, id)? {
                        Some(row) => {
                            let text = pattern(&row.target, row.strength, &row.scope);
                            let mut buried = is(Grave::Pattern, &text)?;
                            if let Target::Section { edges, .. } = &row.target {
                                let mut some = !edges.is_empty();
                                for edge in edge_texts(edges, row.strength, &row.scope) {
                                    some &= is(Grave::Edge, &edge)?;
                                }
                                buried |= some;
                            }
                            buried
                        }
                        None => false,
                    },
                    MemoryRef::Trip(id) => match trip::any(conn, self.profile, id)? {
                        Some(row) => {
                            is(Grave::Event, &row.event_id)?
                                || is(Grave::Drive, &drive_text(row.departure.at, &row.chosen))?
                        }
                        None => false,
                    },
                    MemoryRef::Statement(id) => match statement_row::any(conn, self.profile, id)? {
                        Some(row) => match claim_text(&row.key, &row.value) {
                            Some(claim) => is(Grave::Claim, &claim)?,
                            None => is(Grave::Wording, &fold(&row.content))?,
                        },
                        None => false,
                    },
                    MemoryRef::Observation(id) => match noticed_row::any(conn, self.profile, id)? {
                        Some(row) => {
                            let key = row.key.as_ref();
                            is(
                                Grave::Noticed,
                                &noticed_text(row.at.at, &row.kind, &row.words, key, &row.value),
                            )?
                        }
                        None => false,
                    },
                };
            if buried {
                gone.insert(memory);
            }
        }
        Ok(gone)
    }
}

/// What a file, damaged or not, still says about what was erased.
#[derive(Default)]
struct Known {
    key: Option<Vec<u8>>,
    tombstones: Vec<(i64, String, Vec<u8>, i64)>,
    numbers: Vec<(String, i64)>,
}

impl Known {
    /// As much as can be read; nothing of a file that is gone.
    fn of(file: &Path, file_key: Option<&FileKey>) -> Self {
        let mut known = Self::default();
        if !file.exists() {
            return known;
        }
        let Ok(conn) = connect(file, file_key) else { return known };
        let key = "SELECT value FROM meta WHERE key = 'tombstone_key'";
        known.key = first(&conn, key, [], |row| Ok(row.get(0)?)).ok().flatten();
        // Row by row, so that a torn page costs only what is on it.
        let mut read = || -> Result<(), StoreError> {
            let mut statement =
                conn.prepare("SELECT profile_id, kind, hash, erased_at FROM tombstones /* all profiles */")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                known.tombstones.push((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
            }
            Ok(())
        };
        if read().is_err() {
            log::warn!("a damaged memory file tells only a part of what was erased");
        }
        known.numbers =
            all(&conn, "SELECT name, seq FROM sqlite_sequence", [], |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap_or_default();
        known
    }
}

fn folder_of(file: &Path) -> PathBuf {
    file.with_file_name("backups")
}

fn backups_in(folder: &Path) -> Vec<Backup> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Backup> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let name = path.file_name()?.to_str()?;
            let at = name.strip_prefix("memory-")?.strip_suffix(".db")?.parse().ok()?;
            Some(Backup { at: Timestamp(at), path })
        })
        .collect();
    found.sort();
    found
}

/// Ends a restoring, also one that was cut short: when it had taken the present file away and not yet put the backup in its
/// place, the present file goes back. What is left beside it is overwritten.
pub(crate) fn finish_restoring(file: &Path) -> Result<(), StoreError> {
    if !file.exists() {
        std::fs::rename(beside(file, ".before"), file).or_else(absent_is_fine)?;
    }
    for left in [".before", ".restoring"] {
        for suffix in ["", "-wal", "-shm", "-journal", ".use", ".new"] {
            convert::wipe_away(&beside(&beside(file, left), suffix))?;
        }
    }
    Ok(())
}

/// Overwrites and takes away all backups beside a file.
pub(crate) fn wipe_all(file: &Path) -> Result<(), StoreError> {
    wipe_where(file, |_any| Ok(true))
}

/// The same for those that are not locked.
pub(crate) fn wipe_readable(file: &Path) -> Result<(), StoreError> {
    wipe_where(file, |path| Ok(locked::salt_of(path)?.is_none()))
}

fn wipe_where(file: &Path, goes: impl Fn(&Path) -> Result<bool, StoreError>) -> Result<(), StoreError> {
    let entries = std::fs::read_dir(folder_of(file)).into_iter().flatten().flatten();
    // Also halves and side files; what somebody else has put there is theirs.
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("memory-"));
    for path in ours.map(|entry| entry.path()).filter(|path| path.is_file()) {
        if goes(&path)? {
            convert::wipe_away(&path)?;
        }
    }
    Ok(())
}

/// What a file opens with; `None` for one that is not locked.
fn key_of(path: &Path, secret: Option<&Secret>) -> Result<Option<FileKey>, StoreError> {
    match (locked::salt_of(path)?, secret) {
        (None, _) => Ok(None),
        (Some(_), None) => Err(StoreError::Locked),
        (Some(salt), Some(secret)) => locked::open(path, salt, secret).map(Some),
    }
}

/// Whether a file is a memory file without a torn page.
fn is_whole(path: &Path, secret: Option<&Secret>) -> bool {
    key_of(path, secret).and_then(|key| is_sound(path, key.as_ref())).unwrap_or(false)
}

fn is_sound(path: &Path, key: Option<&FileKey>) -> Result<bool, StoreError> {
    let conn = connect_to_read(path, key)?;
    crate::schema::inspect(&conn)?;
    let health: Option<String> = first(&conn, "PRAGMA quick_check(1)", [], |row| Ok(row.get(0)?))?;
    Ok(health.as_deref() == Some("ok"))
}

fn absent_is_fine(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

fn make_private(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    let _only_unix_has_modes = path;
    Ok(())
}
