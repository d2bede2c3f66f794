//! One leg between two waypoints: every way of leaving the first against every way of arriving at the second.

use domain::RoadClass;
use region::Access;

use crate::{
    budget::Budget,
    costing,
    router::{Router, Scratch},
    search::{
        astar::{self, Found, Goal, Guide, Halt, Problem, Source},
        dijkstra,
    },
    snap::{End, WHOLE},
    turns::State,
    weights::{Cost, NEVER, Weights},
};

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

/// Which search answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Engine {
    Guided,
    Reference,
}

/// Having come to a waypoint in one direction.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) state: State,
    pub(crate) end: End,
    pub(crate) cost: Cost,
    pub(crate) legs: Vec<LegPath>,
}

/// A way of leaving a waypoint, with the arrival that it continues.
pub(crate) struct Departure<'a> {
    from: &'a Arrival,
    end: End,
    source: Source,
    turned: bool,
}

/// How a waypoint is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// In the direction of arrival.
    Onward,
    /// By turning around in the road: what one does at a stop only when nothing else leads on (OSRM's
    /// `continue_straight`).
    Around,
}

/// Every way of leaving a waypoint like that. Whoever turns around in the middle of a road has not driven it to its
/// end: no restriction that began before goes on.
pub(crate) fn departures<'a>(
    router: &Router,
    weights: &Weights<'_>,
    arrivals: &'a [Arrival],
    leave: Leave,
) -> Vec<Departure<'a>> {
    let departure = |from: &'a Arrival| {
        let (state, end, extra) = match leave {
            Leave::Onward => (router.turns.fresh(from.state), from.end, 0),
            Leave::Around if may_turn_around(router, weights, from.end.edge) => {
                let end = End { edge: from.end.edge ^ 1, share: WHOLE - from.end.share };
                (end.edge, end, turn_around(weights))
            }
            Leave::Around => return None,
        };
        let cost = from.cost + extra + weights.part(end.edge, WHOLE - end.share);
        Some(Departure { from, end, source: Source { state, cost }, turned: leave == Leave::Around })
    };
    arrivals.iter().filter_map(departure).collect()
}

/// Cost of turning around at a stop.
pub(crate) fn turn_around(weights: &Weights<'_>) -> Cost {
    weights.turn(costing::turn_cs(180.0, false, false, false, true))
}

/// Turning around in the road takes one that is driven both ways and not fast.
fn may_turn_around(router: &Router, weights: &Weights<'_>, edge: crate::graph::Edge) -> bool {
    let graph = &router.graph;
    let way = graph.way(edge);
    let fast = matches!(way.road_class(), RoadClass::Motorway | RoadClass::Trunk | RoadClass::Ferry);
    let open = graph.access(edge ^ 1) != Access::No && !weights.bars(edge ^ 1, true);
    open && !way.link && !way.roundabout && !fast
}

/// What a leg may end on, and with what behind it.
pub(crate) struct Arriving<'a> {
    pub(crate) ends: &'a [End],
    /// Only in one of these states; in any, when nothing is said.
    pub(crate) states: Option<Vec<State>>,
}

/// All ways of coming to a waypoint that have to be kept apart. At a stop each direction is one, and each restriction
/// that may still be going on there too, for it decides how one may go on. At the end nothing matters any more.
pub(crate) fn arriving<'a>(router: &Router, ends: &'a [End], last: bool) -> Vec<Arriving<'a>> {
    if last {
        return vec![Arriving { ends, states: None }];
    }
    let by_memory = |end: &'a End| {
        let ends = std::slice::from_ref(end);
        let mut groups: Vec<Vec<State>> = router.turns.by_memory(end.edge);
        if groups.len() < 2 {
            return vec![Arriving { ends, states: None }];
        }
        groups.drain(..).map(|states| Arriving { ends, states: Some(states) }).collect()
    };
    ends.iter().flat_map(by_memory).collect()
}

/// What a leg is searched with.
pub(crate) struct Means<'a> {
    pub(crate) router: &'a Router,
    pub(crate) engine: Engine,
    pub(crate) weights: &'a Weights<'a>,
    pub(crate) guide: Guide<'a>,
}

/// The best way from any departure to any of the ends.
pub(crate) fn solve_leg(
    means: &Means<'_>,
    starts: &[Departure<'_>],
    arriving: &Arriving<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Arrival>, Halt> {
    let Means { router, engine, weights, guide } = *means;
    let Arriving { ends, states } = arriving;
    let accept = states.as_deref();
    let sources: Vec<Source> = starts.iter().map(|start| start.source).collect();
    let goals = goals(weights, ends);
    let whole =
        |start: &Departure<'_>| start.source.cost - weights.part(start.end.edge, WHOLE - start.end.share);
    let direct = starts
        .iter()
        .flat_map(|start| ends.iter().map(move |end| (start, end)))
        .filter(|(start, end)| start.end.edge == end.edge && start.end.share <= end.share)
        .filter(|(start, _)| accept.is_none_or(|states| states.contains(&start.source.state)))
        .map(|(start, end)| {
            (start.source.state, whole(start) + weights.part(end.edge, end.share - start.end.share))
        })
        .min_by_key(|(_, cost)| *cost);
    let problem = Problem { turns: &router.turns, weights, sources: &sources, goals: &goals, accept, direct };
    let found = match engine {
        Engine::Guided => {
            problem.aim(guide, &mut scratch.potential);
            astar::search(&problem, guide, &mut scratch.potential, &mut scratch.labels, budget)?
        }
        Engine::Reference => dijkstra::search(&problem),
    };
    Ok(found.and_then(|found| arrive(router, starts, ends, found)))
}

/// The ends as the search sees them.
pub(crate) fn goals(weights: &Weights<'_>, ends: &[End]) -> Vec<Goal> {
    ends.iter()
        .filter(|end| !weights.bars(end.edge, false))
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
