//! Junctions: turning, keeping to a side, going on where that is not obvious.

use domain::{Maneuver, RoadClass, Side, TurnAngle};
use region::{Access, MarkKind};

use super::{Mark, Way, ramps, roundabout};
use crate::graph::{Edge, Graph};

/// Bends up to here are not felt as turns, degrees.
const STRAIGHT: f64 = 30.0;
/// Roads that leave within this many degrees of straight on compete for being the way on.
const AHEAD: f64 = 50.0;
/// Two ways ahead further apart than this are told apart without a word, when one of them is straight on.
const APART: f64 = 40.0;
/// A road that bends this far is still the same road when nothing else goes on.
const FOLLOWS: f64 = 60.0;
/// A road that winds this far past smaller roads is still the same road.
const WINDS: f64 = 120.0;

/// What the driver has to do between the piece before `index` and that piece, if anything.
pub(super) fn at(way: Way<'_>, index: usize) -> Option<Mark> {
    let graph = way.graph;
    let (from, to) = (way.pieces[index - 1].edge, way.pieces[index].edge);
    if from == to {
        return None;
    }
    let mark = |maneuver| Mark { at: index, named: index, maneuver, bend: graph.bend(from, to) };
    if graph.roads().guide.marks(graph.head(from)).iter().any(|mark| mark.kind == MarkKind::MiniRoundabout)
        && let Some(maneuver) = roundabout::mini(graph, from, to)
    {
        return Some(mark(maneuver));
    }
    if to == from ^ 1 {
        return Some(mark(Maneuver::UTurn));
    }
    match (is_ferry(graph, from), is_ferry(graph, to)) {
        (false, true) => return Some(mark(Maneuver::Ferry { crossing_s: crossing_s(way, index) })),
        (true, false) => return Some(mark(Maneuver::FerryOff)),
        (true, true) => return None,
        (false, false) => {}
    }
    if let Some(maneuver) = ramps::merge(graph, from, to) {
        return Some(mark(maneuver));
    }
    let others = others(graph, from, to);
    turn(graph, from, to, &others).map(mark)
}

/// Seconds that the ferry boarded at `index` is on its way, as its timetable says.
fn crossing_s(way: Way<'_>, index: usize) -> u32 {
    let aboard = way.pieces.get(index..).unwrap_or_default().iter();
    let edges = aboard.map(|piece| piece.edge).take_while(|edge| is_ferry(way.graph, *edge));
    edges.map(|edge| way.graph.way(edge).ferry_s).sum()
}

/// The other roads that a car could take.
pub(super) fn others(graph: &Graph, from: Edge, to: Edge) -> Vec<Edge> {
    let row = graph.out.row(graph.head(from)).iter().copied();
    row.filter(|edge| *edge != to && *edge != from ^ 1).collect()
}

