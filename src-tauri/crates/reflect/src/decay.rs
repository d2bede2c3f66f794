//! Forgetting curves. Each yields a factor of 0 to 1 that never rises with time; an age below zero (a clock that was set
//! back) is no age.

/// 0.5 to the power of age over half-life (MISSION S0-37, S1-12).
pub fn half_life(days: f64, half_life_days: f64) -> f64 {
    if half_life_days > 0.0 { 0.5_f64.powf(age(days) / half_life_days) } else { 0.0 }
}

/// Importance × exp(−rate × days) (MISSION S2-19).
pub fn exponential(importance: f64, rate_a_day: f64, days: f64) -> f64 {
    importance * (-rate_a_day.max(0.0) * age(days)).exp()
}

/// Ebbinghaus' curve: e^(−t / (c · S)). The greater the strength, the slower the forgetting; MemoryBank's code has the
/// strength in the numerator and forgets what is strong first (MISSION X7).
pub fn retention(days: f64, strength: f64, c: f64) -> f64 {
    let scale = strength.max(f64::MIN_POSITIVE) * c.max(f64::MIN_POSITIVE);
    (-age(days) / scale).exp()
}

/// One of the curves, chosen per type of memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// Never fades: facts, until something newer stands for them (MISSION X8).
    Never,
    /// [`half_life`] with so many days.
    HalfLife(f64),
    /// [`exponential`] with this rate a day.
    Exponential(f64),
    /// [`retention`] with this constant, strength being 1 and the number of accepted uses.
    Strength(f64),
}

impl Curve {
    /// The factor at an age, for something that was used so many times.
    pub fn at(self, days: f64, uses: u32) -> f64 {
        match self {
            Self::Never => 1.0,
            Self::HalfLife(half) => half_life(days, half),
            Self::Exponential(rate) => exponential(1.0, rate, days),
            Self::Strength(c) => retention(days, 1.0 + f64::from(uses), c),
        }
    }
}

fn age(days: f64) -> f64 {
    if days.is_finite() { days.max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn half_lives_have_their_golden_values() {
        for (days, factor) in [(0.0, 1.0), (7.0, 0.5), (14.0, 0.25)] {
            assert!((half_life(days, 7.0) - factor).abs() < 1e-9, "{days}");
        }
    }

    #[test]
    fn s2_19_importance_times_exp_of_minus_rate_times_days() {
        for (importance, rate, days, value) in [
            (1.0, 0.0, 100.0, 1.0),
            (0.9, 0.1, 0.0, 0.9),
            (0.9, 0.1, 10.0, 0.331_091_497),
            (0.5, 0.01, 30.0, 0.370_409_110),
            (1.0, 0.05, 20.0, 0.367_879_441),
        ] {
            assert!((exponential(importance, rate, days) - value).abs() < 1e-9, "{importance} {rate} {days}");
        }
        assert_eq!(Curve::Exponential(0.05).at(20.0, 0), exponential(1.0, 0.05, 20.0), "chosen per type");
    }

    #[test]
    fn x7_what_is_strong_is_forgotten_later() {
        assert!((retention(5.0, 1.0, 5.0) - 0.367_879_441).abs() < 1e-9);
        assert!((retention(5.0, 7.0, 5.0) - 0.866_877_899).abs() < 1e-9);
        assert!(Curve::Strength(5.0).at(5.0, 6) > Curve::Strength(5.0).at(5.0, 0));
    }

    proptest! {
        #[test]
        fn no_curve_rises_with_time(
            days in -1_000.0..10_000.0_f64, later in 0.0..10_000.0_f64, uses in 0_u32..1_000, p in 0.001..400.0_f64,
        ) {
            for curve in [Curve::Never, Curve::HalfLife(p), Curve::Exponential(p), Curve::Strength(p)] {
                let (now, then) = (curve.at(days, uses), curve.at(days + later, uses));
                prop_assert!((0.0..=1.0).contains(&now) && then <= now, "{curve:?}");
                prop_assert!(curve.at(days, uses + 1) >= now, "{curve:?} and one more use");
            }
        }
    }
}
