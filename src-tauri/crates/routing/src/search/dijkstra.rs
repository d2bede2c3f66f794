//! The plain reference: Dijkstra over the same states, without a guide, without shared buffers. Tests hold every
//! other search against it; it is also what runs when someone doubts the hierarchy.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use super::astar::{Found, Problem};
use crate::{turns::State, weights::Cost};

/// The best way, or `None` when there is none.
pub(crate) fn search(problem: &Problem<'_>) -> Option<Found> {
    let mut best: HashMap<State, (Cost, Option<State>)> = HashMap::new();
    let mut queue = BinaryHeap::new();
    let mut end: Option<(Cost, Option<State>, State)> =
        problem.direct.map(|(state, cost)| (cost, None, state));
    for source in problem.sources {
        if best.get(&source.state).is_none_or(|(cost, _)| source.cost < *cost) {
            best.insert(source.state, (source.cost, None));
            queue.push(Reverse((source.cost, source.state)));
        }
    }
    while let Some(Reverse((cost, state))) = queue.pop() {
        if best.get(&state).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        for turn in problem.turns.from(state) {
            let edge = problem.turns.edge(turn.state);
            let turned = cost + problem.weights.turn(turn.cost_cs);
            let ends = problem.goals.iter().filter(|goal| goal.edge == edge && problem.accepts(turn.state));
            for goal in ends {
                if end.is_none_or(|(known, ..)| turned + goal.cost < known) {
                    end = Some((turned + goal.cost, Some(state), turn.state));
                }
            }
            let Some(whole) = problem.weights.edge(edge) else { continue };
            if best.get(&turn.state).is_none_or(|(known, _)| turned + whole < *known) {
                best.insert(turn.state, (turned + whole, Some(state)));
                queue.push(Reverse((turned + whole, turn.state)));
            }
        }
    }
    let (cost, mut at, last) = end?;
    let mut states = vec![last];
    while let Some(state) = at {
        states.push(state);
        at = best.get(&state).and_then(|(_, parent)| *parent);
    }
    states.reverse();
    Some(Found { cost, states })
}
