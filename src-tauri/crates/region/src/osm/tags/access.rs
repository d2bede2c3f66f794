//! Who may drive a way, in which direction.

use domain::RoadClass;

use super::{conditional, measure, speed::Kind};
use crate::{osm::Tags, roads::Access};

/// Keys that speak about cars, the most specific first. <https://wiki.openstreetmap.org/wiki/Key:access>
pub const HIERARCHY: [&str; 4] = ["motorcar", "motor_vehicle", "vehicle", "access"];

/// What one access value means for a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// Not for cars.
    Denied,
    /// To reach something there.
    Ends,
    /// Everyone; a value nobody knows counts as this, as in OSRM.
    Allowed,
}

/// Values that exclude a private car: reserved for others, or for nobody.
const DENIED: [&str; 28] = [
    "no",
    "agricultural",
    "forestry",
    "emergency",
    "emergency_vehicle",
    "psv",
    "bus",
    "taxi",
    "share_taxi",
    "minibus",
    "coach",
    "tourist_bus",
    "foot",
    "bicycle",
    "hgv",
    "goods",
    "motorcycle",
    "moped",
    "restricted",
    "military",
    "official",
    "impassable",
    "never",
    "use_sidepath",
    "dismount",
    "construction",
    "closed",
    "variable",
];

/// Values that let a car in for something that is there.
const ENDS: [&str; 8] =
    ["private", "delivery", "destination", "customers", "permit", "residents", "resident", "employees"];

/// `highway` values that nobody drives, whatever their access tags say.
const NEVER: [&str; 9] = [
    "steps",
    "construction",
    "proposed",
    "elevator",
    "corridor",
    "platform",
    "rest_area",
    "services",
    "via_ferrata",
];

/// `construction` beside a real `highway` that leaves it open.
const OPEN_CONSTRUCTION: [&str; 3] = ["no", "widening", "minor"];

/// `service` values that only lead to what they serve. OSRM only makes these slower; as a way through they annoy
/// those who live there, so Laolu uses them at the ends of a trip only.
const ENDS_SERVICE: [&str; 4] = ["driveway", "parking_aisle", "drive-through", "drive-thru"];

/// The car whose size decides about `maxwidth` and its like: metres and tonnes, as in OSRM's profile.
const CAR_WIDTH_M: f64 = 1.9;
const CAR_HEIGHT_M: f64 = 2.0;
const CAR_LENGTH_M: f64 = 4.8;
const CAR_WEIGHT_T: f64 = 2.0;

/// What a value means; of several values joined by `;` the most permissive counts.
pub fn permission(value: &str) -> Permission {
    value.split(';').map(|part| one_permission(part.trim())).max().unwrap_or(Permission::Allowed)
}

fn one_permission(value: &str) -> Permission {
    if DENIED.contains(&value) {
        Permission::Denied
    } else if ENDS.contains(&value) {
        Permission::Ends
    } else {
        Permission::Allowed
    }
}

/// Value of the most specific key in `keys` that speaks about this direction (`key:forward` before `key`).
pub(super) fn directed<'a>(tags: &'a Tags, keys: &[&str], direction: &str) -> Option<&'a str> {
    keys.iter().find_map(|key| suffixed(tags, key, direction).or_else(|| tags.get(key)))
}

/// `junction=roundabout` or `circular`.
pub fn is_roundabout(tags: &Tags) -> bool {
    matches!(tags.get("junction"), Some("roundabout" | "circular"))
}

/// Who may drive in one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directed {
    /// When no condition holds.
    pub base: Access,
    /// Under conditions, in the order of their weight: the last one that holds decides.
    pub timed: Vec<(String, Access)>,
}

impl Directed {
    /// What holds when nothing is known of the time: the least of all.
    pub fn careful(&self) -> Access {
        self.timed.iter().map(|(_, access)| *access).fold(self.base, Access::stricter)
    }
}

/// Who may drive as drawn and against that.
pub fn directions(tags: &Tags, kind: &Kind) -> [Directed; 2] {
    if is_closed(tags) {
        return [Directed::default(), Directed::default()];
    }
    let one_way = one_way(tags);
    let changes: Vec<(OneWay, &str)> = ONE_WAY
        .iter()
        .rev()
        .filter_map(|key| suffixed(tags, key, "conditional"))
        .flat_map(conditional::clauses)
        .filter_map(|clause| Some((one_way_value(clause.value)?, clause.condition)))
        .collect();
    let of = |direction: &str, against: OneWay| {
        let open = in_direction(tags, kind, direction);
        let shut = |way: OneWay| way == against || way == OneWay::Neither;
        let access = |way: OneWay| if shut(way) { Access::No } else { open.base };
        let mut directed = Directed { base: access(one_way), timed: Vec::new() };
        if !shut(one_way) {
            directed.timed = open.timed;
        }
        // Who changes the direction of traffic says the last word.
        if changes.iter().any(|(way, _)| shut(*way) != shut(one_way)) {
            directed.timed.extend(changes.iter().map(|(way, when)| ((*when).to_owned(), access(*way))));
        }
        if directed.timed.iter().all(|(_, access)| *access == directed.base) {
            directed.timed.clear();
        }
        directed
    };
    [of("forward", OneWay::Backward), of("backward", OneWay::Forward)]
}

