//! Everything that can be found by its name, its address or its kind.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    areas,
    kinds::{self, Kind},
    rings::{self, Point},
};
use crate::{
    names::NamedThing,
    osm::{OsmData, Skipped, Tags, Way, degrees},
};

/// Ways of one name belong to one street when they come this near, so that a street keeps its name across a square
/// and two villages keep their Main Streets.
const SAME_STREET_M: f64 = 600.0;

/// Things of these kinds that share a name this close together are one thing to a person (both sides of a stop).
const SAME_STOP_M: f64 = 250.0;
/// A settlement's border has its label within this of the settlement's own point.
const SAME_SETTLEMENT_M: f64 = 10_000.0;
const STOPS: [&str; 3] = ["highway=bus_stop", "railway=tram_stop", "railway=subway_entrance"];

/// What can be found in the data, in a stable order.
pub fn named_things(data: &OsmData) -> Vec<NamedThing> {
    let settlements = Settlements::new(data);
    let mut things = streets(data);
    let mut points: Vec<NamedThing> = Vec::new();
    for (node, tags) in &data.tagged_nodes {
        let id = data.node_ids.get(*node as usize).copied().unwrap_or_default();
        points.extend(thing(tags, &format!("n{id}"), || data.position(*node)));
    }
    for way in data.ways.iter().filter(|way| !way.tags.is_empty()) {
        points.extend(thing(&way.tags, &format!("w{}", way.id), || middle(data, way)));
    }
    // Counting what could not be closed is the map's business.
    let mut ignored = Skipped::default();
    for relation in &data.relations {
        let place = areas::is_area(relation) || relation.tags.is("type", "boundary");
        if place && is_wanted(&relation.tags) {
            let polygons = areas::polygons(data, relation, &mut ignored);
            let largest = polygons
                .iter()
                .filter_map(|polygon| polygon.first())
                .max_by(|a, b| rings::signed_area(a).abs().total_cmp(&rings::signed_area(b).abs()));
            if let Some(ring) = largest {
                points
                    .extend(thing(&relation.tags, &format!("r{}", relation.id), || rings::label_point(ring)));
            }
        }
    }
    things.extend(without_twins(points));
    for thing in &mut things {
        if thing.city.is_empty() && !thing.kind.starts_with("place=") {
            thing.city = settlements.around([thing.lon_e7, thing.lat_e7]).unwrap_or_default().to_owned();
        }
    }
    things
}

fn is_wanted(tags: &Tags) -> bool {
    kinds::kind(tags).is_some() || tags.get("addr:housenumber").is_some()
}

/// A point, a building, an address. Streets and rivers are not made here.
fn thing(tags: &Tags, osm: &str, at: impl FnOnce() -> Point) -> Option<NamedThing> {
    let kind = kinds::kind(tags);
    let housenumber = tags.get("addr:housenumber").unwrap_or_default();
    let street = tags.get("addr:street").or_else(|| tags.get("addr:place")).unwrap_or_default();
    let is_address = !housenumber.is_empty() && !street.is_empty();
    let (kind, importance) = match kind {
        Some(Kind { key, value, importance }) => (format!("{key}={value}"), importance),
        None if is_address => ("addr=housenumber".to_owned(), 40),
        None => return None,
    };
    let [lon_e7, lat_e7] = at();
    let text = |key: &str| tags.get(key).unwrap_or_default().to_owned();
    Some(NamedThing {
        osm: osm.to_owned(),
        names: if kind == "addr=housenumber" { Vec::new() } else { names(tags) },
        kind,
        lon_e7,
        lat_e7,
        housenumber: housenumber.to_owned(),
        street: street.to_owned(),
        city: text("addr:city"),
        opening_hours: text("opening_hours"),
        dog: text("dog"),
        importance,
    })
}

/// Keys of names beside `name` and `name:*`.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("alt_name", "alt"),
    ("old_name", "old"),
    ("short_name", "short"),
    ("official_name", "official"),
    ("int_name", "int"),
    ("loc_name", "local"),
    ("ref", "ref"),
    ("brand", "brand"),
    ("operator", "operator"),
];

/// Parts of `name:…` keys that are no language: notes about the name.
const NO_LANGUAGE: [&str; 6] = ["etymology", "pronunciation", "source", "prefix", "left", "right"];

