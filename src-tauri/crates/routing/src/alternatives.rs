//! Other routes worth showing.
//!
//! Plateaus first ([`plateaus`]): each names a stretch of road, and the best way over it is a real choice. Admissibility
//! is after Abraham, Delling, Goldberg, Werneck, *Alternative routes in road networks*, 2013. When too few are found, rounds of
//! penalties on what is already shown propose more. Nothing is shown that is not locally optimal: every part of it of
//! some length is itself the best way between its ends, under the person's own weights.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    budget::Budget,
    graph::Edge,
    legs::{LegPath, goals},
    plateaus,
    router::Scratch,
    search::astar::{self, Goal, Guide, Halt, Problem, Source, limit},
    snap::End,
    turns::{State, Turns},
    weights::{Cost, NEVER, Weights},
};

/// An alternative may weigh this many thousandths of the best route.
const STRETCH_PER_MILLE: u64 = 1_400;
/// Where to look first: most of what is worth showing is not much dearer, and the ellipse is half as large.
const NEAR_PER_MILLE: u64 = 1_200;
/// It may share this part of the travel time with any route already shown.
const SHARE: f64 = 0.7;
/// The same before turns are looked at: what shares more than this will hardly share less when they are.
const PROMISING_SHARE: f64 = 0.75;
/// Parts of this many thousandths of the best route's cost must be optimal.
const LOCAL_PER_MILLE: u64 = 150;
/// Rounds of penalties when plateaus do not suffice, and the factor of each, in 1,024ths.
const ROUNDS: usize = 6;
/// States that all rounds together may settle: the dearer the shown roads, the less the guide knows.
const ROUNDS_PATIENCE: u64 = 60_000;
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
) -> Result<Vec<LegPath>, Halt> {
    let mut shown = Shown::new(question);
    if max < 2 || question.best.states.len() < 2 {
        return Ok(Vec::new());
    }
    let sources: Vec<Source> = question.sources.iter().map(|(_, source)| *source).collect();
    let goals = goals(question.weights, question.goals);
    let problem = question.problem(&sources, &goals);
    problem.aim(question.guide, &mut scratch.potential);
    // Plateaus are read from it one by one while the other buffers are searched with.
    let mut field = std::mem::take(&mut scratch.field);
    for per_mille in [NEAR_PER_MILLE, STRETCH_PER_MILLE] {
        if shown.len() >= max {
            break;
        }
        for plateau in plateaus::find(&problem, question.guide, &mut field, per_mille) {
            if shown.len() >= max {
                break;
            }
            if !shown.promises(&plateau.edges) {
                continue;
            }
            let Some((candidate, via)) = question.through(&problem, plateau.via, scratch, budget)? else {
                continue;
            };
            if shown.differs(&candidate) && locally_optimal(question, &candidate, Some(via), scratch, budget)?
            {
                shown.add(candidate);
            }
        }
    }
    scratch.field = field;
    // On real roads plateaus give two others for 97 of 100 trips; the rounds are dear, and for who would see nothing.
    if shown.len() < 2 {
        add_by_penalties(question, &problem, max, &mut shown, scratch, budget)?;
    }
    Ok(shown.others())
}

