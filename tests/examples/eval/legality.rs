//! 100,000 random routes on real roads, with random wishes of every kind, held against the judge that shares no code
//! with the search; and ways broken on purpose, which the judge has to catch.

mod broken;
mod draw;

use domain::{EdgeKey, RoadFeature, Route, Strength, Target};
use draw::Drawn;
use flows::Verdict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NoProgress, RoadNetwork, extract, osm};
use routing::{Budget, Checker, Judged, NoRoute, Plan, Router, Session, Subset};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use crate::options::Options;

const ROUTES: usize = 100_000;
const REGIONS: [&str; 2] = ["porto", "monaco"];
/// Of so many plans one has its route broken on purpose, too.
const BREAK_EVERY: u64 = 20;
/// Findings that are written out.
const SHOWN: usize = 10;

/// Every turn of every route is legal, whatever is remembered or wished.
pub fn legality(options: &Options) -> Verdict {
    let Some(data) = &options.data else { return verdict("no --data given".to_owned(), false) };
    let wanted = options.trials.unwrap_or(ROUTES);
    let (mut routes, mut illegal, mut missed, mut holds) = (0, 0, 0, true);
    for (index, region) in REGIONS.into_iter().enumerate() {
        let share = wanted / REGIONS.len() + usize::from(index < wanted % REGIONS.len());
        let roads = read(&data.join("regions").join(format!("{region}.osm.pbf")));
        let tally = World::new(&roads).run(options.seed, share);
        println!("{region}: {tally}");
        routes += tally.routes;
        illegal += tally.illegal;
        missed += tally.made.values().map(|(made, caught)| made - caught).sum::<usize>();
        holds &= tally.tried_everything();
    }
    let holds = holds && routes >= wanted && illegal == 0 && missed == 0;
    verdict(format!("{routes} routes, {illegal} illegal, {missed} broken ways not caught"), holds)
}

fn verdict(figures: String, holds: bool) -> Verdict {
    let asked = "100000 routes, 0 illegal, every broken way caught".to_owned();
    Verdict { name: "legality", figures, asked, holds }
}

fn read(path: &Path) -> RoadNetwork {
    let data = osm::read(path, &mut NoProgress, &CancelToken::new()).unwrap();
    extract::road_network(&data, &mut osm::Skipped::default())
}

/// What happened in one region.
#[derive(Default)]
struct Tally {
    plans: u64,
    /// Routes that were judged.
    routes: usize,
    alternatives: usize,
    /// Plans for which every way breaks a "never".
    excluded: usize,
    /// Trips without any way.
    without: usize,
    illegal: usize,
    with_wishes: usize,
    with_stops: usize,
    /// Of a vehicle that something in the region is too small for.
    limited: usize,
    edges: usize,
    turns: usize,
    turned_around: usize,
    for_destination: usize,
    /// Restrictions that a route approached and did not break.
    approached: BTreeSet<usize>,
    approaches: usize,
    restrictions: usize,
    /// Ways broken on purpose by what was broken: how many were made, how many caught.
    made: BTreeMap<&'static str, (usize, usize)>,
}

impl Tally {
    fn note(&mut self, (kind, caught): (&'static str, bool)) {
        let (made, known) = self.made.entry(kind).or_default();
        *made += 1;
        *known += usize::from(caught);
    }

    fn count(&mut self, judged: &Judged) {
        self.turns += judged.turns;
        self.turned_around += judged.turned_around;
        self.for_destination += judged.for_destination;
        self.approaches += judged.approached.len();
        self.approached.extend(&judged.approached);
    }

    /// A run in which something never happened proves nothing about it.
    fn tried_everything(&self) -> bool {
        let kinds = self.made.values().filter(|(made, _)| *made > 0).count();
        self.approaches > 0 && self.turned_around > 0 && self.for_destination > 0 && kinds >= broken::KINDS
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} routes of {} plans ({} with wishes, {} with stops, {} of a large vehicle), {} of them alternatives; {} trips where every way \
             breaks a never, {} without any way",
            self.routes,
            self.plans,
            self.with_wishes,
            self.with_stops,
            self.limited,
            self.alternatives,
            self.excluded,
            self.without
        )?;
        writeln!(
            f,
            "  {} edges, {} turns, {} times turned around, {} destination-only edges; {} of {} restrictions \
             approached, {} times",
            self.edges,
            self.turns,
            self.turned_around,
            self.for_destination,
            self.approached.len(),
            self.restrictions,
            self.approaches
        )?;
        let made = self.made.iter().map(|(kind, (made, caught))| format!("{kind} {caught}/{made}"));
        write!(f, "  broken on purpose, caught: {}", made.collect::<Vec<_>>().join(", "))
    }
}

/// One region with its router and its judge.
struct World<'a> {
    roads: &'a RoadNetwork,
    edges: broken::Edges<'a>,
    router: Router,
    checker: Checker<'a>,
}

impl<'a> World<'a> {
    fn new(roads: &'a RoadNetwork) -> Self {
        let edges = broken::Edges::new(roads);
        Self { roads, edges, router: Router::build(roads.clone()), checker: Checker::new(roads) }
    }

