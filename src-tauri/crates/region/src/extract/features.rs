//! Everything the map shows.

use domain::RoadFeature;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    areas,
    draw::{self, Draw},
    rings::{self, Point},
    sea,
};
use crate::{
    features::{Geometry, Layer, MapFeature},
    osm::{MemberKind, OsmData, Relation, Skipped, Tags, Way, tags::features as road_features},
    roads::RoadNetwork,
};

/// Lowest administrative level that is drawn as a line, and zooms by level.
#[rustfmt::skip]
const BOUNDARY_ZOOM: [(u8, u8); 9] = [(1, 1), (2, 1), (3, 4), (4, 4), (5, 7), (6, 8), (7, 10), (8, 11), (9, 13)];

/// Smallest area that is drawn in square metres: less than a pixel at the largest zoom.
const SMALLEST_M2: f64 = 4.0;

/// What the map shows of the data. Roads that are elevated in the network are so on the map.
pub fn map_features(data: &OsmData, network: &RoadNetwork, skipped: &mut Skipped) -> Vec<MapFeature> {
    let areas = relation_areas(data);
    let outlines = areas.iter().filter_map(|area| area.outline).collect();
    let mut collector = Collector {
        data,
        elevated: elevated_ways(network),
        outlines,
        disputed: disputed_ways(data),
        features: Vec::new(),
    };
    let levels = boundary_levels(data);
    for way in &data.ways {
        collector.way(way);
        if let Some(level) = levels.get(&way.id) {
            collector.boundary(way, *level);
        }
    }
    for area in areas {
        for polygon in areas::polygons(data, area.relation, skipped) {
            collector.area(area.tags, &polygon);
        }
    }
    for (node, tags) in &data.tagged_nodes {
        collector.point(tags, data.position(*node));
    }
    collector.sea();
    collector.features
}

fn elevated_ways(network: &RoadNetwork) -> FxHashSet<i64> {
    let elevated = network.segments.iter().filter(|segment| segment.feature_set().has(RoadFeature::Elevated));
    elevated.filter_map(|segment| network.ways.get(segment.way as usize)).map(|way| way.osm).collect()
}

/// Administrative level by way: the most important of the relations that it borders.
fn boundary_levels(data: &OsmData) -> FxHashMap<i64, u8> {
    let mut levels: FxHashMap<i64, u8> = FxHashMap::default();
    let mut note = |way: i64, tags: &Tags| {
        let level = tags.get("admin_level").and_then(|level| level.parse::<u8>().ok());
        if let Some(level) = level.filter(|_| tags.is("boundary", "administrative")) {
            levels.entry(way).and_modify(|known| *known = (*known).min(level)).or_insert(level);
        }
    };
    for relation in &data.relations {
        for member in relation.members.iter().filter(|member| member.kind == MemberKind::Way) {
            note(member.id, &relation.tags);
        }
    }
    for way in &data.ways {
        note(way.id, &way.tags);
    }
    levels
}

/// <https://wiki.openstreetmap.org/wiki/Tag:boundary%3Ddisputed>
fn is_disputed(tags: &Tags) -> bool {
    tags.is("boundary", "disputed") || tags.says_yes("disputed")
}

fn disputed_ways(data: &OsmData) -> FxHashSet<i64> {
    let relations = data.relations.iter().filter(|relation| is_disputed(&relation.tags));
    let ways = relations.flat_map(|relation| &relation.members).filter(|m| m.kind == MemberKind::Way);
    ways.map(|member| member.id).collect()
}

/// Whether any table draws the tags as an area; saves joining the rings of those that none does.
fn draws_area(tags: &Tags) -> bool {
    draw::landcover(tags).is_some()
        || draw::water(tags).is_some()
        || draw::building(tags).is_some()
        || draw::poi(tags).is_some()
        || draw::place(tags).is_some()
}

/// A multipolygon that is drawn.
struct RelationArea<'a> {
    relation: &'a Relation,
    tags: &'a Tags,
    /// Old data has the tags on the outline instead of the relation; that way is then not drawn by itself, because it
    /// would fill the holes.
    outline: Option<i64>,
}

fn relation_areas(data: &OsmData) -> Vec<RelationArea<'_>> {
    let relations = data.relations.iter().filter(|relation| areas::is_area(relation));
    relations.filter_map(|relation| relation_area(data, relation)).collect()
}

