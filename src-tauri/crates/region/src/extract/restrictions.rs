//! Turn restrictions, matched to edges of the network.
//! <https://wiki.openstreetmap.org/wiki/Relation:restriction>

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    osm::{MemberKind, OsmData, Relation, Skipped, Tags, degrees},
    roads::{Access, Restriction, RoadNetwork},
};

/// Keys that hold a car's restriction, the most specific first.
const KEYS: [&str; 4] =
    ["restriction:motorcar", "restriction:motor_vehicle", "restriction:vehicle", "restriction"];

/// Members of `except` that free a car.
const EXCEPTED: [&str; 3] = ["motorcar", "motor_vehicle", "vehicle"];

/// Nodes (by index) where restrictions turn: ways have to be split there.
pub fn via_nodes(data: &OsmData) -> impl Iterator<Item = u32> {
    data.relations
        .iter()
        .filter(|relation| is_restriction(&relation.tags))
        .flat_map(|relation| &relation.members)
        .filter(|member| member.kind == MemberKind::Node && &*member.role == "via")
        .filter_map(|member| data.node(member.id))
}

fn is_restriction(tags: &Tags) -> bool {
    tags.get("type").is_some_and(|kind| kind == "restriction" || kind.starts_with("restriction:"))
}

/// The edge driven first and the edges in between.
type Approach = (u32, Vec<u32>);

/// What a restriction relation says about cars.
enum Rule<'a> {
    /// Nothing: for others, excepted, or about turning on red.
    None,
    /// Something that holds at some times only.
    Conditional,
    /// `no_*`.
    No(&'a str),
    /// `only_*`.
    Only(&'a str),
}

fn rule(tags: &Tags) -> Rule<'_> {
    let excepted =
        tags.get("except").is_some_and(|list| list.split(';').any(|who| EXCEPTED.contains(&who.trim())));
    if excepted {
        return Rule::None;
    }
    let timed = ["day_on", "hour_on", "day_off", "hour_off"].iter().any(|key| tags.get(key).is_some());
    let Some(value) = KEYS.iter().find_map(|key| tags.get(key)) else {
        let conditional = KEYS.iter().any(|key| {
            tags.iter().any(|(k, _)| k.strip_prefix(key).is_some_and(|rest| rest == ":conditional"))
        });
        return if conditional { Rule::Conditional } else { Rule::None };
    };
    match (value.starts_with("no_"), value.starts_with("only_")) {
        _ if value.ends_with("_on_red") => Rule::None,
        (true, _) | (_, true) if timed => Rule::Conditional,
        (true, _) => Rule::No(value),
        (_, true) => Rule::Only(value),
        _ => Rule::None,
    }
}

/// All restrictions of the data as bans of edge sequences.
pub fn restrictions(data: &OsmData, network: &RoadNetwork, skipped: &mut Skipped) -> Vec<Restriction> {
    let edges = Edges::new(network);
    let mut bans = Vec::new();
    // Several `only_*` for one approach allow each of their exits.
    let mut allowed: Vec<(Approach, Vec<u32>)> = Vec::new();
    for relation in data.relations.iter().filter(|relation| is_restriction(&relation.tags)) {
        let (value, only) = match rule(&relation.tags) {
            Rule::None => continue,
            Rule::Conditional => {
                skipped.conditional_restrictions += 1;
                continue;
            }
            Rule::No(value) => (value, false),
            Rule::Only(value) => (value, true),
        };
        let found = match_members(data, &edges, relation, value);
        if found.is_empty() {
            skipped.unusable_restrictions += 1;
        }
        for Restriction { from, via, to } in found {
            if !only {
                bans.push(Restriction { from, via, to });
                continue;
            }
            let approach = (from, via);
            match allowed.iter_mut().find(|(known, _)| *known == approach) {
                Some((_, exits)) => exits.push(to),
                None => allowed.push((approach, vec![to])),
            }
        }
    }
    for ((from, via), exits) in allowed {
        let last = via.last().copied().unwrap_or(from);
        for exit in edges.leaving(edges.head(last)) {
            if !exits.contains(&exit) {
                bans.push(Restriction { from, via: via.clone(), to: exit });
            }
        }
    }
    let mut seen = FxHashSet::default();
    bans.retain(|ban| seen.insert((ban.from, ban.via.clone(), ban.to)));
    bans
}

