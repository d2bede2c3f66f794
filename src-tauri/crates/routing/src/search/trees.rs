//! Shortest-path trees from both ends, as far as ways of a bounded length reach: what plateaus are read from.

use super::{
    astar::{Best, Guide, Problem, explore, limit},
    labels::{Labels, NONE},
};
use crate::{
    budget::{Budget, OutOfBudget},
    hierarchy::Potential,
    turns::State,
    weights::{Cost, NEVER},
};

/// Grows both trees. `forward` then holds the cost from the start to the end of a state's edge, `backward` the cost
/// from there to the goal. Returns the cost of the best way; states through which no way within `per_mille`
/// thousandths of it leads are missing.
pub(crate) fn grow(
    problem: &Problem<'_>,
    guide: Guide<'_>,
    potential: &mut Potential,
    forward: &mut Labels,
    backward: &mut Labels,
    per_mille: u64,
    budget: &mut Budget<'_>,
) -> Result<Cost, OutOfBudget> {
    let mut best = Best::new(problem);
    explore(problem, guide, potential, forward, budget, per_mille, &mut best)?;
    backward.start(problem.turns.len());
    if best.cost() == NEVER {
        return Ok(NEVER);
    }
    let most = limit(best.cost(), per_mille);
    let reach = |backward: &mut Labels, state: State, rest: Cost, parent: State| {
        let before = if forward.settled(state) { forward.cost(state) } else { NEVER };
        if before.saturating_add(rest) <= most {
            backward.improve(state, rest, parent, rest);
        }
    };
    for goal in problem.goals {
        for last in problem.turns.states_of(goal.edge) {
            for turn in problem.turns.into(last) {
                let rest = problem.weights.turn(turn.cost_cs) + goal.cost;
                reach(backward, turn.state, rest, NONE);
            }
        }
    }
    while let Some((rest, state)) = backward.settle() {
        budget.spend()?;
        let Some(edge) = problem.weights.edge(problem.turns.edge(state)) else { continue };
        for turn in problem.turns.into(state) {
            reach(backward, turn.state, rest + edge + problem.weights.turn(turn.cost_cs), state);
        }
    }
    Ok(best.cost())
}
