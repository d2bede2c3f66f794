//! Walking over the graph turn by turn, for rooms that search in their own way: map matching does.
//!
//! A walker sees states (an edge together with what of the past still forbids a turn on it, see `turns`) and the legal
//! turns out of them, and so can't walk where a car may not.

use domain::{EdgeKey, LonLat};

use crate::{assemble::clip, graph::Edge, router::Router, snap::WHOLE};

/// An edge together with what of the past still matters on it. Numbers are dense from 0.
pub type State = u32;

/// A place on a directed edge beside some point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beside {
    /// The edge; both directions of a road are two places.
    pub edge: Edge,
    /// Metres from the edge's tail.
    pub along_m: f64,
    /// Metres from the point.
    pub distance_m: f64,
    /// The place itself.
    pub point: LonLat,
}

/// A legal turn and the edge after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// State on the next edge.
    pub state: State,
    /// The next edge.
    pub edge: Edge,
    /// Milliseconds that the turn costs, lights and gates included.
    pub turn_ms: u32,
}

impl Router {
    /// Every direction of every road that cars may drive within `radius_m` metres, nearest first.
    pub fn beside(&self, point: LonLat, radius_m: f64) -> Vec<Beside> {
        let mut places = Vec::new();
        for near in self.index.places_near(&self.graph, point, radius_m) {
            for edge in [near.segment * 2, near.segment * 2 + 1] {
                if self.graph.access(edge) == region::Access::No {
                    continue;
                }
                let share = if edge & 1 == 0 { near.share } else { WHOLE - near.share };
                let along_m = self.graph.length_m(edge) * f64::from(share) / f64::from(WHOLE);
                places.push(Beside { edge, along_m, distance_m: near.distance_m, point: near.point });
            }
        }
        places
    }

    /// The part of an edge's line between two distances from its tail, metres; two points at least.
    pub fn part_of(&self, edge: Edge, from_m: f64, to_m: f64) -> Vec<LonLat> {
        let length_m = self.graph.length_m(edge);
        clip(&self.graph.geometry(edge), from_m / length_m, to_m / length_m)
    }

    /// Number of states.
    pub fn state_count(&self) -> usize {
        self.turns.len()
    }

    /// The state of somebody of whom nothing is known but the edge.
    pub fn standing_on(&self, edge: Edge) -> State {
        edge
    }

    /// The edge of a state.
    pub fn edge_of(&self, state: State) -> Edge {
        self.turns.edge(state)
    }

    /// Milliseconds that a whole edge counts when choosing between roads.
    pub fn edge_ms(&self, edge: Edge) -> u32 {
        self.graph.weighed[edge as usize].weigh_ms
    }

    /// Seconds that driving a whole edge takes, without the turn and whatever stops a car at its start.
    pub fn seconds_on(&self, edge: Edge) -> f64 {
        f64::from(self.graph.travel_ms[edge as usize]) / 1000.0
    }

    /// The edges of a way, one behind the other, each with the milliseconds of the turn onto the next, 0 for the last and where
    /// one may not follow the other. Edges that the region does not have are passed over. A way's next edge is looked for
    /// among the turns out of the one before: that is quicker than among all of the region.
    pub fn walked(&self, keys: &[EdgeKey]) -> Vec<(Edge, u32)> {
        let mut walked: Vec<(Edge, u32)> = Vec::with_capacity(keys.len());
        for key in keys {
            let turn = walked.last_mut().and_then(|(before, turn_ms)| {
                let turn =
                    self.moves(self.standing_on(*before)).find(|turn| self.graph.key(turn.edge) == *key)?;
                *turn_ms = turn.turn_ms;
                Some(turn.edge)
            });
            walked.extend(turn.or_else(|| self.graph.edge_of(*key)).map(|edge| (edge, 0)));
        }
        walked
    }

    /// The legal turns out of a state.
    pub fn moves(&self, state: State) -> impl Iterator<Item = Move> + '_ {
        self.turns.from(state).iter().map(|turn| {
            let edge = self.turns.edge(turn.state);
            let turn_ms = u32::from(turn.cost_cs) * 10 + self.graph.weighed[edge as usize].pause_ms;
            Move { state: turn.state, edge, turn_ms }
        })
    }
}
