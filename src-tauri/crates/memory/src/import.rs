//! Drives that came in together, and taking them back together.

use std::collections::BTreeSet;

use domain::{ImportId, LonLat, MemoryRef, Moment, ProfileId, Timestamp, TripId, corridor::FeaturePoint};
use rusqlite::{Connection, params};

use crate::{
    Mine, NewTrip, Recorded, StoreError,
    codec::{all, first, lonlat, moment, shape_from_blob},
    erase::{Act, Effect},
    profile::must_exist,
    support,
    tombstone::Grave,
    trip,
};

/// Drives that came in together.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Its row.
    pub id: ImportId,
    /// When.
    pub at: Moment,
    /// Where from: a word of the caller's, never a file's name.
    pub source: String,
    /// Files that gave a trip.
    pub files: u32,
    /// Trips of it that are there.
    pub trips: u32,
    /// Stays of it that are there ([`crate::Visit`]).
    pub visits: u32,
    /// Departure of the first of them; of the import itself when none is left.
    pub from: Timestamp,
    /// Departure of the last of them.
    pub to: Timestamp,
}

/// What taking an import back took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Undone {
    /// Trips, those in "recently deleted" included.
    pub trips: usize,
    /// Stays that came with it.
    pub visits: usize,
    /// What rested on them alone and went with them.
    pub also: Vec<MemoryRef>,
    /// What lost support and stays.
    pub weakened: Vec<MemoryRef>,
}

/// What is known about a drive before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is there already, as this trip.
    Trip(TripId),
    /// It lies in "recently deleted".
    Deleted,
    /// It was erased (F-5).
    Erased,
}

/// Ends of the same drive as two recordings have them lie no farther apart, metres: one may have been switched on late.
const SAME_END_M: f64 = 500.0;

