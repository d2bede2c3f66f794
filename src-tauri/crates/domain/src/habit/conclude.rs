//! From drives to habits: between two places, per part of the day, and on which days or in which weather.

use super::{
    Settings,
    replay::{Track, replay},
    same_corridor, same_relation, share,
};
use crate::{
    Circumstances, DayKind, Deviation, Nature, Observation, ObservationKind, PlaceId, Preference,
    PreferenceState, Scope, Strength, Target, TimeBucket, Timestamp, Trip, TripId, Weather,
};

/// A finished drive as inference sees it.
#[derive(Clone, Copy, Debug)]
pub struct Drive<'a> {
    /// The trip.
    pub trip: &'a Trip,
    /// How it differs from the plain way; `None` when it is the plain way. See [`Observation::apart`].
    pub apart: Option<&'a Deviation>,
    /// How it differs from what was recommended; `None` when that was followed.
    pub left: Option<&'a Deviation>,
    /// What it was like.
    pub circumstances: &'a Circumstances,
    /// Whether the person said that it was only for that time.
    pub once: bool,
}

impl<'a> Drive<'a> {
    /// A trip and what was noticed on it.
    pub fn of(trip: &'a Trip, seen: &'a Observation, once: bool) -> Self {
        let left = match &seen.kind {
            ObservationKind::Deviated(deviation) => Some(deviation),
            ObservationKind::Followed => None,
        };
        Self { trip, apart: seen.apart(), left, circumstances: &seen.circumstances, once }
    }

    /// Whether it says anything about what the person likes: they adopted it, meant it, and nothing stood in the way (rules
    /// HB5, HB11, HB12).
    pub fn teaches(&self) -> bool {
        let chosen = |deviation: &Deviation| {
            deviation.nature == Nature::Choice && !deviation.is_congestion_alternative
        };
        self.trip.preferred && !self.once && self.apart.is_none_or(chosen) && self.left.is_none_or(chosen)
    }

    fn began(&self) -> Timestamp {
        self.trip.departure.at
    }
}

/// What drives add up to.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// The stretch that the drives have in common.
    pub target: Target,
    /// Always [`Strength::Prefer`].
    pub strength: Strength,
    /// The part of the day, the days and the weather where these matter, and the two places where they are remembered.
    pub scope: Scope,
    /// 0 to 1, from the numbers of `trips` and `against` alone.
    pub confidence: f64,
    /// [`PreferenceState::Candidate`] or [`PreferenceState::Proposed`].
    pub state: PreferenceState,
    /// The trips that support it, oldest first.
    pub trips: Vec<TripId>,
    /// The trips since it was concluded that went another way.
    pub against: Vec<TripId>,
    /// When it was concluded: the departure of the trip that made it what it is.
    pub since: Timestamp,
    /// The departure of the last trip that supports it.
    pub last: Timestamp,
    /// The road most of the stretch is on; may be empty.
    pub road: String,
    /// Whether most of it runs along water.
    pub waterside: bool,
    /// Mean seconds longer than the plain way.
    pub mean_delta_s: f64,
    /// Mean metres longer than the plain way.
    pub mean_delta_m: f64,
}

/// When a way is taken, within a part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    Days(DayKind),
    Weather(Weather),
}

impl When {
    fn holds(self, drive: &Drive<'_>) -> bool {
        match self {
            Self::Always => true,
            Self::Days(days) => drive.trip.departure.day_kind() == days,
            Self::Weather(weather) => drive.circumstances.weather == Some(weather),
        }
    }

    /// Weather that makes a difference by itself: what was only ever done in it was done because of it.
    fn stands_out(self) -> bool {
        matches!(self, Self::Weather(Weather::Rain | Weather::Snow | Weather::Fog))
    }
}

