//! "Why did this go wrong?": what is like a wrong memory, and lowering it so that it can be seen and taken back
//! (MISSION S1-36).

use std::collections::BTreeSet;

use domain::{Moment, ObservationId, Statement, StatementId};
use reflect::support::{Likeness, Sourced, like_wrong};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    statement_row,
};

/// What lowering leaves of energy and confidence.
pub const LOWERED_TO: f64 = 0.5;
/// Newest statements that are compared with a wrong one.
const MOST: i64 = 500;

/// A statement whose weight was lowered because it is like a wrong one.
#[derive(Clone, Debug, PartialEq)]
pub struct LoweredStatement {
    /// As it was before.
    pub statement: Statement,
    /// In what it is like the wrong one.
    pub likeness: Likeness,
}

impl Mine<'_> {
    /// The newest statements, newest first: what is looked at first when something goes wrong.
    pub fn newest_statements(&self, most: usize) -> Result<Vec<Statement>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.store.read(|conn| newest(conn, self.profile, most))
    }

    /// Machine-made statements like a wrong one. Changes nothing.
    pub fn like_wrong(&self, wrong: StatementId) -> Result<Vec<LoweredStatement>, StoreError> {
        self.store.read(|conn| like(conn, self.profile, wrong))
    }

    /// Lowers the weight of what is like a wrong statement. Noted under `token`, by which [`Mine::undo_lowering`] takes it
    /// back to the bit; doing it twice under one token lowers once.
    pub fn lower_like(
        &self,
        wrong: StatementId,
        token: &str,
        now: &Moment,
    ) -> Result<Vec<LoweredStatement>, StoreError> {
        self.store.write_at(now, |tx| {
            let mut noted = noted(tx, self.profile)?;
            if noted.iter().any(|one| one.token == token) {
                return Ok(Vec::new());
            }
            let lowered = like(tx, self.profile, wrong)?;
            for one in &lowered {
                let sql = "SELECT base_confidence FROM live_statements WHERE profile_id = ?1 AND id = ?2";
                let base =
                    first(tx, sql, params![self.profile.0, one.statement.id.0], |row| Ok(row.get(0)?))?;
                noted.push(Noted {
                    token: token.to_owned(),
                    row: one.statement.id.0,
                    energy: one.statement.energy,
                    confidence: one.statement.confidence,
                    base: base.unwrap_or(one.statement.confidence),
                });
                tx.prepare_cached(
                    "UPDATE statements SET energy = energy * ?3, confidence = confidence * ?3,
                       base_confidence = base_confidence * ?3 WHERE profile_id = ?1 AND id = ?2",
                )?
                .execute(params![self.profile.0, one.statement.id.0, LOWERED_TO])?;
            }
            note(tx, self.profile, &noted)?;
            Ok(lowered)
        })
    }

    /// Takes a lowering back; how many statements have their weight again.
    pub fn undo_lowering(&self, token: &str, now: &Moment) -> Result<usize, StoreError> {
        self.store.write_at(now, |tx| {
            let (back, rest): (Vec<Noted>, Vec<Noted>) =
                noted(tx, self.profile)?.into_iter().partition(|one| one.token == token);
            let mut restored = 0;
            for one in &back {
                restored += tx
                    .prepare_cached(
                        "UPDATE statements SET energy = ?3, confidence = ?4, base_confidence = ?5
                         WHERE profile_id = ?1 AND id = ?2",
                    )?
                    .execute(params![self.profile.0, one.row, one.energy, one.confidence, one.base])?;
            }
            note(tx, self.profile, &rest)?;
            Ok(restored)
        })
    }
}

/// What a statement weighed before it was lowered: numbers only, under the profile's settings.
#[derive(Debug, Serialize, Deserialize)]
struct Noted {
    token: String,
    row: i64,
    energy: f64,
    confidence: f64,
    base: f64,
}

const NOTED_KEY: &str = "lowered";
/// Lowerings that can be taken back.
const MOST_NOTED: usize = 200;

fn noted(conn: &Connection, profile: domain::ProfileId) -> Result<Vec<Noted>, StoreError> {
    let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
    let text: Option<String> = first(conn, sql, params![profile.0, NOTED_KEY], |row| Ok(row.get(0)?))?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

fn note(tx: &Connection, profile: domain::ProfileId, all: &[Noted]) -> Result<(), StoreError> {
    let newest = &all[all.len().saturating_sub(MOST_NOTED)..];
    let text =
        serde_json::to_string(newest).map_err(|_numbers| StoreError::Internal("numbers are no text"))?;
    tx.prepare_cached(
        "INSERT INTO settings(profile_id, key, value) VALUES (?1, ?2, ?3)
         ON CONFLICT(profile_id, key) DO UPDATE SET value = excluded.value",
    )?
    .execute(params![profile.0, NOTED_KEY, text])?;
    Ok(())
}

fn newest(conn: &Connection, profile: domain::ProfileId, most: i64) -> Result<Vec<Statement>, StoreError> {
    let sql = format!(
        "SELECT {} FROM live_statements s WHERE s.profile_id = ?1 AND s.state <> 'rejected'
         ORDER BY s.id DESC LIMIT ?2",
        statement_row::COLUMNS
    );
    all(conn, &sql, params![profile.0, most], statement_row::from_row)
}

fn like(
    conn: &Connection,
    profile: domain::ProfileId,
    wrong: StatementId,
) -> Result<Vec<LoweredStatement>, StoreError> {
    let bad = statement_row::live(conn, profile, wrong)?.ok_or(StoreError::NoSuchMemory)?;
    let sources = |id: StatementId| -> Result<BTreeSet<ObservationId>, StoreError> {
        Ok(statement_row::evidence(conn, profile, id)?.into_iter().map(|(seen, _)| seen).collect())
    };
    let bad_sources = sources(wrong)?;
    let mut others = Vec::new();
    for row in newest(conn, profile, MOST)? {
        let evidence = sources(row.id)?;
        others.push((row, evidence));
    }
    let found = like_wrong(
        &Sourced { statement: &bad, evidence: &bad_sources },
        others.iter().map(|(statement, evidence)| Sourced { statement, evidence }),
    );
    let by_id = |id| others.iter().find(|(row, _)| row.id == id).map(|(row, _)| row.clone());
    Ok(found
        .into_iter()
        .filter_map(|(id, likeness)| Some(LoweredStatement { statement: by_id(id)?, likeness }))
        .collect())
}
