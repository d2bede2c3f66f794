//! The road network as flat, read-only arrays for searching.
//!
//! Edge ids are `region`'s: `2·segment` drives a segment as drawn, `2·segment + 1` against that. Both ids exist for
//! every segment; an edge that no car may drive has no travel time and appears in no list.

use std::sync::Arc;

use domain::{EdgeKey, FeatureSet, LonLat, RoadClass};
use region::{Access, Node, RoadNetwork, Segment, WayAttrs};
use rustc_hash::FxHashMap;

use crate::{costing, law::Law};

/// A directed edge: `2·segment`, plus one against the drawing.
pub type Edge = u32;

/// What the cost of an edge depends on besides its length and speed: all edges of one kind get the same factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Road class.
    pub class: RoadClass,
    /// Features.
    pub features: FeatureSet,
}

/// What a search reads of an edge, side by side: it is at home in no cache, and each array would be a miss of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// Milliseconds of travel as they count when choosing between roads: longer where one drives less gladly.
    pub(crate) weigh_ms: u32,
    /// Milliseconds lost where the edge starts, beside the turn: lights, gates, toll booths.
    pub(crate) pause_ms: u32,
    /// Node where it ends.
    head: u32,
    /// Index into [`Graph::kinds`].
    pub(crate) kind: u16,
}

/// Adjacency in compressed rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    first: Vec<u32>,
    item: Vec<u32>,
}

impl Rows {
    /// Groups `(row, item)` pairs by row; the order within a row is the order of the pairs.
    pub(crate) fn group(rows: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0_u32; rows + 1];
        for (row, _) in pairs.clone() {
            first[row as usize + 1] += 1;
        }
        for row in 0..rows {
            first[row + 1] += first[row];
        }
        let mut next = first.clone();
        let mut item = vec![0; first[rows] as usize];
        for (row, value) in pairs {
            let slot = &mut next[row as usize];
            item[*slot as usize] = value;
            *slot += 1;
        }
        Self { first, item }
    }

    pub(crate) fn row(&self, row: u32) -> &[u32] {
        &self.item[self.first[row as usize] as usize..self.first[row as usize + 1] as usize]
    }
}

/// The graph under one moment's law. Built once from a [`RoadNetwork`], never changed; under another law it shares
/// everything but the law.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) roads: Arc<RoadNetwork>,
    pub(crate) law: Arc<Law>,
    /// Edges that leave a node, cars allowed at some time.
    pub(crate) out: Arc<Rows>,
    /// Edges that arrive at a node, cars allowed at some time.
    pub(crate) into: Arc<Rows>,
    /// Milliseconds of travel per edge, 0 where no car may ever drive.
    pub(crate) travel_ms: Arc<[u32]>,
    /// What a search reads, per edge.
    pub(crate) weighed: Arc<[Weighed]>,
    /// The kinds that occur.
    pub(crate) kinds: Arc<[Kind]>,
    /// Bearing in degrees with which an edge leaves its tail and arrives at its head.
    bearings: Arc<[[i16; 2]]>,
    /// Segments sorted by OSM way id, to find an edge by its key.
    by_way: Arc<[u32]>,
}

