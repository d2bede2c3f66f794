//! Which edge may follow which: every rule of turning, written out as a graph of states before any search.
//!
//! A state is a directed edge together with all of the past that still matters on it:
//!
//! - *destination access*: such an edge is legal at both ends of a trip, never in between. It has an `early` state
//!   (nothing but destination edges so far) and a `late` one (after a public road, from which none may follow);
//! - *restrictions over ways*: the edges driven so far that begin some restriction. The rules are the words of an
//!   Aho–Corasick automaton over edges, and its inner nodes are states.
//!
//! For almost every edge nothing matters and its state has the edge's own number. A search over states needs no rule.

use region::Access;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    costing,
    graph::{Edge, Graph},
};

/// Bends beyond this lead back where one came from, degrees.
const BACK: f64 = 170.0;

/// A state of the search. States below [`Graph::edge_count`] are the edges themselves.
pub(crate) type State = u32;

/// One legal turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// State after it (before it, in the reverse table).
    pub(crate) state: State,
    /// Centiseconds on the clock.
    pub(crate) cost_cs: u16,
}

/// All states and turns.
#[derive(Debug)]
pub(crate) struct Turns {
    /// Number of edges: the states below it are the edges themselves.
    edges: u32,
    /// Edge of each state beyond those.
    edge_of: Vec<Edge>,
    first: Vec<u32>,
    turns: Vec<Turn>,
    back_first: Vec<u32>,
    back: Vec<Turn>,
    /// States of an edge besides the one with its own number.
    more: FxHashMap<Edge, Vec<State>>,
    /// Where a trip that begins again in this state (at a waypoint) continues; only states that differ.
    fresh: FxHashMap<State, State>,
}

/// What a state remembers, while the table is being built.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Memory {
    /// Edges driven, the last one is the state's edge. Longer than one only inside a restriction.
    driven: Vec<Edge>,
    /// On a destination edge after a public road.
    late: bool,
}

struct Rules {
    /// Pairs and longer sequences that must not be driven.
    banned_pairs: FxHashSet<(Edge, Edge)>,
    banned_words: FxHashSet<Vec<Edge>>,
    /// Beginnings of the longer ones, two edges at least and one less than the whole.
    beginnings: FxHashSet<Vec<Edge>>,
    /// First edges of the longer ones: the only edges from which a beginning can start.
    openers: FxHashSet<Edge>,
}

impl Rules {
    fn read(graph: &Graph) -> Self {
        let mut rules = Self {
            banned_pairs: FxHashSet::default(),
            banned_words: FxHashSet::default(),
            beginnings: FxHashSet::default(),
            openers: FxHashSet::default(),
        };
        let all = (0_u32..).zip(&graph.roads().restrictions);
        for (_, restriction) in all.filter(|(number, _)| graph.law.counts(*number)) {
            if restriction.via.is_empty() {
                rules.banned_pairs.insert((restriction.from, restriction.to));
                continue;
            }
            let mut word = vec![restriction.from];
            word.extend(&restriction.via);
            word.push(restriction.to);
            for end in 2..word.len() {
                rules.beginnings.insert(word[..end].to_vec());
            }
            rules.openers.insert(restriction.from);
            rules.banned_words.insert(word);
        }
        rules
    }

    /// What is remembered after driving `next`, or `None` when that is forbidden.
    fn after(&self, driven: &[Edge], next: Edge) -> Option<Vec<Edge>> {
        let last = *driven.last()?;
        if self.banned_pairs.contains(&(last, next)) {
            return None;
        }
        if driven.len() == 1 && !self.openers.contains(&last) {
            return Some(vec![next]);
        }
        let mut word = driven.to_vec();
        word.push(next);
        if (0..word.len()).any(|start| self.banned_words.contains(&word[start..])) {
            return None;
        }
        (0..word.len() - 1)
            .find(|start| self.beginnings.contains(&word[*start..]))
            .map_or_else(|| Some(vec![next]), |start| Some(word[start..].to_vec()))
    }
}

impl Turns {
    /// Writes out every legal turn.
    pub(crate) fn build(graph: &Graph) -> Self {
        Builder::new(graph).run()
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.edges as usize + self.edge_of.len()
    }

    /// The edge of a state.
    #[inline]
    pub(crate) fn edge(&self, state: State) -> Edge {
        if state < self.edges { state } else { self.edge_of[(state - self.edges) as usize] }
    }

    /// Legal turns out of a state.
    #[inline]
    pub(crate) fn from(&self, state: State) -> &[Turn] {
        &self.turns[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    /// Legal turns into a state; [`Turn::state`] is the one before.
    #[inline]
    pub(crate) fn into(&self, state: State) -> &[Turn] {
        &self.back[self.back_first[state as usize] as usize..self.back_first[state as usize + 1] as usize]
    }

    /// Every state of an edge.
    pub(crate) fn states_of(&self, edge: Edge) -> impl Iterator<Item = State> + '_ {
        std::iter::once(edge).chain(self.more.get(&edge).into_iter().flatten().copied())
    }

    /// The states of an edge, grouped by what a new leg would still know of the past.
    pub(crate) fn by_memory(&self, edge: Edge) -> Vec<Vec<State>> {
        let mut groups: Vec<(State, Vec<State>)> = Vec::new();
        for state in self.states_of(edge) {
            let fresh = self.fresh(state);
            match groups.iter_mut().find(|(known, _)| *known == fresh) {
                Some((_, states)) => states.push(state),
                None => groups.push((fresh, vec![state])),
            }
        }
        groups.into_iter().map(|(_, states)| states).collect()
    }

    /// The state in which a new leg starts after the last one ended in `state`: destination access begins anew,
    /// restrictions go on.
    pub(crate) fn fresh(&self, state: State) -> State {
        self.fresh.get(&state).copied().unwrap_or(state)
    }
}

struct Builder<'a> {
    graph: &'a Graph,
    rules: Rules,
    memories: FxHashMap<Memory, State>,
    /// States beyond the plain ones, in order of their numbers.
    extra: Vec<Memory>,
}

