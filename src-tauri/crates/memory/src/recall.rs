//! Recall: what matters, of everything that is remembered, for a question or a trip. One way for statements, wishes about
//! roads, places and drives; the formulae live in `recall`, the way is drawn in docs/recall.md.
//!
//! Statements come from the person's index ([`crate::recall_statements`]), what belongs to roads by vectors, words and scope
//! ([`crate::recall_roads`]); one choice is made of both. Insights before everything else; at most fifty candidates, twenty of
//! them ranked closely, three to five returned; nothing below the threshold but what holds here and now.

use std::collections::HashMap;

use domain::{
    MemoryRef, Place, Preference, PreferenceState, Situation, Statement, Timestamp, Trip,
    ports::{EmbedError, Embedder},
};
use recall::{Ask, Breadth, Candidate, Dropped, Parts, Routes, Scene, SceneName, formula, pick};
use reflect::Policies;
use rusqlite::Connection;

use crate::{
    Asked, Embedding, Mine, StoreError,
    codec::first,
    index::memory_of,
    recall_cache::Key,
    recall_index::Inner,
    recall_roads::{self, Road},
    recall_scene,
    recall_statements::{Asking, Found},
    statement_row as rows,
};

/// A plan never looks at more memories than this, however many there are (MISSION S0-06).
pub const MAX_K: usize = recall::MAX_CANDIDATES;
/// Cosine distance above which the vector of a wish about roads says nothing (MISSION S0-26), until a model has a scanned
/// value of its own.
pub const DEFAULT_MAX_DISTANCE: f64 = 0.35;
/// Likeness from which a proposal is worth a question before it is used (MISSION S0-16).
const ASK_FROM: f64 = 0.5;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallAsk {
    /// The sentence; may be empty: then what is bound to the situation is recalled.
    pub text: String,
    /// The vector of [`said`] of it, by [`Mine::embed_question`]; without one recall goes by words, graph and topics.
    pub embedding: Option<Embedding>,
    /// How far off its answer may lie, 0 to 1, as the model tells; unknown counts as [`recall::UNTAUGHT_LEEWAY`].
    pub leeway: Option<f64>,
    /// Which scene it is.
    pub scene: SceneName,
    /// When, where and in which weather.
    pub situation: Situation,
    /// Who is in the car, as the person calls them.
    pub passengers: Vec<String>,
    /// The talk that it belongs to: a follow-up looks through the last answer first.
    pub talk: Option<String>,
    /// Another scene than the person's own, for evaluations and the sandbox.
    pub tried: Option<Scene>,
    /// Cosine distance above which the vector of a wish about roads says nothing; the model's own value when absent.
    pub max_distance: Option<f64>,
    /// How each type of memory ages.
    pub policies: Policies,
}

impl RecallAsk {
    /// A question in the usual scene, by words.
    pub fn plain(text: &str, situation: Situation) -> Self {
        Self {
            text: text.to_owned(),
            embedding: None,
            leeway: None,
            scene: SceneName::default(),
            situation,
            passengers: Vec::new(),
            talk: None,
            tried: None,
            max_distance: None,
            policies: Policies::default(),
        }
    }

    /// What makes it the same question: everything but the vector's own numbers, which follow from model and words.
    fn identity(&self) -> String {
        let model = self.embedding.as_ref().map(|one| (one.model.as_str(), one.vector.len()));
        let Self { text, leeway, situation, passengers, talk, tried, policies, .. } = self;
        let aged = (*policies != Policies::default()).then_some(policies);
        format!("{text}\n{model:?} {leeway:?} {situation:?} {passengers:?} {talk:?} {tried:?} {aged:?}")
    }
}

/// The words of a question that are embedded: what it quotes, else all of it.
pub fn said(question: &str) -> String {
    Ask::of(question, std::iter::empty()).said
}

/// What a memory is, in full.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // At most twenty of them live for the time of one answer.
pub enum Remembered {
    /// A sentence.
    Statement(Statement),
    /// A wish about roads, or a habit.
    Preference(Preference),
    /// A place.
    Place(Place),
    /// A drive.
    Trip(Trip),
}

impl Remembered {
    /// Its wording, as it is kept.
    pub fn text(&self) -> String {
        match self {
            Self::Statement(row) => row.content.clone(),
            Self::Preference(row) => row.content.clone(),
            Self::Place(row) => row.name.clone(),
            Self::Trip(row) => row.via_roads.join(" · "),
        }
    }
}

/// A recalled memory and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Which.
    pub memory: MemoryRef,
    /// The memory itself.
    pub row: Remembered,
    /// 0 to 1.
    pub score: f64,
    /// What was held against the threshold, 0 to 1.
    pub likeness: f64,
    /// The parts of the score.
    pub parts: Parts,
    /// Which ways led to it.
    pub routes: Routes,
    /// Whether its vector was compared; else [`Parts::vector`] says nothing.
    pub compared: bool,
}

