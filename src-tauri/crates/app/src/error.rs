//! The one place where every room's errors become a code with values for its wording.

use std::{collections::BTreeMap, io};

use domain::{BadMemoryRef, ports::EmbedError};
use memory::StoreError;

use crate::dto::{ErrorCode, ErrorDto, PlaceHitDto};

/// A failure of a use case. Carries a code and values, never a text that a person wrote.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{code:?}")]
pub struct AppError {
    /// What kind.
    pub code: ErrorCode,
    /// Values for the wording.
    pub args: BTreeMap<String, String>,
    /// Nearest matches of an unknown place.
    pub places: Vec<PlaceHitDto>,
}

impl AppError {
    /// An error with nothing but its code.
    pub fn new(code: ErrorCode) -> Self {
        Self { code, args: BTreeMap::new(), places: Vec::new() }
    }

    /// The same with one more value.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "numbers and words alike, without a `&` at every call")]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.args.insert(key.to_owned(), value.to_string());
        self
    }

    /// A request field that can't be used.
    pub fn bad_request(field: &str) -> Self {
        Self::new(ErrorCode::BadRequest).with("field", field)
    }

    /// As it crosses a shell.
    pub fn dto(&self) -> ErrorDto {
        let retryable = matches!(
            self.code,
            ErrorCode::DiskFull
                | ErrorCode::Io
                | ErrorCode::Budget
                | ErrorCode::EraseUnfinished
                | ErrorCode::SecondInstance
                | ErrorCode::Network
        );
        ErrorDto { code: self.code, args: self.args.clone(), retryable, places: self.places.clone() }
    }
}

impl From<io::Error> for AppError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::new(ErrorCode::DiskFull),
            io::ErrorKind::ReadOnlyFilesystem => Self::new(ErrorCode::Io).with("why", "read_only"),
            io::ErrorKind::PermissionDenied => Self::new(ErrorCode::Io).with("why", "permission"),
            kind => Self::new(ErrorCode::Io).with("why", format!("{kind:?}")),
        }
    }
}

impl From<BadMemoryRef> for AppError {
    fn from(_: BadMemoryRef) -> Self {
        Self::bad_request("id")
    }
}

impl From<EmbedError> for AppError {
    fn from(_: EmbedError) -> Self {
        Self::new(ErrorCode::Internal).with("room", "meaning")
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NewerThanApp { found, known } => {
                Self::new(ErrorCode::NewerDatabase).with("found", found).with("known", known)
            }
            StoreError::Busy => Self::new(ErrorCode::Io).with("file", "memory.db").with("why", "busy"),
            StoreError::DiskFull => Self::new(ErrorCode::DiskFull),
            StoreError::Damaged | StoreError::NotADatabase => {
                Self::new(ErrorCode::DamagedDatabase).with("file", "memory.db")
            }
            StoreError::Locked => Self::new(ErrorCode::Locked),
            StoreError::WrongSecret => Self::new(ErrorCode::WrongPassphrase),
            StoreError::ReadOnly => {
                Self::new(ErrorCode::Io).with("file", "memory.db").with("why", "read_only")
            }
            StoreError::Io(Some(error)) if error.kind() == io::ErrorKind::PermissionDenied => {
                Self::new(ErrorCode::Io).with("file", "memory.db").with("why", "permission")
            }
            StoreError::Io(_) => Self::new(ErrorCode::Io).with("file", "memory.db"),
            StoreError::Cancelled => Self::new(ErrorCode::Cancelled),
            StoreError::NoSuchMemory | StoreError::Forgotten => Self::new(ErrorCode::NoSuchMemory),
            StoreError::NoSuchProfile => Self::bad_request("profile"),
            StoreError::OutOfRange(field) => Self::bad_request(field),
            other => Self::new(ErrorCode::Internal).with("room", "memory").with("why", other),
        }
    }
}
