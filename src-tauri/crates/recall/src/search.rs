//! From all memories of one person to a few hundred candidates with their parts.

use std::{cmp::Reverse, collections::BinaryHeap};

use pulp::{Arch, Simd, WithSimd};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    ask::Ask,
    bits::{self, Weigher},
    index::{Hot, Index},
    parts::{Parts, Routes},
    preset::Weights,
    reading::Reading,
    topics::Topics,
};

/// How widely is searched: what the parameters of an approximate index are elsewhere (MISSION S2-41).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// Rows whose sketches are weighed by the query's own floats, where whole vectors are not kept.
    pub weighed: usize,
    /// Candidates that are handed over.
    pub handed_over: usize,
    /// The newest rows that are looked at for one word.
    pub of_each_word: usize,
}

impl Breadth {
    /// As measured (docs/recall.md).
    pub const DEFAULT: Self = Self { weighed: 4_000, handed_over: 400, of_each_word: 400 };
    /// So many candidates and more are worth a warning: something filters too little (MISSION S2-41).
    pub const MANY: usize = 1_000;

    /// Within what still answers quickly and finds anything at all.
    pub fn bounded(self) -> Self {
        Self {
            weighed: self.weighed.clamp(100, 100_000),
            handed_over: self.handed_over.clamp(50, 5_000),
            of_each_word: self.of_each_word.clamp(10, 10_000),
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The question.
    pub ask: &'a Ask,
    /// Its vector, a unit vector of the index's model.
    pub vector: Option<&'a [f32]>,
    /// [`Index::background`] of the vector, 0 to 1.
    pub background: f64,
    /// How far off its answer may lie, 0 to 1, by how it is worded.
    pub leeway: f64,
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
    /// How widely.
    pub breadth: Breadth,
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
    /// The parts known so far; the vector's is about right only, unless the index keeps vectors.
    pub parts: Parts,
    /// What it is about.
    pub topics: Topics,
    /// Its talk; 0 for none.
    pub session: u64,
    /// Whether it has a vector.
    pub sketched: bool,
}

/// Something that the index does not hold and that is judged by the same measure: a wish about roads, a place, a trip.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// Its number; the caller's own.
    pub id: i64,
    /// When it was, in seconds.
    pub at: i64,
    /// What its words say.
    pub reading: Reading,
    /// Whether it has a vector of the question's model.
    pub sketched: bool,
    /// Cosine with the question; absent when it was not compared, or lies too far off to say anything.
    pub vector: Option<f64>,
    /// Share of the question's words.
    pub words: f64,
    /// Bound to this very time, weather or place.
    pub scope: bool,
}

/// Of each way, so many are said to have been found by it.
const OF_EACH_ROUTE: usize = 100;

impl Index {
    /// Candidates, best first by the weighted mean of what the index knows.
    pub fn search(&self, wanted: &Wanted<'_>) -> Vec<Candidate> {
        let judge = Judge::of(self, wanted);
        let pool = self.pool(wanted, &judge);
        self.ranked(wanted, &judge, pool)
    }

    /// The same of these memories alone, without a look at any other.
    pub fn search_among(&self, wanted: &Wanted<'_>, ids: impl IntoIterator<Item = i64>) -> Vec<Candidate> {
        let mut pool: Vec<u32> = ids.into_iter().filter_map(|id| self.positions.get(&id).copied()).collect();
        pool.sort_unstable();
        pool.dedup();
        self.ranked(wanted, &Judge::of(self, wanted), pool)
    }

    fn ranked(&self, wanted: &Wanted<'_>, judge: &Judge<'_>, pool: Vec<u32>) -> Vec<Candidate> {
        let mut scored: Vec<(f64, u32)> = pool
            .into_iter()
            .filter_map(|at| {
                let parts = judge.parts_at(at);
                judge.may_be_found(&parts).then(|| (wanted.weights.mean(&parts), at))
            })
            .collect();
        let order = |a: &(f64, u32), b: &(f64, u32)| {
            let [x, y] = [a.1, b.1].map(|at| &self.cold[at as usize]);
            b.0.total_cmp(&a.0).then(y.at.cmp(&x.at)).then(x.id.cmp(&y.id))
        };
        let most = wanted.breadth.handed_over;
        if scored.len() > most && most > 0 {
            scored.select_nth_unstable_by(most - 1, order);
        }
        scored.truncate(most);
        scored.sort_unstable_by(order);
        let mut found: Vec<Candidate> = scored.into_iter().map(|(_, at)| judge.candidate(at)).collect();
        mark_routes(&mut found, wanted.routes);
        found.retain(|one| one.routes.any());
        found
    }

