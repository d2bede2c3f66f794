//! Size limits of the network: what is posted at ways and nodes, put to its edges and nodes.

use domain::SizeLimits;
use rustc_hash::FxHashMap;

use crate::{
    osm::{
        OsmData,
        tags::{RoadTags, limits},
    },
    roads::{LimitAt, PostedLimit, RoadNetwork},
};

/// Nodes (by index) where something is posted: ways have to be split there.
pub fn limited_nodes(data: &OsmData) -> impl Iterator<Item = u32> {
    data.tagged_nodes.iter().filter(|(_, tags)| !limits::of_node(tags).is_empty()).map(|(node, _)| *node)
}

/// Everything posted, edges first, each in the order of its number.
pub fn limits(data: &OsmData, roads: &[(usize, RoadTags)], network: &RoadNetwork) -> Vec<PostedLimit> {
    let ways: FxHashMap<i64, [SizeLimits; 2]> = roads
        .iter()
        .filter_map(|(way, _)| data.ways.get(*way))
        .map(|way| (way.id, ["forward", "backward"].map(|direction| limits::of_way(&way.tags, direction))))
        .filter(|(_, both)| both.iter().any(|limits| !limits.is_empty()))
        .collect();
    let of_segment = |(segment, number): (&crate::roads::Segment, u32)| {
        let way = network.ways.get(segment.way as usize)?;
        ways.get(&way.osm).map(|both| (2 * number..).zip(*both))
    };
    let on_edges = network.segments.iter().zip(0_u32..).filter_map(of_segment).flatten();
    let on_edges = on_edges.map(|(edge, limits)| (LimitAt::Edge(edge), limits));
    let nodes: FxHashMap<i64, SizeLimits> = data
        .tagged_nodes
        .iter()
        .filter_map(|(node, tags)| Some((*data.node_ids.get(*node as usize)?, limits::of_node(tags))))
        .filter(|(_, limits)| !limits.is_empty())
        .collect();
    let at_nodes = network
        .nodes
        .iter()
        .zip(0_u32..)
        .filter_map(|(node, number)| nodes.get(&node.osm).map(|limits| (LimitAt::Node(number), *limits)));
    on_edges
        .chain(at_nodes)
        .filter(|(_, limits)| !limits.is_empty())
        .map(|(at, limits)| PostedLimit::new(at, limits))
        .collect()
}
