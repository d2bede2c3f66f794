//! Distinct names and the words in them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::dictionary::Dictionary;
use crate::fold::{is_cjk, is_cjk_word, words};
use crate::query::{Query, Token};
use crate::reading::{self, Readings};
use crate::typo;

/// At most this many names are compared closely for one query. Rows come with the most important things first, so
/// what a single typed letter leaves out is what nobody waits for.
const MAX_CANDIDATES: usize = 4000;

/// Of names that lack one of the query's words (it may be in their street or town), at most this many.
const MAX_LACKING: usize = 1000;

/// A name and what is called so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Folded.
    pub folded: String,
    /// Entries with this name, most important first.
    pub entries: Vec<u32>,
}

/// How a row with CJK characters is read.
#[derive(Clone, Debug, PartialEq)]
struct Read {
    row: u32,
    /// Letters that its readings begin with.
    initials: u32,
    /// The usual reading.
    usual: Box<str>,
}

/// Names with an index of their words and of their CJK characters, single and in pairs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NameTable {
    pub rows: Vec<Row>,
    words: Dictionary,
    grams: Dictionary,
    /// Rows with CJK characters. Made when loading.
    #[serde(skip)]
    read: Vec<Read>,
    /// How those characters are read.
    #[serde(skip)]
    pub readings: Readings,
}

impl NameTable {
    /// Collects `(folded name, entry)`; earlier entries are more important.
    pub fn build(names: impl Iterator<Item = (String, u32)>) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        for (folded, entry) in names.filter(|(folded, _)| !folded.is_empty()) {
            let index = *known.entry(folded).or_insert_with_key(|folded| {
                rows.push(Row { folded: folded.clone(), entries: Vec::new() });
                rows.len() - 1
            });
            if let Some(row) = rows.get_mut(index)
                && row.entries.last() != Some(&entry)
            {
                row.entries.push(entry);
            }
        }
        let (mut of_words, mut of_grams) =
            (BTreeMap::<String, Vec<u32>>::new(), BTreeMap::<String, Vec<u32>>::new());
        for (number, row) in (0u32..).zip(&rows) {
            for word in words(&row.folded) {
                if is_cjk_word(word) {
                    for gram in grams(word) {
                        of_grams.entry(gram.to_owned()).or_default().push(number);
                    }
                } else {
                    of_words.entry(word.to_owned()).or_default().push(number);
                }
            }
        }
        let (words, grams) = (Dictionary::new(of_words), Dictionary::new(of_grams));
        Self { rows, words, grams, ..Self::default() }.ready()
    }

    /// Makes what isn't stored. To be called after loading.
    #[must_use]
    pub fn ready(mut self) -> Self {
        let with_readings = (0u32..).zip(&self.rows).filter(|(_, row)| row.folded.chars().any(is_cjk));
        self.read = with_readings
            .map(|(number, row)| Read {
                row: number,
                initials: reading::initials(&row.folded),
                usual: reading::usual(&row.folded).into_boxed_str(),
            })
            .collect();
        self.readings = Readings::of(self.rows.iter().map(|row| row.folded.as_str()));
        self
    }

    /// Whether all numbers point into the table and its entries.
    pub fn is_sound(&self, entries: usize) -> bool {
        self.words.is_within(self.rows.len())
            && self.grams.is_within(self.rows.len())
            && self.rows.iter().flat_map(|row| &row.entries).all(|entry| (*entry as usize) < entries)
    }

    /// Names that may match: they have at least one of the query's words, those with most of them first. With
    /// `typos`, words that are nearly the same count too.
    pub fn candidates(&self, query: &Query, typos: bool) -> Vec<&Row> {
        let (found, complete) = self.marked(query, typos);
        let kept = complete.min(MAX_CANDIDATES);
        let lacking = (found.len() - complete).min(MAX_LACKING).min(MAX_CANDIDATES - kept);
        let numbers = found[..kept].iter().chain(&found[complete..complete + lacking]);
        numbers.filter_map(|row| self.rows.get(*row as usize)).collect()
    }

    /// Those of the candidates that lack none of the query's words.
    pub fn complete(&self, query: &Query, typos: bool) -> Vec<&Row> {
        let (found, complete) = self.marked(query, typos);
        let numbers = found[..complete.min(MAX_CANDIDATES)].iter();
        numbers.filter_map(|row| self.rows.get(*row as usize)).collect()
    }

    /// Numbers of the rows with any of the query's words, those with most of them first, and how many have all.
    fn marked(&self, query: &Query, typos: bool) -> (Vec<u32>, usize) {
        let mut hits: FxHashMap<u32, u32> = FxHashMap::default();
        for (place, token) in (0u32..).zip(query.tokens.iter().filter(|token| !token.optional)) {
            let mut mark = |row: u32| *hits.entry(row).or_default() |= 1 << place;
            if token.cjk {
                self.rows_with_characters(token, typos).for_each(&mut mark);
            } else {
                for spelling in token.spellings() {
                    self.words.prefixed(spelling).for_each(&mut mark);
                }
                if typos && typo::allowed(&token.text) > 0 {
                    let near = typo::Near::new(&token.text);
                    self.words.accepted(move |word| near.accepts(word)).for_each(&mut mark);
                }
            }
        }
        // A word typed together ("capdail") or apart is found by the first letters of the joined name.
        let together = hits.is_empty();
        if let (true, Some(start)) = (together, query.joined.get(..3)) {
            self.words.prefixed(start).for_each(|row| {
                hits.insert(row, 1);
            });
        }
        let mut found: Vec<(u32, u32)> =
            hits.into_iter().map(|(row, bits)| (bits.count_ones(), row)).collect();
        found.sort_unstable_by_key(|(count, row)| (std::cmp::Reverse(*count), *row));
        let wanted = query.tokens.iter().filter(|token| !token.optional).count();
        let complete = found.partition_point(|(count, _)| *count as usize >= wanted);
        // A name that was typed together has none of the words as they were typed, and is all there is.
        let complete = if complete == 0 && together { found.len() } else { complete };
        (found.into_iter().map(|(_, row)| row).collect(), complete)
    }

    /// Names whose Chinese characters may be read as these letters.
    pub fn readable<'a>(&'a self, letters: &str) -> impl Iterator<Item = &'a Row> {
        let bit = reading::letter_bit(letters.bytes().next()).unwrap_or(0);
        self.read
            .iter()
            .filter(move |read| read.initials & bit != 0)
            .filter_map(|read| self.rows.get(read.row as usize))
    }

    /// Names with Chinese characters, and how they are usually read.
    pub fn spoken(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.read.iter().filter_map(|read| Some((self.rows.get(read.row as usize)?, read.usual.as_ref())))
    }

    /// Rows with all pairs of the token's characters, or with half of them when typos are allowed.
    fn rows_with_characters<'a>(
        &'a self,
        token: &'a Token,
        typos: bool,
    ) -> Box<dyn Iterator<Item = u32> + 'a> {
        let characters = token.text.chars().count();
        let pairs: Vec<&str> =
            grams(&token.text).filter(|gram| characters == 1 || gram.chars().count() == 2).collect();
        if let [only] = pairs.as_slice()
            && !typos
        {
            return Box::new(self.grams.exact(only).iter().copied());
        }
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        for pair in &pairs {
            for row in self.grams.exact(pair) {
                *counts.entry(*row).or_default() += 1;
            }
        }
        let needed = if typos { pairs.len().div_ceil(2) } else { pairs.len() };
        Box::new(counts.into_iter().filter(move |(_, count)| *count >= needed).map(|(row, _)| row))
    }
}

