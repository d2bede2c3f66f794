//! Remembered places: written down exactly because the person says so (MISSION X16).

use domain::{LonLat, Moment, Place, PlaceId, Provenance, Timestamp};

use crate::{Mine, StoreError};

/// A place to remember.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPlace {
    /// What the person calls it.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Street address or note, may be empty.
    pub address: String,
    /// Where it is.
    pub at: LonLat,
    /// `home`, `work`, `school`, `gym` or free text; may be empty.
    pub tag: String,
    /// Who it comes from.
    pub provenance: Provenance,
}

/// What a person changes about a place; absent parts stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaceEdit {
    /// New name.
    pub name: Option<String>,
    /// New other names, all of them.
    pub aliases: Option<Vec<String>>,
    /// New address.
    pub address: Option<String>,
    /// New position.
    pub at: Option<LonLat>,
    /// New tag.
    pub tag: Option<String>,
}

impl Mine<'_> {
    /// Remembers a place.
    pub fn add_place(&self, new: &NewPlace, now: &Moment) -> Result<PlaceId, StoreError> {
        let _ = (new, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// A person's edit of a place.
    pub fn edit_place(&self, id: PlaceId, edit: &PlaceEdit, now: &Moment) -> Result<(), StoreError> {
        let _ = (id, edit, now);
        Err(StoreError::Internal("not built yet"))
    }

    /// All places, by name.
    pub fn places(&self) -> Result<Vec<Place>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// One place, unless it was deleted.
    pub fn place(&self, id: PlaceId) -> Result<Option<Place>, StoreError> {
        let _ = id;
        Err(StoreError::Internal("not built yet"))
    }

    /// Every place that goes by this name, most used first: its name, an alias or its tag's words (家, home; 公司,
    /// office, work), after folding case and width. More than one is a question for the person, not a guess.
    pub fn find_place(&self, name: &str) -> Result<Vec<Place>, StoreError> {
        let _ = name;
        Err(StoreError::Internal("not built yet"))
    }

    /// Up to `limit` places whose name is nearest to this unknown one, best first; empty when none is near.
    pub fn suggest_places(&self, name: &str, limit: usize) -> Result<Vec<Place>, StoreError> {
        let _ = (name, limit);
        Err(StoreError::Internal("not built yet"))
    }

    /// Notes that a plan the person drove used the place.
    pub fn touch_place(&self, id: PlaceId, at: Timestamp) -> Result<(), StoreError> {
        let _ = (id, at);
        Err(StoreError::Internal("not built yet"))
    }
}
