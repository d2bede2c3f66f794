//! An independent judge of whether a sequence of edges may be driven.
//!
//! It reads the [`RoadNetwork`] itself and shares nothing with the search: no turn table, no states. Tests hold every
//! route against it.

use std::collections::HashMap;

use domain::EdgeKey;
use region::{Access, RoadNetwork};

/// Why a sequence must not be driven. Positions count edges from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No such edge in the network.
    #[error("edge {0} does not exist")]
    Unknown(usize),
    /// Cars may not drive it.
    #[error("edge {0} is closed to cars")]
    Closed(usize),
    /// It does not start where the one before ends.
    #[error("edge {0} does not continue the one before")]
    Gap(usize),
    /// A barrier stands in between.
    #[error("a barrier stands before edge {0}")]
    Barrier(usize),
    /// Turning around is not sensible there.
    #[error("edge {0} turns around in the middle of a road")]
    UTurn(usize),
    /// A turn restriction ends with it.
    #[error("edge {0} completes a forbidden turn")]
    Restricted(usize),
    /// A destination-only road serves as a short cut.
    #[error("edge {0} is for reaching something on it and is used as a short cut")]
    ShortCut(usize),
}

/// Judges sequences of edges. `stops` waypoints may lie on the way: at each of them one may turn around, and reaching
/// it justifies destination-only roads.
///
/// # Errors
/// The first rule that is broken.
pub fn check_edges(roads: &RoadNetwork, keys: &[EdgeKey], stops: usize) -> Result<(), Illegal> {
    let mut by_key: HashMap<(i64, i64, i64), Vec<u32>> = HashMap::new();
    for (index, segment) in roads.segments.iter().enumerate() {
        let way = roads.ways[segment.way as usize].osm;
        let (tail, head) = (roads.nodes[segment.tail as usize].osm, roads.nodes[segment.head as usize].osm);
        by_key.entry((way, tail, head)).or_default().push(index as u32 * 2);
        by_key.entry((way, head, tail)).or_default().push(index as u32 * 2 + 1);
    }
    let mut edges = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        let twins = by_key.get(&(key.way, key.tail, key.head)).ok_or(Illegal::Unknown(index))?;
        let open = twins.iter().find(|edge| may(roads, **edge) != Access::No);
        edges.push(*open.ok_or(Illegal::Closed(index))?);
    }
    let mut turns_around = 0;
    for (index, pair) in edges.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let node = end(roads, from);
        if start(roads, to) != node {
            return Err(Illegal::Gap(index + 1));
        }
        let back = from ^ 1 == to;
        if roads.nodes[node].blocked && !back {
            return Err(Illegal::Barrier(index + 1));
        }
        if back && !(roads.nodes[node].uturn_ok || roads.nodes[node].blocked || is_dead_end(roads, from)) {
            turns_around += 1;
            if turns_around > stops {
                return Err(Illegal::UTurn(index + 1));
            }
        }
    }
    for restriction in &roads.restrictions {
        let mut word = vec![restriction.from];
        word.extend_from_slice(&restriction.via);
        word.push(restriction.to);
        if let Some(at) = edges.windows(word.len()).position(|part| part == word) {
            return Err(Illegal::Restricted(at + word.len() - 1));
        }
    }
    short_cuts(roads, &edges, stops)
}

/// Runs of destination-only edges with public roads on both sides, each of which needs a stop in it.
fn short_cuts(roads: &RoadNetwork, edges: &[u32], stops: usize) -> Result<(), Illegal> {
    let public: Vec<bool> = edges.iter().map(|edge| may(roads, *edge) == Access::Yes).collect();
    let (Some(first), Some(last)) =
        (public.iter().position(|public| *public), public.iter().rposition(|public| *public))
    else {
        return Ok(());
    };
    let mut runs = 0;
    for index in first..last {
        if public[index] && !public[index + 1] {
            runs += 1;
            if runs > stops {
                return Err(Illegal::ShortCut(index + 1));
            }
        }
    }
    Ok(())
}

fn may(roads: &RoadNetwork, edge: u32) -> Access {
    let segment = roads.segments[edge as usize / 2];
    if edge.is_multiple_of(2) { segment.forward } else { segment.backward }
}

fn start(roads: &RoadNetwork, edge: u32) -> usize {
    let segment = roads.segments[edge as usize / 2];
    (if edge.is_multiple_of(2) { segment.tail } else { segment.head }) as usize
}

fn end(roads: &RoadNetwork, edge: u32) -> usize {
    start(roads, edge ^ 1)
}

/// No public road but the same one back leads on.
fn is_dead_end(roads: &RoadNetwork, edge: u32) -> bool {
    let node = end(roads, edge);
    (0..roads.segments.len() as u32 * 2)
        .all(|other| other == edge ^ 1 || start(roads, other) != node || may(roads, other) != Access::Yes)
}
