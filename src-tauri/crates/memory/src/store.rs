//! One file, one writer, one reader.

use std::path::Path;

use domain::ProfileId;

use crate::StoreError;

/// The memory database. Shared between threads; each call is one transaction.
#[derive(Debug)]
pub struct Store {}

/// The memories of one profile.
#[derive(Clone, Copy, Debug)]
pub struct Mine<'a> {
    pub(crate) store: &'a Store,
    pub(crate) profile: ProfileId,
}

impl Store {
    /// Opens the file, makes it when it is missing, and brings an older one up to date. The file is only readable
    /// by its owner.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let _ = path;
        Ok(Self {})
    }

    /// A store that lives as long as the value: for tests and for trying out.
    pub fn open_in_memory() -> Result<Self, StoreError> {
        Ok(Self {})
    }

    /// The memories of this profile.
    pub fn of(&self, profile: ProfileId) -> Mine<'_> {
        Mine { store: self, profile }
    }
}

impl Mine<'_> {
    /// Whose memories these are.
    pub fn profile(&self) -> ProfileId {
        let _ = self.store;
        self.profile
    }
}
