//! How each type of memory ages: the numbers that a person can see and change (MISSION S1-19 to S1-21, X8).

use domain::{MemoryClass, StatementType};

use crate::decay::Curve;

/// Types of memory that age differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aged {
    /// A remembered place.
    Place,
    /// A driven trip.
    Trip,
    /// A wish about roads that the person said.
    Wish,
    /// A habit that was inferred from drives: a route walked some times (MISSION S1-19).
    Habit,
    /// Something that is so.
    Fact,
    /// A taste.
    Taste,
    /// Something that will be.
    Plan,
    /// Something that was decided or done.
    Conclusion,
    /// Praise, complaint, what ties people together.
    Feeling,
    /// What reflection made.
    Insight,
    /// What a stretch of talk was about.
    Summary,
    /// Words of one talk or trip.
    Talk,
    /// Something noticed, in the stream.
    Noticed,
}

impl Aged {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 13] = [
        Self::Place,
        Self::Trip,
        Self::Wish,
        Self::Habit,
        Self::Fact,
        Self::Taste,
        Self::Plan,
        Self::Conclusion,
        Self::Feeling,
        Self::Insight,
        Self::Summary,
        Self::Talk,
        Self::Noticed,
    ];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Trip => "trip",
            Self::Wish => "wish",
            Self::Habit => "habit",
            Self::Fact => "fact",
            Self::Taste => "taste",
            Self::Plan => "plan",
            Self::Conclusion => "conclusion",
            Self::Feeling => "feeling",
            Self::Insight => "insight",
            Self::Summary => "summary",
            Self::Talk => "talk",
            Self::Noticed => "noticed",
        }
    }

    /// The type with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aged| aged.word() == word)
    }

    /// How a statement ages.
    pub fn of(kind: StatementType, class: MemoryClass) -> Self {
        match (kind, class) {
            (StatementType::Insight, _) => Self::Insight,
            (StatementType::Summary, _) => Self::Summary,
            (_, MemoryClass::Conversational) => Self::Talk,
            (StatementType::Plan, _) => Self::Plan,
            (_, MemoryClass::Relational) => Self::Feeling,
            (StatementType::Conclusion, _) => Self::Conclusion,
            (StatementType::Preference, _) => Self::Taste,
            (StatementType::Fact, _) => Self::Fact,
        }
    }
}

/// What happens to what was not used for long, or has too little energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Forget {
    /// Nothing: it stays.
    Keep,
    /// The person is asked.
    Propose,
    /// It is deleted, undoably.
    Delete,
}

impl Forget {
    /// All.
    pub const ALL: [Self; 3] = [Self::Keep, Self::Propose, Self::Delete];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Propose => "propose",
            Self::Delete => "delete",
        }
    }

    /// The choice with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|forget| forget.word() == word)
    }
}

/// How one type ages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// How its weight fades since it was last used or confirmed.
    pub curve: Curve,
    /// Unused for so many days, it weighs less by a step (tier two, MISSION S1-19); `None`: never.
    pub lower_after_days: Option<f64>,
    /// What that step leaves, 0 to 1.
    pub lower_to: f64,
    /// Unused for so many days, it is forgotten (tier three, MISSION S1-20); `None`: never.
    pub forget_after_days: Option<f64>,
    /// In which way.
    pub forget: Forget,
    /// Days in which its energy halves; `None`: it does not fall.
    pub energy_half_life_days: Option<f64>,
    /// Energy under which it is archived, reversibly.
    pub archive_under: f64,
    /// Ends with its talk or trip (tier one, MISSION S1-18).
    pub ends_with_session: bool,
}

impl Policy {
    /// What a fresh installation does with a type (MISSION X8: session 0, plan until its end, habit 7 to 30 days, preference
    /// 30 and more, fact for ever).
    pub fn default_of(aged: Aged) -> Self {
        let lasting = Self {
            curve: Curve::Never,
            lower_after_days: None,
            lower_to: 1.0,
            forget_after_days: None,
            forget: Forget::Keep,
            energy_half_life_days: None,
            archive_under: 0.0,
            ends_with_session: false,
        };
        let fading = |half: f64, days: f64| Self {
            curve: Curve::HalfLife(half),
            lower_after_days: Some(30.0),
            lower_to: 0.5,
            forget_after_days: Some(days),
            forget: Forget::Propose,
            energy_half_life_days: Some(120.0),
            archive_under: 0.05,
            ..lasting
        };
        match aged {
            Aged::Fact => lasting,
            Aged::Place => Self { forget_after_days: Some(730.0), forget: Forget::Propose, ..lasting },
            Aged::Wish => Self { forget_after_days: Some(365.0), forget: Forget::Propose, ..lasting },
            Aged::Taste => fading(90.0, 365.0),
            Aged::Feeling => fading(60.0, 365.0),
            // Habits have no energy of their own: their confidence already follows from their drives.
            Aged::Habit => Self { energy_half_life_days: None, archive_under: 0.0, ..fading(30.0, 180.0) },
            Aged::Conclusion => fading(60.0, 365.0),
            // Half of its weight after two weeks without verification, none after four: no second step, and no asking.
            Aged::Insight => Self { lower_after_days: None, forget: Forget::Delete, ..fading(30.0, 30.0) },
            Aged::Plan => {
                Self { curve: Curve::Never, forget_after_days: Some(30.0), forget: Forget::Delete, ..lasting }
            }
            Aged::Summary => Self { forget: Forget::Delete, ..fading(14.0, 60.0) },
            Aged::Talk => Self {
                forget_after_days: Some(1.0),
                forget: Forget::Delete,
                ends_with_session: true,
                ..lasting
            },
            Aged::Trip => Self { forget_after_days: Some(1_095.0), forget: Forget::Propose, ..lasting },
            Aged::Noticed => {
                Self { forget_after_days: Some(365.0), forget: Forget::Keep, ..fading(7.0, 365.0) }
            }
        }
    }

