//! Ends of trips that are one place: the same remembered place, or near each other.

use domain::{Lang, LonLat, MemoryRef, PlaceId};

use crate::App;

/// Metres within which ends without a name are one place: a house and where one parks before it.
const ONE_PLACE_M: f64 = 150.0;

/// One place.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Where its first end lies.
    pub at: LonLat,
    /// The remembered place, when it is one.
    pub place: Option<PlaceId>,
}

/// All places, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots(Vec<Spot>);

impl Spots {
    /// The number of the place where a trip began or ended.
    pub fn of(&mut self, place: Option<PlaceId>, at: LonLat) -> usize {
        let same = |spot: &Spot| match place {
            Some(place) => spot.place == Some(place),
            None => spot.place.is_none() && spot.at.distance_m(at) <= ONE_PLACE_M,
        };
        self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Spot { at, place });
            self.0.len() - 1
        })
    }

    /// All of them, in the order in which they came.
    pub fn all(&self) -> &[Spot] {
        &self.0
    }

    /// Memory id of a remembered one.
    pub fn memory(&self, spot: usize) -> Option<String> {
        let place = self.0.get(spot)?.place?;
        Some(MemoryRef::Place(place).to_string())
    }
}

impl App {
    /// What a place is called: by the person, else by the map.
    pub(super) fn spot_name(&self, spot: &Spot, lang: Lang) -> String {
        let named = spot.place.and_then(|id| self.place_name(id));
        named.unwrap_or_else(|| self.name_of_point(spot.at, lang))
    }
}
