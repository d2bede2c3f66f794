//! A planned route as the rest of Laolu sees it: no graph indices, only names, places and measures.

use std::ops::Range;

use crate::{EdgeKey, LonLat, RoadClass, RoadFeature, RouteId};

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
    /// Road driven after the maneuver; empty when it has no name.
    pub road: String,
    /// Its ref, for example `D 6098`; may be empty.
    pub road_ref: String,
    /// What the signs say, from `destination`; may be empty.
    pub destination: String,
    /// Number of the exit that is taken, from `junction:ref`; may be empty.
    pub exit: String,
    /// Metres until the next step.
    pub distance_m: f64,
    /// Seconds until the next step.
    pub duration_s: f64,
    /// First point of the stretch in the route's geometry.
    pub from_point: usize,
    /// Last point of the stretch in the route's geometry.
    pub to_point: usize,
}

/// What a driver has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Maneuver {
    /// Start, with the compass octant 0 = north, clockwise.
    Depart(u8),
    /// Turn at a junction.
    Turn(TurnAngle),
    /// Go on while the road's name changes.
    Continue,
    /// Keep left or right where the road divides.
    Fork(Side),
    /// Join a bigger road.
    Merge(Side),
    /// Take a ramp onto a motorway or trunk road.
    RampOn(Side),
    /// Leave by a ramp.
    RampOff(Side),
    /// Enter a roundabout and leave it at this exit, counted from 1.
    Roundabout(u8),
    /// Turn around.
    UTurn,
    /// Drive onto a ferry or shuttle train.
    Ferry,
    /// A waypoint on the way.
    Waypoint,
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