/// What these drives add up to. They are in the order of time; those that lead elsewhere than the last one are left out.
/// `held` are the person's own habits, for what takes their place.
pub fn conclude(drives: &[Drive<'_>], held: &[&Preference], settings: &Settings) -> Vec<Habit> {
    let Some(last) = drives.last() else { return Vec::new() };
    let here: Vec<&Drive<'_>> =
        drives.iter().filter(|drive| same_relation(drive.trip, last.trip, settings)).collect();
    let here: Vec<&Drive<'_>> = here
        .iter()
        .copied()
        .filter(|drive| drive.teaches() || is_no_accident(drive, &here, settings))
        .collect();
    let mut habits = Vec::new();
    for bucket in TimeBucket::ALL {
        let then = here.iter().copied().filter(|drive| drive.trip.departure.bucket() == bucket);
        let (hurried, then): (Vec<&Drive<'_>>, Vec<&Drive<'_>>) =
            then.partition(|drive| drive.circumstances.hurry);
        let scope = Scope {
            bucket: Some(bucket),
            from: last.trip.start_place,
            to: last.trip.end_place,
            ..Scope::default()
        };
        habits
            .extend(ways(&then, settings).iter().map(|(when, track)| habit(*when, track, &scope, settings)));
        habits.extend(held.iter().filter_map(|held| given_up(&then, held, &scope, settings)));
        // What one drives when time is short says nothing about other days, nor they about it.
        let scope = Scope { hurry: true, ..scope };
        let in_a_hurry = replay(&hurried, settings).into_iter().filter(|track| track.since.is_some());
        habits.extend(in_a_hurry.map(|track| habit(When::Always, &track, &scope, settings)));
    }
    habits
}

/// Whether what looks like a missed exit was driven like that another time: then it is how the person drives (HB11).
fn is_no_accident(drive: &Drive<'_>, all: &[&Drive<'_>], settings: &Settings) -> bool {
    let missed = |drive: &Drive<'_>| {
        let looks =
            |it: &Deviation| it.nature == Nature::MissedExit && !it.told && !it.is_congestion_alternative;
        drive.trip.preferred && !drive.once && drive.apart.is_some_and(looks) && drive.left.is_none_or(looks)
    };
    let same = |a: &Drive<'_>, b: &Drive<'_>| match (a.apart, b.apart) {
        (Some(a), Some(b)) => same_corridor(a, b, settings),
        _ => false,
    };
    missed(drive)
        && all.iter().any(|other| other.trip.id != drive.trip.id && missed(other) && same(drive, other))
}

/// The ways that are taken, each under the condition that fits it best.
fn ways<'d, 'a>(drives: &[&'d Drive<'a>], settings: &Settings) -> Vec<(When, Track<'d, 'a>)> {
    let mut found: Vec<(When, Track<'d, 'a>)> = Vec::new();
    let always = replay(drives, settings);
    for when in conditions(drives) {
        let within: Vec<&Drive<'_>> = drives.iter().copied().filter(|drive| when.holds(drive)).collect();
        for track in replay(&within, settings).into_iter().filter(|track| track.since.is_some()) {
            let known = found
                .iter()
                .any(|(_, other)| share(&other.core, &track.core) >= settings.same_corridor_share);
            if !known && matters(when, &track, drives, &always, settings) {
                found.push((when, track));
            }
        }
    }
    for track in always {
        let known = found.iter().any(|(_, other)| {
            share(&other.core, &track.core) >= settings.same_corridor_share
                || (other.core.is_empty() && other.road == track.road)
        });
        if !known {
            found.push((When::Always, track));
        }
    }
    found
}

