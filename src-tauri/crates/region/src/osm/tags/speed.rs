//! How fast a car drives on a way, and how gladly.

use domain::RoadClass;

use super::{access::directed, measure};
use crate::osm::Tags;

/// What the main tag of a way makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its class.
    pub class: RoadClass,
    /// A ramp or slip road.
    pub link: bool,
    /// Cars may drive it when no tag forbids; otherwise a tag has to allow it.
    pub for_cars: bool,
    /// Usual speed in km/h: an average with traffic, not a limit.
    pub kmh: u8,
}

/// Usual speeds of OSRM's car profile: averages over a trip, lower than limits on purpose.
#[rustfmt::skip]
const ROADS: [(&str, RoadClass, bool, u8); 16] = [
    ("motorway",       RoadClass::Motorway,     false, 90),
    ("motorway_link",  RoadClass::Motorway,     true,  45),
    ("trunk",          RoadClass::Trunk,        false, 85),
    ("trunk_link",     RoadClass::Trunk,        true,  40),
    ("primary",        RoadClass::Primary,      false, 65),
    ("primary_link",   RoadClass::Primary,      true,  30),
    ("secondary",      RoadClass::Secondary,    false, 55),
    ("secondary_link", RoadClass::Secondary,    true,  25),
    ("tertiary",       RoadClass::Tertiary,     false, 40),
    ("tertiary_link",  RoadClass::Tertiary,     true,  20),
    ("unclassified",   RoadClass::Unclassified, false, 25),
    ("residential",    RoadClass::Residential,  false, 25),
    ("living_street",  RoadClass::LivingStreet, false, 10),
    ("service",        RoadClass::Service,      false, 15),
    ("winter_road",    RoadClass::Unclassified, false, 20),
    ("ice_road",       RoadClass::Unclassified, false, 15),
];

/// Routes that carry cars: `route` value, km/h when no duration is given.
const ROUTES: [(&str, u8); 2] = [("ferry", 5), ("shuttle_train", 10)];

/// Speed where a tag opens a way that is not for cars by itself (tracks, pedestrian streets).
const OPENED_KMH: u8 = 10;

/// Speed over a movable bridge without a duration.
const MOVABLE_BRIDGE_KMH: u8 = 5;

/// Drivers reach this share of a posted limit on average (OSRM's `speed_reduction`), in percent.
const SHARE_OF_LIMIT: f64 = 0.8;

/// Speed that a surface allows.
#[rustfmt::skip]
const SURFACE: [(&str, u8); 29] = [
    ("cement", 80), ("compacted", 80), ("fine_gravel", 80),
    ("paving_stones", 60), ("metal", 60), ("bricks", 60),
    ("grass", 40), ("wood", 40), ("sett", 40), ("grass_paver", 40), ("gravel", 40), ("unpaved", 40),
    ("ground", 40), ("dirt", 40), ("pebblestone", 40), ("tartan", 40),
    ("cobblestone", 30), ("unhewn_cobblestone", 30), ("clay", 30), ("snow", 30),
    ("earth", 20), ("stone", 20), ("rocky", 20), ("rock", 20), ("sand", 20), ("ice", 20),
    ("laterite", 15),
    ("mud", 10), ("shells", 40),
];

/// Speed that a track's grade allows.
const TRACKTYPE: [(&str, u8); 5] =
    [("grade1", 60), ("grade2", 40), ("grade3", 30), ("grade4", 25), ("grade5", 20)];

/// Speed that a road's evenness allows.
const SMOOTHNESS: [(&str, u8); 5] =
    [("intermediate", 80), ("bad", 40), ("very_bad", 20), ("horrible", 10), ("very_horrible", 5)];

/// Limits that a sign names by kind, where the country differs from [`LIMIT_BY_KIND`]; lower case, km/h. 0 = no limit
/// worth knowing. <https://wiki.openstreetmap.org/wiki/Key:source:maxspeed>
#[rustfmt::skip]
const LIMIT_BY_COUNTRY: [(&str, u16); 49] = [
    ("at:rural", 100), ("at:trunk", 100), ("be:motorway", 120), ("be-bru:rural", 70), ("be-bru:urban", 30),
    ("be-vlg:rural", 70), ("by:urban", 60), ("by:motorway", 110), ("ca-on:rural", 80), ("ch:rural", 80),
    ("ch:trunk", 100), ("ch:motorway", 120), ("cn:rural", 70), ("cn:motorway", 120), ("cz:trunk", 0),
    ("cz:motorway", 0), ("de:living_street", 7), ("de:rural", 100), ("de:motorway", 0), ("dk:rural", 80),
    ("es:trunk", 90), ("es:motorway", 120), ("fr:rural", 80), ("fr:living_street", 20), ("gb:nsl_single", 97),
    ("gb:nsl_dual", 113), ("gb:motorway", 113), ("it:trunk", 110), ("lv:living_street", 20), ("nl:rural", 80),
    ("nl:trunk", 100), ("nl:motorway", 100), ("no:rural", 80), ("no:motorway", 110), ("ph:urban", 40),
    ("ph:rural", 80), ("ph:motorway", 100), ("pl:rural", 100), ("pl:expressway", 120), ("pl:motorway", 140),
    ("pt:motorway", 120), ("ro:trunk", 100), ("ru:living_street", 20), ("ru:urban", 60), ("ru:motorway", 110),
    ("uk:nsl_single", 97), ("uk:nsl_dual", 113), ("uk:motorway", 113), ("za:urban", 60),
];