/// Nobody drives here at all.
fn is_closed(tags: &Tags) -> bool {
    tags.get("highway").is_some_and(|highway| NEVER.contains(&highway))
        || tags.is("area", "yes")
        || tags.get("construction").is_some_and(|value| !OPEN_CONSTRUCTION.contains(&value))
        || tags.is("impassable", "yes")
        || tags.is("status", "impassable")
        || tags.is("smoothness", "impassable")
        || tags.is("service", "emergency_access")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OneWay {
    Forward,
    Backward,
    Both,
    /// It changes with the hour (`reversible`); nobody can plan on it unless a condition says when.
    Neither,
}

/// Keys that say in which direction cars drive, the most specific first.
const ONE_WAY: [&str; 4] = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"];

/// Direction of traffic.
fn one_way(tags: &Tags) -> OneWay {
    let value = ONE_WAY.iter().find_map(|key| tags.get(key));
    let implied = is_roundabout(tags) || tags.is("highway", "motorway");
    match value.and_then(one_way_value) {
        Some(way) => way,
        None if implied => OneWay::Forward,
        None => OneWay::Both,
    }
}

fn one_way_value(value: &str) -> Option<OneWay> {
    match value {
        "-1" | "reverse" => Some(OneWay::Backward),
        "yes" | "1" | "true" => Some(OneWay::Forward),
        "reversible" => Some(OneWay::Neither),
        "no" | "false" | "0" => Some(OneWay::Both),
        _ => None,
    }
}

fn in_direction(tags: &Tags, kind: &Kind, direction: &str) -> Directed {
    if too_small(tags, direction) {
        return Directed::default();
    }
    let ends_only = tags.get("service").is_some_and(|service| ENDS_SERVICE.contains(&service))
        || for_full_cars_only(tags, direction);
    let access = |said: Option<Permission>| {
        let base = match (said, kind.for_cars) {
            (None, true) | (Some(Permission::Allowed), _) => Access::Yes,
            // Only real roads are opened for a destination: "private" on a footway is about walking.
            (Some(Permission::Ends), true) => Access::Destination,
            (None | Some(Permission::Ends), false) | (Some(Permission::Denied), _) => Access::No,
        };
        let ends = base == Access::Yes && ends_only && kind.class != RoadClass::Ferry;
        if ends { Access::Destination } else { base }
    };
    let said = HIERARCHY.iter().position(|key| directed(tags, &[key], direction).is_some());
    let base = access(directed(tags, &HIERARCHY, direction).map(permission));
    // A condition on a general key says nothing against a more specific key.
    let keys = HIERARCHY.get(..=said.unwrap_or(HIERARCHY.len() - 1)).unwrap_or(&HIERARCHY);
    let timed = keys
        .iter()
        .rev()
        .flat_map(|key| {
            let own = suffixed(tags, key, &format!("{direction}:conditional"));
            [suffixed(tags, key, "conditional"), own].into_iter().flatten()
        })
        .flat_map(conditional::clauses)
        .map(|clause| (clause.condition.to_owned(), access(Some(permission(clause.value)))))
        .collect();
    Directed { base, timed }
}

/// Value of `key:suffix`, found without building the key.
fn suffixed<'a>(tags: &'a Tags, key: &str, suffix: &str) -> Option<&'a str> {
    tags.iter()
        .find(|(k, v)| {
            !v.is_empty() && k.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) == Some(suffix)
        })
        .map(|(_, v)| v)
}

/// High-occupancy roads: the driver may be alone, so they are no way through.
fn for_full_cars_only(tags: &Tags, direction: &str) -> bool {
    let all_lanes = |lanes: &str| lanes.split('|').all(|lane| lane == "designated");
    tags.is("hov", "designated") || directed(tags, &["hov:lanes"], direction).is_some_and(all_lanes)
}

fn too_small(tags: &Tags, direction: &str) -> bool {
    let limit = |keys: &[&str], read: fn(&str) -> Option<f64>| directed(tags, keys, direction).and_then(read);
    limit(&["maxwidth:physical", "maxwidth", "width", "est_width"], measure::metres)
        .is_some_and(|m| m <= CAR_WIDTH_M)
        || limit(&["maxheight:physical", "maxheight"], measure::metres).is_some_and(|m| m < CAR_HEIGHT_M)
        || limit(&["maxlength"], measure::metres).is_some_and(|m| m < CAR_LENGTH_M)
        || limit(&["maxweightrating"], measure::tonnes).is_some_and(|t| t < CAR_WEIGHT_T)
        || limit(&["maxweight"], measure::tonnes).is_some_and(|t| t < CAR_WEIGHT_T)
}

/// Height below which a barrier stops the car, for [`super::barrier`].
pub(super) fn fits_under(height: &str) -> bool {
    measure::metres(height).is_none_or(|m| m >= CAR_HEIGHT_M)
}

#[cfg(test)]
#[path = "access_tests.rs"]
mod tests;
