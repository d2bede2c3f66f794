//! A few points instead of a line: from them the same roads are found again, on this map or on a newer one (MISSION S0-35).
//!
//! A feature point lies in the middle of an edge and has its bearing. The next one lies as far on as the quickest legal way
//! between the two is the way driven, two kilometres at most. This is how OpenLR refers to lines on maps that differ
//! ("OpenLR White Paper", TomTom, 2012).

use domain::corridor::FeaturePoint;
use routing::{Edge, Router};

use crate::walk::Walker;

/// The farthest from one point to the next: far enough for one point in a hundred fixes, near enough to search quickly and not
/// to lose a trip for one new road.
const APART_M: f64 = 2_000.0;
/// Quickest ways between two points are looked for within this much of the way driven.
const LONGER: f64 = 1.5;
/// How far a point may lie beside its road on another map, metres.
const BESIDE_M: f64 = 15.0;
/// How far its bearing may be off there, degrees.
const OFF_DEG: f64 = 45.0;

/// The points of a drive along these edges; one per edge where a driver turned around.
pub fn feature_points(router: &Router, edges: &[Edge]) -> Vec<FeaturePoint> {
    let Some(first) = edges.first() else { return Vec::new() };
    let graph = router.graph();
    let mut walker = Walker::new(router);
    let mut points = vec![point_of(router, *first)];
    let (mut at, mut state) = (0, router.standing_on(*first));
    while at + 1 < edges.len() {
        let mut metres = 0.0;
        let mut window: Vec<Edge> = Vec::new();
        for edge in &edges[at + 1..] {
            metres += graph.length_m(*edge);
            // An edge that is driven twice is two places; a window tells places apart by edges.
            if (!window.is_empty() && metres > APART_M) || window.contains(edge) || *edge == edges[at] {
                break;
            }
            window.push(*edge);
        }
        let (mut driven, mut reached) = walker.follows(state, &window, metres * LONGER + 500.0);
        // What can be found again is decided by finding it again: two edges may be the same point.
        while driven > 0 && place(router, point_of(router, edges[at + driven])) != Some(edges[at + driven]) {
            driven -= 1;
            reached = walker.follows(state, &window[..driven], metres * LONGER + 500.0).1;
        }
        if driven == 0 {
            (driven, reached) = (1, router.standing_on(edges[at + 1]));
        }
        at += driven;
        state = reached;
        points.push(point_of(router, edges[at]));
    }
    points
}

/// The edges that these points stand for; `None` when a road of them is gone, or no legal way joins two of them.
pub fn rebuild(router: &Router, points: &[FeaturePoint]) -> Option<Vec<Edge>> {
    let mut places = points.iter().map(|point| place(router, *point));
    let first = places.next()??;
    let mut walker = Walker::new(router);
    let (mut edges, mut state) = (vec![first], router.standing_on(first));
    for next in places {
        let (next, last) = (next?, *edges.last()?);
        let reach_m = (APART_M + router.graph().length_m(next)) * LONGER + 500.0;
        if let Some(way) = walker.walk(state, &[next], reach_m).get(&next).copied() {
            edges.extend(walker.edges_between(state, way.state, reach_m));
            state = way.state;
        } else if next == last ^ 1 {
            state = router.standing_on(next);
        } else {
            return None;
        }
        edges.push(next);
    }
    Some(edges)
}

/// The middle of an edge.
fn point_of(router: &Router, edge: Edge) -> FeaturePoint {
    let half = router.graph().length_m(edge) / 2.0;
    let line = router.part_of(edge, half, half + 1.0);
    let at = line.first().copied().unwrap_or_else(|| router.graph().position(router.graph().tail(edge)));
    let bearing_deg = line.windows(2).next().map_or(0.0, |pair| pair[0].bearing_deg(pair[1]));
    // As it is stored: what is decided here must hold for what is read later.
    let fixed = |degrees: f64| (degrees * 1e7).round() / 1e7;
    let at = domain::LonLat { lon: fixed(at.lon), lat: fixed(at.lat) };
    FeaturePoint { at, bearing_deg: (bearing_deg / 360.0 * 256.0).round() / 256.0 * 360.0 % 360.0 }
}

/// The edge that a point lies on: the nearest that runs its way.
fn place(router: &Router, point: FeaturePoint) -> Option<Edge> {
    let beside = router.beside(point.at, BESIDE_M).into_iter();
    let ranked = beside.filter_map(|place| {
        let line = router.part_of(place.edge, (place.along_m - 0.5).max(0.0), place.along_m + 0.5);
        let turn = (line.first()?.bearing_deg(*line.last()?) - point.bearing_deg).rem_euclid(360.0);
        let off = turn.min(360.0 - turn);
        (off <= OFF_DEG).then_some((place.distance_m + off / 10.0, place.edge))
    });
    ranked.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, edge)| edge)
}
