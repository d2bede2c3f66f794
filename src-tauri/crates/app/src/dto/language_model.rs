//! A language model: what is set for it, what it is asked, and what was said.

use super::{DecisionDto, LangDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the person set for a language model, and what became of asking it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelDto {
    /// Whether it may be asked. Off until switched on.
    pub enabled: bool,
    /// Its server's address; empty until one is set.
    pub address: String,
    /// What the server calls the model.
    pub model: String,
    /// Whether a key is kept. The key itself is never shown again.
    pub has_key: bool,
    /// Whether the address names this computer.
    pub local: bool,
    /// Whether the person allows an address that is not this computer's.
    pub allow_remote: bool,
    /// Seconds after which a question is given up.
    pub timeout_s: u32,
    /// Milliseconds that a plan waits for it at most, where the rules understand nothing.
    pub wait_ms: u32,
    /// Whether the server knows JSON schemas; without, answers are asked for in plain words.
    pub schema: bool,
    /// Who decides what kind of request a sentence is where the rules don't know: `rules` (nobody), `classifier` (a small one
    /// that runs here), `model`.
    pub intents: String,
    /// What else it may be asked for: `extraction`, `relevance`, `rephrase`, `reflection`.
    pub uses: Vec<String>,
    /// Addresses to begin with.
    pub usual: Vec<ModelAddressDto>,
    /// Sentences since the start of this program.
    pub sentences: u32,
    /// How many of them the rules did not understand and the model was asked about.
    pub fell_back: u32,
}

/// A server's usual address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelAddressDto {
    /// The program.
    pub name: String,
    /// Its usual address on this computer.
    pub address: String,
}

/// Change what is set for the model; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct ModelSetRequest {
    /// Whether it may be asked.
    pub enabled: Option<bool>,
    /// Its server's address.
    pub address: Option<String>,
    /// What the server calls the model.
    pub model: Option<String>,
    /// Its key; empty takes it away.
    pub key: Option<String>,
    /// Allow an address that is not this computer's.
    pub allow_remote: Option<bool>,
    /// Seconds, 1 to 300.
    pub timeout_s: Option<u32>,
    /// Milliseconds, 0 to 5000; with 0 a plan never waits for it.
    pub wait_ms: Option<u32>,
    /// Whether the server knows JSON schemas.
    pub schema: Option<bool>,
    /// `rules`, `classifier` or `model`.
    pub intents: Option<String>,
    /// `extraction`, `relevance`, `rephrase`, `reflection`.
    pub uses: Option<Vec<String>>,
}

/// Whether the model is there and answers as it should.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelCheckDto {
    /// The server's models.
    pub models: Vec<String>,
    /// Whether the chosen one is among them.
    pub has_model: bool,
    /// How a small question ended: `good`, `repaired`, `dropped`, `failed`.
    pub ended: String,
    /// Why it was dropped or failed; may be empty.
    pub why: String,
    /// Milliseconds of that question.
    pub ms: f64,
}

/// Ask the model about a sentence. Nothing is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ModelAskRequest {
    /// `intent`, `extraction`, `relevance`.
    pub what: String,
    /// The sentence.
    pub text: String,
    /// Language for the words in the answer.
    pub lang: LangDto,
}

/// What was made of a sentence, by the model or, where it gave no good answer, by rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelAskDto {
    /// As asked.
    pub what: String,
    /// Who decided: `rules`, `classifier` or `model`.
    pub by: String,
    /// How asking ended: `good`, `repaired`, `dropped`, `failed`, `off`, `not_asked`.
    pub ended: String,
    /// Why; may be empty.
    pub why: String,
    /// What kind of request it is, when that was asked.
    pub intent: Option<ModelIntentDto>,
    /// What is worth remembering, when that was asked.
    pub memories: Vec<ModelMemoryDto>,
    /// First stage of relevance: by score.
    pub screened: Vec<ModelJudgedDto>,
    /// Second stage of relevance.
    pub judged: Vec<ModelJudgedDto>,
    /// What was said.
    pub exchanges: Vec<ModelExchangeDto>,
}

/// What kind of request a sentence is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelIntentDto {
    /// `plan_route`, `modify_trip`, `query_history`, `remember`, `forget`, `unknown`.
    pub kind: String,
    /// Where to, in the sentence's own words; may be empty.
    pub destination: String,
    /// Whether it would change what is remembered: then it needs the person's yes.
    pub needs_consent: bool,
}

/// Something that could be remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelMemoryDto {
    /// The sentence.
    pub text: String,
    /// `preference`, `fact`, `plan`, `conclusion`.
    pub kind: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Days until it ends; absent for what has no end.
    pub expires_days: Option<u32>,
    /// Whether it is literally what was said.
    pub literal: bool,
    /// Whether it would wait for the person's yes.
    pub waits: bool,
}

/// What became of a recalled memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelJudgedDto {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Whether it was kept.
    pub keep: bool,
    /// `in_force`, `near_enough`, `too_far`, `fits`, `other_errand`, `other_place`, `other_time`, `other_person`,
    /// `other_topic`, `outdated`.
    pub why: String,
}

/// One request to the model and its answer. Kept in memory until the program ends or something is forgotten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelExchangeDto {
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// `intent`, `extraction`, `relevance`, `rephrase`, `reflection`.
    pub stage: String,
    /// What was sent.
    pub prompt: Vec<ModelMessageDto>,
    /// What came back; empty when nothing did.
    pub answer: String,
    /// `good`, or what was wrong.
    pub outcome: String,
    /// Where in the answer; may be empty.
    pub field: String,
    /// Milliseconds.
    pub ms: f64,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelMessageDto {
    /// `system`, `user`, `assistant`.
    pub role: String,
    /// The text.
    pub text: String,
}

/// Put a plan's sentences in other words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct RephraseRequest {
    /// Their language.
    pub lang: LangDto,
    /// The sentences, as the plan has them.
    pub sentences: Vec<SentenceDto>,
    /// The plan's decision, when its sentence is to be rephrased too.
    pub decision: Option<DecisionDto>,
}

/// A sentence that cites a cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SentenceDto {
    /// The cause's id.
    pub id: String,
    /// The sentence.
    pub text: String,
}

/// Sentences in other words, where the words passed the check; else as they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RephraseDto {
    /// How asking ended: `good`, `repaired`, `dropped`, `failed`, `off`, `not_asked`.
    pub ended: String,
    /// Why; may be empty.
    pub why: String,
    /// One per sentence asked for, in order.
    pub sentences: Vec<RephrasedDto>,
    /// The decision, when one was given: equal but for its sentence.
    pub decision: Option<DecisionDto>,
}

/// A sentence as it may be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RephrasedDto {
    /// The cause's id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Whether it is the model's wording.
    pub changed: bool,
    /// Why the model's wording was refused; empty when it was not.
    pub refused: String,
}

/// Train the classifier of intents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct ModelTrainRequest {
    /// A file of labelled sentences: language, label and sentence with tabs between.
    pub path: String,
}

/// What the classifier was trained with, beside the sentences that come along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelTrainDto {
    /// Sentences.
    pub sentences: u32,
    /// Lines that were of another form.
    pub left_out: u32,
}
