//! The memory page.

use super::{EntranceDto, LangDto, LineDto, MemoryInsideDto, PointDto, StrengthDto, TargetDto, TripBriefDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of memory a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKindDto {
    /// A place.
    Place,
    /// Something to stay off.
    Avoid,
    /// Something to use.
    Preference,
    /// Learned from trips.
    Habit,
    /// A driven trip.
    Trip,
    /// A sentence: a fact, taste, plan or conclusion.
    Statement,
    /// What reflection made of what was noticed.
    Insight,
    /// Something noticed, in words or deeds.
    Noticed,
}

/// Who a memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OriginDto {
    /// The person said it.
    Stated,
    /// Learned, then confirmed.
    Confirmed,
    /// Learned, not confirmed.
    Inferred,
    /// From an import or the demo.
    Imported,
}

/// Whether it may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MemoryStateDto {
    /// May act.
    Active,
    /// Waits for an answer.
    Proposed,
    /// The person said no.
    Rejected,
    /// Deleted, can be brought back.
    Deleted,
    /// No longer valid.
    Expired,
}

/// Order of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MemorySortDto {
    /// Last used, then created.
    #[default]
    LastUsed,
    /// Created.
    Created,
    /// Text.
    Text,
    /// Kind.
    Kind,
    /// How sure.
    Confidence,
    /// How often used.
    Uses,
    /// Expiry.
    Expires,
    /// Origin.
    Origin,
}

/// What the table shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct MemoryQuery {
    /// Words to look for, zh or en; empty means all.
    pub text: String,
    /// Only these kinds; empty means all.
    pub kinds: Vec<MemoryKindDto>,
    /// Only these origins; empty means all.
    pub origins: Vec<OriginDto>,
    /// Only at most this sure (0 to 1).
    pub max_confidence: Option<f64>,
    /// Only those that wait for an answer.
    pub unconfirmed: bool,
    /// The "recently deleted" list instead.
    pub deleted: bool,
    /// Order.
    pub sort: MemorySortDto,
    /// Ascending instead of descending.
    pub ascending: bool,
    /// At most this many rows; 500 when 0.
    pub limit: u32,
    /// Rows to skip.
    pub offset: u32,
    /// Language of the words.
    pub lang: LangDto,
}

/// A page of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryPageDto {
    /// The rows.
    pub rows: Vec<MemoryRowDto>,
    /// Rows that match in all.
    pub total: u32,
    /// Counts for the facets, over everything that is not deleted.
    pub facets: FacetsDto,
}

/// Counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FacetsDto {
    /// All that is not deleted.
    pub all: u32,
    /// By kind (word and count).
    pub kinds: Vec<FacetDto>,
    /// By origin.
    pub origins: Vec<FacetDto>,
    /// Waiting for an answer.
    pub unconfirmed: u32,
    /// Expiring within 14 days.
    pub expiring: u32,
    /// Not used for 90 days.
    pub unused: u32,
    /// Recently deleted.
    pub deleted: u32,
}

/// A word and how many rows have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FacetDto {
    /// The word of the kind or origin.
    pub word: String,
    /// Rows.
    pub count: u32,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryRowDto {
    /// Memory id.
    pub id: String,
    /// Kind.
    pub kind: MemoryKindDto,
    /// The statement.
    pub text: String,
    /// Where it holds, in words.
    pub place: String,
    /// When it holds, in words; may be empty.
    pub when: String,
    /// Origin.
    pub origin: OriginDto,
    /// State.
    pub state: MemoryStateDto,
    /// How sure, 0 to 1; absent for a pending question.
    pub confidence: Option<f64>,
    /// UTC seconds.
    #[ts(type = "number")]
    pub created_at: i64,
    /// UTC seconds.
    #[ts(type = "number | null")]
    pub last_used: Option<i64>,
    /// How often a driven plan used it.
    pub uses: u32,
    /// UTC seconds; never when absent.
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
    /// When it was deleted, in the "recently deleted" list.
    #[ts(type = "number | null")]
    pub deleted_at: Option<i64>,
}

/// How much a preference weighs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WeightDto {
    /// A second on its roads counts as so many: below one they are liked, above one shunned.
    pub factor: f64,
    /// In the asked language: "taken while it is at most 67 % longer (×0.6)".
    pub text: String,
}

/// Everything about one memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryDetailDto {
    /// Its row.
    pub row: MemoryRowDto,
    /// A place's point.
    pub point: Option<PointDto>,
    /// A place's other names.
    pub aliases: Vec<String>,
    /// A place's tag.
    pub tag: String,
    /// A place's entrances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<EntranceDto>>")]
    pub entrances: Vec<EntranceDto>,
    /// A place's address, a trip's note.
    pub note: String,
    /// About what, for a preference.
    pub target: Option<TargetDto>,
    /// How strongly, for a preference.
    pub strength: Option<StrengthDto>,
    /// The same as a number, where it is one: what the planner multiplies seconds on these roads by. Another strength is another number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub weight: Option<WeightDto>,
    /// When it holds.
    pub scope: ScopeDto,
    /// Its roads on the map, when it has some.
    pub lines: Vec<LineDto>,
    /// Trips it came from, newest first.
    pub trips: Vec<TripBriefDto>,
    /// Confidence over time, newest first.
    pub history: Vec<ConfidenceDto>,
    /// Plans it took part in, newest first.
    pub uses: Vec<UseDto>,
    /// Memories that lean on it.
    pub dependents: Vec<DependentDto>,
    /// Whether the person wrote or edited its text.
    pub user_edited: bool,
    /// What lies under it: sources, versions, ties, energy, accesses.
    pub inside: MemoryInsideDto,
}

