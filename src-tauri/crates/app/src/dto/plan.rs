//! Asking and planning.

use super::{
    ChipDto, LangDto, LineDto, MeasureDto, PlaceHitDto, PointDto, ProactiveCardDto, SituationDto, TraceDto,
    TrafficDto,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// How long a wish lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LifetimeDto {
    /// This trip.
    Once,
    /// Remember until the time that the sentence says: a closure.
    Until,
    /// Remember.
    Always,
}

/// Words that were not understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct NoteDto {
    /// The words.
    pub words: String,
    /// `not_understood`, `not_supported`.
    pub kind: String,
    /// UTF-16 range in the sentence.
    pub span: Vec<u32>,
}

/// Strength of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StrengthDto {
    /// The usual road.
    Follow,
    /// Rather use it.
    Prefer,
    /// May be used again: lifts what was said against it, and pulls neither way.
    Allow,
    /// Rather not.
    RatherNot,
    /// Avoid softly.
    Avoid,
    /// Never.
    Never,
}

/// What a wish is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TargetDto {
    /// `motorway`, `toll`, `ferry`, `tunnel`, `bridge`, `elevated`, `unpaved`, `waterside`, `residential`,
    /// `narrow`, `steep`.
    Feature {
        /// The feature's word.
        feature: String,
    },
    /// A road by name or ref.
    Road {
        /// Name as shown.
        name: String,
    },
    /// A stretch: edge keys `way:tail:head`.
    Section {
        /// Name as shown.
        label: String,
        /// Directed edges.
        edges: Vec<String>,
    },
    /// All roads in an area that was drawn.
    Area {
        /// What the person calls it; may be empty.
        label: String,
        /// Its corners, 3 to 200; the last is joined to the first.
        ring: Vec<PointDto>,
    },
}

/// A wish from outside the sentence, for this plan only ("avoid this road, once").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WishDto {
    /// About what.
    pub target: TargetDto,
    /// How strongly.
    pub strength: StrengthDto,
}

/// A waypoint set by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WaypointDto {
    /// Where.
    pub point: PointDto,
    /// Name to show; empty means "point on the map".
    #[serde(default)]
    pub label: String,
    /// Its memory id when it is remembered.
    #[serde(default)]
    pub memory: Option<String>,
}

/// Plan a trip.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PlanRequest {
    /// The sentence; may be empty when waypoints are given.
    pub utterance: String,
    /// Start set by hand; wins over the sentence.
    pub origin: Option<WaypointDto>,
    /// Destination set by hand; wins over the sentence.
    pub destination: Option<WaypointDto>,
    /// Stops set by hand, in order; they come before those of the sentence.
    pub vias: Vec<WaypointDto>,
    /// Chips the person removed, by id.
    pub dropped: Vec<String>,
    /// Lifetimes the person set on wish chips, by chip id.
    #[ts(type = "Record<string, LifetimeDto>")]
    pub lifetimes: BTreeMap<String, LifetimeDto>,
    /// Causes switched off for this plan ("not this time"), by reason id.
    pub disabled: Vec<String>,
    /// Wishes from the map, for this plan only. Their causes are `map-N`.
    pub wishes: Vec<WishDto>,
    /// Departure; now when absent.
    #[ts(type = "number | null")]
    pub depart_at: Option<i64>,
    /// `rain`, `snow`, `fog`, `clear`; wins over the sentence; unknown when absent.
    pub weather: Option<String>,
    /// Language for words and instructions.
    pub lang: LangDto,
    /// Whether this request goes on from the last one even without a continuation word (false: by the words).
    pub keep_context: bool,
    /// One route under all wishes, at once: without others and reasons, measured against itself. Nothing of it is kept,
    /// neither as a plan nor of what the sentence says. For a line that is drawn while something is dragged.
    pub draft: bool,
}

/// What was understood, for the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct IntentDto {
    /// As in [`ParseDto`].
    pub kind: String,
    /// `fastest`, `stable`, `scenic`, `avoid_highway` (MISSION S0-29).
    pub route_preference: String,
    /// Chips as at planning time.
    pub chips: Vec<ChipDto>,
    /// Words not understood.
    pub notes: Vec<NoteDto>,
    /// Departure, UTC seconds.
    #[ts(type = "number")]
    pub depart_at: i64,
    /// IANA zone.
    pub zone: String,
    /// Known weather.
    pub weather: Option<String>,
    /// Who rides along, as the person calls them; empty when they said that nobody does, absent when they said nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub passengers: Option<Vec<String>>,
    /// Whether the last request's stops were dropped.
    pub reset_context: bool,
}

