//! Whether what is never to be used is used. Shares no code with what lays wishes over the roads: which roads hang
//! together is read from the network, and where a trip stands from the points and the route alone.

use std::collections::{HashSet, VecDeque};

use domain::{Adjustment, EdgeKey, LonLat, Ring, RoadFeature, Route, Strength, Target};
use routing::{Router, Subset};

use super::{draw::Drawn, edges::Edges};

/// A point lies on a junction that is nearer than this, metres.
const ON_JUNCTION_M: f64 = 0.5;

/// The first place where a route breaks a wish of the subset that says never: neither the edge on which a leg begins or
/// ends, nor one that hangs together with where the leg begins or ends by edges that the wish concerns (RT6), nor a
/// small street around an end of the trip (RT12).
pub fn broken(
    edges: &Edges<'_>,
    router: &Router,
    drawn: &Drawn,
    route: &Route,
    subset: Subset,
) -> Option<String> {
    let trip = Trip::read(edges, drawn, route)?;
    let never = |(index, wish): &(usize, &Adjustment)| subset.has(*index) && wish.strength == Strength::Never;
    for (index, wish) in drawn.adjustments.iter().enumerate().filter(never) {
        let concerned = Concerned::by(edges, router, &wish.target);
        for (number, leg) in trip.legs.iter().enumerate() {
            let inner = leg.iter().take(leg.len().saturating_sub(1)).skip(1);
            let used: Vec<u32> = inner.copied().filter(|edge| concerned.has(*edge)).collect();
            if used.is_empty() {
                continue;
            }
            let exempt = match wish.target {
                Target::Feature(RoadFeature::Residential) => trip.no_short_cut(&concerned),
                _ => trip.stood_on(&concerned, number),
            };
            let of = |kind: &str| {
                let count = used.iter().filter(|edge| !exempt.contains(edge)).count();
                format!(
                    "wish {index} says never {kind} and is broken on {count} edges of leg {number} of {}",
                    trip.legs.len()
                )
            };
            if used.iter().any(|edge| !exempt.contains(edge)) {
                return Some(match &wish.target {
                    Target::Feature(feature) => of(&format!("{feature:?}")),
                    Target::Road(_) => of("a road"),
                    Target::Section { .. } => of("a stretch"),
                    Target::Area { .. } => of("an area"),
                });
            }
        }
    }
    None
}

/// What a wish is about.
struct Concerned<'a> {
    edges: &'a Edges<'a>,
    what: What<'a>,
}

enum What<'a> {
    Feature(RoadFeature),
    Keys(HashSet<EdgeKey>),
    Inside(&'a Ring),
}

impl<'a> Concerned<'a> {
    fn by(edges: &'a Edges<'a>, router: &Router, target: &'a Target) -> Self {
        let what = match target {
            Target::Feature(feature) => What::Feature(*feature),
            Target::Road(name) => What::Keys(router.edges_of_road(name).into_iter().collect()),
            Target::Section { edges, .. } => What::Keys(edges.iter().copied().collect()),
            Target::Area { ring, .. } => What::Inside(ring),
        };
        Self { edges, what }
    }

    fn has(&self, edge: u32) -> bool {
        match &self.what {
            What::Feature(feature) => self.edges.features(edge).has(*feature),
            What::Keys(keys) => keys.contains(&self.edges.key(edge)),
            What::Inside(ring) => ring.touches(&self.edges.line(edge)),
        }
    }
}

/// A route by edge numbers, with where it stands.
struct Trip<'a> {
    edges: &'a Edges<'a>,
    legs: Vec<Vec<u32>>,
    /// Edges that each waypoint lies on, in both directions.
    stands: Vec<Vec<u32>>,
}

impl<'a> Trip<'a> {
    /// Nothing when the route has edges that do not exist, which the other judge tells.
    fn read(edges: &'a Edges<'a>, drawn: &Drawn, route: &Route) -> Option<Self> {
        let number = |key: &EdgeKey| edges.number(*key);
        let legs: Vec<Vec<u32>> = route
            .legs
            .iter()
            .map(|leg| route.edges[leg.edges.clone()].iter().map(number).collect())
            .collect::<Option<_>>()?;
        let stands = drawn.waypoints.iter().enumerate().map(|(index, snap)| {
            let arrives = index.checked_sub(1).and_then(|leg| legs.get(leg)).and_then(|leg| leg.last());
            let leaves = legs.get(index).and_then(|leg| leg.first());
            let used = || arrives.into_iter().chain(leaves).copied();
            let on: Vec<u32> = match used().find_map(|edge| junction(edges, edge, snap.point)) {
                Some(node) if index == 0 => edges.leaving(node).collect(),
                Some(node) => edges.arriving(node).collect(),
                None => used().flat_map(|edge| [edge, edge ^ 1]).collect(),
            };
            on.into_iter().chain(used()).filter(|edge| edges.open(*edge)).collect()
        });
        Some(Self { edges, stands: stands.collect(), legs })
    }

    /// The edges that hang together with where a leg begins, in driving direction, and with where it ends, against it.
    fn stood_on(&self, concerned: &Concerned<'_>, leg: usize) -> HashSet<u32> {
        let edges = self.edges;
        let on = |stands: &[u32]| stands.iter().copied().filter(|edge| concerned.has(*edge)).collect();
        let mut all = flood(on(&self.stands[leg]), |edge| {
            edges.leaving(edges.end(edge)).filter(|next| concerned.has(*next)).collect()
        });
        all.extend(flood(on(&self.stands[leg + 1]), |edge| {
            edges.arriving(edges.end(edge ^ 1)).filter(|before| concerned.has(*before)).collect()
        }));
        all
    }

    /// The small streets around the points of the trip, up to where a bigger road meets them, whoever may drive them at
    /// this hour.
    fn no_short_cut(&self, small: &Concerned<'_>) -> HashSet<u32> {
        let edges = self.edges;
        let on = self.stands.iter().flatten().copied().filter(|edge| small.has(*edge));
        flood(on.flat_map(|edge| [edge, edge ^ 1]).collect(), |edge| {
            let around = edges.around(edges.end(edge));
            if around.iter().all(|other| small.has(*other)) {
                around.iter().copied().flat_map(|edge| [edge, edge ^ 1]).collect()
            } else {
                Vec::new()
            }
        })
    }
}

/// Everything that is reached step by step.
fn flood(from: Vec<u32>, next: impl Fn(u32) -> Vec<u32>) -> HashSet<u32> {
    let mut found: HashSet<u32> = from.iter().copied().collect();
    let mut queue = VecDeque::from(from);
    while let Some(edge) = queue.pop_front() {
        queue.extend(next(edge).into_iter().filter(|edge| found.insert(*edge)));
    }
    found
}

/// The end of an edge on which a point lies.
fn junction(edges: &Edges<'_>, edge: u32, point: LonLat) -> Option<u32> {
    [edges.end(edge), edges.end(edge ^ 1)]
        .into_iter()
        .find(|node| edges.position(*node).distance_m(point) < ON_JUNCTION_M)
}
