//! Our own questions: 155 English and 155 Chinese ones, each about one of all memories of its language, and a hundred
//! that nothing answers.

use super::{
    Figures,
    world::{World, at, statement},
};
use domain::{Moment, ProfileId, Timestamp};
use memory::{RecallAsk, Store, said};
use recall::{Scene, SceneName, metrics::Judged};

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
pub fn pairs(lang: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    let files = PAIRS.into_iter().filter(|(_, of, _)| *of == lang);
    files
        .flat_map(|(name, _, text)| {
            lines(text)
                .filter_map(move |line| line.split_once(" => ").map(|(memory, ask)| (name, memory, ask)))
        })
        .collect()
}

/// All sets, with vectors and by words alone.
pub fn run(world: &World, scene: Scene, seed: u64) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for vectors in [true, false] {
        let by = if vectors { "" } else { " (words only)" };
        let mut both = Vec::new();
        for lang in ["en", "zh"] {
            let rows = pairs(lang);
            let (store, me) = filled(world, &rows);
            let mut judged: Vec<(&str, Judged)> = Vec::new();
            for (number, (set, _, ask)) in rows.iter().enumerate() {
                let returned = answer(world, &store, me, ask, vectors, scene);
                if std::env::var_os("LAOLU_SHOW").is_some() && set.contains("development") && vectors {
                    show(ask, &rows, &returned, number);
                }
                judged.push((set, Judged { returned, right: vec![number as i64] }));
            }
            for set in [format!("{lang} development"), format!("{lang} held out")] {
                let own: Vec<Judged> =
                    judged.iter().filter(|(name, _)| *name == set).map(|(_, one)| one.clone()).collect();
                outcomes
                    .push(Outcome::Pairs { name: format!("{set}{by}"), figures: Figures::of(&own, seed) });
            }
            both.push((store, me));
        }
        for (name, text) in UNANSWERABLE {
            let mut n = 0;
            let mut empty = 0;
            for ask in lines(text) {
                let (store, me) = &both[usize::from(!ask.is_ascii())];
                let returned = answer(world, store, *me, ask, vectors, scene);
                n += 1;
                empty += usize::from(returned.is_empty());
                if std::env::var_os("LAOLU_SHOW").is_some()
                    && name.contains("development")
                    && !returned.is_empty()
                    && vectors
                {
                    let rows = pairs(if ask.is_ascii() { "en" } else { "zh" });
                    println!("  not empty: {ask} -> {:?}", rows[returned[0] as usize].1);
                }
            }
            outcomes.push(Outcome::Empty { name: format!("{name}{by}"), n, empty });
        }
    }
    outcomes
}

fn show(ask: &str, rows: &[(&str, &str, &str)], returned: &[i64], right: usize) {
    if !returned.contains(&(right as i64)) {
        let got: Vec<&str> = returned.iter().map(|n| rows[*n as usize].1).collect();
        println!("  missed: {ask} wanted {:?} got {got:?}", rows[right].1);
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

fn answer(world: &World, store: &Store, me: ProfileId, ask: &str, vectors: bool, scene: Scene) -> Vec<i64> {
    let answer = store
        .of(me)
        .recall_statements(&RecallAsk {
            text: ask.to_owned(),
            embedding: if vectors { world.vector(&said(ask)) } else { None },
            scene: SceneName::Flexible,
            situation: at(Timestamp(BEGIN + 200 * 86_400)),
            passengers: Vec::new(),
            talk: None,
            tried: Some(scene),
        })
        .unwrap();
    answer.kept.iter().map(|one| one.statement.id.0 - 1).collect()
}
