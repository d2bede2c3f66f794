//! Lists of regions that can be downloaded, in the form of Geofabrik's index.
//!
//! <https://download.geofabrik.de/technical.html>: a GeoJSON feature collection whose features' properties are `id`,
//! `parent` (an id), `name`, `iso3166-1:alpha2` and `iso3166-2` (lists), and `urls` with the address of the `.osm.pbf`
//! under `pbf`. The geometry, most of the file, is skipped. A list comes from outside: what can't be used in it is left
//! out and counted, and nothing of it becomes a path.

use std::collections::{HashMap, HashSet};

use serde::{
    Deserialize,
    de::{Deserializer, IgnoredAny, SeqAccess, Visitor},
};

use crate::error::{ImportError, LooksLike};

/// Longest list that is read, in bytes: Geofabrik's own is 4 MB.
pub const MOST_BYTES: u64 = 64 << 20;
/// Entries beyond this are left out: Geofabrik's list has about 550.
const MOST_ENTRIES: usize = 20_000;
/// Longest id, name or address, in characters.
const LONGEST: usize = 300;
/// Region codes kept for each entry.
const MOST_CODES: usize = 40;

/// A list of regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// In the list's order; every parent named is an entry, and no entry is above itself.
    pub entries: Vec<Entry>,
    /// Entries that could not be used.
    pub skipped: usize,
}

/// One region of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The list's own id, unique in it. It may hold slashes and is no path: see [`crate::folder::slug`].
    pub id: String,
    /// The region that this one is a part of.
    pub parent: Option<String>,
    /// Name to show.
    pub name: String,
    /// ISO 3166 codes, such as `LI` or `US-CA`.
    pub codes: Vec<String>,
    /// Address of the `.osm.pbf`; nothing for a mere heading.
    pub pbf: Option<String>,
}

/// Why bytes are no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Something else than JSON.
    #[error("no list of regions; it looks like {}", .0.word())]
    NotAList(LooksLike),
    /// JSON that ends too early or is damaged.
    #[error("the list of regions is damaged")]
    Damaged,
    /// A good list without one region that can be downloaded.
    #[error("the list names no region that can be downloaded")]
    Empty,
}

impl Catalogue {
    /// Reads a list.
    ///
    /// # Errors
    /// The bytes are no list, are damaged, or name nothing to download.
    pub fn read(bytes: &[u8]) -> Result<Self, CatalogueError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(CatalogueError::NotAList(looks_like(bytes)));
        }
        let raw: RawList = serde_json::from_slice(bytes).map_err(|_no_such_form| CatalogueError::Damaged)?;
        let list = Self::of(raw.features);
        if list.entries.iter().all(|entry| entry.pbf.is_none()) {
            return Err(CatalogueError::Empty);
        }
        Ok(list)
    }

    /// The entry with this id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    fn of(features: Features) -> Self {
        let mut list = Self { entries: Vec::new(), skipped: features.skipped };
        let mut seen = HashSet::new();
        for raw in features.raw {
            match raw.entry() {
                Some(entry) if seen.insert(entry.id.clone()) => list.entries.push(entry),
                _ => list.skipped += 1,
            }
        }
        list.mend_parents();
        list
    }

    /// Takes away parents that are not in the list, and those that would make a region a part of itself.
    fn mend_parents(&mut self) {
        let mut parents: HashMap<String, String> =
            self.entries.iter().filter_map(|entry| Some((entry.id.clone(), entry.parent.clone()?))).collect();
        let known: HashSet<&str> = self.entries.iter().map(|entry| entry.id.as_str()).collect();
        parents.retain(|_, parent| known.contains(parent.as_str()));
        // Ids from which a root is reached. Each chain is walked once, however long it is.
        let mut rooted: HashSet<String> = HashSet::new();
        for id in self.entries.iter().map(|entry| entry.id.clone()) {
            let mut chain = HashSet::new();
            let mut at = id;
            while !rooted.contains(&at) {
                let Some(parent) = parents.get(&at).cloned() else { break };
                chain.insert(at.clone());
                if chain.contains(&parent) {
                    parents.remove(&at);
                    break;
                }
                at = parent;
            }
            rooted.extend(chain);
            rooted.insert(at);
        }
        for entry in &mut self.entries {
            entry.parent = parents.remove(&entry.id);
        }
    }
}

