//! Drives whose roads are known, and their recordings.

use domain::{LonLat, intent::RoutePreference};
use matching::{Fix, Matched};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use routing::{Budget, Edge, Plan, Role, Router, SnapOptions, Terms};
use std::collections::BTreeMap;

/// A part of an edge: from and to in metres from its tail.
type Part = (Edge, f64, f64);

/// What was really driven.
pub struct Drive {
    parts: Vec<Part>,
}

/// A random trip of at least so many metres; none when the dice fell badly.
pub fn draw(router: &Router, chance: &mut ChaCha8Rng, least_m: f64) -> Option<Drive> {
    let graph = router.graph();
    let mut somewhere = || graph.position(chance.random_range(0..graph.node_count() as u32));
    let trip = [somewhere(), somewhere()];
    let roles = [Role::Start, Role::End].map(SnapOptions::for_role);
    let waypoints = router.snap_trip(&[(trip[0], roles[0]), (trip[1], roles[1])]).ok()?;
    let mode = RoutePreference::Fastest;
    let plan = Plan { waypoints: &waypoints, adjustments: &[], mode, terms: Terms::default() };
    let route = router.route(&plan, &mut Budget::default()).ok()?;
    if route.distance_m < least_m {
        return None;
    }
    let edges: Vec<Edge> = route.edges.iter().filter_map(|key| graph.edge_of(*key)).collect();
    let along = |edge: Edge, point: LonLat| {
        let places = router.beside(point, 5.0).into_iter();
        places.filter(|place| place.edge == edge).map(|place| place.along_m).next()
    };
    let mut parts: Vec<Part> = edges.iter().map(|edge| (*edge, 0.0, graph.length_m(*edge))).collect();
    let (first, last) = (*edges.first()?, *edges.last()?);
    parts.first_mut()?.1 = along(first, *route.geometry.first()?)?;
    parts.last_mut()?.2 = along(last, *route.geometry.last()?)?;
    Some(Drive { parts })
}

impl Drive {
    /// Metres driven.
    pub fn metres(&self) -> f64 {
        self.parts.iter().map(|(_, from, to)| to - from).sum()
    }

    /// A recording: where one is every few seconds at the usual speeds, with noise in both directions.
    pub fn record(
        &self,
        router: &Router,
        noise_m: f64,
        interval_s: f64,
        chance: &mut ChaCha8Rng,
    ) -> Vec<Fix> {
        let graph = router.graph();
        let (mut now, mut next) = (0.0, 0.0);
        let mut fixes = Vec::new();
        for (edge, from, to) in &self.parts {
            let seconds = f64::from(router.edge_ms(*edge)) / 1000.0 * (to - from) / graph.length_m(*edge);
            while next <= now + seconds {
                let share = if seconds > 0.0 { (next - now) / seconds } else { 0.0 };
                let place = at(&graph.geometry(*edge), from + (to - from) * share, graph.length_m(*edge));
                fixes.push(Fix { point: blur(place, noise_m, chance), at: Some(next) });
                next += interval_s;
            }
            now += seconds;
        }
        fixes
    }

    /// Metres that the matching found of this drive.
    pub fn common_m(&self, matched: &Matched) -> f64 {
        let mut found: BTreeMap<Edge, Vec<(f64, f64)>> = BTreeMap::new();
        for piece in matched.drives.iter().flat_map(|drive| &drive.pieces) {
            found.entry(piece.edge).or_default().push((piece.from_m, piece.to_m));
        }
        let mut common = 0.0;
        for (edge, from, to) in &self.parts {
            let Some(spans) = found.get_mut(edge) else { continue };
            let shared = |span: &(f64, f64)| (span.1.min(*to) - span.0.max(*from)).max(0.0);
            let best = spans.iter().map(shared).enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
            // A span is used once: an edge driven twice has to be found twice.
            if let Some((index, metres)) = best {
                common += metres;
                spans.swap_remove(index);
            }
        }
        common
    }
}

/// The place so many metres along a line that is `length_m` long.
fn at(line: &[LonLat], along_m: f64, length_m: f64) -> LonLat {
    let lengths: Vec<f64> = line.windows(2).map(|pair| pair[0].distance_m(pair[1])).collect();
    let scale = lengths.iter().sum::<f64>() / length_m;
    let mut left = along_m * scale;
    for (pair, length) in line.windows(2).zip(&lengths) {
        if left <= *length && *length > 0.0 {
            let share = left / length;
            let mix = |a: f64, b: f64| a + (b - a) * share;
            return LonLat { lon: mix(pair[0].lon, pair[1].lon), lat: mix(pair[0].lat, pair[1].lat) };
        }
        left -= length;
    }
    line[line.len() - 1]
}

/// Moves a place by two normal distributions (Box & Muller), east and north.
fn blur(place: LonLat, noise_m: f64, chance: &mut ChaCha8Rng) -> LonLat {
    let radius = (-2.0 * (1.0 - chance.random::<f64>()).ln()).sqrt() * noise_m;
    let (north, east) = (chance.random::<f64>() * std::f64::consts::TAU).sin_cos();
    let degree = domain::EARTH_RADIUS_M.to_radians();
    LonLat {
        lon: place.lon + radius * east / (degree * place.lat.to_radians().cos()),
        lat: place.lat + radius * north / degree,
    }
}
