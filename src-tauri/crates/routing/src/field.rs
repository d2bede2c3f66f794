//! Distances from a start and to an end for every node through which a way of bounded length leads: what plateaus are
//! read from.
//!
//! The elimination tree is walked downwards. A node's neighbours above it separate everything below it from the rest,
//! so a part of the map is left out as soon as no way of the wanted length enters it. That costs a scan over the ellipse
//! between start and end, without a queue (PHAST of Delling, Goldberg, Nowatzyk, Werneck 2013, made sensitive to its
//! output by the separators of a customizable contraction hierarchy).

use cch::Metric;
use pulp::{Arch, Simd, WithSimd};
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
    /// By rank: from the sources.
    from: Vec<u32>,
    /// By rank: to the targets.
    to: Vec<u32>,
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
        self.start(hierarchy.node_count());
        let mut climbed: FxHashSet<u32> = FxHashSet::default();
        let mut climb = |ends: &[(u32, u32)], up: &[u32], ways: &mut Vec<u32>| {
            for (node, ms) in ends {
                let mut next = Some(hierarchy.rank(*node));
                if let Some(at) = next {
                    ways[at as usize] = (*ms).min(ways[at as usize]);
                }
                while let Some(at) = next {
                    if climbed.insert(at) {
                        self.touched.push(at);
                    }
                    let here = ways[at as usize];
                    for arc in hierarchy.arcs(at) {
                        let above = &mut ways[hierarchy.heads()[arc] as usize];
                        *above = here.saturating_add(up[arc]).min(*above);
                    }
                    next = hierarchy.parent(at);
                }
            }
        };
        climb(sources, &metric.forward, &mut self.from);
        climb(targets, &metric.backward, &mut self.to);
        let sum = |rank: &u32| self.from[*rank as usize].saturating_add(self.to[*rank as usize]);
        let best = climbed.iter().map(sum).min().unwrap_or(FAR).min(FAR);
        if best == FAR {
            return FAR;
        }
        let most = u32::try_from(u64::from(best) * per_mille / 1000).unwrap_or(FAR).min(FAR - 1);
        Arch::new().dispatch(Descent { hierarchy, metric, climbed: &climbed, most, field: self });
        best
    }

    fn start(&mut self, nodes: usize) {
        self.from.resize(nodes, FAR);
        self.to.resize(nodes, FAR);
        for rank in self.touched.drain(..) {
            self.from[rank as usize] = FAR;
            self.to[rank as usize] = FAR;
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
        let rank = hierarchy.rank(node) as usize;
        (self.from[rank], self.to[rank])
    }
}

/// The walk down the elimination tree, when the ranks above the ends are known.
struct Descent<'a> {
    hierarchy: &'a Hierarchy,
    metric: &'a Metric,
    climbed: &'a FxHashSet<u32>,
    most: u32,
    field: &'a mut Field,
}

/// The least values over the arcs of a rank.
#[derive(Clone, Copy)]
struct Least {
    from: u32,
    to: u32,
    /// A whole way over a rank above.
    around: u32,
}

impl Least {
    #[inline(always)]
    fn lower(self, before: u32, behind: u32, forward: u32, backward: u32) -> Self {
        // No summand is more than FAR: sums fit.
        Self {
            from: before.wrapping_add(backward).min(self.from),
            to: behind.wrapping_add(forward).min(self.to),
            around: before.wrapping_add(behind).min(self.around),
        }
    }
}

impl WithSimd for Descent<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { hierarchy, metric, climbed, most, field } = self;
        let Field { from, to, touched, stack, level } = field;
        stack.extend(hierarchy.children().row(hierarchy.node_count() as u32));
        while let Some(rank) = stack.pop() {
            let at = rank as usize;
            let arcs = hierarchy.arcs(rank);
            let (heads, forward, backward) = (
                &hierarchy.heads()[arcs.clone()],
                &metric.forward[arcs.clone()],
                &metric.backward[arcs.clone()],
            );
            let mut least = Least { from: from[at], to: to[at], around: FAR };
            for (part, run) in hierarchy.stretches(rank) {
                let ways = forward[part.clone()].iter().zip(&backward[part.clone()]);
                least = if let Some(first) = run {
                    let first = first as usize;
                    let above = from[first..].iter().zip(&to[first..]);
                    above.zip(ways).fold(least, |least, ((before, behind), (forward, backward))| {
                        least.lower(*before, *behind, *forward, *backward)
                    })
                } else {
                    heads[part].iter().zip(ways).fold(least, |least, (above, (forward, backward))| {
                        least.lower(from[*above as usize], to[*above as usize], *forward, *backward)
                    })
                };
            }
            if least.around > most && !climbed.contains(&rank) {
                continue;
            }
            let (here, there) = (least.from.min(FAR), least.to.min(FAR));
            (from[at], to[at]) = (here, there);
            touched.push(rank);
            let whole = here.saturating_add(there);
            // An edge is level where the rank above lies on a way as long as this one's.
            if whole <= most && least.around <= whole {
                for arc in arcs {
                    let above = hierarchy.heads()[arc] as usize;
                    let (before, behind) = (from[above], to[above]);
                    if before.saturating_add(behind) != whole || before == here {
                        continue;
                    }
                    let (upwards, ms) =
                        if here < before { (true, before - here) } else { (false, here - before) };
                    // A shortcut is no edge; one that is longer than the shortcut beside it is on no best way.
                    let shortest = if upwards { metric.forward[arc] } else { metric.backward[arc] };
                    if ms == shortest {
                        level.extend(hierarchy.edges_of(arc, upwards).map(|edge| (edge, ms)));
                    }
                }
            }
            stack.extend(hierarchy.children().row(rank));
        }
    }
}