impl Graph {
    /// Lays the network out for searching.
    pub fn build(roads: RoadNetwork) -> Self {
        let edges = roads.segments.len() * 2;
        let allowed = (0..edges as u32).filter(|edge| roads.ever(*edge) != Access::No);
        let out = Rows::group(roads.nodes.len(), allowed.clone().map(|e| (tail(&roads, e), e)));
        let into = Rows::group(roads.nodes.len(), allowed.map(|e| (head(&roads, e), e)));
        let mut way_dm = vec![0_u64; roads.ways.len()];
        for segment in &roads.segments {
            way_dm[segment.way as usize] += u64::from(segment.length_dm);
        }
        let mut kinds = Vec::new();
        let mut known = FxHashMap::default();
        let mut travel_ms = Vec::with_capacity(edges);
        let mut weighed = Vec::with_capacity(edges);
        for (number, segment) in (0_u32..).zip(&roads.segments) {
            let way = &roads.ways[segment.way as usize];
            let this = Kind { class: way.road_class(), features: segment.feature_set() };
            let index = *known.entry((way.class, segment.features)).or_insert_with(|| {
                kinds.push(this);
                (kinds.len() - 1) as u16
            });
            let share = f64::from(segment.length_dm) / (way_dm[segment.way as usize].max(1) as f64);
            for (speed, edge) in [(way.speed_forward, 2 * number), (way.speed_backward, 2 * number + 1)] {
                let ms = match roads.ever(edge) {
                    Access::No => 0,
                    Access::Yes | Access::Destination => {
                        costing::travel_ms(segment.length_dm, speed, way.ferry_s, share)
                    }
                };
                travel_ms.push(ms);
                let node = &roads.nodes[tail(&roads, edge) as usize];
                weighed.push(Weighed {
                    weigh_ms: costing::weigh_ms(ms, way.rate_percent),
                    pause_ms: costing::pause_ms(node.signals, node.delay_s),
                    head: head(&roads, edge),
                    kind: index,
                });
            }
        }
        let mut by_way: Vec<u32> = (0..roads.segments.len() as u32).collect();
        by_way.sort_by_key(|segment| {
            (roads.ways[roads.segments[*segment as usize].way as usize].osm, *segment)
        });
        let law = Law::careful(&roads);
        let mut graph = Self {
            roads: Arc::new(roads),
            law: Arc::new(law),
            out: Arc::new(out),
            into: Arc::new(into),
            travel_ms: travel_ms.into(),
            weighed: weighed.into(),
            kinds: kinds.into(),
            bearings: Arc::default(),
            by_way: by_way.into(),
        };
        graph.bearings = (0..edges as u32).map(|edge| graph.measure_bearings(edge)).collect();
        graph
    }

    /// The same graph under another law.
    pub(crate) fn under(&self, law: Law) -> Self {
        Self { law: Arc::new(law), ..self.clone() }
    }

    /// The same graph with other milliseconds of travel per edge.
    pub(crate) fn taking(&self, travel_ms: Arc<[u32]>) -> Self {
        let weighed = (0..).zip(self.weighed.iter()).zip(travel_ms.iter()).map(|((edge, weighed), ms)| {
            Weighed { weigh_ms: costing::weigh_ms(*ms, self.way(edge).rate_percent), ..*weighed }
        });
        Self { weighed: weighed.collect(), travel_ms, ..self.clone() }
    }

    /// Number of edge ids (two per segment, whether drivable or not).
    pub fn edge_count(&self) -> usize {
        self.travel_ms.len()
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.roads.nodes.len()
    }

    /// The network this was built from.
    pub fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// The segment of an edge.
    pub fn segment(&self, edge: Edge) -> &Segment {
        &self.roads.segments[(edge >> 1) as usize]
    }

    /// What the way of an edge says.
    pub fn way(&self, edge: Edge) -> &WayAttrs {
        &self.roads.ways[self.segment(edge).way as usize]
    }

    /// Node where the edge starts.
    pub fn tail(&self, edge: Edge) -> u32 {
        tail(&self.roads, edge)
    }

    /// Node where the edge ends.
    #[inline]
    pub fn head(&self, edge: Edge) -> u32 {
        self.weighed[edge as usize].head
    }

    /// The node itself.
    pub fn node(&self, node: u32) -> &Node {
        &self.roads.nodes[node as usize]
    }

    /// Who may drive the edge, under this graph's law.
    pub fn access(&self, edge: Edge) -> Access {
        self.law.access(&self.roads, edge)
    }

    /// Metres.
    pub fn length_m(&self, edge: Edge) -> f64 {
        f64::from(self.segment(edge).length_dm) / 10.0
    }

    /// Class and features.
    pub fn kind_of(&self, edge: Edge) -> Kind {
        self.kinds[usize::from(self.weighed[edge as usize].kind)]
    }

    /// Text of the network by index; empty for an index that does not exist.
    pub fn text(&self, index: u32) -> &str {
        self.roads.strings.get(index as usize).map_or("", String::as_str)
    }

    /// The road's name, or its ref when it has none, or nothing.
    pub fn label(&self, edge: Edge) -> &str {
        let way = self.way(edge);
        let name = self.text(way.name);
        if name.is_empty() { self.text(way.road_ref) } else { name }
    }

    /// Whether any traffic light stands where the edge starts.
    pub fn signals_at_tail(&self, edge: Edge) -> bool {
        self.node(self.tail(edge)).signals
    }

