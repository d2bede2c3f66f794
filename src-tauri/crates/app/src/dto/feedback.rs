//! What a person says about answers, and what became of it in figures.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ThumbDto {
    /// 👍
    Up,
    /// 👎
    Down,
}

/// What exactly was good or bad about memory in an answer (MISSION S2-39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackLabelDto {
    /// It used useful past information.
    UsedHistory,
    /// It forgot what was said before.
    ForgotSaid,
}

/// Rate an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FeedbackRequest {
    /// The answer: its trace's id, or its plan's.
    pub answer: String,
    /// Up or down.
    pub thumb: ThumbDto,
    /// More exactly.
    #[serde(default)]
    pub label: Option<FeedbackLabelDto>,
}

/// A rating and what it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RatingDto {
    /// The trace of the answer.
    pub answer: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Up or down.
    pub thumb: ThumbDto,
    /// More exactly.
    pub label: Option<FeedbackLabelDto>,
    /// What it did, memory by memory.
    pub moved: Vec<MovedDto>,
}

/// What a rating did to a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MovedDto {
    /// Memory id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// How sure before, 0 to 1.
    pub confidence_before: f64,
    /// How sure now.
    pub confidence: f64,
    /// Energy before; absent where there is none.
    pub energy_before: Option<f64>,
    /// Energy now.
    pub energy: Option<f64>,
}

/// "Wrong memory": this came, and it should not have (MISSION S2-17).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct WrongMemoryRequest {
    /// The answer: its trace's id, or its plan's.
    pub answer: String,
    /// The memory that came.
    pub memory: String,
    /// The one that should have come, when there is one.
    pub wanted: Option<String>,
}

/// A failing pair that is kept for export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FailureDto {
    /// Names it.
    pub id: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// What was asked, without what reveals a person.
    pub query: String,
    /// The memory that came.
    pub got: String,
    /// What it says.
    pub got_text: String,
    /// The one that should have come.
    pub wanted: Option<String>,
    /// What that says.
    pub wanted_text: String,
}

/// A memory that acted in a recent answer and that nobody judged yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SampleDto {
    /// The trace of the answer.
    pub answer: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// The words.
    pub said: String,
    /// The memory.
    pub memory: String,
    /// What it says.
    pub text: String,
}

/// A share with its 95 % interval (Wilson); everything 0 when there is nothing to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ShareDto {
    /// So many.
    pub part: u32,
    /// Of so many.
    pub whole: u32,
    /// Lower end of the interval, 0 to 1.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Counts of one day, in the person's zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct UsageDayDto {
    /// `2026-11-30`.
    pub day: String,
    /// Answers to a question for a way.
    pub asked: u32,
    /// Memories that recall gave to the decision.
    pub recalled: u32,
    /// Of these, those that acted on the answer.
    pub cited: u32,
    /// Wishes that were said.
    pub wishes: u32,
    /// Of these, those that had been said before: the person had to repeat them.
    pub repeated: u32,
    /// Drives that were reported.
    pub driven: u32,
    /// Of these, those on the way that was proposed.
    pub followed: u32,
    /// Thumbs up.
    pub up: u32,
    /// Thumbs down.
    pub down: u32,
    /// "Used useful past information".
    pub used_history: u32,
    /// "Forgot what was said before".
    pub forgot_said: u32,
    /// "Wrong memory".
    pub wrong: u32,
    /// Memories that the person said yes to.
    pub confirmed: u32,
    /// Memories that the person said no to.
    pub denied: u32,
}

/// How memory is doing, counted on this computer and kept there (MISSION S2-38, S3-16, S3-47).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FiguresDto {
    /// Since when is counted, UTC seconds.
    #[ts(type = "number")]
    pub since: i64,
    /// Day by day, oldest first; days on which nothing happened are left out.
    pub days: Vec<UsageDayDto>,
    /// All days together; its `day` is empty.
    pub total: UsageDayDto,
    /// Cited of recalled.
    pub utilisation: ShareDto,
    /// Confirmed of confirmed and denied.
    pub accuracy: ShareDto,
    /// Useful of useful and wrong, by what the person judged.
    pub precision: ShareDto,
    /// Useful of useful and forgotten, by what the person judged.
    pub recall: ShareDto,
    /// Wishes that had to be said again.
    pub repetition: ShareDto,
    /// Drives on the way that was proposed.
    pub completion: ShareDto,
    /// Failing pairs that are kept for export.
    pub failures: u32,
}

/// With memory and without: what the last drives were proposed, against what was driven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CompareDto {
    /// Drives on which the way proposed at the time was the one that was driven.
    pub with_memory: ShareDto,
    /// Drives for which a planner without any memory proposes the one that was driven.
    pub without_memory: ShareDto,
    /// The drives, newest first.
    pub rows: Vec<CompareRowDto>,
}

/// One drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CompareRowDto {
    /// Memory id of the trip.
    pub trip: String,
    /// From where to where.
    pub text: String,
    /// Departure, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether the way proposed then was driven.
    pub with_memory: bool,
    /// Whether a planner without memory proposes it.
    pub without_memory: bool,
    /// Share of the driven metres that the way without memory goes along, 0 to 1.
    pub shared: f64,
}
