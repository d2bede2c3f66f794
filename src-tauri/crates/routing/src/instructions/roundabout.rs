//! Roundabouts: exits counted as a driver counts them.

use domain::{Maneuver, TurnAngle};
use region::Access;

use super::{Mark, Way, junction::angle};
use crate::graph::{Edge, Graph};

/// A slip road up to this long behind the exit belongs to it, metres.
const EXIT_SLIP_M: f64 = 100.0;
/// Bending this far around a ring is driving back, degrees.
const BACK: f64 = 150.0;

/// The ring entered at `index` (or started in), and the piece to go on from.
pub(super) fn ring(way: Way<'_>, index: usize) -> Option<(Mark, usize)> {
    let graph = way.graph;
    let pieces = way.pieces;
    let mut exit = 1_u8;
    let mut at = index;
    while at + 1 < pieces.len() && way.is_ring(at + 1) {
        let node = graph.head(pieces[at].edge);
        let leaves = graph.out.row(node).iter().filter(|edge| is_exit(graph, **edge)).count();
        exit = exit.saturating_add(u8::try_from(leaves).unwrap_or(u8::MAX));
        at += 1;
    }
    let entry = index.checked_sub(1);
    let mark = |maneuver, named, bend| Mark { at: index, named, maneuver, bend };
    if at + 1 >= pieces.len() {
        // The trip ends inside; one that also began there has nothing to do.
        entry?;
        let maneuver = Maneuver::Roundabout { exit: 0, angle: None, mini: false };
        return Some((mark(maneuver, index, 0.0), pieces.len()));
    }
    let taken = pieces[at + 1].edge;
    exit = exit.saturating_add(before_ours(graph, pieces[at].edge, taken));
    let bend = entry.map_or(0.0, |entry| way.bend(entry, at + 1));
    let mut named = at + 1;
    let slip = (named..pieces.len()).take_while(|piece| way.is_link(*piece)).count();
    let behind = named + slip;
    if slip > 0 && behind < pieces.len() && way.metres(named, behind) <= EXIT_SLIP_M {
        named = behind;
    }
    let back = entry.is_some_and(|entry| {
        let (from, to) = (pieces[entry].edge, pieces[named].edge);
        to == from ^ 1
            || (bend.abs() > BACK && graph.label(from) == graph.label(to) && !graph.label(to).is_empty())
    });
    let angle =
        if back { None } else { Some(if entry.is_some() { angle(bend) } else { TurnAngle::Straight }) };
    let at = if entry.is_some() { index } else { at + 1 };
    Some((Mark { at, ..mark(Maneuver::Roundabout { exit, angle, mini: false }, named, bend) }, named + 1))
}

/// A painted roundabout that is one node of the map; nothing where there is no choice.
pub(super) fn mini(graph: &Graph, from: Edge, to: Edge) -> Option<Maneuver> {
    let row = graph.out.row(graph.head(from));
    let exits =
        || row.iter().copied().filter(|edge| *edge != from ^ 1 && (*edge == to || is_exit(graph, *edge)));
    if exits().count() < 2 {
        return None;
    }
    let count = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    if to == from ^ 1 {
        return Some(Maneuver::Roundabout { exit: count(exits().count() + 1), angle: None, mini: true });
    }
    let angle = Some(angle(graph.bend(from, to)));
    let kerb = kerb(graph);
    let before = exits().filter(|edge| graph.bend(from, *edge) * kerb > graph.bend(from, to) * kerb).count();
    Some(Maneuver::Roundabout { exit: count(before + 1), angle, mini: true })
}

/// Several exits at one node: those that leave more to the kerb side are passed first.
fn before_ours(graph: &Graph, ring: Edge, taken: Edge) -> u8 {
    let kerb = kerb(graph);
    let row = graph.out.row(graph.head(ring)).iter();
    let before = row.filter(|edge| {
        is_exit(graph, **edge)
            && **edge != taken
            && graph.bend(ring, **edge) * kerb > graph.bend(ring, taken) * kerb
    });
    u8::try_from(before.count()).unwrap_or(u8::MAX)
}

fn kerb(graph: &Graph) -> f64 {
    if graph.roads().drives_left { -1.0 } else { 1.0 }
}

fn is_exit(graph: &Graph, edge: Edge) -> bool {
    !graph.way(edge).roundabout && graph.access(edge) == Access::Yes
}
