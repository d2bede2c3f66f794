//! Public roads behind private ones: a street of a gated estate has no tag of its own, but whoever drives there comes
//! through a gate that is for those who have something to do behind it.

use crate::roads::{Access, RoadNetwork};

/// Makes public roads that hang together with the rest only across destination-only roads destination-only themselves.
/// They stay reachable, and are no more a way through than the roads around them.
pub(super) fn mark(network: &mut RoadNetwork) {
    if !(0..).zip(&network.segments).any(|(number, _)| is_for_ends(network, number)) {
        return;
    }
    let mut public = Groups::new(network.nodes.len());
    let mut all = Groups::new(network.nodes.len());
    for (number, segment) in (0..).zip(&network.segments) {
        // Nobody passes a barrier, so nothing hangs together across one.
        let passable = |node: u32| network.nodes.get(node as usize).is_some_and(|node| !node.blocked);
        if !(passable(segment.tail) && passable(segment.head)) {
            continue;
        }
        if is_public(network, number) {
            public.join(segment.tail, segment.head);
        }
        all.join(segment.tail, segment.head);
    }
    let mut size = vec![0_u32; network.nodes.len()];
    for (number, segment) in (0..).zip(&network.segments) {
        if is_public(network, number)
            && let Some(size) = size.get_mut(public.of(segment.tail) as usize)
        {
            *size += 1;
        }
    }
    let Some((main, _)) = (0_u32..).zip(&size).max_by_key(|(node, size)| (**size, u32::MAX - node)) else {
        return;
    };
    let enclosed: Vec<u32> = (0..)
        .zip(&network.segments)
        .filter(|(number, segment)| {
            is_public(network, *number)
                && [segment.tail, segment.head].iter().all(|node| public.of(*node) != main)
                && all.of(segment.tail) == all.of(main)
        })
        .map(|(number, _)| number)
        .collect();
    for number in &enclosed {
        let Some(segment) = network.segments.get_mut(*number as usize) else { continue };
        for access in [&mut segment.forward, &mut segment.backward] {
            *access = access.stricter(Access::Destination);
        }
    }
    for rule in network.timed.iter_mut().filter(|rule| enclosed.binary_search(&(rule.edge / 2)).is_ok()) {
        rule.access = rule.access.stricter(Access::Destination);
    }
}

/// Whether everyone may drive the segment in some direction at some time.
fn is_public(network: &RoadNetwork, segment: u32) -> bool {
    [2 * segment, 2 * segment + 1].iter().any(|edge| network.ever(*edge) == Access::Yes)
}

/// Whether it is open, but never to everyone.
fn is_for_ends(network: &RoadNetwork, segment: u32) -> bool {
    !is_public(network, segment)
        && [2 * segment, 2 * segment + 1].iter().any(|edge| network.ever(*edge) == Access::Destination)
}

/// Nodes that hang together (union-find with path halving).
struct Groups(Vec<u32>);

impl Groups {
    fn new(nodes: usize) -> Self {
        Self((0..).take(nodes).collect())
    }

    fn of(&self, mut node: u32) -> u32 {
        while let Some(above) = self.0.get(node as usize).filter(|above| **above != node) {
            node = *above;
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = self.0.get_mut(a.max(b) as usize) {
            *slot = a.min(b);
        }
    }

    fn root(&mut self, mut node: u32) -> u32 {
        loop {
            let above = self.0.get(node as usize).copied().unwrap_or(node);
            if above == node {
                return node;
            }
            let next = self.0.get(above as usize).copied().unwrap_or(above);
            if let Some(slot) = self.0.get_mut(node as usize) {
                *slot = next;
            }
            node = next;
        }
    }
}
