//! Why a route was chosen: reasons that cite causes and measured differences only (MISSION E-1 to E-9).
//!
//! The router is a closure: given which causes are switched on, it plans and returns what came out. [`explain`] asks
//! it for the plan without any cause, with one more cause at a time, and without each one. Differences are kept in whole milliseconds
//! and millimetres, so that the steps of a chain sum exactly to the whole.

use std::collections::HashMap;

use crate::{Adjustment, Cause, RouteId, Target};

/// What one plan came out as.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The first route.
    pub route: RouteId,
    /// Its seconds.
    pub duration_s: f64,
    /// Its metres.
    pub distance_m: f64,
}

/// A difference between two computed routes, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Milliseconds longer; negative when shorter.
    pub ms: i64,
    /// Millimetres longer; negative when shorter.
    pub mm: i64,
}

impl Effect {
    /// `to` minus `from`.
    pub fn between(from: &Measured, to: &Measured) -> Self {
        Self {
            ms: thousandths(to.duration_s) - thousandths(from.duration_s),
            mm: thousandths(to.distance_m) - thousandths(from.distance_m),
        }
    }

    /// Seconds.
    pub fn delta_s(self) -> f64 {
        self.ms as f64 / 1000.0
    }

    /// Metres.
    pub fn delta_m(self) -> f64 {
        self.mm as f64 / 1000.0
    }
}

impl std::ops::Add for Effect {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { ms: self.ms + other.ms, mm: self.mm + other.mm }
    }
}

/// What a cause did to the plan. Never merged into one claim (MISSION E-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReasonState {
    /// Could have acted, but something higher is about the same roads.
    Retrieved,
    /// Acted on the weights; the route would be the same without it.
    Applied,
    /// Without it, another route is chosen.
    Decisive,
}

/// One cause and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Who asked.
    pub cause: Cause,
    /// What it did.
    pub state: ReasonState,
    /// Reading "steps": what adding it cost, after everything before it in the list.
    pub step: Effect,
    /// Reading "without it": what the chosen route costs more than the plan without only this. Absent when the
    /// budget ran out or nothing could be planned without it.
    pub without: Option<Effect>,
    /// The plan without only this, when it is another route.
    pub without_route: Option<RouteId>,
    /// Index in [`Explanation::groups`] when only it together with others is decisive.
    pub group: Option<usize>,
}

/// Reasons of which each is enough: removing any one changes nothing, removing all does (MISSION E-9).
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Indices in [`Explanation::reasons`].
    pub members: Vec<usize>,
    /// What the chosen route costs more than the plan without all of them.
    pub without: Effect,
    /// The plan without all of them.
    pub without_route: RouteId,
}

/// A wish that the chosen route does not meet in full.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// Who asked.
    pub cause: Cause,
    /// About what.
    pub target: Target,
    /// Metres of the unwanted that remain; 0 for something wanted that is not on the route at all.
    pub metres: f64,
}

/// Why a route was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Wishes not met, said first (MISSION E-8).
    pub unmet: Vec<Unmet>,
    /// The plan without any cause: the fastest legal route.
    pub base: Measured,
    /// The plan with all.
    pub chosen: Measured,
    /// One per cause, in the order given.
    pub reasons: Vec<Reason>,
    /// Reasons of which each is enough.
    pub groups: Vec<Group>,
    /// The smallest set that holds every decisive reason and gives the chosen route: shown first (MISSION E-5).
    pub minimal: Vec<Cause>,
    /// How often the router was asked.
    pub evaluations: usize,
    /// Whether the budget sufficed; if not, some `without`, groups or a smaller `minimal` may be missing.
    pub complete: bool,
}

/// How much an explanation may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most plans to compute; asking for the same set again is free.
    pub max_evaluations: usize,
    /// Subsets are only searched among at most this many causes that are not decisive alone.
    pub max_subset_causes: usize,
}

impl Default for Limits {
    /// Enough for every subset of four causes, or a chain and a what-if of twelve and the parts of what only several decide.
    fn default() -> Self {
        Self { max_evaluations: 96, max_subset_causes: 6 }
    }
}

/// What is to be explained.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The causes that can be switched, in order: sentence, settings, memories
    /// ([`crate::precedence::Resolved::causes`]).
    pub causes: &'a [Cause],
    /// What acts when all are on ([`crate::precedence::Resolved::adjustments`]).
    pub acting: &'a [Adjustment],
    /// From [`unmet`].
    pub unmet: Vec<Unmet>,
    /// Budget.
    pub limits: Limits,
}

