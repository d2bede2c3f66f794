//! How a locked file is known, and whether a secret fits it.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use rusqlite::Connection;

use crate::{
    Secret, StoreError,
    secret::{FileKey, MAGIC, PAGE},
};

/// How many pages are looked at before a secret counts as wrong.
const LOOKED_AT: u64 = 8;

/// The salt of a locked file; `None` for a file that is not locked, is empty or is not there.
pub(crate) fn salt_of(path: &Path) -> Result<Option<[u8; 16]>, StoreError> {
    let mut salt = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut salt));
    match read {
        Ok(()) => Ok(salt.starts_with(&MAGIC).then_some(salt)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof) => {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The key of the file, when the secret is the right one.
///
/// # Errors
/// [`StoreError::WrongSecret`], when none of the pages that are looked at was written with it. A file whose first page
/// alone is broken is let through: SQLite may still have that page in its log, and says so when it has not.
pub(crate) fn open(path: &Path, salt: [u8; 16], secret: &Secret) -> Result<FileKey, StoreError> {
    let key = secret.for_file(salt);
    let mut file = File::open(path)?;
    let pages = file.metadata()?.len() / PAGE as u64;
    let mut page = vec![0; PAGE];
    // The first ones and the last one.
    let numbers = (1..=pages.min(LOOKED_AT)).chain((pages > LOOKED_AT).then_some(pages));
    for number in numbers {
        file.seek(SeekFrom::Start((number - 1) * PAGE as u64))?;
        file.read_exact(&mut page)?;
        if u32::try_from(number).is_ok_and(|number| key.wrote(number, &page)) {
            return Ok(key);
        }
    }
    Err(if pages == 0 { StoreError::Damaged } else { StoreError::WrongSecret })
}

/// A key for a new file, with a salt of its own.
pub(crate) fn new_key(secret: &Secret) -> Result<FileKey, StoreError> {
    // SQLite's generator is seeded by the system.
    let chance: [u8; 12] =
        Connection::open_in_memory()?.query_row("SELECT randomblob(12)", [], |row| row.get(0))?;
    let mut salt = [0; 16];
    salt[..MAGIC.len()].copy_from_slice(&MAGIC);
    salt[MAGIC.len()..].copy_from_slice(&chance);
    Ok(secret.for_file(salt))
}
