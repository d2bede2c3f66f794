//! How a driven route differs from the recommended one.

use std::collections::HashSet;

use crate::{Deviation, EdgeKey, FeatureSet, LonLat, Nature, RoadClass, RoadFeature, RouteId};

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
    /// Seconds that driving it takes.
    pub seconds: f64,
    /// Its features.
    pub features: FeatureSet,
    /// Where it begins and where it ends, in driving direction.
    pub ends: Option<(LonLat, LonLat)>,
}

/// Metres of the recommended route that may be left out by one who missed an exit (ours: from one exit to the next in a
/// city).
const MISSED_AT_MOST_M: f64 = 1_000.0;
/// How many times as long as what was left out a way is that only leads back to it (ours: there and back).
const MISSED_TIMES: f64 = 2.0;
/// Metres of a way out and back that is still somebody turning around after a missed exit, not an errand.
const TURNED_AT_MOST_M: f64 = 1_500.0;

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
    let on_offered: HashSet<EdgeKey> = recommended.edges.iter().copied().collect();
    let on_driven: HashSet<EdgeKey> = driven.edges.iter().copied().collect();
    let taken: Vec<EdgeKey> =
        driven.edges.iter().copied().filter(|edge| !on_offered.contains(edge)).collect();
    let offered: Vec<EdgeKey> =
        recommended.edges.iter().copied().filter(|edge| !on_driven.contains(edge)).collect();
    let known: Vec<EdgeFacts> = taken.iter().filter_map(|edge| facts(*edge)).collect();
    let left: Vec<EdgeFacts> = offered.iter().filter_map(|edge| facts(*edge)).collect();
    let mut classes: Vec<(RoadClass, f64)> = Vec::new();
    let mut roads: Vec<(String, f64)> = Vec::new();
    let (mut waterside_m, mut total_m) = (0.0, 0.0);
    for fact in &known {
        add(&mut classes, fact.class, fact.metres);
        if !fact.road.is_empty() {
            add(&mut roads, fact.road.clone(), fact.metres);
        }
        total_m += fact.metres;
        if fact.waterside {
            waterside_m += fact.metres;
        }
    }
    classes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    roads.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let left_m: f64 = left.iter().map(|fact| fact.metres).sum();
    let delta_s = driven.duration_s - recommended.duration_s;
    Some(Deviation {
        nature: nature(&taken, (total_m, left_m), delta_s),
        told: false,
        parted: known.first().and_then(|fact| Some(fact.ends?.0)),
        rejoined: known.last().and_then(|fact| Some(fact.ends?.1)),
        feature_s: feature_seconds(&known, &left),
        taken,
        offered,
        road: roads.into_iter().next().map(|(name, _)| name).unwrap_or_default(),
        waterside: total_m > 0.0 && waterside_m > total_m / 2.0,
        classes,
        is_congestion_alternative: congestion_reported,
        delta_s,
        delta_m: driven.distance_m - recommended.distance_m,
        offered_s: recommended.duration_s,
        offered_m: recommended.distance_m,
    })
}

/// What the shape of the way says about why it was driven (rule HB11). `metres` are those of the taken and of the left
/// out edges.
fn nature(taken: &[EdgeKey], (taken_m, left_m): (f64, f64), delta_s: f64) -> Nature {
    let driven: HashSet<EdgeKey> = taken.iter().copied().collect();
    let there_and_back = taken
        .iter()
        .any(|edge| driven.contains(&EdgeKey { way: edge.way, tail: edge.head, head: edge.tail }));
    let leads_back = left_m > 0.0
        && left_m <= MISSED_AT_MOST_M
        && taken_m >= MISSED_TIMES * left_m
        && taken_m <= MISSED_TIMES * TURNED_AT_MOST_M
        && delta_s > 0.0;
    match (there_and_back, leads_back) {
        (true, _) if taken_m > TURNED_AT_MOST_M => Nature::Errand,
        (true, _) | (_, true) => Nature::MissedExit,
        (false, false) => Nature::Choice,
    }
}

fn feature_seconds(taken: &[EdgeFacts], left: &[EdgeFacts]) -> Vec<(RoadFeature, f64)> {
    let seconds = |facts: &[EdgeFacts], feature| -> f64 {
        facts.iter().filter(|fact| fact.features.has(feature)).map(|fact| fact.seconds).sum()
    };
    let of = |feature| (feature, seconds(taken, feature) - seconds(left, feature));
    RoadFeature::ALL.into_iter().map(of).filter(|(_, seconds)| seconds.abs() >= 0.5).collect()
}

fn add<K: PartialEq>(sums: &mut Vec<(K, f64)>, key: K, metres: f64) {
    match sums.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += metres,
        None => sums.push((key, metres)),
    }
}

#[cfg(test)]
mod tests;
