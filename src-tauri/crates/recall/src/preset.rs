//! Scoring modes: each source's own formula, and one that was chosen by measurement (docs/performance.md, "Recall").

use crate::{formula::HalfLives, parts::Parts};

/// Which formula ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Likeness × 0.5^(age / 30 days) (S0 §4.2), ten results, distance at most 0.35.
    Seed0,
    /// Time × importance × access × context, likeness only for the pool (S1 §4.4; floored by X1 and X2).
    Seed1,
    /// Likeness, then importance × e^(−rate × days) (S2 §5), three results.
    Seed2,
    /// Likeness, freshness, confidence and priority of the kind (S3 §4.4), five results.
    Seed3,
    /// Generative Agents: recency, relevance and importance, each stretched to 0–1 over the candidates, weighted 0.5, 3
    /// and 2 (X5), with recency falling with age (X6).
    GaSum,
    /// Seed 1 with likeness kept as a factor (X4).
    Seed1Kept,
    /// Likeness, owner, people, value, telling and opening added; freshness, confidence, kind and context as factors that
    /// take little.
    Default,
}

impl Preset {
    /// All.
    pub const ALL: [Self; 7] =
        [Self::Seed0, Self::Seed1, Self::Seed1Kept, Self::Seed2, Self::Seed3, Self::GaSum, Self::Default];

    /// Stable word for settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Seed0 => "seed-0",
            Self::Seed1 => "seed-1",
            Self::Seed1Kept => "seed-1-kept",
            Self::Seed2 => "seed-2",
            Self::Seed3 => "seed-3",
            Self::GaSum => "ga-sum",
            Self::Default => "default",
        }
    }

    /// The preset with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.word() == word)
    }

    /// Half-lives in days, as its source has them (MISSION X8, X17).
    pub fn half_lives(self) -> HalfLives {
        match self {
            Self::Seed0 => HalfLives::all(30.0),
            Self::Seed1 | Self::Seed1Kept => HalfLives::all(7.0),
            Self::Seed2 | Self::Seed3 | Self::GaSum | Self::Default => HalfLives::DEFAULT,
        }
    }

    /// Most that its source returns.
    pub fn results(self) -> usize {
        match self {
            Self::Seed0 => 10,
            Self::Seed1 | Self::Seed1Kept | Self::Seed3 | Self::GaSum | Self::Default => 5,
            Self::Seed2 => 3,
        }
    }
}

/// How context counts (MISSION S1-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ContextMode {
    /// Not at all.
    Off,
    /// The score is multiplied by 0.7 + 0.3 context.
    #[default]
    Factor,
    /// A fifth of context is added, and the sum brought back to 0–1.
    Addend,
}

/// What the parts weigh in the default sum. Public so that an ablation can leave one out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of [`Parts::vector`].
    pub vector: f64,
    /// Of [`Parts::words`].
    pub words: f64,
    /// Of [`Parts::topic`].
    pub topic: f64,
    /// Of [`Parts::key`].
    pub key: f64,
    /// Of [`Parts::value`].
    pub value: f64,
    /// Of [`Parts::owner`].
    pub owner: f64,
    /// Of [`Parts::people`].
    pub people: f64,
    /// Of [`Parts::telling`].
    pub telling: f64,
    /// Of [`Parts::about`].
    pub about: f64,
    /// Of [`Parts::opening`].
    pub opening: f64,
    /// Of [`Parts::graph`].
    pub graph: f64,
}

impl Weights {
    /// Chosen on the development part of in-car-memory (histories 1 to 12) and of our own sets.
    pub const DEFAULT: Self = Self {
        vector: 1.0,
        words: 0.15,
        topic: 0.0,
        key: 0.15,
        value: 0.2,
        owner: 0.1,
        people: 0.1,
        telling: 0.2,
        about: 0.2,
        opening: 0.2,
        graph: 0.2,
    };

    /// Likeness alone, as the sources have it.
    pub const LIKENESS: Self = Self {
        vector: 1.0,
        words: 0.4,
        topic: 0.0,
        key: 0.0,
        value: 0.0,
        owner: 0.0,
        people: 0.0,
        telling: 0.0,
        about: 0.0,
        opening: 0.0,
        graph: 0.0,
    };

