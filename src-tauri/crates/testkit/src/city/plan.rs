//! Where everything lies: metres east and north of the city's middle.

use domain::LonLat;

/// Metres east (`x`) and north (`y`) of the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The point `forward` metres along `direction` and `right` metres to its right.
    pub fn towards(self, direction: Point, forward: f64, right: f64) -> Point {
        Point {
            x: self.x + direction.x * forward + direction.y * right,
            y: self.y + direction.y * forward - direction.x * right,
        }
    }

    /// Metres to another point.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point a share of the way to another.
    pub fn between(self, other: Point, share: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }
}

/// The city's middle.
const MIDDLE: LonLat = LonLat { lon: 123.0, lat: 30.0 };

/// Metres per degree of latitude, and of longitude at 30 degrees north.
const LAT_M: f64 = 111_195.0;
const LON_M: f64 = 96_297.7;

/// The coordinate of a point.
pub(super) const fn lon_lat(p: Point) -> LonLat {
    LonLat { lon: MIDDLE.lon + p.x / LON_M, lat: MIDDLE.lat + p.y / LAT_M }
}

/// Distance between neighbouring streets in metres.
pub(super) const BLOCK_M: f64 = 125.0;

/// Every so many streets one is an avenue (1 km), in the middle between two avenues one is a tertiary road.
pub(super) const AVENUE_EVERY: i32 = 8;

/// Half the river's width, and the distance of the riverside roads from its middle, in metres.
pub(super) const RIVER_HALF_M: f64 = 90.0;
pub(super) const BANK_M: f64 = 118.0;

/// Radii of the elevated rings in metres.
pub(super) const INNER_RING_M: f64 = 2_600.0;
pub(super) const OUTER_RING_M: f64 = 5_600.0;

/// Road nodes per junction of the grid, measured: shape points, stubs and banks add to the junctions.
const NODES_PER_JUNCTION: f64 = 1.55;

/// Road nodes of the rings, the motorway and their ramps.
const NODES_IN_THE_AIR: f64 = 1_500.0;

/// Measures of one city.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Streets on each side of the middle.
    pub half: i32,
}

impl Plan {
    /// A square city with about this many road nodes.
    pub fn new(nodes: usize) -> Self {
        let of_streets = |nodes: f64| {
            let side = (nodes / NODES_PER_JUNCTION).sqrt();
            Self { half: ((side - 1.0) / 2.0).round().max(4.0) as i32 }
        };
        let less = of_streets(nodes as f64 - NODES_IN_THE_AIR);
        if less.holds(OUTER_RING_M) { less } else { of_streets(nodes as f64) }
    }

    /// Metres from the middle to the edge.
    pub fn reach(&self) -> f64 {
        f64::from(self.half) * BLOCK_M
    }

    /// Whether something of this radius fits with some room around it.
    pub fn holds(&self, radius: f64) -> bool {
        radius + 400.0 < self.reach()
    }
}

/// The middle of the river at this `x`. It flows from west to east in wide bends.
pub(super) fn river_y(x: f64) -> f64 {
    -250.0 + 650.0 * (x / 2_200.0).sin()
}
