//! Which wishes act, which lost, and to what.
//!
//! Everything that may act on a plan has a [`Cause`]. [`resolve`] puts them in order: this sentence, settings,
//! stated memories, confirmed memories. Where two are about the same roads, the higher one acts (rules PR1 to PR8 in
//! `docs/spec/precedence.md`). What lost stays in [`Resolved::ranked`], because switching the winner off must
//! bring it back: then the route shown without a memory is the one that deleting the memory gives (MISSION E-6).

use std::cmp::Ordering;

use crate::{
    Adjustment, Cause, MemoryRef, Preference, PreferenceId, PreferenceState, Provenance, RoadFeature,
    Situation, Strength, Target, habit,
    intent::{IntentWish, RoutePreference},
};

/// A standing wish from the settings page.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The setting's key, for example `avoid_tolls`.
    pub key: String,
    /// About what.
    pub target: Target,
    /// How strongly.
    pub strength: Strength,
}

/// Why time matters more than taste on this trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hurry {
    /// The sentence says so (赶时间, "in a hurry").
    Said,
    /// The person leaves later than usual ([`habit::leaves_late`], MISSION S1-52): routes are weighed by time unless
    /// the sentence says otherwise; taste stays.
    LeavesLate {
        /// Whole minutes after the usual departure.
        minutes: i64,
    },
}

/// Everything that may want something of one plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Wishes of the sentence, in its order.
    pub wishes: &'a [IntentWish],
    /// The usual road, when the sentence asks for it: built from trips by the caller, each with its trip as cause.
    pub usual: &'a [Adjustment],
    /// How the sentence wants routes weighed.
    pub mode: Option<RoutePreference>,
    /// Whether time matters more than taste.
    pub hurry: Option<Hurry>,
    /// How the settings want routes weighed.
    pub default_mode: RoutePreference,
    /// Standing wishes, in the order of the settings page.
    pub settings: &'a [Setting],
    /// What was recalled, in any order and any state.
    pub memories: &'a [Preference],
    /// Which of them another of them replaced: the older, then the newer. The older one comes after the newer, whatever else
    /// speaks for it, and acts when the newer is switched off, as it does when the newer is deleted (MISSION E-6).
    pub replaced: &'a [(PreferenceId, PreferenceId)],
    /// Departure, weather and places, for scopes and validity.
    pub situation: &'a Situation,
}

/// What lost against what.
#[derive(Clone, Debug, PartialEq)]
pub struct Overruled {
    /// The loser.
    pub cause: Cause,
    /// The winner; absent when hurry overruled it.
    pub by: Option<Cause>,
    /// The rule that decided.
    pub why: Why,
}

/// The rule that decided between two wishes about the same roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The winner ranks higher: sentence, settings, stated, confirmed.
    HigherRank,
    /// Both rank the same and the winner was said or confirmed within the last days (MISSION S0-41).
    Newest,
    /// Both rank the same and the winner's scope says more.
    MoreSpecific,
    /// Both rank the same and the winner is surer after decay.
    Surer,
    /// Both want the same; the winner already does it.
    SaidAlready,
    /// The person is in a hurry, and the loser would cost time.
    Hurry,
}

/// Why a recalled memory was never in the running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotApplied {
    /// Nobody has confirmed it: it never changes a route (rule PR2).
    Unconfirmed,
    /// The person rejected it.
    Rejected,
    /// It is no longer, or not yet, valid.
    OutOfDate,
    /// It holds at another time, place or weather.
    OutOfScope,
}

/// What acts on a plan, and what does not.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// How routes are weighed.
    pub mode: RoutePreference,
    /// What acts, highest first: at most one wish for the same roads.
    pub adjustments: Vec<Adjustment>,
    /// What could act, highest first, losers included.
    pub ranked: Vec<Adjustment>,
    /// What was said against roads, and the later permission that lifts it: it does not act while that stands.
    pub lifted: Vec<(Cause, Cause)>,
    /// What lost, to what and why.
    pub overruled: Vec<Overruled>,
    /// Recalled memories that were never in the running.
    pub considered: Vec<(MemoryRef, NotApplied)>,
}

