//! Traffic from one's own drives: how long each piece of road took at this time of day, and what that says of a way.
//!
//! What is measured becomes a pace at which the planner plans ([`OwnPace`]): ways are chosen, shown and priced with the same
//! seconds, so that prices of reasons stay exact differences of computed routes (MISSION E-4). Where nothing was measured the
//! map's time is multiplied by how much slower than the map one was elsewhere in this part of the day: otherwise a road would
//! seem quicker for never having been driven in the rush hour.

use std::collections::HashMap;

use crate::EdgeKey;

/// Drives over a piece of road that make its times worth counting (ours: three, as for a usual departure).
pub const DRIVES_TO_TELL: usize = 3;
/// A piece of road never takes less than this part of the map's time once turns and lights are taken off: of a green wave the
/// map's lights would leave nothing (ours).
const LEAST_OF_MAP: f64 = 0.5;
/// Seconds as by the map that count along with what was measured before other roads are believed to be as slow: of two minutes
/// little is concluded, of half an hour nearly all (ours).
const DOUBT_S: f64 = 120.0;
/// Other roads are never believed to be quicker or slower than by these factors (ours).
const ELSEWHERE: [f64; 2] = [0.5, 3.0];

/// How long a piece of road took, seconds, with the turn and the light at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeTime {
    /// Half of the drives took no longer.
    pub median_s: f64,
    /// A quarter took no longer.
    pub low_s: f64,
    /// A quarter took at least as long.
    pub high_s: f64,
    /// What the map gives for the turns and lights at its end, mean of the drives.
    pub turn_s: f64,
    /// Drives that were counted.
    pub drives: usize,
}

/// How fast somebody is at a part of a kind of day.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPace {
    /// Seconds of the pieces that were measured, without the turn at their end; by edge.
    pub known: Vec<(EdgeKey, f64)>,
    /// What the map's time of all others is multiplied by.
    pub elsewhere: f64,
}

/// A piece of a way as the map has it, and what own drives say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'a> {
    /// Metres.
    pub length_m: f64,
    /// Seconds by the map, with the turn and the light at its end.
    pub map_s: f64,
    /// The road's name; may be empty.
    pub road: &'a str,
    /// How long it took, where that was measured.
    pub time: Option<EdgeTime>,
}

/// What own drives say of a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Typical {
    /// Seconds on the pieces that were measured, their medians added up.
    pub measured_s: f64,
    /// Seconds for the whole way, as if every measured piece were as quick as its quicker quarter: a busy day is busy on all of
    /// it, so the pieces' spreads add up.
    pub low_s: f64,
    /// As if every measured piece were as slow as its slower quarter.
    pub high_s: f64,
    /// Share of the length that own drives tell of, 0 to 1.
    pub covered: f64,
    /// Fewest drives over any piece that was counted; 0 where none was.
    pub drives: usize,
    /// Road by road, in driving order.
    pub roads: Vec<RoadTime>,
}

/// What own drives say of a road of a way.
#[derive(Clone, Debug, PartialEq)]
pub struct RoadTime {
    /// Its name; may be empty.
    pub road: String,
    /// Fewest drives over any piece of it.
    pub drives: usize,
    /// Seconds, the medians of its pieces added up.
    pub median_s: f64,
    /// Seconds between its quicker and its slower quarter.
    pub spread_s: f64,
    /// Seconds by the map, turns and lights included.
    pub map_s: f64,
}

/// Times per piece of road, of drives with their edges and seconds; 0 seconds are not known and not counted. `between` is what
/// the map gives for the turn from one edge onto the next.
pub fn edge_times<'a>(
    drives: impl Iterator<Item = (&'a [EdgeKey], &'a [f32])>,
    between: impl Fn(EdgeKey, EdgeKey) -> f64,
) -> HashMap<EdgeKey, EdgeTime> {
    let mut seconds: HashMap<EdgeKey, Vec<(f64, Option<EdgeKey>)>> = HashMap::new();
    for (edges, times) in drives {
        for (index, (edge, s)) in edges.iter().zip(times).enumerate().filter(|(_, (_, s))| **s > 0.0) {
            seconds.entry(*edge).or_default().push((f64::from(*s), edges.get(index + 1).copied()));
        }
    }
    let enough = seconds.into_iter().filter(|(_, all)| all.len() >= DRIVES_TO_TELL);
    enough
        .map(|(edge, all)| {
            let turns: f64 = all.iter().filter_map(|(_, next)| Some(between(edge, (*next)?))).sum();
            let mut times: Vec<f64> = all.iter().map(|(s, _)| *s).collect();
            times.sort_by(f64::total_cmp);
            let [low_s, median_s, high_s] = [0.25, 0.5, 0.75].map(|share| quantile(&times, share));
            let drives = times.len();
            (edge, EdgeTime { median_s, low_s, high_s, turn_s: turns / drives as f64, drives })
        })
        .collect()
}

/// The pace that these times show; `map_s` is what the map gives for an edge without turns, `None` for edges that it does not
/// have. `None` where nothing was measured on this map.
pub fn pace(times: &HashMap<EdgeKey, EdgeTime>, map_s: impl Fn(EdgeKey) -> Option<f64>) -> Option<OwnPace> {
    let mut known: Vec<(EdgeKey, f64)> = Vec::new();
    let (mut own, mut map) = (DOUBT_S, DOUBT_S);
    // In the order of the edges: sums of floats depend on theirs.
    let mut edges: Vec<(&EdgeKey, &EdgeTime)> = times.iter().collect();
    edges.sort_by_key(|(edge, _)| **edge);
    for (edge, time) in edges {
        let Some(by_map) = map_s(*edge).filter(|s| *s > 0.0) else { continue };
        known.push((*edge, (time.median_s - time.turn_s).max(LEAST_OF_MAP * by_map)));
        own += time.median_s;
        map += by_map + time.turn_s;
    }
    let elsewhere = (own / map).clamp(ELSEWHERE[0], ELSEWHERE[1]);
    (!known.is_empty()).then_some(OwnPace { known, elsewhere })
}

