//! Erasure sites: every table that could hold something of a person, as a closed list.
//!
//! Adding a table without adding it here fails a test that compares this list with the schema; adding it here fails the
//! build until [`Site::forget`] and [`Site::forget_profile`] say what erasing does to it.

use domain::{MemoryRef, ProfileId};
use rusqlite::{Connection, params};

use crate::{StoreError, codec::ref_to_columns, delete, embedding, index, plan};

/// One table, or one family of tables that the vector extension manages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    Plans,
    Uses,
    ConfidenceSteps,
    Evidence,
    DeletionItems,
    Words,
    Vectors,
    Observations,
    Preferences,
    Trips,
    Places,
    Deletions,
    Settings,
    Tombstones,
    Profiles,
    EmbeddingModels,
    Meta,
}

impl Site {
    /// All, in an order in which no row is taken away from under another that points at it.
    pub(crate) const ALL: [Self; 17] = [
        Self::Plans,
        Self::Uses,
        Self::ConfidenceSteps,
        Self::Evidence,
        Self::DeletionItems,
        Self::Words,
        Self::Vectors,
        Self::Observations,
        Self::Preferences,
        Self::Trips,
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
            Self::Uses => "uses",
            Self::ConfidenceSteps => "confidence_steps",
            Self::Evidence => "evidence",
            Self::DeletionItems => "deletion_items",
            Self::Words => "words",
            Self::Vectors => "vec_",
            Self::Observations => "observations",
            Self::Preferences => "preferences",
            Self::Trips => "trips",
            Self::Places => "places",
            Self::Deletions => "deletions",
            Self::Settings => "settings",
            Self::Tombstones => "tombstones",
            Self::Profiles => "profiles",
            Self::EmbeddingModels => "embedding_models",
            Self::Meta => "meta",
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
            (Self::Vectors, MemoryRef::Preference(id)) => embedding::remove(tx, id),
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
            (Self::Trips, MemoryRef::Place(_)) => coarsen(tx, profile, row),
            (Self::Places, MemoryRef::Place(_)) => {
                run("DELETE FROM places WHERE profile_id = ?1 AND id = ?2")
            }
            // These hold nothing of this kind of memory, or nothing that could be read (a tombstone).
            (
                Self::Vectors
                | Self::ConfidenceSteps
                | Self::Evidence
                | Self::Observations
                | Self::Preferences
                | Self::Trips
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

    /// Takes everything of a profile out of this site. Tombstones and the profile itself go only when `leave_nothing`.
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
            Self::Uses => run("DELETE FROM uses WHERE profile_id = ?1"),
            Self::ConfidenceSteps => run("DELETE FROM confidence_steps WHERE profile_id = ?1"),
            Self::Evidence => run("DELETE FROM evidence WHERE profile_id = ?1"),
            Self::DeletionItems => run("DELETE FROM deletion_items WHERE profile_id = ?1"),
            Self::Words => {
                run("DELETE FROM words WHERE rowid IN (SELECT id * 4 FROM places WHERE profile_id = ?1)")?;
                run(
                    "DELETE FROM words WHERE rowid IN (SELECT id * 4 + 1 FROM preferences WHERE profile_id = ?1)",
                )?;
                run("DELETE FROM words WHERE rowid IN (SELECT id * 4 + 2 FROM trips WHERE profile_id = ?1)")
            }
            Self::Vectors => embedding::remove_profile(tx, profile),
            Self::Observations => run("DELETE FROM observations WHERE profile_id = ?1"),
            Self::Preferences => {
                run("UPDATE preferences SET superseded_by = NULL WHERE profile_id = ?1")?;
                run("DELETE FROM preferences WHERE profile_id = ?1")
            }
            Self::Trips => run("DELETE FROM trips WHERE profile_id = ?1"),
            Self::Places => run("DELETE FROM places WHERE profile_id = ?1"),
            Self::Deletions => run("DELETE FROM deletions WHERE profile_id = ?1"),
            Self::Settings => run("DELETE FROM settings WHERE profile_id = ?1"),
            Self::Tombstones if leave_nothing => run("DELETE FROM tombstones WHERE profile_id = ?1"),
            Self::Profiles if leave_nothing => run("DELETE FROM profiles WHERE id = ?1"),
            // Names of models and the file's own facts belong to nobody.
            Self::Tombstones | Self::Profiles | Self::EmbeddingModels | Self::Meta => Ok(()),
        }
    }
}

/// A trip that started or ended at an erased place keeps its route, but not where that place was: two decimals of a
/// degree, about a kilometre.
fn coarsen(tx: &Connection, profile: ProfileId, place: i64) -> Result<(), StoreError> {
    let params = params![profile.0, place];
    tx.prepare_cached(
        "UPDATE trips SET start_place_id = NULL, start_lat = round(start_lat, 2), start_lng = round(start_lng, 2)
         WHERE profile_id = ?1 AND start_place_id = ?2",
    )?
    .execute(params)?;
    tx.prepare_cached(
        "UPDATE trips SET end_place_id = NULL, end_lat = round(end_lat, 2), end_lng = round(end_lng, 2)
         WHERE profile_id = ?1 AND end_place_id = ?2",
    )?
    .execute(params)?;
    Ok(())
}
