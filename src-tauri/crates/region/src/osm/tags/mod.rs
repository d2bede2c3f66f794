//! What OSM tags mean for a car: who may drive ([`access`]), how fast ([`speed`]), what it is ([`features`]) and
//! what stands in the way ([`barrier`]). What no tag says, the law of the [`country`] does.
//!
//! Reference: OSRM's car profile (its scenarios are the project's conformance suite). Where Laolu differs, the
//! table says so. Everything here is a table or a pure function of tags.

pub mod access;
pub mod barrier;
pub mod conditional;
pub mod country;
pub mod features;
pub mod lanes;
pub mod limits;
pub mod measure;
pub mod signs;
pub mod speed;

use domain::{FeatureSet, RoadClass};

use super::Tags;
use crate::roads::Access;

/// What the tags of one way say to a car router.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadTags {
    /// Its class.
    pub class: RoadClass,
    /// A ramp or slip road.
    pub link: bool,
    /// A roundabout or another circular junction.
    pub roundabout: bool,
    /// Who may drive it as drawn; the least of what holds at any time.
    pub forward: Access,
    /// Who may drive it against that; likewise.
    pub backward: Access,
    /// What holds when, as drawn and against that; no conditions where nothing changes.
    pub hours: [access::Directed; 2],
    /// km/h as drawn.
    pub speed_forward: u8,
    /// km/h against that.
    pub speed_backward: u8,
    /// Posted limit in km/h, 0 when unknown.
    pub maxspeed: u8,
    /// How attractive it is beside its speed, in percent (see [`speed::rate_percent`]).
    pub rate_percent: u8,
    /// `layer`; a bridge or tunnel without one gets 1 or −1.
    pub layer: i8,
    /// Lanes, 0 when unknown.
    pub lanes: u8,
    /// Fixed duration in seconds of a ferry or shuttle train, 0 when unknown.
    pub ferry_s: u32,
    /// Everything but `Waterside` and `Elevated`, which need more than tags.
    pub features: FeatureSet,
}

/// Read a way's tags; `None` when no car may drive it in any direction.
pub fn road(tags: &Tags) -> Option<RoadTags> {
    let kind = speed::kind(tags)?;
    let hours = access::directions(tags, &kind);
    let [forward, backward] = [hours[0].careful(), hours[1].careful()];
    let sometimes = hours.iter().any(|directed| !directed.timed.is_empty());
    if forward == Access::No && backward == Access::No && !sometimes {
        return None;
    }
    let two_way = forward != Access::No && backward != Access::No;
    let speeds = speed::speeds(tags, &kind, speed::Setting::default());
    Some(RoadTags {
        class: kind.class,
        link: kind.link,
        roundabout: access::is_roundabout(tags),
        forward,
        backward,
        hours,
        speed_forward: speeds.forward,
        speed_backward: speeds.backward,
        maxspeed: speeds.posted,
        rate_percent: speed::rate_percent(tags, two_way),
        layer: features::layer(tags),
        lanes: tags
            .get("lanes")
            .and_then(measure::leading_integer)
            .map_or(0, |n| u8::try_from(n).unwrap_or(0)),
        ferry_s: if kind.class == RoadClass::Ferry { speed::duration_s(tags).unwrap_or(0) } else { 0 },
        features: features::of_way(tags, kind.class, two_way),
    })
}

impl RoadTags {
    /// The same way where it really lies: speeds that no sign gives depend on that.
    pub fn set_in(&mut self, tags: &Tags, setting: speed::Setting) {
        let Some(kind) = speed::kind(tags) else { return };
        let speeds = speed::speeds(tags, &kind, setting);
        (self.speed_forward, self.speed_backward) = (speeds.forward, speeds.backward);
    }
}
