//! Our own questions: 155 English and 155 Chinese ones, each about one of all memories of its language, and a hundred
//! that nothing answers.

use super::{
    Figures,
    world::{World, at, number, statement},
};
use domain::{MemoryRef, Moment, ProfileId, StatementId, Timestamp};
use memory::{RecallAnswer, RecallAsk, Store, said};
use recall::{Parts, Scene, metrics::Judged};

/// Files of pairs: name, language, held out, text.
const PAIRS: [(&str, &str, &str); 4] = [
    ("en development", "en", include_str!("../../../fixtures/recall/en-dev.txt")),
    ("en held out", "en", include_str!("../../../fixtures/recall/en-heldout.txt")),
    ("zh development", "zh", include_str!("../../../fixtures/recall/zh-dev.txt")),
    ("zh held out", "zh", include_str!("../../../fixtures/recall/zh-heldout.txt")),
];
const UNANSWERABLE: [(&str, &str); 2] = [
    ("unanswerable development", include_str!("../../../fixtures/recall/unanswerable-dev.txt")),
    ("unanswerable held out", include_str!("../../../fixtures/recall/unanswerable-heldout.txt")),
];

/// Development as well, of subjects as varied as possible: what weights and threshold are chosen by.
const VARIED: [(&str, &str, &str); 2] = [
    ("en varied", "en", include_str!("../../../fixtures/recall/en-dev-varied.txt")),
    ("zh varied", "zh", include_str!("../../../fixtures/recall/zh-dev-varied.txt")),
];
const VARIED_UNANSWERABLE: [(&str, &str); 1] =
    [("unanswerable varied", include_str!("../../../fixtures/recall/unanswerable-dev-varied.txt"))];

/// Asked at the very end only, in stores that hold everything else as well.
const FRESH: [(&str, &str, &str); 2] = [
    ("en fresh", "en", include_str!("../../../fixtures/recall/en-fresh.txt")),
    ("zh fresh", "zh", include_str!("../../../fixtures/recall/zh-fresh.txt")),
];
const FRESH_UNANSWERABLE: [(&str, &str); 1] =
    [("unanswerable fresh", include_str!("../../../fixtures/recall/unanswerable-fresh.txt"))];

/// Written after the weights were chosen, and asked once.
const FRESH_2: [(&str, &str, &str); 2] = [
    ("en fresh 2", "en", include_str!("../../../fixtures/recall/en-fresh2.txt")),
    ("zh fresh 2", "zh", include_str!("../../../fixtures/recall/zh-fresh2.txt")),
];
const FRESH_2_UNANSWERABLE: [(&str, &str); 1] =
    [("unanswerable fresh 2", include_str!("../../../fixtures/recall/unanswerable-fresh2.txt"))];

/// Written by somebody who had not seen the program, before the adapters were learned, and asked once.
const FRESH_3: [(&str, &str, &str); 2] = [
    ("en fresh 3", "en", include_str!("../../../fixtures/recall/en-fresh3.txt")),
    ("zh fresh 3", "zh", include_str!("../../../fixtures/recall/zh-fresh3.txt")),
];
const FRESH_3_UNANSWERABLE: [(&str, &str); 1] =
    [("unanswerable fresh 3", include_str!("../../../fixtures/recall/unanswerable-fresh3.txt"))];

/// By another one, after the adapters were learned, and asked once.
const FRESH_4: [(&str, &str, &str); 2] = [
    ("en fresh 4", "en", include_str!("../../../fixtures/recall/en-fresh4.txt")),
    ("zh fresh 4", "zh", include_str!("../../../fixtures/recall/zh-fresh4.txt")),
];
const FRESH_4_UNANSWERABLE: [(&str, &str); 1] =
    [("unanswerable fresh 4", include_str!("../../../fixtures/recall/unanswerable-fresh4.txt"))];

/// What reading questions was learned from (`learn_questions.py`): for fitting the weights of likeness, not for measuring.
const TRAIN: [(&str, &str, &str); 2] = [
    ("en train", "en", include_str!("../../../fixtures/recall/train-en.txt")),
    ("zh train", "zh", include_str!("../../../fixtures/recall/train-zh.txt")),
];
const TRAIN_UNANSWERABLE: [(&str, &str); 2] = [
    ("unanswerable train", include_str!("../../../fixtures/recall/train-unanswerable.txt")),
    ("world train", include_str!("../../../fixtures/recall/train-world.txt")),
];

/// What is asked; the stores hold the given sets' memories in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The sets that are asked for, development and held out.
    Given,
    /// More development.
    Varied,
    /// At the very end.
    Fresh,
    /// At the very end of the second choice of weights.
    Fresh2,
    /// By somebody else.
    Fresh3,
    /// By another one.
    Fresh4,
    /// What was learned from, in stores of its own.
    Train,
}

