//! `.osm` XML as openstreetmap.org, the Overpass API and JOSM write it. <https://wiki.openstreetmap.org/wiki/OSM_XML>

use std::{
    cell::Cell,
    io::{self, BufRead},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{Bbox, LonLat};
use quick_xml::{
    Decoder, Error as XmlError, Reader,
    events::{BytesStart, Event},
};

use super::{Member, MemberKind, OsmBuilder, Tags};
use crate::{
    error::{ImportError, LooksLike},
    progress::{CancelToken, Phase, Progress},
};

/// How many XML events lie between two looks at the clock of progress and cancel.
const EVENTS_BETWEEN_REPORTS: u64 = 20_000;

/// Longest event (a tag with its attributes, or a text between two) in bytes: no tag of OSM is longer than a few
/// thousand, and the parser holds one whole.
const LONGEST_EVENT: u64 = 1 << 20;

/// A stream that ends with an error where one event is too long.
struct Bounded<R> {
    inner: R,
    left: Rc<Cell<u64>>,
}

impl<R: BufRead> io::Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.len().min(buffer.len());
        let (to, from) = (buffer.get_mut(..count), self.inner.fill_buf()?.get(..count));
        if let (Some(to), Some(from)) = (to, from) {
            to.copy_from_slice(from);
        }
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left.get() == 0 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.left.set(self.left.get().saturating_sub(count as u64));
        self.inner.consume(count);
    }
}

/// The file behind the stream, for telling where it broke.
pub struct Source {
    /// Bytes of the file read so far; the decompressor reads ahead of the parser by one buffer.
    pub position: Arc<AtomicU64>,
    /// Size of the file.
    pub total: u64,
}

impl Source {
    fn at(&self) -> u64 {
        self.position.load(Ordering::Relaxed).min(self.total)
    }

    /// What a failed read of the stream means.
    pub fn failed(&self, error: &io::Error) -> ImportError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.truncated(),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::Other => self.damaged(),
            kind => ImportError::Unreadable(kind),
        }
    }

    fn truncated(&self) -> ImportError {
        ImportError::Truncated { at: self.at(), total: self.total, missing: 1 }
    }

    fn damaged(&self) -> ImportError {
        ImportError::Damaged { at: self.at(), total: self.total }
    }
}

/// An element that is being read.
enum Open {
    Node { id: i64, position: Option<(i64, i64)> },
    Way { id: i64, refs: Vec<i64> },
    Relation { id: i64, members: Vec<Member> },
}

/// Read everything into `builder`.
pub fn read(
    reader: impl BufRead,
    source: &Source,
    builder: &mut OsmBuilder,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<(), ImportError> {
    let left = Rc::new(Cell::new(LONGEST_EVENT));
    let mut xml = Reader::from_reader(Bounded { inner: reader, left: Rc::clone(&left) });
    let config = xml.config_mut();
    config.trim_text(true);
    config.expand_empty_elements = true;
    let mut state = State {
        builder,
        open: None,
        tags: Vec::new(),
        words: Words::default(),
        seen_root: false,
        done: false,
    };
    let mut buffer = Vec::new();
    let mut events = 0_u64;
    while !state.done {
        buffer.clear();
        left.set(LONGEST_EVENT);
        events += 1;
        if events.is_multiple_of(EVENTS_BETWEEN_REPORTS) {
            if cancel.is_cancelled() {
                return Err(ImportError::Cancelled);
            }
            progress.report(Phase::Read, source.at(), source.total.max(1));
        }
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(element)) => state.start(&element, xml.decoder(), source)?,
            Ok(Event::End(element)) => state.end(element.local_name().as_ref()),
            Ok(Event::Eof) => return Err(source.truncated()),
            Ok(_) => {}
            Err(XmlError::Io(error)) => return Err(source.failed(&error)),
            // The parser says "syntax error: not closed" when the text ends inside a tag.
            Err(XmlError::Syntax(_)) if source.at() == source.total => return Err(source.truncated()),
            Err(_) => return Err(source.damaged()),
        }
    }
    Ok(())
}

struct State<'a> {
    builder: &'a mut OsmBuilder,
    open: Option<Open>,
    tags: Vec<(Arc<str>, Arc<str>)>,
    words: Words,
    seen_root: bool,
    done: bool,
}

