//! A language model of the person's own: what is set for it, and asking it.
//!
//! It is off until it is switched on, is asked on this computer unless another address is allowed, and decides nothing alone:
//! `language` says what is believed of its answers, and every use has rules that answer without it.
//! `docs/language-model.md` says what is sent when.

mod classify;
mod fits;
mod line;
mod listen;
mod uses;

pub(crate) use fits::{Fitting, Found};
pub(crate) use listen::Heard;

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU32, Ordering},
};

use domain::{
    language_model::{ModelServer, is_loopback},
    ports::{FetchError, LanguageModel, ModelError},
};
use language::Stage;
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, ModelAddressDto, ModelCheckDto, ModelDto, ModelExchangeDto, ModelSetRequest},
    providers::good_address,
};

use line::{Cache, Line};

/// Where it is kept, among the settings of the profile: erasing everything takes the key along.
const SETTINGS_KEY: &str = "language_model";
/// Longest model name and key, in bytes.
const LONGEST: usize = 500;
/// Exchanges that are kept for the trace.
const KEPT_EXCHANGES: usize = 20;
/// What a request is noted as in the ledger.
const PURPOSE: &str = "model";

/// Programs that speak the interface, and where they usually listen.
const USUAL: [(&str, &str); 3] = [
    ("Ollama", "http://127.0.0.1:11434"),
    ("llama.cpp", "http://127.0.0.1:8080"),
    ("vLLM", "http://127.0.0.1:8000"),
];

/// Uses that can be switched one by one.
const USES: [Stage; 4] = [Stage::Extraction, Stage::Relevance, Stage::Rephrase, Stage::Reflection];

/// What the person set.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Kept {
    enabled: bool,
    address: String,
    model: String,
    key: String,
    allow_remote: bool,
    timeout_s: u32,
    wait_ms: u32,
    pub(crate) schema: bool,
    pub(crate) intents: String,
    uses: Vec<String>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            enabled: false,
            address: String::new(),
            model: String::new(),
            key: String::new(),
            allow_remote: false,
            timeout_s: 60,
            wait_ms: 800,
            schema: true,
            intents: "model".to_owned(),
            uses: USES.map(|stage| stage.word().to_owned()).to_vec(),
        }
    }
}

impl Kept {
    /// Milliseconds that a plan waits at most.
    fn wait_ms(&self) -> u32 {
        if self.enabled { self.wait_ms } else { 0 }
    }
}

/// The model's part of [`App`]: the port, what was said lately, and counts. Nothing of it is written to a file.
#[derive(Default)]
pub(crate) struct Model {
    port: Option<Arc<dyn LanguageModel>>,
    said: Mutex<Vec<ModelExchangeDto>>,
    cache: Mutex<Cache>,
    classifier: Mutex<Option<Arc<language::classifier::Classifier>>>,
    sentences: AtomicU32,
    fell_back: AtomicU32,
}

impl Model {
    /// Forgets what was said: it may hold what is now to be forgotten.
    pub(crate) fn forget(&self) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A sentence was asked about; `fell_back` when the rules did not understand it and the model was asked.
    fn count(&self, fell_back: bool) {
        self.sentences.fetch_add(1, Ordering::Relaxed);
        if fell_back {
            let all = self.sentences.load(Ordering::Relaxed);
            let asked = self.fell_back.fetch_add(1, Ordering::Relaxed) + 1;
            log::info!("language model: asked about {asked} of {all} sentences");
        }
    }

    fn keep(&self, exchanges: Vec<ModelExchangeDto>) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend(exchanges);
        let over = said.len().saturating_sub(KEPT_EXCHANGES);
        said.drain(..over);
    }
}

impl App {
    /// The same app with a language model that can be asked. Even then it is not asked before it is switched on.
    #[must_use]
    pub fn with_language_model(mut self, port: Arc<dyn LanguageModel>) -> Self {
        self.model.port = Some(port);
        self
    }

    /// What is set for the language model.
    pub fn model_get(&self) -> Result<ModelDto, AppError> {
        let kept = self.kept_model()?;
        let usual = USUAL.iter().map(|(name, address)| ModelAddressDto {
            name: (*name).to_owned(),
            address: (*address).to_owned(),
        });
        Ok(ModelDto {
            enabled: kept.enabled,
            local: is_loopback(&kept.address),
            address: kept.address,
            model: kept.model,
            has_key: !kept.key.is_empty(),
            allow_remote: kept.allow_remote,
            timeout_s: kept.timeout_s,
            wait_ms: kept.wait_ms,
            schema: kept.schema,
            intents: kept.intents,
            uses: kept.uses,
            usual: usual.collect(),
            sentences: self.model.sentences.load(Ordering::Relaxed),
            fell_back: self.model.fell_back.load(Ordering::Relaxed),
        })
    }

