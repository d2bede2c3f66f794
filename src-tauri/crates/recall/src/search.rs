//! From all memories of one person to a few hundred candidates with their parts.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    ask::Ask,
    bits::{self, Weigher},
    index::{Index, Row},
    parts::{Parts, Routes},
    preset::Weights,
    topics::Topics,
};

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The question.
    pub ask: &'a Ask,
    /// Its vector, a unit vector of the index's model.
    pub vector: Option<&'a [f32]>,
    /// Memories in which words of the question occur, and the share of the question's words, 0 to 1.
    pub words: &'a FxHashMap<i64, f32>,
    /// Memories that the graph ties to what the question names.
    pub graph: &'a FxHashSet<i64>,
    /// What the parts weigh.
    pub weights: &'a Weights,
    /// Ways that may lead to a memory.
    pub routes: Routes,
    /// Which tier: `Some(true)` reads insights alone, `Some(false)` all others.
    pub first_tier: Option<bool>,
    /// At most so many candidates.
    pub most: usize,
}

/// A candidate; what only its row tells (freshness, confidence …) is still 0 in its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Which memory.
    pub id: i64,
    /// When it was, in seconds.
    pub at: i64,
    /// Which ways led to it.
    pub routes: Routes,
    /// The parts known so far; the vector's is about right only.
    pub parts: Parts,
    /// What it is about.
    pub topics: Topics,
    /// Its talk; 0 for none.
    pub session: u64,
    /// Whether it has a vector.
    pub sketched: bool,
}

/// Rows whose signs are weighed by the query's own floats.
const WEIGHED: usize = 4_000;
/// Of each way, so many are said to have been found by it.
const OF_EACH_ROUTE: usize = 50;

impl Index {
    /// Candidates, best first by the weighted mean of what the index knows.
    pub fn search(&self, wanted: &Wanted<'_>) -> Vec<Candidate> {
        let weights = self.topic_weights();
        let asked = TopicWeights::of(wanted.ask.topics, &weights);
        let pool = self.pool(wanted, &asked);
        let weigher = wanted.vector.filter(|_| wanted.routes.vector).map(Weigher::of);
        let mut found: Vec<Candidate> = pool
            .into_iter()
            .map(|at| self.candidate(at, wanted, &asked, &weights, weigher.as_ref()))
            .collect();
        mark_routes(&mut found, wanted.routes);
        let key = |one: &Candidate| wanted.weights.mean(&one.parts);
        found.retain(|one| one.routes.any());
        found.sort_by(|a, b| key(b).total_cmp(&key(a)).then(b.at.cmp(&a.at)).then(a.id.cmp(&b.id)));
        found.truncate(wanted.most);
        found
    }

    /// Positions worth a closer look: the best by bits, topics and tellings, and all that words or the graph named.
    fn pool(&self, wanted: &Wanted<'_>, asked: &TopicWeights) -> Vec<u32> {
        let fits = |row: &Row| !row.gone && wanted.first_tier.is_none_or(|first| first == row.first_tier);
        let named = wanted.words.keys().chain(wanted.graph).filter_map(|id| self.positions.get(id).copied());
        let mut pool: Vec<u32> = named.filter(|at| self.rows.get(*at as usize).is_some_and(fits)).collect();
        let query = wanted.vector.filter(|_| wanted.routes.vector).map(bits::sketch);
        let query = query.filter(|query| query.len() == self.words_per_row && self.words_per_row > 0);
        if query.is_none() && asked.total == 0.0 {
            pool.sort_unstable();
            pool.dedup();
            return pool;
        }
        let cosines: Vec<f32> =
            (0..=self.words_per_row as u32 * 64).map(|bits| bits::cosine_of(bits, self.dims())).collect();
        let w = wanted.weights;
        let (value, owner, telling, opening) =
            (w.value as f32, w.owner as f32, w.telling as f32, w.opening as f32);
        let wanted_owner = wanted.ask.owner.map(|owner| owner as u32);
        // Scores as whole numbers, so that a heap can hold them.
        let mut best: BinaryHeap<Reverse<(i32, u32)>> = BinaryHeap::with_capacity(WEIGHED + 1);
        let mut least = i32::MIN;
        for (at, row) in self.rows.iter().enumerate() {
            if !fits(row) {
                continue;
            }
            let mut score = asked.share(row.topics) * w.topic as f32;
            if let Some(query) = &query
                && row.sketched
            {
                let own = &self.bits[at * self.words_per_row..(at + 1) * self.words_per_row];
                score += w.vector as f32 * cosines[bits::differing(query, own) as usize];
            }
            score += telling * row.reading.telling() + opening * f32::from(u8::from(row.opens));
            if row.reading.values.meets(wanted.ask.values) {
                score += value;
            }
            if wanted_owner == Some(row.subject) {
                score += owner;
            }
            let score = (score * 65_536.0) as i32;
            if score > least {
                best.push(Reverse((score, at as u32)));
                if best.len() > WEIGHED {
                    best.pop();
                    least = best.peek().map_or(i32::MIN, |Reverse((score, _))| *score);
                }
            }
        }
        pool.extend(best.into_iter().map(|Reverse((_, at))| at));
        pool.sort_unstable();
        pool.dedup();
        pool
    }

