//! What each part of recall is worth: one row per variant, on the development part and on the rest.

use super::{Figures, Variant, default_scene, in_car, own, world::World};
use crate::options::Options;
use flows::Verdict;
use recall::{ContextMode, Preset, Routes, Scene, Weights, metrics::Judged};

/// From words alone to everything, then each preset.
fn variants() -> Vec<Variant> {
    let none = Routes { vector: false, words: false, graph: false, key: false };
    let plain = Scene {
        preset: Preset::Default,
        weights: Weights::LIKENESS,
        context: ContextMode::Off,
        merge_minutes: 0,
        threshold: 0.0,
        ..default_scene()
    };
    let with = |name: &str, scene: Scene| Variant::new(name, scene);
    let mut rows = vec![
        Variant {
            vectors: false,
            ..with("words", Scene { routes: Routes { words: true, ..none }, ..plain })
        },
        with("vectors", Scene { routes: Routes { vector: true, ..none }, ..plain }),
        with("words + vectors", Scene { routes: Routes { vector: true, words: true, ..none }, ..plain }),
    ];
    let mut scene = Scene { weights: Weights { topic: 0.5, ..Weights::LIKENESS }, ..plain };
    rows.push(with("+ key (topics)", scene));
    scene.weights.value = Weights::DEFAULT.value;
    rows.push(with("+ kind of value", scene));
    scene.weights.telling = Weights::DEFAULT.telling;
    scene.weights.about = Weights::DEFAULT.about;
    rows.push(with("+ telling", scene));
    scene.weights.owner = Weights::DEFAULT.owner;
    scene.weights.people = Weights::DEFAULT.people;
    rows.push(with("+ owner", scene));
    scene.merge_minutes = 15;
    rows.push(with("+ neighbouring turns merged", scene));
    scene.weights.opening = Weights::DEFAULT.opening;
    rows.push(with("+ turn that opens the talk", scene));
    rows.push(with("default", default_scene()));
    rows.push(Variant { vectors: false, ..with("default without vectors", default_scene()) });
    for preset in Preset::ALL.into_iter().filter(|preset| *preset != Preset::Default) {
        let mut scene = default_scene().with_preset(preset);
        // The same number of results, so that the figures compare.
        scene.results = 5;
        rows.push(with(preset.word(), scene));
    }
    rows
}

/// Prints the table.
pub fn run(options: &Options) -> Verdict {
    let world = World::open();
    let histories = options
        .data
        .as_ref()
        .map(|data| in_car::read(&data.join("in-car-memory"), options.trials.unwrap_or(25)))
        .unwrap_or_default();
    println!("| variant | in-car 1-12 recall@5 / hit@5 / MRR | in-car 13-25 | en, zh hit@5 | left empty |");
    println!("|---|---|---|---|---|");
    let mut best = (String::new(), 0.0);
    for variant in variants() {
        let result = in_car::run(&world, &histories, &variant);
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
        let (mut hits, mut empty) = (Vec::new(), (0, 0));
        let skip = if variant.vectors { 0 } else { 6 };
        for outcome in own::run(&world, variant.scene, options.seed).into_iter().skip(skip).take(6) {
            match outcome {
                own::Outcome::Pairs { figures, .. } => hits.push(figures.hit.mean),
                own::Outcome::Empty { n, empty: none, .. } => empty = (empty.0 + none, empty.1 + n),
            }
        }
        let [en, zh] = [0, 2].map(|n| hits.get(n..n + 2).map_or(0.0, |two| (two[0] + two[1]) / 2.0));
        println!(
            "| {} | {:.3} / {:.3} / {:.3} | {:.3} / {:.3} / {:.3} | {en:.3}, {zh:.3} | {} of {} |",
            variant.name, dev.0, dev.1, dev.2, rest.0, rest.1, rest.2, empty.0, empty.1
        );
        if dev.0 > best.1 {
            best = (variant.name, dev.0);
        }
    }
    Verdict {
        name: "recall-ablation",
        figures: format!("best on the development part: {} with recall@5 {:.3}", best.0, best.1),
        asked: "the default is the best".to_owned(),
        holds: histories.is_empty() || best.0.contains("default") || best.0.starts_with('+'),
    }
}