    /// Something that is not in the index, with its parts; the ways that led to it are all that may be walked.
    pub fn judge(&self, wanted: &Wanted<'_>, one: &Outside) -> Candidate {
        let judge = Judge::of(self, wanted);
        let vector = one.vector.filter(|_| wanted.routes.vector).unwrap_or(0.0);
        let words = if wanted.routes.words { one.words } else { 0.0 };
        let mut parts = judge.parts(&one.reading, vector, words);
        // What is kept outside of the index is the person's own.
        let me = self.subjects().position(|subject| subject == "me");
        parts.owner = truth(wanted.ask.owner.is_none() || wanted.ask.owner == me);
        parts.opening = 1.0;
        stands_alone(&mut parts);
        let routes = Routes {
            vector: parts.vector > 0.0,
            words: parts.words > 0.0,
            graph: false,
            key: parts.topic > 0.0,
            scope: one.scope && wanted.routes.scope,
        };
        Candidate {
            id: one.id,
            at: one.at,
            routes,
            parts,
            topics: one.reading.topics,
            session: 0,
            sketched: one.sketched,
        }
    }

    /// Positions worth a closer look: the best by vectors, topics and tellings, and all that words or the graph named.
    fn pool(&self, wanted: &Wanted<'_>, judge: &Judge<'_>) -> Vec<u32> {
        let fits = |row: &Hot| !row.gone() && wanted.first_tier.is_none_or(|first| first == row.first_tier());
        let named = wanted.words.keys().chain(wanted.graph).filter_map(|id| self.positions.get(id).copied());
        let mut pool: Vec<u32> = named.filter(|at| self.hot.get(*at as usize).is_some_and(fits)).collect();
        if judge.compared.is_some() || judge.asked.total > 0.0 {
            let mut best = match judge.compared {
                Some(Compared::Whole { .. }) | None => Best::of(wanted.breadth.handed_over),
                Some(Compared::Sketches { .. }) => Best::of(wanted.breadth.weighed),
            };
            Arch::new().dispatch(Walk { judge, fits, best: &mut best });
            pool.extend(best.into_positions());
        }
        pool.sort_unstable();
        pool.dedup();
        pool
    }
}

/// One walk over all rows, compiled for the vector instructions that the machine has.
struct Walk<'a, 'j, F> {
    judge: &'j Judge<'a>,
    fits: F,
    best: &'j mut Best,
}

impl<F: Fn(&Hot) -> bool> WithSimd for Walk<'_, '_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        let Self { judge, fits, best } = self;
        let index = judge.index;
        let near = judge.wanted.weights.vector as f32;
        match &judge.compared {
            Some(Compared::Whole { query, vectors }) => {
                for (at, (row, own)) in index.hot.iter().zip(vectors.chunks_exact(query.len())).enumerate() {
                    if fits(row) {
                        let cosine = bits::cosine(query, own).unwrap_or(0.0);
                        best.offer(at, judge.quick(row) + near * cosine);
                    }
                }
            }
            Some(Compared::Sketches { query, cosines, .. }) => {
                // Of 512 dimensions, which is what is usual: no loop is left.
                if let (Some(query), 8) = (query.first_chunk::<8>(), query.len()) {
                    let (own, _rest) = index.bits.as_chunks::<8>();
                    for (at, (row, own)) in index.hot.iter().zip(own).enumerate() {
                        if fits(row) {
                            let cosine = cosine_of(cosines, row, bits::differing(query, own));
                            best.offer(at, judge.quick(row) + near * cosine);
                        }
                    }
                } else {
                    let own = index.bits.chunks_exact(query.len());
                    for (at, (row, own)) in index.hot.iter().zip(own).enumerate() {
                        if fits(row) {
                            let cosine = cosine_of(cosines, row, bits::differing(query, own));
                            best.offer(at, judge.quick(row) + near * cosine);
                        }
                    }
                }
            }
            None => {
                for (at, row) in index.hot.iter().enumerate().filter(|(_, row)| fits(row)) {
                    best.offer(at, judge.quick(row));
                }
            }
        }
    }
}

