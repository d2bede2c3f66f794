//! What finished drives suggest: habits that are asked about once. Rules HB1 and following in `docs/spec/habits.md`.

mod card;
mod queue;

use std::collections::HashMap;

use domain::{
    Lang, Moment, Observation, ObservationId, ObservationKind, PreferenceId, PreferenceState, Provenance,
    Trip, TripId, habit, sentence,
};
use memory::{NewPreference, Proposal};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, HabitCardDto, LangDto},
};

/// Earlier drives that are looked at: a month of commutes there and back.
const LOOK_BACK: usize = 60;

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
        let mut cards: Vec<HabitCardDto> = Vec::new();
        for trip in trips {
            if cancel.is_cancelled() {
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            if let Some(card) = self.learn(*trip, lang.into())? {
                cards.retain(|known| known.id != card.id);
                cards.push(card);
            }
        }
        Ok(cards)
    }

    /// What the finished drive suggests, in the light of those before it between the same two places.
    pub(crate) fn learn(&self, finished: TripId, lang: Lang) -> Result<Option<HabitCardDto>, AppError> {
        let (mine, now) = (self.mine(), self.now());
        let settings = habit::Settings::DEFAULT;
        let Some(last) = mine.trip(finished)? else { return Ok(None) };
        let observations = match (last.start_place, last.end_place) {
            (Some(start), Some(end)) => mine.observations_between(start, end, LOOK_BACK)?,
            _ => mine.observations_near(last.start, last.end, settings.same_place_m, LOOK_BACK)?,
        };
        let by_trip: HashMap<TripId, &Observation> =
            observations.iter().map(|observation| (observation.trip, observation)).collect();
        let mut trips: Vec<Trip> = Vec::new();
        for id in by_trip.keys() {
            trips.extend(mine.trip(*id)?);
        }
        trips.sort_by_key(|trip| (trip.departure.at, trip.id));
        // The finished drive comes last even when an older departure is reported late.
        trips.retain(|trip| trip.id != finished);
        trips.push(last);
        let drives: Vec<habit::Drive<'_>> = trips
            .iter()
            .map(|trip| habit::Drive {
                trip,
                deviation: by_trip.get(&trip.id).and_then(|observation| match &observation.kind {
                    ObservationKind::Deviated(deviation) => Some(deviation),
                    ObservationKind::Followed => None,
                }),
            })
            .collect();
        let inferred = habit::infer(&drives, &mine.preferences()?, &settings);
        let newest: Vec<ObservationId> = by_trip.get(&finished).map(|seen| seen.id).into_iter().collect();
        for id in &inferred.refresh {
            mine.add_evidence(*id, &newest, &now)?;
            mine.reinforce(*id, now.at)?;
        }
        for (id, _) in &inferred.lower {
            mine.contradict(*id, &newest, &now)?;
        }
        for id in &inferred.drop {
            mine.withdraw(*id)?;
        }
        let Some(found) = inferred.habit else { return Ok(None) };
        let evidence: Vec<ObservationId> =
            found.trips.iter().filter_map(|trip| by_trip.get(trip)).map(|seen| seen.id).collect();
        self.propose(&found, &evidence, &now, lang)
    }

    fn propose(
        &self,
        found: &habit::HabitCandidate,
        evidence: &[ObservationId],
        now: &Moment,
        lang: Lang,
    ) -> Result<Option<HabitCardDto>, AppError> {
        let mine = self.mine();
        let content =
            sentence::preference_statement(lang, &found.target, found.strength, &found.scope, |id| {
                self.place_name(id)
            });
        let embedding = self.meaning.of(&content);
        let new = NewPreference {
            content,
            target: found.target.clone(),
            strength: found.strength,
            scope: found.scope.clone(),
            provenance: Provenance::Inferred,
            state: found.state,
            confidence: found.confidence,
            validity: None,
            source_trip: found.trips.first().copied(),
        };
        let id: PreferenceId = match mine.propose(&new, evidence, embedding.as_ref(), now)? {
            Proposal::New(id) | Proposal::Known(id) => id,
            Proposal::Rejected(_) | Proposal::Forgotten => return Ok(None),
        };
        match mine.preference(id)? {
            Some(habit) if habit.state == PreferenceState::Proposed => {
                self.habit_card(&habit, lang).map(Some)
            }
            _ => Ok(None),
        }
    }
}
