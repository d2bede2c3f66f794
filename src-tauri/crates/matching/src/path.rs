//! From the likeliest sequence of places to pieces of road, with how sure each is.

use domain::{EdgeKey, LonLat};
use routing::{Edge, Router};

use crate::{
    lattice::{How, Layer, Node},
    likelihood::Likelihood,
    walk::Walker,
};

/// A piece of one directed edge that was driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// The edge.
    pub edge: Edge,
    /// Metres from its tail where the piece begins.
    pub from_m: f64,
    /// Metres from its tail where it ends.
    pub to_m: f64,
    /// How sure it is, 0 to 1: the share of all drives that fit the track which pass here.
    pub confidence: f64,
    /// Nothing was recorded for so long that the piece is a guess, the quickest legal way: a tunnel, a pause.
    pub bridged: bool,
    /// The driver turned around in the middle of the road to get onto this piece.
    pub turned: bool,
    /// Seconds that the whole edge took, waiting included; `None` when the track has no times, the edge was driven in part
    /// only, or the piece is bridged.
    pub seconds: Option<f32>,
}

/// A connected drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// What was driven, in order. Every turn from one edge to the next is legal, except where a piece says `turned`.
    pub pieces: Vec<Piece>,
    /// Index of the first fix.
    pub from_fix: usize,
    /// Index of the last fix.
    pub to_fix: usize,
}

/// Pieces of one drive that follow each other on the road of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The road's name or ref; empty when it has none.
    pub label: String,
    /// Metres.
    pub metres: f64,
    /// The least of its pieces' confidences, 0 to 1.
    pub confidence: f64,
    /// Whether any piece of it bridges a gap.
    pub bridged: bool,
    /// How many pieces of the drive it is.
    pub pieces: usize,
}

impl Drive {
    /// Metres driven.
    pub fn metres(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.to_m - piece.from_m).sum()
    }

    /// The line driven.
    pub fn line(&self, router: &Router) -> Vec<LonLat> {
        let mut line: Vec<LonLat> = Vec::new();
        for piece in &self.pieces {
            let part = router.part_of(piece.edge, piece.from_m, piece.to_m);
            line.extend(part.into_iter().skip(usize::from(!line.is_empty())));
        }
        line
    }

    /// Seconds of each edge, beside [`Self::edge_keys`], 0 where one is not known; none when no edge is.
    pub fn edge_seconds(&self) -> Vec<f32> {
        let known = self.pieces.iter().any(|piece| piece.seconds.is_some());
        let seconds = self.pieces.iter().map(|piece| piece.seconds.unwrap_or(0.0));
        if known { seconds.collect() } else { Vec::new() }
    }

    /// The edges by names that survive a new import.
    pub fn edge_keys(&self, router: &Router) -> Vec<EdgeKey> {
        self.pieces.iter().map(|piece| router.graph().key(piece.edge)).collect()
    }

    /// The drive by names of roads, as a person would tell it: a nameless piece of a few metres in a junction or a
    /// roundabout belongs to the road before it, or to the first road when nothing comes before.
    pub fn stretches(&self, router: &Router) -> Vec<Stretch> {
        let label = |piece: &Piece| router.graph().label(piece.edge);
        let same = |a: &Piece, b: &Piece| label(a) == label(b);
        let runs = self.pieces.chunk_by(same).map(|pieces| Stretch {
            label: pieces.first().map_or("", label).to_owned(),
            metres: pieces.iter().map(|piece| piece.to_m - piece.from_m).sum(),
            confidence: pieces.iter().map(|piece| piece.confidence).fold(1.0, f64::min),
            bridged: pieces.iter().any(|piece| piece.bridged),
            pieces: pieces.len(),
        });
        told(runs)
    }
}

/// Nameless pieces shorter than this are not told of.
const UNTOLD_M: f64 = 40.0;

/// Runs of one name each, without the untold ones. How sure a road is does not suffer from the junction at its end.
fn told(runs: impl Iterator<Item = Stretch>) -> Vec<Stretch> {
    let untold = |run: &Stretch| run.label.is_empty() && run.metres < UNTOLD_M;
    let mut told: Vec<Stretch> = Vec::new();
    for run in runs {
        let Some(before) = told.last_mut() else {
            told.push(run);
            continue;
        };
        let (metres, pieces) = (before.metres + run.metres, before.pieces + run.pieces);
        if before.label == run.label {
            before.confidence = before.confidence.min(run.confidence);
            before.bridged |= run.bridged;
        } else if untold(before) {
            *before = run;
        } else if !untold(&run) {
            told.push(run);
            continue;
        }
        (before.metres, before.pieces) = (metres, pieces);
    }
    told
}

