//! The small classifier of intents that runs here: chosen by a setting, trained from a file of labelled sentences.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
};

use domain::intent::IntentKind;
use language::classifier::{self, Classifier};

use crate::{
    App, AppError,
    dto::{ErrorCode, ModelTrainDto, ModelTrainRequest},
};

/// Weights that were trained with the person's own sentences. They hold no words; erasing takes them away all the same.
const FILE: &str = "intents.bin";
/// Largest file of labelled sentences, bytes.
const MOST_BYTES: u64 = 16 << 20;

impl App {
    /// Trains the classifier with labelled sentences of a file: lines of language, label and sentence with tabs between.
    pub fn model_train(&self, request: &ModelTrainRequest) -> Result<ModelTrainDto, AppError> {
        let path = Path::new(&request.path);
        let bad = |why: &str| AppError::new(ErrorCode::BadFile).with("why", why);
        let missing = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => bad("missing"),
            _ => bad("unreadable"),
        };
        if fs::metadata(path).map_err(missing)?.len() > MOST_BYTES {
            return Err(bad("too_long"));
        }
        let text = fs::read_to_string(path).map_err(missing)?;
        let (labelled, left_out) = classifier::read_labelled(&text);
        if labelled.is_empty() {
            return Err(bad("empty"));
        }
        let trained = Classifier::with(&labelled);
        let aside = self.data_dir.join("intents.bin.new");
        fs::write(&aside, trained.to_bytes())?;
        fs::rename(aside, self.weights())?;
        *self.model.classifier.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(trained));
        Ok(ModelTrainDto {
            sentences: u32::try_from(labelled.len()).unwrap_or(u32::MAX),
            left_out: u32::try_from(left_out).unwrap_or(u32::MAX),
        })
    }

    /// What the classifier makes of a sentence, where it is chosen: the kind, and how likely it is.
    pub(crate) fn classified(&self, sentence: &str) -> Result<Option<(IntentKind, f64)>, AppError> {
        if self.kept_model()?.intents != "classifier" {
            return Ok(None);
        }
        Ok(Some(self.classifier().classify(sentence)))
    }

    /// The kind of a sentence that the rules do not know: the classifier's where it is chosen and sure. It never makes anything
    /// remembered or forgotten of it (MISSION F-8).
    pub(crate) fn sharper(&self, sentence: &str, kind: IntentKind) -> Result<IntentKind, AppError> {
        if kind != IntentKind::Unknown || sentence.trim().is_empty() {
            return Ok(kind);
        }
        let found = self.classified(sentence)?.filter(|(_, likely)| *likely >= classifier::SURE);
        Ok(match found {
            Some((found, _)) if !matches!(found, IntentKind::Remember | IntentKind::Forget) => found,
            _ => kind,
        })
    }

    /// Takes what was learnt of the person's own sentences away.
    pub(crate) fn forget_classifier(&self) -> Result<(), AppError> {
        *self.model.classifier.lock().unwrap_or_else(PoisonError::into_inner) = None;
        match fs::remove_file(self.weights()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn weights(&self) -> PathBuf {
        self.data_dir.join(FILE)
    }

    /// The trained one, else the one that comes along; made once.
    fn classifier(&self) -> Arc<Classifier> {
        let mut kept = self.model.classifier.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let trained = fs::read(self.weights()).ok().and_then(|bytes| Classifier::from_bytes(&bytes));
            Arc::new(trained.unwrap_or_else(Classifier::built_in))
        };
        Arc::clone(kept.get_or_insert_with(make))
    }
}
