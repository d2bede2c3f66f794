//! A made-up drive along a planned route: where a car would be every few seconds.

use domain::LonLat;
use routing::Edge;

use crate::{
    App, AppError,
    dto::{ErrorCode, FixDto, SimulateRequest, SimulationDto},
    remember::point_dto,
};

/// A waypoint that lies this near to the route's first or last road begins or ends it there, metres.
const ON_ROAD_M: f64 = 100.0;

impl App {
    /// Drives a route of a kept plan at the usual speeds. Nothing is written down by it.
    pub fn drive_simulate(&self, request: &SimulateRequest) -> Result<SimulationDto, AppError> {
        let every_s = if request.every_s == 0.0 { 1.0 } else { request.every_s };
        if !(1.0..=60.0).contains(&every_s) {
            return Err(AppError::bad_request("every_s"));
        }
        let plan = self.kept_plan(&request.plan_id)?;
        let gone = || AppError::new(ErrorCode::NoSuchPlan);
        let route = plan.route(&request.route_id).ok_or_else(gone)?;
        let points: Vec<LonLat> =
            plan.waypoints.iter().map(|hit| LonLat { lon: hit.point.lon, lat: hit.point.lat }).collect();
        let region = self.region_for(&points)?;
        let router = region.router();
        let edges: Vec<Edge> =
            route.edge_keys().iter().filter_map(|key| router.graph().edge_of(*key)).collect();
        if edges.is_empty() || edges.len() < route.edges.len() {
            return Err(AppError::bad_request("route_id").with("why", "not_on_map"));
        }
        let along = |edge: Edge, at: Option<&LonLat>| {
            let beside = router.beside(*at?, ON_ROAD_M);
            beside.iter().find(|place| place.edge == edge).map(|place| place.along_m)
        };
        let last = edges.len() - 1;
        let begin = request.departed_at.unwrap_or(plan.depart_at) as f64;
        let (mut fixes, mut now, mut next, mut metres) = (Vec::new(), 0.0, 0.0, 0.0);
        for (index, edge) in edges.iter().enumerate() {
            let length_m = router.graph().length_m(*edge);
            let from_m = if index == 0 { along(*edge, points.first()).unwrap_or(0.0) } else { 0.0 };
            let to_m = if index == last { along(*edge, points.last()).unwrap_or(length_m) } else { length_m };
            let to_m = to_m.max(from_m);
            let seconds = f64::from(router.edge_ms(*edge)) / 1000.0 * (to_m - from_m) / length_m.max(0.1);
            while next < now + seconds {
                let at_m = from_m + (to_m - from_m) * (next - now) / seconds;
                if let Some(at) = router.part_of(*edge, at_m, at_m + 0.5).first() {
                    fixes.push(FixDto { point: point_dto(*at), at: begin + next });
                }
                next += every_s;
            }
            now += seconds;
            metres += to_m - from_m;
        }
        Ok(SimulationDto { fixes, duration_s: now, distance_m: metres })
    }
}
