//! Runs of reflection: how far each got, and what set it off (MISSION S1-29, S1-30). The run and what it made are written in
//! one transaction, so that a crash repeats a run as a whole or not at all.

use domain::{Moment, ObservationId, StatementId, Timestamp};
use extract::{NewStatement, Sanitized};
use rusqlite::params;

use crate::{
    Added, Embedding, Mine, StoreError,
    codec::{all, first, known, moment},
    profile::must_exist,
};

/// What set a run off.
pub use reflect::trigger::Cause as ReflectionCause;

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// When.
    pub at: Moment,
    /// What set it off.
    pub cause: ReflectionCause,
    /// How many observations it looked at.
    pub processed: u32,
    /// The sum of their importance, 0 to 1 each.
    pub importance_sum: f64,
    /// The last of them.
    pub cursor: ObservationId,
    /// How many insights it made.
    pub made: u32,
}

impl Mine<'_> {
    /// Writes down what a run made, and the run itself. Insights that the person erased, deleted or denied before are left
    /// out; the answers are in the order of `made`.
    pub fn reflect(
        &self,
        run: &Reflection,
        made: &[(Sanitized<NewStatement>, Vec<ObservationId>, Option<Embedding>)],
    ) -> Result<Vec<Option<StatementId>>, StoreError> {
        let now = &run.at;
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let mut written = Vec::new();
            for (new, evidence, embedding) in made {
                written.push(match self.add_in(tx, new.get(), evidence, embedding.as_ref(), now) {
                    Ok(Added::Rejected(_)) | Err(StoreError::Forgotten) => None,
                    Ok(added) => Some(added.id()),
                    Err(error) => return Err(error),
                });
            }
            tx.execute(
                "INSERT INTO reflections(profile_id, at, zone, cause, processed, importance_sum, cursor, made)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    self.profile.0,
                    now.at.0,
                    now.zone,
                    run.cause.word(),
                    run.processed,
                    run.importance_sum,
                    run.cursor.0,
                    written.iter().flatten().count() as i64
                ],
            )?;
            Ok(written)
        })
    }

    /// Runs since an instant, newest first.
    pub fn reflections(&self, since: Timestamp, limit: usize) -> Result<Vec<Reflection>, StoreError> {
        let sql = "SELECT * FROM reflections WHERE profile_id = ?1 AND at >= ?2 ORDER BY id DESC LIMIT ?3";
        self.store.read(|conn| {
            all(conn, sql, params![self.profile.0, since.0, limit as i64], |row| {
                Ok(Reflection {
                    at: moment(row, "at")?,
                    cause: known(row, "cause", ReflectionCause::from_word)?,
                    processed: row.get("processed")?,
                    importance_sum: row.get("importance_sum")?,
                    cursor: ObservationId(row.get("cursor")?),
                    made: row.get("made")?,
                })
            })
        })
    }

    /// How far reflection got; `None` before the first run. And what waits since: how much, and the sum of its importance.
    pub fn unreflected(&self) -> Result<(Option<ObservationId>, u32, f64), StoreError> {
        self.store.read(|conn| {
            let sql = "SELECT max(cursor) FROM reflections WHERE profile_id = ?1";
            let cursor: Option<i64> = first(conn, sql, [self.profile.0], |row| Ok(row.get(0)?))?.flatten();
            let sql =
                "SELECT count(*), total(importance) FROM live_observations WHERE profile_id = ?1 AND id > ?2";
            let params = params![self.profile.0, cursor.unwrap_or(0)];
            let (count, sum) =
                first(conn, sql, params, |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or((0, 0.0));
            Ok((cursor.map(ObservationId), count, sum))
        })
    }
}