impl Mine<'_> {
    /// Begins an import. One without trips is no entry of the list; [`Self::end_import`] drops it.
    pub fn begin_import(&self, source: &str, now: &Moment) -> Result<ImportId, StoreError> {
        // The trips that follow make it last; alone it is worth nothing.
        self.store.write_lightly(|tx| {
            must_exist(tx, self.profile)?;
            tx.execute(
                "INSERT INTO imports(profile_id, made_at, zone, source, files) VALUES (?1, ?2, ?3, ?4, 0)",
                params![self.profile.0, now.at.0, now.zone, source],
            )?;
            Ok(ImportId(tx.last_insert_rowid()))
        })
    }

    /// Ends it, with the number of files that gave a trip; false when it brought nothing and is gone.
    pub fn end_import(&self, id: ImportId, files: u32) -> Result<bool, StoreError> {
        self.store.write_lightly(|tx| {
            tx.execute(
                "UPDATE imports SET files = ?3 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id.0, files],
            )?;
            drop_empty(tx, self.profile)?;
            let sql = "SELECT 1 FROM imports WHERE profile_id = ?1 AND id = ?2";
            Ok(first(tx, sql, params![self.profile.0, id.0], |_row| Ok(()))?.is_some())
        })
    }

    /// Writes several drives down in one transaction; `None` for what the person deleted or erased (F-5).
    pub fn record_trips(&self, new: &[NewTrip], now: &Moment) -> Result<Vec<Option<Recorded>>, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let written =
                new.iter().map(|new| match trip::insert(tx, self.profile, &self.store.key, new, now) {
                    Ok(recorded) => Ok(Some(recorded)),
                    Err(StoreError::Forgotten) => Ok(None),
                    Err(other) => Err(other),
                });
            written.collect()
        })
    }

    /// Whether this drive is known by whatever report: nobody drives twice at the same time. `events` are the ids that its
    /// report could have had, because times and places of two recordings differ a little.
    pub fn known_drive(
        &self,
        departed: Timestamp,
        arrived: Timestamp,
        ends: [LonLat; 2],
        events: &[String],
    ) -> Result<Option<Known>, StoreError> {
        self.store.read(|conn| {
            // No drive takes longer than a week, so that the index on departures bounds the search.
            let sql = "SELECT id, departure_time, actual_duration, start_lng, start_lat, end_lng, end_lat,
                         deletion_id IS NOT NULL AS gone FROM trips
                       WHERE profile_id = ?1 AND departure_time BETWEEN ?2 - 604800 AND ?3 ORDER BY departure_time, id";
            let beside = all(conn, sql, params![self.profile.0, departed.0, arrived.0], |row| {
                let from: i64 = row.get(1)?;
                let to = from.saturating_add(row.get::<_, f64>(2)? as i64);
                let common = to.min(arrived.0) - from.max(departed.0);
                let shorter = (to - from).min(arrived.0 - departed.0);
                let near = lonlat(row, "start_lng", "start_lat")?.distance_m(ends[0]) <= SAME_END_M
                    && lonlat(row, "end_lng", "end_lat")?.distance_m(ends[1]) <= SAME_END_M;
                let same = common > 0 && (2 * common >= shorter) && (near || 10 * common >= 9 * shorter);
                Ok(same.then_some((TripId(row.get(0)?), row.get::<_, bool>("gone")?)))
            })?;
            if let Some((trip, gone)) = beside.into_iter().flatten().next() {
                return Ok(Some(if gone { Known::Deleted } else { Known::Trip(trip) }));
            }
            for event in events {
                if self.store.key.is_buried(conn, self.profile, Grave::Event, event)? {
                    return Ok(Some(Known::Erased));
                }
            }
            Ok(None)
        })
    }

    /// All imports of which trips or stays are left, newest first.
    pub fn imports(&self) -> Result<Vec<Import>, StoreError> {
        let sql = "SELECT i.id, i.made_at, i.zone, i.source, i.files, count(t.id) AS trips,
                     (SELECT count(*) FROM visits v WHERE v.import_id = i.id) AS visits,
                     ifnull(min(t.departure_time), i.made_at) AS first_at, ifnull(max(t.departure_time), i.made_at) AS last_at
                   FROM imports i LEFT JOIN live_trips t ON t.import_id = i.id
                   WHERE i.profile_id = ?1 GROUP BY i.id ORDER BY i.id DESC";
        self.store.read(|conn| {
            all(conn, sql, [self.profile.0], |row| {
                Ok(Import {
                    id: ImportId(row.get("id")?),
                    at: moment(row, "made_at")?,
                    source: row.get("source")?,
                    files: row.get("files")?,
                    trips: row.get("trips")?,
                    visits: row.get("visits")?,
                    from: Timestamp(row.get("first_at")?),
                    to: Timestamp(row.get("last_at")?),
                })
            })
        })
    }

    /// Takes an import back, as if it had never been: its trips, and what was concluded from them alone. It leaves no
    /// tombstones, so the same files may be imported again.
    pub fn undo_import(&self, id: ImportId, now: &Moment) -> Result<Undone, StoreError> {
        self.store.write_at(now, |tx| {
            let sql = "SELECT id FROM trips WHERE profile_id = ?1 AND import_id = ?2";
            let trips: BTreeSet<MemoryRef> =
                all(tx, sql, params![self.profile.0, id.0], |row| Ok(MemoryRef::Trip(TripId(row.get(0)?))))?
                    .into_iter()
                    .collect();
            let stays = "DELETE FROM visits WHERE profile_id = ?1 AND import_id = ?2";
            let visits = tx.prepare_cached(stays)?.execute(params![self.profile.0, id.0])?;
            if trips.is_empty() {
                if visits == 0 {
                    return Err(StoreError::NoSuchMemory);
                }
                drop_empty(tx, self.profile)?;
                return Ok(Undone { visits, ..Undone::default() });
            }
            let derived = support::effects(tx, self.profile, &trips, Act::Erase)?;
            self.take(tx, &trips, &derived, now)?;
            let of = |wanted: fn(&Effect) -> bool| {
                derived.iter().filter(|(_, effect)| wanted(effect)).map(|(memory, _)| *memory).collect()
            };
            Ok(Undone {
                trips: trips.len(),
                visits,
                also: of(|effect| matches!(effect, Effect::Removed)),
                weakened: of(|effect| matches!(effect, Effect::Weakened { .. })),
            })
        })
    }

    /// The trips that came with an import.
    pub fn trips_of_import(&self, id: ImportId) -> Result<Vec<TripId>, StoreError> {
        let sql = "SELECT id FROM live_trips WHERE profile_id = ?1 AND import_id = ?2 ORDER BY id";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, id.0], |row| Ok(TripId(row.get(0)?))))
    }

    /// What is kept of a trip's line beside its edges; empty when nothing is.
    pub fn trip_shape(&self, id: TripId) -> Result<Vec<FeaturePoint>, StoreError> {
        let sql = "SELECT shape FROM live_trips WHERE profile_id = ?1 AND id = ?2";
        self.store.read(|conn| {
            let blob: Option<Vec<u8>> =
                first(conn, sql, params![self.profile.0, id.0], |row| Ok(row.get(0)?))?;
            shape_from_blob(&blob.unwrap_or_default())
        })
    }
}

/// Drops imports that neither a trip nor a stay came with.
pub(crate) fn drop_empty(tx: &Connection, profile: ProfileId) -> Result<(), StoreError> {
    tx.prepare_cached(
        "DELETE FROM imports WHERE profile_id = ?1
           AND NOT EXISTS (SELECT 1 FROM trips WHERE profile_id = ?1 AND trips.import_id = imports.id)
           AND NOT EXISTS (SELECT 1 FROM visits WHERE profile_id = ?1 AND visits.import_id = imports.id)",
    )?
    .execute([profile.0])?;
    Ok(())
}
