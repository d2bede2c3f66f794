//! What a person says, and what of it is remembered or forgotten.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{DeletionDto, LangDto};

/// Who said it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SpeakerDto {
    /// The person whose memory this is.
    #[default]
    Owner,
    /// Somebody else in the car: nothing is remembered.
    Other,
    /// Nobody can tell: what is found waits for the person.
    Unclear,
}

/// Say something that may be worth remembering.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SayRequest {
    /// The words.
    pub words: String,
    /// Language of the answer.
    #[serde(default)]
    pub lang: LangDto,
    /// Who said it.
    #[serde(default)]
    pub speaker: SpeakerDto,
    /// How sure it was heard right, 0 to 1; 1 when absent.
    #[serde(default)]
    pub heard: Option<f64>,
    /// The talk or trip that it belongs to; may be empty.
    #[serde(default)]
    pub session: String,
}

/// What was understood, what was made harmless, and what was forgotten.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SaidDto {
    /// Whether the words say nothing to remember or forget: then nothing was written.
    pub nothing: bool,
    /// What was written down.
    pub stored: Vec<SaidMemoryDto>,
    /// What was made harmless before anything was written. It never holds what was taken away.
    pub generalised: Vec<GeneralisedDto>,
    /// What was to be forgotten, when something was.
    pub forget: Option<ForgetDto>,
}

/// One thing that was understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SaidMemoryDto {
    /// Memory id; empty when nothing was written, because nothing harmless was left of it.
    pub id: String,
    /// The sentence as it is kept.
    pub text: String,
    /// fact, preference, plan, conclusion.
    pub kind: String,
    /// factual, preference, relational, conversational.
    pub class: String,
    /// About what: `drink.coffee`.
    pub attribute: String,
    /// Under which condition; empty for always.
    pub condition: String,
    /// The value, normalised.
    pub value: String,
    /// 0 to 1.
    pub confidence: f64,
    /// new, reinforced, waits, rejected, withheld.
    pub outcome: String,
    /// Its end, UTC seconds; for ever when absent.
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
}

/// One thing that was made harmless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GeneralisedDto {
    /// identity, location, health, social.
    pub class: String,
    /// Which rule: `phone`, `hospital`, `kin`.
    pub rule: String,
    /// What stands there instead.
    pub instead: String,
}

/// A request to forget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ForgetDto {
    /// The deletion, when it was clear which memory was meant; it can be undone.
    pub deleted: Option<DeletionDto>,
    /// Which it could be, when it was not: the person chooses.
    pub candidates: Vec<ForgetCandidateDto>,
}

/// A memory that may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ForgetCandidateDto {
    /// Memory id.
    pub id: String,
    /// What it says.
    pub text: String,
}