/// The likeliest drive through layers of which only the first has no links. `None` for a single layer: a place is no
/// drive.
pub(crate) fn drive(
    router: &Router,
    model: &Likelihood,
    walker: &mut Walker<'_>,
    layers: &[Layer],
) -> Option<Drive> {
    let (first, rest) = layers.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let chosen = best_sequence(layers)?;
    let place = first.places[chosen[0]];
    let piece = |edge, from_m, to_m, bridged, turned| Piece {
        edge,
        from_m,
        to_m,
        confidence: 1.0,
        bridged,
        turned,
        seconds: None,
    };
    let mut pieces = vec![piece(place.edge, place.along_m, place.along_m, false, false)];
    // For each layer the piece on which its place lies, and where on it.
    let mut at = vec![0];
    let mut along = vec![place.along_m];
    for (step, layer) in rest.iter().enumerate() {
        let before = &layers[step];
        let place = layer.places[chosen[step + 1]];
        let link = layer.nodes[chosen[step + 1]].by.map(|by| layer.links[by])?;
        let bridged = before.point.distance_m(layer.point) > model.options.gap_m;
        let current = pieces.last_mut()?;
        let length_m = router.graph().length_m(current.edge);
        match link.how {
            How::Along => current.to_m = current.to_m.max(place.along_m),
            How::Turned => {
                current.to_m = current.to_m.max(length_m - place.along_m);
                let from_m = length_m - current.to_m;
                pieces.push(piece(place.edge, from_m, place.along_m.max(from_m), bridged, true));
            }
            How::Over { reach_m } => {
                current.to_m = length_m;
                let between = walker.edges_between(before.nodes[link.from].state, link.state, reach_m);
                pieces.extend(
                    between
                        .into_iter()
                        .map(|edge| piece(edge, 0.0, router.graph().length_m(edge), bridged, false)),
                );
                pieces.push(piece(place.edge, 0.0, place.along_m, bridged, false));
            }
        }
        at.push(pieces.len() - 1);
        along.push(place.along_m);
    }
    rate(layers, &at, &mut pieces);
    time(router, layers, &at, &along, &mut pieces);
    Some(Drive { pieces, from_fix: first.fix, to_fix: rest.last()?.last_fix })
}

/// Shorter than the edge by no more than this a piece is the whole of it.
const WHOLE_WITHIN_M: f64 = 1.0;

/// Fills in how long each whole edge took: between two fixes the time is shared out as it would be on an ordinary day.
fn time(router: &Router, layers: &[Layer], at: &[usize], along: &[f64], pieces: &mut [Piece]) {
    let length_m = |piece: &Piece| router.graph().length_m(piece.edge);
    let usual = |piece: &Piece, metres: f64| {
        f64::from(router.edge_ms(piece.edge)) / 1000.0 * metres.max(0.0) / length_m(piece).max(0.1)
    };
    // Where each piece begins, in usual seconds from the start of the drive.
    let mut begins = Vec::with_capacity(pieces.len() + 1);
    let mut sum = 0.0;
    for piece in pieces.iter() {
        begins.push(sum);
        sum += usual(piece, piece.to_m - piece.from_m);
    }
    begins.push(sum);
    // The fixes on the same scale, each later than the one before.
    let mut knots: Vec<(f64, f64)> = Vec::with_capacity(layers.len());
    for ((layer, piece), along_m) in layers.iter().zip(at).zip(along) {
        let (Some(clock), Some(piece), Some(begin)) = (layer.at, pieces.get(*piece), begins.get(*piece))
        else {
            return;
        };
        let (here, last) = (begin + usual(piece, along_m - piece.from_m), knots.last().copied());
        if last.is_none_or(|(before, earlier)| here > before && clock >= earlier) {
            knots.push((here, clock));
        }
    }
    let clock_at = |place: f64| {
        let after = knots.partition_point(|(here, _)| *here < place);
        let (to, from) = (knots.get(after)?, knots.get(after.checked_sub(1).unwrap_or(after))?);
        let span = to.0 - from.0;
        Some(if span > 0.0 {
            from.1 + (to.1 - from.1) * ((place - from.0) / span).clamp(0.0, 1.0)
        } else {
            to.1
        })
    };
    let last_knot = knots.last().map_or(0.0, |(here, _)| *here);
    for (index, piece) in pieces.iter_mut().enumerate() {
        let whole = piece.from_m <= WHOLE_WITHIN_M && piece.to_m >= length_m(piece) - WHOLE_WITHIN_M;
        if !whole || piece.bridged || begins[index + 1] > last_knot + 0.1 {
            continue;
        }
        let (from, to) = (clock_at(begins[index]), clock_at(begins[index + 1].min(last_knot)));
        piece.seconds = from.zip(to).map(|(from, to)| (to - from) as f32).filter(|seconds| *seconds > 0.0);
    }
}

