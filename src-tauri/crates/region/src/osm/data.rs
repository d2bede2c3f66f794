//! Nodes, ways and relations after reading: references resolved, nonsense left out and counted.

use std::{ops::Range, sync::Arc};

use domain::{Bbox, LonLat};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Keys and values of one element, in the order of the file. Text is shared, because the same few words repeat a
/// hundred thousand times in a city.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(Arc<str>, Arc<str>)>);

impl Tags {
    /// Tags from shared text.
    pub fn new(pairs: Vec<(Arc<str>, Arc<str>)>) -> Self {
        Self(pairs)
    }

    /// Value of `key`; an empty value counts as absent.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| &**k == key).map(|(_, v)| &**v).filter(|v| !v.is_empty())
    }

    /// Whether `key` has exactly this value.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// Whether `key` is there and says something else than "no".
    pub fn says_yes(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| !matches!(value, "no" | "false" | "0"))
    }

    /// All pairs.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (&**k, &**v))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Tags {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(k, v)| (Arc::from(k), Arc::from(v))).collect())
    }
}

/// A way, or the part of it whose nodes are in the file.
#[derive(Clone, Debug)]
pub struct Way {
    /// OSM way id.
    pub id: i64,
    /// Indices into [`OsmData::positions`]; at least two, neighbours differ.
    pub nodes: Vec<u32>,
    /// Its tags.
    pub tags: Tags,
}

impl Way {
    /// Whether it returns to its first node and can enclose something.
    pub fn is_closed(&self) -> bool {
        self.nodes.len() >= 4 && self.nodes.first() == self.nodes.last()
    }
}

/// Kind of a relation's member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberKind {
    /// A node.
    Node,
    /// A way.
    Way,
    /// Another relation.
    Relation,
}

/// A member of a relation.
#[derive(Clone, Debug)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// Its OSM id.
    pub id: i64,
    /// Its role, may be empty.
    pub role: Arc<str>,
}

/// A relation.
#[derive(Clone, Debug)]
pub struct Relation {
    /// OSM relation id.
    pub id: i64,
    /// Members in the order of the file.
    pub members: Vec<Member>,
    /// Its tags.
    pub tags: Tags,
}

/// What was left out and how often. Not errors: real files have all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Nodes whose coordinates are not on the globe.
    pub absurd_coordinates: u64,
    /// Ways that lost at least one node because the file does not have it (usual at the edge of an extract).
    pub missing_nodes: u64,
    /// Ways with fewer than two different nodes.
    pub degenerate_ways: u64,
    /// Turn restrictions whose members are not there or don't meet.
    pub unusable_restrictions: u64,
    /// Multipolygons whose rings could not be closed.
    pub open_multipolygons: u64,
}

impl Skipped {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.absurd_coordinates
            + self.missing_nodes
            + self.degenerate_ways
            + self.unusable_restrictions
            + self.open_multipolygons
    }
}

/// The whole file in memory.
#[derive(Clone, Debug, Default)]
pub struct OsmData {
    /// OSM node id by index.
    pub node_ids: Vec<i64>,
    /// `[lon, lat]` in 1e-7 degrees by index.
    pub positions: Vec<[i32; 2]>,
    /// Tagged nodes, sorted by index.
    pub tagged_nodes: Vec<(u32, Tags)>,
    /// Ways in the order of the file.
    pub ways: Vec<Way>,
    /// Relations in the order of the file.
    pub relations: Vec<Relation>,
    /// What was left out.
    pub skipped: Skipped,
    /// When the data was current, seconds since 1970, if the file says so.
    pub data_timestamp: Option<i64>,
    /// The box that the file says it was cut to: west, south, east, north in 1e-7 degrees.
    pub bounds: Option<[i32; 4]>,
    way_pieces: FxHashMap<i64, Range<u32>>,
    node_index: FxHashMap<i64, u32>,
}

impl OsmData {
    /// An empty builder.
    pub fn builder() -> OsmBuilder {
        OsmBuilder::default()
    }

    /// Index of the node with this OSM id.
    pub fn node(&self, id: i64) -> Option<u32> {
        self.node_index.get(&id).copied()
    }

    /// The pieces of the way with this OSM id: one, or several when nodes in its middle were missing.
    pub fn way(&self, id: i64) -> &[Way] {
        let range = self.way_pieces.get(&id).cloned().unwrap_or(0..0);
        self.ways.get(range.start as usize..range.end as usize).unwrap_or(&[])
    }

    /// Tags of a node.
    pub fn node_tags(&self, index: u32) -> Option<&Tags> {
        let at = self.tagged_nodes.binary_search_by_key(&index, |(node, _)| *node).ok()?;
        self.tagged_nodes.get(at).map(|(_, tags)| tags)
    }

