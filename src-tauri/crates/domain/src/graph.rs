//! The typed graph of memories: what is tied to what, and how (MISSION S2-06, S3-21).

use crate::{
    ObservationId, PlaceId, PreferenceId, StatementId, Timestamp, TripId, Validity, statement::worded,
};

worded! {
    /// What an entity is that has no row among the memories.
    EntityKind {
        /// Somebody: a driver, a passenger.
        Person = "person",
        /// A route, by its id.
        Route = "route",
        /// A road or a band along it.
        Corridor = "corridor",
        /// Rain, night, hurry, congestion.
        Condition = "condition",
        /// Anything else that has a name: a dish, a song, a car.
        Thing = "thing",
    }
}

worded! {
    /// How one node is tied to another.
    Relation {
        /// A person lives at a place.
        LivesIn = "lives_in",
        /// A person works at a place.
        WorksAt = "works_at",
        /// A person wants something.
        Prefers = "prefers",
        /// A person does not want something.
        Avoids = "avoids",
        /// A person spoke well of something.
        Praised = "praised",
        /// A person complained about something.
        Complained = "complained",
        /// A thing, route or place serves a purpose.
        UsedFor = "used_for",
        /// A trip began at a place.
        StartedAt = "started_at",
        /// A trip ended at a place.
        EndedAt = "ended_at",
        /// A trip took a route or corridor.
        Took = "took",
        /// Holds or happened under a condition.
        Under = "under",
        /// Came before (MISSION S2-26).
        HappensBefore = "happens_before",
        /// Brought about (MISSION S2-27).
        Causes = "causes",
        /// A fact or observation supports a preference or insight (MISSION S2-11).
        Supports = "supports",
        /// A newer statement stands for an older one (MISSION S2-18).
        Replaces = "replaces",
        /// A person is somebody to a person: spouse, child, colleague.
        RelatedTo = "related_to",
    }
}

/// A node: a memory, something noticed, or an entity of the owner by its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeRef {
    /// A remembered place.
    Place(PlaceId),
    /// A routing preference or habit.
    Preference(PreferenceId),
    /// A driven trip.
    Trip(TripId),
    /// A statement.
    Statement(StatementId),
    /// Something noticed.
    Observation(ObservationId),
    /// A row of `entities`.
    Entity(i64),
}

/// One tie. Its validity is when it was so, its `recorded` when it was written down: both times can be asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// From here.
    pub from: NodeRef,
    /// How.
    pub relation: Relation,
    /// To here.
    pub to: NodeRef,
    /// When it was so.
    pub validity: Validity,
    /// When it was written down.
    pub recorded: Timestamp,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// What it was told by; every link has a source (MISSION S3-24).
    pub source: Option<ObservationId>,
}
