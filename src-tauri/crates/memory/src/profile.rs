//! Profiles: the owner of every other row. One person, or the demo.

use domain::{Moment, ProfileId};

use crate::{Erased, Store, StoreError};

/// An owner of memories.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its row.
    pub id: ProfileId,
    /// Its name, unique on this computer.
    pub name: String,
    /// When it was made.
    pub created: Moment,
}

impl Store {
    /// The profile of this name, made when there is none.
    pub fn ensure_profile(&self, name: &str, now: &Moment) -> Result<ProfileId, StoreError> {
        let _ = (name, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// All profiles, oldest first.
    pub fn profiles(&self) -> Result<Vec<Profile>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// Erases everything the profile owns, and the profile; not undoable.
    pub fn remove_profile(&self, profile: ProfileId, now: &Moment) -> Result<Erased, StoreError> {
        let _ = (profile, now);
        Err(StoreError::Internal("not built yet"))
    }
}
