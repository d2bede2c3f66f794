//! Lines on the ground without their edges: a few points to keep instead of a line, and whether two lines run together.

use crate::LonLat;

/// A place on a driven road and the direction of driving there: what is kept of a line instead of all of its points
/// (MISSION S0-35). A line is the quickest way over its feature points, as in OpenLR ("OpenLR White Paper", TomTom, 2012).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeaturePoint {
    /// The place, in the middle of a road from one junction to the next.
    pub at: LonLat,
    /// Degrees clockwise from north.
    pub bearing_deg: f64,
}

/// How wide a corridor is to both sides, metres (MISSION S0-36: some tens of metres). Two carriageways of a motorway lie within
/// it, two parallel streets of a town do not.
pub const WIDTH_M: f64 = 40.0;
/// Share of the shorter line that must run in the other's corridor (as [`crate::habit::Settings::same_corridor_share`]).
pub const SAME_SHARE: f64 = 0.5;
/// Two lines run the same way when their bearings differ by less than this, degrees.
const SAME_WAY_DEG: f64 = 60.0;

/// Whether two lines follow the same corridor, whatever their ends are: enough of the shorter one runs within `width_m` of the
/// other and in its direction.
pub fn same(a: &[LonLat], b: &[LonLat], width_m: f64) -> bool {
    share(a, b, width_m) >= SAME_SHARE
}

/// The part of the shorter line that runs within `width_m` of the other one and in its direction, 0 to 1.
pub fn share(a: &[LonLat], b: &[LonLat], width_m: f64) -> f64 {
    let (shorter, other) = if length_m(a) <= length_m(b) { (a, b) } else { (b, a) };
    let samples = samples(shorter, (width_m / 2.0).max(5.0));
    if samples.is_empty() {
        return 0.0;
    }
    let near = samples.iter().filter(|(at, bearing)| runs_along(*at, *bearing, other, width_m)).count();
    near as f64 / samples.len() as f64
}

fn length_m(line: &[LonLat]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum()
}

/// Places along a line in equal steps, each with the line's bearing there.
fn samples(line: &[LonLat], step_m: f64) -> Vec<(LonLat, f64)> {
    let mut found = Vec::new();
    let mut next_m = 0.0;
    for pair in line.windows(2) {
        let length_m = pair[0].distance_m(pair[1]);
        let bearing = pair[0].bearing_deg(pair[1]);
        while next_m < length_m {
            found.push((between(pair[0], pair[1], next_m / length_m), bearing));
            next_m += step_m;
        }
        next_m -= length_m;
    }
    found
}

fn between(a: LonLat, b: LonLat, share: f64) -> LonLat {
    LonLat { lon: a.lon + (b.lon - a.lon) * share, lat: a.lat + (b.lat - a.lat) * share }
}

fn runs_along(at: LonLat, bearing: f64, line: &[LonLat], width_m: f64) -> bool {
    line.windows(2).any(|pair| {
        let turn = (pair[0].bearing_deg(pair[1]) - bearing).rem_euclid(360.0);
        turn.min(360.0 - turn) < SAME_WAY_DEG && distance_m(at, pair[0], pair[1]) <= width_m
    })
}

/// Metres from a point to a straight piece of line, in the plane that touches the point.
fn distance_m(at: LonLat, from: LonLat, to: LonLat) -> f64 {
    let degree_m = crate::EARTH_RADIUS_M.to_radians();
    let east = degree_m * at.lat.to_radians().cos();
    let plane = |p: LonLat| ((p.lon - at.lon) * east, (p.lat - at.lat) * degree_m);
    let ((ax, ay), (bx, by)) = (plane(from), plane(to));
    let (dx, dy) = (bx - ax, by - ay);
    let long = dx * dx + dy * dy;
    let share = if long > 0.0 { (-(ax * dx + ay * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (ax + share * dx).hypot(ay + share * dy)
}

#[cfg(test)]
mod tests {
    use super::{WIDTH_M, same, share};
    use crate::LonLat;

    /// Metres east and north of a point in Porto.
    fn line(points: &[(f64, f64)]) -> Vec<LonLat> {
        points
            .iter()
            .map(|(east, north)| LonLat { lon: -8.61 + east / 83_700.0, lat: 41.15 + north / 111_195.0 })
            .collect()
    }

    #[test]
    fn s0_36_a_corridor_is_a_band_of_tens_of_metres() {
        let check = |what: &str, a: &[(f64, f64)], b: &[(f64, f64)], width_m: f64, expected: bool| {
            let (a, b) = (line(a), line(b));
            assert_eq!(same(&a, &b, width_m), expected, "{what}: {:.2}", share(&a, &b, width_m));
            assert_eq!(same(&b, &a, width_m), expected, "{what}, the other way around");
        };
        let road = [(0.0, 0.0), (4_000.0, 0.0), (4_000.0, 3_000.0)];
        check("itself", &road, &road, WIDTH_M, true);
        check("other ends", &road, &[(1_500.0, 8.0), (4_008.0, 8.0), (4_008.0, 6_000.0)], WIDTH_M, true);
        check(
            "the other carriageway's width away",
            &road,
            &[(0.0, 30.0), (3_970.0, 30.0), (3_970.0, 3_000.0)],
            WIDTH_M,
            true,
        );
        check(
            "a parallel road 200 m away",
            &road,
            &[(0.0, 200.0), (3_800.0, 200.0), (3_800.0, 3_000.0)],
            WIDTH_M,
            false,
        );
        check(
            "the same in a wider corridor",
            &road,
            &[(0.0, 200.0), (3_800.0, 200.0), (3_800.0, 3_000.0)],
            250.0,
            true,
        );
        check("across", &road, &[(2_000.0, -3_000.0), (2_000.0, 3_000.0)], WIDTH_M, false);
        check("the way back", &road, &[(4_000.0, 3_000.0), (4_000.0, 0.0), (0.0, 0.0)], WIDTH_M, false);
        check("a third in common", &road, &[(0.0, 0.0), (2_000.0, 0.0), (2_000.0, -5_000.0)], WIDTH_M, false);
        check("no line", &road, &[(0.0, 0.0)], WIDTH_M, false);
    }
}
