//! Asking our engine what a scenario asks OSRM's, and reading the answer as a list of roads.

use std::sync::Arc;

use domain::{EdgeKey, LonLat, Moment, Route, Timestamp, intent::RoutePreference};
use routing::{Budget, Plan, Role, Router, Snap, SnapOptions};

use super::world::World;

/// Parts of an edge shorter than this at the ends of a trip are a matter of rounding: one stood on the junction.
const STANDING_M: f64 = 1.0;

/// A stretch of one road: it ends where the name changes or the car turns around.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stretch {
    /// The road's name, empty when it has none.
    pub name: String,
    /// Its `ref`.
    pub road_ref: String,
    /// A ferry or shuttle train.
    pub ferry: bool,
    /// Metres driven.
    pub metres: f64,
    /// Letter of the junction where it begins; `_` where it begins between junctions.
    pub from: char,
    /// Degrees that the car bends there, right positive; nothing at the start.
    pub bend: Option<f64>,
    /// It begins by turning around.
    pub turns_around: bool,
}

/// The engine with a scenario's map.
pub struct Engine {
    router: Arc<Router>,
    world: World,
}

/// One point of a question.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Where.
    pub at: LonLat,
    /// In which bearing one drives there, when that is asked for.
    pub bearing: Option<f64>,
}

impl Engine {
    /// Builds the network in memory, as it is at the moment that the scenario names.
    pub fn new(world: World) -> Self {
        let router = Arc::new(Router::build(world.network()));
        Self { router: router.at(moment(&world).as_ref()), world }
    }

    /// The scenario's map.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The stretches of the fastest legal route; `None` when there is none.
    pub fn drive(&self, asks: &[Ask]) -> Option<Vec<Stretch>> {
        let points: Vec<(LonLat, SnapOptions)> = asks
            .iter()
            .enumerate()
            .map(|(index, ask)| {
                let role = match index {
                    0 => Role::Start,
                    last if last + 1 == asks.len() => Role::End,
                    _ => Role::Via,
                };
                (ask.at, SnapOptions { bearing: ask.bearing, ..SnapOptions::for_role(role) })
            })
            .collect();
        let snaps = self.router.snap_trip(&points).ok()?;
        // A snap that had to move says that there is no way from where it was asked for.
        if snaps.iter().any(|snap| snap.moved_from.is_some()) {
            return None;
        }
        let plan = Plan {
            waypoints: &snaps,
            adjustments: &[],
            mode: RoutePreference::Fastest,
            terms: Default::default(),
        };
        let route = self.router.route(&plan, &mut Budget::default()).ok()?;
        Some(self.stretches(&route, &snaps))
    }

    /// The way that the first metres of a route lie on.
    pub fn first_way(&self, asks: &[Ask]) -> Option<String> {
        self.drive(asks)?.into_iter().next().map(|stretch| stretch.name)
    }

    fn stretches(&self, route: &Route, snaps: &[Snap]) -> Vec<Stretch> {
        let mut edges: Vec<EdgeKey> = route.edges.clone();
        let at = |node: i64| self.world.node_position(node);
        let near = |node: i64, snap: Option<&Snap>| {
            snap.zip(at(node)).is_some_and(|(snap, at)| snap.point.distance_m(at) < STANDING_M)
        };
        while edges.len() > 1 && edges.first().is_some_and(|edge| near(edge.head, snaps.first())) {
            edges.remove(0);
        }
        while edges.len() > 1 && edges.last().is_some_and(|edge| near(edge.tail, snaps.last())) {
            edges.pop();
        }
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut before: Option<EdgeKey> = None;
        for edge in edges {
            let turns_around =
                before.is_some_and(|before| (before.tail, before.head) == (edge.head, edge.tail));
            let tag = |key: &str| self.world.tag(edge.way, key).to_owned();
            let (name, metres) = (tag("name"), self.line(edge).map_or(0.0, |line| length(&line)));
            match stretches.last_mut().filter(|last| last.name == name && !turns_around) {
                Some(last) => last.metres += metres,
                None => stretches.push(Stretch {
                    name,
                    road_ref: tag("ref"),
                    ferry: !tag("route").is_empty(),
                    metres,
                    from: u32::try_from(edge.tail).ok().and_then(char::from_u32).unwrap_or('_'),
                    bend: before.map(|before| self.bend(before, edge)),
                    turns_around,
                }),
            }
            before = Some(edge);
        }
        // The first road may begin in the middle of an edge, on a letter that is no junction.
        if let (Some(first), Some(snap)) = (stretches.first_mut(), snaps.first()) {
            first.from = self.world.letter_at(snap.point, STANDING_M).unwrap_or('_');
        }
        stretches
    }

    /// Points of an edge in driving order.
    fn line(&self, edge: EdgeKey) -> Option<Vec<LonLat>> {
        let nodes = &self.world.ways.get(&edge.way)?.nodes;
        let runs = |nodes: Vec<i64>| -> Option<Vec<LonLat>> {
            let starts = nodes.iter().enumerate().filter(|(_, node)| **node == edge.tail);
            let ways = starts.filter_map(|(start, _)| {
                let end = nodes[start..].iter().skip(1).position(|node| *node == edge.head)?;
                Some(&nodes[start..=start + 1 + end])
            });
            let shortest = ways.min_by_key(|run| run.len())?;
            shortest.iter().map(|node| self.world.node_position(*node)).collect()
        };
        let forward = runs(nodes.clone());
        let backward = runs(nodes.iter().rev().copied().collect());
        match (forward, backward) {
            (Some(a), Some(b)) => Some(if a.len() <= b.len() { a } else { b }),
            (a, b) => a.or(b),
        }
    }

    fn bend(&self, from: EdgeKey, to: EdgeKey) -> f64 {
        let (Some(from), Some(to)) = (self.line(from), self.line(to)) else { return 0.0 };
        match (&from[..], &to[..]) {
            ([.., a, b], [c, d, ..]) => {
                (c.bearing_deg(*d) - a.bearing_deg(*b) + 540.0).rem_euclid(360.0) - 180.0
            }
            _ => 0.0,
        }
    }
}

/// OSRM's files of time zones: name, zone, and a box in which the map has to lie for the file to say anything.
const ZONES: [(&str, &str, [f64; 4]); 3] = [
    ("guinea", "Africa/Conakry", [-15.5, 7.0, -7.5, 13.0]),
    ("dc", "America/New_York", [-77.2, 38.7, -76.9, 39.0]),
    ("london", "Europe/London", [-0.6, 51.2, 0.4, 51.8]),
];

/// The moment for which the scenario's conditions count, when its file of time zones knows the place.
fn moment(world: &World) -> Option<Moment> {
    let (seconds, file) = world.now.as_ref()?;
    let (_, zone, [west, south, east, north]) = ZONES.iter().find(|(name, ..)| name == file)?;
    let at = world.any_position()?;
    let inside = (*west..=*east).contains(&at.lon) && (*south..=*north).contains(&at.lat);
    inside.then(|| Moment { at: Timestamp(*seconds), zone: (*zone).to_owned() })
}

fn length(line: &[LonLat]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum()
}
