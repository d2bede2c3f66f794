//! Tables: what their columns are is guessed from names and values, or said by a person.

use std::io::Read;

use jiff::tz::TimeZone;

use crate::{Fix, Format, Options, Recording, Track, kind, place, read::ReadError, when};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Degrees north.
    Latitude,
    /// Degrees east.
    Longitude,
    /// Both, latitude first: `41.15, -8.61`.
    LatLon,
    /// A time, or date and time.
    Time,
    /// A date, whose time of day stands in [`Column::Clock`].
    Date,
    /// A time of day.
    Clock,
    /// Which trip the row belongs to: a new value is a new track.
    Track,
    /// Nothing that is read.
    Other,
}

impl Column {
    /// All.
    pub const ALL: [Self; 8] = [
        Self::Latitude,
        Self::Longitude,
        Self::LatLon,
        Self::Time,
        Self::Date,
        Self::Clock,
        Self::Track,
        Self::Other,
    ];

    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Latitude => "lat",
            Self::Longitude => "lon",
            Self::LatLon => "lat_lon",
            Self::Time => "time",
            Self::Date => "date",
            Self::Clock => "clock",
            Self::Track => "track",
            Self::Other => "other",
        }
    }

    /// The column with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.word() == word)
    }
}

/// What a table's columns are.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// Between two cells.
    pub delimiter: u8,
    /// Whether the first row holds names.
    pub header: bool,
    /// Numbers are written `41,15`.
    pub decimal_comma: bool,
    /// One per column, from the left.
    pub columns: Vec<Column>,
    /// IANA zone of times that name none; empty for the person's own.
    pub zone: String,
}

impl Mapping {
    fn at(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|known| *known == column)
    }

    /// Whether a place can be read with it.
    pub fn has_place(&self) -> bool {
        self.at(Column::LatLon).is_some()
            || (self.at(Column::Latitude).is_some() && self.at(Column::Longitude).is_some())
    }

    /// Whether times can be read with it.
    pub fn has_time(&self) -> bool {
        self.at(Column::Time).is_some()
            || (self.at(Column::Date).is_some() && self.at(Column::Clock).is_some())
    }
}

/// The beginning of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// What its columns seem to be.
    pub guess: Mapping,
    /// Names of columns, or their first values where there are none.
    pub names: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
}

/// Rows of a preview.
const SHOWN: usize = 8;
/// Rows that a guess looks at.
const LOOKED_AT: usize = 50;
/// Between two cells, likeliest first where two divide the rows equally well.
const DELIMITERS: [u8; 4] = [b';', b'\t', b',', b'|'];

const LATITUDES: [&str; 8] =
    ["lat", "latitude", "gpslatitude", "lat_deg", "y", "纬度", "breite", "positionlat"];
const LONGITUDES: [&str; 11] = [
    "lon",
    "lng",
    "long",
    "longitude",
    "gpslongitude",
    "lon_deg",
    "x",
    "经度",
    "länge",
    "laenge",
    "positionlong",
];
const BOTH: [&str; 6] = ["latlng", "latlon", "position", "coordinates", "location", "坐标"];
const TIMES: [&str; 14] = [
    "time",
    "timestamp",
    "datetime",
    "date_time",
    "utc",
    "utctime",
    "gpstime",
    "devicetime",
    "recordedat",
    "ts",
    "epoch",
    "unix",
    "时间",
    "zeit",
];
const DATES: [&str; 4] = ["date", "day", "日期", "datum"];
const TRACKS: [&str; 8] = ["trip", "tripid", "trip_id", "track", "trackid", "track_id", "segment", "行程"];
const KINDS: [&str; 3] = ["activity", "mode", "type"];

/// The first rows of a table and what its columns seem to be.
pub(crate) fn preview(text: &str, zone: &TimeZone) -> Result<Preview, ReadError> {
    let (guess, rows) = guess(text, zone).ok_or(ReadError::Unknown)?;
    let names = rows.first().cloned().unwrap_or_default();
    let rows = rows.into_iter().skip(usize::from(guess.header)).take(SHOWN).collect();
    Ok(Preview { guess, names, rows })
}