    /// Position in 1e-7 degrees; `[0, 0]` for an index that is not there.
    pub fn position(&self, index: u32) -> [i32; 2] {
        self.positions.get(index as usize).copied().unwrap_or_default()
    }

    /// Positions of a way's nodes.
    pub fn line(&self, way: &Way) -> Vec<[i32; 2]> {
        way.nodes.iter().map(|node| self.position(*node)).collect()
    }

    /// The box of the data: around all nodes that ways use, but not larger than the box that the file was cut to.
    /// Ways stick out of that (a ferry to another country comes whole), and what lies there is not covered. Nodes
    /// without a way (a relation's far label) don't count, because the box decides which region answers for a point.
    pub fn data_box(&self) -> Option<[i32; 4]> {
        let used = self.ways.iter().flat_map(|way| &way.nodes).map(|node| self.position(*node));
        let around = used.fold(None::<[i32; 4]>, |acc, [lon, lat]| {
            let [w, s, e, n] = acc.unwrap_or([lon, lat, lon, lat]);
            Some([w.min(lon), s.min(lat), e.max(lon), n.max(lat)])
        });
        around.map(|[w, s, e, n]| match self.bounds {
            Some([bw, bs, be, bn]) if bw.max(w) < be.min(e) && bs.max(s) < bn.min(n) => {
                [bw.max(w), bs.max(s), be.min(e), bn.min(n)]
            }
            _ => [w, s, e, n],
        })
    }

    /// [`OsmData::data_box`] in degrees.
    pub fn bbox(&self) -> Option<Bbox> {
        self.data_box().map(|[w, s, e, n]| Bbox { min: degrees([w, s]), max: degrees([e, n]) })
    }
}

/// Degrees from `[lon, lat]` in 1e-7 degrees.
pub(crate) fn degrees([lon, lat]: [i32; 2]) -> LonLat {
    LonLat { lon: f64::from(lon) / 1e7, lat: f64::from(lat) / 1e7 }
}

/// Collects elements in any order and resolves references at the end.
#[derive(Debug, Default)]
pub struct OsmBuilder {
    node_ids: Vec<i64>,
    positions: Vec<[i32; 2]>,
    tagged: Vec<(u32, Tags)>,
    ways: Vec<(i64, Vec<i64>, Tags)>,
    relations: Vec<Relation>,
    skipped: Skipped,
    current_at: Option<i64>,
    edited_at: Option<i64>,
    bounds: Option<[i32; 4]>,
}

impl OsmBuilder {
    /// Add a node; coordinates in 1e-7 degrees. One that is not on the globe is counted and left out.
    pub fn node(&mut self, id: i64, lon_e7: i64, lat_e7: i64, tags: Tags) {
        let on_globe = lon_e7.abs() <= 1_800_000_000 && lat_e7.abs() <= 900_000_000;
        let (Ok(lon), Ok(lat), true) = (i32::try_from(lon_e7), i32::try_from(lat_e7), on_globe) else {
            self.skipped.absurd_coordinates += 1;
            return;
        };
        if !tags.is_empty() {
            self.tagged.push((index_u32(self.node_ids.len()), tags));
        }
        self.node_ids.push(id);
        self.positions.push([lon, lat]);
    }

    /// Count a node whose coordinates could not be read at all.
    pub fn absurd_node(&mut self) {
        self.skipped.absurd_coordinates += 1;
    }

    /// Add a way by its node ids.
    pub fn way(&mut self, id: i64, refs: Vec<i64>, tags: Tags) {
        self.ways.push((id, refs, tags));
    }

    /// Add a relation.
    pub fn relation(&mut self, id: i64, members: Vec<Member>, tags: Tags) {
        self.relations.push(Relation { id, members, tags });
    }

    /// The file says that its data was current at this time (seconds since 1970).
    pub fn current_at(&mut self, timestamp: i64) {
        self.current_at = self.current_at.max(Some(timestamp));
    }

    /// An element was edited at this time: where the file does not say how current it is, its last edit tells.
    pub fn edited_at(&mut self, timestamp: i64) {
        self.edited_at = self.edited_at.max(Some(timestamp));
    }

