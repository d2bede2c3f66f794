//! From what was typed to places, best first.

use domain::{Lang, LonLat};
use rustc_hash::FxHashMap;

use crate::address;
use crate::category;
use crate::coordinate;
use crate::fold::{fold, is_cjk, words};
use crate::hit::{Hit, Matched};
use crate::label;
use crate::query::Query;
use crate::reading;
use crate::score::{self, Fit};
use crate::table::Row;
use crate::{Index, place};

/// A first pass this good makes a second one with typos pointless.
const GOOD: f64 = 0.55;

/// How far distance can push a hit down, and over which distance it works (in metres, to 63 %).
const DISTANCE_WEIGHT: f64 = 0.15;
const DISTANCE_SCALE_M: f64 = 8_000.0;

/// For "the nearest …" distance decides.
const CATEGORY_DISTANCE_WEIGHT: f64 = 0.5;
const CATEGORY_DISTANCE_SCALE_M: f64 = 3_000.0;

/// Of a kind with at most this many things, the one meant may be far away: "the airport".
const RARE: usize = 3;

/// How far importance can lift a hit.
const IMPORTANCE_WEIGHT: f64 = 0.12;

/// Pieces of one street within this distance are one answer.
const SAME_STREET_M: f64 = 3_000.0;

/// Things of one kind with one name within this distance are one answer: a node and the building around it.
const SAME_THING_M: f64 = 60.0;

/// What speaks for an entry so far.
#[derive(Clone, Copy, Debug)]
struct Found<'a> {
    quality: f64,
    how: How<'a>,
}

#[derive(Clone, Copy, Debug)]
enum How<'a> {
    /// By a name, folded.
    Name(&'a str),
    /// Only when letters may be wrong: a guess.
    Like,
    Address,
    /// By its kind, and whether there are only a few of it.
    Category {
        rare: bool,
    },
}

type FoundByEntry<'a> = FxHashMap<u32, Found<'a>>;

impl Index {
    /// Places for a typed text, best first, at most `limit`. Ranked by how well they fit, how important they are and,
    /// with `near`, how close. Never fails; what can't be understood finds nothing.
    pub fn search(&self, typed: &str, near: Option<LonLat>, limit: usize, lang: Lang) -> Vec<Hit> {
        if let Some(at) = coordinate::parse(typed) {
            return vec![self.coordinates(at, near, lang)];
        }
        let query = Query::new(typed);
        if query.is_empty() {
            return Vec::new();
        }
        let mut found = FoundByEntry::default();
        self.by_name(&query, false, 1.0, &mut found);
        self.by_reading(&query, &mut found);
        self.by_address(&query, false, &mut found);
        self.by_category(&query, &mut found);
        if !found.values().any(|found| found.quality >= GOOD) {
            self.by_name(&query, true, 0.9, &mut found);
            self.by_address(&query, true, &mut found);
            self.by_sound(&query, &mut found);
        }
        // A number that no house has: better the street than nothing.
        for address in address::readings(&query) {
            self.by_name(&address.street, false, 0.75, &mut found);
        }
        self.rank(&found, near, limit, lang)
    }

