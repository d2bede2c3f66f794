//! Roads that are posted too small for a vehicle.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{EdgeKey, Measure, SizeLimits, Vehicle};
use region::LimitAt;

use crate::{
    graph::{Edge, Graph},
    router::Router,
};

/// Vehicles whose closed roads are kept: each profile has one.
const KEPT: usize = 4;

/// A set of edges.
#[derive(Debug)]
pub(crate) struct Closed {
    /// A bit per edge: it must not be driven from its start.
    bits: Vec<u64>,
    /// Edges closed along their whole length, sorted; one must not stand on them either. On the others one may start,
    /// behind the bar at their beginning.
    whole: Vec<Edge>,
}

impl Closed {
    /// What such a vehicle must not drive; nothing when it may drive all.
    fn to(vehicle: &Vehicle, graph: &Graph) -> Option<Self> {
        let posted =
            || graph.roads().limits.iter().filter(|posted| vehicle.exceeds(&posted.limits()).is_some());
        if vehicle.is_ordinary() || posted().next().is_none() {
            return None;
        }
        let mut closed = Self { bits: vec![0; graph.edge_count().div_ceil(64)], whole: Vec::new() };
        for posted in posted() {
            match posted.at {
                LimitAt::Edge(edge) => {
                    closed.close(edge);
                    closed.whole.push(edge);
                }
                LimitAt::Node(node) => graph.out.row(node).iter().for_each(|edge| closed.close(*edge)),
            }
        }
        closed.whole.sort_unstable();
        Some(closed)
    }

    fn close(&mut self, edge: Edge) {
        if let Some(word) = self.bits.get_mut(edge as usize / 64) {
            *word |= 1 << (edge % 64);
        }
    }

    /// Whether the edge must not be driven from its start.
    #[inline]
    pub(crate) fn has(&self, edge: Edge) -> bool {
        self.bits[edge as usize / 64] >> (edge % 64) & 1 == 1
    }

    /// Whether one must not even stand on it.
    pub(crate) fn bars_standing(&self, edge: Edge) -> bool {
        self.whole.binary_search(&edge).is_ok()
    }
}

/// Closed roads of the vehicles asked for lately.
#[derive(Debug, Default)]
pub(crate) struct Closures {
    kept: Mutex<Vec<(Vehicle, Option<Arc<Closed>>)>>,
}

impl Closures {
    pub(crate) fn of(&self, graph: &Graph, vehicle: &Vehicle) -> Option<Arc<Closed>> {
        if vehicle.is_ordinary() {
            return None;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(known, _)| known == vehicle) {
            return known.clone();
        }
        let closed = Closed::to(vehicle, graph).map(Arc::new);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((*vehicle, closed.clone()));
        closed
    }
}

/// A place that is posted too small for a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// In what.
    pub measure: Measure,
    /// What is posted.
    pub limits: SizeLimits,
    /// The road's name, its ref when it has none, or nothing.
    pub road: String,
}

impl Router {
    /// The first place on a way that is too small for the vehicle.
    pub fn too_small_on(&self, way: &[EdgeKey], vehicle: &Vehicle) -> Option<TooSmall> {
        let posted = |at: LimitAt| self.graph.roads().limits.iter().filter(move |posted| posted.at == at);
        let edges: Vec<Edge> = way.iter().filter_map(|key| self.graph.edge_of(*key)).collect();
        edges.iter().enumerate().find_map(|(index, edge)| {
            let node = (index > 0).then(|| LimitAt::Node(self.graph.tail(*edge)));
            let here = posted(LimitAt::Edge(*edge)).chain(node.into_iter().flat_map(posted));
            let too_small = |limits: SizeLimits| vehicle.exceeds(&limits).map(|measure| (measure, limits));
            here.map(region::PostedLimit::limits).find_map(too_small).map(|(measure, limits)| TooSmall {
                measure,
                limits,
                road: self.graph.label(*edge).to_owned(),
            })
        })
    }
}
