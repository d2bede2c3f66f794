//! Finished drives, and what was noticed on them.

use domain::{
    Circumstances, DayKind, EdgeKey, ImportId, LonLat, MemoryRef, Moment, Observation, ObservationId,
    ObservationKind, PlaceId, ProfileId, RouteId, TimeBucket, Timestamp, Trip, TripId,
    corridor::FeaturePoint,
};
use rusqlite::{Connection, Row, params};

use crate::{
    Mine, StoreError,
    codec::{
        all, edges_from_text, edges_to_text, first, instant, lonlat, seconds_from_blob, seconds_to_blob,
        shape_to_blob, texts_from_json, texts_to_json,
    },
    index, observation, place,
    profile::must_exist,
    tombstone::{Grave, Key, drive_text},
};

/// What was recorded on a drive.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedTrip {
    /// The driven edges, in order.
    pub edges: Vec<EdgeKey>,
    /// Seconds on each; 0 where it is not known.
    pub seconds: Vec<f32>,
}

/// A drive to write down.
#[derive(Clone, Debug, PartialEq)]
pub struct NewTrip {
    /// The id of the event that reports it.
    pub event_id: String,
    /// Remembered place it started at.
    pub start_place: Option<PlaceId>,
    /// Remembered place it ended at.
    pub end_place: Option<PlaceId>,
    /// Where it started.
    pub start: LonLat,
    /// Where it ended.
    pub end: LonLat,
    /// Departure.
    pub departure: Moment,
    /// Seconds on the road.
    pub duration_s: f64,
    /// The route that Laolu recommended.
    pub recommended: RouteId,
    /// The route that was driven. Whether it deviated is decided by comparing the two ids (MISSION S0-22).
    pub chosen: RouteId,
    /// Seconds the recommended route would have taken.
    pub recommended_s: f64,
    /// When the driver switched routes on the way.
    pub switched_at: Option<Timestamp>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// The plan the person finally adopted.
    pub preferred: bool,
    /// The driven edges, in order.
    pub edges: Vec<EdgeKey>,
    /// Seconds that each of them took ([`Trip::edge_seconds`]); as many as `edges`, or none.
    pub edge_seconds: Vec<f32>,
    /// What is kept of the line beside the edges: a few points from which it is found again on another map (MISSION S0-35).
    pub shape: Vec<FeaturePoint>,
    /// The import it came with.
    pub import: Option<ImportId>,
    /// Names of the roads that make up most of it.
    pub via_roads: Vec<String>,
    /// A note, may be empty.
    pub note: String,
    /// Whether the person drove it here, or it came from a file or the demo.
    pub provenance: domain::Provenance,
    /// What was noticed on it; written in the same transaction.
    pub observed: Option<ObservationKind>,
    /// What the drive was like; kept with what was noticed on it, and only then.
    pub circumstances: Circumstances,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The trip's row.
    pub trip: TripId,
    /// The observation written with it.
    pub observation: Option<ObservationId>,
    /// Whether it is new; the same event reported again adds nothing (MISSION S0-04).
    pub new: bool,
}

