//! What can be found by name: as `region` extracts it and `geocode` indexes it.

use serde::{Deserialize, Serialize};

/// A named or categorised thing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NamedThing {
    /// OSM type and id as `n123`, `w123`, `r123`. Of a street that is many ways, the way with the lowest id.
    pub osm: String,
    /// `(what, text)`: first the plain `name` with an empty `what`, then every `name:*` by its language, and other
    /// names as `alt`, `old`, `short`, `official`, `int`, `local`, `ref`, `brand`, `operator`. Empty for addresses and
    /// for nameless things that are found by their kind (a filling station).
    pub names: Vec<(String, String)>,
    /// Key and value that make it what it is, for example `amenity=fuel`, `highway=residential`, `place=suburb`,
    /// `addr=housenumber`.
    pub kind: String,
    /// A point to route to: 1e-7 degrees.
    pub lon_e7: i32,
    /// 1e-7 degrees.
    pub lat_e7: i32,
    /// `addr:housenumber`, may be empty.
    pub housenumber: String,
    /// `addr:street` or the street's own name, may be empty.
    pub street: String,
    /// `addr:city` or the settlement around it, may be empty.
    pub city: String,
    /// `opening_hours`, may be empty.
    pub opening_hours: String,
    /// `dog`: whether dogs may come along (`yes`, `leashed`, `no`, …), may be empty.
    pub dog: String,
    /// 0 to 255: how likely a person means this one (a town more than a shop).
    pub importance: u8,
}
