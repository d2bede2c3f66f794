//! One person's memories as recall walks over them: sketches side by side, and thirty-odd bytes of what each one says.
//!
//! The index answers with candidates, never with memories: whoever uses it reads every candidate's row again, so that
//! what was deleted a moment ago can't be served (MISSION X18). It is a pure function of the rows that were put in, in
//! any order (F-6).

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHasher};

use crate::{
    bits,
    reading::Reading,
    topics::{COUNT, Topics, Values},
};

/// What is known of a memory when it is put in.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its number; the caller's own.
    pub id: i64,
    /// What its words say.
    pub reading: Reading,
    /// Its vector's sketch; empty without a vector of the index's model.
    pub sketch: &'a [u64],
    /// The vector itself, for an index that is small enough to keep it; may be empty.
    pub vector: &'a [f32],
    /// Whom it is about: `me`, `person:gary`.
    pub subject: &'a str,
    /// The talk or trip that it belongs to.
    pub session: Option<&'a str>,
    /// When, in seconds.
    pub at: i64,
    /// Whether it is read in the first tier: an insight.
    pub first_tier: bool,
}

/// What every question looks at, of every row: side by side, because walking over a million of them is bound by the memory
/// that is read and not by what is done with it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hot {
    topics: [u64; 2],
    pub(crate) subject: u32,
    values: u8,
    pub(crate) length: u8,
    flags: u8,
}

const TELLS: u8 = 1;
const FIGURE: u8 = 2;
const OPENS: u8 = 4;
const GONE: u8 = 8;
const FIRST_TIER: u8 = 16;
const SKETCHED: u8 = 32;
const ALONE: u8 = 64;

impl Hot {
    fn of(reading: &Reading, subject: u32, flags: u8) -> Self {
        let topics = reading.topics.0;
        let told = if reading.tells { TELLS } else { 0 } | if reading.figure { FIGURE } else { 0 };
        Self {
            topics: [topics as u64, (topics >> 64) as u64],
            subject,
            values: reading.values.0,
            length: reading.length,
            flags: flags | told,
        }
    }

    #[inline(always)]
    pub(crate) fn topics(&self) -> Topics {
        Topics(u128::from(self.topics[0]) | u128::from(self.topics[1]) << 64)
    }

    pub(crate) fn reading(&self) -> Reading {
        Reading {
            topics: self.topics(),
            values: Values(self.values),
            tells: self.has(TELLS),
            figure: self.has(FIGURE),
            length: self.length,
        }
    }

    #[inline(always)]
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline(always)]
    pub(crate) fn values(&self) -> Values {
        Values(self.values)
    }

    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    #[inline(always)]
    pub(crate) fn opens(&self) -> bool {
        self.has(OPENS)
    }

    #[inline(always)]
    pub(crate) fn gone(&self) -> bool {
        self.has(GONE)
    }

    #[inline(always)]
    pub(crate) fn first_tier(&self) -> bool {
        self.has(FIRST_TIER)
    }

    /// Whether it stands by itself and is no turn of a talk.
    #[inline(always)]
    pub(crate) fn alone(&self) -> bool {
        self.has(ALONE)
    }

    #[inline(always)]
    pub(crate) fn sketched(&self) -> bool {
        self.has(SKETCHED)
    }

    /// Half for telling, half for a figure, as [`Reading::telling`]; what stands by itself was kept because it tells.
    #[inline(always)]
    pub(crate) fn telling(&self) -> f32 {
        if self.alone() {
            return 1.0;
        }
        0.5 * f32::from(u8::from(self.has(TELLS))) + 0.5 * f32::from(u8::from(self.has(FIGURE)))
    }
}

/// What only candidates are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cold {
    pub(crate) id: i64,
    pub(crate) at: i64,
    /// 0 for none.
    pub(crate) session: u64,
}

