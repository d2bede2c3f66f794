//! Questions about roads apart from planning: by name, by key, under a click, and along edges that were driven once.

use domain::{EdgeKey, FeatureSet, LonLat, Ring, RoadClass, RoadFeature, Route, Strength};
use region::Access;
use rustc_hash::FxHashSet;

use crate::{
    assemble,
    graph::Edge,
    legs::LegPath,
    router::Router,
    snap::{End, Role, SnapOptions, WHOLE},
    weights::{Subset, Wishes},
};

/// A click this far from a road means it, metres.
const CLICK_M: f64 = 60.0;
/// A section is not longer than this to either side of the click, metres; for each junction that it is to be extended by,
/// as much again.
const SECTION_M: f64 = 3_000.0;
/// Junctions that a section may be extended by at either end. It stays a stretch and never becomes the whole road.
const MAX_EXTENSION: u32 = 8;
/// The other carriageway of a road lies within this distance, metres.
const CARRIAGEWAY_M: f64 = 45.0;

/// A stretch of a road from one major junction to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What a person calls it: the road's name, or its ref; empty when it has neither.
    pub label: String,
    /// Each drivable direction is its own edge; the other carriageway is included.
    pub edges: Vec<EdgeKey>,
    /// Its one or two directions of travel; the one nearer to the clicked carriageway's drawing first.
    pub ways: Vec<Way>,
    /// Metres of the clicked carriageway.
    pub length_m: f64,
    /// Whether the road goes on behind the junction at either end: before the first edge of the first way, and behind
    /// its last.
    pub goes_on: [bool; 2],
}

/// One direction of travel along a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Degrees clockwise from north, from its first point to its last.
    pub bearing_deg: f64,
    /// Its edges, those of the clicked carriageway in driving order first.
    pub edges: Vec<EdgeKey>,
}

/// Why edges that were driven once can't be drawn as a route today.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// None given.
    #[error("there are no edges")]
    Empty,
    /// This many of them are no longer in the region, or closed.
    #[error("{0} of the roads no longer exist or are closed")]
    Gone(usize),
    /// They do not form one line, or a turn between them is forbidden by now (position of the second edge).
    #[error("the way is not legal any more at edge {0}")]
    Illegal(usize),
}

impl Router {
    /// The route along these edges, from the start of the first to the end of the last. Where it turns around or
    /// leaves a destination-only road there was a stop, and a new leg starts.
    ///
    /// # Errors
    /// When edges are gone or the way is no longer legal.
    pub fn route_by_edges(&self, keys: &[EdgeKey]) -> Result<Route, Unknown> {
        self.route_by_part(keys, 0.0, f64::INFINITY)
    }

