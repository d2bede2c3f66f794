//! From candidates to the few that are returned, with a reason for each that is not.

use crate::{parts::Parts, preset::scores, scene::Scene, search::Candidate};

/// Reads question and memory together and says how well they fit (a cross-encoder; MISSION S2-24). None ships: an English
/// one does not do for Chinese questions (X15), so one is only used after [`passes`] on pairs in both languages.
pub trait Reranker {
    /// 0 to 1 for each text, or nothing when it failed: the order then stays as it is.
    fn fit(&self, question: &str, texts: &[&str]) -> Option<Vec<f64>>;
}

/// Whether a reranker puts the right text first for at least `share` of the questions, each with its right text and a
/// wrong one.
pub fn passes(reranker: &dyn Reranker, pairs: &[(&str, &str, &str)], share: f64) -> bool {
    let right = pairs
        .iter()
        .filter(|(question, right, wrong)| {
            reranker.fit(question, &[right, wrong]).is_some_and(|fit| fit.len() == 2 && fit[0] > fit[1])
        })
        .count();
    !pairs.is_empty() && right as f64 >= share * pairs.len() as f64
}

/// Why a candidate was not returned (MISSION S0-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Told in the same talk as a better one.
    Merged,
    /// Not among the best fifty.
    BeyondCandidates,
    /// Not among the best twenty.
    BeyondReranked,
    /// Too little alike.
    BelowThreshold,
    /// There were better ones.
    BeyondResults,
    /// An insight that holds now stands for it (MISSION S1-08).
    StoodFor,
    /// Nothing is left of it by the policy of its type.
    Faded,
}

impl Dropped {
    /// Stable word for the trace.
    pub fn word(self) -> &'static str {
        match self {
            Self::Merged => "merged",
            Self::BeyondCandidates => "beyond_candidates",
            Self::BeyondReranked => "beyond_reranked",
            Self::BelowThreshold => "below_threshold",
            Self::BeyondResults => "beyond_results",
            Self::StoodFor => "stood_for",
            Self::Faded => "faded",
        }
    }
}

/// A candidate that was ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The candidate with all of its parts.
    pub candidate: Candidate,
    /// 0 to 1.
    pub score: f64,
    /// What the threshold was held against.
    pub likeness: f64,
    /// What it has of that by itself.
    pub own: f64,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picked {
    /// Best first.
    pub kept: Vec<Ranked>,
    /// The others, in the order they were dropped.
    pub dropped: Vec<(Ranked, Dropped)>,
}

/// Looks closer at the best twenty: how well each fits, or nothing when it could not tell.
pub type Closer<'a> = &'a dyn Fn(&[Ranked]) -> Option<Vec<f64>>;

/// Share of the threshold that is enough, by itself, beside one that reaches it. Where the likest memory answers, the right one is often
/// the second or third, in other words; where nothing reaches the threshold, nothing is returned.
pub const COMES_ALONG: f64 = 0.8;

/// Scores, merges turns of one talk, cuts to fifty and twenty, holds against the threshold, and cuts to the results. `vectors` tells whether
/// the question has one.
pub fn pick(
    scene: &Scene,
    vectors: bool,
    candidates: Vec<Candidate>,
    days: impl Fn(&Candidate) -> f64,
    rerank: Option<Closer<'_>>,
) -> Picked {
    let scene = scene.bounded();
    let rows: Vec<(Parts, f64)> = candidates.iter().map(|one| (one.parts, days(one))).collect();
    let scores = scores(scene.preset, &scene.weights, scene.context, &rows);
    let mut ranked: Vec<Ranked> = candidates
        .into_iter()
        .zip(scores)
        .map(|(candidate, score)| {
            let compared = vectors && candidate.sketched;
            let likeness = candidate.parts.likeness(compared);
            let own = candidate.parts.own_likeness(compared);
            Ranked { candidate, score, likeness, own }
        })
        .collect();
    sort(&mut ranked);
    let mut picked = Picked::default();
    merge(&mut ranked, i64::from(scene.merge_minutes) * 60, &mut picked.dropped);
    cut(&mut ranked, scene.candidates, Dropped::BeyondCandidates, &mut picked.dropped);
    cut(&mut ranked, scene.reranked, Dropped::BeyondReranked, &mut picked.dropped);
    if let Some(fits) = rerank.and_then(|rerank| rerank(&ranked)).filter(|fits| fits.len() == ranked.len()) {
        for (one, fit) in ranked.iter_mut().zip(fits) {
            one.score = 0.5 * one.score + 0.5 * fit.clamp(0.0, 1.0);
        }
        sort(&mut ranked);
    }
    // The likest one decides whether there is an answer at all; what comes along with it has to be nearly
    // as alike by itself. What is
    // bound to this very time, weather or place holds, whatever is asked.
    let answered = ranked.iter().any(|one| one.likeness >= scene.threshold);
    let near =
        |one: &Ranked| one.candidate.routes.scope || (answered && one.own >= COMES_ALONG * scene.threshold);
    let (kept, below) = ranked.into_iter().partition(near);
    ranked = kept;
    picked.dropped.extend(below.into_iter().map(|one: Ranked| (one, Dropped::BelowThreshold)));
    cut(&mut ranked, scene.results, Dropped::BeyondResults, &mut picked.dropped);
    picked.kept = ranked;
    picked
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(b.candidate.at.cmp(&a.candidate.at))
            .then(a.candidate.id.cmp(&b.candidate.id))
    });
}

