//! Looking for places.

use super::{LangDto, PlaceHitDto, PointDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Suggestions in choosers: a search of which only the hits are wanted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SuggestRequest {
    /// What was typed; empty gives recent and frequent places.
    pub text: String,
    /// Rank by distance from here.
    pub near: Option<PointDto>,
    /// At most this many; 8 when 0.
    pub limit: u32,
    /// Language of labels.
    pub lang: LangDto,
}

/// A search for places: a name, an address, a junction, a kind of thing, coordinates, with words such as "open now",
/// "near home", "along the way".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchRequest {
    /// What was typed; empty gives recent and frequent places.
    pub text: String,
    /// Rank by distance from here.
    pub near: Option<PointDto>,
    /// The plan whose way "along the way" means; the newest when empty.
    pub plan: String,
    /// The route of it; the recommended one when empty.
    pub route: String,
    /// At most this many; 8 when 0.
    pub limit: u32,
    /// Language of labels.
    pub lang: LangDto,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchDto {
    /// Best first.
    pub hits: Vec<PlaceHitDto>,
    /// Nothing is called what was typed: the hits are what is most like it.
    pub guess: bool,
    /// A kind of thing was asked for, or coordinates, or words such as "near home" were said: this is a search and no
    /// sentence about a route.
    pub search: bool,
    /// Only what is open was asked for.
    pub open_now: bool,
    /// Only what lies along the way was asked for.
    pub along: bool,
    /// Where it was to be near, as it is called.
    pub near: Option<String>,
    /// What the search could not do: `no_way` (nothing is planned to look along), `unknown_place` (where it was to be near).
    pub problem: Option<String>,
}