    /// By words and characters of names. What a name lacks may stand in the thing's street or town.
    fn by_name<'a>(&'a self, query: &Query, typos: bool, factor: f64, found: &mut FoundByEntry<'a>) {
        for row in self.names.candidates(query, typos) {
            let Some(fit) = score::fit(query, &row.folded, typos) else { continue };
            let how = if typos { How::Like } else { How::Name(&row.folded) };
            self.note_row(row, query, &fit, (factor, how), found);
        }
    }

    fn note_row<'a>(
        &'a self,
        row: &'a Row,
        query: &Query,
        fit: &Fit,
        (factor, how): (f64, How<'a>),
        found: &mut FoundByEntry<'a>,
    ) {
        for entry in &row.entries {
            let elsewhere =
                if fit.missing.is_empty() { Some(1.0) } else { self.elsewhere(*entry, query, &fit.missing) };
            if let Some(share) = elsewhere {
                note(found, *entry, fit.quality * factor * share, how);
            }
        }
    }

    /// Whether the words that a name lacks are in the thing's street or town; the factor it costs.
    fn elsewhere(&self, entry: u32, query: &Query, missing: &[usize]) -> Option<f64> {
        let thing = self.things.get(entry as usize)?;
        let around = fold(&format!("{} {}", thing.street, thing.city));
        let all = missing.iter().filter_map(|place| query.tokens.get(*place)).all(|token| {
            if token.cjk {
                around.contains(&token.text)
            } else {
                words(&around).any(|word| token.spellings().any(|spelling| word.starts_with(spelling)))
            }
        });
        all.then_some(0.9)
    }

    /// By pinyin, typed in one go or in syllables.
    fn by_reading<'a>(&'a self, query: &Query, found: &mut FoundByEntry<'a>) {
        if !query.is_latin() {
            return;
        }
        for row in self.names.readable(&query.joined) {
            let Some(quality) = reading::quality(&query.joined, &row.folded) else { continue };
            for entry in &row.entries {
                note(found, *entry, quality, How::Name(&row.folded));
            }
        }
    }

    /// By the sound of wrong characters: 宾江路 for 滨江路 comes easily with pinyin input.
    fn by_sound<'a>(&'a self, query: &Query, found: &mut FoundByEntry<'a>) {
        if query.text.chars().filter(|c| is_cjk(*c)).count() < 2 {
            return;
        }
        let letters = reading::usual(&query.text);
        for row in self.names.readable(&letters) {
            let Some(quality) = reading::quality(&letters, &row.folded) else { continue };
            for entry in &row.entries {
                note(found, *entry, quality * 0.75, How::Like);
            }
        }
    }

    /// By street and house number.
    fn by_address<'a>(&'a self, query: &Query, typos: bool, found: &mut FoundByEntry<'a>) {
        for address in address::readings(query) {
            for row in self.streets.candidates(&address.street, typos) {
                let Some(fit) = score::fit(&address.street, &row.folded, typos) else { continue };
                for entry in &row.entries {
                    let Some(thing) = self.things.get(*entry as usize) else { continue };
                    let Some(number) = address::number_quality(&address.number, &thing.housenumber) else {
                        continue;
                    };
                    let elsewhere = if fit.missing.is_empty() {
                        Some(1.0)
                    } else {
                        self.elsewhere(*entry, &address.street, &fit.missing)
                    };
                    if let Some(share) = elsewhere {
                        note(found, *entry, (0.25 + 0.75 * fit.quality) * number * share, How::Address);
                    }
                }
            }
        }
    }

    fn by_category<'a>(&'a self, query: &Query, found: &mut FoundByEntry<'a>) {
        for wanted in category::wanted(&query.text) {
            let of_kind = |kind: &&str| self.by_kind.get(*kind).map_or(0, Vec::len);
            let rare = wanted.category.kinds.iter().map(of_kind).sum::<usize>() <= RARE;
            for kind in wanted.category.kinds {
                for entry in self.by_kind.get(*kind).into_iter().flatten() {
                    note(found, *entry, wanted.quality, How::Category { rare });
                }
            }
        }
    }

    /// Orders, merges and dresses what was found.
    fn rank(&self, found: &FoundByEntry, near: Option<LonLat>, limit: usize, lang: Lang) -> Vec<Hit> {
        let mut scored: Vec<(f64, u32, Found)> =
            found.iter().map(|(entry, found)| (self.score(*entry, *found, near), *entry, *found)).collect();
        // Entry numbers break ties, so that equal queries get equal answers.
        scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut hits: Vec<Hit> = Vec::new();
        for (score, entry, found) in scored {
            if hits.len() >= limit {
                break;
            }
            let matched = match found.how {
                How::Name(folded) => Matched::Name(self.spelling(entry, folded)),
                How::Address => Matched::Address,
                How::Category { .. } => Matched::Category,
                How::Like => Matched::Similar,
            };
            let Some(hit) = self.hit(entry, near, score, matched, lang) else { continue };
            if !hits.iter().any(|known| same(known, &hit)) {
                hits.push(hit);
            }
        }
        hits
    }

    fn score(&self, entry: u32, found: Found, near: Option<LonLat>) -> f64 {
        let Some(thing) = self.things.get(entry as usize) else { return 0.0 };
        let (weight, scale) = match found.how {
            How::Category { rare: false } => (CATEGORY_DISTANCE_WEIGHT, CATEGORY_DISTANCE_SCALE_M),
            How::Category { rare: true } => (DISTANCE_WEIGHT / 2.0, DISTANCE_SCALE_M),
            How::Name(_) | How::Like | How::Address => (DISTANCE_WEIGHT, DISTANCE_SCALE_M),
        };
        let far = near.map_or(0.0, |near| weight * (1.0 - (-near.distance_m(place(thing)) / scale).exp()));
        // Near something, importance says little about the kind that was asked for.
        let importance = match (found.how, near) {
            (How::Category { rare: false }, Some(_)) => 0.0,
            _ => IMPORTANCE_WEIGHT * f64::from(thing.importance) / 255.0,
        };
        found.quality + importance - far
    }

    /// The name of the entry that folds to this text, as OSM spells it.
    fn spelling(&self, entry: u32, folded: &str) -> String {
        let names = self.things.get(entry as usize).map_or(&[][..], |thing| &thing.names);
        names
            .iter()
            .find(|(_, text)| fold(text) == folded)
            .map_or_else(|| folded.to_owned(), |(_, text)| text.clone())
    }

    /// Dresses one entry; `None` for things that have nothing to be called by.
    pub(crate) fn hit(
        &self,
        entry: u32,
        near: Option<LonLat>,
        score: f64,
        matched: Matched,
        lang: Lang,
    ) -> Option<Hit> {
        let thing = self.things.get(entry as usize)?;
        let at = place(thing);
        // Who asked for a house number is shown it, not the shop that is in the house; that is told beside.
        let (label, context) = if matched == Matched::Address {
            let label = label::address(&thing.street, &thing.housenumber);
            let named = label::label(thing, lang);
            let beside: Vec<&str> = [named.as_str(), thing.city.as_str()]
                .into_iter()
                .filter(|part| !part.is_empty() && *part != label)
                .collect();
            (label, beside.join(", "))
        } else {
            let label = label::label(thing, lang);
            let context = label::context(thing, &label);
            (label, context)
        };
        (!label.is_empty()).then(|| Hit {
            label,
            context,
            kind: thing.kind.clone(),
            osm: thing.osm.clone(),
            at,
            distance_m: near.map(|near| near.distance_m(at)),
            score,
            matched,
            opening_hours: thing.opening_hours.clone(),
        })
    }

    fn coordinates(&self, at: LonLat, near: Option<LonLat>, lang: Lang) -> Hit {
        Hit {
            label: coordinate::label(at),
            context: self.reverse(at, lang).map(|here| here.label).unwrap_or_default(),
            kind: "coordinates".to_owned(),
            osm: String::new(),
            at,
            distance_m: near.map(|near| near.distance_m(at)),
            score: 1.0,
            matched: Matched::Coordinates,
            opening_hours: String::new(),
        }
    }
}

/// Keeps the better reason for an entry.
fn note<'a>(found: &mut FoundByEntry<'a>, entry: u32, quality: f64, how: How<'a>) {
    let candidate = Found { quality, how };
    found
        .entry(entry)
        .and_modify(|known| {
            if quality > known.quality {
                *known = candidate;
            }
        })
        .or_insert(candidate);
}

/// Whether two hits are one thing to a person.
fn same(a: &Hit, b: &Hit) -> bool {
    if a.label != b.label {
        return false;
    }
    let apart = a.at.distance_m(b.at);
    let street = |hit: &Hit| hit.kind.starts_with("highway=");
    if street(a) && street(b) { apart <= SAME_STREET_M } else { apart <= SAME_THING_M }
}
