//! Where a trip starts or ends on what it shuns. One has to get off it first, and may have to come back onto it.

use std::collections::VecDeque;

use domain::RoadFeature;
use rustc_hash::FxHashSet;

use crate::{
    graph::{Edge, Graph},
    snap::Snap,
};

/// Edges of a zone at most: the way off a thing is never this long, and nobody lives in a quarter so large.
const MAX_EDGES: usize = 20_000;

/// What becomes of a wish on the edges around the ends of a trip.
pub(crate) enum Zone {
    /// They are no short cut: the wish about short cuts does not concern them.
    NoShortCut(FxHashSet<Edge>),
    /// The trip starts or ends on what is never to be used: driven as little as possible.
    Eased(FxHashSet<Edge>),
}

/// The small streets around each waypoint, up to where a bigger road meets them.
pub(crate) fn no_short_cut(graph: &Graph, waypoints: &[Snap]) -> FxHashSet<Edge> {
    let ends = waypoints.iter().flat_map(|snap| &snap.ends).map(|end| end.edge);
    let small = |edge: Edge| graph.kind_of(edge).features.has(RoadFeature::Residential);
    let mut zone: FxHashSet<Edge> = ends.filter(|edge| small(*edge)).flat_map(|e| [e, e ^ 1]).collect();
    let mut queue: VecDeque<Edge> = zone.iter().copied().collect();
    while let Some(edge) = queue.pop_front() {
        let node = graph.head(edge);
        if zone.len() > MAX_EDGES || meets_bigger_road(graph, node) {
            continue;
        }
        let around = graph.out.row(node).iter().chain(graph.into.row(node));
        for next in around.flat_map(|edge| [*edge, *edge ^ 1]) {
            if zone.insert(next) {
                queue.push_back(next);
            }
        }
    }
    zone
}

/// Whether any road that is no small street meets the node.
pub(crate) fn meets_bigger_road(graph: &Graph, node: u32) -> bool {
    let mut around = graph.out.row(node).iter().chain(graph.into.row(node));
    around.any(|edge| !graph.kind_of(*edge).features.has(RoadFeature::Residential))
}

/// The edges that a wish concerns and that hang together with where the trip starts or ends on one: forwards from a
/// start, backwards from an end, both from a stop.
pub(crate) fn stood_on(
    graph: &Graph,
    waypoints: &[Snap],
    concerned: impl Fn(Edge) -> bool,
) -> FxHashSet<Edge> {
    let last = waypoints.len().saturating_sub(1);
    let mut zone = FxHashSet::default();
    for (index, snap) in waypoints.iter().enumerate() {
        let stands: Vec<Edge> =
            snap.ends.iter().map(|end| end.edge).filter(|edge| concerned(*edge)).collect();
        for forwards in [true, false] {
            if forwards && index == last || !forwards && index == 0 {
                continue;
            }
            let mut found: FxHashSet<Edge> = stands.iter().copied().collect();
            let mut queue: VecDeque<Edge> = stands.iter().copied().collect();
            while let Some(edge) = queue.pop_front() {
                if found.len() > MAX_EDGES {
                    break;
                }
                let next =
                    if forwards { graph.out.row(graph.head(edge)) } else { graph.into.row(graph.tail(edge)) };
                for edge in next {
                    if concerned(*edge) && found.insert(*edge) {
                        queue.push_back(*edge);
                    }
                }
            }
            zone.extend(found);
        }
    }
    zone
}