/// Rows up to which vectors are kept and compared exactly: forty megabytes of 512 floats, two milliseconds. Beyond that
/// sketches choose who is looked at closely.
pub const EXACT_ROWS: usize = 20_000;

/// Memories of one person, ready to be searched.
#[derive(Clone, Debug, Default)]
pub struct Index {
    dims: usize,
    pub(crate) words_per_row: usize,
    pub(crate) bits: Vec<u64>,
    /// Whole vectors, row by row; nothing once there were too many rows.
    pub(crate) vectors: Option<Vec<f32>>,
    pub(crate) hot: Vec<Hot>,
    pub(crate) cold: Vec<Cold>,
    pub(crate) positions: FxHashMap<i64, u32>,
    subjects: Vec<String>,
    subject_numbers: HashMap<String, u32>,
    /// Position of the row that opens each talk.
    openers: FxHashMap<u64, u32>,
    topic_counts: Vec<u32>,
    length_sum: u64,
    live: usize,
    insights: usize,
}

impl Index {
    /// Empty, for vectors of so many dimensions; 0 when there is no model.
    pub fn new(dims: usize) -> Self {
        Self {
            dims,
            words_per_row: bits::words_of(dims),
            vectors: (dims > 0).then(Vec::new),
            topic_counts: vec![0; COUNT],
            ..Self::default()
        }
    }

    /// Room for so many more, and some that come later: the first write after a start should not move everything.
    pub fn reserve(&mut self, more: usize) {
        let more = more + more / 16 + 64;
        self.hot.reserve(more);
        self.cold.reserve(more);
        self.bits.reserve(more * self.words_per_row);
        self.positions.reserve(more);
        match &mut self.vectors {
            Some(vectors) if self.hot.len() + more <= EXACT_ROWS => vectors.reserve(more * self.dims),
            _ => {}
        }
    }

    /// How many memories.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether none.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Whether any memory is read in the first tier: else that tier need not be looked through.
    pub fn has_first_tier(&self) -> bool {
        self.insights > 0
    }

    /// Dimensions of its vectors.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Whether whole vectors are kept, so that every one is compared exactly.
    pub fn is_exact(&self) -> bool {
        self.vectors.is_some()
    }

    /// From now on sketches alone, as for a large store: what tests and evaluations hold against the exact search.
    pub fn by_sketches(&mut self) {
        self.vectors = None;
    }

    /// Whether this memory is in.
    pub fn contains(&self, id: i64) -> bool {
        self.positions.contains_key(&id)
    }