fn relation_area<'a>(data: &'a OsmData, relation: &'a Relation) -> Option<RelationArea<'a>> {
    let Relation { tags, members, .. } = relation;
    if draws_area(tags) {
        return Some(RelationArea { relation, tags, outline: None });
    }
    let outer = members.iter().filter(|member| member.kind == MemberKind::Way && &*member.role != "inner");
    let way = outer.flat_map(|member| data.way(member.id)).find(|way| draws_area(&way.tags))?;
    let has_holes = members.iter().any(|member| &*member.role == "inner");
    has_holes.then_some(RelationArea { relation, tags: &way.tags, outline: Some(way.id) })
}

struct Collector<'a> {
    data: &'a OsmData,
    elevated: FxHashSet<i64>,
    /// Ways whose area a relation draws.
    outlines: FxHashSet<i64>,
    /// Boundaries that not everybody agrees on.
    disputed: FxHashSet<i64>,
    features: Vec<MapFeature>,
}

impl Collector<'_> {
    fn way(&mut self, way: &Way) {
        let tags = &way.tags;
        if tags.is_empty() {
            return;
        }
        if let Some(draw) = draw::road(tags) {
            self.line(way, &draw, self.road_attributes(way));
        } else if let Some(draw) = draw::rail(tags) {
            self.line(way, &draw, structure(tags));
        } else if let Some(draw) = draw::waterway(tags) {
            self.line(way, &draw, names(tags));
        } else if tags.is("natural", "coastline") {
            let coast = Draw { layer: Layer::Coast, class: "coast", min_zoom: 0 };
            self.line(way, &coast, Vec::new());
        }
        if way.is_closed() && !tags.is("area", "no") && !self.outlines.contains(&way.id) {
            self.area(tags, &[self.data.line(way)]);
        }
    }

    fn line(&mut self, way: &Way, draw: &Draw, attributes: Vec<(String, String)>) {
        self.features.push(MapFeature {
            layer: draw.layer,
            min_zoom: draw.min_zoom,
            class: draw.class.to_owned(),
            attributes,
            geometry: Geometry::Line(self.data.line(way)),
        });
    }

    fn boundary(&mut self, way: &Way, level: u8) {
        let Some((_, min_zoom)) = BOUNDARY_ZOOM.iter().find(|(known, _)| *known == level) else { return };
        let mut attributes = Vec::new();
        if way.tags.says_yes("maritime") || way.tags.is("natural", "coastline") {
            attributes.push(attribute("maritime", "1"));
        }
        if self.disputed.contains(&way.id) || is_disputed(&way.tags) {
            attributes.push(attribute("disputed", "1"));
        }
        self.features.push(MapFeature {
            layer: Layer::Boundary,
            min_zoom: *min_zoom,
            class: level.to_string(),
            attributes,
            geometry: Geometry::Line(self.data.line(way)),
        });
    }

    /// An area, drawn in each layer that its tags speak of, and as a point where they make it a place or a point of
    /// interest.
    fn area(&mut self, tags: &Tags, polygon: &[Vec<Point>]) {
        let Some(outer) = polygon.first() else { return };
        let mut area = None;
        let mut measure = || *area.get_or_insert_with(|| rings::area_m2(outer));
        let lat = outer.first().map_or(0.0, |[_, lat]| f64::from(*lat) / 1e7);
        for draw in [draw::landcover(tags), draw::water(tags), draw::building(tags)].into_iter().flatten() {
            let area_m2 = measure();
            if area_m2 < SMALLEST_M2 {
                continue;
            }
            let mut attributes = if draw.layer == Layer::Building { Vec::new() } else { names(tags) };
            if draw.class == "basin" && tags.is("leisure", "swimming_pool") {
                attributes.clear();
            }
            self.features.push(MapFeature {
                layer: draw.layer,
                min_zoom: draw::zoom_of_area(area_m2, lat, draw.min_zoom),
                class: draw.class.to_owned(),
                attributes,
                geometry: Geometry::Polygon(polygon.to_vec()),
            });
        }
        if draw::poi(tags).is_some() || draw::place(tags).is_some() {
            self.point(tags, rings::label_point(outer));
        }
    }

    fn point(&mut self, tags: &Tags, at: Point) {
        if let Some(draw) = draw::place(tags) {
            let mut attributes = names(tags);
            attributes.extend(tags.get("population").map(|people| attribute("population", people)));
            attributes.extend(tags.says_yes("capital").then(|| attribute("capital", "1")));
            attributes.push(attribute("rank", &rank_of_place(tags, draw.min_zoom).to_string()));
            self.features.push(MapFeature {
                layer: Layer::Place,
                min_zoom: draw.min_zoom,
                class: draw.class.to_owned(),
                attributes,
                geometry: Geometry::Point(at),
            });
        } else if let Some(poi) = draw::poi(tags) {
            let mut attributes = names(tags);
            attributes.push(attribute("kind", poi.key));
            attributes.push(attribute("rank", &poi.rank.to_string()));
            attributes.extend(tags.get("ele").map(|height| attribute("ele", height)));
            self.features.push(MapFeature {
                layer: Layer::Poi,
                min_zoom: poi.min_zoom,
                class: poi.value.to_owned(),
                attributes,
                geometry: Geometry::Point(at),
            });
        }
    }

    fn road_attributes(&self, way: &Way) -> Vec<(String, String)> {
        let tags = &way.tags;
        let mut attributes = names(tags);
        attributes.extend(structure(tags));
        attributes.extend(tags.get("ref").map(|number| attribute("ref", number)));
        let kind = tags.get("highway").unwrap_or_default();
        if kind.ends_with("_link") {
            attributes.push(attribute("link", "1"));
        }
        if matches!(kind, "track" | "pedestrian" | "steps" | "cycleway") {
            attributes.push(attribute("kind", kind));
        }
        let one_way = match tags.get("oneway") {
            Some("yes" | "1" | "true") => Some("1"),
            Some("-1" | "reverse") => Some("-1"),
            None if kind == "motorway" || tags.is("junction", "roundabout") => Some("1"),
            _ => None,
        };
        attributes.extend(one_way.map(|way| attribute("oneway", way)));
        if self.elevated.contains(&way.id) {
            attributes.push(attribute("elevated", "1"));
        }
        if tags.is("toll", "yes") {
            attributes.push(attribute("toll", "1"));
        }
        attributes
    }

    fn sea(&mut self) {
        // The box that the file was cut to reaches over the open sea, where there are no ways.
        let Some(bounds) = self.data.bounds.or_else(|| self.data.data_box()) else { return };
        for polygon in sea::polygons(&sea::coastlines(self.data), bounds, &dry_points(self.data)) {
            self.features.push(MapFeature {
                layer: Layer::Water,
                min_zoom: 0,
                class: "sea".to_owned(),
                attributes: Vec::new(),
                geometry: Geometry::Polygon(polygon),
            });
        }
    }
}