fn names(tags: &Tags) -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = Vec::new();
    names.extend(tags.get("name").map(|name| (String::new(), name.to_owned())));
    for (key, value) in tags.iter() {
        let Some(language) = key.strip_prefix("name:") else { continue };
        let is_language = !NO_LANGUAGE.iter().any(|word| language.split(':').next() == Some(word));
        if is_language && !value.is_empty() {
            names.push((language.to_owned(), value.to_owned()));
        }
    }
    for (key, word) in OTHER_NAMES {
        let values = tags.get(key).unwrap_or_default().split(';').map(str::trim);
        names.extend(
            values.filter(|value| !value.is_empty()).map(|value| (word.to_owned(), value.to_owned())),
        );
    }
    names
}

/// A point of a way to route to: within an area, in the middle of a line.
fn middle(data: &OsmData, way: &Way) -> Point {
    if way.is_closed() {
        rings::label_point(&data.line(way))
    } else {
        way.nodes.get(way.nodes.len() / 2).map(|node| data.position(*node)).unwrap_or_default()
    }
}

/// Streets, rivers and canals: ways of one name and nearness are one thing.
fn streets(data: &OsmData) -> Vec<NamedThing> {
    let mut by_name: BTreeMap<(bool, &str), Vec<&Way>> = BTreeMap::new();
    for way in &data.ways {
        let Some(name) = way.tags.get("name") else { continue };
        let street = way.tags.get("highway").and_then(kinds::street_importance).is_some();
        let river = matches!(way.tags.get("waterway"), Some("river" | "canal"));
        if street || river {
            by_name.entry((river, name)).or_default().push(way);
        }
    }
    let mut things = Vec::new();
    for ((river, name), ways) in by_name {
        for cluster in clusters(data, &ways) {
            things.extend(street(data, name, river, &cluster));
        }
    }
    things
}

fn street(data: &OsmData, name: &str, river: bool, ways: &[&Way]) -> Option<NamedThing> {
    let importance = |way: &Way| way.tags.get("highway").and_then(kinds::street_importance).unwrap_or(70);
    let main = ways.iter().max_by_key(|way| (importance(way), way.nodes.len(), std::cmp::Reverse(way.id)))?;
    let lowest = ways.iter().map(|way| way.id).min()?;
    let [lon_e7, lat_e7] = nearest_to_middle(data, ways)?;
    let mut all_names = names(&main.tags);
    for other in ways.iter().flat_map(|way| names(&way.tags)) {
        if !all_names.contains(&other) {
            all_names.push(other);
        }
    }
    let key = if river { "waterway" } else { "highway" };
    Some(NamedThing {
        osm: format!("w{lowest}"),
        names: all_names,
        kind: format!("{key}={}", main.tags.get(key).unwrap_or_default()),
        lon_e7,
        lat_e7,
        street: if river { String::new() } else { name.to_owned() },
        importance: importance(main),
        ..NamedThing::default()
    })
}

/// The node of these ways that lies nearest to the middle of their box.
fn nearest_to_middle(data: &OsmData, ways: &[&Way]) -> Option<Point> {
    let points = || ways.iter().flat_map(|way| &way.nodes).map(|node| data.position(*node));
    let [w, s, e, n] = bounds(points())?;
    let centre = [f64::midpoint(f64::from(w), f64::from(e)), f64::midpoint(f64::from(s), f64::from(n))];
    let distance = |[x, y]: Point| (f64::from(x) - centre[0]).powi(2) + (f64::from(y) - centre[1]).powi(2);
    points().min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
}

fn bounds(points: impl Iterator<Item = Point>) -> Option<[i32; 4]> {
    points.fold(None, |acc, [x, y]| {
        let [w, s, e, n] = acc.unwrap_or([x, y, x, y]);
        Some([w.min(x), s.min(y), e.max(x), n.max(y)])
    })
}

/// Ways whose boxes come within [`SAME_STREET_M`] of each other, directly or over others.
fn clusters<'w>(data: &OsmData, ways: &[&'w Way]) -> Vec<Vec<&'w Way>> {
    if let [only] = ways {
        return vec![vec![*only]];
    }
    let boxes: Vec<[i32; 4]> = ways
        .iter()
        .map(|way| bounds(way.nodes.iter().map(|node| data.position(*node))).unwrap_or_default())
        .collect();
    let mut of: Vec<usize> = (0..ways.len()).collect();
    for a in 0..ways.len() {
        for b in a + 1..ways.len() {
            if of[a] != of[b] && gap_m(boxes[a], boxes[b]) <= SAME_STREET_M {
                let (keep, drop) = (of[a].min(of[b]), of[a].max(of[b]));
                for cluster in &mut of {
                    if *cluster == drop {
                        *cluster = keep;
                    }
                }
            }
        }
    }
    let mut clusters: BTreeMap<usize, Vec<&Way>> = BTreeMap::new();
    for (way, cluster) in ways.iter().zip(of) {
        clusters.entry(cluster).or_default().push(way);
    }
    clusters.into_values().collect()
}

