//! Many memories at once, in one transaction: the demo, by the person's own click.

use domain::{Moment, PlaceId, PreferenceId, TripId};

use crate::{Embedding, Mine, NewPlace, NewPreference, NewTrip, StoreError};

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

/// The rows that were made, in the bundle's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Installed {
    /// Places.
    pub places: Vec<PlaceId>,
    /// Trips.
    pub trips: Vec<TripId>,
    /// Preferences.
    pub preferences: Vec<PreferenceId>,
}

impl Mine<'_> {
    /// Installs a bundle, all or nothing. The only way for imported preferences to be active from the start, because
    /// installing is the person's own act (F-8).
    pub fn install(&self, bundle: &Bundle, now: &Moment) -> Result<Installed, StoreError> {
        let _ = (bundle, now);
        Err(StoreError::Internal("not built yet"))
    }
}
