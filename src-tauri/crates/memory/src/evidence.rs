//! Links from a preference to the observations that support it or speak against it.

use domain::{Evidence, Moment, ObservationId, PreferenceId, ProfileId, Timestamp, TripId};
use rusqlite::{Connection, params};

use crate::{
    StoreError,
    codec::{all, first},
};

/// Links observations; linking one twice adds nothing. Trips that were not adopted cannot support (MISSION S0-21).
pub(crate) fn link(
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
