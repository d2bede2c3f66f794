//! A customisable contraction hierarchy over the nodes, and the lower bound that it gives a search.
//!
//! The hierarchy ignores turns and access; distances in it never exceed what driving costs, so they guide an exact
//! search over turns. That holds for every set of weights that is nowhere below the customised one: a new avoidance
//! needs nothing, a new preference needs [`Hierarchy::customise`] once (some 10 ms for a city).
//! Method: Dibbelt, Strasser, Wagner, *Customizable Contraction Hierarchies* (2016); Strasser, Zeitz, *A fast and
//! tight heuristic for A\* in road networks* (2021).

use cch::{Cch, Metric};

use crate::graph::{Edge, Graph, Rows};

/// Larger than any distance.
pub(crate) const FAR: u32 = cch::INF_WEIGHT;

pub(crate) struct Hierarchy {
    cch: Cch,
    /// Edge of each arc that the hierarchy was built from.
    edge_of_arc: Vec<Edge>,
    /// The elimination tree downwards, by rank; the roots are the children of a node above all.
    children: Rows,
    /// The same upwards, by rank, with one more at the end.
    up: Vec<Up>,
    /// Triangles that customising relaxes.
    triangles: u64,
}

/// What a climb reads of a rank, side by side.
#[derive(Clone, Copy, Debug)]
struct Up {
    /// First arc upwards.
    first: u32,
    /// Parent in the elimination tree; the highest number for none.
    parent: u32,
}

impl std::fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchy").field("arcs", &self.edge_of_arc.len()).finish_non_exhaustive()
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

impl Hierarchy {
    /// Orders and contracts; seconds for a city, so done once at import.
    pub(crate) fn build(graph: &Graph) -> Self {
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
        let cch = Cch::build(&cch::graph::Graph { first_out, head, weight }, &order);
        Self::with_children(cch, edge_of_arc)
    }

    fn with_children(cch: Cch, edge_of_arc: Vec<Edge>) -> Self {
        let nodes = cch.rank.len() as u32;
        let parent = |rank: u32| match cch.elimination_tree_parent[rank as usize] {
            u32::MAX => nodes,
            parent => parent,
        };
        let children = Rows::group(nodes as usize + 1, (0..nodes).map(|rank| (parent(rank), rank)));
        let parents = cch.elimination_tree_parent.iter().copied().chain([u32::MAX]);
        let up = cch
            .up_first_out
            .iter()
            .copied()
            .zip(parents)
            .map(|(first, parent)| Up { first, parent })
            .collect();
        let degree = |pair: &[u32]| u64::from(pair[1].saturating_sub(pair[0]));
        let triangles =
            cch.up_first_out.windows(2).map(degree).map(|arcs| arcs * arcs.saturating_sub(1) / 2).sum();
        Self { cch, edge_of_arc, children, up, triangles }
    }

    /// Where a node stands in the order of contraction.
    pub(crate) fn rank(&self, node: u32) -> u32 {
        self.cch.rank[node as usize]
    }

    /// Arcs upwards of a rank.
    #[inline]
    fn arcs(&self, rank: u32) -> std::ops::Range<usize> {
        self.up[rank as usize].first as usize..self.up[rank as usize + 1].first as usize
    }

    pub(crate) fn cch(&self) -> &Cch {
        &self.cch
    }

    /// Children of a rank in the elimination tree; of the number of nodes: its roots.
    pub(crate) fn children(&self) -> &Rows {
        &self.children
    }

