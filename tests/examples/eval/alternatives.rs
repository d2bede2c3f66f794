//! Whether there is a choice: other routes for Porto's longer trips, each held against what makes one worth showing.
//!
//! Legality is judged by the checker, cost and local optimality by [`routing::Audit`]'s plain search, sharing here: no
//! code with what finds alternatives.

use crate::options::Options;
use domain::{
    Adjustment, Cause, EdgeKey, LonLat, RoadFeature, Route, Strength, Target, intent::RoutePreference,
};
use flows::Verdict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NoProgress, extract, osm};
use routing::{Audit, Budget, Checker, Plan, Role, Router, Snap, SnapOptions, Terms};
use std::{collections::HashMap, fmt::Display};

const TRIPS: usize = 300;
const LONG_S: f64 = 600.0;
const STRETCH: f64 = 1.4;
const SHARE: f64 = 0.7;
/// Parts of this share of the best way's weight have to be optimal.
const LOCAL: f64 = 0.149;
/// Whole milliseconds are compared; edges also carry a fraction by which equals differ.
const SLACK_S: f64 = 0.01;

/// At least one alternative in 98 %, two in 90 %; none that is not worth showing.
pub fn alternatives(options: &Options) -> Verdict {
    let Some(data) = &options.data else { return verdict("no --data given".to_owned(), false) };
    let file = data.join("regions/porto.osm.pbf");
    let read = osm::read(&file, &mut NoProgress, &CancelToken::new()).unwrap();
    let roads = extract::road_network(&read, &mut osm::Skipped::default());
    let router = Router::build(roads.clone());
    let checker = Checker::new(&roads);
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let wanted = options.trials.unwrap_or(TRIPS);
    let mut shown = [0_usize; 4];
    let mut faults: HashMap<&'static str, usize> = HashMap::new();
    let (mut trips, mut with_wishes) = (0, 0);
    while trips < wanted {
        let Some(waypoints) = trip(&mut chance, &router) else { continue };
        // Every other trip of a person who wants something.
        let adjustments = if trips % 2 == 0 { Vec::new() } else { wishes(&mut chance) };
        let plan = Plan {
            waypoints: &waypoints,
            adjustments: &adjustments,
            mode: RoutePreference::Fastest,
            terms: Terms::default(),
        };
        let Ok(routes) = router.alternatives(&plan, 3, &mut Budget::default()) else { continue };
        if routes[0].duration_s < LONG_S {
            continue;
        }
        trips += 1;
        with_wishes += usize::from(!adjustments.is_empty());
        shown[routes.len().min(3)] += 1;
        for index in 0..routes.len() {
            if let Err(fault) = judge(&router, &checker, &plan, &routes[..=index]) {
                *faults.entry(fault).or_default() += 1;
            }
        }
    }
    let share = |count: usize| 100.0 * count as f64 / trips as f64;
    let (one, two) = (share(shown[2] + shown[3]), share(shown[3]));
    println!(
        "{trips} trips of ten minutes and more, {with_wishes} with wishes; 1, 2, 3 routes: {:?}",
        &shown[1..]
    );
    println!("faults: {faults:?}");
    let wrong: usize = faults.values().sum();
    verdict(
        format!("one other in {one:.1} %, two in {two:.1} %, {wrong} not worth showing"),
        one >= 98.0 && two >= 90.0 && wrong == 0,
    )
}

fn verdict(figures: String, holds: bool) -> Verdict {
    let asked = "one in 98 %, two in 90 %, none that is illegal, 1.4 times as dear, shared by 70 % or not locally optimal";
    Verdict { name: "alternatives", figures, asked: asked.to_owned(), holds }
}

/// The last of these routes beside those shown before it.
fn judge(
    router: &Router,
    checker: &Checker<'_>,
    plan: &Plan<'_>,
    routes: &[impl std::ops::Deref<Target = Route>],
) -> Result<(), &'static str> {
    let (Some(route), best) = (routes.last(), &routes[0]) else { return Ok(()) };
    checker.route(route).map_err(|wrong| said(&wrong, "illegal"))?;
    let audit = Audit::of(router, plan, &route.edges).ok_or("no legal way")?;
    if routes.len() == 1 {
        return Ok(());
    }
    if route.weight_s > best.weight_s * STRETCH + SLACK_S {
        return Err("too dear");
    }
    if route.weight_s < best.weight_s - SLACK_S {
        return Err("better than the best");
    }
    let travel: HashMap<EdgeKey, f64> = route.edges.iter().copied().zip(audit.travel_s()).collect();
    let own: f64 = travel.values().sum();
    for other in &routes[..routes.len() - 1] {
        let whole: f64 = Audit::of(router, plan, &other.edges).ok_or("no legal way")?.travel_s().iter().sum();
        let common: f64 = other.edges.iter().filter_map(|key| travel.get(key)).sum();
        if common > SHARE * own.min(whole) + SLACK_S {
            return Err("shares too much");
        }
    }
    if audit.most_avoidable_s(best.weight_s * LOCAL) > SLACK_S {
        return Err("not locally optimal");
    }
    Ok(())
}

fn said(wrong: &dyn Display, fault: &'static str) -> &'static str {
    println!("{fault}: {wrong}");
    fault
}

fn trip(chance: &mut ChaCha8Rng, router: &Router) -> Option<Vec<Snap>> {
    let nodes = router.graph().node_count() as u32;
    let ends: [LonLat; 2] = [(); 2].map(|()| router.graph().position(chance.random_range(0..nodes)));
    let asked = [(ends[0], Role::Start), (ends[1], Role::End)];
    let asked: Vec<_> = asked.into_iter().map(|(at, role)| (at, SnapOptions::for_role(role))).collect();
    router.snap_trip(&asked).ok()
}

fn wishes(chance: &mut ChaCha8Rng) -> Vec<Adjustment> {
    let strengths = [Strength::Prefer, Strength::RatherNot, Strength::Avoid];
    (0..chance.random_range(1..4))
        .map(|index| Adjustment {
            cause: Cause::Sentence(index),
            target: Target::Feature(RoadFeature::ALL[chance.random_range(0..RoadFeature::ALL.len())]),
            strength: strengths[chance.random_range(0..strengths.len())],
        })
        .collect()
}