/// The characters of a word, single and in pairs, each once.
fn grams(word: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let slices = (1..=2).flat_map(move |length| {
        let starts = starts.clone();
        (length..starts.len()).map(move |end| (starts[end - length], starts[end]))
    });
    let mut seen: Vec<&str> = Vec::new();
    slices.filter_map(move |(from, to)| {
        let gram = word.get(from..to)?;
        if seen.contains(&gram) {
            return None;
        }
        seen.push(gram);
        Some(gram)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> NameTable {
        let names = ["rue grimaldi", "人民广场", "人民路", "cap d ail", "avenue saint roman"];
        NameTable::build(names.iter().enumerate().map(|(i, name)| ((*name).to_owned(), i as u32)))
    }

    fn check(typed: &str, typos: bool, expected: &[&str]) {
        let table = table();
        let mut found: Vec<&str> =
            table.candidates(&Query::new(typed), typos).iter().map(|r| r.folded.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{typed}");
    }

    #[test]
    fn two_characters_are_enough() {
        check("广场", false, &["人民广场"]);
        check("人民", false, &["人民广场", "人民路"]);
        check("路", false, &["人民路"]);
        check("民广场", false, &["人民广场"]);
        check("民场", false, &[]);
    }

    #[test]
    fn beginnings_short_forms_and_typos() {
        check("grim", false, &["rue grimaldi"]);
        check("av st roman", false, &["avenue saint roman"]);
        check("girmaldi", false, &[]);
        check("girmaldi", true, &["rue grimaldi"]);
        check("人民厂场", true, &[]);
        check("人民大广场", true, &["人民广场"]);
        check("capdail", false, &["cap d ail"]);
        check("", true, &[]);
    }

    #[test]
    fn every_pair_is_listed_once() {
        assert_eq!(grams("人人人").collect::<Vec<_>>(), ["人", "人人"]);
        assert_eq!(grams("").count(), 0);
    }
}
