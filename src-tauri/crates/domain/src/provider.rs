//! Asking somebody else's server for a way: what it is asked, and what comes back.
//!
//! A server is told the stops and, of what the person wants, only what it has a switch for. What it can't be told is
//! part of the answer, so that nobody takes its way for one that keeps every wish.

use crate::{Lang, LonLat, Moment, Ring, RoadFeature, Strength, Vehicle};

/// Services whose language Laolu speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProviderId {
    /// OSRM's HTTP interface, version 1.
    Osrm,
    /// Valhalla's `/route`.
    Valhalla,
    /// GraphHopper's `/route`.
    GraphHopper,
    /// Amap's web service (高德), with a key.
    Amap,
}

impl ProviderId {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Osrm, Self::Valhalla, Self::GraphHopper, Self::Amap];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Osrm => "osrm",
            Self::Valhalla => "valhalla",
            Self::GraphHopper => "graphhopper",
            Self::Amap => "amap",
        }
    }

    /// The service with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.word() == word)
    }
}

/// Where a service is asked.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderServer {
    /// Address that the service's own paths are joined to, `http://127.0.0.1:5000`.
    pub address: String,
    /// The person's key; empty when there is none. Never part of an error or a log.
    pub key: String,
    /// Milliseconds for the whole exchange.
    pub timeout_ms: u32,
}

impl std::fmt::Debug for ProviderServer {
    /// Without the key and the address: a person's own server may say who they are.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderServer").field("timeout_ms", &self.timeout_ms).finish_non_exhaustive()
    }
}

/// A question to a service. Coordinates are in the server's own datum.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderAsk {
    /// Start, stops on the way, end; at least two.
    pub stops: Vec<LonLat>,
    /// Departure, where the person named one.
    pub depart: Option<Moment>,
    /// Routes wanted, the best one included; 1 to 3.
    pub routes: u8,
    /// What the person wants of the roads, in the order in which the answer tells of it.
    pub wishes: Vec<ProviderWish>,
    /// The car, as far as known.
    pub vehicle: Vehicle,
    /// Language of instructions.
    pub lang: Lang,
}

/// A wish as a server could be told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderWish {
    /// About what.
    pub about: WishedFor,
    /// How strongly.
    pub strength: Strength,
}

/// What a wish is about. Nothing of why or since when.
#[derive(Clone, Debug, PartialEq)]
pub enum WishedFor {
    /// Roads with a feature.
    Feature(RoadFeature),
    /// A road by its name.
    Road(String),
    /// A stretch, as a point in the middle of each of its pieces.
    Section(Vec<LonLat>),
    /// An area.
    Area(Ring),
}

/// What became of a wish on the way to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Asked as it is.
    AsIs,
    /// Asked as "never": the server knows nothing softer.
    Harder,
    /// Asked as "rather not": the server knows nothing harder.
    Softer,
    /// Asked for both directions of the road: the server knows no other.
    BothWays,
    /// Not asked.
    Not(NotTold),
}

/// Why a server was not told of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTold {
    /// It has no switch for this feature.
    Feature,
    /// It knows no areas.
    Area,
    /// It knows no roads by name.
    Road,
    /// It knows no stretches of road.
    Section,
    /// It can be told what to avoid, not what to prefer.
    Prefer,
    /// It only knows "never", which is more than was asked.
    OnlyHard,
    /// It takes no more wishes of this kind at once.
    TooMany,
    /// It weighs routes in its own way.
    Mode,
    /// It answered that it ignores this.
    Ignored,
}

impl NotTold {
    /// Stable word for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Feature => "feature",
            Self::Area => "area",
            Self::Road => "road",
            Self::Section => "section",
            Self::Prefer => "prefer",
            Self::OnlyHard => "only_hard",
            Self::TooMany => "too_many",
            Self::Mode => "mode",
            Self::Ignored => "ignored",
        }
    }
}

/// Something beside the wishes that a server was not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderNote {
    /// When the trip begins.
    Departure,
    /// How large the car is, or a part of that.
    Vehicle,
    /// That more than one way is wanted.
    Alternatives,
}

/// What a server answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProviderAnswer {
    /// Its routes, best first; at least one.
    pub routes: Vec<ProviderRoute>,
    /// What became of each wish, in the order of [`ProviderAsk::wishes`].
    pub told: Vec<Told>,
    /// What else it was not told.
    pub notes: Vec<ProviderNote>,
}

/// A route of a server, in the server's datum.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderRoute {
    /// What the server calls it; may be empty. Never its identity (MISSION S0-22).
    pub name: String,
    /// Seconds, as the server says.
    pub duration_s: f64,
    /// Metres, as the server says.
    pub distance_m: f64,
    /// The line, at least two points.
    pub line: Vec<LonLat>,
    /// Its instructions; may be empty.
    pub steps: Vec<ProviderStep>,
}

/// An instruction of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderStep {
    /// In the server's words; empty when it gives none.
    pub text: String,
    /// The road after it; may be empty.
    pub road: String,
    /// What to do, in the words of `StepDto::icon`; empty when the server does not say.
    pub icon: &'static str,
    /// Metres to the next.
    pub distance_m: f64,
    /// Seconds to the next.
    pub duration_s: f64,
    /// Where.
    pub point: LonLat,
}
