//! What the map shows: features with their geometry, as `region` extracts them and `tiles` cuts them.

use serde::{Deserialize, Serialize};

/// Layers of the vector tiles, in the order of drawing. The word is the layer's name in the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Layer {
    /// `landcover`: woods, parks, farmland, sand; class = forest | park | grass | farmland | sand | residential | industrial | cemetery.
    Landcover,
    /// `water`: sea, lakes, riverbanks; class = sea | lake | river | basin.
    Water,
    /// `waterway`: rivers and streams as lines; class = river | canal | stream.
    Waterway,
    /// `coast`: coastline as lines.
    Coast,
    /// `building`.
    Building,
    /// `boundary`: administrative lines; class = admin level.
    Boundary,
    /// `rail`: class = rail | subway | tram.
    Rail,
    /// `road`: class = motorway | trunk | primary | secondary | tertiary | minor | service | path | ferry;
    /// attributes link, tunnel, bridge, elevated, oneway (1 or −1), layer, ref, name…
    Road,
    /// `poi`: class = the OSM value (school, fuel, cafe …).
    Poi,
    /// `place`: class = city | town | suburb | village | quarter | hamlet | locality | sea.
    Place,
}

impl Layer {
    /// All, in the order of drawing.
    pub const ALL: [Self; 10] = [
        Self::Landcover,
        Self::Water,
        Self::Waterway,
        Self::Coast,
        Self::Building,
        Self::Boundary,
        Self::Rail,
        Self::Road,
        Self::Poi,
        Self::Place,
    ];

    /// Name in the tile.
    pub fn word(self) -> &'static str {
        match self {
            Self::Landcover => "landcover",
            Self::Water => "water",
            Self::Waterway => "waterway",
            Self::Coast => "coast",
            Self::Building => "building",
            Self::Boundary => "boundary",
            Self::Rail => "rail",
            Self::Road => "road",
            Self::Poi => "poi",
            Self::Place => "place",
        }
    }
}

/// Geometry in `[lon, lat]`, 1e-7 degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Geometry {
    /// One point.
    Point([i32; 2]),
    /// One line, at least two points.
    Line(Vec<[i32; 2]>),
    /// Rings, first the outer one, closed (first point = last point), any winding.
    Polygon(Vec<Vec<[i32; 2]>>),
}

/// One thing on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapFeature {
    /// Its layer.
    pub layer: Layer,
    /// Lowest zoom at which it is drawn.
    pub min_zoom: u8,
    /// What it is within its layer.
    pub class: String,
    /// Attributes that the style reads (`name`, `name_en`, `name_zh`, `ref`, `bridge`, `tunnel`, `elevated`, `oneway`, `layer`, `rank`).
    pub attributes: Vec<(String, String)>,
    /// Where it is.
    pub geometry: Geometry,
}
