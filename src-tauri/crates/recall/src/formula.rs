//! The formulae of ageing and of use, each 0 to 1, as their sources give them and as they are meant.
//!
//! | formula | source | changed here |
//! |---|---|---|
//! | [`half_life`] | 0.5^(age / half-life), S0 §4.2 (30 days), S1 §4.4 (7 days) | a half-life per type (X8) |
//! | [`strength`] | e^(−t / (c·S)), Ebbinghaus as MemoryBank means it | its code has e^(−t·S/5): stronger fades faster (X7) |
//! | [`exponential`] | importance × e^(−rate × days), S2 §5.3 | none |
//! | [`access`] | log(n + 1) / log 100, S1 §4.4 | raised to a floor and cut at one (X1, X2) |
//! | [`importance`] | importance / 10, S1 §4.4 | cut to 0–1 |

use domain::{MemoryClass, StatementType, Timestamp};

/// 0.5 to the power of the age in half-lives. What is not yet is fresh; `None` never fades.
pub fn half_life(age_days: f64, half_life_days: Option<f64>) -> f64 {
    match half_life_days {
        Some(days) if days > 0.0 => 0.5_f64.powf(age_days.max(0.0) / days),
        Some(_) => f64::from(age_days <= 0.0),
        None => 1.0,
    }
}

/// Ebbinghaus' curve: the larger the strength, the slower it falls; `c` is the days after which one unit of strength is
/// down to 1/e.
pub fn strength(age_days: f64, c: f64, strength: f64) -> f64 {
    let slow = c * strength;
    if slow > 0.0 { (-age_days.max(0.0) / slow).exp() } else { f64::from(age_days <= 0.0) }
}

/// Importance times e^(−rate × days) (MISSION S2-19).
pub fn exponential(importance: f64, rate: f64, age_days: f64) -> f64 {
    importance.clamp(0.0, 1.0) * (-rate.max(0.0) * age_days.max(0.0)).exp()
}

/// The source's own: nothing for what was never used, more than one from a hundred uses on. Only the preset `seed-1`
/// uses it, floored by [`access`].
pub fn access_as_written(uses: u32) -> f64 {
    f64::from(uses).ln_1p() / 100_f64.ln()
}

/// [`access_as_written`] within `floor` and one, so that what is new can be found (MISSION S1-14, X1, X2).
pub fn access(uses: u32, floor: f64) -> f64 {
    let floor = floor.clamp(0.0, 1.0);
    floor + (1.0 - floor) * access_as_written(uses).min(1.0)
}

/// What ageing leaves of a score, of a `weight` of 0 to 1 by the policy of the type (`reflect::ageing`). What was only seen
/// or concluded fades with it; of a person's own words it takes a tenth at most, because what fits exactly is wanted
/// however long ago it was said (X8). What weighs nothing any more is nothing either way.
pub fn ageing(weight: f64, persons: bool) -> f64 {
    let weight = weight.clamp(0.0, 1.0);
    if weight <= 0.0 {
        0.0
    } else if persons {
        1.0 - OWN_WORDS_LOSE * (1.0 - weight)
    } else {
        weight
    }
}

/// See [`ageing`].
pub const OWN_WORDS_LOSE: f64 = 0.1;

/// The floor of [`access`]; X1 asks for at least a half.
pub const ACCESS_FLOOR: f64 = 0.5;

/// Importance on the source's scale of ten, as 0 to 1 (MISSION S1-13).
pub fn importance(of_ten: f64) -> f64 {
    (of_ten / 10.0).clamp(0.0, 1.0)
}

/// Half-lives in days per type and class; `None` never fades (MISSION X8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfLives {
    /// Tastes that were said.
    pub preference: f64,
    /// What was seen in behaviour, and insights from it.
    pub habit: f64,
    /// Ties to people, praise and complaints: half a year (MISSION S3-43).
    pub relational: f64,
    /// Words of a talk, as long as they are there at all.
    pub conversational: f64,
    /// What was decided or done.
    pub conclusion: f64,
}