/// The cosine that so many differing bits speak for; of a row without a vector none.
#[inline(always)]
fn cosine_of(cosines: &[f32], row: &Hot, differing: u32) -> f32 {
    if row.sketched() { cosines[differing as usize] } else { 0.0 }
}

/// The best of many, by a number.
struct Best {
    most: usize,
    least: i32,
    // Scores as whole numbers, so that a heap can hold them.
    heap: BinaryHeap<Reverse<(i32, u32)>>,
}

impl Best {
    fn of(most: usize) -> Self {
        Self { most, least: i32::MIN, heap: BinaryHeap::with_capacity(most + 1) }
    }

    #[inline(always)]
    fn offer(&mut self, at: usize, score: f32) {
        let score = (score * 65_536.0) as i32;
        if score > self.least {
            self.take(at, score);
        }
    }

    #[cold]
    fn take(&mut self, at: usize, score: i32) {
        self.heap.push(Reverse((score, at as u32)));
        if self.heap.len() > self.most {
            self.heap.pop();
            self.least = self.heap.peek().map_or(i32::MIN, |Reverse((score, _))| *score);
        }
    }

    fn into_positions(self) -> impl Iterator<Item = u32> {
        self.heap.into_iter().map(|Reverse((_, at))| at)
    }
}

/// How vectors are compared.
enum Compared<'a> {
    /// All of them, exactly.
    Whole { query: &'a [f32], vectors: &'a [f32] },
    /// By their signs: all by the bits that differ, the better ones by the query's own floats.
    Sketches { query: Vec<u64>, cosines: Vec<f32>, weigher: Weigher },
}

/// One question against the rows of an index.
struct Judge<'a> {
    index: &'a Index,
    wanted: &'a Wanted<'a>,
    weights: Vec<f32>,
    asked: TopicWeights,
    compared: Option<Compared<'a>>,
}

impl<'a> Judge<'a> {
    fn of(index: &'a Index, wanted: &'a Wanted<'a>) -> Self {
        let weights = index.topic_weights();
        let asked = TopicWeights::of(wanted.ask.topics, &weights);
        let query = wanted
            .vector
            .filter(|query| wanted.routes.vector && query.len() == index.dims() && index.words_per_row > 0);
        let compared = query.map(|query| match &index.vectors {
            Some(vectors) => Compared::Whole { query, vectors },
            None => Compared::Sketches {
                query: bits::sketch(query),
                cosines: (0..=index.words_per_row as u32 * 64)
                    .map(|bits| bits::cosine_of(bits, index.dims()))
                    .collect(),
                weigher: Weigher::of(query),
            },
        });
        Self { index, wanted, weights, asked, compared }
    }

    /// What a row scores without its vector, nearly: words and ties are looked up for the few that have them.
    #[inline(always)]
    fn quick(&self, row: &Hot) -> f32 {
        let w = self.wanted.weights;
        let mut score =
            w.telling as f32 * row.telling() + w.opening as f32 * f32::from(u8::from(row.opens()));
        let shared = self.asked.asked.and(row.topics());
        if !shared.is_empty() {
            let amount = self.asked.amount(shared);
            score += self.asked.share_of(amount) * w.topic as f32
                + amount.min(ABOUT as f32) / ABOUT as f32 * w.key as f32;
        }
        if row.values().meets(self.wanted.ask.values) {
            score += w.value as f32;
        }
        if self.wanted.ask.owner == Some(row.subject as usize) {
            score += w.owner as f32;
        }
        score
    }

