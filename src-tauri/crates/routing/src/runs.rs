//! The ranks that ascending lists of ranks consist of, in runs of consecutive ones.
//!
//! What separates a large city into halves are ranks one behind the other, and whatever lies below leads to long stretches
//! of them. Over a run, loops need no list of ranks, and the compiler makes vectors of them.

use std::ops::Range;

/// Shorter runs are not worth telling from what lies scattered.
pub(crate) const LEAST: usize = 8;
/// No rank.
const SCATTERED: u32 = u32::MAX;

/// Some ranks of a list.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first of a run, or [`SCATTERED`].
    first: u32,
    length: u32,
}

/// What many lists consist of, each by its number.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// The first stretch of each list, and one more. A list without a run has none.
    start: Vec<u32>,
    stretches: Vec<Stretch>,
}

impl Runs {
    /// Splits each of some ascending lists.
    pub(crate) fn split<'a>(lists: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut runs = Self { start: vec![0], stretches: Vec::new() };
        for list in lists {
            let before = runs.stretches.len();
            for run in list.chunk_by(|rank, next| rank + 1 == *next) {
                let length = run.len() as u32;
                let first = if run.len() < LEAST { SCATTERED } else { run[0] };
                match runs.stretches[before..].last_mut() {
                    Some(last) if first == SCATTERED && last.first == SCATTERED => last.length += length,
                    _ => runs.stretches.push(Stretch { first, length }),
                }
            }
            if runs.stretches[before..].iter().all(|stretch| stretch.first == SCATTERED) {
                runs.stretches.truncate(before);
            }
            runs.start.push(runs.stretches.len() as u32);
        }
        runs.start.shrink_to_fit();
        runs.stretches.shrink_to_fit();
        runs
    }

    /// The stretches of a list of such a length, in order: which places of it, and the first rank of a run. No list is one
    /// that is not looked into.
    #[inline(always)]
    pub(crate) fn of(
        &self,
        list: Option<usize>,
        length: usize,
    ) -> impl Iterator<Item = (Range<usize>, Option<u32>)> + '_ {
        let stretches = list.map_or(&[][..], |list| {
            &self.stretches[self.start[list] as usize..self.start[list + 1] as usize]
        });
        let whole = if stretches.is_empty() && length > 0 { Some((0..length, None)) } else { None };
        let mut at = 0;
        whole.into_iter().chain(stretches.iter().map(move |stretch| {
            let from = at;
            at += stretch.length as usize;
            (from..at, Some(stretch.first).filter(|first| *first != SCATTERED))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::Runs;

    #[track_caller]
    fn check(ranks: &[u32], long: usize) {
        let runs = Runs::split([&[1, 2][..], ranks, &[4]].into_iter());
        let found: Vec<_> = runs.of(Some(1), ranks.len()).collect();
        let again: Vec<u32> = found
            .iter()
            .flat_map(|(places, first)| match first {
                Some(first) => (*first..).take(places.len()).collect(),
                None => ranks[places.clone()].to_vec(),
            })
            .collect();
        assert_eq!(again, ranks, "every rank once: {found:?}");
        assert_eq!(found.iter().filter(|(_, first)| first.is_some()).count(), long, "{found:?}");
    }

    #[test]
    fn ranks_are_split_where_one_is_missing() {
        let chain =
            |ranges: &[(u32, u32)]| ranges.iter().flat_map(|(from, to)| *from..*to).collect::<Vec<u32>>();
        check(&[], 0);
        check(&[7], 0);
        check(&chain(&[(0, 7)]), 0);
        check(&chain(&[(3, 11)]), 1);
        check(&chain(&[(3, 40)]), 1);
        check(&chain(&[(3, 40), (41, 90)]), 2);
        check(&chain(&[(3, 40), (41, 42), (44, 45), (50, 90)]), 2);
        check(&[1, 3, 5, 7, 9, 11, 13, 15, 17, 19], 0);
        check(&chain(&[(1, 2), (3, 4), (5, 9), (12, 19), (20, 60), (70, 72)]), 1);
        check(&chain(&[(0, 9), (10, 19), (20, 28), (30, 31)]), 3);
    }
}
