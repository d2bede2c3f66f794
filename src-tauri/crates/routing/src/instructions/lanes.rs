//! Which lanes lead to a maneuver.

use domain::{Arrow, Lane, LaneMark, LaneUse, Maneuver, Side};

use super::{Mark, Way};

/// Paint further back than this belongs to another junction, metres.
const LOOK_BACK_M: f64 = 60.0;
/// An arrow that points this far away from the turn does not mean it, degrees.
const MEANS: f64 = 65.0;

/// Lanes in front of a maneuver; empty when nothing is painted, nothing painted fits, or there is but one lane.
pub(super) fn lanes(way: Way<'_>, mark: &Mark) -> Vec<Lane> {
    let Some(marks) = painted(way, mark.at).filter(|marks| marks.len() >= 2) else { return Vec::new() };
    let Some(arrow) = arrow(&marks, mark, way.graph.roads().drives_left) else { return Vec::new() };
    let lane = |mark: LaneMark| {
        let unpainted = mark.arrows().next().is_none();
        let use_arrow = match (mark.is_closed(), mark.has(arrow)) {
            (true, _) => None,
            (false, true) => Some(LaneUse::By(arrow)),
            (false, false) => (unpainted && arrow == Arrow::Through).then_some(LaneUse::Unpainted),
        };
        Lane { mark, use_arrow }
    };
    let lanes: Vec<Lane> = marks.into_iter().map(lane).collect();
    if lanes.iter().any(Lane::is_valid) { lanes } else { Vec::new() }
}

/// What is painted on the road before a junction. Where the last metres carry no paint (they often lie between two
/// carriageways), what stands a little before counts.
fn painted(way: Way<'_>, at: usize) -> Option<Vec<LaneMark>> {
    let guide = &way.graph.roads().guide;
    for index in (0..at).rev() {
        if way.metres(index + 1, at) > LOOK_BACK_M {
            return None;
        }
        let edge = way.pieces.get(index)?.edge;
        let lanes =
            guide.sign(way.graph.segment(edge).way, edge & 1 == 1).map_or(&[][..], |sign| guide.lanes(sign));
        if !lanes.is_empty() {
            return Some(lanes.iter().map(|lane| LaneMark(*lane)).collect());
        }
    }
    None
}

/// The painted arrow that means the maneuver.
fn arrow(marks: &[LaneMark], mark: &Mark, drives_left: bool) -> Option<Arrow> {
    let open = || marks.iter().filter(|mark| !mark.is_closed());
    let unpainted = open().any(|mark| mark.arrows().next().is_none());
    let there =
        |arrow: &Arrow| open().any(|mark| mark.has(*arrow)) || (unpainted && *arrow == Arrow::Through);
    let there: Vec<(Arrow, f64)> =
        Arrow::ALL.into_iter().filter(there).filter_map(|arrow| Some((arrow, arrow.bend_deg()?))).collect();
    let ahead = || there.iter().copied().filter(|(_, bend)| bend.abs() <= 90.0);
    let leftmost = || ahead().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(arrow, _)| arrow);
    let rightmost = || ahead().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(arrow, _)| arrow);
    match mark.maneuver {
        Maneuver::Fork(Some(side)) | Maneuver::RampOff(side) | Maneuver::RampOn(side) => match side {
            Side::Left => leftmost(),
            Side::Right => rightmost(),
        },
        Maneuver::UTurn | Maneuver::Roundabout { angle: None, exit: 1.., .. } => {
            let turning = if drives_left { Arrow::Right } else { Arrow::Left };
            [Arrow::Reverse, turning].into_iter().find(|arrow| there.iter().any(|(known, _)| known == arrow))
        }
        Maneuver::Turn(_)
        | Maneuver::Continue
        | Maneuver::Fork(None)
        | Maneuver::Roundabout { exit: 1.., .. } => {
            let away = |bend: f64| ((bend - mark.bend + 540.0).rem_euclid(360.0) - 180.0).abs();
            let nearest = there
                .iter()
                .filter(|(arrow, _)| *arrow != Arrow::Reverse)
                .min_by(|a, b| away(a.1).total_cmp(&away(b.1)))?;
            (away(nearest.1) <= MEANS).then_some(nearest.0)
        }
        _ => None,
    }
}