    /// The same from so many metres behind the start of the first edge to so many behind the start of the last.
    ///
    /// # Errors
    /// As [`Self::route_by_edges`].
    pub fn route_by_part(&self, keys: &[EdgeKey], from_m: f64, to_m: f64) -> Result<Route, Unknown> {
        let edges: Vec<Edge> = keys.iter().filter_map(|key| self.graph.edge_of(*key)).collect();
        if edges.len() < keys.len() {
            return Err(Unknown::Gone(keys.len() - edges.len()));
        }
        let (first, last) = (*edges.first().ok_or(Unknown::Empty)?, *edges.last().ok_or(Unknown::Empty)?);
        let share = |edge: Edge, metres: f64| {
            let share = (metres / self.graph.length_m(edge)).clamp(0.0, 1.0);
            (share * f64::from(WHOLE)).round() as u32
        };
        let (start_share, end_share) = (share(first, from_m), share(last, to_m));
        // States of each leg, and whether it begins by turning around. Otherwise its first edge is the one on which the leg
        // before ended.
        let mut legs = vec![(vec![first], false)];
        let mut state = first;
        for (index, edge) in edges.iter().enumerate().skip(1) {
            let legal = |from| {
                let turns = self.turns.from(from).iter();
                turns.map(|turn| turn.state).find(|next| self.turns.edge(*next) == *edge)
            };
            if let Some(next) = legal(state) {
                state = next;
                if let Some((leg, _)) = legs.last_mut() {
                    leg.push(next);
                }
            } else if *edge == self.turns.edge(state) ^ 1 {
                state = *edge;
                legs.push((vec![state], true));
            } else {
                // As after a stop: only destination access begins anew.
                let fresh = self.turns.fresh(state);
                state = legal(fresh).ok_or(Unknown::Illegal(index))?;
                legs.push((vec![fresh, state], false));
            }
        }
        let wishes = Wishes::lay(self, &[], domain::intent::RoutePreference::Fastest, &[]);
        let weights = wishes.weights(&self.graph, Subset::NONE, false);
        let mut cost = 0;
        for pair in legs.iter().flat_map(|(leg, _)| leg.windows(2)) {
            let turn = self.turns.from(pair[0]).iter().find(|turn| turn.state == pair[1]);
            cost += turn.map_or(0, |turn| weights.turn(turn.cost_cs));
        }
        cost += edges.iter().filter_map(|edge| weights.edge(*edge)).sum::<u64>();
        let legs_count = legs.len();
        let legs: Vec<LegPath> = legs
            .into_iter()
            .enumerate()
            .filter_map(|(index, (states, turned))| {
                let edge = |state: Option<&u32>| state.map(|state| self.turns.edge(*state));
                let begun = match index {
                    0 => start_share,
                    _ if turned => 0,
                    _ => WHOLE,
                };
                let ended = if index + 1 == legs_count { end_share } else { WHOLE };
                let start = End { edge: edge(states.first())?, share: begun };
                let end = End { edge: edge(states.last())?, share: ended };
                Some(LegPath { states, start, end, cost: 0, turned })
            })
            .collect();
        Ok(assemble::route(self, &legs, cost, &[]))
    }

    /// Every name and ref of a road in the region, as the map writes it, sorted: what a sentence may name.
    pub fn road_names(&self) -> &[String] {
        self.names.spoken()
    }

    /// All drivable edges of the road with this name or ref (case, width and spaces do not matter).
    pub fn edges_of_road(&self, name: &str) -> Vec<EdgeKey> {
        self.names.segments_of(name).iter().flat_map(|segment| self.directions(*segment)).collect()
    }

    /// The stretch of road under a click, from one major junction to the next; `None` when no road is near.
    pub fn section_at(&self, point: LonLat) -> Option<Section> {
        self.section_extended(point, [0, 0])
    }

