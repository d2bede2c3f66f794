//! Many memories at once, in one transaction: the demo, by the person's own click.

use domain::{Moment, ObservationId, PlaceId, PreferenceId, TripId};

use crate::{
    ConfidenceCause, Embedding, Mine, NewPlace, NewPreference, NewTrip, StoreError, confidence,
    corridor::{Known, known_about},
    evidence, place, preference_row as rows,
    profile::must_exist,
    trip,
};

/// What to install. Places come first, so that trips and scopes can name them: an id in `trips` and `preferences` is
/// the index of the place in `places`, and a trip's index for `source_trip`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// Places.
    pub places: Vec<NewPlace>,
    /// Trips.
    pub trips: Vec<NewTrip>,
    /// Preferences, each with its vector and the indices of the trips whose observations support it.
    pub preferences: Vec<(NewPreference, Option<Embedding>, Vec<usize>)>,
}

/// The rows that were made, in the bundle's order; `None` for what the person had erased before (F-5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Installed {
    /// Places.
    pub places: Vec<Option<PlaceId>>,
    /// Trips.
    pub trips: Vec<Option<TripId>>,
    /// Preferences.
    pub preferences: Vec<Option<PreferenceId>>,
}

impl Mine<'_> {
    /// Installs a bundle, all or nothing. The only way for imported preferences to be active from the start, because
    /// installing is the person's own act (F-8).
    pub fn install(&self, bundle: &Bundle, now: &Moment) -> Result<Installed, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let key = &self.store.key;
            let mut done = Installed::default();
            for new in &bundle.places {
                done.places.push(unless_forgotten(place::insert(tx, self.profile, key, new, now))?);
            }
            let mut seen: Vec<Option<ObservationId>> = Vec::new();
            for new in &bundle.trips {
                let row = NewTrip {
                    start_place: of_index(new.start_place, &done.places)?,
                    end_place: of_index(new.end_place, &done.places)?,
                    ..new.clone()
                };
                let recorded = unless_forgotten(trip::insert(tx, self.profile, key, &row, now))?;
                done.trips.push(recorded.map(|recorded| recorded.trip));
                seen.push(recorded.and_then(|recorded| recorded.observation));
            }
            for (new, embedding, support) in &bundle.preferences {
                let id = self.install_preference(tx, new, embedding.as_ref(), support, &done, &seen, now)?;
                done.preferences.push(id);
            }
            Ok(done)
        })
    }

    #[allow(clippy::too_many_arguments)] // One step of one loop; a struct would only rename the arguments.
    fn install_preference(
        &self,
        tx: &rusqlite::Connection,
        new: &NewPreference,
        embedding: Option<&Embedding>,
        support: &[usize],
        done: &Installed,
        seen: &[Option<ObservationId>],
        now: &Moment,
    ) -> Result<Option<PreferenceId>, StoreError> {
        let mut row = new.clone();
        row.scope.from = of_index(new.scope.from, &done.places)?;
        row.scope.to = of_index(new.scope.to, &done.places)?;
        // A scope whose place was erased would widen to everywhere: leave the statement out instead.
        let lost_scope = row.scope.from.is_some() != new.scope.from.is_some()
            || row.scope.to.is_some() != new.scope.to.is_some();
        let key = &self.store.key;
        let known = known_about(tx, self.profile, key, &row.target, row.strength, &row.scope)?;
        if lost_scope || matches!(known, Some(Known::Gone | Known::Rejected(_))) {
            return Ok(None);
        }
        row.source_trip = match new.source_trip {
            Some(TripId(index)) => *usize::try_from(index)
                .ok()
                .and_then(|index| done.trips.get(index))
                .ok_or(StoreError::OutOfRange("a bundle's trip"))?,
            None => None,
        };
        let id = rows::insert(tx, self.profile, &row, embedding, now)?;
        let mut observations = Vec::new();
        for index in support {
            observations.extend(*seen.get(*index).ok_or(StoreError::OutOfRange("a bundle's trip"))?);
        }
        evidence::insert(tx, self.profile, id, &observations, true, now)?;
        confidence::recompute(tx, self.profile, id, ConfidenceCause::Supported, now.at)?;
        Ok(Some(id))
    }
}

fn unless_forgotten<T>(answer: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match answer {
        Ok(row) => Ok(Some(row)),
        Err(StoreError::Forgotten) => Ok(None),
        Err(other) => Err(other),
    }
}

fn of_index(index: Option<PlaceId>, made: &[Option<PlaceId>]) -> Result<Option<PlaceId>, StoreError> {
    let Some(PlaceId(index)) = index else { return Ok(None) };
    let found = usize::try_from(index).ok().and_then(|index| made.get(index));
    found.copied().ok_or(StoreError::OutOfRange("a bundle's place"))
}
