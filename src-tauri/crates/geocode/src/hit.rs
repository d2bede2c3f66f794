//! An answer of the search.

use domain::LonLat;

/// A place that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What to show: the name in the person's language if OSM has it, else the local one; an address; coordinates.
    pub label: String,
    /// Address or town, to tell equal labels apart; may be empty.
    pub context: String,
    /// OSM key and value (`amenity=fuel`), or `coordinates`.
    pub kind: String,
    /// OSM type and id (`n123`); empty for coordinates.
    pub osm: String,
    /// A point to route to.
    pub at: LonLat,
    /// Metres from where the search was told to look around; `None` without such a place.
    pub distance_m: Option<f64>,
    /// 0 to about 1.1, higher is better; comparable within one answer only.
    pub score: f64,
    /// What fitted.
    pub matched: Matched,
    /// `opening_hours` as OSM has it, may be empty.
    pub opening_hours: String,
}

/// Which property of a thing fitted the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// One of its names, as OSM spells it. It may be in another language than the label.
    Name(String),
    /// Street and house number.
    Address,
    /// Its kind.
    Category,
    /// The query was a coordinate.
    Coordinates,
    /// Nothing fitted as it was typed; this is merely similar. A guess, to be asked about before it is used.
    Similar,
}
