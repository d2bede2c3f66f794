//! The trips, and our own answer to them.

use domain::{EdgeKey, LonLat, intent::RoutePreference};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use region::Access;
use routing::{Budget, Graph, Plan, Role, Router, SnapOptions};

/// A door is about this far from the middle of its road, metres at most.
const BESIDE_M: f64 = 25.0;

/// What we answer.
pub struct Ours {
    pub distance_m: f64,
    pub duration_s: f64,
    pub snapped: [LonLat; 2],
    pub geometry: Vec<LonLat>,
    pub edges: Vec<EdgeKey>,
}

/// Pairs of places beside roads that anybody may drive, every segment as likely as another.
pub fn draw(graph: &Graph, seed: u64) -> impl Iterator<Item = [LonLat; 2]> {
    let open = |segment: &u32| {
        let segment = &graph.roads().segments[*segment as usize];
        segment.forward == Access::Yes || segment.backward == Access::Yes
    };
    let segments: Vec<u32> = (0..graph.roads().segments.len() as u32).filter(open).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || [(); 2].map(|()| beside(graph, &segments, &mut random)))
}

fn beside(graph: &Graph, segments: &[u32], random: &mut ChaCha8Rng) -> LonLat {
    let line = graph.geometry(segments[random.random_range(0..segments.len())] * 2);
    let piece = random.random_range(1..line.len());
    let (a, b) = (line[piece - 1], line[piece]);
    let share: f64 = random.random();
    let (away_m, towards) =
        (random.random::<f64>() * BESIDE_M, random.random::<f64>() * std::f64::consts::TAU);
    let lat = a.lat + (b.lat - a.lat) * share;
    let degrees = away_m / domain::EARTH_RADIUS_M.to_radians();
    LonLat {
        lon: a.lon + (b.lon - a.lon) * share + degrees * towards.sin() / lat.to_radians().cos(),
        lat: lat + degrees * towards.cos(),
    }
}

/// Our fastest route, without a wish.
pub fn ours(router: &Router, points: &[LonLat; 2]) -> Option<Ours> {
    let asked = [(points[0], Role::Start), (points[1], Role::End)]
        .map(|(point, role)| (point, SnapOptions::for_role(role)));
    let waypoints = router.snap_trip(&asked).ok()?;
    let plan = Plan {
        waypoints: &waypoints,
        adjustments: &[],
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    let route = router.route(&plan, &mut Budget::default()).ok()?;
    Some(Ours {
        distance_m: route.distance_m,
        duration_s: route.duration_s,
        snapped: [waypoints.first()?.point, waypoints.last()?.point],
        geometry: route.geometry.clone(),
        edges: route.edges.clone(),
    })
}
