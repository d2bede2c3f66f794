//! The road network of a region: what `region` extracts from OSM and `routing` searches.
//!
//! A [`Segment`] is a piece of one way between two junctions (or ends). It carries up to two directed edges:
//! edge `2·s` drives it as drawn, edge `2·s + 1` against that. Attributes that a way shares live in [`WayAttrs`].

use domain::{FeatureSet, RoadClass, SizeLimits};
use serde::{Deserialize, Serialize};

use crate::guide::Guide;

/// Everything a car router needs to know of a region. Flat, read-only after import.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoadNetwork {
    /// Junctions and ends of roads.
    pub nodes: Vec<Node>,
    /// Pieces of road between nodes.
    pub segments: Vec<Segment>,
    /// Inner points of all segments, `[lon, lat]` in 1e-7 degrees; ends are not repeated here.
    pub shape: Vec<[i32; 2]>,
    /// Attributes by way (and by split, where a way was split by a change of legality).
    pub ways: Vec<WayAttrs>,
    /// Turn restrictions.
    pub restrictions: Vec<Restriction>,
    /// Edges whose access changes with conditions, grouped by edge; of an edge's rules that hold the last counts. What
    /// stands in the [`Segment`] is the strictest of them, for when nothing is known of the time.
    pub timed: Vec<TimedAccess>,
    /// Conditions that restrictions and timed accesses point to: opening hours or a comparison, as mapped.
    pub conditions: Vec<String>,
    /// What is posted about the size of vehicles; edges first, each in the order of its number.
    pub limits: Vec<PostedLimit>,
    /// Low-emission zones.
    pub zones: Vec<Zone>,
    /// Text that ways point to; index 0 is the empty text.
    pub strings: Vec<String>,
    /// Whether cars keep left here.
    pub drives_left: bool,
    /// Signs, lanes and borders: what a driver is told of and no search needs.
    pub guide: Guide,
}

/// A junction or the end of a road.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// OSM node id.
    pub osm: i64,
    /// 1e-7 degrees.
    pub lon_e7: i32,
    /// 1e-7 degrees.
    pub lat_e7: i32,
    /// Traffic light here.
    pub signals: bool,
    /// A barrier that cars can't pass (bollard, locked gate): edges end here, no edge pair crosses it.
    pub blocked: bool,
    /// A turning circle, loop or dead end: turning around is sensible here.
    pub uturn_ok: bool,
    /// Usual seconds lost here beside the lights: a gate that is opened by hand, a toll booth.
    pub delay_s: u8,
}

/// Who may drive an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Access {
    /// No car at all (also: against a one-way).
    #[default]
    No,
    /// Everyone.
    Yes,
    /// Only to reach something on it (`access=destination`, `private`, parking aisles and driveways behind them): allowed
    /// at both ends of a trip, never as a short cut.
    Destination,
}

impl Access {
    /// The one that lets fewer people drive.
    #[must_use]
    pub fn stricter(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Destination, _) | (_, Self::Destination) => Self::Destination,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }
}

/// Who may drive an edge while a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedAccess {
    /// The edge.
    pub edge: u32,
    /// Index into [`RoadNetwork::conditions`]; nothing means always.
    pub condition: Option<u32>,
    /// What then holds.
    pub access: Access,
}

/// A piece of one way between two junctions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Node where it starts as drawn.
    pub tail: u32,
    /// Node where it ends as drawn.
    pub head: u32,
    /// Attributes.
    pub way: u32,
    /// Length in decimetres, at least 1.
    pub length_dm: u32,
    /// First inner point in [`RoadNetwork::shape`].
    pub shape_start: u32,
    /// Number of inner points.
    pub shape_len: u32,
    /// As drawn.
    pub forward: Access,
    /// Against that.
    pub backward: Access,
    /// Features of this piece ([`FeatureSet`] bits); `Waterside` is decided per piece, the rest per way.
    pub features: u16,
}

