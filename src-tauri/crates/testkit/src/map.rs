//! Maps drawn as text.
//!
//! ```
//! use testkit::map::DrawnMap;
//! let map = DrawnMap::new("
//!     A----B----C
//!          |
//!          D
//! ", 100.0)
//!     .way("ABC", &[("highway", "primary")])
//!     .way("BD", &[("highway", "residential"), ("oneway", "yes")])
//!     .relation(&[("from", "ABC"), ("via", "B"), ("to", "BD")], &[("type", "restriction"), ("restriction", "no_right_turn")]);
//! let network = map.network();
//! assert_eq!(network.segments.len(), 3);
//! assert!(map.edge(&network, 'B', 'D').is_some() && map.edge(&network, 'D', 'B').is_none());
//! ```
//!
//! Letters and digits are nodes; every other character is only there for the eye. A mistake in a drawing (a way over
//! a letter that is not on the map) panics: it is a mistake in a test.

use domain::{EARTH_RADIUS_M, LonLat};
use region::{
    Access, RoadNetwork, extract,
    osm::{Member, MemberKind, OsmData, Skipped, Tags},
};

type OwnedTags = Vec<(String, String)>;

/// A map drawn as text, near a point on the empty ocean unless [`DrawnMap::origin`] says otherwise.
#[derive(Clone, Debug)]
pub struct DrawnMap {
    origin: LonLat,
    metres_per_column: f64,
    metres_per_row: f64,
    /// Letter, column, row.
    nodes: Vec<(char, usize, usize)>,
    node_tags: Vec<(char, OwnedTags)>,
    ways: Vec<(String, OwnedTags)>,
    relations: Vec<(Vec<(String, String)>, OwnedTags)>,
}

impl DrawnMap {
    /// A drawing whose columns and rows are `metres` apart. Common indentation and empty lines around are ignored.
    pub fn new(drawing: &str, metres: f64) -> Self {
        Self::with_cell(drawing, metres, metres)
    }

    /// The same with different distances (OSRM's scenarios: a column is half a row).
    pub fn with_cell(drawing: &str, metres_per_column: f64, metres_per_row: f64) -> Self {
        let lines: Vec<&str> = drawing.lines().map(str::trim_end).collect();
        let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
        let indents =
            lines.iter().filter(|line| !line.is_empty()).map(|line| line.len() - line.trim_start().len());
        let indent = indents.min().unwrap_or(0);
        let mut nodes: Vec<(char, usize, usize)> = Vec::new();
        for (row, line) in lines.iter().skip(first).enumerate() {
            for (column, letter) in line.chars().skip(indent).enumerate().filter(|(_, c)| c.is_alphanumeric())
            {
                assert!(nodes.iter().all(|(known, ..)| *known != letter), "{letter} is drawn twice");
                nodes.push((letter, column, row));
            }
        }
        Self {
            origin: LonLat { lon: 1.0, lat: 1.0 },
            metres_per_column,
            metres_per_row,
            nodes,
            node_tags: Vec::new(),
            ways: Vec::new(),
            relations: Vec::new(),
        }
    }

    /// Put the upper left corner of the drawing here.
    #[must_use]
    pub fn origin(mut self, lon: f64, lat: f64) -> Self {
        self.origin = LonLat { lon, lat };
        self
    }

    /// Add a way over these letters. A road or ferry without a `name` is called after its letters. Empty values and
    /// `(nil)` leave a tag out, as in OSRM's tables; so an empty `name` makes a road without one.
    #[must_use]
    pub fn way(mut self, nodes: &str, tags: &[(&str, &str)]) -> Self {
        for letter in nodes.chars() {
            self.place(letter);
        }
        let nameless = tags.iter().any(|(key, _)| *key == "name");
        let mut tags = owned(tags);
        let has = |key: &str| tags.iter().any(|(k, _)| k == key);
        if (has("highway") || has("route")) && !nameless {
            tags.push(("name".to_owned(), nodes.to_owned()));
        }
        self.ways.push((nodes.to_owned(), tags));
        self
    }

    /// Tag a letter.
    #[must_use]
    pub fn node(mut self, letter: char, tags: &[(&str, &str)]) -> Self {
        self.place(letter);
        self.node_tags.push((letter, owned(tags)));
        self
    }

    /// Add a relation of `(role, member)`: one letter is a node, more letters are the way drawn over exactly them.
    #[must_use]
    pub fn relation(mut self, members: &[(&str, &str)], tags: &[(&str, &str)]) -> Self {
        self.relations.push((owned(members), owned(tags)));
        self
    }