/// Limits that a sign names by kind anywhere else.
const LIMIT_BY_KIND: [(&str, u16); 5] =
    [("urban", 50), ("rural", 90), ("trunk", 110), ("motorway", 130), ("walk", 7)];

/// `maxspeed=none`: what people drive where nothing is posted.
const UNLIMITED_KMH: u16 = 140;

/// How gladly one drives a `service` road.
const SERVICE_RATE: [(&str, u8); 6] = [
    ("alley", 50),
    ("parking", 50),
    ("parking_aisle", 50),
    ("driveway", 50),
    ("drive-through", 50),
    ("drive-thru", 50),
];

fn lookup<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(key, _)| *key == word).map(|(_, value)| *value)
}

/// What the way is; `None` for what no tag can open for a car (a building, a river, a railway).
pub fn kind(tags: &Tags) -> Option<Kind> {
    if let Some(kmh) = tags.get("route").and_then(|route| lookup(&ROUTES, route)) {
        return Some(Kind { class: RoadClass::Ferry, link: false, for_cars: true, kmh });
    }
    let highway = tags.get("highway")?;
    let known = ROADS.iter().find(|(word, ..)| *word == highway);
    Some(match known {
        Some((_, class, link, kmh)) => Kind { class: *class, link: *link, for_cars: true, kmh: *kmh },
        None => Kind { class: RoadClass::Service, link: false, for_cars: false, kmh: OPENED_KMH },
    })
}

/// Speeds of a way in km/h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speeds {
    /// As drawn.
    pub forward: u8,
    /// Against that.
    pub backward: u8,
    /// Posted limit, 0 when unknown.
    pub posted: u8,
}

/// Class, then limits, then what the surface allows.
pub fn speeds(tags: &Tags, kind: &Kind) -> Speeds {
    let cap = surface_cap(tags);
    let base = if tags.is("bridge", "movable") { kind.kmh.min(MOVABLE_BRIDGE_KMH) } else { kind.kmh };
    let in_direction = |direction: &str| {
        let limit = if kind.class == RoadClass::Ferry {
            None
        } else {
            directed(tags, &["maxspeed:advisory", "maxspeed"], direction).and_then(limit_kmh)
        };
        let kmh = limit.map_or(f64::from(base), |limit| f64::from(limit) * SHARE_OF_LIMIT);
        to_kmh(kmh.round()).min(cap).max(1)
    };
    let posted = ["forward", "backward"]
        .iter()
        .filter_map(|direction| directed(tags, &["maxspeed"], direction).and_then(limit_kmh))
        .max()
        .unwrap_or(0);
    Speeds {
        forward: in_direction("forward"),
        backward: in_direction("backward"),
        posted: to_kmh(f64::from(posted)),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 before the cast"
)]
fn to_kmh(kmh: f64) -> u8 {
    kmh.clamp(0.0, 255.0) as u8
}

fn surface_cap(tags: &Tags) -> u8 {
    let cap = |key: &str, table: &[(&str, u8)]| tags.get(key).and_then(|value| lookup(table, value));
    [cap("surface", &SURFACE), cap("tracktype", &TRACKTYPE), cap("smoothness", &SMOOTHNESS)]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(u8::MAX)
}

/// A posted limit in km/h: `50`, `30 mph`, `walk`, `none`, `FR:urban`, `DE:zone:30`. `None` when it says nothing
/// usable (`signals`, `variable`).
pub fn limit_kmh(text: &str) -> Option<u16> {
    let lower = text.trim().to_ascii_lowercase();
    if let Some(number) = measure::leading_integer(&lower) {
        let kmh = if lower.contains("mph") || lower.contains("mp/h") {
            (f64::from(number) * 1.609).round()
        } else if lower.contains("knots") {
            (f64::from(number) * 1.852).round()
        } else {
            f64::from(number)
        };
        return Some(u16::from(to_kmh(kmh))).filter(|kmh| *kmh > 0);
    }
    if lower == "none" {
        return Some(UNLIMITED_KMH);
    }
    let zone =
        lower.split_once("zone").and_then(|(_, rest)| measure::leading_integer(rest.trim_start_matches(':')));
    if let Some(kmh) = zone {
        return u16::try_from(kmh).ok().filter(|kmh| *kmh > 0);
    }
    let by_country = lookup(&LIMIT_BY_COUNTRY, &lower);
    let by_kind = || lookup(&LIMIT_BY_KIND, lower.rsplit(':').next().unwrap_or(&lower));
    by_country.or_else(by_kind).filter(|kmh| *kmh > 0)
}

/// Duration of a ferry or shuttle train.
pub fn duration_s(tags: &Tags) -> Option<u32> {
    tags.get("duration").and_then(measure::seconds)
}

/// How gladly one drives here, in percent of the speed: for choosing between roads, not for times of arrival.
/// Alleys and parking aisles, roads for one car that carry both directions, and directions that take turns (OSRM's
/// "rate").
pub fn rate_percent(tags: &Tags, two_way: bool) -> u8 {
    let service = tags.get("service").and_then(|service| lookup(&SERVICE_RATE, service));
    let narrow = tags.get("width").and_then(measure::metres).is_some_and(|m| m <= 3.0)
        || (two_way && tags.get("lanes").and_then(measure::leading_integer) == Some(1));
    let alternating = tags.is("oneway", "alternating").then_some(40);
    let beside = matches!(tags.get("side_road"), Some("yes" | "rotary")).then_some(80);
    [service, narrow.then_some(50), alternating, beside].into_iter().flatten().min().unwrap_or(100)
}

#[cfg(test)]
#[path = "speed_tests.rs"]
mod tests;
