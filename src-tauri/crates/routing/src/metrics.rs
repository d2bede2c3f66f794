//! Customised distances, kept for the plans that come next: a person's wishes and mode rarely change.
//!
//! A metric for exactly the wishes of a plan is the tightest bound, and costs one customisation. A metric without
//! whatever makes roads dearer bounds every set of wishes with the same preferences, but loosely where much is avoided.
//! A search therefore starts with the best one that is there, and gives up when it has done about as much work as a
//! customisation would have been: all searches of one kind together never take more than twice what they had to.

use std::sync::{Arc, Mutex, PoisonError};

use cch::Metric;
use domain::{Adjustment, Cause, intent::RoutePreference};

use crate::{
    graph::{Edge, Graph},
    hierarchy::{FAR, Hierarchy},
    turns::Turns,
    weights::{Cost, FINE_BITS, Subset, Weights, Wishes},
};

/// Bytes that kept metrics may take together. Of a city these are all that are ever asked for, and take a tenth of it.
const KEPT_BYTES: usize = 3 << 27;
/// Kept whatever they take, so that three switches that are turned to and fro find all theirs: where a million roads of one
/// grid meet, each takes 150 MB, and half a second of processor time.
const KEPT_ANYWAY: usize = 8;
/// Never more than so many: looking for one compares its wishes.
const KEPT: usize = 64;
/// Customising takes about as long as settling this many thousandths of a state per node of the graph (measured on
/// Porto), or one for so many triangles (measured on made cities, `docs/performance.md`), whichever is more: a made city
/// of a million nodes has 70 times as many triangles a node as Porto.
const PATIENCE_PER_MILLE: u64 = 150;
const TRIANGLES_PER_STATE: u64 = 4_000;

/// What a metric was customised for: the mode, and each wish that acts. Who made the wish does not matter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MetricKey {
    mode: RoutePreference,
    wishes: Vec<Adjustment>,
    /// Edges around the ends of the trip on which the wishes are others than elsewhere.
    zones: Vec<Vec<Edge>>,
}

impl MetricKey {
    /// For the wishes in `subset`.
    pub(crate) fn of(adjustments: &[Adjustment], laid: &Wishes, subset: Subset) -> Self {
        let acting = adjustments.iter().enumerate().filter(|(index, _)| subset.has(*index));
        let wishes = acting.map(|(_, wish)| Adjustment { cause: Cause::Mode, ..wish.clone() }).collect();
        let mode = if subset.has_mode() { laid.mode } else { RoutePreference::Fastest };
        Self { mode, wishes, zones: laid.zones(subset) }
    }

    fn is_base(&self) -> bool {
        self.mode == RoutePreference::Fastest && self.wishes.is_empty()
    }
}

/// What no way over an edge costs less than: the turn onto it, what stops a car at its start, itself, and what leaving it
/// costs more than the cheapest turn onto whatever follows.
///
/// A hierarchy over nodes knows no turns. Each turn from `e` onto `f` costs at least `entry(f)`, the cheapest onto `f`, and
/// of what is left at least `exit(e)`, the least from `e` (the row and column reduction of the assignment problem): so much
/// of turning can be charged to edges, and a search sees little more than its route also where every block has a turn.
#[derive(Debug)]
pub(crate) struct Floor {
    edges: Vec<Charge>,
}

/// What turning at an edge costs at least, and where the edge leads, side by side for the searches.
#[derive(Clone, Copy, Debug)]
struct Charge {
    /// Centiseconds of the cheapest turn onto the edge; the most there is where none leads.
    entry_cs: u16,
    /// Centiseconds that every turn from it costs beyond that; the most there is where none leads on.
    exit_cs: u16,
    /// Rank of its head.
    head: u32,
}

impl Floor {
    pub(crate) fn measure(graph: &Graph, turns: &Turns, hierarchy: &Hierarchy) -> Self {
        let charge =
            |edge| Charge { entry_cs: u16::MAX, exit_cs: u16::MAX, head: hierarchy.rank(graph.head(edge)) };
        let mut edges: Vec<Charge> = (0..graph.edge_count() as u32).map(charge).collect();
        let states = 0..turns.len() as u32;
        let all = || states.clone().flat_map(|from| turns.from(from).iter().map(move |turn| (from, turn)));
        for (_, turn) in all() {
            let entry = &mut edges[turns.edge(turn.state) as usize].entry_cs;
            *entry = turn.cost_cs.min(*entry);
        }
        for (from, turn) in all() {
            let beyond = turn.cost_cs - edges[turns.edge(turn.state) as usize].entry_cs;
            let exit = &mut edges[turns.edge(from) as usize].exit_cs;
            *exit = beyond.min(*exit);
        }
        Self { edges }
    }

