//! Plans that can still be named. Their content is the app's; here they are texts with an owner and a time.

use domain::Moment;
use rusqlite::{Connection, params};

use crate::{Mine, Store, StoreError, codec::first, erase, trace};

/// Plans kept per owner.
const KEPT: i64 = 40;

impl Mine<'_> {
    /// Keeps a plan under an id; an older one of the same id is replaced, and the oldest beyond [`KEPT`] go.
    pub fn keep_plan(&self, id: &str, body: &str, now: &Moment) -> Result<(), StoreError> {
        self.store.write_lightly(|tx| {
            tx.prepare_cached(
                "INSERT OR REPLACE INTO plans(id, profile_id, made_at, zone, body) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![id, self.profile.0, now.at.0, now.zone, body])?;
            tx.prepare_cached(
                // The index alone tells which ones are too old; no body is read for it.
                "DELETE FROM plans WHERE profile_id = ?1 AND id IN
                   (SELECT id FROM plans WHERE profile_id = ?1 ORDER BY made_at DESC, id DESC LIMIT -1 OFFSET ?2)",
            )?
            .execute(params![self.profile.0, KEPT])?;
            Ok(())
        })
    }

    /// A kept plan.
    pub fn plan(&self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM plans WHERE profile_id = ?1 AND id = ?2";
        self.store.read(|conn| first(conn, sql, params![self.profile.0, id], |row| Ok(row.get(0)?)))
    }

    /// The newest plan.
    pub fn last_plan(&self) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM plans WHERE profile_id = ?1 ORDER BY made_at DESC, id DESC LIMIT 1";
        self.store.read(|conn| first(conn, sql, [self.profile.0], |row| Ok(row.get(0)?)))
    }
}

impl Store {
    /// Whether an erasure waits to be finished.
    pub fn erasure_pending(&self) -> Result<bool, StoreError> {
        self.read(erase::is_pending)
    }
}

/// Drops every plan of an owner, and how answers came about: none may name what is gone.
pub(crate) fn drop_all(tx: &Connection, profile: domain::ProfileId) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM plans WHERE profile_id = ?1")?.execute([profile.0])?;
    trace::drop_all(tx, profile)
}
