//! Where a leg starts and ends: heading, and on which side the place lies.

use domain::{LonLat, Maneuver, Side};

use crate::assemble::Piece;

/// A place nearer to the middle of the road than this lies on it, not beside it, metres.
const BESIDE_M: f64 = 6.0;
/// The road at a place is seen over this length, metres: its very last points may lie centimetres apart.
const SEEN_M: f64 = 10.0;

/// What lies at both ends of a leg.
pub(crate) struct Ends {
    /// It starts by turning around.
    pub(crate) turned: bool,
    /// It ends the route.
    pub(crate) last: bool,
    /// The point that was asked for at its start.
    pub(crate) asked_start: Option<LonLat>,
    /// The point that was asked for at its end.
    pub(crate) asked_end: Option<LonLat>,
}

pub(super) fn depart(geometry: &[LonLat], first: &Piece, ends: &Ends) -> Maneuver {
    if ends.turned {
        return Maneuver::UTurn;
    }
    let line = geometry.get(first.from_point..).unwrap_or_default();
    let Some((start, ahead)) = seen(line.iter().copied()) else {
        return Maneuver::Depart { octant: 0, turn: None };
    };
    let heading = start.bearing_deg(ahead);
    // Whoever comes out of a place on the right of the road turns right onto it, and so on the left.
    let turn = ends.asked_start.and_then(|asked| side(start, heading, asked));
    Maneuver::Depart { octant: (heading / 45.0).round() as u8 % 8, turn }
}

pub(super) fn side_of_end(geometry: &[LonLat], last: &Piece, ends: &Ends) -> Option<Side> {
    let line = geometry.get(..=last.to_point)?;
    let (end, before) = seen(line.iter().rev().copied())?;
    side(end, before.bearing_deg(end), ends.asked_end?)
}

/// The first point of a line and the first one that is far enough from it to tell a direction.
fn seen(mut line: impl Iterator<Item = LonLat>) -> Option<(LonLat, LonLat)> {
    let start = line.next()?;
    let mut last = None;
    for point in line {
        if point == start {
            continue;
        }
        last = Some(point);
        if start.distance_m(point) >= SEEN_M {
            break;
        }
    }
    Some((start, last?))
}

/// The side of a place that lies beside a road; straight ahead or behind is on neither.
fn side(on_road: LonLat, heading: f64, place: LonLat) -> Option<Side> {
    if on_road.distance_m(place) < BESIDE_M {
        return None;
    }
    let bend = (on_road.bearing_deg(place) - heading + 540.0).rem_euclid(360.0) - 180.0;
    ((20.0..=160.0).contains(&bend.abs())).then_some(if bend > 0.0 { Side::Right } else { Side::Left })
}
