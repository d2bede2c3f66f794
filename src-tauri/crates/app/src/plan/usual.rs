//! 走老路: the road this person usually takes between two places (MISSION S0-02).

use std::collections::HashMap;

use domain::{
    Adjustment, Cause, MemoryRef, Moment, PlaceId, RouteId, Strength, Target, TimeBucket, Timestamp, Trip,
};

use crate::{App, AppError};

/// Trips on one road that make it the usual one.
const USUAL_TRIPS: usize = 2;
/// Trips that are named as the reason for it, newest first.
const NAMED_TRIPS: usize = 5;

/// The usual road and the trips that show it.
pub struct UsualRoad {
    /// Its identity.
    pub route: RouteId,
    /// Newest first.
    pub trips: Vec<Trip>,
}

impl App {
    /// The road driven at least twice between these places, most often in this part of the day; any part of the day
    /// when this one shows none.
    pub(crate) fn usual_road(
        &self,
        from: Option<PlaceId>,
        to: Option<PlaceId>,
        bucket: TimeBucket,
    ) -> Result<Option<UsualRoad>, AppError> {
        let (Some(from), Some(to)) = (from, to) else { return Ok(None) };
        for bucket in [Some(bucket), None] {
            let trips = self.mine().trips_between(from, to, bucket)?;
            if let Some(usual) = most_driven(trips) {
                return Ok(Some(usual));
            }
        }
        Ok(None)
    }
}

impl App {
    /// "Today the usual road", without a word where to: the names of the two places between which this person drives
    /// most at this part of this kind of day, when it is often enough to have a usual road.
    pub(crate) fn usual_trip(&self, depart: &Moment) -> Result<Option<(String, String)>, AppError> {
        let (bucket, days) = (depart.bucket(), depart.day_kind());
        let mut drives: HashMap<(PlaceId, PlaceId), (usize, Timestamp)> = HashMap::new();
        for trip in self.mine().trips(0)? {
            let (Some(from), Some(to)) = (trip.start_place, trip.end_place) else { continue };
            let like_now = trip.departure.bucket() == bucket && trip.departure.day_kind() == days;
            if trip.preferred && like_now {
                let (times, last) = drives.entry((from, to)).or_insert((0, trip.departure.at));
                *times += 1;
                *last = (*last).max(trip.departure.at);
            }
        }
        let often = drives.into_iter().filter(|(_, (times, _))| *times >= USUAL_TRIPS);
        let most = often.max_by_key(|(ends, seen)| (*seen, *ends));
        Ok(most.and_then(|((from, to), _)| Some((self.place_name(from)?, self.place_name(to)?))))
    }
}

fn most_driven(trips: Vec<Trip>) -> Option<UsualRoad> {
    let mut by_route: HashMap<RouteId, Vec<Trip>> = HashMap::new();
    for trip in trips.into_iter().filter(|trip| trip.preferred && !trip.edges.is_empty()) {
        by_route.entry(trip.chosen.clone()).or_default().push(trip);
    }
    by_route
        .into_iter()
        .filter(|(_, trips)| trips.len() >= USUAL_TRIPS)
        .max_by_key(|(route, trips)| {
            (trips.len(), trips.first().map(|trip| trip.departure.at), route.clone())
        })
        .map(|(route, trips)| UsualRoad { route, trips })
}

/// The wish to follow the usual road, once per trip that shows it, so that each can be named as a reason.
pub fn follow(usual: &UsualRoad, label: &str) -> Vec<Adjustment> {
    usual
        .trips
        .iter()
        .take(NAMED_TRIPS)
        .map(|trip| Adjustment {
            cause: Cause::Memory(MemoryRef::Trip(trip.id)),
            target: Target::Section { label: label.to_owned(), edges: trip.edges.clone() },
            strength: Strength::Follow,
        })
        .collect()
}
