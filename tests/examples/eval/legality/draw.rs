//! Trips and wishes as chance has them.

use domain::{
    Adjustment, Cause, EdgeKey, LonLat, MemoryRef, PreferenceId, Ring, RoadFeature, Strength, Target,
    Vehicle, intent::RoutePreference,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use routing::{Role, Router, Snap, SnapOptions, Subset, Terms};

/// Everything that a plan asks for.
pub struct Drawn {
    pub waypoints: Vec<Snap>,
    pub adjustments: Vec<Adjustment>,
    pub mode: RoutePreference,
    pub terms: Terms,
}

/// What drives: mostly an ordinary car, sometimes one that many a road is too small for.
fn vehicle(chance: &mut ChaCha8Rng) -> Vehicle {
    if chance.random_bool(0.7) {
        return Vehicle::default();
    }
    Vehicle {
        height_cm: chance.random_bool(0.7).then(|| chance.random_range(200..450)),
        width_cm: chance.random_bool(0.5).then(|| chance.random_range(190..260)),
        length_cm: chance.random_bool(0.3).then(|| chance.random_range(400..1_300)),
        weight_kg: chance.random_bool(0.7).then(|| chance.random_range(1_500..20_000)),
    }
}

/// How far apart waypoints are, degrees: mostly a trip across town.
const APART: [f64; 5] = [0.003, 0.01, 0.02, 0.04, 1.0];

/// A trip on the router's roads; nothing when a point has no road that can be used.
pub fn plan(chance: &mut ChaCha8Rng, router: &Router, last: &[EdgeKey]) -> Option<Drawn> {
    let vehicle = vehicle(chance);
    let stops = [0, 0, 0, 0, 0, 1, 1, 1, 2, 4][chance.random_range(0..10)];
    let apart = APART[chance.random_range(0..APART.len())];
    let mut points = vec![somewhere(chance, router)];
    for _ in 0..=stops {
        let before = points[points.len() - 1];
        points.push(near(chance, router, before, apart));
    }
    let role = |index: usize| match index {
        0 => Role::Start,
        last if last == points.len() - 1 => Role::End,
        _ => Role::Via,
    };
    let asked: Vec<_> = points
        .iter()
        .enumerate()
        .map(|(index, p)| (*p, SnapOptions { vehicle, ..SnapOptions::for_role(role(index)) }))
        .collect();
    let waypoints = router.snap_trip(&asked).ok()?;
    let count = if chance.random_bool(0.25) { 0 } else { chance.random_range(1..9) };
    let liking = chance.random_bool(0.4);
    let adjustments = (0..count)
        .map(|index| Adjustment {
            cause: match chance.random_range(0..3) {
                0 => Cause::Sentence(index),
                1 => Cause::Setting(format!("{index}")),
                _ => Cause::Memory(MemoryRef::Preference(PreferenceId(index as i64))),
            },
            target: target(chance, router, &points, last),
            strength: strength(chance, liking),
        })
        .collect();
    let modes = [
        RoutePreference::Fastest,
        RoutePreference::Stable,
        RoutePreference::Scenic,
        RoutePreference::AvoidHighway,
    ];
    let mode = if chance.random_bool(0.6) { modes[0] } else { modes[chance.random_range(1..4)] };
    Some(Drawn { waypoints, adjustments, mode, terms: Terms { vehicle } })
}

/// Some of the wishes, with or without the mode.
pub fn subset(chance: &mut ChaCha8Rng, wishes: usize) -> Subset {
    let all = if chance.random_bool(0.5) { Subset::ALL } else { Subset::ALL.without_mode() };
    (0..wishes).filter(|_| chance.random_bool(0.5)).fold(all, Subset::without)
}

/// Every strength; plans without a liking need no preparation and make up the most.
fn strength(chance: &mut ChaCha8Rng, liking: bool) -> Strength {
    let from = if liking { 0 } else { 2 };
    Strength::ALL[chance.random_range(from..Strength::ALL.len())]
}

/// A feature, a road by its name, a stretch near the trip from junction to junction, an area around one of its points or
/// beside it, or a few roads of the way that was found last: a closure there is one that matters.
fn target(chance: &mut ChaCha8Rng, router: &Router, points: &[LonLat], last: &[EdgeKey]) -> Target {
    match chance.random_range(0..5) {
        0 => Target::Feature(RoadFeature::ALL[chance.random_range(0..RoadFeature::ALL.len())]),
        1 => {
            let names = router.road_names();
            Target::Road(if names.is_empty() {
                String::new()
            } else {
                names[chance.random_range(0..names.len())].clone()
            })
        }
        2 => {
            let a = points[chance.random_range(0..points.len())];
            let b = points[chance.random_range(0..points.len())];
            let t = chance.random_range(0.0..1.0);
            let between = LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t };
            let edges = router.section_at(between).map(|section| section.edges).unwrap_or_default();
            Target::Section { label: String::new(), edges }
        }
        3 => area(chance, points),
        _ if last.is_empty() => Target::Section { label: String::new(), edges: Vec::new() },
        _ => {
            let from = chance.random_range(0..last.len());
            let edges = last[from..].iter().take(chance.random_range(1..12)).copied().collect();
            Target::Section { label: String::new(), edges }
        }
    }
}

/// An outline drawn by an unsteady hand, some 30 m to 2 km wide.
fn area(chance: &mut ChaCha8Rng, points: &[LonLat]) -> Target {
    let around = points[chance.random_range(0..points.len())];
    let wide = [0.0003, 0.001, 0.003, 0.01][chance.random_range(0..4)];
    let mut off = |by: f64| chance.random_range(-by..by);
    let middle = LonLat { lon: around.lon + off(wide * 2.0), lat: around.lat + off(wide * 2.0) };
    let corners: Vec<LonLat> = (0..7)
        .map(|corner| {
            let (sin, cos) = (f64::from(corner) * std::f64::consts::TAU / 7.0).sin_cos();
            let reach = wide + off(wide * 0.7);
            LonLat { lon: middle.lon + cos * reach, lat: middle.lat + sin * reach }
        })
        .collect();
    match Ring::new(&corners) {
        Some(ring) => Target::Area { label: String::new(), ring },
        None => Target::Section { label: String::new(), edges: Vec::new() },
    }
}

/// A place on any road.
fn somewhere(chance: &mut ChaCha8Rng, router: &Router) -> LonLat {
    let segment = chance.random_range(0..router.graph().edge_count() as u32 / 2);
    let line = router.graph().geometry(segment * 2);
    let piece = chance.random_range(0..line.len() - 1);
    let (a, b, t) = (line[piece], line[piece + 1], chance.random_range(0.0..=1.0));
    LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t }
}

/// A place not far from another one; now and then the very same.
fn near(chance: &mut ChaCha8Rng, router: &Router, other: LonLat, apart: f64) -> LonLat {
    if chance.random_bool(0.01) {
        return other;
    }
    if apart >= 1.0 {
        return somewhere(chance, router);
    }
    let mut off = || chance.random_range(-apart..apart);
    LonLat { lon: other.lon + off(), lat: other.lat + off() }
}
