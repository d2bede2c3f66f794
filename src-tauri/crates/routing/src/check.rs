//! An independent judge of whether a way may be driven.
//!
//! It reads the [`RoadNetwork`] itself and shares nothing with the search: no turn table, no states, no graph. Tests
//! and evaluations hold every route against it.

mod network;

use std::ops::Range;

use domain::{EdgeKey, RoadClass, Route, Vehicle};
use region::{Access, LimitAt, RoadNetwork};

use crate::Terms;
use network::Network;

/// Why a way must not be driven. Positions count edges from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The legs do not cover the edges one after another.
    #[error("leg {0} does not begin where the one before ends")]
    Legs(usize),
    /// No such edge in the network.
    #[error("edge {0} does not exist")]
    Unknown(usize),
    /// Cars may not drive it.
    #[error("edge {0} is closed to cars")]
    Closed(usize),
    /// It does not start where the one before ends.
    #[error("edge {0} does not continue the one before")]
    Gap(usize),
    /// A barrier stands in between.
    #[error("a barrier stands before edge {0}")]
    Barrier(usize),
    /// Turning around is not sensible there.
    #[error("edge {0} turns around where one does not")]
    UTurn(usize),
    /// A turn restriction ends with it.
    #[error("edge {0} completes a forbidden turn")]
    Restricted(usize),
    /// A destination-only road serves as a short cut.
    #[error("edge {0} is for reaching something on it and is used as a short cut")]
    ShortCut(usize),
    /// The vehicle is larger or heavier than is posted there.
    #[error("edge {0} is posted too small for the vehicle")]
    TooSmall(usize),
}

/// What a legal way met, so that whoever counts knows what was really tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Joints between two edges.
    pub turns: usize,
    /// Restrictions that were approached: everything but their last edge was driven. Positions in
    /// [`RoadNetwork::restrictions`].
    pub approached: Vec<usize>,
    /// Places where the way turns around.
    pub turned_around: usize,
    /// Destination-only edges.
    pub for_destination: usize,
}

/// Judges ways over one network.
#[derive(Debug)]
pub struct Checker<'a> {
    network: Network<'a>,
}

impl<'a> Checker<'a> {
    /// Reads the network once.
    pub fn new(roads: &'a RoadNetwork) -> Self {
        Self { network: Network::read(roads) }
    }

    /// Judges a route as an ordinary car would drive it.
    ///
    /// # Errors
    /// A rule that is broken.
    pub fn route(&self, route: &Route) -> Result<Judged, Illegal> {
        self.route_under(route, &Terms::default())
    }

    /// Judges a route.
    ///
    /// # Errors
    /// A rule that is broken.
    pub fn route_under(&self, route: &Route, terms: &Terms) -> Result<Judged, Illegal> {
        let legs: Vec<Range<usize>> = route.legs.iter().map(|leg| leg.edges.clone()).collect();
        self.way_under(&route.edges, &legs, terms)
    }

    /// Judges a sequence of edges as an ordinary car would drive it, cut into legs as [`domain::Leg::edges`] says.
    ///
    /// # Errors
    /// A rule that is broken.
    pub fn way(&self, keys: &[EdgeKey], legs: &[Range<usize>]) -> Result<Judged, Illegal> {
        self.way_under(keys, legs, &Terms::default())
    }

