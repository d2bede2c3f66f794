//! The router of one region: everything read-only, shared by all threads.

use std::{
    cell::Cell,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use cch::Metric;
use domain::{LonLat, Route, Vehicle};
use region::RoadNetwork;

use crate::{
    budget::Budget,
    closed::{Closed, Closures},
    field::Field,
    graph::Graph,
    hierarchy::{Hierarchy, LoadError, Potential},
    metrics::{Floor, Metrics},
    names::RoadNames,
    reach::Reach,
    search::{astar::Guide, labels::Labels},
    session::{NoRoute, Plan, Session},
    snap::{Grounds, Snap, SnapError, SnapIndex, SnapOptions},
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
    pub(crate) turns: Turns,
    pub(crate) names: RoadNames,
    pub(crate) reach: Reach,
    pub(crate) index: SnapIndex,
    pub(crate) hierarchy: Hierarchy,
    pub(crate) floor: Floor,
    pub(crate) metrics: Metrics,
    closures: Closures,
    pool: Mutex<Vec<Scratch>>,
}

/// Contracts a network and writes what [`Router::open`] needs into a (staging) folder. Seconds for a city.
///
/// # Errors
/// When the folder can't be written.
pub fn prepare(roads: &RoadNetwork, dir: &Path) -> std::io::Result<()> {
    let graph = Graph::build(roads.clone());
    let path = dir.join(HIERARCHY_FILE);
    Hierarchy::build(&graph).save(&path)?;
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
        let turns = Turns::build(&graph);
        let names = RoadNames::index(graph.roads());
        let reach = Reach::explore(&graph, &turns);
        let index = SnapIndex::build(&graph);
        let floor = Floor::measure(&graph, &turns);
        let metrics = Metrics::new(&hierarchy, &graph, &floor);
        Self {
            graph,
            turns,
            names,
            reach,
            index,
            hierarchy,
            floor,
            metrics,
            closures: Closures::default(),
            pool: Mutex::default(),
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
        self.index.snap(&self.grounds(closed.as_deref()), point, options, None)
    }

    /// Snaps the points of one trip together. When all of them lie on one island, the trip is driven there; otherwise
    /// each point goes to where the main network can be used, as [`Router::snap`] does.
    ///
    /// # Errors
    /// The first point (from 0) that has no road near enough, and why.
    pub fn snap_trip(&self, points: &[(LonLat, SnapOptions)]) -> Result<Vec<Snap>, (usize, SnapError)> {
        let networks_at = |(point, options): &(LonLat, SnapOptions)| -> Vec<u32> {
            let segment = self.index.segment_at(&self.graph, *point, options.limit_m);
            let edges = segment.into_iter().flat_map(|segment| [segment * 2, segment * 2 + 1]);
            edges.filter_map(|edge| self.reach.network(edge)).collect()
        };
        let mut shared = points.first().map(networks_at).unwrap_or_default();
        for point in points.iter().skip(1) {
            let here = networks_at(point);
            shared.retain(|network| here.contains(network));
        }
        let island = shared.first().copied().filter(|network| !self.reach.is_main_network(*network));
        let snap = |(index, (point, options)): (usize, &(LonLat, SnapOptions))| {
            let closed = self.closed_to(&options.vehicle);
            let snap = self.index.snap(&self.grounds(closed.as_deref()), *point, options, island);
            snap.map_err(|error| (index, error))
        };
        points.iter().enumerate().map(snap).collect()
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

    fn grounds<'a>(&'a self, closed: Option<&'a Closed>) -> Grounds<'a> {
        Grounds { graph: &self.graph, reach: &self.reach, closed }
    }

    pub(crate) fn take_scratch(&self) -> Scratch {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn return_scratch(&self, scratch: Scratch) {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
