//! Driven trips and the habits they suggest.

use super::{LangDto, LineDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// "I drove this."
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct DroveRequest {
    /// The plan.
    pub plan_id: String,
    /// The route of it that was driven.
    pub route_id: String,
    /// Names this report: saying the same again adds nothing. Made from plan and route when empty.
    pub event_id: String,
    /// Seconds on the road; the route's own time when absent.
    pub duration_s: Option<f64>,
    /// Departure; the plan's when absent.
    #[ts(type = "number | null")]
    pub departed_at: Option<i64>,
    /// When the driver switched to this route on the way.
    #[ts(type = "number | null")]
    pub switched_at: Option<i64>,
    /// What traffic was like; free text.
    pub traffic: String,
    /// False when it was a forced or mistaken drive that should teach nothing.
    pub adopted: Option<bool>,
    /// Language of the card.
    pub lang: LangDto,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DroveDto {
    /// The trip's memory id.
    pub trip: String,
    /// False when this event was known already.
    pub new: bool,
    /// Whether the driven route differs from the recommended one.
    pub deviated: bool,
    /// Whether learning is on; nothing is proposed when it is off.
    pub learning: bool,
    /// A habit that now waits for an answer.
    pub proposal: Option<HabitCardDto>,
}

/// One quiet question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HabitCardDto {
    /// The unconfirmed habit's memory id.
    pub id: String,
    /// "You took the seaside road twice this week. Prefer it in the evening?"
    pub question: String,
    /// The evidence in one line.
    pub evidence: String,
    /// 0 to 1.
    pub confidence: f64,
    /// The trips.
    pub trips: Vec<TripBriefDto>,
}

/// A trip in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TripBriefDto {
    /// Memory id.
    pub id: String,
    /// Departure, UTC seconds.
    #[ts(type = "number")]
    pub departed_at: i64,
    /// Its IANA zone.
    pub zone: String,
    /// From where, in words.
    pub from: String,
    /// To where, in words.
    pub to: String,
    /// Main roads.
    pub via: String,
    /// Seconds.
    pub duration_s: f64,
    /// Whether it left the recommendation.
    pub deviated: bool,
    /// Its line when the roads are still on the map.
    pub line: Option<LineDto>,
}

/// The four answers to a habit card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum HabitAnswerDto {
    /// Use it from now on.
    Yes,
    /// It was only those times: not a habit, may be asked again if it goes on.
    OnlyThen,
    /// No, and never ask again.
    No,
    /// Ask later.
    Later,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HabitAnswerRequest {
    /// The habit's memory id.
    pub id: String,
    /// The answer.
    pub answer: HabitAnswerDto,
}
