//! What a node on a road does to a car.

use super::access::{HIERARCHY, Permission, fits_under, permission};
use crate::osm::Tags;

/// What a node means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeTraits {
    /// No car gets through.
    pub blocked: bool,
    /// Traffic lights.
    pub signals: bool,
    /// Turning around is sensible here.
    pub uturn_ok: bool,
    /// A toll booth: whoever passes, pays.
    pub toll: bool,
    /// Usual seconds lost here beside the lights: gates are opened by hand, tolls are paid.
    pub delay_s: u8,
    /// Border control: the driver stops, or at least slows down.
    pub border_control: bool,
}

impl NodeTraits {
    /// Whether the node changes anything for a car.
    pub fn matters(&self) -> bool {
        *self != Self::default()
    }
}

/// Barriers that a car passes when no access tag forbids. Gates are open to cars unless they say otherwise, as in
/// OSRM; `swing_gate` and its like are added to OSRM's list, because car parks and compounds are behind them.
const PASSABLE: [&str; 17] = [
    "cattle_grid",
    "border_control",
    "toll_booth",
    "sally_port",
    "gate",
    "lift_gate",
    "swing_gate",
    "sliding_gate",
    "hampshire_gate",
    "bump_gate",
    "entrance",
    "height_restrictor",
    "arch",
    "no",
    "open",
    "checkpoint",
    "coupure",
];

/// Barriers that somebody has to open, and what that takes in seconds where no access tag says that one just drives
/// through (OSRM's penalty).
const OPENED_BY_HAND: [&str; 6] =
    ["gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate", "bump_gate"];
const GATE_S: u8 = 60;

/// Taking a ticket or paying at a booth: our estimate, OSRM has none.
const TOLL_S: u8 = 15;

/// Read a node's tags.
pub fn node(tags: &Tags) -> NodeTraits {
    let highway = tags.get("highway");
    let lights_on_crossing = highway == Some("crossing")
        && (tags.is("crossing", "traffic_signals") || tags.is("crossing:signals", "yes"));
    let barrier = tags.get("barrier");
    let access = HIERARCHY.iter().find_map(|key| tags.get(key)).map(permission);
    let blocked = match access {
        Some(permission) => permission == Permission::Denied,
        None => barrier.is_some_and(|barrier| !passes(tags, barrier)),
    };
    let toll = barrier == Some("toll_booth") || highway == Some("toll_gantry");
    let gate = barrier.is_some_and(|barrier| OPENED_BY_HAND.contains(&barrier));
    let delay_s = match (blocked, gate, access) {
        (true, ..) => 0,
        (_, true, None) => GATE_S,
        (_, true, Some(_)) if !freely_open(tags) => GATE_S,
        _ if barrier == Some("toll_booth") => TOLL_S,
        _ => 0,
    };
    NodeTraits {
        blocked,
        signals: highway == Some("traffic_signals") || lights_on_crossing,
        uturn_ok: matches!(highway, Some("turning_circle" | "turning_loop" | "mini_roundabout")),
        toll,
        delay_s,
        border_control: !blocked && barrier == Some("border_control"),
    }
}

fn passes(tags: &Tags, barrier: &str) -> bool {
    match barrier {
        "height_restrictor" => tags.get("maxheight").is_none_or(fits_under),
        "bollard" => tags.is("bollard", "rising"),
        "kerb" => matches!(tags.get("kerb"), Some("lowered" | "flush")) || tags.is("highway", "crossing"),
        "fence" => matches!(tags.get("sensory"), Some("audible" | "audio")),
        other => PASSABLE.contains(&other),
    }
}

/// An access tag that says the gate is no obstacle.
fn freely_open(tags: &Tags) -> bool {
    HIERARCHY
        .iter()
        .find_map(|key| tags.get(key))
        .is_some_and(|value| matches!(value, "yes" | "permissive" | "designated"))
}

#[cfg(test)]
#[path = "barrier_tests.rs"]
mod tests;
