//! Settings of a profile, as JSON texts under keys.

use rusqlite::params;

use crate::{
    Mine, StoreError,
    codec::{all, first},
    profile::must_exist,
};

impl Mine<'_> {
    /// The JSON text under this key.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
        self.store.read(|conn| first(conn, sql, params![self.profile.0, key], |row| Ok(row.get(0)?)))
    }

    /// All settings, by key.
    pub fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT key, value FROM settings WHERE profile_id = ?1 ORDER BY key";
        self.store.read(|conn| all(conn, sql, [self.profile.0], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    /// Keeps a JSON text under this key; `None` removes it. Text that is not JSON is refused.
    pub fn set_setting(&self, key: &str, json: Option<&str>) -> Result<(), StoreError> {
        if json.is_some_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_err()) {
            return Err(StoreError::OutOfRange("a setting"));
        }
        self.store.write(|tx| {
            must_exist(tx, self.profile)?;
            match json {
                Some(text) => tx.execute(
                    "INSERT INTO settings(profile_id, key, value) VALUES (?1, ?2, ?3)
                     ON CONFLICT(profile_id, key) DO UPDATE SET value = excluded.value",
                    params![self.profile.0, key, text],
                )?,
                None => tx.execute(
                    "DELETE FROM settings WHERE profile_id = ?1 AND key = ?2",
                    params![self.profile.0, key],
                )?,
            };
            Ok(())
        })
    }

    /// Changes the JSON text under a key in one transaction: what it was goes in, what it is to be comes out. For what may be
    /// lost when the power fails right after it, such as a counter: the disk is not waited for.
    pub fn change_setting(
        &self,
        key: &str,
        change: impl FnOnce(Option<String>) -> Option<String>,
    ) -> Result<(), StoreError> {
        self.store.write_lightly(|tx| {
            must_exist(tx, self.profile)?;
            let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
            let before = first(tx, sql, params![self.profile.0, key], |row| Ok(row.get(0)?))?;
            let Some(after) = change(before) else { return Ok(()) };
            if serde_json::from_str::<serde::de::IgnoredAny>(&after).is_err() {
                return Err(StoreError::OutOfRange("a setting"));
            }
            tx.execute(
                "INSERT INTO settings(profile_id, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT(profile_id, key) DO UPDATE SET value = excluded.value",
                params![self.profile.0, key, after],
            )?;
            Ok(())
        })
    }
}
