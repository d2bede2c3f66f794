//! What each part of recall is worth: one row per variant, on the development part and on the rest.

use super::{
    Figures, in_car,
    own::{Outcome, Part, Sets},
    world::World,
};
use crate::options::Options;
use flows::Verdict;
use recall::{ablation::variants, metrics::Judged};

/// Prints the table.
pub fn run(options: &Options) -> Verdict {
    let world = World::open();
    let histories = options
        .data
        .as_ref()
        .map(|data| in_car::read(&data.join("in-car-memory"), options.trials.unwrap_or(25)))
        .unwrap_or_default();
    let stores = in_car::filled(&world, &histories);
    let sets = Sets::open(&world, Part::Given);
    println!(
        "| variant | in-car 1-12 recall@5 / hit@5 / MRR | in-car 13-25 | en, zh hit@5 development | held out | left empty, development and held out |"
    );
    println!("|---|---|---|---|---|---|");
    let mut best = (String::new(), 0.0);
    let mut default = 0.0;
    for variant in variants() {
        let result = in_car::run(&world, &histories, &stores, &variant);
        let part = |development: bool| {
            let own: Vec<Judged> = result
                .iter()
                .filter(|(history, _)| (*history <= in_car::DEVELOPMENT) == development)
                .map(|(_, one)| one.clone())
                .collect();
            let figures = Figures::of(&own, options.seed);
            (figures.recall.mean, figures.hit.mean, figures.mrr.mean)
        };
        let (dev, rest) = (part(true), part(false));
        let (mut hits, mut empty) = (Vec::new(), Vec::new());
        for outcome in sets.run(&world, variant.scene, options.seed, variant.vectors) {
            match outcome {
                Outcome::Pairs { figures, .. } => hits.push(figures.hit.mean),
                Outcome::Empty { n, empty: none, .. } => empty.push((none, n)),
            }
        }
        let [en, en_rest, zh, zh_rest] = [0, 1, 2, 3].map(|n| hits.get(n).copied().unwrap_or(0.0));
        let left: Vec<String> = empty.iter().map(|(none, n)| format!("{none} of {n}")).collect();
        println!(
            "| {} | {:.3} / {:.3} / {:.3} | {:.3} / {:.3} / {:.3} | {en:.3}, {zh:.3} | {en_rest:.3}, {zh_rest:.3} | {} |",
            variant.name,
            dev.0,
            dev.1,
            dev.2,
            rest.0,
            rest.1,
            rest.2,
            left.join(", ")
        );
        // Only what may be looked at chooses: events found, questions answered, and silence where there is no answer.
        let silent = empty.first().map_or(0.0, |(none, n)| *none as f64 / *n as f64);
        let worth = (dev.0 + 0.5 * (en + zh) + silent) / 3.0;
        if variant.name == "default" {
            default = worth;
        }
        if worth > best.1 {
            best = (variant.name, worth);
        }
    }
    Verdict {
        name: "recall-ablation",
        figures: format!(
            "mean of recall@5, hit@5 and silence on the development parts: default {default:.3}, best {} {:.3}",
            best.0, best.1
        ),
        asked: "the default within .01 of the best".to_owned(),
        holds: default >= best.1 - 0.01,
    }
}
