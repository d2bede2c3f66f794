//! What two deviations in a row suggest (MISSION S0-15, S0-49, S0-50; rules HB1 to HB8 in `docs/spec/habits.md`).
//!
//! [`infer`] looks at the drives between the same two places, in the order of time, the one just finished last. It
//! proposes, notes, reinforces or takes back; it never makes anything act: only the person's yes does.

use std::collections::HashSet;

use crate::{
    Deviation, EdgeKey, Moment, Preference, PreferenceId, PreferenceState, Scope, Strength, Target,
    TimeBucket, Trip, TripId,
};

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
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A finished drive and how it differed from the recommendation.
#[derive(Clone, Copy, Debug)]
pub struct Drive<'a> {
    /// The trip.
    pub trip: &'a Trip,
    /// From [`crate::deviation::diff`]; `None` when the driver followed the recommendation.
    pub deviation: Option<&'a Deviation>,
}

/// What the drives suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitCandidate {
    /// The stretch that the drives have in common.
    pub target: Target,
    /// Always [`Strength::Prefer`].
    pub strength: Strength,
    /// The part of the day, and the two places where they are remembered.
    pub scope: Scope,
    /// 0 to 1.
    pub confidence: f64,
    /// [`PreferenceState::Candidate`] or [`PreferenceState::Proposed`].
    pub state: PreferenceState,
    /// The trips that support it, oldest first.
    pub trips: Vec<TripId>,
    /// The road most of the stretch is on; may be empty.
    pub road: String,
    /// Whether most of it runs along water.
    pub waterside: bool,
    /// Mean seconds longer than the recommendation.
    pub mean_delta_s: f64,
    /// Mean metres longer than the recommendation.
    pub mean_delta_m: f64,
}

/// What a finished drive changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inference {
    /// To be stored: seen once (unusable) or often enough to ask about. At most one of them.
    pub habit: Option<HabitCandidate>,
    /// Stored candidates that this habit replaces, or that a drive on the default took back.
    pub drop: Vec<PreferenceId>,
    /// Waiting proposals that a drive on the default made less likely, with their new confidence.
    pub lower: Vec<(PreferenceId, f64)>,
    /// Preferences that the drive confirms once more: their `last_confirmed` becomes the drive's time (S0-38).
    pub refresh: Vec<PreferenceId>,
}