/// Points that are certainly on land: of ordinary roads, evenly drawn from all of them.
fn dry_points(data: &OsmData) -> Vec<Point> {
    const ENOUGH: usize = 500;
    let roads: Vec<&Way> = data
        .ways
        .iter()
        .filter(|way| {
            let tags = &way.tags;
            matches!(tags.get("highway"), Some("residential" | "tertiary" | "secondary" | "unclassified"))
                && !["bridge", "tunnel", "man_made", "embankment"].iter().any(|key| tags.says_yes(key))
        })
        .collect();
    let step = roads.len() / ENOUGH + 1;
    let middles = roads.iter().step_by(step).filter_map(|way| way.nodes.get(way.nodes.len() / 2));
    middles.map(|node| data.position(*node)).collect()
}

fn attribute(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

/// Where a name in Chinese may stand, the mainland's spelling first.
const CHINESE: [&str; 7] =
    ["name:zh", "name:zh-Hans", "name:zh-CN", "name:zh-SG", "name:zh-Hant", "name:zh-TW", "name:zh-HK"];

/// `name`, `name_en`, `name_zh`. What has no name of its own is called by a translation, so that no label is lost.
fn names(tags: &Tags) -> Vec<(String, String)> {
    let english = tags.get("name:en").or_else(|| tags.get("int_name"));
    let chinese = CHINESE.iter().find_map(|key| tags.get(key));
    let name = tags.get("name").or(english).or(chinese);
    let all = [("name", name), ("name_en", english), ("name_zh", chinese)];
    all.into_iter().filter_map(|(word, text)| Some(attribute(word, text?))).collect()
}

/// `bridge`, `tunnel`, `layer`.
fn structure(tags: &Tags) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    let tunnel = tags.says_yes("tunnel") && !tags.is("tunnel", "culvert");
    if tunnel {
        attributes.push(attribute("tunnel", "1"));
    } else if road_features::is_bridge(tags) {
        attributes.push(attribute("bridge", "1"));
    }
    let layer = road_features::layer(tags);
    if layer != 0 {
        attributes.push(attribute("layer", &layer.to_string()));
    }
    attributes
}

/// Smaller wins the space: by zoom, then by inhabitants.
fn rank_of_place(tags: &Tags, min_zoom: u8) -> u32 {
    let people =
        tags.get("population").and_then(|people| people.replace(['.', ',', ' '], "").parse::<u32>().ok());
    u32::from(min_zoom) * 10 + 9 - people.map_or(0, |people| people.max(1).ilog10().min(9))
}
