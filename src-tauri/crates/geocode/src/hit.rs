//! A question and its answer.

use domain::{Lang, LonLat, Moment};

use crate::corridor::Corridor;
use crate::hours::Opening;

/// For whom and around what is searched. Everything the search knows of the person is in here.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// Nearer things come first.
    pub near: Option<LonLat>,
    /// Only what lies along this way, by what it costs to leave it.
    pub along: Option<&'a Corridor>,
    /// Now, for opening hours; without it all hours are unknown.
    pub now: Option<&'a Moment>,
    /// Places that the person used.
    pub used: &'a [Used],
    /// At most this many.
    pub limit: usize,
    /// Language of labels.
    pub lang: Lang,
}

impl Ask<'_> {
    /// Nothing known but the language.
    pub fn new(lang: Lang) -> Self {
        Self { near: None, along: None, now: None, used: &[], limit: 10, lang }
    }
}

/// A place that the person used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Used {
    /// Where.
    pub at: LonLat,
    /// How often.
    pub times: u32,
    /// 0 to 1: how much it counts, by how long ago it was.
    pub weight: f64,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Nothing fits as it was typed: the hits are what is most like it.
    pub guess: bool,
}

/// A place that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What to show: the name in the person's language if OSM has it, else the local one; an address; coordinates.
    pub label: String,
    /// Address or town, to tell equal labels apart; may be empty.
    pub context: String,
    /// OSM key and value (`amenity=fuel`), `coordinates`, or `junction`.
    pub kind: String,
    /// OSM type and id (`n123`); empty for coordinates and junctions.
    pub osm: String,
    /// A point to route to.
    pub at: LonLat,
    /// Metres from where the search was told to look around; `None` without such a place.
    pub distance_m: Option<f64>,
    /// About how many metres longer the way becomes, when asked along one: twice the distance from it.
    pub detour_m: Option<f64>,
    /// Metres of the way before it, when asked along one.
    pub after_m: Option<f64>,
    /// 0 to about 1.3, higher is better; comparable within one answer only.
    pub score: f64,
    /// What fitted.
    pub matched: Matched,
    /// How often the person used this place.
    pub used: u32,
    /// `opening_hours` as OSM has it, may be empty.
    pub opening_hours: String,
    /// What they say about the asked moment.
    pub opening: Opening,
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
    /// Two streets meet here.
    Junction,
    /// The query was a coordinate.
    Coordinates,
    /// Nothing fitted as it was typed; this is merely similar. A guess, to be asked about before it is used.
    Similar,
}
