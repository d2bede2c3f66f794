//! What every edge weighs for one person and one set of wishes.
//!
//! Wishes about features depend on an edge's kind only. A wish about a named road or a section gives its edges kinds
//! of their own, so that one set of wishes is a small table of factors by kind and changing the set is free.

use domain::{Adjustment, RoadFeature, Strength, Target, intent::RoutePreference};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    closed::Closed,
    costing::{self, ONE, REMOVED},
    ends::{self, Zone},
    graph::{Edge, Graph, Kind},
    router::Router,
    snap::Snap,
};

/// Cost in the unit of the searches: milliseconds in the upper bits, below them a fraction and a number drawn from
/// the edge. Two ways that take equally long so still differ, and every search, however guided, finds the same one.
pub(crate) type Cost = u64;
/// Bits below the milliseconds.
pub(crate) const FINE_BITS: u32 = 20;
/// No cost is as high.
pub(crate) const NEVER: Cost = u64::MAX;

/// Which wishes count: the mode, and each adjustment by its index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subset(u128);

impl Subset {
    const MODE: u32 = 127;
    /// Adjustments that a plan can hold.
    pub const MAX_ADJUSTMENTS: usize = Self::MODE as usize;
    /// Everything the plan holds.
    pub const ALL: Self = Self(u128::MAX);
    /// Nothing: the fastest legal route.
    pub const NONE: Self = Self(0);

    /// Whether the mode counts.
    pub fn has_mode(self) -> bool {
        self.0 >> Self::MODE & 1 == 1
    }

    /// Whether this adjustment counts.
    pub fn has(self, index: usize) -> bool {
        index < Self::MAX_ADJUSTMENTS && self.0 >> index & 1 == 1
    }

    /// With this adjustment too.
    #[must_use]
    pub fn with(self, index: usize) -> Self {
        if index < Self::MAX_ADJUSTMENTS { Self(self.0 | 1 << index) } else { self }
    }

    /// Without this adjustment.
    #[must_use]
    pub fn without(self, index: usize) -> Self {
        if index < Self::MAX_ADJUSTMENTS { Self(self.0 & !(1 << index)) } else { self }
    }

    /// With the mode.
    #[must_use]
    pub fn with_mode(self) -> Self {
        Self(self.0 | 1 << Self::MODE)
    }

    /// Without the mode.
    #[must_use]
    pub fn without_mode(self) -> Self {
        Self(self.0 & !(1 << Self::MODE))
    }

    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same set with nothing in it that the plan does not hold.
    pub(crate) fn within(self, adjustments: usize) -> Self {
        let all = if adjustments == 0 { 0 } else { u128::MAX >> (128 - adjustments) };
        Self(self.0 & (all | 1 << Self::MODE))
    }
}

/// All wishes of a plan, laid over the graph.
#[derive(Debug)]
pub(crate) struct Wishes {
    pub(crate) mode: RoutePreference,
    strengths: Vec<Strength>,
    /// Kind per edge, when some edges got a kind of their own.
    own_kind: Option<Vec<u16>>,
    /// What the edges of each kind have in common.
    pub(crate) kinds: Vec<Concern>,
    /// Per adjustment the edges around the ends of the trip on which it is another than elsewhere, sorted.
    zones: Vec<Vec<Edge>>,
    /// Per leg, where there are several, the edges that are eased for the trip and on which this leg does not stand, with
    /// the adjustments that go for them there.
    afar: Vec<FxHashMap<Edge, Subset>>,
}

/// All that the factor of an edge depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Concern {
    pub(crate) kind: Kind,
    /// The adjustments that concern it.
    pub(crate) by: Subset,
    /// Of these the ones on which the trip starts or ends here: a *never* is priced instead of removed, so that one
    /// gets off it, or onto it, over as few metres as possible.
    eased: Subset,
}

/// What an edge has that others of its plain kind do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Single {
    more: Subset,
    less: Subset,
    eased: Subset,
}

impl Wishes {
    /// No wishes at all.
    pub(crate) fn none(graph: &Graph) -> Self {
        let kinds = graph
            .kinds
            .iter()
            .map(|kind| Concern { kind: *kind, by: Subset::NONE, eased: Subset::NONE })
            .collect();
        Self {
            mode: RoutePreference::Fastest,
            strengths: Vec::new(),
            own_kind: None,
            kinds,
            zones: Vec::new(),
            afar: Vec::new(),
        }
    }

