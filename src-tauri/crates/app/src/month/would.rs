//! "What would you do on a Monday at eight?": the trips that are likely then, planned as they would be.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use domain::{LonLat, Moment, PlaceId, Timestamp, Trip, Weather};
use jiff::civil::Date;

use super::{count, median, spots::Spots};
use crate::{
    App, AppError,
    dto::{PlanDto, PlanRequest, WaypointDto, WouldDto, WouldRequest, WouldTripDto},
    places::remembered_hit,
    remember::point_dto,
};

/// How far back habits of a time are looked for.
const WEEKS: i64 = 13;
const WEEK_S: i64 = 7 * 86_400;
/// Minutes around the asked time that are about that time.
const AROUND_MIN: i64 = 60;
const DAY_MIN: i64 = 24 * 60;
/// Trips that are planned.
const MOST: usize = 3;

impl App {
    /// The likely trips of a time of the week. Nothing of it is kept, and the conversation does not go on from it.
    pub fn would(&self, request: &WouldRequest) -> Result<WouldDto, AppError> {
        if !(1..=7).contains(&request.weekday) {
            return Err(AppError::bad_request("weekday"));
        }
        let minute = i64::from(request.minute);
        if minute >= DAY_MIN {
            return Err(AppError::bad_request("minute"));
        }
        if request.weather.as_deref().is_some_and(|word| Weather::from_word(word).is_none()) {
            return Err(AppError::bad_request("weather"));
        }
        let now = self.now();
        let then = next(&now, request.weekday, minute).ok_or_else(|| AppError::bad_request("minute"))?;
        let since = Timestamp(now.at.0 - WEEKS * WEEK_S);
        let mut trips = self.mine().trips_within(since, Timestamp(now.at.0 + 1))?;
        trips.retain(|trip| trip.preferred && apart(minute_of(trip), minute) <= AROUND_MIN);
        let weekday = then.zoned().weekday();
        let on_that_day: Vec<&Trip> =
            trips.iter().filter(|trip| trip.departure.zoned().weekday() == weekday).collect();
        let kind = then.day_kind();
        let (chosen, by) = if on_that_day.is_empty() {
            (trips.iter().filter(|trip| trip.departure.day_kind() == kind).collect(), "kind")
        } else {
            (on_that_day, "weekday")
        };
        let mut found = Vec::new();
        for likely in likeliest(&chosen) {
            let name = |end: &End| match end.place.and_then(|id| self.place_name(id)) {
                Some(name) => name,
                None => self.name_of_point(end.at, request.lang.into()),
            };
            found.push(WouldTripDto {
                from: name(&likely.start),
                to: name(&likely.end),
                seen: count(likely.days.len()),
                by: by.to_owned(),
                usual_minute: median(likely.minutes.clone()).round() as u32,
                plan: self.plan_then(&likely, &then, request).ok(),
            });
        }
        Ok(WouldDto { at: then.at.0, zone: then.zone, weeks: WEEKS as u32, trips: found })
    }

    /// The plan of a likely trip, with its reasons; nothing of it is kept.
    fn plan_then(&self, likely: &Likely, then: &Moment, request: &WouldRequest) -> Result<PlanDto, AppError> {
        let waypoint = |end: &End| -> Result<WaypointDto, AppError> {
            let place = end.place.map(|id| self.mine().place(id)).transpose()?.flatten();
            Ok(match place.map(|place| remembered_hit(&place, None)) {
                Some(hit) => WaypointDto { point: hit.point, label: hit.label, memory: hit.memory },
                None => WaypointDto { point: point_dto(end.at), label: String::new(), memory: None },
            })
        };
        let wanted = PlanRequest {
            origin: Some(waypoint(&likely.start)?),
            destination: Some(waypoint(&likely.end)?),
            depart_at: Some(then.at.0),
            weather: request.weather.clone(),
            lang: request.lang,
            ..PlanRequest::default()
        };
        let asked = self.ask(&wanted)?;
        let recalled = self.recall_for(&asked, &wanted)?;
        let planned = self.decide(asked, recalled, &wanted)?;
        Ok(self.plan_dto(&planned, String::new(), self.new_trace()))
    }
}

/// One end of a likely trip.
struct End {
    at: LonLat,
    place: Option<PlaceId>,
}

/// A trip that was driven at such times.
struct Likely {
    start: End,
    end: End,
    days: BTreeSet<Date>,
    minutes: Vec<f64>,
    newest: Timestamp,
}

/// Trips between the same two places, those seen on most days first, then the newest.
fn likeliest(trips: &[&Trip]) -> Vec<Likely> {
    let mut spots = Spots::default();
    let mut groups: BTreeMap<[usize; 2], Likely> = BTreeMap::new();
    for trip in trips {
        let ends = [spots.of(trip.start_place, trip.start), spots.of(trip.end_place, trip.end)];
        let group = groups.entry(ends).or_insert_with(|| Likely {
            start: End { at: trip.start, place: trip.start_place },
            end: End { at: trip.end, place: trip.end_place },
            days: BTreeSet::new(),
            minutes: Vec::new(),
            newest: trip.departure.at,
        });
        group.days.insert(trip.departure.zoned().date());
        group.minutes.push(minute_of(trip) as f64);
        group.newest = group.newest.max(trip.departure.at);
    }
    let mut found: Vec<Likely> = groups.into_values().collect();
    found.sort_by_key(|likely| Reverse((likely.days.len(), likely.newest)));
    found.truncate(MOST);
    found
}

/// Minutes after midnight of a departure, on the clock of the place.
fn minute_of(trip: &Trip) -> i64 {
    let zoned = trip.departure.zoned();
    i64::from(zoned.hour()) * 60 + i64::from(zoned.minute())
}

/// Minutes between two times of the day, the shorter way around the clock.
fn apart(a: i64, b: i64) -> i64 {
    let straight = (a - b).abs();
    straight.min(DAY_MIN - straight)
}

/// The next such time after now, on the clock of here. A time that a change of clocks leaves out is the one after it.
fn next(now: &Moment, weekday: u32, minute: i64) -> Option<Moment> {
    let zoned = now.zoned();
    let ahead = (i64::from(weekday) - 1 - i64::from(zoned.weekday().to_monday_zero_offset())).rem_euclid(7);
    let (hour, minute) = (i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?);
    let on = |days: i64| {
        let date = zoned.date().checked_add(jiff::Span::new().try_days(days).ok()?).ok()?;
        date.at(hour, minute, 0, 0).to_zoned(zoned.time_zone().clone()).ok()
    };
    let first = on(ahead)?;
    let then = if first <= zoned { on(ahead + 7)? } else { first };
    Some(Moment::from_zoned(&then))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_such_time_is_ahead() {
        // Monday 2026-11-23, 12:00 in Monaco.
        let now = Moment { at: Timestamp(1_795_431_600), zone: "Europe/Monaco".to_owned() };
        let check = |weekday: u32, minute: i64, expected: &str| {
            let then = next(&now, weekday, minute).expect("a time").zoned();
            assert_eq!(then.strftime("%a %F %H:%M").to_string(), expected);
        };
        check(1, 8 * 60, "Mon 2026-11-30 08:00");
        check(1, 18 * 60, "Mon 2026-11-23 18:00");
        check(7, 0, "Sun 2026-11-29 00:00");
    }

    #[test]
    fn times_are_compared_around_midnight() {
        let check = |a: i64, b: i64, expected: i64| assert_eq!(apart(a, b), expected, "{a} {b}");
        check(8 * 60, 8 * 60 + 20, 20);
        check(10, 23 * 60 + 50, 20);
    }
}
