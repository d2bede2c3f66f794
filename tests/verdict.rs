//! The last line of a bench or an evaluation.

use std::fmt;

/// What was measured, beside what was asked for.
pub struct Verdict {
    /// The bench or evaluation.
    pub name: &'static str,
    /// What was measured, in words.
    pub figures: String,
    /// What was asked for, in words.
    pub asked: String,
    /// Whether all that was asked for holds. No measurement at all does not hold.
    pub holds: bool,
}

impl Verdict {
    /// One figure that may be at most `largest`; a figure that is not a number does not hold.
    pub fn at_most(
        name: &'static str,
        figures: String,
        asked: impl Into<String>,
        measured: f64,
        largest: f64,
    ) -> Self {
        Self { name, figures, asked: asked.into(), holds: measured <= largest }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.holds { "ok" } else { "SHORT" };
        write!(f, "{}: {} (asked: {}) {word}", self.name, self.figures, self.asked)
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn the_line_says_short_when_it_is() {
        let check = |measured: f64, line: &str| {
            let verdict = Verdict::at_most("tile", format!("{measured} ms"), "at most 15 ms", measured, 15.0);
            assert_eq!(verdict.to_string(), line);
        };
        check(15.0, "tile: 15 ms (asked: at most 15 ms) ok");
        check(15.5, "tile: 15.5 ms (asked: at most 15 ms) SHORT");
        check(f64::NAN, "tile: NaN ms (asked: at most 15 ms) SHORT");
    }
}
