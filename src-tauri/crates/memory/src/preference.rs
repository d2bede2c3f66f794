//! Preferences and habits: what is wanted, since when, how sure, and whether it may act.

use domain::{
    Evidence, Moment, ObservationId, Preference, PreferenceId, PreferenceState, Provenance, Scope, Situation,
    Strength, Target, Timestamp, TripId, Validity,
};

use crate::{Embedding, Mine, StoreError};

/// Confidence of a newly inferred habit (MISSION S0-23).
pub const INFERRED_CONFIDENCE: f64 = 0.7;

/// A preference to remember.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPreference {
    /// The statement as shown.
    pub content: String,
    /// About what.
    pub target: Target,
    /// How strongly.
    pub strength: Strength,
    /// When and where it holds.
    pub scope: Scope,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may act. `Active` is refused for inferred ones, and for imported ones outside [`Mine::install`] (F-8).
    pub state: PreferenceState,
    /// 0 to 1.
    pub confidence: f64,
    /// When it holds; from now on when absent.
    pub validity: Option<Validity>,
    /// The trip it was first inferred from.
    pub source_trip: Option<TripId>,
}

/// What a person changes about a preference; absent parts stay. Marks the row as written by the person (F-7).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreferenceEdit {
    /// New wording.
    pub content: Option<String>,
    /// New target.
    pub target: Option<Target>,
    /// New strength.
    pub strength: Option<Strength>,
    /// New scope.
    pub scope: Option<Scope>,
    /// New validity.
    pub validity: Option<Validity>,
}

/// Why a confidence changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfidenceCause {
    /// First written down.
    Created,
    /// The person said yes.
    Confirmed,
    /// The person said no.
    Rejected,
    /// One more trip supports it.
    Supported,
    /// The person drove the default instead (MISSION S0-50).
    Contradicted,
    /// Something that supported it was deleted or erased (F-4).
    LostSupport,
    /// Support came back because a deletion was undone.
    Restored,
    /// The person edited it.
    Edited,
}

/// One step in the history of a confidence (MISSION S0-23).
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceStep {
    /// When.
    pub at: Timestamp,
    /// The value since then.
    pub value: f64,
    /// Why.
    pub cause: ConfidenceCause,
}

/// What became of a machine's proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A new row, waiting for the person.
    New(PreferenceId),
    /// The same pattern was there already: it was supported, or made from candidate to proposed.
    Known(PreferenceId),
    /// The person said no to this pattern before.
    Rejected(PreferenceId),
    /// The person deleted or erased this pattern before (F-5).
    Forgotten,
}

impl Mine<'_> {
    /// Remembers what the person said or wrote; text, words and vector in one transaction.
    pub fn add_preference(
        &self,
        new: &NewPreference,
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<PreferenceId, StoreError> {
        let _ = (new, embedding, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// What the machine noticed: stored as candidate or proposed, with its evidence, unless the person has decided
    /// about the same pattern before. `new.state` says which of the two; `Active` is refused.
    pub fn propose(
        &self,
        new: &NewPreference,
        evidence: &[ObservationId],
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<Proposal, StoreError> {
        let _ = (new, evidence, embedding, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// A person's edit. With a changed wording and no embedding the old vector is dropped, never kept stale.
    pub fn edit_preference(
        &self,
        id: PreferenceId,
        edit: &PreferenceEdit,
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let _ = (id, edit, embedding, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// All preferences that are shown, newest first (candidates and rejected ones included).
    pub fn preferences(&self) -> Result<Vec<Preference>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// One preference, unless it was deleted.
    pub fn preference(&self, id: PreferenceId) -> Result<Option<Preference>, StoreError> {
        let _ = id;
        Err(StoreError::Internal("not built yet"))
    }

    /// Exactly those that may act now: active, valid, in scope, not replaced. Most specific and newest first.
    pub fn active_for(&self, situation: &Situation) -> Result<Vec<Preference>, StoreError> {
        let _ = situation;
        Err(StoreError::Internal("not built yet"))
    }

    /// Those that wait for the person's answer, newest first.
    pub fn proposed(&self) -> Result<Vec<Preference>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// The person said yes: active, confirmed, more sure.
    pub fn confirm(&self, id: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        let _ = (id, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// The person said no: never acts and is never proposed again.
    pub fn reject(&self, id: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        let _ = (id, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// A newer statement replaces an older one about the same thing; the older one ends, and stays readable.
    pub fn supersede(&self, old: PreferenceId, by: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        let _ = (old, by, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// Links what supports it. Trips that were not adopted are refused (MISSION S0-21).
    pub fn add_evidence(
        &self,
        id: PreferenceId,
        evidence: &[ObservationId],
        now: &Moment,
    ) -> Result<(), StoreError> {
        let _ = (id, evidence, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// What supports it, oldest first.
    pub fn evidence_of(&self, id: PreferenceId) -> Result<Vec<Evidence>, StoreError> {
        let _ = id;
        Err(StoreError::Internal("not built yet"))
    }

    /// The machine changes how sure it is; refused for what a person wrote or edited (F-7).
    pub fn adjust_confidence(
        &self,
        id: PreferenceId,
        value: f64,
        cause: ConfidenceCause,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let _ = (id, value, cause, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// Behaviour confirmed it: freshness starts again (MISSION S0-38).
    pub fn reinforce(&self, id: PreferenceId, at: Timestamp) -> Result<(), StoreError> {
        let _ = (id, at);
        Err(StoreError::Internal("not built yet"))
    }

    /// Every value its confidence had, oldest first.
    pub fn confidence_history(&self, id: PreferenceId) -> Result<Vec<ConfidenceStep>, StoreError> {
        let _ = id;
        Err(StoreError::Internal("not built yet"))
    }
}
