//! What a driver may want or shun about a way.

use domain::{FeatureSet, RoadClass, RoadFeature};

use super::measure;
use crate::osm::Tags;

/// Surfaces that count as not paved. <https://wiki.openstreetmap.org/wiki/Key:surface>
const UNPAVED: [&str; 22] = [
    "unpaved",
    "gravel",
    "fine_gravel",
    "compacted",
    "dirt",
    "earth",
    "ground",
    "grass",
    "grass_paver",
    "mud",
    "sand",
    "clay",
    "pebblestone",
    "rock",
    "rocky",
    "stone",
    "woodchips",
    "laterite",
    "snow",
    "ice",
    "shells",
    "dirt/sand",
];

/// Keys whose `yes` means that a car pays.
const TOLL: [&str; 3] = ["toll:motorcar", "toll:motor_vehicle", "toll"];

/// From this steepness on a slope is one that a driver would mind: where signs begin to warn of it in many countries.
const STEEP_PERCENT: f64 = 10.0;

/// Below this width two cars do not pass each other, metres; on a one-way street below the other one does not like to
/// drive.
const NARROW_M: f64 = 4.5;
const NARROW_ONE_WAY_M: f64 = 2.8;

/// Features that the tags of the way decide alone; `Elevated` and `Waterside` need its surroundings.
pub fn of_way(tags: &Tags, class: RoadClass, two_way: bool) -> FeatureSet {
    let tunnel = is_tunnel(tags);
    let has = [
        (RoadFeature::Motorway, class == RoadClass::Motorway),
        (RoadFeature::Toll, TOLL.iter().find_map(|key| tags.get(key)).is_some_and(|value| value == "yes")),
        (RoadFeature::Ferry, class == RoadClass::Ferry),
        (RoadFeature::Tunnel, tunnel),
        (RoadFeature::Bridge, is_bridge(tags) && !tunnel),
        (RoadFeature::Unpaved, is_unpaved(tags, class)),
        (
            RoadFeature::Residential,
            matches!(class, RoadClass::Residential | RoadClass::LivingStreet | RoadClass::Service),
        ),
        (RoadFeature::Narrow, class != RoadClass::Ferry && is_narrow(tags, two_way)),
        (RoadFeature::Steep, is_steep(tags)),
    ];
    has.into_iter().filter(|(_, yes)| *yes).fold(FeatureSet::default(), |set, (feature, _)| set.with(feature))
}

/// A tube or a gallery; a passage under a building is one for a router, but not for a driver who dislikes tunnels.
pub fn is_tunnel(tags: &Tags) -> bool {
    tags.get("tunnel").is_some_and(|value| !matches!(value, "no" | "false" | "building_passage" | "culvert"))
}

/// Any kind of bridge that carries the way.
pub fn is_bridge(tags: &Tags) -> bool {
    tags.says_yes("bridge")
}

fn is_unpaved(tags: &Tags, class: RoadClass) -> bool {
    match tags.get("surface") {
        Some(surface) => UNPAVED.contains(&surface),
        None if tags.is("highway", "track") => !tags.is("tracktype", "grade1"),
        None => {
            class != RoadClass::Ferry
                && matches!(tags.get("tracktype"), Some("grade2" | "grade3" | "grade4" | "grade5"))
        }
    }
}

/// `narrow=yes`, an alley, one lane for both directions, or a width below that of two cars.
/// <https://wiki.openstreetmap.org/wiki/Key:narrow>, <https://wiki.openstreetmap.org/wiki/Key:lanes> (both directions
/// together), <https://wiki.openstreetmap.org/wiki/Key:width>
fn is_narrow(tags: &Tags, two_way: bool) -> bool {
    let below = if two_way { NARROW_M } else { NARROW_ONE_WAY_M };
    let width =
        ["width", "width:carriageway", "est_width"].iter().find_map(|key| measure::metres(tags.get(key)?));
    let lanes = tags.get("lanes").and_then(|lanes| lanes.trim().parse::<f64>().ok());
    tags.says_yes("narrow")
        || tags.is("service", "alley")
        || width.is_some_and(|width| width > 0.0 && width < below)
        || (width.is_none() && two_way && lanes.is_some_and(|lanes| lanes > 0.0 && lanes < 2.0))
}

/// `incline` in percent or degrees; `up` and `down` say nothing about how steep.
/// <https://wiki.openstreetmap.org/wiki/Key:incline>
fn is_steep(tags: &Tags) -> bool {
    let Some(text) = tags.get("incline").map(str::trim) else { return false };
    let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok().filter(|n| n.is_finite());
    let percent = match (text.strip_suffix('%'), text.strip_suffix('°')) {
        (Some(percent), _) => number(percent),
        (_, Some(degrees)) => number(degrees).map(|degrees| degrees.to_radians().tan() * 100.0),
        (None, None) => None,
    };
    percent.is_some_and(|percent| percent.abs() >= STEEP_PERCENT)
}

