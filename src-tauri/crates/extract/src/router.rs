//! Rules first, a model only where they are unsure, and patterns that were seen before not at all (MISSION S3-12, S3-13).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use domain::StatementKey;

use crate::{Extraction, Extractor, Known, Rules, Turn, Verdict, filter, key::Address, text::folded};

/// How often each way was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Turns that the filter left out.
    pub filtered: u64,
    /// Turns that the rules answered alone.
    pub rules: u64,
    /// Turns that the model was asked about.
    pub model: u64,
    /// Turns that a model had been asked about before.
    pub cached: u64,
}

/// An extractor that asks a model only when the rules find nothing sure. Without a model it is the rules.
pub struct Router<M> {
    model: Option<M>,
    seen: Mutex<Seen>,
    room: usize,
}

#[derive(Default)]
struct Seen {
    shares: Shares,
    /// Answers of the model by folded words, until there is no more room.
    answers: HashMap<String, Vec<Extraction>>,
}

impl<M: Extractor> Router<M> {
    /// A router over a model, or over none; at most `room` answers are kept in memory and never written.
    pub fn new(model: Option<M>, room: usize) -> Self {
        Self { model, seen: Mutex::default(), room }
    }

    /// How often each way was taken so far.
    pub fn shares(&self) -> Shares {
        self.lock().shares
    }

    /// Forgets what the model answered: after an erase nothing of it stays.
    pub fn forget_answers(&self) {
        self.lock().answers.clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen> {
        // Counters and copies of answers stay whole whatever another thread did.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Extractor> Extractor for Router<M> {
    fn extract(&self, turn: &Turn, known: &Known<'_>) -> Vec<Extraction> {
        if filter(turn) == Verdict::Skip {
            self.lock().shares.filtered += 1;
            return Vec::new();
        }
        let found = Rules.extract(turn, known);
        let sure = !found.is_empty() && found.iter().all(is_sure);
        let Some(model) = self.model.as_ref().filter(|_| !sure) else {
            self.lock().shares.rules += 1;
            return found;
        };
        let words = folded(turn.words.trim());
        // Bound first: a lock in the condition would still be held inside.
        let cached = self.lock().answers.get(&words).cloned();
        if let Some(known_answer) = cached {
            self.lock().shares.cached += 1;
            return merged(found, known_answer);
        }
        // The lock is not held while the model thinks.
        let answer = model.extract(turn, known);
        let mut seen = self.lock();
        seen.shares.model += 1;
        if seen.answers.len() < self.room {
            seen.answers.insert(words, answer.clone());
        }
        drop(seen);
        merged(found, answer)
    }
}

fn is_sure(one: &Extraction) -> bool {
    match one {
        Extraction::Remember(new) => new.confidence >= 0.9,
        Extraction::Forget(_) => true,
    }
}

/// What the rules found stands; the model only adds keys that they did not find.
fn merged(mut rules: Vec<Extraction>, model: Vec<Extraction>) -> Vec<Extraction> {
    for one in model {
        let Extraction::Remember(new) = &one else { continue };
        let had = |one: &Extraction| matches!(one, Extraction::Remember(had) if had.key == new.key);
        if !rules.iter().any(had) {
            rules.push(one);
        }
    }
    rules
}

/// Turns an address into its parts by something slow; the answers are kept.
pub struct AddressCache<F> {
    slow: F,
    seen: Mutex<HashMap<String, Address>>,
    room: usize,
}

impl<F: Fn(&str) -> Address> AddressCache<F> {
    /// A cache before `slow` with room for so many addresses.
    pub fn new(slow: F, room: usize) -> Self {
        Self { slow, seen: Mutex::default(), room }
    }

    /// The parts; `slow` is asked once for each address.
    pub fn address(&self, said: &str) -> Address {
        let key = folded(said.trim());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = seen.get(&key) {
            return known.clone();
        }
        let found = (self.slow)(said);
        if seen.len() < self.room {
            seen.insert(key, found.clone());
        }
        found
    }
}

/// A key in one text, for counting and for logs that hold no value: `me/drink.coffee/`.
pub fn key_text(key: &StatementKey) -> String {
    format!("{}/{}/{}", key.subject, key.attribute, key.condition)
}
