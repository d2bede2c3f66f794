//! Which statements matter for a question: the whole way from the question to the few that are returned.
//!
//! Owner and what holds now by SQL; insights before everything else; vectors, words, graph and topics joined; at most
//! fifty candidates, twenty of them ranked closely, three to five returned; nothing below the threshold. The formulae
//! live in `recall`, the sources in docs/recall.md.

use std::collections::HashMap;

use domain::{
    MemoryClass, Provenance, Situation, Statement, StatementId, StatementType, Timestamp,
    ports::{EmbedError, Embedder},
};
use recall::{Ask, Candidate, Dropped, Parts, Routes, Scene, SceneName, Wanted, bits, formula, pick};
use rusqlite::{Connection, params};

use crate::{
    Embedding, Mine, StoreError,
    codec::{first, known},
    recall_cache::Key,
    recall_context::{Around, fit},
    recall_graph,
    recall_index::{Held, Inner, floats},
    recall_scene, recall_words,
    statement_row::{self as rows, IN_FORCE},
};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallAsk {
    /// The sentence.
    pub text: String,
    /// The vector of [`said`] of it, by [`Mine::embed`]; without one recall goes by words, graph and topics.
    pub embedding: Option<Embedding>,
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
}

impl RecallAsk {
    /// A question in the usual scene, by words.
    pub fn plain(text: &str, situation: Situation) -> Self {
        Self {
            text: text.to_owned(),
            embedding: None,
            scene: SceneName::default(),
            situation,
            passengers: Vec::new(),
            talk: None,
            tried: None,
        }
    }
}

impl RecallAsk {
    /// What makes it the same question: everything but the vector's own numbers, which follow from model and words.
    fn identity(&self) -> String {
        let model = self.embedding.as_ref().map(|one| (one.model.as_str(), one.vector.len()));
        let Self { text, situation, passengers, talk, tried, .. } = self;
        format!("{text}\n{model:?} {situation:?} {passengers:?} {talk:?} {tried:?}")
    }
}

/// The words of a question that are embedded: what it quotes, else all of it.
pub fn said(question: &str) -> String {
    Ask::of(question, std::iter::empty()).said
}

/// A recalled statement and why.
#[derive(Clone, Debug, PartialEq)]
pub struct RecalledStatement {
    /// The statement.
    pub statement: Statement,
    /// 0 to 1.
    pub score: f64,
    /// What was held against the threshold, 0 to 1.
    pub likeness: f64,
    /// The parts of the score.
    pub parts: Parts,
    /// Which ways led to it.
    pub routes: Routes,
}

/// What was recalled.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallAnswer {
    /// Best first; empty when nothing is alike enough.
    pub kept: Vec<RecalledStatement>,
    /// The other candidates, with score and reason.
    pub dropped: Vec<(StatementId, f64, Dropped)>,
    /// Insights answered, and the rest was not read (MISSION S1-09).
    pub first_tier: bool,
    /// The last answer of the talk was looked through, and was enough (MISSION S2-31).
    pub from_talk: bool,
    /// How many rows were read.
    pub read: usize,
    /// Made before, and nothing changed since.
    pub cached: bool,
}

/// Candidates that the index hands over; fewer are read.
const HANDED_OVER: usize = 400;
/// Turns of one talk that are read: the best two decide between them.
const OF_ONE_TALK: usize = 2;

