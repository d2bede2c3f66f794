//! Who may drive a way, in which direction.

use domain::RoadClass;

use super::{measure, speed::Kind};
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
    keys.iter().find_map(|key| {
        tags.iter()
            .find(|(k, v)| {
                !v.is_empty()
                    && k.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) == Some(direction)
            })
            .map(|(_, v)| v)
            .or_else(|| tags.get(key))
    })
}

/// `junction=roundabout` or `circular`.
pub fn is_roundabout(tags: &Tags) -> bool {
    matches!(tags.get("junction"), Some("roundabout" | "circular"))
}

/// Who may drive as drawn and against that.
pub fn directions(tags: &Tags, kind: &Kind) -> (Access, Access) {
    const CLOSED: (Access, Access) = (Access::No, Access::No);
    if is_closed(tags) {
        return CLOSED;
    }
    let Some(one_way) = one_way(tags) else { return CLOSED };
    let in_direction = |direction: &str, against: OneWay| {
        if one_way == against { Access::No } else { in_direction(tags, kind, direction) }
    };
    (in_direction("forward", OneWay::Backward), in_direction("backward", OneWay::Forward))
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
}

/// Direction of traffic; `None` when it changes with the hour (`reversible`) and nobody can plan on it.
fn one_way(tags: &Tags) -> Option<OneWay> {
    const KEYS: [&str; 4] = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"];
    let value = KEYS.iter().find_map(|key| tags.get(key));
    let implied = is_roundabout(tags) || tags.is("highway", "motorway");
    match value {
        Some("-1" | "reverse") => Some(OneWay::Backward),
        Some("yes" | "1" | "true") => Some(OneWay::Forward),
        Some("reversible") => None,
        Some("no" | "false" | "0") => Some(OneWay::Both),
        _ if implied => Some(OneWay::Forward),
        _ => Some(OneWay::Both),
    }
}

fn in_direction(tags: &Tags, kind: &Kind, direction: &str) -> Access {
    if too_small(tags, direction) {
        return Access::No;
    }
    let said = directed(tags, &HIERARCHY, direction).map(permission);
    let base = match (said, kind.for_cars) {
        (None, true) | (Some(Permission::Allowed), _) => Access::Yes,
        // Only real roads are opened for a destination: "private" on a footway is about walking.
        (Some(Permission::Ends), true) => Access::Destination,
        (None | Some(Permission::Ends), false) | (Some(Permission::Denied), _) => Access::No,
    };
    let ends_only = tags.get("service").is_some_and(|service| ENDS_SERVICE.contains(&service))
        || for_full_cars_only(tags, direction);
    if base == Access::Yes && ends_only && kind.class != RoadClass::Ferry {
        Access::Destination
    } else {
        base
    }
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
