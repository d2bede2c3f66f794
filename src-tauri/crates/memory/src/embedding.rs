//! Vectors: one vector table per model and length, so that two models are never compared.

use domain::{
    PreferenceId,
    ports::{EmbedError, Embedder},
};

use crate::{Mine, StoreError};

/// A vector and the model it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// Name of the model.
    pub model: String,
    /// A unit vector.
    pub vector: Vec<f32>,
}

impl Embedding {
    /// The text's vector by this model.
    pub fn of(embedder: &dyn Embedder, text: &str) -> Result<Self, EmbedError> {
        let vector = embedder.embed(&[text])?.into_iter().next().ok_or(EmbedError::Failed)?;
        Ok(Self { model: embedder.model_id().to_owned(), vector })
    }
}

impl Mine<'_> {
    /// Live preferences whose vector is missing, from another model, or from an older wording: id and wording.
    pub fn stale_embeddings(
        &self,
        model: &str,
        limit: usize,
    ) -> Result<Vec<(PreferenceId, String)>, StoreError> {
        let _ = (model, limit);
        Err(StoreError::Internal("not built yet"))
    }

    /// Gives a preference its vector; `content` is the wording it was made from, and a changed row refuses it
    /// (returns false).
    pub fn set_embedding(
        &self,
        id: PreferenceId,
        content: &str,
        embedding: &Embedding,
    ) -> Result<bool, StoreError> {
        let _ = (id, content, embedding);
        Err(StoreError::Internal("not built yet"))
    }
}