fn add_by_penalties(
    question: &Question<'_>,
    problem: &Problem<'_>,
    max: usize,
    shown: &mut Shown<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<(), Halt> {
    let mut raised: FxHashMap<Edge, u64> = FxHashMap::default();
    let patience = Cell::new(ROUNDS_PATIENCE);
    let guide = Guide { patience: &patience, ..question.guide };
    let mut last: Vec<Edge> = question.best.states.iter().map(|state| question.turns.edge(*state)).collect();
    for _ in 0..ROUNDS {
        for edge in last.iter().flat_map(|edge| [*edge, edge ^ 1]) {
            let factor = raised.entry(edge).or_insert(crate::costing::ONE);
            *factor = *factor * RAISE / crate::costing::ONE;
        }
        let weights = question.weights.raised_by(&raised);
        let problem = Problem { weights: &weights, ..*problem };
        let Scratch { potential, labels, .. } = &mut *scratch;
        let found = match astar::search(&problem, guide, potential, labels, budget) {
            Ok(Some(found)) => found,
            Ok(None) | Err(Halt::Loose) => break,
            Err(spent) => return Err(spent),
        };
        last = found.states.iter().map(|state| question.turns.edge(*state)).collect();
        let Some(candidate) = question.measure(found.states) else { continue };
        if shown.differs(&candidate) && locally_optimal(question, &candidate, None, scratch, budget)? {
            shown.add(candidate);
            if shown.len() >= max {
                break;
            }
        }
    }
    Ok(())
}

/// Whether every part of some length is itself the best way between its ends. The parts of an edge at both ends of the
/// trip belong to every way and are left out. A way made of two best ways that meet in `via` has to be looked at around
/// there only: all else is optimal already.
fn locally_optimal(
    question: &Question<'_>,
    candidate: &Candidate,
    via: Option<usize>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<bool, Halt> {
    let window = limit(question.best.cost, LOCAL_PER_MILLE);
    let upto = &candidate.upto;
    let Some(last) = upto.len().checked_sub(2) else { return Ok(true) };
    let end_of = |from: usize| (from + 1..=last).find(|to| upto[*to] - upto[from] >= window).unwrap_or(last);
    let (mut from, until) = match via {
        Some(via) => {
            let before = (0..via).rev().find(|at| upto[via] - upto[*at] >= window).unwrap_or(0);
            let behind = end_of(via.min(last));
            if best_between(question, candidate, before, behind, scratch, budget)? {
                return Ok(true);
            }
            (before, via)
        }
        None => (0, last),
    };
    // Half overlapping first, which most bad ways do not survive; then every one.
    let first = from;
    let mut seen = Vec::new();
    while from < until {
        let to = end_of(from);
        if !best_between(question, candidate, from, to, scratch, budget)? {
            return Ok(false);
        }
        seen.push(from);
        if to >= last {
            break;
        }
        let half = upto[from] + window / 2;
        from = (from + 1..=to).find(|next| upto[*next] >= half).unwrap_or(to);
    }
    for from in first..until {
        let to = end_of(from);
        // Inside of one that is known to be optimal.
        if seen.iter().any(|known| *known <= from && to <= end_of(*known)) {
            continue;
        }
        if !best_between(question, candidate, from, to, scratch, budget)? {
            return Ok(false);
        }
        if to >= last {
            break;
        }
    }
    Ok(true)
}

/// Whether a part of a way, from the end of one edge to the end of another, is the best between the two.
fn best_between(
    question: &Question<'_>,
    candidate: &Candidate,
    from: usize,
    to: usize,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<bool, Halt> {
    if to <= from + 1 {
        return Ok(true);
    }
    let edge = question.turns.edge(candidate.states[to]);
    let Some(whole) = question.weights.edge(edge) else { return Ok(false) };
    let sources = [Source { state: candidate.states[from], cost: 0 }];
    let goals = [Goal { edge, cost: whole }];
    let problem = question.problem(&sources, &goals);
    let Scratch { local_potential, labels, .. } = &mut *scratch;
    problem.aim(question.guide, local_potential);
    let best = astar::search(&problem, question.guide, local_potential, labels, budget)?;
    Ok(best.is_some_and(|best| best.cost >= candidate.upto[to] - candidate.upto[from]))
}

impl<'a> Question<'a> {
    fn problem(&self, sources: &'a [Source], goals: &'a [Goal]) -> Problem<'a>
    where
        Self: 'a,
    {
        Problem { turns: self.turns, weights: self.weights, sources, goals, accept: None, direct: None }
    }

    /// The best way that drives this edge, and the position of the edge in it.
    fn through(
        &self,
        problem: &Problem<'_>,
        via: Edge,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(Candidate, usize)>, Halt> {
        let Some(whole) = self.weights.edge(via) else { return Ok(None) };
        let there = [Goal { edge: via, cost: whole }];
        let to_via = Problem { goals: &there, ..*problem };
        let Scratch { potential, local_potential, labels, .. } = &mut *scratch;
        to_via.aim(self.guide, local_potential);
        let Some(found) = astar::search(&to_via, self.guide, local_potential, labels, budget)? else {
            return Ok(None);
        };
        let Some(state) = found.states.last().copied() else { return Ok(None) };
        let here = [Source { state, cost: found.cost }];
        let from_via = Problem { sources: &here, ..*problem };
        let Some(rest) = astar::search(&from_via, self.guide, potential, labels, budget)? else {
            return Ok(None);
        };
        let at = found.states.len() - 1;
        let states = found.states.into_iter().chain(rest.states.into_iter().skip(1)).collect();
        Ok(self.measure(states).map(|candidate| (candidate, at)))
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

    /// Whether a way over these edges, as far as they are known before turns are looked at, may be different enough.
    fn promises(&self, way: &[Edge]) -> bool {
        let graph = self.question.weights.graph;
        let travel = |edge: &Edge| u64::from(graph.travel_ms[*edge as usize]);
        let own: u64 = way.iter().map(travel).sum();
        self.edges.iter().all(|(edges, whole)| {
            let common: u64 = way.iter().filter(|edge| edges.contains(edge)).map(travel).sum();
            common as f64 <= PROMISING_SHARE * own.min(*whole) as f64
        })
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
