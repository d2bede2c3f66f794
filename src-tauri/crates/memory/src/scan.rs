//! The receipt: reads every file below a folder and looks for the erased bytes (F-3).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

use aho_corasick::AhoCorasick;

use crate::{Store, StoreError, claim::beside, store::lock};

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

/// Open handles of a store's own files, by device and number.
pub(crate) type LookedAt = BTreeMap<(u64, u64), Arc<File>>;

impl Store {
    /// [`scan_bytes`] for the folder of a store that is open. Where the file is locked its pages are looked at without the
    /// lock as well: that nothing is found in an encrypted file says nothing about what its pages still hold.
    ///
    /// A handle to one of the store's own files is kept until the connections close, because closing it would take SQLite's
    /// locks off the file (POSIX; <https://sqlite.org/howtocorrupt.html>, 2.2): another program that then closes the file as
    /// the last one, as it thinks, would delete the log that this one still writes to.
    ///
    /// # Errors
    /// The folder or the locked file can't be read.
    pub fn scan(&self, dir: &Path, needles: &Needles, skip: &[&Path]) -> Result<Scan, StoreError> {
        let own: Vec<PathBuf> = self.path().map_or_else(Vec::new, |path| {
            ["", "-wal", "-shm"].iter().map(|ending| beside(path, ending)).collect()
        });
        let mut scan = {
            let mut looked_at = lock(&self.looked_at);
            let mut open = |path: &Path| {
                if own.iter().any(|own| own == path) {
                    keep_open(path, &mut looked_at)
                } else {
                    open_once(path)
                }
            };
            scan_with(dir, needles, skip, &mut open)?
        };
        if let (true, Some(path)) = (self.is_locked(), self.path()) {
            let search = Search::of(needles)?;
            let kinds = self.alone(|conn| Ok(search.kinds_in(&conn.serialize("main")?[..])))??.1;
            let file = path.strip_prefix(dir).unwrap_or(path);
            let unlocked = kinds.into_iter().map(|kind| Hit { file: file.to_owned(), kind });
            scan.hits.extend(unlocked);
            scan.hits.sort_by(|a, b| (&a.file, a.kind).cmp(&(&b.file, b.kind)));
            scan.hits.dedup();
        }
        Ok(scan)
    }
}

fn open_once(path: &Path) -> io::Result<Arc<File>> {
    File::open(path).map(Arc::new)
}

#[cfg(unix)]
fn keep_open(path: &Path, kept: &mut LookedAt) -> io::Result<Arc<File>> {
    use std::os::unix::fs::MetadataExt;
    let now = std::fs::metadata(path)?;
    let id = (now.dev(), now.ino());
    if let Some(file) = kept.get(&id) {
        let mut file = Arc::clone(file);
        file.seek(SeekFrom::Start(0))?;
        return Ok(file);
    }
    let file = open_once(path)?;
    kept.insert(id, Arc::clone(&file));
    Ok(file)
}

/// Elsewhere a lock belongs to the handle that took it.
#[cfg(not(unix))]
fn keep_open(path: &Path, _kept: &mut LookedAt) -> io::Result<Arc<File>> {
    open_once(path)
}

/// Reads every file below `dir` and looks for the needles; text also as UTF-16, as a web view might keep it.
///
/// `skip` names files and folders (relative to `dir`) that hold no memory by construction, such as region files, whose
/// street names are public. Symbolic links are not followed. For the folder of a store that is open, and that other programs
/// may open too, there is [`Store::scan`].
pub fn scan_bytes(dir: &Path, needles: &Needles, skip: &[&Path]) -> Result<Scan, StoreError> {
    scan_with(dir, needles, skip, &mut open_once)
}

type Open<'a> = &'a mut dyn FnMut(&Path) -> io::Result<Arc<File>>;

struct Search {
    patterns: Vec<(NeedleKind, Vec<u8>)>,
    finder: AhoCorasick,
}

impl Search {
    fn of(needles: &Needles) -> Result<Self, StoreError> {
        let mut patterns: Vec<(NeedleKind, Vec<u8>)> = needles.list.clone();
        for (kind, bytes) in &needles.list {
            if let (true, Ok(text)) = (*kind != NeedleKind::Vector, std::str::from_utf8(bytes)) {
                patterns.push((*kind, text.encode_utf16().flat_map(u16::to_le_bytes).collect()));
            }
        }
        let finder = AhoCorasick::new(patterns.iter().map(|(_, bytes)| bytes))
            .map_err(|_too_many| StoreError::Internal("too many needles"))?;
        Ok(Self { patterns, finder })
    }

    /// How many bytes were read, and what was found in them.
    fn kinds_in(&self, source: impl Read) -> io::Result<(u64, BTreeSet<NeedleKind>)> {
        let mut counted = Counted { inner: BufReader::new(source), bytes: 0 };
        let mut kinds = BTreeSet::new();
        if self.patterns.is_empty() {
            io::copy(&mut counted, &mut io::sink())?;
        } else {
            for found in self.finder.stream_find_iter(&mut counted) {
                kinds.extend(self.patterns.get(found?.pattern().as_usize()).map(|(kind, _)| *kind));
            }
        }
        Ok((counted.bytes, kinds))
    }
}

fn scan_with(dir: &Path, needles: &Needles, skip: &[&Path], open: Open<'_>) -> Result<Scan, StoreError> {
    let search = Search::of(needles)?;
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
                scan_file(dir, path, &search, open, &mut scan);
            }
        }
    }
    scan.hits.sort_by(|a, b| (&a.file, a.kind).cmp(&(&b.file, b.kind)));
    Ok(scan)
}

fn scan_file(dir: &Path, path: PathBuf, search: &Search, open: Open<'_>, scan: &mut Scan) {
    match open(&dir.join(&path)).and_then(|file| search.kinds_in(file)) {
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