fn cut(ranked: &mut Vec<Ranked>, most: usize, why: Dropped, dropped: &mut Vec<(Ranked, Dropped)>) {
    if ranked.len() > most {
        dropped.extend(ranked.drain(most..).map(|one| (one, why)));
    }
}

/// Keeps the best of what was told close together in one talk (MISSION S2-25).
fn merge(ranked: &mut Vec<Ranked>, within_s: i64, dropped: &mut Vec<(Ranked, Dropped)>) {
    let mut kept: Vec<Ranked> = Vec::with_capacity(ranked.len());
    for one in ranked.drain(..) {
        let own = &one.candidate;
        let told = kept.iter().any(|other| {
            let other = &other.candidate;
            own.session != 0 && own.session == other.session && (own.at - other.at).abs() <= within_s
        });
        if told {
            dropped.push((one, Dropped::Merged));
        } else {
            kept.push(one);
        }
    }
    *ranked = kept;
}

#[cfg(test)]
mod tests {
    use super::{Dropped, Reranker, passes, pick};
    use crate::{
        parts::{Parts, Routes},
        scene::{Scene, SceneName},
        search::Candidate,
        topics::Topics,
    };

    fn candidate(id: i64, vector: f64, session: u64, at: i64) -> Candidate {
        Candidate {
            id,
            at,
            routes: Routes { vector: true, ..Routes::default() },
            parts: Parts {
                vector,
                leeway: 1.0,
                words: vector,
                confidence: 1.0,
                kind: 1.0,
                freshness: 1.0,
                context: 0.5,
                ageing: 1.0,
                ..Parts::default()
            },
            topics: Topics::default(),
            session,
            sketched: true,
        }
    }

    #[test]
    fn a_question_with_little_leeway_needs_a_nearer_memory() {
        let scene = Scene::of(SceneName::Flexible);
        let asked = |vector: f64, leeway: f64| {
            let mut one = candidate(1, vector, 0, 0);
            (one.parts.words, one.parts.leeway) = (0.0, leeway);
            run(&scene, vec![one]).0.len()
        };
        // What says nearly the same is found, however it is asked.
        for (vector, leeway, found) in [(0.4, 1.0, 1), (0.4, 0.0, 0), (0.7, 0.0, 1), (0.1, 1.0, 0)] {
            assert_eq!(asked(vector, leeway), found, "{vector} {leeway}");
        }
        let none = Parts { words: 1.0, leeway: 0.0, ..Parts::default() };
        let all = Parts { leeway: 1.0, ..none };
        assert_eq!(none.likeness(false), all.likeness(false), "of vectors alone");
    }

    fn run(scene: &Scene, candidates: Vec<Candidate>) -> (Vec<i64>, Vec<(i64, Dropped)>) {
        let picked = pick(scene, true, candidates, |_| 0.0, None);
        (
            picked.kept.iter().map(|one| one.candidate.id).collect(),
            picked.dropped.iter().map(|(one, why)| (one.candidate.id, *why)).collect(),
        )
    }

