//! One plan with all its wishes, answered for many subsets of them: what explaining needs.

use std::sync::Arc;

use cch::Metric;
use domain::{Adjustment, Cause, RoadClass, Route, Strength, intent::RoutePreference};
use region::Access;
use rustc_hash::FxHashMap;

use crate::{
    alternatives, assemble,
    budget::{Budget, OutOfBudget},
    costing,
    router::{Router, Scratch},
    search::{
        astar::{self, Found, Goal, Guide, Problem, Source},
        dijkstra,
    },
    snap::{End, Snap, WHOLE},
    turns::State,
    weights::{Cost, NEVER, Subset, Weights, Wishes},
};

/// What is to be planned.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Start, stops on the way, end.
    pub waypoints: &'a [Snap],
    /// Wishes about roads; a reason cites them by [`Adjustment::cause`].
    pub adjustments: &'a [Adjustment],
    /// How routes are weighed as a whole.
    pub mode: RoutePreference,
}

/// There is no route to show, or not this one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoRoute {
    /// No legal way leads over this leg (counted from 0).
    #[error("no legal way leads from one waypoint to the next")]
    Unreachable {
        /// Leg, from 0.
        leg: usize,
    },
    /// Ways exist, but each uses what must never be used.
    #[error("every way uses something that is never to be used")]
    Excluded {
        /// The wishes that the offered route violates.
        by: Vec<Cause>,
        /// The route that violates them over the shortest stretch.
        least_violating: Box<Route>,
    },
    /// The search gave up.
    #[error(transparent)]
    Budget(#[from] OutOfBudget),
    /// A plan needs a start and an end.
    #[error("a plan needs a start and an end")]
    TooFewWaypoints,
    /// More wishes than a plan can hold.
    #[error("a plan holds at most {} wishes", Subset::MAX_ADJUSTMENTS)]
    TooManyWishes,
}

/// One leg as found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LegPath {
    pub(crate) states: Vec<State>,
    pub(crate) start: End,
    pub(crate) end: End,
    /// Cost of this leg, a turn around at its start included.
    pub(crate) cost: Cost,
    /// It starts by turning around at the waypoint.
    pub(crate) turned: bool,
}

/// The best way over all legs for one subset.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) legs: Vec<LegPath>,
    pub(crate) cost: Cost,
    /// Adjustments that concern any edge on it.
    touched: Subset,
    route: Option<Arc<Route>>,
}

/// A plan being answered. Remembers what it found, so that asking for a subset again or for a near one costs nothing.
#[derive(Debug)]
pub struct Session<'r> {
    router: &'r Router,
    waypoints: Vec<Snap>,
    causes: Vec<Cause>,
    wishes: Wishes,
    metric: Arc<Metric>,
    solved: FxHashMap<Subset, Solved>,
    /// Order in which `solved` grew, so that equal questions in equal order do equal work.
    order: Vec<Subset>,
    scratch: Option<Scratch>,
    searches: usize,
    engine: Engine,
}

/// Which search answers.
#[derive(Clone, Copy, Debug)]
enum Engine {
    Guided,
    Reference,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if let Some(scratch) = self.scratch.take() {
            self.router.return_scratch(scratch);
        }
    }
}

impl<'r> Session<'r> {
    pub(crate) fn start(router: &'r Router, plan: &Plan<'_>) -> Result<Self, NoRoute> {
        if plan.waypoints.len() < 2 || plan.waypoints.iter().any(|snap| snap.ends.is_empty()) {
            return Err(NoRoute::TooFewWaypoints);
        }
        if plan.adjustments.len() > Subset::MAX_ADJUSTMENTS {
            return Err(NoRoute::TooManyWishes);
        }
        let wishes = Wishes::lay(&router.graph, &router.names, plan.adjustments, plan.mode);
        let metric = router.metric(plan.adjustments, &wishes);
        Ok(Self {
            router,
            waypoints: plan.waypoints.to_vec(),
            causes: plan.adjustments.iter().map(|adjustment| adjustment.cause.clone()).collect(),
            wishes,
            metric,
            solved: FxHashMap::default(),
            order: Vec::new(),
            scratch: Some(router.take_scratch()),
            searches: 0,
            engine: Engine::Guided,
        })
    }