impl Part {
    fn pairs(self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self {
            Self::Given => &PAIRS,
            Self::Varied => &VARIED,
            Self::Fresh => &FRESH,
            Self::Fresh2 => &FRESH_2,
            Self::Fresh3 => &FRESH_3,
            Self::Fresh4 => &FRESH_4,
            Self::Train => &TRAIN,
        }
    }

    fn unanswerable(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Given => &UNANSWERABLE,
            Self::Varied => &VARIED_UNANSWERABLE,
            Self::Fresh => &FRESH_UNANSWERABLE,
            Self::Fresh2 => &FRESH_2_UNANSWERABLE,
            Self::Fresh3 => &FRESH_3_UNANSWERABLE,
            Self::Fresh4 => &FRESH_4_UNANSWERABLE,
            Self::Train => &TRAIN_UNANSWERABLE,
        }
    }
}

/// One set's outcome.
pub enum Outcome {
    Pairs { name: String, figures: Figures },
    Empty { name: String, n: usize, empty: usize },
}

impl Outcome {
    pub fn holds(&self) -> bool {
        match self {
            Self::Pairs { name, figures } => name.contains("words") || figures.hit.mean >= 0.95,
            Self::Empty { n, empty, .. } => *empty as f64 >= 0.9 * *n as f64,
        }
    }

    pub fn short(&self) -> String {
        match self {
            Self::Pairs { name, figures } => format!("{name} hit@5 {:.3}", figures.hit.mean),
            Self::Empty { name, n, empty } => format!("{name} {empty}/{n}"),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pairs { name, figures } => write!(f, "{name}: {figures}"),
            Self::Empty { name, n, empty } => write!(f, "{name}: {empty} of {n} answered with nothing"),
        }
    }
}

/// Lines of a fixture.
pub fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Pairs of a language, all files: set, memory, question.
pub fn pairs(lang: &str, part: Part) -> Vec<(&'static str, &'static str, &'static str)> {
    let more = if part == Part::Given { &[] } else { part.pairs() };
    let given = PAIRS.into_iter().filter(|_| part != Part::Train);
    let files = given.chain(more.iter().copied()).filter(|(_, of, _)| *of == lang);
    files
        .flat_map(|(name, _, text)| {
            lines(text).filter_map(move |line| {
                let mut parts = line.split(" => ");
                Some((name, parts.next()?, parts.next()?))
            })
        })
        .collect()
}

/// One language's memories in a store, with the questions about them.
struct Side {
    rows: Vec<(&'static str, &'static str, &'static str)>,
    store: Store,
    me: ProfileId,
}

/// Stores of both languages: English, Chinese.
pub struct Sets {
    sides: [Side; 2],
    part: Part,
}

impl Sets {
    /// Filled with the given sets and what is asked beside them.
    pub fn open(world: &World, part: Part) -> Self {
        let sides = ["en", "zh"].map(|lang| {
            let rows = pairs(lang, part);
            let (store, me) = filled(world, &rows);
            Side { rows, store, me }
        });
        Self { sides, part }
    }

