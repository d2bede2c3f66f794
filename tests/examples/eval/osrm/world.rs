//! What a scenario's `Given` steps build: a map in memory, and how questions about it are asked.

use std::collections::BTreeMap;

use domain::LonLat;
use region::{
    RoadNetwork, extract,
    osm::{Member, MemberKind, OsmData, Skipped, Tags},
};

use super::gherkin::{Step, Table};

/// Degrees per metre on OSRM's sphere, as its test suite lays out a grid.
const DEGREES_PER_M: f64 = 0.899_067_936_270_461e-5;
/// Cells between the ways of a routability table.
const ROW_CELLS: f64 = 100.0;
/// OSM id of the first node of a routability table's first row; letters have their code points.
const FIRST_ROW_NODE: i64 = 1_000;

/// A way as drawn.
#[derive(Clone, Debug)]
pub struct DrawnWay {
    /// Nodes by id.
    pub nodes: Vec<i64>,
    /// Its tags, `name` included.
    pub tags: BTreeMap<String, String>,
    /// How relations call it.
    called: String,
}

#[derive(Clone, Debug)]
struct DrawnRelation {
    /// Kind, name and role of each member.
    members: Vec<(MemberKind, String, String)>,
    tags: BTreeMap<String, String>,
}

/// A scenario's map.
#[derive(Clone, Debug)]
pub struct World {
    cell_m: f64,
    origin: LonLat,
    /// Nodes of the map, by OSM id.
    nodes: BTreeMap<i64, (LonLat, BTreeMap<String, String>)>,
    /// Points that are no nodes, by digit.
    points: BTreeMap<char, LonLat>,
    /// Ways by OSM id: 1 for the first.
    pub ways: BTreeMap<i64, DrawnWay>,
    relations: Vec<DrawnRelation>,
    /// Options of every question: `snapping`, `bearings`, `radiuses` …
    pub options: BTreeMap<String, String>,
    /// Seconds since 1970 for which conditions count, and the file of time zones that they are read with.
    pub now: Option<(i64, String)>,
    /// Cars keep left.
    pub drives_left: bool,
}

impl World {
    /// An empty world with the suite's own grid.
    pub fn new() -> Self {
        Self {
            cell_m: 100.0,
            origin: LonLat { lon: 1.0, lat: 1.0 },
            nodes: BTreeMap::new(),
            points: BTreeMap::new(),
            ways: BTreeMap::new(),
            relations: Vec::new(),
            options: BTreeMap::new(),
            now: None,
            drives_left: false,
        }
    }

    /// Takes in a `Given` step.
    ///
    /// # Errors
    /// Why it is not understood.
    pub fn take(&mut self, step: &Step) -> Result<(), String> {
        let text = step.text.as_str();
        let (doc, table) = (step.doc.as_deref(), step.table.as_ref());
        if let Some(metres) = between(text, "a grid size of ", " meters") {
            self.cell_m = metres.parse().map_err(|error| format!("grid size: {error}"))?;
        } else if let Some(origin) = text.strip_prefix("the origin ") {
            let (lon, lat) = origin.split_once(',').ok_or("origin")?;
            let number = |text: &str| text.trim().parse::<f64>().map_err(|error| format!("origin: {error}"));
            self.origin = LonLat { lon: number(lon)?, lat: number(lat)? };
        } else if text.starts_with("the profile") {
            if doc.is_some_and(|doc| doc.contains("left_hand_driving = true")) {
                self.drives_left = true;
            }
        } else if text.ends_with("extra arguments") || text.contains(" extra arguments ") {
            self.arguments(text);
        } else if text == "the node map" {
            self.node_map(doc.unwrap_or_default());
        } else if let Some(table) = table {
            match text {
                "the node locations" => self.node_locations(table)?,
                "the nodes" => self.tag_nodes(table)?,
                "the ways" | "the ways with locations" => self.add_ways(table)?,
                "the relations" => self.add_relations(table),
                "the query options" => {
                    let pairs = std::iter::once(&table.head).chain(&table.rows);
                    let pairs = pairs.filter_map(|row| Some((row.first()?.clone(), row.get(1)?.clone())));
                    self.options.extend(pairs);
                }
                _ => return Err(format!("step \"{text}\"")),
            }
        } else {
            return Err(format!("step \"{text}\""));
        }
        Ok(())
    }

