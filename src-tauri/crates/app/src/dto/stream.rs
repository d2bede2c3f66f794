//! The stream: everything that was noticed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{FacetDto, NoticedDto};

/// Which part of the stream.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct StreamQuery {
    /// Words that have to stand in it; empty for all.
    pub text: String,
    /// Where it comes from: `dialogue`, `action`, `trip`, `import`, `condition`; any when empty.
    pub sources: Vec<String>,
    /// What happened: `said`, `set`, `followed`, …; anything when empty.
    pub kinds: Vec<String>,
    /// So many rows; 200 when 0.
    pub limit: u32,
    /// After so many.
    pub offset: u32,
}

/// A part of the stream, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct StreamPageDto {
    /// The rows.
    pub rows: Vec<StreamRowDto>,
    /// How many there are of that kind.
    pub total: u32,
    /// How many there are at all.
    pub all: u32,
    /// How many there are of each source.
    pub sources: Vec<FacetDto>,
    /// How many there are of each kind.
    pub kinds: Vec<FacetDto>,
}

/// One thing noticed, with its situation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct StreamRowDto {
    /// What, when, and how much it matters.
    pub noticed: NoticedDto,
    /// The remembered place, `place-N`, when at one.
    pub place: Option<String>,
    /// Its name; empty when at none, or when it is forgotten.
    pub place_name: String,
    /// The trip, `trip-N`, when on one.
    pub trip: Option<String>,
    /// Traffic, in words; may be empty.
    pub traffic: String,
    /// The talk or trip that it belongs to; may be empty.
    pub session: String,
    /// How sure it was heard right, 0 to 1.
    pub heard: f64,
}
