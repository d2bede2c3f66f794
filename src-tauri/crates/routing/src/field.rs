//! Distances from a start and to an end for every node through which a way of bounded length leads: what plateaus are
//! read from.
//!
//! The elimination tree is walked downwards. A node's neighbours above it separate everything below it from the rest,
//! so a part of the map is left out as soon as no way of the wanted length enters it. That costs a scan over the ellipse
//! between start and end, without a queue (PHAST of Delling, Goldberg, Nowatzyk, Werneck 2013, made sensitive to its
//! output by the separators of a customizable contraction hierarchy).

use cch::Metric;
use rustc_hash::FxHashSet;

use crate::{
    graph::Edge,
    hierarchy::{FAR, Hierarchy},
};

/// Milliseconds from the sources to a node, and from there to the targets; [`FAR`] where nothing is known.
pub(crate) type Between = (u32, u32);

/// Reused from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Field {
    /// By rank.
    between: Vec<Between>,
    /// Ranks whose values have to be cleared before the next question.
    touched: Vec<u32>,
    stack: Vec<u32>,
    /// Edges that lie on a best way over their tail and their head alike: candidates for plateaus, with the milliseconds
    /// that they would have to take.
    level: Vec<(Edge, u32)>,
}

impl Field {
    /// Fills in the distances around ways from one of `sources` to one of `targets` (nodes, and the milliseconds before
    /// and behind them) that take at most `per_mille` thousandths of the shortest. Returns that, or [`FAR`].
    pub(crate) fn spread(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        sources: &[(u32, u32)],
        targets: &[(u32, u32)],
        per_mille: u64,
    ) -> u32 {
        let cch = hierarchy.cch();
        self.start(cch.rank.len());
        let between = &mut self.between;
        let mut climbed: FxHashSet<u32> = FxHashSet::default();
        // One climb writes the first half of the pairs, the other the second.
        let mut climb = |ends: &[(u32, u32)], up: &[u32], own: fn(&mut Between) -> &mut u32| {
            for (node, ms) in ends {
                let mut at = cch.rank[*node as usize];
                let here = own(&mut between[at as usize]);
                *here = (*here).min(*ms);
                while at != u32::MAX {
                    if climbed.insert(at) {
                        self.touched.push(at);
                    }
                    let here = *own(&mut between[at as usize]);
                    for arc in
                        cch.up_first_out[at as usize] as usize..cch.up_first_out[at as usize + 1] as usize
                    {
                        let above = own(&mut between[cch.up_head[arc] as usize]);
                        *above = (*above).min(here.saturating_add(up[arc])).min(FAR);
                    }
                    at = cch.elimination_tree_parent[at as usize];
                }
            }
        };
        climb(sources, &metric.forward, |between| &mut between.0);
        climb(targets, &metric.backward, |between| &mut between.1);
        let sum = |rank: &u32| {
            let (from, to) = between[*rank as usize];
            from.saturating_add(to)
        };
        let best = climbed.iter().map(sum).min().unwrap_or(FAR).min(FAR);
        if best == FAR {
            return FAR;
        }
        let most = u32::try_from(u64::from(best) * per_mille / 1000).unwrap_or(FAR).min(FAR - 1);
        self.stack.extend(hierarchy.children().row(cch.rank.len() as u32));
        while let Some(rank) = self.stack.pop() {
            let at = rank as usize;
            let arcs = cch.up_first_out[at] as usize..cch.up_first_out[at + 1] as usize;
            let (mut from, mut to) = between[at];
            let mut around = FAR;
            for arc in arcs.clone() {
                let (before, behind) = between[cch.up_head[arc] as usize];
                from = from.min(before.saturating_add(metric.backward[arc]));
                to = to.min(behind.saturating_add(metric.forward[arc]));
                around = around.min(before.saturating_add(behind));
            }
            if around > most && !climbed.contains(&rank) {
                continue;
            }
            let (from, to) = (from.min(FAR), to.min(FAR));
            between[at] = (from, to);
            self.touched.push(rank);
            let whole = from.saturating_add(to);
            if whole <= most {
                for arc in arcs {
                    let (before, behind) = between[cch.up_head[arc] as usize];
                    if before.saturating_add(behind) != whole || before == from {
                        continue;
                    }
                    let (upwards, ms) =
                        if from < before { (true, before - from) } else { (false, from - before) };
                    // A shortcut is no edge; one that is longer than the shortcut beside it is on no best way.
                    let shortest = if upwards { metric.forward[arc] } else { metric.backward[arc] };
                    if ms == shortest {
                        self.level.extend(hierarchy.edges_of(arc, upwards).map(|edge| (edge, ms)));
                    }
                }
            }
            self.stack.extend(hierarchy.children().row(rank));
        }
        best
    }

    fn start(&mut self, nodes: usize) {
        self.between.resize(nodes, (FAR, FAR));
        for rank in self.touched.drain(..) {
            self.between[rank as usize] = (FAR, FAR);
        }
        self.level.clear();
        self.stack.clear();
    }

    /// Edges from one node to another over both of which the best way takes as long, with what they would have to take to
    /// be part of it.
    pub(crate) fn level(&self) -> &[(Edge, u32)] {
        &self.level
    }

    /// The distances of a node.
    #[inline]
    pub(crate) fn at(&self, hierarchy: &Hierarchy, node: u32) -> Between {
        self.between[hierarchy.cch().rank[node as usize] as usize]
    }
}
