//! A process of its own, because the first ONNX Runtime that loads serves a process until it ends.

#![allow(clippy::unwrap_used, reason = "a test, with its helper outside the test function")]

use adapters::FastEmbedder;
use domain::ports::EmbedError;
use std::{fs, path::Path};

/// The smallest folder whose files are intact: what is refused below is the library, not the folder.
fn intact_model_folder() -> tempfile::TempDir {
    const EMPTY_SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let dir = tempfile::tempdir().unwrap();
    let files =
        ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];
    let listed = files.map(|name| {
        fs::write(dir.path().join(name), b"").unwrap();
        serde_json::json!({ "name": name, "bytes": 0, "sha256": EMPTY_SHA256 })
    });
    let manifest = serde_json::json!({ "model_id": "m", "dims": 4, "max_tokens": 8, "files": listed });
    fs::write(dir.path().join("manifest.json"), manifest.to_string()).unwrap();
    dir
}

#[test]
fn a_file_that_is_not_the_runtime_is_refused_without_a_panic() {
    let folder = intact_model_folder();
    let check = |runtime: &Path| {
        assert_eq!(
            FastEmbedder::open(folder.path(), runtime).err(),
            Some(EmbedError::Missing),
            "{runtime:?}"
        );
    };
    check(Path::new("/nowhere/libonnxruntime.so"));
    check(Path::new("libonnxruntime-that-nobody-has.so"));
    check(folder.path());
    check(&folder.path().join("manifest.json"));
}
