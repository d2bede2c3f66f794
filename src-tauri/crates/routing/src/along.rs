//! A way that is given instead of searched: the usual road as a route of a plan.

use std::sync::Arc;

use domain::{EdgeKey, Route};

use crate::{
    assemble,
    graph::Edge,
    legs::LegPath,
    roads::Unknown,
    session::Session,
    snap::{End, WHOLE},
    weights::Subset,
};

impl Session<'_> {
    /// The route of this plan along these edges, weighed with the wishes in `subset`; `None` when they do not lead from
    /// the plan's start to its end, or the plan has stops.
    ///
    /// # Errors
    /// When edges are gone, or the way may not be driven today: a turn is forbidden, a road is closed or never to be used.
    pub fn along(&self, keys: &[EdgeKey], subset: Subset) -> Result<Option<Arc<Route>>, Unknown> {
        let (router, turns) = (self.router(), &self.router().turns);
        let edges: Vec<Edge> = keys.iter().filter_map(|key| router.graph.edge_of(*key)).collect();
        if edges.len() < keys.len() {
            return Err(Unknown::Gone(keys.len() - edges.len()));
        }
        let (first, last) = (*edges.first().ok_or(Unknown::Empty)?, *edges.last().ok_or(Unknown::Empty)?);
        let [from, to] = self.waypoints() else { return Ok(None) };
        let end = |ends: &[End], edge: Edge| ends.iter().find(|end| end.edge == edge).copied();
        let (Some(start), Some(end)) = (end(&from.ends, first), end(&to.ends, last)) else { return Ok(None) };
        if edges.len() < 2 {
            return Ok(None);
        }
        let weights = self.weights(subset);
        let mut states = vec![first];
        let mut cost = weights.part(first, WHOLE - start.share);
        for (index, edge) in edges.iter().enumerate().skip(1) {
            let before = states.last().copied().unwrap_or(first);
            let turn = turns.from(before).iter().find(|turn| turns.edge(turn.state) == *edge);
            let turn = turn.ok_or(Unknown::Illegal(index))?;
            states.push(turn.state);
            cost += weights.turn(turn.cost_cs);
            cost += if index + 1 == edges.len() {
                weights.part(*edge, end.share) + weights.pause(*edge)
            } else {
                weights.edge(*edge).ok_or(Unknown::Illegal(index))?
            };
        }
        let leg = LegPath { states, start, end, cost, turned: false };
        Ok(Some(Arc::new(assemble::route(router, &[leg], cost, self.waypoints()))))
    }
}
