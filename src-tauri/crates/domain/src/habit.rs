//! What drives add up to (MISSION S0-15, S0-49, S0-50; rules HB1 and following in `docs/spec/habits.md`).
//!
//! [`conclude`] looks at the drives between the same two places. It is a function of those drives and of what the person
//! holds, and of nothing that was concluded before: looking again after a drive is erased gives what would have been
//! concluded without it. It never makes anything act: only the person's yes does.

mod conclude;
mod going;
mod replay;

use std::collections::HashSet;

use crate::{Deviation, EdgeKey, Moment, Trip};

pub use conclude::{Drive, Habit, conclude};
pub use going::{Departure, Entrance, entrance, no_longer_goes, usual_departure};

/// The constants of learning, each with its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Consecutive deviations that make a proposal (MISSION S0-49: two).
    pub drives_to_propose: usize,
    /// Confidence of a proposal (MISSION S0-23: 0.7).
    pub proposed_confidence: f64,
    /// Confidence of a candidate: half of a proposal's, as it has half of the evidence.
    pub candidate_confidence: f64,
    /// Share of the shorter deviation's edges that two must have in common to be the same corridor (ours: half,
    /// so that a detour of tens of metres at either end does not hide a habit).
    pub same_corridor_share: f64,
    /// Metres within which two starts or ends without a remembered place are the same (ours: a large parking lot).
    pub same_place_m: f64,
    /// Part of the remaining doubt that a yes removes: 0.7 becomes 0.9 (MISSION S0-23).
    pub yes_removes: f64,
    /// What going back to the default takes from a waiting proposal (MISSION S0-50); under
    /// `candidate_confidence` it is taken back.
    pub default_takes: f64,
    /// Drives at the same kind of day that show when the person usually leaves (ours: three).
    pub drives_to_know_departure: usize,
    /// Minutes after the usual departure from which on the person leaves late (MISSION S1-52: ten).
    pub late_after_minutes: i64,
    /// Consecutive drives on another way after which a habit is not one any more (issue 5: a change of habit is followed
    /// within two trips).
    pub drives_to_change: usize,
    /// Share of the drives outside a condition that may go the same way before it is no condition (ours: a quarter).
    pub outside_share: f64,
    /// Drives that are looked back on for a condition (ours: two weeks and a half of workdays).
    pub condition_window: usize,
    /// Times in a row that a place was not gone to, though it was suggested, after which it is not suggested any more
    /// (MISSION S1-03: five).
    pub avoided_to_stop: usize,
    /// Drives in a row that end at the same entrance of a place before it is where one arrives (MISSION S0-03: two).
    pub arrivals_to_know_entrance: usize,
    /// Metres within which two ends are the same entrance (ours: twice the error of a phone).
    pub same_entrance_m: f64,
    /// What every further trip leaves of the doubt (ours: slow enough that five trips stay under a person's yes).
    pub doubt_left_by_support: f64,
    /// Minutes after which it is rather another kind of trip than a late one (ours: an hour).
    pub late_until_minutes: i64,
    /// Days in which an unconfirmed weight halves (MISSION S0-37: 30).
    pub half_life_days: f64,
}

