//! What is remembered, who said it, how sure it is, and when it holds.

use crate::{
    DayKind, LonLat, Moment, PlaceId, PreferenceId, RouteId, Strength, Target, TimeBucket, Timestamp, TripId,
    Weather,
};

/// Who a memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// The person said or wrote it.
    Stated,
    /// Inferred from trips, then confirmed by the person.
    Confirmed,
    /// Inferred from trips, not confirmed: never changes a route.
    Inferred,
    /// Came from a file the person imported, or from the demo.
    Imported,
}

impl Provenance {
    /// All.
    pub const ALL: [Self; 4] = [Self::Stated, Self::Confirmed, Self::Inferred, Self::Imported];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Confirmed => "confirmed",
            Self::Inferred => "inferred",
            Self::Imported => "imported",
        }
    }

    /// The provenance with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provenance| provenance.word() == word)
    }
}

/// Whether a preference may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PreferenceState {
    /// Seen once: not usable, not shown as a question (MISSION X9).
    Candidate,
    /// Waits for the person's answer; changes no route.
    Proposed,
    /// May act.
    Active,
    /// The person said no; kept only so that it is not proposed again.
    Rejected,
}

impl PreferenceState {
    /// All.
    pub const ALL: [Self; 4] = [Self::Candidate, Self::Proposed, Self::Active, Self::Rejected];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Proposed => "proposed",
            Self::Active => "active",
            Self::Rejected => "rejected",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// When and where a preference holds. An absent part holds always.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope {
    /// Part of the day of departure.
    pub bucket: Option<TimeBucket>,
    /// Workdays or weekends.
    pub days: Option<DayKind>,
    /// Only in this weather.
    pub weather: Option<Weather>,
    /// Only in a hurry.
    pub hurry: bool,
    /// Only when starting at this remembered place.
    pub from: Option<PlaceId>,
    /// Only when going to this remembered place.
    pub to: Option<PlaceId>,
}

/// The situation that a scope is held against.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Departure.
    pub depart: Moment,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// The remembered place the trip starts at.
    pub from: Option<PlaceId>,
    /// The remembered place the trip goes to.
    pub to: Option<PlaceId>,
}

impl Scope {
    /// Whether every part that is present agrees with the situation. An unknown weather agrees with no weather. Whether there
    /// is a hurry is no part of a situation: [`crate::precedence`] holds it against the request.
    pub fn holds_in(&self, now: &Situation) -> bool {
        self.bucket.is_none_or(|bucket| bucket == now.depart.bucket())
            && self.days.is_none_or(|days| days == now.depart.day_kind())
            && self.weather.is_none_or(|weather| Some(weather) == now.weather)
            && self.from.is_none_or(|place| Some(place) == now.from)
            && self.to.is_none_or(|place| Some(place) == now.to)
    }

    /// How many parts are present: the more, the more specific.
    pub fn specificity(&self) -> usize {
        [
            self.bucket.is_some(),
            self.days.is_some(),
            self.weather.is_some(),
            self.hurry,
            self.from.is_some(),
            self.to.is_some(),
        ]
        .into_iter()
        .filter(|present| *present)
        .count()
    }
}

/// When a statement is true, and when it was written down (graphiti's `valid_at`, `invalid_at`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    /// From this instant.
    pub valid_from: Timestamp,
    /// Until this instant; for ever when absent.
    pub valid_to: Option<Timestamp>,
}

impl Validity {
    /// Whether it holds at the instant.
    pub fn holds_at(&self, now: Timestamp) -> bool {
        self.valid_from <= now && self.valid_to.is_none_or(|end| now < end)
    }
}

/// A remembered place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its row.
    pub id: PlaceId,
    /// What the person calls it, for example 公司.
    pub name: String,
    /// Other names for it, for example "office".
    pub aliases: Vec<String>,
    /// Street address or note, may be empty.
    pub address: String,
    /// Where it is.
    pub at: LonLat,
    /// `home`, `work`, `school`, `gym` or free text; may be empty.
    pub tag: String,
    /// Who it comes from.
    pub provenance: Provenance,
    /// When it was written down.
    pub created: Moment,
    /// Last time a trip or plan used it.
    pub last_used: Option<Timestamp>,
    /// How often a plan the person drove used it.
    pub uses: u32,
    /// Its gates, car parks and platforms, in the order in which they were written down.
    pub entrances: Vec<Entrance>,
}

