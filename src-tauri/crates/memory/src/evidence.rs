//! Links from a preference to the observations that support it or speak against it.

use domain::{Evidence, Moment, ObservationId, PreferenceId, ProfileId, Timestamp, TripId};
use rusqlite::{Connection, params};

use crate::{
    ConfidenceCause, Mine, StoreError,
    codec::{all, first},
    confidence, preference_row as rows,
};

impl Mine<'_> {
    /// Links what supports it. Trips that were not adopted are refused (MISSION S0-21).
    pub fn add_evidence(
        &self,
        id: PreferenceId,
        evidence: &[ObservationId],
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.link(id, evidence, true, now)
    }

    /// Links what speaks against it: the person drove the default instead (MISSION S0-50). An inferred one becomes less
    /// sure by it; what a person wrote or confirmed keeps its confidence (F-7).
    pub fn contradict(
        &self,
        id: PreferenceId,
        evidence: &[ObservationId],
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.link(id, evidence, false, now)
    }

    fn link(
        &self,
        id: PreferenceId,
        evidence: &[ObservationId],
        supports: bool,
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.store.write(|tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            insert(tx, self.profile, id, evidence, supports, now)?;
            let cause = if supports { ConfidenceCause::Supported } else { ConfidenceCause::Contradicted };
            confidence::recompute(tx, self.profile, id, cause, now.at)
        })
    }

    /// What supports it, oldest first.
    pub fn evidence_of(&self, id: PreferenceId) -> Result<Vec<Evidence>, StoreError> {
        self.store.read(|conn| of(conn, self.profile, id))
    }
}

/// Links observations; linking one twice adds nothing. Trips that were not adopted cannot support (MISSION S0-21).
pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    observations: &[ObservationId],
    supports: bool,
    now: &Moment,
) -> Result<(), StoreError> {
    for observation in observations {
        let (trip, adopted): (i64, bool) = first(
            tx,
            "SELECT t.id, t.preferred FROM live_observations o JOIN live_trips t ON t.id = o.trip_id
             WHERE o.profile_id = ?1 AND t.profile_id = ?1 AND o.id = ?2",
            params![profile.0, observation.0],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .ok_or(StoreError::NoSuchMemory)?;
        if supports && !adopted {
            return Err(StoreError::NotAdopted);
        }
        tx.prepare_cached(
            "INSERT OR IGNORE INTO evidence(profile_id, preference_id, observation_id, trip_id, supports, linked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![profile.0, id.0, observation.0, trip, supports, now.at.0])?;
    }
    Ok(())
}

/// What supports a preference, oldest first.
pub(crate) fn of(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<Vec<Evidence>, StoreError> {
    let sql = "SELECT observation_id, trip_id, linked_at FROM live_evidence
               WHERE profile_id = ?1 AND preference_id = ?2 AND supports = 1 ORDER BY observation_id";
    all(conn, sql, params![profile.0, id.0], |row| {
        Ok(Evidence {
            observation: ObservationId(row.get("observation_id")?),
            trip: TripId(row.get("trip_id")?),
            linked: Timestamp(row.get("linked_at")?),
        })
    })
}
