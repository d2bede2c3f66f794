//! A month of drives at a glance, and what would be done at some other time.

use super::{LangDto, PlanDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A month of what was driven. Everything is counted from trips and uses that are there; nothing of it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct MonthDto {
    /// Which: `2026-11`, on the clocks of the trips.
    pub month: String,
    /// Months that have trips, newest first.
    pub months: Vec<String>,
    /// Trips of it.
    pub trips: u32,
    /// Days on which there was one.
    pub days: u32,
    /// Seconds on the road.
    pub duration_s: f64,
    /// Trips on which the recommendation was driven.
    pub followed: u32,
    /// Where trips began or ended, most visited first.
    pub places: Vec<MonthPlaceDto>,
    /// What was driven, most driven first.
    pub ways: Vec<MonthWayDto>,
    /// Departures by hour of the day, 24.
    pub hours: Vec<u32>,
    /// Departures by day of the week, seven, Monday first.
    pub weekdays: Vec<u32>,
    /// What memories cost or saved on plans that were driven, largest first.
    pub preferences: Vec<MonthPreferenceDto>,
}

/// A place of the month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MonthPlaceDto {
    /// As the person calls it, else as the map does.
    pub name: String,
    /// Its memory id, when it is remembered.
    pub memory: Option<String>,
    /// Arrivals.
    pub visits: u32,
    /// Seconds between an arrival and the next departure from there, three days at most each.
    pub stayed_s: f64,
}

/// A way of the month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MonthWayDto {
    /// From where, in words.
    pub from: String,
    /// To where, in words.
    pub to: String,
    /// Main roads.
    pub via: String,
    /// Trips on it.
    pub trips: u32,
    /// Those on which something else had been recommended.
    pub deviated: u32,
    /// The middle duration, seconds.
    pub duration_s: f64,
    /// The newest trip on it.
    pub newest: String,
}

/// What a memory did to the plans that were driven this month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MonthPreferenceDto {
    /// Its memory id.
    pub id: String,
    /// As shown.
    pub text: String,
    /// Driven plans that would have been others without it.
    pub drives: u32,
    /// Seconds that they took longer for it in all, by the map; negative when it saved them.
    pub delta_s: f64,
}

/// "What would you do on a Monday at eight?"
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct WouldRequest {
    /// Day of the week: 1 Monday to 7 Sunday.
    pub weekday: u32,
    /// Minutes after midnight, on the clock of here.
    pub minute: u32,
    /// `rain`, `snow`, `fog`, `clear`.
    pub weather: Option<String>,
    /// Language of words.
    pub lang: LangDto,
}

/// The likely trips of that time, planned as they would be then. Nothing of it is kept: no plan, no trace, no conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct WouldDto {
    /// The next such time, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Its IANA zone.
    pub zone: String,
    /// Weeks that were looked at.
    pub weeks: u32,
    /// Trips, likeliest first; empty when nothing was driven at such a time.
    pub trips: Vec<WouldTripDto>,
}

/// A trip that is likely then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WouldTripDto {
    /// From where, in words.
    pub from: String,
    /// To where, in words.
    pub to: String,
    /// Such days on which it was driven within an hour of that time.
    pub seen: u32,
    /// Whether they were such weekdays (`weekday`) or, for want of any, days of that kind (`kind`).
    pub by: String,
    /// Minutes after midnight of the middle departure.
    pub usual_minute: u32,
    /// The plan; absent when it can't be planned here any more.
    pub plan: Option<PlanDto>,
}
