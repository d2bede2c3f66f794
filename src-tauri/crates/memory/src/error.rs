//! What can go wrong with the memory file, told apart because the person has to do something different for each.

/// The memory database could not do what was asked. Carries no content: no text, name, coordinate or path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer Laolu. It is left untouched.
    #[error("the memory file is version {found}, this program knows up to {known}")]
    NewerThanApp {
        /// Version of the file.
        found: u32,
        /// Newest version this program knows.
        known: u32,
    },
    /// Another program holds the file; nothing was changed.
    #[error("the memory file is in use by another program")]
    Busy,
    /// No room left; nothing was changed.
    #[error("the disk is full")]
    DiskFull,
    /// The file is a database, but parts of it cannot be read. It is left untouched.
    #[error("the memory file is damaged")]
    Damaged,
    /// The file is something else. It is left untouched.
    #[error("the file is not a memory database")]
    NotADatabase,
    /// The file is locked with a passphrase, and none was given. It is left untouched.
    #[error("the memory file is locked")]
    Locked,
    /// The passphrase or key is not the one that the file is locked with. It is left untouched.
    #[error("the passphrase does not open the memory file")]
    WrongSecret,
    /// The disk, or the file on it, can only be read; nothing was changed.
    #[error("the memory file can only be read")]
    ReadOnly,
    /// The file or its folder cannot be read or written.
    #[error("the memory file cannot be opened or written")]
    Io(#[source] Option<std::io::Error>),
    /// There is no such memory, or it was deleted.
    #[error("there is no such memory")]
    NoSuchMemory,
    /// There is no such profile.
    #[error("there is no such profile")]
    NoSuchProfile,
    /// The person erased exactly this, and it must not come back by itself (F-5).
    #[error("this was erased and does not come back by itself")]
    Forgotten,
    /// Something changed since the preview of an erasure: look again.
    #[error("the memories changed since the preview")]
    PlanOutdated,
    /// The machine wanted to change what a person wrote or edited (F-7).
    #[error("a person wrote this; only a person changes it")]
    WrittenByPerson,
    /// Imported or inferred text wanted to act without the person's own act (F-8).
    #[error("only the person can make this act")]
    NeedsPerson,
    /// A trip whose plan was not adopted may not support a preference (MISSION S0-21).
    #[error("only adopted trips support a preference")]
    NotAdopted,
    /// The vector's length or model is not the registered one; vectors of different models never mix.
    #[error("the vector does not fit its model")]
    WrongVector,
    /// The person stopped it; nothing was changed.
    #[error("stopped")]
    Cancelled,
    /// A value is outside of what it may be, for example a confidence above one.
    #[error("the value of {0} is out of range")]
    OutOfRange(&'static str),
    /// A fault of this program: an SQL statement or a stored word that it does not understand.
    #[error("internal fault in the memory store: {0}")]
    Internal(&'static str),
}

/// SQLite's plain error, which says no more.
pub(crate) const REFUSED: &str = "SQLite refused a statement";

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::DiskFull,
            std::io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::Io(Some(error)),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    /// SQLite's own messages may quote values, so they are dropped here; the code says enough.
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        match error {
            rusqlite::Error::QueryReturnedNoRows => Self::NoSuchMemory,
            rusqlite::Error::SqliteFailure(inner, _text_may_be_private) => match inner.code {
                Code::DatabaseBusy | Code::DatabaseLocked | Code::FileLockingProtocolFailed => Self::Busy,
                Code::DiskFull => Self::DiskFull,
                Code::DatabaseCorrupt => Self::Damaged,
                Code::NotADatabase => Self::NotADatabase,
                Code::ReadOnly => Self::ReadOnly,
                Code::CannotOpen | Code::PermissionDenied | Code::SystemIoFailure => Self::Io(None),
                Code::ConstraintViolation => Self::Internal("a constraint does not hold"),
                _ => Self::Internal(REFUSED),
            },
            rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..) => {
                Self::Damaged
            }
            _ => Self::Internal("a statement and its parameters do not fit"),
        }
    }
}
