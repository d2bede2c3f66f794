//! What a driver has to do, and where: maneuvers from the shape of junctions.

use domain::{LonLat, Maneuver, RoadClass, Side, Step, TurnAngle};
use region::Access;

use crate::{
    assemble::Piece,
    graph::{Edge, Graph},
};

/// Bends up to here are not felt as turns, degrees.
const STRAIGHT: f64 = 30.0;
/// Roads that leave within this many degrees of straight on compete for being the way on.
const AHEAD: f64 = 50.0;
/// A road that bends this far is still the same road when nothing else goes on.
const FOLLOWS: f64 = 60.0;
/// A road that winds this far past smaller roads is still the same road.
const WINDS: f64 = 120.0;
/// A new name is worth an instruction only when it lasts, metres.
const NAME_LASTS_M: f64 = 300.0;
/// Forks this close to each other are one thing to a driver, metres.
const FORKS_IN_A_ROW_M: f64 = 150.0;
/// On which side the end lies is told from here on, metres.
const BESIDE_M: f64 = 6.0;

/// What lies at both ends of a leg.
pub(crate) struct Ends {
    /// It starts by turning around.
    pub(crate) turned: bool,
    /// It ends the route.
    pub(crate) last: bool,
    /// The point that was asked for at its end.
    pub(crate) asked: Option<LonLat>,
}

/// Instructions of one leg.
pub(crate) fn steps(graph: &Graph, geometry: &[LonLat], pieces: &[Piece], ends: &Ends) -> Vec<Step> {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Vec::new() };
    let mut marks: Vec<(usize, Maneuver)> = vec![(0, depart(geometry, first, ends))];
    let mut index = 1;
    while index < pieces.len() {
        if graph.way(pieces[index].edge).roundabout && !graph.way(pieces[index - 1].edge).roundabout {
            let (exit, after) = roundabout(graph, pieces, index);
            marks.push((index, Maneuver::Roundabout(exit)));
            index = after + 1;
            continue;
        }
        if let Some(maneuver) = at_junction(graph, pieces, index)
            && !is_said(pieces, &marks, index, maneuver)
        {
            marks.push((index, maneuver));
        }
        index += 1;
    }
    let mut steps = Vec::with_capacity(marks.len() + 1);
    for (position, (start, maneuver)) in marks.iter().enumerate() {
        let end = marks.get(position + 1).map_or(pieces.len(), |(next, _)| *next);
        steps.push(stretch(graph, &pieces[*start..end], *maneuver));
    }
    let point = last.to_point;
    let arrive =
        if ends.last { Maneuver::Arrive(side_of_end(geometry, last, ends)) } else { Maneuver::Waypoint };
    steps.push(Step {
        maneuver: arrive,
        road: graph.text(graph.way(last.edge).name).to_owned(),
        road_ref: graph.text(graph.way(last.edge).road_ref).to_owned(),
        destination: String::new(),
        exit: String::new(),
        distance_m: 0.0,
        duration_s: 0.0,
        from_point: point,
        to_point: point,
    });
    steps
}

/// Keeping to one side through several forks in a row is said once.
fn is_said(pieces: &[Piece], marks: &[(usize, Maneuver)], index: usize, maneuver: Maneuver) -> bool {
    let since = |from: usize| pieces[from..index].iter().map(|piece| piece.metres).sum::<f64>();
    matches!(maneuver, Maneuver::Fork(_))
        && marks.last().is_some_and(|(from, last)| *last == maneuver && since(*from) <= FORKS_IN_A_ROW_M)
}

fn depart(geometry: &[LonLat], first: &Piece, ends: &Ends) -> Maneuver {
    if ends.turned {
        return Maneuver::UTurn;
    }
    let line = geometry.get(first.from_point..=first.to_point).unwrap_or_default();
    let bearing = line.first().zip(line.iter().skip(1).find(|p| Some(*p) != line.first()));
    let octant = bearing.map_or(0, |(a, b)| (a.bearing_deg(*b) / 45.0).round() as u8 % 8);
    Maneuver::Depart(octant)
}

