//! How an answer came about, for whoever looks under the lid.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{MemoryEditRequest, ModelExchangeDto};

/// How one answer came about: one id for everything from the words to the route (MISSION S3-01, S3-46).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct TraceDto {
    /// Names it.
    pub id: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// What was done: `plan`, `provider`, `remember`, `drove`, `edit`.
    pub kind: String,
    /// The words as they were said. Only in a kept trace: empty in a plan, and gone with any deletion or erasure.
    pub said: String,
    /// The answer in one sentence; empty in a plan, which says it itself.
    pub answer: String,
    /// The plan it led to; empty when there is none.
    pub plan: String,
    /// Milliseconds from the words to the answer.
    pub ms: f64,
    /// In the order in which they ran.
    pub stages: Vec<TraceStageDto>,
    /// What a language model was asked for it, and what it answered. Only in a kept trace, as the words are.
    #[serde(default)]
    pub exchanges: Vec<ModelExchangeDto>,
    /// What takes it back: for a correction that was not taken back yet.
    #[serde(default)]
    pub undo: Option<MemoryEditRequest>,
}

/// One stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct TraceStageDto {
    /// `intent`, `extract`, `store`, `recall`, `route`, `provider`, `model`.
    pub name: String,
    /// Milliseconds.
    pub ms: f64,
    /// What went in, as short facts: a stable word and what it is about, a space between (`characters 12`, `by words scope`).
    /// Ids, counts and stable words only; the shells word them.
    pub input: Vec<String>,
    /// What came out, in the same form (`kind plan_route`, `route 8d1c 1500 9800`: seconds, metres).
    pub output: Vec<String>,
    /// What this stage weighed, best first.
    pub candidates: Vec<TraceCandidateDto>,
}

/// Something that a stage weighed: a memory, a wish of the sentence, a setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct TraceCandidateDto {
    /// Memory id, or id of a cause (`sentence-0`, `setting-toll`).
    pub id: String,
    /// What it says now; empty in a plan, and for what is gone meanwhile.
    pub text: String,
    /// Ways that led to it: `vector`, `words`, `graph`, `key`, `scope`.
    pub ways: Vec<String>,
    /// The parts of its score.
    pub parts: Vec<TracePartDto>,
    /// Its score, 0 to 1; absent for what is not scored.
    pub score: Option<f64>,
    /// Whether it went on to the next stage; in the last one, whether it acted.
    pub kept: bool,
    /// Why, as a stable word: `fits`, `scored`, `asks_first`, `over_the_limit`, `no_wish`; of what was left out
    /// `below_threshold`, `merged`, `beyond_candidates`, `beyond_reranked`, `beyond_results`, `stood_for`, `faded`; of
    /// what does not fit the trip `other_errand`, `other_place`, `other_time`, `other_person`, `other_topic`, `outdated`; in
    /// the last stage `decisive`, `applied`, `no_effect`, `overruled`, `off`, `unconfirmed`, `rejected`, `out_of_date`,
    /// `out_of_scope`.
    pub why: String,
    /// What it lost to, by id; empty when to nothing.
    pub by: String,
    /// Seconds that the route is longer for it; absent where no route was measured.
    pub delta_s: Option<f64>,
}

/// One part of a score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct TracePartDto {
    /// `vector`, `words`, `topic`, `key`, `value`, `owner`, `people`, `telling`, `about`, `opening`, `graph`, `freshness`,
    /// `importance`, `access`, `confidence`, `kind`, `context`, `ageing` (docs/recall.md says what each means).
    pub name: String,
    /// 0 to 1; absent when it was not compared.
    pub value: Option<f64>,
}

/// A trace in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TraceBriefDto {
    /// Names it.
    pub id: String,
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// As in [`TraceDto`].
    pub kind: String,
    /// The words.
    pub said: String,
    /// The answer in one sentence.
    pub answer: String,
    /// The plan it led to.
    pub plan: String,
    /// Milliseconds.
    pub ms: f64,
    /// Memories that were weighed.
    pub recalled: u32,
    /// Memories that acted.
    pub used: u32,
}