/// Metres below which something unwanted does not count as remaining: the start or end may simply lie there.
pub const UNMET_FROM_M: f64 = 20.0;

/// The wishes that a route does not meet, most metres first. `metres` tells how much of a target the route has.
pub fn unmet(acting: &[Adjustment], metres: impl Fn(&Target) -> f64) -> Vec<Unmet> {
    let mut unmet: Vec<Unmet> = acting
        .iter()
        .filter_map(|wish| {
            let has = metres(&wish.target);
            let missed = match wish.strength {
                strength if strength.is_negative() => has >= UNMET_FROM_M,
                // A permission asks for nothing.
                strength => strength.is_positive() && has <= 0.0,
            };
            missed.then(|| Unmet { cause: wish.cause.clone(), target: wish.target.clone(), metres: has })
        })
        .collect();
    unmet.sort_by(|a, b| b.metres.total_cmp(&a.metres));
    unmet
}

/// What is chosen, and no reason: for a line that is drawn while something is dragged.
pub fn unexplained(
    question: Question<'_>,
    mut evaluate: impl FnMut(&[bool]) -> Option<Measured>,
) -> Option<Explanation> {
    let chosen = evaluate(&vec![true; question.causes.len()])?;
    Some(Explanation {
        unmet: question.unmet,
        base: chosen.clone(),
        chosen,
        reasons: Vec::new(),
        groups: Vec::new(),
        minimal: Vec::new(),
        evaluations: 1,
        complete: false,
    })
}

/// Explains a plan. `evaluate` plans with the causes whose entry is true, and answers `None` when nothing can be
/// planned that way. `None` when not even the plan with all causes exists.
///
/// Asks for the whole, the base, each-without and each step: at most 2n + 1 plans; and for subsets only where
/// several causes are decisive together but not alone.
pub fn explain(
    question: Question<'_>,
    evaluate: impl FnMut(&[bool]) -> Option<Measured>,
) -> Option<Explanation> {
    let Question { causes, acting, unmet, limits } = question;
    let n = causes.len();
    let mut plans =
        Plans { evaluate, known: HashMap::new(), left: limits.max_evaluations.max(1), complete: true };
    let chosen = plans.with(vec![true; n])?;
    let base = plans.with(vec![false; n]).unwrap_or_else(|| chosen.clone());

    let mut reasons = Vec::with_capacity(n);
    let mut before = base.clone();
    for (index, cause) in causes.iter().enumerate() {
        let without = plans.with((0..n).map(|i| i != index).collect());
        let after = plans
            .with((0..n).map(|i| i <= index).collect())
            .unwrap_or_else(|| if index + 1 == n { chosen.clone() } else { before.clone() });
        let acts = *cause == Cause::Mode || acting.iter().any(|wish| wish.cause == *cause);
        let other = without.as_ref().filter(|plan| plan.route != chosen.route);
        reasons.push(Reason {
            cause: cause.clone(),
            state: match (other, acts) {
                (Some(_), _) => ReasonState::Decisive,
                (None, true) => ReasonState::Applied,
                (None, false) => ReasonState::Retrieved,
            },
            step: Effect::between(&before, &after),
            without: without.as_ref().map(|plan| Effect::between(plan, &chosen)),
            without_route: other.map(|plan| plan.route.clone()),
            group: None,
        });
        before = after;
    }

    let decisive: Vec<bool> = reasons.iter().map(|reason| reason.state == ReasonState::Decisive).collect();
    let minimal = smallest(&mut plans, &decisive, &chosen, limits.max_subset_causes);
    let groups = if minimal == decisive {
        Vec::new()
    } else {
        joint(&mut plans, &decisive, &chosen, limits.max_subset_causes)
    };
    for (index, group) in groups.iter().enumerate() {
        for member in &group.members {
            if let Some(reason) = reasons.get_mut(*member) {
                reason.group = Some(index);
            }
        }
    }
    Some(Explanation {
        unmet,
        base,
        chosen,
        reasons,
        groups,
        minimal: causes
            .iter()
            .zip(&minimal)
            .filter(|(_, is_in)| **is_in)
            .map(|(cause, _)| cause.clone())
            .collect(),
        evaluations: limits.max_evaluations.max(1) - plans.left,
        complete: plans.complete,
    })
}

/// The router behind a memory of what it answered and a budget.
struct Plans<F> {
    evaluate: F,
    known: HashMap<Vec<bool>, Option<Measured>>,
    left: usize,
    complete: bool,
}

