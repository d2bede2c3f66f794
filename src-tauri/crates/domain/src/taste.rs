//! What kinds of road a person likes or shuns, learned from all their drives (rules TA1 to TA5 in `docs/spec/habits.md`).
//!
//! A linear model: a way costs its seconds, and for each feature a number of times the seconds spent on roads with it. The
//! numbers are those under which every driven way is cheaper than what was offered, by a margin, as far as that goes with
//! small numbers: N. D. Ratliff, J. A. Bagnell, M. A. Zinkevich, "Maximum Margin Planning", ICML 2006. Each deviation is
//! held against the one way that was offered, so what is to be solved is a small quadratic program; it is solved in its
//! dual, one variable after another, as by C.-J. Hsieh et al., "A Dual Coordinate Descent Method for Large-scale Linear
//! SVM", ICML 2008. No chance is involved.

use crate::{Deviation, RoadFeature, Strength};

/// The constants of the model, each ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Minutes by which a driven way has to be cheaper than the offered one.
    pub margin_min: f64,
    /// What the drives between two places may weigh against small numbers, all together.
    pub weight_of_relation: f64,
    /// Start–end pairs that have to show a taste: fewer are habits of these pairs.
    pub least_relations: usize,
    /// A number below this is no taste.
    pub least: f64,
}

impl Settings {
    /// What the app uses.
    pub const DEFAULT: Self =
        Self { margin_min: 0.5, weight_of_relation: 0.1, least_relations: 3, least: 0.1 };
}

/// Numbers of the model: one for each feature, and one for turns and lights.
pub const NUMBERS: usize = RoadFeature::COUNT + 1;
/// Where the number for turns and lights stands.
pub const STOPS: usize = RoadFeature::COUNT;
/// A light takes five seconds by the map and costs nerves like twenty (ours): minutes of them count so many times, so that small
/// numbers suffice.
const STOPS_COUNT: f64 = 4.0;

/// A drive that left what was offered by choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The start–end pair, by any number.
    pub relation: usize,
    /// Minutes longer than the offered way.
    pub delta_min: f64,
    /// Minutes more on roads with each feature than on the offered way.
    pub feature_min: [f64; RoadFeature::COUNT],
    /// Minutes more that the map gives for turns, lights and gates. No wish is about them; without them small streets would be blamed
    /// for what is shunned.
    pub stops_min: f64,
}

impl Example {
    /// Of a deviation from the plain way, with the minutes that its turns and lights take longer.
    pub fn of(relation: usize, apart: &Deviation, stops_min: f64) -> Self {
        let mut feature_min = [0.0; RoadFeature::COUNT];
        for (feature, seconds) in &apart.feature_s {
            feature_min[*feature as usize] = seconds / 60.0;
        }
        Self { relation, delta_min: apart.delta_s / 60.0, feature_min, stops_min }
    }

    fn minutes(&self) -> [f64; NUMBERS] {
        std::array::from_fn(|index| match self.feature_min.get(index) {
            Some(minutes) => *minutes,
            None => self.stops_min * STOPS_COUNT,
        })
    }
}

/// A kind of road that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// Which.
    pub feature: RoadFeature,
    /// How many times as long a minute on it feels: above 1 it is shunned, below it is liked.
    pub times: f64,
    /// Start–end pairs that show it.
    pub relations: usize,
}

impl Taste {
    /// The wishes that could stand for it, the weakest first.
    pub fn strengths(&self) -> &'static [Strength] {
        if self.times > 1.0 { &[Strength::RatherNot, Strength::Avoid] } else { &[Strength::Prefer] }
    }
}

/// Sweeps over all examples; the model is tiny and has long settled by then.
const SWEEPS: usize = 2_000;
/// Change of a variable below which it has settled.
const SETTLED: f64 = 1e-12;

