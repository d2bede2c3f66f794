//! Places that trips suggest: where they end and begin, how often, and how long somebody stayed in between.

use std::collections::{BTreeMap, BTreeSet};

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

/// Ends nearer to each other than this are looked at as one while clustering, metres: of a thousand nights at home there are a
/// few hundred such spots, however many years come in.
const SPOT_M: f64 = 20.0;

/// Ends that lie within a few metres of each other.
struct Spot<'a> {
    middle: LonLat,
    ends: Vec<&'a End>,
}

/// A square of a grid: row and column.
type Square = (i64, i64);

fn square(at: LonLat, wide_m: f64) -> Square {
    let east = wide_m / (111_195.0 * at.lat.to_radians().cos().max(0.05));
    ((at.lat / (wide_m / 111_195.0)).floor() as i64, (at.lon / east).floor() as i64)
}

/// Ends by the place they belong to: around the spot with most ends near it first, as long as there are any.
fn clusters(ends: &[End]) -> Vec<Vec<&End>> {
    let mut by_square: BTreeMap<Square, Vec<&End>> = BTreeMap::new();
    for end in ends {
        by_square.entry(square(end.at, SPOT_M)).or_default().push(end);
    }
    let spots: Vec<Spot<'_>> = by_square
        .into_values()
        .map(|ends| {
            let mean = |of: fn(&End) -> f64| ends.iter().map(|end| of(end)).sum::<f64>() / ends.len() as f64;
            Spot { middle: LonLat { lon: mean(|end| end.at.lon), lat: mean(|end| end.at.lat) }, ends }
        })
        .collect();
    // A grid as wide as a place keeps the search to nine squares.
    let mut grid: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
    for (index, spot) in spots.iter().enumerate() {
        grid.entry(square(spot.middle, SAME_M)).or_default().push(index);
    }
    let near = |index: usize| {
        let middle = spots[index].middle;
        let (row, column) = square(middle, SAME_M);
        let around = (-1..=1).flat_map(move |dr| (-1..=1).map(move |dc| (row + dr, column + dc)));
        let beside = around.filter_map(|square| grid.get(&square)).flatten().copied();
        beside.filter(|other| spots[*other].middle.distance_m(middle) <= SAME_M).collect::<Vec<usize>>()
    };
    let weight: Vec<usize> = (0..spots.len())
        .map(|index| near(index).iter().map(|other| spots[*other].ends.len()).sum())
        .collect();
    let mut order: Vec<usize> = (0..spots.len()).collect();
    // Squares lie in an order of their own, so the order of the trips does not matter.
    order.sort_by_key(|index| (std::cmp::Reverse(weight[*index]), *index));
    let mut taken = vec![false; spots.len()];
    let mut found = Vec::new();
    for index in order {
        if taken[index] {
            continue;
        }
        let members: Vec<usize> = near(index).into_iter().filter(|other| !taken[*other]).collect();
        members.iter().for_each(|member| taken[*member] = true);
        found.push(members.into_iter().flat_map(|member| spots[member].ends.iter().copied()).collect());
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
