//! What the map shows of an element: tables from tags to layer, class and lowest zoom.
//!
//! Classes and zooms follow usual vector styles (OpenMapTiles, Shortbread), reduced to what Laolu's style draws.

use crate::{features::Layer, osm::Tags};

/// How an element is drawn in one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Its layer.
    pub layer: Layer,
    /// What it is within its layer.
    pub class: &'static str,
    /// Lowest zoom at which it is drawn, before its size is looked at.
    pub min_zoom: u8,
}

/// Key, value, class.
type Row = (&'static str, &'static str, &'static str);

#[rustfmt::skip]
const LANDCOVER: [Row; 47] = [
    ("landuse", "forest", "forest"), ("natural", "wood", "forest"), ("landuse", "grass", "grass"), ("landuse", "meadow", "grass"),
    ("landuse", "village_green", "grass"), ("landuse", "recreation_ground", "grass"), ("landuse", "greenfield", "grass"),
    ("landuse", "flowerbed", "grass"), ("natural", "grassland", "grass"), ("natural", "scrub", "grass"), ("natural", "heath", "grass"),
    ("natural", "fell", "grass"), ("natural", "wetland", "grass"), ("natural", "shrubbery", "grass"), ("leisure", "pitch", "grass"),
    ("leisure", "park", "park"), ("leisure", "garden", "park"), ("leisure", "golf_course", "park"), ("leisure", "playground", "park"),
    ("leisure", "dog_park", "park"), ("leisure", "common", "park"), ("tourism", "zoo", "park"), ("tourism", "camp_site", "park"),
    ("landuse", "farmland", "farmland"), ("landuse", "farmyard", "farmland"), ("landuse", "orchard", "farmland"),
    ("landuse", "vineyard", "farmland"), ("landuse", "allotments", "farmland"), ("landuse", "plant_nursery", "farmland"),
    ("landuse", "greenhouse_horticulture", "farmland"), ("natural", "beach", "sand"), ("natural", "sand", "sand"),
    ("natural", "shingle", "sand"), ("natural", "bare_rock", "sand"), ("natural", "scree", "sand"), ("natural", "dune", "sand"),
    ("landuse", "residential", "residential"), ("landuse", "industrial", "industrial"), ("landuse", "commercial", "industrial"),
    ("landuse", "retail", "industrial"), ("landuse", "railway", "industrial"), ("landuse", "port", "industrial"),
    ("landuse", "quarry", "industrial"), ("landuse", "construction", "industrial"), ("landuse", "landfill", "industrial"),
    ("landuse", "cemetery", "cemetery"), ("amenity", "grave_yard", "cemetery"),
];

/// Key, value, class, lowest zoom.
type ZoomRow = (&'static str, &'static str, &'static str, u8);

#[rustfmt::skip]
const ROADS: [ZoomRow; 26] = [
    ("highway", "motorway", "motorway", 5), ("highway", "motorway_link", "motorway", 10),
    ("highway", "trunk", "trunk", 6), ("highway", "trunk_link", "trunk", 11),
    ("highway", "primary", "primary", 8), ("highway", "primary_link", "primary", 12),
    ("highway", "secondary", "secondary", 9), ("highway", "secondary_link", "secondary", 12),
    ("highway", "tertiary", "tertiary", 11), ("highway", "tertiary_link", "tertiary", 13),
    ("highway", "unclassified", "minor", 12), ("highway", "residential", "minor", 12), ("highway", "living_street", "minor", 12),
    ("highway", "road", "minor", 12), ("highway", "winter_road", "minor", 12), ("highway", "busway", "service", 13),
    ("highway", "bus_guideway", "service", 13), ("highway", "raceway", "service", 13), ("highway", "service", "service", 13),
    ("highway", "track", "path", 13), ("highway", "pedestrian", "path", 13), ("highway", "footway", "path", 14),
    ("highway", "path", "path", 14), ("highway", "cycleway", "path", 14), ("highway", "bridleway", "path", 14),
    ("highway", "steps", "path", 14),
];

#[rustfmt::skip]
const RAIL: [ZoomRow; 7] = [
    ("railway", "rail", "rail", 9), ("railway", "narrow_gauge", "rail", 11), ("railway", "funicular", "rail", 13),
    ("railway", "subway", "subway", 12), ("railway", "light_rail", "tram", 12), ("railway", "monorail", "tram", 13),
    ("railway", "tram", "tram", 13),
];

#[rustfmt::skip]
const WATERWAY: [ZoomRow; 3] = [
    ("waterway", "river", "river", 8), ("waterway", "canal", "canal", 10), ("waterway", "stream", "stream", 13),
];

#[rustfmt::skip]
const PLACE: [ZoomRow; 13] = [
    ("place", "city", "city", 3), ("place", "town", "town", 7), ("place", "suburb", "suburb", 11), ("place", "borough", "suburb", 11),
    ("place", "village", "village", 10), ("place", "quarter", "quarter", 13), ("place", "neighbourhood", "quarter", 13),
    ("place", "hamlet", "hamlet", 13), ("place", "isolated_dwelling", "hamlet", 14), ("place", "locality", "locality", 14),
    ("place", "island", "locality", 11), ("place", "islet", "locality", 14), ("place", "square", "locality", 15),
];

#[rustfmt::skip]
const SEA_NAMES: [ZoomRow; 5] = [
    ("place", "ocean", "sea", 1), ("place", "sea", "sea", 3), ("natural", "strait", "sea", 9), ("natural", "bay", "sea", 11),
    ("natural", "cape", "locality", 13),
];

fn row(table: &[Row], tags: &Tags) -> Option<&'static str> {
    table.iter().find(|(key, value, _)| tags.is(key, value)).map(|(.., class)| *class)
}

fn zoom_row(table: &[ZoomRow], tags: &Tags) -> Option<(&'static str, u8)> {
    table.iter().find(|(key, value, ..)| tags.is(key, value)).map(|(.., class, zoom)| (*class, *zoom))
}

/// Fields of vegetation and use.
pub fn landcover(tags: &Tags) -> Option<Draw> {
    let class = row(&LANDCOVER, tags)?;
    Some(Draw { layer: Layer::Landcover, class, min_zoom: 6 })
}

/// Standing and flowing water as areas.
pub fn water(tags: &Tags) -> Option<Draw> {
    let class = match (tags.get("natural"), tags.get("waterway"), tags.get("landuse"), tags.get("leisure")) {
        (Some("water"), ..) => match tags.get("water") {
            Some("river" | "canal" | "oxbow" | "stream" | "lock" | "stream_pool") => "river",
            Some("basin" | "reservoir" | "wastewater" | "pool" | "fountain" | "reflecting_pool") => "basin",
            _ => "lake",
        },
        (_, Some("riverbank" | "dock"), ..) => "river",
        (_, _, Some("reservoir" | "basin"), _) | (_, _, _, Some("swimming_pool")) => "basin",
        _ => return None,
    };
    Some(Draw { layer: Layer::Water, class, min_zoom: 4 })
}

/// Buildings.
pub fn building(tags: &Tags) -> Option<Draw> {
    let is_building = tags.says_yes("building") && !tags.is("location", "underground");
    is_building.then_some(Draw { layer: Layer::Building, class: "building", min_zoom: 13 })
}

/// Rivers and streams as lines; those in pipes are left out.
pub fn waterway(tags: &Tags) -> Option<Draw> {
    let (class, min_zoom) = zoom_row(&WATERWAY, tags)?;
    let visible = !tags.says_yes("tunnel") && !tags.says_yes("covered");
    visible.then_some(Draw { layer: Layer::Waterway, class, min_zoom })
}

/// Railways.
pub fn rail(tags: &Tags) -> Option<Draw> {
    let (class, min_zoom) = zoom_row(&RAIL, tags)?;
    let aside = matches!(tags.get("service"), Some("yard" | "siding" | "spur" | "crossover"));
    Some(Draw { layer: Layer::Rail, class, min_zoom: if aside { min_zoom.max(13) } else { min_zoom } })
}

/// Roads, paths and ferries.
pub fn road(tags: &Tags) -> Option<Draw> {
    let layer = Layer::Road;
    if matches!(tags.get("route"), Some("ferry" | "shuttle_train")) {
        return Some(Draw { layer, class: "ferry", min_zoom: 8 });
    }
    let (class, min_zoom) = zoom_row(&ROADS, tags)?;
    if tags.is("area", "yes") {
        return None;
    }
    let aside = class == "service" && matches!(tags.get("service"), Some("driveway" | "parking_aisle"));
    Some(Draw { layer, class, min_zoom: if aside { 15 } else { min_zoom } })
}

/// Names of settlements and waters.
pub fn place(tags: &Tags) -> Option<Draw> {
    ["name", "name:en", "name:zh", "int_name"].iter().find_map(|key| tags.get(key))?;
    let (class, min_zoom) = zoom_row(&PLACE, tags).or_else(|| zoom_row(&SEA_NAMES, tags))?;
    let min_zoom = match (class, tags.says_yes("capital")) {
        ("city" | "town", true) => 3,
        _ => min_zoom,
    };
    Some(Draw { layer: Layer::Place, class, min_zoom })
}

/// A point of interest as the map shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poi<'a> {
    /// Key that makes it one (`amenity`).
    pub key: &'static str,
    /// Its value (`fuel`).
    pub value: &'a str,
    /// Lowest zoom.
    pub min_zoom: u8,
    /// Order among neighbours: smaller wins the space.
    pub rank: u8,
}

