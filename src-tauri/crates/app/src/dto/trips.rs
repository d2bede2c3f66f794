//! Drives that come in from files or a receiver, and the places that they suggest.

use super::{HabitCardDto, LangDto, LineDto, MemoryRowDto, PlaceHitDto, PointDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Recordings to be imported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct TripImportRequest {
    /// Files and folders. Of a folder every recording below it is read.
    pub paths: Vec<String>,
    /// What the columns of tables are, when the person said so; guessed otherwise.
    pub mapping: Option<TableMappingDto>,
    /// Language of the words in the answer.
    pub lang: LangDto,
}

/// What the columns of a table are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct TableMappingDto {
    /// One character: `,` `;` `|` or a tab.
    pub delimiter: String,
    /// Whether the first row holds names.
    pub header: bool,
    /// Numbers are written `41,15`.
    pub decimal_comma: bool,
    /// One word per column: `lat`, `lon`, `lat_lon`, `time`, `date`, `clock`, `track`, `other`.
    pub columns: Vec<String>,
    /// IANA zone of times that name none; the person's own when empty.
    pub zone: String,
}

/// The beginning of a table, for saying what its columns are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TablePreviewDto {
    /// What they seem to be.
    pub guess: TableMappingDto,
    /// Whether a place and a time can be read like this: without a place nothing can be imported, without times no trips.
    pub usable: bool,
    /// Names of the columns; their first values when they have none.
    pub names: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
}

/// What an import did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportReportDto {
    /// Names the import for undoing it; absent when nothing new came in.
    pub id: Option<String>,
    /// Per file, in the order of reading.
    pub files: Vec<ImportedFileDto>,
    /// New trips in all.
    pub trips: u32,
    /// Trips that were known already.
    pub known: u32,
    /// Trips that the person had deleted or erased: they stay away.
    pub forgotten: u32,
    /// Trips that fit to no roads well enough: no way of them is kept, and they teach none.
    pub poor: u32,
    /// New stays in all: they suggest places and teach nothing else.
    pub visits: u32,
    /// Whether learning is on; nothing is concluded from the trips otherwise.
    pub learning: bool,
    /// Habits that now wait for an answer.
    pub questions: Vec<HabitCardDto>,
    /// Places that the trips suggest, those of earlier imports included.
    pub places: Vec<PlaceCandidateDto>,
}

/// What became of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedFileDto {
    /// Its name, without its folders.
    pub file: String,
    /// `gpx`, `geojson`, `timeline`, `records`, `semantic_month`, `csv`; empty when it could not be told.
    pub format: String,
    /// Why nothing could be read from it: `empty`, `archive`, `fit`, `unknown`, `damaged`, `no_points`, `only_waypoints`,
    /// `only_planned`, `columns`, `too_long`, `unreadable`, `missing`; empty when something was.
    pub why: String,
    /// The same as a sentence: what is the matter and what can be done. Empty when all went well.
    pub text: String,
    /// Points that were read.
    pub points: u32,
    /// Points that lie nowhere, or are far less sure than a road is wide.
    pub unusable: u32,
    /// The file ends in the middle; what stands before that was read.
    pub cut: bool,
    /// Its new trips, in the order of time.
    pub trips: Vec<ImportedTripDto>,
    /// Trips that were known already.
    pub known: u32,
    /// Trips that the person had deleted or erased.
    pub forgotten: u32,
    /// Trips that fit to no roads well enough.
    pub poor: u32,
    /// New stays that suggest places: a timeline's own visits, and the ends of trips whose points lie too far apart for a way.
    pub visits: u32,
    /// Trips that lie in no installed region.
    pub outside: u32,
    /// Parts that are no drives.
    pub left_out: Vec<LeftOutDto>,
}

/// Parts of a recording that are no drives, by why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LeftOutDto {
    /// `short`, `walk`, `ride`, `no_car`, `flight`, `untimed`.
    pub why: String,
    /// How many.
    pub count: u32,
}

/// A trip that came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedTripDto {
    /// Its memory id.
    pub id: String,
    /// Departure, UTC seconds.
    #[ts(type = "number")]
    pub departed_at: i64,
    /// IANA zone of the place it started at.
    pub zone: String,
    /// Seconds.
    pub duration_s: f64,
    /// Metres.
    pub distance_m: f64,
    /// Main roads.
    pub via: String,
    /// Whether another way would have been recommended.
    pub deviated: bool,
    /// The share of its metres whose roads are sure, 0 to 1.
    pub sure: f64,
}

/// An import that can be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportBriefDto {
    /// Its id.
    pub id: String,
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// IANA zone of that.
    pub zone: String,
    /// `files`, `folder`, `watched`, `recorder`.
    pub source: String,
    /// Files that gave a trip.
    pub files: u32,
    /// Trips of it that are there.
    pub trips: u32,
    /// Stays of it that are there.
    pub visits: u32,
    /// Departure of the first of them, UTC seconds.
    #[ts(type = "number")]
    pub from: i64,
    /// Departure of the last of them.
    #[ts(type = "number")]
    pub to: i64,
}

