//! The language model that `cargo xtask setup` makes, through the port, as the app uses it.
//!
//! `cargo xtask test` sets `LAOLU_REQUIRE_MODEL`; a plain `cargo test` on a fresh clone passes these over and says so.

#![allow(clippy::print_stdout, reason = "a test that is passed over says so")]

use adapters::{FastEmbedder, JoinedEmbedder, open_models};
use domain::ports::{EmbedError, Embedder};
use std::path::{Path, PathBuf};

fn resources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources")
}

fn runtime() -> Option<PathBuf> {
    let mut libraries: Vec<_> = std::fs::read_dir(resources().join("runtime")).ok()?.flatten().collect();
    libraries.sort_by_key(std::fs::DirEntry::file_name);
    libraries
        .into_iter()
        .map(|entry| entry.path())
        .find(|path| path.to_string_lossy().contains("onnxruntime"))
}

/// The opened models as one, or `None` when they were not made and nobody insists.
fn model() -> Option<JoinedEmbedder> {
    let made = runtime().map(|runtime| JoinedEmbedder::open(&resources().join("model"), &runtime));
    match made {
        Some(Ok(model)) => Some(model),
        other => {
            let required = std::env::var_os("LAOLU_REQUIRE_MODEL").is_some();
            assert!(!required, "the language model is required here: {:?}", other.map(Result::err));
            println!("passed over: no language model (cargo xtask setup makes it)");
            None
        }
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[test]
fn the_same_meaning_is_nearer_than_another_meaning_across_languages() {
    let Some(model) = model() else { return };
    let check = |same: [&str; 2], other: &str| {
        let vectors = model.embed(&[same[0], same[1], other]).unwrap();
        let (near, far) = (cosine(&vectors[0], &vectors[1]), cosine(&vectors[0], &vectors[2]));
        println!("{same:?} {near:.3}, {other:?} {far:.3}");
        assert!(near > far + 0.15);
    };
    check(["去公司别走高架", "drive to the office, avoid the elevated road"], "周末经常带孩子去动物园");
    check(["我喜欢走江边", "I like driving along the river"], "每周三晚上去健身房");
    check(["送孩子去学校", "take the children to school"], "avoid the motorway when it rains");
}

#[test]
fn vectors_are_units_and_do_not_depend_on_their_neighbours() {
    let Some(model) = model() else { return };
    let long = "去公司别走高架，".repeat(200);
    let texts = ["家", "to the office", long.as_str(), "", "🚗 \u{0}\u{200b}"];
    let together = model.embed(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(vector.len(), model.dims());
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-4);
        let alone = model.embed(&[text]).unwrap();
        assert!(cosine(vector, &alone[0]) > 0.9999, "{:?}…", text.chars().take(8).collect::<String>());
    }
    assert_eq!(model.embed(&[]), Ok(Vec::new()));
}

#[test]
fn missing_or_damaged_files_are_said_to_be_missing() {
    let nowhere = Path::new("/nowhere/at/all");
    assert_eq!(FastEmbedder::open(nowhere, nowhere).err(), Some(EmbedError::Missing));
    assert_eq!(open_models(nowhere, nowhere).err(), Some(EmbedError::Missing));
    if model().is_none() {
        return;
    }
    let damaged = tempfile::tempdir().unwrap();
    let is_file = |entry: &std::fs::DirEntry| entry.file_type().unwrap().is_file();
    for entry in std::fs::read_dir(resources().join("model")).unwrap().flatten().filter(is_file) {
        std::fs::copy(entry.path(), damaged.path().join(entry.file_name())).unwrap();
    }
    let open = || FastEmbedder::open(damaged.path(), &runtime().unwrap()).err();
    assert_eq!(open(), None);
    let tokenizer = damaged.path().join("tokenizer.json");
    let mut bytes = std::fs::read(&tokenizer).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&tokenizer, bytes).unwrap();
    assert_eq!(open(), Some(EmbedError::Missing));
}

#[test]
fn a_question_lies_near_its_answer_and_one_about_the_world_does_not() {
    let Some(model) = model() else { return };
    // None of these is among the pairs that were learned from.
    for (memory, question, world) in [
        (
            "The umbrella stand is in the pantry.",
            "Where do I put what keeps me dry?",
            "How do rainbows form?",
        ),
        ("感冒了我就喝姜汤。", "着凉的时候我喝什么？", "彩虹是怎么形成的？"),
    ] {
        let told = model.embed(&[memory, question]).unwrap();
        let asked = model.embed_question(question).unwrap();
        assert!((cosine(&asked.vector, &asked.vector) - 1.0).abs() < 1e-4);
        assert!(cosine(&asked.vector, &told[1]) < 0.95, "{question} is read in another way than a statement");
        let as_asked = cosine(&told[0], &asked.vector);
        // A batch differs from one alone in the last digits.
        let alone = model.embed(&[question]).unwrap();
        assert!((cosine(&told[1], &alone[0]) - 1.0).abs() < 1e-4, "what is stored stays as it is");
        let of_the_world = cosine(&told[0], &model.embed_question(world).unwrap().vector);
        assert!(as_asked > of_the_world + 0.2, "{question}: {as_asked}; {world}: {of_the_world}");
        assert!(asked.leeway.is_some_and(|leeway| (0.0..=1.0).contains(&leeway)), "{question}");
    }
}

#[test]
fn without_the_second_models_the_first_one_works_alone() {
    let Some(joined) = model() else { return };
    assert_eq!((joined.model_id(), joined.dims()), ("use-e5-minilm-1", 512));
    let (alone, runtime) = (tempfile::tempdir().unwrap(), runtime().unwrap());
    let is_file = |entry: &std::fs::DirEntry| entry.file_type().unwrap().is_file();
    for entry in std::fs::read_dir(resources().join("model")).unwrap().flatten().filter(is_file) {
        std::fs::copy(entry.path(), alone.path().join(entry.file_name())).unwrap();
    }
    assert_eq!(open_models(alone.path(), &runtime).unwrap().model_id(), "use-multilingual-v3");
    let whole = open_models(&resources().join("model"), &runtime).unwrap();
    assert_eq!(whole.model_id(), joined.model_id(), "vectors of both must never be compared");
    let text = "wake me before the toll station";
    assert_eq!(whole.embed(&[text]), joined.embed(&[text]));
}