    /// What follows behind an edge at least: [`Self::exit`], and the rank from which the rest is to be asked.
    #[inline]
    pub(crate) fn behind(&self, weights: &Weights<'_>, edge: Edge) -> (Cost, u32) {
        let charge = self.edges[edge as usize];
        (weights.turn(charge.exit_cs), charge.head)
    }

    /// Milliseconds; [`FAR`] where these weights allow no way.
    #[inline]
    pub(crate) fn ms(&self, weights: &Weights<'_>, edge: Edge) -> u32 {
        weights
            .edge(edge)
            .map_or(FAR, |cost| self.with_entry(weights, edge, cost.saturating_add(self.exit(weights, edge))))
    }

    /// What leaving an edge costs at least.
    #[inline]
    pub(crate) fn exit(&self, weights: &Weights<'_>, edge: Edge) -> Cost {
        weights.turn(self.edges[edge as usize].exit_cs)
    }

    /// Milliseconds that an edge costs at least at whose end, or before it, the way ends, at this cost.
    #[inline]
    pub(crate) fn with_entry(&self, weights: &Weights<'_>, edge: Edge, cost: Cost) -> u32 {
        let turn = weights.turn(self.edges[edge as usize].entry_cs);
        u32::try_from((cost.saturating_add(turn)) >> FINE_BITS).unwrap_or(FAR).min(FAR)
    }
}

struct Kept {
    key: MetricKey,
    metric: Arc<Metric>,
}

#[derive(Default)]
struct Shelf {
    /// The lately used ones, newest last.
    kept: Vec<Kept>,
    /// States that searches without the right metric settled, newest last.
    spent: Vec<(MetricKey, u64)>,
}

/// All metrics of a region.
pub(crate) struct Metrics {
    /// No mode, no wishes.
    base: Arc<Metric>,
    shelf: Mutex<Shelf>,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").field("kept", &self.shelf().kept.len()).finish_non_exhaustive()
    }
}

impl Metrics {
    pub(crate) fn new(hierarchy: &Hierarchy, graph: &Graph, floor: &Floor) -> Self {
        let wishes = Wishes::none(graph);
        let weights = wishes.weights(graph, Subset::NONE, false);
        let base = Arc::new(hierarchy.customise(|edge| floor.ms(&weights, edge)));
        Self { base, shelf: Mutex::default() }
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The metric for a key, when it is there.
    pub(crate) fn known(&self, key: &MetricKey) -> Option<Arc<Metric>> {
        if key.is_base() {
            return Some(Arc::clone(&self.base));
        }
        let mut shelf = self.shelf();
        let index = shelf.kept.iter().position(|kept| kept.key == *key)?;
        let kept = shelf.kept.remove(index);
        let metric = Arc::clone(&kept.metric);
        shelf.kept.push(kept);
        Some(metric)
    }

    /// The metric for a key, customised with these weights when it is new. The lock is not held meanwhile: at worst two
    /// threads customise the same.
    pub(crate) fn get(
        &self,
        hierarchy: &Hierarchy,
        floor: &Floor,
        weights: &Weights<'_>,
        key: &MetricKey,
    ) -> Arc<Metric> {
        if let Some(known) = self.known(key) {
            return known;
        }
        let metric = Arc::new(hierarchy.customise(|edge| floor.ms(weights, edge)));
        let bytes = (metric.forward.len() + metric.backward.len()) * size_of::<u32>();
        let most = (KEPT_BYTES / bytes.max(1)).clamp(KEPT_ANYWAY, KEPT);
        let mut shelf = self.shelf();
        let surplus = (shelf.kept.len() + 1).saturating_sub(most);
        shelf.kept.drain(..surplus);
        shelf.spent.retain(|(known, _)| known != key);
        shelf.kept.push(Kept { key: key.clone(), metric: Arc::clone(&metric) });
        metric
    }

    /// How many states a search may settle for a key whose metric is not there before customising pays.
    pub(crate) fn patience(&self, hierarchy: &Hierarchy, key: &MetricKey) -> u64 {
        let by_nodes = hierarchy.node_count() as u64 * PATIENCE_PER_MILLE / 1000;
        let whole = by_nodes.max(hierarchy.triangles() / TRIANGLES_PER_STATE);
        let shelf = self.shelf();
        let spent = shelf.spent.iter().find(|(known, _)| known == key).map_or(0, |(_, states)| *states);
        whole.saturating_sub(spent)
    }

    /// Notes what a search settled for such a key.
    pub(crate) fn note(&self, key: &MetricKey, states: u64) {
        let mut shelf = self.shelf();
        let before = shelf.spent.iter().position(|(known, _)| known == key);
        let spent = before.map_or(0, |index| shelf.spent.remove(index).1);
        if shelf.spent.len() >= KEPT {
            shelf.spent.remove(0);
        }
        shelf.spent.push((key.clone(), spent + states));
    }
}