    fn arguments(&mut self, text: &str) {
        let Some(seconds) = text.split("--parse-conditionals-from-now=").nth(1) else { return };
        let seconds: String = seconds.chars().take_while(char::is_ascii_digit).collect();
        let zones = between(text, "--time-zone-file=", ".geojson").unwrap_or_default();
        let zones = zones.rsplit('/').next().unwrap_or_default().to_owned();
        self.now = seconds.parse().ok().map(|seconds| (seconds, zones));
    }

    fn at(&self, column: f64, row: f64) -> LonLat {
        let cell = self.cell_m * DEGREES_PER_M;
        LonLat { lon: self.origin.lon + column * cell, lat: self.origin.lat - row * cell }
    }

    fn place(&mut self, name: char, at: LonLat) {
        if name.is_ascii_digit() {
            self.points.insert(name, at);
        } else {
            self.nodes.insert(i64::from(u32::from(name)), (at, BTreeMap::new()));
        }
    }

    /// A column of a drawn map is half a cell wide, so that letters have room.
    fn node_map(&mut self, drawing: &str) {
        for (row, line) in drawing.lines().enumerate() {
            for (column, name) in line.chars().enumerate() {
                if name.is_ascii_lowercase() || name.is_ascii_digit() {
                    self.place(name, self.at(column as f64 / 2.0, row as f64));
                }
            }
        }
    }

    fn node_locations(&mut self, table: &Table) -> Result<(), String> {
        for row in &table.rows {
            let row = table.row(row);
            let number = |key: &str| row.get(key).and_then(|text| text.parse().ok()).ok_or("location");
            let name = row.get("node").and_then(|name| name.chars().next()).ok_or("node")?;
            self.place(name, LonLat { lon: number("lon")?, lat: number("lat")? });
        }
        Ok(())
    }

    fn tag_nodes(&mut self, table: &Table) -> Result<(), String> {
        for row in &table.rows {
            let row = table.row(row);
            let name = row.get("node").and_then(|name| name.chars().next()).ok_or("node")?;
            let (_, tags) = self.nodes.get_mut(&i64::from(u32::from(name))).ok_or("unknown node")?;
            tags.extend(set(row.iter().filter(|(key, _)| !matches!(**key, "node" | "id" | "#"))));
        }
        Ok(())
    }

    fn add_ways(&mut self, table: &Table) -> Result<(), String> {
        for row in &table.rows {
            let row = table.row(row);
            let called = (*row.get("nodes").ok_or("nodes")?).to_owned();
            let mut tags: BTreeMap<String, String> =
                set(row.iter().filter(|(key, _)| !matches!(**key, "nodes" | "#"))).collect();
            if !row.contains_key("highway") {
                tags.insert("highway".to_owned(), "primary".to_owned());
            }
            match row.get("name") {
                None => drop(tags.insert("name".to_owned(), called.clone())),
                Some(&"\"\"" | &"''") => drop(tags.remove("name")),
                Some(_) => {}
            }
            let nodes = called.chars().map(|name| i64::from(u32::from(name))).collect();
            self.ways.insert(self.ways.len() as i64 + 1, DrawnWay { nodes, tags, called });
        }
        Ok(())
    }

    fn add_relations(&mut self, table: &Table) {
        for row in &table.rows {
            let mut members = Vec::new();
            let mut tags = Vec::new();
            for (key, value) in table.head.iter().zip(row) {
                let role = |kind: &str| key.strip_prefix(kind).map(|role| role.trim_start_matches(':'));
                let member = [(MemberKind::Node, role("node")), (MemberKind::Way, role("way"))]
                    .into_iter()
                    .find_map(|(kind, role)| Some((kind, role?)));
                match member {
                    Some((kind, role)) => {
                        let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                        members.extend(names.map(|name| (kind, name.to_owned(), role.to_owned())));
                    }
                    None => tags.push((key.as_str(), value.as_str())),
                }
            }
            let tags = set(tags.iter().map(|(key, value)| (key, value))).collect();
            self.relations.push(DrawnRelation { members, tags });
        }
    }