impl HalfLives {
    /// A preference fades slower than a habit, and a fact not at all.
    pub const DEFAULT: Self =
        Self { preference: 90.0, habit: 30.0, relational: 180.0, conversational: 7.0, conclusion: 90.0 };

    /// The same half-life for everything: what the sources do.
    pub fn all(days: f64) -> Self {
        Self { preference: days, habit: days, relational: days, conversational: days, conclusion: days }
    }

    /// That of one kind of statement. A fact holds until it is replaced, a plan until its end.
    pub fn of(&self, class: MemoryClass, kind: StatementType) -> Option<f64> {
        match (class, kind) {
            (MemoryClass::Conversational, _) => Some(self.conversational),
            (_, StatementType::Plan) => None,
            (_, StatementType::Insight) => Some(self.habit),
            (MemoryClass::Relational, _) => Some(self.relational),
            (MemoryClass::Factual, _) => None,
            (MemoryClass::Preference, StatementType::Fact) => None,
            (MemoryClass::Preference, StatementType::Preference) => Some(self.preference),
            (MemoryClass::Preference, _) => Some(self.conclusion),
        }
    }
}

/// Days after which what was said last no longer beats what it contradicts by being newer alone (MISSION S0-41).
pub const FIVE_DAYS: f64 = 5.0;

/// Which of two that contradict each other goes first: within the latest five days the newer one, whatever the scores;
/// later the higher score, and the newer among equals (MISSION S0-41, X14).
pub fn newer_wins(newer: (Timestamp, f64), older: (Timestamp, f64), now: Timestamp) -> bool {
    let age = now.days_since(newer.0);
    (0.0..=FIVE_DAYS).contains(&age) || newer.1 >= older.1
}

#[cfg(test)]
mod tests {
    use domain::{MemoryClass, StatementType, Timestamp};
    use proptest::prelude::*;

    use super::{
        ACCESS_FLOOR, HalfLives, access, access_as_written, exponential, half_life, importance, newer_wins,
        strength,
    };

