//! What stands about one key after something about it is gone, as in a store that never saw it (F-6): what was said again
//! around it is one row, and what waited because of it waits no more.

use std::collections::BTreeSet;

use domain::{MemoryRef, Moment, Statement, StatementId, StatementKey, StatementState, Timestamp};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    conflict::{Conflict, rank},
    statement_row::{self as rows, COLUMNS, is_persons},
    support_words,
    words::fold,
};

impl Mine<'_> {
    /// Rows of one key that say the same one after the other are one row in a store that never saw what stood between them:
    /// the later ones go into the first, with what they rest on. What was believed at any time stands between, also when it
    /// lies in "recently deleted" or was denied later; what only ever waited, or never won over the first, does not.
    pub(crate) fn join_neighbours(&self, tx: &Connection, key: &StatementKey) -> Result<(), StoreError> {
        if key.attribute.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT {COLUMNS}, s.deletion_id AS lies, s.rank AS stands, s.corrected_by IS NOT NULL AS corrected FROM statements s
             WHERE s.profile_id = ?1 AND s.subject = ?2 AND s.attribute = ?3 AND s.condition = ?4
               AND s.believed_from IS NOT NULL ORDER BY s.told_at, s.id"
        );
        let params = params![self.profile.0, key.subject, key.attribute, key.condition];
        let found = all(tx, &sql, params, |row| {
            let lies: Option<i64> = row.get("lies")?;
            let (rank, corrected): (i64, bool) = (row.get("stands")?, row.get("corrected")?);
            Ok((rows::from_row(row)?, lies, rank, corrected))
        })?;
        let mut kept: Option<(Statement, Option<i64>, i64)> = None;
        for (row, lies, rank, corrected) in found {
            if kept.as_ref().is_some_and(|(_, _, first)| rank < *first) {
                continue;
            }
            let active = row.state == StatementState::Active && !corrected;
            let into = kept.take().filter(|(kept, beside, _)| {
                active
                    && *beside == lies
                    && fold(&kept.value) == fold(&row.value)
                    && !row.value.is_empty()
                    && kept.validity.valid_to == row.validity.valid_to
                    && !kept.user_edited
                    && !row.user_edited
            });
            kept = match into {
                Some((into, lies, _)) => {
                    self.join(tx, &into, &row)?;
                    rows::any(tx, self.profile, into.id)?.map(|into| (into, lies, rank))
                }
                None => active.then_some((row, lies, rank)),
            };
        }
        Ok(())
    }

    /// The later of two rows that say the same goes into the earlier one.
    fn join(&self, tx: &Connection, into: &Statement, row: &Statement) -> Result<(), StoreError> {
        tx.execute(
            "UPDATE OR IGNORE statement_evidence SET statement_id = ?3 WHERE profile_id = ?1 AND statement_id = ?2",
            params![self.profile.0, row.id.0, into.id.0],
        )?;
        for sql in [
            "UPDATE statements SET corrected_by = ?3 WHERE profile_id = ?1 AND corrected_by = ?2 AND id <> ?3",
            "UPDATE questions SET older_id = ?3 WHERE profile_id = ?1 AND older_id = ?2",
            "UPDATE questions SET newer_id = ?3 WHERE profile_id = ?1 AND newer_id = ?2",
            "UPDATE OR IGNORE feedback SET row_id = ?3 WHERE profile_id = ?1 AND kind = 'stmt' AND row_id = ?2",
        ] {
            tx.execute(sql, params![self.profile.0, row.id.0, into.id.0])?;
        }
        let stated = is_persons(row) && !is_persons(into);
        let provenance = if stated { row.provenance } else { into.provenance };
        tx.execute(
            "UPDATE statements SET last_confirmed_at = max(last_confirmed_at, ?3), provenance = ?4, rank = ?5,
               confidence = max(confidence, ?6), base_confidence = max(base_confidence, ?6)
             WHERE profile_id = ?1 AND id = ?2",
            params![
                self.profile.0,
                into.id.0,
                row.last_confirmed.0,
                provenance.word(),
                rank(self.policy_in(tx)?, provenance, false),
                row.confidence
            ],
        )?;
        self.drop_rows(tx, &std::iter::once(MemoryRef::Statement(row.id)).collect())?;
        let sql = "SELECT count(*) FROM statement_evidence WHERE profile_id = ?1 AND statement_id = ?2 AND supports = 1";
        let noticed: u32 =
            first(tx, sql, params![self.profile.0, into.id.0], |row| Ok(row.get(0)?))?.unwrap_or(0);
        support_words::repeat(tx, self.profile, into, noticed as usize)
    }

    /// The same for everything that was brought back: meanwhile it may have been said again.
    pub(crate) fn join_said_again(&self, tx: &Connection, back: &[MemoryRef]) -> Result<(), StoreError> {
        let mut keys = BTreeSet::new();
        for memory in back {
            if let MemoryRef::Statement(id) = memory {
                keys.extend(rows::live(tx, self.profile, *id)?.map(|row| row.key));
            }
        }
        keys.iter().try_for_each(|key| self.join_neighbours(tx, key))
    }

    /// The person said the same as what waits: it waits no more, and who said it first stays known.
    pub(crate) fn let_in(&self, tx: &Connection, id: StatementId, now: &Moment) -> Result<(), StoreError> {
        let sql = "UPDATE statements SET state = 'active', believed_from = ifnull(believed_from, ?3)
                   WHERE profile_id = ?1 AND id = ?2";
        tx.execute(sql, params![self.profile.0, id.0, now.at.0])?;
        self.close_questions(tx, id, now)
    }

    /// Statements that wait because one of these contradicts them.
    pub(crate) fn waiting_on(
        &self,
        conn: &Connection,
        gone: &[MemoryRef],
    ) -> Result<BTreeSet<StatementId>, StoreError> {
        let sql = "SELECT q.newer_id FROM questions q JOIN statements s ON s.id = q.newer_id
                   WHERE q.profile_id = ?1 AND s.profile_id = ?1 AND q.older_id = ?2 AND q.answered_at IS NULL
                     AND s.state = 'review'";
        let mut waiting = BTreeSet::new();
        for memory in gone {
            if let MemoryRef::Statement(id) = memory {
                let found =
                    all(conn, sql, params![self.profile.0, id.0], |row| Ok(StatementId(row.get(0)?)))?;
                waiting.extend(found.into_iter().filter(|id| !gone.contains(&MemoryRef::Statement(*id))));
            }
        }
        Ok(waiting)
    }

    /// Judges a statement that waited once more, by what was there when it came and is not erased.
    pub(crate) fn judge_again(&self, tx: &Connection, id: StatementId) -> Result<(), StoreError> {
        let Some(row) = rows::any(tx, self.profile, id)? else { return Ok(()) };
        let came = row.created.clone();
        let head = self.head_before(tx, &row, came.at)?;
        let meaning = match &head {
            Some(head) => self.meaning_of(tx, head, &row, &came)?,
            None => Conflict::None,
        };
        match (&head, meaning) {
            (Some(head), Conflict::Waits) => self.ask(tx, head.id, id, &came),
            _ => {
                let sql = "UPDATE statements SET state = 'active', believed_from = created_at
                           WHERE profile_id = ?1 AND id = ?2 AND state = 'review'";
                tx.execute(sql, params![self.profile.0, id.0])?;
                self.join_neighbours(tx, &row.key)
            }
        }
    }

    /// What held about the same, and said otherwise, when a statement came.
    fn head_before(
        &self,
        tx: &Connection,
        row: &Statement,
        then: Timestamp,
    ) -> Result<Option<Statement>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM active_statements s WHERE s.profile_id = ?1 AND s.subject = ?3 AND s.attribute = ?4
               AND s.condition = ?5 AND s.id < ?6 AND s.believed_from <= ?2
               AND s.valid_from <= ?2 AND (s.valid_to IS NULL OR ?2 < s.valid_to)
             ORDER BY s.rank DESC, s.told_at DESC, s.id DESC LIMIT 1"
        );
        let key = &row.key;
        let params = params![self.profile.0, then.0, key.subject, key.attribute, key.condition, row.id.0];
        let head = first(tx, &sql, params, rows::from_row)?;
        Ok(head.filter(|head| fold(&head.value) != fold(&row.value)))
    }
}