    /// OSM id of a letter: its code point.
    pub fn node_id(letter: char) -> i64 {
        i64::from(u32::from(letter))
    }

    /// OSM id of the first way drawn over these letters: 1 for the first way of all, and so on. `None` when there is
    /// none.
    pub fn way_id(&self, nodes: &str) -> Option<i64> {
        (1..).zip(&self.ways).find(|(_, (known, _))| known == nodes).map(|(id, _)| id)
    }

    /// Where a letter is.
    pub fn position(&self, letter: char) -> LonLat {
        let (_, column, row) = self.place(letter);
        #[expect(clippy::cast_precision_loss, reason = "a drawing has a few hundred columns")]
        self.at(column as f64, row as f64)
    }

    /// Where a column and row of the drawing are, fractions included.
    pub fn at(&self, column: f64, row: f64) -> LonLat {
        let degree_m = EARTH_RADIUS_M.to_radians();
        let lat = self.origin.lat - row * self.metres_per_row / degree_m;
        let lon = self.origin.lon
            + column * self.metres_per_column / (degree_m * self.origin.lat.to_radians().cos());
        LonLat { lon, lat }
    }

    /// The drawing as OSM data.
    pub fn data(&self) -> OsmData {
        let mut builder = OsmData::builder();
        for (letter, ..) in &self.nodes {
            let LonLat { lon, lat } = self.position(*letter);
            let tags: Vec<_> =
                self.node_tags.iter().filter(|(l, _)| l == letter).flat_map(|(_, tags)| tags).collect();
            let tags: Tags = tags.into_iter().map(|(k, v)| (&**k, &**v)).collect();
            #[expect(clippy::cast_possible_truncation, reason = "degrees times ten million fit")]
            builder.node(
                Self::node_id(*letter),
                (lon * 1e7).round() as i64,
                (lat * 1e7).round() as i64,
                tags,
            );
        }
        for (id, (nodes, tags)) in (1..).zip(&self.ways) {
            builder.way(id, nodes.chars().map(Self::node_id).collect(), borrowed(tags));
        }
        for (id, (members, tags)) in (1..).zip(&self.relations) {
            let members = members.iter().map(|(role, target)| self.member(role, target)).collect();
            builder.relation(id, members, borrowed(tags));
        }
        builder.finish()
    }

    /// The drawing as a road network, the way an import would make it.
    pub fn network(&self) -> RoadNetwork {
        extract::road_network(&self.data(), &mut Skipped::default())
    }

    /// The directed edge from one letter straight to another that a car may drive; `None` when there is none.
    pub fn edge(&self, network: &RoadNetwork, from: char, to: char) -> Option<u32> {
        self.place(from);
        self.place(to);
        let osm = |node: u32| network.nodes.get(node as usize).map(|node| node.osm);
        let (from, to) = (Some(Self::node_id(from)), Some(Self::node_id(to)));
        (0_u32..).zip(&network.segments).find_map(|(index, segment)| {
            let ends = (osm(segment.tail), osm(segment.head));
            if ends == (from, to) && segment.forward != Access::No {
                Some(2 * index)
            } else if ends == (to, from) && segment.backward != Access::No {
                Some(2 * index + 1)
            } else {
                None
            }
        })
    }

    fn place(&self, letter: char) -> (char, usize, usize) {
        match self.nodes.iter().find(|(known, ..)| *known == letter) {
            Some(place) => *place,
            None => panic!("{letter} is not on the map"),
        }
    }

    fn member(&self, role: &str, target: &str) -> Member {
        let mut letters = target.chars();
        let (kind, id) = match (letters.next(), letters.next()) {
            (Some(letter), None) => {
                self.place(letter);
                (MemberKind::Node, Self::node_id(letter))
            }
            // A way that is not there keeps an id that is not there: files have such members too.
            _ => (MemberKind::Way, self.way_id(target).unwrap_or(-1)),
        };
        Member { kind, id, role: role.into() }
    }
}

fn owned(tags: &[(&str, &str)]) -> OwnedTags {
    let set = tags.iter().filter(|(_, value)| !value.is_empty() && *value != "(nil)");
    set.map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
}

fn borrowed(tags: &OwnedTags) -> Tags {
    tags.iter().map(|(k, v)| (&**k, &**v)).collect()
}
