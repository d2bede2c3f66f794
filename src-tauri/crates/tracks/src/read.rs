//! Which format a file has, and what is said when it has none.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use jiff::tz::TimeZone;

use crate::{Mapping, Preview, Recording, csv, gpx, json};

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// IANA zone of times that name none: the person's own.
    pub zone: String,
    /// The most fixes that are taken: five million are a year at one in five seconds.
    pub most: usize,
    /// What the columns of a table are, when the person said so; guessed otherwise.
    pub mapping: Option<Mapping>,
}

impl Default for Options {
    fn default() -> Self {
        Self { zone: "UTC".to_owned(), most: 5_000_000, mapping: None }
    }
}

/// Why a file gives no track. Each says by itself what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// An archive: it has to be unpacked first.
    #[error("the file is an archive")]
    Archive,
    /// A Garmin FIT file: it has to be converted, or exported as GPX.
    #[error("the file is a FIT recording")]
    Fit,
    /// None of the formats that are read.
    #[error("the file is no recording of a known format")]
    Unknown,
    /// The right format, but it can't be read from its beginning on.
    #[error("the file is damaged")]
    Damaged,
    /// The right format without any point.
    #[error("the file holds no recorded points")]
    NoPoints,
    /// Places that somebody marked, and no recording.
    #[error("the file holds marked places only")]
    OnlyWaypoints,
    /// A route that was planned, and no recording.
    #[error("the file holds a planned route only")]
    OnlyPlanned,
    /// A table in which no column can be told to be the place: the person has to say which is.
    #[error("the table's columns are not known")]
    Columns,
    /// More points than are taken.
    #[error("the file has more than {most} points")]
    TooLong {
        /// How many are taken.
        most: usize,
    },
    /// It could not be read to its end.
    #[error("the file can't be read")]
    Io,
}

impl ReadError {
    /// Its word on the wire.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Archive => "archive",
            Self::Fit => "fit",
            Self::Unknown => "unknown",
            Self::Damaged => "damaged",
            Self::NoPoints => "no_points",
            Self::OnlyWaypoints => "only_waypoints",
            Self::OnlyPlanned => "only_planned",
            Self::Columns => "columns",
            Self::TooLong { .. } => "too_long",
            Self::Io => "unreadable",
        }
    }
}

/// Bytes that are looked at to tell the format.
const LOOKED_AT: usize = 8_192;

/// Reads a file of any known format, told by its content: names lie. Memory grows with the fixes, not with the file.
///
/// # Errors
/// When it holds no track, and why not.
pub fn read(source: impl Read, options: &Options) -> Result<Recording, ReadError> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    match begin(&mut source)? {
        Begin::Gzip => plain(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(source)), options),
        Begin::Plain => plain(source, options),
    }
}

/// The first rows of a table and what its columns seem to be, for a dialog; `None` when the file is no table.
///
/// # Errors
/// When it is none of the known formats, or can't be read.
pub fn preview(source: impl Read, options: &Options) -> Result<Option<Preview>, ReadError> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let (text, _whole) = match begin(&mut source)? {
        Begin::Gzip => head(BufReader::new(MultiGzDecoder::new(source)))?,
        Begin::Plain => head(source)?,
    };
    match Seen::of(text.as_bytes()) {
        Seen::Table => csv::preview(&text, &zone(options)).map(Some),
        Seen::Xml | Seen::Json => Ok(None),
    }
}

/// The beginning of a file as text, cut at a line.
fn head(source: impl Read) -> Result<(String, bool), ReadError> {
    let mut bytes = Vec::new();
    source.take(LOOKED_AT as u64 * 4).read_to_end(&mut bytes).map_err(|_unreadable| ReadError::Io)?;
    let whole = bytes.len() < LOOKED_AT * 4;
    if !whole && let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
        bytes.truncate(end + 1);
    }
    Ok((String::from_utf8_lossy(&bytes).into_owned(), whole))
}

enum Begin {
    Gzip,
    Plain,
}

fn begin(source: &mut impl BufRead) -> Result<Begin, ReadError> {
    let first = source.fill_buf().map_err(|_unreadable| ReadError::Io)?;
    match first {
        [] => Err(ReadError::Empty),
        [0x1f, 0x8b, ..] => Ok(Begin::Gzip),
        [b'P', b'K', 3 | 5, ..] | [b'R', b'a', b'r', b'!', ..] | [b'7', b'z', 0xbc, ..] => {
            Err(ReadError::Archive)
        }
        bytes if bytes.get(8..12) == Some(b".FIT") => Err(ReadError::Fit),
        _ => Ok(Begin::Plain),
    }
}

enum Seen {
    Xml,
    Json,
    Table,
}

impl Seen {
    fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'<') => Self::Xml,
            Some(b'{' | b'[') => Self::Json,
            _ => Self::Table,
        }
    }
}

fn plain(mut source: impl BufRead, options: &Options) -> Result<Recording, ReadError> {
    let first = source.fill_buf().map_err(|_unreadable| ReadError::Damaged)?;
    if first.is_empty() {
        return Err(ReadError::Empty);
    }
    let bom = first.starts_with(b"\xef\xbb\xbf");
    let seen = Seen::of(first);
    if bom {
        source.consume(3);
    }
    match seen {
        Seen::Xml => gpx::read(source, options.most),
        Seen::Json => json::read(source, options.most),
        Seen::Table => csv::read(source, options, &zone(options)),
    }
}

fn zone(options: &Options) -> TimeZone {
    TimeZone::get(&options.zone).unwrap_or(TimeZone::UTC)
}
