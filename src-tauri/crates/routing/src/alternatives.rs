//! Other routes worth showing.
//!
//! Plateaus first: where the tree from the start and the tree from the end agree for a while, a way through that
//! stretch is a real choice (Cambridge Vehicle Information Technology's *choice routing*; admissibility after Abraham,
//! Delling, Goldberg, Werneck, *Alternative routes in road networks*, 2013). When too few are found, rounds of
//! penalties on what is already shown propose more. Nothing is shown that is not locally optimal: every part of it of
//! some length is itself the best way between its ends, under the person's own weights.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    budget::{Budget, OutOfBudget},
    graph::Edge,
    legs::{LegPath, goals},
    router::Scratch,
    search::{
        astar::{self, Goal, Guide, Problem, Source, limit},
        labels::NONE,
        trees,
    },
    snap::End,
    turns::{State, Turns},
    weights::{Cost, NEVER, Weights},
};

/// An alternative may weigh this many thousandths of the best route.
const STRETCH_PER_MILLE: u64 = 1_400;
/// Where to look first: most of what is worth showing is not much dearer, and trees this deep take half the time.
const NEAR_PER_MILLE: u64 = 1_200;
/// It may share this part of the travel time with any route already shown.
const SHARE: f64 = 0.7;
/// Parts of this many thousandths of the best route's cost must be optimal.
const LOCAL_PER_MILLE: u64 = 150;
/// Shorter plateaus are chance.
const PLATEAU_PER_MILLE: u64 = 50;
/// The best plateaus that are looked at.
const PLATEAUS: usize = 16;
/// Rounds of penalties when plateaus do not suffice, and the factor of each, in 1,024ths.
const ROUNDS: usize = 6;
const RAISE: u64 = 1_331;

/// What to find others for.
pub(crate) struct Question<'a> {
    pub(crate) turns: &'a Turns,
    pub(crate) weights: &'a Weights<'a>,
    pub(crate) guide: Guide<'a>,
    pub(crate) sources: &'a [(End, Source)],
    pub(crate) goals: &'a [End],
    pub(crate) best: &'a LegPath,
    /// Another leg follows: it must be entered in the very same state.
    pub(crate) keep_last_state: bool,
}

/// A way that may be shown.
struct Candidate {
    states: Vec<State>,
    /// Cost up to the end of each state's edge; of the last one, up to the goal.
    upto: Vec<Cost>,
}

impl Candidate {
    fn cost(&self) -> Cost {
        self.upto.last().copied().unwrap_or(NEVER)
    }
}

