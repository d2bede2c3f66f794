//! Ramps, slip roads and where they join.

use domain::{Maneuver, RoadClass, Side};

use super::{
    Mark, Way,
    junction::{angle, is_big, others, same_road},
};
use crate::graph::{Edge, Graph};

/// A slip road up to this long is part of a turn at one junction, metres.
const CHANNEL_M: f64 = 150.0;
/// The same where a trunk road is involved: its ramps are longer than its turn lanes, metres.
const CHANNEL_OF_TRUNK_M: f64 = 80.0;
/// Bends up to here are not felt as turns, degrees.
const STRAIGHT: f64 = 30.0;
/// A ramp that leaves at more than this is turned into, degrees.
const TURNED_INTO: f64 = 50.0;

/// What to do where the way enters a link at `index`, and the piece to go on from.
pub(super) fn enter(way: Way<'_>, index: usize) -> (Option<Mark>, usize) {
    let graph = way.graph;
    let end = (index..way.pieces.len()).find(|at| !way.is_link(*at)).unwrap_or(way.pieces.len());
    let (from, link) = (way.pieces[index - 1].edge, way.pieces[index].edge);
    if is_channel(way, index, end) {
        if way.is_ring(end) {
            return (None, end);
        }
        return (channel(way, index, end), end + 1);
    }
    let others = others(graph, from, link);
    if others.is_empty() || graph.way(from).road_class() == RoadClass::Ferry {
        return (super::junction::at(way, index), index + 1);
    }
    let bend = graph.bend(from, link);
    let leaves = is_big(graph.way(from).road_class());
    let side = side_among(graph, from, link, &others);
    let maneuver = if leaves {
        Maneuver::RampOff(side)
    } else if bend.abs() > TURNED_INTO {
        Maneuver::Turn(angle(bend))
    } else {
        Maneuver::RampOn(side)
    };
    (Some(Mark { at: index, named: index, maneuver, bend }), index + 1)
}

/// A short link from road to road at one junction.
fn is_channel(way: Way<'_>, index: usize, end: usize) -> bool {
    let graph = way.graph;
    if end >= way.pieces.len() || graph.way(way.pieces[index - 1].edge).road_class() == RoadClass::Ferry {
        return false;
    }
    let mut class = RoadClass::Ferry;
    for piece in &way.pieces[index - 1..=end] {
        class = class.min(graph.way(piece.edge).road_class());
    }
    let longest = match class {
        RoadClass::Motorway => return false,
        RoadClass::Trunk => CHANNEL_OF_TRUNK_M,
        _ => CHANNEL_M,
    };
    let signed = graph
        .roads()
        .guide
        .sign(graph.segment(way.pieces[index].edge).way, way.pieces[index].edge & 1 == 1)
        .is_some_and(|sign| sign.exit != 0);
    !signed && way.metres(index, end) <= longest
}

fn channel(way: Way<'_>, index: usize, end: usize) -> Option<Mark> {
    let graph = way.graph;
    let (from, to) = (way.pieces[index - 1].edge, way.pieces[end].edge);
    let bend = way.bend(index - 1, end);
    let mark = |maneuver| Mark { at: index, named: end, maneuver, bend };
    if to == from ^ 1 || (bend.abs() > 150.0 && same_road(graph, from, to)) {
        return Some(mark(Maneuver::UTurn));
    }
    if bend.abs() > STRAIGHT {
        return Some(mark(Maneuver::Turn(angle(bend))));
    }
    let link = way.pieces[index].edge;
    let others = others(graph, from, link);
    (!same_road(graph, from, to) && !others.is_empty())
        .then(|| mark(Maneuver::Fork(Some(side_among(graph, from, link, &others)))))
}

/// Joining a bigger road at the end of a ramp: another carriageway runs into the same road here.
pub(super) fn merge(graph: &Graph, from: Edge, to: Edge) -> Option<Maneuver> {
    const ALONG: f64 = 50.0;
    let (a, b) = (graph.way(from), graph.way(to));
    if !a.link || b.link || b.road_class() > RoadClass::Secondary || graph.bend(from, to).abs() > ALONG {
        return None;
    }
    let mut arriving = graph.into.row(graph.head(from)).iter().copied();
    let main = arriving.find(|other| {
        *other != from
            && *other != to ^ 1
            && !graph.way(*other).link
            && graph.bend(*other, to).abs() <= ALONG
            && same_road(graph, *other, to)
    })?;
    // Whoever comes from the right heads more to the left than the road that they join.
    let turned = (graph.bearing_in(main) - graph.bearing_in(from) + 540.0).rem_euclid(360.0) - 180.0;
    Some(Maneuver::Merge(if turned >= 0.0 { Side::Left } else { Side::Right }))
}

fn side_among(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> Side {
    let own = graph.bend(from, to);
    let straightest =
        others.iter().map(|other| graph.bend(from, *other)).min_by(|a, b| a.abs().total_cmp(&b.abs()));
    if own < straightest.unwrap_or(0.0) { Side::Left } else { Side::Right }
}
