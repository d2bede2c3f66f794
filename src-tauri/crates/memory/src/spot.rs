//! Where drives begin and end, for suggesting places; and the places that the person does not want suggested.
//!
//! Suggested places are a function of the trips that are there and of what was decided; nothing of them is stored. So a trip
//! that goes takes with it what it alone suggested, and a decision holds whatever is imported or computed again.

use domain::{LonLat, Moment, PlaceId, Timestamp, TripId};
use rusqlite::params;

use crate::{
    Mine, StoreError,
    codec::{all, lonlat},
    place,
    profile::must_exist,
    tombstone::{Grave, cell_of, cell_text},
};

/// A trip without its roads.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The trip.
    pub trip: TripId,
    /// Departure.
    pub departed: Moment,
    /// Arrival.
    pub arrived: Timestamp,
    /// Where it started.
    pub start: LonLat,
    /// Where it ended.
    pub end: LonLat,
    /// Remembered place it started at.
    pub start_place: Option<PlaceId>,
    /// Remembered place it ended at.
    pub end_place: Option<PlaceId>,
}

/// A degree of latitude, metres.
const DEGREE_M: f64 = 111_195.0;

impl Mine<'_> {
    /// Ends of all trips, in the order of time.
    pub fn stops(&self) -> Result<Vec<Stop>, StoreError> {
        let sql = "SELECT id, departure_time, zone, actual_duration, start_lng, start_lat, end_lng, end_lat, start_live, end_live
                   FROM live_trips WHERE profile_id = ?1 ORDER BY departure_time, id";
        self.store.read(|conn| {
            all(conn, sql, [self.profile.0], |row| {
                let departed = crate::codec::moment(row, "departure_time")?;
                let arrived = departed.at.0.saturating_add(row.get::<_, f64>("actual_duration")? as i64);
                Ok(Stop {
                    trip: TripId(row.get("id")?),
                    departed,
                    arrived: Timestamp(arrived),
                    start: lonlat(row, "start_lng", "start_lat")?,
                    end: lonlat(row, "end_lng", "end_lat")?,
                    start_place: row.get::<_, Option<i64>>("start_live")?.map(PlaceId),
                    end_place: row.get::<_, Option<i64>>("end_live")?.map(PlaceId),
                })
            })
        })
    }

    /// The person does not want a place here suggested, now or later. What stays is a keyed hash, nothing that could be read.
    pub fn dismiss_spot(&self, at: LonLat, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            self.store.key.bury(tx, self.profile, Grave::Spot, &cell_text(cell_of(at)), now)
        })
    }

    /// Which of these lie within `radius_m` of a place that was dismissed or erased, as far as cells of a hundred metres can tell.
    pub fn dismissed(&self, spots: &[LonLat], radius_m: f64) -> Result<Vec<bool>, StoreError> {
        self.store.read(|conn| {
            let is = |at: &LonLat| -> Result<bool, StoreError> {
                let (lat, lon) = cell_of(*at);
                let high = (radius_m / DEGREE_M * 1_000.0).ceil() as i64;
                let wide =
                    (radius_m / (DEGREE_M * at.lat.to_radians().cos().max(0.05)) * 1_000.0).ceil() as i64;
                for dlat in -high..=high {
                    for dlon in -wide..=wide {
                        let middle =
                            LonLat { lon: (lon + dlon) as f64 / 1_000.0, lat: (lat + dlat) as f64 / 1_000.0 };
                        // Half of a cell's diagonal more: the dismissed place may lie anywhere in its cell.
                        if middle.distance_m(*at) <= radius_m + 78.0
                            && self.store.key.is_buried(
                                conn,
                                self.profile,
                                Grave::Spot,
                                &cell_text((lat + dlat, lon + dlon)),
                            )?
                        {
                            return Ok(true);
                        }
                    }
                }
                Ok(false)
            };
            spots.iter().map(is).collect()
        })
    }

    /// Where places lie that the person deleted and may still take back: none is suggested there either.
    pub fn deleted_places(&self) -> Result<Vec<LonLat>, StoreError> {
        let sql = "SELECT lng, lat FROM places WHERE profile_id = ?1 AND deletion_id IS NOT NULL";
        self.store.read(|conn| all(conn, sql, [self.profile.0], |row| lonlat(row, "lng", "lat")))
    }

    /// Ties the ends of trips that lie within `radius_m` of a place, and at no other, to it. How many ends.
    pub fn tie_trips(&self, id: PlaceId, radius_m: f64, now: &Moment) -> Result<usize, StoreError> {
        self.store.write_at(now, |tx| {
            let at = place::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?.at;
            let high = radius_m / DEGREE_M;
            let wide = high / at.lat.to_radians().cos().abs().max(0.01);
            let mut tied = 0;
            for end in ["start", "end"] {
                let near = format!(
                    "SELECT id, {end}_lng AS lng, {end}_lat AS lat FROM live_trips
                     WHERE profile_id = ?1 AND {end}_live IS NULL AND abs({end}_lat - ?2) <= ?4 AND abs({end}_lng - ?3) <= ?5"
                );
                let found = all(tx, &near, params![self.profile.0, at.lat, at.lon, high, wide], |row| {
                    let near = lonlat(row, "lng", "lat")?.distance_m(at) <= radius_m;
                    Ok(near.then_some(row.get::<_, i64>("id")?))
                })?;
                for trip in found.into_iter().flatten() {
                    let tie = format!("UPDATE trips SET {end}_place_id = ?3 WHERE profile_id = ?1 AND id = ?2");
                    tied += tx.prepare_cached(&tie)?.execute(params![self.profile.0, trip, id.0])?;
                }
            }
            Ok(tied)
        })
    }
}
