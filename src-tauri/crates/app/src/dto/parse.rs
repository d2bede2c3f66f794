//! What was understood of a sentence.

use super::{LangDto, LifetimeDto, NoteDto, PlaceHitDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Parse a sentence while it is typed. Fast, reads places and road names, plans nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ParseRequest {
    /// The sentence.
    pub utterance: String,
    /// Language for the words in the answer.
    pub lang: LangDto,
}

/// What was understood so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ParseDto {
    /// Editable chips in reading order.
    pub chips: Vec<ChipDto>,
    /// Words not understood.
    pub notes: Vec<NoteDto>,
    /// `plan_route`, `modify_trip`, `query_history`, `remember`, `forget`, `unknown`.
    pub kind: String,
    /// What a `forget` sentence is about, in its own words; empty for every other kind.
    pub subject: String,
    /// Whether the last request's stops are dropped.
    pub reset_context: bool,
    /// Whether Enter would plan: a destination is known and its place resolved.
    pub ready: bool,
}

/// One thing understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ChipDto {
    /// Stable within the sentence: `to`, `from`, `via-0`, `wish-0`, `depart`, `arrive`, `mode`, `weather`, `hurry`, `usual`, `unknown-0`.
    pub id: String,
    /// What it is.
    pub role: ChipRole,
    /// Dim role word in the asked language, for example "To", "Avoid", 「去」.
    pub label: String,
    /// Strong value, for example 公司 · Roquebrune, "tunnels".
    pub value: String,
    /// Where the value comes from: decides the colour.
    pub source: ChipSource,
    /// UTF-16 range in the sentence, `[start, end)`; empty for a chip that is not from words.
    pub span: Vec<u32>,
    /// Once, until or always, for wishes.
    pub lifetime: Option<LifetimeDto>,
    /// The end of a wish that has one.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// The place it resolved to.
    pub place: Option<PlaceHitDto>,
    /// Why it can't be used yet: `unknown_place`, `ambiguous`, `outside_region`, `not_understood`, `not_supported`.
    pub problem: Option<String>,
    /// What to offer instead, or to choose from.
    pub suggestions: Vec<PlaceHitDto>,
}

/// Kinds of chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChipRole {
    /// Destination.
    To,
    /// Start.
    From,
    /// Stop on the way.
    Via,
    /// A negative wish.
    Avoid,
    /// A positive wish.
    Prefer,
    /// Fastest, stable, scenic, off the motorway.
    Mode,
    /// The usual road.
    Usual,
    /// Departure.
    Depart,
    /// Deadline.
    Arrive,
    /// Weather.
    Weather,
    /// In a hurry.
    Hurry,
    /// Not understood.
    Unknown,
}

/// Where a chip's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChipSource {
    /// From memory: ochre.
    Memory,
    /// From the sentence.
    Sentence,
    /// From the map or its names.
    Map,
}