impl Recalled {
    /// The statement, when it is one.
    pub fn statement(&self) -> Option<&Statement> {
        match &self.row {
            Remembered::Statement(row) => Some(row),
            _ => None,
        }
    }

    /// The wish about roads, when it is one.
    pub fn preference(&self) -> Option<&Preference> {
        match &self.row {
            Remembered::Preference(row) => Some(row),
            _ => None,
        }
    }

    /// Strongly relevant, but not confirmed: ask before using it (MISSION S0-16).
    pub fn asks_first(&self) -> bool {
        let near = self.parts.vector.max(self.parts.words) >= ASK_FROM;
        let waits = self.preference().is_some_and(|row| row.state == PreferenceState::Proposed);
        waits && (near || self.routes.scope)
    }
}

/// A candidate that was not returned, and why not.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Which.
    pub memory: MemoryRef,
    /// 0 to 1; 0 for what was left out before it was scored.
    pub score: f64,
    /// What was held against the threshold, 0 to 1.
    pub likeness: f64,
    /// The parts of the score.
    pub parts: Parts,
    /// Which ways led to it.
    pub routes: Routes,
    /// As in [`Recalled::compared`].
    pub compared: bool,
    /// Why.
    pub why: Dropped,
}

/// What was recalled.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallAnswer {
    /// Best first; empty when nothing is alike enough.
    pub kept: Vec<Recalled>,
    /// The other candidates, with score and reason.
    pub dropped: Vec<LeftOut>,
    /// Insights answered, and the other statements were not read (MISSION S1-09).
    pub first_tier: bool,
    /// The last answer of the talk was looked through, and was enough (MISSION S2-31).
    pub from_talk: bool,
    /// How many rows of statements were read.
    pub read: usize,
    /// How many candidates there were before rows were read.
    pub candidates: usize,
    /// The statements were looked for before, and nothing changed since.
    pub cached: bool,
}

impl RecallAnswer {
    /// So many candidates that something filters too little: the answer will be slow (MISSION S2-41).
    pub fn too_many(&self) -> bool {
        self.candidates > Breadth::MANY
    }
}