    fn check(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 1e-9, "{got} instead of {wanted}");
    }

    #[test]
    fn s1_12_half_of_it_is_left_after_a_half_life() {
        for (days, left) in [(0.0, 1.0), (7.0, 0.5), (14.0, 0.25), (-3.0, 1.0)] {
            check(half_life(days, Some(7.0)), left);
        }
        // S0-37: thirty days there.
        for (days, left) in [(0.0, 1.0), (30.0, 0.5), (60.0, 0.25), (15.0, 0.5_f64.sqrt())] {
            check(half_life(days, Some(30.0)), left);
        }
    }

    #[test]
    fn s1_13_importance_is_of_ten() {
        for (of_ten, wanted) in [(0.0, 0.0), (7.0, 0.7), (10.0, 1.0), (12.0, 1.0), (-1.0, 0.0)] {
            check(importance(of_ten), wanted);
        }
    }

    #[test]
    fn s1_14_access_is_as_written_but_floored_and_cut() {
        for uses in [0_u32, 1, 9, 50, 99, 100, 200] {
            let written = f64::from(uses + 1).ln() / 100_f64.ln();
            check(access_as_written(uses), written);
            check(access(uses, ACCESS_FLOOR), 0.5 + 0.5 * written.min(1.0));
        }
    }

    #[test]
    fn x2_a_hundred_uses_and_more_are_one() {
        assert!(access_as_written(200) > 1.1, "the source's own leaves 0 to 1");
        for uses in [100, 200, u32::MAX] {
            check(access(uses, ACCESS_FLOOR), 1.0);
        }
    }

    #[test]
    fn x8_ageing_takes_little_of_what_was_said_and_all_of_what_was_only_seen() {
        for (weight, persons, left) in [
            (1.0, true, 1.0),
            (0.5, true, 0.95),
            (0.01, true, 0.901),
            (0.0, true, 0.0),
            (1.0, false, 1.0),
            (0.25, false, 0.25),
            (0.0, false, 0.0),
        ] {
            check(super::ageing(weight, persons), left);
        }
    }

    #[test]
    fn x7_stronger_fades_slower() {
        check(strength(5.0, 5.0, 1.0), (-1.0_f64).exp());
        assert!(strength(5.0, 5.0, 7.0) > strength(5.0, 5.0, 1.0));
        assert!(
            (-5.0_f64 / 5.0 * 7.0).exp() < (-5.0_f64 / 5.0 * 1.0).exp(),
            "MemoryBank's code does the opposite"
        );
    }

    #[test]
    fn s2_19_exponential_decay_has_its_golden_values() {
        check(exponential(0.8, 0.1, 0.0), 0.8);
        check(exponential(0.8, 0.1, 10.0), 0.8 * (-1.0_f64).exp());
    }

    #[test]
    fn x8_facts_do_not_fade_and_preferences_fade_slower_than_habits() {
        let lives = HalfLives::DEFAULT;
        assert_eq!(lives.of(MemoryClass::Factual, StatementType::Fact), None);
        assert_eq!(lives.of(MemoryClass::Preference, StatementType::Plan), None);
        let preference = lives.of(MemoryClass::Preference, StatementType::Preference).unwrap();
        let habit = lives.of(MemoryClass::Preference, StatementType::Insight).unwrap();
        assert!(preference > habit && habit >= 7.0 && preference >= 30.0);
        // A home address of ninety days ago, under the source's seven days: next to nothing; here: all of it.
        assert!(half_life(90.0, Some(7.0)) < 2e-4);
        check(half_life(90.0, lives.of(MemoryClass::Factual, StatementType::Fact)), 1.0);
    }

    #[test]
    fn s0_41_for_five_days_the_newest_wins() {
        let at = |days: i64| Timestamp(1_790_000_000 - days * 86_400);
        let (now, motorway) = (at(0), (at(14), 0.9));
        assert!(newer_wins((at(3), 0.4), motorway, now));
        assert!(newer_wins((at(5), 0.4), motorway, now));
        assert!(!newer_wins((at(6), 0.4), motorway, now), "then the score decides");
        assert!(newer_wins((at(6), 0.9), motorway, now));
    }

    #[test]
    fn x14_the_five_day_rule_needs_nobody_to_judge() {
        let at = |days: i64| Timestamp(1_790_000_000 - days * 86_400);
        for days in 0..30 {
            let by_rule = newer_wins((at(days), 0.1), (at(40), 1.0), at(0));
            assert_eq!(by_rule, days <= 5, "{days} days");
            assert_eq!(by_rule, newer_wins((at(days), 0.1), (at(40), 1.0), at(0)), "the same every time");
        }
        // What is told to begin later does not win yet.
        assert!(!newer_wins((at(-2), 0.1), (at(40), 1.0), at(0)));
    }

    proptest! {
        #[test]
        fn s1_15_every_factor_lies_within_0_and_1(
            age in -1e4_f64..1e5, life in 0.0_f64..1e4, uses: u32, of_ten in -1e3_f64..1e3, s in 0.0_f64..50.0
        ) {
            for factor in [
                half_life(age, Some(life)), strength(age, 5.0, s), access(uses, ACCESS_FLOOR), importance(of_ten),
                exponential(of_ten, 0.1, age),
            ] {
                prop_assert!((0.0..=1.0).contains(&factor), "{}", factor);
            }
        }

        #[test]
        fn x6_what_is_newer_is_never_less_fresh(a in 0.0_f64..1e4, b in 0.0_f64..1e4, life in 0.1_f64..1e3) {
            let (newer, older) = (a.min(b), a.max(b));
            prop_assert!(half_life(newer, Some(life)) >= half_life(older, Some(life)));
            prop_assert!(strength(newer, 5.0, life) >= strength(older, 5.0, life));
        }
    }
}
