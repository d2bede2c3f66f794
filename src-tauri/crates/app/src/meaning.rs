//! The embedding model while it loads, when it is there, and when it is not: recall by words works in all three.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use domain::ports::{EmbedError, Embedder};
use memory::Embedding;

use crate::{OpenEmbedder, dto::MeaningDto};

enum State {
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
    /// Starts loading on a thread of its own. Without a model the state is missing from the start.
    pub fn start(open: Option<OpenEmbedder>, wait: bool) -> Self {
        let initial = if open.is_some() { State::Loading } else { State::Missing };
        let shared = Arc::new((Mutex::new(initial), Condvar::new()));
        if let Some(open) = open {
            let inner = Arc::clone(&shared);
            // A panic inside the runtime's library counts as missing; the thread must always leave the loading state.
            thread::spawn(move || {
                let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(open))
                    .unwrap_or(Err(EmbedError::Failed));
                let state = opened.map_or(State::Missing, State::Ready);
                *inner.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
                inner.1.notify_all();
            });
        }
        Self { shared, wait }
    }

    /// Ready, loading or missing, right now.
    pub fn state(&self) -> MeaningDto {
        match *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Loading => MeaningDto::Loading,
            State::Ready(_) => MeaningDto::Ready,
            State::Missing => MeaningDto::Missing,
        }
    }

    /// The model, when it is ready (or becomes so, where this program waits for it).
    pub fn embedder(&self) -> Option<Arc<dyn Embedder>> {
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        while self.wait && matches!(*state, State::Loading) {
            state = self.shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match &*state {
            State::Ready(embedder) => Some(Arc::clone(embedder)),
            State::Loading | State::Missing => None,
        }
    }

    /// The vector of a text; `None` without a model or when it fails: then words alone are used.
    pub fn of(&self, text: &str) -> Option<Embedding> {
        if text.trim().is_empty() {
            return None;
        }
        Embedding::of(self.embedder()?.as_ref(), text).ok()
    }
}
