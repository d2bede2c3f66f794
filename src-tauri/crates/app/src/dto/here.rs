//! What lies at a point of the map, and wishes about the road there.

use super::{LangDto, LineDto, PlaceHitDto, PointDto, ScopeDto, StrengthDto, TargetDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is at a clicked point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HereDto {
    /// Nearest name, may be empty.
    pub label: String,
    /// The point.
    pub point: PointDto,
    /// The road there.
    pub road: Option<RoadHereDto>,
    /// A remembered place within 60 m.
    pub place: Option<PlaceHitDto>,
    /// Whether an installed region covers it.
    pub in_region: bool,
    /// The point as the settings want coordinates shown, with the datum where it shifts.
    #[serde(default)]
    pub coordinates: String,
}

/// A stretch of road from junction to junction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RoadHereDto {
    /// Its name, or "unnamed road".
    pub label: String,
    /// As a target for a wish.
    pub target: TargetDto,
    /// Its lines.
    pub lines: Vec<LineDto>,
    /// Its one or two directions of travel, each for itself.
    pub ways: Vec<RoadWayDto>,
    /// Metres from end to end.
    pub length_m: f64,
    /// Whether it can be extended by a further junction: before the start of the first way, and behind its end.
    pub goes_on: Vec<bool>,
}

/// One direction of travel along a stretch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RoadWayDto {
    /// Where it leads: `n`, `ne`, `e`, `se`, `s`, `sw`, `w`, `nw`.
    pub heading: String,
    /// As a target for a wish.
    pub target: TargetDto,
    /// Its lines.
    pub lines: Vec<LineDto>,
}

/// "Avoid this road" or "prefer this road" with "remember".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RoadWishRequest {
    /// The stretch, or the area.
    pub target: TargetDto,
    /// How strongly.
    pub strength: StrengthDto,
    /// When it holds; always when absent.
    #[serde(default)]
    pub scope: ScopeDto,
    /// Until when; for ever when absent.
    #[serde(default)]
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
    /// Language of the statement.
    pub lang: LangDto,
}
