//! What an extractor answers. None of it can be stored before the policy has seen it.

use domain::{
    Importance, MemoryClass, Moment, PlaceId, Provenance, StatementId, StatementKey, StatementState,
    StatementType, StreamSource, TripId, Validity, Weather,
    graph::{EntityKind, Relation},
};

/// Something that has a name but no row among the memories.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityName {
    /// What it is.
    pub kind: EntityKind,
    /// Its normalised name.
    pub name: String,
}

/// How the subject of a statement is tied to something (MISSION S3-21).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tie {
    /// How.
    pub relation: Relation,
    /// To what.
    pub to: EntityName,
}

/// A statement that is not stored yet: [`domain::Statement`] without what the store gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStatement {
    /// Which class: decides lifetime and half-life.
    pub class: MemoryClass,
    /// Which type of sentence.
    pub kind: StatementType,
    /// One atomic, self-contained sentence in the language it was said in (MISSION S2-08).
    pub content: String,
    /// About what.
    pub key: StatementKey,
    /// The value of that property, normalised where it can be.
    pub value: String,
    /// How much it matters.
    pub importance: Importance,
    /// How sure, 0 to 1. Below 0.7 it waits for the person (MISSION S3-14).
    pub confidence: f64,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may be used at once.
    pub state: StatementState,
    /// When it is true; the end is its expiry, predicted from its class and its words (MISSION S3-43).
    pub validity: Validity,
    /// The talk or trip that it ends with, for conversational ones.
    pub session: Option<String>,
    /// The statement that it corrects, when it names one of those known.
    pub corrects: Option<StatementId>,
    /// Whom or what its subject is tied to, for the graph.
    pub ties: Vec<Tie>,
}

/// Something noticed that is not stored yet: [`domain::Noticed`] without its row.
#[derive(Clone, Debug, PartialEq)]
pub struct NewNoticed {
    /// When, and in which zone.
    pub at: Moment,
    /// Where it comes from.
    pub source: StreamSource,
    /// What happened, a stable word: `said`, `followed`, `deviated`, `chose`, `rated`, `set`.
    pub kind: String,
    /// The words; empty for what was done without words.
    pub words: String,
    /// What it was about, when it could be told.
    pub key: Option<StatementKey>,
    /// The value, as in [`NewStatement::value`].
    pub value: String,
    /// The remembered place, when at one.
    pub place: Option<PlaceId>,
    /// The trip, when on one.
    pub trip: Option<TripId>,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// Who was in the car, as the person calls them.
    pub passengers: Vec<String>,
    /// How much it matters.
    pub importance: Importance,
    /// How sure it was heard right, 0 to 1 (MISSION S1-34).
    pub heard: f64,
    /// The talk or trip that it belongs to.
    pub session: Option<String>,
}

/// What a request to forget means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// What was said or used last: 「忘掉这个」, "forget that".
    Last,
    /// What these words name; they are for searching and are never stored.
    Words(String),
    /// Everything about a key.
    Key(StatementKey),
    /// Everything that is remembered.
    Everything,
}

/// A request to forget (MISSION S1-20).
#[derive(Clone, Debug, PartialEq)]
pub struct ForgetRequest {
    /// What is meant.
    pub what: Reference,
    /// Those of the known statements that it may mean, the likeliest first. One: it is this. Several: ask. None: look it up.
    pub candidates: Vec<StatementId>,
}

/// One thing that a turn says.
#[derive(Clone, Debug, PartialEq)]
pub enum Extraction {
    /// To be remembered.
    Remember(NewStatement),
    /// To be forgotten.
    Forget(ForgetRequest),
}