/// What one plan is computed with.
#[derive(Clone, Debug, PartialEq)]
pub struct Acting {
    /// How routes are weighed.
    pub mode: RoutePreference,
    /// The wishes, highest first, no two about the same roads.
    pub adjustments: Vec<Adjustment>,
}

impl Resolved {
    /// Every cause that can be switched off, highest first, each once. [`Cause::Mode`] stands first among those
    /// after the sentence's wishes, and only when routes are weighed otherwise than by time.
    pub fn causes(&self) -> Vec<Cause> {
        let (said, rest): (Vec<_>, Vec<_>) = self
            .ranked
            .iter()
            .map(|a| a.cause.clone())
            .partition(|cause| matches!(cause, Cause::Sentence(_)));
        let mode = (self.mode != RoutePreference::Fastest).then_some(Cause::Mode);
        let mut causes: Vec<Cause> = Vec::new();
        for cause in said.into_iter().chain(mode).chain(rest) {
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        causes
    }

    /// What acts when only these causes do; `on` runs beside [`Resolved::causes`], and a missing entry is off.
    pub fn acting(&self, on: &[bool]) -> Acting {
        let causes = self.causes();
        let is_on = |cause: &Cause| {
            causes.iter().position(|c| c == cause).and_then(|i| on.get(i)).copied().unwrap_or(false)
        };
        let mode = if is_on(&Cause::Mode) { self.mode } else { RoutePreference::Fastest };
        let standing = self.ranked.iter().filter(|a| is_on(&a.cause));
        Acting { mode, adjustments: in_force(&standing.collect::<Vec<_>>(), &self.lifted) }
    }

    /// What acts when this cause is switched off: the what-if of a reason's switch.
    pub fn without(&self, off: &Cause) -> Acting {
        let on: Vec<bool> = self.causes().iter().map(|cause| cause != off).collect();
        self.acting(&on)
    }
}

/// Decides what acts on one plan.
pub fn resolve(request: &Request<'_>) -> Resolved {
    let now = request.situation.depart.at;
    let mode = match (request.hurry, request.mode) {
        (Some(Hurry::Said), _) | (Some(Hurry::LeavesLate { .. }), None) => RoutePreference::Fastest,
        (_, mode) => mode.unwrap_or(request.default_mode),
    };
    let from_sentence = request.mode.is_some();
    let highway = Target::Feature(RoadFeature::Motorway);
    let mut ranked: Vec<Ranked<'_>> = Vec::new();
    ranked.extend(request.wishes.iter().enumerate().map(|(index, wish)| {
        Ranked::new(Rank::Sentence, Cause::Sentence(index), &wish.target, wish.strength)
    }));
    ranked.extend(
        request.usual.iter().map(|a| Ranked::new(Rank::Sentence, a.cause.clone(), &a.target, a.strength)),
    );
    if mode == RoutePreference::AvoidHighway {
        let rank = if from_sentence { Rank::Sentence } else { Rank::Setting };
        ranked.push(Ranked::new(rank, Cause::Mode, &highway, Strength::Avoid));
    }
    ranked.extend(
        request
            .settings
            .iter()
            .map(|s| Ranked::new(Rank::Setting, Cause::Setting(s.key.clone()), &s.target, s.strength)),
    );

    let mut considered = Vec::new();
    let mut overruled = Vec::new();
    let mut memories = Vec::new();
    for memory in request.memories {
        let id = MemoryRef::Preference(memory.id);
        let rank = match usable(memory, request) {
            Ok(rank) => rank,
            Err(why) => {
                considered.push((id, why));
                continue;
            }
        };
        let cause = Cause::Memory(id);
        if request.hurry == Some(Hurry::Said) && !memory.scope.hurry && costs_time_by_taste(memory.strength) {
            overruled.push(Overruled { cause, by: None, why: Why::Hurry });
            continue;
        }
        let said = Ranked::new(rank, cause, &memory.target, memory.strength);
        memories.push(Ranked { memory: Some(memory), ..said });
    }
    memories.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| by_merit(a, b, now).0));
    for (older, newer) in request.replaced {
        let at = |id: &PreferenceId| {
            memories.iter().position(|ranked| ranked.memory.is_some_and(|memory| memory.id == *id))
        };
        if let (Some(before), Some(heir)) = (at(older), at(newer))
            && before < heir
        {
            let ranked = memories.remove(before);
            memories.insert(heir, ranked);
        }
    }
    let lifted = lifted(&memories);
    ranked.extend(memories);

    let mut adjustments: Vec<Adjustment> = Vec::new();
    let mut winners: Vec<&Ranked<'_>> = Vec::new();
    for wish in &ranked {
        if let Some((cause, by)) = lifted.iter().find(|(no, _)| *no == wish.cause) {
            overruled.push(Overruled { cause: cause.clone(), by: Some(by.clone()), why: Why::Newest });
            continue;
        }
        let Some(winner) = winners
            .iter()
            .find(|winner| excludes((winner.target, winner.strength), (wish.target, wish.strength)))
        else {
            winners.push(wish);
            adjustments.push(wish.adjustment());
            continue;
        };
        let why = if winner.strength.is_negative() == wish.strength.is_negative() {
            Why::SaidAlready
        } else if winner.rank < wish.rank {
            Why::HigherRank
        } else {
            by_merit(winner, wish, now).1
        };
        overruled.push(Overruled { cause: wish.cause.clone(), by: Some(winner.cause.clone()), why });
    }
    let ranked = ranked.iter().map(Ranked::adjustment).collect();
    Resolved { mode, adjustments, ranked, lifted, overruled, considered }
}

