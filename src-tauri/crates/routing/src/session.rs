//! One plan with all its wishes, answered for many subsets of them: what explaining needs.

use std::{cell::Cell, sync::Arc};

use cch::Metric;
use domain::{Adjustment, Cause, Route, Strength, Vehicle, explain::Measured, intent::RoutePreference};
use rustc_hash::FxHashMap;

use crate::{
    alternatives, assemble,
    budget::{Budget, OutOfBudget},
    closed::Closed,
    legs::{Arrival, Engine, Leave, LegPath, Means, arriving, departures, solve_leg, turn_around},
    metrics::MetricKey,
    router::{Router, Scratch},
    search::astar::{Halt, Source},
    snap::{End, Snap, WHOLE},
    weights::{Cost, Subset, Weights, Wishes, seconds},
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
    /// What drives, and whatever else decides what is legal.
    pub terms: Terms,
}

/// What decides about legality beside the roads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// What drives. Roads that are posted too small for it are left out.
    pub vehicle: Vehicle,
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

/// The best way over all legs for one subset.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) legs: Vec<LegPath>,
    pub(crate) cost: Cost,
    /// Adjustments that concern any edge on it.
    touched: Subset,
    route: Option<Arc<Route>>,
}

/// What a search of one set of wishes is guided by.
struct Bound {
    metric: Arc<Metric>,
    key: MetricKey,
    /// States that it may settle before a tighter metric pays.
    patience: u64,
}

/// A leg that takes less than this part of the trip does not vary.
const VARIED_SHARE: u64 = 4;

