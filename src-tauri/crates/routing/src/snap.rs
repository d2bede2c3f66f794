//! From a coordinate to the road where a trip can really start or end.

use domain::{LonLat, RoadClass, RoadFeature, Vehicle};
use region::Access;
use rstar::{
    AABB, RTree,
    primitives::{GeomWithData, Rectangle},
};

use crate::{
    closed::Closed,
    graph::{Edge, Graph},
    reach::Reach,
};

/// Whole edge in the unit of [`End::share`].
pub(crate) const WHOLE: u32 = 1 << 16;
/// A tunnel, a motorway or an elevated road is rarely what lies at a front door: it has to be this much closer.
const UNLIKELY_M: f64 = 40.0;
/// Roads that are this near each other where a point is snapped meet there.
const SAME_PLACE_M: f64 = 0.5;
/// A moved snap is worth telling only when it is visible.
const TELL_M: f64 = 5.0;
/// Accepts a start bearing within this many degrees of the road's.
const BEARING_TOLERANCE: f64 = 60.0;

/// What the point is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A trip starts here: the road must lead to the main network.
    #[default]
    Start,
    /// A trip passes here: both.
    Via,
    /// A trip ends here: the road must be reachable from the main network.
    End,
}

/// How to snap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapOptions {
    /// What the point is for.
    pub role: Role,
    /// Only roads that are driven within 60° of this bearing (degrees clockwise from north), where there is one.
    pub bearing: Option<f64>,
    /// Roads farther away than this are not taken, metres.
    pub limit_m: f64,
    /// Only roads that this vehicle fits on.
    pub vehicle: Vehicle,
}

impl SnapOptions {
    /// The default for a role: no bearing, within 2 km, an ordinary car.
    pub fn for_role(role: Role) -> Self {
        Self { role, bearing: None, limit_m: 2_000.0, vehicle: Vehicle::default() }
    }
}

impl Default for SnapOptions {
    fn default() -> Self {
        Self::for_role(Role::Start)
    }
}

/// A place on an edge, in driving direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) edge: Edge,
    /// How far along, in 65,536ths.
    pub(crate) share: u32,
}

/// A point on a road.
#[derive(Clone, Debug, PartialEq)]
pub struct Snap {
    /// What was asked for.
    pub asked: LonLat,
    /// Where on the road it came to lie.
    pub point: LonLat,
    /// Metres between the two.
    pub distance_m: f64,
    /// The road's name, its ref when it has none, or nothing.
    pub label: String,
    /// The nearest road could not be used, because no trip gets from there to the rest or back: that many metres from
    /// `point` lies the place on it where the snap would have been.
    pub moved_from: Option<Moved>,
    /// Each direction in which a trip may start or end here.
    pub(crate) ends: Vec<End>,
}

/// A snap that had to go elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Where it would have been.
    pub from: LonLat,
    /// Metres from there.
    pub metres: f64,
    /// The nearest road is part of an island of roads; otherwise it only is closed for this end of a trip.
    pub island: bool,
}

/// No road for this point.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapError {
    /// The nearest road is farther away than the limit.
    #[error("the nearest road is {metres:.0} m away")]
    TooFar {
        /// Metres to the nearest road.
        metres: f64,
    },
    /// There are roads within the limit, but no trip can start or end on any of them.
    #[error("no road nearby can be used")]
    Closed,
    /// The region has no road that cars may use.
    #[error("the region has no roads for cars")]
    NoRoads,
}

/// What may be snapped to.
#[derive(Clone, Copy)]
pub(crate) struct Grounds<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) reach: &'a Reach,
    pub(crate) closed: Option<&'a Closed>,
}

/// Roads that a point may be snapped to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Within {
    /// Those that the point's role can use with the main network.
    Usable,
    /// Those of this network.
    Network(u32),
    /// All that are open.
    Anywhere,
}

type Item = GeomWithData<Rectangle<[f64; 2]>, u32>;

/// All segments by where they are.
pub(crate) struct SnapIndex {
    tree: RTree<Item>,
    /// Segments of ferries: nobody starts on one, but one may lie in a drawn area.
    ferries: Vec<u32>,
    plane: Plane,
}

