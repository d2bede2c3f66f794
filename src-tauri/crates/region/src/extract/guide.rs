//! Signs, lanes, booths and borders of a road network.

use domain::LaneMark;
use rustc_hash::FxHashMap;

use super::{borders, texts::Texts};
use crate::{
    guide::{Guide, Mark, MarkKind, Sign},
    osm::{
        OsmData, Tags, index_u32,
        tags::{
            barrier,
            lanes::{self, Heading},
            signs,
        },
    },
    roads::{Access, RoadNetwork},
};

/// Everything that a driver is told of beside the roads themselves.
pub fn guide(data: &OsmData, network: &RoadNetwork) -> Guide {
    let mut strings = Texts::with(vec![String::new()]);
    let mut lane_sets = LaneSets::new();
    let signs = signs(data, network, &mut strings, &mut lane_sets);
    let marks = marks(data, network, &mut strings);
    let (borders, countries) = borders::borders(data, network);
    Guide { signs, lane_sets: lane_sets.list, marks, borders, countries, texts: strings.list }
}

fn signs(data: &OsmData, network: &RoadNetwork, strings: &mut Texts, sets: &mut LaneSets) -> Vec<Sign> {
    let mut open = vec![[false; 2]; network.ways.len()];
    for segment in &network.segments {
        if let Some([forward, backward]) = open.get_mut(segment.way as usize) {
            *forward |= segment.forward != Access::No;
            *backward |= segment.backward != Access::No;
        }
    }
    let mut found = Vec::new();
    for (way, (attrs, open)) in (0_u32..).zip(network.ways.iter().zip(open)) {
        let Some(tags) = data.way(attrs.osm).first().map(|way| &way.tags) else { continue };
        let headings: &[Heading] = match open {
            [true, true] => &[Heading::Forward, Heading::Backward],
            [true, false] => &[Heading::ForwardOnly],
            [false, true] => &[Heading::BackwardOnly],
            [false, false] => &[],
        };
        for heading in headings {
            found.extend(sign(way, tags, *heading, strings, sets));
        }
    }
    found
}

fn sign(way: u32, tags: &Tags, heading: Heading, strings: &mut Texts, sets: &mut LaneSets) -> Option<Sign> {
    let says = |key: &str| {
        key.starts_with("turn:lanes")
            || key.starts_with("destination")
            || key == "junction:ref"
            || key.starts_with("junction:ref:")
            || key.starts_with("lanes")
    };
    if !tags.iter().any(|(key, _)| says(key)) {
        return None;
    }
    let texts = signs::texts(tags, heading);
    let marks = lanes::marks(tags, heading);
    let lanes = lanes::count(tags, heading);
    if texts.is_empty() && marks.is_empty() && lanes < 2 {
        return None;
    }
    Some(Sign {
        way,
        backward: matches!(heading, Heading::Backward | Heading::BackwardOnly),
        lanes,
        lane_set: sets.index(&marks),
        destination: strings.index(&texts.destination),
        destination_ref: strings.index(&texts.destination_ref),
        destination_street: strings.index(&texts.destination_street),
        exit: strings.index(&texts.exit),
    })
}

fn marks(data: &OsmData, network: &RoadNetwork, strings: &mut Texts) -> Vec<Mark> {
    let mut by_id: FxHashMap<i64, (MarkKind, &Tags)> = FxHashMap::default();
    for (node, tags) in &data.tagged_nodes {
        if let (Some(kind), Some(id)) = (kind(tags), data.node_ids.get(*node as usize)) {
            by_id.insert(*id, (kind, tags));
        }
    }
    if by_id.is_empty() {
        return Vec::new();
    }
    let mark = |(node, id): (u32, i64)| {
        let (kind, tags) = by_id.get(&id)?;
        let mut text = |key: &str| strings.index(tags.get(key).unwrap_or_default());
        Some(Mark { node, kind: *kind, name: text("name"), number: text("ref") })
    };
    (0_u32..).zip(network.nodes.iter().map(|node| node.osm)).filter_map(mark).collect()
}

fn kind(tags: &Tags) -> Option<MarkKind> {
    match tags.get("highway") {
        Some("motorway_junction") => return Some(MarkKind::Junction),
        Some("mini_roundabout") => return Some(MarkKind::MiniRoundabout),
        _ => {}
    }
    match tags.get("barrier") {
        Some("toll_booth") => Some(MarkKind::TollBooth),
        Some("border_control") if barrier::node(tags).border_control => Some(MarkKind::BorderControl),
        _ => None,
    }
}

/// Each row of lanes once; 0 is the empty one.
struct LaneSets {
    list: Vec<Vec<u16>>,
    known: FxHashMap<Vec<u16>, u32>,
}

impl LaneSets {
    fn new() -> Self {
        Self { list: vec![Vec::new()], known: FxHashMap::from_iter([(Vec::new(), 0)]) }
    }

    fn index(&mut self, marks: &[LaneMark]) -> u32 {
        let set: Vec<u16> = marks.iter().map(|mark| mark.0).collect();
        let next = index_u32(self.list.len());
        *self.known.entry(set).or_insert_with_key(|set| {
            self.list.push(set.clone());
            next
        })
    }
}
