//! Answers and vectors that may be asked for again, for five minutes and never after a change.
//!
//! Three levels (MISSION S2-29, S2-31, S3-36): the statements found for a person, scene and question; the last answer of a talk,
//! which a follow-up looks through first; the vector of a text. An answer is valid for the number that the list of
//! changes had when it was made, so that any change of anything it depends on ends it at once, by whomever it was made.

use std::collections::HashMap;

use domain::{ProfileId, StatementId, Timestamp};
use recall::SceneName;

use crate::{Asked, recall_statements::Found};

/// Seconds after which an answer is made again (MISSION S2-29, S3-36).
pub(crate) const KEPT_S: i64 = 300;
/// Most answers that are kept, and most vectors.
const MOST: usize = 512;

/// Whose answer, in which scene, to what: `user:memory:{user}:{scene}`, and the question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) profile: ProfileId,
    pub(crate) scene: SceneName,
    /// RecallAsk, vector's model and situation, as one text.
    pub(crate) question: String,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Caches {
    answers: HashMap<Key, (i64, Timestamp, Found)>,
    talks: HashMap<(ProfileId, String), (i64, Timestamp, Vec<StatementId>)>,
    vectors: HashMap<(String, String), Asked>,
}

impl Caches {
    /// What was found, while nothing changed and it is not too old.
    pub(crate) fn found(&self, key: &Key, change: i64, now: Timestamp) -> Option<Found> {
        let (made_at, at, found) = self.answers.get(key)?;
        (*made_at == change && fresh(*at, now)).then(|| found.clone())
    }

    /// Keeps what was found.
    pub(crate) fn keep_found(&mut self, key: Key, change: i64, now: Timestamp, found: &Found) {
        // What an older number or an older time made is worth nothing any more.
        if self.answers.len() >= MOST {
            self.answers.retain(|_, (made_at, at, _)| *made_at == change && fresh(*at, now));
        }
        if self.answers.len() < MOST {
            self.answers.insert(key, (change, now, found.clone()));
        }
    }

    /// What the last answer of the talk was made of.
    pub(crate) fn talk(
        &self,
        profile: ProfileId,
        talk: &str,
        change: i64,
        now: Timestamp,
    ) -> Option<Vec<StatementId>> {
        let (made_at, at, ids) = self.talks.get(&(profile, talk.to_owned()))?;
        (*made_at == change && fresh(*at, now)).then(|| ids.clone())
    }

    /// Keeps what an answer of a talk was made of.
    pub(crate) fn keep_talk(
        &mut self,
        profile: ProfileId,
        talk: &str,
        change: i64,
        now: Timestamp,
        ids: Vec<StatementId>,
    ) {
        if self.talks.len() >= MOST {
            self.talks.retain(|_, (made_at, at, _)| *made_at == change && fresh(*at, now));
        }
        if self.talks.len() < MOST {
            self.talks.insert((profile, talk.to_owned()), (change, now, ids));
        }
    }

    /// The vector of a question by a model.
    pub(crate) fn vector(&self, model: &str, text: &str) -> Option<Asked> {
        self.vectors.get(&(model.to_owned(), text.to_owned())).cloned()
    }

    /// Keeps a vector; all are dropped when there are too many.
    pub(crate) fn keep_vector(&mut self, text: &str, vector: &Asked) {
        if self.vectors.len() >= MOST {
            self.vectors.clear();
        }
        self.vectors.insert((vector.embedding.model.clone(), text.to_owned()), vector.clone());
    }

    /// Drops every answer: something changed.
    pub(crate) fn drop_answers(&mut self) {
        self.answers.clear();
        self.talks.clear();
    }
}

fn fresh(made: Timestamp, now: Timestamp) -> bool {
    (0..=KEPT_S).contains(&(now.0 - made.0))
}