/// The number for each feature: by how many times more (or fewer, below zero) a minute on it is felt.
pub fn fit(examples: &[Example], settings: &Settings) -> [f64; NUMBERS] {
    let mut weights = [0.0; NUMBERS];
    let mut duals = vec![0.0; examples.len()];
    let caps = caps(examples, settings);
    for _ in 0..SWEEPS {
        let mut moved = 0.0_f64;
        for ((example, dual), cap) in examples.iter().zip(&mut duals).zip(&caps) {
            let minutes = example.minutes();
            let square: f64 = minutes.iter().map(|x| x * x).sum();
            if square <= 0.0 {
                continue;
            }
            let new = (*dual + lack(&weights, example, settings) / square).clamp(0.0, *cap);
            let change = new - *dual;
            *dual = new;
            moved = moved.max(change.abs());
            for (weight, x) in weights.iter_mut().zip(&minutes) {
                *weight -= change * x;
            }
        }
        if moved < SETTLED {
            break;
        }
    }
    weights
}

/// What is to be made small: half the squares of the numbers, and what the driven ways lack to be cheaper by the margin.
pub fn objective(weights: &[f64; NUMBERS], examples: &[Example], settings: &Settings) -> f64 {
    let small: f64 = weights.iter().map(|weight| weight * weight / 2.0).sum();
    let lacks = examples.iter().zip(caps(examples, settings));
    small + lacks.map(|(example, cap)| cap * lack(weights, example, settings).max(0.0)).sum::<f64>()
}

/// The kinds of road that matter, strongest first.
pub fn tastes(examples: &[Example], settings: &Settings) -> Vec<Taste> {
    let weights = fit(examples, settings);
    let mut found: Vec<Taste> = RoadFeature::ALL
        .into_iter()
        .filter_map(|feature| {
            let weight = weights[feature as usize];
            let mut relations: Vec<usize> = examples
                .iter()
                .filter(|example| weight * example.feature_min[feature as usize] < 0.0)
                .map(|example| example.relation)
                .collect();
            relations.sort_unstable();
            relations.dedup();
            let matters = weight.abs() >= settings.least && relations.len() >= settings.least_relations;
            // No road is felt to take no time at all.
            matters.then(|| Taste { feature, times: (1.0 + weight).max(0.1), relations: relations.len() })
        })
        .collect();
    let strength = |taste: &Taste| (taste.times - 1.0).abs();
    found.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then(a.feature.cmp(&b.feature)));
    found
}

/// Most pairs that are held out in turn; the newest come first.
const HELD_OUT: usize = 8;

/// Of how many start–end pairs a taste that was fitted without them tells the way that was driven, and of how many that was
/// asked: cross-validation over the person's own trips, for a taste is to hold between places that were never driven between.
pub fn held_out(examples: &[Example], feature: RoadFeature, settings: &Settings) -> (usize, usize) {
    let index = feature as usize;
    let mut relations: Vec<usize> = examples
        .iter()
        .filter(|example| example.feature_min[index] != 0.0)
        .map(|example| example.relation)
        .collect();
    relations.sort_unstable();
    relations.dedup();
    relations.truncate(HELD_OUT);
    let told = relations.iter().filter(|relation| {
        let (own, rest): (Vec<Example>, Vec<Example>) =
            examples.iter().cloned().partition(|example| example.relation == **relation);
        let weights = fit(&rest, settings);
        let felt = |one: &Example| lack(&weights, one, settings) - settings.margin_min;
        let right =
            own.iter().filter(|one| weights[index] * one.feature_min[index] < 0.0 && felt(one) < 0.0).count();
        2 * right > own.len()
    });
    (told.count(), relations.len())
}

/// Minutes that the driven way lacks to be cheaper than the offered one by the margin; negative when it is.
fn lack(weights: &[f64; NUMBERS], example: &Example, settings: &Settings) -> f64 {
    let felt: f64 = weights.iter().zip(&example.minutes()).map(|(weight, x)| weight * x).sum();
    settings.margin_min + example.delta_min + felt
}

/// What each example may weigh: those of one pair share its weight, so that a commute does not outvote all other trips.
fn caps(examples: &[Example], settings: &Settings) -> Vec<f64> {
    examples
        .iter()
        .map(|example| {
            let alike = examples.iter().filter(|other| other.relation == example.relation).count();
            settings.weight_of_relation / alike.max(1) as f64
        })
        .collect()
}

#[cfg(test)]
mod tests;