impl std::fmt::Debug for SnapIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SnapIndex").field("segments", &self.tree.size()).finish_non_exhaustive()
    }
}

/// Metres on a plane that touches the region in its middle.
#[derive(Clone, Copy, Debug)]
struct Plane {
    middle: LonLat,
    metres_per_lat: f64,
    metres_per_lon: f64,
}

impl Plane {
    fn new(middle: LonLat) -> Self {
        let metres_per_lat = domain::EARTH_RADIUS_M.to_radians();
        Self { middle, metres_per_lat, metres_per_lon: metres_per_lat * middle.lat.to_radians().cos() }
    }

    /// From the middle eastwards and northwards, the shorter way around the globe.
    fn xy(self, p: LonLat) -> [f64; 2] {
        let east = (p.lon - self.middle.lon + 540.0).rem_euclid(360.0) - 180.0;
        [east * self.metres_per_lon, (p.lat - self.middle.lat) * self.metres_per_lat]
    }

    fn lon_lat(self, [x, y]: [f64; 2]) -> LonLat {
        LonLat {
            lon: self.middle.lon + x / self.metres_per_lon,
            lat: self.middle.lat + y / self.metres_per_lat,
        }
    }
}

/// A segment near a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) segment: u32,
    pub(crate) distance_m: f64,
    pub(crate) point: LonLat,
    /// Along the segment as drawn.
    pub(crate) share: u32,
    /// Bearing of the segment as drawn at that place.
    bearing: f64,
}

impl SnapIndex {
    pub(crate) fn build(graph: &Graph) -> Self {
        let nodes = &graph.roads().nodes;
        let middle = |of: fn(&region::Node) -> i32| {
            let (low, high) =
                nodes.iter().map(of).fold((i32::MAX, i32::MIN), |(l, h), v| (l.min(v), h.max(v)));
            if nodes.is_empty() { 0.0 } else { (f64::from(low) + f64::from(high)) / 2e7 }
        };
        let plane = Plane::new(LonLat { lon: middle(|node| node.lon_e7), lat: middle(|node| node.lat_e7) });
        let (ferries, roads): (Vec<u32>, Vec<u32>) = (0..graph.roads().segments.len() as u32)
            .filter(|segment| {
                [segment * 2, segment * 2 + 1].iter().any(|edge| graph.roads().ever(*edge) != Access::No)
            })
            .partition(|segment| graph.kind_of(segment * 2).class == RoadClass::Ferry);
        let items = roads.into_iter().map(|segment| {
            let points: Vec<[f64; 2]> =
                graph.geometry(segment * 2).into_iter().map(|p| plane.xy(p)).collect();
            GeomWithData::new(Rectangle::from_aabb(AABB::from_points(&points)), segment)
        });
        Self { tree: RTree::bulk_load(items.collect()), ferries, plane }
    }