impl Mine<'_> {
    /// Writes a drive down. An erased or deleted event is refused as [`StoreError::Forgotten`] (F-5).
    pub fn record_trip(&self, new: &NewTrip, now: &Moment) -> Result<Recorded, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            insert(tx, self.profile, &self.store.key, new, now)
        })
    }

    /// A person's note on a trip.
    pub fn edit_trip_note(&self, id: TripId, note: &str) -> Result<(), StoreError> {
        self.store.write(|tx| {
            tx.execute(
                "UPDATE trips SET note = ?3 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id.0, note.trim()],
            )?;
            let row = live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            index::put(tx, MemoryRef::Trip(id), &text_of(&row))
        })
    }

    /// The newest `limit` trips, newest first; all of them for 0.
    pub fn trips(&self, limit: usize) -> Result<Vec<Trip>, StoreError> {
        // SQLite reads a negative limit as none.
        let limit = if limit == 0 { -1 } else { i64::try_from(limit).unwrap_or(-1) };
        let sql =
            "SELECT * FROM live_trips WHERE profile_id = ?1 ORDER BY departure_time DESC, id DESC LIMIT ?2";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, limit], from_row))
    }

    /// What was recorded on the newest `limit` drives at this part of this kind of day: input of one's own traffic.
    pub fn recorded_trips(
        &self,
        bucket: TimeBucket,
        days: DayKind,
        limit: usize,
    ) -> Result<Vec<RecordedTrip>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT edges, edge_seconds FROM live_trips
                   WHERE profile_id = ?1 AND departure_bucket = ?2 AND departure_days = ?3 AND length(edge_seconds) > 0
                   ORDER BY departure_time DESC, id DESC LIMIT ?4";
        self.store.read(|conn| {
            all(conn, sql, params![self.profile.0, bucket.word(), days.word(), limit], |row| {
                Ok(RecordedTrip {
                    edges: edges_from_text(&row.get::<_, String>("edges")?)?,
                    seconds: seconds_from_blob(&row.get::<_, Vec<u8>>("edge_seconds")?)?,
                })
            })
        })
    }

    /// Which drives [`Self::recorded_trips`] would read: what was made of them holds as long as these are the same.
    pub fn recorded_ids(
        &self,
        bucket: TimeBucket,
        days: DayKind,
        limit: usize,
    ) -> Result<Vec<TripId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT id FROM live_trips
                   WHERE profile_id = ?1 AND departure_bucket = ?2 AND departure_days = ?3 AND length(edge_seconds) > 0
                   ORDER BY departure_time DESC, id DESC LIMIT ?4";
        let params = params![self.profile.0, bucket.word(), days.word(), limit];
        self.store.read(|conn| all(conn, sql, params, |row| Ok(TripId(row.get(0)?))))
    }

    /// Where and when the newest `limit` trips ended, newest first: without their roads, which are most of a trip.
    pub fn trip_ends(&self, limit: usize) -> Result<Vec<(LonLat, Timestamp)>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT end_lng, end_lat, departure_time FROM live_trips WHERE profile_id = ?1
                   ORDER BY departure_time DESC, id DESC LIMIT ?2";
        self.store.read(|conn| {
            all(conn, sql, params![self.profile.0, limit], |row| {
                Ok((LonLat { lon: row.get(0)?, lat: row.get(1)? }, Timestamp(row.get(2)?)))
            })
        })
    }

    /// One trip, unless it was deleted.
    pub fn trip(&self, id: TripId) -> Result<Option<Trip>, StoreError> {
        self.store.read(|conn| live(conn, self.profile, id))
    }

    /// Trips from one remembered place to another, newest first and no more than two hundred: what was usual long ago is
    /// not usual now. Only of this part of the day when given.
    pub fn trips_between(
        &self,
        start: PlaceId,
        end: PlaceId,
        bucket: Option<TimeBucket>,
    ) -> Result<Vec<Trip>, StoreError> {
        let sql = "SELECT * FROM live_trips
                   WHERE profile_id = ?1 AND start_place_id = ?2 AND end_place_id = ?3 AND start_live = ?2 AND end_live = ?3
                     AND (?4 IS NULL OR departure_bucket = ?4) ORDER BY departure_time DESC, id DESC LIMIT 200";
        let bucket = bucket.map(TimeBucket::word);
        self.store.read(|conn| all(conn, sql, params![self.profile.0, start.0, end.0, bucket], from_row))
    }

    /// What was noticed on the trips between two remembered places, newest first: input of habit inference.
    pub fn observations_between(
        &self,
        start: PlaceId,
        end: PlaceId,
        limit: usize,
    ) -> Result<Vec<Observation>, StoreError> {
        let sql = "SELECT o.* FROM live_observations o JOIN live_trips t ON t.id = o.trip_id
                   WHERE t.profile_id = ?1 AND o.profile_id = ?1 AND t.start_live = ?2 AND t.end_live = ?3
                     AND o.kind IN ('followed', 'deviated')
                   ORDER BY t.departure_time DESC, o.id DESC LIMIT ?4";
        let params = params![self.profile.0, start.0, end.0, limit as i64];
        self.store.read(|conn| all(conn, sql, params, observation::from_row))
    }

    /// What was noticed on trips that start and end within `radius_m` of these points, newest first: the same for
    /// trips between places that have no name.
    pub fn observations_near(
        &self,
        start: LonLat,
        end: LonLat,
        radius_m: f64,
        limit: usize,
    ) -> Result<Vec<Observation>, StoreError> {
        // A box in degrees keeps SQLite's work small; the circle is decided below. One degree of latitude is 111 km.
        let high = radius_m / 111_000.0;
        let wide = high / start.lat.to_radians().cos().abs().max(0.01);
        let sql = "SELECT o.*, t.start_lng, t.start_lat, t.end_lng, t.end_lat
                   FROM live_observations o JOIN live_trips t ON t.id = o.trip_id
                   WHERE t.profile_id = ?1 AND o.profile_id = ?1
                     AND abs(t.start_lat - ?2) <= ?6 AND abs(t.start_lng - ?3) <= ?7
                     AND abs(t.end_lat - ?4) <= ?6 AND abs(t.end_lng - ?5) <= ?7
                     AND o.kind IN ('followed', 'deviated')
                   ORDER BY t.departure_time DESC, o.id DESC";
        let params = params![self.profile.0, start.lat, start.lon, end.lat, end.lon, high, wide];
        let found = self.store.read(|conn| {
            all(conn, sql, params, |row| {
                let from = lonlat(row, "start_lng", "start_lat")?;
                let to = lonlat(row, "end_lng", "end_lat")?;
                let near = from.distance_m(start) <= radius_m && to.distance_m(end) <= radius_m;
                Ok((near, observation::from_row(row)?))
            })
        })?;
        Ok(found.into_iter().filter(|(near, _)| *near).map(|(_, seen)| seen).take(limit).collect())
    }

    /// What was noticed on the newest drives, newest first, wherever they led.
    pub fn newest_observations(&self, limit: usize) -> Result<Vec<Observation>, StoreError> {
        let sql = "SELECT o.* FROM live_observations o JOIN live_trips t ON t.id = o.trip_id
                   WHERE t.profile_id = ?1 AND o.profile_id = ?1 AND o.kind IN ('followed', 'deviated')
                   ORDER BY t.departure_time DESC, o.id DESC LIMIT ?2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.store.read(|conn| all(conn, sql, params![self.profile.0, limit], observation::from_row))
    }

    /// Appends what was noticed on a trip; observations are never changed.
    pub fn observe(
        &self,
        trip: TripId,
        kind: &ObservationKind,
        at: &Moment,
    ) -> Result<ObservationId, StoreError> {
        self.store.write_at(at, |tx| {
            live(tx, self.profile, trip)?.ok_or(StoreError::NoSuchMemory)?;
            observation::insert(tx, self.profile, trip, (kind, &Circumstances::default()), at)
        })
    }

    /// What was noticed on one trip, oldest first.
    pub fn observations_of(&self, trip: TripId) -> Result<Vec<Observation>, StoreError> {
        let sql = "SELECT * FROM live_observations
                   WHERE profile_id = ?1 AND trip_id = ?2 AND kind IN ('followed', 'deviated') ORDER BY id";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, trip.0], observation::from_row))
    }
}

