//! How near a question lies to everything that a person speaks of, whatever single memory is nearest.
//!
//! A question about the capital of Mongolia and one about the seat heating may have equally near a nearest memory. The
//! first is far from all the others as well; the second lies among them. On the development questions this tells more
//! of whether there is an answer than the nearest memory does (docs/performance.md, "Recall").

use crate::{
    Index,
    bits::{self, Weigher},
};

/// Rows that are looked at, evenly spaced: enough for a mean that two decimals of are meant.
const SAMPLE: usize = 512;

/// So many imagined memories at [`USUAL`] go into the mean, so that the first few real ones do not decide it.
const IMAGINED: f32 = 20.0;
/// Mean cosine of a question with memories of all sorts.
const USUAL: f32 = 0.06;

/// Mean cosines between which the part grows from 0 to 1.
const FROM: f32 = 0.0;
/// See [`FROM`].
const TO: f32 = 0.2;
/// By so much more are Chinese sentences alike to one another than English ones, by the models that ship: the middle of
/// the development questions.
const CHINESE: f32 = 0.03;

impl Index {
    /// 0 when the question, which `chinese` tells the language of, is as far
    /// from what is remembered as anything is, 1 when it lies in its midst.
    pub fn background(&self, vector: &[f32], chinese: bool) -> f64 {
        let usual = if chinese { USUAL + CHINESE } else { USUAL };
        let part = |mean: f32| f64::from(part(if chinese { mean - CHINESE } else { mean }));
        if vector.len() != self.dims() || self.words_per_row == 0 {
            return part(usual);
        }
        let weigher = self.vectors.is_none().then(|| Weigher::of(vector));
        let step = self.hot.len().div_ceil(SAMPLE).max(1);
        let (mut sum, mut rows) = (IMAGINED * usual, IMAGINED);
        for (at, row) in self.hot.iter().enumerate().step_by(step) {
            if row.gone() || !row.sketched() {
                continue;
            }
            sum += match (&self.vectors, &weigher) {
                (Some(vectors), _) => {
                    bits::cosine(vector, &vectors[at * vector.len()..(at + 1) * vector.len()]).unwrap_or(0.0)
                }
                (None, Some(weigher)) => {
                    weigher.cosine(&self.bits[at * self.words_per_row..(at + 1) * self.words_per_row])
                }
                (None, None) => 0.0,
            };
            rows += 1.0;
        }
        part(sum / rows)
    }
}

fn part(mean: f32) -> f32 {
    ((mean - FROM) / (TO - FROM)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use crate::{Entry, Index, Reading, bits};

    const DIMS: usize = 64;

    /// A unit vector of which the first number is so large; the rest is spread by `seed`.
    fn vector(along: f32, seed: usize) -> Vec<f32> {
        let mut vector = vec![0.0; DIMS];
        vector[0] = along;
        vector[1 + seed % (DIMS - 1)] = (1.0 - along * along).sqrt();
        vector
    }

    fn filled(along: f32, many: usize, exact: bool) -> Index {
        let mut index = Index::new(DIMS);
        for n in 0..many {
            let vector = vector(along, n);
            index.put(&Entry {
                id: n as i64,
                reading: Reading::default(),
                sketch: &bits::sketch(&vector),
                vector: &vector,
                subject: "me",
                session: None,
                at: 0,
                first_tier: false,
            });
        }
        if !exact {
            index.by_sketches();
        }
        index
    }

    #[test]
    fn a_question_among_the_memories_has_more_than_one_far_from_all() {
        for many in [200, 3_000] {
            let index = filled(0.3, many, true);
            let (among, far) =
                (index.background(&vector(1.0, 0), false), index.background(&vector(-1.0, 0), false));
            assert!(among > 0.9 && far < 0.1, "{many}: {among} {far}");
        }
    }

    #[test]
    fn a_few_memories_do_not_decide_it_and_none_or_another_model_says_what_is_usual() {
        let usual = Index::new(DIMS).background(&vector(1.0, 0), false);
        let one = filled(0.9, 1, true).background(&vector(1.0, 0), false);
        assert!(one > usual && one < usual + 0.3, "{usual} {one}");
        assert_eq!(filled(0.9, 50, true).background(&[1.0; 3], false), usual);
        assert_eq!(Index::new(0).background(&vector(1.0, 0), false), usual);
    }

    #[test]
    fn what_was_removed_does_not_count() {
        let mut index = filled(0.9, 100, true);
        let before = index.background(&vector(1.0, 0), false);
        (0..100).for_each(|id| index.remove(id));
        assert!(index.background(&vector(1.0, 0), false) < before);
        assert_eq!(
            index.background(&vector(1.0, 0), false),
            Index::new(DIMS).background(&vector(1.0, 0), false)
        );
    }
}