impl<'a> Builder<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self { graph, rules: Rules::read(graph), memories: FxHashMap::default(), extra: Vec::new() }
    }

    fn run(mut self) -> Turns {
        let edges = self.graph.edge_count() as u32;
        let mut turns = Vec::with_capacity(edges as usize * 2);
        let mut first = vec![0];
        for edge in 0..edges {
            if self.graph.access(edge) != Access::No {
                self.expand(&Memory { driven: vec![edge], late: false }, &mut turns);
            }
            first.push(turns.len() as u32);
        }
        // Expanding a state can discover more of them; they are expanded in the order of their discovery.
        let mut next = 0;
        while let Some(memory) = self.extra.get(next).cloned() {
            self.expand(&memory, &mut turns);
            first.push(turns.len() as u32);
            next += 1;
        }
        self.finish(first, turns)
    }

    fn finish(mut self, first: Vec<u32>, turns: Vec<Turn>) -> Turns {
        let edges = self.graph.edge_count() as u32;
        let edge_of: Vec<Edge> =
            self.extra.iter().filter_map(|memory| memory.driven.last().copied()).collect();
        let mut more: FxHashMap<Edge, Vec<State>> = FxHashMap::default();
        let mut fresh = FxHashMap::default();
        for (index, memory) in self.extra.clone().into_iter().enumerate() {
            let state = edges + index as State;
            more.entry(edge_of[index]).or_default().push(state);
            if memory.late {
                // A late state inside a restriction may lack an early twin; forgetting the access then means
                // forgetting the restriction too, which only the twin could keep.
                let early = Memory { late: false, ..memory };
                if let Some(twin) = self.number_if_known(&early) {
                    fresh.insert(state, twin);
                }
            }
        }
        self.memories.clear();
        let (back_first, back) = reverse(&first, &turns, edges as usize + edge_of.len());
        Turns { edges, edge_of, first, turns, back_first, back, more, fresh }
    }

    fn expand(&mut self, memory: &Memory, turns: &mut Vec<Turn>) {
        let graph = self.graph;
        let Some(&from) = memory.driven.last() else { return };
        let from_public = graph.access(from) == Access::Yes;
        let node = graph.head(from);
        let blocked = graph.node(node).blocked;
        let leads_on = |next: &&Edge| **next != (from ^ 1) && graph.access(**next) == Access::Yes;
        let ways_on: Vec<Edge> = graph.out.row(node).iter().filter(leads_on).copied().collect();
        let may_turn_around = blocked || ways_on.is_empty() || graph.node(node).uturn_ok;
        // Two one-ways drawn over the same line: going back on the other one is turning around too.
        let goes_back = |to: Edge| graph.head(to) == graph.tail(from) && graph.bend(from, to).abs() > BACK;
        let choice = graph.degree(node) > 2;
        for &to in graph.out.row(node) {
            if graph.access(to) == Access::No {
                continue;
            }
            let u_turn = to == from ^ 1;
            if if u_turn { !may_turn_around } else { blocked } {
                continue;
            }
            let elsewhere = || ways_on.iter().any(|next| !goes_back(*next));
            if !u_turn && goes_back(to) && !graph.node(node).uturn_ok && elsewhere() {
                continue;
            }
            let to_public = graph.access(to) == Access::Yes;
            if to_public && memory.late {
                continue;
            }
            let Some(driven) = self.rules.after(&memory.driven, to) else { continue };
            let late = !to_public && (from_public || memory.late);
            let boards = graph.kind_of(to).class == domain::RoadClass::Ferry
                && graph.kind_of(from).class != domain::RoadClass::Ferry;
            let cost_cs =
                costing::turn_cs(graph.bend(from, to), choice, graph.roads().drives_left, boards, u_turn);
            turns.push(Turn { state: self.number(Memory { driven, late }), cost_cs });
        }
    }

    fn number_if_known(&self, memory: &Memory) -> Option<State> {
        if memory.driven.len() == 1 && !memory.late {
            return memory.driven.first().copied();
        }
        self.memories.get(memory).copied()
    }

    fn number(&mut self, memory: Memory) -> State {
        if let Some(known) = self.number_if_known(&memory) {
            return known;
        }
        if memory.late && memory.driven.len() > 1 {
            // The early twin has to exist for `fresh`.
            self.number(Memory { late: false, driven: memory.driven.clone() });
        }
        let state = (self.graph.edge_count() + self.extra.len()) as State;
        self.memories.insert(memory.clone(), state);
        self.extra.push(memory);
        state
    }
}

fn reverse(first: &[u32], turns: &[Turn], states: usize) -> (Vec<u32>, Vec<Turn>) {
    let mut back_first = vec![0_u32; states + 1];
    for turn in turns {
        back_first[turn.state as usize + 1] += 1;
    }
    for state in 0..states {
        back_first[state + 1] += back_first[state];
    }
    let mut next = back_first.clone();
    let mut back = vec![Turn { state: 0, cost_cs: 0 }; turns.len()];
    for state in 0..states {
        for turn in &turns[first[state] as usize..first[state + 1] as usize] {
            let slot = &mut next[turn.state as usize];
            back[*slot as usize] = Turn { state: state as State, cost_cs: turn.cost_cs };
            *slot += 1;
        }
    }
    (back_first, back)
}
