//! "I drove this": a trip is written down, and two deviations in a row ask a question.

use domain::{
    AgainstPlain, Circumstances, EdgeKey, LonLat, MemoryRef, Moment, Nature, ObservationKind, Provenance,
    Timestamp, TripId, Weather, deviation,
};
use memory::{NewTrip, Use};

use crate::{
    App, AppError,
    dto::{DroveDto, DroveRequest, ErrorCode, HabitCardDto, PlaceHitDto, TraceStageDto},
    plan::{PlanRecord, RouteRecord},
    region::LoadedRegion,
    trace::{milliseconds, stage_of_writing},
};

/// Seconds that a trip takes longer than its way does before it looks as if there was a stop; it also has to be half of the
/// drive again, because traffic takes its share of a long one.
const STOPPED_S: f64 = 900.0;

/// Metres from a trip's end to the road on which it begins or ends.
const BESIDE_M: f64 = 500.0;

/// What the person says about why they left the recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Because {
    Congestion,
    Nature(Nature),
}

impl App {
    /// Writes a finished drive down. The same event twice adds nothing.
    pub fn drove(&self, request: &DroveRequest) -> Result<DroveDto, AppError> {
        let started = self.clock.monotonic_s();
        let plan = self.kept_plan(&request.plan_id)?;
        let recommended = plan.route("").ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?;
        let (start, end) = ends(&plan)?;
        let region = self.region_for(&[point(start), point(end)])?;
        let driven = &driven_way(&region, &plan, request)?;
        if driven.edges.is_empty() {
            return Err(AppError::bad_request("route_id").with("why", "not_on_map"));
        }
        let learning = self.learns()?;
        let departure = match request.departed_at {
            Some(at) => Moment { at: Timestamp(at), zone: plan.zone.clone() },
            None => plan.depart(),
        };
        let duration_s = request.duration_s.unwrap_or(driven.duration_s);
        if !(0.0..=604_800.0).contains(&duration_s) {
            return Err(AppError::bad_request("duration_s"));
        }
        let said = said_because(&request.because)?;
        let stopped_s = duration_s - driven.duration_s;
        let stopped = stopped_s >= STOPPED_S && stopped_s >= driven.duration_s / 2.0;
        let against = |other: &RouteRecord| {
            let mut deviation = difference(&region, other, driven)?;
            match said {
                Some(Because::Congestion) => deviation.is_congestion_alternative = true,
                Some(Because::Nature(nature)) => (deviation.nature, deviation.told) = (nature, true),
                None if stopped && deviation.nature == Nature::Choice => deviation.nature = Nature::Errand,
                None => {}
            }
            Some(deviation)
        };
        let deviation = against(recommended);
        let observed = learning.then(|| match &deviation {
            Some(deviation) => ObservationKind::Deviated(deviation.clone()),
            None => ObservationKind::Followed,
        });
        let plain = plan.routes.iter().find(|route| route.id == plan.plain);
        let against_plain = plain
            .filter(|plain| plain.route_id() != recommended.route_id())
            .map(|plain| against(plain).map_or(AgainstPlain::Same, AgainstPlain::Other));
        let weather = match request.weather.as_ref().or(plan.weather.as_ref()) {
            Some(word) => Some(Weather::from_word(word).ok_or_else(|| AppError::bad_request("weather"))?),
            None => None,
        };
        let circumstances = Circumstances {
            weather,
            hurry: request.hurry.unwrap_or(plan.hurry),
            passengers: request
                .passengers
                .iter()
                .map(|name| self.harmless(name))
                .collect::<Result<_, _>>()?,
            traffic: self.harmless(&request.traffic)?,
            against_plain,
        };
        let new = NewTrip {
            event_id: if request.event_id.is_empty() {
                format!("{}/{}", plan.id, driven.id)
            } else {
                request.event_id.clone()
            },
            start_place: Self::place_id(start),
            end_place: Self::place_id(end),
            start: point(start),
            end: point(end),
            departure,
            duration_s,
            recommended: recommended.route_id(),
            chosen: driven.route_id(),
            recommended_s: recommended.duration_s,
            switched_at: request.switched_at.map(Timestamp),
            traffic: request.traffic.trim().to_owned(),
            preferred: request.adopted.unwrap_or(true),
            edges: driven.edge_keys(),
            edge_seconds: Vec::new(),
            shape: Vec::new(),
            import: None,
            via_roads: driven.via_roads.clone(),
            note: String::new(),
            provenance: Provenance::Stated,
            observed,
            circumstances,
        };
        let now = self.now();
        let recorded = self.mine().record_trip(&new, &now)?;
        let mut proposal = None;
        if recorded.new {
            self.note_drive(&plan, deviation.is_none(), &new)?;
            if learning {
                proposal = self.learn(recorded.trip, request.lang)?;
            }
        }
        if recorded.new {
            self.keep_drive(recorded.trip, deviation.is_some(), proposal.as_ref(), started);
        }
        Ok(DroveDto {
            trip: MemoryRef::Trip(recorded.trip).to_string(),
            new: recorded.new,
            deviated: deviation.is_some(),
            learning,
            proposal,
        })
    }

