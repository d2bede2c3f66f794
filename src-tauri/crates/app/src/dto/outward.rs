//! What leaves Laolu as a file: a route, and insights.

use super::{LangDto, PlaceHitDto, RouteDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a route is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RouteFormDto {
    /// GPX 1.1: a track and its stops.
    #[default]
    Gpx,
    /// GeoJSON: a line and its stops.
    Geojson,
    /// A page to print: the picture, the figures and every instruction. It fetches nothing.
    Sheet,
    /// Links that open other apps.
    Links,
}

/// A route to be written to a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RouteExportRequest {
    /// As what.
    pub form: RouteFormDto,
    /// The route, as the plan has it.
    pub route: RouteDto,
    /// Start, stops and end.
    pub stops: Vec<PlaceHitDto>,
    /// Departure, UTC seconds.
    #[ts(type = "number | null")]
    pub depart_at: Option<i64>,
    /// IANA zone of that.
    #[serde(default)]
    pub zone: String,
    /// Language of words.
    #[serde(default)]
    pub lang: LangDto,
}

/// A route as a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct RouteExportDto {
    /// A name for the file.
    pub file: String,
    /// Its text; of links one a line.
    pub text: String,
    /// Links, when they were asked for.
    pub links: Vec<RouteLinkDto>,
}

/// A link that opens another app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RouteLinkDto {
    /// `organic_maps`, `osmand`, `google`.
    pub app: String,
    /// The address. Opening it tells the app start, stops and end; nobody is told before.
    pub url: String,
    /// Points along the way that were added so that the app finds the same roads.
    pub shaping: u32,
}

/// Insights as a file for a phone: no trip, no place, no road, no coordinate, no id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct InsightsExportDto {
    /// A name for the file.
    pub file: String,
    /// The file: JSON.
    pub text: String,
    /// What is in it, as sentences.
    pub insights: Vec<String>,
    /// How many were left out because they name a place, a road or a person.
    pub left_out: u32,
}

/// What a file of insights would bring, before anything of it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct InsightsLookDto {
    /// The file's name without its folder; empty for a text.
    pub file: String,
    /// What it holds: handed back to take some of it, so that what is taken is what was looked at.
    pub text: String,
    /// Line by line.
    pub lines: Vec<InsightsLineDto>,
}

/// One line of a file of insights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct InsightsLineDto {
    /// As it would be remembered.
    pub text: String,
    /// Empty when it is new; `known`, or `refused` when the person said no to it or deleted it.
    pub standing: String,
}

/// Take a file of insights, or some of its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct InsightsTakeRequest {
    /// What the file holds.
    pub text: String,
    /// Lines by their place in it, from 0; all when absent.
    pub only: Option<Vec<u32>>,
    /// Language of words.
    pub lang: LangDto,
}

/// What was taken from a file of insights. All of it waits for the person's yes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct InsightsTakenDto {
    /// Memories that wait now.
    pub waiting: u32,
    /// Those that were known, or that the person had said no to.
    pub known: u32,
    /// Ids of those that wait now, to take them back.
    pub ids: Vec<String>,
}