    /// The same with so many further junctions passed at either end: against the drawing of the clicked piece, and along
    /// it, as [`Section::goes_on`] orders them.
    pub fn section_extended(&self, point: LonLat, extend: [u32; 2]) -> Option<Section> {
        let graph = &self.graph;
        let clicked = self.index.segment_at(graph, point, CLICK_M)?;
        let mut taken = FxHashSet::from_iter([clicked]);
        // Both walks lead away from the click; turned around, the first one comes before it.
        let mut walk = |start: Edge, extend: u32| {
            let (mut edge, mut metres, mut walked) = (start, 0.0, Vec::new());
            let mut left = extend.min(MAX_EXTENSION);
            let limit = SECTION_M * f64::from(1 + left);
            while let Some((next, at_junction)) = self.same_road_ahead(edge) {
                if at_junction && left == 0 {
                    return (walked, true);
                }
                left -= u32::from(at_junction);
                metres += graph.length_m(next);
                if metres > limit || !taken.insert(next >> 1) {
                    break;
                }
                walked.push(next);
                edge = next;
            }
            (walked, false)
        };
        let (before, goes_on_before) = walk(clicked * 2 + 1, extend[0]);
        let (behind, goes_on_behind) = walk(clicked * 2, extend[1]);
        let there: Vec<Edge> =
            before.iter().rev().map(|edge| edge ^ 1).chain([clicked * 2]).chain(behind).collect();
        let back: Vec<Edge> = there.iter().rev().map(|edge| edge ^ 1).collect();
        let length_m = there.iter().map(|edge| graph.length_m(*edge)).sum();
        let bearing_deg = match (there.first(), there.last()) {
            (Some(first), Some(last)) => {
                let (from, to) = (graph.position(graph.tail(*first)), graph.position(graph.head(*last)));
                from.bearing_deg(to)
            }
            _ => 0.0,
        };
        let open = |edge: &&Edge| graph.access(**edge) != Access::No;
        let mut ways =
            [there.iter().filter(open).copied().collect(), back.iter().filter(open).copied().collect()]
                .map(|edges: Vec<Edge>| edges);
        for edge in &there {
            // The other carriageway is driven the other way than this one.
            let other_way = usize::from(graph.access(*edge) != Access::No);
            let beside: Vec<u32> =
                self.other_carriageway(edge >> 1).filter(|other| taken.insert(*other)).collect();
            let driven = beside.into_iter().flat_map(|segment| [segment * 2, segment * 2 + 1]);
            ways[other_way].extend(driven.filter(|edge| graph.access(*edge) != Access::No));
        }
        let keys = |edges: &[Edge]| edges.iter().map(|edge| graph.key(*edge)).collect::<Vec<_>>();
        let ways: Vec<Way> = ways
            .iter()
            .zip([bearing_deg, (bearing_deg + 180.0).rem_euclid(360.0)])
            .filter(|(edges, _)| !edges.is_empty())
            .map(|(edges, bearing_deg)| Way { bearing_deg, edges: keys(edges) })
            .collect();
        Some(Section {
            label: graph.label(clicked * 2).to_owned(),
            edges: ways.iter().flat_map(|way| way.edges.iter().copied()).collect(),
            ways,
            length_m,
            goes_on: [goes_on_before, goes_on_behind],
        })
    }

    /// All drivable edges any part of which lies in an area.
    pub fn edges_in(&self, ring: &Ring) -> Vec<EdgeKey> {
        self.segments_in(ring).into_iter().flat_map(|segment| self.directions(segment)).collect()
    }

    pub(crate) fn segments_in(&self, ring: &Ring) -> Vec<u32> {
        let Some(bbox) = ring.bbox() else { return Vec::new() };
        let near = self.index.segments_in(bbox);
        near.filter(|segment| ring.touches(&self.graph.geometry(segment * 2))).collect()
    }

    /// Metres of an edge, when the region has it.
    pub fn edge_length_m(&self, key: EdgeKey) -> Option<f64> {
        self.graph.edge_of(key).map(|edge| self.graph.length_m(edge))
    }

    /// Seconds that driving an edge takes, without what stops a car at its start, when the region has it.
    pub fn edge_seconds(&self, key: EdgeKey) -> Option<f64> {
        self.graph.edge_of(key).map(|edge| f64::from(self.graph.travel_ms[edge as usize]) / 1000.0)
    }

    /// Line of an edge in driving direction, when the region has it.
    pub fn edge_geometry(&self, key: EdgeKey) -> Option<Vec<LonLat>> {
        self.graph.edge_of(key).map(|edge| self.graph.geometry(edge))
    }

    /// Class of an edge, when the region has it.
    pub fn edge_class(&self, key: EdgeKey) -> Option<RoadClass> {
        self.graph.edge_of(key).map(|edge| self.graph.kind_of(edge).class)
    }

    /// Features of an edge, when the region has it.
    pub fn edge_features(&self, key: EdgeKey) -> Option<FeatureSet> {
        self.graph.edge_of(key).map(|edge| self.graph.kind_of(edge).features)
    }

    /// Name of an edge's road (its ref when it has none, or nothing), when the region has it.
    pub fn edge_label(&self, key: EdgeKey) -> Option<&str> {
        self.graph.edge_of(key).map(|edge| self.graph.label(edge))
    }

