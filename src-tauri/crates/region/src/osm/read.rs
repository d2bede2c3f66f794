//! Reading a file of any supported form.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Seek},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

use super::{
    OsmBuilder, OsmData, pbf,
    sniff::{self, Format},
    xml,
};
use crate::{
    error::{ImportError, LooksLike},
    progress::{CancelToken, Phase, Progress},
};

/// Read `.osm.pbf`, `.osm`, `.osm.gz` or `.osm.bz2`, told apart by content.
///
/// # Errors
/// Everything of [`ImportError`] that is about the source; see there.
pub fn read(path: &Path, progress: &mut dyn Progress, cancel: &CancelToken) -> Result<OsmData, ImportError> {
    let file = File::open(path).map_err(|error| ImportError::reading(&error))?;
    let total = file.metadata().map_err(|error| ImportError::reading(&error))?.len();
    read_from(file, total, progress, cancel)
}

/// The same from anything that holds `total` bytes, such as a buffer in memory.
///
/// # Errors
/// As [`read`].
pub fn read_from(
    mut file: impl Read + Seek,
    total: u64,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<OsmData, ImportError> {
    let head = head_of(&mut file)?;
    let format = sniff::sniff(&head)?;
    file.rewind().map_err(|error| ImportError::reading(&error))?;
    progress.report(Phase::Read, 0, total.max(1));
    let mut builder = OsmBuilder::default();
    if format == Format::Pbf {
        pbf::read(&mut file, total, &mut builder, progress, cancel)?;
    } else {
        let position = Arc::new(AtomicU64::new(0));
        let counted = BufReader::with_capacity(1 << 16, Counted { file, position: Arc::clone(&position) });
        let source = xml::Source { position, total };
        let unpacked: Box<dyn Read + '_> = match format {
            Format::Gzip => Box::new(MultiGzDecoder::new(counted)),
            Format::Bzip2 => Box::new(MultiBzDecoder::new(counted)),
            _ => {
                xml::read(counted, &source, &mut builder, progress, cancel)?;
                return finish(builder, total, progress, cancel);
            }
        };
        let bomb = Arc::new(AtomicBool::new(false));
        let position = Arc::clone(&source.position);
        let counted = Unpacked { inner: unpacked, position, came: 0, bomb: Arc::clone(&bomb) };
        let read = read_packed(BufReader::new(counted), &source, &mut builder, progress, cancel);
        if bomb.load(Ordering::Relaxed) {
            return Err(ImportError::Bomb);
        }
        read?;
    }
    finish(builder, total, progress, cancel)
}

fn finish(
    builder: OsmBuilder,
    total: u64,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<OsmData, ImportError> {
    if cancel.is_cancelled() {
        return Err(ImportError::Cancelled);
    }
    progress.report(Phase::Read, total.max(1), total.max(1));
    Ok(builder.finish())
}

fn head_of(reader: &mut impl Read) -> Result<Vec<u8>, ImportError> {
    let mut head = Vec::with_capacity(sniff::HEAD);
    reader.take(sniff::HEAD as u64).read_to_end(&mut head).map_err(|error| ImportError::reading(&error))?;
    Ok(head)
}

/// A packed file may be this many times larger inside: XML of OSM packs to a fifteenth, a hostile file to a thousandth.
const MOST_TIMES_LARGER: u64 = 200;
/// And this much is never too much, in bytes.
const ALWAYS_FINE: u64 = 64 << 20;

/// Counts what comes out of a compression, and stops where it is out of all proportion.
struct Unpacked<R> {
    inner: R,
    position: Arc<AtomicU64>,
    came: u64,
    bomb: Arc<AtomicBool>,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.came += count as u64;
        let packed = self.position.load(Ordering::Relaxed);
        if self.came > ALWAYS_FINE && self.came / MOST_TIMES_LARGER > packed {
            self.bomb.store(true, Ordering::Relaxed);
            return Err(std::io::ErrorKind::InvalidData.into());
        }
        Ok(count)
    }
}

/// XML inside a compression. What else is inside gets named, so that a packed pbf or a tar can be told.
fn read_packed(
    mut reader: impl BufRead,
    source: &xml::Source,
    builder: &mut OsmBuilder,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<(), ImportError> {
    let head = reader.fill_buf().map_err(|error| source.failed(&error))?;
    match sniff::sniff(head.get(..sniff::HEAD).unwrap_or(head)) {
        Ok(Format::Xml) => xml::read(reader, source, builder, progress, cancel),
        Ok(_) => Err(ImportError::NotOsm(LooksLike::Archive)),
        Err(error) => Err(error),
    }
}

/// Counts what was read from the file itself, however it is packed.
struct Counted<R> {
    file: R,
    position: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.position.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
