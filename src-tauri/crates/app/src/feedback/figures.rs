//! How memory is doing, in shares with their uncertainty.

use super::usage::total;
use crate::{
    App, AppError,
    dto::{FiguresDto, ShareDto},
};

/// Quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_963_985;

impl App {
    /// The figures of the memory page: counted here, kept here (MISSION S2-38, S3-16, S3-47).
    pub fn figures(&self) -> Result<FiguresDto, AppError> {
        let usage = self.usage()?;
        let total = total(usage.days.values().cloned());
        let failures = u32::try_from(self.mine().failures()?.len()).unwrap_or(u32::MAX);
        // Yes and no are counted by the rows that are there, so that a memory that is gone counts no more.
        let (confirmed, denied) = self.mine().verdicts()?;
        Ok(FiguresDto {
            since: usage.since,
            utilisation: share(total.cited, total.recalled),
            accuracy: share(confirmed, confirmed + denied),
            precision: share(total.used_history, total.used_history + total.wrong),
            recall: share(total.used_history, total.used_history + total.forgot_said),
            repetition: share(total.repeated, total.wishes),
            completion: share(total.followed, total.driven),
            days: usage.days.into_values().collect(),
            total,
            failures,
        })
    }
}

/// A share with its 95 % interval by Wilson's score, which stays between 0 and 1 and works for small counts (E. B. Wilson,
/// JASA 22, 1927).
pub fn share(part: u32, whole: u32) -> ShareDto {
    if whole == 0 {
        return ShareDto::default();
    }
    let (n, p) = (f64::from(whole), f64::from(part.min(whole)) / f64::from(whole));
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ShareDto { part, whole, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_47_shares_have_the_interval_of_wilson() {
        // Figures of R's `prop.test(x, n, correct = FALSE)`.
        let check = |part, whole, low: f64, high: f64| {
            let share = share(part, whole);
            assert!((share.low - low).abs() < 5e-4 && (share.high - high).abs() < 5e-4, "{share:?}");
        };
        check(8, 10, 0.4902, 0.9433);
        check(0, 5, 0.0, 0.4345);
        check(5, 5, 0.5655, 1.0);
        check(50, 100, 0.4038, 0.5962);
        assert_eq!(share(0, 0), ShareDto::default());
    }
}