    /// The parts of a row of the index.
    fn parts_at(&self, at: u32) -> Parts {
        let n = at as usize;
        let (row, id) = (&self.index.hot[n], self.index.cold[n].id);
        let vector = match &self.compared {
            Some(_) if !row.sketched() => 0.0,
            Some(Compared::Whole { query, vectors }) => {
                bits::cosine(query, &vectors[n * query.len()..(n + 1) * query.len()]).unwrap_or(0.0)
            }
            Some(Compared::Sketches { query, weigher, .. }) => {
                weigher.cosine(&self.index.bits[n * query.len()..(n + 1) * query.len()])
            }
            None => 0.0,
        };
        let routes = self.wanted.routes;
        let words = self.wanted.words.get(&id).filter(|_| routes.words).map_or(0.0, |x| f64::from(*x));
        let mut parts = self.parts(&row.reading(), f64::from(vector), words);
        let subject = row.subject as usize;
        parts.owner = truth(self.wanted.ask.owner == Some(subject));
        parts.people = truth(self.wanted.ask.people.contains(&subject));
        parts.opening = truth(row.opens());
        if row.alone() {
            stands_alone(&mut parts);
        }
        parts.graph = truth(routes.graph && self.wanted.graph.contains(&id));
        parts
    }

    /// The parts that words and vector tell.
    fn parts(&self, reading: &Reading, vector: f64, words: f64) -> Parts {
        let key = self.wanted.routes.key;
        let particular = reading.topics.numbers().map(|n| f64::from(self.weights[n])).fold(0.0, f64::max);
        Parts {
            vector: vector.clamp(0.0, 1.0),
            background: self.wanted.background,
            leeway: self.wanted.leeway,
            words: words.clamp(0.0, 1.0),
            topic: if key { f64::from(self.asked.share(reading.topics)) } else { 0.0 },
            key: if key { f64::from(self.asked.amount(reading.topics)).min(ABOUT) / ABOUT } else { 0.0 },
            value: truth(reading.values.meets(self.wanted.ask.values)),
            telling: f64::from(reading.telling()),
            about: particular.min(ABOUT) / ABOUT,
            ..Parts::default()
        }
    }

    /// Whether any way leads to it.
    fn may_be_found(&self, parts: &Parts) -> bool {
        parts.vector > 0.0 || parts.words > 0.0 || parts.topic > 0.0 || parts.graph > 0.0
    }

    fn candidate(&self, at: u32) -> Candidate {
        let n = at as usize;
        let (row, cold) = (&self.index.hot[n], &self.index.cold[n]);
        Candidate {
            id: cold.id,
            at: cold.at,
            routes: Routes::default(),
            parts: self.parts_at(at),
            topics: row.topics(),
            session: cold.session,
            sketched: row.sketched(),
        }
    }
}

/// What stands by itself was kept because it tells something particular; of a turn of a talk only its words say so.
fn stands_alone(parts: &mut Parts) {
    (parts.telling, parts.about) = (1.0, 1.0);
}

/// A topic in one of four hundred memories is as particular as it gets.
const ABOUT: f64 = 6.0;

