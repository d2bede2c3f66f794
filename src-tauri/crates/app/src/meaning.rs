//! The embedding model while it loads, when it is there, and when it is not: recall by words works in all three.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use domain::ports::{EmbedError, Embedder};
use memory::Embedding;

use crate::{OpenEmbedder, dto::MeaningDto};

enum State {
    /// Not needed so far.
    Unopened(OpenEmbedder),
    Loading,
    Ready(Arc<dyn Embedder>),
    Missing,
}

/// The model behind a door that opens when it has loaded.
pub struct Meaning {
    shared: Arc<(Mutex<State>, Condvar)>,
    wait: bool,
}

impl Meaning {
    /// With `wait`, the model is opened when it is first needed, and the one who needs it waits (the terminal: most of
    /// its commands need none). Without, it loads on a thread of its own from the start, and words serve until then.
    pub fn start(open: Option<OpenEmbedder>, wait: bool) -> Self {
        let initial = open.map_or(State::Missing, State::Unopened);
        let meaning = Self { shared: Arc::new((Mutex::new(initial), Condvar::new())), wait };
        if !wait {
            meaning.load();
        }
        meaning
    }

    /// Ready, loading or missing, right now. A model that nobody needed yet counts as loading.
    pub fn state(&self) -> MeaningDto {
        match *self.lock() {
            State::Unopened(_) | State::Loading => MeaningDto::Loading,
            State::Ready(_) => MeaningDto::Ready,
            State::Missing => MeaningDto::Missing,
        }
    }

    /// The model, when it is ready (or becomes so, where this program waits for it).
    pub fn embedder(&self) -> Option<Arc<dyn Embedder>> {
        if self.wait {
            self.load();
        }
        let mut state = self.lock();
        while self.wait && matches!(*state, State::Loading) {
            state = self.shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match &*state {
            State::Ready(embedder) => Some(Arc::clone(embedder)),
            State::Unopened(_) | State::Loading | State::Missing => None,
        }
    }

    /// The vector of a text; `None` without a model or when it fails: then words alone are used.
    pub fn of(&self, text: &str) -> Option<Embedding> {
        if text.trim().is_empty() {
            return None;
        }
        Embedding::of(self.embedder()?.as_ref(), text).ok()
    }

    /// The name of the model and vectors of some texts, in order; `None` as for [`Meaning::of`].
    pub fn of_all(&self, texts: &[&str]) -> Option<Vec<Embedding>> {
        let embedder = self.embedder()?;
        let vectors = embedder.embed(texts).ok()?;
        let model = embedder.model_id();
        Some(vectors.into_iter().map(|vector| Embedding { model: model.to_owned(), vector }).collect())
    }

    /// The name of the model, when there is one.
    pub fn model(&self) -> Option<String> {
        self.embedder().map(|embedder| embedder.model_id().to_owned())
    }

    /// Starts loading, once.
    fn load(&self) {
        let mut state = self.lock();
        if !matches!(*state, State::Unopened(_)) {
            return;
        }
        let State::Unopened(open) = std::mem::replace(&mut *state, State::Loading) else { return };
        drop(state);
        let shared = Arc::clone(&self.shared);
        // A panic inside the runtime's library counts as missing; the thread must always leave the loading state.
        thread::spawn(move || {
            let opened = panic::catch_unwind(AssertUnwindSafe(open)).unwrap_or(Err(EmbedError::Failed));
            *shared.0.lock().unwrap_or_else(PoisonError::into_inner) =
                opened.map_or(State::Missing, State::Ready);
            shared.1.notify_all();
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
