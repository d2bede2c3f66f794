//! From a found way to a [`Route`]: the line, measures, details and instructions.

use domain::{
    Detail, FeatureMetres, Leg, LonLat, PathDetail, RoadFeature, Route, RouteId, explain::Measured,
};

use crate::{
    ends,
    graph::{Edge, Graph},
    instructions,
    legs::LegPath,
    router::Router,
    snap::{Snap, WHOLE},
    weights::{Cost, seconds},
};

/// An edge, or a part of one, as driven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) edge: Edge,
    pub(crate) metres: f64,
    /// On the clock, the turn and the light before it included.
    pub(crate) seconds: f64,
    /// First and last point in the route's geometry.
    pub(crate) from_point: usize,
    pub(crate) to_point: usize,
}

/// Puts a route together.
pub(crate) fn route(router: &Router, legs: &[LegPath], cost: Cost, waypoints: &[Snap]) -> Route {
    let graph = &router.graph;
    let mut geometry: Vec<LonLat> = Vec::new();
    let mut pieces_of_legs: Vec<Vec<Piece>> = Vec::new();
    for leg in legs {
        pieces_of_legs.push(pieces(router, leg, &mut geometry));
    }
    let all: Vec<Piece> = pieces_of_legs.iter().flatten().copied().collect();
    let mut keys = Vec::with_capacity(all.len());
    let mut features = FeatureMetres::default();
    let mut signals = 0;
    let mut last: Option<Edge> = None;
    let mut ranges = Vec::with_capacity(legs.len());
    let mut through: Vec<bool> = Vec::with_capacity(all.len());
    for pieces in &pieces_of_legs {
        let first_piece = through.len();
        through.extend(passes_through(graph, pieces));
        // A stop in the middle of an edge cuts it into two pieces of one edge.
        let first = keys.len() - usize::from(pieces.first().is_some_and(|piece| last == Some(piece.edge)));
        for (piece, through) in pieces.iter().zip(through.get(first_piece..).unwrap_or_default()) {
            if last != Some(piece.edge) {
                keys.push(graph.key(piece.edge));
                signals += u32::from(last.is_some() && graph.signals_at_tail(piece.edge));
            }
            last = Some(piece.edge);
            for feature in graph.kind_of(piece.edge).features.iter() {
                if feature != RoadFeature::Residential || *through {
                    features.add(feature, piece.metres);
                }
            }
        }
        ranges.push(first..keys.len());
    }
    let last_leg = legs.len().saturating_sub(1);
    let legs = legs
        .iter()
        .zip(&pieces_of_legs)
        .zip(ranges)
        .enumerate()
        .map(|(index, ((leg, pieces), edges))| Leg {
            edges,
            distance_m: pieces.iter().map(|piece| piece.metres).sum(),
            duration_s: pieces.iter().map(|piece| piece.seconds).sum(),
            steps: instructions::steps(
                graph,
                &geometry,
                pieces,
                &instructions::Ends {
                    turned: leg.turned,
                    last: index == last_leg,
                    asked_start: waypoints.get(index).map(|snap| snap.asked),
                    asked_end: waypoints.get(index + 1).map(|snap| snap.asked),
                },
            ),
        })
        .collect::<Vec<_>>();
    Route {
        id: RouteId::of(&keys),
        distance_m: legs.iter().map(|leg| leg.distance_m).sum(),
        duration_s: legs.iter().map(|leg| leg.duration_s).sum(),
        weight_s: seconds(cost),
        features,
        details: details(router, &all, &through),
        via_roads: via_roads(router, &all),
        signals,
        edges: keys,
        geometry,
        legs,
    }
}

/// One edge of a leg, or the part of it that is driven.
struct Driven {
    edge: Edge,
    /// In 65,536ths of the edge.
    from: u32,
    to: u32,
    metres: f64,
    seconds: f64,
}