/// Every drivable sequence that the members describe: approach, ways between, exit.
fn match_members(data: &OsmData, edges: &Edges<'_>, relation: &Relation, value: &str) -> Vec<Restriction> {
    let ways = |role: &str| -> Vec<i64> {
        let members = relation.members.iter();
        members.filter(|m| m.kind == MemberKind::Way && &*m.role == role).map(|m| m.id).collect()
    };
    let (from, via_ways, to) = (ways("from"), ways("via"), ways("to"));
    if !via_ways.is_empty() {
        let found = match_via_ways(edges, &from, &via_ways, &to);
        if !found.is_empty() || via_ways.len() == 1 {
            return found;
        }
        // Members are ordered, but editors have been known to write them from the exit backwards.
        let backwards: Vec<i64> = via_ways.into_iter().rev().collect();
        return match_via_ways(edges, &from, &backwards, &to);
    }
    let mut found = Vec::new();
    let via_nodes = relation.members.iter().filter(|m| m.kind == MemberKind::Node && &*m.role == "via");
    for via in via_nodes.filter_map(|member| data.node(member.id)) {
        let Some(node) = data.node_ids.get(via as usize).and_then(|id| edges.node(*id)) else { continue };
        for from_way in &from {
            for to_way in &to {
                found.extend(match_at_node(edges, *from_way, node, *to_way, value));
            }
        }
    }
    found
}

/// Approach and exit at a node. Where a way runs through the node instead of ending there, two approaches or exits
/// fit; then the turn's direction in `value` decides, and without one nothing is certain.
fn match_at_node(edges: &Edges<'_>, from: i64, node: u32, to: i64, value: &str) -> Vec<Restriction> {
    let pairs: Vec<(u32, u32)> = edges
        .of_way(from)
        .filter(|edge| edges.head(*edge) == node)
        .flat_map(|approach| {
            let exits = edges.of_way(to).filter(move |exit| edges.tail(*exit) == node);
            exits.map(move |exit| (approach, exit))
        })
        .collect();
    let made = |(from, to): (u32, u32)| Restriction { from, via: vec![], to };
    if pairs.len() <= 1 {
        return pairs.into_iter().map(made).collect();
    }
    if value.contains("u_turn") && from == to {
        return pairs.into_iter().filter(|(approach, exit)| approach ^ 1 == *exit).map(made).collect();
    }
    let Some(wanted) = turn_of(value) else { return Vec::new() };
    let off = |pair: &(u32, u32)| {
        let turn = (edges.bearing_out(pair.1) - edges.bearing_in(pair.0) + 540.0).rem_euclid(360.0) - 180.0;
        let difference = (turn - wanted).abs();
        difference.min(360.0 - difference)
    };
    let best = pairs.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    best.filter(|pair| off(pair) < 70.0).map(made).into_iter().collect()
}

/// Degrees clockwise that a restriction's name speaks of.
fn turn_of(value: &str) -> Option<f64> {
    if value.contains("right") {
        Some(90.0)
    } else if value.contains("left") {
        Some(-90.0)
    } else if value.contains("straight") {
        Some(0.0)
    } else if value.contains("u_turn") {
        Some(180.0)
    } else {
        None
    }
}

fn match_via_ways(edges: &Edges<'_>, from: &[i64], via: &[i64], to: &[i64]) -> Vec<Restriction> {
    let mut found = Vec::new();
    for approach in from.iter().flat_map(|way| edges.of_way(*way)) {
        let Some(path) = walk(edges, edges.head(approach), via) else { continue };
        let Some(last) = path.last().copied() else { continue };
        // Straight back into the via way is not what the approach means.
        if path.first() == Some(&(approach ^ 1)) {
            continue;
        }
        for exit in to.iter().flat_map(|way| edges.of_way(*way)) {
            if edges.tail(exit) == edges.head(last) {
                found.push(Restriction { from: approach, via: path.clone(), to: exit });
            }
        }
    }
    found
}

/// Drive the whole of each way in turn, starting at `node`; `None` when one does not begin there or is closed in that
/// direction.
fn walk(edges: &Edges<'_>, mut node: u32, ways: &[i64]) -> Option<Vec<u32>> {
    let mut path = Vec::new();
    for way in ways {
        let segments = edges.segments_of(*way);
        let forward: Vec<u32> = segments.clone().map(|segment| 2 * segment).collect();
        let backward: Vec<u32> = segments.rev().map(|segment| 2 * segment + 1).collect();
        let drivable = [forward, backward].into_iter().find(|run| {
            run.first().is_some_and(|first| edges.tail(*first) == node)
                && run.iter().all(|edge| edges.is_open(*edge))
        })?;
        node = edges.head(*drivable.last()?);
        path.extend(drivable);
    }
    Some(path)
}