/// Conditions that could tell these drives apart.
fn conditions(drives: &[&Drive<'_>]) -> Vec<When> {
    let weathers = [Weather::Rain, Weather::Snow, Weather::Fog, Weather::Clear].map(When::Weather);
    let days = [DayKind::Workday, DayKind::Weekend].map(When::Days);
    weathers.into_iter().chain(days).filter(|when| drives.iter().any(|drive| when.holds(drive))).collect()
}

/// Whether a way is taken because of this condition: outside of it, it is not (rule HB9).
fn matters(
    when: When,
    track: &Track<'_, '_>,
    drives: &[&Drive<'_>],
    always: &[Track<'_, '_>],
    settings: &Settings,
) -> bool {
    let outside: Vec<bool> = drives
        .iter()
        .rev()
        .filter(|drive| !when.holds(drive))
        .take(settings.condition_window)
        .map(|drive| track.is_way_of(drive, settings))
        .collect();
    let so_often = outside.iter().filter(|same| **same).count();
    if when.stands_out() && so_often == 0 {
        return true;
    }
    let seldom = so_often as f64 <= settings.outside_share * outside.len() as f64;
    // A way that is no habit without the condition, and was taken twice in a row under it now, needs one such drive.
    let anyway = always.iter().any(|other| {
        other.since.is_some() && share(&other.core, &track.core) >= settings.same_corridor_share
    });
    let needed = if !anyway && track.is_fresh(settings) { 1 } else { settings.drives_to_change };
    let lately_not = outside.len() >= needed && !outside.iter().take(needed).any(|same| *same);
    seldom && lately_not
}

fn habit(when: When, track: &Track<'_, '_>, scope: &Scope, settings: &Settings) -> Habit {
    let deviations: Vec<&Deviation> = track.supports.iter().filter_map(|drive| drive.apart).collect();
    let mean = |of: fn(&Deviation) -> f64| {
        deviations.iter().map(|deviation| of(deviation)).sum::<f64>() / deviations.len().max(1) as f64
    };
    let scope = match when {
        When::Always => scope.clone(),
        When::Days(days) => Scope { days: Some(days), ..scope.clone() },
        When::Weather(weather) => Scope { weather: Some(weather), ..scope.clone() },
    };
    let ids = |drives: &[&Drive<'_>]| drives.iter().map(|drive| drive.trip.id).collect::<Vec<TripId>>();
    let since = track.since.or(track.supports.first().copied());
    let began = |drive: Option<&&Drive<'_>>| drive.map_or(Timestamp(0), |drive| drive.began());
    Habit {
        target: if track.core.is_empty() {
            Target::Road(track.road.to_owned())
        } else {
            Target::Section { label: track.road.to_owned(), edges: track.core.clone() }
        },
        strength: Strength::Prefer,
        scope,
        confidence: super::confidence(track.supports.len(), track.against.len(), settings),
        state: if track.since.is_some() { PreferenceState::Proposed } else { PreferenceState::Candidate },
        trips: ids(&track.supports),
        against: ids(&track.against),
        since: began(since.as_ref()),
        last: began(track.supports.last()),
        road: track.road.to_owned(),
        waterside: deviations.iter().all(|deviation| deviation.waterside),
        mean_delta_s: mean(|deviation| deviation.delta_s),
        mean_delta_m: mean(|deviation| deviation.delta_m),
    }
}

/// The person's habit was left for the plain way so often in a row that it is none any more: what they do instead (HB13).
fn given_up(drives: &[&Drive<'_>], held: &Preference, scope: &Scope, settings: &Settings) -> Option<Habit> {
    let ends = |of: &Scope| -> (Option<PlaceId>, Option<PlaceId>) { (of.from, of.to) };
    let Target::Section { edges: way, .. } = &held.target else { return None };
    let elsewhere = held.scope.bucket != scope.bucket || ends(&held.scope) != ends(scope);
    if held.strength.is_negative() || held.scope.hurry || elsewhere {
        return None;
    }
    let then = drives.iter().copied().filter(|drive| {
        held.scope.days.is_none_or(|days| days == drive.trip.departure.day_kind())
            && held.scope.weather.is_none_or(|weather| Some(weather) == drive.circumstances.weather)
    });
    // The newest drives that were plain although something else was recommended.
    let mut run: Vec<(&Drive<'_>, &Deviation)> = then
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .map_while(|drive| match (drive.apart, drive.left) {
            (None, Some(left)) => Some((drive, left)),
            _ => None,
        })
        .collect();
    run.reverse();
    let (first, (last, left)) = (run.first()?.0, *run.last()?);
    let was_left = run.iter().all(|(_, left)| share(&left.offered, way) >= settings.same_corridor_share);
    let alike = run.iter().all(|(_, other)| same_corridor(left, other, settings));
    if run.len() < settings.drives_to_change || !was_left || !alike || left.taken.is_empty() {
        return None;
    }
    let mut edges = left.taken.clone();
    edges.retain(|edge| run.iter().all(|(_, other)| other.taken.contains(edge)));
    let second = run.get(settings.drives_to_change - 1).map_or(first, |(drive, _)| drive);
    let mean =
        |of: fn(&Deviation) -> f64| run.iter().map(|(_, left)| of(left)).sum::<f64>() / run.len() as f64;
    Some(Habit {
        target: Target::Section { label: left.road.clone(), edges },
        strength: Strength::Prefer,
        scope: held.scope.clone(),
        confidence: super::confidence(run.len(), 0, settings),
        state: PreferenceState::Proposed,
        trips: run.iter().map(|(drive, _)| drive.trip.id).collect(),
        against: Vec::new(),
        since: second.began(),
        last: last.began(),
        road: left.road.clone(),
        waterside: run.iter().all(|(_, left)| left.waterside),
        mean_delta_s: mean(|left| left.delta_s),
        mean_delta_m: mean(|left| left.delta_m),
    })
}
