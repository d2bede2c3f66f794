//! Turn restrictions, matched to edges of the network.
//! <https://wiki.openstreetmap.org/wiki/Relation:restriction>

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::texts::Texts;
use crate::{
    osm::{MemberKind, OsmData, Relation, Skipped, Tags, degrees, tags::conditional},
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

/// Approach, edges in between, exit.
type Sequence = (u32, Vec<u32>, u32);

/// What a restriction relation says about cars.
struct Rule<'a> {
    /// `no_*` or `only_*`.
    value: &'a str,
    /// When it counts.
    condition: Option<String>,
}

/// The rules of a relation; none when it is for others, excepts cars, or is about turning on red.
fn rules(tags: &Tags) -> Vec<Rule<'_>> {
    let excepted =
        tags.get("except").is_some_and(|list| list.split(';').any(|who| EXCEPTED.contains(&who.trim())));
    let conditional = |key: &str| {
        let value = tags.iter().find(|(k, _)| k.strip_prefix(key) == Some(":conditional"));
        value.map(|(_, value)| value)
    };
    let key = KEYS.iter().find(|key| tags.get(key).is_some() || conditional(key).is_some());
    let Some(key) = key.filter(|_| !excepted) else { return Vec::new() };
    let always = tags.get(key).map(|value| Rule { value, condition: hours(tags) });
    let sometimes = conditional::clauses(conditional(key).unwrap_or_default())
        .map(|clause| Rule { value: clause.value, condition: Some(clause.condition.to_owned()) });
    let known = |rule: &Rule<'_>| {
        let value = rule.value;
        (value.starts_with("no_") || value.starts_with("only_")) && !value.ends_with("_on_red")
    };
    always.into_iter().chain(sometimes).filter(known).collect()
}

/// The times of the old keys `day_on`, `day_off`, `hour_on` and `hour_off` as opening hours.
fn hours(tags: &Tags) -> Option<String> {
    let span = |on: &str, off: &str| Some(format!("{}-{}", tags.get(on)?, tags.get(off)?));
    let parts: Vec<String> =
        [span("day_on", "day_off"), span("hour_on", "hour_off")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// All restrictions of the data as bans of edge sequences. Conditions become part of the network.
pub fn restrictions(data: &OsmData, network: &mut RoadNetwork, skipped: &mut Skipped) {
    let mut conditions = Texts::with(std::mem::take(&mut network.conditions));
    let edges = Edges::new(network);
    let mut bans = Vec::new();
    // Several `only_*` for one approach under one condition allow each of their exits.
    let mut allowed: Vec<(Approach, Option<u32>, Vec<u32>)> = Vec::new();
    for relation in data.relations.iter().filter(|relation| is_restriction(&relation.tags)) {
        for Rule { value, condition } in rules(&relation.tags) {
            let condition = condition.map(|text| conditions.index(&text));
            let found = match_members(data, &edges, relation, value);
            if found.is_empty() {
                skipped.unusable_restrictions += 1;
            }
            for (from, via, to) in found {
                if value.starts_with("no_") {
                    bans.push(Restriction { from, via, to, condition });
                    continue;
                }
                let approach = (from, via);
                let same =
                    |known: &&mut (Approach, Option<u32>, _)| known.0 == approach && known.1 == condition;
                match allowed.iter_mut().find(same) {
                    Some((_, _, exits)) => exits.push(to),
                    None => allowed.push((approach, condition, vec![to])),
                }
            }
        }
    }
    for ((from, via), condition, exits) in allowed {
        let last = via.last().copied().unwrap_or(from);
        for exit in edges.leaving(edges.head(last)) {
            if !exits.contains(&exit) {
                bans.push(Restriction { from, via: via.clone(), to: exit, condition });
            }
        }
    }
    let mut seen = FxHashSet::default();
    bans.retain(|ban| seen.insert((ban.from, ban.via.clone(), ban.to, ban.condition)));
    network.conditions = conditions.list;
    network.restrictions = bans;
}

/// Every drivable sequence that the members describe: approach, ways between, exit.
fn match_members(data: &OsmData, edges: &Edges<'_>, relation: &Relation, value: &str) -> Vec<Sequence> {
    let ways = |role: &str| -> Vec<i64> {
        let members = relation.members.iter();
        members.filter(|m| m.kind == MemberKind::Way && &*m.role == role).map(|m| m.id).collect()
    };
    let (from, via_ways, to) = (ways("from"), ways("via"), ways("to"));
    // Several ways may only be where a rule is about all of them; elsewhere nobody knows which one is meant.
    if from.len() > 1 && value != "no_entry" || to.len() > 1 && value != "no_exit" {
        return Vec::new();
    }
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
fn match_at_node(edges: &Edges<'_>, from: i64, node: u32, to: i64, value: &str) -> Vec<Sequence> {
    let pairs: Vec<(u32, u32)> = edges
        .of_way(from)
        .filter(|edge| edges.head(*edge) == node)
        .flat_map(|approach| {
            let exits = edges.of_way(to).filter(move |exit| edges.tail(*exit) == node);
            exits.map(move |exit| (approach, exit))
        })
        .collect();
    let made = |(from, to): (u32, u32)| (from, vec![], to);
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

/// Sequences over ways. A way that runs through its end of the via ways gives two approaches or two exits, and nothing
/// tells which of them is meant.
fn match_via_ways(edges: &Edges<'_>, from: &[i64], via: &[i64], to: &[i64]) -> Vec<Sequence> {
    let mut found: Vec<Sequence> = Vec::new();
    for approach in from.iter().flat_map(|way| edges.of_way(*way)) {
        let Some(path) = walk(edges, edges.head(approach), via) else { continue };
        let Some(last) = path.last().copied() else { continue };
        // Straight back into the via way is not what the approach means.
        if path.first() == Some(&(approach ^ 1)) {
            continue;
        }
        for exit in to.iter().flat_map(|way| edges.of_way(*way)) {
            if edges.tail(exit) == edges.head(last) {
                found.push((approach, path.clone(), exit));
            }
        }
    }
    let froms: FxHashSet<u32> = found.iter().map(|(approach, ..)| *approach).collect();
    let tos: FxHashSet<u32> = found.iter().map(|(.., exit)| *exit).collect();
    if froms.len() > from.len() || tos.len() > to.len() {
        found.clear();
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

    /// Whether a car may drive the edge at some time.
    fn is_open(&self, edge: u32) -> bool {
        self.network.ever(edge) != Access::No
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