    /// Asks what the part asks, by vectors or by words alone.
    pub fn run(&self, world: &World, scene: Scene, seed: u64, vectors: bool) -> Vec<Outcome> {
        let by = if vectors { "" } else { " (words only)" };
        let looked_at = std::env::var_os("LAOLU_SHOW").is_some() && vectors;
        let dumped = std::env::var_os("LAOLU_DUMP").is_some() && vectors;
        let mut outcomes = Vec::new();
        for side in &self.sides {
            let mut judged: Vec<(&str, Judged)> = Vec::new();
            for (number, (set, _, ask)) in side.rows.iter().enumerate() {
                if !self.part.pairs().iter().any(|(name, ..)| name == set) {
                    continue;
                }
                let answer = answer(world, side, ask, vectors, scene);
                let returned = ids(&answer);
                if dumped {
                    dump(set, ask, number as i64, &answer);
                }
                if looked_at && set.contains("development") && !returned.contains(&(number as i64)) {
                    show(ask, &side.rows, &answer, number);
                }
                judged.push((set, Judged { returned, right: vec![number as i64] }));
            }
            let mut sets: Vec<&str> = judged.iter().map(|(set, _)| *set).collect();
            sets.dedup();
            for set in sets {
                let own: Vec<Judged> =
                    judged.iter().filter(|(name, _)| *name == set).map(|(_, one)| one.clone()).collect();
                let figures = Figures::of(&own, seed);
                outcomes.push(Outcome::Pairs { name: format!("{set}{by}"), figures });
            }
        }
        for (name, text) in self.part.unanswerable() {
            let (mut n, mut empty) = (0, 0);
            for ask in lines(text) {
                let side = &self.sides[usize::from(!ask.is_ascii())];
                let answer = answer(world, side, ask, vectors, scene);
                if dumped {
                    dump(name, ask, -1, &answer);
                }
                n += 1;
                empty += usize::from(answer.kept.is_empty());
                if let Some(first) = answer.kept.first()
                    && looked_at
                    && name.contains("development")
                {
                    let text = side.rows.get(number(first) as usize - 1).map_or("", |row| row.1);
                    println!("  not empty: {ask} -> {text} {}", told(first.likeness, &first.parts));
                }
            }
            outcomes.push(Outcome::Empty { name: format!("{name}{by}"), n, empty });
        }
        outcomes
    }
}

fn ids(answer: &RecallAnswer) -> Vec<i64> {
    answer.kept.iter().map(|one| number(one) - 1).collect()
}

fn told(likeness: f64, parts: &Parts) -> String {
    format!(
        "likeness {likeness:.3} vector {:.2} key {:.2} topic {:.2} words {:.2}",
        parts.vector, parts.key, parts.topic, parts.words
    )
}

/// Every candidate of a question with its parts, for fitting outside of the program.
fn dump(set: &str, ask: &str, right: i64, answer: &RecallAnswer) {
    println!("Q\t{set}\t{right}\t{ask}");
    let line = |memory: MemoryRef, score: f64, parts: &Parts, why: &str| {
        let MemoryRef::Statement(id) = memory else { return };
        let parts: Vec<String> =
            parts.named().iter().map(|(name, part)| format!("{name}={part:.4}")).collect();
        println!("C\t{}\t{score:.4}\t{why}\t{}", id.0 - 1, parts.join(" "));
    };
    answer.kept.iter().for_each(|one| line(one.memory, one.score, &one.parts, "kept"));
    answer.dropped.iter().for_each(|one| line(one.memory, one.score, &one.parts, one.why.word()));
}

/// A missed question: where the right one stands, and what came before it.
fn show(ask: &str, rows: &[(&str, &str, &str)], answer: &RecallAnswer, right: usize) {
    let id = MemoryRef::Statement(StatementId(right as i64 + 1));
    let mut all: Vec<(f64, MemoryRef)> = answer.kept.iter().map(|one| (one.score, one.memory)).collect();
    all.extend(answer.dropped.iter().map(|one| (one.score, one.memory)));
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rank = all.iter().position(|(_, one)| *one == id);
    let own = answer.dropped.iter().find(|one| one.memory == id);
    let own = own.map(|one| format!("{} {}", one.why.word(), told(one.likeness, &one.parts)));
    println!("  missed: {ask} wanted {:?} rank {rank:?} {}", rows[right].1, own.unwrap_or_default());
    for one in answer.kept.iter().take(3) {
        println!("      {:?} {}", rows[number(one) as usize - 1].1, told(one.likeness, &one.parts));
    }
}

/// A store with all memories of a language, a day apart.
pub fn filled(world: &World, rows: &[(&str, &str, &str)]) -> (Store, ProfileId) {
    let store = Store::open_in_memory().unwrap();
    let begin = Moment { at: Timestamp(BEGIN), zone: "UTC".to_owned() };
    let me = store.ensure_profile("me", &begin).unwrap();
    let texts: Vec<&str> = rows.iter().map(|(_, memory, _)| *memory).collect();
    let vectors = world.vectors(&texts);
    let rows: Vec<_> = texts
        .iter()
        .zip(vectors)
        .enumerate()
        .map(|(n, (text, vector))| {
            (statement(text, "me", Timestamp(BEGIN + n as i64 * 86_400), None), vector)
        })
        .collect();
    store.of(me).fill(&rows).unwrap();
    (store, me)
}

const BEGIN: i64 = 1_780_000_000;

fn answer(world: &World, side: &Side, ask: &str, vectors: bool, scene: Scene) -> RecallAnswer {
    // After the last memory was told.
    let days = 200.max(side.rows.len() as i64 + 45);
    let asked = if vectors { world.question(&said(ask)) } else { None };
    side.store
        .of(side.me)
        .recall(&RecallAsk {
            leeway: asked.as_ref().and_then(|one| one.leeway),
            embedding: asked.map(|one| one.embedding),
            tried: Some(scene),
            ..RecallAsk::plain(ask, at(Timestamp(BEGIN + days * 86_400)))
        })
        .unwrap()
}