    /// The same session answered by the plain Dijkstra that tests hold the real search against. Slow.
    #[must_use]
    pub fn by_reference(mut self) -> Self {
        self.engine = Engine::Reference;
        self
    }

    /// How many legs were really searched so far; the rest was known from earlier answers.
    pub fn searches(&self) -> usize {
        self.searches
    }

    /// The best route when only the wishes in `subset` count.
    ///
    /// # Errors
    /// When there is none, see [`NoRoute`].
    pub fn route(&mut self, subset: Subset, budget: &mut Budget<'_>) -> Result<Arc<Route>, NoRoute> {
        let subset = self.solve(subset, budget)?;
        let weight =
            |solved: &Solved| assemble::route(self.router, &solved.legs, solved.cost, &self.waypoints);
        let Some(solved) = self.solved.get(&subset) else { return Err(NoRoute::TooFewWaypoints) };
        let route = solved.route.clone().unwrap_or_else(|| Arc::new(weight(solved)));
        if let Some(solved) = self.solved.get_mut(&subset) {
            solved.route = Some(Arc::clone(&route));
        }
        Ok(route)
    }

    /// The best route with all wishes and up to `max − 1` others, best first. With stops on the way only the longest
    /// leg varies: others would differ in ways that nobody compares.
    ///
    /// # Errors
    /// When there is no route at all, see [`NoRoute`].
    pub fn alternatives(&mut self, max: usize, budget: &mut Budget<'_>) -> Result<Vec<Arc<Route>>, NoRoute> {
        let best = self.route(Subset::ALL, budget)?;
        let subset = self.normal(Subset::ALL);
        let mut routes = vec![best];
        let Some(solved) = self.solved.get(&subset) else { return Ok(routes) };
        let Some(longest) = (0..solved.legs.len()).max_by_key(|leg| solved.legs[*leg].cost) else {
            return Ok(routes);
        };
        let leg = &solved.legs[longest];
        let weights = self.wishes.weights(&self.router.graph, subset, false);
        let guide = Guide { hierarchy: &self.router.hierarchy, metric: &self.metric };
        let Some(scratch) = self.scratch.as_mut() else { return Ok(routes) };
        let only_leg = solved.legs.len() == 1;
        let (starts, ends) = if only_leg {
            (self.waypoints[0].ends.clone(), self.waypoints[1].ends.clone())
        } else {
            (vec![leg.start], vec![leg.end])
        };
        let sources: Vec<(End, Source)> = starts
            .into_iter()
            .map(|end| {
                let state = leg.states.first().filter(|_| !only_leg).copied().unwrap_or(end.edge);
                let turn = if leg.turned { turn_around(&weights) } else { 0 };
                (end, Source { state, cost: turn + weights.part(end.edge, WHOLE - end.share) })
            })
            .collect();
        let question = alternatives::Question {
            turns: &self.router.turns,
            weights: &weights,
            guide,
            sources: &sources,
            goals: &ends,
            best: leg,
            keep_last_state: !only_leg,
        };
        for other in alternatives::find(&question, max, scratch, budget)? {
            let mut legs = solved.legs.clone();
            let cost = solved.cost - legs[longest].cost + other.cost;
            legs[longest] = LegPath { turned: legs[longest].turned, ..other };
            routes.push(Arc::new(assemble::route(self.router, &legs, cost, &self.waypoints)));
        }
        Ok(routes)
    }

    /// Makes sure that the subset is solved and returns it in its normal form.
    fn solve(&mut self, subset: Subset, budget: &mut Budget<'_>) -> Result<Subset, NoRoute> {
        let subset = self.normal(subset);
        if self.solved.contains_key(&subset) {
            return Ok(subset);
        }
        if let Some(known) = self.order.iter().copied().find(|known| self.follows(*known, subset)) {
            if let Some(solved) = self.solved.get(&known).cloned() {
                self.remember(subset, solved);
            }
            return Ok(subset);
        }
        match self.search(subset, false, budget)? {
            Ok(solved) => {
                self.remember(subset, solved);
                Ok(subset)
            }
            Err(leg) if !self.has_never(subset) => Err(NoRoute::Unreachable { leg }),
            Err(_) => Err(match self.search(subset, true, budget)? {
                Err(leg) => NoRoute::Unreachable { leg },
                Ok(violating) => self.excluded(subset, &violating),
            }),
        }
    }

