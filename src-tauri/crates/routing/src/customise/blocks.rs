//! What a hierarchy looks like to who customises it: blocks, and parts for several threads.

use std::ops::Range;

use crate::hierarchy::Up;

/// Triangles below which one thread does all.
const DIVIDED: u64 = 10_000_000;
/// So many times a hierarchy is cut into halves for threads: four parts keep two busy to the end, and eight cores fairly.
const CUTS: usize = 3;
pub(super) const NONE: u32 = u32::MAX;

/// Ranks that lead upwards to the same ranks, but for each other.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// First rank of each block; at the end the number of ranks.
    pub(super) first: Vec<u32>,
    pub(super) cut: Option<Box<Cut>>,
}

/// Two parts of the hierarchy between which no arc leads: blocks up to `at`, and from there up to `end`. Behind both
/// follows what separates them.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) parts: [Option<Box<Cut>>; 2],
}

/// What the arcs of a hierarchy look like.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'a> {
    /// By rank, and one more.
    pub(crate) up: &'a [Up],
    /// By arc: the rank it leads up to.
    pub(crate) head: &'a [u32],
    pub(crate) blocks: &'a Blocks,
}

/// One block.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) first: u32,
    pub(super) last: u32,
    /// The ranks above it that its last one leads to; all of its ranks do.
    pub(super) heads: &'a [u32],
}

impl Block<'_> {
    pub(super) fn ranks(&self) -> usize {
        (self.last - self.first + 1) as usize
    }
}

impl Blocks {
    /// Finds the blocks, and notes each rank's.
    pub(crate) fn find(up: &mut [Up], head: &[u32]) -> Self {
        let nodes = up.len().saturating_sub(1);
        let mut first: Vec<u32> = Vec::new();
        for rank in 0..nodes {
            let joins = rank > 0 && {
                let (before, here) = (up[rank - 1].first as usize, up[rank].first as usize);
                let next = up[rank + 1].first as usize;
                // What a rank leads to, its parent leads to too: with as many others they are the same.
                here - before == next - here + 1 && head[before] == rank as u32
            };
            if !joins {
                first.push(rank as u32);
            }
            up[rank].block = first.len() as u32 - 1;
        }
        first.push(nodes as u32);
        first.shrink_to_fit();
        let mut blocks = Self { first, cut: None };
        blocks.divide(up, head, DIVIDED);
        blocks
    }

    /// Makes parts for several threads; what has fewer triangles than that stays whole.
    pub(super) fn divide(&mut self, up: &[Up], head: &[u32], least: u64) {
        let shape = Shape { up, head, blocks: self };
        let work: Vec<u64> = (0..self.len()).map(|block| shape.triangles(block)).collect();
        self.cut = shape.cut(&work, 0..work.len(), CUTS, least);
    }

    /// The last rank of a block.
    #[inline]
    pub(crate) fn last(&self, block: usize) -> u32 {
        self.first[block + 1] - 1
    }

    /// Number of cuts.
    #[cfg(test)]
    pub(super) fn cuts(&self) -> usize {
        fn of(cut: Option<&Cut>) -> usize {
            cut.map_or(0, |cut| 1 + cut.parts.iter().map(|part| of(part.as_deref())).sum::<usize>())
        }
        of(self.cut.as_deref())
    }

    pub(super) fn len(&self) -> usize {
        self.first.len().saturating_sub(1)
    }
}

impl<'a> Shape<'a> {
    pub(super) fn arc(self, rank: u32) -> usize {
        self.up[rank as usize].first as usize
    }

    pub(super) fn block(self, index: usize) -> Block<'a> {
        let (first, last) = (self.blocks.first[index], self.blocks.first[index + 1] - 1);
        Block { first, last, heads: &self.head[self.arc(last)..self.arc(last + 1)] }
    }

    /// By block: the ranks that its last rank leads up to.
    pub(crate) fn lists(self) -> impl Iterator<Item = &'a [u32]> {
        (0..self.blocks.len()).map(move |index| self.block(index).heads)
    }

    /// The block above one into which it leads first.
    fn parent(self, index: usize) -> Option<usize> {
        Some(self.up[*self.block(index).heads.first()? as usize].block as usize)
    }

    /// Triangles whose lowest rank is in this block.
    fn triangles(self, index: usize) -> u64 {
        let block = self.block(index);
        let arcs = block.heads.len() as u64..(block.heads.len() + block.ranks()) as u64;
        arcs.map(|arcs| arcs * arcs.saturating_sub(1) / 2).sum()
    }

    /// Where to cut some blocks so that two threads have most to do.
    fn cut(self, work: &[u64], blocks: Range<usize>, times: usize, least: u64) -> Option<Box<Cut>> {
        let whole: u64 = work[blocks.clone()].iter().sum();
        if times == 0 || whole < least {
            return None;
        }
        let mut upto = vec![0];
        upto.extend(work[blocks.clone()].iter().scan(0, |sum, work| {
            *sum += work;
            Some(*sum)
        }));
        let between = |from: usize, to: usize| upto[to - blocks.start] - upto[from - blocks.start];
        // Blocks into which a lower one leads.
        let mut open = std::collections::BinaryHeap::new();
        let mut best = (0, 0, 0);
        for at in blocks.start + 1..blocks.end {
            open.extend(self.parent(at - 1).map(std::cmp::Reverse));
            while open.peek().is_some_and(|next| next.0 < at) {
                open.pop();
            }
            let end = open.peek().map_or(blocks.end, |next| next.0.min(blocks.end));
            best = best.max((between(blocks.start, at).min(between(at, end)), at, end));
        }
        let (shared, at, end) = best;
        (shared > least / 10).then(|| {
            let parts = [blocks.start..at, at..end].map(|part| self.cut(work, part, times - 1, least));
            Box::new(Cut { at, end, parts })
        })
    }
}