/// Zoom of the kinds that people look for on a map. Kinds not listed are shown from [`POI_ZOOM`] when they are
/// shops, sights or places to eat, and not at all otherwise.
#[rustfmt::skip]
const POIS: [(&str, &str, u8); 62] = [
    ("aeroway", "aerodrome", 10), ("aeroway", "heliport", 13), ("aeroway", "terminal", 13),
    ("railway", "station", 12), ("railway", "halt", 13), ("railway", "tram_stop", 15), ("railway", "subway_entrance", 16),
    ("amenity", "hospital", 12), ("amenity", "university", 12), ("amenity", "ferry_terminal", 12), ("amenity", "bus_station", 13),
    ("amenity", "townhall", 13), ("amenity", "college", 13), ("amenity", "school", 14), ("amenity", "kindergarten", 15),
    ("amenity", "library", 14), ("amenity", "theatre", 14), ("amenity", "cinema", 14), ("amenity", "casino", 13),
    ("amenity", "marketplace", 14), ("amenity", "police", 14), ("amenity", "fire_station", 14), ("amenity", "courthouse", 14),
    ("amenity", "embassy", 14), ("amenity", "post_office", 15), ("amenity", "fuel", 14), ("amenity", "charging_station", 15),
    ("amenity", "parking", 15), ("amenity", "pharmacy", 15), ("amenity", "clinic", 14), ("amenity", "doctors", 16), ("amenity", "dentist", 16),
    ("amenity", "bank", 15), ("amenity", "atm", 16), ("amenity", "place_of_worship", 14), ("amenity", "restaurant", 15), ("amenity", "cafe", 15),
    ("amenity", "fast_food", 15), ("amenity", "bar", 16), ("amenity", "pub", 16), ("amenity", "toilets", 16), ("amenity", "car_wash", 16),
    ("amenity", "car_rental", 16), ("tourism", "museum", 13), ("tourism", "attraction", 14), ("tourism", "hotel", 14),
    ("tourism", "viewpoint", 14), ("tourism", "zoo", 13), ("tourism", "theme_park", 13), ("tourism", "aquarium", 13),
    ("tourism", "gallery", 15), ("historic", "castle", 13), ("historic", "monument", 14), ("leisure", "stadium", 13),
    ("leisure", "park", 14), ("leisure", "marina", 13), ("leisure", "sports_centre", 14), ("leisure", "fitness_centre", 15),
    ("natural", "peak", 12), ("natural", "beach", 14), ("shop", "mall", 14), ("shop", "supermarket", 14),
];

