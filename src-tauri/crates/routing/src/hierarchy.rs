//! A customisable contraction hierarchy over the nodes.
//!
//! The hierarchy ignores turns and access; distances in it never exceed what driving costs, so they guide an exact
//! search over turns. That holds for every set of weights that is nowhere below the customised one: a new avoidance
//! can do with an older metric as long as that bounds well, a new preference needs [`Hierarchy::customise`] once (see
//! `customise` for how, `metrics` for when, docs/performance.md for what it takes).
//! Method: Dibbelt, Strasser, Wagner, *Customizable Contraction Hierarchies* (2016); Strasser, Zeitz, *A fast and
//! tight heuristic for A\* in road networks* (2021).

use cch::{Cch, Metric};

use crate::{
    customise::{Blocks, Shape},
    graph::{Edge, Graph, Rows},
    runs::{LEAST, Runs},
};

/// Larger than any distance.
pub(crate) const FAR: u32 = cch::INF_WEIGHT;
/// No edge.
const NONE: u32 = u32::MAX;
/// Set where an arc stands for more edges than the one that is given.
const MORE: u32 = 1 << 31;

pub(crate) struct Hierarchy {
    /// Where each node stands in the order of contraction.
    rank: Vec<u32>,
    /// By rank, with one more at the end.
    up: Vec<Up>,
    /// By arc: the rank that it leads up to.
    head: Vec<u32>,
    /// By arc: the edge upwards and the one downwards that it stands for, with [`MORE`]; [`NONE`] for a shortcut.
    edges: Vec<[Edge; 2]>,
    /// What else arcs stand for, sorted by arc and direction.
    more: Vec<(u32, bool, Edge)>,
    /// The elimination tree downwards, by rank; the roots are the children of a node above all.
    children: Rows,
    blocks: Blocks,
    /// By block: the ranks that its last rank leads up to.
    runs: Runs,
    /// Triangles that customising relaxes.
    triangles: u64,
}

/// What is read of a rank, side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Up {
    /// First arc upwards.
    pub(crate) first: u32,
    /// Parent in the elimination tree; the highest number for none.
    pub(crate) parent: u32,
    /// The block that it is in.
    pub(crate) block: u32,
}

impl std::fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchy").field("arcs", &self.head.len()).finish_non_exhaustive()
    }
}

/// The hierarchy on disk is not the one of this network, or damaged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("the hierarchy belongs to another network")]
    Foreign,
}

/// Orders and contracts; seconds for a city, so done once at import.
fn contract(graph: &Graph) -> Cch {
    let (first_out, edge_of_arc) = arcs(graph);
    let tail: Vec<u32> = edge_of_arc.iter().map(|edge| graph.tail(*edge)).collect();
    let head: Vec<u32> = edge_of_arc.iter().map(|edge| graph.head(*edge)).collect();
    let position = |node: u32| graph.position(node);
    let lat: Vec<f32> = (0..graph.node_count() as u32).map(|node| position(node).lat as f32).collect();
    let lon: Vec<f32> = (0..graph.node_count() as u32).map(|node| position(node).lon as f32).collect();
    let nodes = graph.node_count() as u32;
    // Nested dissection needs something to cut.
    let order = if head.is_empty() {
        (0..nodes).collect()
    } else {
        cch::inertial_order(nodes, &tail, &head, &lat, &lon)
    };
    let weight = vec![1; head.len()];
    Cch::build(&cch::graph::Graph { first_out, head, weight }, &order)
}

impl Hierarchy {
    /// Orders, contracts and writes what [`Self::load`] reads.
    pub(crate) fn prepare(graph: &Graph, path: &std::path::Path) -> std::io::Result<()> {
        contract(graph).save_struct(path)
    }

    /// The same, kept in memory.
    pub(crate) fn build(graph: &Graph) -> Self {
        Self::keep(contract(graph), &arcs(graph).1)
    }

    /// Keeps what is needed: a fifth of what the library holds for a region.
    fn keep(cch: Cch, edge_of_arc: &[Edge]) -> Self {
        let nodes = cch.rank.len() as u32;
        let parent = |rank: u32| match cch.elimination_tree_parent[rank as usize] {
            u32::MAX => nodes,
            parent => parent,
        };
        let children = Rows::group(nodes as usize + 1, (0..nodes).map(|rank| (parent(rank), rank)));
        let parents = cch.elimination_tree_parent.iter().copied().chain([u32::MAX]);
        let firsts = cch.up_first_out.iter().copied();
        let mut up: Vec<Up> =
            firsts.zip(parents).map(|(first, parent)| Up { first, parent, block: NONE }).collect();
        let degree = |pair: &[u32]| u64::from(pair[1].saturating_sub(pair[0]));
        let triangles =
            cch.up_first_out.windows(2).map(degree).map(|arcs| arcs * arcs.saturating_sub(1) / 2).sum();
        let mut more = Vec::new();
        let mut edge = |arc: usize, upwards: bool| {
            let (first, from, others) = if upwards {
                let from = &cch.first_extra_forward_input_arc_of_cch;
                (cch.forward_input_arc_of_cch[arc], from, &cch.extra_forward_input_arc_of_cch)
            } else {
                let from = &cch.first_extra_backward_input_arc_of_cch;
                (cch.backward_input_arc_of_cch[arc], from, &cch.extra_backward_input_arc_of_cch)
            };
            let others = &others[from[arc] as usize..from[arc + 1] as usize];
            more.extend(others.iter().map(|other| (arc as u32, upwards, edge_of_arc[*other as usize])));
            match edge_of_arc.get(first as usize) {
                Some(edge) if others.is_empty() => *edge,
                Some(edge) => edge | MORE,
                None => NONE,
            }
        };
        let edges = (0..cch.up_head.len()).map(|arc| [edge(arc, true), edge(arc, false)]).collect();
        more.sort_unstable();
        more.shrink_to_fit();
        let blocks = Blocks::find(&mut up, &cch.up_head);
        let runs = Runs::split(Shape { up: &up, head: &cch.up_head, blocks: &blocks }.lists());
        Self { rank: cch.rank, up, head: cch.up_head, edges, more, children, blocks, runs, triangles }
    }