/// What own drives say of a way that takes `duration_s` at one's own pace. The first and the last piece are driven in part only
/// and are told of as not measured.
pub fn typical(duration_s: f64, pieces: &[Piece<'_>]) -> Typical {
    let length_m: f64 = pieces.iter().map(|piece| piece.length_m).sum();
    let inner = pieces.get(1..pieces.len().saturating_sub(1)).unwrap_or_default();
    let mut all = Typical {
        measured_s: 0.0,
        low_s: duration_s,
        high_s: duration_s,
        covered: 0.0,
        drives: 0,
        roads: Vec::new(),
    };
    let mut covered_m = 0.0;
    for piece in inner {
        let Some(time) = piece.time else { continue };
        covered_m += piece.length_m;
        all.measured_s += time.median_s;
        all.low_s += time.low_s - time.median_s;
        all.high_s += time.high_s - time.median_s;
        all.drives = if all.drives == 0 { time.drives } else { all.drives.min(time.drives) };
        let spread_s = time.high_s - time.low_s;
        match all.roads.last_mut().filter(|last| last.road == piece.road) {
            Some(road) => {
                road.drives = road.drives.min(time.drives);
                road.median_s += time.median_s;
                road.spread_s += spread_s;
                road.map_s += piece.map_s;
            }
            None => all.roads.push(RoadTime {
                road: piece.road.to_owned(),
                drives: time.drives,
                median_s: time.median_s,
                spread_s,
                map_s: piece.map_s,
            }),
        }
    }
    all.covered = if length_m > 0.0 { covered_m / length_m } else { 0.0 };
    all
}

/// Of sorted values; between two of them where it falls between.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len().saturating_sub(1)) as f64;
    let (below, above) = (at.floor() as usize, at.ceil() as usize);
    let (Some(low), Some(high)) = (sorted.get(below), sorted.get(above)) else { return 0.0 };
    low + (high - low) * (at - at.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(n: i64) -> EdgeKey {
        format!("{n}:1:2").parse().unwrap_or_else(|_| panic!("an edge"))
    }

    fn piece(road: &str, time: Option<EdgeTime>) -> Piece<'_> {
        Piece { length_m: 100.0, map_s: 12.0, road, time }
    }

    fn time(median_s: f64, turn_s: f64) -> EdgeTime {
        EdgeTime { median_s, low_s: median_s - 10.0, high_s: median_s + 20.0, turn_s, drives: 4 }
    }

    #[test]
    fn three_drives_tell_and_unknown_pieces_do_not_count() {
        let edges = [edge(1), edge(2)];
        let drives: [&[f32]; 4] = [&[10.0, 0.0], &[20.0, 5.0], &[60.0, 6.0], &[0.0, 0.0]];
        let times = edge_times(drives.iter().map(|seconds| (&edges[..], *seconds)), |_, _| 6.0);
        assert_eq!(times.len(), 1, "the second piece has two drives");
        let expected = EdgeTime { median_s: 20.0, low_s: 15.0, high_s: 40.0, turn_s: 6.0, drives: 3 };
        assert_eq!(times[&edge(1)], expected);
    }

    #[test]
    fn a_way_is_measured_where_it_was_driven_and_says_how_far() {
        let pieces = ["", "A", "A", "B", ""].map(|road| piece(road, Some(time(30.0, 2.0))));
        let all = typical(114.0, &pieces);
        assert_eq!((all.measured_s, all.low_s, all.high_s), (90.0, 84.0, 174.0));
        assert_eq!((all.covered, all.drives), (0.6, 4), "both ends are driven in part");
        let roads: Vec<(&str, f64, f64, f64)> = all
            .roads
            .iter()
            .map(|road| (road.road.as_str(), road.median_s, road.spread_s, road.map_s))
            .collect();
        assert_eq!(roads, [("A", 60.0, 60.0, 24.0), ("B", 30.0, 30.0, 12.0)]);
        let unknown = ["A", "A", "A"].map(|road| piece(road, None));
        for none in [typical(0.0, &[]), typical(36.0, &unknown)] {
            assert_eq!((none.covered, none.drives, none.measured_s), (0.0, 0, 0.0));
        }
    }

    #[test]
    fn the_pace_is_the_median_without_the_turn_and_elsewhere_as_slow_as_all_of_it() {
        let map = |of: EdgeKey| (of != edge(9)).then_some(10.0);
        // Thirty seconds where the map has ten and a turn of two; one that the map does not have; one on a green wave.
        let times = [(edge(1), time(30.0, 2.0)), (edge(9), time(500.0, 0.0)), (edge(2), time(11.0, 10.0))];
        let pace = pace(&times.into(), map).unwrap_or_else(|| panic!("measured"));
        assert_eq!(pace.known, [(edge(1), 28.0), (edge(2), 5.0)]);
        assert_eq!(pace.elsewhere, (120.0 + 41.0) / (120.0 + 32.0), "a minute is little to conclude from");
        // Half an hour at twice the map's time is nearly believed of other roads too.
        let long: HashMap<EdgeKey, EdgeTime> = (0..90).map(|n| (edge(n), time(20.0, 0.0))).collect();
        let slow = super::pace(&long, |_| Some(10.0)).unwrap_or_else(|| panic!("measured"));
        assert!((1.85..1.95).contains(&slow.elsewhere), "{}", slow.elsewhere);
        assert_eq!(super::pace(&[(edge(9), time(1.0, 0.0))].into(), map), None);
    }
}
