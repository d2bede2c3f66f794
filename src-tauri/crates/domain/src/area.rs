//! An area that a person drew on the map.

use std::{fmt, str::FromStr};

use crate::{Bbox, LonLat};

/// Corners of an area. Held in 1e-7 degrees, as OSM holds coordinates, so that the same drawing is the same area
/// whatever it was stored in. The sides may cross each other; then what lies inside is what the even-odd rule says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ring(Vec<[i32; 2]>);

/// The text is not a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRing;

impl Ring {
    /// Corners that a drawing may have.
    pub const MAX_CORNERS: usize = 200;
    /// A side longer than this is no drawing on a city map, degrees. It also keeps rings off the antimeridian.
    const MAX_SPAN: f64 = 10.0;

    /// A ring around these corners, which need not return to the first. `None` with fewer than three different ones, with
    /// too many, or when it spans half a continent.
    pub fn new(corners: &[LonLat]) -> Option<Self> {
        let mut ring: Vec<[i32; 2]> = corners
            .iter()
            .map(|at| LonLat::new(at.lon, at.lat).map(|at| [e7(at.lon), e7(at.lat)]))
            .collect::<Option<_>>()?;
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        let ring = Self(ring);
        let bbox = ring.bbox()?;
        let small =
            bbox.max.lon - bbox.min.lon <= Self::MAX_SPAN && bbox.max.lat - bbox.min.lat <= Self::MAX_SPAN;
        (small && (3..=Self::MAX_CORNERS).contains(&ring.0.len())).then_some(ring)
    }

    /// The corners.
    pub fn corners(&self) -> impl Iterator<Item = LonLat> + '_ {
        self.0.iter().map(|[lon, lat]| LonLat { lon: f64::from(*lon) / 1e7, lat: f64::from(*lat) / 1e7 })
    }

    /// The smallest box around it.
    pub fn bbox(&self) -> Option<Bbox> {
        Bbox::around(self.corners())
    }

    /// Whether the point lies inside (even-odd rule).
    pub fn contains(&self, at: LonLat) -> bool {
        self.sides().fold(false, |inside, (a, b)| {
            let crosses = (a.lat > at.lat) != (b.lat > at.lat)
                && at.lon < (b.lon - a.lon) * (at.lat - a.lat) / (b.lat - a.lat) + a.lon;
            inside != crosses
        })
    }

    /// Metres of a line that lie inside.
    pub fn metres_of(&self, line: &[LonLat]) -> f64 {
        self.pieces_of(line).map(|(_, from, to)| from.distance_m(to)).sum()
    }

    /// The parts of a line that lie inside, each with the index of the line's piece that it is part of.
    pub fn pieces_of<'a>(&'a self, line: &'a [LonLat]) -> impl Iterator<Item = (usize, LonLat, LonLat)> + 'a {
        line.windows(2).enumerate().flat_map(move |(index, pair)| {
            let (a, b) = (pair[0], pair[1]);
            let at = |t: f64| LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t };
            let mut cuts: Vec<f64> =
                self.sides().filter_map(|side| crossing((a, b), side)).chain([0.0, 1.0]).collect();
            cuts.sort_by(f64::total_cmp);
            let inside = |pair: &[f64]| pair[1] > pair[0] && self.contains(at((pair[0] + pair[1]) / 2.0));
            let parts: Vec<_> = cuts
                .windows(2)
                .filter(|pair| inside(pair))
                .map(|pair| (index, at(pair[0]), at(pair[1])))
                .collect();
            parts
        })
    }

    /// Whether any of a line lies inside.
    pub fn touches(&self, line: &[LonLat]) -> bool {
        line.iter().any(|at| self.contains(*at)) || self.pieces_of(line).next().is_some()
    }

    fn sides(&self) -> impl Iterator<Item = (LonLat, LonLat)> + '_ {
        let next = self.corners().skip(1).chain(self.corners().take(1));
        self.corners().zip(next)
    }
}

