//! What finished drives suggest: habits that are asked about once. Rules HB1 and following in `docs/spec/habits.md`.

mod card;
mod queue;
mod taste;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Lang, MemoryRef, Moment, Observation, PlaceId, Preference, PreferenceId, PreferenceState, Provenance,
    Scope, Strength, Target, Timestamp, Trip, TripId, habit, sentence,
};
use memory::{Concluded, Conclusion, NewPreference};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, HabitCardDto, LangDto},
};

/// Earlier drives that are looked at: a month of commutes there and back.
const LOOK_BACK: usize = 60;
/// Share of a habit's stretch that a plan has to use before the habit is strong enough as it is.
const CARRIED: f64 = 0.9;

/// The drives between the same two places, oldest first, each with what was noticed on it.
type Relation = Vec<(Trip, Observation)>;

impl App {
    /// Looks at drives that were written down together, for example by one import, and says what is asked now; nothing
    /// when learning is off.
    pub fn learn_from(
        &self,
        trips: &[TripId],
        lang: LangDto,
        cancel: &CancelToken,
    ) -> Result<Vec<HabitCardDto>, AppError> {
        if !self.learns()? {
            return Ok(Vec::new());
        }
        let asked = self.learn_all(trips, cancel, false)?;
        let mine = self.mine();
        let mut cards = Vec::new();
        for id in asked {
            if let Some(habit) = mine.preference(id)?.filter(|it| it.state == PreferenceState::Proposed) {
                cards.push(self.habit_card(&habit, lang.into())?);
            }
        }
        Ok(cards)
    }

