//! A way, and how far off it something lies.

use domain::{EARTH_RADIUS_M, LonLat};

/// Things farther than this from the way are not along it.
pub(crate) const REACH_M: f64 = 1500.0;

/// The line of a planned route, ready to be asked about many points.
#[derive(Clone, Debug, PartialEq)]
pub struct Corridor {
    pieces: Vec<Piece>,
    /// West, south, east, north of the line with its reach, in degrees.
    bounds: [f64; 4],
}

/// A straight piece of the line in metres on a plane around it.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    from: LonLat,
    /// Metres east and north from its start to its end.
    vector: [f64; 2],
    length_m: f64,
    /// Metres of the line before it.
    before_m: f64,
}

/// Where a point lies beside a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beside {
    /// Metres from the line.
    pub off_m: f64,
    /// Metres from the line's start to the nearest point on it.
    pub after_m: f64,
}

impl Corridor {
    /// From the points of a line, in driving order.
    pub fn new(line: &[LonLat]) -> Self {
        let mut pieces = Vec::new();
        let mut before_m = 0.0;
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for pair in line.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let vector = plane(from, to);
            let length_m = vector[0].hypot(vector[1]);
            if length_m > 0.0 {
                pieces.push(Piece { from, vector, length_m, before_m });
                before_m += length_m;
            }
        }
        for point in line {
            let lat = (REACH_M / EARTH_RADIUS_M).to_degrees();
            let lon = lat / point.lat.to_radians().cos().max(0.05);
            let reach = [point.lon - lon, point.lat - lat, point.lon + lon, point.lat + lat];
            bounds = [
                bounds[0].min(reach[0]),
                bounds[1].min(reach[1]),
                bounds[2].max(reach[2]),
                bounds[3].max(reach[3]),
            ];
        }
        Self { pieces, bounds }
    }

    /// Where the point lies beside the way; `None` beyond reach.
    pub(crate) fn beside(&self, at: LonLat) -> Option<Beside> {
        let [west, south, east, north] = self.bounds;
        if !(west..=east).contains(&at.lon) || !(south..=north).contains(&at.lat) {
            return None;
        }
        let besides = self.pieces.iter().map(|piece| {
            let to = plane(piece.from, at);
            let share = (to[0] * piece.vector[0] + to[1] * piece.vector[1]) / piece.length_m.powi(2);
            let share = share.clamp(0.0, 1.0);
            let off_m = (to[0] - share * piece.vector[0]).hypot(to[1] - share * piece.vector[1]);
            Beside { off_m, after_m: piece.before_m + share * piece.length_m }
        });
        besides.min_by(|a, b| a.off_m.total_cmp(&b.off_m)).filter(|beside| beside.off_m <= REACH_M)
    }
}

/// Metres east and north from one point to another, on a plane that is good for a few kilometres.
fn plane(from: LonLat, to: LonLat) -> [f64; 2] {
    let metre = EARTH_RADIUS_M.to_radians();
    [(to.lon - from.lon) * metre * from.lat.to_radians().cos(), (to.lat - from.lat) * metre]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_beside_a_line() {
        let at = |lon: f64, lat: f64| LonLat { lon, lat };
        let line = [at(7.40, 43.70), at(7.42, 43.70), at(7.42, 43.72)];
        let corridor = Corridor::new(&line);
        let check = |point: LonLat, off: f64, after: f64| {
            let beside = corridor.beside(point).unwrap();
            assert!((beside.off_m - off).abs() < 3.0 && (beside.after_m - after).abs() < 3.0, "{beside:?}");
        };
        let east = at(7.40, 43.70).distance_m(at(7.42, 43.70));
        check(at(7.41, 43.70), 0.0, east / 2.0);
        check(at(7.41, 43.705), 556.0, east / 2.0);
        check(at(7.42, 43.72), 0.0, east + 2224.0);
        check(at(7.395, 43.70), east / 4.0, 0.0);
        assert_eq!(corridor.beside(at(7.45, 43.70)), None);
        assert_eq!(corridor.beside(at(-7.0, -43.0)), None);
        assert_eq!(Corridor::new(&[]).beside(at(7.4, 43.7)), None);
        assert_eq!(Corridor::new(&line[..1]).beside(at(7.4, 43.7)), None);
    }
}
