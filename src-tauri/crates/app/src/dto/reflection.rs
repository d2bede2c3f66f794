//! Reflection, ageing, and what went wrong.

use super::DeletionDto;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something done or said that the app was told of, with its situation. What is unknown is left empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, rename_all = "snake_case")]
pub struct NoticeRequest {
    /// What happened: `set`, `chose`, `rated`, `praised`, `complained`, `visited`, `avoided`, `said`.
    pub kind: String,
    /// About which property: `ac.temperature`, `music`; may be empty.
    pub attribute: String,
    /// Its value.
    pub value: String,
    /// The words, when there were any.
    pub words: String,
    /// The remembered place, `place-N`, when at one.
    pub place: Option<String>,
    /// The trip, `trip-N`, when on one.
    pub trip: Option<String>,
    /// `rain`, `snow`, `fog` or `clear`.
    pub weather: Option<String>,
    /// Traffic, in words.
    pub traffic: String,
    /// Who was in the car.
    pub passengers: Vec<String>,
    /// The talk or drive that it belongs to.
    pub session: Option<String>,
    /// How sure it was heard right, 0 to 1; certain when absent.
    pub heard: Option<f64>,
}

/// One thing that was noticed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct NoticedDto {
    /// `obs-N`.
    pub id: String,
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// In which zone.
    pub zone: String,
    /// Where it comes from: `dialogue`, `action`, `trip`, `import`, `condition`.
    pub source: String,
    /// What happened.
    pub kind: String,
    /// About which property.
    pub attribute: String,
    /// Its value.
    pub value: String,
    /// The words.
    pub words: String,
    /// The weather, when known.
    pub weather: Option<String>,
    /// Who was in the car.
    pub passengers: Vec<String>,
    /// How much it matters, 0 to 10.
    pub importance: f64,
    /// Its three parts, each 0 to 1: feeling, consequence, repetition.
    pub parts: [f64; 3],
}

/// An insight, with what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct InsightDto {
    /// `stmt-N`.
    pub id: String,
    /// As shown.
    pub text: String,
    /// Why, naming its evidence and how much there is of it.
    pub why: String,
    /// `pending` (observed, changes nothing) or `active`.
    pub state: String,
    /// Whether the person said yes to it.
    pub confirmed: bool,
    /// 0 to 1.
    pub confidence: f64,
    /// What it weighs now, 0 to 1.
    pub weight: f64,
    /// When it was made.
    #[ts(type = "number")]
    pub made_at: i64,
    /// From when on it weighs half unless it is verified again; absent for a confirmed one.
    #[ts(type = "number | null")]
    pub verify_by: Option<i64>,
    /// When it ends unless it is verified again.
    #[ts(type = "number | null")]
    pub ends_at: Option<i64>,
    /// Under which condition, as stored; empty for always.
    pub condition: String,
    /// What speaks for it, oldest first.
    pub evidence: Vec<NoticedDto>,
    /// What speaks against it.
    pub against: Vec<NoticedDto>,
    /// The check of its evidence now: empty when it entails the insight, else why not.
    pub doubt: String,
}

/// A run of reflection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct ReflectionRunDto {
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Why: `count`, `importance`, `asked`, `night`.
    pub cause: String,
    /// How many things were new.
    pub processed: u32,
    /// Sum of their importance.
    pub importance_sum: f64,
    /// How many insights it made.
    pub made: u32,
}

/// A place that is not suggested any more, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct NoLongerDto {
    /// `place-N`.
    pub place: String,
    /// Its name.
    pub name: String,
    /// The times in a row that the person did not go, oldest first.
    pub avoided: Vec<NoticedDto>,
    /// Since when.
    #[ts(type = "number")]
    pub since: i64,
    /// When the person last went.
    #[ts(type = "number | null")]
    pub last_taken: Option<i64>,
    /// As shown.
    pub text: String,
}

/// How reflection stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct ReflectionDto {
    /// Its settings.
    pub settings: ReflectionSettingsDto,
    /// Whether the thread that reflects by itself runs in this program.
    pub running: bool,
    /// Answers' leftovers that wait to be written.
    pub queued: u32,
    /// Things noticed since the last run.
    pub waiting: u32,
    /// Sum of their importance.
    pub waiting_sum: f64,
    /// So many things trigger a run.
    pub count_threshold: f64,
    /// Such a sum triggers one.
    pub sum_threshold: f64,
    /// Things noticed a day, as measured.
    pub rate: Option<f64>,
    /// Triggered runs today.
    pub today: u32,
    /// The last runs, newest first.
    pub runs: Vec<ReflectionRunDto>,
    /// Insights, newest first.
    pub insights: Vec<InsightDto>,
    /// Places that are not suggested any more.
    pub no_longer: Vec<NoLongerDto>,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct ReflectedDto {
    /// Why it ran; empty when it was not time.
    pub cause: String,
    /// New insights, `stmt-N`.
    pub made: Vec<String>,
    /// Proposals that their evidence does not entail, by reason.
    pub rejected: Vec<String>,
    /// Proposals that are there already, or that the person said no to.
    pub known: u32,
    /// Insights that were verified.
    pub verified: Vec<String>,
    /// Insights that something spoke against.
    pub contradicted: Vec<String>,
    /// Insights that were given up.
    pub given_up: Vec<String>,
    /// Summaries of talks.
    pub summaries: Vec<String>,
}