    /// The name that survives a re-import.
    pub fn key(&self, edge: Edge) -> EdgeKey {
        EdgeKey {
            way: self.way(edge).osm,
            tail: self.node(self.tail(edge)).osm,
            head: self.node(self.head(edge)).osm,
        }
    }

    /// The edge of that name, when the region (still) has it and cars may drive it.
    pub fn edge_of(&self, key: EdgeKey) -> Option<Edge> {
        let osm = |segment: u32| self.roads.ways[self.roads.segments[segment as usize].way as usize].osm;
        let start = self.by_way.partition_point(|segment| osm(*segment) < key.way);
        self.by_way[start..]
            .iter()
            .take_while(|segment| osm(**segment) == key.way)
            .flat_map(|segment| [segment * 2, segment * 2 + 1])
            .find(|edge| self.access(*edge) != Access::No && self.key(*edge) == key)
    }

    /// Points of the edge in driving order, both ends included.
    pub fn geometry(&self, edge: Edge) -> Vec<LonLat> {
        self.points(edge).collect()
    }

    /// The same one by one.
    pub(crate) fn points(&self, edge: Edge) -> impl Iterator<Item = LonLat> + '_ {
        let segment = self.segment(edge);
        let inner = &self.roads.shape[segment.shape_start as usize..][..segment.shape_len as usize];
        let whole = inner.len() + 2;
        let (tail, head) = (self.position(segment.tail), self.position(segment.head));
        (0..whole).map(move |step| {
            let at = if edge & 1 == 1 { whole - 1 - step } else { step };
            match at.checked_sub(1) {
                None => tail,
                Some(at) => inner.get(at).map_or(head, |[lon, lat]| from_e7(*lon, *lat)),
            }
        })
    }

    /// Where a node lies.
    pub fn position(&self, node: u32) -> LonLat {
        let node = self.node(node);
        from_e7(node.lon_e7, node.lat_e7)
    }

    /// Degrees clockwise from north with which the edge leaves its tail, over its first metres.
    pub fn bearing_out(&self, edge: Edge) -> f64 {
        f64::from(self.bearings[edge as usize][0])
    }

    /// Degrees clockwise from north with which the edge arrives at its head, over its last metres.
    pub fn bearing_in(&self, edge: Edge) -> f64 {
        f64::from(self.bearings[edge as usize][1])
    }

    /// How far one bends from `from` to `to`: degrees from −180 to 180, right is positive.
    pub fn bend(&self, from: Edge, to: Edge) -> f64 {
        let diff = self.bearing_out(to) - self.bearing_in(from);
        (diff + 540.0).rem_euclid(360.0) - 180.0
    }

    /// Number of segments that meet at a node, drivable or not.
    pub(crate) fn degree(&self, node: u32) -> usize {
        let out = self.out.row(node);
        let only_in = self.into.row(node).iter().filter(|edge| !out.contains(&(**edge ^ 1)));
        out.len() + only_in.count()
    }

    /// A bearing over the first 15 m is steadier than one over a first point that may lie centimetres away.
    fn measure_bearings(&self, edge: Edge) -> [i16; 2] {
        const OVER_M: f64 = 15.0;
        let points = self.geometry(edge);
        let towards = |points: &mut dyn Iterator<Item = LonLat>| {
            let start = points.next();
            let mut last = start;
            for point in points {
                last = Some(point);
                if start.is_some_and(|s| s.distance_m(point) >= OVER_M) {
                    break;
                }
            }
            start.zip(last)
        };
        let out = towards(&mut points.iter().copied()).map_or(0.0, |(a, b)| a.bearing_deg(b));
        let arrive = towards(&mut points.iter().rev().copied()).map_or(0.0, |(a, b)| b.bearing_deg(a));
        [out.round() as i16, arrive.round() as i16]
    }
}

fn from_e7(lon: i32, lat: i32) -> LonLat {
    LonLat { lon: f64::from(lon) / 1e7, lat: f64::from(lat) / 1e7 }
}

fn tail(roads: &RoadNetwork, edge: Edge) -> u32 {
    let segment = &roads.segments[(edge >> 1) as usize];
    if edge & 1 == 0 { segment.tail } else { segment.head }
}

fn head(roads: &RoadNetwork, edge: Edge) -> u32 {
    tail(roads, edge ^ 1)
}