    /// Lays wishes over the graph for a trip over these waypoints (none: for no trip in particular).
    pub(crate) fn lay(
        router: &Router,
        adjustments: &[Adjustment],
        mode: RoutePreference,
        waypoints: &[Snap],
    ) -> Self {
        let graph = &router.graph;
        let by_feature = |kind: &Kind| {
            adjustments.iter().enumerate().fold(Subset::NONE, |set, (index, adjustment)| {
                match &adjustment.target {
                    Target::Feature(feature) if kind.features.has(*feature) => set.with(index),
                    Target::Feature(_) | Target::Road(_) | Target::Section { .. } | Target::Area { .. } => {
                        set
                    }
                }
            })
        };
        let mut kinds: Vec<Concern> = graph
            .kinds
            .iter()
            .map(|kind| Concern { kind: *kind, by: by_feature(kind), eased: Subset::NONE })
            .collect();
        let mut singled: FxHashMap<Edge, Single> = FxHashMap::default();
        for (index, adjustment) in adjustments.iter().enumerate() {
            for edge in edges_of(router, &adjustment.target) {
                let single = singled.entry(edge).or_default();
                single.more = single.more.with(index);
            }
        }
        let mut zones: Vec<Vec<Edge>> = vec![Vec::new(); adjustments.len()];
        let mut afar: Vec<FxHashMap<Edge, Subset>> =
            vec![FxHashMap::default(); waypoints.len().saturating_sub(1)];
        for (index, adjustment) in adjustments.iter().enumerate() {
            let concerned = |edge: Edge| {
                kinds[usize::from(graph.weighed[edge as usize].kind)].by.has(index)
                    || singled.get(&edge).is_some_and(|single| single.more.has(index))
            };
            let zone = match (&adjustment.target, adjustment.strength) {
                (Target::Feature(RoadFeature::Residential), strength) if strength.is_negative() => {
                    Zone::NoShortCut(ends::no_short_cut(graph, waypoints))
                }
                (_, Strength::Never) => Zone::Eased(ends::stood_on(graph, waypoints, concerned)),
                _ => continue,
            };
            let edges: FxHashSet<Edge> = match &zone {
                Zone::NoShortCut(edges) => edges.clone(),
                Zone::Eased(legs) => legs.iter().flatten().copied().collect(),
            };
            for edge in &edges {
                let single = singled.entry(*edge).or_default();
                match &zone {
                    Zone::NoShortCut(_) => single.less = single.less.with(index),
                    Zone::Eased(legs) => {
                        single.eased = single.eased.with(index);
                        for (_, afar) in
                            legs.iter().zip(&mut afar).filter(|(stood_on, _)| !stood_on.contains(edge))
                        {
                            let by = afar.entry(*edge).or_default();
                            *by = by.with(index);
                        }
                    }
                }
            }
            zones[index] = edges.into_iter().collect();
            zones[index].sort_unstable();
        }
        let own_kind = (!singled.is_empty()).then(|| {
            let mut own: Vec<u16> = graph.weighed.iter().map(|edge| edge.kind).collect();
            let mut known: FxHashMap<(u16, Single), u16> = FxHashMap::default();
            for (edge, single) in singled {
                let plain = graph.weighed[edge as usize].kind;
                own[edge as usize] = *known.entry((plain, single)).or_insert_with(|| {
                    let Concern { kind, by, .. } = kinds[usize::from(plain)];
                    let by = Subset((by.0 | single.more.0) & !single.less.0);
                    kinds.push(Concern { kind, by, eased: single.eased });
                    (kinds.len() - 1) as u16
                });
            }
            own
        });
        let strengths = adjustments.iter().map(|adjustment| adjustment.strength).collect();
        Self { mode, strengths, own_kind, kinds, zones, afar }
    }

    /// Kind of an edge under these wishes.
    #[inline]
    pub(crate) fn kind(&self, graph: &Graph, edge: Edge) -> usize {
        usize::from(
            self.own_kind
                .as_ref()
                .map_or_else(|| graph.weighed[edge as usize].kind, |own| own[edge as usize]),
        )
    }