/// Settings of reflection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, rename_all = "snake_case")]
pub struct ReflectionSettingsDto {
    /// Nothing is reflected and nothing ages by itself while it is paused.
    pub paused: bool,
    /// Raises both thresholds: 1 is normal, 2 reflects about half as often.
    pub caution: f64,
    /// Who proposes: `rules`, or `model` (which also needs the language model switched on).
    pub reflector: String,
    /// Fewest drives of an insight that holds under a condition.
    pub episodes: u32,
}

impl Default for ReflectionSettingsDto {
    fn default() -> Self {
        Self { paused: false, caution: 1.0, reflector: "rules".to_owned(), episodes: 3 }
    }
}

/// Something that will happen to a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct DueDto {
    /// From when on.
    #[ts(type = "number")]
    pub at: i64,
    /// `lowered`, `ends`, `archived`, `proposed`, `deleted`.
    pub fate: String,
    /// `session_ended`, `expired`, `unverified`, `unused`, `tired`.
    pub rule: String,
}

/// How a memory ages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct AgingRowDto {
    /// Memory id.
    pub id: String,
    /// As shown.
    pub text: String,
    /// Its type of ageing, as in the policies.
    pub aged: String,
    /// A person's own: asked about, never archived or deleted by itself.
    pub persons: bool,
    /// What it weighs now, 0 to 1.
    pub weight: f64,
    /// Its parts: fading, the step of being unused, its end.
    pub parts: [f64; 3],
    /// Its energy now, 0 to 1.
    pub energy: f64,
    /// Whether it is archived.
    pub archived: bool,
    /// What has happened to it by now.
    pub now: Option<DueDto>,
    /// What will happen to it next, if nothing changes.
    pub next: Vec<DueDto>,
}

/// How one type of memory ages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, rename_all = "snake_case")]
pub struct PolicyDto {
    /// Which type: `place`, `trip`, `wish`, `habit`, `fact`, `taste`, `plan`, `conclusion`, `feeling`, `insight`, `summary`,
    /// `talk`, `noticed`.
    pub aged: String,
    /// `never`, `half_life`, `exponential` or `strength`.
    pub curve: String,
    /// Days of the half-life, rate a day, or the constant of strength; 0 for never.
    pub curve_value: f64,
    /// Unused for so many days it weighs less; never when absent.
    pub lower_after_days: Option<f64>,
    /// What that leaves, 0 to 1.
    pub lower_to: f64,
    /// Unused for so many days it is forgotten; never when absent.
    pub forget_after_days: Option<f64>,
    /// In which way: `keep`, `propose`, `delete`.
    pub forget: String,
    /// Days in which its energy halves; it does not fall when absent.
    pub energy_half_life_days: Option<f64>,
    /// Energy under which it is archived.
    pub archive_under: f64,
    /// Ends with its talk or trip.
    pub ends_with_session: bool,
    /// Whether it is as after installation.
    pub is_default: bool,
}

/// What ageing did just now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct AgedNowDto {
    /// Put into the archive.
    pub archived: Vec<String>,
    /// Deleted, undoably.
    pub deletion: Option<DeletionDto>,
}

/// "Why did this go wrong?": what to look at, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct WrongDto {
    /// First: what was written down last, newest first.
    pub newest: Vec<WrittenDto>,
    /// Third: whose memories these are.
    pub profile: String,
    /// The other profiles on this computer.
    pub others: Vec<String>,
    /// Last: every insight with its evidence, checked again.
    pub insights: Vec<InsightDto>,
    /// How many of them their evidence does not entail.
    pub doubtful: u32,
}

/// Something that was written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct WrittenDto {
    /// `stmt-N`.
    pub id: String,
    /// As shown.
    pub text: String,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Who it comes from: `stated`, `confirmed`, `inferred`, `imported`.
    pub origin: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Whether the person wrote, edited or confirmed it.
    pub persons: bool,
    /// What else would be lowered with it.
    pub like: Vec<LikeDto>,
}

/// A statement that is like a wrong one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct LikeDto {
    /// `stmt-N`.
    pub id: String,
    /// As shown.
    pub text: String,
    /// In what: `same_source`, `same_session`, `same_property`.
    pub likeness: String,
    /// Its confidence before.
    pub before: f64,
    /// And after.
    pub after: f64,
}

/// Second step: the wrong one is deleted and what is like it is lowered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub struct WrongDoneDto {
    /// The deletion, to be undone as any other.
    pub deletion: DeletionDto,
    /// What was lowered.
    pub lowered: Vec<LikeDto>,
    /// Takes the lowering back.
    pub token: String,
}
