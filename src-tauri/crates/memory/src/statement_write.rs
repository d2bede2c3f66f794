//! Rows of `statements`: writing them, and what was decided about the same before.

use domain::{
    MemoryRef, Moment, ObservationId, Provenance, Statement, StatementId, StatementKey, StatementState,
    StatementType, Timestamp,
};
use extract::NewStatement;
use rusqlite::{Connection, params};

use crate::{
    Added, DeletionId, Embedding, Mine, StoreError,
    codec::{all, first},
    conflict::rank,
    embedding, index,
    statement_row::{self as rows, COLUMNS, is_persons, weigh},
    support_words,
    tombstone::{Grave, claim_text},
    upheld,
    words::fold,
};

/// How many of the newest statements without a key are compared word by word, to find the same said again.
const WORDINGS: i64 = 500;

/// What the person decided about the same before.
pub(crate) enum Decision {
    /// They deleted or erased it.
    Gone,
    /// They said no.
    Rejected(StatementId),
    /// It only went with what it rested on.
    Rests(StatementId),
}

impl Mine<'_> {
    /// What a machine must not say again: an answer when the person decided about the same before.
    pub(crate) fn decided(
        &self,
        tx: &Connection,
        new: &NewStatement,
        sources: &[ObservationId],
        now: &Moment,
    ) -> Result<Option<Result<Added, StoreError>>, StoreError> {
        match self.decision(tx, new)? {
            None => Ok(None),
            Some(Decision::Gone) => Ok(Some(Err(StoreError::Forgotten))),
            Some(Decision::Rejected(id)) => Ok(Some(Ok(Added::Rejected(id)))),
            Some(Decision::Rests(id)) => {
                // Now it rests on more.
                self.rest_on(tx, id, sources, true, now)?;
                upheld::uphold(tx, self.profile, MemoryRef::Statement(id), now.at)?;
                let back = rows::live(tx, self.profile, id)?.is_some();
                Ok(Some(if back { Ok(Added::Reinforced(id)) } else { Err(StoreError::Forgotten) }))
            }
        }
    }

    /// The decision alone; nothing is written.
    pub(crate) fn decision(
        &self,
        tx: &Connection,
        new: &NewStatement,
    ) -> Result<Option<Decision>, StoreError> {
        let key = &self.store.key;
        let claim = claim_text(&new.key, &new.value);
        let buried = match &claim {
            Some(claim) => key.is_buried(tx, self.profile, Grave::Claim, claim)?,
            None => false,
        };
        if buried || key.is_buried(tx, self.profile, Grave::Wording, &fold(&new.content))? {
            return Ok(Some(Decision::Gone));
        }
        // A deletion is a decision too, and no content leaves this function.
        let sql = "SELECT id, deletion_id, value, content FROM statements
                   WHERE profile_id = ?1 AND subject = ?2 AND attribute = ?3 AND condition = ?4
                     AND (state = 'rejected' OR deletion_id IS NOT NULL) ORDER BY id DESC";
        let params = params![self.profile.0, new.key.subject, new.key.attribute, new.key.condition];
        let found = all(tx, sql, params, |row| {
            let same = if claim.is_some() {
                fold(&row.get::<_, String>(2)?) == fold(&new.value)
            } else {
                fold(&row.get::<_, String>(3)?) == fold(&new.content)
            };
            Ok((StatementId(row.get(0)?), row.get::<_, Option<i64>>(1)?, same))
        })?;
        let Some((id, deletion, _)) = found.into_iter().find(|(_, _, same)| *same) else { return Ok(None) };
        let Some(deletion) = deletion.map(DeletionId) else { return Ok(Some(Decision::Rejected(id))) };
        if upheld::pointed_at(tx, self.profile, MemoryRef::Statement(id), deletion)? {
            return Ok(Some(Decision::Gone));
        }
        let rejected =
            rows::any(tx, self.profile, id)?.is_some_and(|row| row.state == StatementState::Rejected);
        Ok(Some(if rejected { Decision::Rejected(id) } else { Decision::Rests(id) }))
    }

    /// The person may always say it again.
    pub(crate) fn unearth(&self, tx: &Connection, new: &NewStatement) -> Result<(), StoreError> {
        let key = &self.store.key;
        if let Some(claim) = claim_text(&new.key, &new.value) {
            key.unearth(tx, self.profile, Grave::Claim, &claim)?;
        }
        key.unearth(tx, self.profile, Grave::Wording, &fold(&new.content))
    }

    /// The row that says the same already and still holds, or waits.
    pub(crate) fn same(
        &self,
        tx: &Connection,
        new: &NewStatement,
        now: &Moment,
    ) -> Result<Option<Statement>, StoreError> {
        if new.key.attribute.is_empty() {
            let sql = format!(
                "SELECT {COLUMNS} FROM live_statements s WHERE s.profile_id = ?1 AND s.class = ?2 AND s.attribute = ''
                   AND s.state <> 'rejected' ORDER BY s.created_at DESC, s.id DESC LIMIT ?3"
            );
            let newest = all(tx, &sql, params![self.profile.0, new.class.word(), WORDINGS], rows::from_row)?;
            let said = fold(&new.content);
            return Ok(newest.into_iter().find(|row| row.kind == new.kind && fold(&row.content) == said));
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM live_statements s WHERE s.profile_id = ?1 AND s.subject = ?2 AND s.attribute = ?3
               AND s.condition = ?4 AND s.state <> 'rejected' ORDER BY s.id DESC"
        );
        let params = params![self.profile.0, new.key.subject, new.key.attribute, new.key.condition];
        let about = all(tx, &sql, params, rows::from_row)?;
        let head = self.head_in(tx, &new.key, now.at)?.map(|row| row.id);
        let value = fold(&new.value);
        Ok(about.into_iter().find(|row| {
            let waits = matches!(row.state, StatementState::Review | StatementState::Pending);
            let says_the_same =
                fold(&row.value) == value && (!value.is_empty() || fold(&row.content) == fold(&new.content));
            let same_time = row.validity.valid_to == new.validity.valid_to
                || (row.validity.valid_to.is_none() && new.validity.valid_from <= now.at && !temporary(new));
            // The same entry of a file, read again.
            let entry = new.provenance == Provenance::Imported
                && row.provenance == Provenance::Imported
                && row.validity == new.validity;
            says_the_same && (entry || same_time && (Some(row.id) == head || waits))
        }))
    }

    /// Said, done or concluded again.
    pub(crate) fn strengthen(
        &self,
        tx: &Connection,
        row: &Statement,
        new: &NewStatement,
        sources: &[ObservationId],
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.rest_on(tx, row.id, sources, true, now)?;
        let person = matches!(new.provenance, Provenance::Stated | Provenance::Confirmed);
        let mut importance = row.importance;
        if sources.is_empty() {
            // The share of repetition is n / (n + 4) of having been seen n times before (reflect::importance).
            let seen = 4.0 * importance.repetition / (1.0 - importance.repetition).max(1e-6) + 1.0;
            importance.repetition = (seen / (seen + 4.0)).clamp(0.0, 0.999);
        }
        let (provenance, state, sure) = if person && !is_persons(row) {
            (Provenance::Stated, StatementState::Active, row.confidence.max(new.confidence))
        } else if person {
            let active = if new.state == StatementState::Active { StatementState::Active } else { row.state };
            (row.provenance, active, row.confidence.max(new.confidence))
        } else {
            (row.provenance, row.state, row.confidence)
        };
        tx.prepare_cached(
            "UPDATE statements SET last_confirmed_at = max(last_confirmed_at, ?3), repetition = ?4, importance = ?5,
               provenance = ?6, state = ?7, confidence = ?8, rank = ?9, archived_at = NULL, energy = 1,
               base_confidence = CASE WHEN ?10 THEN max(base_confidence, ?8) ELSE base_confidence END,
               believed_from = CASE ?7 WHEN 'active' THEN ifnull(believed_from, ?3) ELSE believed_from END
             WHERE profile_id = ?1 AND id = ?2",
        )?
        .execute(params![
            self.profile.0,
            row.id.0,
            now.at.0,
            importance.repetition,
            weigh(&importance, 1.0)?,
            provenance.word(),
            state.word(),
            sure,
            rank(self.policy_in(tx)?, provenance, row.user_edited),
            // How sure a machine began is not what later behaviour made of it.
            person
        ])?;
        if !sources.is_empty() {
            let noticed =
                rows::evidence(tx, self.profile, row.id)?.into_iter().filter(|(_, yes)| *yes).count();
            support_words::repeat(tx, self.profile, row, noticed)?;
            if row.kind == StatementType::Insight {
                // How it stands is what its evidence says, whoever found it.
                support_words::settle(tx, self.profile, row.id)?;
            }
        }
        let sql = "SELECT 1 FROM live_statements WHERE profile_id = ?1 AND id = ?2 AND embedding IS NULL";
        let bare = first(tx, sql, params![self.profile.0, row.id.0], |_row| Ok(()))?.is_some();
        if bare && embedding.is_some() && fold(&row.content) == fold(&new.content) {
            embedding::put(tx, self.profile, MemoryRef::Statement(row.id), &row.content, embedding)?;
        }
        Ok(())
    }

    pub(crate) fn insert(
        &self,
        tx: &Connection,
        new: &NewStatement,
        state: StatementState,
        now: &Moment,
    ) -> Result<StatementId, StoreError> {
        let content = new.content.trim();
        let told = match new.provenance {
            // Told when it became so, not when the file was read.
            Provenance::Imported => new.validity.valid_from.min(now.at),
            _ => self.told_at(tx, &new.key, now.at)?,
        };
        let believed = (state == StatementState::Active).then_some(now.at.0);
        tx.prepare_cached(
            "INSERT INTO statements(profile_id, class, kind, state, content, lang, subject, attribute, condition, value,
               emotion, consequence, repetition, importance, confidence, base_confidence, provenance, rank, told_at,
               created_at, zone, believed_from, valid_from, valid_to, last_confirmed_at, session)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
               ?22, ?23, ?19, ?24)",
        )?
        .execute(params![
            self.profile.0,
            new.class.word(),
            new.kind.word(),
            state.word(),
            content,
            if content.chars().any(crate::words::is_han) { "zh" } else { "en" },
            new.key.subject,
            new.key.attribute,
            new.key.condition,
            new.value.trim(),
            new.importance.emotion,
            new.importance.consequence,
            new.importance.repetition,
            weigh(&new.importance, 1.0)?,
            new.confidence,
            new.provenance.word(),
            rank(self.policy_in(tx)?, new.provenance, false),
            told.0,
            now.at.0,
            now.zone,
            believed,
            new.validity.valid_from.0,
            new.validity.valid_to.map(|at| at.0),
            new.session
        ])?;
        let id = StatementId(tx.last_insert_rowid());
        let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
        index::put(tx, MemoryRef::Statement(id), &rows::text_of(&row))?;
        Ok(id)
    }

    /// When it was told, for the order of statements about the same: a clock that was set back makes nothing older than
    /// what was told before it.
    pub(crate) fn told_at(
        &self,
        tx: &Connection,
        key: &StatementKey,
        now: Timestamp,
    ) -> Result<Timestamp, StoreError> {
        let sql = "SELECT max(told_at) FROM live_statements
                   WHERE profile_id = ?1 AND subject = ?2 AND attribute = ?3 AND condition = ?4 AND state = 'active'";
        let params = params![self.profile.0, key.subject, key.attribute, key.condition];
        let last = first(tx, sql, params, |row| Ok(row.get::<_, Option<i64>>(0)?))?.flatten();
        Ok(Timestamp(last.map_or(now.0, |last| last.max(now.0))))
    }

    pub(crate) fn rest_on(
        &self,
        tx: &Connection,
        id: StatementId,
        seen: &[ObservationId],
        supports: bool,
        now: &Moment,
    ) -> Result<(), StoreError> {
        for one in seen {
            let sql = "SELECT 1 FROM live_observations WHERE profile_id = ?1 AND id = ?2";
            first(tx, sql, params![self.profile.0, one.0], |_row| Ok(()))?.ok_or(StoreError::NoSuchMemory)?;
            tx.prepare_cached(
                "INSERT OR IGNORE INTO statement_evidence(profile_id, statement_id, observation_id, supports, linked_at)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![self.profile.0, id.0, one.0, supports, now.at.0])?;
        }
        Ok(())
    }

    pub(crate) fn correct(
        &self,
        tx: &Connection,
        old: StatementId,
        by: StatementId,
        by_machine: bool,
    ) -> Result<(), StoreError> {
        let row = rows::live(tx, self.profile, old)?.ok_or(StoreError::NoSuchMemory)?;
        if by_machine && is_persons(&row) {
            return Err(StoreError::WrittenByPerson);
        }
        let sql = "UPDATE statements SET corrected_by = ?3 WHERE profile_id = ?1 AND id = ?2 AND id <> ?3";
        tx.execute(sql, params![self.profile.0, old.0, by.0])?;
        Ok(())
    }
}

/// Whether it ends, as a plan or "this week" does.
fn temporary(new: &NewStatement) -> bool {
    new.validity.valid_to.is_some()
}

/// Whether every value of it is in its range.
pub(crate) fn check(new: &NewStatement) -> Result<(), StoreError> {
    if new.content.trim().is_empty() {
        return Err(StoreError::OutOfRange("a statement's wording"));
    }
    if !(0.0..=1.0).contains(&new.confidence) {
        return Err(StoreError::OutOfRange("a confidence"));
    }
    let backwards = new.validity.valid_to.is_some_and(|end| end < new.validity.valid_from);
    if backwards { Err(StoreError::OutOfRange("a validity")) } else { Ok(()) }
}
