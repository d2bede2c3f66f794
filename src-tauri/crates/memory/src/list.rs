//! The memory page's table: every kind of memory in one list, filtered, sorted and counted by SQL.

use domain::{MemoryRef, Moment, PreferenceState, Provenance, Timestamp};

use crate::{ConfidenceStep, Mine, StoreError};

/// What kind of row it is on the memory page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryKind {
    /// A remembered place.
    Place,
    /// A stated or imported preference.
    Preference,
    /// Something inferred from trips, confirmed or not.
    Habit,
    /// A driven trip.
    Trip,
}

/// Order of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// Surest first.
    Confidence,
    /// Last used first.
    LastUsed,
    /// Most used first.
    Uses,
    /// By wording.
    Title,
}

/// What to list. The default lists everything that is live.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListQuery {
    /// Words that all have to occur; two-character Chinese words count. Empty for all.
    pub text: String,
    /// Only these kinds; empty for all.
    pub kinds: Vec<MemoryKind>,
    /// Only from these; empty for all.
    pub provenance: Vec<Provenance>,
    /// Only in these states; empty for all. Places and trips count as active.
    pub states: Vec<PreferenceState>,
    /// At least this sure.
    pub min_confidence: Option<f64>,
    /// At most this sure.
    pub max_confidence: Option<f64>,
    /// Only what waits for the person's answer.
    pub unconfirmed_only: bool,
    /// The "recently deleted" list instead of the live one.
    pub deleted: bool,
    /// Order.
    pub sort: Sort,
    /// Rows to skip.
    pub offset: usize,
    /// Rows at most; 0 for all.
    pub limit: usize,
}

/// One row of the memory page.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryRow {
    /// Its id.
    pub memory: MemoryRef,
    /// What kind.
    pub kind: MemoryKind,
    /// The wording: a place's name, a preference's content, a trip's roads.
    pub title: String,
    /// Second line: an address, a note; may be empty.
    pub detail: String,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may act; `Active` for places and trips.
    pub state: PreferenceState,
    /// 0 to 1; 1 for places and trips.
    pub confidence: f64,
    /// When it was written down.
    pub created: Moment,
    /// Last time a plan that was driven used it.
    pub last_used: Option<Timestamp>,
    /// How often a driven plan used it.
    pub uses: u32,
    /// Whether a person edited it.
    pub user_edited: bool,
    /// When it was deleted; only in the "recently deleted" list.
    pub deleted: Option<Timestamp>,
    /// How many observations support it.
    pub evidence: u32,
}

/// Counts for the facets, over all rows that match the text and `deleted`, whatever the other filters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FacetCounts {
    /// Per kind.
    pub kinds: Vec<(MemoryKind, usize)>,
    /// Per provenance.
    pub provenance: Vec<(Provenance, usize)>,
    /// Per state.
    pub states: Vec<(PreferenceState, usize)>,
    /// Waiting for an answer.
    pub unconfirmed: usize,
}

/// One page of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The rows, in order.
    pub rows: Vec<MemoryRow>,
    /// How many match in all.
    pub total: usize,
    /// Counts for the facets.
    pub facets: FacetCounts,
}

/// Everything about one memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryDetail {
    /// The row.
    pub row: MemoryRow,
    /// What supports it.
    pub evidence: Vec<domain::Evidence>,
    /// Memories that depend on it: habits inferred from a trip, preferences bound to a place.
    pub dependents: Vec<MemoryRef>,
    /// Where it was used, newest first, at most fifty.
    pub uses: Vec<Use>,
    /// Every value of its confidence, oldest first.
    pub confidence: Vec<ConfidenceStep>,
    /// The statement that replaced it.
    pub superseded_by: Option<MemoryRef>,
}

/// How far a memory got in a plan (E-1): three claims that are never merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UseState {
    /// It was found.
    Retrieved,
    /// It was given to the router.
    Applied,
    /// Without it the plan would have been another.
    Decisive,
}

/// Where a memory was used.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Which memory.
    pub memory: MemoryRef,
    /// When the plan was made.
    pub at: Moment,
    /// How far it got.
    pub state: UseState,
    /// Seconds the chosen route is longer than without it.
    pub delta_s: f64,
    /// Metres the chosen route is longer than without it.
    pub delta_m: f64,
    /// Whether the plan was driven: only then does it count as a use (MISSION X3).
    pub driven: bool,
}

impl Mine<'_> {
    /// One page of the table.
    pub fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        let _ = query;
        Err(StoreError::Internal("not built yet"))
    }

    /// Everything about one memory.
    pub fn show(&self, memory: MemoryRef) -> Result<MemoryDetail, StoreError> {
        let _ = memory;
        Err(StoreError::Internal("not built yet"))
    }

    /// Notes where memories were used.
    pub fn note_uses(&self, uses: &[Use]) -> Result<(), StoreError> {
        let _ = uses;
        Err(StoreError::Internal("not built yet"))
    }
}
