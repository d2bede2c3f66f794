//! How long the shown ways take by the person's own drives at this part of this kind of day.

use std::collections::HashMap;

use domain::{
    EdgeKey, Lang, Route,
    traffic::{EdgeTime, Piece, Typical, edge_times, typical},
};
use routing::Router;

use crate::{
    App, AppError,
    dto::{TrafficDto, TrafficRoadDto},
    plan::{Asked, Planned},
    words,
};

/// Newest drives that are looked at: planning takes no longer however many there are.
const DRIVES: usize = 60;

impl App {
    /// Times per piece of road at the departure's part of the day.
    pub(crate) fn own_times(&self, asked: &Asked) -> Result<HashMap<EdgeKey, EdgeTime>, AppError> {
        let drives = self.mine().recorded_trips(asked.depart.bucket(), asked.depart.day_kind(), DRIVES)?;
        Ok(edge_times(drives.iter().map(|drive| (drive.edges.as_slice(), drive.seconds.as_slice()))))
    }
}

/// What own drives say of a way of a plan.
pub(crate) fn traffic_dto(planned: &Planned, route: &Route) -> Option<TrafficDto> {
    let said = of_route(planned.region.router(), route, &planned.times)?;
    Some(TrafficDto {
        text: in_words(planned.lang, &said),
        typical_s: said.typical_s,
        low_s: said.low_s,
        high_s: said.high_s,
        covered: said.covered,
        roads: said
            .roads
            .into_iter()
            .map(|road| TrafficRoadDto {
                road: road.road,
                drives: u32::try_from(road.drives).unwrap_or(u32::MAX),
                median_s: road.median_s,
                spread_s: road.spread_s,
                map_s: road.map_s,
            })
            .collect(),
    })
}

/// Seconds that own drives take longer than the map on the first way; negative when they are quicker.
pub(crate) fn delay_s(planned: &Planned) -> Option<f64> {
    let route = planned.routes.first()?;
    let said = of_route(planned.region.router(), route, &planned.times)?;
    Some(said.typical_s - route.duration_s)
}

fn of_route(router: &Router, route: &Route, times: &HashMap<EdgeKey, EdgeTime>) -> Option<Typical> {
    if times.is_empty() {
        return None;
    }
    let pieces: Vec<Piece> = route
        .edges
        .iter()
        .filter_map(|edge| {
            Some(Piece {
                edge: *edge,
                length_m: router.edge_length_m(*edge)?,
                map_s: router.edge_seconds(*edge)?,
                road: router.edge_label(*edge).unwrap_or_default().to_owned(),
            })
        })
        .collect();
    typical(route.duration_s, &pieces, times)
}

fn in_words(lang: Lang, said: &Typical) -> String {
    let minutes = |s: f64| (s / 60.0).round().max(1.0);
    let (low, high, drives) = (minutes(said.low_s), minutes(said.high_s), said.drives);
    let typical = words::minutes(lang, said.typical_s);
    match lang {
        Lang::Zh => format!("这个时段你自己开过 {drives} 次以上：{typical}（{low}–{high}）"),
        Lang::En => format!("{typical} by your own drives at this time, {drives} or more ({low}–{high})"),
    }
}