/// What the word index knows of a trip.
pub(crate) fn text_of(trip: &Trip) -> String {
    format!("{} | {} | {}", trip.via_roads.join(" | "), trip.note, trip.traffic)
}

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    key: &Key,
    new: &NewTrip,
    now: &Moment,
) -> Result<Recorded, StoreError> {
    if let Some((trip, deleted)) = by_event(tx, profile, &new.event_id)? {
        if deleted {
            return Err(StoreError::Forgotten);
        }
        let observation = first(
            tx,
            "SELECT min(id) FROM live_observations
             WHERE profile_id = ?1 AND trip_id = ?2 AND kind IN ('followed', 'deviated')",
            params![profile.0, trip.0],
            |row| Ok(row.get::<_, Option<i64>>(0)?),
        )?
        .flatten()
        .map(ObservationId);
        return Ok(Recorded { trip, observation, new: false });
    }
    check(tx, profile, new)?;
    let drive = drive_text(new.departure.at, &new.chosen);
    if key.is_buried(tx, profile, Grave::Event, &new.event_id)?
        || key.is_buried(tx, profile, Grave::Drive, &drive)?
    {
        return Err(StoreError::Forgotten);
    }
    let end = new.departure.at.0.saturating_add(new.duration_s as i64);
    tx.prepare_cached(
        "INSERT INTO trips(profile_id, event_id, start_place_id, end_place_id, start_lat, start_lng, end_lat, end_lng,
           route_choice, recommended_id, recommended_s, traffic_condition, departure_time, departure_bucket,
           departure_days, zone, actual_duration, switched_at, preferred, deviated, edges, via_roads, note, provenance,
           created_at, valid_from, valid_to, edge_seconds, shape, import_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
           ?23, ?24, ?25, ?13, ?26, ?27, ?28, ?29)",
    )?
    .execute(params![
        profile.0,
        new.event_id,
        new.start_place.map(|id| id.0),
        new.end_place.map(|id| id.0),
        new.start.lat,
        new.start.lon,
        new.end.lat,
        new.end.lon,
        new.chosen.0,
        new.recommended.0,
        new.recommended_s,
        new.traffic,
        new.departure.at.0,
        new.departure.bucket().word(),
        new.departure.day_kind().word(),
        new.departure.zone,
        new.duration_s,
        new.switched_at.map(|at| at.0),
        new.preferred,
        new.chosen != new.recommended,
        edges_to_text(&new.edges),
        texts_to_json(&new.via_roads),
        new.note,
        new.provenance.word(),
        now.at.0,
        end,
        seconds_to_blob(&new.edge_seconds),
        shape_to_blob(&new.shape),
        new.import.map(|id| id.0)
    ])?;
    let trip = TripId(tx.last_insert_rowid());
    let written = live(tx, profile, trip)?.ok_or(StoreError::NoSuchMemory)?;
    index::put(tx, MemoryRef::Trip(trip), &text_of(&written))?;
    let observation = match &new.observed {
        Some(kind) => {
            let noticed = Moment { at: Timestamp(end), zone: new.departure.zone.clone() };
            Some(observation::insert(tx, profile, trip, (kind, &new.circumstances), &noticed)?)
        }
        None => None,
    };
    Ok(Recorded { trip, observation, new: true })
}

