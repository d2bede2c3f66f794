//! From ways to a road network: split at junctions and at whatever stands on the road.

use domain::RoadFeature;
use rustc_hash::FxHashMap;

use super::{
    bridges, built_up::BuiltUp, country, enclosed, guide, limits, pieces, restrictions, side, texts::Texts,
    waterside, zones,
};
use crate::{
    osm::{
        OsmData, Skipped, Way, degrees, index_u32,
        tags::{self, RoadTags, barrier::NodeTraits, features, speed::Setting},
    },
    roads::{Access, Node, RoadNetwork, Segment, TimedAccess, WayAttrs},
};

/// The road network of the data. What could not be used is counted in `skipped`.
///
/// Every segment has two different ends and no two directed edges of one way have the same ends, so that
/// `(way, tail, head)` names an edge (`domain::EdgeKey`).
pub fn road_network(data: &OsmData, skipped: &mut Skipped) -> RoadNetwork {
    let roads: Vec<(usize, RoadTags)> = data
        .ways
        .iter()
        .enumerate()
        .filter_map(|(index, way)| Some((index, tags::road(&way.tags)?)))
        .collect();
    let water = waterside::Water::new(data);
    let runs = bridges::runs(data, &roads, &water);
    let country = country::of(data);
    let towns = BuiltUp::new(data, &roads);
    let mut builder = Builder::new(data, &roads);
    for ((way, road), run) in roads.iter().zip(&runs) {
        let Some(way) = data.ways.get(*way) else { continue };
        let facts = features::ElevatedFacts {
            tags: &way.tags,
            class: road.class,
            bridge_run_m: run.length_m,
            over_water: run.over_water,
        };
        let elevated = features::is_elevated(&facts);
        let set = if elevated { road.features.with(RoadFeature::Elevated) } else { road.features };
        let mut road = RoadTags { features: set, ..road.clone() };
        road.set_in(&way.tags, Setting { country, built_up: towns.holds(way) });
        builder.add_way(way, &road);
    }
    let mut network = builder.finish();
    enclosed::mark(&mut network);
    waterside::mark(&water, &mut network);
    network.drives_left = side::drives_left(data);
    restrictions::restrictions(data, &mut network, skipped);
    network.limits = limits::limits(data, &roads, &network);
    network.zones = zones::zones(data, &network, skipped);
    network.guide = guide::guide(data, &network);
    network
}

/// Length of a line of nodes in metres.
pub(super) fn length_m(data: &OsmData, nodes: &[u32]) -> f64 {
    nodes
        .windows(2)
        .map(|pair| match pair {
            [a, b] => degrees(data.position(*a)).distance_m(degrees(data.position(*b))),
            _ => 0.0,
        })
        .sum()
}

struct Builder<'a> {
    data: &'a OsmData,
    /// By node index: whether a way has to be split there.
    split: Vec<bool>,
    traits: FxHashMap<u32, NodeTraits>,
    /// By node index: its number in the network.
    numbers: Vec<u32>,
    strings: Texts,
    conditions: Texts,
    network: RoadNetwork,
}

const UNNUMBERED: u32 = u32::MAX;

impl<'a> Builder<'a> {
    fn new(data: &'a OsmData, roads: &[(usize, RoadTags)]) -> Self {
        let mut uses = vec![0_u8; data.positions.len()];
        for way in roads.iter().filter_map(|(way, _)| data.ways.get(*way)) {
            for (place, node) in way.nodes.iter().enumerate() {
                let is_end = place == 0 || place + 1 == way.nodes.len();
                if let Some(slot) = uses.get_mut(*node as usize) {
                    *slot = slot.saturating_add(if is_end { 2 } else { 1 });
                }
            }
        }
        let mut split: Vec<bool> = uses.iter().map(|count| *count >= 2).collect();
        let mut traits = FxHashMap::default();
        for (node, tags) in &data.tagged_nodes {
            let found = tags::barrier::node(tags);
            if found.matters() && uses.get(*node as usize).is_some_and(|count| *count > 0) {
                traits.insert(*node, found);
                if let Some(slot) = split.get_mut(*node as usize) {
                    *slot = true;
                }
            }
        }
        for via in restrictions::via_nodes(data).chain(limits::limited_nodes(data)) {
            if let Some(slot) = split.get_mut(via as usize) {
                *slot = true;
            }
        }
        Self {
            data,
            split,
            traits,
            numbers: vec![UNNUMBERED; data.positions.len()],
            strings: Texts::with(vec![String::new()]),
            conditions: Texts::default(),
            network: RoadNetwork::default(),
        }
    }

