//! From single timings to a verdict.

use std::fmt;

/// One bench's answer.
pub struct Verdict {
    /// The bench.
    pub name: &'static str,
    /// What was measured, in words.
    pub figures: String,
    /// What was asked for, in words.
    pub asked: &'static str,
    /// The figure that decides, and the largest it may be.
    pub measured: f64,
    pub largest: f64,
}

impl Verdict {
    /// Whether it is as fast as asked. No measurement at all is not fast.
    pub fn holds(&self) -> bool {
        self.measured <= self.largest
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.holds() { "ok" } else { "SHORT" };
        write!(f, "{}: {} (asked: {}) {word}", self.name, self.figures, self.asked)
    }
}

/// Sorted timings in milliseconds.
pub struct Timings(Vec<f64>);

impl Timings {
    /// Sorts them.
    pub fn of(mut milliseconds: Vec<f64>) -> Self {
        milliseconds.sort_by(f64::total_cmp);
        Self(milliseconds)
    }

    /// The value that this share of all does not exceed; not a number when there are none.
    pub fn at(&self, share: f64) -> f64 {
        let index = (share * self.0.len() as f64).ceil() as usize;
        self.0.get(index.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Timings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p50, p95, max) = (self.at(0.5), self.at(0.95), self.at(1.0));
        write!(f, "p50 {p50:.1} ms, p95 {p95:.1} ms, max {max:.1} ms, n {}", self.len())
    }
}