/// Index of the chosen place in every layer.
fn best_sequence(layers: &[Layer]) -> Option<Vec<usize>> {
    let by_score = |(_, a): &(usize, &Node), (_, b): &(usize, &Node)| a.best.total_cmp(&b.best);
    let (mut place, _) = layers.last()?.nodes.iter().enumerate().max_by(by_score)?;
    let mut chosen = vec![place];
    for layer in layers.iter().skip(1).rev() {
        place = layer.links[layer.nodes[place].by?].from;
        chosen.push(place);
    }
    chosen.reverse();
    Some(chosen)
}

/// Fills in the confidences. A fix beside a junction fits to several edges of one and the same drive, so a layer's
/// confidence is the share of all places on the chosen drive between its neighbours, not of the chosen place alone.
fn rate(layers: &[Layer], at: &[usize], pieces: &mut [Piece]) {
    let shares = shares(layers);
    let of_layer: Vec<f64> = (0..layers.len())
        .map(|index| {
            let from = at[index.saturating_sub(1)];
            let to = at[(index + 1).min(layers.len() - 1)];
            let driven = &pieces[from..=to];
            let places = layers[index].places.iter().zip(&shares[index]);
            let sum: f64 = places
                .filter(|(place, _)| driven.iter().any(|piece| piece.edge == place.edge))
                .map(|(_, share)| share)
                .sum();
            sum.min(1.0)
        })
        .collect();
    for (index, piece) in pieces.iter_mut().enumerate() {
        // Layers on the piece, and those before and after it.
        let first = at.partition_point(|on| *on < index).saturating_sub(1);
        let last = at.partition_point(|on| *on <= index).min(layers.len() - 1);
        piece.confidence = of_layer[first..=last].iter().copied().fold(1.0, f64::min);
    }
}

/// Of every place the share of all drives through the lattice that pass it (forward and backward sums).
fn shares(layers: &[Layer]) -> Vec<Vec<f64>> {
    let mut forward: Vec<Vec<f64>> = Vec::with_capacity(layers.len());
    for (index, layer) in layers.iter().enumerate() {
        let sums = match index.checked_sub(1).map(|before| &forward[before]) {
            None => layer.fits.clone(),
            Some(before) => {
                let mut sums = vec![f64::NEG_INFINITY; layer.places.len()];
                for link in &layer.links {
                    sums[link.to] = log_add(sums[link.to], before[link.from] + link.likelihood);
                }
                sums.iter().zip(&layer.fits).map(|(sum, fits)| sum + fits).collect()
            }
        };
        forward.push(sums);
    }
    let mut backward = vec![0.0; layers.last().map_or(0, |layer| layer.places.len())];
    let mut shares = vec![Vec::new(); layers.len()];
    for index in (0..layers.len()).rev() {
        let both: Vec<f64> = forward[index].iter().zip(&backward).map(|(f, b)| f + b).collect();
        let total = both.iter().copied().fold(f64::NEG_INFINITY, log_add);
        shares[index] = both.iter().map(|one| (one - total).exp()).collect();
        if let Some(before) = index.checked_sub(1) {
            let layer = &layers[index];
            let mut sums = vec![f64::NEG_INFINITY; layers[before].places.len()];
            for link in &layer.links {
                let on = link.likelihood + layer.fits[link.to] + backward[link.to];
                sums[link.from] = log_add(sums[link.from], on);
            }
            backward = sums;
        }
    }
    shares
}

fn log_add(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::{Stretch, told};

    fn check(runs: &[(&str, f64, f64)], expected: &[(&str, f64, f64, usize)]) {
        let runs = runs.iter().map(|(label, metres, confidence)| Stretch {
            label: (*label).to_owned(),
            metres: *metres,
            confidence: *confidence,
            bridged: false,
            pieces: 1,
        });
        let got = told(runs);
        let got: Vec<_> =
            got.iter().map(|one| (one.label.as_str(), one.metres, one.confidence, one.pieces)).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn a_few_nameless_metres_belong_to_the_road_before() {
        check(
            &[("A", 900.0, 0.9), ("", 10.0, 0.3), ("B", 500.0, 0.8)],
            &[("A", 910.0, 0.9, 2), ("B", 500.0, 0.8, 1)],
        );
        // Through a junction without a name the road goes on, and is as sure as its least sure part.
        check(&[("A", 900.0, 0.9), ("", 10.0, 0.3), ("A", 500.0, 0.8)], &[("A", 1410.0, 0.8, 3)]);
        check(&[("", 10.0, 0.3), ("A", 500.0, 0.8)], &[("A", 510.0, 0.8, 2)]);
        // A nameless road of some length is told of, and a whole drive of nothing else too.
        check(&[("A", 90.0, 0.9), ("", 200.0, 0.3)], &[("A", 90.0, 0.9, 1), ("", 200.0, 0.3, 1)]);
        check(&[("", 10.0, 0.3)], &[("", 10.0, 0.3, 1)]);
    }
}
