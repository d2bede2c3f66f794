//! A look at the file's health.

use crate::{Store, StoreError};

/// What the doctor found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Version of the schema.
    pub version: u32,
    /// Bytes of the file and its write-ahead log.
    pub bytes: u64,
    /// Rows per table.
    pub counts: Vec<(&'static str, u64)>,
    /// Sentences about what is wrong, without content; empty when all is well.
    pub problems: Vec<String>,
    /// Whether an erasure waits to be finished.
    pub erasure_pending: bool,
    /// Live preferences without a current vector of any model.
    pub without_vector: u64,
}

impl Store {
    /// Checks the file, its foreign keys, and that rows, words and vectors agree.
    pub fn doctor(&self) -> Result<Report, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }
}
