//! Scenes: what recall does for a commute is not what it does for a new place (MISSION S3-34).

use crate::{
    formula::HalfLives,
    parts::Routes,
    preset::{ContextMode, Preset, Weights},
    search::Breadth,
};

/// Which scene it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SceneName {
    /// Between home and work, on a day and at an hour as usual.
    Commute,
    /// Any other trip to a known place, and questions in general.
    #[default]
    Flexible,
    /// To where nobody was yet.
    NewPlace,
    /// Looking through what is remembered.
    Review,
}

impl SceneName {
    /// All.
    pub const ALL: [Self; 4] = [Self::Commute, Self::Flexible, Self::NewPlace, Self::Review];

    /// Stable word for settings and cache keys.
    pub fn word(self) -> &'static str {
        match self {
            Self::Commute => "commute",
            Self::Flexible => "flexible",
            Self::NewPlace => "new-place",
            Self::Review => "review",
        }
    }

    /// The scene with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scene| scene.word() == word)
    }
}

/// Hard limits that no setting lifts (MISSION S2-33, S3-31).
pub const MAX_CANDIDATES: usize = 50;
/// See [`MAX_CANDIDATES`].
pub const MAX_RERANKED: usize = 20;

/// How to recall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scene {
    /// Which formula ranks.
    pub preset: Preset,
    /// What the parts weigh in the default one.
    pub weights: Weights,
    /// How weather, time and company count.
    pub context: ContextMode,
    /// How kinds of memory fade.
    pub half_lives: HalfLives,
    /// At most so many results.
    pub results: usize,
    /// At most so many candidates, up to [`MAX_CANDIDATES`].
    pub candidates: usize,
    /// At most so many are ranked closely, up to [`MAX_RERANKED`].
    pub reranked: usize,
    /// Likeness below which nothing is returned.
    pub threshold: f64,
    /// Likeness from which an insight answers alone and the rest is not read (MISSION S1-09).
    pub first_tier: f64,
    /// Turns of one talk within so many minutes are one result.
    pub merge_minutes: u32,
    /// Which ways are walked.
    pub routes: Routes,
    /// How widely is searched.
    pub breadth: Breadth,
}

impl Scene {
    /// As measured best (docs/performance.md).
    pub fn of(name: SceneName) -> Self {
        let base = Self {
            preset: Preset::Default,
            weights: Weights::DEFAULT,
            context: ContextMode::Factor,
            half_lives: HalfLives::DEFAULT,
            results: 5,
            candidates: MAX_CANDIDATES,
            reranked: MAX_RERANKED,
            threshold: THRESHOLD,
            first_tier: 0.38,
            merge_minutes: 15,
            routes: Routes::ALL,
            breadth: Breadth::DEFAULT,
        };
        match name {
            // The usual way needs few reminders, and those that are sure.
            SceneName::Commute => Self { results: 3, ..base },
            SceneName::Flexible => base,
            // Nothing is known of the place itself: tastes that fit less exactly may still help.
            SceneName::NewPlace => Self { threshold: THRESHOLD - 0.04, ..base },
            // Somebody looks for something: everything that could be meant, insights beside what they rest on.
            SceneName::Review => {
                Self { results: 10, threshold: THRESHOLD - 0.06, first_tier: f64::INFINITY, ..base }
            }
        }
    }

    /// With a preset's own half-lives and number of results.
    pub fn with_preset(mut self, preset: Preset) -> Self {
        self.preset = preset;
        self.half_lives = preset.half_lives();
        self.results = preset.results();
        self
    }

    /// Within the hard limits.
    pub fn bounded(mut self) -> Self {
        self.candidates = self.candidates.clamp(1, MAX_CANDIDATES);
        self.reranked = self.reranked.clamp(1, MAX_RERANKED);
        self.results = self.results.clamp(1, self.reranked);
        self.threshold = self.threshold.clamp(0.0, 1.0);
        self.breadth = self.breadth.bounded();
        self
    }
}

/// Likeness below which nothing is said; from the development half of our unanswerable questions (docs/recall.md).
pub const THRESHOLD: f64 = 0.20;

#[cfg(test)]
mod tests {
    use super::{Scene, SceneName};

    #[test]
    fn s2_33_no_setting_lifts_the_limits() {
        for name in SceneName::ALL {
            let wild =
                Scene { candidates: 9_999, reranked: 9_999, results: 9_999, ..Scene::of(name) }.bounded();
            assert_eq!((wild.candidates, wild.reranked, wild.results), (50, 20, 20));
            assert_eq!(SceneName::from_word(name.word()), Some(name));
        }
    }

    #[test]
    fn s3_33_three_to_five_are_returned_for_a_drive() {
        for name in [SceneName::Commute, SceneName::Flexible, SceneName::NewPlace] {
            assert!((3..=5).contains(&Scene::of(name).results));
        }
        assert_eq!(Scene::of(SceneName::default()).results, 5);
    }
}
