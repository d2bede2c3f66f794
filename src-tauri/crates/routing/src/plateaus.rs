//! Plateaus: stretches of road on which the best ways from the start and the best ways to the end agree.
//!
//! A way over a long plateau is locally optimal and a real choice (Cambridge Vehicle Information Technology, *choice
//! routing*). Plateaus are read from distances between junctions, without turns; what is made of them is searched with
//! all rules of turning.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    field::Field,
    graph::Edge,
    hierarchy::FAR,
    search::astar::{Guide, Problem},
    weights::FINE_BITS,
};

/// Plateaus shorter than this many thousandths of the best way are chance.
const LENGTH_PER_MILLE: u64 = 50;
/// The best plateaus that are looked at.
const MOST: usize = 40;

/// A plateau that may be worth a way of its own.
pub(crate) struct Plateau {
    /// An edge in its middle.
    pub(crate) via: Edge,
    /// The way over it, as far as distances between junctions tell.
    pub(crate) edges: Vec<Edge>,
}

/// The best plateaus of ways that take at most `per_mille` thousandths of the best one, most promising first: cheap ways
/// over long ones.
pub(crate) fn find<'a>(
    problem: &'a Problem<'a>,
    guide: Guide<'a>,
    field: &'a mut Field,
    per_mille: u64,
) -> impl Iterator<Item = Plateau> + 'a {
    let graph = problem.weights.graph;
    let sources: Vec<(u32, u32)> = problem
        .sources
        .iter()
        .map(|source| {
            let edge = problem.turns.edge(source.state);
            let cost = source.cost.saturating_add(guide.floor.exit(problem.weights, edge));
            (graph.head(edge), u32::try_from(cost >> FINE_BITS).unwrap_or(FAR).min(FAR))
        })
        .collect();
    // With no way at all, no edge lies on a best one.
    let best = field.spread(guide.hierarchy, guide.metric, &sources, &problem.targets(guide), per_mille);
    let trees = Trees { problem, guide, field };
    let mut after: FxHashMap<u32, Edge> = FxHashMap::default();
    let mut inner: FxHashSet<u32> = FxHashSet::default();
    for (edge, ms) in trees.field.level() {
        if trees.ms(*edge) == *ms {
            // Of twins of the same length the first counts, whatever the order of the hierarchy.
            let known = after.entry(graph.tail(*edge)).or_insert(*edge);
            *known = (*known).min(*edge);
            inner.insert(graph.head(*edge));
        }
    }
    let shortest = u64::from(best) * LENGTH_PER_MILLE / 1000;
    let mut found: Vec<(u32, u32, Vec<Edge>)> = Vec::new();
    for (node, first) in after.iter().filter(|(node, _)| !inner.contains(node)) {
        let start = trees.at(*node);
        let mut edges = vec![*first];
        let mut end = graph.head(*first);
        while let Some(next) = after.get(&end) {
            edges.push(*next);
            end = graph.head(*next);
        }
        let length = trees.at(end).0 - start.0;
        if u64::from(length) >= shortest {
            found.push(((start.0 + start.1).saturating_sub(length), *node, edges));
        }
    }
    found.sort_unstable();
    found.truncate(MOST);
    // Mostly the first few are taken: the whole way over the others is never looked at.
    found.into_iter().filter_map(move |(_, node, edges)| trees.way(node, edges))
}

/// The tree of best ways from the start, and the one to the end.
struct Trees<'a> {
    problem: &'a Problem<'a>,
    guide: Guide<'a>,
    field: &'a Field,
}

impl Trees<'_> {
    fn at(&self, node: u32) -> (u32, u32) {
        self.field.at(self.guide.hierarchy, node)
    }

    fn ms(&self, edge: Edge) -> u32 {
        self.guide.floor.ms(self.problem.weights, edge)
    }

    /// The whole way over a plateau that starts at this node.
    fn way(&self, node: u32, plateau: Vec<Edge>) -> Option<Plateau> {
        let graph = self.problem.weights.graph;
        let via = plateau.get(plateau.len() / 2).copied()?;
        let mut edges = Vec::new();
        let mut at = node;
        while let Some(edge) = graph.into.row(at).iter().copied().find(|edge| {
            let (here, before) = (self.at(at).0, self.at(graph.tail(*edge)).0);
            before < here && here < FAR && before.saturating_add(self.ms(*edge)) == here
        }) {
            edges.push(edge);
            at = graph.tail(edge);
        }
        edges.reverse();
        let mut at = graph.head(*plateau.last()?);
        edges.extend(plateau);
        while let Some(edge) = graph.out.row(at).iter().copied().find(|edge| {
            let (here, next) = (self.at(at).1, self.at(graph.head(*edge)).1);
            next < here && here < FAR && next.saturating_add(self.ms(*edge)) == here
        }) {
            edges.push(edge);
            at = graph.head(edge);
        }
        Some(Plateau { via, edges })
    }
}
