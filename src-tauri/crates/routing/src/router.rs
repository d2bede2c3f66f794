//! The router of one region: everything read-only, shared by all threads.

use std::{
    cell::Cell,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use cch::Metric;
use domain::{LonLat, Moment, Route, Vehicle};
use region::RoadNetwork;

use crate::{
    budget::Budget,
    closed::{Closed, Closures},
    conditions::{Condition, Holds},
    field::Field,
    graph::Graph,
    hierarchy::{Hierarchy, LoadError},
    law::{self, Law},
    metrics::{Floor, Metrics},
    names::RoadNames,
    potential::Potential,
    reach::Reach,
    search::{astar::Guide, labels::Labels},
    session::{NoRoute, Plan, Session},
    snap::{Grounds, Snap, SnapError, SnapIndex, SnapOptions, Within},
    turns::Turns,
    weights::Subset,
};

/// File of the hierarchy in a region folder.
pub const HIERARCHY_FILE: &str = "cch.bin";
/// File that says which network and which bytes the hierarchy belongs to.
const SEAL_FILE: &str = "cch.seal";

/// The prepared files of a region can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Not there, or not readable.
    #[error("the region's routing files cannot be read")]
    Io(#[from] std::io::Error),
    /// Damaged, or made from another network: prepare the region again.
    #[error("the region's routing files do not belong to its roads")]
    Foreign,
}

impl From<LoadError> for OpenError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Io(io) if io.kind() == std::io::ErrorKind::InvalidData => Self::Foreign,
            LoadError::Io(io) => Self::Io(io),
            LoadError::Foreign => Self::Foreign,
        }
    }
}

/// Buffers of one search at a time; they keep their size from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Aimed at the goals of a leg.
    pub(crate) potential: Potential,
    /// Aimed at whatever is looked at besides.
    pub(crate) local_potential: Potential,
    pub(crate) labels: Labels,
    pub(crate) field: Field,
}

/// Finds routes in one region. `Send + Sync`; searches on several threads do not wait for each other.
#[derive(Debug)]
pub struct Router {
    pub(crate) graph: Graph,
    pub(crate) turns: Arc<Turns>,
    pub(crate) names: Arc<RoadNames>,
    pub(crate) reach: Arc<Reach>,
    pub(crate) index: Arc<SnapIndex>,
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) floor: Arc<Floor>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) closures: Arc<Closures>,
    pub(crate) pool: Mutex<Vec<Scratch>>,
    pub(crate) conditions: Arc<[Condition]>,
    /// What each of them is worth here.
    pub(crate) state: Vec<Holds>,
    /// The same region at other moments, lately used ones last.
    pub(crate) moments: Mutex<Vec<Arc<Router>>>,
}

/// Laws of other moments that are kept: the hours on signs change a few times a day.
const MOMENTS: usize = 4;

/// Contracts a network and writes what [`Router::open`] needs into a (staging) folder. Seconds for a city.
///
/// # Errors
/// When the folder can't be written.
pub fn prepare(roads: &RoadNetwork, dir: &Path) -> std::io::Result<()> {
    let graph = Graph::build(roads.clone());
    let path = dir.join(HIERARCHY_FILE);
    Hierarchy::prepare(&graph, &path)?;
    std::fs::write(dir.join(SEAL_FILE), seal(&graph, &std::fs::read(&path)?))
}

/// Sizes of the network, a checksum over its edges, and one over the file. FNV-1a: against damage, not malice.
fn seal(graph: &Graph, bytes: &[u8]) -> String {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let of_file = bytes.iter().fold(start, |hash, byte| fnv(hash, *byte));
    let of_roads = graph
        .roads()
        .segments
        .iter()
        .flat_map(|segment| {
            let access = [segment.forward as u8, segment.backward as u8];
            segment.tail.to_le_bytes().into_iter().chain(segment.head.to_le_bytes()).chain(access)
        })
        .fold(start, fnv);
    format!("laolu-cch 1 {} {} {of_roads:016x} {of_file:016x}\n", graph.node_count(), graph.edge_count())
}

impl Router {
    /// Opens what [`prepare`] wrote.
    ///
    /// # Errors
    /// When the files are missing, damaged, or belong to other roads.
    pub fn open(dir: &Path, roads: RoadNetwork) -> Result<Self, OpenError> {
        let graph = Graph::build(roads);
        let path = dir.join(HIERARCHY_FILE);
        let sealed = std::fs::read_to_string(dir.join(SEAL_FILE))?;
        if sealed != seal(&graph, &std::fs::read(&path)?) {
            return Err(OpenError::Foreign);
        }
        let hierarchy = Hierarchy::load(&graph, &path)?;
        Ok(Self::assemble(graph, hierarchy))
    }

    /// Prepares a network in memory.
    pub fn build(roads: RoadNetwork) -> Self {
        let graph = Graph::build(roads);
        let hierarchy = Hierarchy::build(&graph);
        Self::assemble(graph, hierarchy)
    }

