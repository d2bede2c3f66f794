//! A planned route as the rest of Laolu sees it: no graph indices, only names, places and measures.

use std::ops::Range;

use crate::{EdgeKey, Lane, LonLat, RoadClass, RoadFeature, RouteId};

/// Language of the words that people read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// Chinese, simplified.
    #[default]
    Zh,
    /// English.
    En,
}

/// A whole route.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Hash of its edges.
    pub id: RouteId,
    /// Metres.
    pub distance_m: f64,
    /// Seconds on the clock, turn and signal penalties included; wishes never change it.
    pub duration_s: f64,
    /// What the search minimised: seconds with wishes applied.
    pub weight_s: f64,
    /// The line, first point where the car starts.
    pub geometry: Vec<LonLat>,
    /// One leg between each two waypoints.
    pub legs: Vec<Leg>,
    /// Edges in order, first and last possibly used in part.
    pub edges: Vec<EdgeKey>,
    /// Metres of each feature on it.
    pub features: FeatureMetres,
    /// Where along the route each feature is, in points of `geometry`.
    pub details: Vec<PathDetail>,
    /// The roads that make up most of it, in driving order, at most three.
    pub via_roads: Vec<String>,
    /// Traffic lights passed.
    pub signals: u32,
}

/// The way between two waypoints.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Metres.
    pub distance_m: f64,
    /// Seconds.
    pub duration_s: f64,
    /// Instructions.
    pub steps: Vec<Step>,
    /// Its edges, as positions in [`Route::edges`]. A leg begins with the very edge on which the one before ends, unless
    /// the car turns around at the stop: then with that edge's other direction, one position later.
    pub edges: Range<usize>,
}

/// One instruction and the stretch that follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What to do.
    pub maneuver: Maneuver,
    /// Road driven after the maneuver.
    pub road: RoadName,
    /// Whether it is the road that one was on before.
    pub stays: bool,
    /// What that road is, for words when it has no name.
    pub kind: RoadKind,
    /// What the signs at the maneuver say.
    pub sign: Signpost,
    /// Lanes in front of the maneuver from left to right; empty when unknown or when the maneuver needs none.
    pub lanes: Vec<Lane>,
    /// The maneuver is at the n-th traffic lights since the one before, 0 when it is at none.
    pub lights: u8,
    /// What the driver meets on the stretch without having to do anything.
    pub notes: Vec<Note>,
    /// Metres until the next step.
    pub distance_m: f64,
    /// Seconds until the next step.
    pub duration_s: f64,
    /// First point of the stretch in the route's geometry.
    pub from_point: usize,
    /// Last point of the stretch in the route's geometry.
    pub to_point: usize,
}

/// A road's names as the map has them; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoadName {
    /// As signs write it.
    pub name: String,
    /// `name:en`.
    pub name_en: String,
    /// `name:zh`.
    pub name_zh: String,
    /// Its number, for example `D 6098`.
    pub road_ref: String,
}

impl RoadName {
    /// Whether there is neither name nor number.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty() && self.road_ref.is_empty()
    }
}

/// What a road is to somebody who looks for it without a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoadKind {
    /// Any road: nothing more to say.
    #[default]
    Road,
    /// A ramp of a motorway or trunk road (匝道).
    Ramp,
    /// A slip road between other roads.
    SlipRoad,
    /// A motorway.
    Motorway,
    /// A road inside a compound, to a house, in a car park.
    Service,
    /// Not paved.
    Track,
    /// Begins with a tunnel.
    Tunnel,
    /// Begins with a bridge.
    Bridge,
    /// A ferry or shuttle train.
    Ferry,
}

/// What signs say; lists are in their order, each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signpost {
    /// Places, from `destination`.
    pub towards: Vec<String>,
    /// Road numbers, from `destination:ref`.
    pub refs: Vec<String>,
    /// Streets, from `destination:street`.
    pub streets: Vec<String>,
    /// Number of the exit.
    pub exit: String,
    /// Name of the exit, of the toll booth, of the border control.
    pub place: String,
}

/// What the driver meets without having to do anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// From here the road costs toll.
    TollRoad,
    /// The road goes on under another name.
    Becomes(RoadName),
    /// Into another country: its name, its English name, its Chinese name; the first may be empty.
    Border {
        /// As its people write it.
        name: String,
        /// In English; may be empty.
        name_en: String,
        /// In Chinese; may be empty.
        name_zh: String,
    },
}

/// What a driver has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Maneuver {
    /// Start.
    Depart {
        /// Compass octant, 0 = north, clockwise.
        octant: u8,
        /// How one turns onto the road from a start that lies beside it.
        turn: Option<Side>,
    },
    /// Turn at a junction.
    Turn(TurnAngle),
    /// Go straight on where that is not the obvious way.
    Continue,
    /// Keep left or right where the road divides, or in the middle of three.
    Fork(Option<Side>),
    /// Join a bigger road.
    Merge(Side),
    /// Take a ramp.
    RampOn(Side),
    /// Leave a motorway or trunk road by a ramp.
    RampOff(Side),
    /// Drive around a roundabout.
    Roundabout {
        /// Exit, counted from 1; 0 when the trip ends inside.
        exit: u8,
        /// Direction of the exit as seen from the entry; nothing for driving all around and back.
        angle: Option<TurnAngle>,
        /// A painted one that is a single junction.
        mini: bool,
    },
    /// Turn around.
    UTurn,
    /// Drive onto a ferry or shuttle train.
    Ferry {
        /// Seconds of the crossing itself, without boarding; 0 when unknown.
        crossing_s: u32,
    },
    /// Drive off it.
    FerryOff,
    /// Pass a toll booth.
    TollBooth,
    /// Pass a border control.
    BorderControl,
    /// A waypoint on the way, and on which side it lies.
    Waypoint(Option<Side>),
    /// The end, and on which side it lies.
    Arrive(Option<Side>),
}

/// How far a turn bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnAngle {
    /// About −45°.
    SlightLeft,
    /// About −90°.
    Left,
    /// About −135°.
    SharpLeft,
    /// Straight on.
    Straight,
    /// About 45°.
    SlightRight,
    /// About 90°.
    Right,
    /// About 135°.
    SharpRight,
}

/// A side of the road in driving direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// Metres of each feature, indexed by the feature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeatureMetres(pub [f64; RoadFeature::COUNT]);

impl FeatureMetres {
    /// Metres of this feature.
    pub fn of(&self, feature: RoadFeature) -> f64 {
        self.0[feature as usize]
    }

    /// Adds metres to a feature.
    pub fn add(&mut self, feature: RoadFeature, metres: f64) {
        self.0[feature as usize] += metres;
    }
}

/// A value over an interval of the route's geometry (graphhopper's path detail).
#[derive(Clone, Debug, PartialEq)]
pub struct PathDetail {
    /// What holds there.
    pub what: Detail,
    /// First point.
    pub from_point: usize,
    /// Last point.
    pub to_point: usize,
    /// Metres.
    pub metres: f64,
}

/// What a path detail says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The road has this feature.
    Feature(RoadFeature),
    /// The road is of this class.
    Class(RoadClass),
    /// The road has this name (its ref when it has none).
    Road(String),
    /// The road lies in the low-emission zone of this name, which may be empty.
    LowEmissionZone(String),
}
