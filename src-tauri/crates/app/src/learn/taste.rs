//! Kinds of road that a person likes or shuns, from all their drives: each is one card, and acts after a yes. The model is
//! [`domain::taste`]; what it finds is only believed when trips that are planned with it come out as they were driven.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Deviation, EdgeKey, Lang, Moment, Observation, Preference, PreferenceId, PreferenceState, Provenance,
    RoadFeature, Scope, Strength, Target, Timestamp, Trip, TripId, habit, sentence, taste,
};
use memory::{Concluded, Conclusion, NewPreference};

use super::as_a_wish;
use crate::{App, AppError};

/// Newest drives that are looked at.
const LOOK_BACK: usize = 300;
/// Start–end pairs that are planned again to see whether a taste explains them.
const MOST_PAIRS: usize = 24;
/// Share of a driven way that a plan has to have in common with it to have come out as driven.
const ALIKE: f64 = 0.9;
/// For each pair that a taste would make wrong it has to make so many right.
const RIGHT_FOR_ONE_WRONG: usize = 4;

/// So many of so many pairs have to be told by a taste that was fitted without them: the numbers are the smallest that will do, so
/// those of fewer pairs tell less than there is.
const TOLD_OF: (usize, usize) = (1, 3);
/// Kinds of road that a steady driver shuns too, who minds lights and turns.
const SMALL: [RoadFeature; 2] = [RoadFeature::Residential, RoadFeature::Narrow];

/// The drives between one start and one end, newest first.
type Pair<'a> = Vec<(&'a Trip, &'a Observation, habit::Drive<'a>)>;

/// What planning again says about a taste.
#[derive(Default)]
struct Trial<'p, 'a> {
    right: Vec<&'p Pair<'a>>,
    wrong: Vec<&'p Pair<'a>>,
}

impl App {
    /// Writes down the strongest taste that the drives show and planning bears out, if there is one. The row that is asked
    /// about from now on.
    pub(super) fn conclude_taste(&self, once: &BTreeSet<TripId>) -> Result<Option<PreferenceId>, AppError> {
        let lang: Lang = self.settings()?.lang.into();
        let mine = self.mine();
        let seen = mine.newest_observations(LOOK_BACK)?;
        let mut trips: BTreeMap<TripId, Trip> = BTreeMap::new();
        for one in &seen {
            trips.extend(mine.trip(one.trip)?.map(|trip| (trip.id, trip)));
        }
        let pairs = pairs(&seen, &trips, once);
        let examples: Vec<taste::Example> = pairs
            .iter()
            .enumerate()
            .flat_map(|(relation, pair)| pair.iter().map(move |(trip, _, drive)| (relation, *trip, drive)))
            .filter(|(.., drive)| drive.left.is_some())
            .filter_map(|(relation, trip, drive)| {
                let apart = drive.apart?;
                Some(taste::Example::of(relation, apart, self.stops_min(trip, apart)))
            })
            .collect();
        let preferences = mine.preferences()?;
        let standing: Vec<PreferenceId> =
            preferences.iter().filter(|row| is_learned_taste(row)).map(|row| row.id).collect();
        let settings = taste::Settings::DEFAULT;
        let mut found = Vec::new();
        for taste in taste::tastes(&examples, &settings) {
            let target = Target::Feature(taste.feature);
            // What the person has said about this kind of road needs no learning.
            let said = preferences.iter().any(|row| row.target == target && !is_learned_taste(row));
            let (told, of) = taste::held_out(&examples, taste.feature, &settings);
            if said || told * TOLD_OF.1 < of * TOLD_OF.0 {
                continue;
            }
            if let Some((strength, trial)) = self.borne_out(&target, taste.strengths(), &pairs) {
                if SMALL.contains(&taste.feature) && self.steadiness_explains(&trial) {
                    continue;
                }
                found.push((taste_row(self, &target, strength, &trial, lang), None));
                break;
            }
        }
        let done = mine.conclude(&standing, &found, &self.now())?;
        Ok(done.into_iter().find_map(|done| match done {
            Concluded::New(id) => Some(id),
            Concluded::Known(_) | Concluded::Persons(_) | Concluded::Rejected(_) | Concluded::Forgotten => {
                None
            }
        }))
    }

    /// The strength with which most pairs come out as driven, when these are enough.
    fn borne_out<'p, 'a>(
        &self,
        target: &Target,
        strengths: &[Strength],
        pairs: &'p [Pair<'a>],
    ) -> Option<(Strength, Trial<'p, 'a>)> {
        let mut best: Option<(Strength, Trial<'p, 'a>)> = None;
        for strength in strengths {
            let mut trial = Trial::default();
            for pair in pairs.iter().take(MOST_PAIRS) {
                let Some((trip, _, drive)) = pair.first() else { continue };
                let wish = as_a_wish((target, &Scope::default()), *strength, (1.0, trip.departure.at));
                let Some(route) = self.route_with(&wish, trip) else { continue };
                let as_driven = habit::likeness(&route.edges, &trip.edges) >= ALIKE;
                match (drive.apart, as_driven) {
                    (Some(_), true) => trial.right.push(pair),
                    (None, false) => trial.wrong.push(pair),
                    // Neither way explains it, or both do.
                    (Some(_), false) | (None, true) => {}
                }
            }
            let enough = trial.right.len() >= taste::Settings::DEFAULT.least_relations
                && trial.right.len() >= RIGHT_FOR_ONE_WRONG * trial.wrong.len();
            let merit = |trial: &Trial<'_, '_>| (trial.right.len(), usize::MAX - trial.wrong.len());
            if enough && best.as_ref().is_none_or(|(_, known)| merit(&trial) > merit(known)) {
                best = Some((*strength, trial));
            }
        }
        best
    }
}

