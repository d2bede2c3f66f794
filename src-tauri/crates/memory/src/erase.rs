//! Erasing: what cannot be undone, over a closed list of sites, with a receipt (F-3 to F-5).

use domain::{MemoryRef, Moment};

use crate::{Mine, Needles, Store, StoreError};

/// What an erasure does to a memory that depended on an erased one (F-4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// It loses support: confidence before and after.
    Weakened {
        /// Before.
        before: f64,
        /// After.
        after: f64,
    },
    /// It falls under what it needs, or is bound to what goes: it is erased too.
    Removed,
    /// A trip loses the place, and its coordinates there are coarsened to about a kilometre.
    Coarsened,
    /// The person confirmed or wrote it: it stays as it is, without this evidence.
    Unlinked,
}

/// What an erasure would do. The preview and the deed are the same value.
#[derive(Clone, Debug)]
pub struct ErasePlan {
    /// What is erased because the person said so.
    pub targets: Vec<MemoryRef>,
    /// What follows from it.
    pub derived: Vec<(MemoryRef, Effect)>,
    /// Other memories whose wording mentions an erased name: left alone, shown so that the person can add them.
    pub mentions: Vec<MemoryRef>,
    /// What the byte scan looks for afterwards; taken now, because afterwards nobody knows it any more.
    pub needles: Needles,
}

/// Why the last step of an erasure is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Another program is reading the file, so that SQLite cannot drop the old pages yet.
    ReaderActive,
    /// The disk did not take the write.
    Io,
}

/// What an erasure did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    /// Everything is gone from the file.
    Done,
    /// No read path yields it any more, but bytes remain until [`Store::resume_erasure`] succeeds.
    Unfinished(Unfinished),
}

impl Mine<'_> {
    /// What erasing these would do; changes nothing. `with_sources` adds the trips that a preference was inferred from.
    pub fn erase_preview(&self, memories: &[MemoryRef], with_sources: bool) -> Result<ErasePlan, StoreError> {
        let _ = (memories, with_sources);
        Err(StoreError::Internal("not built yet"))
    }

    /// Erases what the plan names; not undoable.
    pub fn erase(&self, plan: &ErasePlan, now: &Moment) -> Result<Erased, StoreError> {
        let _ = (plan, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// Erases every memory and setting of this profile, and keeps the profile.
    pub fn erase_everything(&self, now: &Moment) -> Result<Erased, StoreError> {
        let _ = now;
        Err(StoreError::Internal("not built yet"))
    }

    /// What the byte scan would look for if everything of this profile were erased; take it before.
    pub fn needles_of_everything(&self) -> Result<Needles, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }
}

impl Store {
    /// Erases what has been in "recently deleted" for thirty days. Call at start.
    pub fn purge_deleted(&self, now: &Moment) -> Result<usize, StoreError> {
        let _ = now;
        Err(StoreError::Internal("not built yet"))
    }

    /// Finishes an erasure that was cut short; `None` when there is none. Call at start.
    pub fn resume_erasure(&self) -> Result<Option<Erased>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }
}