    /// The adjustments that concern an edge.
    pub(crate) fn concerning(&self, graph: &Graph, edge: Edge) -> Subset {
        self.kinds[self.kind(graph, edge)].by
    }

    /// Whether driving this edge on this leg breaks the adjustment: not where the leg itself starts or ends on it.
    pub(crate) fn breaks(&self, graph: &Graph, edge: Edge, leg: usize, index: usize) -> bool {
        let concern = &self.kinds[self.kind(graph, edge)];
        let afar = || self.afar.get(leg).and_then(|afar| afar.get(&edge)).is_some_and(|by| by.has(index));
        concern.by.has(index) && (!concern.eased.has(index) || afar())
    }

    /// Where the ends of the trip make the wishes of a set others than they are elsewhere: two trips with equal wishes weigh
    /// roads equally only when this is equal too.
    pub(crate) fn zones(&self, subset: Subset) -> Vec<Vec<Edge>> {
        let of =
            |(index, zone): (usize, &Vec<Edge>)| if subset.has(index) { zone.clone() } else { Vec::new() };
        let zones: Vec<Vec<Edge>> = self.zones.iter().enumerate().map(of).collect();
        if zones.iter().all(Vec::is_empty) { Vec::new() } else { zones }
    }

    /// The wishes that make roads cheaper, and the mode: nothing that holds the mode weighs less anywhere. For `Fastest`
    /// that goes for sets without the mode too.
    pub(crate) fn cheapest(&self, mode: bool) -> Subset {
        let only = if mode { Subset::NONE.with_mode() } else { Subset::NONE };
        (0..self.len()).filter(|index| !self.strengths[*index].is_negative()).fold(only, Subset::with)
    }

    pub(crate) fn strength(&self, index: usize) -> Strength {
        self.strengths[index]
    }

    pub(crate) fn len(&self) -> usize {
        self.strengths.len()
    }

    /// Factors for the wishes in `subset`. `violate` prices what is never to be used instead of removing it.
    pub(crate) fn weights<'a>(&'a self, graph: &'a Graph, subset: Subset, violate: bool) -> Weights<'a> {
        let mode = if subset.has_mode() { self.mode } else { RoutePreference::Fastest };
        let mut soft = Vec::with_capacity(self.kinds.len());
        let mut factor = Vec::with_capacity(self.kinds.len());
        for Concern { kind, by: concerning, eased } in &self.kinds {
            let mut product = costing::mode_factor(mode, *kind);
            let (mut never, mut stands) = (false, false);
            for (index, strength) in self.strengths.iter().enumerate() {
                if !(subset.has(index) && concerning.has(index)) {
                    continue;
                }
                match strength {
                    Strength::Never if eased.has(index) => stands = true,
                    Strength::Never => never = true,
                    soft => product *= costing::strength_factor(*soft),
                }
            }
            let fixed = costing::fixed(product);
            soft.push(fixed);
            factor.push(match (never, stands, violate) {
                (true, _, false) => REMOVED,
                (false, false, _) => fixed,
                (true, _, true) | (false, true, _) => costing::fixed_violation(fixed),
            });
        }
        Weights {
            graph,
            wishes: self,
            factor,
            soft,
            penalty: costing::mode_penalty_factor(mode),
            raised: None,
            closed: None,
            afar: None,
            subset,
            violate,
        }
    }
}

/// The edges that a target names one by one; none for a feature, which kinds know.
fn edges_of(router: &Router, target: &Target) -> Vec<Edge> {
    let both = |segment: u32| [segment * 2, segment * 2 + 1];
    match target {
        Target::Feature(_) => Vec::new(),
        Target::Road(name) => router.names.segments_of(name).iter().copied().flat_map(both).collect(),
        Target::Section { edges, .. } => edges.iter().filter_map(|key| router.graph.edge_of(*key)).collect(),
        Target::Area { ring, .. } => router.segments_in(ring).into_iter().flat_map(both).collect(),
    }
}

