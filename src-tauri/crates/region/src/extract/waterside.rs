//! Roads along the water (江边, 海边), and roads over it.

use domain::{EARTH_RADIUS_M, RoadClass, RoadFeature};
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex, sort::HilbertSort};

use super::{
    areas::{self, Polygon},
    draw,
    rings::{self, Point},
};
use crate::{
    osm::{OsmData, Skipped, Tags, index_u32},
    roads::{RoadNetwork, Segment},
};

/// A road this near to the water is beside it: one row of houses or a promenade may lie between.
const BESIDE_M: f64 = 80.0;

/// Share of a piece's length that has to be beside the water.
const MOST: f64 = 0.6;

/// Distance between the points of a piece that are looked at.
const STEP_M: f64 = 20.0;

/// Water smaller than this (square metres) is a pond: nobody drives there for the view.
const SMALLEST_M2: f64 = 5000.0;

/// Kinds of water that nobody calls the waterside.
const NO_SIGHT: [&str; 7] = ["pool", "fountain", "wastewater", "basin", "reflecting_pool", "ditch", "drain"];

/// Metres east and north of the middle of the data.
type Metres = [f64; 2];

/// Shores of the sea, of lakes and rivers, as straight edges in an R-tree; and water as areas.
pub struct Water {
    metres_per_e7: Metres,
    edges: Vec<[Metres; 2]>,
    index: Option<RTree<f64>>,
    areas: Vec<(Polygon, [i32; 4])>,
}

impl Water {
    /// All water of the data that a driver would call so.
    pub fn new(data: &OsmData) -> Self {
        let lat = data.bbox().map_or(0.0, |bbox| f64::midpoint(bbox.min.lat, bbox.max.lat));
        let metre = EARTH_RADIUS_M.to_radians() / 1e7;
        let mut water = Self {
            metres_per_e7: [metre * lat.to_radians().cos(), metre],
            edges: Vec::new(),
            index: None,
            areas: Vec::new(),
        };
        for way in &data.ways {
            let tags = &way.tags;
            let line = tags.is("natural", "coastline")
                || (matches!(tags.get("waterway"), Some("river" | "canal"))
                    && draw::waterway(tags).is_some());
            if line {
                water.add_line(&data.line(way));
            } else if way.is_closed() && is_water(tags) {
                water.add_area(vec![data.line(way)]);
            }
        }
        // What could not be closed is counted by the map.
        let mut ignored = Skipped::default();
        for relation in data.relations.iter().filter(|r| areas::is_area(r) && is_water(&r.tags)) {
            for polygon in areas::polygons(data, relation, &mut ignored) {
                water.add_area(polygon);
            }
        }
        let mut builder = RTreeBuilder::<f64>::new(index_u32(water.edges.len()));
        for [[ax, ay], [bx, by]] in &water.edges {
            builder.add(ax.min(*bx), ay.min(*by), ax.max(*bx), ay.max(*by));
        }
        water.index = (!water.edges.is_empty()).then(|| builder.finish::<HilbertSort>());
        water
    }

    fn add_line(&mut self, line: &[Point]) {
        for pair in line.windows(2) {
            if let [a, b] = pair {
                self.edges.push([self.metres(*a), self.metres(*b)]);
            }
        }
    }

    fn add_area(&mut self, polygon: Polygon) {
        let Some(outer) = polygon.first().filter(|outer| rings::area_m2(outer) >= SMALLEST_M2) else {
            return;
        };
        let bounds = outer.iter().fold([i32::MAX, i32::MAX, i32::MIN, i32::MIN], |[w, s, e, n], [x, y]| {
            [w.min(*x), s.min(*y), e.max(*x), n.max(*y)]
        });
        for ring in &polygon {
            self.add_line(ring);
        }
        self.areas.push((polygon, bounds));
    }

    fn metres(&self, [x, y]: Point) -> Metres {
        [f64::from(x) * self.metres_per_e7[0], f64::from(y) * self.metres_per_e7[1]]
    }

    /// Whether a point lies on a lake or river that is mapped as an area.
    pub fn covers(&self, point: Point) -> bool {
        let [x, y] = point;
        self.areas.iter().any(|(polygon, [w, s, e, n])| {
            (*w..=*e).contains(&x)
                && (*s..=*n).contains(&y)
                && polygon.iter().filter(|ring| rings::contains(ring, point)).count() % 2 == 1
        })
    }