    /// Whom memories are about, in the order of their numbers.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.subjects.iter().map(String::as_str)
    }

    /// Bytes that it takes, roughly.
    pub fn bytes(&self) -> usize {
        self.bits.capacity() * 8
            + self.vectors.as_ref().map_or(0, |vectors| vectors.capacity() * 4)
            + self.hot.capacity() * size_of::<Hot>()
            + self.cold.capacity() * size_of::<Cold>()
            + self.positions.capacity() * 17
    }

    /// Mean length of the memories.
    pub fn mean_length(&self) -> f32 {
        if self.live == 0 { 1.0 } else { (self.length_sum as f32 / self.live as f32).max(1.0) }
    }

    /// Length of a memory.
    pub fn length_of(&self, id: i64) -> Option<u8> {
        Some(self.hot.get(*self.positions.get(&id)? as usize)?.length)
    }

    /// Puts a memory in, in place of an older one of the same number.
    pub fn put(&mut self, entry: &Entry<'_>) {
        self.remove(entry.id);
        let subject = self.subject(entry.subject);
        let session = entry.session.map_or(0, hash);
        let position = self.hot.len() as u32;
        let sketched = self.words_per_row > 0 && entry.sketch.len() == self.words_per_row;
        if sketched {
            self.bits.extend_from_slice(entry.sketch);
        } else {
            self.bits.resize(self.bits.len() + self.words_per_row, 0);
        }
        if self.hot.len() >= EXACT_ROWS {
            self.vectors = None;
        }
        if let Some(vectors) = &mut self.vectors {
            if sketched && entry.vector.len() == self.dims {
                vectors.extend_from_slice(entry.vector);
            } else {
                vectors.resize(vectors.len() + self.dims, 0.0);
            }
        }
        let mut flags = 0;
        for (flag, on) in [
            (SKETCHED, sketched),
            (FIRST_TIER, entry.first_tier),
            (OPENS, session == 0),
            (ALONE, session == 0),
        ] {
            if on {
                flags |= flag;
            }
        }
        self.hot.push(Hot::of(&entry.reading, subject, flags));
        self.cold.push(Cold { id: entry.id, at: entry.at, session });
        self.positions.insert(entry.id, position);
        self.count(entry.reading.topics, entry.reading.length, true);
        self.insights += usize::from(entry.first_tier);
        if session != 0 {
            self.open(session, position);
        }
    }

    /// Gives a memory that is in the vector it was put in without, where vectors are kept.
    pub fn set_vector(&mut self, id: i64, vector: &[f32]) {
        let (Some(vectors), Some(position)) = (&mut self.vectors, self.positions.get(&id)) else { return };
        let at = *position as usize;
        let sketched = self.hot.get(at).is_some_and(Hot::sketched);
        if let Some(own) = vectors.get_mut(at * self.dims..(at + 1) * self.dims)
            && sketched
            && vector.len() == self.dims
        {
            own.copy_from_slice(vector);
        }
    }

    /// Takes a memory out; its sketch and its vector are overwritten.
    pub fn remove(&mut self, id: i64) {
        let Some(position) = self.positions.remove(&id) else { return };
        let at = position as usize;
        let Some(row) = self.hot.get_mut(at) else { return };
        row.set(GONE, true);
        let (topics, length, opened) = (row.topics(), row.length, row.opens());
        self.insights -= usize::from(row.first_tier());
        let session = self.cold[at].session;
        self.bits[at * self.words_per_row..(at + 1) * self.words_per_row].fill(0);
        if let Some(vectors) = &mut self.vectors {
            vectors[at * self.dims..(at + 1) * self.dims].fill(0.0);
        }
        self.count(topics, length, false);
        if opened && session != 0 {
            self.openers.remove(&session);
            let next = (0..self.hot.len())
                .filter(|n| self.cold[*n].session == session && !self.hot[*n].gone())
                .min_by_key(|n| (self.cold[*n].at, self.cold[*n].id));
            if let Some(next) = next {
                self.open(session, next as u32);
            }
        }
        if self.hot.len() > 1_024 && self.live * 2 < self.hot.len() {
            self.compact();
        }
    }

    /// The row at `position` opens its talk unless an earlier one does.
    fn open(&mut self, session: u64, position: u32) {
        let order = |rows: &[Cold], n: u32| rows.get(n as usize).map(|row| (row.at, row.id));
        let held = self.openers.get(&session).copied();
        if held.is_some_and(|held| order(&self.cold, held) <= order(&self.cold, position)) {
            return;
        }
        if let Some(row) = held.and_then(|held| self.hot.get_mut(held as usize)) {
            row.set(OPENS, false);
        }
        self.hot[position as usize].set(OPENS, true);
        self.openers.insert(session, position);
    }

    fn count(&mut self, topics: Topics, length: u8, more: bool) {
        for topic in topics.numbers() {
            let count = &mut self.topic_counts[topic];
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
        }
        let length = u64::from(length);
        self.length_sum =
            if more { self.length_sum + length } else { self.length_sum.saturating_sub(length) };
        self.live = if more { self.live + 1 } else { self.live.saturating_sub(1) };
    }

    fn subject(&mut self, subject: &str) -> u32 {
        if let Some(number) = self.subject_numbers.get(subject) {
            return *number;
        }
        let number = self.subjects.len() as u32;
        self.subjects.push(subject.to_owned());
        self.subject_numbers.insert(subject.to_owned(), number);
        number
    }

    /// Rows that went are left out for good.
    fn compact(&mut self) {
        let (hot, cold) = (std::mem::take(&mut self.hot), std::mem::take(&mut self.cold));
        let bits = std::mem::take(&mut self.bits);
        let vectors = self.vectors.as_mut().map(std::mem::take);
        let mut moved = FxHashMap::default();
        for (old, (hot, cold)) in hot.into_iter().zip(cold).enumerate().filter(|(_, (hot, _))| !hot.gone()) {
            let new = self.hot.len() as u32;
            moved.insert(old as u32, new);
            self.bits.extend_from_slice(&bits[old * self.words_per_row..(old + 1) * self.words_per_row]);
            if let (Some(own), Some(old_vectors)) = (&mut self.vectors, &vectors) {
                own.extend_from_slice(&old_vectors[old * self.dims..(old + 1) * self.dims]);
            }
            self.positions.insert(cold.id, new);
            self.hot.push(hot);
            self.cold.push(cold);
        }
        for position in self.openers.values_mut() {
            if let Some(new) = moved.get(position) {
                *position = *new;
            }
        }
    }

    /// How particular each topic is: rare ones tell more. In a store of three a topic is as telling as among a hundred and
    /// fifty, or the first thing that somebody says would be about nothing in particular.
    pub(crate) fn topic_weights(&self) -> Vec<f32> {
        let all = (self.live + 1).max(AT_LEAST) as f32;
        self.topic_counts.iter().map(|count| (all / (*count as f32 + 1.0)).ln().max(0.0)).collect()
    }
}

