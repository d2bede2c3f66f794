//! How sure an inferred preference is: a function of its evidence alone, and the history of its values.

use domain::{PreferenceId, PreferenceState, ProfileId, Timestamp, habit};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first, known},
    feedback, preference_row as rows,
};

/// Confidence of a newly inferred habit, which two trips support (MISSION S0-23, S0-49).
pub const INFERRED_CONFIDENCE: f64 = habit::Settings::DEFAULT.proposed_confidence;

/// How sure a preference is that so many trips support and so many contradict. A function of the evidence and nothing
/// else, so that erasing a trip gives the value of a store that never saw it (F-6). The constants are inference's own.
pub fn inferred_confidence(supporting: u32, contradicting: u32) -> f64 {
    let count = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    habit::confidence(count(supporting), count(contradicting), &habit::Settings::DEFAULT)
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
    /// The person rated an answer that it took part in.
    Rated,
}

impl ConfidenceCause {
    /// All.
    pub const ALL: [Self; 9] = [
        Self::Created,
        Self::Confirmed,
        Self::Rejected,
        Self::Supported,
        Self::Contradicted,
        Self::LostSupport,
        Self::Restored,
        Self::Edited,
        Self::Rated,
    ];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::LostSupport => "lost_support",
            Self::Restored => "restored",
            Self::Edited => "edited",
            Self::Rated => "rated",
        }
    }

    /// The cause with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
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

impl Mine<'_> {
    /// Every value its confidence had, oldest first.
    pub fn confidence_history(&self, id: PreferenceId) -> Result<Vec<ConfidenceStep>, StoreError> {
        self.store.read(|conn| {
            rows::live(conn, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            history(conn, self.profile, id)
        })
    }
}

/// Sets a confidence and writes the step down.
pub(crate) fn set(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    value: f64,
    cause: ConfidenceCause,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.prepare_cached("UPDATE preferences SET confidence = ?3 WHERE profile_id = ?1 AND id = ?2")?
        .execute(params![profile.0, id.0, value])?;
    note(tx, profile, id, value, cause, at)
}

/// Writes a step down.
pub(crate) fn note(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    value: f64,
    cause: ConfidenceCause,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO confidence_steps(profile_id, preference_id, at, value, cause) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![profile.0, id.0, at.0, value, cause.word()])?;
    Ok(())
}

/// Live trips that support and that contradict it.
pub(crate) fn counts(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<(u32, u32), StoreError> {
    let found = first(
        conn,
        "SELECT count(DISTINCT CASE WHEN supports THEN trip_id END), count(DISTINCT CASE WHEN NOT supports THEN trip_id END)
         FROM live_evidence WHERE profile_id = ?1 AND preference_id = ?2",
        params![profile.0, id.0],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(found.unwrap_or((0, 0)))
}

/// Brings an inferred preference's confidence in line with its evidence and its ratings; leaves a person's alone (F-7).
pub(crate) fn recompute(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    cause: ConfidenceCause,
    at: Timestamp,
) -> Result<(), StoreError> {
    let Some(row) = rows::live(tx, profile, id)? else { return Ok(()) };
    let (supporting, contradicting) = counts(tx, profile, id)?;
    if rows::is_persons(&row) || row.state == PreferenceState::Rejected || supporting == 0 {
        return Ok(());
    }
    let votes = feedback::votes(tx, profile, id)?;
    let value = feedback::with_votes(inferred_confidence(supporting, contradicting), votes);
    if (value - row.confidence).abs() < f64::EPSILON {
        return Ok(());
    }
    set(tx, profile, id, value, cause, at)
}

pub(crate) fn history(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<Vec<ConfidenceStep>, StoreError> {
    let sql = "SELECT at, value, cause FROM confidence_steps WHERE profile_id = ?1 AND preference_id = ?2 ORDER BY id";
    all(conn, sql, params![profile.0, id.0], |row| {
        Ok(ConfidenceStep {
            at: Timestamp(row.get("at")?),
            value: row.get("value")?,
            cause: known(row, "cause", ConfidenceCause::from_word)?,
        })
    })
}
