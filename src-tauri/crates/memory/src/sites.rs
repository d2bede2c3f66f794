//! Erasure sites: every table that could hold something of a person, as a closed list.
//!
//! Adding a table without adding it here fails a test that compares this list with the schema; adding it here fails the
//! build until [`Site::forget`] and [`Site::forget_profile`] say what erasing does to it.

use domain::{MemoryRef, ProfileId};
use rusqlite::{Connection, params};

use crate::{
    StoreError, codec::ref_to_columns, delete, embedding, graph_row, import, index, plan, trace, visit,
};

/// One table, or one family of tables that the vector extension manages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    Plans,
    Traces,
    Failures,
    Feedback,
    Questions,
    Accesses,
    Changes,
    Reflections,
    Uses,
    ConfidenceSteps,
    Evidence,
    DeletionItems,
    Words,
    Vectors,
    StatementEvidence,
    Links,
    Entities,
    Statements,
    Observations,
    Preferences,
    Trips,
    Visits,
    Imports,
    Places,
    Deletions,
    Settings,
    Tombstones,
    Profiles,
    EmbeddingModels,
    Meta,
    Sketches,
    RecallQueue,
}

impl Site {
    /// All, in an order in which no row is taken away from under another that points at it.
    pub(crate) const ALL: [Self; 32] = [
        Self::Plans,
        Self::Traces,
        Self::Failures,
        Self::Feedback,
        Self::Questions,
        Self::Accesses,
        Self::Changes,
        Self::Reflections,
        Self::Uses,
        Self::ConfidenceSteps,
        Self::Evidence,
        Self::DeletionItems,
        Self::Words,
        Self::Vectors,
        Self::RecallQueue,
        Self::Sketches,
        Self::StatementEvidence,
        Self::Links,
        Self::Entities,
        Self::Statements,
        Self::Observations,
        Self::Preferences,
        Self::Trips,
        Self::Visits,
        Self::Imports,
        Self::Places,
        Self::Deletions,
        Self::Settings,
        Self::Tombstones,
        Self::Profiles,
        Self::EmbeddingModels,
        Self::Meta,
    ];

