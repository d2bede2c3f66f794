//! The lattice of places: a layer of places per used fix, linked by the legal ways between them.

use domain::LonLat;
use routing::{Beside, Edge, Router, State};

use crate::{
    likelihood::{Between, Likelihood},
    options::Options,
    path::{self, Drive},
    track::Fix,
    walk::Walker,
};

/// A fix that does not follow from the last one may be an error of the receiver: so many may be skipped to go on.
const MOST_SKIPPED: usize = 3;

/// How one gets from one place to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum How {
    /// On along the same edge.
    Along,
    /// Turning around in the middle of the road, and on along the other direction.
    Turned,
    /// Over the head of the edge, at most that many metres between the two edges.
    Over {
        /// The bound of the walk that found it.
        reach_m: f64,
    },
}

/// A possible step between a place of the last layer and one of this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) likelihood: f64,
    pub(crate) state: State,
    pub(crate) how: How,
}

/// The best way of standing at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Likelihood of the best sequence up to here; −∞ when no sequence leads here.
    pub(crate) best: f64,
    /// The link it came by.
    pub(crate) by: Option<usize>,
    pub(crate) state: State,
}

/// The places of one fix.
#[derive(Debug)]
pub(crate) struct Layer {
    /// The first of its fixes.
    pub(crate) fix: usize,
    /// The last of them.
    pub(crate) last_fix: usize,
    pub(crate) point: LonLat,
    pub(crate) at: Option<f64>,
    pub(crate) places: Vec<Beside>,
    /// Likelihood of each place for the fix alone.
    pub(crate) fits: Vec<f64>,
    pub(crate) nodes: Vec<Node>,
    /// Links from the layer before; none where a drive begins.
    pub(crate) links: Vec<Link>,
}

impl Layer {
    fn begin(&mut self, router: &Router) {
        self.links.clear();
        self.nodes = self
            .places
            .iter()
            .zip(&self.fits)
            .map(|(place, fits)| Node { best: *fits, by: None, state: router.standing_on(place.edge) })
            .collect();
    }

    fn between(&self, next: &Self) -> Between {
        let elapsed_s = self.at.zip(next.at).map(|(from, to)| (to - from).max(0.0));
        Between { line_m: self.point.distance_m(next.point), elapsed_s }
    }
}

/// All layers; a drive begins wherever a layer has no links.
pub(crate) struct Lattice<'r> {
    router: &'r Router,
    model: Likelihood,
    walker: Walker<'r>,
    layers: Vec<Layer>,
    pub(crate) off_road: usize,
    pub(crate) left_out: usize,
}

impl<'r> Lattice<'r> {
    /// `None` when `go_on` said no before all layers were laid.
    pub(crate) fn lay(
        router: &'r Router,
        fixes: &[Fix],
        noise_m: f64,
        options: &Options,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let model = Likelihood { noise_m, options: *options };
        let mut lattice =
            Self { router, model, walker: Walker::new(router), layers: Vec::new(), off_road: 0, left_out: 0 };
        let mut waiting: Vec<Layer> = Vec::new();
        for layer in lattice.places_of(fixes) {
            if !go_on() {
                return None;
            }
            waiting.push(layer);
            lattice.take(&mut waiting);
        }
        lattice.left_out += waiting.len();
        Some(lattice)
    }

    /// Layers with their places, without what says nothing new and without what lies off every road.
    fn places_of(&mut self, fixes: &[Fix]) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for group in group(fixes, self.model.options.thin_noises * self.model.noise_m) {
            let noise_m = self.model.noise_of(group.fixes);
            let mut places = self.router.beside(group.mean.point, self.model.options.radius(noise_m));
            places.truncate(self.model.options.most_places);
            if places.is_empty() {
                self.off_road += group.fixes;
                continue;
            }
            let fits = places.iter().map(|place| Likelihood::of_place(place.distance_m, noise_m)).collect();
            layers.push(Layer {
                fix: group.first,
                last_fix: group.first + group.fixes - 1,
                point: group.mean.point,
                at: group.mean.at,
                places,
                fits,
                nodes: Vec::new(),
                links: Vec::new(),
            });
        }
        layers
    }

    /// Links the newest waiting layer to the last one taken. While that fails the layers wait; when too many do, the
    /// drive has ended and the first of them begins another.
    fn take(&mut self, waiting: &mut Vec<Layer>) {
        let Some(mut layer) = waiting.pop() else { return };
        let Some(last) = self.layers.last() else {
            layer.begin(self.router);
            self.layers.push(layer);
            return;
        };
        if link(self.router, &self.model, &mut self.walker, last, &mut layer) {
            self.left_out += waiting.len();
            waiting.clear();
            self.layers.push(layer);
            return;
        }
        waiting.push(layer);
        if waiting.len() > MOST_SKIPPED {
            let mut again = std::mem::take(waiting).into_iter();
            if let Some(mut first) = again.next() {
                first.begin(self.router);
                self.layers.push(first);
            }
            for layer in again {
                waiting.push(layer);
                self.take(waiting);
            }
        }
    }

    /// The likeliest drives.
    pub(crate) fn into_drives(mut self) -> Vec<Drive> {
        let layers = std::mem::take(&mut self.layers);
        let mut drives = Vec::new();
        for layers in layers.chunk_by(|_, next| !next.links.is_empty()) {
            drives.extend(path::drive(self.router, &self.model, &mut self.walker, layers));
        }
        drives
    }
}

