//! 走老路: the road this person usually takes between two places (MISSION S0-02).

use std::collections::HashMap;

use domain::{Adjustment, Cause, MemoryRef, PlaceId, RouteId, Strength, Target, TimeBucket, Trip};

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
