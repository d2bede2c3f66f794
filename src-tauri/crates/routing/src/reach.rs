//! Islands: which edges a trip can leave for the main network, and which it can reach from there.

use region::Access;

use crate::{
    graph::{Edge, Graph},
    turns::{State, Turns},
};

/// What is known of every edge.
#[derive(Debug)]
pub(crate) struct Reach {
    /// Bit 0: a trip that starts here can reach the main network. Bit 1: a trip can get here from it.
    bits: Vec<u8>,
    /// Number of the strongly connected component of a public edge's own state.
    component: Vec<u32>,
    main: u32,
}

impl Reach {
    /// The main network is the largest strongly connected component of public roads under all rules of turning.
    pub(crate) fn explore(graph: &Graph, turns: &Turns) -> Self {
        let public = |state: State| graph.access(turns.edge(state)) == Access::Yes;
        let (component, main) = components(turns, &public);
        let seeds: Vec<State> =
            (0..turns.len() as State).filter(|state| component[*state as usize] == main).collect();
        let there = flood(turns.len(), &seeds, |state| turns.from(state).iter().map(|turn| turn.state));
        let back = flood(turns.len(), &seeds, |state| turns.into(state).iter().map(|turn| turn.state));
        let bits = (0..graph.edge_count() as Edge).map(|edge| {
            let out = u8::from(back[edge as usize]);
            let to = u8::from(turns.states_of(edge).any(|state| there[state as usize]));
            if graph.access(edge) == Access::No { 0 } else { out | to << 1 }
        });
        Self { bits: bits.collect(), component, main }
    }

    pub(crate) fn can_leave(&self, edge: Edge) -> bool {
        self.bits[edge as usize] & 1 != 0
    }

    pub(crate) fn can_arrive(&self, edge: Edge) -> bool {
        self.bits[edge as usize] & 2 != 0
    }

    /// Whether the edge is part of the main network itself.
    pub(crate) fn is_main(&self, edge: Edge) -> bool {
        self.component[edge as usize] == self.main
    }
}

fn flood<I: Iterator<Item = State>>(states: usize, seeds: &[State], next: impl Fn(State) -> I) -> Vec<bool> {
    let mut seen = vec![false; states];
    let mut stack = seeds.to_vec();
    for seed in seeds {
        seen[*seed as usize] = true;
    }
    while let Some(state) = stack.pop() {
        for to in next(state) {
            if !std::mem::replace(&mut seen[to as usize], true) {
                stack.push(to);
            }
        }
    }
    seen
}

/// Tarjan's algorithm without recursion, over the states that `member` accepts. Returns the component of every state
/// (`u32::MAX` where not a member) and the largest one.
fn components(turns: &Turns, member: &impl Fn(State) -> bool) -> (Vec<u32>, u32) {
    const UNSEEN: u32 = u32::MAX;
    let states = turns.len();
    let mut index = vec![UNSEEN; states];
    let mut low = vec![0_u32; states];
    let mut component = vec![UNSEEN; states];
    let (mut stack, mut path): (Vec<State>, Vec<(State, u32)>) = (Vec::new(), Vec::new());
    let (mut next_index, mut next_component) = (0_u32, 0_u32);
    let (mut main, mut main_size) = (UNSEEN - 1, 0);
    for root in (0..states as State).filter(|state| member(*state)) {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((state, turn)) = path.pop() {
            if turn == 0 {
                index[state as usize] = next_index;
                low[state as usize] = next_index;
                next_index += 1;
                stack.push(state);
            }
            if let Some(to) = turns.from(state).get(turn as usize).map(|turn| turn.state) {
                path.push((state, turn + 1));
                if !member(to) {
                    continue;
                }
                if index[to as usize] == UNSEEN {
                    path.push((to, 0));
                } else if component[to as usize] == UNSEEN {
                    low[state as usize] = low[state as usize].min(index[to as usize]);
                }
                continue;
            }
            if low[state as usize] == index[state as usize] {
                let mut size = 0;
                while let Some(part) = stack.pop() {
                    component[part as usize] = next_component;
                    size += 1;
                    if part == state {
                        break;
                    }
                }
                if size > main_size {
                    (main, main_size) = (next_component, size);
                }
                next_component += 1;
            }
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[state as usize]);
            }
        }
    }
    (component, main)
}
