//! Recordings that other programs wrote: their formats, the trips in them, and the places that they suggest.
//!
//! [`read`] takes a file of any known format and gives a [`Recording`]: [`Track`]s of [`Fix`]es. [`trips`] cuts them where
//! somebody stayed or nothing was recorded, and leaves out what was no drive. [`suggest`] clusters where trips begin and end.
//! Nothing here opens a file, reads a clock or knows a map. The rules (TI1 …) stand in `docs/spec/trips.md`.

mod csv;
mod geojson;
mod gpx;
mod json;
mod kind;
mod places;
mod read;
mod split;
mod timeline;
mod when;

pub use csv::{Column, Mapping, Preview};
pub use places::{End, Suggested, Use, suggest};
pub use read::{Options, ReadError, preview, read};
pub use split::{LeftOut, Rules, Split, Stretch, trips};

use domain::LonLat;

/// Where a receiver believed to be, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fix {
    /// The place.
    pub at: LonLat,
    /// Seconds since 1970, when the file says so.
    pub time: Option<f64>,
}

/// What was moved with, as far as the file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It does not say.
    #[default]
    Unknown,
    /// A car, van or motorcycle.
    Car,
    /// On foot, by bicycle, by train, by air: no drive.
    Other,
}

/// A stay that a recording tells of in words of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Where.
    pub at: LonLat,
    /// When somebody came, seconds since 1970.
    pub from: f64,
    /// When they left.
    pub to: f64,
}

/// Fixes that belong together, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The fixes.
    pub fixes: Vec<Fix>,
    /// What was moved with.
    pub mode: Mode,
    /// Times between the first and the last fix were not recorded but shared out along the line: they say nothing of how long a
    /// road took.
    pub rough: bool,
}

/// Formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// GPX 1.0 or 1.1.
    Gpx,
    /// GeoJSON (RFC 7946).
    GeoJson,
    /// Google's timeline as a phone exports it: `Timeline.json`, Android's or an iPhone's.
    Timeline,
    /// Google Takeout's `Records.json`.
    Records,
    /// Google Takeout's semantic months.
    SemanticMonth,
    /// A table.
    Csv,
}

impl Format {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Gpx => "gpx",
            Self::GeoJson => "geojson",
            Self::Timeline => "timeline",
            Self::Records => "records",
            Self::SemanticMonth => "semantic_month",
            Self::Csv => "csv",
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Its format.
    pub format: Format,
    /// Its tracks.
    pub tracks: Vec<Track>,
    /// Stays that it names, in the order of time.
    pub visits: Vec<Visit>,
    /// The file ends in the middle: what was written before was read.
    pub cut: bool,
    /// Points that lie outside of the globe, have no place, or are far less sure than a road is wide.
    pub unusable: usize,
}

impl Recording {
    pub(crate) fn of(format: Format) -> Self {
        Self { format, tracks: Vec::new(), visits: Vec::new(), cut: false, unusable: 0 }
    }

    /// Fixes in all tracks.
    pub fn fixes(&self) -> usize {
        self.tracks.iter().map(|track| track.fixes.len()).sum()
    }
}

/// A place that may be one: receivers without a fix write 0, 0.
pub(crate) fn place(lon: f64, lat: f64) -> Option<LonLat> {
    LonLat::new(lon, lat).filter(|at| at.lon != 0.0 || at.lat != 0.0)
}
