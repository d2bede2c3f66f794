//! What Google knows of somebody's ways: the timeline that phones export since 2024, and Takeout's files of before.
//!
//! An Android phone writes `semanticSegments` of visits, activities and paths, and `rawSignals` of the last weeks; an iPhone
//! writes a bare list of the same segments with other spellings. Takeout wrote `Records.json` with every fix and a file a
//! month with `timelineObjects`. None of it is documented; the shapes are those of exported files.

use jiff::tz::TimeZone;
use serde::Deserialize;

use crate::{
    Fix, Mode, Track, Visit,
    json::{Number, Text},
    kind, place, when,
};

/// Fixes less sure than this are no place on a road, metres.
const LEAST_SURE_M: f64 = 100.0;

/// A segment of a phone's timeline.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Segment {
    start_time: Text,
    end_time: Text,
    timeline_path: Vec<PathPoint>,
    visit: Option<VisitSegment>,
    activity: Option<Activity>,
}

impl Segment {
    /// Whether anything of it is a segment's: any list of objects would do otherwise.
    pub(crate) fn is_one(&self) -> bool {
        !self.timeline_path.is_empty() || self.visit.is_some() || self.activity.is_some()
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct VisitSegment {
    top_candidate: VisitCandidate,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct VisitCandidate {
    place_location: Place,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PathPoint {
    point: Text,
    time: Text,
    duration_minutes_offset_from_start_time: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Activity {
    start: Place,
    end: Place,
    top_candidate: Candidate,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Candidate {
    #[serde(rename = "type")]
    kind: Text,
}

/// Android wraps a place, an iPhone does not.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Place {
    Wrapped {
        #[serde(rename = "latLng")]
        lat_lng: String,
    },
    Bare(String),
    Other(serde::de::IgnoredAny),
}

impl Default for Place {
    fn default() -> Self {
        Self::Bare(String::new())
    }
}

impl Place {
    fn at(&self) -> Option<domain::LonLat> {
        match self {
            Self::Wrapped { lat_lng: text } | Self::Bare(text) => lat_lng(text),
            Self::Other(_) => None,
        }
    }
}

/// A fix of the last weeks.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Signal {
    position: Option<Position>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Position {
    #[serde(rename = "LatLng", alias = "latLng")]
    lat_lng: Text,
    #[serde(rename = "accuracyMeters")]
    accuracy_m: Number,
    timestamp: Text,
}

/// A fix of Takeout.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    #[serde(rename = "latitudeE7")]
    lat_e7: Number,
    #[serde(rename = "longitudeE7")]
    lon_e7: Number,
    accuracy: Number,
    timestamp: Text,
    #[serde(rename = "timestampMs")]
    timestamp_ms: Text,
}

/// An object of a semantic month.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct MonthObject {
    activity_segment: Option<ActivitySegment>,
    place_visit: Option<PlaceVisit>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PlaceVisit {
    location: E7,
    center_lat_e7: Number,
    center_lng_e7: Number,
    duration: Duration,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ActivitySegment {
    start_location: E7,
    end_location: E7,
    duration: Duration,
    activity_type: Text,
    waypoint_path: Waypoints,
    simplified_raw_path: RawPath,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Duration {
    #[serde(rename = "startTimestamp")]
    start: Text,
    #[serde(rename = "endTimestamp")]
    end: Text,
    #[serde(rename = "startTimestampMs")]
    start_ms: Text,
    #[serde(rename = "endTimestampMs")]
    end_ms: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Waypoints {
    waypoints: Vec<E7>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RawPath {
    points: Vec<E7>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct E7 {
    #[serde(rename = "latitudeE7", alias = "latE7")]
    lat: Number,
    #[serde(rename = "longitudeE7", alias = "lngE7")]
    lon: Number,
    timestamp: Text,
    #[serde(rename = "timestampMs")]
    timestamp_ms: Text,
}

impl E7 {
    fn at(&self) -> Option<domain::LonLat> {
        e7(self.lon, self.lat)
    }

    fn time(&self) -> Option<f64> {
        either(&self.timestamp, &self.timestamp_ms)
    }
}

/// What somebody did between two times.
struct Moved {
    from: f64,
    to: f64,
    mode: Mode,
    ends: [Option<domain::LonLat>; 2],
}

/// Everything of one file.
#[derive(Default)]
pub(crate) struct Timeline {
    /// Fixes whose activity stands elsewhere.
    fixes: Vec<Fix>,
    moved: Vec<Moved>,
    tracks: Vec<Track>,
    visits: Vec<Visit>,
    unusable: usize,
    in_tracks: usize,
}

impl Timeline {
    pub(crate) fn points(&self) -> usize {
        self.fixes.len() + self.in_tracks + self.visits.len()
    }

    pub(crate) fn segment(&mut self, segment: Segment) {
        let (from, to) = (time(&segment.start_time), time(&segment.end_time));
        for point in &segment.timeline_path {
            let minutes = point.duration_minutes_offset_from_start_time.0;
            let time = time(&point.time).or_else(|| Some(from? + minutes? * 60.0));
            self.fix(lat_lng(&point.point.0), time);
        }
        let place = segment.visit.and_then(|visit| visit.top_candidate.place_location.at());
        self.visit(place, from, to);
        if let (Some(activity), Some(from), Some(to)) = (segment.activity, from, to) {
            let mode = kind::mode(&activity.top_candidate.kind.0);
            self.moved.push(Moved { from, to, mode, ends: [activity.start.at(), activity.end.at()] });
        }
    }

    pub(crate) fn signal(&mut self, signal: &Signal) {
        let Some(position) = &signal.position else { return };
        if position.accuracy_m.0.is_some_and(|metres| metres > LEAST_SURE_M) {
            self.unusable += 1;
            return;
        }
        self.fix(lat_lng(&position.lat_lng.0), time(&position.timestamp));
    }

    pub(crate) fn record(&mut self, record: &Record) {
        if record.accuracy.0.is_some_and(|metres| metres > LEAST_SURE_M) {
            self.unusable += 1;
            return;
        }
        self.fix(e7(record.lon_e7, record.lat_e7), either(&record.timestamp, &record.timestamp_ms));
    }

    pub(crate) fn month(&mut self, object: MonthObject) {
        if let Some(stay) = object.place_visit {
            let from = either(&stay.duration.start, &stay.duration.start_ms);
            let to = either(&stay.duration.end, &stay.duration.end_ms);
            let middle = e7(stay.center_lng_e7, stay.center_lat_e7);
            self.visit(stay.location.at().or(middle), from, to);
        }
        let Some(moved) = object.activity_segment else { return };
        let from = either(&moved.duration.start, &moved.duration.start_ms);
        let to = either(&moved.duration.end, &moved.duration.end_ms);
        let (Some(from), Some(to)) = (from, to) else { return };
        let mut track = Track { mode: kind::mode(&moved.activity_type.0), ..Track::default() };
        let fix = |at: Option<domain::LonLat>, time: Option<f64>| at.map(|at| Fix { at, time });
        track.fixes.extend(fix(moved.start_location.at(), Some(from)));
        let timed = moved.simplified_raw_path.points.iter();
        track.fixes.extend(
            timed.filter(|point| point.time().is_some()).filter_map(|point| fix(point.at(), point.time())),
        );
        if track.fixes.len() <= 1 {
            // Where Google believed the roads to be, without times.
            track
                .fixes
                .extend(moved.waypoint_path.waypoints.iter().filter_map(|point| fix(point.at(), None)));
            track.rough = true;
        }
        track.fixes.extend(fix(moved.end_location.at(), Some(to)));
        share_out(&mut track.fixes);
        self.in_tracks += track.fixes.len();
        self.tracks.push(track);
    }

    fn visit(&mut self, at: Option<domain::LonLat>, from: Option<f64>, to: Option<f64>) {
        if let (Some(at), Some(from), Some(to)) = (at, from, to)
            && to > from
        {
            self.visits.push(Visit { at, from, to });
        }
    }

    /// The stays, in the order of time.
    pub(crate) fn take_visits(&mut self) -> Vec<Visit> {
        let mut visits = std::mem::take(&mut self.visits);
        visits.sort_by(|a, b| a.from.total_cmp(&b.from));
        visits
    }

    fn fix(&mut self, at: Option<domain::LonLat>, time: Option<f64>) {
        match (at, time) {
            (Some(at), Some(time)) => self.fixes.push(Fix { at, time: Some(time) }),
            _ => self.unusable += 1,
        }
    }

    /// The tracks; what could not be used; never marked places.
    pub(crate) fn finish(mut self) -> (Vec<Track>, usize, bool) {
        let clock = |fix: &Fix| fix.time.unwrap_or(0.0);
        self.fixes.sort_by(|a, b| clock(a).total_cmp(&clock(b)));
        self.fixes.dedup_by(|a, b| a.time == b.time);
        if self.moved.is_empty() && !self.fixes.is_empty() {
            self.tracks.push(Track { fixes: self.fixes, ..Track::default() });
            return (self.tracks, self.unusable, false);
        }
        for moved in &self.moved {
            let from = self.fixes.partition_point(|fix| clock(fix) <= moved.from);
            let to = self.fixes.partition_point(|fix| clock(fix) < moved.to).max(from);
            let ends = moved.ends.map(|end| end.map(|at| Fix { at, time: None }));
            let mut fixes: Vec<Fix> = Vec::new();
            fixes.extend(ends[0].map(|fix| Fix { time: Some(moved.from), ..fix }));
            fixes.extend(&self.fixes[from..to]);
            fixes.extend(ends[1].map(|fix| Fix { time: Some(moved.to), ..fix }));
            if fixes.len() >= 2 {
                self.tracks.push(Track { rough: to - from < 2, mode: moved.mode, fixes });
            }
        }
        (self.tracks, self.unusable, false)
    }
}

/// Times of fixes that have none, by the length of the line between those that have one.
fn share_out(fixes: &mut [Fix]) {
    let mut last: Option<usize> = None;
    for index in 0..fixes.len() {
        if fixes[index].time.is_none() {
            continue;
        }
        if let Some(from) = last.filter(|from| index - from > 1) {
            let mut along = vec![0.0];
            for pair in fixes[from..=index].windows(2) {
                along.push(along[along.len() - 1] + pair[0].at.distance_m(pair[1].at));
            }
            let all = along[along.len() - 1].max(1.0);
            let (start, end) = (fixes[from].time.unwrap_or(0.0), fixes[index].time.unwrap_or(0.0));
            for (fix, metres) in fixes[from..index].iter_mut().zip(along) {
                fix.time = Some(start + (end - start) * metres / all);
            }
        }
        last = Some(index);
    }
}

fn time(text: &Text) -> Option<f64> {
    when::time(&text.0, &TimeZone::UTC)
}

fn either(text: &Text, milliseconds: &Text) -> Option<f64> {
    time(text).or_else(|| time(milliseconds))
}

fn e7(lon: Number, lat: Number) -> Option<domain::LonLat> {
    // Some exports hold them as unsigned numbers that have run over.
    let degrees = |number: f64, most: f64| {
        let number = if number > most * 1e7 { number - 4_294_967_296.0 } else { number };
        number / 1e7
    };
    place(degrees(lon.0?, 180.0), degrees(lat.0?, 90.0))
}

/// `41.1496°, -8.6110°` and `geo:41.1496,-8.6110`: latitude first.
fn lat_lng(text: &str) -> Option<domain::LonLat> {
    let text = text.trim().trim_start_matches("geo:");
    let (lat, lon) = text.split_once(',')?;
    let degrees = |text: &str| text.trim().trim_end_matches('°').trim().parse::<f64>().ok();
    place(degrees(lon)?, degrees(lat)?)
}
