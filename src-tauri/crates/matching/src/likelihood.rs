//! How likely a place is for a fix, and a way for two fixes. Natural logarithms, without the constant terms.

use crate::options::Options;

/// The model with its parameters filled in for one track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likelihood {
    pub(crate) noise_m: f64,
    pub(crate) options: Options,
}

/// What lies between two fixes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    /// The straight line, metres.
    pub(crate) line_m: f64,
    /// Time, seconds, when the track says so.
    pub(crate) elapsed_s: Option<f64>,
}

impl Likelihood {
    /// A normal distribution around the road.
    pub(crate) fn of_place(distance_m: f64, noise_m: f64) -> f64 {
        -0.5 * (distance_m / noise_m).powi(2)
    }

    /// Standard deviation of the mean of several fixes. Errors of a receiver last for seconds and the mean cuts corners,
    /// so it does not fall as far as the square root would let it.
    pub(crate) fn noise_of(&self, fixes: usize) -> f64 {
        self.noise_m * (1.0 / (fixes.max(1) as f64).sqrt()).max(self.options.least_share_of_noise)
    }

    /// An exponential distribution of the difference between way and line (Newson & Krumm, equation 2), and on top of it:
    /// nobody drives faster than `most_speed`, and a way that usually takes far longer than the time that passed is
    /// less likely, which tells a motorway from the lane beside it. `None` when it is out of the question.
    pub(crate) fn of_way(&self, between: Between, metres: f64, seconds: f64) -> Option<f64> {
        let slack = 6.0 * self.noise_m + 50.0;
        let mut likelihood = -(metres - between.line_m).abs() / self.scale(between.line_m);
        if let Some(elapsed) = between.elapsed_s {
            if metres > self.options.most_speed * elapsed + slack {
                return None;
            }
            // Half as fast again as usual, and a few seconds for lights that were green.
            let late = seconds - 1.5 * elapsed - 15.0;
            likelihood -= late.max(0.0) / 10.0;
        }
        Some(likelihood)
    }

    fn scale(&self, line_m: f64) -> f64 {
        (self.options.detour_noises * self.noise_m + self.options.detour_share * line_m).max(1.0)
    }

    /// How far a way may lead that is worth looking at: at first closely around the line, and when that finds nothing,
    /// widely (a tunnel, a detour while the receiver was off).
    pub(crate) fn reach_m(&self, line_m: f64, widely: bool) -> f64 {
        if widely { 4.0 * line_m + 2_000.0 } else { 1.6 * line_m + 4.0 * self.noise_m + 100.0 }
    }

    /// Two fixes on the same road may lie in the wrong order by this much without anybody having driven backwards.
    pub(crate) fn backwards_m(&self) -> f64 {
        2.5 * self.noise_m
    }
}