    /// The same set without what the plan does not hold.
    fn normal(&self, subset: Subset) -> Subset {
        let subset = subset.within(self.wishes.len());
        if self.wishes.mode == RoutePreference::Fastest { subset.without_mode() } else { subset }
    }

    fn remember(&mut self, subset: Subset, solved: Solved) {
        self.solved.insert(subset, solved);
        self.order.push(subset);
    }

    /// Whether the best way of `known` is certainly the best way of `wanted`: what is added only makes other roads
    /// dearer, and what is taken away only made other roads cheaper.
    fn follows(&self, known: Subset, wanted: Subset) -> bool {
        let Some(solved) = self.solved.get(&known) else { return false };
        known.has_mode() == wanted.has_mode()
            && (0..self.wishes.len()).all(|index| {
                if known.has(index) == wanted.has(index) {
                    return true;
                }
                let negative = self.wishes.strength(index).is_negative();
                negative == wanted.has(index) && !solved.touched.has(index)
            })
    }

    fn has_never(&self, subset: Subset) -> bool {
        (0..self.wishes.len()).any(|i| subset.has(i) && self.wishes.strength(i) == Strength::Never)
    }

    fn excluded(&self, subset: Subset, violating: &Solved) -> NoRoute {
        let graph = &self.router.graph;
        // The edges at both ends of the trip are exempt: one stands on them.
        let edges: Vec<_> =
            violating.legs.iter().flat_map(|leg| &leg.states).map(|s| self.router.turns.edge(*s)).collect();
        let inner = edges.get(1..edges.len().saturating_sub(1)).unwrap_or_default();
        let by = (0..self.wishes.len())
            .filter(|i| subset.has(*i) && self.wishes.strength(*i) == Strength::Never)
            .filter(|i| inner.iter().any(|edge| self.wishes.concerning(graph, *edge).has(*i)))
            .map(|i| self.causes[i].clone())
            .collect();
        let least_violating =
            Box::new(assemble::route(self.router, &violating.legs, violating.cost, &self.waypoints));
        NoRoute::Excluded { by, least_violating }
    }

    /// Solves all legs together: each waypoint keeps the best way of arriving in each direction, so that a detour
    /// before it that saves a longer one after it is found. The inner error is the leg that has no way.
    fn search(
        &mut self,
        subset: Subset,
        violate: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Solved, usize>, NoRoute> {
        let router = self.router;
        let weights = self.wishes.weights(&router.graph, subset, violate);
        let guide = Guide { hierarchy: &router.hierarchy, metric: &self.metric };
        let Some(scratch) = self.scratch.as_mut() else { return Err(NoRoute::TooFewWaypoints) };
        let means = Means { router, engine: self.engine, weights: &weights, guide };
        let mut arrivals: Vec<Arrival> = self.waypoints[0]
            .ends
            .iter()
            .map(|end| Arrival { state: end.edge, end: *end, cost: 0, legs: Vec::new() })
            .collect();
        for (leg, waypoint) in self.waypoints.iter().enumerate().skip(1) {
            let last = leg + 1 == self.waypoints.len();
            let starts = departures(router, &weights, &arrivals, leg > 1);
            let mut next: Vec<Arrival> = Vec::new();
            let groups: Vec<&[End]> = if last {
                vec![&waypoint.ends[..]]
            } else {
                waypoint.ends.iter().map(std::slice::from_ref).collect()
            };
            for ends in groups {
                self.searches += 1;
                next.extend(solve_leg(&means, &starts, ends, scratch, budget)?);
            }
            if next.is_empty() {
                return Ok(Err(leg - 1));
            }
            arrivals = next;
        }
        let best = arrivals.into_iter().min_by_key(|arrival| arrival.cost);
        Ok(best.ok_or(0).map(|arrival| {
            let edges =
                arrival.legs.iter().flat_map(|leg| &leg.states).map(|state| router.turns.edge(*state));
            let touched =
                edges.fold(Subset::NONE, |set, edge| set.union(self.wishes.concerning(&router.graph, edge)));
            Solved { legs: arrival.legs, cost: arrival.cost, touched, route: None }
        }))
    }
}

/// Having come to a waypoint in one direction.
#[derive(Clone, Debug)]
struct Arrival {
    state: State,
    end: End,
    cost: Cost,
    legs: Vec<LegPath>,
}

/// A way of leaving a waypoint, with the arrival that it continues.
struct Departure<'a> {
    from: &'a Arrival,
    end: End,
    source: Source,
    turned: bool,
}