/// All tracks of a table.
pub(crate) fn read(
    mut source: impl Read,
    options: &Options,
    zone: &TimeZone,
) -> Result<Recording, ReadError> {
    // The beginning is read twice: once for the guess.
    let mut begun = Vec::new();
    let taken = source.by_ref().take(32_768).read_to_end(&mut begun).map_err(|_unreadable| ReadError::Io)?;
    if begun.contains(&0) {
        return Err(ReadError::Unknown);
    }
    let mapping = match &options.mapping {
        Some(mapping) => mapping.clone(),
        None => {
            let text = String::from_utf8_lossy(&begun);
            // A line that is cut in two says nothing true.
            let whole =
                if taken == 32_768 { text.rfind('\n').map_or(&*text, |end| &text[..end]) } else { &text };
            guess(whole, zone).ok_or(ReadError::Unknown)?.0
        }
    };
    if !mapping.has_place() {
        return Err(ReadError::Columns);
    }
    let zone = TimeZone::get(&mapping.zone).unwrap_or_else(|_own| zone.clone());
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(mapping.delimiter)
        .has_headers(mapping.header)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(begun.chain(source));
    let kinds = match mapping.header {
        true => rows.byte_headers().ok().and_then(|names| {
            names.iter().position(|name| KINDS.contains(&String::from_utf8_lossy(name).to_lowercase().trim()))
        }),
        false => None,
    };
    let mut recording = Recording::of(Format::Csv);
    let (mut record, mut fixes, mut of_track) = (csv::ByteRecord::new(), 0, Vec::new());
    loop {
        match rows.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) if error.is_io_error() => return Err(ReadError::Io),
            Err(_) => {
                recording.cut = true;
                break;
            }
        }
        let cell = |column: Column| {
            let cell = record.get(mapping.at(column)?)?;
            Some(String::from_utf8_lossy(cell)).filter(|cell| !cell.is_empty())
        };
        let Some(at) = spot(&mapping, &cell) else {
            recording.unusable += 1;
            continue;
        };
        let time = match (cell(Column::Time), cell(Column::Date), cell(Column::Clock)) {
            (Some(time), _, _) => when::time(&point(&time, mapping.decimal_comma), &zone),
            (None, Some(date), Some(clock)) => when::date_and_time(&date, &clock, &zone),
            _ => None,
        };
        fixes += 1;
        if fixes > options.most {
            return Err(ReadError::TooLong { most: options.most });
        }
        let name = mapping.at(Column::Track).and_then(|column| record.get(column)).unwrap_or_default();
        if recording.tracks.is_empty() || name != of_track.as_slice() {
            of_track = name.to_vec();
            let mode = kinds.and_then(|column| record.get(column)).map(String::from_utf8_lossy);
            let mode = mode.map_or_else(Default::default, |word| kind::mode(&word));
            recording.tracks.push(Track { mode, ..Track::default() });
        }
        if let Some(track) = recording.tracks.last_mut() {
            track.fixes.push(Fix { at, time });
        }
    }
    match recording.fixes() {
        0 if recording.unusable > 0 && options.mapping.is_none() => Err(ReadError::Columns),
        0 => Err(ReadError::NoPoints),
        _ => Ok(recording),
    }
}

fn spot<'a>(
    mapping: &Mapping,
    cell: &dyn Fn(Column) -> Option<std::borrow::Cow<'a, str>>,
) -> Option<domain::LonLat> {
    if let Some(both) = cell(Column::LatLon) {
        let (lat, lon) = pair(&both)?;
        return place(lon, lat);
    }
    let number = |column| degrees(&cell(column)?, mapping.decimal_comma);
    place(number(Column::Longitude)?, number(Column::Latitude)?)
}

/// `41.15`, `41,15`, `41.15°`, `41.15 N`, `8.61W`.
fn degrees(text: &str, decimal_comma: bool) -> Option<f64> {
    let text = point(text.trim(), decimal_comma);
    let letter = text.trim_end().chars().last().filter(char::is_ascii_alphabetic);
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '°' || c.is_whitespace());
    let number = number.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some(if letter.is_some_and(|letter| matches!(letter, 'S' | 's' | 'W' | 'w')) { -number } else { number })
}

/// `41.15, -8.61`, `(41.15 -8.61)`, `POINT` is not meant.
fn pair(text: &str) -> Option<(f64, f64)> {
    let text = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let (lat, lon) = text.split_once([',', ';']).or_else(|| text.split_once(char::is_whitespace))?;
    Some((degrees(lat, false)?, degrees(lon, false)?))
}

fn point(text: &str, decimal_comma: bool) -> String {
    if decimal_comma { text.replacen(',', ".", 1) } else { text.to_owned() }
}

/// What the columns are, with the rows that it was guessed from. `None` when the text is no table of two columns.
fn guess(text: &str, zone: &TimeZone) -> Option<(Mapping, Vec<Vec<String>>)> {
    let mut best: Option<(usize, Mapping, Vec<Vec<String>>)> = None;
    for delimiter in DELIMITERS {
        let rows = rows(text, delimiter);
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width < 2
            && !rows.first().is_some_and(|row| row.iter().any(|cell| BOTH.contains(&fold(cell).as_str())))
        {
            continue;
        }
        let mapping = columns(&rows, width, delimiter, zone);
        // A delimiter that is one cuts every row alike.
        let even = rows.iter().all(|row| row.len() == width);
        let score = usize::from(mapping.has_place()) * 100
            + usize::from(mapping.has_time()) * 50
            + usize::from(even) * 30
            + width.min(20);
        if best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, mapping, rows));
        }
    }
    best.map(|(_, mapping, rows)| (mapping, rows))
}

fn rows(text: &str, delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let rows = reader.byte_records().map_while(Result::ok).take(LOOKED_AT + 1);
    rows.map(|row| row.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()).collect()
}