impl Mine<'_> {
    /// The vector of a text, made once (MISSION S2-30).
    pub fn embed(&self, embedder: &dyn Embedder, text: &str) -> Result<Embedding, EmbedError> {
        let known = self.store.recall.lock().caches.vector(embedder.model_id(), text);
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Embedding::of(embedder, text)?;
        self.store.recall.lock().caches.keep_vector(text, &made);
        Ok(made)
    }

    /// The statements that matter for a question, best first; none when none is alike enough.
    pub fn recall_statements(&self, question: &RecallAsk) -> Result<RecallAnswer, StoreError> {
        let mut inner = self.store.recall.lock();
        let answer = self.store.read(|conn| self.answer(conn, &mut inner, question))?;
        self.store.save_sketches(&mut inner, false)?;
        Ok(answer)
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
        if let Some(answer) = inner.caches.answer(&key, change, now) {
            return Ok(answer);
        }
        let scene = match question.tried {
            Some(scene) => scene.bounded(),
            None => recall_scene::scene(conn, self.profile, question.scene)?,
        };
        let talk = question.talk.as_deref();
        let last = talk.and_then(|talk| inner.caches.talk(self.profile, talk, change, now));
        let model = question.embedding.as_ref().map(|one| (one.model.as_str(), one.vector.len()));
        let (held, compares) = inner.of(conn, self.profile, model)?;
        let vector = question.embedding.as_ref().filter(|_| compares);
        let answer = self.search(conn, held, vector, question, &scene, last.as_deref())?;
        inner.caches.keep_answer(key, change, now, &answer);
        if let Some(talk) = talk {
            let ids = answer.kept.iter().map(|one| one.statement.id).collect();
            inner.caches.keep_talk(self.profile, talk, change, now, ids);
        }
        Ok(answer)
    }

    fn search(
        &self,
        conn: &Connection,
        held: &Held,
        embedding: Option<&Embedding>,
        question: &RecallAsk,
        scene: &Scene,
        last: Option<&[StatementId]>,
    ) -> Result<RecallAnswer, StoreError> {
        let index = &held.index;
        let mut ask = Ask::of(&question.text, index.subjects());
        if ask.owner.is_none() {
            ask.owner = index.subjects().position(|subject| subject == "me");
        }
        let words = if scene.routes.words {
            recall_words::shares(conn, self.profile, index, &ask.said)?
        } else {
            Default::default()
        };
        let graph = if scene.routes.graph {
            recall_graph::tied(conn, self.profile, &ask.said)?
        } else {
            Default::default()
        };
        let vector = embedding.map(|one| one.vector.as_slice());
        let mut wanted = Wanted {
            ask: &ask,
            vector,
            words: &words,
            graph: &graph,
            weights: &scene.weights,
            routes: scene.routes,
            first_tier: None,
            most: HANDED_OVER,
        };
        let model = embedding.map(|one| one.model.as_str());
        let asking = Asking { question, scene, vector, model };
        if let Some(last) = last.filter(|last| !last.is_empty()) {
            let among = index.search(&wanted);
            let among: Vec<Candidate> =
                among.into_iter().filter(|one| last.contains(&StatementId(one.id))).collect();
            let answer = self.close_up(conn, &asking, among, scene.first_tier)?;
            if !answer.kept.is_empty() {
                return Ok(RecallAnswer { from_talk: true, ..answer });
            }
        }
        if scene.first_tier <= 1.0 {
            wanted.first_tier = Some(true);
            let insights = index.search(&wanted);
            let answer = self.close_up(conn, &asking, insights, scene.first_tier)?;
            if !answer.kept.is_empty() {
                return Ok(RecallAnswer { first_tier: true, ..answer });
            }
            wanted.first_tier = None;
        }
        self.close_up(conn, &asking, index.search(&wanted), scene.threshold)
    }

    /// Reads the rows of the best candidates, leaves out what does not hold, and picks.
    fn close_up(
        &self,
        conn: &Connection,
        asking: &Asking<'_>,
        candidates: Vec<Candidate>,
        threshold: f64,
    ) -> Result<RecallAnswer, StoreError> {
        let scene = Scene { threshold, ..*asking.scene };
        let now = asking.question.situation.depart.at;
        let around = Around::of(&asking.question.situation, &asking.question.passengers);
        let mut told: HashMap<u64, usize> = HashMap::new();
        let mut read = Vec::new();
        let mut ages = HashMap::new();
        for mut candidate in candidates {
            if read.len() >= scene.candidates {
                break;
            }
            if candidate.session != 0 && scene.merge_minutes > 0 {
                let turns = told.entry(candidate.session).or_default();
                *turns += 1;
                if *turns > OF_ONE_TALK {
                    continue;
                }
            }
            let Some(row) = self.in_force(conn, candidate.id, now, asking.model)? else {
                continue;
            };
            let age = now.days_since(row.confirmed);
            ages.insert(candidate.id, age);
            row.complete(&mut candidate.parts, asking, &around, candidate.topics, age);
            read.push(candidate);
        }
        let count = read.len();
        let picked = pick(
            &scene,
            asking.vector.is_some(),
            read,
            |one| ages.get(&one.id).copied().unwrap_or(0.0),
            None,
        );
        let mut kept = Vec::with_capacity(picked.kept.len());
        for ranked in picked.kept {
            let id = StatementId(ranked.candidate.id);
            // The same view of the file as the row above: it is there.
            let Some(statement) = rows::live(conn, self.profile, id)? else { continue };
            kept.push(RecalledStatement {
                statement,
                score: ranked.score,
                likeness: ranked.likeness,
                parts: ranked.candidate.parts,
                routes: ranked.candidate.routes,
            });
        }
        newest_first_for_five_days(&mut kept, now);
        let dropped = picked.dropped.into_iter();
        Ok(RecallAnswer {
            kept,
            dropped: dropped.map(|(one, why)| (StatementId(one.candidate.id), one.score, why)).collect(),
            first_tier: false,
            from_talk: false,
            read: count,
            cached: false,
        })
    }

    /// What ranking needs of a statement that holds now; nothing of any other.
    fn in_force(
        &self,
        conn: &Connection,
        id: i64,
        now: Timestamp,
        model: Option<&str>,
    ) -> Result<Option<Standing>, StoreError> {
        let sql = format!(
            "SELECT s.class, s.kind, s.condition, s.provenance, s.confidence, s.importance, s.uses, s.last_confirmed_at,
               CASE WHEN s.embedding_model = ?4 THEN s.embedding END AS embedding
             FROM active_statements s WHERE s.profile_id = ?1 AND s.id = ?3 AND s.archived_at IS NULL AND {IN_FORCE}"
        );
        first(conn, &sql, params![self.profile.0, now.0, id, model], |row| {
            Ok(Standing {
                class: known(row, "class", MemoryClass::from_word)?,
                kind: known(row, "kind", StatementType::from_word)?,
                condition: row.get("condition")?,
                provenance: known(row, "provenance", Provenance::from_word)?,
                confidence: row.get("confidence")?,
                importance: row.get("importance")?,
                uses: row.get("uses")?,
                confirmed: Timestamp(row.get("last_confirmed_at")?),
                vector: row.get::<_, Option<Vec<u8>>>("embedding")?.map(|bytes| floats(&bytes)),
            })
        })
    }
}

