//! What was counted, and what it says.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use testkit::drivers::Kind;

/// One driver's life.
#[derive(Clone, Debug)]
pub struct Life {
    pub kind: Kind,
    pub region: &'static str,
    /// Further trips between the same places: how many, and on how many the way was the driver's.
    pub trips: usize,
    pub fastest: usize,
    pub ours: usize,
    /// The same between places that they had never driven between.
    pub new_trips: usize,
    pub new_fastest: usize,
    pub new_ours: usize,
    /// Share by which these felt shorter than the fastest, summed.
    pub felt_gain: f64,
    /// Cards, and those that were right.
    pub cards: usize,
    pub right: usize,
    /// Habits that were shown, and those that were found.
    pub shown: usize,
    pub found: usize,
    /// Cards about something seen once.
    pub single: usize,
    /// How long each report of a drive took, with what was learned from it and its card.
    pub drove_ms: Vec<f64>,
}

impl Default for Life {
    fn default() -> Self {
        Self {
            kind: Kind::NoTaste,
            region: "",
            trips: 0,
            fastest: 0,
            ours: 0,
            new_trips: 0,
            new_fastest: 0,
            new_ours: 0,
            felt_gain: 0.0,
            cards: 0,
            right: 0,
            shown: 0,
            found: 0,
            single: 0,
            drove_ms: Vec::new(),
        }
    }
}

/// All lives.
#[derive(Default)]
pub struct Tally(Vec<Life>);

impl Tally {
    pub fn add(&mut self, life: Life) {
        self.0.push(life);
    }

    /// Prints the tables; the figures in one line, and whether they are enough.
    pub fn report(&self, seed: u64) -> (String, bool) {
        println!(
            "{:<26} {:>3} | held out {:>4} fastest  ours | new {:>4} fastest  ours | cards right | shown found",
            "", "n", "n", "n"
        );
        for kind in Kind::ALL {
            row(kind.word(), self.0.iter().filter(|life| life.kind == kind));
        }
        let mut regions: BTreeMap<&str, Vec<&Life>> = BTreeMap::new();
        for life in &self.0 {
            regions.entry(life.region).or_default().push(life);
        }
        for (region, lives) in regions {
            row(region, lives.into_iter());
        }
        row("all", self.0.iter());
        let sum = |of: fn(&Life) -> usize| -> usize { self.0.iter().map(of).sum() };
        let better = |lives: &[&Life]| {
            let fastest: usize = lives.iter().map(|life| life.fastest).sum();
            let ours: usize = lives.iter().map(|life| life.ours).sum();
            ours as f64 / fastest.max(1) as f64 - 1.0
        };
        let all: Vec<&Life> = self.0.iter().collect();
        let gain = better(&all);
        let [low, high] = resampled(&all, seed, better);
        let new = |lives: &[&Life]| {
            let of = |count: fn(&Life) -> usize| lives.iter().map(|life| count(life)).sum::<usize>() as f64;
            (of(|life| life.new_ours) - of(|life| life.new_fastest)) / of(|life| life.new_trips).max(1.0)
        };
        let elsewhere = new(&all);
        let [new_low, new_high] = resampled(&all, seed, new);
        let (precision, recall) =
            (share(sum(|l| l.right), sum(|l| l.cards)), share(sum(|l| l.found), sum(|l| l.shown)));
        let felt: f64 =
            self.0.iter().map(|life| life.felt_gain).sum::<f64>() / sum(|l| l.new_trips).max(1) as f64;
        println!("new start-end pairs feel {:.2} % shorter than the fastest on average", 100.0 * felt);
        let mut times: Vec<f64> = self.0.iter().flat_map(|life| life.drove_ms.iter().copied()).collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
        println!("a finished trip to its card: median {:.1} ms, 95 % within {:.1} ms", at(0.5), at(0.95));
        let single = sum(|life| life.single);
        let percent = |[at, low, high]: [f64; 3]| format!("{at:.3} [{low:.3}, {high:.3}]");
        let figures = format!(
            "{} drivers, {} held-out trips: matched {:+.1} % [{:+.1}, {:+.1}] against the fastest; {} trips elsewhere: {:+.1} \
             points [{:+.1}, {:+.1}]; precision {} of {}, recall {} of {}, {single} from single deviations",
            self.0.len(),
            sum(|life| life.trips),
            100.0 * gain,
            100.0 * low,
            100.0 * high,
            sum(|life| life.new_trips),
            100.0 * elsewhere,
            100.0 * new_low,
            100.0 * new_high,
            percent(precision),
            sum(|life| life.cards),
            percent(recall),
            sum(|life| life.shown),
        );
        let holds =
            gain >= 0.24 && elsewhere >= 0.0 && precision[0] >= 0.97 && recall[0] >= 0.90 && single == 0;
        (figures, holds)
    }
}

fn row<'a>(name: &str, lives: impl Iterator<Item = &'a Life>) {
    let lives: Vec<&Life> = lives.collect();
    let sum = |of: fn(&Life) -> usize| -> usize { lives.iter().map(|life| of(life)).sum() };
    let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let (trips, new) = (sum(|life| life.trips), sum(|life| life.new_trips));
    println!(
        "{name:<26} {:>3} |          {trips:>4} {:>6.1}% {:>4.1}% |     {new:>4} {:>6.1}% {:>4.1}% | {:>5} {:>5} | {:>5} {:>5}",
        lives.len(),
        percent(sum(|life| life.fastest), trips),
        percent(sum(|life| life.ours), trips),
        percent(sum(|life| life.new_fastest), new),
        percent(sum(|life| life.new_ours), new),
        sum(|life| life.cards),
        sum(|life| life.right),
        sum(|life| life.shown),
        sum(|life| life.found),
    );
}

/// A share with its 95 % interval after Wilson.
fn share(part: usize, all: usize) -> [f64; 3] {
    if all == 0 {
        return [f64::NAN; 3];
    }
    let (n, p, z) = (all as f64, part as f64 / all as f64, 1.96);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [p, middle - half, middle + half]
}

/// The 95 % interval of a figure when drivers are drawn anew: drivers, not trips, are what is independent.
fn resampled(lives: &[&Life], seed: u64, figure: impl Fn(&[&Life]) -> f64) -> [f64; 2] {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut figures: Vec<f64> = (0..1_000)
        .map(|_| {
            let drawn: Vec<&Life> =
                lives.iter().map(|_| lives[chance.random_range(0..lives.len())]).collect();
            figure(&drawn)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    [figures[25], figures[975]]
}
