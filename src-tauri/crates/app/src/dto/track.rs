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
}