    /// Whether its numbers make sense.
    ///
    /// # Errors
    /// The name of the first that does not.
    pub fn check(&self) -> Result<(), &'static str> {
        let days =
            |days: Option<f64>| days.is_none_or(|days| days.is_finite() && (0.5..=36_500.0).contains(&days));
        let curve = match self.curve {
            Curve::Never => true,
            Curve::HalfLife(half) => half.is_finite() && (0.1..=36_500.0).contains(&half),
            Curve::Exponential(rate) => rate.is_finite() && (0.0..=10.0).contains(&rate),
            Curve::Strength(c) => c.is_finite() && (0.1..=36_500.0).contains(&c),
        };
        let ordered = match (self.lower_after_days, self.forget_after_days) {
            (Some(lower), Some(forget)) => lower <= forget,
            _ => true,
        };
        [
            (curve, "curve"),
            (days(self.lower_after_days), "lower_after_days"),
            ((0.0..=1.0).contains(&self.lower_to), "lower_to"),
            (days(self.forget_after_days), "forget_after_days"),
            (ordered, "forget_after_days"),
            (days(self.energy_half_life_days), "energy_half_life_days"),
            ((0.0..1.0).contains(&self.archive_under), "archive_under"),
        ]
        .into_iter()
        .find(|(good, _)| !good)
        .map_or(Ok(()), |(_, name)| Err(name))
    }
}

/// The policies of all types.
#[derive(Clone, Debug, PartialEq)]
pub struct Policies([Policy; Aged::ALL.len()]);

impl Default for Policies {
    fn default() -> Self {
        Self(Aged::ALL.map(Policy::default_of))
    }
}

impl Policies {
    /// The policy of a type.
    pub fn of(&self, aged: Aged) -> &Policy {
        &self.0[aged as usize]
    }

    /// With another policy for a type.
    pub fn set(&mut self, aged: Aged, policy: Policy) {
        self.0[aged as usize] = policy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_make_sense_and_are_found_by_word() {
        let policies = Policies::default();
        for (at, aged) in Aged::ALL.into_iter().enumerate() {
            assert_eq!(aged as usize, at, "the order of the list is the order of the declaration");
            assert_eq!(Aged::from_word(aged.word()), Some(aged));
            assert_eq!(policies.of(aged).check(), Ok(()), "{aged:?}");
        }
    }

    #[test]
    fn x8_each_type_has_a_half_life_of_its_own() {
        let at = |aged, days| Policy::default_of(aged).curve.at(days, 0);
        assert_eq!(at(Aged::Fact, 90.0), 1.0, "a home of 90 days ago is still the home");
        assert_eq!(at(Aged::Place, 3_650.0), 1.0);
        let half = |aged| match Policy::default_of(aged).curve {
            Curve::HalfLife(days) => days,
            other => panic!("{aged:?} {other:?}"),
        };
        assert!((7.0..=30.0).contains(&half(Aged::Habit)));
        assert!(half(Aged::Taste) >= 30.0);
        assert!(Policy::default_of(Aged::Talk).ends_with_session);
        assert_eq!(Policy::default_of(Aged::Plan).curve, Curve::Never, "a plan holds in full until its end");
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let good = Policy::default_of(Aged::Habit);
        let check = |policy: Policy, name| assert_eq!(policy.check(), Err(name));
        check(Policy { curve: Curve::HalfLife(0.0), ..good }, "curve");
        check(Policy { lower_after_days: Some(f64::NAN), ..good }, "lower_after_days");
        check(Policy { lower_to: 1.5, ..good }, "lower_to");
        check(Policy { forget_after_days: Some(10.0), ..good }, "forget_after_days");
        check(Policy { archive_under: 1.0, ..good }, "archive_under");
    }
}
