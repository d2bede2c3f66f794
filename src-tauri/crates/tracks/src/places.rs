//! Places that trips suggest: where they end and begin, how often, and how long somebody stayed in between.

use std::collections::BTreeSet;

use domain::{LonLat, Moment, Timestamp};
use jiff::{Unit, civil::Weekday};

/// One end of a trip, and the stay there when the next trip begins where this one ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Where.
    pub at: LonLat,
    /// When somebody came, with the zone of the trip; for the start of a trip that nothing is known before, when they left.
    pub from: Moment,
    /// When they left; `None` when that is not known.
    pub to: Option<Timestamp>,
}

/// What a place seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Use {
    /// Where most nights are spent.
    Home,
    /// Where most weekdays are spent.
    Work,
    /// Anything else.
    Visited,
}

impl Use {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Work => "work",
            Self::Visited => "place",
        }
    }
}

/// A place that trips suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggested {
    /// Its middle: the median of the ends there, which a few bad fixes do not move.
    pub at: LonLat,
    /// What it seems to be.
    pub use_of: Use,
    /// Ends of trips there, arrivals and departures of one stay counted once.
    pub visits: usize,
    /// Nights (at three in the morning) spent there.
    pub nights: usize,
    /// Weekdays on which two hours and more between eight and six were spent there.
    pub weekdays: usize,
    /// Seconds spent there in all, stays of more than a week left out.
    pub stayed_s: f64,
    /// First time.
    pub first: Moment,
    /// Last time.
    pub last: Moment,
}

/// Ends within this of each other are one place, metres: a house and where one parks before it.
const SAME_M: f64 = 150.0;
/// Visits from which on a place is suggested.
const LEAST_VISITS: usize = 3;
/// Nights that make a home, weekdays that make a workplace.
const LEAST_STAYS: usize = 3;
/// A longer stay is a journey without the car, and says nothing about nights.
const LONGEST_S: i64 = 7 * 86_400;

/// The places that these ends suggest, most visited first. At most one is a home and one a workplace.
pub fn suggest(ends: &[End]) -> Vec<Suggested> {
    let mut found: Vec<Suggested> = clusters(ends)
        .iter()
        .filter(|members| members.len() >= LEAST_VISITS)
        .filter_map(|members| sum_up(members))
        .collect();
    let best = |found: &[Suggested], of: fn(&Suggested) -> usize, not: Option<usize>| {
        let ranked =
            found.iter().enumerate().filter(|(index, place)| of(place) >= LEAST_STAYS && Some(*index) != not);
        ranked.max_by_key(|(index, place)| (of(place), std::cmp::Reverse(*index))).map(|(index, _)| index)
    };
    let home = best(&found, |place| place.nights, None);
    let work = best(&found, |place| place.weekdays, home);
    for (index, place) in found.iter_mut().enumerate() {
        place.use_of = match Some(index) {
            of if of == home => Use::Home,
            of if of == work => Use::Work,
            _ => Use::Visited,
        };
    }
    found.sort_by(|a, b| a.use_of.cmp(&b.use_of).then(b.visits.cmp(&a.visits)));
    found
}

/// Ends by the place they belong to: around the end with most others near it first, as long as there are any.
fn clusters(ends: &[End]) -> Vec<Vec<&End>> {
    // A grid as wide as a place keeps the search to nine cells.
    let cell = |at: LonLat| {
        let east = SAME_M / (111_195.0 * at.lat.to_radians().cos().max(0.05));
        ((at.lat / (SAME_M / 111_195.0)).floor() as i64, (at.lon / east).floor() as i64)
    };
    let mut grid: std::collections::BTreeMap<(i64, i64), Vec<usize>> = std::collections::BTreeMap::new();
    for (index, end) in ends.iter().enumerate() {
        grid.entry(cell(end.at)).or_default().push(index);
    }
    let near = |index: usize| -> Vec<usize> {
        let (row, column) = cell(ends[index].at);
        let mut found = Vec::new();
        for (dr, dc) in (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dr, dc))) {
            let beside = grid.get(&(row + dr, column + dc)).into_iter().flatten();
            found.extend(beside.filter(|other| ends[**other].at.distance_m(ends[index].at) <= SAME_M));
        }
        found
    };
    let neighbours: Vec<Vec<usize>> = (0..ends.len()).map(near).collect();
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by_key(|index| (std::cmp::Reverse(neighbours[*index].len()), *index));
    let mut taken = vec![false; ends.len()];
    let mut found = Vec::new();
    for index in order {
        if taken[index] {
            continue;
        }
        let members: Vec<usize> = neighbours[index].iter().copied().filter(|other| !taken[*other]).collect();
        members.iter().for_each(|member| taken[*member] = true);
        found.push(members.into_iter().map(|member| &ends[member]).collect());
    }
    found
}

fn sum_up(members: &[&End]) -> Option<Suggested> {
    let median = |of: fn(&End) -> f64| {
        let mut values: Vec<f64> = members.iter().map(|end| of(end)).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let at = LonLat::new(median(|end| end.at.lon)?, median(|end| end.at.lat)?)?;
    let (mut nights, mut weekdays) = (BTreeSet::new(), BTreeSet::new());
    let mut stayed_s = 0.0;
    for end in members {
        let Some(to) = end.to.filter(|to| to.0 - end.from.at.0 <= LONGEST_S) else { continue };
        stayed_s += (to.0 - end.from.at.0).max(0) as f64;
        let (came, left) = (end.from.zoned(), to.in_zone(&end.from.zone));
        let mut day = came.date();
        while day <= left.date() {
            let at_hour = |hour: i8| day.at(hour, 0, 0, 0).to_zoned(came.time_zone().clone()).ok();
            if at_hour(3).is_some_and(|night| came <= night && night <= left) {
                nights.insert(day);
            }
            if let (Some(eight), Some(six)) = (at_hour(8), at_hour(18))
                && !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
            {
                let (from, until) = ((&came).max(&eight), (&left).min(&six));
                let hours = from.until((Unit::Hour, until)).ok().and_then(|span| span.total(Unit::Hour).ok());
                if hours.is_some_and(|hours| hours >= 2.0) {
                    weekdays.insert(day);
                }
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
    }
    let first = members.iter().min_by_key(|end| end.from.at)?;
    let last = members.iter().max_by_key(|end| end.from.at)?;
    Some(Suggested {
        at,
        use_of: Use::Visited,
        visits: members.len(),
        nights: nights.len(),
        weekdays: weekdays.len(),
        stayed_s,
        first: first.from.clone(),
        last: last.from.clone(),
    })
}
