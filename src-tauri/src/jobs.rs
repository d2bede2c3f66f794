//! Long work that can be cancelled, by the id that the page gave it.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use app::CancelToken;

/// Running jobs.
#[derive(Default)]
pub struct Jobs(Mutex<HashMap<String, CancelToken>>);

impl Jobs {
    /// A token for a new job; a second job of the same id takes the first one's place.
    pub fn start(&self, id: &str) -> CancelToken {
        let token = CancelToken::new();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), token.clone());
        token
    }

    /// Asks a job to stop; one that is over already is no error.
    pub fn cancel(&self, id: &str) {
        if let Some(token) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            token.cancel();
        }
    }

    /// Forgets a finished job.
    pub fn finish(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}