fn turn(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> Option<Maneuver> {
    if others.is_empty() {
        return None;
    }
    let bend = graph.bend(from, to);
    let same = same_road(graph, from, to);
    if bend.abs() <= AHEAD
        && let Some(maneuver) = fork(graph, from, to, others)
    {
        return Some(maneuver);
    }
    let class = graph.way(to).road_class();
    let lesser = others
        .iter()
        .all(|other| graph.access(*other) != Access::Yes || graph.way(*other).road_class() > class);
    let straighter = others.iter().any(|other| graph.bend(from, *other).abs() + 10.0 < bend.abs());
    let unsigned = graph.label(from).is_empty() || graph.label(to).is_empty();
    let limit = match (lesser, unsigned) {
        (true, false) => WINDS,
        (false, false) | (true, true) => FOLLOWS,
        (false, true) => STRAIGHT,
    };
    if bend.abs() > STRAIGHT {
        let follows = same && bend.abs() <= limit && (!straighter || (lesser && bend.abs() <= FOLLOWS));
        return (!follows).then(|| Maneuver::Turn(angle_among(graph, from, to, others)));
    }
    // Straight on is obvious unless the road that one is on bends away here.
    let leaves = !same
        && others.iter().any(|other| {
            graph.access(*other) == Access::Yes
                && !unsigned
                && same_road(graph, from, *other)
                && graph.bend(from, *other).abs() <= WINDS
                && graph.way(*other).road_class() <= class
        });
    leaves.then_some(Maneuver::Continue)
}

/// Where two roads of a kind go on ahead and neither is the obvious one.
fn fork(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> Option<Maneuver> {
    let bend = graph.bend(from, to);
    let ahead = |edge: &Edge| graph.access(*edge) == Access::Yes && graph.bend(from, *edge).abs() <= AHEAD;
    let rivals: Vec<Edge> = others.iter().copied().filter(ahead).collect();
    if !rivals.iter().any(|rival| competes(graph, from, to, *rival)) {
        return None;
    }
    // Whoever leaves their own road for a lesser one turns off it.
    let leaves = |rival: &Edge| {
        same_road(graph, from, *rival)
            && !same_road(graph, from, to)
            && graph.way(*rival).road_class() < graph.way(to).road_class()
            && graph.bend(from, *rival).abs() < bend.abs()
    };
    if rivals.iter().any(leaves) && !graph.way(to).link {
        let right = bend > 0.0;
        return Some(Maneuver::Turn(if right { TurnAngle::SlightRight } else { TurnAngle::SlightLeft }));
    }
    let lefts = rivals.iter().any(|rival| graph.bend(from, *rival) < bend);
    let rights = rivals.iter().any(|rival| graph.bend(from, *rival) > bend);
    Some(Maneuver::Fork(match (lefts, rights) {
        (true, true) => None,
        (true, false) => Some(Side::Right),
        (false, _) => Some(Side::Left),
    }))
}

/// Whether a driver could take `rival` for the way on.
fn competes(graph: &Graph, from: Edge, to: Edge, rival: Edge) -> bool {
    let (a, b, c) = (graph.way(from), graph.way(to), graph.way(rival));
    let rank = i16::from(c.class) - i16::from(b.class);
    if rank > 1 || (c.link && !b.link && rank >= 0) {
        return false;
    }
    let stays = same_road(graph, from, to) && !same_road(graph, from, rival);
    if stays && (rank > 0 || a.class == b.class) {
        return false;
    }
    let (bend, other) = (graph.bend(from, to), graph.bend(from, rival));
    // One of them straight on and the other clearly to the side: told apart by eye, unless ours is the one aside.
    let clear = bend.abs() <= 15.0 && (bend - other).abs() >= APART && rank >= 0;
    // Where more lanes go on than leave, the road goes on.
    let lanes = |edge: Edge| {
        let sign = graph.roads().guide.sign(graph.segment(edge).way, edge & 1 == 1);
        sign.map_or(0, |sign| sign.lanes)
    };
    let wider =
        lanes(to) >= 2 && lanes(rival) >= 1 && lanes(to) > lanes(rival) && bend.abs() <= 15.0 && !b.link;
    !(clear || wider)
}

/// One road goes on: the same name or a number in common; where a label is missing, class and kind agree.
pub(super) fn same_road(graph: &Graph, from: Edge, to: Edge) -> bool {
    let (a, b) = (graph.way(from), graph.way(to));
    if a.name != 0 && a.name == b.name {
        return true;
    }
    if a.road_ref != 0 && b.road_ref != 0 {
        let numbers = |index: u32| graph.text(index).split(", ");
        if numbers(a.road_ref).any(|number| numbers(b.road_ref).any(|other| other == number)) {
            return true;
        }
    }
    let labelled = |name: u32, road_ref: u32| name != 0 || road_ref != 0;
    if labelled(a.name, a.road_ref) && labelled(b.name, b.road_ref) {
        return false;
    }
    a.class == b.class && a.link == b.link
}

pub(super) fn is_big(class: RoadClass) -> bool {
    matches!(class, RoadClass::Motorway | RoadClass::Trunk)
}

fn is_ferry(graph: &Graph, edge: Edge) -> bool {
    graph.way(edge).road_class() == RoadClass::Ferry
}

/// The angle as it is told where several roads go to the same side: of two, one is slight or sharp.
fn angle_among(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> TurnAngle {
    const TELL_APART: f64 = 25.0;
    let bend = graph.bend(from, to);
    let plain = angle(bend);
    let beside = |edge: &&Edge| {
        let other = graph.bend(from, **edge);
        other.signum() == bend.signum()
            && angle(other) == plain
            && graph.access(**edge) == Access::Yes
            && graph.way(**edge).class <= graph.way(to).class.saturating_add(1)
    };
    let rivals: Vec<f64> = others.iter().filter(beside).map(|edge| graph.bend(from, *edge).abs()).collect();
    let further = rivals.iter().any(|other| other - bend.abs() >= TELL_APART);
    let nearer = rivals.iter().any(|other| bend.abs() - other >= TELL_APART);
    match (plain, nearer, further) {
        (TurnAngle::Left, true, false) => TurnAngle::SharpLeft,
        (TurnAngle::Left, false, true) => TurnAngle::SlightLeft,
        (TurnAngle::Right, true, false) => TurnAngle::SharpRight,
        (TurnAngle::Right, false, true) => TurnAngle::SlightRight,
        _ => plain,
    }
}

/// The angle of a bend.
pub(super) fn angle(bend: f64) -> TurnAngle {
    match bend {
        b if b < -130.0 => TurnAngle::SharpLeft,
        b if b < -50.0 => TurnAngle::Left,
        b if b < -20.0 => TurnAngle::SlightLeft,
        b if b <= 20.0 => TurnAngle::Straight,
        b if b <= 50.0 => TurnAngle::SlightRight,
        b if b <= 130.0 => TurnAngle::Right,
        _ => TurnAngle::SharpRight,
    }
}