impl<F: FnMut(&[bool]) -> Option<Measured>> Plans<F> {
    fn with(&mut self, on: Vec<bool>) -> Option<Measured> {
        if let Some(plan) = self.known.get(&on) {
            return plan.clone();
        }
        if self.left == 0 {
            self.complete = false;
            return None;
        }
        self.left -= 1;
        let plan = (self.evaluate)(&on);
        self.known.insert(on, plan.clone());
        plan
    }

    fn gives(&mut self, on: Vec<bool>, route: &RouteId) -> Option<bool> {
        self.with(on).map(|plan| plan.route == *route)
    }
}

/// The smallest set that holds all of `decisive` and gives the chosen route. A set without a decisive cause could by
/// chance give the same route, but would be no honest explanation: without that cause the plan is another one.
fn smallest<F: FnMut(&[bool]) -> Option<Measured>>(
    plans: &mut Plans<F>,
    decisive: &[bool],
    chosen: &Measured,
    max_subset_causes: usize,
) -> Vec<bool> {
    let others: Vec<usize> = (0..decisive.len()).filter(|i| !decisive[*i]).collect();
    let everything = vec![true; decisive.len()];
    if others.len() <= max_subset_causes {
        for subset in subsets_by_size(&others, 0) {
            let mut on = decisive.to_vec();
            subset.iter().for_each(|i| on[*i] = true);
            match plans.gives(on.clone(), &chosen.route) {
                Some(true) => return on,
                Some(false) => {}
                None if plans.complete => {}
                None => return everything,
            }
        }
        return everything;
    }
    // Too many to try all: drop one after another, lowest first, while the route stays the same.
    if plans.gives(decisive.to_vec(), &chosen.route) == Some(true) {
        return decisive.to_vec();
    }
    let mut on = everything;
    for index in others.into_iter().rev() {
        let mut fewer = on.clone();
        fewer[index] = false;
        if plans.gives(fewer.clone(), &chosen.route) == Some(true) {
            on = fewer;
        }
    }
    on
}

/// Disjoint smallest sets of non-decisive causes whose joint removal changes the route.
fn joint<F: FnMut(&[bool]) -> Option<Measured>>(
    plans: &mut Plans<F>,
    decisive: &[bool],
    chosen: &Measured,
    max_subset_causes: usize,
) -> Vec<Group> {
    let others: Vec<usize> = (0..decisive.len()).filter(|i| !decisive[*i]).collect();
    let mut groups: Vec<Group> = Vec::new();
    let candidates = if others.len() <= max_subset_causes {
        subsets_by_size(&others, 2)
    } else {
        // Too many to try all: from everything, one after another is let go, lowest first, while the rest still decides; and
        // again, because what could not go while others were there may go now.
        let mut members = others;
        loop {
            let before = members.len();
            for index in members.clone().into_iter().rev() {
                let fewer: Vec<usize> = members.iter().copied().filter(|member| *member != index).collect();
                let on = (0..decisive.len()).map(|i| !fewer.contains(&i)).collect();
                if fewer.len() > 1 && plans.gives(on, &chosen.route) == Some(false) {
                    members = fewer;
                }
            }
            if members.len() == before {
                break;
            }
        }
        // What is left is few enough to look for a smaller part of it.
        if members.len() <= max_subset_causes { subsets_by_size(&members, 2) } else { vec![members] }
    };
    for members in candidates {
        if groups.iter().any(|group| group.members.iter().any(|member| members.contains(member))) {
            continue;
        }
        let on = (0..decisive.len()).map(|i| !members.contains(&i)).collect();
        let Some(plan) = plans.with(on) else { continue };
        if plan.route != chosen.route {
            let without = Effect::between(&plan, chosen);
            groups.push(Group { members, without, without_route: plan.route });
        }
    }
    groups
}

/// All subsets of at least `from` members, smaller ones first, and among equals those with earlier members first.
fn subsets_by_size(items: &[usize], from: usize) -> Vec<Vec<usize>> {
    let mut subsets: Vec<Vec<usize>> = vec![Vec::new()];
    for item in items {
        let with: Vec<Vec<usize>> =
            subsets.iter().map(|subset| subset.iter().copied().chain([*item]).collect()).collect();
        subsets.extend(with);
    }
    subsets.retain(|subset| subset.len() >= from);
    subsets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    subsets
}

fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

#[cfg(test)]
mod tests;
