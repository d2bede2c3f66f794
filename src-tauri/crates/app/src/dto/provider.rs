//! Routes of somebody else's server.

use super::{PlanDto, RouteDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A service that can be asked for routes, and what the person set for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProviderDto {
    /// `osrm`, `valhalla`, `graphhopper`, `amap`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it may be asked. Off until switched on.
    pub enabled: bool,
    /// Its server's address; empty until one is set.
    pub address: String,
    /// An address to begin with: a server on this computer, or the service's own.
    pub usual_address: String,
    /// `none`, `optional`, `required`.
    pub needs_key: String,
    /// Whether a key is kept. The key itself is never shown again.
    pub has_key: bool,
    /// Datum of the server's coordinates: `wgs84` or `gcj02`.
    pub datum: String,
    /// Seconds after which a question is given up.
    pub timeout_s: u32,
    /// What a question tells the server beside the stops, as far as it applies: `departure`, `features`, `areas`,
    /// `sections`, `roads`, `vehicle`, `key`.
    pub sends: Vec<String>,
    /// Features that it can be told to avoid.
    pub features: Vec<String>,
}

/// Change what is set for a service; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderSetRequest {
    /// Which service.
    pub id: String,
    /// Whether it may be asked.
    pub enabled: Option<bool>,
    /// Its server's address.
    pub address: Option<String>,
    /// Its key; empty takes it away.
    pub key: Option<String>,
    /// `wgs84` or `gcj02`.
    pub datum: Option<String>,
    /// Seconds, 1 to 120.
    pub timeout_s: Option<u32>,
}

/// The answer of a service, as a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProviderPlanDto {
    /// Who answered.
    pub provider: ProviderDto,
    /// The answer in the shape of a plan. Its routes are the service's, with the service's times, lengths and instructions;
    /// features and road names are those of the map here, as far as the line was found on it. `base` and the prices of
    /// `reasons` are what Laolu's own routes say; they sum to `ours`, not to the service's time.
    pub plan: PlanDto,
    /// More about each route of `plan.routes`, in their order.
    pub routes: Vec<ProviderRouteDto>,
    /// What became of each wish in force.
    pub wishes: Vec<ProviderWishDto>,
    /// Laolu's own choice for the same question, to compare with.
    pub ours: RouteDto,
}

/// A route of a service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProviderRouteDto {
    /// As in `RouteDto`: the service's word and a hash of the line. Never its name.
    pub id: String,
    /// What the service calls it; may be empty.
    pub name: String,
    /// Share of the line that was found on the map here, 0 to 1. Of the rest, features are not known.
    pub known: f64,
    /// Whether it is the same way as `ours`.
    pub same_as_ours: bool,
    /// Whether "I drove this" can name it: it was found whole, and is legal on the map here.
    pub can_be_driven: bool,
}

/// A wish, and what became of it at a service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProviderWishDto {
    /// The cause's id, as in `plan.reasons`.
    pub reason: String,
    /// In the asked language: what it wants.
    pub text: String,
    /// Whether the service was told.
    pub asked: bool,
    /// `as_is`, `harder` (as never), `softer` (as rather not), `both_ways`; when not asked: `feature`, `area`, `road`,
    /// `section`, `prefer`, `only_hard`, `too_many`, `mode`, `ignored`.
    pub how: String,
    /// The same in words.
    pub note: String,
    /// Metres of it on the service's first route; absent when that can't be told.
    pub metres: Option<f64>,
    /// Whether the first route keeps the wish; absent when that can't be told.
    pub kept: Option<bool>,
    /// What it costs by Laolu's own routes, seconds; absent when that was not measured.
    pub price_s: Option<f64>,
}
