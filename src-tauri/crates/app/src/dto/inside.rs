//! What lies under a memory: where it comes from, its versions, ties, energy and accesses; and why an answer was given.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::TracePartDto;

/// What lies under one memory. Parts that a kind of memory does not have are absent or empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryInsideDto {
    /// `factual`, `preference`, `relational`, `conversational`; empty for what is no sentence.
    pub class: String,
    /// `fact`, `preference`, `plan`, `conclusion`, `insight`, `summary`; of something noticed `said`, `followed`, …
    pub kind: String,
    /// About what, normalised: `me · drink · bucket=night`.
    pub about: String,
    /// The value of that, normalised.
    pub value: String,
    /// How much it matters, in parts.
    pub importance: Vec<TracePartDto>,
    /// 0 to 1; rises with accepted use, falls with time.
    pub energy: Option<f64>,
    /// How it was when it was noticed: `place`, `weather`, `traffic`, `with`, and what each was.
    pub situation: Vec<FactDto>,
    /// Where it comes from: never empty (MISSION S3-24).
    pub sources: Vec<SourceDto>,
    /// Everything that was ever said about the same, in the order of telling.
    pub versions: Vec<VersionDto>,
    /// What it is tied to.
    pub ties: Vec<TieDto>,
    /// When it came to mind lately, with its score, newest first; as far back as traces are kept.
    #[serde(default)]
    pub recalled: Vec<RecalledDto>,
    /// Who looked at it or changed it, newest first.
    pub accesses: Vec<AccessDto>,
}

/// A time at which a memory came to mind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RecalledDto {
    /// The trace of that answer.
    pub trace: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// What was said.
    pub said: String,
    /// Whether it went on to the decision.
    pub kept: bool,
    /// Why, as in a trace.
    pub why: String,
    /// Its score then, 0 to 1; absent where it was not scored.
    pub score: Option<f64>,
    /// The parts of that score.
    pub parts: Vec<TracePartDto>,
    /// What it did to the route, a stable word as in a trace; empty where it was not in the running.
    pub acted: String,
}

/// A fact by its word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FactDto {
    /// Which.
    pub word: String,
    /// What it was.
    pub value: String,
}

/// Something that a memory comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SourceDto {
    /// Memory id of the trip, or of what was noticed; empty for the person's own act.
    pub id: String,
    /// The trace of that act while it is kept; empty otherwise.
    pub trace: String,
    /// `trip`, `noticed`, `statement`, `said`, `confirmed`, `imported`, `drove`.
    pub kind: String,
    /// What it was; empty for an act without words.
    pub text: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it speaks for it, not against it.
    pub supports: bool,
}

/// A version of a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct VersionDto {
    /// Memory id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Told at, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Replaced at; absent while it holds.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// Whether it is the one that is shown.
    pub this: bool,
}

/// A tie of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TieDto {
    /// How, a stable word: `supports`, `replaces`, `ended_at`, `prefers`, …
    pub relation: String,
    /// Whether it leads from this memory, not to it.
    pub outward: bool,
    /// Memory id of the other end; empty for a name without a memory.
    pub id: String,
    /// What the other end says.
    pub text: String,
    /// So since, UTC seconds.
    #[ts(type = "number")]
    pub since: i64,
    /// How sure, 0 to 1.
    pub confidence: f64,
}

/// One access.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AccessDto {
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// `person`, `planner`, `reflection`, `import`, `model`.
    pub who: String,
    /// `read`, `written`, `changed`, `deleted`, `recalled`, `exported`.
    pub what: String,
}

/// Why an answer was given: the rows that it rests on (MISSION S1-50).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WhyDto {
    /// The trace of the answer.
    pub answer: String,
    /// The answer to "why", in words. It names as many rows as there are.
    pub text: String,
    /// Exactly the rows that the words count.
    pub rows: Vec<WhyRowDto>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WhyRowDto {
    /// Memory id.
    pub id: String,
    /// Memory that it stands behind.
    pub behind: String,
    /// What it says.
    pub text: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
}
