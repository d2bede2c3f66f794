//! The same region at somebody's own pace: other times on some roads, and everywhere else the map's by one factor.
//!
//! It is a router like any other, with a metric of its own, so that what a route costs, what it is shown to take, and the
//! prices of reasons are all measured with the same seconds. Turns, lights and gates stay the map's.

use std::sync::{Arc, Mutex};

use domain::EdgeKey;
use rustc_hash::FxHashMap;

use crate::{
    graph::{Edge, Graph},
    metrics::Metrics,
    router::Router,
};

/// How fast somebody is, as far as that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    /// Seconds that these edges take without the turns and lights at their ends. Edges that the region does not have are
    /// passed over.
    pub known: Vec<(EdgeKey, f64)>,
    /// What the map's seconds of all other edges are multiplied by; ferries keep their timetable.
    pub elsewhere: f64,
}

/// Nobody is so much quicker or slower than the map (against senseless input; what is measured is bounded by the caller).
const FACTORS: std::ops::RangeInclusive<f64> = 0.1..=10.0;

impl Router {
    /// This region at that pace. Takes one customisation; whoever plans again keeps it.
    #[must_use]
    pub fn paced(&self, pace: &Pace) -> Arc<Self> {
        let known: FxHashMap<Edge, u32> = pace
            .known
            .iter()
            .filter(|(_, seconds)| seconds.is_finite() && *seconds > 0.0)
            .filter_map(|(key, seconds)| Some((self.graph.edge_of(*key)?, milliseconds(*seconds))))
            .collect();
        let elsewhere = if pace.elsewhere.is_finite() { pace.elsewhere } else { 1.0 };
        let times = times(&self.graph, &known, elsewhere.clamp(*FACTORS.start(), *FACTORS.end()));
        let graph = self.graph.taking(times);
        let metrics = Metrics::new(&self.hierarchy, &graph, &self.floor);
        Arc::new(self.with_graph(graph, Arc::new(metrics)))
    }

    /// Seconds that the turn from one edge onto the next takes by the map, with the light or gate between them; `None` when
    /// one may not follow the other.
    pub fn between_s(&self, from: EdgeKey, to: EdgeKey) -> Option<f64> {
        let (from, to) = (self.graph.edge_of(from)?, self.graph.edge_of(to)?);
        let turn = self.moves(self.standing_on(from)).find(|turn| turn.edge == to)?;
        Some(f64::from(turn.turn_ms) / 1000.0)
    }
}

/// Milliseconds of each edge.
fn times(graph: &Graph, known: &FxHashMap<Edge, u32>, elsewhere: f64) -> Arc<[u32]> {
    let own = |(edge, ms): (Edge, &u32)| match known.get(&edge) {
        // No time: no car may ever drive there.
        _ if *ms == 0 => 0,
        Some(own) => *own,
        None if graph.way(edge).ferry_s > 0 => *ms,
        None => milliseconds(f64::from(*ms) / 1000.0 * elsewhere),
    };
    (0..).zip(graph.travel_ms.iter()).map(own).collect()
}

/// At least one: an edge that takes no time is one that nobody may drive.
fn milliseconds(seconds: f64) -> u32 {
    // Saturates.
    ((seconds * 1000.0).round() as u32).max(1)
}

impl Router {
    /// The same rules over a graph that differs in its times only.
    fn with_graph(&self, graph: Graph, metrics: Arc<Metrics>) -> Self {
        Self {
            reach: Arc::clone(&self.reach),
            turns: Arc::clone(&self.turns),
            names: Arc::clone(&self.names),
            index: Arc::clone(&self.index),
            hierarchy: Arc::clone(&self.hierarchy),
            floor: Arc::clone(&self.floor),
            metrics,
            closures: Arc::clone(&self.closures),
            pool: Mutex::default(),
            conditions: Arc::clone(&self.conditions),
            state: self.state.clone(),
            moments: Mutex::default(),
            graph,
        }
    }
}
