//! How a driven route differs from the recommended one.

use std::collections::HashSet;

use crate::{Deviation, EdgeKey, RoadClass, RouteId};

/// One of the two routes that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// Its identity: two routes with equal names and different ids differ (MISSION S0-22).
    pub id: &'a RouteId,
    /// Its edges in order.
    pub edges: &'a [EdgeKey],
    /// Seconds.
    pub duration_s: f64,
    /// Metres.
    pub distance_m: f64,
}

/// What the map knows about an edge.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeFacts {
    /// Road class.
    pub class: RoadClass,
    /// Road name, its ref when it has none; may be empty.
    pub road: String,
    /// Whether it runs along water.
    pub waterside: bool,
    /// Metres.
    pub metres: f64,
}

/// What was driven instead of what was recommended; `None` when the ids are the same.
///
/// `facts` tells what the map knows about an edge, `None` for edges that it does not have.
/// `congestion_reported` says whether congestion was reported on the recommended route.
pub fn diff(
    recommended: &Path<'_>,
    driven: &Path<'_>,
    facts: impl Fn(EdgeKey) -> Option<EdgeFacts>,
    congestion_reported: bool,
) -> Option<Deviation> {
    if recommended.id == driven.id {
        return None;
    }
    let offered: HashSet<EdgeKey> = recommended.edges.iter().copied().collect();
    let taken: Vec<EdgeKey> = driven.edges.iter().copied().filter(|edge| !offered.contains(edge)).collect();
    let mut classes: Vec<(RoadClass, f64)> = Vec::new();
    let mut roads: Vec<(String, f64)> = Vec::new();
    let (mut waterside_m, mut total_m) = (0.0, 0.0);
    for fact in taken.iter().filter_map(|edge| facts(*edge)) {
        add(&mut classes, fact.class, fact.metres);
        if !fact.road.is_empty() {
            add(&mut roads, fact.road, fact.metres);
        }
        total_m += fact.metres;
        if fact.waterside {
            waterside_m += fact.metres;
        }
    }
    classes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    roads.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Some(Deviation {
        taken,
        road: roads.into_iter().next().map(|(name, _)| name).unwrap_or_default(),
        waterside: total_m > 0.0 && waterside_m > total_m / 2.0,
        classes,
        is_congestion_alternative: congestion_reported,
        delta_s: driven.duration_s - recommended.duration_s,
        delta_m: driven.distance_m - recommended.distance_m,
    })
}

fn add<K: PartialEq>(sums: &mut Vec<(K, f64)>, key: K, metres: f64) {
    match sums.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += metres,
        None => sums.push((key, metres)),
    }
}

#[cfg(test)]
mod tests;
