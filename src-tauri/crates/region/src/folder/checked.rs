//! Files that know what they are and notice damage: magic (8 bytes), version (4), CRC-32 of the rest (4), length of
//! the rest (8), then the value in postcard form. Numbers are little-endian.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use serde::{Serialize, de::DeserializeOwned};

use super::FolderError;
use crate::error::ImportError;

const HEADER: usize = 24;

/// Write a value and make sure that it is on the disk.
///
/// # Errors
/// The disk is full, or the system refuses.
pub fn write_checked<T: Serialize>(
    path: &Path,
    magic: &[u8; 8],
    version: u32,
    value: &T,
) -> Result<(), ImportError> {
    let bytes = postcard::to_extend(value, vec![0; HEADER])
        // Only a type that cannot be told in postcard fails here: a mistake in the program, found by its first test.
        .map_err(|_not_postcard| ImportError::Write(std::io::ErrorKind::InvalidData))?;
    let mut bytes = bytes;
    let (header, payload) = bytes.split_at_mut(HEADER);
    let fields = [
        &magic[..],
        &version.to_le_bytes(),
        &crc(payload).to_le_bytes(),
        &(payload.len() as u64).to_le_bytes(),
    ];
    for (slot, byte) in header.iter_mut().zip(fields.iter().copied().flatten()) {
        *slot = *byte;
    }
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(&bytes)?;
        file.sync_all()
    };
    write().map_err(|error| ImportError::writing(&error))
}

/// Read a value that [`write_checked`] wrote.
///
/// # Errors
/// Another version, a missing file (`Damaged`: the folder promised it), or bytes that are not what was written.
pub fn read_checked<T: DeserializeOwned>(
    path: &Path,
    magic: &[u8; 8],
    version: u32,
) -> Result<T, FolderError> {
    let damaged = || FolderError::Damaged {
        file: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => damaged(),
        kind => FolderError::Io(kind),
    })?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    parse_checked(&bytes, magic, version, &file)
}

/// The same from the file's bytes; `file` is what an error calls it.
///
/// # Errors
/// As [`read_checked`].
pub fn parse_checked<T: DeserializeOwned>(
    bytes: &[u8],
    magic: &[u8; 8],
    version: u32,
    file: &str,
) -> Result<T, FolderError> {
    let damaged = || FolderError::Damaged { file: file.to_owned() };
    let (header, payload) = bytes.split_at_checked(HEADER).ok_or_else(damaged)?;
    let number = |at: usize| {
        let field = header.get(at..at + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
        field.map_or(0, u32::from_le_bytes)
    };
    if !header.starts_with(magic) {
        return Err(damaged());
    }
    let found = number(8);
    if found != version {
        return Err(FolderError::WrongVersion { found, needed: version });
    }
    let length = u64::from(number(16)) | u64::from(number(20)) << 32;
    if length != payload.len() as u64 || crc(payload) != number(12) {
        return Err(damaged());
    }
    postcard::from_bytes(payload).map_err(|_not_the_type| damaged())
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