/// A leg edge by edge, with the time that each takes on the clock.
fn driven<'a>(router: &'a Router, leg: &'a LegPath) -> impl Iterator<Item = Driven> + 'a {
    let graph = &router.graph;
    let count = leg.states.len();
    leg.states.iter().enumerate().map(move |(index, state)| {
        let edge = router.turns.edge(*state);
        let from = if index == 0 { leg.start.share } else { 0 };
        let to = if index + 1 == count { leg.end.share } else { WHOLE };
        let part = f64::from(to.saturating_sub(from)) / f64::from(WHOLE);
        let mut ms = f64::from(graph.travel_ms[edge as usize]) * part;
        if let Some(before) = index.checked_sub(1).and_then(|before| leg.states.get(before)) {
            let turn = router.turns.from(*before).iter().find(|turn| turn.state == *state);
            ms += turn.map_or(0.0, |turn| f64::from(turn.cost_cs) * 10.0);
            ms += f64::from(graph.weighed[edge as usize].pause_ms);
        } else if leg.turned {
            ms += f64::from(crate::costing::turn_cs(180.0, false, false, false, true)) * 10.0;
        }
        Driven { edge, from, to, metres: graph.length_m(edge) * part, seconds: ms / 1000.0 }
    })
}

/// What [`route`] would come out as, without its line and its instructions: all that an explanation compares.
pub(crate) fn measure(router: &Router, legs: &[LegPath]) -> Measured {
    let mut keys = Vec::new();
    let mut last: Option<Edge> = None;
    let (mut distances, mut durations) = (Vec::with_capacity(legs.len()), Vec::with_capacity(legs.len()));
    for leg in legs {
        let (mut metres, mut seconds) = (0.0, 0.0);
        for piece in driven(router, leg) {
            if last != Some(piece.edge) {
                keys.push(router.graph.key(piece.edge));
            }
            last = Some(piece.edge);
            metres += piece.metres;
            seconds += piece.seconds;
        }
        distances.push(metres);
        durations.push(seconds);
    }
    Measured {
        route: RouteId::of(&keys),
        duration_s: durations.into_iter().sum(),
        distance_m: distances.into_iter().sum(),
    }
}

fn pieces(router: &Router, leg: &LegPath, geometry: &mut Vec<LonLat>) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(leg.states.len());
    for Driven { edge, from, to, metres, seconds } in driven(router, leg) {
        let skip = usize::from(!geometry.is_empty());
        let from_point = geometry.len() - skip;
        if from == 0 && to == WHOLE {
            geometry.extend(router.graph.points(edge).skip(skip));
        } else {
            let (from, to) = (f64::from(from) / f64::from(WHOLE), f64::from(to) / f64::from(WHOLE));
            geometry.extend(clip(&router.graph.geometry(edge), from, to).into_iter().skip(skip));
        }
        let to_point = geometry.len() - 1;
        pieces.push(Piece { edge, metres, seconds, from_point, to_point });
    }
    pieces
}

/// The part of a line between two shares of its length; two points at least.
pub(crate) fn clip(line: &[LonLat], from: f64, to: f64) -> Vec<LonLat> {
    if from <= 0.0 && to >= 1.0 {
        return line.to_vec();
    }
    let lengths: Vec<f64> = line.windows(2).map(|pair| pair[0].distance_m(pair[1])).collect();
    let whole: f64 = lengths.iter().sum();
    let at = |share: f64| -> (usize, LonLat) {
        let mut left = share * whole;
        for (index, length) in lengths.iter().enumerate() {
            if left <= *length || index + 1 == lengths.len() {
                let t = if *length > 0.0 { (left / length).clamp(0.0, 1.0) } else { 0.0 };
                let (a, b) = (line[index], line[index + 1]);
                return (
                    index,
                    LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t },
                );
            }
            left -= length;
        }
        (0, line[0])
    };
    let ((first, start), (last, end)) = (at(from), at(to));
    let mut part = vec![start];
    part.extend(line.get(first + 1..=last).into_iter().flatten().filter(|p| **p != start && **p != end));
    part.push(end);
    part
}