/// A plan being answered. Remembers what it found, so that asking for a subset again or for a near one costs nothing.
#[derive(Debug)]
pub struct Session<'r> {
    router: &'r Router,
    waypoints: Vec<Snap>,
    causes: Vec<Cause>,
    adjustments: Vec<Adjustment>,
    wishes: Wishes,
    /// Edges that the vehicle does not fit on.
    closed: Option<Arc<Closed>>,
    solved: FxHashMap<Subset, Solved>,
    /// Order in which `solved` grew, so that equal questions in equal order do equal work.
    order: Vec<Subset>,
    scratch: Option<Scratch>,
    searches: usize,
    engine: Engine,
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
        let closed = router.closed_to(&plan.terms.vehicle);
        let mut waypoints = plan.waypoints.to_vec();
        if let Some(closed) = &closed {
            // Snapped for a smaller one: it cannot stand there.
            waypoints.iter_mut().for_each(|snap| snap.ends.retain(|end| !closed.bars_standing(end.edge)));
            if let Some(leg) = waypoints.iter().position(|snap| snap.ends.is_empty()) {
                return Err(NoRoute::Unreachable { leg: leg.saturating_sub(1) });
            }
        }
        let wishes = Wishes::lay(router, plan.adjustments, plan.mode, &waypoints);
        Ok(Self {
            router,
            waypoints,
            causes: plan.adjustments.iter().map(|adjustment| adjustment.cause.clone()).collect(),
            adjustments: plan.adjustments.to_vec(),
            wishes,
            closed,
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

    /// Says that others will be asked for too: the best route is then found with what they need anyway.
    pub fn expect_alternatives(&self, subset: Subset) {
        self.customise(self.normal(subset));
    }

    pub(crate) fn router(&self) -> &'r Router {
        self.router
    }

    pub(crate) fn waypoints(&self) -> &[Snap] {
        &self.waypoints
    }

    pub(crate) fn weights(&self, subset: Subset) -> Weights<'_> {
        self.wishes.weights(&self.router.graph, self.normal(subset), false).without(self.closed.as_deref())
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
        let Some(solved) = self.solved.get(&subset) else { return Err(NoRoute::TooFewWaypoints) };
        if let Some(route) = &solved.route {
            return Ok(Arc::clone(route));
        }
        // The same way may have been put together for other wishes, which weigh it otherwise.
        let same = self.order.iter().filter_map(|known| self.solved.get(known)).find_map(|known| {
            let route = known.route.as_ref()?;
            (known.legs == solved.legs)
                .then(|| Route { weight_s: seconds(solved.cost), ..Route::clone(route) })
        });
        let route =
            same.unwrap_or_else(|| assemble::route(self.router, &solved.legs, solved.cost, &self.waypoints));
        let route = Arc::new(route);
        if let Some(solved) = self.solved.get_mut(&subset) {
            solved.route = Some(Arc::clone(&route));
        }
        Ok(route)
    }

    /// What the best route for `subset` measures: the figures of [`Self::route`], without putting it into words.
    ///
    /// # Errors
    /// When there is none, see [`NoRoute`].
    pub fn measure(&mut self, subset: Subset, budget: &mut Budget<'_>) -> Result<Measured, NoRoute> {
        let subset = self.solve(subset, budget)?;
        let Some(solved) = self.solved.get(&subset) else { return Err(NoRoute::TooFewWaypoints) };
        Ok(match &solved.route {
            Some(route) => Measured {
                route: route.id.clone(),
                duration_s: route.duration_s,
                distance_m: route.distance_m,
            },
            None => assemble::measure(self.router, &solved.legs),
        })
    }

    /// The best route with the wishes in `subset` and up to `max − 1` others, best first. With stops on the way the legs
    /// take turns in varying, the longest first: a route differs from the best one in one leg.
    ///
    /// # Errors
    /// When there is no route at all, see [`NoRoute`].
    pub fn alternatives(
        &mut self,
        subset: Subset,
        max: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Arc<Route>>, NoRoute> {
        let subset = self.normal(subset);
        if max > 1 {
            // Looking for others needs it anyway, and then the best route is found with it too.
            self.customise(subset);
        }
        let best = self.route(subset, budget)?;
        let mut routes = vec![best];
        let Some(solved) = self.solved.get(&subset).cloned() else { return Ok(routes) };
        let mut order: Vec<usize> = (0..solved.legs.len()).collect();
        order.sort_by_key(|leg| std::cmp::Reverse(solved.legs[*leg].cost));
        let mut found: Vec<(Cost, Vec<LegPath>)> = Vec::new();
        for index in order {
            let left = max.saturating_sub(found.len());
            let leg = &solved.legs[index];
            // Another way over a short leg is no other trip.
            if left < 2 || leg.cost < solved.cost / VARIED_SHARE {
                break;
            }
            for other in self.vary(subset, &solved, index, left, budget)? {
                let mut legs = solved.legs.clone();
                let cost = solved.cost - leg.cost + other.cost;
                legs[index] = other;
                found.push((cost, legs));
            }
        }
        found.sort_by_key(|(cost, _)| *cost);
        for (cost, legs) in found {
            routes.push(Arc::new(assemble::route(self.router, &legs, cost, &self.waypoints)));
        }
        Ok(routes)
    }

    /// Other ways over one leg of a solved plan.
    fn vary(
        &mut self,
        subset: Subset,
        solved: &Solved,
        index: usize,
        max: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<LegPath>, NoRoute> {
        let metric = self.customise(subset);
        let weights = self.wishes.weights(&self.router.graph, subset, false).without(self.closed.as_deref());
        let weights = weights.on_leg(index);
        let patience = Cell::new(u64::MAX);
        let guide = self.router.guide(&metric, &patience);
        let Some(scratch) = self.scratch.as_mut() else { return Ok(Vec::new()) };
        let leg = &solved.legs[index];
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
            keep_last_state: index + 1 < solved.legs.len(),
        };
        alternatives::find(&question, max, scratch, budget).map_err(|halt| match halt {
            Halt::Budget(out) => NoRoute::Budget(out),
            Halt::Loose => NoRoute::Budget(OutOfBudget::Spent),
        })
    }

    /// The metric for exactly these wishes.
    fn customise(&self, subset: Subset) -> Arc<Metric> {
        let key = MetricKey::of(&self.adjustments, &self.wishes, subset);
        let weights = self.wishes.weights(&self.router.graph, subset, false);
        self.router.metrics.get(&self.router.hierarchy, &self.router.floor, &weights, &key)
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

    /// The tightest bound there is without customising for this very set. `violate` needs one in which nothing is removed.
    fn bound(&self, subset: Subset, violate: bool) -> Bound {
        let router = self.router;
        let key = MetricKey::of(&self.adjustments, &self.wishes, subset);
        if !violate && let Some(metric) = router.metrics.known(&key) {
            return Bound { metric, key, patience: u64::MAX };
        }
        let cheapest = self.wishes.cheapest(subset.has_mode());
        let prefers = (0..self.wishes.len()).any(|index| subset.has(index) && cheapest.has(index));
        // Without a preference nothing weighs less than on an empty mind, whatever the mode.
        let loose = if prefers { cheapest } else { Subset::NONE };
        let metric = self.customise(loose);
        let patience = match violate || loose == subset {
            true => u64::MAX,
            false => router.metrics.patience(&router.hierarchy, &key),
        };
        Bound { metric, key, patience }
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
        let legs = violating.legs.iter().enumerate();
        let edges: Vec<_> = legs
            .flat_map(|(leg, path)| {
                path.states.iter().map(move |state| (leg, self.router.turns.edge(*state)))
            })
            .collect();
        let inner = edges.get(1..edges.len().saturating_sub(1)).unwrap_or_default();
        let by = (0..self.wishes.len())
            .filter(|i| subset.has(*i) && self.wishes.strength(*i) == Strength::Never)
            .filter(|i| inner.iter().any(|(leg, edge)| self.wishes.breaks(graph, *edge, *leg, *i)))
            .map(|i| self.causes[i].clone())
            .collect();
        let least_violating =
            Box::new(assemble::route(self.router, &violating.legs, violating.cost, &self.waypoints));
        NoRoute::Excluded { by, least_violating }
    }

    /// Searches with the bound that is there, and once more with the right one where that turns out too loose.
    fn search(
        &mut self,
        subset: Subset,
        violate: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Solved, usize>, NoRoute> {
        let bound = self.bound(subset, violate);
        let patience = Cell::new(bound.patience);
        let found = self.search_with(&bound.metric, &patience, subset, violate, budget);
        if bound.patience < u64::MAX {
            self.router.metrics.note(&bound.key, bound.patience - patience.get());
        }
        let halt = match found {
            Ok(found) => return Ok(found),
            Err(halt) => halt,
        };
        match halt {
            Halt::Budget(out) => Err(out.into()),
            Halt::Loose => {
                let metric = self.customise(subset);
                let patience = Cell::new(u64::MAX);
                self.search_with(&metric, &patience, subset, violate, budget).map_err(|halt| match halt {
                    Halt::Budget(out) => out.into(),
                    Halt::Loose => OutOfBudget::Spent.into(),
                })
            }
        }
    }

    /// Solves all legs together: each waypoint keeps the best way of arriving in each direction and with each
    /// restriction that may be going on, so that a detour before it that saves a longer one after it is found. The
    /// inner error is the leg that has no way.
    fn search_with(
        &mut self,
        metric: &Metric,
        patience: &Cell<u64>,
        subset: Subset,
        violate: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Solved, usize>, Halt> {
        let router = self.router;
        let weights = self.wishes.weights(&router.graph, subset, violate).without(self.closed.as_deref());
        let guide = router.guide(metric, patience);
        let Some(scratch) = self.scratch.as_mut() else { return Ok(Err(0)) };
        let mut arrivals: Vec<Arrival> = self.waypoints[0]
            .ends
            .iter()
            .map(|end| Arrival { state: end.edge, end: *end, cost: 0, legs: Vec::new() })
            .collect();
        for (leg, waypoint) in self.waypoints.iter().enumerate().skip(1) {
            let last = leg + 1 == self.waypoints.len();
            let mut next: Vec<Arrival> = Vec::new();
            let weights = weights.on_leg(leg - 1);
            let means = Means { router, engine: self.engine, weights: &weights, guide };
            // One stands at the start as one wishes, so only a stop is ever left by turning around.
            let leaves: &[Leave] = if leg == 1 { &[Leave::Onward] } else { &[Leave::Onward, Leave::Around] };
            for leave in leaves {
                let starts = departures(router, &weights, &arrivals, *leave);
                for arriving in arriving(router, &waypoint.ends, last) {
                    self.searches += 1;
                    next.extend(solve_leg(&means, &starts, &arriving, scratch, budget)?);
                }
                if !next.is_empty() {
                    break;
                }
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
