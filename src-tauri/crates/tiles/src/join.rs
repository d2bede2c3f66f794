//! Making long lines out of pieces that touch.
//!
//! OSM cuts a street wherever an attribute changes, and the attribute is often one that the map doesn't show. Joined
//! again, a street needs fewer bytes, and its name is written along the whole of it instead of once per piece.

use rustc_hash::FxHashMap;

/// A point on the tile's grid.
pub(crate) type GridPoint = [i32; 2];

/// Joins lines end to start, and where `reversible` also end to end. Every piece is used exactly once.
pub(crate) fn lines(pieces: Vec<Vec<GridPoint>>, reversible: bool) -> Vec<Vec<GridPoint>> {
    if pieces.len() < 2 {
        return pieces;
    }
    let mut at: FxHashMap<GridPoint, Vec<usize>> = FxHashMap::default();
    for (index, piece) in pieces.iter().enumerate() {
        for end in [piece.first(), piece.last()].into_iter().flatten() {
            at.entry(*end).or_default().push(index);
        }
    }
    let mut pieces: Vec<Option<Vec<GridPoint>>> = pieces.into_iter().map(Some).collect();
    let mut joined = Vec::new();
    for index in 0..pieces.len() {
        let Some(mut line) = pieces[index].take() else { continue };
        extend(&mut line, &mut pieces, &at, reversible, false);
        extend(&mut line, &mut pieces, &at, reversible, true);
        joined.push(line);
    }
    joined
}

/// Appends unused pieces to the end of `line`, or to its start when `backwards`.
fn extend(
    line: &mut Vec<GridPoint>,
    pieces: &mut [Option<Vec<GridPoint>>],
    at: &FxHashMap<GridPoint, Vec<usize>>,
    reversible: bool,
    backwards: bool,
) {
    if backwards {
        line.reverse();
    }
    while let Some(end) = line.last().copied() {
        let next = at.get(&end).into_iter().flatten().find(|index| {
            pieces[**index].as_ref().is_some_and(|piece| {
                let fitting = if backwards { piece.last() } else { piece.first() };
                reversible || fitting == Some(&end)
            })
        });
        let Some(mut piece) = next.and_then(|index| pieces[*index].take()) else { break };
        if piece.first() != Some(&end) {
            piece.reverse();
        }
        line.extend(piece.into_iter().skip(1));
    }
    if backwards {
        line.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pieces: &[&[GridPoint]], reversible: bool, expected: &[&[GridPoint]]) {
        let pieces = pieces.iter().map(|p| p.to_vec()).collect();
        assert_eq!(lines(pieces, reversible), expected.iter().map(|p| p.to_vec()).collect::<Vec<_>>());
    }

    #[test]
    fn pieces_in_a_row_become_one_line_whatever_their_order() {
        check(
            &[&[[1, 0], [2, 0]], &[[0, 0], [1, 0]], &[[2, 0], [3, 0]]],
            false,
            &[&[[0, 0], [1, 0], [2, 0], [3, 0]]],
        );
    }

    #[test]
    fn one_way_streets_keep_their_direction() {
        let facing: [&[GridPoint]; 2] = [&[[0, 0], [1, 0]], &[[2, 0], [1, 0]]];
        check(&facing, false, &facing);
        check(&facing, true, &[&[[0, 0], [1, 0], [2, 0]]]);
    }

    #[test]
    fn a_closed_block_and_a_fork_use_every_piece_once() {
        check(
            &[&[[0, 0], [1, 0]], &[[1, 0], [1, 1]], &[[1, 1], [0, 0]]],
            false,
            &[&[[0, 0], [1, 0], [1, 1], [0, 0]]],
        );
        check(
            &[&[[0, 0], [1, 0]], &[[1, 0], [2, 1]], &[[1, 0], [2, -1]]],
            false,
            &[&[[0, 0], [1, 0], [2, 1]], &[[1, 0], [2, -1]]],
        );
    }
}
