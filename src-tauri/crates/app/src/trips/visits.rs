//! Stays without a way: what a timeline calls visits, and the ends of trips whose points lie too far apart to tell roads.

use domain::{ImportId, LonLat, Moment, Timestamp};
use memory::Visit;
use region::folder::RegionFolder;
use tracks::{Rules, Stretch};

use crate::{App, AppError};

/// Points farther apart in time than this tell no roads, seconds: half a minute in a town is two or three junctions.
const SPARSE_S: f64 = 30.0;
/// Where one trip ended and the next began within this, somebody stayed, metres.
const STAYED_M: f64 = 300.0;
/// A stay longer than this was none: the phone was off, seconds.
const LONGEST_S: f64 = 30.0 * 86_400.0;

/// A stay as the recording has it.
pub(super) struct Stay {
    at: LonLat,
    from: f64,
    to: Option<f64>,
}

/// The stays that are named, and those at the ends of the trips at these places of the list, which fit to no roads.
pub(super) fn of(stretches: &[Stretch], poor: &[usize], named: &[tracks::Visit], rules: &Rules) -> Vec<Stay> {
    let long = named.iter().filter(|visit| visit.to - visit.from >= rules.stay_s);
    let mut stays: Vec<Stay> =
        long.map(|visit| Stay { at: visit.at, from: visit.from, to: Some(visit.to) }).collect();
    let ends = |index: usize| {
        let fixes = &stretches.get(index)?.fixes;
        let (first, last) = (fixes.first()?, fixes.last()?);
        Some(((first.at, first.time?), (last.at, last.time?)))
    };
    for index in poor.iter().copied().filter(|index| stretches.get(*index).is_some_and(is_sparse)) {
        let Some(((start, left), (end, came))) = ends(index) else { continue };
        // Where it began somebody had been, unless the trip before says so already.
        let before = index.checked_sub(1).and_then(ends);
        if before.is_none_or(|(_, (at, _))| at.distance_m(start) > STAYED_M) {
            stays.push(Stay { at: start, from: left, to: None });
        }
        let next = ends(index + 1).filter(|((at, _), _)| at.distance_m(end) <= STAYED_M);
        let until = next.map(|((_, left), _)| left).filter(|left| *left - came <= LONGEST_S);
        stays.push(Stay { at: end, from: came, to: until.filter(|until| *until >= came) });
    }
    stays
}

/// Whether its points are too far apart for roads. One that is poor for another reason is scattered, and so are its ends.
fn is_sparse(stretch: &Stretch) -> bool {
    let seconds = match (stretch.fixes.first(), stretch.fixes.last()) {
        (Some(first), Some(last)) => last.time.unwrap_or(0.0) - first.time.unwrap_or(0.0),
        _ => 0.0,
    };
    stretch.rough || seconds / stretch.fixes.len().saturating_sub(1).max(1) as f64 >= SPARSE_S
}

impl App {
    /// Writes stays on installed maps down; how many were new.
    pub(super) fn keep_visits(
        &self,
        import: ImportId,
        regions: &[RegionFolder],
        stays: Vec<Stay>,
        own: &Moment,
    ) -> Result<usize, AppError> {
        let on_a_map = |stay: &Stay| regions.iter().any(|folder| folder.info().bounds().contains(stay.at));
        let visits: Vec<Visit> = stays
            .into_iter()
            .filter(on_a_map)
            .map(|stay| Visit {
                at: stay.at,
                came: Moment {
                    at: Timestamp(stay.from.floor() as i64),
                    zone: geocode::zone_at(stay.at, own),
                },
                left: stay.to.map(|to| Timestamp(to.floor() as i64)),
            })
            .collect();
        if visits.is_empty() {
            return Ok(0);
        }
        Ok(self.mine().record_visits(import, &visits, own)?)
    }
}