    /// Snaps a point to the nearest road of `within`. On a junction every road of it counts.
    pub(crate) fn snap(
        &self,
        grounds: &Grounds<'_>,
        asked: LonLat,
        options: &SnapOptions,
        within: Within,
    ) -> Result<Snap, SnapError> {
        let Grounds { graph, reach, closed } = *grounds;
        let open = |end: &End| {
            graph.access(end.edge) != Access::No
                && !closed.is_some_and(|closed| closed.bars_standing(end.edge))
                && match within {
                    Within::Network(network) => reach.network(end.edge) == Some(network),
                    Within::Usable => usable(reach, end.edge, options.role),
                    Within::Anywhere => true,
                }
        };
        let ends_of = |near: &Near| -> Vec<End> {
            let ends = [0, 1].into_iter().map(|against| End {
                edge: near.segment * 2 + against,
                share: if against == 0 { near.share } else { WHOLE - near.share },
            });
            ends.filter(open).collect()
        };
        let facing = |near: &Near, end: &End| {
            let Some(wanted) = options.bearing else { return true };
            let bearing = if end.edge & 1 == 0 { near.bearing } else { near.bearing + 180.0 };
            turn_between(wanted, bearing) <= BEARING_TOLERANCE
        };
        let mut radius = 50.0_f64;
        loop {
            radius = radius.min(options.limit_m);
            let mut near = self.within(graph, asked, radius);
            near.sort_by(|a, b| {
                likely(graph, a).total_cmp(&likely(graph, b)).then(a.segment.cmp(&b.segment))
            });
            let mut usable =
                near.iter().filter_map(|near| Some((near, ends_of(near))).filter(|(_, e)| !e.is_empty()));
            let turned = usable.clone().find_map(|(near, ends)| {
                let ends: Vec<End> = ends.into_iter().filter(|end| facing(near, end)).collect();
                (!ends.is_empty()).then_some((near, ends))
            });
            let chosen = turned.or_else(|| usable.next());
            // An unlikely road inside the radius may hide a likely one just outside of it.
            let settled = chosen.as_ref().is_some_and(|(near, _)| likely(graph, near) <= radius);
            if settled || radius >= options.limit_m {
                let Some((taken, ends)) = chosen else { break };
                let ends = match junction(graph, taken) {
                    // On a junction every road of it is one to start from or to arrive by, ferries too.
                    Some(node) => {
                        let on = on_junction(graph, node, options.role);
                        let on: Vec<End> = on.filter(open).filter(|end| heads(graph, end, options)).collect();
                        if on.is_empty() { ends } else { on }
                    }
                    None => ends,
                };
                let moved_from =
                    near.first().filter(|first| first.segment != taken.segment).and_then(|first| {
                        let metres = first.point.distance_m(taken.point);
                        let island = ![first.segment * 2, first.segment * 2 + 1]
                            .iter()
                            .any(|edge| reach.is_main(*edge));
                        let turned_away = !ends_of(first).is_empty();
                        (!turned_away && metres > TELL_M).then_some(Moved {
                            from: first.point,
                            metres,
                            island,
                        })
                    });
                return Ok(Snap {
                    asked,
                    point: taken.point,
                    distance_m: taken.distance_m,
                    label: graph.label(taken.segment * 2).to_owned(),
                    moved_from,
                    ends,
                });
            }
            radius *= 4.0;
        }
        let nearest = self.nearest(graph, asked).ok_or(SnapError::NoRoads)?;
        if nearest.distance_m <= options.limit_m {
            return Err(SnapError::Closed);
        }
        Err(SnapError::TooFar { metres: nearest.distance_m })
    }

    /// The segment under a click, whoever may drive it; `None` when none is within `limit_m` metres.
    pub(crate) fn segment_at(&self, graph: &Graph, point: LonLat, limit_m: f64) -> Option<u32> {
        self.nearest(graph, point).filter(|near| near.distance_m <= limit_m).map(|near| near.segment)
    }

