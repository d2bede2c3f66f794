//! Plateaus: stretches of road on which the best ways from the start and the best ways to the end agree.
//!
//! A way over a long plateau is locally optimal and a real choice (Cambridge Vehicle Information Technology, *choice
//! routing*). Plateaus are read from distances between junctions, without turns; what is made of them is searched with
//! all rules of turning.

use crate::{
    alternatives::STRETCH_PER_MILLE,
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

/// The best plateaus, most promising first: cheap ways over long ones.
pub(crate) fn find(problem: &Problem<'_>, guide: Guide<'_>, field: &mut Field) -> Vec<Plateau> {
    let graph = problem.weights.graph;
    let sources: Vec<(u32, u32)> = problem
        .sources
        .iter()
        .map(|source| {
            let ms = u32::try_from(source.cost >> FINE_BITS).unwrap_or(FAR).min(FAR);
            (graph.head(problem.turns.edge(source.state)), ms)
        })
        .collect();
    let best =
        field.spread(guide.hierarchy, guide.metric, &sources, &problem.targets(guide), STRETCH_PER_MILLE);
    if best == FAR {
        return Vec::new();
    }
    let trees = Trees { problem, guide, field };
    let shortest = u64::from(best) * LENGTH_PER_MILLE / 1000;
    let mut found: Vec<(u32, u32, Edge)> = Vec::new();
    for node in field.nodes(guide.hierarchy) {
        let Some(first) = trees.plateau_from(node) else { continue };
        if trees.plateau_into(node) {
            continue;
        }
        let start = field.at(guide.hierarchy, node);
        let mut edge = first;
        while let Some(next) = trees.plateau_from(graph.head(edge)) {
            edge = next;
        }
        let end = field.at(guide.hierarchy, graph.head(edge));
        let length = end.0 - start.0;
        if u64::from(length) >= shortest {
            found.push(((start.0 + start.1).saturating_sub(length), node, first));
        }
    }
    found.sort_unstable();
    found.truncate(MOST);
    found.into_iter().filter_map(|(_, node, first)| trees.way(node, first)).collect()
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

    /// Whether the best way from the start to the edge's head leads over it.
    fn in_from(&self, edge: Edge, tail: u32, head: u32) -> bool {
        tail < head && head < FAR && tail.saturating_add(self.ms(edge)) == head
    }

    /// The edge on which both trees go on from a node.
    fn plateau_from(&self, node: u32) -> Option<Edge> {
        let graph = self.problem.weights.graph;
        let (from, to) = self.at(node);
        graph.out.row(node).iter().copied().find(|edge| {
            let (next_from, next_to) = self.at(graph.head(*edge));
            // The same length from both sides, before the edge itself is weighed.
            from < next_from
                && next_to < to
                && next_from - from == to - next_to
                && self.in_from(*edge, from, next_from)
        })
    }

    fn plateau_into(&self, node: u32) -> bool {
        let graph = self.problem.weights.graph;
        let (from, to) = self.at(node);
        graph.into.row(node).iter().any(|edge| {
            let (before_from, before_to) = self.at(graph.tail(*edge));
            before_from < from
                && to < before_to
                && before_to < FAR
                && from - before_from == before_to - to
                && self.in_from(*edge, before_from, from)
        })
    }

    /// The whole way over a plateau that starts with this edge.
    fn way(&self, node: u32, first: Edge) -> Option<Plateau> {
        let graph = self.problem.weights.graph;
        let mut edges = Vec::new();
        let mut at = node;
        while let Some(edge) = graph.into.row(at).iter().copied().find(|edge| {
            let tail = graph.tail(*edge);
            self.in_from(*edge, self.at(tail).0, self.at(at).0)
        }) {
            edges.push(edge);
            at = graph.tail(edge);
        }
        edges.reverse();
        let begins = edges.len();
        edges.push(first);
        let mut at = graph.head(first);
        while let Some(edge) = self.plateau_from(at) {
            edges.push(edge);
            at = graph.head(edge);
        }
        let via = edges.get(usize::midpoint(begins, edges.len() - 1)).copied()?;
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
