//! Recall@k, precision@k, hit@k and MRR on labelled questions, with bootstrap confidence intervals (MISSION S2-36).

/// One labelled question: what was returned, best first, and what is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Ids in order.
    pub returned: Vec<i64>,
    /// Ids that are right.
    pub right: Vec<i64>,
}

impl Judged {
    fn found(&self, k: usize) -> usize {
        let top = self.returned.get(..k.min(self.returned.len())).unwrap_or_default();
        self.right.iter().filter(|id| top.contains(id)).count()
    }

    /// Share of the right ones among the first k.
    pub fn recall(&self, k: usize) -> f64 {
        if self.right.is_empty() { 0.0 } else { self.found(k) as f64 / self.right.len() as f64 }
    }

    /// Share of the first k that are right.
    pub fn precision(&self, k: usize) -> f64 {
        let shown = k.min(self.returned.len());
        if shown == 0 { 0.0 } else { self.found(k) as f64 / shown as f64 }
    }

    /// 1 when a right one is among the first k.
    pub fn hit(&self, k: usize) -> f64 {
        f64::from(u8::from(self.found(k) > 0))
    }

    /// One over the rank of the first right one.
    pub fn reciprocal_rank(&self) -> f64 {
        let rank = self.returned.iter().position(|id| self.right.contains(id));
        rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0))
    }
}

/// A mean and the interval in which 95 of 100 drawings lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// 2.5th percentile of the drawn means.
    pub low: f64,
    /// 97.5th percentile.
    pub high: f64,
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} [{:.3}, {:.3}]", self.mean, self.low, self.high)
    }
}

const DRAWS: usize = 2_000;

/// Mean of the values with its bootstrap interval; the same for the same values and seed.
pub fn interval(values: &[f64], seed: u64) -> Interval {
    let mean = |sum: f64| sum / values.len() as f64;
    if values.is_empty() {
        return Interval { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let mut state = seed | 1;
    let mut draw = || {
        // xorshift64*: repeatable, and good enough to pick questions.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let number = state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        values[(number % values.len() as u64) as usize]
    };
    let mut means: Vec<f64> = (0..DRAWS).map(|_| mean((0..values.len()).map(|_| draw()).sum())).collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((DRAWS - 1) as f64 * share).round() as usize];
    Interval { mean: mean(values.iter().sum()), low: at(0.025), high: at(0.975) }
}

#[cfg(test)]
mod tests {
    use super::{Judged, interval};

    #[test]
    fn s2_36_the_three_measures_are_as_defined() {
        let judged = Judged { returned: vec![7, 1, 8, 2], right: vec![1, 2, 3] };
        assert!((judged.recall(2) - 1.0 / 3.0).abs() < 1e-12);
        assert!((judged.recall(9) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(
            (judged.precision(2), judged.precision(4), judged.hit(1), judged.hit(2)),
            (0.5, 0.5, 0.0, 1.0)
        );
        assert_eq!(judged.reciprocal_rank(), 0.5);
        let nothing = Judged { returned: Vec::new(), right: vec![1] };
        assert_eq!((nothing.recall(5), nothing.precision(5), nothing.reciprocal_rank()), (0.0, 0.0, 0.0));
        let values: Vec<f64> = (0..250).map(|n| f64::from(n % 2)).collect();
        let got = interval(&values, 7);
        assert!(got.low < 0.5 && got.high > 0.5 && (got.high - got.low - 0.124).abs() < 0.03, "{got}");
        assert_eq!(got, interval(&values, 7));
    }
}