    /// Its name in the schema; the vector tables' common beginning.
    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Plans => "plans",
            Self::Traces => "traces",
            Self::Failures => "failures",
            Self::Feedback => "feedback",
            Self::Questions => "questions",
            Self::Accesses => "accesses",
            Self::Changes => "changes",
            Self::Reflections => "reflections",
            Self::StatementEvidence => "statement_evidence",
            Self::Links => "links",
            Self::Entities => "entities",
            Self::Statements => "statements",
            Self::Uses => "uses",
            Self::ConfidenceSteps => "confidence_steps",
            Self::Evidence => "evidence",
            Self::DeletionItems => "deletion_items",
            Self::Words => "words",
            Self::Vectors => "vec_",
            Self::Observations => "observations",
            Self::Preferences => "preferences",
            Self::Trips => "trips",
            Self::Visits => "visits",
            Self::Imports => "imports",
            Self::Places => "places",
            Self::Deletions => "deletions",
            Self::Settings => "settings",
            Self::Tombstones => "tombstones",
            Self::Profiles => "profiles",
            Self::EmbeddingModels => "embedding_models",
            Self::Meta => "meta",
            Self::Sketches => "sketches",
            Self::RecallQueue => "recall_queue",
        }
    }

    /// Takes one memory out of this site.
    pub(crate) fn forget(
        self,
        tx: &Connection,
        profile: ProfileId,
        memory: MemoryRef,
    ) -> Result<(), StoreError> {
        let (kind, row) = ref_to_columns(memory);
        let run = |sql: &str| -> Result<(), StoreError> {
            tx.prepare_cached(sql)?.execute(params![profile.0, row])?;
            Ok(())
        };
        match (self, memory) {
            (Self::Plans, _) => plan::drop_all(tx, profile),
            (Self::Traces, _) => trace::drop_all(tx, profile),
            (Self::Failures, _) => {
                tx.prepare_cached(
                    "DELETE FROM failures WHERE profile_id = ?1
                       AND ((wrong_kind = ?2 AND wrong_id = ?3) OR (right_kind = ?2 AND right_id = ?3))",
                )?
                .execute(params![profile.0, kind, row])?;
                Ok(())
            }
            (Self::Feedback, _) => {
                tx.prepare_cached(
                    "DELETE FROM feedback WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3",
                )?
                .execute(params![profile.0, kind, row])?;
                Ok(())
            }
            (Self::Accesses, _) => {
                tx.prepare_cached(
                    "DELETE FROM accesses WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3",
                )?
                .execute(params![profile.0, kind, row])?;
                Ok(())
            }
            (Self::Links, _) => graph_row::forget(tx, profile, memory),
            (Self::Uses, _) => {
                tx.prepare_cached("DELETE FROM uses WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3")?
                    .execute(params![profile.0, kind, row])?;
                Ok(())
            }
            (Self::DeletionItems, _) => {
                let deletion = delete::deletion_of(tx, profile, memory)?;
                tx.prepare_cached(
                    "DELETE FROM deletion_items WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3",
                )?
                .execute(params![profile.0, kind, row])?;
                let Some(deletion) = deletion else { return Ok(()) };
                // The row that is about to go still points at its deletion.
                let table = delete::table_of(memory);
                run(&format!("UPDATE {table} SET deletion_id = NULL WHERE profile_id = ?1 AND id = ?2"))?;
                delete::drop_if_empty(tx, profile, deletion)
            }
            (Self::Words, _) => index::remove(tx, memory),
            (Self::Sketches, MemoryRef::Statement(_)) => {
                run("DELETE FROM sketches WHERE profile_id = ?1 AND statement_id = ?2")
            }
            (Self::Vectors, _) => embedding::remove(tx, memory),
            (Self::StatementEvidence, MemoryRef::Statement(_)) => {
                run("DELETE FROM statement_evidence WHERE profile_id = ?1 AND statement_id = ?2")
            }
            (Self::StatementEvidence, MemoryRef::Observation(_)) => {
                run("DELETE FROM statement_evidence WHERE profile_id = ?1 AND observation_id = ?2")
            }
            (Self::StatementEvidence, MemoryRef::Trip(_)) => {
                run("DELETE FROM statement_evidence WHERE profile_id = ?1 AND observation_id IN
                   (SELECT id FROM observations WHERE profile_id = ?1 AND trip_id = ?2)")
            }
            // Questions that name it empty themselves: ON DELETE SET NULL; their keyed hash stays, so that none is asked twice.
            (Self::Statements, MemoryRef::Statement(_)) => {
                run("DELETE FROM statements WHERE profile_id = ?1 AND id = ?2")
            }
            (Self::Evidence, MemoryRef::Observation(_)) => {
                run("DELETE FROM evidence WHERE profile_id = ?1 AND observation_id = ?2")
            }
            (Self::Observations, MemoryRef::Observation(_)) => {
                run("DELETE FROM observations WHERE profile_id = ?1 AND id = ?2")
            }
            (Self::ConfidenceSteps, MemoryRef::Preference(_)) => {
                run("DELETE FROM confidence_steps WHERE profile_id = ?1 AND preference_id = ?2")
            }
            (Self::Evidence, MemoryRef::Preference(_)) => {
                run("DELETE FROM evidence WHERE profile_id = ?1 AND preference_id = ?2")
            }
            (Self::Evidence, MemoryRef::Trip(_)) => {
                run("DELETE FROM evidence WHERE profile_id = ?1 AND trip_id = ?2")
            }
            (Self::Observations, MemoryRef::Trip(_)) => {
                run("DELETE FROM observations WHERE profile_id = ?1 AND trip_id = ?2")
            }
            (Self::Preferences, MemoryRef::Preference(_)) => {
                run("DELETE FROM preferences WHERE profile_id = ?1 AND id = ?2")
            }
            // Links to it (`source_trip_id`) empty themselves: ON DELETE SET NULL.
            (Self::Trips, MemoryRef::Trip(_)) => run("DELETE FROM trips WHERE profile_id = ?1 AND id = ?2"),
            // An import of which nothing is left is nothing that could be taken back.
            (Self::Imports, MemoryRef::Trip(_)) => import::drop_empty(tx, profile),
            (Self::Trips, MemoryRef::Place(_)) => coarsen(tx, profile, row),
            (Self::Visits, MemoryRef::Place(place)) => visit::drop_at(tx, profile, place),
            (Self::Places, MemoryRef::Place(_)) => {
                run("DELETE FROM places WHERE profile_id = ?1 AND id = ?2")
            }
            // These hold nothing of this kind of memory, or nothing that could be read (a tombstone).
            (
                Self::Questions
                | Self::Sketches
                // Numbers only; what recall keeps in memory learns from it that the row went.
                | Self::RecallQueue
                | Self::Changes
                | Self::Reflections
                | Self::Entities
                | Self::StatementEvidence
                | Self::Statements
                | Self::ConfidenceSteps
                | Self::Evidence
                | Self::Observations
                | Self::Preferences
                | Self::Trips
                | Self::Visits
                | Self::Imports
                | Self::Places
                | Self::Deletions
                | Self::Settings
                | Self::Tombstones
                | Self::Profiles
                | Self::EmbeddingModels
                | Self::Meta,
                _,
            ) => Ok(()),
        }
    }

    /// Takes everything of a profile out of this site. What holds keyed hashes only (tombstones, the log of changes, asked
    /// questions) and the profile itself go only when `leave_nothing`.
    pub(crate) fn forget_profile(
        self,
        tx: &Connection,
        profile: ProfileId,
        leave_nothing: bool,
    ) -> Result<(), StoreError> {
        let run = |sql: &str| -> Result<(), StoreError> {
            tx.execute(sql, [profile.0])?;
            Ok(())
        };
        match self {
            Self::Plans => plan::drop_all(tx, profile),
            Self::Traces => trace::drop_all(tx, profile),
            Self::Failures => run("DELETE FROM failures WHERE profile_id = ?1"),
            Self::Feedback => run("DELETE FROM feedback WHERE profile_id = ?1"),
            Self::Questions if leave_nothing => run("DELETE FROM questions WHERE profile_id = ?1"),
            Self::Accesses => run("DELETE FROM accesses WHERE profile_id = ?1"),
            Self::Changes if leave_nothing => run("DELETE FROM changes WHERE profile_id = ?1"),
            Self::Reflections => run("DELETE FROM reflections WHERE profile_id = ?1"),
            Self::Sketches => run("DELETE FROM sketches WHERE profile_id = ?1"),
            // Numbers of rows that went, for whoever holds them in memory.
            Self::RecallQueue => Ok(()),
            Self::StatementEvidence => run("DELETE FROM statement_evidence WHERE profile_id = ?1"),
            Self::Links => run("DELETE FROM links WHERE profile_id = ?1"),
            Self::Entities => run("DELETE FROM entities WHERE profile_id = ?1"),
            Self::Statements => run("DELETE FROM statements WHERE profile_id = ?1"),
            Self::Uses => run("DELETE FROM uses WHERE profile_id = ?1"),
            Self::ConfidenceSteps => run("DELETE FROM confidence_steps WHERE profile_id = ?1"),
            Self::Evidence => run("DELETE FROM evidence WHERE profile_id = ?1"),
            Self::DeletionItems => run("DELETE FROM deletion_items WHERE profile_id = ?1"),
            Self::Words => {
                run("DELETE FROM words WHERE rowid IN (SELECT id * 8 FROM places WHERE profile_id = ?1)")?;
                run(
                    "DELETE FROM words WHERE rowid IN (SELECT id * 8 + 1 FROM preferences WHERE profile_id = ?1)",
                )?;
                run("DELETE FROM words WHERE rowid IN (SELECT id * 8 + 2 FROM trips WHERE profile_id = ?1)")?;
                run(
                    "DELETE FROM words WHERE rowid IN (SELECT id * 8 + 3 FROM statements WHERE profile_id = ?1)",
                )?;
                run(
                    "DELETE FROM words WHERE rowid IN (SELECT id * 8 + 4 FROM observations WHERE profile_id = ?1)",
                )
            }
            Self::Vectors => embedding::remove_profile(tx, profile),
            Self::Observations => run("DELETE FROM observations WHERE profile_id = ?1"),
            Self::Preferences => {
                run("UPDATE preferences SET superseded_by = NULL WHERE profile_id = ?1")?;
                run("DELETE FROM preferences WHERE profile_id = ?1")
            }
            Self::Trips => run("DELETE FROM trips WHERE profile_id = ?1"),
            Self::Visits => run("DELETE FROM visits WHERE profile_id = ?1"),
            Self::Imports => run("DELETE FROM imports WHERE profile_id = ?1"),
            Self::Places => run("DELETE FROM places WHERE profile_id = ?1"),
            Self::Deletions => run("DELETE FROM deletions WHERE profile_id = ?1"),
            Self::Settings => run("DELETE FROM settings WHERE profile_id = ?1"),
            Self::Tombstones if leave_nothing => run("DELETE FROM tombstones WHERE profile_id = ?1"),
            Self::Profiles if leave_nothing => run("DELETE FROM profiles WHERE id = ?1"),
            // Names of models and the file's own facts belong to nobody.
            Self::Questions
            | Self::Changes
            | Self::Tombstones
            | Self::Profiles
            | Self::EmbeddingModels
            | Self::Meta => Ok(()),
        }
    }
}

/// A trip that started or ended at an erased place keeps its route, but not where that place was: two decimals of a
/// degree, about a kilometre. The points that are kept of its line begin or end there, so they go.
fn coarsen(tx: &Connection, profile: ProfileId, place: i64) -> Result<(), StoreError> {
    let params = params![profile.0, place];
    tx.prepare_cached(
        "UPDATE trips SET start_place_id = NULL, start_lat = round(start_lat, 2), start_lng = round(start_lng, 2), shape = x''
         WHERE profile_id = ?1 AND start_place_id = ?2",
    )?
    .execute(params)?;
    tx.prepare_cached(
        "UPDATE trips SET end_place_id = NULL, end_lat = round(end_lat, 2), end_lng = round(end_lng, 2), shape = x''
         WHERE profile_id = ?1 AND end_place_id = ?2",
    )?
    .execute(params)?;
    Ok(())
}