    /// Edges of the water near a line of points.
    fn near(&self, line: &[Metres]) -> Vec<[Metres; 2]> {
        let Some(index) = &self.index else { return Vec::new() };
        let bounds = line.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[w, s, e, n], [x, y]| {
            [w.min(*x), s.min(*y), e.max(*x), n.max(*y)]
        });
        let [w, s, e, n] = bounds;
        let found = index.search(w - BESIDE_M, s - BESIDE_M, e + BESIDE_M, n + BESIDE_M);
        found.into_iter().filter_map(|edge| self.edges.get(edge as usize).copied()).collect()
    }

    /// Whether a line runs along the water for most of its length. A bridge that crosses a shore leads over the water,
    /// not along it.
    fn runs_beside(&self, line: &[Point], bridge: bool) -> bool {
        let line: Vec<Metres> = line.iter().map(|point| self.metres(*point)).collect();
        let shore = self.near(&line);
        if shore.is_empty() {
            return false;
        }
        let crosses =
            |pair: &[Metres]| matches!(pair, [a, b] if shore.iter().any(|edge| cross([*a, *b], *edge)));
        if bridge && line.windows(2).any(crosses) {
            return false;
        }
        let points = along(&line);
        let beside = points
            .iter()
            .filter(|point| shore.iter().any(|edge| distance(**point, *edge) <= BESIDE_M))
            .count();
        as_f64(beside) >= MOST * as_f64(points.len())
    }
}

/// Mark the pieces of road that run along the water. Tunnels and ferries do not.
pub fn mark(water: &Water, network: &mut RoadNetwork) {
    let marks: Vec<bool> = network
        .segments
        .iter()
        .map(|segment| {
            let features = segment.feature_set();
            let ferry = network
                .ways
                .get(segment.way as usize)
                .is_some_and(|way| way.road_class() == RoadClass::Ferry);
            let sees = !features.has(RoadFeature::Tunnel) && !ferry;
            sees && water.runs_beside(&line(network, segment), features.has(RoadFeature::Bridge))
        })
        .collect();
    for (segment, _) in network.segments.iter_mut().zip(marks).filter(|(_, beside)| *beside) {
        segment.features = segment.feature_set().with(RoadFeature::Waterside).0;
    }
}

fn is_water(tags: &Tags) -> bool {
    let sight = tags.get("water").is_none_or(|kind| !NO_SIGHT.contains(&kind));
    let standing = tags.get("natural") == Some("water") || tags.is("landuse", "reservoir");
    (standing || matches!(tags.get("waterway"), Some("riverbank" | "dock")))
        && sight
        && !tags.says_yes("intermittent")
}

fn line(network: &RoadNetwork, segment: &Segment) -> Vec<Point> {
    let end = |node: u32| network.nodes.get(node as usize).map(|node| [node.lon_e7, node.lat_e7]);
    let inner = segment.shape_start as usize..(segment.shape_start + segment.shape_len) as usize;
    let inner = network.shape.get(inner).unwrap_or(&[]);
    end(segment.tail).into_iter().chain(inner.iter().copied()).chain(end(segment.head)).collect()
}

/// Points every [`STEP_M`] along a line, both ends included.
fn along(line: &[Metres]) -> Vec<Metres> {
    let mut points: Vec<Metres> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let [a, b] = pair else { continue };
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let mut at = STEP_M;
        while at < length {
            let share = at / length;
            points.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
            at += STEP_M;
        }
        points.push(*b);
    }
    points
}

/// Distance of a point from an edge.
fn distance([x, y]: Metres, [[ax, ay], [bx, by]]: [Metres; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    let share = if squared > 0.0 { (((x - ax) * dx + (y - ay) * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * dx).hypot(y - ay - share * dy)
}

/// Whether two edges cross.
fn cross([a, b]: [Metres; 2], [c, d]: [Metres; 2]) -> bool {
    let side =
        |p: Metres, q: Metres, r: Metres| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    (side(a, b, c) > 0.0) != (side(a, b, d) > 0.0) && (side(c, d, a) > 0.0) != (side(c, d, b) > 0.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts of points")]
fn as_f64(count: usize) -> f64 {
    count as f64
}
