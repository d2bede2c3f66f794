//! From what was typed to the things that fit it. [`crate::rank`] puts them in order.

use domain::{Lang, LonLat};
use rustc_hash::FxHashMap;

use crate::Index;
use crate::address;
use crate::category;
use crate::coordinate::{self, Datum, Pasted};
use crate::fold::{fold, is_cjk, words};
use crate::hit::{Answer, Ask, Hit, Matched};
use crate::hours::Opening;
use crate::junction;
use crate::label;
use crate::phrase::Phrase;
use crate::query::Query;
use crate::reading;
use crate::score::{self, Fit};
use crate::table::Row;

/// A first pass this good makes a second one with typos pointless.
const GOOD: f64 = 0.55;

/// A name that fits all that was typed this well is meant, whatever words like "open now" in it could mean.
const WHOLE: f64 = 0.9;

/// Of a kind with at most this many things, the one meant may be far away: "the airport".
const RARE: usize = 3;

/// Of each of two streets that are to meet, as many readings are tried.
const STREETS_TRIED: usize = 5;

/// What speaks for an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    pub quality: f64,
    pub how: How<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum How<'a> {
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

/// All that was found: things by their number, and junctions, which are no things.
#[derive(Debug, Default)]
pub(crate) struct Gathered<'a> {
    pub things: FxHashMap<u32, Found<'a>>,
    pub junctions: Vec<Crossing>,
}

/// A junction of two streets.
#[derive(Clone, Debug)]
pub(crate) struct Crossing {
    /// The streets' entries.
    pub streets: [u32; 2],
    pub at: LonLat,
    pub quality: f64,
    /// Whether letters had to be wrong.
    pub guess: bool,
}

/// A street that a text may name.
struct StreetLike {
    entry: u32,
    /// Its local name, folded: what addresses and junctions know it by.
    local: String,
    quality: f64,
}

impl Index {
    /// Places for a typed text, best first, at most `limit`: [`Index::find`] for who knows no more than where to look.
    pub fn search(&self, typed: &str, near: Option<LonLat>, limit: usize, lang: Lang) -> Vec<Hit> {
        let phrase = Phrase::read(typed);
        let plain = Ask { near, limit, ..Ask::new(lang) };
        let anchor = phrase
            .near
            .as_deref()
            .and_then(|name| self.fitting(&Phrase::read(name), &plain).hits.into_iter().next());
        self.fitting(&phrase, &Ask { near: anchor.map(|hit| hit.at).or(near), ..plain }).hits
    }

    /// What fits a phrase, best first; what is most like it when nothing does. Never fails.
    ///
    /// Words around the thing (`phrase.near`, `phrase.along`) have no effect of their own: who knows what "home" and "the
    /// way" are puts them into `ask`.
    pub fn find(&self, phrase: &Phrase, ask: &Ask) -> Answer {
        let mut answer = self.fitting(phrase, ask);
        // No pharmacy along the way is an answer; a name that nothing has is a question.
        if answer.hits.is_empty() || answer.guess {
            answer.guess = true;
            if !phrase.is_category() && ask.along.is_none() {
                for mut hit in self.nearest(&phrase.what, ask.limit, ask.lang) {
                    if answer.hits.len() < ask.limit
                        && !answer.hits.iter().any(|known| known.label == hit.label)
                    {
                        hit.distance_m = ask.near.map(|near| near.distance_m(hit.at));
                        answer.hits.push(hit);
                    }
                }
            }
            answer.guess = !answer.hits.is_empty();
        }
        answer
    }

    fn fitting(&self, phrase: &Phrase, ask: &Ask) -> Answer {
        if let Some(pasted) = coordinate::pasted(&phrase.typed, ask.near) {
            return Answer { hits: self.coordinates(pasted, ask), guess: false };
        }
        let mut gathered = self.gather(&phrase.what, !phrase.is_dressed() || !phrase.is_category());
        if phrase.is_dressed() {
            // "Near East Bakery" is a name before it is a bakery near the east.
            let query = Query::new(&phrase.typed);
            for row in self.names.candidates(&query, false) {
                let fit = score::fit(&query, &row.folded, false).filter(|fit| fit.quality >= WHOLE);
                if let Some(fit) = fit.filter(|fit| fit.missing.is_empty()) {
                    self.note_row(row, &query, &fit, (1.0, How::Name(&row.folded)), &mut gathered);
                }
            }
        }
        let hits = self.rank(&gathered, phrase, ask);
        let guess = !hits.is_empty() && hits.iter().all(|hit| hit.matched == Matched::Similar);
        Answer { hits, guess }
    }

