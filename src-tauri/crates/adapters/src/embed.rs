//! Sentences to unit vectors through fastembed, with a model and a runtime library that lie on disk.

use crate::manifest::{ModelManifest, missing};
use domain::ports::{EmbedError, Embedder};
use fastembed::{InitOptionsUserDefined, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

/// The language model that ships with the app, or another one in the same form.
///
/// Opening takes about half a second and 330 MB, so the app opens it in the background; a sentence takes about a
/// millisecond. One sentence runs at a time.
pub struct FastEmbedder {
    // fastembed wants `&mut`: one sentence at a time is also kinder to a small computer.
    model: Mutex<TextEmbedding>,
    manifest: ModelManifest,
}

impl FastEmbedder {
    /// Opens the model in `model_dir` (see [`ModelManifest`]) with the ONNX Runtime library at `runtime_lib`.
    ///
    /// Both paths should be absolute. The first library that loads serves the process until it ends, because ONNX
    /// Runtime allows one environment per process; a later call with another path gets the first one.
    pub fn open(model_dir: &Path, runtime_lib: &Path) -> Result<Self, EmbedError> {
        let manifest = ModelManifest::read(model_dir)?;
        let load = |name| manifest.load(model_dir, name);
        let tokenizer = TokenizerFiles {
            tokenizer_file: load("tokenizer.json")?,
            config_file: load("config.json")?,
            special_tokens_map_file: load("special_tokens_map.json")?,
            tokenizer_config_file: load("tokenizer_config.json")?,
        };
        let model = UserDefinedEmbeddingModel::new(load("model.onnx")?, tokenizer);
        let options = InitOptionsUserDefined::new()
            .with_environment(environment(runtime_lib)?)
            .with_max_length(manifest.max_tokens)
            .with_intra_threads(2);
        let model = TextEmbedding::try_new_from_user_defined(model, options).map_err(missing)?;
        Ok(Self { model: Mutex::new(model), manifest })
    }
}

impl Embedder for FastEmbedder {
    fn model_id(&self) -> &str {
        &self.manifest.model_id
    }

    fn dims(&self) -> usize {
        self.manifest.dims
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        // A panic inside the library cannot leave the model half changed: a session is only read.
        let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        // The library's error may quote the input, so it is dropped and not logged.
        let vectors = model.embed(texts, None).map_err(drop).or(Err(EmbedError::Failed))?;
        drop(model);
        let units: Vec<_> = vectors.into_iter().filter_map(|vector| unit(vector, self.dims())).collect();
        if units.len() == texts.len() { Ok(units) } else { Err(EmbedError::Failed) }
    }
}

/// The process's ONNX Runtime, loaded by path on first success.
fn environment(runtime_lib: &Path) -> Result<ort::environment::Environment, EmbedError> {
    static LOADED: Mutex<Option<ort::environment::Environment>> = Mutex::new(None);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*loaded {
        return Ok(environment.clone());
    }
    let environment = ort::init_from(runtime_lib).map_err(missing)?.build().map_err(missing)?;
    *loaded = Some(environment.clone());
    Ok(environment)
}

/// The vector at length one; `None` when it has another dimension or no direction.
pub(crate) fn unit(vector: Vec<f32>, dims: usize) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    let usable = vector.len() == dims && length.is_finite() && length > f32::EPSILON;
    usable.then(|| vector.into_iter().map(|x| x / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_becomes_a_unit_vector_or_nothing() {
        let check = |input: &[f32], expected: Option<&[f32]>| {
            assert_eq!(unit(input.to_vec(), 2).as_deref(), expected);
        };
        check(&[3.0, 4.0], Some(&[0.6, 0.8]));
        check(&[0.0, 0.0], None);
        check(&[f32::NAN, 1.0], None);
        check(&[f32::INFINITY, 1.0], None);
        check(&[1.0, 0.0, 0.0], None);
    }
}
