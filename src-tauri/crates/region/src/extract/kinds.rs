//! Which elements a person may look for, and how likely.

use crate::osm::Tags;

/// Keys that make a thing what it is, the most telling first, with the importance of their values in general.
#[rustfmt::skip]
const KEYS: [(&str, u8); 20] = [
    ("place", 90), ("amenity", 60), ("tourism", 70), ("shop", 55), ("leisure", 60), ("office", 45), ("healthcare", 55), ("craft", 45),
    ("aeroway", 50), ("railway", 0), ("public_transport", 0), ("historic", 60), ("natural", 55), ("man_made", 45), ("club", 45),
    ("highway", 0), ("boundary", 0), ("landuse", 45), ("waterway", 0), ("building", 50),
];

/// Values that differ from their key in general. 0 = not a thing to look for.
#[rustfmt::skip]
const VALUES: [(&str, &str, u8); 99] = [
    ("place", "city", 230), ("place", "town", 200), ("place", "village", 170), ("place", "suburb", 160), ("place", "borough", 165),
    ("place", "island", 150), ("place", "quarter", 140), ("place", "neighbourhood", 130), ("place", "hamlet", 120),
    ("place", "square", 100), ("place", "isolated_dwelling", 70), ("place", "country", 220), ("place", "state", 200),
    ("place", "sea", 140), ("place", "ocean", 140), ("place", "plot", 0),
    ("aeroway", "aerodrome", 190), ("aeroway", "heliport", 90), ("aeroway", "terminal", 110), ("aeroway", "runway", 0),
    ("aeroway", "taxiway", 0), ("aeroway", "gate", 40), ("aeroway", "parking_position", 0), ("aeroway", "helipad", 40),
    ("railway", "station", 170), ("railway", "halt", 140), ("railway", "tram_stop", 90), ("railway", "subway_entrance", 60),
    ("public_transport", "station", 150), ("highway", "bus_stop", 55), ("highway", "motorway_junction", 80),
    ("highway", "services", 80), ("highway", "rest_area", 70),
    ("amenity", "hospital", 140), ("amenity", "university", 140), ("amenity", "college", 110), ("amenity", "school", 100),
    ("amenity", "kindergarten", 80), ("amenity", "townhall", 120), ("amenity", "ferry_terminal", 130), ("amenity", "bus_station", 130),
    ("amenity", "theatre", 100), ("amenity", "cinema", 95), ("amenity", "library", 90), ("amenity", "casino", 110),
    ("amenity", "embassy", 90), ("amenity", "courthouse", 90), ("amenity", "police", 90), ("amenity", "fire_station", 80),
    ("amenity", "marketplace", 90), ("amenity", "place_of_worship", 85), ("amenity", "fuel", 75), ("amenity", "charging_station", 60),
    ("amenity", "parking", 60), ("amenity", "clinic", 90), ("amenity", "bench", 0), ("amenity", "waste_basket", 0),
    ("amenity", "recycling", 25), ("amenity", "vending_machine", 20), ("amenity", "post_box", 20), ("amenity", "parking_space", 0),
    ("amenity", "parking_entrance", 30), ("amenity", "shelter", 25), ("amenity", "bicycle_parking", 20), ("amenity", "telephone", 15),
    ("tourism", "attraction", 110), ("tourism", "museum", 110), ("tourism", "hotel", 90), ("tourism", "theme_park", 120),
    ("tourism", "zoo", 120), ("tourism", "aquarium", 120), ("tourism", "viewpoint", 80), ("tourism", "information", 35),
    ("leisure", "park", 110), ("leisure", "stadium", 130), ("leisure", "marina", 110), ("leisure", "golf_course", 90),
    ("leisure", "nature_reserve", 90), ("leisure", "garden", 70), ("leisure", "fitness_centre", 75), ("leisure", "sports_centre", 85),
    ("leisure", "pitch", 35), ("shop", "mall", 110), ("shop", "supermarket", 85), ("shop", "department_store", 95),
    ("historic", "castle", 110), ("natural", "peak", 95), ("natural", "beach", 100), ("natural", "bay", 95), ("natural", "cape", 85),
    ("natural", "water", 70), ("natural", "tree", 0), ("natural", "coastline", 0), ("natural", "cliff", 35),
    ("boundary", "national_park", 110), ("boundary", "protected_area", 70), ("landuse", "residential", 80),
    ("man_made", "bridge", 90), ("man_made", "survey_point", 10),
];