/// A value of confidence and why it changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ConfidenceDto {
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// 0 to 1.
    pub confidence: f64,
    /// `noticed`, `repeated`, `confirmed`, `rejected`, `edited`, `weakened`, `stated`, `imported`.
    pub why: String,
    /// Whether it was the person's own act.
    pub by_person: bool,
}

/// A plan it took part in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct UseDto {
    /// UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// "Home to Office".
    pub trip: String,
    /// Whether the route would have been another without it.
    pub decisive: bool,
    /// Seconds it cost.
    pub delta_s: f64,
    /// Metres it cost.
    pub delta_m: f64,
}

/// A memory that leans on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DependentDto {
    /// Memory id.
    pub id: String,
    /// Kind.
    pub kind: MemoryKindDto,
    /// Its statement.
    pub text: String,
    /// How sure now.
    pub before: f64,
    /// How sure after; absent when it would be removed.
    pub after: Option<f64>,
}

/// When a preference holds; absent parts hold always.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ScopeDto {
    /// `morning`, `midday`, `afternoon`, `evening`, `night`.
    pub bucket: Option<String>,
    /// `workday`, `weekend`.
    pub days: Option<String>,
    /// `rain`, `snow`, `fog`, `clear`.
    pub weather: Option<String>,
    /// Only in a hurry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub hurry: bool,
    /// Memory id of a place.
    pub from: Option<String>,
    /// Memory id of a place.
    pub to: Option<String>,
}

/// Remember a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceAddRequest {
    /// What it is called.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Where.
    pub point: PointDto,
    /// `home`, `work`, `school`, `gym`, free text, or empty.
    #[serde(default)]
    pub tag: String,
    /// Street address or note.
    #[serde(default)]
    pub address: String,
}

/// Remember a preference: either a sentence ("以后别走隧道", "always avoid tolls") or its parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PreferenceAddRequest {
    /// A sentence; wins over the parts.
    pub sentence: String,
    /// About what.
    pub target: Option<TargetDto>,
    /// How strongly.
    pub strength: Option<StrengthDto>,
    /// When it holds.
    pub scope: ScopeDto,
    /// Until when; for ever when absent.
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
    /// Language of the statement.
    pub lang: LangDto,
}

/// Correct a memory. Absent parts stay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct MemoryEditRequest {
    /// Memory id.
    pub id: String,
    /// New text (a place's name, a preference's statement, a trip's note).
    pub text: Option<String>,
    /// New other names of a place.
    pub aliases: Option<Vec<String>>,
    /// New point of a place.
    pub point: Option<PointDto>,
    /// New tag of a place.
    pub tag: Option<String>,
    /// New stretch or area, as when an area is drawn anew.
    pub target: Option<TargetDto>,
    /// New strength.
    pub strength: Option<StrengthDto>,
    /// New scope.
    pub scope: Option<ScopeDto>,
    /// New expiry; 0 means never.
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
}

/// A committed, undoable delete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DeletionDto {
    /// Names it for undo.
    pub id: String,
    /// What was deleted, memory ids.
    pub deleted: Vec<String>,
    /// Text of the first, for the toast.
    pub text: String,
    /// Until when it can be undone, UTC seconds.
    #[ts(type = "number")]
    pub undo_until: i64,
}

/// What erasing would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ErasePreviewDto {
    /// What is to be erased.
    pub targets: Vec<MemoryRowDto>,
    /// What leans on it and how each changes.
    pub dependents: Vec<DependentDto>,
    /// Trips it came from, which can be erased along.
    pub source_trips: u32,
}

/// What erasing did, as found by scanning every file in the data folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ReceiptDto {
    /// False when bytes remain: never show a tick then.
    pub complete: bool,
    /// How many memories were erased.
    pub erased: u32,
    /// Files scanned.
    pub files: u32,
    /// Places where erased bytes were found after erasing.
    pub found: u32,
    /// Bytes read.
    #[ts(type = "number")]
    pub bytes_read: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Where it looked.
    pub groups: Vec<ReceiptGroupDto>,
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Why it is not finished: `reader`, `file`; empty when complete.
    pub unfinished: String,
}

/// A group of scanned files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ReceiptGroupDto {
    /// `memory`, `logs`, `cache`, `exports`, `regions`, `other`.
    pub name: String,
    /// Files.
    pub files: u32,
    /// Hits.
    pub found: u32,
}
