//! How fast a car drives on a way, and how gladly.

use domain::RoadClass;

use super::{
    access::directed,
    country,
    country::{Country, ELSEWHERE},
    measure,
};
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
    /// Usual speed inside towns in km/h: an average with traffic, not a limit.
    pub in_town_kmh: u8,
    /// The same outside.
    pub kmh: u8,
}

/// Where a way lies: what holds for it when no sign speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whose general limits hold.
    pub country: &'static Country,
    /// Inside a town.
    pub built_up: bool,
}

impl Default for Setting {
    /// Outside of towns, anywhere.
    fn default() -> Self {
        Self { country: &ELSEWHERE, built_up: false }
    }
}

/// Usual speeds inside towns and outside, km/h, where the law allows more. Outside they follow Valhalla's and OSRM's
/// tables, which are 40 and 25 for a small road, 60 and 55 for a secondary one; inside, what crossings and parked cars
/// leave of them. Ramps, yards and shared streets are the same everywhere.
#[rustfmt::skip]
const ROADS: [(&str, RoadClass, bool, u8, u8); 16] = [
    ("motorway",       RoadClass::Motorway,     false, 90, 100),
    ("motorway_link",  RoadClass::Motorway,     true,  45,  45),
    ("trunk",          RoadClass::Trunk,        false, 70,  85),
    ("trunk_link",     RoadClass::Trunk,        true,  40,  40),
    ("primary",        RoadClass::Primary,      false, 55,  68),
    ("primary_link",   RoadClass::Primary,      true,  30,  30),
    ("secondary",      RoadClass::Secondary,    false, 48,  60),
    ("secondary_link", RoadClass::Secondary,    true,  25,  25),
    ("tertiary",       RoadClass::Tertiary,     false, 40,  45),
    ("tertiary_link",  RoadClass::Tertiary,     true,  20,  20),
    ("unclassified",   RoadClass::Unclassified, false, 30,  35),
    ("residential",    RoadClass::Residential,  false, 25,  28),
    ("living_street",  RoadClass::LivingStreet, false, 10,  10),
    ("service",        RoadClass::Service,      false, 15,  15),
    ("winter_road",    RoadClass::Unclassified, false, 20,  20),
    ("ice_road",       RoadClass::Unclassified, false, 15,  15),
];

/// Routes that carry cars: `route` value, km/h when no duration is given.
const ROUTES: [(&str, u8); 2] = [("ferry", 5), ("shuttle_train", 10)];

/// Speed where a tag opens a way that is not for cars by itself (tracks, pedestrian streets).
const OPENED_KMH: u8 = 10;

/// Walking speed by law is driven a little faster.
const LIVING_STREET_KMH: u16 = 13;

/// Speed over a movable bridge without a duration.
const MOVABLE_BRIDGE_KMH: u8 = 5;

/// Drivers reach this share of a limit on average (OSRM's `speed_reduction`).
const SHARE_OF_LIMIT: f64 = 0.8;
/// A main road through a town without a tag is as often posted above the general limit as not: its class decides, up to
/// this share of that limit.
const SHARE_IN_TOWN: f64 = 1.2;

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
        return Some(Kind { class: RoadClass::Ferry, link: false, for_cars: true, in_town_kmh: kmh, kmh });
    }
    let highway = tags.get("highway")?;
    let known = ROADS.iter().find(|(word, ..)| *word == highway);
    Some(match known {
        Some((_, class, link, in_town_kmh, kmh)) => {
            Kind { class: *class, link: *link, for_cars: true, in_town_kmh: *in_town_kmh, kmh: *kmh }
        }
        None => {
            let (class, kmh) = (RoadClass::Service, OPENED_KMH);
            Kind { class, link: false, for_cars: false, in_town_kmh: kmh, kmh }
        }
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

/// Limits, else class within the law, then what the surface allows.
pub fn speeds(tags: &Tags, kind: &Kind, setting: Setting) -> Speeds {
    let cap = surface_cap(tags);
    let usual = usual_kmh(kind, setting);
    let base = if tags.is("bridge", "movable") { usual.min(MOVABLE_BRIDGE_KMH) } else { usual };
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

/// Speed by class, at most what the law lets drivers reach there. Expressways and motorways have limits of their own also
/// inside towns.
fn usual_kmh(kind: &Kind, setting: Setting) -> u8 {
    let Setting { country, built_up } = setting;
    let limit = match kind.class {
        RoadClass::Motorway => country.motorway,
        RoadClass::Trunk => country.trunk,
        RoadClass::Ferry => 0,
        RoadClass::LivingStreet => country.living_street.max(LIVING_STREET_KMH),
        _ if built_up => country.urban,
        _ => country.rural,
    };
    let bound_by_town = built_up && limit == country.urban;
    let share = if bound_by_town { SHARE_IN_TOWN } else { SHARE_OF_LIMIT };
    let reached = if limit == 0 { u8::MAX } else { to_kmh((f64::from(limit) * share).round()) };
    reached.min(if built_up { kind.in_town_kmh } else { kind.kmh })
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
    country::limit_of_sign(&lower)
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
