//! Runs of connected bridges, which tell an elevated road from the crossing of one thing.
//!
//! Elevated roads are mapped in pieces of a few hundred metres (a new way at every change of lanes or limits), so the
//! length of one way says little.

use domain::RoadClass;
use rustc_hash::FxHashMap;

use super::{rings::whole, waterside::Water};
use crate::osm::{
    OsmData, degrees,
    tags::{RoadTags, features},
};

/// What is known of the run that a way belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Run {
    /// Length of all its pieces in metres. Carriageways that never touch are runs of their own.
    pub length_m: f64,
    /// Share of its nodes that lie over a river or lake, 0 to 1; only looked at in long runs.
    pub over_water: f64,
}

/// The run of each way in `roads` (same order); ways that are no bridge of a major road have an empty one.
pub fn runs(data: &OsmData, roads: &[(usize, RoadTags)], water: &Water) -> Vec<Run> {
    let is_piece = |way: usize, road: &RoadTags| {
        road.class <= RoadClass::Primary
            && road.layer >= 1
            && data.ways.get(way).is_some_and(|way| features::is_bridge(&way.tags))
    };
    let mut parent: Vec<usize> = (0..roads.len()).collect();
    let mut at_end: FxHashMap<u32, usize> = FxHashMap::default();
    let mut pieces = Vec::new();
    for (index, (way, road)) in roads.iter().enumerate() {
        if !is_piece(*way, road) {
            continue;
        }
        let Some(way) = data.ways.get(*way) else { continue };
        pieces.push((index, super::roads::length_m(data, &way.nodes)));
        for end in [way.nodes.first(), way.nodes.last()].into_iter().flatten() {
            let other = *at_end.entry(*end).or_insert(index);
            let (a, b) = (root(&mut parent, other), root(&mut parent, index));
            if let Some(slot) = parent.get_mut(a) {
                *slot = b;
            }
        }
    }
    let mut members: FxHashMap<usize, Vec<(usize, f64)>> = FxHashMap::default();
    for (index, length) in pieces {
        members.entry(root(&mut parent, index)).or_default().push((index, length));
    }
    let mut runs = vec![Run::default(); roads.len()];
    for pieces in members.into_values() {
        let length_m = pieces.iter().map(|(_, length)| length).sum();
        let over_water =
            if length_m >= features::LONG_RUN_M { over_water(data, roads, &pieces, water) } else { 0.0 };
        for (index, _) in pieces {
            if let Some(run) = runs.get_mut(index) {
                *run = Run { length_m, over_water };
            }
        }
    }
    runs
}

/// Share of a run that lies over water: a bridge is straight, so every tenth of each straight line tells enough.
fn over_water(data: &OsmData, roads: &[(usize, RoadTags)], pieces: &[(usize, f64)], water: &Water) -> f64 {
    let (mut over, mut all) = (0.0, 0.0);
    let ways =
        pieces.iter().filter_map(|(index, _)| roads.get(*index)).filter_map(|(way, _)| data.ways.get(*way));
    for way in ways {
        for pair in data.line(way).windows(2) {
            let [a, b] = pair else { continue };
            let tenth = degrees(*a).distance_m(degrees(*b)) / 10.0;
            for step in 0..10 {
                let share = (f64::from(step) + 0.5) / 10.0;
                let between = |a: i32, b: i32| whole(f64::from(a) + (f64::from(b) - f64::from(a)) * share);
                all += tenth;
                if water.covers([between(a[0], b[0]), between(a[1], b[1])]) {
                    over += tenth;
                }
            }
        }
    }
    if all > 0.0 { over / all } else { 0.0 }
}

/// Root of the union-find tree, halving the path on the way.
fn root(parent: &mut [usize], mut index: usize) -> usize {
    while let Some(up) = parent.get(index).copied().filter(|up| *up != index) {
        let above = parent.get(up).copied().unwrap_or(up);
        if let Some(slot) = parent.get_mut(index) {
            *slot = above;
        }
        index = above;
    }
    index
}
