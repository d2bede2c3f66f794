//! Finding places of a region by what people type.
//!
//! [`Index::build`] takes the region's [`NamedThing`]s and roads. [`Index::find`] answers while typing: names in every
//! language OSM has, Chinese by characters, pinyin or initials, traditional or simplified; without accents, cut
//! short, or with a slip; house numbers, junctions of two streets, kinds of things and whether they are open, coordinates
//! in many notations and datums. When nothing fits it answers with what was perhaps meant, and says that it is a guess.
//! [`Phrase`] takes the words around off ("near home", "along the way", "open now"); [`Ask`] says for whom is searched.
//! [`Index::reverse`] says what is here. [`Index::prepare`] writes the index beside the region's other files,
//! [`Index::open`] reads it. The whole way of a query is told in docs/search.md.
//!
//! ```
//! use domain::Lang;
//! use region::NamedThing;
//! let bank = NamedThing {
//!     osm: "n1".to_owned(),
//!     names: vec![(String::new(), "重庆银行".to_owned()), ("en".to_owned(), "Bank of Chongqing".to_owned())],
//!     kind: "amenity=bank".to_owned(),
//!     ..NamedThing::default()
//! };
//! let index = geocode::Index::build(vec![bank], &region::RoadNetwork::default());
//! for typed in ["重庆", "重慶銀行", "cqyh", "chongqing", "chongqin bank", "银行"] {
//!     assert_eq!(index.search(typed, None, 5, Lang::En)[0].label, "Bank of Chongqing", "{typed}");
//! }
//! ```

mod address;
mod category;
mod coordinate;
mod corridor;
mod dictionary;
mod dogs;
mod fold;
mod hit;
mod hours;
mod junction;
mod label;
mod phrase;
mod query;
mod rank;
mod reading;
mod reverse;
mod score;
mod search;
mod store;
mod suggest;
mod table;
mod typo;

use std::collections::BTreeMap;

use domain::{Bbox, LonLat};
use region::{NamedThing, RoadNetwork};
use rustc_hash::FxHashMap;

use fold::fold;
use junction::Junctions;
use reverse::Grid;
use table::NameTable;

pub use coordinate::{Datum, Pasted, pasted, written};
pub use corridor::Corridor;
pub use hit::{Answer, Ask, Hit, Matched, Used};
pub use hours::{Change, Opening, zone_at};
pub use phrase::Phrase;
pub use store::{FILE_NAME, IndexError};

/// A region's names, ready to be searched. Read-only: share it between threads.
#[derive(Debug)]
pub struct Index {
    /// Most important first, so that row and entry numbers rise with falling importance.
    things: Vec<NamedThing>,
    names: NameTable,
    /// Streets of things that have a house number.
    streets: NameTable,
    junctions: Junctions,
    /// Box around all things.
    bounds: Option<Bbox>,
    by_kind: FxHashMap<String, Vec<u32>>,
    /// Street and town of each thing, folded: words that its name may lack. Many things share them.
    around: Around,
    grid: Grid,
}

/// Texts by the number of the thing, each kept once.
#[derive(Debug, Default)]
struct Around {
    of: Vec<u32>,
    texts: Vec<Box<str>>,
}

impl Around {
    fn new(things: &[NamedThing]) -> Self {
        let mut known: FxHashMap<(&str, &str), u32> = FxHashMap::default();
        let mut texts: Vec<Box<str>> = Vec::new();
        let of = things.iter().map(|thing| {
            *known.entry((&thing.street, &thing.city)).or_insert_with(|| {
                texts.push(fold(&format!("{} {}", thing.street, thing.city)).into_boxed_str());
                u32::try_from(texts.len() - 1).unwrap_or(u32::MAX)
            })
        });
        Self { of: of.collect(), texts }
    }

    fn text(&self, entry: u32) -> &str {
        let text = self.of.get(entry as usize).and_then(|number| self.texts.get(*number as usize));
        text.map_or("", AsRef::as_ref)
    }
}

impl Index {
    /// Indexes the things, and where the named roads meet. About 10 µs a thing.
    pub fn build(mut things: Vec<NamedThing>, roads: &RoadNetwork) -> Self {
        things.sort_by_key(|thing| std::cmp::Reverse(thing.importance));
        let numbered = || (0u32..).zip(&things);
        let names = NameTable::build(
            numbered()
                .flat_map(|(entry, thing)| thing.names.iter().map(move |(_, text)| (fold(text), entry))),
        );
        let addressed = numbered().filter(|(_, thing)| !thing.housenumber.is_empty());
        let streets = NameTable::build(addressed.map(|(entry, thing)| (fold(&thing.street), entry)));
        Self::assemble(things, names, streets, Junctions::of(roads))
    }

    /// Adds what isn't stored.
    fn assemble(things: Vec<NamedThing>, names: NameTable, streets: NameTable, junctions: Junctions) -> Self {
        let mut by_kind: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (entry, thing) in (0u32..).zip(&things) {
            by_kind.entry(thing.kind.clone()).or_default().push(entry);
        }
        let grid = Grid::new(&things);
        let bounds = bounds(&things);
        let around = Around::new(&things);
        Self { things, names, streets, junctions, bounds, by_kind, around, grid }
    }

    /// Number of things.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// How many things there are of each kind (`amenity=fuel`), for an overview of a region.
    pub fn kinds(&self) -> BTreeMap<&str, usize> {
        self.by_kind.iter().map(|(kind, entries)| (kind.as_str(), entries.len())).collect()
    }
}

/// How well a typed text fits a name that no region has, 0 to 1: by its words, cut short, by pinyin or initials; `None`
/// when it doesn't. With it a remembered place is found as one on the map is.
pub fn name_quality(typed: &str, name: &str) -> Option<f64> {
    let (query, folded) = (query::Query::new(typed), fold(name));
    let words =
        score::fit(&query, &folded, false).filter(|fit| fit.missing.is_empty()).map(|fit| fit.quality);
    let spoken = || {
        let readings = reading::Readings::of(std::iter::once(folded.as_str()));
        reading::quality(&query.joined, &folded, &readings)
    };
    words.or_else(|| query.is_latin().then(spoken).flatten())
}

/// The box around all things.
fn bounds(things: &[NamedThing]) -> Option<Bbox> {
    let first = place(things.first()?);
    let mut bounds = Bbox { min: first, max: first };
    for at in things.iter().map(place) {
        bounds.min = LonLat { lon: bounds.min.lon.min(at.lon), lat: bounds.min.lat.min(at.lat) };
        bounds.max = LonLat { lon: bounds.max.lon.max(at.lon), lat: bounds.max.lat.max(at.lat) };
    }
    Some(bounds)
}

/// Where a thing is.
fn place(thing: &NamedThing) -> LonLat {
    LonLat { lon: f64::from(thing.lon_e7) / 1e7, lat: f64::from(thing.lat_e7) / 1e7 }
}
