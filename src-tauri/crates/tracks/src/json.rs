//! JSON recordings, read as a stream: an element of a long list is forgotten before the next is read.

use std::{fmt, io::Read, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::{Format, Recording, geojson, read::ReadError, timeline};

/// What was read so far.
struct Found {
    most: usize,
    too_long: bool,
    /// What the file turned out to be.
    format: Option<Format>,
    features: geojson::Features,
    timeline: timeline::Timeline,
}

impl Found {
    fn count(&mut self) -> bool {
        self.too_long = self.features.points() + self.timeline.points() > self.most;
        !self.too_long
    }
}

/// All tracks of a JSON file of a known shape.
pub(crate) fn read(source: impl Read, most: usize) -> Result<Recording, ReadError> {
    let mut found = Found {
        most,
        too_long: false,
        format: None,
        features: geojson::Features::default(),
        timeline: timeline::Timeline::default(),
    };
    let mut reader = serde_json::Deserializer::from_reader(source);
    let done = Top(&mut found).deserialize(&mut reader);
    if found.too_long {
        return Err(ReadError::TooLong { most });
    }
    let cut = match &done {
        Ok(()) => false,
        Err(error) if error.is_io() => return Err(ReadError::Io),
        Err(_) => true,
    };
    let Some(format) = found.format else {
        return Err(if cut { ReadError::Damaged } else { ReadError::Unknown });
    };
    let visits = found.timeline.take_visits();
    let (tracks, unusable, marked) = match format {
        Format::GeoJson => found.features.finish(),
        _ => found.timeline.finish(),
    };
    let recording = Recording { format, tracks, visits, cut, unusable };
    match (recording.fixes() + recording.visits.len(), marked) {
        (0, true) => Err(ReadError::OnlyWaypoints),
        (0, false) if cut => Err(ReadError::Damaged),
        (0, false) => Err(ReadError::NoPoints),
        _ => Ok(recording),
    }
}

/// The whole document.
struct Top<'a>(&'a mut Found);

impl<'de> DeserializeSeed<'de> for Top<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Top<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a recording")
    }

    /// An iPhone's timeline is a bare list.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(segment) = list.next_element::<timeline::Segment>()? {
            if segment.is_one() {
                self.0.format = Some(Format::Timeline);
            }
            self.0.timeline.segment(segment);
            if !self.0.count() {
                return Err(A::Error::custom("too long"));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let found = self.0;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "semanticSegments" => {
                    found.format = Some(Format::Timeline);
                    map.next_value_seed(Each::new(|segment: timeline::Segment| {
                        found.timeline.segment(segment);
                        found.count()
                    }))?;
                }
                "rawSignals" => {
                    found.format = Some(Format::Timeline);
                    map.next_value_seed(Each::new(|signal: timeline::Signal| {
                        found.timeline.signal(&signal);
                        found.count()
                    }))?;
                }
                "timelineObjects" => {
                    found.format = Some(Format::SemanticMonth);
                    map.next_value_seed(Each::new(|object: timeline::MonthObject| {
                        found.timeline.month(object);
                        found.count()
                    }))?;
                }
                "locations" => {
                    found.format = Some(Format::Records);
                    map.next_value_seed(Each::new(|record: timeline::Record| {
                        found.timeline.record(&record);
                        found.count()
                    }))?;
                }
                "features" => {
                    found.format = Some(Format::GeoJson);
                    map.next_value_seed(Each::new(|feature: geojson::Feature| {
                        found.features.feature(feature);
                        found.count()
                    }))?;
                }
                "geometry" => {
                    found.format = Some(Format::GeoJson);
                    found.features.geometry = map.next_value()?;
                }
                "properties" => found.features.properties = map.next_value()?,
                "coordinates" => {
                    found.format = Some(Format::GeoJson);
                    found.features.coordinates = Some(map.next_value()?);
                }
                "geometries" => {
                    found.format = Some(Format::GeoJson);
                    map.next_value_seed(Each::new(|geometry: geojson::Geometry| {
                        found
                            .features
                            .feature(geojson::Feature { geometry: Some(geometry), ..Default::default() });
                        found.count()
                    }))?;
                }
                "type" => found.features.kind = map.next_value::<Option<String>>()?.unwrap_or_default(),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        found.features.single();
        if found.count() { Ok(()) } else { Err(A::Error::custom("too long")) }
    }
}

/// A list whose elements are taken one by one; false ends it.
struct Each<T, F> {
    take: F,
    of: PhantomData<T>,
}

impl<T, F: FnMut(T) -> bool> Each<T, F> {
    fn new(take: F) -> Self {
        Self { take, of: PhantomData }
    }
}

impl<'de, T: DeserializeOwned, F: FnMut(T) -> bool> DeserializeSeed<'de> for Each<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_seq(self)
    }
}

impl<'de, T: DeserializeOwned, F: FnMut(T) -> bool> Visitor<'de> for Each<T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element::<T>()? {
            if !(self.take)(element) {
                return Err(A::Error::custom("too long"));
            }
        }
        Ok(())
    }
}

/// A number that may be written as one or in quotes; anything else is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Number(pub Option<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        Ok(match Scalar::deserialize(reader)? {
            Scalar::Number(number) => Self(Some(number)),
            Scalar::Text(text) => Self(text.trim().parse().ok()),
            Scalar::Other => Self(None),
        })
    }
}

/// A text that may be written as one or as a number; anything else is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        Ok(Self(match Scalar::deserialize(reader)? {
            Scalar::Text(text) => text,
            Scalar::Number(number) => number.to_string(),
            Scalar::Other => String::new(),
        }))
    }
}

/// One value, whatever it is.
enum Scalar {
    Number(f64),
    Text(String),
    Other,
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Scalar;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number as f64))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number as f64))
            }
            fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.to_owned()))
            }
            fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
                Ok(Scalar::Other)
            }
            fn visit_unit<E>(self) -> Result<Scalar, E> {
                Ok(Scalar::Other)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other)
            }
        }
        reader.deserialize_any(Any)
    }
}
