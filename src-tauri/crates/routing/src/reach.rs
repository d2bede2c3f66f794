//! Islands: which edges a trip can leave for the main network, and which it can reach from there.

use region::Access;

use crate::{
    graph::{Edge, Graph},
    turns::{State, Turns},
};

/// No component.
const UNSEEN: u32 = u32::MAX;

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
    /// The main network is the largest strongly connected component of public roads under all rules of turning. On a
    /// ring where nobody can turn around each direction is a component of its own; whoever stands there may choose, so
    /// components that hold both directions of a road count as one.
    pub(crate) fn explore(graph: &Graph, turns: &Turns) -> Self {
        let public = |state: State| graph.access(turns.edge(state)) == Access::Yes;
        let mut component = components(turns, &public);
        join_directions(&mut component, graph.edge_count());
        let main = most_frequent(&component);
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

    /// Number of the network that a public edge belongs to; `None` for other edges.
    pub(crate) fn network(&self, edge: Edge) -> Option<u32> {
        self.component.get(edge as usize).copied().filter(|component| *component != UNSEEN)
    }

    /// Whether the edge is part of the main network itself.
    pub(crate) fn is_main(&self, edge: Edge) -> bool {
        self.component[edge as usize] == self.main
    }

    /// Whether this is the main network's number.
    pub(crate) fn is_main_network(&self, network: u32) -> bool {
        network == self.main
    }
}

/// Gives both directions of a public road one number, and all that had the numbers of either.
fn join_directions(component: &mut [u32], edges: usize) {
    let count =
        component.iter().filter(|number| **number != UNSEEN).max().map_or(0, |most| *most as usize + 1);
    let mut parent: Vec<u32> = (0..count as u32).collect();
    let root = |parent: &mut Vec<u32>, mut at: u32| {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    };
    for pair in component[..edges].chunks_exact(2) {
        if pair[0] != UNSEEN && pair[1] != UNSEEN {
            let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    for number in component.iter_mut().filter(|number| **number != UNSEEN) {
        *number = root(&mut parent, *number);
    }
}

/// The number that occurs most; the smaller one of two.
fn most_frequent(component: &[u32]) -> u32 {
    let most =
        component.iter().filter(|number| **number != UNSEEN).max().map_or(0, |most| *most as usize + 1);
    let mut sizes = vec![0_u32; most];
    for number in component.iter().filter(|number| **number != UNSEEN) {
        sizes[*number as usize] += 1;
    }
    (0..most as u32).max_by_key(|number| (sizes[*number as usize], u32::MAX - number)).unwrap_or(UNSEEN - 1)
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
/// (`UNSEEN` where not a member).
fn components(turns: &Turns, member: &impl Fn(State) -> bool) -> Vec<u32> {
    let states = turns.len();
    let mut index = vec![UNSEEN; states];
    let mut low = vec![0_u32; states];
    let mut component = vec![UNSEEN; states];
    let (mut stack, mut path): (Vec<State>, Vec<(State, u32)>) = (Vec::new(), Vec::new());
    let (mut next_index, mut next_component) = (0_u32, 0_u32);
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
                while let Some(part) = stack.pop() {
                    component[part as usize] = next_component;
                    if part == state {
                        break;
                    }
                }
                next_component += 1;
            }
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[state as usize]);
            }
        }
    }
    component
}
