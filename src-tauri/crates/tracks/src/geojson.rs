//! GeoJSON (RFC 7946): lines whose times stand in a property, and lists of points that have one each.

use std::{collections::BTreeMap, fmt};

use jiff::tz::TimeZone;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

use crate::{Fix, Track, kind, place, when};

/// Names of a point's time, as converters and loggers write them.
const TIME: [&str; 12] = [
    "time",
    "timestamp",
    "timestampms",
    "datetime",
    "date_time",
    "recorded_at",
    "created_at",
    "date",
    "utc",
    "ts",
    "t",
    "gpstime",
];
/// Where a line's times stand: Mapbox' togeojson wrote the first, its successor the second.
const TIMES: [&str; 4] = ["coordTimes", "coordinateProperties", "times", "timestamps"];

/// A feature.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Feature {
    pub(crate) geometry: Option<Geometry>,
    pub(crate) properties: Option<BTreeMap<String, Value>>,
}

/// A geometry; those of a collection lie in it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Option<Nested>,
    geometries: Vec<Geometry>,
}

/// Coordinates, lists of them, lists of lists.
#[derive(Debug)]
pub(crate) enum Nested {
    Number(f64),
    Position(f64, f64),
    List(Vec<Nested>),
    Other,
}

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Nested;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("coordinates")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Nested, E> {
                Ok(Nested::Number(number))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Nested, E> {
                Ok(Nested::Number(number as f64))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Nested, E> {
                Ok(Nested::Number(number as f64))
            }
            fn visit_unit<E>(self) -> Result<Nested, E> {
                Ok(Nested::Other)
            }
            fn visit_str<E>(self, _: &str) -> Result<Nested, E> {
                Ok(Nested::Other)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Nested, E> {
                Ok(Nested::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Nested, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Nested::Other)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Nested, A::Error> {
                let first = match list.next_element::<Nested>()? {
                    Some(Nested::Number(lon)) => {
                        let second = list.next_element::<Nested>()?;
                        // Height and whatever else there is.
                        while list.next_element::<IgnoredAny>()?.is_some() {}
                        return Ok(match second {
                            Some(Nested::Number(lat)) => Nested::Position(lon, lat),
                            _ => Nested::Other,
                        });
                    }
                    Some(first) => first,
                    None => return Ok(Nested::List(Vec::new())),
                };
                let mut all = vec![first];
                while let Some(next) = list.next_element()? {
                    all.push(next);
                }
                Ok(Nested::List(all))
            }
        }
        reader.deserialize_any(Any)
    }
}

/// All features of a document, as tracks.
#[derive(Default)]
pub(crate) struct Features {
    /// Parts of a document that is one feature or one geometry.
    pub(crate) kind: String,
    pub(crate) geometry: Option<Geometry>,
    pub(crate) properties: Option<BTreeMap<String, Value>>,
    pub(crate) coordinates: Option<Nested>,
    lines: Vec<Track>,
    /// Points that have times of their own.
    points: Vec<Fix>,
    marked: bool,
    unusable: usize,
    counted: usize,
}

impl Features {
    pub(crate) fn points(&self) -> usize {
        self.counted
    }

    pub(crate) fn feature(&mut self, feature: Feature) {
        let properties = feature.properties.unwrap_or_default();
        let mode = ["activity", "activityType", "type", "sport", "mode"]
            .iter()
            .filter_map(|key| properties.get(*key)?.as_str())
            .map(kind::mode)
            .find(|mode| *mode != crate::Mode::Unknown)
            .unwrap_or_default();
        let mut times = Vec::new();
        TIMES.iter().filter_map(|key| properties.get(*key)).for_each(|value| flatten(value, &mut times));
        if let Some(geometry) = feature.geometry {
            let before = self.lines.len();
            self.take(geometry, &properties, &mut times.into_iter());
            self.lines.iter_mut().skip(before).for_each(|track| track.mode = mode);
        }
    }

    /// A document that is one feature, or one bare geometry.
    pub(crate) fn single(&mut self) {
        let geometry = self.geometry.take().or_else(|| {
            let coordinates = self.coordinates.take()?;
            Some(Geometry { kind: self.kind.clone(), coordinates: Some(coordinates), geometries: Vec::new() })
        });
        if geometry.is_some() {
            let properties = self.properties.take();
            self.feature(Feature { geometry, properties });
        }
    }

    fn take(
        &mut self,
        geometry: Geometry,
        properties: &BTreeMap<String, Value>,
        times: &mut dyn Iterator<Item = Option<f64>>,
    ) {
        for inner in geometry.geometries {
            self.take(inner, properties, times);
        }
        let Some(coordinates) = geometry.coordinates else { return };
        match (geometry.kind.as_str(), coordinates) {
            ("Point", Nested::Position(lon, lat)) => {
                let time = properties.iter().find(|(key, _)| TIME.contains(&key.to_lowercase().as_str()));
                match (place(lon, lat), time.and_then(|(_, value)| time_of(value))) {
                    (Some(at), Some(time)) => self.points.push(Fix { at, time: Some(time) }),
                    (Some(_), None) => self.marked = true,
                    (None, _) => self.unusable += 1,
                }
                self.counted += 1;
            }
            ("LineString" | "MultiPoint", Nested::List(list)) => self.line(list, times),
            ("MultiLineString", Nested::List(lists)) => {
                for list in lists {
                    if let Nested::List(list) = list {
                        self.line(list, times);
                    }
                }
            }
            // Areas are no recordings.
            _ => {}
        }
    }

    fn line(&mut self, list: Vec<Nested>, times: &mut dyn Iterator<Item = Option<f64>>) {
        let mut track = Track::default();
        for position in list {
            let time = times.next().flatten();
            self.counted += 1;
            match position {
                Nested::Position(lon, lat) if place(lon, lat).is_some() => {
                    track.fixes.extend(place(lon, lat).map(|at| Fix { at, time }));
                }
                _ => self.unusable += 1,
            }
        }
        if !track.fixes.is_empty() {
            self.lines.push(track);
        }
    }

    /// The tracks, what could not be used, and whether there are marked places.
    pub(crate) fn finish(mut self) -> (Vec<Track>, usize, bool) {
        if !self.points.is_empty() {
            self.points.sort_by(|a, b| a.time.unwrap_or(0.0).total_cmp(&b.time.unwrap_or(0.0)));
            self.lines.push(Track { fixes: self.points, ..Track::default() });
        }
        (self.lines, self.unusable, self.marked)
    }
}

fn time_of(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => when::epoch(number.as_f64()?),
        Value::String(text) => when::time(text, &TimeZone::UTC),
        _ => None,
    }
}

/// All times of a list, a list of lists, or an object that holds one.
fn flatten(value: &Value, times: &mut Vec<Option<f64>>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| match value {
            Value::Array(_) => flatten(value, times),
            one => times.push(time_of(one)),
        }),
        Value::Object(map) => {
            if let Some(inner) = map.get("times").or_else(|| map.get("coordTimes")) {
                flatten(inner, times);
            }
        }
        _ => {}
    }
}