/// What a way says about all its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WayAttrs {
    /// OSM way id.
    pub osm: i64,
    /// Road class as [`RoadClass`] (index in [`RoadClass::ALL`]).
    pub class: u8,
    /// A ramp or slip road.
    pub link: bool,
    /// Part of a roundabout or circular junction.
    pub roundabout: bool,
    /// Allowed or usual speed as drawn, km/h ×1 (already reduced by surface and class rules; see `osm::tags`).
    pub speed_forward: u8,
    /// The same against that.
    pub speed_backward: u8,
    /// Posted limit in km/h, 0 when unknown.
    pub maxspeed: u8,
    /// How gladly one drives here, in percent of the speed, usually 100: multiplies the speed when choosing between
    /// roads, never when telling the time (alleys, one lane for both directions; OSRM's "rate").
    pub rate_percent: u8,
    /// `layer`.
    pub layer: i8,
    /// Lanes, 0 when unknown.
    pub lanes: u8,
    /// Index into [`RoadNetwork::strings`].
    pub name: u32,
    /// `name:en`, index into strings.
    pub name_en: u32,
    /// `name:zh`, index into strings.
    pub name_zh: u32,
    /// `ref`, index into strings.
    pub road_ref: u32,
    /// Fixed duration of a ferry or shuttle train in seconds, 0 when unknown. Where one lands on the way, each piece
    /// has attributes of its own with its share.
    pub ferry_s: u32,
}

impl RoadNetwork {
    /// Who may drive an edge (`2·segment` as drawn, plus one against that) when nothing is known of the time.
    pub fn access(&self, edge: u32) -> Access {
        self.segments.get((edge / 2) as usize).map_or(Access::No, |segment| {
            if edge.is_multiple_of(2) { segment.forward } else { segment.backward }
        })
    }

    /// Rules of access of an edge, when it has any that change.
    pub fn timed_of(&self, edge: u32) -> &[TimedAccess] {
        let start = self.timed.partition_point(|rule| rule.edge < edge);
        let end = self.timed.partition_point(|rule| rule.edge <= edge);
        self.timed.get(start..end).unwrap_or(&[])
    }

    /// The most that an edge ever allows.
    pub fn ever(&self, edge: u32) -> Access {
        let now = self.access(edge);
        let some = |access: Access| self.timed_of(edge).iter().any(|rule| rule.access == access);
        match now {
            Access::Yes => Access::Yes,
            _ if some(Access::Yes) => Access::Yes,
            Access::No if some(Access::Destination) => Access::Destination,
            other => other,
        }
    }
}

impl WayAttrs {
    /// Its class.
    pub fn road_class(&self) -> RoadClass {
        RoadClass::ALL.get(usize::from(self.class)).copied().unwrap_or(RoadClass::Service)
    }
}

impl Segment {
    /// Its features.
    pub fn feature_set(&self) -> FeatureSet {
        FeatureSet(self.features)
    }
}

/// A turn restriction over directed edges (`2·segment` or `2·segment + 1`), already matched to the network.
///
/// `no_*`: driving `from`, then all of `via`, then `to` is forbidden. `only_*` is written out as the
/// `no_*` of every other exit at import, so that the router knows one kind only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// Edge driven first.
    pub from: u32,
    /// Edges in between, empty for a restriction at a node.
    pub via: Vec<u32>,
    /// Edge that must not follow.
    pub to: u32,
    /// When it counts, as an index into [`RoadNetwork::conditions`]; nothing means always.
    pub condition: Option<u32>,
}

/// Where a size limit is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitAt {
    /// Over a whole directed edge.
    Edge(u32),
    /// At a node, for whoever goes on behind it: a bar over an entrance.
    Node(u32),
}

/// A posted size limit; few roads have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostedLimit {
    /// Where.
    pub at: LimitAt,
    /// Centimetres, 0 when nothing is said.
    pub height_cm: u16,
    /// Centimetres, 0 when nothing is said.
    pub width_cm: u16,
    /// Centimetres, 0 when nothing is said.
    pub length_cm: u16,
    /// Kilograms, 0 when nothing is said.
    pub weight_kg: u32,
    /// Kilograms on an axle, 0 when nothing is said.
    pub axle_kg: u32,
}

impl PostedLimit {
    /// These limits at this place.
    pub fn new(at: LimitAt, limits: SizeLimits) -> Self {
        let SizeLimits { height_cm, width_cm, length_cm, weight_kg, axle_kg } = limits;
        Self { at, height_cm, width_cm, length_cm, weight_kg, axle_kg }
    }

    /// What is posted.
    pub fn limits(&self) -> SizeLimits {
        let Self { height_cm, width_cm, length_cm, weight_kg, axle_kg, .. } = *self;
        SizeLimits { height_cm, width_cm, length_cm, weight_kg, axle_kg }
    }
}

/// A low-emission zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name; may be empty.
    pub name: String,
    /// Segments inside, sorted.
    pub segments: Vec<u32>,
}
