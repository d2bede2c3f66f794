//! Customised distances, kept for the plans that come next: a person's preferences and mode rarely change.

use std::sync::{Arc, Mutex, PoisonError};

use cch::Metric;
use domain::{Adjustment, Strength, Target, intent::RoutePreference};

use crate::{graph::Graph, hierarchy::Hierarchy, weights::Wishes};

/// Metrics that are kept.
const KEPT: usize = 8;

/// What a metric was customised for: the mode, and the preferences. Nothing else has to be in it to bound every set
/// of wishes that holds the mode from below.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MetricKey {
    mode: RoutePreference,
    preferences: Vec<(Target, Strength)>,
}

impl MetricKey {
    pub(crate) fn of(adjustments: &[Adjustment], mode: RoutePreference) -> Self {
        let preferences = adjustments
            .iter()
            .filter(|adjustment| !adjustment.strength.is_negative())
            .map(|adjustment| (adjustment.target.clone(), adjustment.strength))
            .collect();
        Self { mode, preferences }
    }
}

/// All metrics of a region.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// No mode, no preferences.
    base: Arc<Metric>,
    /// The lately used ones, newest last.
    kept: Mutex<Vec<(MetricKey, Arc<Metric>)>>,
}

impl Metrics {
    pub(crate) fn new(hierarchy: &Hierarchy, graph: &Graph) -> Self {
        let base = Arc::new(hierarchy.customise(|edge| graph.weigh_ms[edge as usize]));
        Self { base, kept: Mutex::default() }
    }

    /// The metric for a key, customised when it is new. The lock is not held meanwhile: at worst two threads
    /// customise the same.
    pub(crate) fn get(
        &self,
        hierarchy: &Hierarchy,
        graph: &Graph,
        wishes: &Wishes,
        key: &MetricKey,
    ) -> Arc<Metric> {
        if key.mode == RoutePreference::Fastest && key.preferences.is_empty() {
            return Arc::clone(&self.base);
        }
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut kept = kept();
            let index = kept.iter().position(|(known, _)| known == key);
            index.map(|index| {
                let entry = kept.remove(index);
                let metric = Arc::clone(&entry.1);
                kept.push(entry);
                metric
            })
        };
        known.unwrap_or_else(|| {
            let floor = wishes.floor(key.mode);
            let metric = Arc::new(hierarchy.customise(|edge| floor.ms(graph, wishes, edge)));
            let mut kept = kept();
            if kept.len() >= KEPT {
                kept.remove(0);
            }
            kept.push((key.clone(), Arc::clone(&metric)));
            metric
        })
    }
}