/// Whether two targets are about the same roads: the same feature, the same name after folding, a shared
/// edge, or the same outline.
pub fn same_roads(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::Feature(a), Target::Feature(b)) => a == b,
        (Target::Road(a), Target::Road(b)) => fold_road_name(a) == fold_road_name(b),
        (Target::Section { edges: a, .. }, Target::Section { edges: b, .. }) => {
            a.iter().any(|edge| b.contains(edge))
        }
        (Target::Area { ring: a, .. }, Target::Area { ring: b, .. }) => a == b,
        _ => false,
    }
}

/// Whether a wish leaves nothing to do for a lower one: both are about the same roads, and they contradict each
/// other, or the lower one has no road that the higher one lacks. Two preferred stretches that only overlap both act.
fn excludes(winner: (&Target, Strength), wish: (&Target, Strength)) -> bool {
    let adds_roads = match (winner.0, wish.0) {
        (Target::Section { edges: has, .. }, Target::Section { edges: wants, .. }) => {
            wants.iter().any(|edge| !has.contains(edge))
        }
        _ => false,
    };
    if !same_roads(winner.0, wish.0) {
        return false;
    }
    match (winner.1, wish.1) {
        // A permission lifts a no, and is none against a liking.
        (Strength::Allow, other) => other.is_negative() || other == Strength::Allow,
        (one, other) => one.is_negative() != other.is_negative() || !adds_roads,
    }
}

/// A road name as it is compared: small letters, full-width forms narrowed, without spaces and hyphens.
pub fn fold_road_name(name: &str) -> String {
    name.chars()
        .map(crate::intent::narrow)
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}' | '·' | '.'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sentence,
    Setting,
    Stated,
    Confirmed,
}

struct Ranked<'a> {
    rank: Rank,
    cause: Cause,
    target: &'a Target,
    strength: Strength,
    memory: Option<&'a Preference>,
}

impl<'a> Ranked<'a> {
    fn new(rank: Rank, cause: Cause, target: &'a Target, strength: Strength) -> Self {
        Self { rank, cause, target, strength, memory: None }
    }

    fn adjustment(&self) -> Adjustment {
        Adjustment { cause: self.cause.clone(), target: self.target.clone(), strength: self.strength }
    }
}

