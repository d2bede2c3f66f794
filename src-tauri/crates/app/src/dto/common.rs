//! Shapes that several use cases share.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Language of the words in an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LangDto {
    /// Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

/// A WGS84 point in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PointDto {
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// A GeoJSON LineString.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LineDto {
    /// Always `LineString`.
    #[serde(rename = "type")]
    #[ts(type = "\"LineString\"")]
    pub kind: String,
    /// `[lon, lat]`, six decimals.
    pub coordinates: Vec<[f64; 2]>,
}

/// A place that can be chosen: from memory, from the map, or a coordinate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceHitDto {
    /// Name to show.
    pub label: String,
    /// Second line: street, quarter, "remembered place"; may be empty.
    pub detail: String,
    /// `home`, `work`, `place`, or the map's kind such as `amenity=fuel`.
    pub kind: String,
    /// Where.
    pub point: PointDto,
    /// `memory`, `map` or `coordinate`.
    pub source: String,
    /// Its memory id when it is remembered.
    pub memory: Option<String>,
    /// Metres from the point asked about, when known.
    pub distance_m: Option<f64>,
    /// Whether it is open, where that was asked or is worth saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub open: Option<OpenDto>,
    /// What stopping there costs, when asked along a way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detour: Option<DetourDto>,
    /// How often the person went there, when they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub used: Option<u32>,
    /// The entrance that trips to it end at, by the person's own choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entrance: Option<String>,
    /// It is not called what was typed, only much like it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub guess: bool,
}

impl PlaceHitDto {
    /// A hit of which no more is known than what and where.
    pub fn new(label: impl Into<String>, kind: impl Into<String>, point: PointDto, source: &str) -> Self {
        Self {
            label: label.into(),
            detail: String::new(),
            kind: kind.into(),
            point,
            source: source.to_owned(),
            memory: None,
            distance_m: None,
            open: None,
            entrance: None,
            detour: None,
            used: None,
            guess: false,
        }
    }
}

/// Whether something is open, on the clock of the place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OpenDto {
    /// `open`, `closed` or `unknown`.
    pub state: String,
    /// When that changes, `HH:MM`; nothing when it does not within a week.
    pub until: Option<String>,
    /// Days from today until then.
    pub days: u32,
}

/// What stopping at a place costs on the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DetourDto {
    /// Metres longer.
    pub distance_m: f64,
    /// Seconds longer, as the road allows; nothing when no road leads there and back.
    pub duration_s: Option<f64>,
    /// Metres of the way before it.
    pub after_m: f64,
}

/// Time and length of a way, or a difference of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct MeasureDto {
    /// Seconds.
    pub duration_s: f64,
    /// Metres.
    pub distance_m: f64,
}

/// Every way a use case can fail, as far as somebody acts on it. Wording lives in `ui/src/i18n` and, for the
/// terminal, in `cli`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// No region is installed: offer the demo and the import.
    NoRegion,
    /// A point lies in no installed region. `which`: from | to | via.
    OutsideRegion,
    /// A name is unknown. `name_index`: which mention; suggestions come in `places`.
    UnknownPlace,
    /// The sentence or request names no destination.
    NoDestination,
    /// No start is known: say where from, or remember a home.
    NoOrigin,
    /// No legal way exists. `why`: island | unreachable.
    NoRoute,
    /// The memory id does not exist or was deleted.
    NoSuchMemory,
    /// The plan or route id is not known any more: plan again.
    NoSuchPlan,
    /// The trace is not kept any more.
    NoSuchTrace,
    /// A request field is wrong. `field`.
    BadRequest,
    /// The file is not what it should be. `why`: empty | html | zip | truncated | not_osm | no_roads | unreadable |
    /// missing; of a track: not_gpx | no_points | too_long; `byte`, `percent` where known.
    BadFile,
    /// The region folder is damaged or of another version: import again.
    RegionDamaged,
    /// The disk is full.
    DiskFull,
    /// The data folder can't be read or written. `file`: the name only.
    Io,
    /// The memory database is newer than this program. `found`, `known`.
    NewerDatabase,
    /// The memory database is damaged. `file`.
    DamagedDatabase,
    /// The memory database is locked, and no passphrase was given. `keyring`: missing | refused | outdated, where the key
    /// was to come from there.
    Locked,
    /// The passphrase is not the right one.
    WrongPassphrase,
    /// The system's keyring can't keep or give the key. `why`: missing | refused.
    Keyring,
    /// Another Laolu uses this data folder.
    SecondInstance,
    /// Something could not be fetched. `why`: off | not_listed | list | address | unreachable | untrusted | slow | refused
    /// (with `status`) | page | too_large | broken | not_taken | checksum. Of a routing service (`provider`) also:
    /// no_address | no_key | key | limit | unreadable | wishes | off_its_map | no_way.
    Network,
    /// Work was cancelled by the person.
    Cancelled,
    /// The search gave up within its budget.
    Budget,
    /// Erasing is committed but bytes remain; it goes on at the next start. `file`, `why`.
    EraseUnfinished,
    /// A fault of Laolu's own.
    Internal,
}

/// A failure as the shells see it. Holds no text a person wrote, no address and no coordinate, except `places`:
/// suggestions for the very name just asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ErrorDto {
    /// What kind.
    pub code: ErrorCode,
    /// Values for the wording: file names, bytes, versions, which waypoint.
    #[ts(type = "Record<string, string>")]
    pub args: BTreeMap<String, String>,
    /// Whether trying again can help.
    pub retryable: bool,
    /// Nearest matches of an unknown place.
    pub places: Vec<PlaceHitDto>,
}

/// How far long work is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProgressDto {
    /// `download`, `verify`, `check`, `read`, `roads`, `names`, `map`, `write`, `prepare`, `search`, `demo`, `trips`, `learn`.
    pub phase: String,
    /// Position of the phase, from 0.
    pub phase_index: u32,
    /// How many phases there are.
    pub phase_count: u32,
    /// Units done in this phase.
    #[ts(type = "number")]
    pub done: u64,
    /// Units in this phase, 0 when unknown.
    #[ts(type = "number")]
    pub total: u64,
    /// Whole job, 0 to 1.
    pub fraction: f64,
    /// Seconds left, when it can be told.
    pub eta_s: Option<f64>,
}
