//! Regions and the demo.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An installed region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RegionDto {
    /// Its folder's name.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// West, south, east, north in degrees.
    pub bbox: [f64; 4],
    /// File it came from (name only).
    pub source: String,
    /// When the map data is from, UTC seconds, when the file says.
    #[ts(type = "number | null")]
    pub data_at: Option<i64>,
    /// When it was imported, UTC seconds.
    #[ts(type = "number")]
    pub imported_at: i64,
    /// Bytes on disk.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// Junctions.
    pub nodes: u32,
    /// Kilometres of road.
    pub road_km: f64,
    /// Names that can be searched.
    pub names: u32,
    /// Elements of the file that had to be skipped.
    pub skipped: u32,
    /// Why it can't be used: `damaged`, `old_version`; empty when it can.
    pub problem: String,
}

/// Import a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportRequest {
    /// Full path of an .osm.pbf, .osm, .osm.gz or .osm.bz2 file.
    pub path: String,
    /// Name to show; the file's name when empty.
    #[serde(default)]
    pub name: String,
}

/// Whether the demo is installed and what it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DemoDto {
    /// Whether the demo profile exists.
    pub installed: bool,
    /// Places in it.
    pub places: u32,
    /// Trips in it.
    pub trips: u32,
    /// Preferences and habits in it.
    pub preferences: u32,
}

/// The list of regions that can be downloaded, as it was fetched last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OnlineListDto {
    /// Where the list is from.
    pub address: String,
    /// When it was fetched, UTC seconds; nothing when it never was.
    #[ts(type = "number | null")]
    pub at: Option<i64>,
    /// Whether downloading is switched on.
    pub on: bool,
    /// The regions in the list's order.
    pub regions: Vec<OnlineRegionDto>,
}

/// A region that can be downloaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OnlineRegionDto {
    /// The list's id.
    pub id: String,
    /// Id of the region that it is a part of.
    pub parent: Option<String>,
    /// Name, as the list has it.
    pub name: String,
    /// ISO 3166 codes.
    pub codes: Vec<String>,
    /// Whether there is a file; otherwise it only holds others.
    pub downloadable: bool,
    /// Bytes of its file that are here from a download that was stopped.
    #[ts(type = "number")]
    pub have_bytes: u64,
    /// Whether it is installed.
    pub installed: bool,
}

/// How large a region's file is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DownloadSizeDto {
    /// The list's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Bytes of the file, when the server says.
    #[ts(type = "number | null")]
    pub bytes: Option<u64>,
    /// Bytes of it that need not be fetched again.
    #[ts(type = "number")]
    pub have_bytes: u64,
}
