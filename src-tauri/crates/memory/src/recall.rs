//! Recall: nearest vectors, words and scope joined into one ranked list, with the parts of every score.

use domain::{MemoryRef, Situation};

use crate::{Embedding, Mine, Store, StoreError};

/// How many memories a plan may look at (MISSION S0-25).
pub const DEFAULT_K: usize = 10;
/// Cosine distance above which a vector says nothing (MISSION S0-26), until a model has a scanned value of its own.
pub const DEFAULT_MAX_DISTANCE: f64 = 0.35;
/// Days after which freshness has halved (MISSION S0-37).
pub const HALF_LIFE_DAYS: f64 = 30.0;

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

/// Why a memory was recalled: each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreParts {
    /// Nearness of meaning, 1 − cosine distance; `None` when no vector was compared.
    pub vector: Option<f64>,
    /// Share of the sentence's words that occur.
    pub words: f64,
    /// Share of the scope that is named and agrees; 0.5 for one without scope.
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

impl Mine<'_> {
    /// At most `k` live memories, best first. Never more than fifty (MISSION S0-06).
    pub fn recall(&self, query: &RecallQuery) -> Result<Vec<Recollection>, StoreError> {
        let _ = query;
        Err(StoreError::Internal("not built yet"))
    }
}

impl Store {
    /// Cosine distance above which a vector of this model says nothing.
    pub fn max_distance(&self, model: &str) -> Result<f64, StoreError> {
        let _ = model;
        Err(StoreError::Internal("not built yet"))
    }

    /// Keeps a scanned distance for a model (MISSION S0-26).
    pub fn set_max_distance(&self, model: &str, dims: usize, distance: f64) -> Result<(), StoreError> {
        let _ = (model, dims, distance);
        Err(StoreError::Internal("not built yet"))
    }
}
