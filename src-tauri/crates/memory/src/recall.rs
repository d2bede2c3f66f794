//! Recall: nearest vectors, words and scope joined into one ranked list, with the parts of every score.

use std::collections::{BTreeMap, HashSet};

use domain::{
    MemoryRef, Place, Preference, PreferenceId, PreferenceState, Situation, Timestamp, Trip, habit,
};
use rusqlite::{Connection, params};

use crate::{
    Embedding, Mine, StoreError, codec::first, embedding, in_force, index, place, preference_row as rows,
    trip, words::query_terms,
};

/// How many memories a plan may look at (MISSION S0-25).
pub const DEFAULT_K: usize = 10;
/// Cosine distance above which a vector says nothing (MISSION S0-26), until a model has a scanned value of its own.
pub const DEFAULT_MAX_DISTANCE: f64 = 0.35;
/// Days after which freshness has halved (MISSION S0-37).
pub const HALF_LIFE_DAYS: f64 = habit::Settings::DEFAULT.half_life_days;

/// What to recall for.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallQuery {
    /// The sentence; may be empty.
    pub text: String,
    /// Its vector; without one recall works by words and scope only.
    pub embedding: Option<Embedding>,
    /// Time, weather and places.
    pub situation: Situation,
    /// At most so many.
    pub k: usize,
    /// Cosine distance above which a vector says nothing; the model's own value when absent.
    pub max_distance: Option<f64>,
}

/// A plan never looks at more memories than this, however many there are (MISSION S0-06).
pub const MAX_K: usize = 50;
/// Likeness from which a proposal is worth a question before it is used (MISSION S0-16).
const ASK_FROM: f64 = 0.5;

/// Why a memory was recalled: each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreParts {
    /// Nearness of meaning, 1 − cosine distance; `None` when no vector was compared.
    pub vector: Option<f64>,
    /// Share of the sentence's words that occur.
    pub words: f64,
    /// 1 for a preference that is bound to this very situation, less for a looser one, 0.5 for one without scope.
    pub scope: f64,
    /// 0.5 to the power of age in half-lives.
    pub freshness: f64,
    /// How sure the memory is.
    pub confidence: f64,
}

/// A recalled memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Recollection {
    /// Which.
    pub memory: MemoryRef,
    /// The preference itself, when it is one.
    pub preference: Option<domain::Preference>,
    /// Its wording.
    pub title: String,
    /// 0 to 1, from the parts.
    pub score: f64,
    /// The parts.
    pub parts: ScoreParts,
}

impl Recollection {
    /// Strongly relevant, but not confirmed: ask before using it (MISSION S0-16).
    pub fn asks_first(&self) -> bool {
        let near = self.parts.vector.unwrap_or(0.0).max(self.parts.words);
        let bound = self.parts.scope > 0.5;
        let waits = self.preference.as_ref().is_some_and(|row| row.state == PreferenceState::Proposed);
        waits && (near >= ASK_FROM || bound)
    }
}

