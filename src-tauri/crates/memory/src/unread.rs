//! What was noticed in words and nobody has read yet: the work of a quiet hour (MISSION S3-11).
//!
//! What a person says to Laolu is read at once. What comes otherwise (words beside a deed, an imported file) is read when there
//! is time, some at a time; what a batch learned and how far it got are one transaction, so that a batch that was cut is none.

use domain::{Moment, Noticed, ObservationId};
use extract::{NewStatement, Sanitized};
use rusqlite::{Connection, params};

use crate::{
    Added, Embedding, Mine, StoreError,
    codec::{all, first},
    noticed_row,
    profile::must_exist,
};

/// How far it was read.
const CURSOR: &str = "read_until";

/// Words that nobody has read.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Up to where these reach, also when there is nothing to be read in it.
    pub until: ObservationId,
    /// Oldest first.
    pub rows: Vec<Noticed>,
    /// How many row numbers that is after the last that was read.
    pub behind: u64,
}

/// What one row of the stream says.
pub type Reading = (ObservationId, Vec<(Sanitized<NewStatement>, Option<Embedding>)>);

impl Mine<'_> {
    /// The next words that nobody has read.
    pub fn unread(&self, most: usize) -> Result<Unread, StoreError> {
        self.store.read(|conn| {
            let from = cursor(conn, self.profile.0)?;
            let sql = "SELECT * FROM live_observations o WHERE profile_id = ?1 AND id > ?2 AND words <> ''
                         AND source IN ('dialogue', 'import', 'action') AND NOT EXISTS (
                           SELECT 1 FROM live_statement_evidence e WHERE e.profile_id = ?1 AND e.observation_id = o.id)
                       ORDER BY id LIMIT ?3";
            let limit = i64::try_from(most).unwrap_or(i64::MAX);
            let found = all(conn, sql, params![self.profile.0, from, limit], noticed_row::from_row)?;
            let newest = "SELECT max(id) FROM live_observations WHERE profile_id = ?1";
            let newest: Option<i64> =
                first(conn, newest, [self.profile.0], |row| Ok(row.get(0)?))?.flatten();
            let full = found.len() == most;
            let until = match found.last() {
                Some(last) if full => last.id.0,
                _ => newest.unwrap_or(from).max(from),
            };
            Ok(Unread { until: ObservationId(until), rows: found, behind: until.abs_diff(from) })
        })
    }

    /// Writes down what a batch says, and that it was read up to there; how many statements are new. What the person erased,
    /// deleted or denied is left out.
    pub fn read_until(
        &self,
        until: ObservationId,
        says: &[Reading],
        now: &Moment,
    ) -> Result<usize, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            if cursor(tx, self.profile.0)? > until.0 {
                // Another program read it meanwhile.
                return Err(StoreError::PlanOutdated);
            }
            let mut new = 0;
            for (seen, statements) in says {
                // It may have been deleted while it was read.
                if noticed_row::live(tx, self.profile, *seen)?.is_none() {
                    continue;
                }
                for (statement, vector) in statements {
                    match self.add_in(tx, statement.get(), &[*seen], vector.as_ref(), now) {
                        Ok(Added::New(_) | Added::Waits(_)) => new += 1,
                        Ok(_) | Err(StoreError::Forgotten) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
            tx.execute(
                "INSERT INTO settings(profile_id, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT(profile_id, key) DO UPDATE SET value = excluded.value",
                params![self.profile.0, CURSOR, until.0.to_string()],
            )?;
            Ok(new)
        })
    }
}

fn cursor(conn: &Connection, profile: i64) -> Result<i64, StoreError> {
    let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
    let text: Option<String> = first(conn, sql, params![profile, CURSOR], |row| Ok(row.get(0)?))?;
    Ok(text.and_then(|text| text.parse().ok()).unwrap_or(0))
}
