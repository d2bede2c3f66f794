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
    /// The roads that were really driven, in order (`way:tail:head` each), when the way is none of the plan's; then
    /// `route_id` is not looked at. They must form one legal way.
    pub edges: Vec<String>,
    /// `rain`, `snow`, `fog`, `clear`; the plan's when absent.
    pub weather: Option<String>,
    /// Whether the person was in a hurry; as the plan knows when absent.
    pub hurry: Option<bool>,
    /// Who came along, in the person's words; may be empty.
    pub passengers: Vec<String>,
    /// Why the recommendation was left, when the person says: `closure` (the road was closed), `congestion`,
    /// `missed_exit`, `errand`, or `choice`. Only a choice teaches anything. Empty: as the shape of the way tells.
    pub because: String,
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
    /// What kind of habit it is: `way` (a usual way between two places), `taste` (a kind of road, on all trips), `road` (a
    /// road that is taken whenever it fits).
    pub kind: String,
    /// What the recommendation was left for, or what was preferred, in a word or a few: "Riverside Road", "no motorway".
    pub what: String,
    /// How many trips it was seen on.
    pub times: u32,
    /// Of how many trips on which it could have been seen.
    pub of: u32,
    /// On which days, newest last: "Tue 24, Thu 26 Nov".
    pub days: String,
    /// What a yes would change on such a trip now; absent when that trip cannot be planned here any more.
    pub change: Option<HabitChangeDto>,
}

/// A trip without and with a habit: what a yes would change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HabitChangeDto {
    /// The habit's way.
    pub line: LineDto,
    /// The way that is recommended now.
    pub usual_line: LineDto,
    /// Seconds that the habit's way is longer; negative when it is shorter.
    pub delta_s: f64,
    /// Metres that it is longer; negative when it is shorter.
    pub delta_m: f64,
    /// The same in words: "6 min and 1.4 km longer than now".
    pub text: String,
    /// Whether both are the same way: a yes changes nothing on this trip.
    pub same: bool,
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