    fn assemble(graph: Graph, hierarchy: Hierarchy) -> Self {
        let names = RoadNames::index(graph.roads());
        let index = SnapIndex::build(&graph);
        let turns = Turns::build(&graph);
        let floor = if graph.roads().conditions.is_empty() {
            Floor::measure(&graph, &turns, &hierarchy)
        } else {
            // Distances have to be lower bounds under the law of every moment.
            let any_time = graph.under(Law::any_time(graph.roads()));
            Floor::measure(&any_time, &Turns::build(&any_time), &hierarchy)
        };
        let metrics = Metrics::new(&hierarchy, &graph, &floor);
        let conditions = law::conditions(graph.roads());
        Self {
            reach: Arc::new(Reach::explore(&graph, &turns)),
            turns: Arc::new(turns),
            names: Arc::new(names),
            index: Arc::new(index),
            hierarchy: Arc::new(hierarchy),
            floor: Arc::new(floor),
            metrics: Arc::new(metrics),
            closures: Arc::default(),
            pool: Mutex::default(),
            state: Law::state(&conditions, None),
            conditions: conditions.into(),
            moments: Mutex::default(),
            graph,
        }
    }

    /// This region as it is when one departs at `when`, a moment in the region's own time zone: restrictions and
    /// accesses that hold at some times only are in force or not. Without a moment, and where a condition cannot be
    /// judged, the stricter side counts. Cheap when nothing changed since a lately asked moment.
    #[must_use]
    pub fn at(self: &Arc<Self>, when: Option<&Moment>) -> Arc<Self> {
        let state = Law::state(&self.conditions, when);
        if state == self.state {
            return Arc::clone(self);
        }
        let mut moments = self.moments.lock().unwrap_or_else(PoisonError::into_inner);
        let known = moments.iter().position(|moment| moment.state == state);
        let moment = match known {
            Some(index) => moments.remove(index),
            None => Arc::new(self.under(state)),
        };
        if moments.len() == MOMENTS {
            moments.remove(0);
        }
        moments.push(Arc::clone(&moment));
        moment
    }

    fn under(&self, state: Vec<Holds>) -> Self {
        let graph = self.graph.under(Law::when(self.graph.roads(), &state));
        let turns = Turns::build(&graph);
        Self {
            reach: Arc::new(Reach::explore(&graph, &turns)),
            turns: Arc::new(turns),
            names: Arc::clone(&self.names),
            index: Arc::clone(&self.index),
            hierarchy: Arc::clone(&self.hierarchy),
            floor: Arc::clone(&self.floor),
            metrics: Arc::clone(&self.metrics),
            closures: Arc::clone(&self.closures),
            pool: Mutex::default(),
            conditions: Arc::clone(&self.conditions),
            state,
            moments: Mutex::default(),
            graph,
        }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Snaps a point to a road that a trip can use.
    ///
    /// # Errors
    /// When there is none near enough.
    pub fn snap(&self, point: LonLat, options: &SnapOptions) -> Result<Snap, SnapError> {
        let closed = self.closed_to(&options.vehicle);
        self.index.snap(&self.grounds(closed.as_deref()), point, options, Within::Usable)
    }

    /// Starts answering a plan. Cheap unless the plan prefers something for the first time (one customisation).
    ///
    /// # Errors
    /// When the plan has fewer than two waypoints or too many wishes.
    pub fn session(&self, plan: &Plan<'_>) -> Result<Session<'_>, NoRoute> {
        Session::start(self, plan)
    }

    /// The best route of a plan.
    ///
    /// # Errors
    /// When there is none, see [`NoRoute`].
    pub fn route(&self, plan: &Plan<'_>, budget: &mut Budget<'_>) -> Result<Arc<Route>, NoRoute> {
        self.session(plan)?.route(Subset::ALL, budget)
    }

    /// The best route of a plan and up to `max − 1` others worth showing, best first.
    ///
    /// # Errors
    /// When there is no route at all, see [`NoRoute`].
    pub fn alternatives(
        &self,
        plan: &Plan<'_>,
        max: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Arc<Route>>, NoRoute> {
        self.session(plan)?.alternatives(Subset::ALL, max, budget)
    }

    pub(crate) fn guide<'a>(&'a self, metric: &'a Metric, patience: &'a Cell<u64>) -> Guide<'a> {
        Guide { hierarchy: &self.hierarchy, metric, floor: &self.floor, patience }
    }

    /// Edges that such a vehicle must not drive; nothing when it may drive all.
    pub(crate) fn closed_to(&self, vehicle: &Vehicle) -> Option<Arc<Closed>> {
        self.closures.of(&self.graph, vehicle)
    }

    /// Whether anything posted in this region is too small for such a vehicle.
    pub fn limits_concern(&self, vehicle: &Vehicle) -> bool {
        self.closed_to(vehicle).is_some()
    }

    pub(crate) fn grounds<'a>(&'a self, closed: Option<&'a Closed>) -> Grounds<'a> {
        Grounds { graph: &self.graph, reach: &self.reach, closed }
    }

    pub(crate) fn take_scratch(&self) -> Scratch {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn return_scratch(&self, scratch: Scratch) {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
