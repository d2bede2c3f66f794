//! Finished drives, and what was noticed on them.

use domain::{
    EdgeKey, LonLat, Moment, Observation, ObservationId, ObservationKind, PlaceId, RouteId, TimeBucket,
    Timestamp, Trip, TripId,
};

use crate::{Mine, StoreError};

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
    /// Names of the roads that make up most of it.
    pub via_roads: Vec<String>,
    /// A note, may be empty.
    pub note: String,
    /// Whether the person drove it here, or it came from a file or the demo.
    pub provenance: domain::Provenance,
    /// What was noticed on it; written in the same transaction.
    pub observed: Option<ObservationKind>,
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
    /// Writes a drive down. An erased event is refused as [`StoreError::Forgotten`] (F-5).
    pub fn record_trip(&self, new: &NewTrip, now: &Moment) -> Result<Recorded, StoreError> {
        let _ = (new, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// The newest `limit` trips, newest first.
    pub fn trips(&self, limit: usize) -> Result<Vec<Trip>, StoreError> {
        let _ = limit;
        Err(StoreError::Internal("not built yet"))
    }

    /// One trip, unless it was deleted.
    pub fn trip(&self, id: TripId) -> Result<Option<Trip>, StoreError> {
        let _ = id;
        Err(StoreError::Internal("not built yet"))
    }

    /// Trips from one remembered place to another, newest first; only of this part of the day when given.
    pub fn trips_between(
        &self,
        start: PlaceId,
        end: PlaceId,
        bucket: Option<TimeBucket>,
    ) -> Result<Vec<Trip>, StoreError> {
        let _ = (start, end, bucket);
        Err(StoreError::Internal("not built yet"))
    }

    /// What was noticed on the trips between two remembered places, newest first: input of habit inference.
    pub fn observations_between(
        &self,
        start: PlaceId,
        end: PlaceId,
        limit: usize,
    ) -> Result<Vec<Observation>, StoreError> {
        let _ = (start, end, limit);
        Err(StoreError::Internal("not built yet"))
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
        let _ = (start, end, radius_m, limit);
        Err(StoreError::Internal("not built yet"))
    }

    /// Appends what was noticed on a trip; observations are never changed.
    pub fn observe(
        &self,
        trip: TripId,
        kind: &ObservationKind,
        at: &Moment,
    ) -> Result<ObservationId, StoreError> {
        let _ = (trip, kind, at);
        Err(StoreError::Internal("not built yet"))
    }

    /// What was noticed on one trip, oldest first.
    pub fn observations_of(&self, trip: TripId) -> Result<Vec<Observation>, StoreError> {
        let _ = trip;
        Err(StoreError::Internal("not built yet"))
    }
}
