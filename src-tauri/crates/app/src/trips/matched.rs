//! One trip of a recording on the roads: which ones, how sure, and what would have been recommended instead.

use std::{collections::HashSet, sync::Arc};

use domain::{
    Circumstances, EdgeKey, LonLat, Moment, ObservationKind, Provenance, Route, RouteId, Timestamp,
    deviation, intent::RoutePreference,
};
use matching::{Drive, Fix, Piece, feature_points, match_track_while};
use memory::NewTrip;
use routing::{Budget, Edge, Plan, Role, Router, SnapOptions, Terms};
use tracks::Stretch;

use crate::{AppError, CancelToken, dto::ErrorCode, region::LoadedRegion};

/// From which share of all fitting drives on a road counts as known (as `laolu track` calls likely).
const KNOWN: f64 = 0.6;
/// A trip is kept when so much of it lies on known roads.
const LEAST_KNOWN: f64 = 0.6;
/// Most of the recording must be one drive; the rest is the way out of a car park.
const LEAST_COVERED: f64 = 0.8;
/// Farther than this between two fixes the way between them is a guess: half a minute on a motorway.
const GAP_M: f64 = 1_000.0;
/// A way is what was recommended when no more of it than this differs, metres: receivers err at both ends, and one parks around
/// the corner.
const SAME_WAY_M: f64 = 300.0;
/// The same as a share of the way, for long ones.
const SAME_WAY_SHARE: f64 = 0.02;
/// A fix farther from the road driven than this is no place where somebody parked, metres.
const AT_ROAD_M: f64 = 150.0;

/// A trip that fits to the roads.
pub(super) struct OnRoads {
    /// To be written; its places and its import are the caller's.
    pub(super) new: NewTrip,
    /// Metres.
    pub(super) distance_m: f64,
    /// Share of its metres on known roads.
    pub(super) sure: f64,
}

/// What the roads say about a trip.
pub(super) enum Verdict {
    /// It fits.
    Fits(Box<OnRoads>),
    /// It fits to no roads well enough.
    Poor,
}

/// Holds a trip against the roads of the region it lies in.
pub(super) fn on_roads(
    region: &LoadedRegion,
    stretch: &Stretch,
    own: &Moment,
    terms: Terms,
    cancel: &CancelToken,
) -> Result<Verdict, AppError> {
    let fixes: Vec<Fix> = stretch.fixes.iter().map(|fix| Fix { point: fix.at, at: fix.time }).collect();
    let router = region.router();
    let options = matching::Options { gap_m: GAP_M, ..matching::Options::default() };
    let go_on = || !cancel.is_cancelled();
    let matched = match_track_while(router, &fixes, &options, &go_on)
        .ok_or_else(|| AppError::new(ErrorCode::Cancelled))?;
    let best = matched.drives.iter().max_by(|a, b| a.metres().total_cmp(&b.metres()));
    let Some(drive) = best.filter(|drive| fits(drive, &fixes)) else { return Ok(Verdict::Poor) };
    let metres = drive.metres();
    let sure = drive.pieces.iter().filter(|piece| known(piece)).map(length).sum::<f64>() / metres.max(1.0);
    if sure < LEAST_KNOWN {
        return Ok(Verdict::Poor);
    }
    let (Some(first), Some(last)) = (fixes.get(drive.from_fix), fixes.get(drive.to_fix)) else {
        return Ok(Verdict::Poor);
    };
    let (Some(left), Some(came)) = (first.at, last.at) else { return Ok(Verdict::Poor) };
    let line = ends_of(router, drive);
    let departure = Moment { at: Timestamp(left.floor() as i64), zone: geocode::zone_at(first.point, own) };
    let lawful = region.router_at(&departure);
    let Some(offer) = offer(&lawful, line, terms) else { return Ok(Verdict::Poor) };
    let edges = drive.edge_keys(router);
    let driven = Driven::of(router, drive, &edges);
    let chosen = RouteId::of(&edges);
    let observed = driven.compared_with(&offer, &chosen, region, drive);
    let recommended = match &observed {
        ObservationKind::Followed => chosen.clone(),
        ObservationKind::Deviated(_) => offer.id.clone(),
    };
    let via_roads = driven.via_roads;
    let at = |fix: &Fix, road: LonLat| if fix.point.distance_m(road) <= AT_ROAD_M { fix.point } else { road };
    let (start, end) = (at(first, line[0]), at(last, line[1]));
    let indices: Vec<Edge> = drive.pieces.iter().map(|piece| piece.edge).collect();
    let new = NewTrip {
        event_id: event_of(departure.at, start),
        start_place: None,
        end_place: None,
        start,
        end,
        duration_s: (came - left).max(0.0),
        recommended,
        recommended_s: offer.duration_s,
        switched_at: None,
        traffic: String::new(),
        preferred: true,
        edge_seconds: if stretch.rough { Vec::new() } else { drive.edge_seconds() },
        shape: feature_points(router, &indices),
        import: None,
        edges,
        via_roads,
        note: String::new(),
        provenance: Provenance::Imported,
        observed: Some(observed),
        circumstances: Circumstances::default(),
        chosen,
        departure,
    };
    Ok(Verdict::Fits(Box::new(OnRoads { new, distance_m: metres, sure })))
}

