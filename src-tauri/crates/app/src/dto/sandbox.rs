//! Trying out on a copy.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{LangDto, TraceDto};

/// A made-up talk, to be played on a copy of what is remembered (MISSION S3-48).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SandboxRequest {
    /// Whose memories: a profile's name; the one in use when empty.
    pub profile: String,
    /// Begin with somebody of whom nothing is known instead.
    pub fresh: bool,
    /// What is said, turn by turn.
    pub turns: Vec<String>,
    /// Language of the answers.
    pub lang: LangDto,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SandboxDto {
    /// Whose memories were copied; empty for nobody's.
    pub profile: String,
    /// Turn by turn.
    pub turns: Vec<SandboxTurnDto>,
    /// Memories in the copy before.
    pub before: u32,
    /// Memories in the copy after.
    pub after: u32,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SandboxTurnDto {
    /// The words.
    pub said: String,
    /// What they were taken for, as in `ParseDto`.
    pub kind: String,
    /// The answer in one sentence; empty when there is none.
    pub answer: String,
    /// Why there is no answer, an error code; empty when there is one.
    pub problem: String,
    /// What would be written down.
    pub stored: Vec<SandboxMemoryDto>,
    /// How it came about: extraction, writing, recall with its scores, and the route where there is one.
    pub trace: TraceDto,
}

/// A memory that would be written down or changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SandboxMemoryDto {
    /// Its id in the copy; it means nothing outside.
    pub id: String,
    /// What it says.
    pub text: String,
    /// As in the list of memories: `place`, `avoid`, `preference`, `habit`, `statement`, …
    pub kind: String,
    /// How sure, 0 to 1; absent for what would wait for a yes.
    pub confidence: Option<f64>,
}