fn side_of_end(geometry: &[LonLat], last: &Piece, ends: &Ends) -> Option<Side> {
    let line = geometry.get(last.from_point..=last.to_point)?;
    let end = *line.last()?;
    let before = *line.iter().rev().find(|point| **point != end)?;
    let asked = ends.asked.filter(|asked| end.distance_m(*asked) >= BESIDE_M)?;
    let bend = (end.bearing_deg(asked) - before.bearing_deg(end) + 540.0).rem_euclid(360.0) - 180.0;
    // Straight ahead or behind is on neither side.
    ((20.0..=160.0).contains(&bend.abs())).then_some(if bend > 0.0 { Side::Right } else { Side::Left })
}

fn stretch(graph: &Graph, pieces: &[Piece], maneuver: Maneuver) -> Step {
    // Inside a roundabout the ring's own name is of no use: what counts is the road behind the exit.
    let named = match maneuver {
        Maneuver::Roundabout(_) => {
            pieces.iter().find(|piece| !graph.way(piece.edge).roundabout).or(pieces.first())
        }
        _ => pieces.first(),
    };
    let way = named.map(|piece| graph.way(piece.edge));
    let text = |index: Option<u32>| index.map_or_else(String::new, |index| graph.text(index).to_owned());
    Step {
        maneuver,
        road: text(way.map(|way| way.name)),
        road_ref: text(way.map(|way| way.road_ref)),
        destination: text(way.map(|way| way.destination)),
        exit: text(way.map(|way| way.exit)),
        distance_m: pieces.iter().map(|piece| piece.metres).sum(),
        duration_s: pieces.iter().map(|piece| piece.seconds).sum(),
        from_point: pieces.first().map_or(0, |piece| piece.from_point),
        to_point: pieces.last().map_or(0, |piece| piece.to_point),
    }
}

/// Counts the exits of the ring entered at `index`; also returns the index of the piece behind it (or the last).
fn roundabout(graph: &Graph, pieces: &[Piece], index: usize) -> (u8, usize) {
    let mut exit = 1_u8;
    let mut at = index;
    while at + 1 < pieces.len() && graph.way(pieces[at + 1].edge).roundabout {
        let node = graph.head(pieces[at].edge);
        let leaves = graph.out.row(node).iter().filter(|edge| is_exit(graph, **edge)).count();
        exit = exit.saturating_add(u8::try_from(leaves).unwrap_or(u8::MAX));
        at += 1;
    }
    if at + 1 < pieces.len() {
        // Two exits at one node: the ones passed before ours are those that leave more to the kerb side.
        let (ring, taken) = (pieces[at].edge, pieces[at + 1].edge);
        let kerb = if graph.roads().drives_left { -1.0 } else { 1.0 };
        let row = graph.out.row(graph.head(ring)).iter();
        let before = row.filter(|edge| {
            is_exit(graph, **edge)
                && **edge != taken
                && graph.bend(ring, **edge) * kerb > graph.bend(ring, taken) * kerb
        });
        exit = exit.saturating_add(u8::try_from(before.count()).unwrap_or(u8::MAX));
    }
    (exit, (at + 1).min(pieces.len()))
}

fn is_exit(graph: &Graph, edge: Edge) -> bool {
    !graph.way(edge).roundabout && graph.access(edge) == Access::Yes
}

