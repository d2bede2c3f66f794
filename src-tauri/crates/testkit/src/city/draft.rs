//! OSM elements on their way into a file.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::Counts;
use super::plan::{Point, lon_lat};

/// A node, by its place in [`Draft::nodes`].
pub(super) type NodeId = usize;

/// A way, by its place in [`Draft::ways`].
pub(super) type WayId = usize;

/// Keys and values.
pub(super) type Tags = Vec<(&'static str, String)>;

/// Tags from plain text.
pub(super) fn tags(pairs: &[(&'static str, &str)]) -> Tags {
    pairs.iter().map(|(key, value)| (*key, (*value).to_owned())).collect()
}

struct Node {
    at: Point,
    tags: Tags,
}

struct Way {
    nodes: Vec<NodeId>,
    tags: Tags,
}

struct Relation {
    members: Vec<(&'static str, Member)>,
    tags: Tags,
}

/// What a relation refers to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member {
    Node(NodeId),
    Way(WayId),
}

/// All elements of the city. Ids in the file are their places plus one.
#[derive(Default)]
pub(super) struct Draft {
    nodes: Vec<Node>,
    ways: Vec<Way>,
    relations: Vec<Relation>,
}

impl Draft {
    /// Adds a node.
    pub fn node(&mut self, at: Point, tags: Tags) -> NodeId {
        self.nodes.push(Node { at, tags });
        self.nodes.len() - 1
    }

    /// Adds a tag to a node.
    pub fn tag_node(&mut self, node: NodeId, key: &'static str, value: &str) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.tags.push((key, value.to_owned()));
        }
    }

    /// Where a node lies.
    pub fn at(&self, node: NodeId) -> Point {
        self.nodes.get(node).map_or(Point { x: 0.0, y: 0.0 }, |node| node.at)
    }

    /// Adds a way.
    pub fn way(&mut self, nodes: Vec<NodeId>, tags: Tags) -> WayId {
        self.ways.push(Way { nodes, tags });
        self.ways.len() - 1
    }

    /// Adds a closed way with nodes of its own.
    pub fn area(&mut self, corners: &[Point], tags: Tags) {
        let mut nodes: Vec<NodeId> = corners.iter().map(|corner| self.node(*corner, Tags::new())).collect();
        nodes.extend(nodes.first().copied());
        self.way(nodes, tags);
    }

    /// Adds a relation.
    pub fn relation(&mut self, members: Vec<(&'static str, Member)>, tags: Tags) {
        self.relations.push(Relation { members, tags });
    }

    /// What there is.
    pub fn counts(&self) -> Counts {
        let roads = self.ways.iter().filter(|way| way.tags.iter().any(|(key, _)| *key == "highway"));
        let road_nodes: FxHashSet<NodeId> = roads.flat_map(|way| way.nodes.iter().copied()).collect();
        Counts {
            road_nodes: road_nodes.len(),
            nodes: self.nodes.len(),
            ways: self.ways.len(),
            relations: self.relations.len(),
        }
    }

    /// All nodes with their tags.
    #[cfg(all(test, feature = "roads"))]
    pub fn node_list(&self) -> impl Iterator<Item = (Point, &Tags)> {
        self.nodes.iter().map(|node| (node.at, &node.tags))
    }

    /// All ways with their tags.
    #[cfg(all(test, feature = "roads"))]
    pub fn way_list(&self) -> impl Iterator<Item = (&[NodeId], &Tags)> {
        self.ways.iter().map(|way| (way.nodes.as_slice(), &way.tags))
    }

    /// All relations with their tags.
    #[cfg(all(test, feature = "roads"))]
    pub fn relation_list(&self) -> impl Iterator<Item = (&[(&'static str, Member)], &Tags)> {
        self.relations.iter().map(|relation| (relation.members.as_slice(), &relation.tags))
    }

    /// Writes OSM XML, in the order that readers expect: nodes, ways, relations.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "<?xml version='1.0' encoding='UTF-8'?>")?;
        writeln!(out, "<osm version=\"0.6\" generator=\"laolu made city\">")?;
        for (id, node) in (1..).zip(&self.nodes) {
            let at = lon_lat(node.at);
            let (lat, lon) = (at.lat, at.lon);
            write!(out, " <node id=\"{id}\" version=\"1\" lat=\"{lat:.7}\" lon=\"{lon:.7}\"")?;
            if node.tags.is_empty() {
                writeln!(out, "/>")?;
            } else {
                writeln!(out, ">")?;
                write_tags(out, &node.tags)?;
                writeln!(out, " </node>")?;
            }
        }
        for (id, way) in (1..).zip(&self.ways) {
            writeln!(out, " <way id=\"{id}\" version=\"1\">")?;
            for node in &way.nodes {
                writeln!(out, "  <nd ref=\"{}\"/>", node + 1)?;
            }
            write_tags(out, &way.tags)?;
            writeln!(out, " </way>")?;
        }
        for (id, relation) in (1..).zip(&self.relations) {
            writeln!(out, " <relation id=\"{id}\" version=\"1\">")?;
            for (role, member) in &relation.members {
                let (kind, place) = match member {
                    Member::Node(place) => ("node", place),
                    Member::Way(place) => ("way", place),
                };
                writeln!(out, "  <member type=\"{kind}\" ref=\"{}\" role=\"{role}\"/>", place + 1)?;
            }
            write_tags(out, &relation.tags)?;
            writeln!(out, " </relation>")?;
        }
        writeln!(out, "</osm>")
    }
}

fn write_tags(out: &mut impl Write, tags: &Tags) -> io::Result<()> {
    for (key, value) in tags {
        let value = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        writeln!(out, "  <tag k=\"{key}\" v=\"{value}\"/>")?;
    }
    Ok(())
}
