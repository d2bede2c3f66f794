//! Pieces of a way by which no edge is mistaken for another.

use rustc_hash::{FxHashMap, FxHashSet};

/// Keep `(way, tail, head)` unique among the edges that may be driven: a piece that returns to its start is cut in three;
/// of pieces of this way that join the same two nodes, each with inner nodes is cut in two, and of those without only
/// the first stays where it is driven both ways, for they are the same line. (A line drawn there and back again as a
/// one-way needs both: each is driven in its own direction.)
pub(super) fn cut_ambiguous<'n>(pieces: &[&'n [u32]], driven_back: bool) -> Vec<&'n [u32]> {
    let ends = |piece: &[u32]| Some((*piece.first()?.min(piece.last()?), *piece.first()?.max(piece.last()?)));
    let mut count: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for pair in pieces.iter().filter_map(|piece| ends(piece)) {
        *count.entry(pair).or_default() += 1;
    }
    let mut cut: Vec<&[u32]> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let Some(pair) = ends(piece) else { continue };
        let len = piece.len();
        let shared = count.get(&pair).is_some_and(|count| *count > 1);
        let cuts: &[usize] = match (pair.0 == pair.1, len) {
            (true, 0..=2) => continue,
            (true, 3) => &[1],
            (true, _) => &[len / 3, (2 * len / 3).max(len / 3 + 1)],
            (false, 3..) if shared => &[len / 2],
            (false, _) => &[],
        };
        let mut start = 0;
        for end in cuts.iter().copied().chain([len - 1]) {
            cut.extend(piece.get(start..=end).filter(|part| part.len() >= 2));
            start = end;
        }
    }
    if driven_back {
        let mut straight: FxHashSet<(u32, u32)> = FxHashSet::default();
        cut.retain(|part| part.len() > 2 || ends(part).is_none_or(|pair| straight.insert(pair)));
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_edges_of_a_way_have_one_name() {
        let check = |pieces: &[&[u32]], driven_back: bool, expected: &[&[u32]]| {
            let cut = cut_ambiguous(pieces, driven_back);
            assert_eq!(cut, expected, "{pieces:?}");
            let mut names = FxHashSet::default();
            for part in cut {
                let (first, last) = (part[0], part[part.len() - 1]);
                assert!(names.insert((first, last)), "{pieces:?}: {first} to {last}");
                assert!(!driven_back || names.insert((last, first)), "{pieces:?}: {last} to {first}");
            }
        };
        check(&[&[1, 2, 3]], true, &[&[1, 2, 3]]);
        // Rings.
        check(&[&[1, 2, 3, 4, 1]], true, &[&[1, 2], &[2, 3, 4], &[4, 1]]);
        check(&[&[1, 2, 3, 1]], true, &[&[1, 2], &[2, 3], &[3, 1]]);
        check(&[&[1, 2], &[2, 3, 4, 2]], true, &[&[1, 2], &[2, 3], &[3, 4], &[4, 2]]);
        // Two halves of a ring that meets other roads on both sides.
        check(&[&[1, 2, 3], &[3, 4, 1]], true, &[&[1, 2], &[2, 3], &[3, 4], &[4, 1]]);
        check(&[&[1, 2, 3], &[3, 1]], true, &[&[1, 2], &[2, 3], &[3, 1]]);
        // There and back again over the same line.
        check(&[&[1, 2, 1]], true, &[&[1, 2]]);
        check(&[&[1, 2, 1]], false, &[&[1, 2], &[2, 1]]);
        check(&[&[1, 2], &[2, 1]], true, &[&[1, 2]]);
        check(&[&[1, 2], &[2, 3, 2], &[2, 1]], true, &[&[1, 2], &[2, 3]]);
    }
}