/// Directed edges of a network, findable by way and by node.
struct Edges<'a> {
    network: &'a RoadNetwork,
    by_way: FxHashMap<i64, Range<u32>>,
    by_osm_node: FxHashMap<i64, u32>,
    first_leaving: Vec<u32>,
    leaving: Vec<u32>,
}

impl<'a> Edges<'a> {
    fn new(network: &'a RoadNetwork) -> Self {
        let mut by_way: FxHashMap<i64, Range<u32>> = FxHashMap::default();
        for (segment, number) in network.segments.iter().zip(0_u32..) {
            if let Some(way) = network.ways.get(segment.way as usize) {
                by_way
                    .entry(way.osm)
                    .and_modify(|range| range.end = number + 1)
                    .or_insert(number..number + 1);
            }
        }
        let by_osm_node =
            network.nodes.iter().zip(0_u32..).map(|(node, number)| (node.osm, number)).collect();
        let mut edges = Self { network, by_way, by_osm_node, first_leaving: Vec::new(), leaving: Vec::new() };
        let mut out: Vec<(u32, u32)> = (0..2 * crate::osm::index_u32(network.segments.len()))
            .filter(|edge| edges.is_open(*edge))
            .map(|edge| (edges.tail(edge), edge))
            .collect();
        out.sort_unstable();
        edges.first_leaving = vec![0; network.nodes.len() + 1];
        for (tail, _) in &out {
            if let Some(count) = edges.first_leaving.get_mut(*tail as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut edges.first_leaving {
            sum += *count;
            *count = sum;
        }
        edges.leaving = out.into_iter().map(|(_, edge)| edge).collect();
        edges
    }

    fn node(&self, osm: i64) -> Option<u32> {
        self.by_osm_node.get(&osm).copied()
    }

    fn segments_of(&self, way: i64) -> Range<u32> {
        self.by_way.get(&way).cloned().unwrap_or(0..0)
    }

    /// Edges of a way that a car may drive.
    fn of_way(&self, way: i64) -> impl Iterator<Item = u32> + '_ {
        self.segments_of(way)
            .flat_map(|segment| [2 * segment, 2 * segment + 1])
            .filter(|edge| self.is_open(*edge))
    }

    fn leaving(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let bound = |index: usize| self.first_leaving.get(index).copied().unwrap_or_default() as usize;
        let range = bound(node as usize)..bound(node as usize + 1);
        self.leaving.get(range).unwrap_or(&[]).iter().copied()
    }

    fn ends(&self, edge: u32) -> (u32, u32) {
        let segment = self.network.segments.get((edge / 2) as usize);
        let (tail, head) = segment.map_or((u32::MAX, u32::MAX), |segment| (segment.tail, segment.head));
        if edge.is_multiple_of(2) { (tail, head) } else { (head, tail) }
    }

    fn tail(&self, edge: u32) -> u32 {
        self.ends(edge).0
    }

    fn head(&self, edge: u32) -> u32 {
        self.ends(edge).1
    }

    fn is_open(&self, edge: u32) -> bool {
        self.network.segments.get((edge / 2) as usize).is_some_and(|segment| {
            let access = if edge.is_multiple_of(2) { segment.forward } else { segment.backward };
            access != Access::No
        })
    }

    fn line(&self, edge: u32) -> Vec<[i32; 2]> {
        let Some(segment) = self.network.segments.get((edge / 2) as usize) else { return Vec::new() };
        let end = |node: u32| self.network.nodes.get(node as usize).map(|node| [node.lon_e7, node.lat_e7]);
        let inner = segment.shape_start as usize..(segment.shape_start + segment.shape_len) as usize;
        let inner = self.network.shape.get(inner).unwrap_or(&[]);
        let mut line: Vec<[i32; 2]> =
            end(segment.tail).into_iter().chain(inner.iter().copied()).chain(end(segment.head)).collect();
        if edge % 2 == 1 {
            line.reverse();
        }
        line
    }

    fn bearing_in(&self, edge: u32) -> f64 {
        match self.line(edge)[..] {
            [.., a, b] => degrees(a).bearing_deg(degrees(b)),
            _ => 0.0,
        }
    }

    fn bearing_out(&self, edge: u32) -> f64 {
        match self.line(edge)[..] {
            [a, b, ..] => degrees(a).bearing_deg(degrees(b)),
            _ => 0.0,
        }
    }
}