/// Kinds that people look for by what they are, so that they are worth finding without a name.
const NAMELESS: [(&str, &str); 17] = [
    ("leisure", "dog_park"),
    ("amenity", "fuel"),
    ("amenity", "charging_station"),
    ("amenity", "parking"),
    ("amenity", "pharmacy"),
    ("amenity", "hospital"),
    ("amenity", "atm"),
    ("amenity", "bank"),
    ("amenity", "toilets"),
    ("amenity", "police"),
    ("amenity", "post_office"),
    ("amenity", "car_wash"),
    ("amenity", "restaurant"),
    ("amenity", "cafe"),
    ("shop", "supermarket"),
    ("shop", "convenience"),
    ("tourism", "viewpoint"),
];

/// What an element is to somebody who looks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind<'a> {
    /// Key.
    pub key: &'static str,
    /// Value.
    pub value: &'a str,
    /// 1 to 255.
    pub importance: u8,
}

/// The kind of a thing that is no street and no river; `None` when it is nothing to look for.
pub fn kind(tags: &Tags) -> Option<Kind<'_>> {
    let found = KEYS.iter().filter_map(|(key, general)| {
        let value = tags.get(key).filter(|value| *value != "no")?;
        let own = VALUES.iter().find(|(k, v, _)| k == key && *v == value).map(|(.., own)| *own);
        let importance = own.unwrap_or(*general);
        (importance > 0).then_some(Kind { key, value, importance })
    });
    let kind = found.max_by(|a, b| a.importance.cmp(&b.importance).then(rank(b.key).cmp(&rank(a.key))))?;
    let named = tags.get("name").is_some();
    let found_nameless =
        NAMELESS.contains(&(kind.key, kind.value)) && !matches!(tags.get("access"), Some("private" | "no"));
    if named {
        Some(Kind { importance: kind.importance.saturating_add(fame(tags)), ..kind })
    } else {
        found_nameless.then_some(Kind { importance: kind.importance.saturating_sub(20).max(1), ..kind })
    }
}

fn rank(key: &str) -> usize {
    KEYS.iter().position(|(known, _)| *known == key).unwrap_or(KEYS.len())
}

/// What tells a famous thing from others of its kind: an article about it, inhabitants.
fn fame(tags: &Tags) -> u8 {
    let article = if tags.get("wikipedia").or_else(|| tags.get("wikidata")).is_some() { 10 } else { 0 };
    let people =
        tags.get("population").and_then(|people| people.replace(['.', ',', ' '], "").parse::<u32>().ok());
    article + people.map_or(0, |people| u8::try_from(people.max(1).ilog10()).unwrap_or(0) * 2)
}

/// Importance of a street by its `highway` value.
pub fn street_importance(highway: &str) -> Option<u8> {
    Some(match highway.strip_suffix("_link").unwrap_or(highway) {
        "motorway" => 110,
        "trunk" => 108,
        "primary" => 105,
        "secondary" => 100,
        "tertiary" => 96,
        "unclassified" | "residential" | "living_street" | "pedestrian" | "road" => 90,
        "service" | "busway" => 60,
        "track" | "footway" | "cycleway" | "path" | "steps" | "bridleway" => 50,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_their_importance() {
        let check = |text: &str, expected: Option<(&str, u8)>| {
            let tags: Tags = text.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
            let found = kind(&tags).map(|kind| (format!("{}={}", kind.key, kind.value), kind.importance));
            assert_eq!(found, expected.map(|(kind, importance)| (kind.to_owned(), importance)), "{text}");
        };
        check("place=town name=A", Some(("place=town", 200)));
        check("place=town name=A population=40000 wikidata=Q1", Some(("place=town", 218)));
        check("place=suburb", None);
        check("amenity=cafe name=A building=yes", Some(("amenity=cafe", 60)));
        check("amenity=fuel", Some(("amenity=fuel", 55)));
        check("amenity=parking access=private", None);
        check("amenity=bench name=A", None);
        check("building=yes name=A", Some(("building=yes", 50)));
        check("building=yes", None);
        check("building=train_station railway=station name=A", Some(("railway=station", 170)));
        check("railway=rail name=A", None);
        check("highway=bus_stop name=A", Some(("highway=bus_stop", 55)));
        check("highway=primary name=A", None);
        check("natural=peak name=A", Some(("natural=peak", 95)));
        check("office=lawyer name=A", Some(("office=lawyer", 45)));
        check("shop=no name=A", None);
        check("name=A", None);
    }
}
