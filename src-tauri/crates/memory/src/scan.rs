//! The receipt: reads every file below a folder and looks for the erased bytes (F-3).

use std::path::{Path, PathBuf};

use crate::StoreError;

/// What a needle was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NeedleKind {
    /// Wording, name, address or note.
    Text,
    /// An embedding vector.
    Vector,
    /// A coordinate as stored.
    Coordinate,
    /// The id of a report or a route.
    Id,
    /// An index term.
    Term,
}

/// Byte strings to look for. Holds private content, so it prints only counts and is never stored.
#[derive(Clone, Default)]
pub struct Needles {
    pub(crate) list: Vec<(NeedleKind, Vec<u8>)>,
    /// Texts that other memories still hold rightly, or that are too short to mean anything: not looked for.
    pub shared: usize,
}

impl std::fmt::Debug for Needles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Needles({} kept private, {} shared)", self.list.len(), self.shared)
    }
}

impl Needles {
    /// How many byte strings are looked for.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// A file that still holds erased bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The file, relative to the scanned folder.
    pub file: PathBuf,
    /// What was found in it.
    pub kind: NeedleKind,
}

/// What the scan read and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Files read.
    pub files: usize,
    /// Bytes read.
    pub bytes_read: u64,
    /// Files that could not be read, relative to the folder; a receipt with any is not clean.
    pub unreadable: Vec<PathBuf>,
    /// What was found.
    pub hits: Vec<Hit>,
}

/// Reads every file below `dir` and looks for the needles; text also as UTF-16.
/// `skip` names files and folders (relative to `dir`) that hold no memory by construction, such as region files, whose
/// street names are public.
pub fn scan_bytes(dir: &Path, needles: &Needles, skip: &[&Path]) -> Result<Scan, StoreError> {
    let _ = (dir, needles, skip);
    Err(StoreError::Internal("not built yet"))
}
