//! Snapping the points of one trip together.

use std::collections::VecDeque;

use domain::LonLat;
use rustc_hash::FxHashSet;

use crate::{
    router::Router,
    snap::{self, End, Snap, SnapError, SnapOptions, Within},
    turns::{State, Turns},
};

impl Router {
    /// Snaps the points of one trip together. Where each point lies nearest to a road and these roads are joined, that
    /// is where the trip goes, be they on an island or at the ends of one-ways. Otherwise all of them go to one
    /// island's roads when they lie on it, and each to where the main network can be used when not, as [`Router::snap`]
    /// does; a snap that had to move says so.
    ///
    /// # Errors
    /// The first point (from 0) that has no road near enough, and why.
    pub fn snap_trip(&self, points: &[(LonLat, SnapOptions)]) -> Result<Vec<Snap>, (usize, SnapError)> {
        let mut snaps = self.snap_together(points)?;
        // Who is there already need not drive: on a junction one leaves by other edges than one arrives by.
        for index in 1..snaps.len() {
            let (before, from) = snaps.split_at_mut(index);
            if let (Some(here), Some(there)) = (before.last(), from.first_mut())
                && here.point == there.point
            {
                let missing: Vec<End> =
                    here.ends.iter().filter(|end| !there.ends.contains(end)).copied().collect();
                there.ends.extend(missing);
            }
        }
        Ok(snaps)
    }

    fn snap_together(&self, points: &[(LonLat, SnapOptions)]) -> Result<Vec<Snap>, (usize, SnapError)> {
        let near = self.snap_all(points, Within::Anywhere);
        let usable = |(snap, (_, options)): (&Snap, &(LonLat, SnapOptions))| {
            snap.ends.iter().all(|end| snap::usable(&self.reach, end.edge, options.role))
        };
        if near.as_ref().is_ok_and(|snaps| snaps.iter().zip(points).all(usable)) {
            return near;
        }
        let usual = self.snap_all(points, Within::Usable);
        if near.is_ok() && near == usual {
            return near;
        }
        match near {
            Ok(near) if near.windows(2).all(|pair| self.joined(&pair[0], &pair[1])) => return Ok(near),
            _ => {}
        }
        match self.island(points) {
            Some(network) => self.snap_all(points, Within::Network(network)),
            None => usual,
        }
    }

    fn snap_all(
        &self,
        points: &[(LonLat, SnapOptions)],
        within: Within,
    ) -> Result<Vec<Snap>, (usize, SnapError)> {
        let snap = |(index, (point, options)): (usize, &(LonLat, SnapOptions))| {
            let closed = self.closed_to(&options.vehicle);
            let snap = self.index.snap(&self.grounds(closed.as_deref()), *point, options, within);
            snap.map_err(|error| (index, error))
        };
        points.iter().enumerate().map(snap).collect()
    }

    /// The network, other than the main one, on which all points lie.
    fn island(&self, points: &[(LonLat, SnapOptions)]) -> Option<u32> {
        let networks_at = |(point, options): &(LonLat, SnapOptions)| -> Vec<u32> {
            let segment = self.index.segment_at(&self.graph, *point, options.limit_m);
            let edges = segment.into_iter().flat_map(|segment| [segment * 2, segment * 2 + 1]);
            edges.filter_map(|edge| self.reach.network(edge)).collect()
        };
        let mut shared = points.first().map(networks_at).unwrap_or_default();
        for point in points.iter().skip(1) {
            let here = networks_at(point);
            shared.retain(|network| here.contains(network));
        }
        shared.first().copied().filter(|network| !self.reach.is_main_network(*network))
    }

    /// Whether any legal way leads from one snap to the other. Both sides are explored in turn, so that an island on
    /// either side settles it soon.
    fn joined(&self, from: &Snap, to: &Snap) -> bool {
        let direct = from
            .ends
            .iter()
            .any(|start| to.ends.iter().any(|end| start.edge == end.edge && start.share <= end.share));
        if direct {
            return true;
        }
        let turns: &Turns = &self.turns;
        let next = |state: State| turns.from(state).iter().map(|turn| turn.state);
        let before = |state: State| turns.into(state).iter().map(|turn| turn.state);
        let mut ahead = Front::default();
        from.ends.iter().flat_map(|end| next(end.edge)).for_each(|state| ahead.reach(state));
        let mut behind = Front::default();
        to.ends.iter().flat_map(|end| turns.states_of(end.edge)).for_each(|state| behind.reach(state));
        if ahead.seen.iter().any(|state| behind.seen.contains(state)) {
            return true;
        }
        loop {
            let Some(state) = ahead.queue.pop_front() else { return false };
            for state in next(state) {
                ahead.reach(state);
                if behind.seen.contains(&state) {
                    return true;
                }
            }
            let Some(state) = behind.queue.pop_front() else { return false };
            for state in before(state) {
                behind.reach(state);
                if ahead.seen.contains(&state) {
                    return true;
                }
            }
        }
    }
}

/// What is known to be reachable from one side.
#[derive(Default)]
struct Front {
    seen: FxHashSet<State>,
    queue: VecDeque<State>,
}

impl Front {
    fn reach(&mut self, state: State) {
        if self.seen.insert(state) {
            self.queue.push_back(state);
        }
    }
}
