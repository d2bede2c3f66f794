//! Recall at 5,000, 100,000 and 1,000,000 memories of one person, its likeness to exact search, writing and opening.
//!
//! Sentences and vectors are those of in-car-memory (`DATA/in-car-memory`), mixed by two and numbered until there are enough:
//! so they lie as real ones do. Without the language model the vectors are drawn around two thousand centres.
#![allow(clippy::disallowed_methods, reason = "measuring time is this program's purpose")]

use crate::{
    figures::{Span, Timings},
    world::Watch,
};
use adapters::open_models;
use domain::{
    Importance, MemoryClass, Moment, ProfileId, Provenance, Situation, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity, ports::Embedder,
};
use flows::Verdict;
use memory::{Embedding, RecallAsk, Store};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use recall::{Routes, Scene, SceneName, Weights, bits};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use testkit::store::{clean, fact};

const SIZES: [usize; 3] = [5_000, 100_000, 1_000_000];
/// Milliseconds on the processor that 95 of 100 answers may take, by size.
const MOST_MS: [(usize, f64); 3] = [(5_000, 2.0), (100_000, 10.0), (1_000_000, 40.0)];
/// Sentences that are embedded.
const SENTENCES: usize = 12_000;
const QUESTIONS: usize = 200;
/// Questions that are held against exact search.
const CHECKED: usize = 60;
const DIMS: usize = 512;
/// Interactions of a busy driver's year, fifty a day, each kept as a statement with a vector.
const YEAR: usize = 18_250;
const SEED: u64 = 20_261_130;

/// `bench memory DATA [SIZE...]`.
pub fn memory(data: &Path, sizes: &[String]) -> Verdict {
    let given: Vec<usize> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    let sizes = if given.is_empty() { SIZES.to_vec() } else { given };
    let corpus = Corpus::read(data);
    println!("seed {SEED}; vectors: {}", corpus.model);
    let mut holds = true;
    let mut lines = Vec::new();
    for size in sizes {
        let (line, held) = at_size(&corpus, size);
        println!("{line}");
        holds &= held;
        lines.push(line);
    }
    let year = year(&corpus);
    println!("a year of 50 memories a day, each with a vector: {year:.0} MB");
    holds &= year <= 200.0;
    lines.push(format!("a year {year:.0} MB"));
    Verdict {
        name: "memory",
        figures: lines.join("; "),
        asked: "p95 on the processor 2 / 10 / 40 ms at 5,000 / 100,000 / 1,000,000; recall@10 .98; visible 10 ms; open 300 ms at 100,000; a year 200 MB"
            .to_owned(),
        holds,
    }
}