/// What edges and turns weigh.
pub(crate) struct Weights<'a> {
    pub(crate) graph: &'a Graph,
    wishes: &'a Wishes,
    factor: Vec<u64>,
    soft: Vec<u64>,
    penalty: u64,
    /// Edges made dearer by the search for alternatives.
    pub(crate) raised: Option<&'a FxHashMap<Edge, u64>>,
    /// Edges that the car does not fit on, whatever is wished.
    closed: Option<&'a Closed>,
    /// Of these edges the ones that a wish of the subset is about are removed: they are eased for another leg only.
    afar: Option<&'a FxHashMap<Edge, Subset>>,
    subset: Subset,
    violate: bool,
}

impl<'a> Weights<'a> {
    /// The same weights with some edges made dearer, in 1,024ths.
    pub(crate) fn raised_by<'b>(&'b self, raised: &'b FxHashMap<Edge, u64>) -> Weights<'b>
    where
        'a: 'b,
    {
        Weights { raised: Some(raised), factor: self.factor.clone(), soft: self.soft.clone(), ..*self }
    }

    /// The same weights for one leg of the trip. What guides a search is customised for all legs: a bound holds all the
    /// more.
    pub(crate) fn on_leg(&self, leg: usize) -> Weights<'a> {
        let afar = self.wishes.afar.get(leg).filter(|afar| !afar.is_empty() && !self.violate);
        Weights { afar, factor: self.factor.clone(), soft: self.soft.clone(), ..*self }
    }

    /// The same weights without some edges. What guides a search is customised without this: a bound holds all the more.
    #[must_use]
    pub(crate) fn without(self, closed: Option<&'a Closed>) -> Self {
        Self { closed, ..self }
    }

    /// Whether the car must not be on that edge, or must not come to it from its start.
    pub(crate) fn bars(&self, edge: Edge, standing: bool) -> bool {
        self.closed.is_some_and(|closed| if standing { closed.bars_standing(edge) } else { closed.has(edge) })
    }

    /// Cost of the whole edge, the light at its start included; `None` when it must not be used.
    #[inline]
    pub(crate) fn edge(&self, edge: Edge) -> Option<Cost> {
        let factor = self.factor[self.wishes.kind(self.graph, edge)];
        if factor == REMOVED || self.closed.is_some_and(|closed| closed.has(edge)) {
            return None;
        }
        if self.afar.is_some_and(|afar| afar.get(&edge).is_some_and(|by| by.meets(self.subset))) {
            return None;
        }
        let mut cost =
            u64::from(self.graph.weighed[edge as usize].weigh_ms).saturating_mul(factor) << (FINE_BITS - 10);
        if let Some(raised) = self.raised
            && let Some(times) = raised.get(&edge)
        {
            cost = (cost / ONE).saturating_mul(*times);
        }
        Some(cost + self.pause(edge) + distinct(edge))
    }

    /// Cost of a part of an edge on which a trip starts or ends: it is legal even where the whole is never used.
    /// `share` is in 65,536ths.
    pub(crate) fn part(&self, edge: Edge, share: u32) -> Cost {
        let factor = self.soft[self.wishes.kind(self.graph, edge)];
        let whole = u128::from(self.graph.weighed[edge as usize].weigh_ms) * u128::from(factor);
        ((whole * u128::from(share)) >> 16) as u64 * (1 << (FINE_BITS - 10)) + distinct(edge)
    }

    /// Cost of what stops a car at the start of an edge: lights, gates, booths.
    #[inline]
    pub(crate) fn pause(&self, edge: Edge) -> Cost {
        (u64::from(self.graph.weighed[edge as usize].pause_ms) * self.penalty) << FINE_BITS
    }

    /// Cost of a turn.
    #[inline]
    pub(crate) fn turn(&self, cost_cs: u16) -> Cost {
        (u64::from(cost_cs) * 10 * self.penalty) << FINE_BITS
    }
}

/// A number of 16 bits that differs from edge to edge (the finaliser of MurmurHash3).
#[inline]
fn distinct(edge: Edge) -> u64 {
    let mut h = edge.wrapping_add(0x9e37_79b9);
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    u64::from((h ^ (h >> 16)) & 0xffff)
}

/// Seconds of a cost.
pub(crate) fn seconds(cost: Cost) -> f64 {
    cost as f64 / f64::from(1 << FINE_BITS) / 1000.0
}