/// The answer to "how do I drive".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlanDto {
    /// Names this plan for `drove` and for traces.
    pub plan_id: String,
    /// What was understood.
    pub intent: IntentDto,
    /// Where from.
    pub origin: PlaceHitDto,
    /// Where to.
    pub destination: PlaceHitDto,
    /// Stops.
    pub vias: Vec<PlaceHitDto>,
    /// Chosen first, then up to two alternatives.
    pub routes: Vec<RouteDto>,
    /// Unmet wishes: said first (E-8).
    pub unmet: Vec<UnmetDto>,
    /// Reasons that act on this plan, the smallest sufficient set first (E-5).
    pub reasons: Vec<ReasonDto>,
    /// Retrieved or applied without effect on this route: "also considered".
    pub considered: Vec<ReasonDto>,
    /// What lost against something stronger.
    pub overruled: Vec<OverruledDto>,
    /// The fastest legal way without any wish: the start of the sum.
    pub base: MeasureDto,
    /// Name of that way.
    pub base_label: String,
    /// That way drawn, when the wishes set it aside.
    pub set_aside: Option<RouteDto>,
    /// Whether any memory was applied; the panel says so when not (MISSION S0-46).
    pub memory_used: bool,
    /// Asked before a low-confidence but fitting habit could act (MISSION S0-16).
    pub question: Option<QuestionDto>,
    /// Where a waypoint had to move, in words: "the point lies off the road network, 120 m away".
    pub moved: Vec<String>,
    /// Things to know beside the reasons: a size limit that turned the route.
    pub notices: Vec<NoticeDto>,
    /// What is known of the moment, and by whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SituationDto>>")]
    pub situation: Vec<SituationDto>,
    /// What is said unasked; at most one card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<ProactiveCardDto>,
    /// A "never" that nothing could honour: what was offered instead.
    pub offer: Option<OfferDto>,
    /// One sentence that explains the plan (MISSION S0-30).
    pub human_readable_reason: String,
    /// The decision in the flat shape that a language model or another program would give or take (MISSION S0-28).
    pub decision: DecisionDto,
    /// The three stages with timing (MISSION S0-11), without the words.
    pub trace: TraceDto,
}

/// A plan in its smallest form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DecisionDto {
    /// Degrees north, −90 to 90.
    pub start_lat: f64,
    /// Degrees east, −180 to 180.
    pub start_lng: f64,
    /// Degrees north.
    pub end_lat: f64,
    /// Degrees east.
    pub end_lng: f64,
    /// Stops on the way, in order.
    pub waypoints: Vec<PointDto>,
    /// `fastest`, `stable`, `scenic`, `avoid_highway` (MISSION S0-29).
    pub route_preference: String,
    /// The same sentence as in the plan.
    pub human_readable_reason: String,
}

/// A route that breaks a "never", offered because nothing else exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OfferDto {
    /// Reasons that can't be honoured, by id.
    pub broken: Vec<String>,
    /// In words.
    pub text: String,
}

/// One route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RouteDto {
    /// Hash of its edges.
    pub id: String,
    /// Name made of its main roads.
    pub label: String,
    /// One line: what it is like ("seaside, 1.3 km of tunnel").
    pub character: String,
    /// Metres.
    pub distance_m: f64,
    /// Seconds.
    pub duration_s: f64,
    /// Seconds more than the first route.
    pub delta_s: f64,
    /// Metres more than the first route.
    pub delta_m: f64,
    /// The line.
    pub geometry: LineDto,
    /// Point ranges of `geometry`, `[from, to]`, that no other route of the plan shares.
    pub differs: Vec<[u32; 2]>,
    /// Instructions.
    pub steps: Vec<StepDto>,
    /// Metres by feature.
    pub features: FeaturesDto,
    /// Features and roads by interval.
    pub details: Vec<DetailDto>,
    /// At most three things worth showing on the card.
    pub hints: Vec<HintDto>,
    /// Things to know of it: low-emission zones that it enters.
    pub notices: Vec<NoticeDto>,
    /// Main roads in driving order.
    pub via_roads: Vec<String>,
    /// Traffic lights.
    pub signals: u32,
    /// Whether it is the way the person usually drives.
    pub usual: bool,
    /// How long it takes by the person's own drives at this time of day, where there are enough of them on this map; then
    /// `duration_s` is that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub traffic: Option<TrafficDto>,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct StepDto {
    /// The sentence in the asked language.
    pub text: String,
    /// Icon: `depart`, `left`, `slight_left`, `sharp_left`, `right`, `slight_right`, `sharp_right`, `straight`,
    /// `fork_left`, `fork_right`, `fork_middle`, `merge_left`, `merge_right`, `ramp_left`, `ramp_right`, `roundabout`,
    /// `roundabout_left` and `uturn_right` (traffic keeps left), `uturn`, `ferry`, `ferry_off`, `toll`, `border`, `waypoint`, `arrive`.
    pub icon: String,
    /// Road after it; may be empty.
    pub road: String,
    /// Number to show with the icon: the exit of a motorway or of a roundabout; may be empty.
    pub exit: String,
    /// Lanes in front of it from left to right; empty when nothing is known.
    pub lanes: Vec<LaneDto>,
    /// What the driver meets on the way to the next, in the asked language.
    pub notes: Vec<String>,
    /// Metres to the next.
    pub distance_m: f64,
    /// Seconds to the next.
    pub duration_s: f64,
    /// Where.
    pub point: PointDto,
}