/// The rank a memory acts with, or why it does not act.
fn usable(memory: &Preference, request: &Request<'_>) -> Result<Rank, NotApplied> {
    let situation = request.situation;
    match memory.state {
        PreferenceState::Rejected => return Err(NotApplied::Rejected),
        PreferenceState::Candidate | PreferenceState::Proposed => return Err(NotApplied::Unconfirmed),
        PreferenceState::Active => {}
    }
    let rank = match memory.provenance {
        Provenance::Inferred => return Err(NotApplied::Unconfirmed),
        Provenance::Stated | Provenance::Imported => Rank::Stated,
        Provenance::Confirmed => Rank::Confirmed,
    };
    if !memory.validity.holds_at(situation.depart.at) {
        return Err(NotApplied::OutOfDate);
    }
    if !memory.scope.holds_in(situation) || memory.scope.hurry && request.hurry.is_none() {
        return Err(NotApplied::OutOfScope);
    }
    Ok(rank)
}

/// Days within which the newest of two contradicting memories wins outright (MISSION S0-41).
const NEWEST_WINS_DAYS: f64 = 5.0;

/// Order of two memories of the same rank, and the rule that decided. `Less` means `a` goes first.
fn by_merit(a: &Ranked<'_>, b: &Ranked<'_>, now: crate::Timestamp) -> (Ordering, Why) {
    let (Some(a), Some(b)) = (a.memory, b.memory) else { return (Ordering::Equal, Why::HigherRank) };
    let fresh = |m: &Preference| now.days_since(m.last_confirmed) <= NEWEST_WINS_DAYS;
    let newest = b.last_confirmed.cmp(&a.last_confirmed);
    if (fresh(a) || fresh(b)) && newest != Ordering::Equal {
        return (newest, Why::Newest);
    }
    let specific = b.scope.specificity().cmp(&a.scope.specificity());
    if specific != Ordering::Equal {
        return (specific, Why::MoreSpecific);
    }
    let sureness = |m: &Preference| {
        m.confidence * habit::decay(now.days_since(m.last_confirmed), habit::Settings::DEFAULT.half_life_days)
    };
    let surer = sureness(b).total_cmp(&sureness(a));
    if surer != Ordering::Equal {
        return (surer, Why::Surer);
    }
    (newest.then(b.id.cmp(&a.id)), Why::Newest)
}

/// A permission speaks of what was said against the same roads before it, however narrow that was and however long ago. What is
/// said against them afterwards goes by the ordinary rules.
fn lifted(memories: &[Ranked<'_>]) -> Vec<(Cause, Cause)> {
    let said = |ranked: &Ranked<'_>| ranked.memory.map(|memory| memory.last_confirmed);
    let lifts = |no: &Ranked<'_>, by: &Ranked<'_>| {
        by.strength == Strength::Allow && same_roads(no.target, by.target) && said(no) < said(by)
    };
    let noes = memories.iter().filter(|ranked| ranked.strength.is_negative());
    noes.flat_map(|no| {
        memories.iter().filter(|by| lifts(no, by)).map(|by| (no.cause.clone(), by.cause.clone()))
    })
    .collect()
}

/// Whether a memory's wish is taste that a person in a hurry would drop. What they firmly avoid, they still avoid.
fn costs_time_by_taste(strength: Strength) -> bool {
    matches!(strength, Strength::Follow | Strength::Prefer | Strength::RatherNot)
}

/// The highest of every group of wishes about the same roads.
fn in_force(ranked: &[&Adjustment], lifted: &[(Cause, Cause)]) -> Vec<Adjustment> {
    let mut acting: Vec<Adjustment> = Vec::new();
    let stands = |cause: &Cause| ranked.iter().any(|wish| wish.cause == *cause);
    for wish in ranked {
        if lifted.iter().any(|(no, by)| *no == wish.cause && stands(by)) {
            continue;
        }
        let taken =
            |winner: &Adjustment| excludes((&winner.target, winner.strength), (&wish.target, wish.strength));
        if !acting.iter().any(taken) {
            acting.push((*wish).clone());
        }
    }
    acting
}

#[cfg(test)]
mod tests;
