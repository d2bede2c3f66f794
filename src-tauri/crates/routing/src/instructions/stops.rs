//! Where one has to stop or slow down on the way: toll booths, border controls, traffic lights.

use domain::Maneuver;
use region::MarkKind;

use super::{Mark, Way};

/// Lights this close together are one to a driver (a light per carriageway, one before and one behind), metres.
const ONE_LIGHT_M: f64 = 40.0;
/// Lights are counted over no more than this, metres: whoever drives longer stops counting.
const COUNTED_M: f64 = 800.0;
/// Nobody counts further.
const MOST: u8 = 3;

/// A booth or a control where a piece begins.
pub(super) fn at(way: Way<'_>, index: usize) -> Option<Mark> {
    let node = way.graph.tail(way.pieces.get(index)?.edge);
    let maneuver = way.graph.roads().guide.marks(node).iter().find_map(|mark| match mark.kind {
        MarkKind::TollBooth => Some(Maneuver::TollBooth),
        MarkKind::BorderControl => Some(Maneuver::BorderControl),
        MarkKind::Junction | MarkKind::MiniRoundabout => None,
    })?;
    Some(Mark { at: index, named: index, maneuver, bend: 0.0 })
}

/// At which traffic lights since the maneuver before this one is; 0 when it is at none or nobody would count.
pub(super) fn lights(way: Way<'_>, before: &Mark, mark: &Mark) -> u8 {
    if !matches!(
        mark.maneuver,
        Maneuver::Turn(_) | Maneuver::Continue | Maneuver::RampOn(_) | Maneuver::UTurn
    ) {
        return 0;
    }
    let (mut seen, mut metres, mut last) = (0_u8, 0.0, f64::NEG_INFINITY);
    // The lights of the maneuver before are behind the driver.
    let own = way.pieces.get(before.at).is_some_and(|piece| way.graph.signals_at_tail(piece.edge));
    if own && before.at > 0 {
        last = 0.0;
    }
    for index in before.at..mark.at {
        let Some(piece) = way.pieces.get(index) else { break };
        metres += piece.metres;
        if way.graph.node(way.graph.head(piece.edge)).signals {
            if metres - last > ONE_LIGHT_M {
                seen += 1;
            }
            last = metres;
        }
    }
    let here = metres - last <= ONE_LIGHT_M && seen > 0;
    if here && metres <= COUNTED_M && seen <= MOST { seen } else { 0 }
}