fn known(piece: &Piece) -> bool {
    piece.confidence >= KNOWN && !piece.bridged
}

fn length(piece: &Piece) -> f64 {
    piece.to_m - piece.from_m
}

/// Whether one drive is most of what was recorded, from its start to its end.
fn fits(drive: &Drive, fixes: &[Fix]) -> bool {
    let along = |fixes: &[Fix]| -> f64 {
        // Noise adds to a line that is sampled often; steps as long as noise is wide do not.
        let mut sum = 0.0;
        let mut last: Option<LonLat> = None;
        for fix in fixes {
            match last {
                Some(from) if from.distance_m(fix.point) < 30.0 => {}
                Some(from) => {
                    sum += from.distance_m(fix.point);
                    last = Some(fix.point);
                }
                None => last = Some(fix.point),
            }
        }
        sum
    };
    let own = fixes.get(drive.from_fix..=drive.to_fix).map_or(0.0, along);
    own >= LEAST_COVERED * along(fixes) && drive.metres() >= 300.0
}

/// Where a drive begins and ends on the roads.
fn ends_of(router: &Router, drive: &Drive) -> [LonLat; 2] {
    let part = |piece: &Piece| router.part_of(piece.edge, piece.from_m, piece.to_m.max(piece.from_m + 0.1));
    let first = drive.pieces.first().and_then(|piece| part(piece).first().copied());
    let last = drive.pieces.last().and_then(|piece| part(piece).last().copied());
    let nowhere = LonLat { lon: 0.0, lat: 0.0 };
    [first.unwrap_or(nowhere), last.unwrap_or(nowhere)]
}

/// What the planner would have said without any memory, for these ends at that departure.
fn offer(router: &Router, ends: [LonLat; 2], terms: Terms) -> Option<Arc<Route>> {
    let options = |role| SnapOptions { vehicle: terms.vehicle, ..SnapOptions::for_role(role) };
    let waypoints =
        router.snap_trip(&[(ends[0], options(Role::Start)), (ends[1], options(Role::End))]).ok()?;
    let plan = Plan { waypoints: &waypoints, adjustments: &[], mode: RoutePreference::Fastest, terms };
    router.route(&plan, &mut Budget::default()).ok()
}

/// The way driven, as the planner would measure it.
struct Driven<'a> {
    edges: &'a [EdgeKey],
    duration_s: f64,
    distance_m: f64,
    via_roads: Vec<String>,
}

