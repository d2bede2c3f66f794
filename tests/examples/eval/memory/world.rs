//! A store to fill, and the model that embeds.

use adapters::open_models;
use domain::{
    Importance, MemoryClass, Moment, Provenance, Situation, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity,
    ports::{Embedder, QuestionVector},
};
use memory::{Asked, Embedding};
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// The embedding model, as the app finds it, and every vector that was made with it.
pub struct World {
    embedder: Option<Arc<dyn Embedder>>,
    known: Mutex<HashMap<String, Vec<f32>>>,
    asked: Mutex<HashMap<String, QuestionVector>>,
}

impl World {
    /// Opens the model in the app's resources; without it everything goes by words.
    pub fn open() -> Self {
        let resources = std::env::var_os("LAOLU_RESOURCES").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/resources"),
            PathBuf::from,
        );
        let runtime = resources.join("runtime");
        let library = std::fs::read_dir(&runtime).ok().and_then(|files| {
            files.flatten().map(|file| file.path()).find(|path| {
                path.file_name().is_some_and(|name| name.to_string_lossy().contains("onnxruntime"))
            })
        });
        let embedder = library.and_then(|library| open_models(&resources.join("model"), &library).ok());
        Self { embedder, known: Mutex::new(kept()), asked: Mutex::default() }
    }

    /// Its name.
    pub fn model_name(&self) -> String {
        self.embedder.as_ref().map_or_else(|| "none, words only".to_owned(), |one| one.model_id().to_owned())
    }

    /// Vectors of many texts.
    pub fn vectors(&self, texts: &[&str]) -> Vec<Option<Embedding>> {
        let Some(embedder) = &self.embedder else { return vec![None; texts.len()] };
        let mut known = self.known.lock().unwrap();
        let mut missing: Vec<&str> =
            texts.iter().copied().filter(|text| !known.contains_key(*text)).collect();
        // Of like length together: a batch is padded to its longest.
        missing.sort_by_key(|text| text.len());
        missing.dedup();
        for batch in missing.chunks(64) {
            let made = embedder.embed(batch).unwrap();
            keep(batch, &made);
            known.extend(batch.iter().map(|text| (*text).to_owned()).zip(made));
        }
        let model = embedder.model_id();
        texts
            .iter()
            .map(|text| Some(Embedding { model: model.to_owned(), vector: known[*text].clone() }))
            .collect()
    }

    /// A question of one text, as the app reads it.
    pub fn question(&self, text: &str) -> Option<Asked> {
        let embedder = self.embedder.as_ref()?;
        let mut asked = self.asked.lock().unwrap();
        let made =
            asked.entry(text.to_owned()).or_insert_with(|| embedder.embed_question(text).unwrap()).clone();
        let embedding = Embedding { model: embedder.model_id().to_owned(), vector: made.vector };
        Some(Asked { embedding, leeway: made.leeway.map(f64::from) })
    }
}

/// A file that keeps vectors of memories from one run to the next (`LAOLU_VECTORS`): making those of in-car-memory takes most
/// of an hour. Whoever changes the model names another file.
fn kept() -> HashMap<String, Vec<f32>> {
    let Some(text) = std::env::var_os("LAOLU_VECTORS").and_then(|file| std::fs::read_to_string(file).ok())
    else {
        return HashMap::new();
    };
    text.lines().filter_map(|line| serde_json::from_str::<(String, Vec<f32>)>(line).ok()).collect()
}

/// Adds to that file.
fn keep(texts: &[&str], vectors: &[Vec<f32>]) {
    use std::io::Write;
    let Some(file) = std::env::var_os("LAOLU_VECTORS") else { return };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
    for row in texts.iter().zip(vectors) {
        writeln!(file, "{}", serde_json::to_string(&row).unwrap()).unwrap();
    }
}

/// A statement about nothing that could be replaced, said at that time.
pub fn statement(content: &str, subject: &str, at: Timestamp, session: Option<String>) -> Statement {
    Statement {
        id: StatementId(0),
        class: MemoryClass::Preference,
        kind: StatementType::Preference,
        content: content.to_owned(),
        key: StatementKey { subject: subject.to_owned(), attribute: String::new(), condition: String::new() },
        value: String::new(),
        importance: Importance { emotion: 0.3, consequence: 0.3, repetition: 0.1 },
        confidence: 0.9,
        provenance: Provenance::Stated,
        state: StatementState::Active,
        validity: Validity { valid_from: at, valid_to: None },
        created: Moment { at, zone: "UTC".to_owned() },
        replaces: None,
        superseded_at: None,
        last_confirmed: at,
        last_used: None,
        uses: 0,
        energy: 1.0,
        archived: None,
        session,
        user_edited: false,
    }
}

/// A moment with nothing known but its time.
pub fn at(at: Timestamp) -> Situation {
    Situation { depart: Moment { at, zone: "UTC".to_owned() }, weather: None, from: None, to: None }
}

/// The number of a recalled row.
pub fn number(one: &memory::Recalled) -> i64 {
    one.statement().map_or(0, |row| row.id.0)
}