    /// The file says that it was cut to this box (degrees); nonsense is ignored, of several the largest counts.
    pub fn bounds(&mut self, bounds: Bbox) {
        #[expect(clippy::cast_possible_truncation, reason = "degrees on the globe times ten million fit")]
        let e7 = |degrees: f64| (degrees * 1e7).round() as i32;
        let Bbox { min, max } = bounds;
        let sane = LonLat::new(min.lon, min.lat).is_some() && LonLat::new(max.lon, max.lat).is_some();
        if sane && min.lon < max.lon && min.lat < max.lat {
            let [w, s, e, n] = [e7(min.lon), e7(min.lat), e7(max.lon), e7(max.lat)];
            self.bounds = Some(match self.bounds {
                Some([bw, bs, be, bn]) => [bw.min(w), bs.min(s), be.max(e), bn.max(n)],
                None => [w, s, e, n],
            });
        }
    }

    /// Whether nothing at all was added.
    pub fn is_empty(&self) -> bool {
        self.node_ids.is_empty() && self.ways.is_empty() && self.relations.is_empty()
    }

    /// Resolve references. A way that lost nodes is cut there: its remaining runs stay, each a [`Way`] of its own.
    pub fn finish(self) -> OsmData {
        let mut node_index = FxHashMap::default();
        node_index.reserve(self.node_ids.len());
        for (index, id) in self.node_ids.iter().enumerate() {
            node_index.entry(*id).or_insert(index_u32(index));
        }
        let mut data = OsmData {
            node_ids: self.node_ids,
            positions: self.positions,
            tagged_nodes: self.tagged,
            ways: Vec::with_capacity(self.ways.len()),
            relations: self.relations,
            skipped: self.skipped,
            data_timestamp: self.current_at.or(self.edited_at).filter(|time| *time > 0),
            bounds: self.bounds,
            way_pieces: FxHashMap::default(),
            node_index,
        };
        data.way_pieces.reserve(self.ways.len());
        for (id, refs, tags) in self.ways {
            if data.way_pieces.contains_key(&id) {
                continue;
            }
            let start = index_u32(data.ways.len());
            let runs = runs_of_known(&refs, &data.node_index);
            if runs.lost {
                data.skipped.missing_nodes += 1;
            }
            let mut kept = runs.runs.into_iter().filter(|run| run.len() >= 2).peekable();
            if kept.peek().is_none() {
                data.skipped.degenerate_ways += 1;
            }
            data.ways.extend(kept.map(|nodes| Way { id, nodes, tags: tags.clone() }));
            data.way_pieces.insert(id, start..index_u32(data.ways.len()));
        }
        data
    }
}

struct Runs {
    runs: Vec<Vec<u32>>,
    lost: bool,
}

fn runs_of_known(refs: &[i64], index: &FxHashMap<i64, u32>) -> Runs {
    let mut runs = Runs { runs: vec![Vec::with_capacity(refs.len())], lost: false };
    for id in refs {
        match (index.get(id), runs.runs.last_mut()) {
            (Some(node), Some(run)) => {
                if run.last() != Some(node) {
                    run.push(*node);
                }
            }
            (None, _) => {
                runs.lost = true;
                runs.runs.push(Vec::new());
            }
            (Some(_), None) => {}
        }
    }
    runs
}

/// An index as it is stored. A region with more than four thousand million nodes does not fit into memory before
/// it reaches this limit; saturating keeps the arithmetic total.
pub(crate) fn index_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(refs: &[i64]) -> OsmData {
        let mut builder = OsmData::builder();
        for id in 1..=4_i64 {
            builder.node(id, id * 1000, id * 1000, Tags::default());
        }
        builder.node(9, 2_000_000_000, 0, Tags::default());
        builder.way(7, refs.to_vec(), [("highway", "primary")].into_iter().collect());
        builder.finish()
    }

    #[test]
    fn a_way_keeps_the_runs_of_nodes_that_are_there() {
        let check = |refs: &[i64], runs: &[&[u32]], missing: u64, degenerate: u64| {
            let data = data(refs);
            let found: Vec<&[u32]> = data.way(7).iter().map(|way| &way.nodes[..]).collect();
            assert_eq!(found, runs, "refs {refs:?}");
            assert_eq!(
                (data.skipped.missing_nodes, data.skipped.degenerate_ways),
                (missing, degenerate),
                "{refs:?}"
            );
            assert_eq!(data.skipped.absurd_coordinates, 1);
        };
        check(&[1, 2, 3], &[&[0, 1, 2]], 0, 0);
        check(&[1, 1, 2], &[&[0, 1]], 0, 0);
        check(&[5, 1, 2], &[&[0, 1]], 1, 0);
        check(&[1, 2, 5, 3, 4], &[&[0, 1], &[2, 3]], 1, 0);
        check(&[1, 5, 3, 4], &[&[2, 3]], 1, 0);
        check(&[1, 9, 3], &[], 1, 1);
        check(&[1, 1], &[], 0, 1);
        check(&[], &[], 0, 1);
    }
}