    /// The weighted mean, 0 to 1.
    pub fn mean(&self, parts: &Parts) -> f64 {
        let rows = [
            (self.vector, parts.vector),
            (self.words, parts.words),
            (self.topic, parts.topic),
            (self.key, parts.key),
            (self.value, parts.value),
            (self.owner, parts.owner),
            (self.people, parts.people),
            (self.telling, parts.telling),
            (self.about, parts.about),
            (self.opening, parts.opening),
            (self.graph, parts.graph),
        ];
        let most: f64 = rows.iter().map(|(weight, _)| weight).sum();
        if most > 0.0 { rows.iter().map(|(weight, part)| weight * part).sum::<f64>() / most } else { 0.0 }
    }
}

/// Scores of candidates, in their order, each 0 to 1. `days` are their ages, for the source that has its own decay.
pub fn scores(preset: Preset, weights: &Weights, context: ContextMode, rows: &[(Parts, f64)]) -> Vec<f64> {
    let like = |parts: &Parts| Weights::LIKENESS.mean(parts);
    let plain: Vec<f64> = match preset {
        Preset::Seed0 => rows.iter().map(|(parts, _)| like(parts) * parts.freshness).collect(),
        Preset::Seed1 => rows.iter().map(|(parts, _)| seed_1(parts)).collect(),
        Preset::Seed1Kept => rows.iter().map(|(parts, _)| like(parts) * seed_1(parts)).collect(),
        Preset::Seed2 => rows
            .iter()
            .map(|(parts, days)| {
                0.7 * like(parts) + 0.3 * crate::formula::exponential(parts.importance, SEED_2_RATE, *days)
            })
            .collect(),
        Preset::Seed3 => rows
            .iter()
            .map(|(parts, _)| {
                0.5 * like(parts) + 0.2 * parts.freshness + 0.2 * parts.confidence + 0.1 * parts.kind
            })
            .collect(),
        Preset::GaSum => ga_sum(rows, like),
        Preset::Default => rows.iter().map(|(parts, _)| standing(parts) * weights.mean(parts)).collect(),
    };
    plain
        .into_iter()
        .zip(rows)
        .map(|(score, (parts, _))| match context {
            ContextMode::Off => score,
            ContextMode::Factor => score * (0.7 + 0.3 * parts.context),
            ContextMode::Addend => (score + 0.2 * parts.context) / 1.2,
        })
        .collect()
}

/// Rate a day of the exponential decay of S2 §5.3.
const SEED_2_RATE: f64 = 0.01;

fn seed_1(parts: &Parts) -> f64 {
    parts.freshness * parts.importance * parts.access
}

/// What is left of a likeness by age, doubt and kind. Of what the person said never less than about two thirds, because
/// what fits exactly is wanted however old it is (X8); what was only seen fades by its policy ([`crate::formula::ageing`]).
fn standing(parts: &Parts) -> f64 {
    parts.ageing * (0.95 + 0.05 * parts.freshness) * (0.8 + 0.2 * parts.confidence) * (0.9 + 0.1 * parts.kind)
}

fn ga_sum(rows: &[(Parts, f64)], like: impl Fn(&Parts) -> f64) -> Vec<f64> {
    let recency = stretched(rows.iter().map(|(parts, _)| parts.freshness));
    let relevance = stretched(rows.iter().map(|(parts, _)| like(parts)));
    let importance = stretched(rows.iter().map(|(parts, _)| parts.importance));
    recency
        .iter()
        .zip(&relevance)
        .zip(&importance)
        .map(|((recency, relevance), importance)| (0.5 * recency + 3.0 * relevance + 2.0 * importance) / 5.5)
        .collect()
}

