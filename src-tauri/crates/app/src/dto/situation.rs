//! What is known about right now beside the question, and what may be said about it unasked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{LangDto, PlaceHitDto, PointDto};

/// A fact about the moment of a trip (MISSION S1-33). What nobody measured or said is unknown, never guessed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SituationDto {
    /// `time`, `commuting`, `hurry`, `weather`, `outside`, `cabin`, `traffic`, `passengers`.
    pub fact: String,
    /// Whether it is known.
    pub known: bool,
    /// In the asked language, with its name: 「天气：下雨」, "Weather: unknown".
    pub text: String,
    /// Who says so: `clock`, `places`, `sentence`, `switch` (set by hand), `provider` (the weather service), `trips` (one's
    /// own drives); empty when unknown.
    pub source: String,
}

/// A card that speaks unasked: what, why, and how to have it never again (MISSION S1-54). At most one per plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProactiveCardDto {
    /// `closure`, `meeting`, `weather`. "Stop this" stops all of a kind.
    pub kind: String,
    /// In the asked language: one or two sentences.
    pub text: String,
    /// In the asked language: what it rests on.
    pub why: String,
    /// The memory it comes from: "why" opens it, "forget" deletes it. Never absent: no card comes from nowhere.
    pub memory: String,
    /// The sentence that plans what it speaks of; empty when it is about the plan that it stands beside.
    pub sentence: String,
}

/// What a person does with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CardAnswerDto {
    /// Away with this one: it does not come again on this day.
    Dismiss,
    /// Never again one of this kind, until it is switched on again.
    Stop,
    /// The memory behind it is to be deleted, undoably, and the card with it.
    Forget,
    /// "Why" was opened.
    Why,
}

/// An answer to a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CardAnswerRequest {
    /// Of which kind the card was.
    pub kind: String,
    /// Its memory.
    pub memory: String,
    /// What the person did.
    pub answer: CardAnswerDto,
    /// Language of words.
    #[serde(default)]
    pub lang: LangDto,
}

/// Cards: which kinds may speak, and what was done with those that did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct CardsDto {
    /// Kinds, each with whether it may speak.
    pub kinds: Vec<CardKindDto>,
    /// What was shown and answered, newest first; at most 200.
    pub log: Vec<CardLogDto>,
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CardKindDto {
    /// `closure`, `meeting`, `weather`.
    pub kind: String,
    /// In the asked language.
    pub text: String,
    /// Whether it may speak.
    pub on: bool,
}

/// What became of a card. Holds no words of a memory, so that erasing one leaves none here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CardLogDto {
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Of which kind.
    pub kind: String,
    /// Its memory's id.
    pub memory: String,
    /// `shown`, `dismiss`, `stop`, `forget`, `why`.
    pub what: String,
}

/// The weather service, and what it says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct WeatherDto {
    /// Whether it may be asked. Off until switched on; without it weather is what a person says or sets.
    pub enabled: bool,
    /// Its server's address.
    pub address: String,
    /// The address of Open-Meteo, to begin with.
    pub usual_address: String,
    /// Seconds after which a question is given up.
    pub timeout_s: u32,
    /// `rain`, `snow`, `fog`, `clear`; absent when unknown or none of these.
    pub sky: Option<String>,
    /// Degrees Celsius outside.
    pub outside_c: Option<f64>,
    /// When it was asked, UTC seconds; absent before the first answer.
    #[ts(type = "number | null")]
    pub asked_at: Option<i64>,
    /// Degrees that a place is rounded to before it is sent: 0.1 is about ten kilometres.
    pub grid_deg: f64,
    /// Why the last question failed, in the words of the network page; empty when it did not.
    pub problem: String,
}

/// Change the weather service; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct WeatherSetRequest {
    /// Whether it may be asked.
    pub enabled: Option<bool>,
    /// Its server's address; empty is the usual one.
    pub address: Option<String>,
    /// Seconds, 1 to 30.
    pub timeout_s: Option<u32>,
}

/// How long a way takes by the person's own drives at this part of this kind of day. The route's own time is this time; which
/// part of it was measured, and what the map alone would say, stand here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrafficDto {
    /// Seconds for the whole way, the same as the route's: the median of own drives where there are enough, elsewhere the map's
    /// time at one's own pace.
    pub typical_s: f64,
    /// Seconds within which the middle half of such drives lie: from.
    pub low_s: f64,
    /// To.
    pub high_s: f64,
    /// Share of the way's length that own drives tell of, 0 to 1.
    pub covered: f64,
    /// Seconds on that part.
    pub measured_s: f64,
    /// Seconds for the whole way by the map alone.
    pub map_s: f64,
    /// What the map's seconds are multiplied by where nothing was measured.
    pub elsewhere: f64,
    /// In the asked language: "24 min by your own drives at this time, 7 or more (21–28); 19 min by the map".
    pub text: String,
    /// Road by road, in driving order.
    pub roads: Vec<TrafficRoadDto>,
}

/// A road of a way, by one's own drives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TrafficRoadDto {
    /// Its name; empty for roads without one.
    pub road: String,
    /// Fewest drives over any piece of it.
    pub drives: u32,
    /// Seconds, median.
    pub median_s: f64,
    /// Seconds between the quartiles.
    pub spread_s: f64,
    /// Seconds by the map.
    pub map_s: f64,
}

/// Where could one go? ("找个这周末能带狗去的地方", "somewhere to take the dog this weekend", MISSION S0-45.)
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct WhereRequest {
    /// The sentence.
    pub utterance: String,
    /// Looks around here instead of around home.
    pub near: Option<PointDto>,
    /// Places at most, 1 to 50; 0 is ten.
    pub limit: u32,
    /// Language of words.
    pub lang: LangDto,
}

/// Places that fit what was asked and what is remembered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct WhereDto {
    /// What the places have to allow: `dog`; empty when the sentence asks for no such thing.
    pub needs: Vec<String>,
    /// Whether the sentence asks for some place and names none: "somewhere to take the dog", not "to the office with the dog".
    pub seeks: bool,
    /// Candidates, best first, each with the map's own words for why it fits.
    pub places: Vec<WherePlaceDto>,
    /// The remembered preferences that were used, and no others.
    pub memories: Vec<WhereMemoryDto>,
    /// In the asked language: what was looked for, and why.
    pub text: String,
}

/// A candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WherePlaceDto {
    /// The place.
    pub place: PlaceHitDto,
    /// The map's tag that makes it fit, `dog=yes`, `leisure=dog_park`.
    pub tag: String,
    /// Whether what is remembered speaks for it.
    pub preferred: bool,
}

/// A preference that was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WhereMemoryDto {
    /// Its memory id.
    pub id: String,
    /// As shown.
    pub text: String,
}

/// An entrance of a place (MISSION S0-03): a gate, a car park, a platform.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct EntranceDto {
    /// Names it, `entrance-3-1`: the first of the third place.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// Where.
    pub point: PointDto,
    /// How often it was chosen.
    pub chosen: u32,
    /// Whether trips to the place end here: chosen twice at least, and most lately of those.
    pub routed: bool,
}

/// Write an entrance down, or change it; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct EntranceRequest {
    /// The place's memory id, for a new one.
    pub place: String,
    /// The entrance to change; absent for a new one.
    pub id: Option<String>,
    /// What it is called.
    pub name: Option<String>,
    /// Where it is.
    pub point: Option<PointDto>,
}
