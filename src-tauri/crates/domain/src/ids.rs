//! Distinct types for every id, so that two kinds of number never mix silently.

use std::{fmt, str::FromStr};

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

row_id!(/// A row of `preferences`: a preference or a habit, whatever its state.
    PreferenceId);
row_id!(/// A row of `places`.
    PlaceId);
row_id!(/// A row of `trips`.
    TripId);
row_id!(/// A row of `observations`.
    ObservationId);
row_id!(/// A row of `statements`: a fact, taste, plan, insight or summary, whatever its state.
    StatementId);
row_id!(/// A row of `profiles`: the owner of everything else.
    ProfileId);
row_id!(/// A row of `imports`: drives that came in together and can be taken back together.
    ImportId);

/// What a person sees as "one memory": any row that the memory page lists, can delete and can erase.
///
/// Its text form (`place-12`, `pref-5`, `trip-9`, `stmt-3`, `obs-7`) is the id that the terminal, the window and reasons use.
/// Row numbers are never reused, so an id names the same memory for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryRef {
    /// A remembered place.
    Place(PlaceId),
    /// A preference, an avoidance or a habit.
    Preference(PreferenceId),
    /// A driven trip.
    Trip(TripId),
    /// A remembered sentence.
    Statement(StatementId),
    /// Something noticed, in words or deeds.
    Observation(ObservationId),
}

impl fmt::Display for MemoryRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(id) => write!(f, "place-{id}"),
            Self::Preference(id) => write!(f, "pref-{id}"),
            Self::Trip(id) => write!(f, "trip-{id}"),
            Self::Statement(id) => write!(f, "stmt-{id}"),
            Self::Observation(id) => write!(f, "obs-{id}"),
        }
    }
}

/// The text is no memory id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a memory id; ids look like place-12, pref-5, trip-9, stmt-3 or obs-7")]
pub struct BadMemoryRef;

impl FromStr for MemoryRef {
    type Err = BadMemoryRef;
    fn from_str(text: &str) -> Result<Self, BadMemoryRef> {
        let (kind, number) = text.trim().split_once('-').ok_or(BadMemoryRef)?;
        let id = number.parse::<i64>().map_err(|_not_a_number| BadMemoryRef)?;
        match kind {
            "place" => Ok(Self::Place(PlaceId(id))),
            "pref" => Ok(Self::Preference(PreferenceId(id))),
            "trip" => Ok(Self::Trip(TripId(id))),
            "stmt" => Ok(Self::Statement(StatementId(id))),
            "obs" => Ok(Self::Observation(ObservationId(id))),
            _ => Err(BadMemoryRef),
        }
    }
}

/// A directed piece of road between two junctions, named so that it survives a re-import of the region:
/// OSM way id, then the OSM node ids of its tail and head.
///
/// Text form `way:tail:head`, as the memory database keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKey {
    /// OSM way id.
    pub way: i64,
    /// OSM id of the node where the edge starts.
    pub tail: i64,
    /// OSM id of the node where the edge ends.
    pub head: i64,
}

impl fmt::Display for EdgeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.way, self.tail, self.head)
    }
}

impl FromStr for EdgeKey {
    type Err = BadMemoryRef;
    fn from_str(text: &str) -> Result<Self, BadMemoryRef> {
        let mut parts = text.split(':').map(|part| part.parse::<i64>().map_err(|_not_a_number| BadMemoryRef));
        let mut next = || parts.next().unwrap_or(Err(BadMemoryRef));
        Ok(Self { way: next()?, tail: next()?, head: next()? })
    }
}

/// A route's identity: a hash of its edge sequence. Two routes with equal names and different ids are different
/// routes (MISSION S0-22).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RouteId(pub String);

impl RouteId {
    /// The id of the route that drives these edges in this order (FNV-1a, 64 bit, as sixteen hex digits: an
    /// identity, not a secret).
    pub fn of(edges: &[EdgeKey]) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for edge in edges {
            for byte in [edge.way, edge.tail, edge.head].iter().flat_map(|n| n.to_le_bytes()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Self(format!("{hash:016x}"))
    }
}

impl fmt::Display for RouteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