    /// Segments whose box meets the box: those that may lie in an area. Ferries too.
    pub(crate) fn segments_in(&self, bbox: domain::Bbox) -> impl Iterator<Item = u32> + '_ {
        let area = AABB::from_corners(self.plane.xy(bbox.min), self.plane.xy(bbox.max));
        self.tree
            .locate_in_envelope_intersecting(&area)
            .map(|item| item.data)
            .chain(self.ferries.iter().copied())
    }

    /// Segments within `radius_m` metres, nearest first.
    pub(crate) fn segments_near(&self, graph: &Graph, point: LonLat, radius_m: f64) -> Vec<u32> {
        let mut near = self.within(graph, point, radius_m);
        near.sort_by(|a, b| a.distance_m.total_cmp(&b.distance_m).then(a.segment.cmp(&b.segment)));
        near.into_iter().map(|near| near.segment).collect()
    }

    /// The closest place of each segment within `radius_m` metres, nearest first.
    pub(crate) fn places_near(&self, graph: &Graph, point: LonLat, radius_m: f64) -> Vec<Near> {
        let mut near = self.within(graph, point, radius_m);
        near.sort_by(|a, b| a.distance_m.total_cmp(&b.distance_m).then(a.segment.cmp(&b.segment)));
        near
    }

    fn nearest(&self, graph: &Graph, point: LonLat) -> Option<Near> {
        let xy = self.plane.xy(point);
        let mut best: Option<Near> = None;
        for (item, box_distance) in self.tree.nearest_neighbor_iter_with_distance_2(&xy) {
            if best.is_some_and(|near| near.distance_m * near.distance_m < box_distance) {
                break;
            }
            let near = self.project(graph, item.data, xy);
            if best.is_none_or(|best| near.distance_m < best.distance_m) {
                best = Some(near);
            }
        }
        best
    }

    fn within(&self, graph: &Graph, point: LonLat, radius: f64) -> Vec<Near> {
        let [x, y] = self.plane.xy(point);
        let area = AABB::from_corners([x - radius, y - radius], [x + radius, y + radius]);
        let found = self.tree.locate_in_envelope_intersecting(&area);
        found
            .map(|item| self.project(graph, item.data, [x, y]))
            .filter(|near| near.distance_m <= radius)
            .collect()
    }

    /// The closest place on a segment.
    fn project(&self, graph: &Graph, segment: u32, [x, y]: [f64; 2]) -> Near {
        let points: Vec<[f64; 2]> =
            graph.geometry(segment * 2).into_iter().map(|p| self.plane.xy(p)).collect();
        let mut best = (f64::INFINITY, points[0], 0.0, 0.0);
        let mut along = 0.0;
        for pair in points.windows(2) {
            let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
            let (dx, dy) = (bx - ax, by - ay);
            let length = dx.hypot(dy);
            let t = if length > 0.0 {
                (((x - ax) * dx + (y - ay) * dy) / (length * length)).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let place = [ax + t * dx, ay + t * dy];
            let distance = (place[0] - x).hypot(place[1] - y);
            if distance < best.0 {
                best = (distance, place, along + t * length, dx.atan2(dy).to_degrees());
            }
            along += length;
        }
        let share = if along > 0.0 { best.2 / along } else { 0.0 };
        Near {
            segment,
            distance_m: best.0,
            point: self.plane.lon_lat(best.1),
            share: (share * f64::from(WHOLE)).round() as u32,
            bearing: best.3,
        }
    }
}

/// The node on which a snap lies.
fn junction(graph: &Graph, near: &Near) -> Option<u32> {
    let segment = graph.segment(near.segment * 2);
    [segment.tail, segment.head]
        .into_iter()
        .find(|node| graph.position(*node).distance_m(near.point) < SAME_PLACE_M)
}

/// A trip starts at the beginning of a road that leaves its junction, and ends or stops at the end of one that comes in:
/// the rest of each road is no part of it.
fn on_junction(graph: &Graph, node: u32, role: Role) -> impl Iterator<Item = End> {
    let (edges, share) = match role {
        Role::Start => (graph.out.row(node), 0),
        Role::Via | Role::End => (graph.into.row(node), WHOLE),
    };
    edges.iter().map(move |edge| End { edge: *edge, share })
}

/// Whether an end on a junction is driven in the bearing that was asked for.
fn heads(graph: &Graph, end: &End, options: &SnapOptions) -> bool {
    let bearing = if end.share == 0 { graph.bearing_out(end.edge) } else { graph.bearing_in(end.edge) };
    options.bearing.is_none_or(|wanted| turn_between(wanted, bearing) <= BEARING_TOLERANCE)
}

/// Degrees between two bearings, at most 180.
fn turn_between(a: f64, b: f64) -> f64 {
    ((a - b + 540.0).rem_euclid(360.0) - 180.0).abs()
}

/// Whether a point of this role may lie on the edge.
pub(crate) fn usable(reach: &Reach, edge: Edge, role: Role) -> bool {
    match role {
        Role::Start => reach.can_leave(edge),
        Role::End => reach.can_arrive(edge),
        Role::Via => reach.can_leave(edge) && reach.can_arrive(edge),
    }
}

/// Distance, with a handicap for roads that one rarely stands on.
fn likely(graph: &Graph, near: &Near) -> f64 {
    let kind = graph.kind_of(near.segment * 2);
    let features = [RoadFeature::Tunnel, RoadFeature::Elevated, RoadFeature::Motorway];
    let unlikely = features.iter().any(|feature| kind.features.has(*feature));
    near.distance_m + if unlikely { UNLIKELY_M } else { 0.0 }
}
