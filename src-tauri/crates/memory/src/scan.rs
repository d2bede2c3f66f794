//! The receipt: reads every file below a folder and looks for the erased bytes (F-3).

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use aho_corasick::AhoCorasick;

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

/// Reads every file below `dir` and looks for the needles; text also as UTF-16, as a web view might keep it.
///
/// `skip` names files and folders (relative to `dir`) that hold no memory by construction, such as region files, whose
/// street names are public. Symbolic links are not followed.
pub fn scan_bytes(dir: &Path, needles: &Needles, skip: &[&Path]) -> Result<Scan, StoreError> {
    let mut patterns: Vec<(NeedleKind, Vec<u8>)> = needles.list.clone();
    for (kind, bytes) in &needles.list {
        if let (true, Ok(text)) = (*kind != NeedleKind::Vector, std::str::from_utf8(bytes)) {
            patterns.push((*kind, text.encode_utf16().flat_map(u16::to_le_bytes).collect()));
        }
    }
    let finder = AhoCorasick::new(patterns.iter().map(|(_, bytes)| bytes))
        .map_err(|_too_many| StoreError::Internal("too many needles"))?;
    let mut scan = Scan::default();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(dir.join(&folder)) else {
            scan.unreadable.push(folder);
            continue;
        };
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if skip.contains(&path.as_path()) {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                scan_file(dir, path, &finder, &patterns, &mut scan);
            }
        }
    }
    scan.hits.sort_by(|a, b| (&a.file, a.kind).cmp(&(&b.file, b.kind)));
    Ok(scan)
}

fn scan_file(
    dir: &Path,
    path: PathBuf,
    finder: &AhoCorasick,
    patterns: &[(NeedleKind, Vec<u8>)],
    scan: &mut Scan,
) {
    match kinds_in(&dir.join(&path), finder, patterns) {
        Ok((bytes, kinds)) => {
            scan.files += 1;
            scan.bytes_read += bytes;
            scan.hits.extend(kinds.into_iter().map(|kind| Hit { file: path.clone(), kind }));
        }
        // A file that went while the folder was read has no bytes.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(_) => scan.unreadable.push(path),
    }
}

fn kinds_in(
    path: &Path,
    finder: &AhoCorasick,
    patterns: &[(NeedleKind, Vec<u8>)],
) -> io::Result<(u64, BTreeSet<NeedleKind>)> {
    let mut counted = Counted { inner: BufReader::new(File::open(path)?), bytes: 0 };
    let mut kinds = BTreeSet::new();
    if patterns.is_empty() {
        io::copy(&mut counted, &mut io::sink())?;
    } else {
        for found in finder.stream_find_iter(&mut counted) {
            kinds.extend(patterns.get(found?.pattern().as_usize()).map(|(kind, _)| *kind));
        }
    }
    Ok((counted.bytes, kinds))
}

struct Counted<R> {
    inner: R,
    bytes: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}