/// Fixes so close together that they say one thing.
struct Group {
    first: usize,
    fixes: usize,
    mean: Fix,
}

/// Neighbours in the track nearer to the first of them than `within_m`, as one fix in their middle: a car that stands
/// still would otherwise seem to wander, and several fixes of a slow one are surer than any of them.
fn group(fixes: &[Fix], within_m: f64) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut first = 0;
    while let Some(opening) = fixes.get(first) {
        let near = |fix: &&Fix| opening.point.distance_m(fix.point) < within_m;
        let fixes = &fixes[first..first + fixes[first..].iter().take_while(near).count().max(1)];
        let mean = |of: &dyn Fn(&Fix) -> f64| fixes.iter().map(of).sum::<f64>() / fixes.len() as f64;
        let point = LonLat { lon: mean(&|fix| fix.point.lon), lat: mean(&|fix| fix.point.lat) };
        let timed = fixes.iter().all(|fix| fix.at.is_some());
        let at = timed.then(|| mean(&|fix| fix.at.unwrap_or_default()));
        groups.push(Group { first, fixes: fixes.len(), mean: Fix { point, at } });
        first += fixes.len();
    }
    groups
}

/// Fills in the links and nodes of `next`; false when no way leads there.
fn link(
    router: &Router,
    model: &Likelihood,
    walker: &mut Walker<'_>,
    last: &Layer,
    next: &mut Layer,
) -> bool {
    [false, true].into_iter().any(|widely| {
        next.links = links(router, model, walker, last, next, widely);
        let unreached = |place: &Beside| Node {
            best: f64::NEG_INFINITY,
            by: None,
            state: router.standing_on(place.edge),
        };
        next.nodes = next.places.iter().map(unreached).collect();
        for (index, link) in next.links.iter().enumerate() {
            let best = last.nodes[link.from].best + link.likelihood + next.fits[link.to];
            if best > next.nodes[link.to].best {
                next.nodes[link.to] = Node { best, by: Some(index), state: link.state };
            }
        }
        !next.links.is_empty()
    })
}

fn links(
    router: &Router,
    model: &Likelihood,
    walker: &mut Walker<'_>,
    last: &Layer,
    next: &Layer,
    widely: bool,
) -> Vec<Link> {
    let between = last.between(next);
    let reach_m = model.reach_m(between.line_m, widely);
    let mut wanted: Vec<Edge> = next.places.iter().map(|place| place.edge).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut links = Vec::new();
    for (from, (place, node)) in last.places.iter().zip(&last.nodes).enumerate() {
        if node.best == f64::NEG_INFINITY {
            continue;
        }
        let length_m = router.graph().length_m(place.edge);
        let ways = walker.walk(node.state, &wanted, reach_m);
        for (to, other) in next.places.iter().enumerate() {
            let mut add = |metres: f64, seconds: f64, state: State, how: How, extra: f64| {
                if let Some(likelihood) = model.of_way(between, metres, seconds) {
                    links.push(Link { from, to, likelihood: likelihood + extra, state, how });
                }
            };
            let speed = length_m.max(1.0) / (f64::from(router.edge_ms(place.edge)).max(1.0) / 1000.0);
            if other.edge == place.edge && other.along_m >= place.along_m - model.backwards_m() {
                let metres = (other.along_m - place.along_m).max(0.0);
                add(metres, metres / speed, node.state, How::Along, 0.0);
                continue;
            }
            if other.edge == place.edge ^ 1 {
                let metres = (length_m - other.along_m - place.along_m).abs();
                let state = router.standing_on(other.edge);
                add(metres, metres / speed, state, How::Turned, -model.options.turn_around);
            }
            if let Some(way) = ways.get(&other.edge) {
                let metres = length_m - place.along_m + way.metres + other.along_m;
                let seconds = (length_m - place.along_m) / speed + way.seconds;
                add(metres, seconds, way.state, How::Over { reach_m }, 0.0);
            }
        }
    }
    links
}
