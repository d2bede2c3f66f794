//! What can go wrong on the way from a file to a region, as the shells tell it.
//!
//! No variant holds a path, a name or a coordinate: the caller knows which file it asked about.

use std::io;

/// What a file that holds no OSM data seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LooksLike {
    /// A web page: usually the error page of a download server.
    Html,
    /// A zip archive (shapefiles, or an OSM file that has to be unpacked first).
    Zip,
    /// Another archive or compression: xz, zstd, 7z, rar, tar.
    Archive,
    /// GeoJSON or other JSON.
    Json,
    /// A GPX track.
    Gpx,
    /// KML.
    Kml,
    /// A list of changes (`.osc`), not the data itself.
    OsmChange,
    /// OSM in a form that is not read here (o5m, OPL).
    OtherOsm,
    /// Other XML.
    Xml,
    /// A picture or a PDF.
    Document,
    /// A SQLite database (GeoPackage, MBTiles).
    Sqlite,
    /// Text of no known form.
    Text,
    /// Bytes of no known form.
    Binary,
}

impl LooksLike {
    /// Stable word for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Zip => "zip",
            Self::Archive => "archive",
            Self::Json => "json",
            Self::Gpx => "gpx",
            Self::Kml => "kml",
            Self::OsmChange => "osm-change",
            Self::OtherOsm => "other-osm",
            Self::Xml => "xml",
            Self::Document => "document",
            Self::Sqlite => "sqlite",
            Self::Text => "text",
            Self::Binary => "binary",
        }
    }
}

/// Why a file did not become a region. Whatever the reason, nothing is left behind.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// There is no such file.
    #[error("the file is not there")]
    NotFound,
    /// The file is there and can't be read.
    #[error("the file can't be read ({0})")]
    Unreadable(io::ErrorKind),
    /// Zero bytes.
    #[error("the file is empty")]
    Empty,
    /// Something else than OSM data.
    #[error("the file is no OSM data; it looks like {}", .0.word())]
    NotOsm(LooksLike),
    /// The file ends in the middle of something: a download that broke off.
    #[error("the file stops too early: what begins at byte {at} needs {missing} more than its {total} bytes")]
    Truncated {
        /// Byte where the incomplete part begins.
        at: u64,
        /// Size of the file in bytes.
        total: u64,
        /// Bytes that are missing at least.
        missing: u64,
    },
    /// Bytes that make no sense.
    #[error("the file is damaged at or after byte {at} of {total}")]
    Damaged {
        /// Byte (of the file as it is on disk) where the unreadable part begins.
        at: u64,
        /// Size of the file in bytes.
        total: u64,
    },
    /// A packed file that becomes far larger than a map does: nothing that a person meant to import.
    #[error("the file unpacks to far more than a map file does")]
    Bomb,
    /// OSM data of a kind that is not read (history files, other compression).
    #[error("the file uses a feature of the OSM format that is not supported")]
    Unsupported,
    /// OSM data without a single road for cars.
    #[error("the file holds no road for cars")]
    NoRoads,
    /// Data on both sides of the 180th meridian.
    #[error("the region crosses the 180th meridian")]
    Antimeridian,
    /// The import was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// No space left.
    #[error("the disk is full")]
    DiskFull,
    /// The region folder can't be written.
    #[error("the region folder can't be written ({0})")]
    Write(io::ErrorKind),
}

impl ImportError {
    /// A failure while reading the source.
    pub(crate) fn reading(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound,
            kind => Self::Unreadable(kind),
        }
    }

    /// A failure while writing the region.
    pub(crate) fn writing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull,
            kind => Self::Write(kind),
        }
    }
}
