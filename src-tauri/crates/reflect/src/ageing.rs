//! What a memory weighs as it ages, and what will happen to it and when (rules AG1 to AG8 in `docs/spec/reflect.md`).
//!
//! Everything is a function of the row, the policy and the time. The list of what will be forgotten and the forgetting
//! itself come from the same [`dues`], so the one cannot differ from the other, and nothing is left to chance (MISSION X7).

use domain::Timestamp;

use crate::{
    energy,
    life::{LAPSE_LEAVES, VALID_DAYS},
    policy::{Aged, Forget, Policy},
};

/// Of a row, what ageing looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aging {
    /// Which type.
    pub aged: Aged,
    /// When it was written down.
    pub created: Timestamp,
    /// Last time behaviour or the person confirmed it.
    pub last_confirmed: Timestamp,
    /// Last time an answer that used it was accepted.
    pub last_used: Option<Timestamp>,
    /// How often.
    pub uses: u32,
    /// Until when it is true.
    pub valid_to: Option<Timestamp>,
    /// Its energy when it was last used, confirmed or written.
    pub energy: f64,
    /// A person wrote, edited or confirmed it: the machine may ask, but neither archives nor deletes it (F-7).
    pub persons: bool,
    /// When the talk or trip that it belongs to ended.
    pub session_ended: Option<Timestamp>,
    /// When it was archived.
    pub archived: Option<Timestamp>,
}

/// By which rule something happens to a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Its talk or trip ended.
    SessionEnded,
    /// It is no longer true.
    Expired,
    /// An insight that nothing verified in time.
    Unverified,
    /// Not used for a while.
    Unused,
    /// Too little energy.
    Tired,
}

impl Rule {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::SessionEnded => "session_ended",
            Self::Expired => "expired",
            Self::Unverified => "unverified",
            Self::Unused => "unused",
            Self::Tired => "tired",
        }
    }
}

/// What happens. Greater is further gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It weighs less.
    Lowered,
    /// It is not used any more, and stays readable.
    Ends,
    /// It is put aside, and can be brought back.
    Archived,
    /// The person is asked whether to forget it.
    Proposed,
    /// It is deleted, undoably.
    Deleted,
}

impl Fate {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lowered => "lowered",
            Self::Ends => "ends",
            Self::Archived => "archived",
            Self::Proposed => "proposed",
            Self::Deleted => "deleted",
        }
    }
}

/// One thing that will happen, if nothing changes until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// From this instant on.
    pub at: Timestamp,
    /// What.
    pub fate: Fate,
    /// Why.
    pub rule: Rule,
}

/// What a memory weighs, in parts of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// By the curve of its type.
    pub fade: f64,
    /// By the step of tier two; 1 before it.
    pub step: f64,
    /// By its end: 0 for what is no longer true, half for an unverified insight, else 1.
    pub end: f64,
}

impl Weight {
    /// All parts together.
    pub fn total(&self) -> f64 {
        self.fade * self.step * self.end
    }
}

impl Aging {
    /// Last time that anything spoke for it.
    pub fn touched(&self) -> Timestamp {
        let used = self.last_used.unwrap_or(self.created);
        self.created.max(self.last_confirmed).max(used)
    }

    /// From when on an insight weighs less because nothing verified it; what a person confirmed needs no verifying.
    fn unverified_from(&self) -> Option<Timestamp> {
        let insight = self.aged == Aged::Insight && !self.persons;
        insight.then(|| after_days(self.last_confirmed, VALID_DAYS as f64))
    }
}

/// What it weighs at an instant.
pub fn weight(one: &Aging, policy: &Policy, now: Timestamp) -> Weight {
    let days = now.days_since(one.touched());
    let unverified = one.unverified_from().is_some_and(|from| from <= now);
    let end = match (one.valid_to.is_some_and(|end| end <= now), unverified) {
        (true, _) => 0.0,
        (false, true) => LAPSE_LEAVES,
        (false, false) => 1.0,
    };
    let lowered = policy.lower_after_days.is_some_and(|after| now >= after_days(one.touched(), after));
    Weight { fade: policy.curve.at(days, one.uses), step: if lowered { policy.lower_to } else { 1.0 }, end }
}

/// Everything that will happen to it, in order. What a person wrote is never archived or deleted by a rule, only asked
/// about; an end that the person gave it themselves holds all the same.
pub fn dues(one: &Aging, policy: &Policy) -> Vec<Due> {
    let mut dues = Vec::new();
    let mut due = |at: Timestamp, fate: Fate, rule: Rule| dues.push(Due { at, fate, rule });
    if let Some(ended) = one.session_ended.filter(|_| policy.ends_with_session) {
        due(ended, Fate::Deleted, Rule::SessionEnded);
    }
    if let Some(from) = one.unverified_from() {
        due(from, Fate::Lowered, Rule::Unverified);
    }
    if let Some(end) = one.valid_to {
        due(end, Fate::Ends, Rule::Expired);
    }
    let touched = one.touched();
    if let Some(days) = policy.lower_after_days.filter(|_| policy.lower_to < 1.0) {
        due(after_days(touched, days), Fate::Lowered, Rule::Unused);
    }
    let forgets = match (policy.forget, one.persons) {
        (Forget::Keep, _) => None,
        (Forget::Delete, false) => Some(Fate::Deleted),
        (Forget::Propose, _) | (Forget::Delete, true) => Some(Fate::Proposed),
    };
    if let (Some(days), Some(fate)) = (policy.forget_after_days, forgets) {
        // What has an end is unused from then on: a plan for next month is not forgotten this month.
        let from = one.valid_to.map_or(touched, |end| touched.max(end));
        due(after_days(from, days), fate, Rule::Unused);
    }
    if !one.persons && one.archived.is_none() {
        let at = energy::falls_under(policy.archive_under, one.energy, touched, policy.energy_half_life_days);
        if let Some(at) = at {
            due(at, Fate::Archived, Rule::Tired);
        }
    }
    dues.sort_by_key(|due| (due.at, due.fate, due.rule));
    dues
}

/// What has happened to it by now: the furthest of what is due; `None` while nothing is.
pub fn fate(one: &Aging, policy: &Policy, now: Timestamp) -> Option<Due> {
    dues(one, policy).into_iter().filter(|due| due.at <= now).max_by_key(|due| (due.fate, due.rule))
}

/// An instant a number of days later. Days are 86,400 seconds of UTC: neither a change of the clock nor of the zone makes
/// one longer.
pub fn after_days(from: Timestamp, days: f64) -> Timestamp {
    // Saturates: a float becomes the nearest integer there is.
    Timestamp(from.0.saturating_add((days * 86_400.0).ceil() as i64))
}