impl Mine<'_> {
    /// At most `k` live memories, best first. Never more than fifty (MISSION S0-06).
    ///
    /// Three ways lead to a memory: the nearest vectors of the same model, the words, and a scope that fits the situation.
    /// Whatever the way, it has to be valid now and its scope must hold; the vector and word indexes only name candidates.
    pub fn recall(&self, query: &RecallQuery) -> Result<Vec<Recollection>, StoreError> {
        let terms = query_terms(&query.text);
        self.store.read(|conn| {
            let mut found: BTreeMap<MemoryRef, Found> = BTreeMap::new();
            for (id, distance) in self.near(conn, query)? {
                found.entry(MemoryRef::Preference(id)).or_default().vector =
                    Some((1.0 - distance).clamp(0.0, 1.0));
            }
            for (memory, stored) in index::any_of(conn, self.profile, &terms, MAX_K)? {
                found.entry(memory).or_default().words = share(&terms, &stored);
            }
            for row in in_force::bound(conn, self.profile, &query.situation, MAX_K)? {
                found.entry(MemoryRef::Preference(row)).or_default();
            }
            let mut recalled = Vec::new();
            for (memory, parts) in found {
                recalled.extend(self.judge(conn, memory, &parts, query)?);
            }
            recalled.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.memory.cmp(&b.memory)));
            recalled.truncate(query.k.min(MAX_K));
            Ok(recalled)
        })
    }

    fn near(&self, conn: &Connection, query: &RecallQuery) -> Result<Vec<(PreferenceId, f64)>, StoreError> {
        let Some(vector) = &query.embedding else { return Ok(Vec::new()) };
        let limit = match query.max_distance {
            Some(limit) => limit,
            None => first(
                conn,
                "SELECT max_distance FROM embedding_models WHERE model = ?1 AND dims = ?2",
                params![vector.model, vector.vector.len() as i64],
                |row| Ok(row.get(0)?),
            )?
            .unwrap_or(DEFAULT_MAX_DISTANCE),
        };
        let near = embedding::nearest(conn, self.profile, vector, MAX_K)?;
        Ok(near.into_iter().filter(|(_id, distance)| *distance <= limit).collect())
    }

    /// The candidate with its parts, or `None` when it may not be used now.
    fn judge(
        &self,
        conn: &Connection,
        memory: MemoryRef,
        found: &Found,
        query: &RecallQuery,
    ) -> Result<Option<Recollection>, StoreError> {
        let now = &query.situation;
        let (row, parts) = match memory {
            MemoryRef::Preference(id) => {
                let Some(row) = rows::live(conn, self.profile, id)? else { return Ok(None) };
                let usable = matches!(row.state, PreferenceState::Active | PreferenceState::Proposed)
                    && row.validity.holds_at(now.depart.at)
                    && row.scope.holds_in(now);
                if !usable {
                    return Ok(None);
                }
                let freshness = freshness(row.last_confirmed, now.depart.at);
                let scope = scope_part(&row);
                (Known::Preference(row.clone()), found.parts(query, scope, freshness, row.confidence))
            }
            MemoryRef::Place(id) => match place::live(conn, self.profile, id)? {
                // A place is a fact: it does not fade, it is replaced (MISSION X8).
                Some(row) => (Known::Place(row), found.parts(query, 0.5, 1.0, 1.0)),
                None => return Ok(None),
            },
            MemoryRef::Trip(id) => match trip::live(conn, self.profile, id)? {
                Some(row) => {
                    let freshness = freshness(row.departure.at, now.depart.at);
                    (Known::Trip(row), found.parts(query, 0.5, freshness, 1.0))
                }
                None => return Ok(None),
            },
            // Statements and the stream have their own recall.
            MemoryRef::Statement(_) | MemoryRef::Observation(_) => return Ok(None),
        };
        let title = match &row {
            Known::Preference(row) => row.content.clone(),
            Known::Place(row) => row.name.clone(),
            Known::Trip(row) => row.via_roads.join(" · "),
        };
        let preference = match row {
            Known::Preference(row) => Some(row),
            Known::Place(_) | Known::Trip(_) => None,
        };
        Ok(Some(Recollection { memory, preference, title, score: score(&parts), parts }))
    }
}

enum Known {
    Preference(Preference),
    Place(Place),
    Trip(Trip),
}

#[derive(Default)]
struct Found {
    vector: Option<f64>,
    words: f64,
}

impl Found {
    fn parts(&self, query: &RecallQuery, scope: f64, freshness: f64, confidence: f64) -> ScoreParts {
        let vector = query.embedding.as_ref().map(|_compared| self.vector.unwrap_or(0.0));
        ScoreParts { vector, words: self.words, scope, freshness, confidence }
    }
}

/// Likeness times what is left of it by age and doubt. Age takes at most half, so that an old statement which fits exactly
/// is still found (MISSION X8); doubt takes all.
fn score(parts: &ScoreParts) -> f64 {
    let likeness = match parts.vector {
        Some(vector) => 0.5 * vector + 0.3 * parts.words + 0.2 * parts.scope,
        None => 0.7 * parts.words + 0.3 * parts.scope,
    };
    likeness * (0.5 + 0.5 * parts.freshness) * parts.confidence
}

/// 0.5 to the power of the age in half-lives, by UTC seconds; what is not yet is fresh (MISSION S0-37).
pub fn freshness(since: Timestamp, now: Timestamp) -> f64 {
    habit::decay(now.days_since(since), HALF_LIFE_DAYS)
}

fn scope_part(row: &Preference) -> f64 {
    // The scope holds, so every part that is named agrees: each one is worth a tenth over the scopeless half.
    0.5 + 0.1 * row.scope.specificity() as f64
}

/// Share of the sentence's words that the memory has.
fn share(wanted: &[String], stored: &str) -> f64 {
    let own: HashSet<&str> = stored.split(' ').collect();
    let hits = wanted.iter().filter(|term| own.contains(term.as_str())).count();
    if wanted.is_empty() { 0.0 } else { hits as f64 / wanted.len() as f64 }
}
