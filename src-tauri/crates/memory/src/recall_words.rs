//! The way by words: in which statements the question's words occur, rare words weighing more (BM25).

use domain::{MemoryRef, ProfileId};
use recall::{AT_LEAST, EXACT_ROWS, Index, forms, is_filler, stem};
use rusqlite::{Connection, params};
use rustc_hash::FxHashMap;

use crate::{
    StoreError,
    codec::{all, first},
    index::memory_of,
    words,
};

/// Words of a question that are looked up.
const WORDS: usize = 24;
/// BM25's two numbers, as usual.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Statements of the index in which words of the question occur, each with the share of what they tell, 0 to 1. Of each
/// word only the newest so many are looked at: one that is in more of them tells little.
pub(crate) fn shares(
    conn: &Connection,
    _profile: ProfileId,
    index: &Index,
    text: &str,
    of_each: usize,
) -> Result<FxHashMap<i64, f32>, StoreError> {
    let of_each = of_each as i64;
    let mut terms = words::query_terms(text);
    terms.retain(|term| !is_filler(term));
    terms.truncate(WORDS);
    let many = index.len().max(AT_LEAST) as f32;
    let mean = index.mean_length();
    let mut sums: FxHashMap<i64, f32> = FxHashMap::default();
    let mut total = 0.0;
    for term in &terms {
        let looked_for = match stem(term) {
            // The word index walks over all that begins with a stem before it gives the newest; over single words it does not.
            Some(stem) if index.len() > EXACT_ROWS => {
                words::expression(&forms(stem).collect::<Vec<_>>(), " OR ", false)
            }
            Some(stem) => words::expression(&[stem.to_owned()], " OR ", true),
            None => words::expression(std::slice::from_ref(term), " OR ", false),
        };
        let found: Vec<i64> = all(
            conn,
            "SELECT rowid >> 3 FROM words WHERE words MATCH ?1 AND rowid & 7 = 3 ORDER BY rowid DESC LIMIT ?2",
            params![looked_for, of_each],
            |row| Ok(row.get(0)?),
        )?;
        // The word index knows no owner; the person's own index does (MISSION S2-32).
        let own: Vec<i64> = found.iter().copied().filter(|id| index.contains(*id)).collect();
        let count = match (found.first(), found.last()) {
            // As many as were asked for: about as many more as the numbers of the rows go further back.
            (Some(newest), Some(oldest)) if found.len() as i64 == of_each => {
                own.len() as f32 * *newest as f32 / (newest - oldest + 1) as f32
            }
            _ => own.len() as f32,
        };
        let tells = (1.0 + (many - count.min(many) + 0.5) / (count + 0.5)).ln();
        total += tells;
        for id in own {
            let length = f32::from(index.length_of(id).unwrap_or(0));
            let norm = (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * length / mean));
            *sums.entry(id).or_default() += tells * norm.min(1.0);
        }
    }
    if total > 0.0 {
        sums.values_mut().for_each(|sum| *sum = (*sum / total).min(1.0));
    }
    Ok(sums)
}

/// Places, wishes and drives in which words of the question occur, those with most of them first, each with the share of
/// the words, 0 to 1. Whose they are is not known here: every row is read with its owner.
pub(crate) fn of_roads(
    conn: &Connection,
    text: &str,
    most: usize,
) -> Result<Vec<(MemoryRef, f64)>, StoreError> {
    let mut terms = words::query_terms(text);
    terms.retain(|term| !is_filler(term));
    terms.truncate(WORDS);
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    // Their numbers are small beside those of statements, which a busy store has a hundred thousand of: what lies beyond is
    // never walked over.
    let last = "SELECT 8 * ifnull(max(seq), 0) + 7 FROM sqlite_sequence WHERE name IN ('places', 'preferences', 'trips')";
    let last: i64 = first(conn, last, [], |row| Ok(row.get(0)?))?.unwrap_or(0);
    let mut hits: FxHashMap<i64, u32> = FxHashMap::default();
    for term in &terms {
        let (looked_for, prefix) = stem(term).map_or((term.as_str(), false), |stem| (stem, true));
        let found: Vec<i64> = all(
            conn,
            "SELECT rowid FROM words WHERE words MATCH ?1 AND rowid <= ?2 AND rowid & 7 < 3 ORDER BY rowid DESC LIMIT ?3",
            params![words::expression(&[looked_for.to_owned()], " OR ", prefix), last, OF_ROADS],
            |row| Ok(row.get(0)?),
        )?;
        for row in found {
            *hits.entry(row).or_default() += 1;
        }
    }
    let mut hits: Vec<(u32, i64)> = hits.into_iter().map(|(row, hits)| (hits, row)).collect();
    hits.sort_unstable_by_key(|one| std::cmp::Reverse(*one));
    hits.truncate(most);
    Ok(hits.into_iter().map(|(hits, row)| (memory_of(row), f64::from(hits) / terms.len() as f64)).collect())
}

/// The newest that are looked at for each word.
const OF_ROADS: i64 = 64;
