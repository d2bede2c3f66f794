//! Energy: rises with accepted use, falls slowly otherwise; too little of it archives (MISSION S3-44; rules EG1 to EG4).

use domain::Timestamp;

use crate::decay;

/// Of a new memory.
pub const FIRST: f64 = 0.5;
/// Part of what is missing to 1 that one accepted use adds.
const GAIN: f64 = 0.3;

/// Energy after an answer that recalled the memory. Only an answer that the person accepted counts: counting every recall
/// would make what is recalled often be recalled more often (MISSION X3).
pub fn after_recall(energy: f64, accepted: bool) -> f64 {
    let energy = bounded(energy);
    if accepted { energy + GAIN * (1.0 - energy) } else { energy }
}

/// The count of uses after such an answer, by the same rule.
pub fn uses_after(uses: u32, accepted: bool) -> u32 {
    if accepted { uses.saturating_add(1) } else { uses }
}

/// Energy at an instant, of what had so much of it at `since`.
pub fn at(energy: f64, since: Timestamp, half_life_days: Option<f64>, now: Timestamp) -> f64 {
    let left = half_life_days.map_or(1.0, |half| decay::half_life(now.days_since(since), half));
    bounded(energy) * left
}

/// When it falls under a threshold; `None` when it never does.
pub fn falls_under(
    threshold: f64,
    energy: f64,
    since: Timestamp,
    half_life_days: Option<f64>,
) -> Option<Timestamp> {
    let half = half_life_days.filter(|half| *half > 0.0)?;
    if threshold <= 0.0 {
        return None;
    }
    let days = if bounded(energy) <= threshold { 0.0 } else { half * (bounded(energy) / threshold).log2() };
    Some(crate::ageing::after_days(since, days))
}

fn bounded(energy: f64) -> f64 {
    if energy.is_finite() { energy.clamp(0.0, 1.0) } else { FIRST }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DAY: i64 = 86_400;

    proptest! {
        #[test]
        fn s3_44_accepted_use_raises_and_recall_alone_adds_nothing(energy in 0.0..=1.0_f64) {
            prop_assert_eq!(after_recall(energy, false), energy);
            let used = after_recall(energy, true);
            prop_assert!(used <= 1.0 && (used > energy || energy >= 1.0 - 1e-12));
        }

        #[test]
        fn s3_44_energy_falls_slowly_and_crosses_the_threshold_when_said(
            energy in 0.0..=1.0_f64, half in 1.0..400.0_f64, threshold in 0.01..0.9_f64, days in 0_i64..4_000,
        ) {
            let since = Timestamp(1_795_000_000);
            let now = Timestamp(since.0 + days * DAY);
            let value = at(energy, since, Some(half), now);
            prop_assert!(value <= energy && value >= 0.0);
            prop_assert!(at(energy, since, Some(half), Timestamp(now.0 + 1)) <= value);
            let falls = falls_under(threshold, energy, since, Some(half)).expect("it fades");
            if now < falls {
                prop_assert!(value > threshold - 1e-6);
            } else {
                prop_assert!(value <= threshold + 1e-6);
            }
            prop_assert_eq!(at(energy, since, None, now), energy);
        }
    }

    #[test]
    fn x3_only_accepted_use_counts() {
        let (mut uses, mut energy) = (0, FIRST);
        for _ in 0..1_000 {
            (uses, energy) = (uses_after(uses, false), after_recall(energy, false));
        }
        assert_eq!((uses, energy), (0, FIRST), "a thousand recalls that nobody accepted");
        assert_eq!(uses_after(uses, true), 1);
        assert!(after_recall(energy, true) > FIRST);
    }
}
