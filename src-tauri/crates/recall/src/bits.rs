//! One bit per dimension: a sketch of a vector that can be compared a hundred times faster than the vector.
//!
//! The sign of every component is kept. Two sketches are compared by the bits in which they differ, which tells the angle
//! between the vectors (Charikar 2002, random hyperplanes: here the axes; turning the vectors at random first, as RaBitQ does,
//! found no more on the model's own vectors). A query is not a sketch: its own floats weigh the signs of the few thousand
//! nearest, which nearly gives the cosine back, and only the best few hundred need their true vectors (docs/recall.md has the
//! measured recall).

/// Bits of a vector, sixty-four a word.
pub fn sketch(vector: &[f32]) -> Vec<u64> {
    vector
        .chunks(64)
        .map(|chunk| chunk.iter().enumerate().fold(0, |word, (bit, x)| word | u64::from(*x > 0.0) << bit))
        .collect()
}

/// Words of a sketch of so many dimensions.
pub fn words_of(dims: usize) -> usize {
    dims.div_ceil(64)
}

/// In how many bits two sketches differ.
#[inline(always)]
pub fn differing(a: &[u64], b: &[u64]) -> u32 {
    let mut bits = 0;
    for (a, b) in a.iter().zip(b) {
        bits += (a ^ b).count_ones();
    }
    bits
}

/// Cosine that so many differing bits of so many speak for.
pub fn cosine_of(differing: u32, dims: usize) -> f32 {
    if dims == 0 {
        return 0.0;
    }
    (std::f32::consts::PI * differing as f32 / dims as f32).cos()
}

/// A query's floats, prepared to weigh signs: a table per half byte of a sketch, eight kilobytes together for 512
/// dimensions, which stay nearest to the processor.
#[derive(Debug)]
pub struct Weigher {
    tables: Vec<[f32; 16]>,
    scale: f32,
}

impl Weigher {
    /// For one query.
    pub fn of(query: &[f32]) -> Self {
        let tables = query
            .chunks(4)
            .map(|chunk| {
                let mut table = [0.0; 16];
                for (half, sum) in table.iter_mut().enumerate() {
                    let signed = |(bit, x): (usize, &f32)| if half >> bit & 1 == 1 { *x } else { -*x };
                    *sum = chunk.iter().enumerate().map(signed).sum::<f32>();
                }
                table
            })
            .collect();
        // The mean length of a unit vector's component is √(2 / (π d)).
        let scale = (std::f32::consts::FRAC_PI_2 / query.len().max(1) as f32).sqrt();
        Self { tables, scale }
    }

    /// About the cosine between the query and the vector that was sketched.
    pub fn cosine(&self, sketch: &[u64]) -> f32 {
        let mut sums = [0.0; 2];
        for (tables, word) in self.tables.chunks(16).zip(sketch) {
            for (n, table) in tables.iter().enumerate() {
                sums[n % 2] += table[(word >> (4 * n) & 15) as usize];
            }
        }
        let sum: f32 = sums[0] + sums[1];
        (sum * self.scale).clamp(-1.0, 1.0)
    }
}

/// Cosine of two unit vectors; nothing when their lengths differ.
#[inline(always)]
pub fn cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    if a.len() != b.len() {
        return None;
    }
    // Thirty-two sums at once, which the compiler turns into as many vector instructions as do not wait for one another. No
    // closures: one that is not inlined is compiled for the oldest processor (see `search::Walk`).
    let mut sums = [0.0_f32; 32];
    let (heads, tail) = a.as_chunks::<32>();
    let (others, rest) = b.as_chunks::<32>();
    for (x, y) in heads.iter().zip(others) {
        for lane in 0..32 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let mut sum = 0.0;
    for lane in sums {
        sum += lane;
    }
    for (x, y) in tail.iter().zip(rest) {
        sum += x * y;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::{Weigher, cosine, cosine_of, differing, sketch};

    /// Numbers that look random and are the same everywhere.
    fn vector(seed: u64) -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
        };
        let raw: Vec<f32> = (0..512).map(|_| next() + next() + next()).collect();
        let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
        raw.iter().map(|x| x / length).collect()
    }

    fn between(a: &[f32], b: &[f32], share: f32) -> Vec<f32> {
        let mixed: Vec<f32> = a.iter().zip(b).map(|(x, y)| share * x + (1.0 - share) * y).collect();
        let length = mixed.iter().map(|x| x * x).sum::<f32>().sqrt();
        mixed.iter().map(|x| x / length).collect()
    }

    #[test]
    fn a_sketch_tells_the_cosine() {
        let (a, b) = (vector(1), vector(2));
        for share in [0.0, 0.2, 0.5, 0.8, 1.0] {
            let c = between(&a, &b, share);
            let true_one = cosine(&a, &c).unwrap();
            let by_bits = cosine_of(differing(&sketch(&a), &sketch(&c)), 512);
            let weighed = Weigher::of(&a).cosine(&sketch(&c));
            assert!((by_bits - true_one).abs() < 0.15, "{by_bits} for {true_one}");
            assert!((weighed - true_one).abs() < 0.07, "{weighed} for {true_one}");
        }
        assert_eq!(cosine(&a, &b[..10]), None);
    }
}
