//! What was said or done, with its situation, and what is known already.

use domain::{Moment, PlaceId, StatementId, StatementKey, StreamSource, TripId, Weather};

/// Who said it. Only what the owner says about themself becomes a memory of the owner (MISSION S1-35).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Speaker {
    /// The person whose memory this is.
    #[default]
    Owner,
    /// Somebody else in the car.
    Other,
    /// Nobody can tell who it was: waits for the owner's word.
    Unclear,
    /// Laolu itself: what it recalled or said is never extracted again (DEMANDS 15).
    Laolu,
}

/// One turn of talk, one click, one trip in words (MISSION S3-03): every source feeds the same interface.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The words, as heard or typed.
    pub words: String,
    /// When and in which zone: "next Tuesday" is held against it.
    pub at: Moment,
    /// Where it comes from.
    pub source: StreamSource,
    /// Who said it.
    pub speaker: Speaker,
    /// How sure it was heard right, 0 to 1; 1 for what was typed (MISSION S1-34).
    pub heard: f64,
    /// The remembered place, when at one.
    pub place: Option<PlaceId>,
    /// The trip, when on one.
    pub trip: Option<TripId>,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// Who else was in the car, as the person calls them.
    pub passengers: Vec<String>,
    /// The talk or trip that it belongs to.
    pub session: Option<String>,
    /// How often the same was said or done before; raises the importance (MISSION S1-05).
    pub said_before: u32,
    /// Whether a route, a trip or a setting changed because of it (MISSION S1-05).
    pub changed_something: bool,
}

impl Turn {
    /// A typed sentence of the owner without a situation.
    pub fn typed(words: impl Into<String>, at: Moment) -> Self {
        Self {
            words: words.into(),
            at,
            source: StreamSource::Dialogue,
            speaker: Speaker::Owner,
            heard: 1.0,
            place: None,
            trip: None,
            weather: None,
            traffic: String::new(),
            passengers: Vec::new(),
            session: None,
            said_before: 0,
            changed_something: false,
        }
    }
}

/// A statement that is in force, as far as an extractor needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownStatement {
    /// Its row.
    pub id: StatementId,
    /// About what.
    pub key: StatementKey,
    /// Its value.
    pub value: String,
    /// The sentence as shown.
    pub content: String,
}

/// What is known about the owner when a turn is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Statements in force, newest first.
    pub statements: &'a [KnownStatement],
    /// Names and aliases of the person's own confirmed places: they may stay as they are (MISSION X16).
    pub places: &'a [String],
}