impl<'a> Driven<'a> {
    fn of(router: &Router, drive: &Drive, edges: &'a [EdgeKey]) -> Self {
        let from_m = drive.pieces.first().map_or(0.0, |piece| piece.from_m);
        let to_m = drive.pieces.last().map_or(f64::INFINITY, |piece| piece.to_m);
        match router.route_by_part(edges, from_m, to_m) {
            Ok(route) => Self {
                edges,
                duration_s: route.duration_s,
                distance_m: route.distance_m,
                via_roads: route.via_roads,
            },
            // Not legal for a planner: then its roads are told by their names, and its time by the speeds on them.
            Err(_) => {
                let usual = |piece: &Piece| {
                    let whole = router.graph().length_m(piece.edge).max(0.1);
                    f64::from(router.edge_ms(piece.edge)) / 1000.0 * length(piece) / whole
                };
                let mut roads = drive.stretches(router);
                roads.retain(|road| !road.label.is_empty());
                roads.sort_by(|a, b| b.metres.total_cmp(&a.metres));
                let mut via_roads: Vec<String> = Vec::new();
                for road in roads {
                    if via_roads.len() < 3 && !via_roads.contains(&road.label) {
                        via_roads.push(road.label);
                    }
                }
                let duration_s = drive.pieces.iter().map(usual).sum();
                Self { edges, duration_s, distance_m: drive.metres(), via_roads }
            }
        }
    }

    /// Whether the recommendation was followed, and how not.
    fn compared_with(
        &self,
        offer: &Route,
        chosen: &RouteId,
        region: &LoadedRegion,
        drive: &Drive,
    ) -> ObservationKind {
        let router = region.router();
        let offered: HashSet<EdgeKey> = offer.edges.iter().copied().collect();
        let taken: HashSet<EdgeKey> = self.edges.iter().copied().collect();
        // Only roads that are known count as another way.
        let other_m: f64 = drive
            .pieces
            .iter()
            .zip(self.edges)
            .filter(|(piece, edge)| known(piece) && !offered.contains(edge))
            .map(|(piece, _)| length(piece))
            .sum();
        let not_driven: f64 = offer
            .edges
            .iter()
            .filter(|edge| !taken.contains(edge))
            .filter_map(|edge| router.edge_length_m(*edge))
            .sum();
        let most = (SAME_WAY_SHARE * offer.distance_m).max(SAME_WAY_M);
        if *chosen == offer.id || (other_m <= most && not_driven <= 2.0 * most) {
            return ObservationKind::Followed;
        }
        let deviation = deviation::diff(
            &deviation::Path {
                id: &offer.id,
                edges: &offer.edges,
                duration_s: offer.duration_s,
                distance_m: offer.distance_m,
            },
            &deviation::Path {
                id: chosen,
                edges: self.edges,
                duration_s: self.duration_s,
                distance_m: self.distance_m,
            },
            |edge| region.edge_facts(edge),
            false,
        );
        deviation.map_or(ObservationKind::Followed, ObservationKind::Deviated)
    }
}

/// A cell of about a kilometre: no finer than what is kept of an erased place's trips.
fn cell(at: LonLat) -> (i64, i64) {
    ((at.lat * 100.0).round() as i64, (at.lon * 100.0).round() as i64)
}

fn event(minute: i64, (lat, lon): (i64, i64)) -> String {
    format!("track/{minute}/{lat}/{lon}")
}

/// The id of the event that a recording reports: when and roughly where somebody left. It is the same in every file and format.
fn event_of(departed: Timestamp, start: LonLat) -> String {
    event(departed.0.div_euclid(60), cell(start))
}

/// The ids that other recordings of the same drive may have: clocks differ by a minute or two, and places lie beside a border of
/// cells.
pub(super) fn events_of(departed: Timestamp, start: LonLat) -> Vec<String> {
    let (minute, (lat, lon)) = (departed.0.div_euclid(60), cell(start));
    let around = |n: i64, by: i64| n - by..=n + by;
    around(minute, 2)
        .flat_map(|minute| {
            around(lat, 1).flat_map(move |lat| around(lon, 1).map(move |lon| event(minute, (lat, lon))))
        })
        .collect()
}
