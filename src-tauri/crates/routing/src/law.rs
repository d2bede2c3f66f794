//! What is legal at one moment: which conditional restrictions count, and what a road allows whose access changes with
//! the hour. Worked out once for a departure; everything after it sees an ordinary, unconditional network.

use domain::Moment;
use region::{Access, RoadNetwork};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    conditions::{Condition, Holds, local},
    graph::Edge,
};

/// The differences between a moment's law and the strictest one, which is what a [`RoadNetwork`] says by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Law {
    /// Edges that allow something else than their segment says.
    access: FxHashMap<Edge, Access>,
    /// Restrictions (by position) that do not count.
    lifted: FxHashSet<u32>,
}

impl Law {
    /// What each condition of the network is worth at a moment.
    pub(crate) fn state(conditions: &[Condition], when: Option<&Moment>) -> Vec<Holds> {
        let local = when.and_then(local);
        conditions.iter().map(|condition| condition.at(local)).collect()
    }

    /// The law when nothing is known of the time.
    pub(crate) fn careful(roads: &RoadNetwork) -> Self {
        Self::when(roads, &Self::state(&conditions(roads), None))
    }

    /// The law when conditions are worth this. Where nobody knows, the stricter side counts.
    pub(crate) fn when(roads: &RoadNetwork, state: &[Holds]) -> Self {
        let worth = |condition: Option<u32>| match condition {
            None => Holds::Yes,
            Some(condition) => state.get(condition as usize).copied().unwrap_or(Holds::Unknown),
        };
        let lifted = (0_u32..)
            .zip(&roads.restrictions)
            .filter(|(_, restriction)| worth(restriction.condition) == Holds::No)
            .map(|(number, _)| number);
        let access = roads.timed.chunk_by(|a, b| a.edge == b.edge).filter_map(|rules| {
            let edge = rules.first()?.edge;
            let now = rules.iter().fold(Access::No, |now, rule| match worth(rule.condition) {
                Holds::Yes => rule.access,
                Holds::Unknown => now.stricter(rule.access),
                Holds::No => now,
            });
            (now != roads.access(edge)).then_some((edge, now))
        });
        Self { access: access.collect(), lifted: lifted.collect() }
    }

    /// Everything that is legal at any time at all: a bound for every moment's law, and no law itself.
    pub(crate) fn any_time(roads: &RoadNetwork) -> Self {
        let conditional = |(_, restriction): &(u32, &region::Restriction)| restriction.condition.is_some();
        let lifted = (0_u32..).zip(&roads.restrictions).filter(conditional).map(|(number, _)| number);
        let access = roads.timed.iter().map(|rule| (rule.edge, roads.ever(rule.edge)));
        Self { access: access.collect(), lifted: lifted.collect() }
    }

    /// Who may drive the edge.
    #[inline]
    pub(crate) fn access(&self, roads: &RoadNetwork, edge: Edge) -> Access {
        let segment = &roads.segments[(edge >> 1) as usize];
        let written = if edge & 1 == 0 { segment.forward } else { segment.backward };
        if self.access.is_empty() { written } else { self.access.get(&edge).copied().unwrap_or(written) }
    }

    /// Whether a restriction (by position) counts.
    pub(crate) fn counts(&self, restriction: u32) -> bool {
        !self.lifted.contains(&restriction)
    }
}

/// The conditions of a network, read.
pub(crate) fn conditions(roads: &RoadNetwork) -> Vec<Condition> {
    roads.conditions.iter().map(|text| Condition::read(text)).collect()
}

/// The network as it is at a moment, without conditions: what a judge of routes reads who knows nothing of hours.
pub fn network_at(roads: &RoadNetwork, when: Option<&Moment>) -> RoadNetwork {
    let law = Law::when(roads, &Law::state(&conditions(roads), when));
    let mut now = roads.clone();
    for (edge, access) in &law.access {
        let segment = &mut now.segments[(edge >> 1) as usize];
        *(if edge & 1 == 0 { &mut segment.forward } else { &mut segment.backward }) = *access;
    }
    let mut number = 0..;
    now.restrictions.retain(|_| number.next().is_some_and(|number| law.counts(number)));
    now.restrictions.iter_mut().for_each(|restriction| restriction.condition = None);
    now.timed.clear();
    now.conditions.clear();
    now
}
