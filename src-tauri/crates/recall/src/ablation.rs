//! What is compared when one asks what each part of recall is worth: ways alone and together, fixes one after another, the
//! default with each of them left out, and every source's own formula (MISSION S2-37). The evaluation `recall-ablation` runs
//! all of them over labelled questions and prints the table.

use crate::{
    parts::Routes,
    preset::{ContextMode, Preset, Weights},
    scene::{Scene, SceneName},
};

/// One way of recalling that is compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name in the table.
    pub name: String,
    /// How it recalls.
    pub scene: Scene,
    /// Whether the question has a vector.
    pub vectors: bool,
}

impl Variant {
    /// With vectors.
    pub fn new(name: &str, scene: Scene) -> Self {
        Self { name: name.to_owned(), scene, vectors: true }
    }
}

/// What the product does: the default, without a language model.
pub fn default_scene() -> Scene {
    Scene::of(SceneName::Flexible)
}

/// From words alone to everything, the default without each part, then each preset.
pub fn variants() -> Vec<Variant> {
    let plain = Scene {
        preset: Preset::Default,
        weights: Weights::LIKENESS,
        context: ContextMode::Off,
        merge_minutes: 0,
        threshold: 0.0,
        ..default_scene()
    };
    let words = Scene { routes: Routes { words: true, ..Routes::NONE }, ..plain };
    let vectors = Scene { routes: Routes { vector: true, ..Routes::NONE }, ..plain };
    let both = Scene { routes: Routes { vector: true, words: true, ..Routes::NONE }, ..plain };
    let mut rows = vec![
        Variant { vectors: false, ..Variant::new("words", words) },
        Variant::new("vectors", vectors),
        Variant::new("words + vectors", both),
    ];
    let mut scene =
        Scene { weights: Weights { topic: Weights::DEFAULT.topic, ..Weights::LIKENESS }, ..plain };
    rows.push(Variant::new("+ key (topics)", scene));
    scene.weights.value = Weights::DEFAULT.value;
    rows.push(Variant::new("+ kind of value", scene));
    scene.weights.telling = Weights::DEFAULT.telling;
    scene.weights.about = Weights::DEFAULT.about;
    rows.push(Variant::new("+ telling", scene));
    scene.weights.owner = Weights::DEFAULT.owner;
    scene.weights.people = Weights::DEFAULT.people;
    rows.push(Variant::new("+ owner", scene));
    scene.merge_minutes = default_scene().merge_minutes;
    rows.push(Variant::new("+ neighbouring turns merged", scene));
    scene.weights.opening = Weights::DEFAULT.opening;
    rows.push(Variant::new("+ turn that opens the talk", scene));
    rows.push(Variant::new("default", default_scene()));
    rows.push(Variant { vectors: false, ..Variant::new("default without vectors", default_scene()) });
    rows.extend(without());
    for preset in Preset::ALL.into_iter().filter(|preset| *preset != Preset::Default) {
        // The same number of results, so that the figures compare.
        let scene = Scene { results: default_scene().results, ..default_scene().with_preset(preset) };
        rows.push(Variant::new(preset.word(), scene));
    }
    rows
}

/// The default with one thing left out.
fn without() -> Vec<Variant> {
    let base = default_scene();
    let weights = |change: fn(&mut Weights)| {
        let mut weights = base.weights;
        change(&mut weights);
        Scene { weights, ..base }
    };
    let routes = |change: fn(&mut Routes)| {
        let mut routes = base.routes;
        change(&mut routes);
        Scene { routes, ..base }
    };
    [
        ("words", routes(|routes| routes.words = false)),
        ("graph", routes(|routes| routes.graph = false)),
        ("key", routes(|routes| routes.key = false)),
        ("value", weights(|weights| weights.value = 0.0)),
        ("owner and people", weights(|weights| (weights.owner, weights.people) = (0.0, 0.0))),
        ("telling and about", weights(|weights| (weights.telling, weights.about) = (0.0, 0.0))),
        ("opening", weights(|weights| weights.opening = 0.0)),
        ("merging", Scene { merge_minutes: 0, ..base }),
        ("context", Scene { context: ContextMode::Off, ..base }),
        ("insights first", Scene { first_tier: f64::INFINITY, ..base }),
        ("threshold", Scene { threshold: 0.0, ..base }),
    ]
    .map(|(name, scene)| Variant::new(&format!("default − {name}"), scene))
    .into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{default_scene, variants};
    use crate::{parts::Routes, preset::Preset};

    #[test]
    fn s2_37_one_table_compares_every_preset_every_way_and_every_part() {
        let all = variants();
        let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), all.len(), "each has a name of its own");
        for preset in Preset::ALL {
            assert!(names.contains(preset.word()), "{}", preset.word());
        }
        // Pure vectors, pure words, both: and every way left out at least once.
        let alone = |routes| all.iter().any(|one| one.scene.routes == routes);
        assert!(
            alone(Routes { vector: true, ..Routes::NONE }) && alone(Routes { words: true, ..Routes::NONE })
        );
        for left_out in [
            Routes { words: false, ..Routes::ALL },
            Routes { graph: false, ..Routes::ALL },
            Routes { key: false, ..Routes::ALL },
        ] {
            assert!(alone(left_out), "{left_out:?}");
        }
        let base = default_scene();
        let differ: Vec<&str> = all
            .iter()
            .filter(|one| one.name.starts_with("default − ") && one.scene == base)
            .map(|one| one.name.as_str())
            .collect();
        assert!(differ.is_empty(), "what is left out changes something: {differ:?}");
        // The same number of results everywhere, so that the figures compare.
        assert!(all.iter().all(|one| one.scene.results == base.results));
    }
}
