//! A region with trips on it, and the ways there are for each.

use adapters::DrawnPreview;
use app::{App, CancelToken, Config, dto::*, silent};
use domain::{
    Adjustment, Cause, EdgeKey, LonLat, Maneuver, MemoryRef, RoadFeature, Route, Strength, Target, TripId,
    intent::RoutePreference,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use region::{NoProgress, extract, osm};
use routing::{Budget, Plan, Role, Router, Snap, SnapOptions, Terms};
use std::{path::Path, sync::Arc};
use tempfile::TempDir;
use testkit::{
    clock::{FixedClock, monaco},
    drivers::Way,
};

/// Trips whose ends are drawn per region; drivers share them.
const POOL: usize = 48;
/// Seconds of a trip at least.
const LONG_S: f64 = 240.0;
/// A way that takes longer than this many times the fastest is none that anybody thinks of.
const TOO_LONG: f64 = 1.8;

/// A region, imported once, and trips on it.
pub struct World {
    pub name: &'static str,
    pub app: App,
    pub clock: Arc<FixedClock>,
    pub trips: Vec<Trip>,
    pub router: Router,
    folder: TempDir,
}

/// Two ends and the ways between them, the fastest first.
pub struct Trip {
    pub ends: [LonLat; 2],
    pub ways: Vec<Arc<Route>>,
    pub seen: Vec<Way>,
    /// Somewhere off the way and back on it.
    pub errand: Option<Arc<Route>>,
}

impl World {
    pub fn of(name: &'static str, file: &Path, chance: &mut ChaCha8Rng) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(FixedClock::at(monaco(testkit::clock::MONDAY_MORNING)));
        let app = App::open(Config {
            data_dir: folder.path().to_owned(),
            bundled_maps: std::path::PathBuf::new(),
            profile: None,
            exclusive: false,
            wait_for_meaning: false,
            clock: Arc::<FixedClock>::clone(&clock),
            embedder: None,
            preview: Arc::new(DrawnPreview),
        })
        .unwrap();
        let request = ImportRequest { path: file.display().to_string(), name: String::new() };
        let region = app.region_import(&request, &mut silent(), &CancelToken::default()).unwrap();
        let read = osm::read(file, &mut NoProgress, &region::CancelToken::new()).unwrap();
        let router = Router::build(extract::road_network(&read, &mut osm::Skipped::default()));
        let mut world = Self { name, app, clock, trips: Vec::new(), router, folder };
        let [west, south, east, north] = region.bbox;
        let somewhere = |chance: &mut ChaCha8Rng| LonLat {
            lon: west + (east - west) * chance.random::<f64>(),
            lat: south + (north - south) * chance.random::<f64>(),
        };
        let mut tried = 0;
        while world.trips.len() < POOL && tried < POOL * 40 {
            tried += 1;
            let points = [somewhere(chance), somewhere(chance), somewhere(chance)];
            world.trips.extend(world.trip(points));
        }
        world
    }

    /// Where the app keeps everything.
    pub fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    fn trip(&self, [from, to, off]: [LonLat; 3]) -> Option<Trip> {
        let snap = |at, role| self.router.snap(at, &SnapOptions::for_role(role)).ok();
        // Together, as the app does: each by itself may come to lie on another road, and the ways between would be others.
        let both = [from, to].into_iter().zip([Role::Start, Role::End]);
        let both: Vec<_> = both.map(|(at, role)| (at, SnapOptions::for_role(role))).collect();
        let ends: [Snap; 2] = self.router.snap_trip(&both).ok()?.try_into().ok()?;
        let ways = self.ways(&ends)?;
        if ways.len() < 3 || ways[0].duration_s < LONG_S {
            return None;
        }
        let via = [ends[0].clone(), snap(off, Role::Via)?, ends[1].clone()];
        let errand = self.plan(&via, &[], RoutePreference::Fastest);
        let errand = errand.filter(|route| self.router.route_by_edges(&route.edges).is_ok());
        let seen = ways.iter().map(|route| self.seen(route)).collect();
        Some(Trip { ends: [from, to], ways, seen, errand })
    }

    fn plan(&self, snaps: &[Snap], wishes: &[Adjustment], mode: RoutePreference) -> Option<Arc<Route>> {
        let plan = Plan { waypoints: snaps, adjustments: wishes, mode, terms: Terms::default() };
        self.router.route(&plan, &mut Budget::default()).ok()
    }

    /// The fastest way, others that a navigator shows, and those of people who like or shun one kind of road.
    fn ways(&self, ends: &[Snap; 2]) -> Option<Vec<Arc<Route>>> {
        let plan = Plan {
            waypoints: ends,
            adjustments: &[],
            mode: RoutePreference::Fastest,
            terms: Terms::default(),
        };
        let mut found = self.router.alternatives(&plan, 4, &mut Budget::default()).ok()?;
        for feature in RoadFeature::ALL {
            for strength in [Strength::Prefer, Strength::RatherNot, Strength::Avoid] {
                let wish = wish(Target::Feature(feature), strength);
                found.extend(self.plan(ends, &[wish], RoutePreference::Fastest));
            }
        }
        for mode in [RoutePreference::Stable, RoutePreference::Scenic] {
            found.extend(self.plan(ends, &[], mode));
        }
        let fastest = found.first()?.duration_s;
        let mut ways: Vec<Arc<Route>> = Vec::new();
        for way in found {
            let legal = self.router.route_by_edges(&way.edges).is_ok();
            if legal && way.duration_s <= TOO_LONG * fastest && ways.iter().all(|known| known.id != way.id) {
                ways.push(way);
            }
        }
        Some(ways)
    }

    /// What a driver sees of a route.
    fn seen(&self, route: &Route) -> Way {
        let mut way = Way { seconds: route.duration_s, lights: f64::from(route.signals), ..Way::default() };
        for edge in &route.edges {
            let (Some(features), Some(seconds)) =
                (self.router.edge_features(*edge), self.router.edge_seconds(*edge))
            else {
                continue;
            };
            features.iter().for_each(|feature| way.feature_s[feature as usize] += seconds);
        }
        let turns = route
            .legs
            .iter()
            .flat_map(|leg| &leg.steps)
            .filter(|step| matches!(step.maneuver, Maneuver::Turn(_)));
        way.turns = turns.count() as f64;
        way
    }

    /// A way around one piece of a way: around its middle third, or past one turn of it and back on it.
    pub fn around(&self, trip: &Trip, way: &Route, share: f64) -> Option<Arc<Route>> {
        let snap = |at, role| self.router.snap(at, &SnapOptions::for_role(role)).ok();
        let ends = [snap(trip.ends[0], Role::Start)?, snap(trip.ends[1], Role::End)?];
        let at = ((way.edges.len() as f64) * share) as usize;
        let closed = vec![*way.edges.get(at)?];
        let rest: Vec<EdgeKey> = way.edges.iter().copied().filter(|edge| !closed.contains(edge)).collect();
        let wishes = [
            wish(Target::Section { label: String::new(), edges: closed }, Strength::Never),
            wish(Target::Section { label: String::new(), edges: rest }, Strength::Follow),
        ];
        let around = self.plan(&ends, &wishes, RoutePreference::Fastest)?;
        let legal = self.router.route_by_edges(&around.edges).is_ok();
        (around.id != way.id && legal).then_some(around)
    }
}

fn wish(target: Target, strength: Strength) -> Adjustment {
    Adjustment { cause: Cause::Memory(MemoryRef::Trip(TripId(1))), target, strength }
}
