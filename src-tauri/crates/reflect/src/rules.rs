//! Reflection by rules: what was done together under the same circumstances, often enough (rules RF1 to RF6 in
//! `docs/spec/reflect.md`).

use std::collections::{BTreeMap, BTreeSet};

use domain::{Importance, MemoryClass, Noticed, ObservationId};

use crate::{
    condition::{Condition, Part},
    draft::Draft,
    episode::{Act, Episode, episodes},
    importance, meaning, theme,
};

/// Makes insights of a stream. The rules are one implementation, a language model another; what either of them proposes
/// goes through the same check before it is kept (MISSION S1-24).
pub trait Reflector {
    /// Stable name, for settings and for the row that says who reflected.
    fn name(&self) -> &'static str;
    /// Insights that the stream suggests. May propose too much; never fails on what is in the stream.
    ///
    /// # Errors
    /// Something outside is missing or too slow, such as a language model: nothing was reflected, and the stream waits.
    fn reflect(&self, stream: &[Noticed], settings: &Settings) -> Result<Vec<Draft>, NotReflected>;
}

/// Why nothing was reflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReflected {
    /// What reflects is not there now.
    #[error("what reflects cannot be reached")]
    Unavailable,
    /// It took too long.
    #[error("reflecting took too long")]
    Slow,
    /// Its answer makes no sense.
    #[error("the answer cannot be read")]
    Unreadable,
}

/// The constants of reflecting, each with its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Fewest pieces of evidence of an insight (MISSION S1-07: two).
    pub evidence: usize,
    /// Fewest drives of one that holds under a condition (MISSION S1-08: three).
    pub episodes: usize,
    /// Days that are looked at. The example has a week; two, so that a week's pattern is found wherever it begins.
    pub window_days: f64,
    /// Share of the drives under the condition on which it was so.
    pub share: f64,
    /// Times as often as on other drives: under that the condition explains nothing.
    pub lift: f64,
    /// Most insights of one reflection: the weightiest win.
    pub most: usize,
}

impl Settings {
    /// What the app uses.
    pub const DEFAULT: Self =
        Self { evidence: 2, episodes: 3, window_days: 14.0, share: 0.6, lift: 1.5, most: 5 };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Reflector for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn reflect(&self, stream: &[Noticed], settings: &Settings) -> Result<Vec<Draft>, NotReflected> {
        let window = window(stream, settings);
        let all = episodes(window);
        let mut drafts = theme::merged(window, settings);
        drafts.extend(habits(&all, settings));
        drafts.sort_by(|a, b| {
            let weight = |draft: &Draft| importance::total(&draft.importance);
            (!b.meaning.is_empty(), b.evidence.len())
                .cmp(&(!a.meaning.is_empty(), a.evidence.len()))
                .then_with(|| weight(b).total_cmp(&weight(a)))
                .then_with(|| a.key().cmp(&b.key()))
        });
        drafts.truncate(settings.most);
        Ok(drafts)
    }
}

/// The last days of a stream that is sorted by time; all of it when it is not.
fn window<'a>(stream: &'a [Noticed], settings: &Settings) -> &'a [Noticed] {
    let Some(newest) = stream.iter().map(|seen| seen.at.at).max() else { return stream };
    let begin = stream.iter().position(|seen| newest.days_since(seen.at.at) <= settings.window_days);
    &stream[begin.unwrap_or(0)..]
}

/// A pattern and how well it fits.
struct Found {
    draft: Draft,
    episodes: BTreeSet<usize>,
    lift: f64,
}