    /// Whether an edge runs along water; false when the region does not have it.
    pub fn is_waterside(&self, key: EdgeKey) -> bool {
        self.edge_features(key).is_some_and(|features| features.has(RoadFeature::Waterside))
    }

    /// Seconds that driving these edges costs more (less, when negative) with a wish of this strength on them: for
    /// showing how much a remembered wish weighs.
    pub fn pull_s(&self, keys: &[EdgeKey], strength: Strength) -> f64 {
        let edges = keys.iter().filter_map(|key| self.graph.edge_of(*key));
        let travel: f64 = edges.map(|edge| f64::from(self.graph.travel_ms[edge as usize]) / 1000.0).sum();
        travel * (crate::costing::strength_factor(strength) - 1.0)
    }

    fn directions(&self, segment: u32) -> impl Iterator<Item = EdgeKey> + '_ {
        let both = [segment * 2, segment * 2 + 1].into_iter();
        both.filter(|edge| self.graph.access(*edge) != Access::No).map(|edge| self.graph.key(edge))
    }

    /// The next piece of the same road, and whether a major junction lies before it. Follows a one-way against its
    /// direction too: which ways a section is driven is decided later.
    fn same_road_ahead(&self, edge: Edge) -> Option<(Edge, bool)> {
        let graph = &self.graph;
        let node = graph.head(edge);
        let leaving: Vec<Edge> = graph
            .out
            .row(node)
            .iter()
            .copied()
            .chain(graph.into.row(node).iter().map(|edge| edge ^ 1))
            .filter(|other| other >> 1 != edge >> 1)
            .collect();
        let way = graph.way(edge);
        let same = |other: Edge| {
            let other = graph.way(other);
            match (way.name, way.road_ref) {
                (0, 0) => other.name == 0 && other.road_ref == 0 && other.class == way.class,
                (0, road_ref) => other.name == 0 && other.road_ref == road_ref,
                (name, _) => other.name == name,
            }
        };
        let major = |other: Edge| !same(other) && graph.way(other).road_class() <= way.road_class();
        let at_junction = leaving.iter().any(|other| major(*other));
        let on = leaving.into_iter().filter(|other| same(*other));
        let straightest = on.min_by(|a, b| graph.bend(edge, *a).abs().total_cmp(&graph.bend(edge, *b).abs()));
        straightest.map(|next| (next, at_junction))
    }

    /// Segments of the same name beside a one-way segment that are driven the other way.
    fn other_carriageway(&self, segment: u32) -> impl Iterator<Item = u32> + '_ {
        let graph = &self.graph;
        let driven = |segment: u32| -> Option<Edge> {
            let mut open =
                [segment * 2, segment * 2 + 1].into_iter().filter(|e| graph.access(*e) != Access::No);
            let only = open.next()?;
            open.next().is_none().then_some(only)
        };
        let own = driven(segment);
        let line = graph.geometry(segment * 2);
        let middle = line.get(line.len() / 2).copied();
        let near = own
            .zip(middle)
            .filter(|_| graph.way(segment * 2).name != 0)
            .map(|(own, middle)| (own, self.index.segments_near(graph, middle, CARRIAGEWAY_M)));
        near.into_iter().flat_map(move |(own, near)| {
            near.into_iter().filter(move |other| {
                driven(*other).is_some_and(|edge| {
                    let turned = (graph.bearing_out(edge) - graph.bearing_out(own)).rem_euclid(360.0);
                    graph.way(edge).name == graph.way(own).name && (120.0..=240.0).contains(&turned)
                })
            })
        })
    }

    /// The label of the road nearest to a point that a trip can use, for naming a place that has no name.
    pub fn road_label_at(&self, point: LonLat) -> Option<String> {
        let snap = self.snap(point, &SnapOptions::for_role(Role::Via)).ok()?;
        (!snap.label.is_empty()).then_some(snap.label)
    }
}