    /// Everything that a text may mean; slips are forgiven when nothing fits well without.
    fn gather(&self, what: &str, forgive: bool) -> Gathered<'_> {
        let mut found = Gathered::default();
        let query = Query::new(what);
        if query.is_empty() {
            return found;
        }
        self.by_name(&query, false, 1.0, &mut found);
        self.by_reading(&query, &mut found);
        self.by_address(&query, false, &mut found);
        self.by_category(&query, &mut found);
        let pairs = junction::split(what);
        self.by_junction(&pairs, false, &mut found);
        let well = |found: &Gathered| {
            found.things.values().any(|found| found.quality >= GOOD) || !found.junctions.is_empty()
        };
        if forgive && !well(&found) {
            self.by_name(&query, true, 0.9, &mut found);
            self.by_address(&query, true, &mut found);
            self.by_sound(&query, &mut found);
            self.by_junction(&pairs, true, &mut found);
        }
        // A number that no house has: better the street than nothing.
        for address in address::readings(&query) {
            self.by_name(&address.street, false, 0.75, &mut found);
        }
        found
    }

    /// By words and characters of names. What a name lacks may stand in the thing's street or town.
    fn by_name<'a>(&'a self, query: &Query, typos: bool, factor: f64, found: &mut Gathered<'a>) {
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
        found: &mut Gathered<'a>,
    ) {
        for entry in &row.entries {
            let elsewhere =
                if fit.missing.is_empty() { Some(1.0) } else { self.elsewhere(*entry, query, &fit.missing) };
            if let Some(share) = elsewhere {
                found.note(*entry, fit.quality * factor * share, how);
            }
        }
    }

    /// Whether the words that a name lacks are in the thing's street or town; the factor it costs.
    fn elsewhere(&self, entry: u32, query: &Query, missing: &[usize]) -> Option<f64> {
        let around = self.around.text(entry);
        if around.is_empty() {
            return None;
        }
        let all = missing.iter().filter_map(|place| query.tokens.get(*place)).all(|token| {
            if token.cjk {
                around.contains(&token.text)
            } else {
                words(around).any(|word| token.spellings().any(|spelling| word.starts_with(spelling)))
            }
        });
        all.then_some(0.9)
    }

    /// By pinyin, typed in one go or in syllables.
    fn by_reading<'a>(&'a self, query: &Query, found: &mut Gathered<'a>) {
        if !query.is_latin() {
            return;
        }
        for row in self.names.readable(&query.joined) {
            let Some(quality) = reading::quality(&query.joined, &row.folded, &self.names.readings) else {
                continue;
            };
            for entry in &row.entries {
                found.note(*entry, quality, How::Name(&row.folded));
            }
        }
    }

    /// By the sound of wrong characters (宾江路 for 滨江路 comes easily with pinyin input), or by letters with a slip.
    fn by_sound<'a>(&'a self, query: &Query, found: &mut Gathered<'a>) {
        if query.is_latin() {
            for (row, usual) in self.names.spoken() {
                let Some(quality) = reading::slip_quality(&query.joined, usual) else { continue };
                row.entries.iter().for_each(|entry| found.note(*entry, quality, How::Like));
            }
            return;
        }
        if query.text.chars().filter(|c| is_cjk(*c)).count() < 2 {
            return;
        }
        let letters = reading::usual(&query.text);
        for row in self.names.readable(&letters) {
            let Some(quality) = reading::quality(&letters, &row.folded, &self.names.readings) else {
                continue;
            };
            row.entries.iter().for_each(|entry| found.note(*entry, quality * 0.75, How::Like));
        }
    }

    /// By street and house number. The street may be named in any of its languages; addresses know the local one.
    fn by_address<'a>(&'a self, query: &Query, typos: bool, found: &mut Gathered<'a>) {
        for address in address::readings(query) {
            for row in self.streets.candidates(&address.street, typos) {
                let Some(fit) = score::fit(&address.street, &row.folded, typos) else { continue };
                self.note_houses(row, &address, fit.quality, &fit.missing, found);
            }
            for street in self.streets_like(&address.street.text, typos) {
                let local = Query::new(&street.local);
                let same = self
                    .streets
                    .candidates(&local, false)
                    .into_iter()
                    .filter(|row| row.folded == street.local);
                for row in same {
                    self.note_houses(row, &address, street.quality, &[], found);
                }
            }
        }
    }

    fn note_houses<'a>(
        &'a self,
        row: &'a Row,
        address: &address::Address,
        quality: f64,
        missing: &[usize],
        found: &mut Gathered<'a>,
    ) {
        let mut neighbour: Option<(u32, u32)> = None;
        for entry in &row.entries {
            let Some(thing) = self.things.get(*entry as usize) else { continue };
            let Some(number) = address::number_quality(&address.number, &thing.housenumber) else {
                let apart = address::apart(&address.number, &thing.housenumber);
                neighbour = neighbour.into_iter().chain(apart.map(|apart| (apart, *entry))).min();
                continue;
            };
            let elsewhere =
                if missing.is_empty() { Some(1.0) } else { self.elsewhere(*entry, &address.street, missing) };
            if let Some(share) = elsewhere {
                found.note(*entry, (0.25 + 0.75 * quality) * number * share, How::Address);
            }
        }
        // The house beside the one that OSM does not have, on the same side of the street.
        if let (Some((apart, entry)), true) = (neighbour, quality >= 0.8 && missing.is_empty()) {
            found.note(entry, (0.7 - 0.01 * f64::from(apart)).max(0.3) * quality, How::Like);
        }
    }

    /// Streets that a text names, in any language or by pinyin, best first.
    fn streets_like(&self, text: &str, typos: bool) -> Vec<StreetLike> {
        let query = Query::new(text);
        let mut found: Vec<StreetLike> = Vec::new();
        let mut note = |row: &Row, quality: f64| {
            for entry in &row.entries {
                let Some(thing) = self.things.get(*entry as usize) else { continue };
                let street = thing.kind.starts_with("highway=")
                    && !thing.street.is_empty()
                    && thing.housenumber.is_empty();
                if !street {
                    continue;
                }
                let local = fold(&thing.street);
                match found.iter_mut().find(|known| known.local == local) {
                    Some(known) if known.quality >= quality => {}
                    Some(known) => (known.quality, known.entry) = (quality, *entry),
                    None => found.push(StreetLike { entry: *entry, local, quality }),
                }
            }
        };
        for row in self.names.complete(&query, typos) {
            if let Some(fit) = score::fit(&query, &row.folded, typos).filter(|fit| fit.missing.is_empty()) {
                note(row, fit.quality);
            }
        }
        if query.is_latin() {
            for row in self.names.readable(&query.joined) {
                if let Some(quality) = reading::quality(&query.joined, &row.folded, &self.names.readings) {
                    note(row, quality);
                }
            }
        }
        found.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.entry.cmp(&b.entry)));
        found.truncate(STREETS_TRIED);
        found
    }

    fn by_junction(&self, pairs: &[(String, String)], typos: bool, found: &mut Gathered<'_>) {
        for (first, second) in pairs {
            let of_first = self.streets_like(first, typos);
            if of_first.is_empty() {
                continue;
            }
            let of_second = self.streets_like(second, typos);
            for a in &of_first {
                for b in &of_second {
                    let quality = a.quality.min(b.quality) * 0.97;
                    for at in self.junctions.meeting(&a.local, &b.local) {
                        found.junctions.push(Crossing {
                            streets: [a.entry, b.entry],
                            at,
                            quality,
                            guess: typos,
                        });
                    }
                }
            }
        }
    }

    fn by_category<'a>(&'a self, query: &Query, found: &mut Gathered<'a>) {
        for wanted in category::wanted(&query.text) {
            let of_kind = |kind: &&str| self.by_kind.get(*kind).map_or(0, Vec::len);
            let rare = wanted.category.kinds.iter().map(of_kind).sum::<usize>() <= RARE;
            for kind in wanted.category.kinds {
                for entry in self.by_kind.get(*kind).into_iter().flatten() {
                    found.note(*entry, wanted.quality, How::Category { rare });
                }
            }
        }
    }

    /// A pasted coordinate, and the other way to read it where that is the one inside the region.
    fn coordinates(&self, pasted: Pasted, ask: &Ask) -> Vec<Hit> {
        let inside = |at: &LonLat| self.bounds.is_some_and(|bounds| bounds.contains(*at));
        let other = pasted.swapped.filter(inside);
        let readings: Vec<LonLat> = match other {
            Some(other) if inside(&pasted.at) => vec![pasted.at, other],
            Some(other) => vec![other, pasted.at],
            None => vec![pasted.at],
        };
        let scored = readings.into_iter().zip([1.2, 0.9]);
        scored
            .map(|(at, score)| Hit {
                label: coordinate::written(at, Datum::Wgs84),
                context: self.reverse(at, ask.lang).map(|here| here.label).unwrap_or_default(),
                kind: "coordinates".to_owned(),
                osm: String::new(),
                at,
                distance_m: ask.near.map(|near| near.distance_m(at)),
                detour_m: None,
                after_m: None,
                // Of several regions, the one that holds the point knows best what is there.
                score: if inside(&at) { score } else { score - 0.1 },
                matched: Matched::Coordinates,
                used: 0,
                opening_hours: String::new(),
                opening: Opening::Unknown,
            })
            .collect()
    }

    /// The label of a junction, and the town it lies in.
    pub(crate) fn junction_words(&self, streets: [u32; 2], lang: Lang) -> Option<(String, String)> {
        let [a, b] = streets.map(|entry| self.things.get(entry as usize));
        let (a, b) = (a?, b?);
        let (first, second) = (label::label(a, lang), label::label(b, lang));
        let both = match lang {
            Lang::Zh if first.chars().any(is_cjk) => format!("{first}与{second}路口"),
            Lang::Zh | Lang::En => format!("{first} / {second}"),
        };
        Some((both, a.city.clone()))
    }
}

impl<'a> Gathered<'a> {
    /// Keeps the better reason for an entry.
    fn note(&mut self, entry: u32, quality: f64, how: How<'a>) {
        let candidate = Found { quality, how };
        self.things
            .entry(entry)
            .and_modify(|known| {
                if quality > known.quality {
                    *known = candidate;
                }
            })
            .or_insert(candidate);
    }
}