/// `layer`; a bridge or tunnel that does not say gets 1 or −1, as renderers assume.
pub fn layer(tags: &Tags) -> i8 {
    let said = tags.get("layer").and_then(|layer| layer.parse::<i8>().ok());
    said.unwrap_or(if is_tunnel(tags) {
        -1
    } else if is_bridge(tags) {
        1
    } else {
        0
    })
}

/// A bridge that belongs to a run of connected bridges at least this long is a road in the air, not the crossing of
/// one thing.
pub const LONG_RUN_M: f64 = 500.0;

/// Names (lower case) of roads in the air, wherever they are on a major road: 高架 in Chinese and Japanese. Their
/// ramps and surface pieces carry the name too, and a driver who avoids the 高架 does not want those either.
const NAMED_ELEVATED: [&str; 2] = ["高架", "고가"];

/// … unless the name speaks of the road beneath.
const NAMED_BENEATH: [&str; 4] = ["高架下", "高架桥下", "高架底", "高架橋下"];

/// Names (lower case) that say so only on a bridge, because streets on the ground are called after viaducts.
const NAMED_ON_BRIDGE: [&str; 15] = [
    "viaduct",
    "viaduc",
    "viaduto",
    "viadotto",
    "viaducto",
    "viadukt",
    "elevated",
    "flyover",
    "skyway",
    "hochstraße",
    "sopraelevata",
    "快速路",
    "快速干道",
    "快速幹道",
    "環線高速",
];

/// Names of bridges that cross one thing, mostly water, however long they are.
const NAMED_CROSSING: [&str; 8] = ["大桥", "大橋", "bridge", "ponte", "pont ", "puente", "brücke", "most "];

/// What decides whether a way is an elevated road.
#[derive(Clone, Copy, Debug)]
pub struct ElevatedFacts<'a> {
    /// Its tags.
    pub tags: &'a Tags,
    /// Its class.
    pub class: RoadClass,
    /// Length of the run of connected bridges of major roads that it is part of, metres; 0 when it is no bridge.
    pub bridge_run_m: f64,
    /// Share of that run that is over water, 0 to 1.
    pub over_water: f64,
}

/// Whether a way is an elevated road (高架), as a driver would call it. The rules in order; the first that speaks
/// decides:
///
/// | rule | answer |
/// |---|---|
/// | a tunnel, or not a road of a through class (service, track, ferry …) | no |
/// | name says "beneath the elevated road" | no |
/// | name says 高架 and the class is motorway to secondary, or it is a bridge | yes |
/// | `bridge=viaduct` on motorway to tertiary, not named as a crossing | yes |
/// | a bridge, and the name says viaduct, flyover, 快速路 … | yes |
/// | a bridge named as a crossing (大桥, Ponte …), or mostly over water | no |
/// | a bridge of motorway, trunk or primary with `layer` ≥ 1 in a run of at least [`LONG_RUN_M`] | yes |
/// | anything else | no |
pub fn is_elevated(facts: &ElevatedFacts<'_>) -> bool {
    use RoadClass as C;
    let ElevatedFacts { tags, class, .. } = *facts;
    let through = class <= C::Residential;
    if !through || is_tunnel(tags) {
        return false;
    }
    let names = names(tags);
    let named = |words: &[&str]| words.iter().any(|word| names.contains(word));
    let bridge = is_bridge(tags);
    if named(&NAMED_BENEATH) {
        return false;
    }
    if named(&NAMED_ELEVATED) && (bridge || class <= C::Secondary) {
        return true;
    }
    let crossing = named(&NAMED_CROSSING);
    if tags.is("bridge", "viaduct") && class <= C::Tertiary && !crossing {
        return true;
    }
    if bridge && named(&NAMED_ON_BRIDGE) {
        return true;
    }
    if crossing || facts.over_water > 0.5 {
        return false;
    }
    bridge && class <= C::Primary && layer(tags) >= 1 && facts.bridge_run_m >= LONG_RUN_M
}

/// All names of the way and of its bridge, lower case, one after another.
fn names(tags: &Tags) -> String {
    let mut all = String::new();
    for (key, value) in tags.iter() {
        let named =
            matches!(key, "name" | "alt_name" | "official_name" | "loc_name" | "short_name" | "bridge:name")
                || key.starts_with("name:");
        if named {
            all.push_str(&value.to_lowercase());
            all.push('\n');
        }
    }
    all
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
