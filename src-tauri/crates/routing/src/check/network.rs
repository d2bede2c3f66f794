//! The road network as the judge looks things up in it: by name, by node, by the start of a restriction.

use domain::{EdgeKey, SizeLimits};
use region::{LimitAt, Node, RoadNetwork, Segment, WayAttrs};
use rustc_hash::FxHashMap;

/// A [`RoadNetwork`] with three indices of its own. Edge ids are `region`'s: `2·segment`, plus one against the drawing.
#[derive(Debug)]
pub(super) struct Network<'a> {
    roads: &'a RoadNetwork,
    /// Edges sorted by their key.
    by_key: Vec<(EdgeKey, u32)>,
    /// Edges sorted by the node where they start.
    by_start: Vec<(u32, u32)>,
    /// Restrictions by their first edge.
    by_first: FxHashMap<u32, Vec<usize>>,
    /// Edges (even) and nodes (odd) with something posted, sorted.
    posted: Vec<(u64, SizeLimits)>,
}

fn place(at: LimitAt) -> u64 {
    match at {
        LimitAt::Edge(edge) => u64::from(edge) * 2,
        LimitAt::Node(node) => u64::from(node) * 2 + 1,
    }
}

impl<'a> Network<'a> {
    pub(super) fn read(roads: &'a RoadNetwork) -> Self {
        let mut posted: Vec<(u64, SizeLimits)> =
            roads.limits.iter().map(|posted| (place(posted.at), posted.limits())).collect();
        posted.sort_by_key(|(place, _)| *place);
        let mut network =
            Self { roads, by_key: Vec::new(), by_start: Vec::new(), by_first: FxHashMap::default(), posted };
        let all = 0..roads.segments.len() as u32 * 2;
        network.by_key = all.clone().map(|edge| (network.key(edge), edge)).collect();
        network.by_start = all.map(|edge| (network.start(edge), edge)).collect();
        network.by_key.sort_unstable();
        network.by_start.sort_unstable();
        for (number, restriction) in roads.restrictions.iter().enumerate() {
            network.by_first.entry(restriction.from).or_default().push(number);
        }
        network
    }

    pub(super) fn segment(&self, edge: u32) -> &'a Segment {
        &self.roads.segments[edge as usize / 2]
    }

    pub(super) fn way(&self, edge: u32) -> &'a WayAttrs {
        &self.roads.ways[self.segment(edge).way as usize]
    }

    pub(super) fn node(&self, node: u32) -> &'a Node {
        &self.roads.nodes[node as usize]
    }

    pub(super) fn start(&self, edge: u32) -> u32 {
        let segment = self.segment(edge);
        if edge.is_multiple_of(2) { segment.tail } else { segment.head }
    }

    pub(super) fn end(&self, edge: u32) -> u32 {
        self.start(edge ^ 1)
    }

    fn key(&self, edge: u32) -> EdgeKey {
        let osm = |node| self.node(node).osm;
        EdgeKey { way: self.way(edge).osm, tail: osm(self.start(edge)), head: osm(self.end(edge)) }
    }

    /// Edges of this name, drivable or not; one at most in a network that an import made.
    pub(super) fn edges_of(&self, key: EdgeKey) -> impl Iterator<Item = u32> {
        let first = self.by_key.partition_point(|(other, _)| *other < key);
        self.by_key[first..].iter().take_while(move |(other, _)| *other == key).map(|(_, edge)| *edge)
    }

    /// Edges that start at a node, drivable or not.
    pub(super) fn leaving(&self, node: u32) -> impl Iterator<Item = u32> {
        let first = self.by_start.partition_point(|(start, _)| *start < node);
        self.by_start[first..].iter().take_while(move |(start, _)| *start == node).map(|(_, edge)| *edge)
    }

    /// What is posted there.
    pub(super) fn posted(&self, at: LimitAt) -> impl Iterator<Item = SizeLimits> {
        let wanted = place(at);
        let first = self.posted.partition_point(|(place, _)| *place < wanted);
        self.posted[first..].iter().take_while(move |(place, _)| *place == wanted).map(|(_, limits)| *limits)
    }

    /// Forbidden sequences that begin with this edge, each with its restriction's position.
    pub(super) fn forbidden_after(
        &self,
        first: u32,
    ) -> impl Iterator<Item = (usize, impl Iterator<Item = u32> + Clone + 'a)> {
        let roads = self.roads;
        let numbers = self.by_first.get(&first).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(move |number| {
            let restriction = &roads.restrictions[*number];
            let via = restriction.via.iter().copied();
            (*number, std::iter::once(restriction.from).chain(via).chain([restriction.to]))
        })
    }
}