impl App {
    /// Minutes that the turns, lights and gates of the way that was taken are longer than those of the way that was left, by the
    /// map; none where the map is gone.
    fn stops_min(&self, trip: &Trip, apart: &Deviation) -> f64 {
        let Some(region) = self.regions.holding(&[trip.start, trip.end]) else { return 0.0 };
        let router = region.router();
        let of = |edges: &[EdgeKey]| -> f64 {
            edges.windows(2).filter_map(|pair| router.between_s(pair[0], pair[1])).sum()
        };
        (of(&apart.taken) - of(&apart.offered)) / 60.0
    }

    /// Whether somebody who only likes to drive steadily would have driven the same ways: then the trips do not tell which of
    /// the two it is, and between other places they differ.
    fn steadiness_explains(&self, trial: &Trial<'_, '_>) -> bool {
        let alike = trial.right.iter().filter(|pair| {
            let newest = pair.first().and_then(|(trip, ..)| Some((self.steady_route(trip)?, trip)));
            newest.is_some_and(|(route, trip)| habit::likeness(&route.edges, &trip.edges) >= ALIKE)
        });
        2 * alike.count() > trial.right.len()
    }
}

/// Whether it is a taste that was learned and that nobody has answered.
fn is_learned_taste(row: &Preference) -> bool {
    matches!(row.target, Target::Feature(_))
        && row.provenance == Provenance::Inferred
        && !row.user_edited
        && matches!(row.state, PreferenceState::Candidate | PreferenceState::Proposed)
}

/// The drives that teach, by start and end, the pair of the newest drive first.
fn pairs<'a>(
    seen: &'a [Observation],
    trips: &'a BTreeMap<TripId, Trip>,
    once: &BTreeSet<TripId>,
) -> Vec<Pair<'a>> {
    let settings = habit::Settings::DEFAULT;
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for one in seen {
        let Some(trip) = trips.get(&one.trip) else { continue };
        let drive = habit::Drive::of(trip, one, once.contains(&trip.id));
        if !drive.teaches() || one.circumstances.hurry || trip.edges.is_empty() {
            continue;
        }
        let same = |pair: &&mut Pair<'a>| {
            pair.first().is_some_and(|(other, ..)| habit::same_relation(other, trip, &settings))
        };
        match pairs.iter_mut().find(same) {
            Some(pair) => pair.push((trip, one, drive)),
            None => pairs.push(vec![(trip, one, drive)]),
        }
    }
    pairs
}

fn taste_row(
    app: &App,
    target: &Target,
    strength: Strength,
    trial: &Trial<'_, '_>,
    lang: Lang,
) -> Conclusion {
    let mut supports: Vec<(Timestamp, &Trip, &Observation)> = Vec::new();
    // The first drive that each pair showed it on.
    let mut first_shown: Vec<Timestamp> = Vec::new();
    for pair in &trial.right {
        let shown = pair.iter().filter(|(.., drive)| drive.apart.is_some() && drive.left.is_some());
        let shown: Vec<_> = shown.map(|(trip, seen, _)| (trip.departure.at, *trip, *seen)).collect();
        first_shown.extend(shown.iter().map(|(at, ..)| *at).min());
        supports.extend(shown);
    }
    supports.sort_by_key(|(at, trip, _)| (*at, trip.id));
    first_shown.sort_unstable();
    let mut against: Vec<_> = trial
        .wrong
        .iter()
        .filter_map(|pair| pair.first())
        .map(|(trip, seen, _)| (trip.departure.at, trip.id, seen.id))
        .collect();
    against.sort_unstable();
    let shown = first_shown.get(taste::Settings::DEFAULT.least_relations - 1).or(first_shown.last());
    let zone = supports.first().map(|(_, trip, _)| trip.departure.zone.clone()).unwrap_or_default();
    Conclusion {
        row: NewPreference {
            content: sentence::preference_statement(lang, target, strength, &Scope::default(), |id| {
                app.place_name(id)
            }),
            target: target.clone(),
            strength,
            scope: Scope::default(),
            provenance: Provenance::Inferred,
            state: PreferenceState::Proposed,
            confidence: memory::INFERRED_CONFIDENCE,
            validity: None,
            source_trip: supports.first().map(|(_, trip, _)| trip.id),
        },
        supports: supports.iter().map(|(.., seen)| seen.id).collect(),
        against: against.iter().map(|(.., seen)| *seen).collect(),
        since: Moment { at: shown.copied().unwrap_or(Timestamp(0)), zone },
        last: supports.last().map_or(Timestamp(0), |(at, ..)| *at),
    }
}
