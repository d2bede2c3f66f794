//! A line to the model: each request is written down in the ledger before it is sent, none goes on past the budget, and what
//! was answered well is answered again without a request (MISSION S3-13).

use std::{
    collections::VecDeque,
    fmt::Write as _,
    sync::{Arc, PoisonError},
};

use domain::{
    language_model::{ModelAnswer, ModelAsk, ModelMessage, ModelServer},
    ports::{FetchError, LanguageModel, ModelError},
};
use language::{Correspondent, Exchange, Stage, word};

use super::PURPOSE;
use crate::{
    App, CancelToken,
    dto::{ModelExchangeDto, ModelMessageDto},
};

/// Answers that are kept for being asked again.
const KEPT_ANSWERS: usize = 200;

/// Good answers by what was asked, the newest last. In memory only.
#[derive(Default)]
pub(super) struct Cache(VecDeque<(String, String)>);

impl Cache {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn get(&self, asked: &str) -> Option<String> {
        self.0.iter().find(|(known, _)| known == asked).map(|(_, answer)| answer.clone())
    }

    fn put(&mut self, asked: String, answer: String) {
        self.0.retain(|(known, _)| *known != asked);
        self.0.push_back((asked, answer));
        if self.0.len() > KEPT_ANSWERS {
            self.0.pop_front();
        }
    }
}

/// What is the same question: use and every message.
fn key(stage: Stage, messages: &[ModelMessage]) -> String {
    let mut key = stage.word().to_owned();
    for message in messages {
        // Writing to a string cannot fail.
        let _ = write!(key, "\u{1f}{}\u{1e}{}", message.role.word(), message.text);
    }
    key
}

/// A line to the model, within one budget.
pub(crate) struct Line<'a> {
    pub(super) app: &'a App,
    pub(super) port: Arc<dyn LanguageModel>,
    pub(super) server: ModelServer,
    pub(super) started: f64,
    pub(super) budget_ms: u32,
    /// Whether the server knows JSON schemas.
    pub(crate) schema: bool,
    pub(super) cancel: &'a CancelToken,
    /// Whether what was answered before counts; a check wants to know about now.
    pub(super) fresh: bool,
}

impl Line<'_> {
    /// Milliseconds that are left.
    fn left_ms(&self) -> u32 {
        let gone = (self.app.clock.monotonic_s() - self.started).max(0.0) * 1e3;
        self.budget_ms.saturating_sub(gone as u32)
    }

    /// Sends something, written down before and after.
    fn noted<T>(&self, send: impl FnOnce(&ModelServer) -> Result<T, ModelError>) -> Result<T, ModelError> {
        // Where nothing may be sent, nothing was sent.
        if !self.server.allow_remote && !self.server.is_loopback() {
            return Err(ModelError::Remote);
        }
        let timeout_ms = self.left_ms().min(self.server.timeout_ms);
        if timeout_ms == 0 {
            return Err(FetchError::Slow.into());
        }
        let now = self.app.now().at.0;
        let begun = self.app.ledger.begin(now, &self.server.address, PURPOSE);
        // A request that can't be written down is not sent.
        let number = begun.map_err(|_not_written| ModelError::Exchange(FetchError::NotTaken))?;
        let done = send(&ModelServer { timeout_ms, ..self.server.clone() });
        self.app.ledger.end(number, done.as_ref().err().map_or("ok", |error| word(*error)));
        done
    }

    pub(super) fn models(&self) -> Result<Vec<String>, ModelError> {
        self.noted(|server| self.port.models(server, &|| self.cancel.is_cancelled()))
    }
}

impl Correspondent for Line<'_> {
    fn ask(&self, stage: Stage, ask: &ModelAsk) -> Result<ModelAnswer, ModelError> {
        let cache = || self.app.model.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let known = cache().get(&key(stage, &ask.messages));
        if let Some(text) = known.filter(|_| !self.fresh) {
            return Ok(ModelAnswer { text, ms: 0.0 });
        }
        let without = ModelAsk { shape: None, ..ask.clone() };
        let ask = if self.schema { ask } else { &without };
        self.noted(|server| self.port.answer(server, ask, &|| self.cancel.is_cancelled()))
    }

    fn note(&self, exchanges: Vec<Exchange>) {
        if let (Some(first), Some(last)) = (exchanges.first(), exchanges.last())
            && last.outcome == "good"
        {
            let mut cache = self.app.model.cache.lock().unwrap_or_else(PoisonError::into_inner);
            cache.put(key(first.stage, &first.prompt), last.answer.clone());
        }
        let at = self.app.now().at.0;
        self.app.model.keep(exchanges.into_iter().map(|exchange| dto(exchange, at)).collect());
    }
}

pub(super) fn dto(exchange: Exchange, at: i64) -> ModelExchangeDto {
    let message =
        |message: ModelMessage| ModelMessageDto { role: message.role.word().to_owned(), text: message.text };
    ModelExchangeDto {
        at,
        stage: exchange.stage.word().to_owned(),
        prompt: exchange.prompt.into_iter().map(message).collect(),
        answer: exchange.answer,
        outcome: exchange.outcome.to_owned(),
        field: exchange.field,
        ms: (exchange.ms * 1e3).round() / 1e3,
    }
}