/// At most `max − 1` others, best first.
pub(crate) fn find(
    question: &Question<'_>,
    max: usize,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Vec<LegPath>, OutOfBudget> {
    let mut shown = Shown::new(question);
    if max < 2 || question.best.states.len() < 2 {
        return Ok(Vec::new());
    }
    for per_mille in [NEAR_PER_MILLE, STRETCH_PER_MILLE] {
        if shown.len() >= max {
            break;
        }
        for candidate in plateaus(question, per_mille, scratch, budget)? {
            if shown.len() >= max {
                break;
            }
            if shown.differs(&candidate) && locally_optimal(question, &candidate, scratch, budget)? {
                shown.add(candidate);
            }
        }
    }
    if shown.len() < max {
        add_by_penalties(question, max, &mut shown, scratch, budget)?;
    }
    Ok(shown.others())
}

/// Candidates by plateaus, most promising first.
fn plateaus(
    question: &Question<'_>,
    per_mille: u64,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Vec<Candidate>, OutOfBudget> {
    let sources: Vec<Source> = question.sources.iter().map(|(_, source)| *source).collect();
    let goals = goals(question.weights, question.goals);
    let problem = question.problem(&sources, &goals);
    let Scratch { potential, forward, backward, .. } = scratch;
    problem.aim(question.guide, potential);
    let best = trees::grow(&problem, question.guide, potential, forward, backward, per_mille, budget)?;
    if best == NEVER {
        return Ok(Vec::new());
    }
    let mut found: Vec<(Cost, State)> = Vec::new();
    for &first in backward.done() {
        let before = forward.parent(first);
        if before != NONE && backward.parent(before) == first {
            continue;
        }
        let mut last = first;
        loop {
            let next = backward.parent(last);
            if next == NONE || forward.parent(next) != last {
                break;
            }
            last = next;
        }
        let length = forward.cost(last) - forward.cost(first);
        if length >= limit(best, PLATEAU_PER_MILLE) {
            found.push((forward.cost(first) + backward.cost(first) - length, first));
        }
    }
    found.sort_unstable();
    let through = |via: State| {
        let mut states = vec![via];
        while let Some(before) =
            states.last().map(|state| forward.parent(*state)).filter(|state| *state != NONE)
        {
            states.push(before);
        }
        states.reverse();
        while let Some(next) =
            states.last().map(|state| backward.parent(*state)).filter(|state| *state != NONE)
        {
            states.push(next);
        }
        let at = *states.last()?;
        let end = question
            .turns
            .from(at)
            .iter()
            .filter_map(|turn| Some((problem.goal_by(0, *turn)?, turn.state)))
            .min()?;
        states.push(end.1);
        question.measure(states)
    };
    Ok(found.into_iter().take(PLATEAUS).filter_map(|(_, via)| through(via)).collect())
}

fn add_by_penalties(
    question: &Question<'_>,
    max: usize,
    shown: &mut Shown<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<(), OutOfBudget> {
    let sources: Vec<Source> = question.sources.iter().map(|(_, source)| *source).collect();
    let goals = goals(question.weights, question.goals);
    let mut raised: FxHashMap<Edge, u64> = FxHashMap::default();
    let mut last: Vec<Edge> = question.best.states.iter().map(|state| question.turns.edge(*state)).collect();
    for _ in 0..ROUNDS {
        for edge in last.iter().flat_map(|edge| [*edge, edge ^ 1]) {
            let factor = raised.entry(edge).or_insert(crate::costing::ONE);
            *factor = *factor * RAISE / crate::costing::ONE;
        }
        let weights = question.weights.raised_by(&raised);
        let problem = Problem { weights: &weights, ..question.problem(&sources, &goals) };
        problem.aim(question.guide, &mut scratch.potential);
        let Scratch { potential, forward, .. } = &mut *scratch;
        let Some(found) = astar::search(&problem, question.guide, potential, forward, budget)? else { break };
        last = found.states.iter().map(|state| question.turns.edge(*state)).collect();
        let Some(candidate) = question.measure(found.states) else { continue };
        if shown.differs(&candidate) && locally_optimal(question, &candidate, scratch, budget)? {
            shown.add(candidate);
            if shown.len() >= max {
                break;
            }
        }
    }
    Ok(())
}

/// Tests overlapping windows; the parts of an edge at both ends belong to every way and are left out.
fn locally_optimal(
    question: &Question<'_>,
    candidate: &Candidate,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<bool, OutOfBudget> {
    let window = limit(question.best.cost, LOCAL_PER_MILLE);
    let (states, upto) = (&candidate.states, &candidate.upto);
    let inner = states.len() - 1;
    let mut from = 0;
    while from + 1 < inner {
        let Some(to) = (from + 1..inner).find(|to| upto[*to] - upto[from] >= window).or(Some(inner - 1))
        else {
            break;
        };
        let edge = question.turns.edge(states[to]);
        let Some(whole) = question.weights.edge(edge) else { return Ok(false) };
        let sources = [Source { state: states[from], cost: 0 }];
        let goals = [Goal { edge, cost: whole }];
        let problem = question.problem(&sources, &goals);
        problem.aim(question.guide, &mut scratch.local_potential);
        let Scratch { local_potential, local, .. } = &mut *scratch;
        let best = astar::search(&problem, question.guide, local_potential, local, budget)?;
        if best.is_none_or(|best| best.cost < upto[to] - upto[from]) {
            return Ok(false);
        }
        if to + 1 >= inner {
            break;
        }
        let half = upto[from] + window / 2;
        from = (from + 1..to).find(|next| upto[*next] >= half).unwrap_or(to);
    }
    Ok(true)
}

impl<'a> Question<'a> {
    fn problem(&self, sources: &'a [Source], goals: &'a [Goal]) -> Problem<'a>
    where
        Self: 'a,
    {
        Problem { turns: self.turns, weights: self.weights, sources, goals, accept: None, direct: None }
    }

    /// Adds up a way; `None` when it is not one that could be shown: a loop, a turn around, or the wrong end.
    fn measure(&self, states: Vec<State>) -> Option<Candidate> {
        let edge = |state: State| self.turns.edge(state);
        let (first, last) = (*states.first()?, *states.last()?);
        if self.keep_last_state && self.best.states.last() != Some(&last) {
            return None;
        }
        let mut seen = FxHashSet::default();
        if !states.iter().all(|state| seen.insert(edge(*state) >> 1)) {
            return None;
        }
        let start = self.sources.iter().map(|(_, source)| source).find(|source| source.state == first)?;
        let end = goals(self.weights, self.goals).into_iter().find(|goal| goal.edge == edge(last))?;
        let mut cost = start.cost;
        let mut upto = vec![cost];
        for (index, pair) in states.windows(2).enumerate() {
            let turn = self.turns.from(pair[0]).iter().find(|turn| turn.state == pair[1])?;
            cost += self.weights.turn(turn.cost_cs);
            cost += if index + 2 == states.len() { end.cost } else { self.weights.edge(edge(pair[1]))? };
            upto.push(cost);
        }
        Some(Candidate { states, upto })
    }
}

/// What is shown already.
struct Shown<'a> {
    question: &'a Question<'a>,
    edges: Vec<(FxHashSet<Edge>, u64)>,
    found: Vec<Candidate>,
}

impl<'a> Shown<'a> {
    fn new(question: &'a Question<'a>) -> Self {
        let mut shown = Self { question, edges: Vec::new(), found: Vec::new() };
        shown.note(&question.best.states);
        shown
    }

    fn len(&self) -> usize {
        self.edges.len()
    }

    fn travel(&self, states: &[State]) -> u64 {
        let graph = self.question.weights.graph;
        states.iter().map(|state| u64::from(graph.travel_ms[self.question.turns.edge(*state) as usize])).sum()
    }

    fn note(&mut self, states: &[State]) {
        let edges = states.iter().map(|state| self.question.turns.edge(*state)).collect();
        self.edges.push((edges, self.travel(states)));
    }

    fn add(&mut self, candidate: Candidate) {
        self.note(&candidate.states);
        self.found.push(candidate);
    }

    /// Cheap enough and different enough from everything shown.
    fn differs(&self, candidate: &Candidate) -> bool {
        if candidate.cost() > limit(self.question.best.cost, STRETCH_PER_MILLE) {
            return false;
        }
        let own = self.travel(&candidate.states);
        self.edges.iter().all(|(edges, travel)| {
            let common: Vec<State> = candidate
                .states
                .iter()
                .copied()
                .filter(|state| edges.contains(&self.question.turns.edge(*state)))
                .collect();
            self.travel(&common) as f64 <= SHARE * own.min(*travel) as f64
        })
    }

    fn others(self) -> Vec<LegPath> {
        let question = self.question;
        let mut found = self.found;
        found.sort_by_key(Candidate::cost);
        found
            .into_iter()
            .filter_map(|candidate| {
                let (first, last) = (*candidate.states.first()?, *candidate.states.last()?);
                let (start, _) = question.sources.iter().find(|(_, source)| source.state == first)?;
                let end = question.goals.iter().find(|end| end.edge == question.turns.edge(last))?;
                let cost = candidate.cost();
                Some(LegPath {
                    states: candidate.states,
                    start: *start,
                    end: *end,
                    cost,
                    turned: question.best.turned,
                })
            })
            .collect()
    }
}