    /// The trace of a drive: what was noticed on it, and what was made of that.
    fn keep_drive(&self, trip: TripId, deviated: bool, proposal: Option<&HabitCardDto>, started: f64) {
        let mut stored = vec![MemoryRef::Trip(trip)];
        stored.extend(proposal.and_then(|card| card.id.parse::<MemoryRef>().ok()));
        let ms = milliseconds(started, self.clock.monotonic_s());
        let stages = vec![
            TraceStageDto {
                name: "extract".to_owned(),
                input: vec!["drive".to_owned()],
                output: vec![if deviated { "deviated" } else { "followed" }.to_owned()],
                ..TraceStageDto::default()
            },
            stage_of_writing(&stored, ms),
        ];
        self.keep_deed("drove", "", "", stages);
    }

    /// A route of a kept plan by its id, or by its number in the list from 1.
    pub fn route_id_of(&self, plan_id: &str, route: &str) -> Result<String, AppError> {
        let plan = self.kept_plan(plan_id)?;
        let by_number = route.parse::<usize>().ok().and_then(|n| plan.routes.get(n.checked_sub(1)?));
        let found = by_number.or_else(|| plan.route(route));
        found.map(|route| route.id.clone()).ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))
    }

    /// A drive used its places, and, when the recommendation was followed, the memories that made it.
    fn note_drive(&self, plan: &PlanRecord, followed: bool, trip: &NewTrip) -> Result<(), AppError> {
        let mine = self.mine();
        for place in [trip.start_place, trip.end_place].into_iter().flatten() {
            mine.touch_place(place, trip.departure.at)?;
        }
        let uses: Vec<Use> = plan
            .uses
            .iter()
            .filter_map(|used| {
                Some(Use {
                    memory: used.memory.parse().ok()?,
                    at: trip.departure.clone(),
                    state: used.use_state(),
                    delta_s: used.delta_s,
                    delta_m: used.delta_m,
                    driven: followed,
                })
            })
            .collect();
        Ok(mine.note_uses(&uses)?)
    }
}

fn ends(plan: &PlanRecord) -> Result<(&PlaceHitDto, &PlaceHitDto), AppError> {
    match plan.waypoints.as_slice() {
        [first, .., last] => Ok((first, last)),
        _ => Err(AppError::new(ErrorCode::NoSuchPlan)),
    }
}

fn point(hit: &PlaceHitDto) -> LonLat {
    LonLat { lon: hit.point.lon, lat: hit.point.lat }
}

fn said_because(word: &str) -> Result<Option<Because>, AppError> {
    match word {
        "" => Ok(None),
        "congestion" => Ok(Some(Because::Congestion)),
        other => match Nature::from_word(other) {
            Some(nature) => Ok(Some(Because::Nature(nature))),
            None => Err(AppError::bad_request("because")),
        },
    }
}

/// The route of the plan that was driven, or the way along the roads that were.
fn driven_way(
    region: &LoadedRegion,
    plan: &PlanRecord,
    request: &DroveRequest,
) -> Result<RouteRecord, AppError> {
    if request.edges.is_empty() {
        let known = plan.route(&request.route_id).ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?;
        return Ok(known.clone());
    }
    let refused = || AppError::bad_request("edges");
    let keys: Vec<EdgeKey> = request
        .edges
        .iter()
        .map(|edge| edge.parse().map_err(|_not_an_edge| refused()))
        .collect::<Result<_, _>>()?;
    let router = region.router();
    // Where on its first and last road the trip began and ended, as a plan has it.
    let along = |end: &PlaceHitDto, key: Option<&EdgeKey>| {
        let edge = router.graph().edge_of(*key?)?;
        let beside = router.beside(point(end), BESIDE_M).into_iter().find(|beside| beside.edge == edge)?;
        Some(beside.along_m)
    };
    let (start, end) = ends(plan)?;
    let from_m = along(start, keys.first()).unwrap_or(0.0);
    let to_m = along(end, keys.last()).unwrap_or(f64::INFINITY);
    let route = router.route_by_part(&keys, from_m, to_m).map_err(|why| refused().with("why", why))?;
    if let Some(known) = plan.routes.iter().find(|known| known.route_id() == route.id) {
        return Ok(known.clone());
    }
    Ok(RouteRecord {
        id: route.id.0,
        duration_s: route.duration_s,
        distance_m: route.distance_m,
        edges: request.edges.clone(),
        via_roads: route.via_roads,
    })
}

/// How a driven route differs from an offered one; `None` for the same.
pub(crate) fn difference(
    region: &LoadedRegion,
    recommended: &RouteRecord,
    driven: &RouteRecord,
) -> Option<domain::Deviation> {
    let (offered, taken) = (recommended.edge_keys(), driven.edge_keys());
    let (offered_id, taken_id) = (recommended.route_id(), driven.route_id());
    deviation::diff(
        &deviation::Path {
            id: &offered_id,
            edges: &offered,
            duration_s: recommended.duration_s,
            distance_m: recommended.distance_m,
        },
        &deviation::Path {
            id: &taken_id,
            edges: &taken,
            duration_s: driven.duration_s,
            distance_m: driven.distance_m,
        },
        |edge: EdgeKey| region.edge_facts(edge),
        false,
    )
}