/// Where exactly one arrives at a place (MISSION S0-03): a gate, a car park's ramp, a platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrance {
    /// Names it within its place. Deleting the last one frees its number, for nothing of a deleted one is kept.
    pub number: u32,
    /// What the person calls it.
    pub name: String,
    /// Where it is.
    pub at: LonLat,
    /// How often the person chose it.
    pub chosen: u32,
    /// When they did last.
    pub last_chosen: Option<Timestamp>,
}

/// How often an entrance is chosen before trips end there (MISSION S0-03: twice).
pub const ENTRANCE_CHOSEN: u32 = 2;

impl Place {
    /// The entrance at which trips to this place end: of those that were chosen twice at least, the one chosen last.
    pub fn routed_entrance(&self) -> Option<&Entrance> {
        let often = self.entrances.iter().filter(|entrance| entrance.chosen >= ENTRANCE_CHOSEN);
        often.max_by_key(|entrance| (entrance.last_chosen, entrance.number))
    }
}

/// A preference or habit.
#[derive(Clone, Debug, PartialEq)]
pub struct Preference {
    /// Its row.
    pub id: PreferenceId,
    /// The statement as shown; the person's own words when they wrote it.
    pub content: String,
    /// About what.
    pub target: Target,
    /// How strongly.
    pub strength: Strength,
    /// When and where it holds.
    pub scope: Scope,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may act.
    pub state: PreferenceState,
    /// 0 to 1; an inferred one starts at 0.7 (MISSION S0-23).
    pub confidence: f64,
    /// When it holds.
    pub validity: Validity,
    /// The trip it was first inferred from, when it was.
    pub source_trip: Option<TripId>,
    /// Whether the person edited the text: the machine never changes it again (F-7).
    pub user_edited: bool,
    /// When it was written down.
    pub created: Moment,
    /// Last time behaviour or the person confirmed it (MISSION S0-38).
    pub last_confirmed: Timestamp,
    /// Last time it was decisive for a plan that was driven.
    pub last_used: Option<Timestamp>,
    /// How often it was applied in a plan that was driven.
    pub uses: u32,
}

/// A finished drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Trip {
    /// Its row.
    pub id: TripId,
    /// The id of the event that reported it: reporting the same event twice adds nothing (MISSION S0-04).
    pub event_id: String,
    /// Remembered place it started at.
    pub start_place: Option<PlaceId>,
    /// Remembered place it ended at.
    pub end_place: Option<PlaceId>,
    /// Where it started.
    pub start: LonLat,
    /// Where it ended.
    pub end: LonLat,
    /// Departure.
    pub departure: Moment,
    /// Seconds on the road.
    pub duration_s: f64,
    /// The route that Laolu recommended.
    pub recommended: RouteId,
    /// The route that was driven.
    pub chosen: RouteId,
    /// Seconds the recommended route would have taken.
    pub recommended_s: f64,
    /// When the driver switched routes on the way, if they did.
    pub switched_at: Option<Timestamp>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// The plan the person finally adopted; only such trips may support a preference (MISSION S0-21).
    pub preferred: bool,
    /// Whether the driven route differs from the recommended one (MISSION X10).
    pub deviated: bool,
    /// The driven edges, in order.
    pub edges: Vec<crate::EdgeKey>,
    /// Seconds that each of them took, from the recording: as many as `edges`, or none where nothing was recorded. 0 says that
    /// this one is not known: it was driven in part only, or nothing was recorded on it.
    pub edge_seconds: Vec<f32>,
    /// Names of the roads that make up most of it, for people.
    pub via_roads: Vec<String>,
    /// A note, may be empty.
    pub note: String,
}
