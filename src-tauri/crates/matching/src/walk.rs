//! The legal ways from one place to several others nearby.

use routing::{Edge, Router, State};
use rustc_hash::FxHashMap;
use std::{cmp::Reverse, collections::BinaryHeap};

/// A way from the head of the edge one stands on to the tail of a wanted edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way {
    /// State on the wanted edge.
    pub(crate) state: State,
    /// Metres in between: both edges themselves are not counted.
    pub(crate) metres: f64,
    /// Seconds in between, turns included.
    pub(crate) seconds: f64,
}

#[derive(Clone, Copy)]
struct Label {
    cost_ms: u32,
    metres: f32,
    parent: State,
    round: u32,
}

const NONE: State = State::MAX;

/// Dijkstra's algorithm by travel time within a bound of metres; keeps its labels from one walk to the next.
pub(crate) struct Walker<'r> {
    router: &'r Router,
    labels: Vec<Label>,
    round: u32,
    queue: BinaryHeap<Reverse<(u32, State)>>,
}

impl<'r> Walker<'r> {
    pub(crate) fn new(router: &'r Router) -> Self {
        let blank = Label { cost_ms: u32::MAX, metres: 0.0, parent: NONE, round: 0 };
        Self { router, labels: vec![blank; router.state_count()], round: 0, queue: BinaryHeap::new() }
    }

    /// The quickest way to each wanted edge that can be reached within `most_m` metres. An edge is reached again, not
    /// for free, when it is the one that the walk starts on.
    pub(crate) fn walk(&mut self, from: State, wanted: &[Edge], most_m: f64) -> FxHashMap<Edge, Way> {
        let mut found: FxHashMap<Edge, Way> = FxHashMap::default();
        let mut open = wanted.len();
        self.start();
        let router = self.router;
        let graph = router.graph();
        self.expand(from, 0, 0.0, NONE);
        while open > 0
            && let Some(Reverse((cost, state))) = self.queue.pop()
        {
            let label = self.labels[state as usize];
            if label.cost_ms != cost || label.round != self.round {
                continue;
            }
            let edge = router.edge_of(state);
            if wanted.contains(&edge) && !found.contains_key(&edge) {
                let way = Way { state, metres: f64::from(label.metres), seconds: f64::from(cost) / 1000.0 };
                found.insert(edge, way);
                open -= 1;
            }
            let metres = f64::from(label.metres) + graph.length_m(edge);
            if metres <= most_m {
                self.expand(state, cost.saturating_add(self.drive_ms(edge)), metres, state);
            }
        }
        found
    }

    /// The edges between, when the way of the same walk was found before.
    pub(crate) fn edges_between(&mut self, from: State, to: State, most_m: f64) -> Vec<Edge> {
        let wanted = [self.router.edge_of(to)];
        let found = self.walk(from, &wanted, most_m);
        let Some(way) = found.get(&wanted[0]) else { return Vec::new() };
        let mut edges = Vec::new();
        let mut state = self.labels[way.state as usize].parent;
        while state != NONE {
            edges.push(self.router.edge_of(state));
            state = self.labels[state as usize].parent;
        }
        edges.reverse();
        edges
    }

    /// Along how many of these edges, which follow each other, the quickest way from a state leads to each of them, and the
    /// state on the last of those.
    pub(crate) fn follows(&mut self, from: State, driven: &[Edge], most_m: f64) -> (usize, State) {
        let found = self.walk(from, driven, most_m);
        let (mut count, mut state, mut parent) = (0, from, NONE);
        for edge in driven {
            let Some(way) = found.get(edge) else { break };
            // The label of the first edge after the start has no parent.
            if self.labels[way.state as usize].parent != parent {
                break;
            }
            (count, state, parent) = (count + 1, way.state, way.state);
        }
        (count, state)
    }

    fn start(&mut self) {
        self.queue.clear();
        if self.round == u32::MAX {
            self.labels.iter_mut().for_each(|label| label.round = 0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Labels what follows a state. A label's cost and metres are those at the edge's tail, the turn onto it included.
    fn expand(&mut self, state: State, cost: u32, metres: f64, parent: State) {
        for next in self.router.moves(state) {
            let cost = cost.saturating_add(next.turn_ms);
            let label = &mut self.labels[next.state as usize];
            if label.round != self.round || cost < label.cost_ms {
                *label = Label { cost_ms: cost, metres: metres as f32, parent, round: self.round };
                self.queue.push(Reverse((cost, next.state)));
            }
        }
    }

    fn drive_ms(&self, edge: Edge) -> u32 {
        self.router.edge_ms(edge)
    }
}