    /// One way of five nodes for every row of a routability table, far from each other; node tags go to the middle.
    pub fn add_routability_rows(&mut self, table: &Table) {
        for (index, row) in table.rows.iter().enumerate() {
            let tags = table.row(row);
            let asked =
                |key: &str| ["forw", "backw", "bothw", "#"].contains(&key.split('_').next().unwrap_or(key));
            let nil = tags.get("highway") == Some(&"(nil)");
            let mut way: BTreeMap<String, String> =
                set(tags.iter().filter(|(key, _)| !asked(key) && !key.starts_with("node/"))).collect();
            if !nil {
                way.entry("highway".to_owned()).or_insert_with(|| "primary".to_owned());
            }
            way.insert("name".to_owned(), format!("w{index}"));
            let node: BTreeMap<String, String> = set(tags.iter().filter(|(key, _)| key.starts_with("node/")))
                .map(|(key, value)| (key.trim_start_matches("node/").to_owned(), value))
                .collect();
            let first = FIRST_ROW_NODE + 5 * index as i64;
            for offset in 0..5_i64 {
                let tags = if offset == 2 { node.clone() } else { BTreeMap::new() };
                self.nodes.insert(first + offset, (self.row_point(index, offset as f64), tags));
            }
            let nodes = (first..first + 5).collect();
            self.ways.insert(index as i64 + 1, DrawnWay { nodes, tags: way, called: String::new() });
        }
    }

    /// A point on the way of a row of a routability table, `cells` from its start.
    pub fn row_point(&self, row: usize, cells: f64) -> LonLat {
        self.at(ROW_CELLS * row as f64 + cells, 0.0)
    }

    /// Where a letter or digit is.
    pub fn position(&self, name: char) -> Option<LonLat> {
        self.points
            .get(&name)
            .copied()
            .or_else(|| self.nodes.get(&i64::from(u32::from(name))).map(|(at, _)| *at))
    }

    /// Where a node is.
    pub fn node_position(&self, id: i64) -> Option<LonLat> {
        self.nodes.get(&id).map(|(at, _)| *at)
    }

    /// The node that lies within so many metres.
    pub fn letter_at(&self, at: LonLat, metres: f64) -> Option<char> {
        let (id, _) = self.nodes.iter().find(|(_, (node, _))| node.distance_m(at) < metres)?;
        u32::try_from(*id).ok().and_then(char::from_u32)
    }

    /// Where one of the nodes is.
    pub fn any_position(&self) -> Option<LonLat> {
        self.nodes.values().next().map(|(at, _)| *at)
    }

    /// Value of a way's tag, or nothing.
    pub fn tag(&self, way: i64, key: &str) -> &str {
        self.ways.get(&way).and_then(|way| way.tags.get(key)).map_or("", String::as_str)
    }

    /// The map as a road network, the way an import would make it.
    pub fn network(&self) -> RoadNetwork {
        let mut builder = OsmData::builder();
        for (id, (at, tags)) in &self.nodes {
            builder.node(*id, e7(at.lon), e7(at.lat), borrowed(tags));
        }
        for (id, way) in &self.ways {
            builder.way(*id, way.nodes.clone(), borrowed(&way.tags));
        }
        for (id, relation) in (1..).zip(&self.relations) {
            let members = relation.members.iter().map(|(kind, name, role)| Member {
                kind: *kind,
                id: self.member_id(*kind, name),
                role: role.as_str().into(),
            });
            builder.relation(id, members.collect(), borrowed(&relation.tags));
        }
        let mut network = extract::road_network(&builder.finish(), &mut Skipped::default());
        network.drives_left |= self.drives_left;
        network
    }

    /// A way may be called by its letters in either order; of several with the same letters the last counts.
    fn member_id(&self, kind: MemberKind, name: &str) -> i64 {
        if kind == MemberKind::Node {
            return name.chars().next().map_or(-1, |name| i64::from(u32::from(name)));
        }
        let reversed: String = name.chars().rev().collect();
        let find = |wanted: &str| self.ways.iter().rev().find(|(_, way)| way.called == wanted);
        find(name).or_else(|| find(&reversed)).map_or(-1, |(id, _)| *id)
    }
}

fn e7(degrees: f64) -> i64 {
    (degrees * 1e7).round() as i64
}

fn borrowed(tags: &BTreeMap<String, String>) -> Tags {
    tags.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

/// Tags that say something.
fn set<'a>(
    pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>,
) -> impl Iterator<Item = (String, String)> {
    pairs
        .filter(|(_, value)| !value.is_empty() && **value != "(nil)")
        .map(|(key, value)| ((**key).to_owned(), (**value).to_owned()))
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &text[text.find(before)? + before.len()..];
    rest.find(after).map(|end| &rest[..end])
}
