//! A block's own table.

use std::ops::Range;

use pulp::Arch;

use super::{
    Buffers, PACKED,
    blocks::Block,
    both,
    minplus::{TALL, Tall, WIDE, Wide, lower, tile},
};
use crate::hierarchy::FAR;

/// Where in the table of a block the arcs of a row lie for these columns; the columns are its ranks, and its heads.
fn arcs(block: &Block<'_>, row: usize, columns: Range<usize>) -> Range<usize> {
    // Each row is one shorter than the one before it, and begins behind its own column.
    let whole = block.ranks() + block.heads.len();
    let first = row * whole - row * (row + 1) / 2;
    let at = |column: usize| first + column - row - 1;
    at(columns.start)..at(columns.end)
}

/// Lowers the costs of a block's own arcs by ways over its own ranks, when all lower ones have acted.
pub(super) fn finish(block: Block<'_>, ways: [&mut [u32]; 2], buffers: &mut [Buffers; 2]) {
    let (ranks, whole) = (block.ranks(), block.ranks() + block.heads.len());
    let [forward, backward] = ways;
    if ranks < PACKED {
        for middle in 0..ranks {
            for row in middle + 1..ranks {
                let weight = arcs(&block, middle, row..row + 1).start;
                let (from, to) = (backward[weight], forward[weight]);
                let (on, own) = (arcs(&block, middle, row + 1..whole), arcs(&block, row, row + 1..whole));
                let ways: [(u32, &mut [u32]); 2] = [(from, forward), (to, backward)];
                for (before, ways) in ways {
                    let (low, high) = ways.split_at_mut(own.start);
                    lower(&mut high[..own.len()], before, &low[on.clone()]);
                }
            }
        }
        return;
    }
    let inner = ranks.next_multiple_of(WIDE).min(whole);
    corner(&block, [forward, backward], inner, buffers);
    let [of_forward, of_backward] = buffers;
    both(
        ranks * ranks * (whole - inner),
        || outer(&block, forward, inner, of_forward),
        || outer(&block, backward, inner, of_backward),
    );
}

/// Copies columns of a table into a panel, for the first rows.
fn pack(block: &Block<'_>, ways: &[u32], rows: usize, columns: Range<usize>, panel: &mut Vec<Wide>) {
    panel.clear();
    panel.extend((0..rows).map(|row| {
        let mut wide = [FAR; WIDE];
        let from = columns.start.max(row + 1).min(columns.end);
        let arcs = arcs(block, row, from..columns.end);
        wide[from - columns.start..columns.len()].copy_from_slice(&ways[arcs]);
        wide
    }));
}

/// The same back.
fn unpack(block: &Block<'_>, ways: &mut [u32], columns: Range<usize>, panel: &[Wide]) {
    for (row, wide) in panel.iter().enumerate() {
        let from = columns.start.max(row + 1).min(columns.end);
        let arcs = arcs(block, row, from..columns.end);
        ways[arcs].copy_from_slice(&wide[from - columns.start..columns.len()]);
    }
}

/// Rows of a panel, lowered by ways over all rows before them.
fn lower_rows(rows: Range<usize>, columns: usize, before: &[Tall], panel: &mut [Wide]) {
    if rows.start == 0 {
        return;
    }
    let (done, own) = panel.split_at_mut(rows.start);
    for (own, least) in
        own[..rows.len()].iter_mut().zip(&tile(Arch::new(), &before[..rows.start], done, columns))
    {
        lower(own, 0, least);
    }
}

/// Lowers one row of a panel by ways over another before it.
fn lower_row(panel: &mut [Wide], row: usize, middle: usize, before: u32) {
    let behind = panel[middle];
    lower(&mut panel[row], before, &behind);
}

/// The columns up to `inner`, among them all of the block's own ranks: what they cost decides what all else costs. What is
/// needed of them for that is left in the buffers, for each four rows what it costs to them from each rank.
fn corner(block: &Block<'_>, [forward, backward]: [&mut [u32]; 2], inner: usize, buffers: &mut [Buffers; 2]) {
    let ranks = block.ranks();
    let quads = ranks.div_ceil(TALL);
    for Buffers { before, .. } in buffers.iter_mut() {
        before.clear();
        before.resize(quads * ranks, [FAR; TALL]);
    }
    let [up, down] = buffers;
    for start in (0..inner).step_by(WIDE) {
        let columns = start..(start + WIDE).min(inner);
        let rows = ranks.min(columns.end);
        pack(block, forward, rows, columns.clone(), &mut up.behind);
        pack(block, backward, rows, columns.clone(), &mut down.behind);
        for quad in 0..rows.div_ceil(TALL) {
            let own = quad * TALL..(quad * TALL + TALL).min(rows);
            let diagonal = own.start >= start;
            let first = quad * ranks;
            if diagonal {
                for middle in 0..own.start {
                    for row in own.clone() {
                        up.before[first + middle][row - own.start] = down.behind[middle][row - start];
                        down.before[first + middle][row - own.start] = up.behind[middle][row - start];
                    }
                }
            }
            lower_rows(own.clone(), columns.len(), &up.before[first..first + ranks], &mut up.behind);
            lower_rows(own.clone(), columns.len(), &down.before[first..first + ranks], &mut down.behind);
            for middle in own.clone() {
                for row in middle + 1..own.end {
                    let at = (first + middle, row - own.start);
                    if diagonal {
                        up.before[at.0][at.1] = down.behind[middle][row - start];
                        down.before[at.0][at.1] = up.behind[middle][row - start];
                    }
                    lower_row(&mut up.behind, row, middle, up.before[at.0][at.1]);
                    lower_row(&mut down.behind, row, middle, down.before[at.0][at.1]);
                }
            }
        }
        unpack(block, forward, columns.clone(), &up.behind);
        unpack(block, backward, columns, &down.behind);
    }
}

/// The columns from `inner` on, in one direction.
fn outer(block: &Block<'_>, ways: &mut [u32], inner: usize, buffers: &mut Buffers) {
    let (ranks, whole) = (block.ranks(), block.ranks() + block.heads.len());
    let Buffers { before, behind } = buffers;
    for start in (inner..whole).step_by(WIDE) {
        let columns = start..(start + WIDE).min(whole);
        pack(block, ways, ranks, columns.clone(), behind);
        for (quad, before) in before.chunks_exact(ranks).enumerate() {
            let own = quad * TALL..(quad * TALL + TALL).min(ranks);
            lower_rows(own.clone(), columns.len(), before, behind);
            for middle in own.clone() {
                for row in middle + 1..own.end {
                    lower_row(behind, row, middle, before[middle][row - own.start]);
                }
            }
        }
        unpack(block, ways, columns, behind);
    }
}