    /// Where a node stands in the order of contraction.
    pub(crate) fn rank(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    /// Parent of a rank in the elimination tree.
    pub(crate) fn parent(&self, rank: u32) -> Option<u32> {
        Some(self.up[rank as usize].parent).filter(|parent| *parent != u32::MAX)
    }

    /// Arcs upwards of a rank.
    #[inline]
    pub(crate) fn arcs(&self, rank: u32) -> std::ops::Range<usize> {
        self.up[rank as usize].first as usize..self.up[rank as usize + 1].first as usize
    }

    /// The arcs upwards of a rank, counted from its first, by the ranks that they lead to: runs of consecutive ones with the
    /// first of them, and what lies scattered.
    #[inline(always)]
    pub(crate) fn stretches(
        &self,
        rank: u32,
    ) -> impl Iterator<Item = (std::ops::Range<usize>, Option<u32>)> + '_ {
        let length = self.arcs(rank).len();
        let block = (length >= LEAST).then(|| self.up[rank as usize].block as usize);
        // Up to the last rank of its block it leads to all.
        let inner = block.map_or(0, |block| (self.blocks.last(block) - rank) as usize);
        let own = (inner > 0).then_some((0..inner, Some(rank + 1)));
        let outer = self.runs.of(block, length - inner);
        own.into_iter().chain(outer.map(move |(arcs, first)| (arcs.start + inner..arcs.end + inner, first)))
    }

    /// The ranks that arcs lead up to.
    pub(crate) fn heads(&self) -> &[u32] {
        &self.head
    }

    /// Children of a rank in the elimination tree; of the number of nodes: its roots.
    pub(crate) fn children(&self) -> &Rows {
        &self.children
    }

    /// Edges that an arc of the hierarchy stands for, upwards or downwards; a shortcut stands for none.
    pub(crate) fn edges_of(&self, arc: usize, upwards: bool) -> impl Iterator<Item = Edge> + '_ {
        let edge = self.edges[arc][usize::from(!upwards)];
        let one = (edge != NONE).then_some(edge & !MORE);
        let more: &[_] = if one.is_some() && edge & MORE != 0 {
            let key = (arc as u32, upwards);
            let from = self.more.partition_point(|(arc, upwards, _)| (*arc, *upwards) < key);
            let count = self.more[from..].partition_point(|(arc, upwards, _)| (*arc, *upwards) == key);
            &self.more[from..from + count]
        } else {
            &[]
        };
        one.into_iter().chain(more.iter().map(|(_, _, edge)| *edge))
    }

    /// How much work customising is, in triangles: as many as nodes times some dozens for a country's roads, and far more
    /// a node where a large city is one grid, whose cuts are long.
    pub(crate) fn triangles(&self) -> u64 {
        self.triangles
    }

    /// Nodes of the graph.
    pub(crate) fn node_count(&self) -> usize {
        self.rank.len()
    }

    pub(crate) fn load(graph: &Graph, path: &std::path::Path) -> Result<Self, LoadError> {
        let cch = Cch::load_struct(path)?;
        let (_, edge_of_arc) = arcs(graph);
        let fits =
            cch.node_count() == graph.node_count() && cch.input_arc_to_cch_arc.len() == edge_of_arc.len();
        if fits { Ok(Self::keep(cch, &edge_of_arc)) } else { Err(LoadError::Foreign) }
    }

    /// Distances for these milliseconds per edge.
    pub(crate) fn customise(&self, weight: impl Fn(Edge) -> u32) -> Metric {
        let of = |edge: Edge| if edge == NONE { FAR } else { weight(edge & !MORE).min(FAR) };
        let mut metric = Metric {
            forward: self.edges.iter().map(|[up, _]| of(*up)).collect(),
            backward: self.edges.iter().map(|[_, down]| of(*down)).collect(),
        };
        for (arc, upwards, edge) in &self.more {
            let ways = if *upwards { &mut metric.forward } else { &mut metric.backward };
            let way = &mut ways[*arc as usize];
            *way = (*way).min(weight(*edge));
        }
        let shape = Shape { up: &self.up, head: &self.head, blocks: &self.blocks };
        shape.relax(&mut metric.forward, &mut metric.backward);
        metric
    }
}

/// Drivable edges in compressed rows by tail; loops help no distance and are left out.
fn arcs(graph: &Graph) -> (Vec<u32>, Vec<Edge>) {
    let mut first = vec![0];
    let mut edges = Vec::new();
    for node in 0..graph.node_count() as u32 {
        edges.extend(graph.out.row(node).iter().copied().filter(|edge| graph.head(*edge) != node));
        first.push(edges.len() as u32);
    }
    (first, edges)
}
