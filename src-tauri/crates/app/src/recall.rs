//! How everything asks what is remembered: the planner, the sandbox and the language model ask the same recall, with the
//! same settings.

use domain::Situation;
use memory::{Asked, DEFAULT_MAX_DISTANCE, RecallAsk, said};
use recall::SceneName;

use crate::{App, AppError};

/// Cosine distance above which meaning says nothing, for the shipped model (USE multilingual v3), as long as nobody has
/// scanned it (MISSION S0-26 wants it found again for each model). Ten zh, en and mixed pairs that mean the same lay at 0.30
/// to 0.69, seven that don't at 0.58 to 0.93: this finds seven of ten and lets none of the others in.
const MAX_DISTANCE: f64 = 0.57;

impl App {
    /// Words and a situation as recall wants them. The model is opened only when there is something to compare with.
    pub(crate) fn recall_ask(
        &self,
        words: &str,
        situation: Situation,
        scene: SceneName,
    ) -> Result<RecallAsk, AppError> {
        let asked = if self.mine().remembers_words()? { self.question_of(&said(words)) } else { None };
        let max_distance = match &asked {
            Some(one) => Some(self.max_distance(&one.embedding.model)?),
            None => None,
        };
        let (embedding, leeway) = asked.map_or((None, None), |one| (Some(one.embedding), one.leeway));
        Ok(RecallAsk {
            embedding,
            leeway,
            scene,
            max_distance,
            policies: self.policies()?,
            ..RecallAsk::plain(words, situation)
        })
    }

    /// A scanned value of the model, else what was measured by hand.
    fn max_distance(&self, model: &str) -> Result<f64, AppError> {
        let kept = self.store.max_distance(model)?;
        Ok(if kept == DEFAULT_MAX_DISTANCE { MAX_DISTANCE } else { kept })
    }

    /// The vector of a question, made once (MISSION S2-30); none without a model or words.
    fn question_of(&self, words: &str) -> Option<Asked> {
        if words.trim().is_empty() {
            return None;
        }
        let embedder = self.meaning.embedder()?;
        self.mine().embed_question(embedder.as_ref(), words).ok()
    }
}