/// What the driver has to do between two pieces, if anything.
fn at_junction(graph: &Graph, pieces: &[Piece], index: usize) -> Option<Maneuver> {
    let (from, to) = (pieces[index - 1].edge, pieces[index].edge);
    if to == from ^ 1 {
        return Some(Maneuver::UTurn);
    }
    let (a, b) = (graph.way(from), graph.way(to));
    if b.road_class() == RoadClass::Ferry {
        return (a.road_class() != RoadClass::Ferry).then_some(Maneuver::Ferry);
    }
    if a.road_class() == RoadClass::Ferry {
        return Some(Maneuver::Continue);
    }
    let bend = graph.bend(from, to);
    let others: Vec<Edge> = graph
        .out
        .row(graph.head(from))
        .iter()
        .copied()
        .filter(|edge| *edge != to && *edge != from ^ 1)
        .collect();
    if a.link
        && !b.link
        && is_big(b.road_class())
        && let Some(main) = joined(graph, from, to)
    {
        // Whoever comes from the right heads more to the left than the road that they join.
        let turned = (graph.bearing_in(main) - graph.bearing_in(from) + 540.0).rem_euclid(360.0) - 180.0;
        return Some(Maneuver::Merge(if turned >= 0.0 { Side::Left } else { Side::Right }));
    }
    if others.is_empty() {
        return None;
    }
    if b.link && !a.link && is_big(b.road_class()) {
        let side = side_among(graph, from, to, &others);
        return Some(if is_big(a.road_class()) { Maneuver::RampOff(side) } else { Maneuver::RampOn(side) });
    }
    if bend.abs() <= AHEAD
        && let Some(side) = fork(graph, from, to, &others)
    {
        return Some(Maneuver::Fork(side));
    }
    let straighter = others.iter().any(|other| graph.bend(from, *other).abs() < bend.abs());
    let same = same_road(graph, from, to);
    let lesser = others
        .iter()
        .all(|other| graph.access(*other) != Access::Yes || graph.way(*other).road_class() > b.road_class());
    let follows = same && !straighter && bend.abs() <= if lesser { WINDS } else { FOLLOWS };
    if bend.abs() > STRAIGHT && !follows {
        return Some(Maneuver::Turn(angle(bend)));
    }
    let renamed = !same && !graph.label(from).is_empty() && !graph.label(to).is_empty();
    (renamed && lasts(graph, &pieces[index..])).then_some(Maneuver::Continue)
}

fn is_big(class: RoadClass) -> bool {
    matches!(class, RoadClass::Motorway | RoadClass::Trunk)
}

/// The carriageway that runs into the same road here, if any.
fn joined(graph: &Graph, from: Edge, to: Edge) -> Option<Edge> {
    let mut arriving = graph.into.row(graph.head(from)).iter().copied();
    arriving.find(|other| *other != from && *other != to ^ 1 && !graph.way(*other).link)
}

fn side_among(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> Side {
    let own = graph.bend(from, to);
    let straightest =
        others.iter().map(|other| graph.bend(from, *other)).min_by(|a, b| a.abs().total_cmp(&b.abs()));
    if own < straightest.unwrap_or(0.0) { Side::Left } else { Side::Right }
}

/// The side to keep to where two roads of a kind go on ahead and neither is the obvious one.
fn fork(graph: &Graph, from: Edge, to: Edge, others: &[Edge]) -> Option<Side> {
    let (a, b) = (graph.way(from), graph.way(to));
    let rival = others
        .iter()
        .copied()
        .filter(|other| graph.access(*other) == Access::Yes && graph.bend(from, *other).abs() <= AHEAD)
        .find(|other| {
            let c = graph.way(*other);
            let rank = c.road_class() as i8 - b.road_class() as i8;
            let obvious = same_road(graph, from, to) && !same_road(graph, from, *other);
            let lesser = rank > 0 || (c.link && !b.link);
            !(rank > 1 || (obvious && (lesser || a.road_class() == b.road_class())))
        })?;
    Some(if graph.bend(from, to) < graph.bend(from, rival) { Side::Left } else { Side::Right })
}

/// One road goes on: the same name, or without names the same ref, or neither has any and class and kind agree.
fn same_road(graph: &Graph, from: Edge, to: Edge) -> bool {
    let (a, b) = (graph.way(from), graph.way(to));
    if a.name != 0 || b.name != 0 {
        return a.name == b.name;
    }
    if a.road_ref != 0 || b.road_ref != 0 {
        return a.road_ref == b.road_ref;
    }
    a.class == b.class && a.link == b.link
}

fn lasts(graph: &Graph, pieces: &[Piece]) -> bool {
    let Some(first) = pieces.first() else { return false };
    let run = pieces.iter().take_while(|piece| same_road(graph, first.edge, piece.edge));
    run.map(|piece| piece.metres).sum::<f64>() >= NAME_LASTS_M
}

fn angle(bend: f64) -> TurnAngle {
    match bend {
        b if b < -120.0 => TurnAngle::SharpLeft,
        b if b < -60.0 => TurnAngle::Left,
        b if b < -20.0 => TurnAngle::SlightLeft,
        b if b <= 20.0 => TurnAngle::Straight,
        b if b <= 60.0 => TurnAngle::SlightRight,
        b if b <= 120.0 => TurnAngle::Right,
        _ => TurnAngle::SharpRight,
    }
}