fn at_size(corpus: &Corpus, size: usize) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let store = Store::open(&path).unwrap();
    let me = store.ensure_profile("me", &moment(0)).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let watch = Watch::start();
    let mut vectors: Vec<f32> = Vec::with_capacity(size * DIMS);
    let mut at = 0;
    while at < size {
        let rows: Vec<_> = (at..(at + 10_000).min(size))
            .map(|n| {
                let (text, vector) = corpus.memory(n, &mut random);
                vectors.extend_from_slice(&vector);
                (statement(&text, n), Some(Embedding { model: "bench".to_owned(), vector }))
            })
            .collect();
        at += rows.len();
        store.of(me).fill(&rows).unwrap();
        // As the program does it in small steps: a million sketches at once would be held in memory.
        store.prepare_recall().unwrap();
    }
    let filled = watch.stop().ms / 1_000.0;
    drop(store);

    // Opening: the file and the first answer.
    let (question, asked) = corpus.question(&mut random);
    let watch = Watch::start();
    let store = Store::open(&path).unwrap();
    let opened = watch.stop().ms;
    let first = ask(&store, me, &question, &asked, None);
    let open = watch.stop();
    let questions: Vec<_> = (0..QUESTIONS).map(|_| corpus.question(&mut random)).collect();
    let mut spans: Vec<Span> = Vec::new();
    let mut returned = first;
    for (text, vector) in &questions {
        let watch = Watch::start();
        returned += ask(&store, me, text, vector, None);
        spans.push(watch.stop());
    }
    let answers = Timings::of(&spans);

    // Against exact search: vectors alone, ten of them.
    let nearest = Scene {
        routes: Routes { vector: true, ..Routes::NONE },
        weights: Weights::LIKENESS,
        results: 10,
        threshold: 0.0,
        merge_minutes: 0,
        first_tier: f64::INFINITY,
        ..Scene::of(SceneName::Flexible)
    };
    let (mut found, mut exact_ms) = (0, Vec::new());
    for (text, vector) in questions.iter().take(CHECKED) {
        let answer = store.of(me).recall(&asking(text, vector, Some(nearest))).unwrap();
        let got: Vec<usize> =
            answer.kept.iter().filter_map(|one| one.statement()).map(|row| row.id.0 as usize - 1).collect();
        let watch = Watch::start();
        let mut all: Vec<(f32, usize)> = vectors
            .chunks(DIMS)
            .enumerate()
            .map(|(n, own)| (bits::cosine(vector, own).unwrap(), n))
            .collect();
        all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        exact_ms.push(watch.stop());
        found += all.iter().take(10).filter(|(_, n)| got.contains(n)).count();
    }
    let likeness = found as f64 / (10 * CHECKED) as f64;
    let exact = Timings::of(&exact_ms).processor_at(0.5);

    // A write, and the answer that shows it.
    let (mut visible, mut written, mut unseen) = (Vec::new(), Vec::new(), 0);
    for n in 0..20 {
        let (text, vector) = corpus.memory(size + n, &mut random);
        let text = format!("{text} written just now, number {n}");
        let now = moment(2_000_000_000);
        let new = clean(fact(&text, &format!("note{n}"), "yes", &now));
        let vector = Embedding { model: "bench".to_owned(), vector };
        // What is asked for is what was written: of something private that is less than what was said.
        let kept = new.get().content.clone();
        let watch = Watch::start();
        let id = store.of(me).add_statement(&new, &[], Some(&vector), &now).unwrap().id();
        let wrote = watch.stop();
        let answer = store.of(me).recall(&asking(&kept, &vector.vector, None)).unwrap();
        visible.push(watch.stop());
        written.push(wrote);
        if !answer.kept.iter().filter_map(|one| one.statement()).any(|row| row.id == id) {
            unseen += 1;
        }
    }
    let visible = Timings::of(&visible);
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len()) as f64 / 1e6;
    let p95 = answers.processor_at(0.95);
    let most = MOST_MS.iter().find(|(at, _)| *at >= size).map_or(f64::INFINITY, |(_, most)| *most);
    println!(
        "{size}: filled in {filled:.0} s, {bytes:.0} MB; answers {answers}, {:.1} memories each; exact scan p50 {exact:.1} ms; \
         write and see {visible}, of it the write {}; file opened in {opened:.0} ms",
        returned as f64 / (QUESTIONS + 1) as f64,
        Timings::of(&written)
    );
    let holds = p95 <= most
        && likeness >= 0.98
        && visible.processor_at(0.95) <= 10.0
        && unseen == 0
        && (size != 100_000 || open.processor_ms <= 300.0);
    (
        format!(
            "{size}: p95 {p95:.2} ms, recall@10 {likeness:.3}, visible p95 {:.1} ms ({unseen} of 20 not seen), open {:.0} ms ({:.0} by the clock)",
            visible.processor_at(0.95),
            open.processor_ms,
            open.ms
        ),
        holds,
    )
}

fn year(corpus: &Corpus) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let store = Store::open(&path).unwrap();
    let me = store.ensure_profile("me", &moment(0)).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for from in (0..YEAR).step_by(5_000) {
        let rows: Vec<_> = (from..(from + 5_000).min(YEAR))
            .map(|n| {
                let (text, vector) = corpus.memory(n, &mut random);
                (statement(&text, n), Some(Embedding { model: "bench".to_owned(), vector }))
            })
            .collect();
        store.of(me).fill(&rows).unwrap();
    }
    store.prepare_recall().unwrap();
    drop(store);
    let files = std::fs::read_dir(folder.path()).unwrap().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len() as f64).sum::<f64>() / 1e6
}

fn ask(store: &Store, me: ProfileId, text: &str, vector: &[f32], tried: Option<Scene>) -> usize {
    store.of(me).recall(&asking(text, vector, tried)).unwrap().kept.len()
}

