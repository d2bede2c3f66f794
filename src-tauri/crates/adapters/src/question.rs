//! How far from a question its answer may lie.
//!
//! `learn_questions.py` learned from two thousand pairs of memory and question, in other words and of as many subjects, along which
//! direction of their vectors questions need a nearer memory: those about the world, which nobody told, and those in plain
//! words, which a sentence says nearly the same or not at all.

/// A direction and its offset.
#[derive(Debug, PartialEq)]
pub(crate) struct Questions {
    direction: Vec<f32>,
    offset: f32,
}

impl Questions {
    /// From little-endian floats: the direction, the offset. `None` when there are more or fewer.
    pub(crate) fn read(bytes: &[u8], dims: usize) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let mut direction: Vec<f32> = numbers.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let fits = rest.is_empty() && dims > 0 && direction.len() == dims + 1;
        let offset = if fits { direction.pop()? } else { return None };
        Some(Self { direction, offset })
    }

    /// The leeway of a question by its vector, 0 to 1; `None` for a vector of another length.
    pub(crate) fn leeway(&self, vector: &[f32]) -> Option<f32> {
        let along = self.direction.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
        (vector.len() == self.direction.len()).then(|| (along + self.offset).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Questions;

    fn bytes(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn a_question_has_its_leeway() {
        // It grows along the first number, from a quarter on.
        let read = Questions::read(&bytes(&[2.0, 0.0, -0.5]), 2).unwrap();
        for (vector, leeway) in [([0.6, 0.8], 0.7), ([1.0, 0.0], 1.0), ([0.0, 1.0], 0.0)] {
            assert!((read.leeway(&vector).unwrap() - leeway).abs() < 1e-6, "{vector:?}");
        }
        assert_eq!(read.leeway(&[1.0]), None, "another length");
    }

    #[test]
    fn numbers_that_are_too_few_or_too_many_are_none() {
        for (numbers, dims) in [(2, 2), (4, 2), (1, 0), (0, 2)] {
            assert_eq!(Questions::read(&vec![0; numbers * 4], dims), None, "{numbers} numbers");
        }
        assert_eq!(Questions::read(&[0; 13], 2), None);
    }
}
