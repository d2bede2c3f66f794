//! The way by words: in which statements the question's words occur, rare words weighing more (BM25).

use domain::ProfileId;
use recall::{Index, is_filler, stem};
use rusqlite::{Connection, params};
use rustc_hash::FxHashMap;

use crate::{StoreError, codec::all, words};

/// The newest that are looked at for a word: one that is in more of them tells little.
const OF_EACH: i64 = 1_000;
/// Words of a question that are looked up.
const WORDS: usize = 24;
/// BM25's two numbers, as usual.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Statements of the index in which words of the question occur, each with the share of what they tell, 0 to 1.
pub(crate) fn shares(
    conn: &Connection,
    _profile: ProfileId,
    index: &Index,
    text: &str,
) -> Result<FxHashMap<i64, f32>, StoreError> {
    let mut terms = words::query_terms(text);
    terms.retain(|term| !is_filler(term));
    terms.truncate(WORDS);
    let many = index.len() as f32;
    let mean = index.mean_length();
    let mut sums: FxHashMap<i64, f32> = FxHashMap::default();
    let mut total = 0.0;
    for term in &terms {
        let (looked_for, prefix) = stem(term).map_or((term.as_str(), false), |stem| (stem, true));
        let found: Vec<i64> = all(
            conn,
            "SELECT rowid >> 3 FROM words WHERE words MATCH ?1 AND rowid & 7 = 3 ORDER BY rowid DESC LIMIT ?2",
            params![words::expression(&[looked_for.to_owned()], " OR ", prefix), OF_EACH],
            |row| Ok(row.get(0)?),
        )?;
        // The word index knows no owner; the person's own index does (MISSION S2-32).
        let own: Vec<i64> = found.iter().copied().filter(|id| index.contains(*id)).collect();
        let count = match (found.first(), found.last()) {
            // As many as were asked for: about as many more as the numbers of the rows go further back.
            (Some(newest), Some(oldest)) if found.len() as i64 == OF_EACH => {
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
