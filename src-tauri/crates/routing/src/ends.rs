//! Where a trip starts or ends on what it shuns. One has to get off it first, and may have to come back onto it.

use std::collections::VecDeque;

use domain::RoadFeature;
use region::Access;
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
    /// A leg (by its index) starts or ends on what is never to be used: driven as little as possible.
    Eased(Vec<FxHashSet<Edge>>),
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

/// The edges that a wish concerns and that hang together with where a leg starts or ends on one: forwards from its
/// start, backwards from its end. For each leg by itself: on the way elsewhere, what one will stand on later is as
/// forbidden as it is everywhere.
pub(crate) fn stood_on(
    graph: &Graph,
    waypoints: &[Snap],
    concerned: impl Fn(Edge) -> bool,
) -> Vec<FxHashSet<Edge>> {
    let open = |edge: Edge| concerned(edge) && graph.access(edge) != Access::No;
    let flood = |snap: &Snap, forwards: bool| {
        let stands = snap.ends.iter().map(|end| end.edge).filter(|edge| open(*edge));
        let mut found: FxHashSet<Edge> = stands.collect();
        let mut queue: VecDeque<Edge> = found.iter().copied().collect();
        while let Some(edge) = queue.pop_front() {
            if found.len() > MAX_EDGES {
                break;
            }
            let next =
                if forwards { graph.out.row(graph.head(edge)) } else { graph.into.row(graph.tail(edge)) };
            for edge in next {
                if open(*edge) && found.insert(*edge) {
                    queue.push_back(*edge);
                }
            }
        }
        found
    };
    waypoints
        .windows(2)
        .map(|leg| {
            let mut zone = flood(&leg[0], true);
            zone.extend(flood(&leg[1], false));
            zone
        })
        .collect()
}
