//! Something noticed at a time, not yet a fact; and what supports a memory.

use crate::{EdgeKey, Moment, ObservationId, RoadClass, Timestamp, TripId};

/// What was noticed. Observations are only ever appended.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Its row.
    pub id: ObservationId,
    /// The trip it was noticed on.
    pub trip: TripId,
    /// When.
    pub at: Moment,
    /// What.
    pub kind: ObservationKind,
}

/// The kinds of observation.
#[derive(Clone, Debug, PartialEq)]
pub enum ObservationKind {
    /// The driver left the recommended route: the features of what they did instead (MISSION S0-14).
    Deviated(Deviation),
    /// The driver took what was recommended.
    Followed,
}

/// How the driven route differs from the recommended one.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// Driven edges that the recommended route does not have, in order.
    pub taken: Vec<EdgeKey>,
    /// Name of the longest road in `taken`; empty when it has none.
    pub road: String,
    /// Whether most of `taken` runs along water.
    pub waterside: bool,
    /// Metres of `taken` per road class, longest first.
    pub classes: Vec<(RoadClass, f64)>,
    /// Whether it avoided reported congestion.
    pub is_congestion_alternative: bool,
    /// Seconds longer than the recommended route; negative when shorter.
    pub delta_s: f64,
    /// Metres longer than the recommended route; negative when shorter.
    pub delta_m: f64,
}

/// A link from a memory to what supports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The observation.
    pub observation: ObservationId,
    /// The trip it was noticed on.
    pub trip: TripId,
    /// When it was linked.
    pub linked: Timestamp,
}
