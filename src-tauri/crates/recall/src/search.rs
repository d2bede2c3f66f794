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
const OF_EACH_ROUTE: usize = 100;

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
            let mut score = asked.share(row.reading.topics) * w.topic as f32;
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
            topic: if wanted.routes.key { f64::from(asked.share(row.reading.topics)) } else { 0.0 },
            key: if wanted.routes.key {
                f64::from(asked.amount(row.reading.topics)).min(ABOUT) / ABOUT
            } else {
                0.0
            },
            value: one(row.reading.values.meets(wanted.ask.values)),
            owner: one(wanted.ask.owner == Some(row.subject as usize)),
            people: one(people),
            telling: f64::from(row.reading.telling()),
            about: row.reading.topics.numbers().map(|n| f64::from(weights[n])).fold(0.0, f64::max).min(ABOUT)
                / ABOUT,
            opening: one(row.opens),
            graph: one(wanted.routes.graph && wanted.graph.contains(&row.id)),
            ..Parts::default()
        };
        Candidate {
            id: row.id,
            at: row.at,
            routes: Routes::default(),
            parts,
            topics: row.reading.topics,
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

/// Says which ways found what: the nearest hundred of each that are anything at all.
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

    /// How much these topics have of what is asked for.
    fn amount(&self, topics: Topics) -> f32 {
        self.asked.and(topics).numbers().map(|n| self.weights[n]).sum()
    }

    /// Share of what is asked for that these topics have, 0 to 1.
    fn share(&self, topics: Topics) -> f32 {
        let both = self.asked.and(topics);
        if both.is_empty() || self.total <= 0.0 {
            return 0.0;
        }
        self.amount(topics) / self.total
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rustc_hash::{FxHashMap, FxHashSet};

    use super::Wanted;
    use crate::{Ask, Entry, Index, Reading, Routes, Weights, bits};

    const DIMS: usize = 256;

    /// Vectors around two hundred centres, as sentences lie around subjects; the same on every machine.
    fn vectors(many: usize) -> Vec<Vec<f32>> {
        let mut state = 20_261_130_u64;
        let mut draw = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
        };
        let centres: Vec<Vec<f32>> = (0..200).map(|_| (0..DIMS).map(|_| draw() + draw()).collect()).collect();
        (0..many)
            .map(|n| {
                let raw: Vec<f32> = centres[n % 200].iter().map(|x| x + 1.4 * (draw() + draw())).collect();
                let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
                raw.iter().map(|x| x / length).collect()
            })
            .collect()
    }

    #[test]
    fn s3_35_the_index_agrees_with_exact_search() {
        let vectors = vectors(20_000);
        let mut index = Index::new(DIMS);
        for (n, vector) in vectors.iter().enumerate().skip(40) {
            let sketch = bits::sketch(vector);
            let entry = Entry {
                id: n as i64,
                reading: Reading::default(),
                sketch: &sketch,
                subject: "me",
                session: None,
                at: 0,
                first_tier: false,
            };
            index.put(&entry);
        }
        let (words, graph) = (FxHashMap::default(), FxHashSet::default());
        let mut found = 0;
        for query in &vectors[..40] {
            let candidates = index.search(&Wanted {
                ask: &Ask::default(),
                vector: Some(query),
                words: &words,
                graph: &graph,
                weights: &Weights::LIKENESS,
                routes: Routes { vector: true, words: false, graph: false, key: false },
                first_tier: None,
                most: 200,
            });
            let got: BTreeSet<i64> = candidates.iter().map(|one| one.id).collect();
            let mut exact: Vec<(f32, i64)> =
                (40..vectors.len()).map(|n| (bits::cosine(query, &vectors[n]).unwrap(), n as i64)).collect();
            exact.sort_by(|a, b| b.0.total_cmp(&a.0));
            found += exact[..10].iter().filter(|(_, id)| got.contains(id)).count();
        }
        // S1-43: at least 98 of a hundred.
        assert!(found >= 392, "{found} of 400");
    }
}
