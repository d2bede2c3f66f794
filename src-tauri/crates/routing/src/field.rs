//! Distances from a start and to an end for every node through which a way of bounded length leads: what plateaus are
//! read from.
//!
//! The elimination tree is walked downwards. A node's neighbours above it separate everything below it from the rest,
//! so a part of the map is left out as soon as no way of the wanted length enters it. That costs a scan over the ellipse
//! between start and end, without a queue (PHAST of Delling, Goldberg, Nowatzyk, Werneck 2013, made sensitive to its
//! output by the separators of a customizable contraction hierarchy).

use cch::Metric;
use rustc_hash::FxHashSet;

use crate::hierarchy::{FAR, Hierarchy};

/// Reused from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Field {
    /// Milliseconds by rank, [`FAR`] where nothing is known.
    from: Vec<u32>,
    to: Vec<u32>,
    /// Ranks whose values have to be cleared before the next question.
    touched: Vec<u32>,
    inside: Vec<u32>,
    stack: Vec<u32>,
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
        let mut climbed: FxHashSet<u32> = FxHashSet::default();
        for (up, own, ends) in
            [(&metric.forward, &mut self.from, sources), (&metric.backward, &mut self.to, targets)]
        {
            for (node, ms) in ends {
                let mut at = cch.rank[*node as usize];
                own[at as usize] = own[at as usize].min(*ms);
                while at != u32::MAX {
                    if climbed.insert(at) {
                        self.touched.push(at);
                    }
                    let here = own[at as usize];
                    for arc in cch.up_first_out[at as usize]..cch.up_first_out[at as usize + 1] {
                        let above = cch.up_head[arc as usize] as usize;
                        own[above] = own[above].min(here.saturating_add(up[arc as usize])).min(FAR);
                    }
                    at = cch.elimination_tree_parent[at as usize];
                }
            }
        }
        let sum = |rank: &u32| self.from[*rank as usize].saturating_add(self.to[*rank as usize]);
        let best = climbed.iter().map(sum).min().unwrap_or(FAR).min(FAR);
        if best == FAR {
            return FAR;
        }
        let most = u32::try_from(u64::from(best) * per_mille / 1000).unwrap_or(FAR).min(FAR - 1);
        self.stack.extend(hierarchy.children().row(cch.rank.len() as u32));
        while let Some(at) = self.stack.pop() {
            let at = at as usize;
            let (mut from, mut to, mut around) = (self.from[at], self.to[at], FAR);
            for arc in cch.up_first_out[at] as usize..cch.up_first_out[at + 1] as usize {
                let above = cch.up_head[arc] as usize;
                let (before, behind) = (self.from[above], self.to[above]);
                from = from.min(before.saturating_add(metric.backward[arc]));
                to = to.min(behind.saturating_add(metric.forward[arc]));
                around = around.min(before.saturating_add(behind));
            }
            if around > most && !climbed.contains(&(at as u32)) {
                continue;
            }
            (self.from[at], self.to[at]) = (from.min(FAR), to.min(FAR));
            self.touched.push(at as u32);
            if from.saturating_add(to) <= most {
                self.inside.push(at as u32);
            }
            self.stack.extend(hierarchy.children().row(at as u32));
        }
        best
    }

    fn start(&mut self, nodes: usize) {
        self.from.resize(nodes, FAR);
        self.to.resize(nodes, FAR);
        for rank in self.touched.drain(..) {
            self.from[rank as usize] = FAR;
            self.to[rank as usize] = FAR;
        }
        self.inside.clear();
        self.stack.clear();
    }

    /// Nodes through which a way of the wanted length leads.
    pub(crate) fn nodes<'a>(&'a self, hierarchy: &'a Hierarchy) -> impl Iterator<Item = u32> + 'a {
        self.inside.iter().map(|rank| hierarchy.cch().order[*rank as usize])
    }

    /// Milliseconds from the sources to a node, and from there to the targets.
    #[inline]
    pub(crate) fn at(&self, hierarchy: &Hierarchy, node: u32) -> (u32, u32) {
        let rank = hierarchy.cch().rank[node as usize] as usize;
        (self.from[rank], self.to[rank])
    }
}