fn departures<'a>(
    router: &Router,
    weights: &Weights<'_>,
    arrivals: &'a [Arrival],
    stop: bool,
) -> Vec<Departure<'a>> {
    let mut departures = Vec::new();
    for from in arrivals {
        let mut leave = |state: State, end: End, extra: Cost, turned: bool| {
            let cost = from.cost + extra + weights.part(end.edge, WHOLE - end.share);
            departures.push(Departure { from, end, source: Source { state, cost }, turned });
        };
        leave(router.turns.fresh(from.state), from.end, 0, false);
        if stop && may_turn_around(router, from.end.edge) {
            let end = End { edge: from.end.edge ^ 1, share: WHOLE - from.end.share };
            leave(end.edge, end, turn_around(weights), true);
        }
    }
    departures
}

fn turn_around(weights: &Weights<'_>) -> Cost {
    weights.turn(costing::turn_cs(180.0, false, false, false, true))
}

/// Turning around at a stop is sensible on small two-way streets only.
fn may_turn_around(router: &Router, edge: crate::graph::Edge) -> bool {
    let graph = &router.graph;
    let way = graph.way(edge);
    graph.access(edge ^ 1) != Access::No
        && !way.link
        && !way.roundabout
        && way.road_class() >= RoadClass::Tertiary
        && way.road_class() != RoadClass::Ferry
}

/// What a leg is searched with.
struct Means<'a> {
    router: &'a Router,
    engine: Engine,
    weights: &'a Weights<'a>,
    guide: Guide<'a>,
}

fn solve_leg(
    means: &Means<'_>,
    starts: &[Departure<'_>],
    ends: &[End],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Arrival>, OutOfBudget> {
    let Means { router, engine, weights, guide } = *means;
    let sources: Vec<Source> = starts.iter().map(|start| start.source).collect();
    let goals = goals(weights, ends);
    let whole =
        |start: &Departure<'_>| start.source.cost - weights.part(start.end.edge, WHOLE - start.end.share);
    let direct = starts
        .iter()
        .flat_map(|start| ends.iter().map(move |end| (start, end)))
        .filter(|(start, end)| start.end.edge == end.edge && start.end.share <= end.share)
        .map(|(start, end)| {
            (start.source.state, whole(start) + weights.part(end.edge, end.share - start.end.share))
        })
        .min_by_key(|(_, cost)| *cost);
    let problem = Problem { turns: &router.turns, weights, sources: &sources, goals: &goals, direct };
    let found = match engine {
        Engine::Guided => {
            problem.aim(guide, &mut scratch.potential);
            astar::search(&problem, guide, &mut scratch.potential, &mut scratch.forward, budget)?
        }
        Engine::Reference => dijkstra::search(&problem),
    };
    Ok(found.and_then(|found| arrive(router, starts, ends, found)))
}

pub(crate) fn goals(weights: &Weights<'_>, ends: &[End]) -> Vec<Goal> {
    ends.iter()
        .map(|end| Goal { edge: end.edge, cost: weights.part(end.edge, end.share) + weights.pause(end.edge) })
        .collect()
}

fn arrive(router: &Router, starts: &[Departure<'_>], ends: &[End], found: Found) -> Option<Arrival> {
    let first = *found.states.first()?;
    let state = *found.states.last()?;
    let start =
        starts.iter().filter(|start| start.source.state == first).min_by_key(|start| start.source.cost)?;
    let end = *ends.iter().find(|end| end.edge == router.turns.edge(state))?;
    let mut legs = start.from.legs.clone();
    let cost = if found.cost == NEVER { 0 } else { found.cost - start.from.cost };
    legs.push(LegPath { states: found.states, start: start.end, end, cost, turned: start.turned });
    Some(Arrival { state, end, cost: found.cost, legs })
}