/// As many memories are there at least, where it is told how particular something is.
pub const AT_LEAST: usize = 150;

/// A stable number for a talk's name; never 0.
fn hash(text: &str) -> u64 {
    use std::hash::Hasher;
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish() | 1
}

#[cfg(test)]
mod tests {
    use super::{Entry, Index};
    use crate::reading::Reading;

    fn entry<'a>(id: i64, session: Option<&'a str>, sketch: &'a [u64]) -> Entry<'a> {
        Entry {
            id,
            reading: Reading::of("set the seat heating to 2"),
            sketch,
            vector: &[],
            subject: "me",
            session,
            at: id,
            first_tier: false,
        }
    }

    fn openers(index: &Index) -> Vec<i64> {
        let mut ids: Vec<i64> = index
            .hot
            .iter()
            .zip(&index.cold)
            .filter(|(hot, _)| hot.opens() && !hot.gone())
            .map(|(_, cold)| cold.id)
            .collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn what_was_taken_out_leaves_the_index_as_if_it_never_was() {
        let mut index = Index::new(64);
        for id in [3, 1, 2] {
            index.put(&entry(id, Some("talk"), &[7]));
        }
        index.put(&entry(9, None, &[7]));
        assert_eq!(openers(&index), [1, 9]);
        index.remove(1);
        assert_eq!((index.len(), openers(&index)), (3, vec![2, 9]));
        assert!(!index.contains(1));
        index.remove(1);
        index.remove(2);
        index.remove(3);
        index.remove(9);
        assert!(index.is_empty() && index.bits.iter().all(|word| *word == 0));
    }

    #[test]
    fn many_that_went_are_swept_out() {
        let mut index = Index::new(64);
        for id in 0..4_000 {
            index.put(&entry(id, Some(if id % 2 == 0 { "even" } else { "odd" }), &[id as u64]));
        }
        for id in 0..3_500 {
            index.remove(id);
        }
        assert!(index.hot.len() < 2_000, "{}", index.hot.len());
        assert_eq!((index.len(), openers(&index)), (500, vec![3_500, 3_501]));
        index.put(&entry(3_999, None, &[1]));
        assert_eq!(index.len(), 500);
    }
}
