//! Settings of a profile, as JSON texts under keys.

use crate::{Mine, StoreError};

impl Mine<'_> {
    /// The JSON text under this key.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let _ = key;
        Err(StoreError::Internal("not built yet"))
    }

    /// All settings, by key.
    pub fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        Err(StoreError::Internal("not built yet"))
    }

    /// Keeps a JSON text under this key; `None` removes it.
    pub fn set_setting(&self, key: &str, json: Option<&str>) -> Result<(), StoreError> {
        let _ = (key, json);
        Err(StoreError::Internal("not built yet"))
    }
}
