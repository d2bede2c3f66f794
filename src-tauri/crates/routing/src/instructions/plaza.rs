//! Toll plazas: one road that is drawn as many lanes, each with its booth. Nobody has to choose among them.

use region::MarkKind;

use super::Way;
use crate::graph::Edge;

/// A plaza is no longer than this from its first fork to its booths, metres.
const PLAZA_M: f64 = 500.0;

/// Whether the fork at `index` only spreads the road out in front of toll booths: every way on comes to one.
pub(super) fn spreads(way: Way<'_>, index: usize) -> bool {
    let graph = way.graph;
    let booth = |edge: Edge| {
        graph.roads().guide.marks(graph.head(edge)).iter().any(|mark| mark.kind == MarkKind::TollBooth)
    };
    let mut metres = 0.0;
    let ours = way.pieces.get(index..).unwrap_or_default().iter().any(|piece| {
        metres += piece.metres;
        metres <= PLAZA_M && booth(piece.edge)
    });
    let Some((from, to)) =
        index.checked_sub(1).and_then(|before| way.pieces.get(before)).zip(way.pieces.get(index))
    else {
        return false;
    };
    ours && super::junction::others(graph, from.edge, to.edge).into_iter().all(|rival| {
        let mut open = vec![(rival, graph.length_m(rival))];
        let mut looked_at = 0;
        while let Some((edge, metres)) = open.pop() {
            looked_at += 1;
            if booth(edge) {
                return true;
            }
            if metres > PLAZA_M || looked_at > 60 {
                continue;
            }
            let next = graph.out.row(graph.head(edge)).iter().copied().filter(|next| *next != edge ^ 1);
            open.extend(next.map(|next| (next, metres + graph.length_m(next))));
        }
        false
    })
}
