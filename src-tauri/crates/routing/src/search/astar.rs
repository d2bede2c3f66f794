//! The search that answers plans: A\* over states, guided by the hierarchy, exact.

use cch::Metric;

use super::labels::{Labels, NONE};
use crate::{
    budget::{Budget, OutOfBudget},
    hierarchy::{FAR, Hierarchy, Potential},
    turns::{State, Turns},
    weights::{Cost, FINE_BITS, NEVER, Weights},
};

/// Where a search starts: in this state, with this cost already spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) state: State,
    pub(crate) cost: Cost,
}

/// Where it may end: on this edge, after this part of it. The light at the edge's start is included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) edge: crate::graph::Edge,
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
        let targets: Vec<(u32, u32)> = self
            .goals
            .iter()
            .map(|goal| {
                let ms = u32::try_from(goal.cost >> FINE_BITS).unwrap_or(FAR);
                (self.weights.graph.tail(goal.edge), ms.min(FAR))
            })
            .collect();
        potential.aim(guide.hierarchy, guide.metric, &targets);
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
pub(crate) fn search(
    problem: &Problem<'_>,
    guide: Guide<'_>,
    potential: &mut Potential,
    labels: &mut Labels,
    budget: &mut Budget<'_>,
) -> Result<Option<Found>, OutOfBudget> {
    let mut best = Best::new(problem);
    explore(problem, guide, potential, labels, budget, EXACT, &mut best)?;
    Ok(best.found(labels))
}

/// The cheapest end so far.
pub(crate) struct Best {
    cost: Cost,
    /// State before the last one, and the last one.
    last: Option<(State, State)>,
}

impl Best {
    pub(crate) fn new(problem: &Problem<'_>) -> Self {
        match problem.direct {
            Some((state, cost)) => Self { cost, last: Some((NONE, state)) },
            None => Self { cost: NEVER, last: None },
        }
    }

    pub(crate) fn cost(&self) -> Cost {
        self.cost
    }

    pub(crate) fn found(&self, labels: &Labels) -> Option<Found> {
        let (before, last) = self.last?;
        let mut states = vec![last];
        let mut at = before;
        while at != NONE {
            states.push(at);
            at = labels.parent(at);
        }
        states.reverse();
        Some(Found { cost: self.cost, states })
    }
}

/// Stop at the best end.
const EXACT: u64 = 1000;

/// Settles states in the order of what a whole way through them costs at least, until that reaches `per_mille`
/// thousandths of the best end.
pub(crate) fn explore(
    problem: &Problem<'_>,
    guide: Guide<'_>,
    potential: &mut Potential,
    labels: &mut Labels,
    budget: &mut Budget<'_>,
    per_mille: u64,
    best: &mut Best,
) -> Result<(), OutOfBudget> {
    let (turns, weights) = (problem.turns, problem.weights);
    let graph = weights.graph;
    labels.start(turns.len());
    let rest = |potential: &mut Potential, state: State| match potential.of(
        guide.hierarchy,
        guide.metric,
        graph.head(turns.edge(state)),
    ) {
        FAR => None,
        ms => Some(Cost::from(ms) << FINE_BITS),
    };
    for source in problem.sources {
        if let Some(rest) = rest(potential, source.state) {
            labels.improve(source.state, source.cost, NONE, source.cost + rest);
        }
    }
    while let Some((key, state)) = labels.settle() {
        if key >= limit(best.cost, per_mille) {
            break;
        }
        budget.spend()?;
        let so_far = labels.cost(state);
        for turn in turns.from(state) {
            if let Some(cost) = problem.goal_by(so_far, *turn)
                && cost < best.cost
            {
                *best = Best { cost, last: Some((state, turn.state)) };
            }
            let Some(edge) = weights.edge(turns.edge(turn.state)) else { continue };
            let cost = so_far + weights.turn(turn.cost_cs) + edge;
            if cost < labels.cost(turn.state)
                && let Some(rest) = rest(potential, turn.state)
            {
                labels.improve(turn.state, cost, state, cost + rest);
            }
        }
    }
    Ok(())
}

/// Thousandths of a cost.
pub(crate) fn limit(cost: Cost, per_mille: u64) -> Cost {
    if cost == NEVER || per_mille == EXACT { cost } else { (cost / 1000).saturating_mul(per_mille) }
}
