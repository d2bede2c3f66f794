//! A recorded track and the roads it was driven on.

use super::LineDto;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct TrackRequest {
    /// A GPX file.
    pub path: String,
}

/// The roads driven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackDto {
    /// The file's name, without its folders.
    pub file: String,
    /// The region whose roads they are.
    pub region: String,
    /// Connected drives in the order of the track; more than one where the track leaves the map or jumps.
    pub drives: Vec<TrackDriveDto>,
    /// How far the points scatter, as assumed: standard deviation, metres.
    pub noise_m: f64,
    /// Points in the file.
    pub fixes: usize,
    /// Points without any road nearby.
    pub off_road: usize,
    /// Points that fit to no legal way.
    pub left_out: usize,
    /// Whether the points say when they were recorded.
    pub timed: bool,
    /// Where the track goes on between, before and after the drives: it lies off the map or off every road there, or
    /// jumps.
    pub rests: Vec<TrackRestDto>,
}

/// A part of the track that no drive explains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackRestDto {
    /// Comes before the drive of this index; as many as there are drives when it comes last.
    pub before: usize,
    /// Points in it.
    pub fixes: usize,
    /// UTC seconds of its first point, when the file says so.
    #[ts(type = "number | null")]
    pub started_at: Option<i64>,
    /// Metres along its points.
    pub distance_m: f64,
    /// Its points as recorded, thinned where there are very many.
    pub line: LineDto,
}

/// One connected drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackDriveDto {
    /// Metres.
    pub distance_m: f64,
    /// UTC seconds, when the file says so.
    #[ts(type = "number | null")]
    pub started_at: Option<i64>,
    /// UTC seconds, when the file says so.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// Its roads in order.
    pub stretches: Vec<TrackStretchDto>,
    /// The same line cut where it becomes surer or less sure, in order and without gaps.
    pub sections: Vec<TrackSectionDto>,
    /// Its line on the roads.
    pub line: LineDto,
}

/// A stretch of one road.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackStretchDto {
    /// Name or ref; empty when it has none.
    pub road: String,
    /// Metres.
    pub distance_m: f64,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// Nothing was recorded here: the quickest way fills the gap.
    pub bridged: bool,
    /// Index of its first point in the drive's line.
    pub from_point: usize,
    /// Index of its last point.
    pub to_point: usize,
}

/// A part of a drive that is equally sure from end to end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackSectionDto {
    /// `sure`, `likely`, `unsure`, `bridged`.
    pub sure: String,
    /// Metres.
    pub distance_m: f64,
    /// Index of its first point in the drive's line.
    pub from_point: usize,
    /// Index of its last point.
    pub to_point: usize,
}
