//! Deleting, which can be undone for a while; erasing is in [`crate::erase`].

use domain::{MemoryRef, Moment, Timestamp};

use crate::{Mine, StoreError};

/// One act of deleting, to be undone as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeletionId(pub i64);

/// What was deleted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Deletion {
    /// Its row.
    pub id: DeletionId,
    /// What the person pointed at.
    pub memories: Vec<MemoryRef>,
    /// What went with it, because it is bound to one of them.
    pub also: Vec<MemoryRef>,
    /// When.
    pub at: Timestamp,
}

impl Mine<'_> {
    /// Deletes, undoably. Committed, and verified gone from every read path, before it returns (F-1, F-2).
    pub fn delete(&self, memories: &[MemoryRef], now: &Moment) -> Result<Deletion, StoreError> {
        let _ = (memories, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// Takes a deletion back, whole.
    pub fn undo(&self, deletion: DeletionId, now: &Moment) -> Result<Deletion, StoreError> {
        let _ = (deletion, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// Takes the newest deletion back; `None` when there is none.
    pub fn undo_last(&self, now: &Moment) -> Result<Option<Deletion>, StoreError> {
        let _ = now;
        Err(StoreError::Internal("not built yet"))
    }

    /// Deletions that can still be taken back, newest first.
    pub fn deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// Takes single memories out of the "recently deleted" list.
    pub fn restore(&self, memories: &[MemoryRef], now: &Moment) -> Result<(), StoreError> {
        let _ = (memories, now);
        Err(StoreError::Internal("not built yet"))
    }
}
