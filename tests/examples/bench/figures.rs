//! From single timings to figures.

use std::fmt;

/// One timing: by the clock, and on the processor. They differ when the machine has other things to do.
#[derive(Clone, Copy)]
pub struct Span {
    /// By the clock.
    pub ms: f64,
    /// On the processor, this thread alone.
    pub processor_ms: f64,
}

/// Sorted timings in milliseconds.
pub struct Timings {
    clock: Vec<f64>,
    processor: Vec<f64>,
}

impl Timings {
    /// Sorts them.
    pub fn of(spans: &[Span]) -> Self {
        let sorted = |of: fn(&Span) -> f64| {
            let mut all: Vec<f64> = spans.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all
        };
        Self { clock: sorted(|span| span.ms), processor: sorted(|span| span.processor_ms) }
    }

    /// The time by the clock that this share of all does not exceed; not a number when there are none.
    pub fn at(&self, share: f64) -> f64 {
        at(&self.clock, share)
    }

    /// The same for the time on the processor.
    pub fn processor_at(&self, share: f64) -> f64 {
        at(&self.processor, share)
    }

    /// Mean time on the processor, milliseconds.
    pub fn processor_mean(&self) -> f64 {
        self.processor.iter().sum::<f64>() / self.processor.len() as f64
    }
}

fn at(sorted: &[f64], share: f64) -> f64 {
    let index = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(index.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

impl fmt::Display for Timings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p50, p95, max) = (self.at(0.5), self.at(0.95), self.at(1.0));
        let (own50, own95) = (at(&self.processor, 0.5), at(&self.processor, 0.95));
        write!(f, "p50 {p50:.1} ms, p95 {p95:.1} ms, max {max:.1} ms, on the processor p50 {own50:.1} ms, ")?;
        write!(f, "p95 {own95:.1} ms, n {}", self.clock.len())
    }
}