fn asking(text: &str, vector: &[f32], tried: Option<Scene>) -> RecallAsk {
    RecallAsk {
        embedding: Some(Embedding { model: "bench".to_owned(), vector: vector.to_vec() }),
        tried,
        ..RecallAsk::plain(
            text,
            Situation { depart: moment(2_000_000_000), weather: None, from: None, to: None },
        )
    }
}

fn moment(at: i64) -> Moment {
    Moment { at: Timestamp(at), zone: "UTC".to_owned() }
}

fn statement(text: &str, n: usize) -> Statement {
    let at = Timestamp(1_700_000_000 + n as i64 * 60);
    Statement {
        id: StatementId(0),
        class: MemoryClass::Preference,
        kind: StatementType::Preference,
        content: text.to_owned(),
        key: StatementKey { subject: "me".to_owned(), attribute: String::new(), condition: String::new() },
        value: String::new(),
        importance: Importance::default(),
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
        session: None,
        user_edited: false,
    }
}

/// Sentences and their vectors, to be mixed into as many memories as are wanted.
struct Corpus {
    model: String,
    texts: Vec<String>,
    vectors: Vec<Vec<f32>>,
}

impl Corpus {
    fn read(data: &Path) -> Self {
        let mut texts = Vec::new();
        for number in 1..=25 {
            let file = data.join(format!("in-car-memory/history/history_{number}.txt"));
            let text = std::fs::read_to_string(file).unwrap_or_default();
            texts.extend(
                text.lines().filter_map(|line| line.split_once(": ").map(|(_, words)| words.to_owned())),
            );
        }
        texts.sort();
        texts.dedup();
        let step = (texts.len() / SENTENCES).max(1);
        let mut texts: Vec<String> = texts.into_iter().step_by(step).take(SENTENCES).collect();
        if texts.is_empty() {
            texts = (0..2_000)
                .map(|n| format!("level {} of device {} for driver {}", n % 9, n % 61, n % 7))
                .collect();
        }
        let (model, vectors) = match embedder() {
            Some(embedder) => {
                let mut order: Vec<usize> = (0..texts.len()).collect();
                order.sort_by_key(|n| texts[*n].len());
                let mut vectors = vec![Vec::new(); texts.len()];
                for batch in order.chunks(64) {
                    let words: Vec<&str> = batch.iter().map(|n| texts[*n].as_str()).collect();
                    for (n, vector) in batch.iter().zip(embedder.embed(&words).unwrap()) {
                        vectors[*n] = vector;
                    }
                }
                (embedder.model_id().to_owned(), vectors)
            }
            None => {
                let mut random = ChaCha8Rng::seed_from_u64(SEED);
                let drawn = (0..texts.len())
                    .map(|_| unit((0..DIMS).map(|_| random.random_range(-1.0..1.0)).collect()));
                ("drawn".to_owned(), drawn.collect())
            }
        };
        Self { model, texts, vectors }
    }

    /// The n-th memory: a sentence, turned a little towards another one.
    fn memory(&self, n: usize, random: &mut ChaCha8Rng) -> (String, Vec<f32>) {
        let (one, other) =
            (random.random_range(0..self.texts.len()), random.random_range(0..self.texts.len()));
        (format!("{} ({n})", self.texts[one]), self.mixed(one, other, random.random_range(0.1..0.45)))
    }

    /// A question: a sentence turned further away, so that nothing is exactly it.
    fn question(&self, random: &mut ChaCha8Rng) -> (String, Vec<f32>) {
        let (one, other) =
            (random.random_range(0..self.texts.len()), random.random_range(0..self.texts.len()));
        (self.texts[one].clone(), self.mixed(one, other, 0.3))
    }

    fn mixed(&self, one: usize, other: usize, share: f32) -> Vec<f32> {
        let (a, b) = (&self.vectors[one], &self.vectors[other]);
        unit(a.iter().zip(b).map(|(x, y)| (1.0 - share) * x + share * y).collect())
    }
}

fn unit(vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

/// The model in the app's resources, where there is one.
fn embedder() -> Option<Arc<dyn Embedder>> {
    let resources = std::env::var_os("LAOLU_RESOURCES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/resources"),
        PathBuf::from,
    );
    let library =
        std::fs::read_dir(resources.join("runtime")).ok()?.flatten().map(|file| file.path()).find(
            |path| path.file_name().is_some_and(|name| name.to_string_lossy().contains("onnxruntime")),
        )?;
    open_models(&resources.join("model"), &library).ok()
}