/// What taking an import back took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportUndoneDto {
    /// Its id.
    pub id: String,
    /// Trips.
    pub trips: u32,
    /// Stays that suggested places.
    pub visits: u32,
    /// Ids of what was concluded from them alone, and went with them.
    pub also: Vec<String>,
    /// Ids of what lost support and stays.
    pub weakened: Vec<String>,
}

/// A place that trips suggest. Nothing of it is stored until the person says yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceCandidateDto {
    /// Names it in an answer.
    pub id: String,
    /// Where.
    pub point: PointDto,
    /// What it seems to be: `home`, `work`, `place`; `entrance`: where one arrives at a remembered place.
    pub use_of: String,
    /// What it could be called: 家, Work, or what the map calls it.
    pub name: String,
    /// "Home? 23 nights".
    pub question: String,
    /// Times somebody came or left.
    pub visits: u32,
    /// Nights spent there.
    pub nights: u32,
    /// Weekdays spent there.
    pub weekdays: u32,
    /// Seconds spent there in all.
    pub stayed_s: f64,
    /// First time, UTC seconds.
    #[ts(type = "number")]
    pub first_at: i64,
    /// Last time.
    #[ts(type = "number")]
    pub last_at: i64,
    /// Of an entrance: the memory id of its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<String>,
}

/// The answers to a suggested place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlaceAnswerDto {
    /// It is one: remember it, by the given name when there is one.
    Confirm,
    /// It is none, for good: it is never suggested again.
    Dismiss,
}

/// An answer to a suggested place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceAnswerRequest {
    /// The suggestion's id.
    pub id: String,
    /// The answer.
    pub answer: PlaceAnswerDto,
    /// Another name than the suggested one; may be empty.
    #[serde(default)]
    pub name: String,
    /// Language of the words in the answer.
    #[serde(default)]
    pub lang: LangDto,
}

/// What an answer to a suggested place did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceAnsweredDto {
    /// The remembered place.
    pub place: Option<MemoryRowDto>,
    /// Ends of trips that lie there and are tied to it now.
    pub tied: u32,
    /// What still waits for an answer.
    pub left: Vec<PlaceCandidateDto>,
}

/// The ways between two places that are driven most, one direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CommuteDto {
    /// From.
    pub from: PlaceHitDto,
    /// To.
    pub to: PlaceHitDto,
    /// Trips.
    pub trips: u32,
    /// Days on which it was driven.
    pub days: u32,
    /// Minutes after midnight, on the clock of the place, of the middle departure.
    pub departs_minute: u32,
    /// Half of the departures lie within so many minutes of it.
    pub departs_within: u32,
    /// The middle duration, seconds.
    pub duration_s: f64,
    /// A quarter of the trips were quicker than this, seconds.
    pub quick_s: f64,
    /// A quarter were slower than this.
    pub slow_s: f64,
    /// The ways driven, most driven first.
    pub ways: Vec<CommuteWayDto>,
}

/// One of several ways between two places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CommuteWayDto {
    /// Main roads.
    pub via: String,
    /// Trips on it.
    pub trips: u32,
    /// The middle duration, seconds.
    pub duration_s: f64,
    /// Whether it is what would have been recommended.
    pub recommended: bool,
    /// The newest trip on it.
    pub newest: String,
    /// Its line, when the roads are still on the map.
    pub line: Option<LineDto>,
}

/// Where a receiver was, and when.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FixDto {
    /// Where.
    pub point: PointDto,
    /// UTC seconds.
    pub at: f64,
}

/// A drive that a receiver recorded and that is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct RecordedDriveRequest {
    /// Its fixes, in the order of time.
    pub fixes: Vec<FixDto>,
    /// Language of the words in the answer.
    pub lang: LangDto,
}

/// A drive along a route of a kept plan, made up for showing what happens after one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SimulateRequest {
    /// The plan.
    pub plan_id: String,
    /// The route of it; the recommended one when empty.
    pub route_id: String,
    /// Departure, UTC seconds; the plan's when absent.
    #[ts(type = "number | null")]
    pub departed_at: Option<i64>,
    /// Seconds between two fixes, 1 to 60; 1 when 0.
    pub every_s: f64,
}

/// A made-up drive: to be shown in fast motion, and, when the person says so, handed in as if a receiver had recorded it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SimulationDto {
    /// Where the car is, every few seconds.
    pub fixes: Vec<FixDto>,
    /// Seconds in all.
    pub duration_s: f64,
    /// Metres in all.
    pub distance_m: f64,
}

/// A folder in which new recordings are looked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct WatchedFolderDto {
    /// The folder; empty when none is watched, as at the start.
    pub folder: String,
    /// Whether it is there now.
    pub there: bool,
    /// When it was looked into last, UTC seconds; 0 when it never was.
    #[ts(type = "number")]
    pub looked_at: i64,
}
