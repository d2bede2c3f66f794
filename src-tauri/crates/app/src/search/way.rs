//! The way that "along the way" means, and what stopping beside it costs.

use std::sync::Arc;

use domain::{LonLat, intent::RoutePreference};
use geocode::Corridor;
use routing::{Budget, Plan, Role, Router, SnapOptions};

use crate::{
    App, AppError,
    dto::{ErrorCode, PlaceHitDto},
    plan::PlanRecord,
    region::LoadedRegion,
};

/// States a search for one detour may visit: a city's worth.
const BUDGET: u64 = 400_000;

/// A planned route to look along.
pub struct Way {
    region: Arc<LoadedRegion>,
    corridor: Corridor,
    ends: [LonLat; 2],
}

impl App {
    /// The way of a kept plan; of the newest one for an empty id. `None` when nothing is planned.
    pub(super) fn way(&self, plan: &str, route: &str) -> Result<Option<Way>, AppError> {
        let record = if plan.is_empty() { self.newest_plan() } else { Some(self.kept_plan(plan)?) };
        let Some(record) = record else { return Ok(None) };
        let route = record.route(route).ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?;
        let edges = route.edge_keys();
        let Some(region) = self.region_of(&edges) else { return Ok(None) };
        let line: Vec<LonLat> =
            edges.iter().filter_map(|edge| region.router().edge_geometry(*edge)).flatten().collect();
        let ends = ends(&record);
        Ok(ends.map(|ends| Way { corridor: Corridor::new(&line), region, ends }))
    }
}

fn ends(record: &PlanRecord) -> Option<[LonLat; 2]> {
    let at = |hit: &PlaceHitDto| LonLat { lon: hit.point.lon, lat: hit.point.lat };
    Some([at(record.waypoints.first()?), at(record.waypoints.last()?)])
}

impl Way {
    /// The region it lies in.
    pub fn region(&self) -> Arc<LoadedRegion> {
        Arc::clone(&self.region)
    }

    /// Its line.
    pub fn corridor(&self) -> &Corridor {
        &self.corridor
    }

    /// What each stop costs by road, measured as fastest ways through it and without it; the cheapest first. Stops that no
    /// road leads to and back from come last.
    pub fn price(&self, hits: &mut [PlaceHitDto]) {
        let router = self.region.router();
        let [start, end] = self.ends;
        let Some(direct) = fastest(router, &[start, end]) else { return };
        for hit in hits.iter_mut() {
            let stop = LonLat { lon: hit.point.lon, lat: hit.point.lat };
            if let Some(detour) = hit.detour.as_mut()
                && let Some(through) = fastest(router, &[start, stop, end])
            {
                detour.duration_s = Some((through.0 - direct.0).max(0.0));
                detour.distance_m = (through.1 - direct.1).max(0.0);
            }
        }
        let open = |hit: &PlaceHitDto| match hit.open.as_ref().map(|open| open.state.as_str()) {
            Some("open") => 0,
            Some("closed") => 2,
            _ => 1,
        };
        let cost =
            |hit: &PlaceHitDto| hit.detour.and_then(|detour| detour.duration_s).unwrap_or(f64::INFINITY);
        // What is known to be open stays before what may be closed only where the question was about that; a stable sort
        // keeps the search's order among equals.
        hits.sort_by(|a, b| (open(a) == 2).cmp(&(open(b) == 2)).then(cost(a).total_cmp(&cost(b))));
    }
}

/// Seconds and metres of the fastest way.
fn fastest(router: &Router, points: &[LonLat]) -> Option<(f64, f64)> {
    let last = points.len() - 1;
    let role = |index: usize| match index {
        0 => Role::Start,
        index if index == last => Role::End,
        _ => Role::Via,
    };
    let asked: Vec<(LonLat, SnapOptions)> =
        points.iter().enumerate().map(|(index, at)| (*at, SnapOptions::for_role(role(index)))).collect();
    let waypoints = router.snap_trip(&asked).ok()?;
    let terms = routing::Terms::default();
    let plan = Plan { waypoints: &waypoints, adjustments: &[], mode: RoutePreference::Fastest, terms };
    let route = router.route(&plan, &mut Budget::of(BUDGET)).ok()?;
    Some((route.duration_s, route.distance_m))
}