/// A lane in front of a maneuver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LaneDto {
    /// Painted arrows: `sharp_left`, `left`, `slight_left`, `through`, `slight_right`, `right`, `sharp_right`,
    /// `reverse`, `merge_to_left`, `merge_to_right`; empty when nothing is painted.
    pub arrows: Vec<String>,
    /// The arrow that leads to the maneuver, `through` on a lane without paint; empty on a lane that does not lead there.
    pub take: String,
    /// For buses or cycles only.
    pub closed: bool,
}

/// Metres by feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct FeaturesDto {
    /// Motorway.
    pub motorway_m: f64,
    /// Toll.
    pub toll_m: f64,
    /// Ferry.
    pub ferry_m: f64,
    /// Tunnel.
    pub tunnel_m: f64,
    /// Bridge.
    pub bridge_m: f64,
    /// Elevated.
    pub elevated_m: f64,
    /// Unpaved.
    pub unpaved_m: f64,
    /// Along water.
    pub waterside_m: f64,
    /// Small streets and service roads that it only passes through: not where it starts or ends.
    pub residential_m: f64,
    /// Too narrow for two cars.
    pub narrow_m: f64,
    /// Steep, where the map says so.
    pub steep_m: f64,
}

/// A value over an interval of the line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DetailDto {
    /// `feature`, `class`, `road`, `low_emission`.
    pub kind: String,
    /// The feature's or class's word, or the road's or zone's name.
    pub value: String,
    /// First point.
    pub from_point: u32,
    /// Last point.
    pub to_point: u32,
    /// Metres.
    pub metres: f64,
}

/// A small fact on a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HintDto {
    /// `waterside`, `signals`, `tunnel`, `toll`, `motorway`, `elevated`, `ferry`, `unpaved`, `bridge`, `usual`,
    /// `residential`, `narrow`, `steep`.
    pub icon: String,
    /// In the asked language.
    pub text: String,
}

/// Something to know about a way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct NoticeDto {
    /// `late`, `vehicle`, `low_emission`.
    pub kind: String,
    /// In the asked language.
    pub text: String,
}

/// Why the chosen route is what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ReasonDto {
    /// The cause's id: `sentence-0`, `mode`, `map-0`, `setting-toll`, `pref-5`, `trip-9`.
    pub id: String,
    /// Kind of cause.
    pub kind: ReasonKind,
    /// In the asked language: what it wants.
    pub text: String,
    /// In the asked language: origin, date, how sure.
    pub source: String,
    /// 0 to 1, memories only.
    pub confidence: Option<f64>,
    /// Memory id to open.
    pub memory: Option<String>,
    /// How far it went: retrieved, applied, decisive, or switched off by the person.
    pub state: ReasonState,
    /// Whether planning without it changes the route (E-2).
    pub decisive: bool,
    /// False when switched off for this plan.
    pub enabled: bool,
    /// Part of the smallest set that reproduces the choice (E-5).
    pub minimal: bool,
    /// Step reading: seconds it added when causes join one after another; all steps and the base sum to the route.
    pub delta_s: f64,
    /// Step reading, metres.
    pub delta_m: f64,
    /// Other reading: seconds the chosen plan takes more than the plan without this one cause.
    pub without_s: f64,
    /// Other reading, metres.
    pub without_m: f64,
    /// Causes with the same group are each enough (E-9).
    pub group: Option<u32>,
    /// Joint price of the group in seconds.
    pub group_s: Option<f64>,
    /// Point ranges of the chosen route's line that it concerns.
    pub intervals: Vec<[u32; 2]>,
}

/// Kinds of cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// The sentence.
    Sentence,
    /// A click on the map, for this plan.
    Map,
    /// The way of weighing routes.
    Mode,
    /// A setting.
    Setting,
    /// A memory.
    Memory,
}

/// The three states of a cause, never merged (E-1), and "off".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReasonState {
    /// Recalled, not applied.
    Retrieved,
    /// Applied, changed nothing.
    Applied,
    /// Applied, and the route is another without it.
    Decisive,
    /// Switched off for this plan.
    Off,
}

/// A wish that could not be met fully.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct UnmetDto {
    /// The cause's id.
    pub reason: String,
    /// What remains, metres.
    pub metres: f64,
    /// "Avoid tunnels, not fully met: 1.3 km remain (setting)".
    pub text: String,
}

/// A preference that lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OverruledDto {
    /// The loser's id.
    pub id: String,
    /// What it wants.
    pub text: String,
    /// The winner's id; absent when it lost to the situation (a hurry).
    pub by: Option<String>,
    /// In words.
    pub why: String,
}

/// A question before anything is applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionDto {
    /// The memory it is about.
    pub memory: String,
    /// In words.
    pub text: String,
    /// The evidence in one line.
    pub evidence: String,
}
