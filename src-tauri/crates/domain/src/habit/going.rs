//! When one usually leaves, where one arrives, and where one does not go any more.

use super::Settings;
use crate::{DayKind, LonLat, Moment, Timestamp, Trip, TripId};

/// When a person usually leaves for somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Departure {
    /// Minutes after midnight where it was lived: the median.
    pub minute: i64,
    /// Minutes around it within which half of the departures lie.
    pub spread: i64,
    /// Drives that show it.
    pub drives: usize,
}

/// When trips between two places usually start on this kind of day; `None` while too few show it.
pub fn usual_departure(past: &[&Trip], days: DayKind, settings: &Settings) -> Option<Departure> {
    let adopted = past.iter().filter(|trip| trip.preferred && trip.departure.day_kind() == days);
    let mut minutes: Vec<i64> = adopted.map(|trip| minute_of_day(&trip.departure)).collect();
    minutes.sort_unstable();
    if minutes.len() < settings.drives_to_know_departure {
        return None;
    }
    let minute = *minutes.get(minutes.len() / 2)?;
    let mut off: Vec<i64> = minutes.iter().map(|other| (other - minute).abs()).collect();
    off.sort_unstable();
    Some(Departure { minute, spread: *off.get(off.len() / 2)?, drives: minutes.len() })
}

/// The clock time as it was lived: a change to summer time does not make anyone late.
pub(super) fn minute_of_day(moment: &Moment) -> i64 {
    let lived = moment.zoned();
    i64::from(lived.hour()) * 60 + i64::from(lived.minute())
}

/// An entrance or parking spot at which one usually arrives.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrance {
    /// Where: the mean of the ends.
    pub at: LonLat,
    /// The drives that ended there in a row, oldest first.
    pub trips: Vec<TripId>,
}

/// Where drives to a place ended the last times, when that is one spot and not the place itself (MISSION S0-03). `ends` are
/// the drives to the place in the order of time; `known` is where the place itself lies, and its entrances so far.
pub fn entrance(ends: &[(TripId, LonLat)], known: &[LonLat], settings: &Settings) -> Option<Entrance> {
    let (_, newest) = ends.last()?;
    let mut run: Vec<(TripId, LonLat)> = ends
        .iter()
        .rev()
        .take_while(|(_, end)| end.distance_m(*newest) <= settings.same_entrance_m)
        .copied()
        .collect();
    run.reverse();
    let is_known = known.iter().any(|at| at.distance_m(*newest) <= settings.same_entrance_m);
    if run.len() < settings.arrivals_to_know_entrance || is_known {
        return None;
    }
    let mean = |of: fn(&LonLat) -> f64| run.iter().map(|(_, end)| of(end)).sum::<f64>() / run.len() as f64;
    let at = LonLat { lon: mean(|end| end.lon), lat: mean(|end| end.lat) };
    Some(Entrance { at, trips: run.iter().map(|(trip, _)| *trip).collect() })
}

/// Since when a place is not gone to any more: the first of the last occasions on which it was suggested and not gone to,
/// when these are enough in a row (MISSION S1-03). `occasions` are in the order of time, each with whether the person
/// went; going once starts anew.
pub fn no_longer_goes(occasions: &[(Timestamp, bool)], settings: &Settings) -> Option<Timestamp> {
    let avoided: Vec<Timestamp> =
        occasions.iter().rev().map_while(|(at, went)| (!went).then_some(*at)).collect();
    let ever = occasions.iter().any(|(_, went)| *went);
    (ever && avoided.len() >= settings.avoided_to_stop).then(|| avoided.last().copied()).flatten()
}
