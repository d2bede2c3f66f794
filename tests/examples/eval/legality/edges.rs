//! A network as a judge reads it.

use std::collections::HashMap;

use domain::{EdgeKey, FeatureSet, LonLat};
use region::{Access, RoadNetwork};

/// The network by edge numbers: `2·segment`, plus one against the drawing. Deliberately not the router's graph.
pub struct Edges<'a> {
    pub roads: &'a RoadNetwork,
    by_key: HashMap<EdgeKey, u32>,
    /// Edges by the node where they start, whoever may drive them.
    from: Vec<Vec<u32>>,
}

impl<'a> Edges<'a> {
    pub fn new(roads: &'a RoadNetwork) -> Self {
        let mut edges = Self { roads, by_key: HashMap::new(), from: vec![Vec::new(); roads.nodes.len()] };
        for edge in 0..edges.count() {
            // Of two pieces between the same junctions the open one is meant.
            let key = edges.key(edge);
            if edges.open(edge) || !edges.by_key.contains_key(&key) {
                edges.by_key.insert(key, edge);
            }
            let start = edges.end(edge ^ 1);
            edges.from[start as usize].push(edge);
        }
        edges
    }

    pub fn count(&self) -> u32 {
        self.roads.segments.len() as u32 * 2
    }

    pub fn access(&self, edge: u32) -> Access {
        let segment = &self.roads.segments[edge as usize / 2];
        if edge.is_multiple_of(2) { segment.forward } else { segment.backward }
    }

    pub fn open(&self, edge: u32) -> bool {
        self.access(edge) != Access::No
    }

    pub fn end(&self, edge: u32) -> u32 {
        let segment = &self.roads.segments[edge as usize / 2];
        if edge.is_multiple_of(2) { segment.head } else { segment.tail }
    }

    /// Open edges that start where this one ends.
    pub fn after(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        self.leaving(self.end(edge))
    }

    /// Edges that start at a node, whoever may drive them.
    pub fn around(&self, node: u32) -> &[u32] {
        &self.from[node as usize]
    }

    /// Open edges that start at a node.
    pub fn leaving(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.from[node as usize].iter().copied().filter(|edge| self.open(*edge))
    }

    /// Open edges that end at a node.
    pub fn arriving(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.from[node as usize].iter().map(|edge| edge ^ 1).filter(|edge| self.open(*edge))
    }

    pub fn features(&self, edge: u32) -> FeatureSet {
        self.roads.segments[edge as usize / 2].feature_set()
    }

    pub fn position(&self, node: u32) -> LonLat {
        let node = &self.roads.nodes[node as usize];
        degrees([node.lon_e7, node.lat_e7])
    }

    /// Both ends and what lies between, as drawn.
    pub fn line(&self, edge: u32) -> Vec<LonLat> {
        let segment = &self.roads.segments[edge as usize / 2];
        let inner = &self.roads.shape[segment.shape_start as usize..][..segment.shape_len as usize];
        let inner = inner.iter().copied().map(degrees);
        let (tail, head) = (self.position(segment.tail), self.position(segment.head));
        std::iter::once(tail).chain(inner).chain([head]).collect()
    }

    pub fn key(&self, edge: u32) -> EdgeKey {
        let way = self.roads.segments[edge as usize / 2].way;
        let osm = |node: u32| self.roads.nodes[node as usize].osm;
        EdgeKey {
            way: self.roads.ways[way as usize].osm,
            tail: osm(self.end(edge ^ 1)),
            head: osm(self.end(edge)),
        }
    }

    pub fn keys(&self, edges: &[u32]) -> Vec<EdgeKey> {
        edges.iter().map(|edge| self.key(*edge)).collect()
    }

    pub fn number(&self, key: EdgeKey) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// Other public roads lead on, and neither a circle nor a barrier is there.
    pub fn is_plain_junction(&self, edge: u32) -> bool {
        let node = &self.roads.nodes[self.end(edge) as usize];
        let mut others = self.after(edge).filter(|next| *next != edge ^ 1);
        !node.uturn_ok && !node.blocked && others.any(|next| self.access(next) == Access::Yes)
    }
}

fn degrees([lon, lat]: [i32; 2]) -> LonLat {
    LonLat { lon: f64::from(lon) / 1e7, lat: f64::from(lat) / 1e7 }
}
