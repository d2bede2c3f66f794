//! Slow and plain measures of a route, for evaluations: they share the weights with the search and nothing else.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use domain::EdgeKey;

use crate::{
    graph::Edge,
    router::Router,
    session::Plan,
    turns::State,
    weights::{Cost, Subset, Wishes, seconds},
};

/// A route taken apart under the wishes of a plan. Parts of edges at both ends count whole.
#[derive(Debug)]
pub struct Audit<'r> {
    router: &'r Router,
    wishes: Wishes,
    states: Vec<State>,
    /// Cost from the end of the first edge to the end of each.
    upto: Vec<Cost>,
}

impl<'r> Audit<'r> {
    /// `None` when these edges are no legal way without a stop.
    pub fn of(router: &'r Router, plan: &Plan<'_>, keys: &[EdgeKey]) -> Option<Self> {
        let edges: Vec<Edge> = keys.iter().map(|key| router.graph.edge_of(*key)).collect::<Option<_>>()?;
        let wishes = Wishes::lay(router, plan.adjustments, plan.mode, plan.waypoints);
        let weights = wishes.weights(&router.graph, Subset::ALL, false);
        let mut states = vec![*edges.first()?];
        let mut upto = vec![0];
        for (before, edge) in edges.iter().zip(edges.iter().skip(1)) {
            let state = states.last().copied().unwrap_or(*before);
            let turn = router.turns.from(state).iter().find(|turn| router.turns.edge(turn.state) == *edge)?;
            let whole = weights.edge(*edge).unwrap_or_else(|| weights.part(*edge, crate::snap::WHOLE));
            upto.push(upto.last().copied().unwrap_or(0) + weights.turn(turn.cost_cs) + whole);
            states.push(turn.state);
        }
        Some(Self { router, wishes, states, upto })
    }

    /// Seconds of travel over each edge, whole.
    pub fn travel_s(&self) -> Vec<f64> {
        let travel = &self.router.graph.travel_ms;
        self.states
            .iter()
            .map(|state| f64::from(travel[self.router.turns.edge(*state) as usize]) / 1000.0)
            .collect()
    }

    /// Of all parts that weigh `window_s` and do not hold the first or the last edge, the one that could be made most
    /// better: seconds. Nothing could be for a way that is locally optimal.
    pub fn most_avoidable_s(&self, window_s: f64) -> f64 {
        let last = self.upto.len().saturating_sub(2);
        let mut most: Cost = 0;
        for from in 0..last {
            let part = |to: usize| self.upto[to] - self.upto[from];
            let to = (from + 1..=last).find(|to| seconds(part(*to)) >= window_s).unwrap_or(last);
            let least = self.least(self.states[from], self.router.turns.edge(self.states[to]), part(to));
            most = most.max(part(to) - least);
            if to == last {
                break;
            }
        }
        seconds(most)
    }

    /// Cost of the best way from the end of a state's edge to the end of another edge, when it is below `known`.
    fn least(&self, from: State, to: Edge, known: Cost) -> Cost {
        let turns = &self.router.turns;
        let weights = self.wishes.weights(&self.router.graph, Subset::ALL, false);
        let mut best: HashMap<State, Cost> = HashMap::from([(from, 0)]);
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, state))) = queue.pop() {
            if cost >= known {
                break;
            }
            if state != from && turns.edge(state) == to {
                return cost;
            }
            if best.get(&state).is_some_and(|known| *known < cost) {
                continue;
            }
            for turn in turns.from(state) {
                let Some(edge) = weights.edge(turns.edge(turn.state)) else { continue };
                let next = cost + weights.turn(turn.cost_cs) + edge;
                if best.get(&turn.state).is_none_or(|known| next < *known) {
                    best.insert(turn.state, next);
                    queue.push(Reverse((next, turn.state)));
                }
            }
        }
        known
    }
}