fn looks_like(bytes: &[u8]) -> LooksLike {
    match crate::osm::sniff(bytes.get(..crate::osm::HEAD).unwrap_or(bytes)) {
        Err(ImportError::NotOsm(what)) => what,
        Err(ImportError::Empty) => LooksLike::Text,
        Err(_) | Ok(_) => LooksLike::Binary,
    }
}

#[derive(Deserialize)]
struct RawList {
    features: Features,
}

struct Features {
    raw: Vec<Raw>,
    skipped: usize,
}

impl<'de> Deserialize<'de> for Features {
    /// One feature after the other: a single one of another form costs only itself, as long as it is JSON.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Features;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of features")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Features, A::Error> {
                let mut features = Features { raw: Vec::new(), skipped: 0 };
                while let Some(feature) = list.next_element::<RawFeature>()? {
                    match feature.properties {
                        Maybe::Good(raw) if features.raw.len() < MOST_ENTRIES => features.raw.push(raw),
                        Maybe::Good(_) | Maybe::Other(IgnoredAny) => features.skipped += 1,
                    }
                }
                Ok(features)
            }
        }
        deserializer.deserialize_seq(Each)
    }
}

#[derive(Deserialize)]
struct RawFeature {
    #[serde(default)]
    properties: Maybe<Raw>,
}

/// A value of the wanted form, or whatever else stands there.
#[derive(Deserialize)]
#[serde(untagged)]
enum Maybe<T> {
    Good(T),
    Other(IgnoredAny),
}

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self::Other(IgnoredAny)
    }
}

#[derive(Deserialize)]
struct Raw {
    id: String,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default, rename = "iso3166-1:alpha2")]
    countries: Vec<String>,
    #[serde(default, rename = "iso3166-2")]
    parts: Vec<String>,
    #[serde(default)]
    urls: RawUrls,
}

#[derive(Default, Deserialize)]
struct RawUrls {
    #[serde(default)]
    pbf: Option<String>,
}

impl Raw {
    fn entry(self) -> Option<Entry> {
        let id = plain(&self.id)?;
        let name = self.name.as_deref().and_then(plain).unwrap_or_else(|| id.clone());
        let codes = self.countries.iter().chain(&self.parts).filter_map(|code| plain(code));
        let pbf = self.urls.pbf.as_deref().and_then(plain).filter(|address| is_web(address));
        Some(Entry {
            parent: self.parent.as_deref().and_then(plain),
            name,
            codes: codes.take(MOST_CODES).collect(),
            pbf,
            id,
        })
    }
}

/// Text without control characters and of a length that a person might have written; nothing otherwise.
fn plain(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= LONGEST && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}

