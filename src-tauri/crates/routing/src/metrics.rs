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

/// Bytes that kept metrics may take together; two are kept whatever they take, so that a switch that is turned to and
/// fro finds both. An eighth of a gigabyte holds 60 of a city, 3 of a country.
const KEPT_BYTES: usize = 1 << 27;
/// Never more than so many: looking for one compares its wishes.
const KEPT: usize = 64;
/// Customising takes about as long as settling this many thousandths of a state per node of the graph (measured on
/// Porto and on cities of a million nodes, `docs/performance.md`).
const PATIENCE_PER_MILLE: u64 = 150;

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
    /// Centiseconds of the cheapest turn onto an edge; the most there is where none leads.
    entry_cs: Vec<u16>,
    /// Centiseconds that every turn from an edge costs beyond that; the most there is where none leads on.
    exit_cs: Vec<u16>,
}

impl Floor {
    pub(crate) fn measure(graph: &Graph, turns: &Turns) -> Self {
        let mut entry_cs = vec![u16::MAX; graph.edge_count()];
        let all =
            || (0..turns.len() as u32).flat_map(|from| turns.from(from).iter().map(move |turn| (from, turn)));
        for (_, turn) in all() {
            let entry = &mut entry_cs[turns.edge(turn.state) as usize];
            *entry = turn.cost_cs.min(*entry);
        }
        let mut exit_cs = vec![u16::MAX; graph.edge_count()];
        for (from, turn) in all() {
            let exit = &mut exit_cs[turns.edge(from) as usize];
            *exit = (turn.cost_cs - entry_cs[turns.edge(turn.state) as usize]).min(*exit);
        }
        Self { entry_cs, exit_cs }
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
        weights.turn(self.exit_cs[edge as usize])
    }

    /// Milliseconds that an edge costs at least at whose end, or before it, the way ends, at this cost.
    #[inline]
    pub(crate) fn with_entry(&self, weights: &Weights<'_>, edge: Edge, cost: Cost) -> u32 {
        let turn = weights.turn(self.entry_cs[edge as usize]);
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
        let most = (KEPT_BYTES / bytes.max(1)).clamp(2, KEPT);
        let mut shelf = self.shelf();
        let surplus = (shelf.kept.len() + 1).saturating_sub(most);
        shelf.kept.drain(..surplus);
        shelf.spent.retain(|(known, _)| known != key);
        shelf.kept.push(Kept { key: key.clone(), metric: Arc::clone(&metric) });
        metric
    }

    /// How many states a search may settle for a key whose metric is not there before customising pays.
    pub(crate) fn patience(&self, hierarchy: &Hierarchy, key: &MetricKey) -> u64 {
        let whole = hierarchy.node_count() as u64 * PATIENCE_PER_MILLE / 1000;
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
