//! What a model folder must hold: `manifest.json`, written by `cargo xtask setup` beside the files it lists.

use domain::ports::EmbedError;
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

/// The list of a model folder's files, with their lengths and hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelManifest {
    /// Name of the model; vectors of different models are never compared.
    pub model_id: String,
    /// Length of a vector.
    pub dims: usize,
    /// Longest sentence in tokens; the rest is cut off.
    pub max_tokens: usize,
    files: Vec<ListedFile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedFile {
    name: String,
    bytes: u64,
    sha256: String,
}

impl ModelManifest {
    /// Reads `manifest.json` in the folder. Missing or malformed is [`EmbedError::Missing`].
    pub fn read(model_dir: &Path) -> Result<Self, EmbedError> {
        let text = fs::read(model_dir.join("manifest.json")).map_err(missing)?;
        Self::parse(&serde_json::from_slice(&text).map_err(missing)?).ok_or(EmbedError::Missing)
    }

    fn parse(json: &serde_json::Value) -> Option<Self> {
        let whole = |key: &str| json.get(key)?.as_u64().filter(|n| (1..=65_536).contains(n));
        let files = json.get("files")?.as_array()?.iter().map(|file| {
            let word = |key: &str| Some(file.get(key)?.as_str()?.to_owned());
            Some(ListedFile {
                name: word("name")?,
                bytes: file.get("bytes")?.as_u64()?,
                sha256: word("sha256")?,
            })
        });
        Some(Self {
            model_id: json.get("model_id")?.as_str()?.to_owned(),
            dims: usize::try_from(whole("dims")?).ok()?,
            max_tokens: usize::try_from(whole("max_tokens")?).ok()?,
            files: files.collect::<Option<_>>()?,
        })
    }

    /// Whether a file of this name belongs to the model.
    pub(crate) fn lists(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    /// The bytes of a listed file, when they are exactly those the manifest promises.
    ///
    /// A damaged model would not fail: it would quietly find the wrong memories. So the hash is always checked.
    pub(crate) fn load(&self, model_dir: &Path, name: &str) -> Result<Vec<u8>, EmbedError> {
        let listed = self.files.iter().find(|file| file.name == name).ok_or(EmbedError::Missing)?;
        let bytes = fs::read(model_dir.join(name)).map_err(missing)?;
        let intact = bytes.len() as u64 == listed.bytes && hex(&Sha256::digest(&bytes)) == listed.sha256;
        if intact { Ok(bytes) } else { Err(EmbedError::Missing) }
    }
}

/// Why a file could not be read is for the log; for the app the model is simply not there.
pub(crate) fn missing(error: impl std::fmt::Display) -> EmbedError {
    log::warn!("language model: {error}");
    EmbedError::Missing
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn check(manifest: &str, content: &[u8], expected: Option<&[u8]>) {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("manifest.json"), manifest).unwrap();
        fs::write(dir.path().join("model.onnx"), content).unwrap();
        let loaded = ModelManifest::read(dir.path()).and_then(|m| m.load(dir.path(), "model.onnx"));
        assert_eq!(loaded.as_deref().ok(), expected, "{manifest}");
    }

    fn manifest(bytes: u64, sha256: &str) -> String {
        format!(
            r#"{{"model_id":"m","dims":512,"max_tokens":128,
                "files":[{{"name":"model.onnx","bytes":{bytes},"sha256":"{sha256}"}}]}}"#
        )
    }

    #[test]
    fn only_files_with_the_promised_bytes_are_loaded() {
        check(&manifest(3, ABC), b"abc", Some(b"abc"));
        check(&manifest(3, ABC), b"abd", None);
        check(&manifest(3, ABC), b"ab", None);
        check(&manifest(4, ABC), b"abc", None);
        check(r#"{"model_id":"m","dims":512,"max_tokens":128,"files":[]}"#, b"abc", None);
        check(r#"{"model_id":"m","dims":0,"max_tokens":128,"files":[]}"#, b"abc", None);
        check("not json", b"abc", None);
        check("[]", b"abc", None);
    }

    #[test]
    fn a_folder_that_is_not_there_is_missing() {
        assert_eq!(ModelManifest::read(Path::new("/nowhere/at/all")), Err(EmbedError::Missing));
    }
}