fn is_web(address: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && address.len() > scheme.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(properties: &str) -> String {
        format!(
            r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[1,2]}},"properties":{properties}}}"#
        )
    }

    fn list(features: &[String]) -> String {
        format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","))
    }

    const EUROPE: &str =
        r#"{"id":"europe","name":"Europe","urls":{"pbf":"https://d.example/europe-latest.osm.pbf"}}"#;
    const LIECHTENSTEIN: &str = r#"{"id":"liechtenstein","parent":"europe","iso3166-1:alpha2":["LI"],
        "name":"Liechtenstein","urls":{"pbf":"https://d.example/europe/liechtenstein-latest.osm.pbf",
        "bz2":"https://d.example/x.bz2"}}"#;

    #[test]
    fn a_list_in_geofabriks_form_is_read() {
        let text = list(&[feature(EUROPE), feature(LIECHTENSTEIN)]);
        let read = Catalogue::read(text.as_bytes()).unwrap();
        assert_eq!(read.skipped, 0);
        assert_eq!(read.entry("europe").unwrap().parent, None);
        let expected = Entry {
            id: "liechtenstein".to_owned(),
            parent: Some("europe".to_owned()),
            name: "Liechtenstein".to_owned(),
            codes: vec!["LI".to_owned()],
            pbf: Some("https://d.example/europe/liechtenstein-latest.osm.pbf".to_owned()),
        };
        assert_eq!(read.entry("liechtenstein"), Some(&expected));
    }

    #[test]
    fn what_cant_be_used_is_left_out_and_counted() {
        let check = |properties: &str, kept: usize, skipped: usize, pbf: bool| {
            let text = list(&[feature(EUROPE), feature(properties)]);
            let read = Catalogue::read(text.as_bytes()).unwrap();
            assert_eq!((read.entries.len(), read.skipped), (1 + kept, skipped), "{properties}");
            let last = read.entries.last().unwrap();
            assert_eq!(last.pbf.is_some(), pbf, "{properties}");
        };
        check(r#"{"id":"a","urls":{"pbf":"https://d.example/a.osm.pbf"}}"#, 1, 0, true);
        check(r#"{"id":"a"}"#, 1, 0, false);
        check(r#"{"id":"a","urls":{"pbf":"file:///home/a.osm.pbf"}}"#, 1, 0, false);
        check(r#"{"id":"a","urls":{"pbf":"https://"}}"#, 1, 0, false);
        check(r#"{"id":"europe","name":"again"}"#, 0, 1, true);
        check(r#"{"id":""}"#, 0, 1, true);
        check(r#"{"id":"a\u0000b"}"#, 0, 1, true);
        check(r#"{"name":"no id"}"#, 0, 1, true);
        check(r#"{"id":7}"#, 0, 1, true);
        check("null", 0, 1, true);
        check(r#"{"id":"a","iso3166-1:alpha2":"LI"}"#, 0, 1, true);
    }

    #[test]
    fn no_region_is_a_part_of_itself() {
        let check = |pairs: &[(&str, &str)], roots: &[&str]| {
            let features: Vec<String> = pairs
                .iter()
                .map(|(id, parent)| feature(&format!(r#"{{"id":"{id}","parent":"{parent}"}}"#)))
                .chain([feature(EUROPE)])
                .collect();
            let read = Catalogue::read(list(&features).as_bytes()).unwrap();
            let found: Vec<&str> =
                read.entries.iter().filter(|entry| entry.parent.is_none()).map(|entry| &*entry.id).collect();
            assert_eq!(found, roots, "{pairs:?}");
        };
        check(&[("a", "europe"), ("b", "a")], &["europe"]);
        check(&[("a", "nowhere")], &["a", "europe"]);
        check(&[("a", "a")], &["a", "europe"]);
        check(&[("a", "b"), ("b", "a")], &["b", "europe"]);
        check(&[("c", "a"), ("a", "b"), ("b", "a")], &["b", "europe"]);
    }

    #[test]
    fn what_is_no_list_is_named() {
        let check = |text: &str, expected: CatalogueError| {
            assert_eq!(Catalogue::read(text.as_bytes()), Err(expected));
        };
        check("<!DOCTYPE html><html>", CatalogueError::NotAList(LooksLike::Html));
        check("", CatalogueError::NotAList(LooksLike::Text));
        check("[1,2]", CatalogueError::NotAList(LooksLike::Json));
        check(r#"{"features":"#, CatalogueError::Damaged);
        check(r#"{"message":"rate limit"}"#, CatalogueError::Damaged);
        check(&"{\"a\":".repeat(10_000), CatalogueError::Damaged);
        check(&list(&[]), CatalogueError::Empty);
        check(&list(&[feature(r#"{"id":"a"}"#)]), CatalogueError::Empty);
    }
}
