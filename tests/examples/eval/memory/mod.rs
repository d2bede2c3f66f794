//! Recall, measured: in-car-memory, our own questions in two languages, and questions that nothing answers.
//!
//! Everything goes through the real store and the real recall. Development parts are printed beside held-out ones; only
//! the former were looked at while choosing weights and threshold.

mod ablation;
mod in_car;
mod own;
mod world;

use crate::options::Options;
use flows::Verdict;
use own::{Part, Sets};
use recall::{
    ablation::{Variant, default_scene},
    metrics::{Interval, Judged, interval},
};
use world::World;

/// Means over judged questions, with intervals.
pub struct Figures {
    pub n: usize,
    pub recall: Interval,
    pub hit: Interval,
    pub mrr: Interval,
}

impl Figures {
    pub fn of(judged: &[Judged], seed: u64) -> Self {
        let over =
            |measure: fn(&Judged) -> f64| interval(&judged.iter().map(measure).collect::<Vec<_>>(), seed);
        Self {
            n: judged.len(),
            recall: over(|one| one.recall(5)),
            hit: over(|one| one.hit(5)),
            mrr: over(Judged::reciprocal_rank),
        }
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "n {} recall@5 {} hit@5 {} MRR {}", self.n, self.recall, self.hit, self.mrr)
    }
}

/// `eval memory`: the verdict is the default's.
pub fn memory(options: &Options) -> Verdict {
    let world = World::open();
    println!("language model for vectors: {}", world.model_name());
    let mut lines = Vec::new();
    let mut holds = true;
    if let Some(data) = &options.data {
        let histories = in_car::read(&data.join("in-car-memory"), options.trials.unwrap_or(25));
        let stores = in_car::filled(&world, &histories);
        let result = in_car::run(&world, &histories, &stores, &Variant::new("default", default_scene()));
        let (development, held_out): (Vec<_>, Vec<_>) =
            result.into_iter().partition(|(history, _)| *history <= in_car::DEVELOPMENT);
        let judged = |part: &[(usize, Judged)]| part.iter().map(|(_, one)| one.clone()).collect::<Vec<_>>();
        println!("in-car-memory, histories 1 to 12:  {}", Figures::of(&judged(&development), options.seed));
        println!("in-car-memory, histories 13 to 25: {}", Figures::of(&judged(&held_out), options.seed));
        let all: Vec<Judged> = judged(&development).into_iter().chain(judged(&held_out)).collect();
        let figures = Figures::of(&all, options.seed);
        println!("in-car-memory, all:                {figures}");
        holds &= figures.recall.mean >= 0.42 && figures.hit.mean >= 0.65 && figures.mrr.mean >= 0.50;
        lines.push(format!(
            "in-car recall@5 {:.3} hit@5 {:.3} MRR {:.3}",
            figures.recall.mean, figures.hit.mean, figures.mrr.mean
        ));
    } else {
        println!("in-car-memory: needs --data");
    }
    let sets = Sets::open(&world, Part::Given);
    let by_vectors = sets.run(&world, default_scene(), options.seed, true);
    for result in by_vectors.into_iter().chain(sets.run(&world, default_scene(), options.seed, false)) {
        println!("{result}");
        holds &= result.holds();
        lines.push(result.short());
    }
    Verdict {
        name: "memory",
        figures: lines.join("; "),
        asked: "in-car .42/.65/.50; own sets hit@5 .95; unanswerable .90 empty".to_owned(),
        holds,
    }
}

/// `eval recall-ablation`: every route, fix and preset left out or alone, on the development part and on the rest.
pub fn ablation(options: &Options) -> Verdict {
    ablation::run(options)
}

/// `eval memory-varied`: more development questions, of subjects that the table of topics was not made for.
pub fn varied(options: &Options) -> Verdict {
    beside("memory-varied", Part::Varied, options)
}

/// `eval memory-fresh`: questions that were written before the last tuning and are asked after it.
pub fn fresh(options: &Options) -> Verdict {
    beside("memory-fresh", Part::Fresh, options)
}

/// `eval memory-fresh-2`: written after the second choice of weights.
pub fn fresh_2(options: &Options) -> Verdict {
    beside("memory-fresh-2", Part::Fresh2, options)
}

/// `eval memory-fresh-3`: written by somebody who had not seen the program, before the adapters.
pub fn fresh_3(options: &Options) -> Verdict {
    beside("memory-fresh-3", Part::Fresh3, options)
}

/// `eval memory-fresh-4`: written by another one, after the adapters.
pub fn fresh_4(options: &Options) -> Verdict {
    beside("memory-fresh-4", Part::Fresh4, options)
}

/// `eval memory-train`: what reading questions was learned from; with `LAOLU_DUMP` the rows that weights are fitted on.
pub fn train(options: &Options) -> Verdict {
    beside("memory-train", Part::Train, options)
}

fn beside(name: &'static str, part: Part, options: &Options) -> Verdict {
    let world = World::open();
    println!("language model for vectors: {}", world.model_name());
    let results = Sets::open(&world, part).run(&world, default_scene(), options.seed, true);
    results.iter().for_each(|result| println!("{result}"));
    Verdict {
        name,
        figures: results.iter().map(own::Outcome::short).collect::<Vec<_>>().join("; "),
        asked: "hit@5 .95; unanswerable .90 empty".to_owned(),
        holds: results.iter().all(own::Outcome::holds),
    }
}
