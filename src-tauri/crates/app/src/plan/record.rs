//! A plan as it is kept for a while, so that "I drove this" can name it, also from another run of the program.

use domain::{
    EdgeKey, LonLat, Moment, RouteId, Timestamp,
    intent::{PlaceRef, TripState},
};
use memory::UseState;
use serde::{Deserialize, Serialize};

use super::Planned;
use crate::{
    App, AppError,
    background::Work,
    dto::{ErrorCode, PlaceHitDto},
};

/// Minutes for which a plan of another run is still "the trip so far".
const FRESH_MINUTES: i64 = 30;

/// A plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Its id.
    pub id: String,
    /// When it was made.
    pub made_at: i64,
    /// Departure.
    pub depart_at: i64,
    /// Zone of both.
    pub zone: String,
    /// Start, stops, end.
    pub waypoints: Vec<PlaceHitDto>,
    /// Chosen first; then the alternatives and the fastest.
    pub routes: Vec<RouteRecord>,
    /// What memories did to it.
    pub uses: Vec<UseRecord>,
    /// The fastest legal route that knows no memory, by id; empty in plans of an earlier version.
    #[serde(default)]
    pub plain: String,
    /// The weather, when it was known.
    #[serde(default)]
    pub weather: Option<String>,
    /// Whether the person said that they were in a hurry.
    #[serde(default)]
    pub hurry: bool,
}

/// A route of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RouteRecord {
    /// Hash of its edges; of a service's route after the service's word and a colon.
    pub id: String,
    /// Seconds.
    pub duration_s: f64,
    /// Metres.
    pub distance_m: f64,
    /// Its edges.
    pub edges: Vec<String>,
    /// Main roads.
    pub via_roads: Vec<String>,
}

/// What a memory did to a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UseRecord {
    /// Memory id.
    pub memory: String,
    /// `retrieved`, `applied`, `decisive`.
    pub state: String,
    /// Seconds the plan is longer for it.
    pub delta_s: f64,
    /// Metres the plan is longer for it.
    pub delta_m: f64,
}

impl PlanRecord {
    /// Departure.
    pub fn depart(&self) -> Moment {
        Moment { at: Timestamp(self.depart_at), zone: self.zone.clone() }
    }

    /// The route with this id, or the recommended one for an empty id.
    pub fn route(&self, id: &str) -> Option<&RouteRecord> {
        if id.is_empty() { self.routes.first() } else { self.routes.iter().find(|route| route.id == id) }
    }
}

impl RouteRecord {
    /// Its edges.
    pub fn edge_keys(&self) -> Vec<EdgeKey> {
        self.edges.iter().filter_map(|edge| edge.parse().ok()).collect()
    }

    /// Its identity: the roads, whoever proposed them.
    pub fn route_id(&self) -> RouteId {
        let roads = self.id.rsplit(':').next().unwrap_or_default();
        RouteId(roads.to_owned())
    }
}

impl UseRecord {
    /// How far it got.
    pub fn use_state(&self) -> UseState {
        match self.state.as_str() {
            "decisive" => UseState::Decisive,
            "applied" => UseState::Applied,
            _ => UseState::Retrieved,
        }
    }
}

impl App {
    /// Keeps a plan; the id that names it.
    pub(crate) fn keep(&self, planned: &Planned) -> Result<String, AppError> {
        let now = self.now();
        let chosen = planned.routes.first().ok_or_else(|| AppError::new(ErrorCode::Internal))?;
        let roads = chosen.id.0.rsplit(':').next().unwrap_or_default();
        let id = format!("{:x}-{}", now.at.0, roads.get(..8).unwrap_or_default());
        let mut routes: Vec<RouteRecord> = Vec::new();
        for route in planned.routes.iter().chain([&planned.base]) {
            if !routes.iter().any(|known| known.id == route.id.0) {
                routes.push(RouteRecord {
                    id: route.id.0.clone(),
                    duration_s: route.duration_s,
                    distance_m: route.distance_m,
                    edges: route.edges.iter().map(ToString::to_string).collect(),
                    via_roads: route.via_roads.clone(),
                });
            }
        }
        let uses = super::reasons::uses(planned);
        let record = PlanRecord {
            id: id.clone(),
            made_at: now.at.0,
            depart_at: planned.asked.depart.at.0,
            zone: planned.asked.depart.zone.clone(),
            waypoints: planned.asked.waypoints.clone(),
            routes,
            uses,
            plain: planned.base.id.0.clone(),
            weather: planned.asked.weather.map(|weather| weather.word().to_owned()),
            hurry: planned.asked.hurry,
        };
        let body = serde_json::to_string(&record)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.later(Work::Plan { id: id.clone(), body, at: now })?;
        Ok(id)
    }

    /// A kept plan.
    pub(crate) fn kept_plan(&self, id: &str) -> Result<PlanRecord, AppError> {
        let waiting = self.background.plan(self.profile(), Some(id));
        let body = match waiting {
            Some(body) => body,
            None => self.mine().plan(id)?.ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?,
        };
        serde_json::from_str(&body).map_err(|_of_another_version| AppError::new(ErrorCode::NoSuchPlan))
    }

    /// Where the newest plan leads, when it is fresh; nothing otherwise.
    pub(crate) fn last_trip_points(&self) -> Vec<LonLat> {
        let record = self.newest_plan();
        let points = record.iter().flat_map(|record| &record.waypoints);
        points.map(|hit| LonLat { lon: hit.point.lon, lat: hit.point.lat }).collect()
    }

    /// The newest plan, when it is fresh.
    pub(crate) fn newest_plan(&self) -> Option<PlanRecord> {
        let waiting = self.background.plan(self.profile(), None);
        let body = waiting.or_else(|| self.mine().last_plan().ok().flatten())?;
        let record: PlanRecord = serde_json::from_str(&body).ok()?;
        let age = self.now().at.0 - record.made_at;
        (0..=FRESH_MINUTES * 60).contains(&age).then_some(record)
    }

    /// The stops of the newest plan, when it is fresh.
    pub(crate) fn last_trip_state(&self) -> Option<TripState> {
        let record = self.newest_plan()?;
        let place = |hit: &PlaceHitDto| match hit.memory {
            Some(_) => PlaceRef::Named(hit.label.clone()),
            None => PlaceRef::At(LonLat { lon: hit.point.lon, lat: hit.point.lat }),
        };
        let (first, rest) = record.waypoints.split_first()?;
        let (last, vias) = rest.split_last()?;
        Some(TripState {
            origin: Some(place(first)),
            destination: Some(place(last)),
            vias: vias.iter().map(place).collect(),
            ..TripState::default()
        })
    }
}