fn check(tx: &Connection, profile: ProfileId, new: &NewTrip) -> Result<(), StoreError> {
    if new.event_id.is_empty() {
        return Err(StoreError::OutOfRange("a trip's event id"));
    }
    if !(new.duration_s.is_finite() && new.duration_s >= 0.0 && new.recommended_s.is_finite()) {
        return Err(StoreError::OutOfRange("a trip's duration"));
    }
    if !(new.edge_seconds.is_empty() || new.edge_seconds.len() == new.edges.len())
        || new.edge_seconds.iter().any(|seconds| !(seconds.is_finite() && *seconds >= 0.0))
    {
        return Err(StoreError::OutOfRange("the seconds of a trip's edges"));
    }
    if [new.start, new.end].iter().any(|at| LonLat::new(at.lon, at.lat).is_none()) {
        return Err(StoreError::OutOfRange("a trip's end point"));
    }
    for id in [new.start_place, new.end_place].into_iter().flatten() {
        place::live(tx, profile, id)?.ok_or(StoreError::NoSuchMemory)?;
    }
    Ok(())
}

/// The trip of this event, and whether it is deleted: a deleted one must still not be written twice.
fn by_event(
    conn: &Connection,
    profile: ProfileId,
    event: &str,
) -> Result<Option<(TripId, bool)>, StoreError> {
    let sql = "SELECT id, deletion_id IS NOT NULL FROM trips WHERE profile_id = ?1 AND event_id = ?2";
    first(conn, sql, params![profile.0, event], |row| Ok((TripId(row.get(0)?), row.get(1)?)))
}

/// One live trip.
pub(crate) fn live(conn: &Connection, profile: ProfileId, id: TripId) -> Result<Option<Trip>, StoreError> {
    first(
        conn,
        "SELECT * FROM live_trips WHERE profile_id = ?1 AND id = ?2",
        params![profile.0, id.0],
        from_row,
    )
}

/// One trip, deleted or not: for undoing and erasing only.
pub(crate) fn any(conn: &Connection, profile: ProfileId, id: TripId) -> Result<Option<Trip>, StoreError> {
    let sql = "SELECT *, start_place_id AS start_live, end_place_id AS end_live FROM trips
               WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Trip, StoreError> {
    Ok(Trip {
        id: TripId(row.get("id")?),
        event_id: row.get("event_id")?,
        start_place: row.get::<_, Option<i64>>("start_live")?.map(PlaceId),
        end_place: row.get::<_, Option<i64>>("end_live")?.map(PlaceId),
        start: lonlat(row, "start_lng", "start_lat")?,
        end: lonlat(row, "end_lng", "end_lat")?,
        departure: crate::codec::moment(row, "departure_time")?,
        duration_s: row.get("actual_duration")?,
        recommended: RouteId(row.get("recommended_id")?),
        chosen: RouteId(row.get("route_choice")?),
        recommended_s: row.get("recommended_s")?,
        switched_at: instant(row, "switched_at")?,
        traffic: row.get("traffic_condition")?,
        preferred: row.get("preferred")?,
        deviated: row.get("deviated")?,
        edges: edges_from_text(&row.get::<_, String>("edges")?)?,
        edge_seconds: seconds_from_blob(&row.get::<_, Vec<u8>>("edge_seconds")?)?,
        via_roads: texts_from_json(&row.get::<_, String>("via_roads")?)?,
        note: row.get("note")?,
    })
}
