//! Shortest ways over many middles at once: the product of two tables in which a sum stands for each product and the
//! least for each sum.
//!
//! Tables are cut into panels that lie side by side and stay in the cache while all rows go by (as in Goto, van de Geijn,
//! *Anatomy of high-performance matrix multiplication*, 2008). The loops are written so that the compiler makes vectors
//! of them; `pulp` picks the widest that the machine has.

use pulp::{Arch, Simd, WithSimd};

use crate::hierarchy::FAR;

/// Columns of a panel.
pub(super) const WIDE: usize = 64;
/// Rows of the result that are worked out together, and middles that are looked at together.
pub(super) const TALL: usize = 4;
/// Columns are gone through by so many, so that no vector is left half full.
const STEP: usize = 8;

/// A row of a panel.
pub(super) type Wide = [u32; WIDE];
/// From one middle to the rows of a tile.
pub(super) type Tall = [u32; TALL];

/// For each row of a tile and each of the first columns of a panel the least of `before[middle][row] +
/// behind[middle][column]`; at most [`FAR`], which stands for no way. Summands are at most [`FAR`] too, so that a sum fits.
pub(super) fn tile(arch: Arch, before: &[Tall], behind: &[Wide], columns: usize) -> [Wide; TALL] {
    let mut least = [[FAR; WIDE]; TALL];
    let columns = columns.next_multiple_of(STEP).min(WIDE);
    arch.dispatch(Tile { before, behind, columns, least: &mut least });
    least
}

struct Tile<'a> {
    before: &'a [Tall],
    behind: &'a [Wide],
    columns: usize,
    least: &'a mut [Wide; TALL],
}

impl WithSimd for Tile<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { before, behind, columns, least } = self;
        let (before, last_before) = before.as_chunks::<TALL>();
        let (behind, last_behind) = behind.as_chunks::<TALL>();
        for ([a, b, c, d], behind) in before.iter().zip(behind) {
            for (row, least) in least.iter_mut().enumerate() {
                lower_by_four(&mut least[..columns], [a[row], b[row], c[row], d[row]], behind);
            }
        }
        for (before, behind) in last_before.iter().zip(last_behind) {
            for (least, before) in least.iter_mut().zip(before) {
                lower(&mut least[..columns], *before, &behind[..columns]);
            }
        }
    }
}

/// Four middles at once, so that a value is read and written once for all of them.
#[inline(always)]
fn lower_by_four(values: &mut [u32], before: Tall, behind: &[Wide; TALL]) {
    let columns = values.len();
    let [a, b, c, d] = behind.each_ref().map(|behind| &behind[..columns]);
    for column in 0..columns {
        let one = before[0].wrapping_add(a[column]).min(before[1].wrapping_add(b[column]));
        let other = before[2].wrapping_add(c[column]).min(before[3].wrapping_add(d[column]));
        values[column] = values[column].min(one.min(other));
    }
}

/// Lowers each value to `before` and what is behind it, where that is less.
#[inline(always)]
pub(super) fn lower(values: &mut [u32], before: u32, behind: &[u32]) {
    for (value, behind) in values.iter_mut().zip(behind) {
        *value = before.wrapping_add(*behind).min(*value);
    }
}