/// One question on its way.
struct Asking<'a> {
    question: &'a RecallAsk,
    scene: &'a Scene,
    vector: Option<&'a [f32]>,
    model: Option<&'a str>,
}

/// What ranking needs of a row.
struct Standing {
    class: MemoryClass,
    kind: StatementType,
    condition: String,
    provenance: Provenance,
    confidence: f64,
    importance: f64,
    uses: u32,
    confirmed: Timestamp,
    vector: Option<Vec<f32>>,
}

impl Standing {
    /// The parts that only the row tells, and the exact likeness of its vector.
    fn complete(
        &self,
        parts: &mut Parts,
        asking: &Asking<'_>,
        around: &Around,
        topics: recall::Topics,
        age_days: f64,
    ) {
        parts.vector = match (asking.vector, &self.vector) {
            (Some(query), Some(own)) if asking.scene.routes.vector => {
                f64::from(bits::cosine(query, own).unwrap_or(0.0)).clamp(0.0, 1.0)
            }
            _ => 0.0,
        };
        parts.freshness = formula::half_life(age_days, asking.scene.half_lives.of(self.class, self.kind));
        parts.importance = self.importance.clamp(0.0, 1.0);
        parts.access = formula::access(self.uses, formula::ACCESS_FLOOR);
        parts.confidence = self.confidence.clamp(0.0, 1.0);
        parts.kind = priority(self.provenance, self.kind);
        parts.context = fit(&self.condition, topics, around);
    }
}

/// What a person said goes before what was concluded, and a conclusion before a summary (MISSION S3-32, S3-41).
fn priority(provenance: Provenance, kind: StatementType) -> f64 {
    let by = match provenance {
        Provenance::Stated => 1.0,
        Provenance::Confirmed => 0.95,
        Provenance::Imported => 0.7,
        Provenance::Inferred => 0.6,
    };
    let of = match kind {
        StatementType::Fact | StatementType::Preference | StatementType::Plan | StatementType::Insight => 1.0,
        StatementType::Conclusion => 0.9,
        StatementType::Summary => 0.6,
    };
    by * of
}

/// Of two that are about the same and differ, one of the last five days goes before the older one (MISSION S0-41, X14).
/// Later the scores decide, as they did already.
fn newest_first_for_five_days(kept: &mut [RecalledStatement], now: Timestamp) {
    let contradict = |a: &Statement, b: &Statement| {
        !a.key.attribute.is_empty()
            && (&a.key.subject, &a.key.attribute) == (&b.key.subject, &b.key.attribute)
            && a.value != b.value
    };
    for behind in 1..kept.len() {
        let newer = &kept[behind];
        let ahead = (0..behind).find(|ahead| {
            let older = &kept[*ahead];
            contradict(&older.statement, &newer.statement)
                && newer.statement.created.at > older.statement.created.at
                && formula::newer_wins(
                    (newer.statement.created.at, newer.score),
                    (older.statement.created.at, older.score),
                    now,
                )
        });
        if let Some(ahead) = ahead {
            kept[ahead..=behind].rotate_right(1);
        }
    }
}