    fn candidate(
        &self,
        at: u32,
        wanted: &Wanted<'_>,
        asked: &TopicWeights,
        weights: &[f32],
        weigher: Option<&Weigher>,
    ) -> Candidate {
        let row = &self.rows[at as usize];
        let own = &self.bits[at as usize * self.words_per_row..(at as usize + 1) * self.words_per_row];
        let vector = weigher.filter(|_| row.sketched).map_or(0.0, |weigher| weigher.cosine(own));
        let people = wanted.ask.people.contains(&(row.subject as usize));
        let parts = Parts {
            vector: f64::from(vector.clamp(0.0, 1.0)),
            words: wanted.words.get(&row.id).filter(|_| wanted.routes.words).map_or(0.0, |x| f64::from(*x)),
            topic: if wanted.routes.key { f64::from(asked.share(row.topics)) } else { 0.0 },
            value: one(row.reading.values.meets(wanted.ask.values)),
            owner: one(wanted.ask.owner == Some(row.subject as usize)),
            people: one(people),
            telling: f64::from(row.reading.telling()),
            about: row.topics.numbers().map(|n| f64::from(weights[n])).fold(0.0, f64::max).min(ABOUT) / ABOUT,
            opening: one(row.opens),
            graph: one(wanted.routes.graph && wanted.graph.contains(&row.id)),
            ..Parts::default()
        };
        Candidate {
            id: row.id,
            at: row.at,
            routes: Routes::default(),
            parts,
            topics: row.topics,
            session: row.session,
            sketched: row.sketched,
        }
    }
}

/// A topic in one of four hundred memories is as particular as it gets.
const ABOUT: f64 = 6.0;

fn one(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// Says which ways found what: the nearest fifty of each that are anything at all.
fn mark_routes(found: &mut [Candidate], allowed: Routes) {
    let mut mark = |part: fn(&Parts) -> f64, set: fn(&mut Routes)| {
        let mut order: Vec<usize> = (0..found.len()).filter(|n| part(&found[*n].parts) > 0.0).collect();
        order.sort_by(|a, b| part(&found[*b].parts).total_cmp(&part(&found[*a].parts)));
        // Ties of the last one are found as well: a topic is shared by many.
        let last = order.get(OF_EACH_ROUTE - 1).map_or(0.0, |n| part(&found[*n].parts));
        for n in order {
            if part(&found[n].parts) >= last {
                set(&mut found[n].routes);
            }
        }
    };
    if allowed.vector {
        mark(|parts| parts.vector, |routes| routes.vector = true);
    }
    if allowed.words {
        mark(|parts| parts.words, |routes| routes.words = true);
    }
    if allowed.key {
        mark(|parts| parts.topic, |routes| routes.key = true);
    }
    if allowed.graph {
        mark(|parts| parts.graph, |routes| routes.graph = true);
    }
}

/// The topics that are asked for, each with how particular it is.
struct TopicWeights {
    asked: Topics,
    weights: Vec<f32>,
    total: f32,
}

impl TopicWeights {
    fn of(asked: Topics, weights: &[f32]) -> Self {
        let total = asked.numbers().map(|n| weights[n]).sum();
        Self { asked, weights: weights.to_vec(), total }
    }

    /// Share of what is asked for that these topics have, 0 to 1.
    fn share(&self, topics: Topics) -> f32 {
        let both = self.asked.and(topics);
        if both.is_empty() || self.total <= 0.0 {
            return 0.0;
        }
        both.numbers().map(|n| self.weights[n]).sum::<f32>() / self.total
    }
}
