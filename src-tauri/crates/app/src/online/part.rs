//! A file that is being downloaded: what has come of it, and which version that is. It survives being killed at any
//! moment, because the note about the version is there before the first byte, and is gone before another version begins.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
};

use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

/// The two files of a download.
pub(super) struct Part {
    file: PathBuf,
    note: PathBuf,
}

/// Which version the bytes are of.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    address: String,
    validator: String,
}

impl Part {
    /// The download of the region with this folder id.
    pub(super) fn at(folder: &Path, id: &str) -> Self {
        Self { file: folder.join(format!("{id}.osm.pbf")), note: folder.join(format!("{id}.json")) }
    }

    /// The bytes that are there.
    pub(super) fn path(&self) -> &Path {
        &self.file
    }

    /// How many bytes are there; 0 when nothing is known about them.
    pub(super) fn bytes(&self) -> u64 {
        if self.note().is_none() {
            return 0;
        }
        fs::metadata(&self.file).map(|file| file.len()).unwrap_or(0)
    }

    /// Whether the bytes that are there are the beginning of what the server has now.
    pub(super) fn continues(&self, address: &str, validator: Option<&str>) -> bool {
        self.note().is_some_and(|note| note.address == address && Some(note.validator.as_str()) == validator)
    }

    /// The version of the bytes that came from this address.
    pub(super) fn validator(&self, address: &str) -> Option<String> {
        self.note().filter(|note| note.address == address).map(|note| note.validator)
    }

    /// Opens it for more bytes: after those that are there, or from the beginning.
    pub(super) fn open(&self, address: &str, validator: Option<&str>, from: u64) -> io::Result<File> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        if from > 0 {
            let file = File::options().append(true).open(&self.file)?;
            // More than was counted can't be: nobody else writes. Less would be a hole.
            return if file.metadata()?.len() == from {
                Ok(file)
            } else {
                Err(ErrorKind::InvalidData.into())
            };
        }
        self.discard()?;
        let file = File::options().create(true).write(true).truncate(true).open(&self.file)?;
        // Without a version, what comes can't be continued later; the next attempt starts anew.
        if let Some(validator) = validator {
            let note = Note { address: address.to_owned(), validator: validator.to_owned() };
            let aside = self.note.with_extension("json.new");
            fs::write(&aside, serde_json::to_vec(&note).map_err(io::Error::other)?)?;
            fs::rename(aside, &self.note)?;
        }
        Ok(file)
    }

    /// Takes it away, the note first.
    pub(super) fn discard(&self) -> io::Result<()> {
        for path in [&self.note, &self.file] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// MD5 of the bytes, hexadecimal. `tell` hears how many were read and answers whether to go on.
    pub(super) fn md5(&self, mut tell: impl FnMut(u64) -> bool) -> io::Result<Option<String>> {
        let mut file = File::open(&self.file)?;
        let mut hash = Md5::new();
        let mut buffer = vec![0; 1 << 20];
        let mut done = 0;
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                return Ok(Some(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()));
            }
            hash.update(buffer.get(..count).unwrap_or_default());
            done += count as u64;
            if !tell(done) {
                return Ok(None);
            }
        }
    }

    fn note(&self) -> Option<Note> {
        serde_json::from_slice(&fs::read(&self.note).ok()?).ok()
    }
}

/// The sum in a `.md5` file as `md5sum` writes it: `<32 hex digits>  <name>`.
pub(super) fn sum_in(text: &[u8]) -> Option<String> {
    let text = str::from_utf8(text).ok()?;
    let word = text.split_whitespace().next()?.trim_start_matches('\\');
    let fits = word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    fits.then(|| word.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_as_md5sum_writes_them() {
        let sum = "d41d8cd98f00b204e9800998ecf8427e";
        let check = |text: String, expected: Option<&str>| {
            assert_eq!(sum_in(text.as_bytes()).as_deref(), expected, "{text}");
        };
        check(format!("{sum}  liechtenstein-latest.osm.pbf\n"), Some(sum));
        check(format!("{}\n", sum.to_uppercase()), Some(sum));
        check(format!("{sum}0  x"), None);
        check("<html>".to_owned(), None);
        check(String::new(), None);
    }
}