    /// Judges a sequence of edges, cut into legs as [`domain::Leg::edges`] says.
    ///
    /// # Errors
    /// A rule that is broken.
    pub fn way_under(
        &self,
        keys: &[EdgeKey],
        legs: &[Range<usize>],
        terms: &Terms,
    ) -> Result<Judged, Illegal> {
        cover(keys.len(), legs)?;
        let mut edges = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            let mut twins = self.network.edges_of(*key).peekable();
            twins.peek().ok_or(Illegal::Unknown(index))?;
            edges.push(twins.find(|edge| self.may(*edge) != Access::No).ok_or(Illegal::Closed(index))?);
        }
        let mut judged = Judged::default();
        // Positions whose edge is entered by turning around at a stop, in the middle of the road.
        let turned: Vec<usize> =
            legs.windows(2).filter(|pair| pair[0].end == pair[1].start).map(|pair| pair[1].start).collect();
        for (index, pair) in edges.windows(2).enumerate() {
            let at_stop = turned.contains(&(index + 1));
            self.joint(pair[0], pair[1], at_stop, index + 1)?;
            judged.turns += 1;
            judged.turned_around += usize::from(pair[0] ^ 1 == pair[1]);
        }
        self.restrictions(&edges, &turned, &mut judged)?;
        for leg in legs {
            self.destination_only(&edges, leg)?;
        }
        self.sizes(&edges, &turned, &terms.vehicle)?;
        judged.for_destination = edges.iter().filter(|edge| self.may(**edge) == Access::Destination).count();
        Ok(judged)
    }

    /// From one edge to the next, at a node or, at a stop, in the middle of a road.
    fn joint(&self, from: u32, to: u32, at_stop: bool, index: usize) -> Result<(), Illegal> {
        let back = from ^ 1 == to;
        if at_stop {
            let sensible = self.may_turn_at_stop(from);
            return match back {
                false => Err(Illegal::Gap(index)),
                true if sensible => Ok(()),
                true => Err(Illegal::UTurn(index)),
            };
        }
        let node = self.network.end(from);
        if self.network.start(to) != node {
            return Err(Illegal::Gap(index));
        }
        let place = self.network.node(node);
        match back {
            false if place.blocked => Err(Illegal::Barrier(index)),
            true if !(place.uturn_ok || place.blocked || self.is_dead_end(from)) => {
                Err(Illegal::UTurn(index))
            }
            _ => Ok(()),
        }
    }

    /// No forbidden sequence is driven. Whoever turned around in the middle of a road did not drive it to its end, so
    /// no sequence goes across that place.
    fn restrictions(&self, edges: &[u32], turned: &[usize], judged: &mut Judged) -> Result<(), Illegal> {
        for (start, first) in edges.iter().enumerate() {
            for (number, word) in self.network.forbidden_after(*first) {
                let ahead = edges[start..].iter();
                let driven = ahead.zip(word.clone()).take_while(|(edge, wanted)| **edge == *wanted).count();
                let all = word.count();
                let end = start + driven;
                if turned.iter().any(|at| (start + 1..end).contains(at)) {
                    continue;
                }
                if driven == all {
                    return Err(Illegal::Restricted(end - 1));
                }
                if driven + 1 == all && end < edges.len() {
                    judged.approached.push(number);
                }
            }
        }
        Ok(())
    }

    /// The vehicle fits on every edge, and under whatever stands at the nodes between them.
    fn sizes(&self, edges: &[u32], turned: &[usize], vehicle: &Vehicle) -> Result<(), Illegal> {
        let too_small = |at| self.network.posted(at).any(|limits| vehicle.exceeds(&limits).is_some());
        for (index, edge) in edges.iter().enumerate() {
            let comes_from = index.checked_sub(1).map(|before| edges[before]);
            let passes_node = comes_from.is_some_and(|from| from != edge ^ 1) && !turned.contains(&index);
            let node = LimitAt::Node(self.network.start(*edge));
            if too_small(LimitAt::Edge(*edge)) || (passes_node && too_small(node)) {
                return Err(Illegal::TooSmall(index));
            }
        }
        Ok(())
    }

    /// Within a leg destination-only roads come first or last.
    fn destination_only(&self, edges: &[u32], leg: &Range<usize>) -> Result<(), Illegal> {
        let public = |index: &usize| self.may(edges[*index]) == Access::Yes;
        let (Some(first), Some(last)) = (leg.clone().find(public), leg.clone().rev().find(public)) else {
            return Ok(());
        };
        (first..last).find(|index| !public(index)).map_or(Ok(()), |index| Err(Illegal::ShortCut(index)))
    }

    fn may(&self, edge: u32) -> Access {
        let segment = self.network.segment(edge);
        if edge.is_multiple_of(2) { segment.forward } else { segment.backward }
    }

    /// In the middle of a road one turns around only where traffic is slow and comes from both sides.
    fn may_turn_at_stop(&self, edge: u32) -> bool {
        let way = self.network.way(edge);
        let fast = matches!(way.road_class(), RoadClass::Motorway | RoadClass::Trunk | RoadClass::Ferry);
        !(fast || way.link || way.roundabout) && self.may(edge ^ 1) != Access::No
    }

    /// No public road but the same one back leads on.
    fn is_dead_end(&self, edge: u32) -> bool {
        let mut leaving = self.network.leaving(self.network.end(edge));
        leaving.all(|other| other == edge ^ 1 || self.may(other) != Access::Yes)
    }
}

/// Every edge is part of a leg, and a leg begins on the edge on which the last one ended or just after it.
fn cover(edges: usize, legs: &[Range<usize>]) -> Result<(), Illegal> {
    let mut end = 0;
    for (index, leg) in legs.iter().enumerate() {
        let begins = leg.start == end || (index > 0 && leg.start + 1 == end);
        if !begins || leg.end <= leg.start || leg.end > edges {
            return Err(Illegal::Legs(index));
        }
        end = leg.end;
    }
    if end == edges { Ok(()) } else { Err(Illegal::Legs(legs.len())) }
}
