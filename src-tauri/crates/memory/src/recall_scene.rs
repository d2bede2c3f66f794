//! Scenes as a person set them: JSON under `recall.<scene>`, read for every question, so that a change acts at once
//! (MISSION S3-34).

use domain::ProfileId;
use recall::{ContextMode, Preset, Scene, SceneName};
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::{StoreError, codec::first};

/// What can be set; what is absent stays as measured.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Set {
    preset: Option<String>,
    results: Option<usize>,
    candidates: Option<usize>,
    reranked: Option<usize>,
    threshold: Option<f64>,
    first_tier: Option<f64>,
    merge_minutes: Option<u32>,
    context: Option<String>,
    vector: Option<bool>,
    words: Option<bool>,
    graph: Option<bool>,
    key: Option<bool>,
    scope: Option<bool>,
    weighed: Option<usize>,
    handed_over: Option<usize>,
    of_each_word: Option<usize>,
}

/// The scene for a person. A setting that can't be read is as if it were not there: recall goes on.
pub(crate) fn scene(conn: &Connection, profile: ProfileId, name: SceneName) -> Result<Scene, StoreError> {
    let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
    let key = format!("recall.{}", name.word());
    let text: Option<String> = first(conn, sql, params![profile.0, key], |row| Ok(row.get(0)?))?;
    let set: Set = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    Ok(apply(Scene::of(name), &set).bounded())
}

fn apply(mut scene: Scene, set: &Set) -> Scene {
    if let Some(preset) = set.preset.as_deref().and_then(Preset::from_word) {
        scene = scene.with_preset(preset);
    }
    scene.results = set.results.unwrap_or(scene.results);
    scene.candidates = set.candidates.unwrap_or(scene.candidates);
    scene.reranked = set.reranked.unwrap_or(scene.reranked);
    scene.threshold = set.threshold.unwrap_or(scene.threshold);
    scene.first_tier = set.first_tier.unwrap_or(scene.first_tier);
    scene.merge_minutes = set.merge_minutes.unwrap_or(scene.merge_minutes);
    scene.context = match set.context.as_deref() {
        Some("off") => ContextMode::Off,
        Some("factor") => ContextMode::Factor,
        Some("addend") => ContextMode::Addend,
        _ => scene.context,
    };
    scene.routes.vector = set.vector.unwrap_or(scene.routes.vector);
    scene.routes.words = set.words.unwrap_or(scene.routes.words);
    scene.routes.graph = set.graph.unwrap_or(scene.routes.graph);
    scene.routes.key = set.key.unwrap_or(scene.routes.key);
    scene.routes.scope = set.scope.unwrap_or(scene.routes.scope);
    scene.breadth.weighed = set.weighed.unwrap_or(scene.breadth.weighed);
    scene.breadth.handed_over = set.handed_over.unwrap_or(scene.breadth.handed_over);
    scene.breadth.of_each_word = set.of_each_word.unwrap_or(scene.breadth.of_each_word);
    scene
}
