//! What a driver has to do, and where: maneuvers from the shape of junctions.
//!
//! The rules stand in `docs/spec/words.md`. One pass over the pieces of a leg makes a [`Mark`] wherever something is
//! to be done ([`junction`], [`ramps`], [`roundabout`], [`stops`]); [`tidy`] joins marks that are one thing to a
//! driver; the stretch behind each mark becomes a [`Step`].

mod ends;
mod junction;
mod lanes;
mod notes;
mod plaza;
mod ramps;
mod roundabout;
mod signs;
mod stops;
mod tidy;

use domain::{LonLat, Maneuver, Step};

pub(crate) use ends::Ends;

use crate::{assemble::Piece, graph::Graph};

/// A maneuver at the beginning of a piece.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The piece that begins at the maneuver.
    at: usize,
    /// The piece that names the road one is on afterwards.
    named: usize,
    maneuver: Maneuver,
    /// How far the way bends through the whole maneuver, degrees, right is positive.
    bend: f64,
}

/// The pieces of a leg on their graph.
#[derive(Clone, Copy)]
struct Way<'a> {
    graph: &'a Graph,
    pieces: &'a [Piece],
}

impl Way<'_> {
    /// Metres from the beginning of one piece to the beginning of another.
    fn metres(&self, from: usize, to: usize) -> f64 {
        self.pieces.get(from..to).unwrap_or_default().iter().map(|piece| piece.metres).sum()
    }

    /// How far one bends from the end of one piece to the beginning of another.
    fn bend(&self, from: usize, to: usize) -> f64 {
        match (self.pieces.get(from), self.pieces.get(to)) {
            (Some(from), Some(to)) => self.graph.bend(from.edge, to.edge),
            _ => 0.0,
        }
    }

    fn is_link(&self, index: usize) -> bool {
        self.pieces.get(index).is_some_and(|piece| self.graph.way(piece.edge).link)
    }

    fn is_ring(&self, index: usize) -> bool {
        self.pieces.get(index).is_some_and(|piece| self.graph.way(piece.edge).roundabout)
    }
}

/// Instructions of one leg.
pub(crate) fn steps(graph: &Graph, geometry: &[LonLat], pieces: &[Piece], ends: &Ends) -> Vec<Step> {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Vec::new() };
    let way = Way { graph, pieces };
    let mut marks = vec![Mark { at: 0, named: 0, maneuver: ends::depart(geometry, first, ends), bend: 0.0 }];
    let mut index = 1;
    // A trip that begins inside a ring leaves it by an exit like any other.
    if way.is_ring(0)
        && let Some((mark, next)) = roundabout::ring(way, 0)
    {
        marks.push(mark);
        index = next;
    }
    while index < pieces.len() {
        let (mark, next) = if way.is_ring(index) && !way.is_ring(index - 1) {
            roundabout::ring(way, index).map_or((None, index + 1), |(mark, next)| (Some(mark), next))
        } else if way.is_link(index) && !way.is_link(index - 1) {
            ramps::enter(way, index)
        } else {
            (junction::at(way, index), index + 1)
        };
        marks.extend(mark.or_else(|| stops::at(way, index)));
        index = next.max(index + 1);
    }
    tidy::tidy(way, &mut marks);
    let mut steps = Vec::with_capacity(marks.len() + 1);
    for (position, mark) in marks.iter().enumerate() {
        let end = marks.get(position + 1).map_or(pieces.len(), |next| next.at);
        steps.push(stretch(way, mark, end, position.checked_sub(1).and_then(|before| marks.get(before))));
    }
    steps.push(end_of_leg(way, geometry, last, ends));
    steps
}

/// One step: a mark and the pieces until the next.
fn stretch(way: Way<'_>, mark: &Mark, end: usize, before: Option<&Mark>) -> Step {
    let pieces = way.pieces.get(mark.at..end).unwrap_or_default();
    let mark = &Mark { named: signs::named(way, mark, end), ..*mark };
    let named = way.pieces.get(mark.named).or(pieces.first());
    Step {
        maneuver: mark.maneuver,
        road: named.map(|piece| signs::road(way.graph, piece.edge)).unwrap_or_default(),
        stays: signs::stays(way, mark),
        kind: named.map(|piece| signs::kind(way.graph, piece.edge)).unwrap_or_default(),
        sign: signs::signpost(way, mark),
        lanes: lanes::lanes(way, mark),
        lights: before.map_or(0, |before| stops::lights(way, before, mark)),
        notes: notes::notes(way, mark, end),
        distance_m: pieces.iter().map(|piece| piece.metres).sum(),
        duration_s: pieces.iter().map(|piece| piece.seconds).sum(),
        from_point: pieces.first().map_or(0, |piece| piece.from_point),
        to_point: pieces.last().map_or(0, |piece| piece.to_point),
    }
}

fn end_of_leg(way: Way<'_>, geometry: &[LonLat], last: &Piece, ends: &Ends) -> Step {
    let side = ends::side_of_end(geometry, last, ends);
    Step {
        maneuver: if ends.last { Maneuver::Arrive(side) } else { Maneuver::Waypoint(side) },
        road: signs::road(way.graph, last.edge),
        stays: true,
        kind: signs::kind(way.graph, last.edge),
        sign: domain::Signpost::default(),
        lanes: Vec::new(),
        lights: 0,
        notes: Vec::new(),
        distance_m: 0.0,
        duration_s: 0.0,
        from_point: last.to_point,
        to_point: last.to_point,
    }
}
