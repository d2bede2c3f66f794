//! What guides a search: how far it is at least from any node to the nearest target.

use cch::Metric;
use pulp::{Arch, Simd, WithSimd};

use crate::hierarchy::{FAR, Hierarchy};

/// Not worked out yet: more than anything that can be known.
const UNKNOWN: u32 = u32::MAX;

/// Lower bounds of the way from a node to the nearest target, worked out when first asked for.
#[derive(Debug, Default)]
pub(crate) struct Potential {
    /// By rank: from here to the targets, downwards only.
    down: Vec<u32>,
    /// By rank: the lower bound.
    known: Vec<u32>,
    /// Ranks above the targets, whose distance has to be forgotten before the next question.
    climbed: Vec<u32>,
    /// The same of the ranks whose bound is known.
    explored: Vec<u32>,
    stack: Vec<u32>,
}

impl Potential {
    /// Aims at targets: `(node, milliseconds that still follow from there)`.
    pub(crate) fn aim(&mut self, hierarchy: &Hierarchy, metric: &Metric, targets: &[(u32, u32)]) {
        self.down.resize(hierarchy.node_count(), FAR);
        self.known.resize(hierarchy.node_count(), UNKNOWN);
        for rank in self.climbed.drain(..) {
            self.down[rank as usize] = FAR;
        }
        for rank in self.explored.drain(..) {
            self.known[rank as usize] = UNKNOWN;
        }
        for (node, after) in targets {
            let rank = hierarchy.rank(*node);
            let slot = &mut self.down[rank as usize];
            *slot = (*after).min(*slot);
            Arch::new().dispatch(Climb { hierarchy, metric, rank, own: self });
        }
    }

    /// Milliseconds from a node to the targets at least; [`FAR`] when there is no way at all. The node is given by its rank.
    #[inline]
    pub(crate) fn of(&mut self, hierarchy: &Hierarchy, metric: &Metric, rank: u32) -> u32 {
        match self.known[rank as usize] {
            UNKNOWN => Arch::new().dispatch(Explore { hierarchy, metric, rank, own: self }),
            known => known,
        }
    }
}

/// From a rank up to a root.
struct Climb<'a> {
    hierarchy: &'a Hierarchy,
    metric: &'a Metric,
    rank: u32,
    own: &'a mut Potential,
}

impl WithSimd for Climb<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { hierarchy, metric, rank, own: Potential { down, climbed, .. } } = self;
        let mut next = Some(rank);
        while let Some(at) = next {
            climbed.push(at);
            let here = down[at as usize];
            let arcs = hierarchy.arcs(at);
            if here < FAR {
                let (heads, backward) = (&hierarchy.heads()[arcs.clone()], &metric.backward[arcs]);
                for (arcs, run) in hierarchy.stretches(at) {
                    let ways = &backward[arcs.clone()];
                    if let Some(first) = run {
                        for (above, ms) in down[first as usize..].iter_mut().zip(ways) {
                            *above = here.wrapping_add(*ms).min(*above);
                        }
                    } else {
                        for (above, ms) in heads[arcs].iter().zip(ways) {
                            let above = &mut down[*above as usize];
                            *above = here.wrapping_add(*ms).min(*above);
                        }
                    }
                }
            }
            next = hierarchy.parent(at);
        }
    }
}

/// What is not known yet of a rank and of those above it.
struct Explore<'a> {
    hierarchy: &'a Hierarchy,
    metric: &'a Metric,
    rank: u32,
    own: &'a mut Potential,
}

impl WithSimd for Explore<'_> {
    type Output = u32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u32 {
        let Self { hierarchy, metric, rank, own: Potential { down, known, explored, stack, .. } } = self;
        let mut next = Some(rank).filter(|at| known[*at as usize] == UNKNOWN);
        stack.clear();
        while let Some(at) = next {
            stack.push(at);
            next = hierarchy.parent(at).filter(|at| known[*at as usize] == UNKNOWN);
        }
        explored.extend_from_slice(stack);
        let mut last = FAR;
        while let Some(at) = stack.pop() {
            last = down[at as usize];
            let arcs = hierarchy.arcs(at);
            let (heads, forward) = (&hierarchy.heads()[arcs.clone()], &metric.forward[arcs]);
            for (arcs, run) in hierarchy.stretches(at) {
                let ways = &forward[arcs.clone()];
                last = if let Some(first) = run {
                    let ways = known[first as usize..].iter().zip(ways);
                    ways.fold(last, |last, (above, ms)| ms.wrapping_add(*above).min(last))
                } else {
                    let ways = heads[arcs].iter().map(|above| known[*above as usize]).zip(ways);
                    ways.fold(last, |last, (above, ms)| ms.wrapping_add(above).min(last))
                };
            }
            known[at as usize] = last;
        }
        last
    }
}