    fn run(&self, seed: u64, routes: usize) -> Tally {
        let mut tally = Tally { restrictions: self.roads.restrictions.len(), ..Tally::default() };
        broken::of_network(&self.edges, &self.checker).into_iter().for_each(|made| tally.note(made));
        let mut last: Vec<EdgeKey> = Vec::new();
        while tally.routes < routes {
            // Every plan can be drawn again on its own, given the way that the one before found.
            let mut chance = ChaCha8Rng::seed_from_u64(seed ^ (tally.plans << 32));
            tally.plans += 1;
            if let Some(edges) = self.plan(&mut chance, &last, &mut tally) {
                last = edges;
            }
        }
        tally
    }

    /// One plan asked for in several ways. Returns the way that was found, for the next plan to have wishes about.
    fn plan(&self, chance: &mut ChaCha8Rng, last: &[EdgeKey], tally: &mut Tally) -> Option<Vec<EdgeKey>> {
        let drawn = draw::plan(chance, &self.router, last)?;
        let plan = Plan {
            waypoints: &drawn.waypoints,
            adjustments: &drawn.adjustments,
            mode: drawn.mode,
            terms: drawn.terms,
        };
        let mut session = self.router.session(&plan).ok()?;
        let mut found = None;
        for round in 0..chance.random_range(1..5) {
            let subset = if round == 0 { Subset::ALL } else { draw::subset(chance, drawn.adjustments.len()) };
            let route = self.ask(&mut session, subset, &drawn, tally);
            found = found.or(route);
        }
        if chance.random_bool(0.3) {
            let subset = draw::subset(chance, drawn.adjustments.len());
            let routes = session.alternatives(subset, 3, &mut Budget::default()).unwrap_or_default();
            for route in routes.iter().skip(1) {
                tally.alternatives += 1;
                self.judge(route, subset, &drawn, tally);
            }
        }
        let route = found?;
        if tally.plans.is_multiple_of(BREAK_EVERY) {
            broken::of_route(&self.edges, &self.checker, &route)
                .into_iter()
                .for_each(|made| tally.note(made));
        }
        Some(route.edges.clone())
    }

    fn ask(
        &self,
        session: &mut Session<'_>,
        subset: Subset,
        drawn: &Drawn,
        tally: &mut Tally,
    ) -> Option<Arc<Route>> {
        match session.route(subset, &mut Budget::default()) {
            Ok(route) => {
                self.judge(&route, subset, drawn, tally);
                Some(route)
            }
            Err(NoRoute::Excluded { least_violating, .. }) => {
                tally.excluded += 1;
                // It breaks the wishes and nothing else.
                self.judge(&least_violating, Subset::NONE, drawn, tally);
                None
            }
            // A large vehicle is locked in or out by what is posted around.
            Err(NoRoute::Unreachable { .. }) => {
                tally.without += 1;
                None
            }
            Err(other) => panic!("{other}"),
        }
    }

    fn judge(&self, route: &Route, subset: Subset, drawn: &Drawn, tally: &mut Tally) {
        tally.routes += 1;
        tally.with_wishes += usize::from(!drawn.adjustments.is_empty());
        tally.with_stops += usize::from(route.legs.len() > 1);
        tally.limited += usize::from(self.router.limits_concern(&drawn.terms.vehicle));
        tally.edges += route.edges.len();
        let finding = match self.checker.route_under(route, &drawn.terms) {
            Ok(judged) => {
                tally.count(&judged);
                self.never_used(route, subset, drawn)
            }
            Err(illegal) => Some(illegal.to_string()),
        };
        if let Some(finding) = finding {
            tally.illegal += 1;
            if tally.illegal <= SHOWN {
                println!("ILLEGAL in plan {}: {finding}; legs {:?}", tally.plans - 1, edges_of_legs(route));
            }
        }
    }

    /// Whether a wish that says never is broken: no leg uses what it is about except on its first and last edge.
    fn never_used(&self, route: &Route, subset: Subset, drawn: &Drawn) -> Option<String> {
        let inner: Vec<EdgeKey> = route
            .legs
            .iter()
            .filter_map(|leg| route.edges.get(leg.edges.start + 1..leg.edges.end.saturating_sub(1)))
            .flatten()
            .copied()
            .collect();
        let never = drawn
            .adjustments
            .iter()
            .enumerate()
            .filter(|(index, wish)| subset.has(*index) && wish.strength == Strength::Never);
        for (index, wish) in never {
            let on_it: Vec<EdgeKey> = match &wish.target {
                // Small streets at both ends of a leg are no short cut, and which those are is not judged here.
                Target::Feature(RoadFeature::Residential) => Vec::new(),
                Target::Feature(feature) => {
                    let has = |key: &&EdgeKey| {
                        self.router.edge_features(**key).is_some_and(|features| features.has(*feature))
                    };
                    inner.iter().filter(has).copied().collect()
                }
                Target::Road(name) => self.router.edges_of_road(name),
                Target::Section { edges, .. } => edges.clone(),
                Target::Area { ring, .. } => self.router.edges_in(ring),
            };
            if inner.iter().any(|key| on_it.contains(key)) {
                return Some(format!("wish {index} says never and is broken"));
            }
        }
        None
    }
}

fn edges_of_legs(route: &Route) -> Vec<std::ops::Range<usize>> {
    route.legs.iter().map(|leg| leg.edges.clone()).collect()
}
