//! The index's own file in the region's folder.
//!
//! Magic, format version, length and checksum of the body, then the body as postcard. It is written aside and
//! renamed; a file that isn't whole is refused, and the caller builds it anew from the region's names.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use region::{NamedThing, RoadNetwork};
use serde::{Deserialize, Serialize};

use crate::Index;
use crate::junction::Junctions;
use crate::table::NameTable;

/// Name of the file in the region's folder.
pub const FILE_NAME: &str = "search.idx";

const MAGIC: [u8; 8] = *b"LAOLUGEO";

/// To be raised with every change of what is stored, or of how names are folded.
const VERSION: u32 = 3;

const HEADER: usize = 8 + 4 + 8 + 8;

/// The index could not be written or read. Says nothing of what is in it.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The disk refused.
    #[error("the search index could not be read or written: {0}")]
    Io(#[from] io::Error),
    /// Not an index, cut short or changed.
    #[error("the search index is damaged")]
    Damaged,
    /// Written by another version of the program.
    #[error("the search index has format {found}, this program knows {VERSION}")]
    OtherVersion {
        /// The file's format.
        found: u32,
    },
}

#[derive(Serialize)]
struct Body<'a> {
    things: &'a [NamedThing],
    names: &'a NameTable,
    streets: &'a NameTable,
    junctions: &'a Junctions,
}

#[derive(Deserialize)]
struct OwnedBody {
    things: Vec<NamedThing>,
    names: NameTable,
    streets: NameTable,
    junctions: Junctions,
}

impl Index {
    /// Builds the index and writes it into the region's folder.
    pub fn prepare(things: Vec<NamedThing>, roads: &RoadNetwork, dir: &Path) -> Result<Self, IndexError> {
        let index = Self::build(things, roads);
        index.write(dir)?;
        Ok(index)
    }

    /// Reads the index from the region's folder.
    pub fn open(dir: &Path) -> Result<Self, IndexError> {
        let bytes = fs::read(dir.join(FILE_NAME))?;
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(IndexError::Damaged)?;
        let mut header = Fields(header);
        if header.take::<8>()? != MAGIC {
            return Err(IndexError::Damaged);
        }
        let found = u32::from_le_bytes(header.take()?);
        if found != VERSION {
            return Err(IndexError::OtherVersion { found });
        }
        let sum = u64::from_le_bytes(header.take()?);
        let length = u64::from_le_bytes(header.take()?);
        if length != body.len() as u64 || sum != checksum(body) {
            return Err(IndexError::Damaged);
        }
        // postcard's error could quote nothing useful to a person; the checksum already told good from bad.
        let OwnedBody { things, names, streets, junctions } =
            postcard::from_bytes(body).map_err(|_error| IndexError::Damaged)?;
        if !names.is_sound(things.len()) || !streets.is_sound(things.len()) || !junctions.is_sound() {
            return Err(IndexError::Damaged);
        }
        Ok(Self::assemble(things, names.ready(), streets.ready(), junctions))
    }

    fn write(&self, dir: &Path) -> Result<(), IndexError> {
        let body = Body {
            things: &self.things,
            names: &self.names,
            streets: &self.streets,
            junctions: &self.junctions,
        };
        let body = postcard::to_allocvec(&body).map_err(|error| io::Error::other(error.to_string()))?;
        let aside = dir.join(format!("{FILE_NAME}.part"));
        let written = write_file(&aside, &body).and_then(|()| fs::rename(&aside, dir.join(FILE_NAME)));
        if written.is_err() {
            // The first error is the one to report; a left-over is overwritten next time.
            fs::remove_file(&aside).ok();
        }
        Ok(written?)
    }
}

fn write_file(path: &Path, body: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(&MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    file.write_all(&checksum(body).to_le_bytes())?;
    file.write_all(&(body.len() as u64).to_le_bytes())?;
    file.write_all(body)?;
    file.sync_all()
}

/// FNV-1a over eight bytes at a time: enough against damage, and the same on every machine.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(5);
    }
    sum
}

struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], IndexError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(IndexError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }
}
