//! The distance above which a vector says nothing, found per model (MISSION S0-26, S0-27).

/// One row of the table: a distance, and what would pass below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Cosine distance.
    pub distance: f64,
    /// Share of the related pairs that lie beyond it, and would be missed.
    pub missed: f64,
    /// Share of the unrelated pairs that lie within it, and would be let in.
    pub let_in: f64,
}

/// Where the two distributions cross, and the table that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// The distance at which as large a share of the related is missed as of the unrelated is let in.
    pub distance: f64,
    /// That share.
    pub error: f64,
    /// From 0 to the largest distance, in steps of a twentieth.
    pub table: Vec<Step>,
}

/// Finds the crossing of distances of pairs known to be related with those of unrelated ones. Nothing without both.
pub fn scan(related: &[f64], unrelated: &[f64]) -> Option<Crossing> {
    let sorted = |values: &[f64]| {
        let mut values: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (near, far) = (sorted(related), sorted(unrelated));
    if near.is_empty() || far.is_empty() {
        return None;
    }
    let step = |distance: f64| Step {
        distance,
        missed: 1.0 - within(&near, distance),
        let_in: within(&far, distance),
    };
    // `missed` falls and `let_in` rises: halve the stretch in which they change places.
    let (mut low, mut high) = (0.0_f64, near.last().max_by_total(far.last()));
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let at = step(middle);
        if at.missed > at.let_in { low = middle } else { high = middle }
    }
    // Where nothing lies between, every distance up to the next sample is as good: the middle of that gap.
    let next = near.iter().chain(&far).copied().filter(|x| *x > high).fold(f64::INFINITY, f64::min);
    let at = step(high);
    let even = at.missed == at.let_in && next.is_finite();
    let distance = if even { f64::midpoint(high, next) } else { high };
    let at = step(distance);
    let most = near.last().max_by_total(far.last());
    let table = (0..).map(|n| f64::from(n) * 0.05).take_while(|x| *x < most + 0.05).map(step).collect();
    Some(Crossing { distance, error: f64::midpoint(at.missed, at.let_in), table })
}

/// Share of sorted values that are at most `limit`.
fn within(sorted: &[f64], limit: f64) -> f64 {
    sorted.partition_point(|x| *x <= limit) as f64 / sorted.len() as f64
}

trait MaxByTotal {
    fn max_by_total(self, other: Self) -> f64;
}

impl MaxByTotal for Option<&f64> {
    fn max_by_total(self, other: Self) -> f64 {
        self.copied().unwrap_or(0.0).max(other.copied().unwrap_or(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::scan;

    /// The middle of a bell around `mean`: quantiles of the sum of twelve even draws, exactly repeatable.
    fn bell(mean: f64, spread: f64, n: u64) -> Vec<f64> {
        let mut state = 88_172_645_463_325_252_u64;
        let mut draw = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..n).map(|_| mean + spread * ((0..12).map(|_| draw()).sum::<f64>() - 6.0)).collect()
    }

    fn check(related: &[f64], unrelated: &[f64], wanted: f64) {
        let got = scan(related, unrelated).unwrap();
        assert!((got.distance - wanted).abs() <= 0.01, "{} instead of {wanted}", got.distance);
        assert!(
            got.table.windows(2).all(|two| two[0].missed >= two[1].missed && two[0].let_in <= two[1].let_in)
        );
    }

    #[test]
    fn s0_27_a_known_crossing_is_found() {
        check(&bell(0.25, 0.1, 20_000), &bell(0.65, 0.1, 20_000), 0.45);
        check(&bell(0.2, 0.05, 20_000), &bell(0.5, 0.05, 20_000), 0.35);
        // Where they do not touch, any distance between them would do.
        let apart = scan(&[0.1, 0.2], &[0.6, 0.7]).unwrap();
        assert!((0.2..0.6).contains(&apart.distance) && apart.error == 0.0, "{apart:?}");
        assert_eq!(scan(&[], &[0.5]), None);
    }
}
