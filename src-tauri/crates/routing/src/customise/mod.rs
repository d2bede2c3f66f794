//! Customising: what each arc of the hierarchy costs, given what each edge costs.
//!
//! An arc stands for the shortest way between its ends over lower ranks; that is the least over all *lower triangles*
//! (Dibbelt, Strasser, Wagner 2016). Ranks that lead upwards to the same ranks, but for each other, form a block, and its
//! arcs lie side by side as a dense table. So triangles need not be looked up one by one: a block lowers the table of
//! a block above it by a product of tables (`minplus`), as factorisations of sparse matrices do (*left-looking supernodal*,
//! Ng, Peyton 1993). Where a city is one grid nearly all triangles lie between large blocks, and this takes a
//! tenth of the time.

mod blocks;
mod minplus;
mod table;
#[cfg(test)]
mod tests;
mod update;

use std::ops::Range;

pub(crate) use blocks::{Blocks, Shape};
use blocks::{Cut, NONE};
use update::Update;

use minplus::{Tall, Wide};

/// Blocks of fewer ranks are gone through one by one: packing them would cost more than it saves.
const PACKED: usize = 4;
/// The same for tables of fewer columns.
const PACKED_COLUMNS: usize = 8;
/// Sums that are worth a thread of their own.
const SHARED: usize = 1 << 21;

/// How far a block has got.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// Another block that waits for the same one.
    next: u32,
    /// Which of the ranks above it is its next.
    upto: u32,
}

/// Some blocks, with all arcs upwards from them. None below them leads into them.
struct Part<'a> {
    blocks: Range<usize>,
    /// Costs upwards and downwards, by arc.
    ways: [&'a mut [u32]; 2],
    progress: &'a mut [Progress],
}

impl<'a> Part<'a> {
    fn split(self, shape: Shape<'_>, at: usize) -> (Self, Self) {
        let Range { start, end } = self.blocks;
        let arc = shape.arc(shape.blocks.first[at]) - shape.arc(shape.blocks.first[start]);
        let [forward, backward] = self.ways;
        let (low_forward, high_forward) = forward.split_at_mut(arc);
        let (low_backward, high_backward) = backward.split_at_mut(arc);
        let (low, high) = self.progress.split_at_mut(at - start);
        (
            Self { blocks: start..at, ways: [low_forward, low_backward], progress: low },
            Self { blocks: at..end, ways: [high_forward, high_backward], progress: high },
        )
    }

    fn again(&mut self) -> Part<'_> {
        let [forward, backward] = &mut self.ways;
        Part { blocks: self.blocks.clone(), ways: [forward, backward], progress: self.progress }
    }
}

impl Shape<'_> {
    /// Lowers the costs of all arcs, first set to those of the edges that they stand for (`FAR` for none), to those of the
    /// shortest ways over lower ranks.
    pub(crate) fn relax(self, forward: &mut [u32], backward: &mut [u32]) {
        let mut progress = vec![Progress::default(); self.blocks.len()];
        let part = Part { blocks: 0..self.blocks.len(), ways: [forward, backward], progress: &mut progress };
        self.relax_part(part, self.blocks.cut.as_deref());
    }

    fn relax_part(self, mut part: Part<'_>, cut: Option<&Cut>) {
        let mut from = part.blocks.start;
        if let Some(Cut { at, end, parts: [left, right] }) = cut {
            let (low, _) = part.again().split(self, *end);
            let (low, high) = low.split(self, *at);
            rayon::join(|| self.relax_part(low, left.as_deref()), || self.relax_part(high, right.as_deref()));
            from = *end;
        }
        self.relax_blocks(part, from);
    }

    /// Works out the blocks of a part from `from` on; those before are done, and still have to act on these.
    fn relax_blocks(self, part: Part<'_>, from: usize) {
        let Part { blocks, ways: [forward, backward], progress } = part;
        let base = self.arc(self.blocks.first[blocks.start]);
        let mut waiting = vec![NONE; blocks.end - from];
        let wait = |block: usize, upto: usize, progress: &mut [Progress], waiting: &mut [u32]| {
            let own = &mut progress[block - blocks.start];
            own.upto = upto as u32;
            if let Some(head) = self.block(block).heads.get(upto)
                && let Some(slot) = (self.up[*head as usize].block as usize)
                    .checked_sub(from)
                    .and_then(|at| waiting.get_mut(at))
            {
                own.next = std::mem::replace(slot, block as u32);
            }
        };
        for block in blocks.start..from {
            let upto = progress[block - blocks.start].upto as usize;
            wait(block, upto, progress, &mut waiting);
        }
        let mut place = vec![0_u32; self.up.len()];
        let mut buffers = [Buffers::default(), Buffers::default()];
        for index in from..blocks.end {
            let target = self.block(index);
            let rows = self.arc(target.first) - base..self.arc(target.last + 1) - base;
            let (low_forward, high) = forward.split_at_mut(rows.start);
            let forward = &mut high[..rows.len()];
            let (low_backward, high) = backward.split_at_mut(rows.start);
            let backward = &mut high[..rows.len()];
            // Where a rank's column lies, counted from behind the last rank of the block.
            for rank in target.first..=target.last {
                place[rank as usize] = rank.wrapping_sub(target.last + 1);
            }
            for (column, rank) in target.heads.iter().enumerate() {
                place[*rank as usize] = column as u32;
            }
            let mut next = waiting[index - from];
            while next != NONE {
                let source = next as usize;
                next = progress[source - blocks.start].next;
                let from = progress[source - blocks.start].upto as usize;
                let low = self.block(source);
                let until = from + low.heads[from..].partition_point(|head| *head <= target.last);
                let update = Update { shape: self, low, base, target, heads: from..until, place: &place };
                update.apply([low_forward, low_backward], [forward, backward], &mut buffers);
                wait(source, until, progress, &mut waiting);
            }
            table::finish(target, [forward, backward], &mut buffers);
            wait(index, 0, progress, &mut waiting);
        }
    }
}

/// Tables cut into panels, for one direction.
#[derive(Default)]
struct Buffers {
    before: Vec<Tall>,
    behind: Vec<Wide>,
}

/// Does both, at once when there are many sums to do.
fn both(sums: usize, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    if sums >= SHARED {
        rayon::join(one, other);
    } else {
        one();
        other();
    }
}
