//! Statements: what is written down in words, what replaces what, and what a person decides about it.

use domain::{
    MemoryRef, Moment, Noticed, ObservationId, Provenance, Statement, StatementId, StatementKey,
    StatementState, Timestamp, habit,
};
use extract::{NewNoticed, NewStatement, Sanitized};
use rusqlite::{Connection, params};

use crate::{
    Embedding, Mine, StoreError,
    codec::first,
    conflict::{Conflict, rank},
    embedding, graph, noticed_row,
    profile::must_exist,
    statement_row::{self as rows, COLUMNS, IN_FORCE, is_persons},
    statement_write::check,
    words::fold,
};

/// What became of a statement that was to be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// A new row.
    New(StatementId),
    /// The same was there already: it was confirmed, and matters a little more.
    Reinforced(StatementId),
    /// It contradicts what a person said, or the person wants to be asked: a new row that waits.
    Waits(StatementId),
    /// The person said no to the same before, and a machine said it now.
    Rejected(StatementId),
}

impl Added {
    /// The row.
    pub fn id(self) -> StatementId {
        match self {
            Self::New(id) | Self::Reinforced(id) | Self::Waits(id) | Self::Rejected(id) => id,
        }
    }
}

impl Mine<'_> {
    /// Writes down what was noticed and what it says, in one transaction; `noticed` is where it was noticed already. Each
    /// statement comes with its vector; the answers are in their order, empty for what the person erased or deleted before.
    /// When that is all of it, the words are not kept either, and the answer is [`StoreError::Forgotten`].
    pub fn learn(
        &self,
        seen: &Sanitized<NewNoticed>,
        noticed: Option<ObservationId>,
        says: &[(Sanitized<NewStatement>, Option<Embedding>)],
        now: &Moment,
    ) -> Result<(ObservationId, Vec<Option<Added>>), StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let source = match noticed {
                Some(known) => known,
                None => self.notice_in(tx, seen.get())?,
            };
            let mut learned = Vec::with_capacity(says.len());
            for (new, vector) in says {
                learned.push(match self.add_in(tx, new.get(), &[source], vector.as_ref(), now) {
                    Ok(added) => Some(added),
                    Err(StoreError::Forgotten) => None,
                    Err(error) => return Err(error),
                });
            }
            let refused = !learned.is_empty() && learned.iter().all(Option::is_none);
            if refused { Err(StoreError::Forgotten) } else { Ok((source, learned)) }
        })
    }

    /// Writes a statement down: row, words, evidence, vector and ties in one transaction, in this order (MISSION S1-28,
    /// S3-26). It is not visible before all of it is, and a failure leaves nothing.
    ///
    /// - The same again (same key and value, or the same words) confirms the row that is there (S2-43).
    /// - Another value of exactly the same key replaces the older one, which stays readable (S2-04). Statements about
    ///   different keys never touch each other.
    /// - A machine never replaces what a person said: its statement waits for the person (S2-21). What the person
    ///   erased, deleted or said no to does not come back by a machine.
    pub fn add_statement(
        &self,
        new: &Sanitized<NewStatement>,
        sources: &[ObservationId],
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<Added, StoreError> {
        let new = new.get();
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            self.add_in(tx, new, sources, embedding, now)
        })
    }

    pub(crate) fn add_in(
        &self,
        tx: &Connection,
        new: &NewStatement,
        sources: &[ObservationId],
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<Added, StoreError> {
        check(new)?;
        let by_machine = matches!(new.provenance, Provenance::Inferred | Provenance::Imported);
        if by_machine {
            if let Some(answer) = self.decided(tx, new, sources, now)? {
                return answer;
            }
        } else {
            self.unearth(tx, new)?;
        }
        let mut same = self.same(tx, new, now)?;
        let waits =
            |row: &&Statement| row.state == StatementState::Review && new.state == StatementState::Active;
        let let_in = same.as_ref().filter(|_| !by_machine).filter(waits).map(|row| row.id);
        if let Some(id) = let_in {
            self.let_in(tx, id, now)?;
            same = self.same(tx, new, now)?;
        }
        if let Some(same) = same {
            self.strengthen(tx, &same, new, sources, embedding, now)?;
            return Ok(Added::Reinforced(same.id));
        }
        let head = self.head_in(tx, &new.key, now.at)?.filter(|head| fold(&head.value) != fold(&new.value));
        let conflict = match &head {
            Some(head) if new.state == StatementState::Active => self.meaning_for(tx, head, new, now)?,
            _ => Conflict::None,
        };
        let state = if conflict == Conflict::Waits { StatementState::Review } else { new.state };
        let id = self.insert(tx, new, state, now)?;
        self.rest_on(tx, id, sources, true, now)?;
        embedding::put(tx, self.profile, MemoryRef::Statement(id), new.content.trim(), embedding)?;
        graph::tie_statement(tx, self.profile, id, new, sources.first().copied(), now)?;
        if let Some(old) = new.corrects
            && state == StatementState::Active
        {
            self.correct(tx, old, id, by_machine)?;
        }
        if let (Some(head), Conflict::Waits | Conflict::Asks) = (&head, conflict) {
            self.ask(tx, head.id, id, now)?;
        }
        graph::support_each_other(tx, self.profile, id, now)?;
        if let Some(first) = let_in {
            self.join_neighbours(tx, &new.key)?;
            if rows::live(tx, self.profile, id)?.is_none() {
                return Ok(Added::Reinforced(first));
            }
        }
        Ok(if conflict == Conflict::Waits { Added::Waits(id) } else { Added::New(id) })
    }

    /// One statement, unless it was deleted.
    pub fn statement(&self, id: StatementId) -> Result<Option<Statement>, StoreError> {
        self.store.read(|conn| rows::live(conn, self.profile, id))
    }

    /// The statement in force about a key at an instant.
    pub fn head(&self, key: &StatementKey, at: Timestamp) -> Result<Option<Statement>, StoreError> {
        self.store.read(|conn| self.head_in(conn, key, at))
    }

    pub(crate) fn head_in(
        &self,
        conn: &Connection,
        key: &StatementKey,
        at: Timestamp,
    ) -> Result<Option<Statement>, StoreError> {
        if key.attribute.is_empty() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM active_statements s WHERE s.profile_id = ?1 AND s.subject = ?3 AND s.attribute = ?4
               AND s.condition = ?5 AND {IN_FORCE}"
        );
        let params = params![self.profile.0, at.0, key.subject, key.attribute, key.condition];
        first(conn, &sql, params, rows::from_row)
    }

    /// A person's edit: a new version that stands for the old one, which stays readable. The machine never changes it
    /// (F-7). Taking the edit back is [`Mine::undo_edit`].
    pub fn edit_statement(
        &self,
        id: StatementId,
        new: &Sanitized<NewStatement>,
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<StatementId, StoreError> {
        let new = NewStatement {
            provenance: Provenance::Stated,
            state: StatementState::Active,
            ..new.get().clone()
        };
        check(&new)?;
        self.store.write_at(now, |tx| {
            let old = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            self.unearth(tx, &new)?;
            let version = self.insert(tx, &new, StatementState::Active, now)?;
            tx.execute(
                "UPDATE statements SET user_edited = 1, confidence = 1, base_confidence = 1, rank = ?3
                 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, version.0, rank(self.policy_in(tx)?, Provenance::Stated, true)],
            )?;
            let sources: Vec<_> =
                rows::evidence(tx, self.profile, id)?.into_iter().filter(|(_, yes)| *yes).collect();
            for (seen, _) in &sources {
                self.rest_on(tx, version, &[*seen], true, now)?;
            }
            embedding::put(tx, self.profile, MemoryRef::Statement(version), new.content.trim(), embedding)?;
            graph::tie_statement(tx, self.profile, version, &new, sources.first().map(|(id, _)| *id), now)?;
            self.correct(tx, old.id, version, false)?;
            Ok(version)
        })
    }

    /// Takes an edit back: the version goes, and what it stood for holds again.
    pub fn undo_edit(&self, version: StatementId, now: &Moment) -> Result<StatementId, StoreError> {
        self.store.write_at(now, |tx| {
            let sql = "SELECT o.id FROM live_statements o JOIN live_statements n ON n.id = o.corrected_by
                       WHERE o.profile_id = ?1 AND n.profile_id = ?1 AND n.id = ?2 AND n.user_edited = 1";
            let older =
                first(tx, sql, params![self.profile.0, version.0], |row| Ok(StatementId(row.get(0)?)))?
                    .ok_or(StoreError::NoSuchMemory)?;
            self.drop_rows(tx, &std::iter::once(MemoryRef::Statement(version)).collect())?;
            Ok(older)
        })
    }

    /// The person said yes: active, surer, and from now on the newest about its key.
    pub fn confirm_statement(&self, id: StatementId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            let provenance = match row.provenance {
                Provenance::Inferred | Provenance::Imported => Provenance::Confirmed,
                said => said,
            };
            let told = self.told_at(tx, &row.key, now.at)?;
            let sure = habit::after_yes(row.confidence, &habit::Settings::DEFAULT);
            let rank = rank(self.policy_in(tx)?, provenance, row.user_edited);
            tx.execute(
                "UPDATE statements SET state = 'active', provenance = ?3, confidence = ?4, base_confidence = ?4, rank = ?5,
                   told_at = ?6, believed_from = ifnull(believed_from, ?7),
                   believed_to = NULL, last_confirmed_at = max(last_confirmed_at, ?7), archived_at = NULL
                 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id.0, provenance.word(), sure, rank, told.0, now.at.0],
            )?;
            self.close_questions(tx, id, now)
        })
    }

    /// The person said no: it is never used, and no machine proposes the same again.
    pub fn reject_statement(&self, id: StatementId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            tx.execute(
                "UPDATE statements SET state = 'rejected', confidence = 0, base_confidence = 0, believed_to = ?3
                 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id.0, now.at.0],
            )?;
            self.close_questions(tx, id, now)
        })
    }

    /// What later behaviour did to a machine's statement ([`reflect::life`]). A person's own is refused (F-7).
    pub fn set_standing(
        &self,
        id: StatementId,
        standing: &reflect::life::Standing,
        now: &Moment,
    ) -> Result<(), StoreError> {
        if !(0.0..=1.0).contains(&standing.confidence) {
            return Err(StoreError::OutOfRange("a confidence"));
        }
        self.store.write_at(now, |tx| {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            if is_persons(&row) {
                return Err(StoreError::WrittenByPerson);
            }
            let active = standing.state == StatementState::Active;
            tx.execute(
                "UPDATE statements SET state = ?3, confidence = ?4, valid_to = ?5,
                   believed_from = CASE WHEN ?6 THEN ifnull(believed_from, ?7) ELSE believed_from END,
                   last_confirmed_at = ?8
                 WHERE profile_id = ?1 AND id = ?2",
                params![
                    self.profile.0,
                    id.0,
                    standing.state.word(),
                    standing.confidence,
                    standing.ends().0,
                    active,
                    now.at.0,
                    standing.confirmed.0
                ],
            )?;
            Ok(())
        })
    }

    /// The machine takes back what it concluded. It leaves no tombstone; a person's own words are refused (F-7).
    pub fn withdraw_statement(&self, id: StatementId) -> Result<(), StoreError> {
        self.store.write(|tx| {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            if is_persons(&row) || row.state == StatementState::Rejected {
                return Err(StoreError::WrittenByPerson);
            }
            self.drop_rows(tx, &std::iter::once(MemoryRef::Statement(id)).collect())
        })
    }

    /// Links what supports a statement, or what speaks against it.
    pub fn add_statement_evidence(
        &self,
        id: StatementId,
        seen: &[ObservationId],
        supports: bool,
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            self.rest_on(tx, id, seen, supports, now)
        })
    }

    /// What a statement rests on, oldest first, each with whether it supports it: the answer to "why do you remember this"
    /// names exactly these (MISSION S1-50).
    pub fn grounds(&self, id: StatementId) -> Result<Vec<(Noticed, bool)>, StoreError> {
        self.store.read(|conn| {
            rows::live(conn, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            let mut grounds = Vec::new();
            for (seen, supports) in rows::evidence(conn, self.profile, id)? {
                grounds.extend(noticed_row::live(conn, self.profile, seen)?.map(|row| (row, supports)));
            }
            grounds.sort_by_key(|(row, _)| (row.at.at, row.id));
            Ok(grounds)
        })
    }

    /// Puts a statement into the archive, or takes it out again (MISSION S3-44): it is there, shown, and never recalled.
    pub fn archive_statement(&self, id: StatementId, archived: bool, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            tx.execute(
                "UPDATE statements SET archived_at = CASE WHEN ?3 THEN ifnull(archived_at, ?4) END
                 WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id.0, archived, now.at.0],
            )?;
            Ok(())
        })
    }

    /// Sets the energy, 0 to 1, as use and time left it.
    pub fn set_energy(&self, id: StatementId, energy: f64) -> Result<(), StoreError> {
        if !(0.0..=1.0).contains(&energy) {
            return Err(StoreError::OutOfRange("an energy"));
        }
        self.store.write(|tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            let sql = "UPDATE statements SET energy = ?3 WHERE profile_id = ?1 AND id = ?2";
            tx.execute(sql, params![self.profile.0, id.0, energy])?;
            Ok(())
        })
    }
}