fn truth(yes: bool) -> f64 {
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
        // From a zero that is no negative one, which an empty sum of floats is.
        self.asked.and(topics).numbers().fold(0.0, |sum, n| sum + self.weights[n])
    }

    /// Share of what is asked for that these topics have, 0 to 1.
    fn share(&self, topics: Topics) -> f32 {
        self.share_of(self.amount(topics))
    }

    /// The same of their amount.
    #[inline(always)]
    fn share_of(&self, amount: f32) -> f32 {
        if self.total > 0.0 { amount / self.total } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rustc_hash::{FxHashMap, FxHashSet};

    use super::{Breadth, Wanted};
    use crate::{Ask, EXACT_ROWS, Entry, Index, Reading, Routes, Weights, bits};

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

    fn filled(vectors: &[Vec<f32>]) -> Index {
        let mut index = Index::new(DIMS);
        for (n, vector) in vectors.iter().enumerate() {
            let sketch = bits::sketch(vector);
            index.put(&Entry {
                id: n as i64,
                reading: Reading::default(),
                sketch: &sketch,
                vector,
                subject: "me",
                session: None,
                at: 0,
                first_tier: false,
            });
        }
        index
    }

    /// Asks by the vector alone.
    fn by_vector<R>(query: &[f32], handed_over: usize, ask: impl FnOnce(&Wanted<'_>) -> R) -> R {
        let (words, graph) = (FxHashMap::default(), FxHashSet::default());
        ask(&Wanted {
            ask: &Ask::default(),
            vector: Some(query),
            background: 0.0,
            leeway: 1.0,
            words: &words,
            graph: &graph,
            weights: &Weights::LIKENESS,
            routes: Routes { vector: true, ..Routes::NONE },
            first_tier: None,
            breadth: Breadth { handed_over, ..Breadth::DEFAULT },
        })
    }

    /// Of the ten nearest of each question, how many are among so many candidates.
    fn found(index: &Index, vectors: &[Vec<f32>], questions: &[Vec<f32>], handed_over: usize) -> usize {
        let mut found = 0;
        for query in questions {
            let candidates = by_vector(query, handed_over, |wanted| index.search(wanted));
            assert!(candidates.len() <= handed_over);
            let got: BTreeSet<i64> = candidates.iter().map(|one| one.id).collect();
            let mut exact: Vec<(f32, i64)> =
                vectors.iter().zip(0..).map(|(own, n)| (bits::cosine(query, own).unwrap(), n)).collect();
            exact.sort_by(|a, b| b.0.total_cmp(&a.0));
            found += exact[..10].iter().filter(|(_, id)| got.contains(id)).count();
        }
        found
    }

    #[test]
    fn s1_43_s3_35_the_index_agrees_with_exact_search() {
        println!("seed 20261130");
        let vectors = vectors(20_040);
        let (questions, vectors) = vectors.split_at(40);
        let mut index = filled(&vectors[..EXACT_ROWS]);
        assert!(index.is_exact());
        assert_eq!(found(&index, vectors, questions, 10), 400, "whole vectors: the ten are the ten");
        // Sketches: a fiftieth of the rows is weighed, a hundredth handed over to be compared by whole vectors.
        index.by_sketches();
        let by_sketches = found(&index, vectors, questions, 200);
        assert!(by_sketches >= 392, "{by_sketches} of 400");
    }

    #[test]
    fn a_search_among_some_is_the_search_of_all_without_the_others() {
        println!("seed 20261130");
        let vectors = vectors(600);
        let (questions, vectors) = vectors.split_at(5);
        for exact in [true, false] {
            let mut index = filled(vectors);
            if !exact {
                index.by_sketches();
            }
            index.remove(9);
            let among = [500, 3, 3, 9, 77, 9_999];
            for query in questions {
                let numbers = |found: Vec<super::Candidate>| -> Vec<(i64, f64)> {
                    found.into_iter().map(|one| (one.id, one.parts.vector)).collect()
                };
                let mut all = numbers(by_vector(query, 600, |wanted| index.search(wanted)));
                all.retain(|(id, _)| among.contains(id));
                let some = numbers(by_vector(query, 600, |wanted| index.search_among(wanted, among)));
                assert!(all.iter().all(|one| some.contains(one)), "{all:?} in {some:?}");
                assert!(some.iter().all(|(id, _)| [3, 77, 500].contains(id)), "{some:?}");
            }
        }
    }

    #[test]
    fn s1_42_vectors_are_kept_up_to_a_size_and_follow_what_is_taken_out() {
        let vectors = vectors(3_000);
        let mut index = filled(&vectors);
        for id in 0..2_400 {
            index.remove(id);
        }
        // Swept together in between: what is left is still found by its own vector.
        assert_eq!((index.len(), index.is_exact()), (600, true));
        let left = &vectors[2_400..];
        for (n, query) in left.iter().enumerate().step_by(37) {
            let first = by_vector(query, 400, |wanted| index.search(wanted)).remove(0);
            assert_eq!(first.id, 2_400 + n as i64);
            assert!((first.parts.vector - 1.0).abs() < 1e-5);
        }
        let mut large = Index::new(64);
        for id in 0..=EXACT_ROWS as i64 {
            large.put(&Entry {
                id,
                reading: Reading::default(),
                sketch: &[1],
                vector: &[0.125; 64],
                subject: "me",
                session: None,
                at: 0,
                first_tier: false,
            });
            assert_eq!(large.is_exact(), id < EXACT_ROWS as i64, "{id}");
        }
    }
}