/// Looks at a finished drive in the light of those before it.
///
/// `drives` are in the order of time, the finished one last; those between other places are left out here.
/// `known` are the owner's preferences in any state.
pub fn infer(drives: &[Drive<'_>], known: &[Preference], settings: &Settings) -> Inference {
    let Some(last) = drives.last() else { return Inference::default() };
    let bucket = last.trip.departure.bucket();
    // A drive that was not adopted teaches nothing (S0-21); one around reported congestion says nothing about taste.
    let teaches = |drive: &Drive<'_>| {
        drive.trip.preferred && !drive.deviation.is_some_and(|deviation| deviation.is_congestion_alternative)
    };
    if !teaches(last) {
        return Inference::default();
    }
    match last.deviation {
        None => back_to_default(last.trip, bucket, known, settings),
        Some(deviation) => {
            let mut run: Vec<(&Trip, &Deviation)> = drives
                .iter()
                .rev()
                .filter(|drive| teaches(drive) && drive.trip.departure.bucket() == bucket)
                .filter(|drive| same_relation(drive.trip, last.trip, settings))
                .map_while(|drive| drive.deviation.map(|other| (drive.trip, other)))
                .take_while(|(_, other)| same_corridor(deviation, other, settings))
                .collect();
            run.reverse();
            deviated(&run, bucket, known, settings)
        }
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
    let clock = |moment: &Moment| {
        let lived = moment.zoned();
        i64::from(lived.hour()) * 60 + i64::from(lived.minute())
    };
    let mut usual: Vec<i64> = past
        .iter()
        .filter(|trip| trip.preferred && trip.departure.day_kind() == depart.day_kind())
        .map(|trip| clock(&trip.departure))
        .collect();
    usual.sort_unstable();
    if usual.len() < settings.drives_to_know_departure {
        return None;
    }
    let late = clock(depart) - usual.get(usual.len() / 2)?;
    (late > settings.late_after_minutes && late <= settings.late_until_minutes).then_some(late)
}

fn deviated(
    run: &[(&Trip, &Deviation)],
    bucket: TimeBucket,
    known: &[Preference],
    settings: &Settings,
) -> Inference {
    let Some((trip, deviation)) = run.last().copied() else { return Inference::default() };
    let here = Scope { bucket: Some(bucket), from: trip.start_place, to: trip.end_place, ..Scope::default() };
    let alike: Vec<&Preference> =
        known.iter().filter(|p| is_pattern(p, deviation, &here, settings)).collect();
    if alike.iter().any(|p| p.state == PreferenceState::Rejected) {
        return Inference::default();
    }
    let standing: Vec<PreferenceId> = alike
        .iter()
        .filter(|p| matches!(p.state, PreferenceState::Active | PreferenceState::Proposed))
        .map(|p| p.id)
        .collect();
    if !standing.is_empty() {
        return Inference { refresh: standing, ..Inference::default() };
    }
    let promoted = run.len() >= settings.drives_to_propose;
    let run = if promoted { run } else { &run[run.len() - 1..] };
    let mean = |of: fn(&Deviation) -> f64| run.iter().map(|(_, d)| of(d)).sum::<f64>() / run.len() as f64;
    let mut edges = deviation.taken.clone();
    for (_, other) in run {
        let theirs: HashSet<EdgeKey> = other.taken.iter().copied().collect();
        edges.retain(|edge| theirs.contains(edge));
    }
    let habit = HabitCandidate {
        target: if edges.is_empty() {
            Target::Road(deviation.road.clone())
        } else {
            Target::Section { label: deviation.road.clone(), edges }
        },
        strength: Strength::Prefer,
        scope: here,
        confidence: if promoted { settings.proposed_confidence } else { settings.candidate_confidence },
        state: if promoted { PreferenceState::Proposed } else { PreferenceState::Candidate },
        trips: run.iter().map(|(trip, _)| trip.id).collect(),
        road: deviation.road.clone(),
        waterside: run.iter().all(|(_, d)| d.waterside),
        mean_delta_s: mean(|d| d.delta_s),
        mean_delta_m: mean(|d| d.delta_m),
    };
    let drop = alike.iter().filter(|p| p.state == PreferenceState::Candidate).map(|p| p.id).collect();
    Inference { habit: Some(habit), drop, ..Inference::default() }
}

/// The recommendation was driven: candidates for this trip and time are taken back, waiting proposals get less likely.
fn back_to_default(trip: &Trip, bucket: TimeBucket, known: &[Preference], settings: &Settings) -> Inference {
    let mut inference = Inference::default();
    for preference in known {
        let scope = &preference.scope;
        let about_this = scope.bucket == Some(bucket)
            && (scope.from.is_none() || scope.from == trip.start_place)
            && (scope.to.is_none() || scope.to == trip.end_place);
        // The proposed way may by now be what is recommended: then this drive speaks for it, not against it.
        let drove_it = match &preference.target {
            Target::Section { edges, .. } => share(edges, &trip.edges) >= settings.same_corridor_share,
            Target::Feature(_) | Target::Road(_) | Target::Area { .. } => false,
        };
        match preference.state {
            _ if !about_this => {}
            PreferenceState::Active if drove_it => inference.refresh.push(preference.id),
            PreferenceState::Candidate if !drove_it => inference.drop.push(preference.id),
            PreferenceState::Proposed if !drove_it && !preference.user_edited => {
                let confidence = preference.confidence - settings.default_takes;
                if confidence < settings.candidate_confidence {
                    inference.drop.push(preference.id);
                } else {
                    inference.lower.push((preference.id, confidence));
                }
            }
            _ => {}
        }
    }
    inference
}

/// Whether a stored preference is about the way that was taken, at this time of day and between these places.
fn is_pattern(preference: &Preference, taken: &Deviation, here: &Scope, settings: &Settings) -> bool {
    let fits = |stored: Option<_>, now: Option<_>| stored.is_none() || stored == now;
    let same_way = match &preference.target {
        Target::Section { edges, .. } => share(edges, &taken.taken) >= settings.same_corridor_share,
        Target::Road(road) => {
            crate::precedence::fold_road_name(road) == crate::precedence::fold_road_name(&taken.road)
        }
        Target::Feature(_) | Target::Area { .. } => false,
    };
    same_way
        && !preference.strength.is_negative()
        && (preference.scope.bucket.is_none() || preference.scope.bucket == here.bucket)
        && fits(preference.scope.from, here.from)
        && fits(preference.scope.to, here.to)
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
