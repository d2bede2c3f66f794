//! A month of drives at a glance: places, ways, times, and what memories cost or saved.
//!
//! Everything is counted from rows that are there when it is asked for, so that what was deleted or erased is in no figure
//! of any month, and nothing here has to be forgotten.

mod spots;
mod would;

use std::collections::{BTreeMap, BTreeSet};

use domain::{Lang, MemoryRef, Moment, PreferenceId, Timestamp, Trip};
use memory::UseState;

use crate::{
    App, AppError,
    dto::{LangDto, MonthDto, MonthPlaceDto, MonthPreferenceDto, MonthWayDto},
    words,
};
use spots::Spots;

/// Rows of each table: the rest of a month says nothing that these don't.
const MOST_ROWS: usize = 12;
/// Longest time between two trips that counts as a stay; a car that stood longer was probably driven without Laolu.
const LONGEST_STAY_S: i64 = 3 * 86_400;
/// No zone is further from UTC than this, so a month on somebody's clock lies within the month in UTC and this around it.
const ZONES_S: i64 = 15 * 3_600;

impl App {
    /// The month called `2026-11`; the newest one that has trips for an empty name.
    pub fn month(&self, month: &str, lang: LangDto) -> Result<MonthDto, AppError> {
        let lang: Lang = lang.into();
        let names: BTreeSet<String> = self.mine().departures()?.iter().map(month_of).collect();
        let months: Vec<String> = names.into_iter().rev().collect();
        let wanted = match month.trim() {
            "" => months.first().cloned().unwrap_or_else(|| month_of(&self.now())),
            name => name.to_owned(),
        };
        let (from, to) = span(&wanted).ok_or_else(|| AppError::bad_request("month"))?;
        let mut trips = self.mine().trips_within(from, to)?;
        trips.retain(|trip| month_of(&trip.departure) == wanted);
        let mut spots = Spots::default();
        let ends: Vec<[usize; 2]> = trips
            .iter()
            .map(|trip| [spots.of(trip.start_place, trip.start), spots.of(trip.end_place, trip.end)])
            .collect();
        let names: Vec<String> = spots.all().iter().map(|spot| self.spot_name(spot, lang)).collect();
        let days: BTreeSet<_> = trips.iter().map(|trip| trip.departure.zoned().date()).collect();
        let (hours, weekdays) = when(&trips);
        Ok(MonthDto {
            trips: count(trips.len()),
            days: count(days.len()),
            duration_s: trips.iter().map(|trip| trip.duration_s).sum(),
            followed: count(trips.iter().filter(|trip| !trip.deviated).count()),
            places: places(&trips, &ends, &spots, &names),
            ways: ways(&trips, &ends, &names, lang),
            hours,
            weekdays,
            preferences: self.month_preferences(&wanted, from, to, lang)?,
            month: wanted,
            months,
        })
    }

    /// What each preference did to the driven plans of a month. Only where it was decisive: a wish that the way met anyhow
    /// cost nothing.
    fn month_preferences(
        &self,
        month: &str,
        from: Timestamp,
        to: Timestamp,
        lang: Lang,
    ) -> Result<Vec<MonthPreferenceDto>, AppError> {
        let mut sums: BTreeMap<PreferenceId, (u32, f64)> = BTreeMap::new();
        for used in self.mine().preference_uses_within(from, to)? {
            let MemoryRef::Preference(id) = used.memory else { continue };
            if used.driven && used.state == UseState::Decisive && month_of(&used.at) == month {
                let (drives, delta_s) = sums.entry(id).or_default();
                *drives += 1;
                *delta_s += used.delta_s;
            }
        }
        let mut found = Vec::new();
        for (id, (drives, delta_s)) in sums {
            if let Some(preference) = self.mine().preference(id)? {
                let text = self.preference_text(&preference, lang);
                let id = MemoryRef::Preference(id).to_string();
                found.push(MonthPreferenceDto { id, text, drives, delta_s });
            }
        }
        found.sort_by(|a, b| b.delta_s.abs().total_cmp(&a.delta_s.abs()).then_with(|| a.id.cmp(&b.id)));
        found.truncate(MOST_ROWS);
        Ok(found)
    }
}

/// `2026-11`, on the clock of the moment's own zone.
fn month_of(moment: &Moment) -> String {
    let zoned = moment.zoned();
    format!("{:04}-{:02}", zoned.year(), zoned.month())
}

/// The instants between which a month can lie on some clock.
fn span(month: &str) -> Option<(Timestamp, Timestamp)> {
    let (year, month) = month.split_once('-')?;
    let first = jiff::civil::Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok()?;
    let next = first.checked_add(jiff::Span::new().try_months(1).ok()?).ok()?;
    let utc = |date: jiff::civil::Date| {
        let zoned = date.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(zoned.timestamp().as_second())
    };
    Some((Timestamp(utc(first)? - ZONES_S), Timestamp(utc(next)? + ZONES_S)))
}