    fn add_way(&mut self, way: &Way, road: &RoadTags) {
        let driven_back = road.forward != Access::No && road.backward != Access::No;
        let pieces = self.pieces(&way.nodes, driven_back);
        let attrs = self.attrs(way, road);
        let shared = index_u32(self.network.ways.len());
        let timed = road.ferry_s > 0;
        let whole_m = if timed { length_m(self.data, &way.nodes).max(0.1) } else { 0.0 };
        if !timed {
            self.network.ways.push(attrs);
        }
        for piece in pieces {
            let length = length_m(self.data, piece);
            let attrs_index = if timed {
                let share = f64::from(road.ferry_s) * length / whole_m;
                self.network.ways.push(WayAttrs { ferry_s: whole(share).max(1), ..attrs });
                index_u32(self.network.ways.len()) - 1
            } else {
                shared
            };
            self.add_piece(piece, length, attrs_index, road);
        }
    }

    fn add_piece(&mut self, piece: &[u32], length_m: f64, way: u32, road: &RoadTags) {
        let [first, inner @ .., last] = piece else { return };
        let toll = [first, last].iter().any(|node| self.traits.get(node).is_some_and(|traits| traits.toll));
        let features = if toll { road.features.with(RoadFeature::Toll) } else { road.features };
        let (tail, head) = (self.number(*first), self.number(*last));
        let shape_start = index_u32(self.network.shape.len());
        self.network.shape.extend(inner.iter().map(|node| self.data.position(*node)));
        self.network.segments.push(Segment {
            tail,
            head,
            way,
            length_dm: whole(length_m * 10.0).max(1),
            shape_start,
            shape_len: index_u32(inner.len()),
            forward: road.forward,
            backward: road.backward,
            features: features.0,
        });
        let segment = index_u32(self.network.segments.len()) - 1;
        for (edge, hours) in (2 * segment..).zip(&road.hours).filter(|(_, hours)| !hours.timed.is_empty()) {
            let mut rule =
                |condition, access| self.network.timed.push(TimedAccess { edge, condition, access });
            rule(None, hours.base);
            for (condition, access) in &hours.timed {
                rule(Some(self.conditions.index(condition)), *access);
            }
        }
    }

    /// Cut the nodes of a way into the pieces between splits; neighbours share their end.
    fn pieces<'n>(&self, nodes: &'n [u32], driven_back: bool) -> Vec<&'n [u32]> {
        let mut pieces = Vec::new();
        let mut start = 0;
        for (end, node) in nodes.iter().enumerate().skip(1) {
            let is_split = self.split.get(*node as usize).copied().unwrap_or(true);
            if is_split || end + 1 == nodes.len() {
                pieces.extend(nodes.get(start..=end));
                start = end;
            }
        }
        if pieces.len() > 1 || nodes.first() == nodes.last() {
            pieces::cut_ambiguous(&pieces, driven_back)
        } else {
            pieces
        }
    }

    fn number(&mut self, node: u32) -> u32 {
        let next = index_u32(self.network.nodes.len());
        let Some(slot) = self.numbers.get_mut(node as usize) else { return UNNUMBERED };
        if *slot == UNNUMBERED {
            *slot = next;
            let traits = self.traits.get(&node).copied().unwrap_or_default();
            let [lon_e7, lat_e7] = self.data.position(node);
            self.network.nodes.push(Node {
                osm: self.data.node_ids.get(node as usize).copied().unwrap_or_default(),
                lon_e7,
                lat_e7,
                signals: traits.signals,
                blocked: traits.blocked,
                uturn_ok: traits.uturn_ok,
                delay_s: traits.delay_s,
            });
        }
        *slot
    }

    fn attrs(&mut self, way: &Way, road: &RoadTags) -> WayAttrs {
        let tags = &way.tags;
        let mut text = |text: &str| self.strings.index(text);
        let zh = ["name:zh", "name:zh-Hans", "name:zh-CN"]
            .iter()
            .find_map(|key| tags.get(key))
            .unwrap_or_default();
        WayAttrs {
            osm: way.id,
            class: road.class as u8,
            link: road.link,
            roundabout: road.roundabout,
            speed_forward: road.speed_forward,
            speed_backward: road.speed_backward,
            maxspeed: road.maxspeed,
            rate_percent: road.rate_percent,
            layer: road.layer,
            lanes: road.lanes,
            name: text(tags.get("name").unwrap_or_default()),
            name_en: text(tags.get("name:en").unwrap_or_default()),
            name_zh: text(zh),
            road_ref: text(&list(tags.get("ref").unwrap_or_default())),
            ferry_s: road.ferry_s,
        }
    }

    fn finish(mut self) -> RoadNetwork {
        let mut degree = vec![0_u32; self.network.nodes.len()];
        for end in self.network.segments.iter().flat_map(|segment| [segment.tail, segment.head]) {
            if let Some(slot) = degree.get_mut(end as usize) {
                *slot += 1;
            }
        }
        for (node, degree) in self.network.nodes.iter_mut().zip(degree) {
            node.uturn_ok |= degree == 1;
        }
        self.network.strings = self.strings.list;
        self.network.conditions = self.conditions.list;
        self.network
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which a length never reaches"
)]
fn whole(number: f64) -> u32 {
    number.round() as u32
}

/// `A 1;E 2` as people read it.
fn list(text: &str) -> String {
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