impl State<'_> {
    fn start(
        &mut self,
        element: &BytesStart<'_>,
        decoder: Decoder,
        source: &Source,
    ) -> Result<(), ImportError> {
        let name = element.local_name();
        if !self.seen_root {
            if name.as_ref() != b"osm" {
                return Err(ImportError::NotOsm(LooksLike::Xml));
            }
            self.seen_root = true;
        }
        let attributes = Attributes::read(element, decoder).ok_or_else(|| source.damaged())?;
        match name.as_ref() {
            b"node" | b"way" | b"relation" => self.open(name.as_ref(), &attributes, source)?,
            b"tag" if self.open.is_some() => {
                if let (Some(key), Some(value)) = (attributes.get("k"), attributes.get("v")) {
                    let pair = (self.words.share(key), self.words.share(value));
                    self.tags.push(pair);
                }
            }
            b"nd" => {
                if let (Some(Open::Way { refs, .. }), Some(id)) = (&mut self.open, attributes.number("ref")) {
                    refs.push(id);
                }
            }
            b"member" => {
                let kind = match attributes.get("type") {
                    Some("node") => Some(MemberKind::Node),
                    Some("way") => Some(MemberKind::Way),
                    Some("relation") => Some(MemberKind::Relation),
                    _ => None,
                };
                let role = self.words.share(attributes.get("role").unwrap_or_default());
                if let (Some(Open::Relation { members, .. }), Some(kind), Some(id)) =
                    (&mut self.open, kind, attributes.number("ref"))
                {
                    members.push(Member { kind, id, role });
                }
            }
            b"bounds" => {
                let side = |key: &str| attributes.get(key)?.parse::<f64>().ok();
                if let (Some(w), Some(s), Some(e), Some(n)) =
                    (side("minlon"), side("minlat"), side("maxlon"), side("maxlat"))
                {
                    let (min, max) = (LonLat { lon: w, lat: s }, LonLat { lon: e, lat: n });
                    self.builder.bounds(Bbox { min, max });
                }
            }
            b"meta" => {
                if let Some(time) = attributes.get("osm_base").and_then(timestamp) {
                    self.builder.current_at(time);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, name: &[u8], attributes: &Attributes, source: &Source) -> Result<(), ImportError> {
        self.tags.clear();
        self.open = None;
        let deleted =
            attributes.get("visible") == Some("false") || attributes.get("action") == Some("delete");
        if deleted {
            return Ok(());
        }
        let id = attributes.number("id").ok_or_else(|| source.damaged())?;
        if let Some(time) = attributes.get("timestamp").and_then(timestamp) {
            self.builder.edited_at(time);
        }
        self.open = Some(match name {
            b"node" => {
                let lon = attributes.get("lon").and_then(degrees_e7);
                let lat = attributes.get("lat").and_then(degrees_e7);
                Open::Node { id, position: lon.zip(lat) }
            }
            b"way" => Open::Way { id, refs: Vec::new() },
            _ => Open::Relation { id, members: Vec::new() },
        });
        Ok(())
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"node" | b"way" | b"relation" => {
                let tags = Tags::new(std::mem::take(&mut self.tags));
                match self.open.take() {
                    Some(Open::Node { id, position: Some((lon, lat)) }) => {
                        self.builder.node(id, lon, lat, tags);
                    }
                    Some(Open::Node { position: None, .. }) => self.builder.absurd_node(),
                    Some(Open::Way { id, refs }) => self.builder.way(id, refs, tags),
                    Some(Open::Relation { id, members }) => self.builder.relation(id, members, tags),
                    None => {}
                }
            }
            b"osm" => self.done = true,
            _ => {}
        }
    }
}

/// Attributes of one element, unescaped.
struct Attributes(Vec<(String, String)>);

impl Attributes {
    fn read(element: &BytesStart<'_>, decoder: Decoder) -> Option<Self> {
        let mut pairs = Vec::new();
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.ok()?;
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            pairs.push((key, attribute.decode_and_unescape_value(decoder).ok()?.into_owned()));
        }
        Some(Self(pairs))
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.get(key)?.parse().ok()
    }
}

/// Decimal degrees as 1e-7 degrees.
fn degrees_e7(text: &str) -> Option<i64> {
    let degrees: f64 = text.parse().ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be small; what is off the globe is counted later"
    )]
    let e7 = (degrees.is_finite() && degrees.abs() < 1e9).then_some((degrees * 1e7).round() as i64);
    e7
}

/// `2026-11-29T12:00:00Z` as seconds since 1970.
fn timestamp(text: &str) -> Option<i64> {
    let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
    let (hour, minute, second) = (part(11..13)?, part(14..16)?, part(17..19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970 in the proleptic Gregorian calendar, years beginning in March.
    let (y, m) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let days =
        365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400) + (153 * m + 2) / 5 + day - 719_469;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

/// Shares equal text.
#[derive(Default)]
struct Words(rustc_hash::FxHashSet<Arc<str>>);

impl Words {
    fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let word: Arc<str> = Arc::from(text);
        self.0.insert(Arc::clone(&word));
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps() {
        let check = |text: &str, expected: Option<i64>| assert_eq!(timestamp(text), expected, "{text}");
        check("1970-01-01T00:00:00Z", Some(0));
        check("2000-02-29T12:00:00Z", Some(951_825_600));
        check("2026-11-29T23:59:59Z", Some(1_795_996_799));
        check("2026-13-01T00:00:00Z", None);
        check("yesterday", None);
    }

    #[test]
    fn degrees() {
        let check = |text: &str, expected: Option<i64>| assert_eq!(degrees_e7(text), expected, "{text}");
        check("7.4123456", Some(74_123_456));
        check("-0.1", Some(-1_000_000));
        check("999", Some(9_990_000_000));
        check("1e300", None);
        check("NaN", None);
        check("north", None);
    }
}