impl Mine<'_> {
    /// The vector of a question, made once (MISSION S2-30).
    pub fn embed_question(&self, embedder: &dyn Embedder, text: &str) -> Result<Asked, EmbedError> {
        let known = self.store.recall.lock().caches.vector(embedder.model_id(), text);
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Asked::of(embedder, text)?;
        self.store.recall.lock().caches.keep_vector(text, &made);
        Ok(made)
    }

    /// What matters for a question, best first; nothing when nothing is alike enough or bound to the situation.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn recall(&self, question: &RecallAsk) -> Result<RecallAnswer, StoreError> {
        let mut inner = self.store.recall.lock();
        let answer = self.store.read(|conn| self.answer(conn, &mut inner, question))?;
        self.store.save_sketches(&mut inner, false)?;
        Ok(answer)
    }

    /// Whether there is any sentence or wish whose meaning could be compared: without one no model need be opened.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn remembers_words(&self) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM live_preferences WHERE profile_id = ?1)
                     OR EXISTS (SELECT 1 FROM live_statements WHERE profile_id = ?1)";
        let found = self.store.read(|conn| first(conn, sql, [self.profile.0], |row| Ok(row.get(0)?)))?;
        Ok(found.unwrap_or(false))
    }

    /// Reads the person's index and scene before the first question comes (MISSION S3-38).
    pub fn prewarm(&self, model: Option<(&str, usize)>) -> Result<(), StoreError> {
        let mut inner = self.store.recall.lock();
        self.store.read(|conn| {
            inner.follow(conn)?;
            inner.of(conn, self.profile, model).map(|_| ())
        })?;
        self.store.save_sketches(&mut inner, false)
    }

    fn answer(
        &self,
        conn: &Connection,
        inner: &mut Inner,
        question: &RecallAsk,
    ) -> Result<RecallAnswer, StoreError> {
        let now = question.situation.depart.at;
        let change = inner.follow(conn)?;
        let key = Key { profile: self.profile, scene: question.scene, question: question.identity() };
        let known = inner.caches.found(&key, change, now);
        let scene = match question.tried {
            Some(scene) => scene.bounded(),
            None => recall_scene::scene(conn, self.profile, question.scene)?,
        };
        let talk = question.talk.as_deref();
        let last = talk.and_then(|talk| inner.caches.talk(self.profile, talk, change, now));
        let model = question.embedding.as_ref().map(|one| (one.model.as_str(), one.vector.len()));
        let (held, compares) = inner.of(conn, self.profile, model)?;
        let asking = Asking::of(question, &scene, &held.index, compares);
        let cached = known.is_some();
        let found = match known {
            Some(found) => found,
            None => self.find_statements(conn, &held.index, &asking, last.as_deref())?,
        };
        // Wishes about roads are few and their rows change with every drive: they are looked for each time.
        let roads = recall_roads::candidates(conn, self.profile, &held.index, &asking)?;
        let answer = self.choose(conn, &asking, &found, roads, cached)?;
        if found.candidates > Breadth::MANY {
            log::warn!("recall: {} candidates before rows are read; a filter is missing", found.candidates);
        }
        if !cached {
            inner.caches.keep_found(key, change, now, &found);
        }
        if let Some(talk) = talk {
            let ids = answer.kept.iter().filter_map(|one| one.statement().map(|row| row.id)).collect();
            inner.caches.keep_talk(self.profile, talk, change, now, ids);
        }
        Ok(answer)
    }

    /// One choice of everything that was found.
    fn choose(
        &self,
        conn: &Connection,
        asking: &Asking<'_>,
        found: &Found,
        roads: Vec<Road>,
        cached: bool,
    ) -> Result<RecallAnswer, StoreError> {
        let scene = Scene { threshold: found.threshold, ..*asking.scene };
        let mut ages: HashMap<i64, f64> = found.rows.iter().map(|(one, age)| (one.id, *age)).collect();
        ages.extend(roads.iter().map(|road| (road.candidate.id, road.age_days)));
        let candidates: Vec<Candidate> = found
            .rows
            .iter()
            .map(|(one, _)| one.clone())
            .chain(roads.iter().map(|road| road.candidate.clone()))
            .collect();
        let mut rows_of: HashMap<i64, Remembered> =
            roads.into_iter().map(|road| (road.candidate.id, road.row)).collect();
        let vectors = asking.vector.is_some();
        let picked = pick(&scene, vectors, candidates, |one| ages.get(&one.id).copied().unwrap_or(0.0), None);
        let mut kept = Vec::with_capacity(picked.kept.len());
        for ranked in picked.kept {
            let memory = memory_of(ranked.candidate.id);
            let row = match memory {
                MemoryRef::Statement(id) => rows::live(conn, self.profile, id)?.map(Remembered::Statement),
                _ => rows_of.remove(&ranked.candidate.id),
            };
            // The same view of the file as before: it is there.
            let Some(row) = row else { continue };
            kept.push(Recalled {
                memory,
                row,
                score: ranked.score,
                likeness: ranked.likeness,
                parts: ranked.candidate.parts,
                routes: ranked.candidate.routes,
                compared: vectors && ranked.candidate.sketched,
            });
        }
        newest_first_for_five_days(&mut kept, asking.now());
        let left = |one: &Candidate, score: f64, likeness: f64, why: Dropped| LeftOut {
            memory: memory_of(one.id),
            score,
            likeness,
            parts: one.parts,
            routes: one.routes,
            compared: vectors && one.sketched,
            why,
        };
        let mut dropped: Vec<LeftOut> = picked
            .dropped
            .iter()
            .map(|(one, why)| left(&one.candidate, one.score, one.likeness, *why))
            .collect();
        dropped.extend(found.left.iter().map(|(one, why)| {
            let likeness = one.parts.likeness(vectors && one.sketched);
            left(one, 0.0, likeness, *why)
        }));
        Ok(RecallAnswer {
            kept,
            dropped,
            first_tier: found.first_tier,
            from_talk: found.from_talk,
            read: found.read,
            candidates: found.candidates,
            cached,
        })
    }
}

/// Of two that are about the same and differ, one of the last five days goes before the older one (MISSION S0-41, X14).
/// Later the scores decide, as they did already.
fn newest_first_for_five_days(kept: &mut [Recalled], now: Timestamp) {
    let contradict = |a: &Statement, b: &Statement| {
        !a.key.attribute.is_empty()
            && (&a.key.subject, &a.key.attribute) == (&b.key.subject, &b.key.attribute)
            && a.value != b.value
    };
    for behind in 1..kept.len() {
        let Some(newer) = kept[behind].statement() else { continue };
        let ahead = (0..behind).find(|ahead| {
            let Some(older) = kept[*ahead].statement() else { return false };
            contradict(older, newer)
                && newer.created.at > older.created.at
                && formula::newer_wins(
                    (newer.created.at, kept[behind].score),
                    (older.created.at, kept[*ahead].score),
                    now,
                )
        });
        if let Some(ahead) = ahead {
            kept[ahead..=behind].rotate_right(1);
        }
    }
}