/// Brought to 0–1 by smallest and largest; all 0.5 when they are equal.
fn stretched(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.iter().map(|x| if most > least { (x - least) / (most - least) } else { 0.5 }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ContextMode, Preset, Weights, scores};
    use crate::{
        formula::{self, ACCESS_FLOOR},
        parts::Parts,
    };

    fn one(preset: Preset, context: ContextMode, parts: Parts) -> f64 {
        scores(preset, &Weights::DEFAULT, context, &[(parts, 0.0)])[0]
    }

    #[test]
    fn x1_what_is_new_fits_and_matters_ranks_above_what_is_stale_and_does_not() {
        let fresh = Parts {
            vector: 0.8,
            freshness: 1.0,
            importance: 0.9,
            access: formula::access(0, ACCESS_FLOOR),
            confidence: 1.0,
            kind: 1.0,
            context: 0.5,
            ageing: 1.0,
            ..Parts::default()
        };
        let stale = Parts {
            vector: 0.1,
            freshness: 0.01,
            importance: 0.2,
            access: formula::access(500, ACCESS_FLOOR),
            confidence: 1.0,
            kind: 1.0,
            context: 0.5,
            ageing: 1.0,
            ..Parts::default()
        };
        for preset in Preset::ALL {
            let both = scores(preset, &Weights::DEFAULT, ContextMode::Off, &[(fresh, 0.0), (stale, 90.0)]);
            assert!(both[0] > both[1] && both[0] > 0.0, "{}: {both:?}", preset.word());
        }
        // As written, the new one would be worth nothing.
        assert_eq!(formula::access_as_written(0), 0.0);
    }

    #[test]
    fn x4_likeness_stays_a_factor_unless_the_source_is_asked_for() {
        let parts = |vector| Parts {
            vector,
            freshness: 0.5,
            importance: 0.5,
            access: 0.5,
            confidence: 1.0,
            ageing: 1.0,
            ..Parts::default()
        };
        for preset in Preset::ALL {
            let near = one(preset, ContextMode::Off, parts(0.9));
            let far = one(preset, ContextMode::Off, parts(0.1));
            match preset {
                Preset::Seed1 => assert_eq!(near, far),
                // Alone it is stretched against nothing.
                Preset::GaSum => assert_eq!(near, far),
                _ => assert!(near > far, "{}", preset.word()),
            }
        }
    }

    #[test]
    fn x5_generative_agents_add_and_weigh() {
        let parts =
            |freshness, vector, importance| Parts { freshness, vector, importance, ..Parts::default() };
        let rows = [(parts(1.0, 0.0, 0.0), 0.0), (parts(0.0, 1.0, 0.0), 0.0), (parts(0.0, 0.0, 1.0), 0.0)];
        let got = scores(Preset::GaSum, &Weights::DEFAULT, ContextMode::Off, &rows);
        for (got, wanted) in got.iter().zip([0.5 / 5.5, 3.0 / 5.5, 2.0 / 5.5]) {
            assert!((got - wanted).abs() < 1e-9, "{got} for {wanted}");
        }
    }

    #[test]
    fn x17_each_source_has_its_own_numbers() {
        let numbers = |preset: Preset| (preset.half_lives().preference, preset.results());
        assert_eq!(numbers(Preset::Seed0), (30.0, 10));
        assert_eq!(numbers(Preset::Seed1), (7.0, 5));
        assert_eq!(numbers(Preset::Seed2).1, 3);
        assert_eq!(numbers(Preset::Seed3).1, 5);
        for preset in Preset::ALL {
            assert_eq!(Preset::from_word(preset.word()), Some(preset));
        }
        assert_eq!(Preset::from_word("seed-9"), None);
    }

    #[test]
    fn s1_11_context_counts_as_factor_or_as_addend() {
        let fits =
            Parts { vector: 0.5, confidence: 1.0, kind: 1.0, context: 1.0, ageing: 1.0, ..Parts::default() };
        let not = Parts { vector: 0.55, context: 0.0, ..fits };
        for (context, fits_first) in
            [(ContextMode::Off, false), (ContextMode::Factor, true), (ContextMode::Addend, true)]
        {
            let both = scores(Preset::Default, &Weights::DEFAULT, context, &[(fits, 0.0), (not, 0.0)]);
            assert_eq!(both[0] > both[1], fits_first, "{context:?}: {both:?}");
        }
    }

    prop_compose! {
        fn any_parts()(x in proptest::collection::vec(0.0_f64..=1.0, 20)) -> Parts {
            Parts {
                vector: x[0], words: x[1], topic: x[2], value: x[3], owner: x[4], people: x[5], telling: x[6], about: x[7],
                opening: x[8], graph: x[9], freshness: x[10], importance: x[11], access: x[12], confidence: x[13],
                kind: x[14], context: x[15], key: x[16], ageing: x[17], background: x[18],
                leeway: x[19],
            }
        }
    }

    proptest! {
        #[test]
        fn s1_10_a_product_is_at_most_its_least_factor(parts in any_parts()) {
            let score = one(Preset::Seed1, ContextMode::Off, parts);
            prop_assert!(score <= parts.freshness.min(parts.importance).min(parts.access) + 1e-12);
        }

        #[test]
        fn every_score_lies_within_0_and_1(rows in proptest::collection::vec(any_parts(), 1..6)) {
            let rows: Vec<(Parts, f64)> = rows.into_iter().map(|parts| (parts, 10.0)).collect();
            for preset in Preset::ALL {
                for context in [ContextMode::Off, ContextMode::Factor, ContextMode::Addend] {
                    for score in scores(preset, &Weights::DEFAULT, context, &rows) {
                        prop_assert!((0.0..=1.0).contains(&score), "{} {}", preset.word(), score);
                    }
                }
            }
        }
    }
}
