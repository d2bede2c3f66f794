//! The search that answers plans: A\* over states, guided by the hierarchy, exact.

use std::cell::Cell;

use cch::Metric;

use super::labels::{Labels, NONE};
use crate::{
    budget::{Budget, OutOfBudget},
    graph::Edge,
    hierarchy::{FAR, Hierarchy},
    metrics::Floor,
    potential::Potential,
    turns::{State, Turns},
    weights::{Cost, FINE_BITS, NEVER, Weights},
};

/// A search stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Budget(OutOfBudget),
    /// It settled more states than customising for these weights would be worth.
    Loose,
}

impl From<OutOfBudget> for Halt {
    fn from(out: OutOfBudget) -> Self {
        Self::Budget(out)
    }
}

/// Where a search starts: in this state, with this cost already spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) state: State,
    pub(crate) cost: Cost,
}

/// Where it may end: on this edge, after this part of it. The light at the edge's start is included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) edge: Edge,
    pub(crate) cost: Cost,
}

/// One question to a search.
pub(crate) struct Problem<'a> {
    pub(crate) turns: &'a Turns,
    pub(crate) weights: &'a Weights<'a>,
    pub(crate) sources: &'a [Source],
    pub(crate) goals: &'a [Goal],
    /// Ending only in one of these states, when given.
    pub(crate) accept: Option<&'a [State]>,
    /// Ending on the very edge of a source without leaving it: state and whole cost.
    pub(crate) direct: Option<(State, Cost)>,
}

/// The hierarchy with the distances of some weights.
#[derive(Clone, Copy)]
pub(crate) struct Guide<'a> {
    pub(crate) hierarchy: &'a Hierarchy,
    pub(crate) metric: &'a Metric,
    pub(crate) floor: &'a Floor,
    /// States that searches may still settle before one asks for a better metric.
    pub(crate) patience: &'a Cell<u64>,
}

/// What a search found: states in driving order, the last one only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) cost: Cost,
    pub(crate) states: Vec<State>,
}

impl Problem<'_> {
    /// Points the potential at the goals. The part of the goal's own edge is known exactly.
    pub(crate) fn aim(&self, guide: Guide<'_>, potential: &mut Potential) {
        potential.aim(guide.hierarchy, guide.metric, &self.targets(guide));
    }

    /// Nodes before the goals, and the milliseconds that at least follow from there.
    pub(crate) fn targets(&self, guide: Guide<'_>) -> Vec<(u32, u32)> {
        let target = |goal: &Goal| {
            let ms = guide.floor.with_entry(self.weights, goal.edge, goal.cost);
            (self.weights.graph.tail(goal.edge), ms)
        };
        self.goals.iter().map(target).collect()
    }

    /// Whether one may end in this state.
    #[inline]
    pub(crate) fn accepts(&self, state: State) -> bool {
        self.accept.is_none_or(|states| states.contains(&state))
    }

    /// What reaching a goal by this turn costs in all, if the turn leads to one.
    #[inline]
    pub(crate) fn goal_by(&self, so_far: Cost, turn: crate::turns::Turn) -> Option<Cost> {
        let edge = self.turns.edge(turn.state);
        let goal = self.goals.iter().find(|goal| goal.edge == edge)?;
        if !self.accepts(turn.state) {
            return None;
        }
        Some(so_far + self.weights.turn(turn.cost_cs) + goal.cost)
    }
}

/// The best way, or `None` when there is none. `potential` must be aimed at the problem's goals.
///
/// States are settled in the order of what a whole way through them costs at least, until that reaches the best end.
pub(crate) fn search(
    problem: &Problem<'_>,
    guide: Guide<'_>,
    potential: &mut Potential,
    labels: &mut Labels,
    budget: &mut Budget<'_>,
) -> Result<Option<Found>, Halt> {
    let (turns, weights) = (problem.turns, problem.weights);
    // State before the last one, and the last one.
    let (mut best, mut end) = match problem.direct {
        Some((state, cost)) => (cost, Some((NONE, state))),
        None => (NEVER, None),
    };
    labels.start(turns.len());
    let rest = |potential: &mut Potential, edge: Edge| {
        let (exit, rank) = guide.floor.behind(weights, edge);
        match potential.of(guide.hierarchy, guide.metric, rank) {
            FAR => None,
            ms => Some((Cost::from(ms) << FINE_BITS) + exit),
        }
    };
    for source in problem.sources {
        if let Some(rest) = rest(potential, turns.edge(source.state)) {
            labels.improve(source.state, source.cost, NONE, source.cost + rest);
        }
    }
    while let Some((key, state)) = labels.settle() {
        if key >= best {
            break;
        }
        budget.spend()?;
        guide.patience.set(guide.patience.get().checked_sub(1).ok_or(Halt::Loose)?);
        let so_far = labels.cost(state);
        for turn in turns.from(state) {
            if let Some(cost) = problem.goal_by(so_far, *turn)
                && cost < best
            {
                (best, end) = (cost, Some((state, turn.state)));
            }
            let edge = turns.edge(turn.state);
            let Some(whole) = weights.edge(edge) else { continue };
            let cost = so_far + weights.turn(turn.cost_cs) + whole;
            if cost < labels.cost(turn.state)
                && let Some(rest) = rest(potential, edge)
                && cost + rest < best
            {
                labels.improve(turn.state, cost, state, cost + rest);
            }
        }
    }
    let Some((mut at, last)) = end else { return Ok(None) };
    let mut states = vec![last];
    while at != NONE {
        states.push(at);
        at = labels.parent(at);
    }
    states.reverse();
    Ok(Some(Found { cost: best, states }))
}

/// Thousandths of a cost.
pub(crate) fn limit(cost: Cost, per_mille: u64) -> Cost {
    if cost == NEVER { cost } else { (cost / 1000).saturating_mul(per_mille) }
}
