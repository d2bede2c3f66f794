//! A keyring in memory.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use domain::ports::{KeyStore, KeyStoreError};

/// Keeps keys as long as the value lives, or fails in the way that it is told to.
#[derive(Debug, Default)]
pub struct FakeKeys {
    kept: Mutex<BTreeMap<String, String>>,
    failing: Mutex<Option<KeyStoreError>>,
}

impl FakeKeys {
    /// Every call fails in this way from now on; `None` makes it work again.
    pub fn fail(&self, how: Option<KeyStoreError>) {
        *self.failing.lock().unwrap_or_else(PoisonError::into_inner) = how;
    }

    /// What is kept.
    pub fn kept(&self) -> Vec<String> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// What is kept becomes this key, as when a keyring is put back to an older day.
    pub fn replace(&self, key: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.values_mut().for_each(|value| key.clone_into(value));
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, String>) -> T) -> Result<T, KeyStoreError> {
        self.available()?;
        Ok(work(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl KeyStore for FakeKeys {
    fn available(&self) -> Result<(), KeyStoreError> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn get(&self, name: &str) -> Result<Option<String>, KeyStoreError> {
        self.with(|kept| kept.get(name).cloned())
    }

    fn set(&self, name: &str, key: &str) -> Result<(), KeyStoreError> {
        self.with(|kept| drop(kept.insert(name.to_owned(), key.to_owned())))
    }

    fn remove(&self, name: &str) -> Result<(), KeyStoreError> {
        self.with(|kept| drop(kept.remove(name)))
    }
}
