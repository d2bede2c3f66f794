//! Terms and where they occur.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Sorted terms, each with the rising numbers of the rows that hold it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Dictionary {
    terms: Vec<String>,
    rows: Vec<Vec<u32>>,
}

impl Dictionary {
    /// Takes the collected terms in.
    pub fn new(collected: BTreeMap<String, Vec<u32>>) -> Self {
        let (terms, rows) = collected
            .into_iter()
            .map(|(term, mut rows)| {
                rows.dedup();
                (term, rows)
            })
            .unzip();
        Self { terms, rows }
    }

    /// Rows of exactly this term.
    pub fn exact(&self, term: &str) -> &[u32] {
        let found = self.terms.binary_search_by(|known| known.as_str().cmp(term)).ok();
        found.and_then(|index| self.rows.get(index)).map_or(&[], Vec::as_slice)
    }

    /// Rows of every term that starts with `prefix`.
    pub fn prefixed<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = u32> + 'a {
        let from = self.terms.partition_point(|term| term.as_str() < prefix);
        let matching = self.terms[from..].iter().take_while(move |term| term.starts_with(prefix)).count();
        self.rows[from..from + matching].iter().flatten().copied()
    }

    /// Rows of every term for which `accept` holds.
    pub fn accepted<'a>(&'a self, accept: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = u32> + 'a {
        self.terms
            .iter()
            .zip(&self.rows)
            .filter(move |(term, _)| accept(term))
            .flat_map(|(_, rows)| rows)
            .copied()
    }

    /// Whether every row number is below `rows`, as it must be in a sound file.
    pub fn is_within(&self, rows: usize) -> bool {
        self.terms.len() == self.rows.len()
            && self.terms.is_sorted()
            && self.rows.iter().flatten().all(|row| (*row as usize) < rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_whole_and_by_their_beginning() {
        let terms = [("rue", vec![0, 0, 2]), ("rues", vec![3]), ("ru", vec![1]), ("路", vec![4])];
        let dictionary = Dictionary::new(terms.into_iter().map(|(t, rows)| (t.to_owned(), rows)).collect());
        assert_eq!(dictionary.exact("rue"), [0, 2]);
        assert_eq!(dictionary.exact("r"), [0; 0]);
        assert_eq!(dictionary.prefixed("rue").collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(dictionary.prefixed("路").collect::<Vec<_>>(), [4]);
        assert_eq!(dictionary.prefixed("z").count(), 0);
        assert_eq!(dictionary.accepted(|term| term.len() == 2).collect::<Vec<_>>(), [1]);
        assert!(dictionary.is_within(5) && !dictionary.is_within(4));
    }
}
