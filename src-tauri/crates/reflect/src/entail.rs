//! Whether the evidence of an insight entails it (MISSION S1-35; rules EN1 to EN6 in `docs/spec/reflect.md`).
//!
//! The check knows nothing of how a draft was made: rules and language models go through the same one. Its search is its
//! own, too, so that a fault of the rules is not repeated here.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Noticed, ObservationId};

use crate::{
    condition::Circumstances,
    draft::Draft,
    episode::{Act, Episode, act_of, episodes, usual_numbers},
    meaning,
    rules::Settings,
    theme,
};

/// Why a draft is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rejection {
    /// It says nothing.
    Empty,
    /// Fewer pieces of evidence than needed.
    TooLittle,
    /// A piece of evidence that is not in the stream.
    NoSuchEvidence,
    /// A cited observation is about something else, or has another value.
    OtherThing,
    /// A cited observation was made under other circumstances.
    OtherCondition,
    /// Something that is claimed is cited by too few drives.
    Unsupported,
    /// The interpretation does not follow from the acts.
    DoesNotFollow,
    /// The stream holds about as much to the contrary.
    Contradicted,
}

impl Rejection {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLittle => "too_little",
            Self::NoSuchEvidence => "no_such_evidence",
            Self::OtherThing => "other_thing",
            Self::OtherCondition => "other_condition",
            Self::Unsupported => "unsupported",
            Self::DoesNotFollow => "does_not_follow",
            Self::Contradicted => "contradicted",
        }
    }
}

/// Checks a draft against the stream it was made of.
///
/// # Errors
/// The first reason for which the evidence does not entail it.
pub fn check(draft: &Draft, stream: &[Noticed], settings: &Settings) -> Result<(), Rejection> {
    if draft.claims.is_empty() {
        return Err(Rejection::Empty);
    }
    let cited: BTreeSet<ObservationId> = draft.evidence.iter().copied().collect();
    if cited.len() < settings.evidence.max(2) {
        return Err(Rejection::TooLittle);
    }
    let by_id: BTreeMap<ObservationId, &Noticed> = stream.iter().map(|seen| (seen.id, seen)).collect();
    let themed = draft.claims.iter().all(|act| act.attribute.starts_with("theme."));
    let usual = usual_numbers(stream);
    for id in &cited {
        let seen = by_id.get(id).ok_or(Rejection::NoSuchEvidence)?;
        if !draft.condition.holds_in(&Circumstances::of(seen)) {
            return Err(Rejection::OtherCondition);
        }
        let same_thing = if themed {
            theme::said(seen).iter().any(|(theme, _)| draft.claims.iter().any(|act| act.attribute == *theme))
        } else {
            act_of(seen, &usual).is_some_and(|act| draft.claims.contains(&act))
        };
        if !same_thing {
            return Err(Rejection::OtherThing);
        }
    }
    if !draft.meaning.is_empty() {
        let known = meaning::by_word(&draft.meaning).ok_or(Rejection::DoesNotFollow)?;
        if !meaning::entails(known, &draft.claims, &draft.condition) {
            return Err(Rejection::DoesNotFollow);
        }
    }
    if themed {
        return both_ends(draft, &cited, &by_id);
    }
    let all = episodes(stream);
    draft.claims.iter().try_for_each(|claim| supported(claim, draft, &cited, &all, settings))
}

/// A merged preference needs praise and complaint.
fn both_ends(
    draft: &Draft,
    cited: &BTreeSet<ObservationId>,
    by_id: &BTreeMap<ObservationId, &Noticed>,
) -> Result<(), Rejection> {
    for claim in &draft.claims {
        let ends: Vec<theme::Said> = cited
            .iter()
            .filter_map(|id| by_id.get(id))
            .flat_map(|seen| theme::said(seen))
            .filter(|(theme, _)| *theme == claim.attribute)
            .map(|(_, how)| how)
            .collect();
        if !(ends.contains(&theme::Said::Praise) && ends.contains(&theme::Said::Complaint)) {
            return Err(Rejection::Unsupported);
        }
    }
    Ok(())
}

/// One claim: cited on enough drives, and not gainsaid by as many under the same condition.
fn supported(
    claim: &Act,
    draft: &Draft,
    cited: &BTreeSet<ObservationId>,
    all: &[Episode<'_>],
    settings: &Settings,
) -> Result<(), Rejection> {
    let under: Vec<&Episode<'_>> = all.iter().filter(|episode| episode.holds(&draft.condition)).collect();
    let citing = under
        .iter()
        .filter(|episode| episode.acts.get(claim).is_some_and(|ids| ids.iter().any(|id| cited.contains(id))))
        .count();
    let needed = if draft.condition.is_always() { settings.evidence.max(2) } else { settings.episodes };
    if citing < needed {
        return Err(Rejection::Unsupported);
    }
    let against = under.iter().filter(|episode| episode.agrees(claim) == Some(false)).count();
    if against * 2 > citing + against { Err(Rejection::Contradicted) } else { Ok(()) }
}
