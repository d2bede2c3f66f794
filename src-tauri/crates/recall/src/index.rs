//! One person's memories as recall walks over them: sketches side by side, and thirty-odd bytes of what each one says.
//!
//! The index answers with candidates, never with memories: whoever uses it reads every candidate's row again, so that
//! what was deleted a moment ago can't be served (MISSION X18). It is a pure function of the rows that were put in, in
//! any order (F-6).

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use crate::{bits, reading::Reading, topics::COUNT};

/// What is known of a memory when it is put in.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its number; the caller's own.
    pub id: i64,
    /// What its words say.
    pub reading: Reading,
    /// Its vector's sketch; empty without a vector of the index's model.
    pub sketch: &'a [u64],
    /// Whom it is about: `me`, `person:gary`.
    pub subject: &'a str,
    /// The talk or trip that it belongs to.
    pub session: Option<&'a str>,
    /// When, in seconds.
    pub at: i64,
    /// Whether it is read in the first tier: an insight.
    pub first_tier: bool,
}

/// A row of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) at: i64,
    /// 0 for none.
    pub(crate) session: u64,
    pub(crate) subject: u32,
    pub(crate) reading: Reading,
    pub(crate) sketched: bool,
    pub(crate) first_tier: bool,
    pub(crate) opens: bool,
    pub(crate) gone: bool,
}

/// Memories of one person, ready to be searched.
#[derive(Clone, Debug, Default)]
pub struct Index {
    dims: usize,
    pub(crate) words_per_row: usize,
    pub(crate) bits: Vec<u64>,
    pub(crate) rows: Vec<Row>,
    pub(crate) positions: FxHashMap<i64, u32>,
    subjects: Vec<String>,
    subject_numbers: HashMap<String, u32>,
    /// Position of the row that opens each talk.
    openers: FxHashMap<u64, u32>,
    topic_counts: Vec<u32>,
    length_sum: u64,
    live: usize,
}

impl Index {
    /// Empty, for vectors of so many dimensions; 0 when there is no model.
    pub fn new(dims: usize) -> Self {
        Self { dims, words_per_row: bits::words_of(dims), topic_counts: vec![0; COUNT], ..Self::default() }
    }

    /// Room for so many more.
    pub fn reserve(&mut self, more: usize) {
        self.rows.reserve(more);
        self.bits.reserve(more * self.words_per_row);
        self.positions = FxHashMap::with_capacity_and_hasher(self.positions.len() + more, FxBuildHasher)
            .into_iter()
            .chain(self.positions.drain())
            .collect();
    }

    /// How many memories.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether none.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Dimensions of its vectors.
    pub fn dims(&self) -> usize {
        self.dims
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
        self.bits.capacity() * 8 + self.rows.capacity() * size_of::<Row>() + self.positions.capacity() * 17
    }

    /// Mean length of the memories.
    pub fn mean_length(&self) -> f32 {
        if self.live == 0 { 1.0 } else { (self.length_sum as f32 / self.live as f32).max(1.0) }
    }

    /// Length of a memory.
    pub fn length_of(&self, id: i64) -> Option<u8> {
        let row = self.rows.get(*self.positions.get(&id)? as usize)?;
        Some(row.reading.length)
    }

    /// Puts a memory in, in place of an older one of the same number.
    pub fn put(&mut self, entry: &Entry<'_>) {
        self.remove(entry.id);
        let subject = self.subject(entry.subject);
        let session = entry.session.map_or(0, hash);
        let position = self.rows.len() as u32;
        let sketched = self.words_per_row > 0 && entry.sketch.len() == self.words_per_row;
        if sketched {
            self.bits.extend_from_slice(entry.sketch);
        } else {
            self.bits.resize(self.bits.len() + self.words_per_row, 0);
        }
        self.rows.push(Row {
            id: entry.id,
            at: entry.at,
            session,
            subject,
            reading: entry.reading,
            sketched,
            first_tier: entry.first_tier,
            opens: session == 0,
            gone: false,
        });
        self.positions.insert(entry.id, position);
        self.count(entry.reading, true);
        if session != 0 {
            self.open(session, position);
        }
    }

    /// Takes a memory out; its sketch is overwritten.
    pub fn remove(&mut self, id: i64) {
        let Some(position) = self.positions.remove(&id) else { return };
        let at = position as usize;
        let Some(row) = self.rows.get_mut(at) else { return };
        row.gone = true;
        let (session, reading, opened) = (row.session, row.reading, row.opens);
        self.bits[at * self.words_per_row..(at + 1) * self.words_per_row].fill(0);
        self.count(reading, false);
        if opened && session != 0 {
            self.openers.remove(&session);
            let next = (0..self.rows.len())
                .filter(|n| self.rows[*n].session == session && !self.rows[*n].gone)
                .min_by_key(|n| (self.rows[*n].at, self.rows[*n].id));
            if let Some(next) = next {
                self.open(session, next as u32);
            }
        }
        if self.rows.len() > 1_024 && self.live * 2 < self.rows.len() {
            self.compact();
        }
    }

    /// The row at `position` opens its talk unless an earlier one does.
    fn open(&mut self, session: u64, position: u32) {
        let order = |rows: &[Row], n: u32| rows.get(n as usize).map(|row| (row.at, row.id));
        let held = self.openers.get(&session).copied();
        if held.is_some_and(|held| order(&self.rows, held) <= order(&self.rows, position)) {
            return;
        }
        if let Some(row) = held.and_then(|held| self.rows.get_mut(held as usize)) {
            row.opens = false;
        }
        self.rows[position as usize].opens = true;
        self.openers.insert(session, position);
    }

    fn count(&mut self, reading: Reading, more: bool) {
        for topic in reading.topics.numbers() {
            let count = &mut self.topic_counts[topic];
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
        }
        let length = u64::from(reading.length);
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
        let (rows, bits) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.bits));
        let mut moved = FxHashMap::default();
        for (old, row) in rows.into_iter().enumerate().filter(|(_, row)| !row.gone) {
            let new = self.rows.len() as u32;
            moved.insert(old as u32, new);
            self.bits.extend_from_slice(&bits[old * self.words_per_row..(old + 1) * self.words_per_row]);
            self.positions.insert(row.id, new);
            self.rows.push(row);
        }
        for position in self.openers.values_mut() {
            if let Some(new) = moved.get(position) {
                *position = *new;
            }
        }
    }

    /// How particular each topic is: rare ones tell more.
    pub(crate) fn topic_weights(&self) -> Vec<f32> {
        self.topic_counts
            .iter()
            .map(|count| ((self.live as f32 + 1.0) / (*count as f32 + 1.0)).ln())
            .collect()
    }
}

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
            subject: "me",
            session,
            at: id,
            first_tier: false,
        }
    }

    fn openers(index: &Index) -> Vec<i64> {
        let mut ids: Vec<i64> =
            index.rows.iter().filter(|row| row.opens && !row.gone).map(|row| row.id).collect();
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
        assert!(index.rows.len() < 2_000, "{}", index.rows.len());
        assert_eq!((index.len(), openers(&index)), (500, vec![3_500, 3_501]));
        index.put(&entry(3_999, None, &[1]));
        assert_eq!(index.len(), 500);
    }
}
