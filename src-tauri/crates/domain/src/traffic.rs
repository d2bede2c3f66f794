//! Traffic from one's own drives: how long each piece of road took at this time of day, and what that says of a way.
//!
//! It is told beside the map's time and changes no route: prices of reasons stay differences of routes that were computed
//! with the same weights (MISSION E-4).

use std::collections::HashMap;

use crate::EdgeKey;

/// Drives over a piece of road that make its times worth telling (ours: three, as for a usual departure).
pub const DRIVES_TO_TELL: usize = 3;
/// Share of a way's length that has to be known by own drives before its time is told (ours: half).
pub const SHARE_TO_TELL: f64 = 0.5;

/// How long a piece of road took, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeTime {
    /// Half of the drives took no longer.
    pub median_s: f64,
    /// A quarter took no longer.
    pub low_s: f64,
    /// A quarter took at least as long.
    pub high_s: f64,
    /// Drives that were counted.
    pub drives: usize,
}

/// A piece of a way as the map has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Which.
    pub edge: EdgeKey,
    /// Metres.
    pub length_m: f64,
    /// Seconds by the map, without turns and lights.
    pub map_s: f64,
    /// The road's name; may be empty.
    pub road: String,
}

/// What own drives say of a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Typical {
    /// Seconds for all of it: own medians where there are enough drives, the map's time elsewhere.
    pub typical_s: f64,
    /// As if every piece were as quick as its quicker quarter: a busy day is busy on all of it, so the pieces' spreads add up.
    pub low_s: f64,
    /// As if every piece were as slow as its slower quarter.
    pub high_s: f64,
    /// Share of the length that own drives tell of, 0 to 1.
    pub covered: f64,
    /// Fewest drives over any piece that was counted.
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

/// Times per piece of road, of drives with their edges and seconds; 0 seconds are not known and not counted.
pub fn edge_times<'a>(
    drives: impl Iterator<Item = (&'a [EdgeKey], &'a [f32])>,
) -> HashMap<EdgeKey, EdgeTime> {
    let mut seconds: HashMap<EdgeKey, Vec<f64>> = HashMap::new();
    for (edges, times) in drives {
        for (edge, s) in edges.iter().zip(times).filter(|(_, s)| **s > 0.0) {
            seconds.entry(*edge).or_default().push(f64::from(*s));
        }
    }
    let enough = seconds.into_iter().filter(|(_, all)| all.len() >= DRIVES_TO_TELL);
    enough
        .map(|(edge, mut all)| {
            all.sort_by(f64::total_cmp);
            let [low_s, median_s, high_s] = [0.25, 0.5, 0.75].map(|share| quantile(&all, share));
            (edge, EdgeTime { median_s, low_s, high_s, drives: all.len() })
        })
        .collect()
}

/// What own drives say of a way that takes `duration_s` by the map; nothing when they know too little of it. The first and
/// the last piece are driven in part only and stay the map's.
pub fn typical(duration_s: f64, pieces: &[Piece], times: &HashMap<EdgeKey, EdgeTime>) -> Option<Typical> {
    let length_m: f64 = pieces.iter().map(|piece| piece.length_m).sum();
    let on_edges: f64 = pieces.iter().map(|piece| piece.map_s).sum();
    // Turns and lights are no part of an edge's time by the map, and are of a drive's: they are spread over the length.
    let turns_per_m = if length_m > 0.0 { (duration_s - on_edges).max(0.0) / length_m } else { 0.0 };
    let inner = pieces.get(1..pieces.len().saturating_sub(1)).unwrap_or_default();
    let mut all = Typical {
        typical_s: duration_s,
        low_s: duration_s,
        high_s: duration_s,
        covered: 0.0,
        drives: usize::MAX,
        roads: Vec::new(),
    };
    let mut covered_m = 0.0;
    for piece in inner {
        let Some(time) = times.get(&piece.edge) else { continue };
        let map_s = piece.map_s + turns_per_m * piece.length_m;
        covered_m += piece.length_m;
        all.typical_s += time.median_s - map_s;
        all.low_s += time.low_s - map_s;
        all.high_s += time.high_s - map_s;
        all.drives = all.drives.min(time.drives);
        let spread_s = time.high_s - time.low_s;
        match all.roads.last_mut().filter(|last| last.road == piece.road) {
            Some(road) => {
                road.drives = road.drives.min(time.drives);
                road.median_s += time.median_s;
                road.spread_s += spread_s;
                road.map_s += map_s;
            }
            None => all.roads.push(RoadTime {
                road: piece.road.clone(),
                drives: time.drives,
                median_s: time.median_s,
                spread_s,
                map_s,
            }),
        }
    }
    all.covered = if length_m > 0.0 { covered_m / length_m } else { 0.0 };
    (all.covered >= SHARE_TO_TELL).then_some(all)
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

    fn piece(n: i64, road: &str) -> Piece {
        Piece { edge: edge(n), length_m: 100.0, map_s: 10.0, road: road.to_owned() }
    }

    #[test]
    fn three_drives_tell_and_unknown_pieces_do_not_count() {
        let edges = [edge(1), edge(2)];
        let drives: [&[f32]; 4] = [&[10.0, 0.0], &[20.0, 5.0], &[60.0, 6.0], &[0.0, 0.0]];
        let times = edge_times(drives.iter().map(|seconds| (&edges[..], *seconds)));
        assert_eq!(times.len(), 1, "the second piece has two drives");
        assert_eq!(times[&edge(1)], EdgeTime { median_s: 20.0, low_s: 15.0, high_s: 40.0, drives: 3 });
    }

    #[test]
    fn a_way_takes_own_medians_where_known_and_the_maps_time_elsewhere() {
        let pieces = [piece(0, ""), piece(1, "A"), piece(2, "A"), piece(3, "B"), piece(4, "")];
        let know = |n: i64| (edge(n), EdgeTime { median_s: 30.0, low_s: 20.0, high_s: 50.0, drives: 4 });
        // Ten seconds of turns are spread over five pieces: each takes twelve by the map.
        let all = typical(60.0, &pieces, &[know(0), know(1), know(2), know(3), know(4)].into()).unwrap();
        assert_eq!(
            (all.typical_s, all.low_s, all.high_s),
            (60.0 + 3.0 * 18.0, 60.0 + 3.0 * 8.0, 60.0 + 3.0 * 38.0)
        );
        assert_eq!((all.covered, all.drives), (0.6, 4), "both ends stay the map's");
        let roads: Vec<(&str, f64, f64, f64)> = all
            .roads
            .iter()
            .map(|road| (road.road.as_str(), road.median_s, road.spread_s, road.map_s))
            .collect();
        assert_eq!(roads, [("A", 60.0, 60.0, 24.0), ("B", 30.0, 30.0, 12.0)]);
        assert_eq!(
            typical(60.0, &pieces, &[know(1), know(2)].into()),
            None,
            "two fifths of it are too little"
        );
        assert_eq!(typical(0.0, &[], &HashMap::new()), None);
    }
}