    /// Changes what is set for the language model. An address elsewhere is refused until it is allowed.
    pub fn model_set(&self, request: &ModelSetRequest) -> Result<ModelDto, AppError> {
        let mut kept = self.kept_model()?;
        if let Some(address) = &request.address {
            kept.address = good_address(address).ok_or_else(|| AppError::bad_request("model_address"))?;
        }
        for (field, given, slot) in
            [("model", &request.model, &mut kept.model), ("model_key", &request.key, &mut kept.key)]
        {
            let Some(text) = given else { continue };
            let text = text.trim();
            if text.len() > LONGEST || !text.chars().all(|c| c.is_ascii_graphic()) {
                return Err(AppError::bad_request(field));
            }
            text.clone_into(slot);
        }
        if let Some(timeout_s) = request.timeout_s {
            let known = (1..=300).contains(&timeout_s).then_some(timeout_s);
            kept.timeout_s = known.ok_or_else(|| AppError::bad_request("timeout_s"))?;
        }
        if let Some(wait_ms) = request.wait_ms {
            let known = (wait_ms <= 5_000).then_some(wait_ms);
            kept.wait_ms = known.ok_or_else(|| AppError::bad_request("wait_ms"))?;
        }
        if let Some(intents) = &request.intents {
            let known = ["rules", "classifier", "model"].into_iter().find(|word| word == intents);
            known.ok_or_else(|| AppError::bad_request("intents"))?.clone_into(&mut kept.intents);
        }
        if let Some(uses) = &request.uses {
            if uses.iter().any(|word| !USES.iter().any(|stage| stage.word() == word)) {
                return Err(AppError::bad_request("uses"));
            }
            kept.uses = USES.map(Stage::word).into_iter().map(str::to_owned).collect();
            kept.uses.retain(|word| uses.contains(word));
        }
        kept.schema = request.schema.unwrap_or(kept.schema);
        kept.allow_remote = request.allow_remote.unwrap_or(kept.allow_remote);
        kept.enabled = request.enabled.unwrap_or(kept.enabled);
        if kept.enabled {
            let missing = |field: &str| AppError::bad_request(field).with("why", "missing");
            if kept.address.is_empty() {
                return Err(missing("model_address"));
            }
            if kept.model.is_empty() {
                return Err(missing("model"));
            }
            if !kept.allow_remote && !is_loopback(&kept.address) {
                return Err(AppError::bad_request("model_address").with("why", "remote"));
            }
        }
        let text = serde_json::to_string(&kept)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.mine().set_setting(SETTINGS_KEY, Some(&text))?;
        // Another model may say something else.
        self.model.cache.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.model_get()
    }

    /// Asks the server for its models, and the model one small question.
    pub fn model_check(&self, cancel: &CancelToken) -> Result<ModelCheckDto, AppError> {
        let line = Line { fresh: true, ..self.line(None, cancel)? };
        let models = line.models().map_err(app_error)?;
        let told = uses::small_question(&line);
        let why = uses::why(&told.ended);
        Ok(ModelCheckDto {
            has_model: models.contains(&line.server.model),
            models,
            ended: told.ended.word().to_owned(),
            why: why.to_owned(),
            ms: told.exchanges.iter().map(|exchange| exchange.ms).sum(),
        })
    }

    /// What was said lately, newest last. Holds what the person said; it is in memory only.
    pub fn model_trace(&self) -> Vec<ModelExchangeDto> {
        self.model.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn kept_model(&self) -> Result<Kept, AppError> {
        let text = self.mine().setting(SETTINGS_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// A line to the model, when it is switched on: at most `budget_ms` for all that is asked over it.
    pub(crate) fn line<'a>(
        &'a self,
        budget_ms: Option<u32>,
        cancel: &'a CancelToken,
    ) -> Result<Line<'a>, AppError> {
        let kept = self.kept_model()?;
        let Some(port) = self.model.port.as_ref().filter(|_| kept.enabled) else {
            return Err(AppError::new(ErrorCode::Network).with("why", "off").with("model", "language"));
        };
        let most = kept.timeout_s.saturating_mul(1000);
        Ok(Line {
            app: self,
            port: Arc::clone(port),
            started: self.clock.monotonic_s(),
            budget_ms: budget_ms.unwrap_or(most).min(most),
            schema: kept.schema,
            cancel,
            fresh: false,
            server: ModelServer {
                address: kept.address,
                model: kept.model,
                key: kept.key,
                allow_remote: kept.allow_remote,
                timeout_ms: most,
            },
        })
    }

    /// A line for one use; `None` where it is off.
    pub(crate) fn line_for<'a>(
        &'a self,
        stage: Stage,
        cancel: &'a CancelToken,
    ) -> Result<Option<Line<'a>>, AppError> {
        let kept = self.kept_model()?;
        let wanted = match stage {
            Stage::Intent => kept.intents == "model",
            other => kept.uses.iter().any(|word| word == other.word()),
        };
        if !kept.enabled || !wanted || self.model.port.is_none() {
            return Ok(None);
        }
        self.line(None, cancel).map(Some)
    }

    /// The same for a plan, which waits no longer than the person lets it and has waited for so long already.
    pub(crate) fn line_within_wait<'a>(
        &'a self,
        stage: Stage,
        spent_ms: f64,
        cancel: &'a CancelToken,
    ) -> Result<Option<Line<'a>>, AppError> {
        let left = self.kept_model()?.wait_ms().saturating_sub(spent_ms.ceil() as u32);
        if left == 0 {
            return Ok(None);
        }
        let line = self.line_for(stage, cancel)?;
        Ok(line.map(|line| Line { budget_ms: line.budget_ms.min(left), ..line }))
    }
}

fn app_error(error: ModelError) -> AppError {
    match error {
        ModelError::Exchange(FetchError::Stopped) => AppError::new(ErrorCode::Cancelled),
        ModelError::Exchange(FetchError::Refused(status)) => {
            AppError::new(ErrorCode::Network).with("why", "refused").with("status", status)
        }
        other => AppError::new(ErrorCode::Network).with("why", language::word(other)),
    }
    .with("model", "language")
}
