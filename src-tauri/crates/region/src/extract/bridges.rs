//! Runs of connected bridges, which tell an elevated road from the crossing of one thing.
//!
//! Elevated roads are mapped in pieces of a few hundred metres (a new way at every change of lanes or limits), so the
//! length of one way says little.

use domain::RoadClass;
use rustc_hash::FxHashMap;

use crate::osm::{
    OsmData,
    tags::{RoadTags, features},
};

/// What is known of the run that a way belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Run {
    /// Length of all its pieces in metres. Carriageways that never touch are runs of their own.
    pub length_m: f64,
}

/// The run of each way in `roads` (same order); ways that are no bridge of a major road have an empty one.
pub fn runs(data: &OsmData, roads: &[(usize, RoadTags)]) -> Vec<Run> {
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
    let mut total: FxHashMap<usize, f64> = FxHashMap::default();
    for (index, length) in &pieces {
        *total.entry(root(&mut parent, *index)).or_default() += length;
    }
    let mut runs = vec![Run::default(); roads.len()];
    for (index, _) in pieces {
        let length_m = total.get(&root(&mut parent, index)).copied().unwrap_or_default();
        if let Some(run) = runs.get_mut(index) {
            run.length_m = length_m;
        }
    }
    runs
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