fn habits(all: &[Episode<'_>], settings: &Settings) -> Vec<Draft> {
    let mut found: Vec<Found> = conditions(all, settings)
        .into_iter()
        .filter_map(|condition| habit(all, condition, settings))
        .collect();
    // The best first: with a meaning, with more acts, that fits better, that says less about when.
    found.sort_by(|a, b| {
        let rank = |one: &Found| (!one.draft.meaning.is_empty(), one.draft.claims.len());
        rank(b)
            .cmp(&rank(a))
            .then_with(|| b.lift.total_cmp(&a.lift))
            .then_with(|| b.episodes.len().cmp(&a.episodes.len()))
            .then_with(|| a.draft.condition.parts().len().cmp(&b.draft.condition.parts().len()))
            .then_with(|| a.draft.condition.cmp(&b.draft.condition))
    });
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        // The same acts on the same drives need no second name.
        let said = kept.iter().any(|better| {
            one.draft.claims.iter().all(|act| better.draft.claims.contains(act))
                && one.episodes.intersection(&better.episodes).count() * 2 >= one.episodes.len()
        });
        if !said {
            kept.push(one);
        }
    }
    kept.into_iter().map(|one| one.draft).collect()
}

/// Always, every part that held on enough drives, and every pair of such parts.
fn conditions(all: &[Episode<'_>], settings: &Settings) -> Vec<Condition> {
    let mut counts: BTreeMap<&Part, usize> = BTreeMap::new();
    for part in all.iter().flat_map(|episode| &episode.parts) {
        *counts.entry(part).or_default() += 1;
    }
    let often: Vec<&Part> =
        counts.into_iter().filter(|(_, count)| *count >= settings.episodes).map(|(part, _)| part).collect();
    let mut conditions = vec![Condition::default()];
    for (at, part) in often.iter().enumerate() {
        conditions.push(Condition::of(vec![(*part).clone()]));
        for other in &often[at + 1..] {
            if std::mem::discriminant(*part) != std::mem::discriminant(*other) {
                conditions.push(Condition::of(vec![(*part).clone(), (*other).clone()]));
            }
        }
    }
    conditions
}

/// What is usually done under a condition, and clearly more often than otherwise.
fn habit(all: &[Episode<'_>], condition: Condition, settings: &Settings) -> Option<Found> {
    let holds = |episode: &Episode<'_>| condition.parts().iter().all(|part| episode.parts.contains(part));
    let (inside, outside): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|at| holds(&all[*at]));
    let mut counts: BTreeMap<&Act, usize> = BTreeMap::new();
    for at in &inside {
        for act in all[*at].acts.keys() {
            *counts.entry(act).or_default() += 1;
        }
    }
    let share = |count: usize, of: usize| if of == 0 { 0.0 } else { count as f64 / of as f64 };
    let mut weakest_lift = f64::INFINITY;
    let mut claims: Vec<Act> = Vec::new();
    for (act, count) in counts {
        // Without a condition only drives on which the property was touched say anything about its value.
        let asked =
            inside.iter().filter(|at| !condition.is_always() || all[**at].agrees(act).is_some()).count();
        let within = share(count, asked);
        let elsewhere = outside.iter().filter(|at| all[**at].acts.contains_key(act)).count();
        let lift = if outside.is_empty() { 1.0 } else { within / share(elsewhere, outside.len()).max(0.05) };
        let explains = condition.is_always() || (!outside.is_empty() && lift >= settings.lift);
        if count >= settings.episodes && within >= settings.share && explains {
            weakest_lift = weakest_lift.min(lift);
            claims.push(act.clone());
        }
    }
    let together: BTreeSet<usize> =
        inside.into_iter().filter(|at| claims.iter().all(|act| all[*at].acts.contains_key(act))).collect();
    if claims.is_empty() || together.len() < settings.episodes {
        return None;
    }
    let mut evidence: BTreeSet<ObservationId> = BTreeSet::new();
    let mut weight = Importance::default();
    for at in &together {
        for act in &claims {
            evidence.extend(all[*at].acts.get(act).into_iter().flatten());
        }
        for seen in &all[*at].seen {
            if evidence.contains(&seen.id) && importance::total(&seen.importance) > importance::total(&weight)
            {
                weight = seen.importance;
            }
        }
    }
    if evidence.len() < settings.evidence {
        return None;
    }
    let meaning = meaning::of(&claims, &condition).map(|meaning| meaning.word.to_owned()).unwrap_or_default();
    let draft = Draft {
        meaning,
        claims,
        condition,
        evidence: evidence.into_iter().collect(),
        class: MemoryClass::Preference,
        importance: weight,
    };
    Some(Found { draft, episodes: together, lift: weakest_lift })
}
