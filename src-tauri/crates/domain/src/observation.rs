//! Something noticed at a time, not yet a fact; and what supports a memory.

use crate::{EdgeKey, LonLat, Moment, ObservationId, RoadClass, RoadFeature, Timestamp, TripId, Weather};

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
    /// What it was like.
    pub circumstances: Circumstances,
}

impl Observation {
    /// How the driven way differs from the plain one, the fastest legal way that knows no memory; `None` for the plain
    /// way itself. What was recommended changes with what is remembered; this does not, so drives of different times can
    /// be held against each other.
    pub fn apart(&self) -> Option<&Deviation> {
        match (&self.circumstances.against_plain, &self.kind) {
            (Some(AgainstPlain::Same), _) | (None, ObservationKind::Followed) => None,
            (Some(AgainstPlain::Other(deviation)), _) | (None, ObservationKind::Deviated(deviation)) => {
                Some(deviation)
            }
        }
    }
}

/// What a drive was like: what a habit may depend on. Nothing here is guessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circumstances {
    /// The weather, when it was known.
    pub weather: Option<Weather>,
    /// Whether the person was in a hurry, as they said or as their departure showed.
    pub hurry: bool,
    /// Who came along, as told; may be empty.
    pub passengers: Vec<String>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// How the driven way differs from the plain one, where something else was recommended; absent where the
    /// recommendation was the plain way, because then [`Observation::kind`] says it already.
    pub against_plain: Option<AgainstPlain>,
}

/// The driven way beside the fastest one that knows no memory.
#[allow(
    clippy::large_enum_variant,
    reason = "there are dozens at a time, never many, and most are the large one"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum AgainstPlain {
    /// It is the plain way.
    Same,
    /// It is another one.
    Other(Deviation),
}

/// The kinds of observation.
#[allow(
    clippy::large_enum_variant,
    reason = "there are dozens at a time, never many, and most are the large one"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ObservationKind {
    /// The driver left the recommended route: the features of what they did instead (MISSION S0-14).
    Deviated(Deviation),
    /// The driver took what was recommended.
    Followed,
}

/// How the driven route differs from the recommended one. The fields after `delta_m` are empty in rows of before issue 5.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Edges of the recommended route that were not driven, in order: what was offered in the place of `taken`.
    pub offered: Vec<EdgeKey>,
    /// Where the driver left the recommended route for the first time.
    pub parted: Option<LonLat>,
    /// Where the driver was back on it for good.
    pub rejoined: Option<LonLat>,
    /// Seconds that the recommended route would have taken.
    pub offered_s: f64,
    /// Metres of the recommended route.
    pub offered_m: f64,
    /// Seconds on roads with each feature, driven minus recommended; features without a difference are left out.
    pub feature_s: Vec<(RoadFeature, f64)>,
    /// What kind of leaving it was.
    pub nature: Nature,
    /// Whether the person said so, and it was not read from the shape of the way.
    pub told: bool,
}

/// Why a driver left the recommended route, as far as it shows or was told. Only a choice teaches anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Nature {
    /// Nothing says otherwise: they wanted to drive this way.
    #[default]
    Choice,
    /// They went past a turn and came back soon.
    MissedExit,
    /// They had something to do off the way: out and back, or a stop.
    Errand,
    /// The recommended road was closed.
    Closure,
}

impl Nature {
    /// All.
    pub const ALL: [Self; 4] = [Self::Choice, Self::MissedExit, Self::Errand, Self::Closure];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::MissedExit => "missed_exit",
            Self::Errand => "errand",
            Self::Closure => "closure",
        }
    }

    /// The nature with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|nature| nature.word() == word)
    }
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
