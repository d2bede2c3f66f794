//! Looking after the memory file: backups, indexes, what says the same twice, what is exported for training.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A backup beside the memory file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct BackupDto {
    /// Its file's name, by which it is restored.
    pub name: String,
    /// When it was taken, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Bytes.
    #[ts(type = "number")]
    pub bytes: u64,
}

/// What restoring a backup did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RestoredDto {
    /// When the backup was taken, UTC seconds; absent for one that was kept elsewhere.
    #[ts(type = "number | null")]
    pub at: Option<i64>,
    /// Memories that the backup still had although they were erased since, and that are gone again.
    pub forgotten: u32,
}

/// What rebuilding the indexes did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RebuiltDto {
    /// Memories whose entries were made anew.
    pub memories: u32,
}

/// Two memories that say nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AlikeDto {
    /// The one that was told first.
    pub one: String,
    /// Its text.
    pub one_text: String,
    /// The other.
    pub other: String,
    /// Its text.
    pub other_text: String,
    /// How near they are, 0 to 1.
    pub likeness: f64,
    /// Whether both are about the same people and things.
    pub same_entities: bool,
}
