//! How one block lowers the costs of another.

use std::ops::Range;

use super::{
    Buffers, PACKED, PACKED_COLUMNS,
    blocks::{Block, Shape},
    both,
    minplus::{TALL, WIDE, lower, tile},
};
use crate::hierarchy::FAR;

/// How a block lowers the costs of a block above it.
pub(super) struct Update<'a> {
    pub(super) shape: Shape<'a>,
    pub(super) low: Block<'a>,
    /// The first arc of the part.
    pub(super) base: usize,
    pub(super) target: Block<'a>,
    /// Which of the ranks above the low block are in the target.
    pub(super) heads: Range<usize>,
    pub(super) place: &'a [u32],
}

impl Update<'_> {
    pub(super) fn apply(&self, low: [&[u32]; 2], high: [&mut [u32]; 2], buffers: &mut [Buffers; 2]) {
        let (ranks, columns) = (self.low.ranks(), self.low.heads.len() - self.heads.start);
        let [forward, backward] = high;
        if ranks < PACKED || columns < PACKED_COLUMNS {
            return self.one_by_one(low, forward, backward);
        }
        let [of_forward, of_backward] = buffers;
        let [low_forward, low_backward] = low;
        both(
            ranks * columns * self.heads.len(),
            || self.product(low_backward, low_forward, forward, of_forward),
            || self.product(low_forward, low_backward, backward, of_backward),
        );
    }

    /// The arcs of a rank of the low block to the ranks above the block.
    fn row<'a>(&self, rank: u32, ways: &'a [u32]) -> &'a [u32] {
        let end = self.shape.arc(rank + 1) - self.base;
        &ways[end - self.low.heads.len()..end]
    }

    /// Where in the target the columns of one of its ranks are counted from.
    fn origin(&self, rank: u32) -> u32 {
        let before = self.shape.arc(rank) - self.shape.arc(self.target.first);
        before as u32 + (self.target.last - rank)
    }

    fn one_by_one(
        &self,
        [low_forward, low_backward]: [&[u32]; 2],
        forward: &mut [u32],
        backward: &mut [u32],
    ) {
        let heads = self.low.heads;
        for middle in self.low.first..=self.low.last {
            let (up, down) = (self.row(middle, low_forward), self.row(middle, low_backward));
            for index in self.heads.clone() {
                let (from, to) = (down[index], up[index]);
                let origin = self.origin(heads[index]);
                let behind = up[index + 1..].iter().zip(&down[index + 1..]);
                for (head, (up, down)) in heads[index + 1..].iter().zip(behind) {
                    let at = origin.wrapping_add(self.place[*head as usize]) as usize;
                    forward[at] = from.wrapping_add(*up).min(forward[at]);
                    backward[at] = to.wrapping_add(*down).min(backward[at]);
                }
            }
        }
    }

    /// Ways in one direction: `back` down from a rank of the target, `on` up from there.
    fn product(&self, back: &[u32], on: &[u32], target: &mut [u32], buffers: &mut Buffers) {
        let arch = pulp::Arch::new();
        let heads = self.low.heads;
        let ranks = self.low.ranks();
        let Buffers { before, behind } = buffers;
        before.clear();
        for quad in self.heads.clone().step_by(TALL) {
            let quad = quad..(quad + TALL).min(self.heads.end);
            before.extend((self.low.first..=self.low.last).map(|middle| {
                let mut tall = [FAR; TALL];
                tall[..quad.len()].copy_from_slice(&self.row(middle, back)[quad.clone()]);
                tall
            }));
        }
        for start in (self.heads.start + 1..heads.len()).step_by(WIDE) {
            let columns = start..(start + WIDE).min(heads.len());
            behind.clear();
            behind.extend((self.low.first..=self.low.last).map(|middle| {
                let mut wide = [FAR; WIDE];
                wide[..columns.len()].copy_from_slice(&self.row(middle, on)[columns.clone()]);
                wide
            }));
            let place = |column: usize| self.place[heads[column] as usize];
            let (first, last) = (place(columns.start), place(columns.end - 1));
            let side_by_side = last.wrapping_sub(first) as usize == columns.len() - 1;
            for (quad, before) in before.chunks_exact(ranks).enumerate() {
                let row = self.heads.start + quad * TALL;
                if row + 1 >= columns.end {
                    break;
                }
                let least = tile(arch, before, behind, columns.len());
                for (row, least) in (row..self.heads.end).zip(&least) {
                    let from = columns.start.max(row + 1);
                    if from >= columns.end {
                        break;
                    }
                    let origin = self.origin(heads[row]);
                    let least = &least[from - columns.start..columns.len()];
                    if side_by_side {
                        let at = origin.wrapping_add(place(from)) as usize;
                        lower(&mut target[at..at + least.len()], 0, least);
                    } else {
                        for (column, ms) in (from..columns.end).zip(least) {
                            let at = origin.wrapping_add(place(column)) as usize;
                            target[at] = target[at].min(*ms);
                        }
                    }
                }
            }
        }
    }
}