/// Kinds that are worth a sign without a name.
const NAMELESS: [&str; 8] =
    ["fuel", "parking", "charging_station", "hospital", "pharmacy", "police", "toilets", "subway_entrance"];

const POI_ZOOM: u8 = 16;

/// What a point of interest is on the map.
pub fn poi(tags: &Tags) -> Option<Poi<'_>> {
    let listed = POIS.iter().find(|(key, value, _)| tags.is(key, value));
    let (key, value, min_zoom) = match listed {
        Some((key, _, zoom)) => (*key, tags.get(key)?, *zoom),
        None => {
            let keys = ["shop", "tourism", "historic", "amenity", "leisure"];
            let key = keys.into_iter().find(|key| tags.says_yes(key))?;
            (key, tags.get(key)?, POI_ZOOM)
        }
    };
    let named = tags.get("name").is_some();
    let public = !matches!(tags.get("access"), Some("private" | "no"));
    let worth = named || (NAMELESS.contains(&value) && public && listed.is_some());
    let min_zoom = if named { min_zoom } else { min_zoom.max(15) };
    worth.then_some(Poi {
        key,
        value,
        min_zoom,
        rank: 10 * min_zoom.saturating_sub(10) + u8::from(!named) * 5,
    })
}

/// The zoom from which an area is at least about eight pixels wide (tiles of 512 pixels), between `lowest` and 14.
pub fn zoom_of_area(area_m2: f64, lat: f64, lowest: u8) -> u8 {
    const EQUATOR_M: f64 = 40_075_016.7;
    let metres_per_pixel_at_0 = EQUATOR_M / 512.0 * lat.to_radians().cos();
    (lowest..14)
        .find(|zoom| area_m2.sqrt() >= 8.0 * metres_per_pixel_at_0 / f64::from(1_u32 << (*zoom).min(30)))
        .unwrap_or(14)
}

#[cfg(test)]
#[path = "draw_tests.rs"]
mod tests;
