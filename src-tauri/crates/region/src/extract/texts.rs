//! Texts that many things share, each kept once.

use rustc_hash::FxHashMap;

use crate::osm::index_u32;

/// Each text once, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    pub(super) list: Vec<String>,
    index: FxHashMap<String, u32>,
}

impl Texts {
    /// Goes on with texts that are there already.
    pub(super) fn with(list: Vec<String>) -> Self {
        let index = list.iter().cloned().zip(0..).collect();
        Self { list, index }
    }

    /// Number of a text, a new one if need be.
    pub(super) fn index(&mut self, text: &str) -> u32 {
        if let Some(index) = self.index.get(text) {
            return *index;
        }
        let index = index_u32(self.list.len());
        self.list.push(text.to_owned());
        self.index.insert(text.to_owned(), index);
        index
    }
}
