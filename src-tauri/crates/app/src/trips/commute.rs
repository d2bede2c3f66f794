//! The commute at a glance: between which places somebody drives most, when, how long, and by which ways (MISSION S0-47).

use std::collections::{BTreeMap, BTreeSet};

use domain::{EdgeKey, Lang, LonLat, Place, Trip, corridor};

use super::count;
use crate::{
    App, AppError,
    dto::{CommuteDto, CommuteWayDto, LangDto, PlaceHitDto},
    places::remembered_hit,
    plan::line_dto,
    words,
};

/// Pairs of places that are shown: a commute there and back, and what comes next.
const MOST: usize = 4;
/// Trips between two places from which on they are a commute.
const LEAST: usize = 3;
/// Trips that are looked at: a year of commutes there and back.
const LOOK_BACK: usize = 1_000;
/// Metres within which ends without a remembered place are the same.
const SAME_M: f64 = 300.0;

/// One end of trips.
#[derive(Clone, PartialEq)]
enum Side {
    Place(Box<Place>),
    Spot(LonLat),
}

impl App {
    /// The ways between the places that are driven most, most driven first, each direction by itself.
    pub fn commute(&self, lang: LangDto) -> Result<Vec<CommuteDto>, AppError> {
        let lang: Lang = lang.into();
        let places: BTreeMap<_, _> =
            self.mine().places()?.into_iter().map(|place| (place.id, place)).collect();
        let side = |id: Option<domain::PlaceId>, at: LonLat| match id.and_then(|id| places.get(&id)) {
            Some(place) => Side::Place(Box::new(place.clone())),
            None => Side::Spot(at),
        };
        let mut pairs: Vec<(Side, Side, Vec<Trip>)> = Vec::new();
        for trip in self.mine().trips(LOOK_BACK)? {
            let (from, to) = (side(trip.start_place, trip.start), side(trip.end_place, trip.end));
            match pairs.iter_mut().find(|(a, b, _)| same(a, &from) && same(b, &to)) {
                Some((.., trips)) => trips.push(trip),
                None => pairs.push((from, to, vec![trip])),
            }
        }
        pairs.retain(|(.., trips)| trips.len() >= LEAST);
        pairs.sort_by_key(|(.., trips)| std::cmp::Reverse(trips.len()));
        pairs.truncate(MOST);
        pairs.iter().map(|(from, to, trips)| self.commute_dto(from, to, trips, lang)).collect()
    }

    fn commute_dto(
        &self,
        from: &Side,
        to: &Side,
        trips: &[Trip],
        lang: Lang,
    ) -> Result<CommuteDto, AppError> {
        let hit = |side: &Side| -> Result<PlaceHitDto, AppError> {
            match side {
                Side::Place(place) => Ok(remembered_hit(place, None)),
                Side::Spot(at) => self.hit_at(*at, lang),
            }
        };
        let durations = sorted(trips.iter().map(|trip| trip.duration_s));
        let minutes = sorted(trips.iter().map(|trip| {
            let lived = trip.departure.zoned();
            f64::from(lived.hour()) * 60.0 + f64::from(lived.minute())
        }));
        let middle = at(&minutes, 0.5);
        let off = sorted(minutes.iter().map(|minute| (minute - middle).abs()));
        let days: BTreeSet<_> = trips.iter().map(|trip| trip.departure.zoned().date()).collect();
        Ok(CommuteDto {
            from: hit(from)?,
            to: hit(to)?,
            trips: count(trips.len()),
            days: count(days.len()),
            departs_minute: middle.round() as u32,
            departs_within: at(&off, 0.5).round() as u32,
            duration_s: at(&durations, 0.5),
            quick_s: at(&durations, 0.25),
            slow_s: at(&durations, 0.75),
            ways: self.ways(trips, lang),
        })
    }

    /// Trips by the way they took: the same edges, or the same corridor where a few differ.
    fn ways(&self, trips: &[Trip], lang: Lang) -> Vec<CommuteWayDto> {
        /// So much of the shorter one must run in the other's corridor: both begin and end together anyway.
        const ONE_WAY: f64 = 0.85;
        let mut groups: Vec<(Vec<LonLat>, Vec<&Trip>)> = Vec::new();
        let mut lines: BTreeMap<&[EdgeKey], Vec<LonLat>> = BTreeMap::new();
        for trip in trips {
            if let Some((_, known)) = groups.iter_mut().find(|(_, known)| known[0].chosen == trip.chosen) {
                known.push(trip);
                continue;
            }
            let line = lines.entry(&trip.edges).or_insert_with(|| self.line_of_trip(trip)).clone();
            let along = |other: &[LonLat]| corridor::share(&line, other, corridor::WIDTH_M) >= ONE_WAY;
            match groups.iter_mut().find(|(other, _)| along(other)) {
                Some((_, known)) => known.push(trip),
                None => groups.push((line, vec![trip])),
            }
        }
        groups.sort_by_key(|(_, known)| std::cmp::Reverse(known.len()));
        let way = |(line, known): &(Vec<LonLat>, Vec<&Trip>)| CommuteWayDto {
            via: words::route_label(lang, &known[0].via_roads),
            trips: count(known.len()),
            duration_s: at(&sorted(known.iter().map(|trip| trip.duration_s)), 0.5),
            recommended: 2 * known.iter().filter(|trip| !trip.deviated).count() > known.len(),
            newest: domain::MemoryRef::Trip(known[0].id).to_string(),
            line: (line.len() >= 2).then(|| line_dto(line)),
        };
        groups.iter().map(way).collect()
    }

    /// The line of a trip on the installed maps: of its edges, else of the roads that its feature points still find.
    pub(crate) fn line_of_trip(&self, trip: &Trip) -> Vec<LonLat> {
        let region = self.regions.holding(&[trip.start, trip.end]);
        let Some(region) = region else { return Vec::new() };
        let router = region.router();
        let mut edges = trip.edges.clone();
        if edges.iter().any(|edge| router.edge_geometry(*edge).is_none()) {
            let shape = self.mine().trip_shape(trip.id).unwrap_or_default();
            let rebuilt = matching::rebuild(router, &shape).unwrap_or_default();
            edges = rebuilt.iter().map(|edge| router.graph().key(*edge)).collect();
        }
        let mut line: Vec<LonLat> = Vec::new();
        for edge in edges {
            let part = router.edge_geometry(edge).unwrap_or_default();
            line.extend(part.into_iter().skip(usize::from(!line.is_empty())));
        }
        line
    }
}

fn same(a: &Side, b: &Side) -> bool {
    match (a, b) {
        (Side::Place(a), Side::Place(b)) => a.id == b.id,
        (Side::Spot(a), Side::Spot(b)) => a.distance_m(*b) <= SAME_M,
        _ => false,
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The value below which this share lies; 0 of nothing.
fn at(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0.0)
}