/// Where the first piece crosses the second, as a share of the first.
fn crossing((a, b): (LonLat, LonLat), (c, d): (LonLat, LonLat)) -> Option<f64> {
    let (rx, ry) = (b.lon - a.lon, b.lat - a.lat);
    let (sx, sy) = (d.lon - c.lon, d.lat - c.lat);
    let cross = rx * sy - ry * sx;
    let (qx, qy) = (c.lon - a.lon, c.lat - a.lat);
    let (t, u) = ((qx * sy - qy * sx) / cross, (qx * ry - qy * rx) / cross);
    (cross != 0.0 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
}

fn e7(degrees: f64) -> i32 {
    (degrees * 1e7).round() as i32
}

/// Corners in 1e-7 degrees, `lon,lat` with blanks between: how a ring is stored and named.
impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, [lon, lat]) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(f, "{gap}{lon},{lat}")?;
        }
        Ok(())
    }
}

impl FromStr for Ring {
    type Err = BadRing;

    fn from_str(text: &str) -> Result<Self, BadRing> {
        let number = |text: &str| text.parse::<i32>().map(|e7| f64::from(e7) / 1e7).map_err(|_bad| BadRing);
        let corners = text
            .split_ascii_whitespace()
            .map(|corner| {
                let (lon, lat) = corner.split_once(',').ok_or(BadRing)?;
                Ok(LonLat { lon: number(lon)?, lat: number(lat)? })
            })
            .collect::<Result<Vec<_>, BadRing>>()?;
        Self::new(&corners).ok_or(BadRing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(corners: &[(f64, f64)]) -> Vec<LonLat> {
        corners.iter().map(|(x, y)| LonLat { lon: 1.0 + x / 1000.0, lat: 1.0 + y / 1000.0 }).collect()
    }

    fn ring(corners: &[(f64, f64)]) -> Option<Ring> {
        Ring::new(&points(corners))
    }

    #[test]
    fn a_ring_has_three_different_corners_and_no_more_than_one_can_draw() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        assert!(ring(&square).is_some());
        assert_eq!(ring(&[&square[..], &square[..1]].concat()), ring(&square), "closing it changes nothing");
        assert_eq!(ring(&square[..2]), None);
        assert_eq!(ring(&[(0.0, 0.0), (0.0, 0.0), (1.0, 1.0)]), None);
        assert_eq!(ring(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1e6)]), None, "off the globe");
        assert_eq!(ring(&[(0.0, 0.0), (20_000.0, 0.0), (0.0, 1.0)]), None, "too wide");
        assert_eq!(ring(&[(f64::NAN, 0.0), (1.0, 0.0), (0.0, 1.0)]), None);
        let circle = |n: usize| -> Vec<(f64, f64)> {
            (0..n).map(|i| (i as f64).to_radians().sin_cos()).map(|(x, y)| (x * 9.0, y * 9.0)).collect()
        };
        assert!(ring(&circle(200)).is_some() && ring(&circle(201)).is_none());
    }

    #[test]
    fn what_is_inside() {
        let bent = ring(&[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (4.0, 2.0), (0.0, 8.0)]).expect("a ring");
        for ((x, y), expected) in
            [((1.0, 1.0), true), ((4.0, 5.0), false), ((9.0, 1.0), false), ((7.0, 5.0), true)]
        {
            assert_eq!(bent.contains(points(&[(x, y)])[0]), expected, "{x} {y}");
        }
        let line = points(&[(-2.0, 1.0), (10.0, 1.0)]);
        let eight = line[0].distance_m(line[1]) * 8.0 / 12.0;
        assert!((bent.metres_of(&line) - eight).abs() < 0.01, "{} of {eight}", bent.metres_of(&line));
        assert_eq!(
            bent.pieces_of(&points(&[(-2.0, 5.0), (10.0, 5.0)])).count(),
            2,
            "in, out at the notch, in"
        );
        assert!(bent.touches(&line) && !bent.touches(&points(&[(0.0, 9.0), (8.0, 9.0)])));
        assert!(bent.touches(&points(&[(1.0, 1.0), (1.1, 1.0)])), "wholly inside");
    }

    #[test]
    fn text_and_back() {
        let square = ring(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]).expect("a ring");
        assert_eq!(square.to_string(), "10000000,10000000 10040000,10000000 10040000,10040000");
        assert_eq!(square.to_string().parse(), Ok(square));
        for bad in ["", "1,2", "1 2 3", "1,2 3,4 x,y"] {
            assert_eq!(bad.parse::<Ring>(), Err(BadRing), "{bad}");
        }
    }
}
