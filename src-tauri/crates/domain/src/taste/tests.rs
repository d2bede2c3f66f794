use super::*;

/// Numbers by chance, the same on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn example(relation: usize, delta_min: f64, of: &[(RoadFeature, f64)]) -> Example {
    let mut feature_min = [0.0; RoadFeature::COUNT];
    of.iter().for_each(|(feature, minutes)| feature_min[*feature as usize] = *minutes);
    Example { relation, delta_min, feature_min, stops_min: 0.0 }
}

/// The same numbers by plain subgradient descent on the objective itself: slow and obvious.
fn by_descent(examples: &[Example], settings: &Settings) -> [f64; NUMBERS] {
    let mut weights = [0.0; NUMBERS];
    let mut best = weights;
    for step in 1..=60_000 {
        let mut slope = weights;
        for (example, cap) in examples.iter().zip(caps(examples, settings)) {
            if lack(&weights, example, settings) > 0.0 {
                slope.iter_mut().zip(&example.minutes()).for_each(|(slope, x)| *slope += cap * x);
            }
        }
        // The objective is 1-strongly convex: a step of 1/t is the textbook's.
        weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight -= slope / f64::from(step));
        if objective(&weights, examples, settings) < objective(&best, examples, settings) {
            best = weights;
        }
    }
    best
}

#[test]
fn ta1_the_numbers_are_those_of_the_slow_obvious_way() {
    for seed in 1..12 {
        let mut chance = Chance(seed);
        let examples: Vec<Example> = (0..8)
            .map(|n| {
                let minutes = |chance: &mut Chance| chance.next() * 16.0 - 8.0;
                let of = [RoadFeature::Motorway, RoadFeature::Toll, RoadFeature::Waterside]
                    .map(|feature| (feature, minutes(&mut chance)));
                let stops_min = chance.next() * 2.0 - 1.0;
                Example { stops_min, ..example(n / 2, chance.next() * 6.0 - 1.0, &of) }
            })
            .collect();
        let settings = Settings::DEFAULT;
        let (fast, slow) = (fit(&examples, &settings), by_descent(&examples, &settings));
        let of = |weights| objective(weights, &examples, &settings);
        assert!(of(&fast) <= of(&slow) + 1e-9, "seed {seed}: {} against {}", of(&fast), of(&slow));
        for (fast, slow) in fast.iter().zip(&slow) {
            assert!((fast - slow).abs() < 0.02, "seed {seed}: {fast} against {slow}");
        }
    }
}

#[test]
fn ta2_three_pairs_show_a_taste_and_two_do_not() {
    let off_the_motorway =
        |pair| example(pair, 4.0, &[(RoadFeature::Motorway, -9.0), (RoadFeature::Waterside, 0.4)]);
    let of = |pairs: usize| tastes(&(0..pairs).map(off_the_motorway).collect::<Vec<_>>(), &Settings::DEFAULT);
    assert_eq!(of(0), []);
    assert_eq!(of(2), []);
    let [taste] = of(3).try_into().expect("one");
    assert_eq!((taste.feature, taste.relations), (RoadFeature::Motorway, 3));
    assert!((1.3..2.0).contains(&taste.times), "{taste:?}");
    assert_eq!(taste.strengths(), [Strength::RatherNot, Strength::Avoid]);
    // The same pair ten times over says no more than once.
    assert_eq!(tastes(&(0..10).map(|_| off_the_motorway(0)).collect::<Vec<_>>(), &Settings::DEFAULT), []);
}

#[test]
fn ta2_a_liking_is_a_number_below_one() {
    let by_the_water = |pair| example(pair, 3.0, &[(RoadFeature::Waterside, 8.0)]);
    let [taste] = tastes(&[0, 1, 2].map(by_the_water), &Settings::DEFAULT).try_into().expect("one");
    assert_eq!(taste.feature, RoadFeature::Waterside);
    assert!((0.1..0.8).contains(&taste.times), "{taste:?}");
    assert_eq!(taste.strengths(), [Strength::Prefer]);
}

#[test]
fn ta3_one_drive_moves_little_and_opposite_drives_cancel() {
    let settings = Settings::DEFAULT;
    let one = fit(&[example(0, 30.0, &[(RoadFeature::Toll, -20.0)])], &settings);
    // What one pair weighs bounds what it can do, however far it went.
    assert!(one[RoadFeature::Toll as usize] <= settings.weight_of_relation * 20.0 + 1e-9);
    let there = example(0, 2.0, &[(RoadFeature::Bridge, 5.0)]);
    let back = example(1, 2.0, &[(RoadFeature::Bridge, -5.0)]);
    assert!(fit(&[there, back], &settings)[RoadFeature::Bridge as usize].abs() < 1e-6);
}

#[test]
fn ta4_the_order_of_the_drives_does_not_matter() {
    let mut examples: Vec<Example> = (0..6)
        .map(|n| {
            let n_min = f64::from(n);
            let of = [(RoadFeature::Motorway, -4.0 - n_min), (RoadFeature::Residential, 2.0 - n_min)];
            example(n as usize, 1.0 + n_min / 2.0, &of)
        })
        .collect();
    let before = fit(&examples, &Settings::DEFAULT);
    examples.reverse();
    for (a, b) in before.iter().zip(fit(&examples, &Settings::DEFAULT)) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn ta7_a_taste_has_to_tell_the_pairs_that_it_was_fitted_without() {
    use RoadFeature::{Motorway, Waterside};
    // Everybody on these four pairs gives two minutes for five minutes less of motorway; the fifth has no motorway at all.
    let mut examples: Vec<Example> = (0..4).map(|n| example(n, 2.0, &[(Motorway, -5.0)])).collect();
    examples.push(example(4, 1.0, &[(Waterside, 3.0)]));
    assert_eq!(held_out(&examples, Motorway, &Settings::DEFAULT), (4, 4));
    assert_eq!(
        held_out(&examples, Waterside, &Settings::DEFAULT),
        (0, 1),
        "one pair alone tells nothing of others"
    );
    // Three pairs that each need another price for water: what two of them show does not tell the third.
    let scattered = [(0, 6.0, 1.0), (1, 0.5, 4.0), (2, 0.2, 5.0)];
    let scattered = scattered.map(|(n, delta, water)| example(n, delta, &[(Waterside, water)]));
    let (told, of) = held_out(&scattered, Waterside, &Settings::DEFAULT);
    assert_eq!(of, 3);
    assert!(told < 3, "{told}");
    assert_eq!(held_out(&[], Motorway, &Settings::DEFAULT), (0, 0));
}

#[test]
fn ta1_what_lights_explain_is_not_blamed_on_small_streets() {
    use RoadFeature::Residential;
    // Three ways around: less of small streets, and far fewer lights. Without the lights the streets take all the blame.
    let way = |n: usize, stops_min: f64| Example { stops_min, ..example(n, 1.0, &[(Residential, -1.0)]) };
    let number = |stops_min: f64| {
        let examples: Vec<Example> = (0..3).map(|n| way(n, stops_min)).collect();
        fit(&examples, &Settings::DEFAULT)
    };
    let (blind, seeing) = (number(0.0), number(-1.0));
    assert!(blind[Residential as usize] > 0.25, "{blind:?}");
    assert!(seeing[Residential as usize] < 0.1 && seeing[STOPS] > 0.25, "{seeing:?}");
}
