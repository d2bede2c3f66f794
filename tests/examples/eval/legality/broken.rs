//! Ways broken on purpose. Each breaks one rule that is known from the network itself; the judge has to catch all.

use std::ops::Range;

use domain::{EdgeKey, Route, Vehicle};
use region::{Access, LimitAt};
use routing::{Checker, Illegal, Terms};

use super::edges::Edges;

/// What was broken, and whether the judge caught it.
pub type Made = (&'static str, bool);

/// Kinds of broken ways that a region with all rules in it gives.
pub const KINDS: usize = 10;

/// Most ways of one kind that a network gives.
const MOST: usize = 5_000;

/// Every restriction, barrier and short cut of a network, as the shortest way that breaks it.
pub fn of_network(edges: &Edges<'_>, checker: &Checker<'_>) -> Vec<Made> {
    let roads = edges.roads;
    let mut made = Vec::new();
    for restriction in &roads.restrictions {
        let via = restriction.via.iter().copied();
        let word: Vec<u32> = std::iter::once(restriction.from).chain(via).chain([restriction.to]).collect();
        if word.iter().all(|edge| edges.open(*edge)) {
            made.push(("restriction", is_illegal(checker, &edges.keys(&word))));
        }
    }
    for posted in &roads.limits {
        let LimitAt::Edge(edge) = posted.at else { continue };
        // A hand too much of everything.
        let vehicle = Vehicle {
            height_cm: Some(posted.height_cm.saturating_add(10)),
            width_cm: Some(posted.width_cm.saturating_add(10)),
            length_cm: Some(posted.length_cm.saturating_add(10)),
            weight_kg: Some(posted.weight_kg.max(posted.axle_kg * 2) + 10),
        };
        if edges.open(edge) && vehicle.exceeds(&posted.limits()).is_some() {
            let found = checker.way_under(&edges.keys(&[edge]), &[whole(1)], &Terms { vehicle });
            made.push(("too small", found == Err(Illegal::TooSmall(0))));
        }
    }
    let (mut barriers, mut short_cuts) = (0, 0);
    for edge in (0..edges.count()).filter(|edge| edges.open(*edge)) {
        let next: Vec<u32> = edges.after(edge).filter(|next| *next != edge ^ 1).collect();
        if roads.nodes[edges.end(edge) as usize].blocked && barriers < MOST {
            for next in &next {
                barriers += 1;
                let found = checker.way(&edges.keys(&[edge, *next]), &[whole(2)]);
                made.push(("barrier", matches!(found, Err(Illegal::Barrier(1)))));
            }
        }
        if edges.access(edge) != Access::Yes || short_cuts >= MOST {
            continue;
        }
        for inner in next.into_iter().filter(|next| edges.access(*next) == Access::Destination) {
            let out = edges.after(inner).find(|out| *out != inner ^ 1 && edges.access(*out) == Access::Yes);
            if let Some(out) = out {
                short_cuts += 1;
                made.push(("short cut", is_illegal(checker, &edges.keys(&[edge, inner, out]))));
            }
        }
    }
    made
}

/// A legal route with something done to it.
pub fn of_route(edges: &Edges<'_>, checker: &Checker<'_>, route: &Route) -> Vec<Made> {
    let Some(leg) = route.legs.first().map(|leg| &route.edges[leg.edges.clone()]) else { return Vec::new() };
    let roads = edges.roads;
    let mut made = Vec::new();
    let mut add = |kind, keys: &[EdgeKey]| made.push((kind, is_illegal(checker, keys)));
    let middle = leg.len() / 2;
    if leg.len() > 2 {
        let (before, after) = (leg[middle - 1], leg[middle + 1]);
        if before.head != after.tail {
            let torn: Vec<EdgeKey> = [&leg[..middle], &leg[middle + 1..]].concat();
            add("gap", &torn);
        }
        let mut unknown = leg.to_vec();
        unknown[middle].way = i64::MIN;
        add("unknown road", &unknown);
    }
    // Driven backwards, a way over any one-way road is illegal.
    let backwards: Vec<EdgeKey> =
        leg.iter().rev().map(|key| EdgeKey { tail: key.head, head: key.tail, ..*key }).collect();
    let numbers: Vec<Option<u32>> = backwards.iter().map(|key| edges.number(*key)).collect();
    if numbers.iter().flatten().any(|edge| !edges.open(*edge)) {
        add("one-way", &backwards);
    }
    // Turning around at the first junction where nothing invites to it.
    let junction = leg.iter().enumerate().find(|(_, key)| {
        edges.number(**key).is_some_and(|edge| edges.open(edge ^ 1) && edges.is_plain_junction(edge))
    });
    if let Some((at, _)) = junction {
        let mut turned = leg[..=at].to_vec();
        turned.push(EdgeKey { tail: leg[at].head, head: leg[at].tail, ..leg[at] });
        add("turn around", &turned);
    }
    // The exit that a restriction forbids, taken.
    if let Ok(judged) = checker.way(leg, &[whole(leg.len())]) {
        for restriction in judged.approached.iter().map(|number| &roads.restrictions[*number]) {
            let last = edges.key(restriction.via.last().copied().unwrap_or(restriction.from));
            for at in (0..leg.len()).filter(|at| leg[*at] == last && *at >= restriction.via.len()) {
                if edges.number(leg[at - restriction.via.len()]) == Some(restriction.from) {
                    let mut taken = leg[..=at].to_vec();
                    taken.push(edges.key(restriction.to));
                    add("forbidden exit", &taken);
                }
            }
        }
    }
    made
}

fn whole(edges: usize) -> Range<usize> {
    0..edges
}

fn is_illegal(checker: &Checker<'_>, keys: &[EdgeKey]) -> bool {
    checker.way(keys, &[whole(keys.len())]).is_err()
}