impl Settings {
    /// What the app uses.
    pub const DEFAULT: Self = Self {
        drives_to_propose: 2,
        proposed_confidence: 0.7,
        candidate_confidence: 0.35,
        same_corridor_share: 0.5,
        same_place_m: 300.0,
        yes_removes: 2.0 / 3.0,
        default_takes: 0.2,
        drives_to_know_departure: 3,
        late_after_minutes: 10,
        late_until_minutes: 60,
        half_life_days: 30.0,
        drives_to_change: 2,
        outside_share: 0.25,
        condition_window: 12,
        avoided_to_stop: 5,
        arrivals_to_know_entrance: 2,
        same_entrance_m: 40.0,
        doubt_left_by_support: 0.8,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether two trips lead between the same two places: by remembered place where both know it, else by distance.
pub fn same_relation(a: &Trip, b: &Trip, settings: &Settings) -> bool {
    let same = |a_place: Option<_>, b_place: Option<_>, a_at: crate::LonLat, b_at: crate::LonLat| match (
        a_place, b_place,
    ) {
        (Some(a), Some(b)) => a == b,
        _ => a_at.distance_m(b_at) <= settings.same_place_m,
    };
    same(a.start_place, b.start_place, a.start, b.start) && same(a.end_place, b.end_place, a.end, b.end)
}

/// Whether two deviations took the same way: enough edges in common, or, where edges are unknown, the same road.
pub fn same_corridor(a: &Deviation, b: &Deviation, settings: &Settings) -> bool {
    share(&a.taken, &b.taken) >= settings.same_corridor_share
        || ((a.taken.is_empty() || b.taken.is_empty()) && !a.road.is_empty() && a.road == b.road)
}

/// Whether two stretches are the same way.
pub fn same_stretch(a: &[EdgeKey], b: &[EdgeKey], settings: &Settings) -> bool {
    share(a, b) >= settings.same_corridor_share
}

/// How much two ways have in common, 0 to 1: the edges they share over those of both. Unlike [`same_stretch`] a short way
/// is not like a long one that it is a part of.
pub fn likeness(a: &[EdgeKey], b: &[EdgeKey]) -> f64 {
    let a: HashSet<EdgeKey> = a.iter().copied().collect();
    let b: HashSet<EdgeKey> = b.iter().copied().collect();
    let either = a.union(&b).count();
    if either == 0 { 0.0 } else { a.intersection(&b).count() as f64 / either as f64 }
}

/// How sure a habit is that so many trips support and so many contradict. A function of the evidence and nothing else, so
/// that erasing a trip gives the value of a store that never saw it (F-6).
pub fn confidence(supporting: usize, contradicting: usize, settings: &Settings) -> f64 {
    let base = match supporting {
        0 => 0.0,
        1 => settings.candidate_confidence,
        n => {
            let further = i32::try_from(n.min(1_000)).unwrap_or(1_000) - 2;
            1.0 - (1.0 - settings.proposed_confidence) * settings.doubt_left_by_support.powi(further)
        }
    };
    (base - settings.default_takes * contradicting as f64).clamp(0.0, 1.0)
}

/// What is left of a weight after so many days: 0.5 to the power of age over half-life (MISSION S0-37). An age
/// below zero counts as zero: clocks go back.
pub fn decay(age_days: f64, half_life_days: f64) -> f64 {
    0.5_f64.powf(age_days.max(0.0) / half_life_days)
}

/// Confidence after the person said yes.
pub fn after_yes(confidence: f64, settings: &Settings) -> f64 {
    (confidence + (1.0 - confidence) * settings.yes_removes).clamp(0.0, 1.0)
}

/// Confidence after the person said no: none. The pattern is kept as rejected so that it is not proposed again.
pub fn after_no() -> f64 {
    0.0
}

/// Minutes by which this departure is later than the usual one, when it is late (MISSION S1-52).
///
/// `past` are drives between the same two places. The usual departure is the median clock time of those on the same
/// kind of day; clock times are compared as they were lived, so a change to summer time does not make anyone late.
pub fn leaves_late(depart: &Moment, past: &[&Trip], settings: &Settings) -> Option<i64> {
    let usual = usual_departure(past, depart.day_kind(), settings)?;
    let late = going::minute_of_day(depart) - usual.minute;
    (late > settings.late_after_minutes && late <= settings.late_until_minutes).then_some(late)
}

/// Common edges over the shorter list's length; 0 when either is empty.
fn share(a: &[EdgeKey], b: &[EdgeKey]) -> f64 {
    let a: HashSet<EdgeKey> = a.iter().copied().collect();
    let b: HashSet<EdgeKey> = b.iter().copied().collect();
    let shorter = a.len().min(b.len());
    if shorter == 0 { 0.0 } else { a.intersection(&b).count() as f64 / shorter as f64 }
}

#[cfg(test)]
mod tests;
