//! A service's line laid on the roads of the map here, so that features, names and wishes can be told of it.

use domain::{EdgeKey, FeatureMetres, LonLat, Route, RouteId, provider::ProviderRoute};
use matching::{Drive, Fix, Options, match_track};
use routing::Router;

/// A service draws along the middle of the roads of its own map: what is left is another map's drawing and rounding.
const NOISE_M: f64 = 4.0;
/// The same for a service whose map is drawn by somebody else than OSM's people and shifted by a formula.
const OTHER_MAP_NOISE_M: f64 = 12.0;
/// Metres between points that are asked for; longer pieces of a line are cut, so that no parallel road fits as well.
const STEP_M: f64 = 40.0;
/// Metres of a line at either end that may lie off our roads: where a service lets trips begin differs.
const END_M: f64 = 60.0;

/// A service's route, and what of it lies on the map here.
pub struct Matched {
    /// In the shape of a route of ours. Time and length are the service's; without `edges` where it was not found whole.
    pub route: Route,
    /// Share of the line that was found, 0 to 1.
    pub known: f64,
    /// Identity of its roads; nothing when it was not found whole.
    pub roads: Option<RouteId>,
}

/// Lays a route, in WGS84, on the roads. `other_map`: its line is not drawn after OSM.
pub fn matched(router: &Router, theirs: &ProviderRoute, word: &str, other_map: bool) -> Matched {
    let points: Vec<LonLat> = points(&theirs.line).collect();
    let fixes: Vec<Fix> = points.iter().map(|point| Fix { point: *point, at: None }).collect();
    let noise_m = if other_map { OTHER_MAP_NOISE_M } else { NOISE_M };
    let found = match_track(router, &fixes, &Options { noise_m: Some(noise_m), ..Options::default() });
    let length_m = length(&theirs.line).max(1.0);
    // Of the line, what a drive goes along. One that is much longer went around, one that is much shorter bridges what is
    // off the map: neither says anything of the line.
    let along = |drive: &Drive| points.get(drive.from_fix..=drive.to_fix).map_or(0.0, length);
    let fits = |drive: &&Drive| (drive.metres() - along(drive)).abs() <= along(drive) * 0.05 + 2.0 * END_M;
    let known = found.drives.iter().filter(fits).map(along).sum::<f64>() / length_m;
    if let [drive] = found.drives.as_slice()
        && drive.metres() + 2.0 * END_M >= length_m
        && drive.metres() <= length_m * 1.05 + 2.0 * END_M
        && let Some(mut route) = whole(router, drive)
    {
        let roads = RouteId::of(&route.edges);
        route.id = RouteId(format!("{word}:{roads}"));
        (route.duration_s, route.distance_m) = (theirs.duration_s, theirs.distance_m);
        return Matched { route, known: known.clamp(0.0, 1.0), roads: Some(roads) };
    }
    let mut features = FeatureMetres::default();
    for piece in found.drives.iter().filter(fits).flat_map(|drive| &drive.pieces) {
        for feature in router.graph().kind_of(piece.edge).features.iter() {
            features.add(feature, piece.to_m - piece.from_m);
        }
    }
    let route = Route {
        id: RouteId(format!("{word}:{}", of_line(&theirs.line))),
        distance_m: theirs.distance_m,
        duration_s: theirs.duration_s,
        weight_s: theirs.duration_s,
        geometry: theirs.line.clone(),
        legs: Vec::new(),
        edges: Vec::new(),
        features,
        details: Vec::new(),
        via_roads: Vec::new(),
        signals: 0,
    };
    Matched { route, known: known.clamp(0.0, 1.0), roads: None }
}

/// A drive as a route of ours, when it is legal on the map here.
fn whole(router: &Router, drive: &Drive) -> Option<Route> {
    let (first, last) = (drive.pieces.first()?, drive.pieces.last()?);
    let keys: Vec<EdgeKey> = drive.edge_keys(router);
    router.route_by_part(&keys, first.from_m, last.to_m).ok()
}

/// The points of a line, with more in between where they lie far apart.
fn points(line: &[LonLat]) -> impl Iterator<Item = LonLat> + '_ {
    let between = line.windows(2).flat_map(|pair| {
        let (a, b) = (pair[0], pair[1]);
        let parts = (a.distance_m(b) / STEP_M).ceil().clamp(1.0, 1e4) as u32;
        (1..=parts).map(move |part| {
            let share = f64::from(part) / f64::from(parts);
            LonLat { lon: a.lon + (b.lon - a.lon) * share, lat: a.lat + (b.lat - a.lat) * share }
        })
    });
    line.first().copied().into_iter().chain(between)
}

fn length(line: &[LonLat]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum()
}

/// Identity of a line that lies on no roads of ours: its points, a metre apart or more.
fn of_line(line: &[LonLat]) -> RouteId {
    let whole = |degrees: f64| (degrees * 1e5).round() as i64;
    let points: Vec<EdgeKey> =
        line.iter().map(|at| EdgeKey { way: 0, tail: whole(at.lon), head: whole(at.lat) }).collect();
    RouteId::of(&points)
}
