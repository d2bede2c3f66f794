//! What a driver meets between two maneuvers.

use domain::{Note, RoadFeature};

use super::{Mark, Way, junction::same_road, signs};

/// A new name is worth a word only when it lasts, metres.
const NAME_LASTS_M: f64 = 300.0;
/// Toll is worth a word from here on, metres: a booth's own node colours a few metres around it.
const TOLL_LASTS_M: f64 = 150.0;
/// Whoever is back in the country that soon has not left it, metres: roads run along borders.
const ABROAD_M: f64 = 300.0;

/// Notes of the stretch from a mark to `end`, in driving order.
pub(super) fn notes(way: Way<'_>, mark: &Mark, end: usize) -> Vec<Note> {
    let mut notes = Vec::new();
    let tolled = |index: usize| {
        way.pieces
            .get(index)
            .is_some_and(|piece| way.graph.kind_of(piece.edge).features.has(RoadFeature::Toll))
    };
    let begins = (mark.at..end).find(|index| tolled(*index));
    if let Some(begins) = begins.filter(|begins| begins.checked_sub(1).is_none_or(|before| !tolled(before))) {
        let last = (begins..way.pieces.len()).take_while(|index| tolled(*index)).count();
        if way.metres(begins, begins + last) >= TOLL_LASTS_M {
            notes.push(Note::TollRoad);
        }
    }
    notes.extend(becomes(way, mark, end));
    notes.extend(border(way, mark.at, end));
    notes
}

/// The last name on the stretch that lasts, when it is another than the one it began with.
fn becomes(way: Way<'_>, mark: &Mark, end: usize) -> Option<Note> {
    let first = way.pieces.get(mark.named)?.edge;
    let label = |index: usize| way.graph.label(way.pieces[index].edge);
    let mut found = None;
    let mut index = mark.named.max(mark.at);
    while index < end {
        let run = (index..end).take_while(|next| label(*next) == label(index)).count();
        let edge = way.pieces[index].edge;
        let other = !same_road(way.graph, first, edge) && !way.is_ring(index) && !way.is_link(index);
        if !label(index).is_empty() && way.metres(index, index + run) >= NAME_LASTS_M {
            found = other.then_some(edge);
        }
        index += run;
    }
    found.map(|edge| Note::Becomes(signs::road(way.graph, edge)))
}

/// The country that the stretch leads into.
fn border(way: Way<'_>, start: usize, end: usize) -> Option<Note> {
    let guide = &way.graph.roads().guide;
    let crossing = |index: usize| -> Option<(u16, u16)> {
        let edge = way.pieces.get(index)?.edge;
        let border = guide.border(edge >> 1)?;
        Some(if edge & 1 == 0 { (border.tail, border.head) } else { (border.head, border.tail) })
    };
    let at = (start..end).rev().find(|index| crossing(*index).is_some())?;
    let (from, into) = crossing(at)?;
    // Back within a few steps: before this crossing or after it.
    let near = |range: &mut dyn Iterator<Item = usize>, metres: &dyn Fn(usize) -> f64| {
        range.take_while(|index| metres(*index) < ABROAD_M).any(|index| crossing(index).is_some())
    };
    let left_again = near(&mut ((at + 1)..way.pieces.len()), &|index| way.metres(at + 1, index));
    let came_from = near(&mut (0..at).rev(), &|index| way.metres(index + 1, at));
    if left_again || (came_from && from != 0) {
        return None;
    }
    let country = guide.countries.get(usize::from(into)).cloned().unwrap_or_default();
    Some(Note::Border { name: country.name, name_en: country.name_en, name_zh: country.name_zh })
}