/// Departures by hour and by day of the week.
fn when(trips: &[Trip]) -> (Vec<u32>, Vec<u32>) {
    let (mut hours, mut weekdays) = (vec![0; 24], vec![0; 7]);
    for trip in trips {
        let zoned = trip.departure.zoned();
        let day = zoned.weekday().to_monday_zero_offset();
        for (table, at) in [(&mut hours, zoned.hour()), (&mut weekdays, day)] {
            if let Some(cell) = usize::try_from(at).ok().and_then(|at| table.get_mut(at)) {
                *cell += 1;
            }
        }
    }
    (hours, weekdays)
}

/// Where trips ended, and how long somebody stayed: until the next trip, when that one starts there.
fn places(trips: &[Trip], ends: &[[usize; 2]], spots: &Spots, names: &[String]) -> Vec<MonthPlaceDto> {
    let mut sums: BTreeMap<usize, (u32, i64)> = BTreeMap::new();
    for (index, (trip, [_, end])) in trips.iter().zip(ends).enumerate() {
        let (visits, stayed_s) = sums.entry(*end).or_default();
        *visits += 1;
        let arrived = trip.departure.at.0 + trip.duration_s.round() as i64;
        if let (Some(next), Some([start, _])) = (trips.get(index + 1), ends.get(index + 1))
            && start == end
        {
            let stay_s = next.departure.at.0 - arrived;
            *stayed_s += if (0..=LONGEST_STAY_S).contains(&stay_s) { stay_s } else { 0 };
        }
    }
    let mut found: Vec<MonthPlaceDto> = sums
        .into_iter()
        .map(|(spot, (visits, stayed_s))| MonthPlaceDto {
            name: names.get(spot).cloned().unwrap_or_default(),
            memory: spots.memory(spot),
            visits,
            stayed_s: stayed_s as f64,
        })
        .collect();
    found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.stayed_s.total_cmp(&a.stayed_s)));
    found.truncate(MOST_ROWS);
    found
}

fn ways(trips: &[Trip], ends: &[[usize; 2]], names: &[String], lang: Lang) -> Vec<MonthWayDto> {
    let mut groups: BTreeMap<([usize; 2], String), Vec<&Trip>> = BTreeMap::new();
    for (trip, ends) in trips.iter().zip(ends) {
        let via = words::route_label(lang, &trip.via_roads);
        groups.entry((*ends, via)).or_default().push(trip);
    }
    let name = |spot: usize| names.get(spot).cloned().unwrap_or_default();
    let mut found: Vec<MonthWayDto> = groups
        .into_iter()
        .map(|(([start, end], via), group)| MonthWayDto {
            from: name(start),
            to: name(end),
            via,
            trips: count(group.len()),
            deviated: count(group.iter().filter(|trip| trip.deviated).count()),
            duration_s: median(group.iter().map(|trip| trip.duration_s).collect()),
            newest: group.last().map(|trip| MemoryRef::Trip(trip.id).to_string()).unwrap_or_default(),
        })
        .collect();
    found.sort_by(|a, b| b.trips.cmp(&a.trips).then_with(|| (&a.from, &a.via).cmp(&(&b.from, &b.via))));
    found.truncate(MOST_ROWS);
    found
}

/// The middle of some values, the lower one of two; 0 for none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_named_on_the_clock_of_its_trips() {
        let check = |at: i64, zone: &str, expected: &str| {
            let moment = Moment { at: Timestamp(at), zone: zone.to_owned() };
            assert_eq!(month_of(&moment), expected, "{at} {zone}");
            let (from, to) = span(expected).expect("a month");
            assert!((from..to).contains(&moment.at), "{at} {zone}");
        };
        // 2026-11-30T23:30Z is December in Shanghai and November in Lisbon.
        check(1_796_081_400, "Asia/Shanghai", "2026-12");
        check(1_796_081_400, "Europe/Lisbon", "2026-11");
        check(1_796_081_400, "Pacific/Kiritimati", "2026-12");
    }

    #[test]
    fn what_is_no_month_has_no_span() {
        for text in ["", "2026", "2026-13", "2026-00", "x-11", "2026-11-01"] {
            assert_eq!(span(text), None, "{text}");
        }
    }

    #[test]
    fn the_middle_of_some_values() {
        let check = |values: &[f64], expected: f64| {
            assert!((median(values.to_vec()) - expected).abs() < 1e-9, "{values:?}");
        };
        check(&[], 0.0);
        check(&[3.0], 3.0);
        check(&[9.0, 1.0], 1.0);
        check(&[9.0, 1.0, 2.0], 2.0);
    }
}
