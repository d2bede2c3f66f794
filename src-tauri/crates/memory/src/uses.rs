//! What happened in a span of time: the trips of a month, and what memories did to the plans that were driven.

use domain::{MemoryRef, Moment, Timestamp, Trip};
use rusqlite::params;

use crate::{
    Mine, StoreError, Use, UseState,
    codec::{all, known, moment},
    trip,
};

impl Mine<'_> {
    /// Departures of all trips, newest first: without their roads, which are most of a trip.
    pub fn departures(&self) -> Result<Vec<Moment>, StoreError> {
        let sql = "SELECT departure_time, zone FROM live_trips WHERE profile_id = ?1
                   ORDER BY departure_time DESC, id DESC";
        self.store.read(|conn| all(conn, sql, [self.profile.0], |row| moment(row, "departure_time")))
    }

    /// Trips that departed from `from` on and before `to`, oldest first.
    pub fn trips_within(&self, from: Timestamp, to: Timestamp) -> Result<Vec<Trip>, StoreError> {
        let sql =
            "SELECT * FROM live_trips WHERE profile_id = ?1 AND departure_time >= ?2 AND departure_time < ?3
                   ORDER BY departure_time, id";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, from.0, to.0], trip::from_row))
    }

    /// Where preferences were used on plans that departed from `from` on and before `to`, oldest first.
    pub fn preference_uses_within(&self, from: Timestamp, to: Timestamp) -> Result<Vec<Use>, StoreError> {
        let sql = "SELECT u.row_id, u.at, u.zone, u.state, u.delta_s, u.delta_m, u.driven FROM uses u
                   JOIN live_preferences p ON p.id = u.row_id AND p.profile_id = u.profile_id
                   WHERE u.profile_id = ?1 AND u.kind = 'pref' AND u.at >= ?2 AND u.at < ?3 ORDER BY u.at, u.id";
        self.store.read(|conn| {
            all(conn, sql, params![self.profile.0, from.0, to.0], |row| {
                Ok(Use {
                    memory: MemoryRef::Preference(domain::PreferenceId(row.get("row_id")?)),
                    at: moment(row, "at")?,
                    state: known(row, "state", UseState::from_word)?,
                    delta_s: row.get("delta_s")?,
                    delta_m: row.get("delta_m")?,
                    driven: row.get("driven")?,
                })
            })
        })
    }
}
