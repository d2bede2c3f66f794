//! The interface behind which rules and a language model are interchangeable (MISSION S1-24).

use crate::{Extraction, Known, Turn};

/// Reads memories out of turns. Total: a turn without a memory answers an empty list, and none panics.
pub trait Extractor: Send + Sync {
    /// What this turn says that is worth remembering or forgetting.
    fn extract(&self, turn: &Turn, known: &Known<'_>) -> Vec<Extraction>;
}