    /// Writes down what these drives, each with those between the same places, add up to, and what all drives say about kinds
    /// of road: when one of these left its way by choice, or when drives have gone. The rows that are asked about from now on.
    fn learn_all(
        &self,
        trips: &[TripId],
        cancel: &CancelToken,
        gone: bool,
    ) -> Result<Vec<PreferenceId>, AppError> {
        let once = self.mine().once_only()?;
        let mut tells_of_roads = gone;
        let wanted: BTreeSet<TripId> = trips.iter().copied().collect();
        let mut left = wanted.clone();
        let mut asked: Vec<PreferenceId> = Vec::new();
        while let Some(trip) = left.pop_last() {
            if cancel.is_cancelled() {
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            let Some(trip) = self.mine().trip(trip)? else { continue };
            let relation = self.relation_of(&trip)?;
            for (other, _) in &relation {
                left.remove(&other.id);
            }
            tells_of_roads |= relation.iter().any(|(trip, seen)| {
                wanted.contains(&trip.id) && seen.apart().is_some_and(|apart| !apart.feature_s.is_empty())
            });
            asked.extend(self.conclude(&relation, &once)?);
        }
        if tells_of_roads {
            asked.extend(self.conclude_taste(&once)?);
        }
        Ok(asked)
    }

    /// What the finished drive suggests, in the light of those before it between the same two places.
    pub(crate) fn learn(&self, finished: TripId, lang: LangDto) -> Result<Option<HabitCardDto>, AppError> {
        Ok(self.learn_from(&[finished], lang, &CancelToken::default())?.pop())
    }

    /// The drives that these memories are about: trips themselves, and those that a habit rests on.
    pub(crate) fn drives_behind(&self, memories: &[MemoryRef]) -> Result<Vec<Trip>, AppError> {
        let mine = self.mine();
        let mut found: BTreeMap<TripId, Trip> = BTreeMap::new();
        for memory in memories {
            let trips: Vec<TripId> = match memory {
                MemoryRef::Trip(trip) => vec![*trip],
                MemoryRef::Preference(id) => mine.evidence_of(*id)?.iter().map(|link| link.trip).collect(),
                MemoryRef::Place(_) | MemoryRef::Statement(_) | MemoryRef::Observation(_) => Vec::new(),
            };
            for trip in trips {
                found.extend(mine.trip(trip)?.map(|row| (trip, row)));
            }
        }
        Ok(found.into_values().collect())
    }

    /// After drives came or went: what the others between the same places add up to now.
    pub(crate) fn look_again(&self, drives: &[Trip]) -> Result<(), AppError> {
        if drives.is_empty() || !self.learns()? {
            return Ok(());
        }
        let mine = self.mine();
        let mut around: BTreeSet<TripId> = BTreeSet::new();
        for drive in drives {
            // Twice as far as what is one place: the places that others are measured from may be others now.
            let radius = 2.0 * habit::Settings::DEFAULT.same_place_m;
            let near = match (drive.start_place, drive.end_place) {
                (Some(start), Some(end)) => mine.observations_between(start, end, usize::MAX >> 1)?,
                _ => mine.observations_near(drive.start, drive.end, radius, usize::MAX >> 1)?,
            };
            around.extend(near.iter().map(|seen| seen.trip));
        }
        let around: Vec<TripId> = around.into_iter().collect();
        self.learn_all(&around, &CancelToken::default(), true).map(drop)
    }

    /// The person said yes to a habit: it takes the place of their older ones between the same two places that it is
    /// meant instead of. The same way under a wider or a narrower condition, and another way at all times at which the
    /// older one held (rule HB17).
    pub(crate) fn take_the_place_of_older(&self, habit: &Preference) -> Result<(), AppError> {
        let Target::Section { edges, .. } = &habit.target else { return Ok(()) };
        if habit.strength.is_negative() || habit.scope.from.is_none() || habit.scope.to.is_none() {
            return Ok(());
        }
        let mine = self.mine();
        for older in mine.preferences()? {
            let Target::Section { edges: theirs, .. } = &older.target else { continue };
            let same_trips = older.scope.bucket == habit.scope.bucket
                && older.scope.from == habit.scope.from
                && older.scope.to == habit.scope.to;
            let in_force = older.state == PreferenceState::Active && older.validity.valid_to.is_none();
            let same_trips = same_trips && older.scope.hurry == habit.scope.hurry;
            let covered = habit.scope.days.is_none_or(|days| Some(days) == older.scope.days)
                && habit.scope.weather.is_none_or(|weather| Some(weather) == older.scope.weather);
            let meant = covered || habit::same_stretch(edges, theirs, &habit::Settings::DEFAULT);
            let learned = older.provenance == Provenance::Confirmed;
            if older.id != habit.id && same_trips && in_force && learned && meant {
                mine.replace_habit(older.id, habit.id, &self.now())?;
            }
        }
        Ok(())
    }

    /// After drives were tied to a place that has a name now: what they add up to between it and others.
    pub(crate) fn look_again_at(&self, place: PlaceId) -> Result<(), AppError> {
        if !self.learns()? {
            return Ok(());
        }
        let at = |end: Option<PlaceId>| end == Some(place);
        let trips = self.mine().trips(0)?;
        let there: Vec<TripId> = trips
            .iter()
            .filter(|trip| at(trip.start_place) || at(trip.end_place))
            .map(|trip| trip.id)
            .collect();
        self.learn_all(&there, &CancelToken::default(), false).map(drop)
    }

    /// The newest drives between the places of this one.
    fn relation_of(&self, trip: &Trip) -> Result<Relation, AppError> {
        let mine = self.mine();
        let radius = habit::Settings::DEFAULT.same_place_m;
        let named = |trip: &Trip| trip.start_place.is_some() && trip.end_place.is_some();
        let with_trips = |seen: Vec<Observation>| -> Result<Relation, AppError> {
            let mut found = Vec::new();
            for seen in seen {
                found.extend(mine.trip(seen.trip)?.map(|trip| (trip, seen)));
            }
            found.sort_by_key(|(trip, seen)| (trip.departure.at, trip.id, seen.id));
            Ok(found)
        };
        if let (Some(start), Some(end)) = (trip.start_place, trip.end_place) {
            return with_trips(mine.observations_between(start, end, LOOK_BACK)?);
        }
        // Places without a name are measured from the oldest drive, so that the order of reports does not matter.
        let near = |of: &Trip| with_trips(mine.observations_near(of.start, of.end, radius, LOOK_BACK)?);
        let mut found = near(trip)?;
        found.retain(|(other, _)| !named(other));
        if let Some((oldest, _)) = found.first().filter(|(oldest, _)| oldest.id != trip.id) {
            found = near(oldest)?;
            found.retain(|(other, _)| !named(other));
        }
        Ok(found)
    }

    /// Writes down what the drives between two places add up to. The rows that are asked about from now on.
    fn conclude(&self, relation: &Relation, once: &BTreeSet<TripId>) -> Result<Vec<PreferenceId>, AppError> {
        let mine = self.mine();
        // Rows are written in the person's language, whichever language a card is asked for in.
        let lang: Lang = self.settings()?.lang.into();
        let drives: Vec<habit::Drive<'_>> = relation
            .iter()
            .map(|(trip, seen)| habit::Drive::of(trip, seen, once.contains(&trip.id)))
            .collect();
        let preferences = mine.preferences()?;
        let held: Vec<&Preference> = preferences
            .iter()
            .filter(|it| it.state == PreferenceState::Active && it.validity.valid_to.is_none())
            .collect();
        let found = habit::conclude(&drives, &held, &habit::Settings::DEFAULT);
        let ids: Vec<TripId> = relation.iter().map(|(trip, _)| trip.id).collect();
        let standing = mine.resting_on_trips(&ids)?;
        let standing: Vec<&Preference> =
            standing.iter().filter(|row| !matches!(row.target, Target::Feature(_))).collect();
        let conclusions = found
            .iter()
            .map(|habit| {
                let known = preferences
                    .iter()
                    .find(|row| row.target == habit.target && row.scope == habit.scope)
                    .map(|row| row.strength);
                let strength = known.unwrap_or_else(|| self.strong_enough(habit, relation));
                self.conclusion(habit, strength, relation, lang)
            })
            .collect::<Vec<_>>();
        let standing: Vec<PreferenceId> = standing.iter().map(|row| row.id).collect();
        let done = mine.conclude(&standing, &conclusions, &self.now())?;
        Ok(done
            .into_iter()
            .filter_map(|done| match done {
                Concluded::New(id) => Some(id),
                Concluded::Known(_)
                | Concluded::Persons(_)
                | Concluded::Rejected(_)
                | Concluded::Forgotten => None,
            })
            .collect())
    }

    fn conclusion(
        &self,
        habit: &habit::Habit,
        strength: Strength,
        relation: &Relation,
        lang: Lang,
    ) -> (Conclusion, Option<memory::Embedding>) {
        let content = sentence::preference_statement(lang, &habit.target, strength, &habit.scope, |id| {
            self.place_name(id)
        });
        // What nobody sees is not looked for by its meaning.
        let seen = habit.state == PreferenceState::Proposed;
        let embedding = if seen { self.meaning.of(&content) } else { None };
        let observations = |trips: &[TripId]| {
            let of =
                |trip: &TripId| relation.iter().find(|(row, _)| row.id == *trip).map(|(_, seen)| seen.id);
            trips.iter().filter_map(of).collect()
        };
        let zone = relation.last().map(|(trip, _)| trip.departure.zone.clone()).unwrap_or_default();
        let row = NewPreference {
            content,
            target: habit.target.clone(),
            strength,
            scope: habit.scope.clone(),
            provenance: Provenance::Inferred,
            state: habit.state,
            confidence: habit.confidence,
            validity: None,
            source_trip: habit.trips.first().copied(),
        };
        let conclusion = Conclusion {
            row,
            supports: observations(&habit.trips),
            against: observations(&habit.against),
            since: Moment { at: habit.since, zone },
            last: habit.last,
        };
        (conclusion, embedding)
    }

    /// The weakest wish with which a plan that knows nothing else uses the habit's stretch (rule HB16).
    fn strong_enough(&self, habit: &habit::Habit, relation: &Relation) -> Strength {
        let Target::Section { edges, .. } = &habit.target else { return Strength::Prefer };
        // The trip that made it a habit, so that later ones change nothing.
        let made_it = relation.iter().find(|(trip, _)| trip.departure.at == habit.since);
        let Some((trip, _)) = made_it.filter(|_| habit.state == PreferenceState::Proposed) else {
            return Strength::Prefer;
        };
        let planned = |strength: Strength| {
            let what = (&habit.target, &habit.scope);
            self.route_with(&as_a_wish(what, strength, (habit.confidence, habit.last)), trip)
        };
        let Some(preferred) = planned(Strength::Prefer) else { return Strength::Prefer };
        if preferred.id == trip.chosen {
            return Strength::Prefer;
        }
        if planned(Strength::Follow).is_some_and(|followed| followed.id == trip.chosen) {
            return Strength::Follow;
        }
        let on_route: BTreeSet<_> = preferred.edges.iter().collect();
        let carried = edges.iter().filter(|edge| on_route.contains(edge)).count();
        if carried as f64 >= CARRIED * edges.len() as f64 { Strength::Prefer } else { Strength::Follow }
    }
}

/// What was concluded as a wish that acts, to see what it would do.
fn as_a_wish(
    (target, scope): (&Target, &Scope),
    strength: Strength,
    (confidence, at): (f64, Timestamp),
) -> Preference {
    Preference {
        id: PreferenceId(0),
        content: String::new(),
        target: target.clone(),
        strength,
        scope: scope.clone(),
        provenance: Provenance::Confirmed,
        state: PreferenceState::Active,
        confidence,
        validity: domain::Validity { valid_from: Timestamp(i64::MIN), valid_to: None },
        source_trip: None,
        user_edited: false,
        created: Moment { at, zone: String::new() },
        last_confirmed: at,
        last_used: None,
        uses: 0,
    }
}