fn fold(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.split(['(', '[']).next().unwrap_or_default();
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the first row holds names: known ones, or words where the row after it has numbers.
fn has_names(rows: &[Vec<String>]) -> bool {
    let Some(first) = rows.first() else { return false };
    let is_number = |cell: &String| degrees(cell, true).is_some();
    if first.iter().any(is_number) {
        return false;
    }
    let lists: [&[&str]; 5] = [&LATITUDES, &LONGITUDES, &BOTH, &TIMES, &DATES];
    let known = |cell: &String| lists.iter().any(|list| list.iter().any(|name| fold(name) == fold(cell)));
    first.iter().any(known) || rows.get(1).is_some_and(|row| row.iter().any(is_number))
}

fn columns(rows: &[Vec<String>], width: usize, delimiter: u8, zone: &TimeZone) -> Mapping {
    let header = has_names(rows);
    let data = &rows[usize::from(header).min(rows.len())..];
    let cells =
        |column: usize| data.iter().filter_map(move |row| row.get(column)).filter(|cell| !cell.is_empty());
    // A comma can only be a decimal one where it does not divide cells.
    let with_comma = |cell: &&String| {
        let parts: Vec<&str> = cell.trim_start_matches('-').split(',').collect();
        matches!(parts.as_slice(), [whole, part] if [whole, part].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())))
    };
    let decimal_comma = delimiter != b','
        && (0..width).any(|column| cells(column).count() > 0 && cells(column).all(|cell| with_comma(&cell)));
    let mut columns = vec![Column::Other; width];
    if let (true, Some(names)) = (header, rows.first()) {
        let lists: [(Column, &[&str]); 6] = [
            (Column::Latitude, &LATITUDES),
            (Column::Longitude, &LONGITUDES),
            (Column::LatLon, &BOTH),
            (Column::Time, &TIMES),
            (Column::Date, &DATES),
            (Column::Track, &TRACKS),
        ];
        for (column, list) in lists {
            // The first name of the list that there is: `time` before `timestamp` says nothing, but `lat` before `y` does.
            let found = list.iter().find_map(|name| names.iter().position(|cell| fold(cell) == fold(name)));
            if let Some(index) = found.filter(|index| columns.get(*index) == Some(&Column::Other)) {
                columns[index] = column;
            }
        }
    }
    let mut mapping = Mapping { delimiter, header, decimal_comma, columns, zone: String::new() };
    by_values(&mut mapping, &cells, width, zone);
    // A date beside a time of day; a "date" column may hold both, and a "time" column the time of day only.
    let all_times = |column: Option<usize>| {
        column.is_some_and(|column| {
            cells(column).count() > 0
                && cells(column).all(|cell| when::time(&point(cell, decimal_comma), zone).is_some())
        })
    };
    let (time, date) = (mapping.at(Column::Time), mapping.at(Column::Date));
    match (time, date) {
        (Some(time), Some(_)) if !all_times(Some(time)) => mapping.columns[time] = Column::Clock,
        (None, Some(date)) if all_times(Some(date)) => mapping.columns[date] = Column::Time,
        _ => {}
    }
    mapping
}

/// What names did not tell, by values: times that are times, degrees that change little from row to row.
fn by_values<'a, I: Iterator<Item = &'a String>>(
    mapping: &mut Mapping,
    cells: &dyn Fn(usize) -> I,
    width: usize,
    zone: &TimeZone,
) {
    let comma = mapping.decimal_comma;
    let free = |mapping: &Mapping, column: usize| mapping.columns[column] == Column::Other;
    if mapping.at(Column::Time).is_none() && mapping.at(Column::Date).is_none() {
        let time = (0..width).find(|column| {
            free(mapping, *column)
                && cells(*column).count() > 0
                && cells(*column).all(|cell| when::time(&point(cell, comma), zone).is_some())
        });
        if let Some(column) = time {
            mapping.columns[column] = Column::Time;
        }
    }
    if mapping.has_place() {
        return;
    }
    // Two neighbouring columns of degrees with three decimals at least; latitude first unless it can't be one.
    let like_degrees = |column: usize| -> Option<f64> {
        let mut largest: f64 = 0.0;
        let mut any = false;
        for cell in cells(column) {
            let decimals = point(cell, comma).split_once('.').map_or(0, |(_, digits)| digits.len());
            largest = largest.max(degrees(cell, comma)?.abs());
            any = true;
            if decimals < 3 || largest > 180.0 {
                return None;
            }
        }
        any.then_some(largest)
    };
    for column in 0..width.saturating_sub(1) {
        if !free(mapping, column) || !free(mapping, column + 1) {
            continue;
        }
        if let (Some(first), Some(_second)) = (like_degrees(column), like_degrees(column + 1)) {
            let (lat, lon) = if first > 90.0 { (column + 1, column) } else { (column, column + 1) };
            mapping.columns[lat] = Column::Latitude;
            mapping.columns[lon] = Column::Longitude;
            return;
        }
    }
}
