//! How answers came about, kept for a while (MISSION S3-46). Their content is the app's; here they are texts with an owner
//! and a time, and any deletion or erasure drops all of their owner's.

use domain::{Moment, ProfileId};
use rusqlite::{Connection, params};

use crate::{Mine, StoreError, codec::all};

/// Traces kept per owner.
const KEPT: i64 = 60;

impl Mine<'_> {
    /// Keeps a trace under an id; the oldest beyond [`KEPT`] go.
    pub fn keep_trace(&self, id: &str, body: &str, now: &Moment) -> Result<(), StoreError> {
        self.store.write_lightly(|tx| {
            tx.prepare_cached(
                "INSERT OR REPLACE INTO traces(id, profile_id, at, zone, body) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![id, self.profile.0, now.at.0, now.zone, body])?;
            tx.prepare_cached(
                // The index alone tells which ones are too old; no body is read for it.
                "DELETE FROM traces WHERE profile_id = ?1 AND id IN
                   (SELECT id FROM traces WHERE profile_id = ?1 ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?2)",
            )?
            .execute(params![self.profile.0, KEPT])?;
            Ok(())
        })
    }

    /// All that are kept, newest first.
    pub fn traces(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT body FROM traces WHERE profile_id = ?1 ORDER BY at DESC, id DESC";
        self.store.read(|conn| all(conn, sql, [self.profile.0], |row| Ok(row.get(0)?)))
    }

    /// Throws all of them away.
    pub fn clear_traces(&self) -> Result<(), StoreError> {
        self.store.write(|tx| drop_all(tx, self.profile))
    }
}

/// Drops every trace of an owner: none may name what is gone.
pub(crate) fn drop_all(tx: &Connection, profile: ProfileId) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM traces WHERE profile_id = ?1")?.execute([profile.0])?;
    Ok(())
}
