//! One memory in full: what supports it, what hangs on it, and where it was used.

use domain::{MemoryRef, Moment, PreferenceId, StatementId};
use rusqlite::params;

use crate::{
    ConfidenceStep, MemoryRow, Mine, StoreError,
    codec::{all, known, moment, ref_to_columns},
    confidence, delete, evidence, list,
};

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

impl UseState {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Retrieved => "retrieved",
            Self::Applied => "applied",
            Self::Decisive => "decisive",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Retrieved, Self::Applied, Self::Decisive].into_iter().find(|state| state.word() == word)
    }
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
    /// Everything about one memory; a deleted one is not there.
    pub fn show(&self, memory: MemoryRef) -> Result<MemoryDetail, StoreError> {
        let (kind, id) = ref_to_columns(memory);
        let detail = self.store.read(|conn| {
            let row = list::rows(conn, self.profile, false, Some(memory))?.pop().ok_or(StoreError::NoSuchMemory)?;
            let (evidence, steps) = match memory {
                MemoryRef::Preference(id) => {
                    (evidence::of(conn, self.profile, id)?, confidence::history(conn, self.profile, id)?)
                }
                _ => (Vec::new(), Vec::new()),
            };
            let dependents = match memory {
                MemoryRef::Place(place) => all(
                    conn,
                    "SELECT id FROM live_preferences WHERE profile_id = ?1 AND (from_place_id = ?2 OR to_place_id = ?2)
                     ORDER BY id",
                    params![self.profile.0, place.0],
                    |row| Ok(MemoryRef::Preference(PreferenceId(row.get(0)?))),
                )?,
                MemoryRef::Trip(trip) => all(
                    conn,
                    "SELECT preference_id FROM live_evidence WHERE profile_id = ?1 AND trip_id = ?2 AND supports = 1
                     UNION SELECT id FROM live_preferences WHERE profile_id = ?1 AND source_live = ?2 ORDER BY 1",
                    params![self.profile.0, trip.0],
                    |row| Ok(MemoryRef::Preference(PreferenceId(row.get(0)?))),
                )?,
                MemoryRef::Observation(seen) => all(
                    conn,
                    "SELECT statement_id FROM live_statement_evidence
                     WHERE profile_id = ?1 AND observation_id = ?2 AND supports = 1 ORDER BY 1",
                    params![self.profile.0, seen.0],
                    |row| Ok(MemoryRef::Statement(StatementId(row.get(0)?))),
                )?,
                MemoryRef::Preference(_) | MemoryRef::Statement(_) => Vec::new(),
            };
            let uses = all(
                conn,
                "SELECT at, zone, state, delta_s, delta_m, driven FROM uses
                 WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3 ORDER BY at DESC, id DESC LIMIT 50",
                params![self.profile.0, kind, id],
                |row| {
                    Ok(Use {
                        memory,
                        at: moment(row, "at")?,
                        state: known(row, "state", UseState::from_word)?,
                        delta_s: row.get("delta_s")?,
                        delta_m: row.get("delta_m")?,
                        driven: row.get("driven")?,
                    })
                },
            )?;
            Ok(MemoryDetail { row, evidence, dependents, uses, confidence: steps, superseded_by: None })
        })?;
        let superseded_by = match memory {
            MemoryRef::Preference(id) => self.superseded_by(id)?.map(MemoryRef::Preference),
            _ => None,
        };
        Ok(MemoryDetail { superseded_by, ..detail })
    }

    /// Notes where memories were used. Only an applied memory of a plan that was driven counts as used (MISSION X3);
    /// memories that are gone meanwhile are passed over.
    pub fn note_uses(&self, uses: &[Use]) -> Result<(), StoreError> {
        self.store.write(|tx| {
            for entry in uses {
                if !delete::is_live(tx, self.profile, entry.memory)? {
                    continue;
                }
                let (kind, id) = ref_to_columns(entry.memory);
                tx.prepare_cached(
                    "INSERT INTO uses(profile_id, kind, row_id, at, zone, state, delta_s, delta_m, driven)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                )?
                .execute(params![
                    self.profile.0,
                    kind,
                    id,
                    entry.at.at.0,
                    entry.at.zone,
                    entry.state.word(),
                    entry.delta_s,
                    entry.delta_m,
                    entry.driven
                ])?;
                if entry.driven && entry.state >= UseState::Applied {
                    let table = delete::table_of(entry.memory);
                    tx.prepare_cached(&format!(
                        "UPDATE {table} SET uses = uses + 1, last_used_at = max(ifnull(last_used_at, ?3), ?3)
                         WHERE profile_id = ?1 AND id = ?2"
                    ))?
                    .execute(params![self.profile.0, id, entry.at.at.0])?;
                    if let MemoryRef::Statement(statement) = entry.memory
                        && let Some(row) = crate::statement_row::live(tx, self.profile, statement)?
                    {
                        let energy = reflect::energy::after_recall(row.energy, true).clamp(0.0, 1.0);
                        tx.prepare_cached(
                            "UPDATE statements SET energy = ?3 WHERE profile_id = ?1 AND id = ?2",
                        )?
                        .execute(params![self.profile.0, id, energy])?;
                    }
                }
            }
            Ok(())
        })
    }
}
