//! Who has the memory file open. SQLite's own locks guard a transaction; they do not keep a program from holding on to a
//! file that another one is replacing, and would then write into the old one. So every open store shares a lock on a small
//! file beside it, and replacing needs that lock alone.

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use crate::StoreError;

#[derive(Debug)]
pub(crate) struct Claim(File);

impl Claim {
    /// One of those who have the file open.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while somebody replaces it.
    pub(crate) fn shared(path: &Path) -> Result<Self, StoreError> {
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let claim = Self(options.open(beside(path, ".use"))?);
        answer(claim.0.try_lock_shared())?;
        Ok(claim)
    }

    /// The only one who has it open, until [`Self::share`].
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another one has it open too; then the claim is shared as before.
    pub(crate) fn alone(&self) -> Result<(), StoreError> {
        // A lock is not raised in one step: it is given back first. The caller's open connection covers the gap.
        self.0.unlock()?;
        let alone = answer(self.0.try_lock());
        if alone.is_err() {
            answer(self.0.try_lock_shared())?;
        }
        alone
    }

    /// Lets others in again.
    pub(crate) fn share(&self) -> Result<(), StoreError> {
        self.0.unlock()?;
        answer(self.0.try_lock_shared())
    }
}

/// A file system without locks has only one program to serve, as far as anybody can tell.
fn answer(locked: Result<(), TryLockError>) -> Result<(), StoreError> {
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// A file beside the memory file.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
