//! Where a question lies beside what answers it, and how far from it the answer may lie.
//!
//! A question is no statement: "what should I be offered when I'm thirsty?" lies elsewhere than "tap water upsets my stomach".
//! `learn_questions.py` learned from a thousand pairs of memory and question, in other words and of as many subjects, by which
//! matrix a question's vector comes nearer to its memory's, and along which direction questions need a nearer memory: those
//! about the world, which nobody told, and those in plain words, which a sentence says nearly the same or not at all. Both act on
//! the question alone: what is stored stays as it is.

use domain::ports::QuestionVector;

/// A matrix, a direction and its offset.
#[derive(Debug, PartialEq)]
pub(crate) struct Questions {
    dims: usize,
    /// One row a number of the result.
    matrix: Vec<f32>,
    direction: Vec<f32>,
    offset: f32,
}

impl Questions {
    /// From little-endian floats: the matrix row by row, the direction, the offset. `None` when there are more or fewer.
    pub(crate) fn read(bytes: &[u8], dims: usize) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let mut matrix: Vec<f32> = numbers.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let fits = rest.is_empty() && dims > 0 && matrix.len() == dims * dims + dims + 1;
        let offset = if fits { matrix.pop()? } else { return None };
        let direction = matrix.split_off(dims * dims);
        Some(Self { dims, matrix, direction, offset })
    }

    /// The question of a text's vector; `None` for a vector of another length or one that is moved to nowhere.
    pub(crate) fn of(&self, vector: &[f32]) -> Option<QuestionVector> {
        if vector.len() != self.dims {
            return None;
        }
        let dot = |row: &[f32]| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
        let moved = self.matrix.chunks_exact(self.dims).map(dot).collect();
        let leeway = (dot(&self.direction) + self.offset).clamp(0.0, 1.0);
        Some(QuestionVector { vector: crate::embed::unit(moved, self.dims)?, leeway: Some(leeway) })
    }
}

#[cfg(test)]
mod tests {
    use super::Questions;

    fn bytes(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn a_question_is_moved_and_has_its_leeway() {
        // The two numbers change places; the leeway grows along the first, from a quarter on.
        let read = Questions::read(&bytes(&[0.0, 1.0, 1.0, 0.0, 2.0, 0.0, -0.5]), 2).unwrap();
        for (vector, moved, leeway) in
            [([0.6, 0.8], [0.8, 0.6], 0.7), ([1.0, 0.0], [0.0, 1.0], 1.0), ([0.0, 1.0], [1.0, 0.0], 0.0)]
        {
            let made = read.of(&vector).unwrap();
            assert_eq!(made.vector, moved);
            assert!((made.leeway.unwrap() - leeway).abs() < 1e-6, "{vector:?}");
        }
        assert_eq!(read.of(&[1.0]), None, "another length");
        assert_eq!(read.of(&[0.0, 0.0]), None, "nowhere");
    }

    #[test]
    fn numbers_that_are_too_few_or_too_many_are_none() {
        for (numbers, dims) in [(6, 2), (8, 2), (0, 0), (0, 2)] {
            assert_eq!(Questions::read(&vec![0; numbers * 4], dims), None, "{numbers} numbers");
        }
        assert_eq!(Questions::read(&[0; 29], 2), None);
    }
}
