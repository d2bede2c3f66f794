//! Rows of `statements`: writing them, and what was decided about the same before.

use domain::{
    MemoryRef, Moment, ObservationId, Provenance, Statement, StatementId, StatementKey, StatementState,
    Timestamp,
};
use extract::NewStatement;
use rusqlite::{Connection, params};

use crate::{
    Added, Embedding, Mine, StoreError,
    codec::{all, first},
    conflict::rank,
    embedding, index,
    statement_row::{self as rows, COLUMNS, is_persons, weigh},
    support_words,
    tombstone::{Grave, claim_text},
    words::fold,
};

/// How many of the newest statements without a key are compared word by word, to find the same said again.
const WORDINGS: i64 = 500;

impl Mine<'_> {
    /// What a machine must not say again: an answer when the person decided about the same before.
    pub(crate) fn decided(
        &self,
        tx: &Connection,
        new: &NewStatement,
    ) -> Result<Option<Result<Added, StoreError>>, StoreError> {
        let key = &self.store.key;
        let claim = claim_text(&new.key, &new.value);
        let buried = match &claim {
            Some(claim) => key.is_buried(tx, self.profile, Grave::Claim, claim)?,
            None => false,
        };
        if buried || key.is_buried(tx, self.profile, Grave::Wording, &fold(&new.content))? {
            return Ok(Some(Err(StoreError::Forgotten)));
        }
        // A deletion is a decision too, and no content leaves this function.
        let sql = "SELECT id, deletion_id IS NOT NULL, value, content FROM statements
                   WHERE profile_id = ?1 AND subject = ?2 AND attribute = ?3 AND condition = ?4
                     AND (state = 'rejected' OR deletion_id IS NOT NULL) ORDER BY id DESC";
        let params = params![self.profile.0, new.key.subject, new.key.attribute, new.key.condition];
        let found = all(tx, sql, params, |row| {
            let same = if claim.is_some() {
                fold(&row.get::<_, String>(2)?) == fold(&new.value)
            } else {
                fold(&row.get::<_, String>(3)?) == fold(&new.content)
            };
            Ok((StatementId(row.get(0)?), row.get::<_, bool>(1)?, same))
        })?;
        let same = found.into_iter().find(|(_, _, same)| *same);
        Ok(same.map(
            |(id, deleted, _)| if deleted { Err(StoreError::Forgotten) } else { Ok(Added::Rejected(id)) },
        ))
    }

    /// Rows of one key that say the same one after the other are one row in a store that never saw what stood between them
    /// (F-6): after an erasure the later ones go into the first, with what they rest on.
    pub(crate) fn join_neighbours(&self, tx: &Connection, key: &StatementKey) -> Result<(), StoreError> {
        if key.attribute.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM active_statements s WHERE s.profile_id = ?1 AND s.subject = ?2 AND s.attribute = ?3
               AND s.condition = ?4 ORDER BY s.id"
        );
        let params = params![self.profile.0, key.subject, key.attribute, key.condition];
        let mut kept: Option<Statement> = None;
        for row in all(tx, &sql, params, rows::from_row)? {
            let joins = kept.as_ref().is_some_and(|kept| {
                fold(&kept.value) == fold(&row.value)
                    && !row.value.is_empty()
                    && kept.validity.valid_to == row.validity.valid_to
                    && !kept.user_edited
                    && !row.user_edited
            });
            let Some(into) = kept.clone().filter(|_| joins) else {
                kept = Some(row);
                continue;
            };
            tx.execute(
                "UPDATE OR IGNORE statement_evidence SET statement_id = ?3 WHERE profile_id = ?1 AND statement_id = ?2",
                params![self.profile.0, row.id.0, into.id.0],
            )?;
            let stated = is_persons(&row) && !is_persons(&into);
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
            let noticed =
                rows::evidence(tx, self.profile, into.id)?.into_iter().filter(|(_, yes)| *yes).count();
            support_words::repeat(tx, self.profile, &into, noticed)?;
            kept = rows::live(tx, self.profile, into.id)?;
        }
        Ok(())
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
            says_the_same && same_time && (Some(row.id) == head || waits)
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
               base_confidence = max(base_confidence, ?8),
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
            rank(self.policy_in(tx)?, provenance, row.user_edited)
        ])?;
        if !sources.is_empty() {
            let noticed =
                rows::evidence(tx, self.profile, row.id)?.into_iter().filter(|(_, yes)| *yes).count();
            support_words::repeat(tx, self.profile, row, noticed)?;
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
