//! Labels of a search that are reused from one search to the next without clearing.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{
    turns::State,
    weights::{Cost, NEVER},
};

/// No state.
pub(crate) const NONE: State = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Label {
    cost: Cost,
    parent: State,
    /// Twice the round when open, one more when settled.
    stamp: u32,
}

/// Best known cost and parent of every state, and the queue.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    labels: Vec<Label>,
    round: u32,
    queue: BinaryHeap<Reverse<(Cost, State)>>,
}

impl Labels {
    /// Forgets everything and makes room for `states` states.
    pub(crate) fn start(&mut self, states: usize) {
        if self.labels.len() < states || self.round > u32::MAX / 2 - 2 {
            self.labels.clear();
            self.labels.resize(states, Label { cost: NEVER, parent: NONE, stamp: 0 });
            self.round = 0;
        }
        self.round += 1;
        self.queue.clear();
    }

    /// Cost so far, [`NEVER`] when not reached.
    #[inline]
    pub(crate) fn cost(&self, state: State) -> Cost {
        let label = &self.labels[state as usize];
        if label.stamp >= self.round * 2 { label.cost } else { NEVER }
    }

    /// Parent of a reached state.
    #[inline]
    pub(crate) fn parent(&self, state: State) -> State {
        let label = &self.labels[state as usize];
        if label.stamp >= self.round * 2 { label.parent } else { NONE }
    }

    /// Lowers the cost of a state and queues it by `key`. Does nothing when that is no improvement.
    #[inline]
    pub(crate) fn improve(&mut self, state: State, cost: Cost, parent: State, key: Cost) {
        if cost < self.cost(state) {
            self.labels[state as usize] = Label { cost, parent, stamp: self.round * 2 };
            self.queue.push(Reverse((key, state)));
        }
    }

    /// The next state to settle with its key, settled from now on.
    #[inline]
    pub(crate) fn settle(&mut self) -> Option<(Cost, State)> {
        while let Some(Reverse((key, state))) = self.queue.pop() {
            let label = &mut self.labels[state as usize];
            if label.stamp == self.round * 2 {
                label.stamp += 1;
                return Some((key, state));
            }
        }
        None
    }
}