    #[test]
    fn s2_25_below_the_threshold_nothing_is_returned_and_turns_of_one_talk_are_one() {
        let scene = Scene::of(SceneName::Flexible);
        let (kept, dropped) = run(&scene, vec![candidate(1, 0.1, 0, 0), candidate(2, 0.2, 0, 0)]);
        assert!(kept.is_empty(), "{kept:?}");
        assert!(dropped.iter().all(|(_, why)| *why == Dropped::BelowThreshold));
        // Beside one that answers, less is enough, and much less is not.
        let three = vec![candidate(1, 0.9, 0, 0), candidate(2, 0.2, 0, 0), candidate(3, 0.1, 0, 0)];
        assert!(0.2 / 1.15 < scene.threshold);
        assert_eq!(run(&scene, three).0, [1, 2]);
        let talk = vec![
            candidate(1, 0.9, 7, 0),
            candidate(2, 0.8, 7, 600),
            candidate(3, 0.7, 7, 5_000),
            candidate(4, 0.6, 8, 0),
        ];
        let (kept, dropped) = run(&scene, talk);
        assert_eq!(kept, [1, 3, 4]);
        assert_eq!(dropped, [(2, Dropped::Merged)]);
    }

    #[test]
    fn s0_13_what_is_bound_to_here_and_now_needs_no_likeness() {
        let scene = Scene::of(SceneName::Flexible);
        let bound = |id| {
            let mut one = candidate(id, 0.0, 0, 0);
            one.routes = Routes { scope: true, ..Routes::NONE };
            one
        };
        let (kept, _) = run(&scene, vec![candidate(1, 0.9, 0, 0), candidate(2, 0.1, 0, 0), bound(3)]);
        assert_eq!(kept, [1, 3]);
    }

    #[test]
    fn s3_31_at_most_fifty_candidates_and_twenty_are_ranked() {
        let scene = Scene::of(SceneName::Flexible);
        let many = (0..80).map(|id| candidate(id, 0.99 - id as f64 / 1_000.0, 0, 0)).collect();
        let (kept, dropped) = run(&scene, many);
        assert_eq!(kept, [0, 1, 2, 3, 4]);
        let count = |wanted| dropped.iter().filter(|(_, why)| *why == wanted).count();
        assert_eq!(
            [Dropped::BeyondCandidates, Dropped::BeyondReranked, Dropped::BeyondResults].map(count),
            [30, 30, 15]
        );
    }

    /// Knows English words only: the shape of the source's cross-encoder.
    struct EnglishOnly;

    impl Reranker for EnglishOnly {
        fn fit(&self, question: &str, texts: &[&str]) -> Option<Vec<f64>> {
            let words: Vec<&str> = question.split(' ').collect();
            Some(
                texts
                    .iter()
                    .map(|text| words.iter().filter(|word| text.contains(**word)).count() as f64 / 9.0)
                    .collect(),
            )
        }
    }

    #[test]
    fn x15_a_reranker_that_fails_in_chinese_is_not_used() {
        let english = [("warm seat please", "I like a warm seat", "I like jazz")];
        let both = [english[0], ("座椅暖一点", "用户喜欢热的坐垫", "座次表在邮件里")];
        assert!(passes(&EnglishOnly, &english, 0.95));
        assert!(!passes(&EnglishOnly, &both, 0.95));
        assert!(!passes(&EnglishOnly, &[], 0.95));
    }

    #[test]
    fn s2_24_a_reranker_is_asked_about_twenty_at_most_and_may_fail() {
        let scene = Scene::of(SceneName::Flexible);
        let many = || (0..80).map(|id| candidate(id, 0.9, 0, -id)).collect::<Vec<_>>();
        let last_first = |ranked: &[super::Ranked]| {
            assert_eq!(ranked.len(), 20);
            Some((0..20).map(|n| f64::from(n) / 20.0).collect())
        };
        let picked = pick(&scene, true, many(), |_| 0.0, Some(&last_first));
        assert_eq!(picked.kept[0].candidate.id, 19);
        let failed = pick(&scene, true, many(), |_| 0.0, Some(&|_| None));
        assert_eq!(failed.kept[0].candidate.id, 0);
    }
}