/// Metres between two boxes, 0 when they touch.
fn gap_m(a: [i32; 4], b: [i32; 4]) -> f64 {
    let gap = |low_a: i32, high_a: i32, low_b: i32, high_b: i32| {
        (f64::from(low_b) - f64::from(high_a)).max(f64::from(low_a) - f64::from(high_b)).max(0.0)
    };
    let lat = degrees([a[0], a[1]]).lat.to_radians();
    let metre = domain::EARTH_RADIUS_M.to_radians() / 1e7;
    (gap(a[0], a[2], b[0], b[2]) * lat.cos() * metre).hypot(gap(a[1], a[3], b[1], b[3]) * metre)
}

/// Leave out what a person takes for the same thing: the other side of a stop, an address that is mapped twice.
fn without_twins(things: Vec<NamedThing>) -> Vec<NamedThing> {
    let mut stops: FxHashMap<(String, String), Vec<Point>> = FxHashMap::default();
    let mut settlements: FxHashMap<String, Vec<Point>> = FxHashMap::default();
    for thing in things.iter().filter(|thing| thing.kind.starts_with("place=") && thing.osm.starts_with('n'))
    {
        settlements.entry(plain_name(thing).to_owned()).or_default().push([thing.lon_e7, thing.lat_e7]);
    }
    let mut addresses: FxHashSet<(String, String, String, i32, i32)> = FxHashSet::default();
    things
        .into_iter()
        .filter(|thing| {
            let at = [thing.lon_e7, thing.lat_e7];
            if thing.kind == "addr=housenumber" {
                // A thousandth of a degree: the same number of the same street does not come again within 100 m.
                let cell = (thing.lon_e7 / 10_000, thing.lat_e7 / 10_000);
                let key =
                    (thing.street.clone(), thing.housenumber.clone(), thing.city.clone(), cell.0, cell.1);
                return addresses.insert(key);
            }
            if thing.kind.starts_with("place=") && !thing.osm.starts_with('n') {
                // The border of a settlement beside the point that stands for it.
                let points = settlements.get(plain_name(thing)).map_or(&[][..], Vec::as_slice);
                return points
                    .iter()
                    .all(|other| degrees(*other).distance_m(degrees(at)) > SAME_SETTLEMENT_M);
            }
            if !STOPS.contains(&thing.kind.as_str()) {
                return true;
            }
            let known = stops.entry((thing.kind.clone(), plain_name(thing).to_owned())).or_default();
            let is_new = known.iter().all(|other| degrees(*other).distance_m(degrees(at)) > SAME_STOP_M);
            known.push(at);
            is_new
        })
        .collect()
}

fn plain_name(thing: &NamedThing) -> &str {
    thing.names.first().map(|(_, name)| name.as_str()).unwrap_or_default()
}

/// Settlements as points with the distance to which they reach.
struct Settlements<'a> {
    places: Vec<(Point, f64, &'a str)>,
}

impl<'a> Settlements<'a> {
    fn new(data: &'a OsmData) -> Self {
        /// How far a settlement reaches, in metres: rough, because it only serves as a hint beside a name.
        const REACH: [(&str, f64); 4] =
            [("city", 10_000.0), ("town", 6000.0), ("village", 3000.0), ("hamlet", 1000.0)];
        let places = data.tagged_nodes.iter().filter_map(|(node, tags)| {
            let place = tags.get("place")?;
            let (_, reach) = REACH.iter().find(|(word, _)| *word == place)?;
            Some((data.position(*node), *reach, tags.get("name")?))
        });
        Self { places: places.collect() }
    }

    /// The settlement whose reach covers the point best.
    fn around(&self, at: Point) -> Option<&'a str> {
        let here = degrees(at);
        let share = |(place, reach, _): &(Point, f64, &str)| degrees(*place).distance_m(here) / reach;
        let best = self.places.iter().map(|place| (share(place), place.2)).min_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(share, _)| *share <= 1.0).map(|(_, name)| name)
    }
}