/// Runs of equal values along the route.
fn runs<T: PartialEq>(
    pieces: &[Piece],
    mut value: impl FnMut(&Piece) -> Option<T>,
    detail: impl Fn(T) -> Detail,
) -> Vec<PathDetail> {
    let mut runs: Vec<(T, usize, usize, f64)> = Vec::new();
    let mut open = false;
    for piece in pieces {
        let Some(value) = value(piece) else {
            open = false;
            continue;
        };
        match runs.last_mut().filter(|(known, ..)| open && *known == value) {
            Some((_, _, to, metres)) => {
                *to = piece.to_point;
                *metres += piece.metres;
            }
            None => runs.push((value, piece.from_point, piece.to_point, piece.metres)),
        }
        open = true;
    }
    let describe = |(value, from_point, to_point, metres)| PathDetail {
        what: detail(value),
        from_point,
        to_point,
        metres,
    };
    runs.into_iter().map(describe).collect()
}

/// Of each piece of a leg whether it lies between bigger roads. Small streets at its ends are where one lives or goes to,
/// and no short cut, up to the first bigger road that meets them.
fn passes_through(graph: &Graph, pieces: &[Piece]) -> Vec<bool> {
    let small = |piece: &&Piece| graph.kind_of(piece.edge).features.has(RoadFeature::Residential);
    let quiet = |met: &mut bool, node: u32| !std::mem::replace(met, ends::meets_bigger_road(graph, node));
    let mut met = false;
    let leaving = pieces.iter().take_while(|piece| small(piece) && quiet(&mut met, graph.head(piece.edge)));
    let first = leaving.count();
    let mut met = false;
    let arriving = pieces.iter().rev();
    let last = arriving.take_while(|piece| small(piece) && quiet(&mut met, graph.tail(piece.edge))).count();
    (0..pieces.len()).map(|index| index >= first && index + last < pieces.len()).collect()
}

fn details(router: &Router, pieces: &[Piece], through: &[bool]) -> Vec<PathDetail> {
    let graph = &router.graph;
    let mut details = Vec::new();
    for feature in RoadFeature::ALL {
        let mut through = through.iter();
        let has = |piece: &Piece| {
            let counts = through.next().copied().unwrap_or(true) || feature != RoadFeature::Residential;
            (counts && graph.kind_of(piece.edge).features.has(feature)).then_some(())
        };
        details.extend(runs(pieces, has, |()| Detail::Feature(feature)));
    }
    details.extend(runs(pieces, |piece| Some(graph.kind_of(piece.edge).class), Detail::Class));
    let label = |piece: &Piece| Some(graph.label(piece.edge)).filter(|label| !label.is_empty());
    details.extend(runs(pieces, label, |label| Detail::Road(label.to_owned())));
    for zone in &graph.roads().zones {
        let inside = |piece: &Piece| zone.segments.binary_search(&(piece.edge >> 1)).ok().map(|_| ());
        details.extend(runs(pieces, inside, |()| Detail::LowEmissionZone(zone.name.clone())));
    }
    details
}

/// The at most three roads that make up most of the way, in driving order. A road that is less than a twentieth of
/// the way says nothing about it, unless all are.
fn via_roads(router: &Router, pieces: &[Piece]) -> Vec<String> {
    let mut roads: Vec<(&str, f64, usize)> = Vec::new();
    // Ramps and rings are parts of the roads that they join.
    let telling = |piece: &&Piece| {
        let way = router.graph.way(piece.edge);
        !way.link && !way.roundabout
    };
    for (order, piece) in pieces.iter().filter(telling).enumerate() {
        let label = router.graph.label(piece.edge);
        match roads.iter_mut().find(|(known, ..)| *known == label) {
            _ if label.is_empty() => {}
            Some((_, metres, _)) => *metres += piece.metres,
            None => roads.push((label, piece.metres, order)),
        }
    }
    let whole: f64 = pieces.iter().map(|piece| piece.metres).sum();
    roads.sort_by(|a, b| b.1.total_cmp(&a.1));
    let telling = roads.iter().take(3).filter(|(_, metres, _)| *metres >= whole / 20.0).count().max(1);
    roads.truncate(telling);
    roads.sort_by_key(|(.., order)| *order);
    roads.into_iter().map(|(label, ..)| label.to_owned()).collect()
}