    /// Edges that an arc of the hierarchy stands for, upwards or downwards; a shortcut stands for none.
    pub(crate) fn edges_of(&self, arc: usize, upwards: bool) -> impl Iterator<Item = Edge> + '_ {
        let cch = &self.cch;
        let (first, range, more) = if upwards {
            let from = &cch.first_extra_forward_input_arc_of_cch;
            (cch.forward_input_arc_of_cch[arc], from[arc]..from[arc + 1], &cch.extra_forward_input_arc_of_cch)
        } else {
            let from = &cch.first_extra_backward_input_arc_of_cch;
            (
                cch.backward_input_arc_of_cch[arc],
                from[arc]..from[arc + 1],
                &cch.extra_backward_input_arc_of_cch,
            )
        };
        let arcs = std::iter::once(first).filter(|arc| *arc != u32::MAX);
        arcs.chain(more[range.start as usize..range.end as usize].iter().copied())
            .map(|arc| self.edge_of_arc[arc as usize])
    }

    /// How much work customising is, in triangles: as many as nodes times some dozens for a country's roads, and far more
    /// a node where a large city is one grid, whose cuts are long.
    pub(crate) fn triangles(&self) -> u64 {
        self.triangles
    }

    /// Nodes of the graph.
    pub(crate) fn node_count(&self) -> usize {
        self.cch.rank.len()
    }

    pub(crate) fn save(&self, path: &std::path::Path) -> std::io::Result<()> {
        self.cch.save_struct(path)
    }

    pub(crate) fn load(graph: &Graph, path: &std::path::Path) -> Result<Self, LoadError> {
        let cch = Cch::load_struct(path)?;
        let (_, edge_of_arc) = arcs(graph);
        let fits =
            cch.node_count() == graph.node_count() && cch.input_arc_to_cch_arc.len() == edge_of_arc.len();
        if fits { Ok(Self::with_children(cch, edge_of_arc)) } else { Err(LoadError::Foreign) }
    }

    /// Distances for these milliseconds per edge.
    pub(crate) fn customise(&self, weight: impl Fn(Edge) -> u32) -> Metric {
        let weights: Vec<u32> = self.edge_of_arc.iter().map(|edge| weight(*edge).min(FAR)).collect();
        self.cch.customize(&weights)
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

/// What is known of a rank, each value only valid in the round that wrote it, so that nothing is cleared between searches.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    /// From here to the targets, downwards only.
    down: u32,
    down_round: u32,
    /// The lower bound.
    known: u32,
    known_round: u32,
}

/// Lower bounds of the way from a node to the nearest target, worked out when first asked for.
#[derive(Debug, Default)]
pub(crate) struct Potential {
    ranks: Vec<Rank>,
    round: u32,
    stack: Vec<u32>,
}

impl Potential {
    /// Aims at targets: `(node, milliseconds that still follow from there)`.
    pub(crate) fn aim(&mut self, hierarchy: &Hierarchy, metric: &Metric, targets: &[(u32, u32)]) {
        let cch = &hierarchy.cch;
        self.ranks.resize(cch.rank.len(), Rank::default());
        if self.round == u32::MAX {
            self.ranks.fill(Rank::default());
            self.round = 0;
        }
        self.round += 1;
        let round = self.round;
        for (node, after) in targets {
            let mut at = cch.rank[*node as usize];
            lower(&mut self.ranks[at as usize], *after, round);
            while at != u32::MAX {
                let here = self.ranks[at as usize];
                let up = hierarchy.up[at as usize];
                if here.down_round == round {
                    let arcs = hierarchy.arcs(at);
                    for (above, ms) in cch.up_head[arcs.clone()].iter().zip(&metric.backward[arcs]) {
                        let value = here.down.saturating_add(*ms).min(FAR);
                        lower(&mut self.ranks[*above as usize], value, round);
                    }
                }
                at = up.parent;
            }
        }
    }

    /// Milliseconds from a node to the targets at least; [`FAR`] when there is no way at all. The node is given by its rank.
    #[inline]
    pub(crate) fn of(&mut self, hierarchy: &Hierarchy, metric: &Metric, rank: u32) -> u32 {
        let known = self.ranks[rank as usize];
        if known.known_round == self.round {
            return known.known;
        }
        self.explore(hierarchy, metric, rank)
    }

    fn explore(&mut self, hierarchy: &Hierarchy, metric: &Metric, rank: u32) -> u32 {
        let cch = &hierarchy.cch;
        let mut at = rank;
        self.stack.clear();
        while at != u32::MAX && self.ranks[at as usize].known_round != self.round {
            self.stack.push(at);
            at = hierarchy.up[at as usize].parent;
        }
        let mut last = FAR;
        while let Some(at) = self.stack.pop() {
            let here = self.ranks[at as usize];
            let mut best = if here.down_round == self.round { here.down } else { FAR };
            let arcs = hierarchy.arcs(at);
            for (above, ms) in cch.up_head[arcs.clone()].iter().zip(&metric.forward[arcs]) {
                best = best.min(ms.saturating_add(self.ranks[*above as usize].known));
            }
            last = best.min(FAR);
            self.ranks[at as usize] = Rank { known: last, known_round: self.round, ..here };
        }
        last
    }
}

fn lower(slot: &mut Rank, value: u32, round: u32) {
    if slot.down_round != round || value < slot.down {
        (slot.down, slot.down_round) = (value, round);
    }
}
