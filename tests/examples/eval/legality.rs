//! 100,000 random routes on real roads, with random wishes of every kind, held against the judge that shares no code
//! with the search; and ways broken on purpose, which the judge has to catch.

mod broken;
mod draw;
mod edges;
mod hours;
mod never;

use domain::{Adjustment, EdgeKey, Route, Target};
use draw::Drawn;
use edges::Edges;
use flows::Verdict;
use hours::{Hour, Hours};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NoProgress, Restriction, RoadNetwork, extract, osm};
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
        let hours = hours::open(roads, options.seed);
        let tally = World::new(&hours).run(options.seed, share);
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
    /// With a wish about an area that was drawn.
    with_areas: usize,
    /// Departing at a known hour.
    at_hours: usize,
    /// Edges driven that are closed, or for reaching something only, when the hour is not known.
    by_hours: usize,
    edges: usize,
    turns: usize,
    turned_around: usize,
    for_destination: usize,
    /// Restrictions that a route approached and did not break.
    approached: BTreeSet<Vec<u32>>,
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

    fn count(&mut self, judged: &Judged, roads: &RoadNetwork) {
        self.turns += judged.turns;
        self.turned_around += judged.turned_around;
        self.for_destination += judged.for_destination;
        self.approaches += judged.approached.len();
        self.approached.extend(judged.approached.iter().map(|number| word(&roads.restrictions[*number])));
    }

    /// A run in which something never happened proves nothing about it.
    fn tried_everything(&self) -> bool {
        let kinds = self.made.values().filter(|(made, _)| *made > 0).count();
        let hours = self.by_hours > 0 && self.with_areas > 0;
        hours
            && self.approaches > 0
            && self.turned_around > 0
            && self.for_destination > 0
            && kinds >= broken::KINDS
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} routes of {} plans ({} with wishes, {} of them about areas, {} with stops, {} of a large vehicle, {} at a known \
             hour), {} of them alternatives; {} trips where every way breaks a never, {} without any way",
            self.routes,
            self.plans,
            self.with_wishes,
            self.with_areas,
            self.with_stops,
            self.limited,
            self.at_hours,
            self.alternatives,
            self.excluded,
            self.without
        )?;
        writeln!(
            f,
            "  {} edges, {} turns, {} times turned around, {} destination-only edges, {} edges open by the hour; {} of {} \
             restrictions approached, {} times",
            self.edges,
            self.turns,
            self.turned_around,
            self.for_destination,
            self.by_hours,
            self.approached.len(),
            self.restrictions,
            self.approaches
        )?;
        let made = self.made.iter().map(|(kind, (made, caught))| format!("{kind} {caught}/{made}"));
        write!(f, "  broken on purpose, caught: {}", made.collect::<Vec<_>>().join(", "))
    }
}

/// The edges of a restriction, by which it is known at every hour.
fn word(restriction: &Restriction) -> Vec<u32> {
    let via = restriction.via.iter().copied();
    std::iter::once(restriction.from).chain(via).chain([restriction.to]).collect()
}

/// One region at all hours.
struct World<'a> {
    hours: &'a Hours,
    at: Vec<Place<'a>>,
}

/// The region at one hour, with its router and its judge.
struct Place<'a> {
    roads: &'a RoadNetwork,
    /// The same where nothing is known of the hour.
    careful: &'a RoadNetwork,
    edges: Edges<'a>,
    router: &'a Router,
    checker: Checker<'a>,
}

impl<'a> World<'a> {
    fn new(hours: &'a Hours) -> Self {
        let careful = &hours.hours[0].roads;
        let place = |hour: &'a Hour| Place {
            roads: &hour.roads,
            careful,
            edges: Edges::new(&hour.roads),
            router: &hour.router,
            checker: Checker::new(&hour.roads),
        };
        Self { hours, at: hours.hours.iter().map(place).collect() }
    }

    fn run(&self, seed: u64, routes: usize) -> Tally {
        let mut tally = Tally::default();
        let restrictions = self.at.iter().flat_map(|place| &place.roads.restrictions);
        tally.restrictions = restrictions.map(word).collect::<BTreeSet<_>>().len();
        for (hour, place) in self.at.iter().enumerate() {
            let of_network = broken::of_network(&place.edges, &place.checker);
            let of_hours = self.hours.judge(hour, &place.checker, &place.edges);
            of_network.into_iter().chain(of_hours).for_each(|made| tally.note(made));
        }
        let mut last: Vec<EdgeKey> = Vec::new();
        while tally.routes < routes {
            // Every plan can be drawn again on its own, given the way that the one before found.
            let mut chance = ChaCha8Rng::seed_from_u64(seed ^ (tally.plans << 32));
            tally.plans += 1;
            let hour = chance.random_range(0..self.at.len());
            let before = tally.routes;
            if let Some(edges) = self.at[hour].plan(&mut chance, &last, &mut tally) {
                last = edges;
            }
            tally.at_hours += if hour > 0 { tally.routes - before } else { 0 };
        }
        tally
    }
}

impl Place<'_> {
    /// One plan asked for in several ways. Returns the way that was found, for the next plan to have wishes about.
    fn plan(&self, chance: &mut ChaCha8Rng, last: &[EdgeKey], tally: &mut Tally) -> Option<Vec<EdgeKey>> {
        let drawn = draw::plan(chance, self.router, last)?;
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
        let area = |wish: &Adjustment| matches!(wish.target, Target::Area { .. });
        tally.with_areas += usize::from(drawn.adjustments.iter().any(area));
        tally.with_stops += usize::from(route.legs.len() > 1);
        tally.limited += usize::from(self.router.limits_concern(&drawn.terms.vehicle));
        tally.edges += route.edges.len();
        let finding = match self.checker.route_under(route, &drawn.terms) {
            Ok(judged) => {
                tally.count(&judged, self.roads);
                tally.by_hours += self.open_by_the_hour(route);
                never::broken(&self.edges, self.router, drawn, route, subset)
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

    fn open_by_the_hour(&self, route: &Route) -> usize {
        let numbers = route.edges.iter().filter_map(|key| self.edges.number(*key));
        numbers.filter(|edge| self.careful.access(*edge) != self.roads.access(*edge)).count()
    }
}

fn edges_of_legs(route: &Route) -> Vec<std::ops::Range<usize>> {
    route.legs.iter().map(|leg| leg.edges.clone()).collect()
}
