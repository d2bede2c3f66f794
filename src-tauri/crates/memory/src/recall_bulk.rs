//! Many statements at once, for benches and evaluations only (feature `measuring`): a million rows by
//! [`Mine::add_statement`] would measure that and nothing else.

use domain::{MemoryRef, Moment, Statement, StatementId};
use rusqlite::params;

use crate::{Embedding, Mine, StoreError, embedding, index, statement_row};

impl Mine<'_> {
    /// Writes statements down as they are, in one transaction and each row once: no question is asked and nothing is merged.
    /// Their ids, in order; the ids in the rows are not looked at.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn fill(&self, rows: &[(Statement, Option<Embedding>)]) -> Result<Vec<StatementId>, StoreError> {
        self.store.write(|tx| {
            let mut ids = Vec::with_capacity(rows.len());
            for (row, vector) in rows {
                let Moment { at, zone } = &row.created;
                tx.prepare_cached(
                    "INSERT INTO statements(profile_id, class, kind, state, content, lang, subject, attribute, condition,
                       value, emotion, consequence, repetition, importance, confidence, base_confidence, provenance, rank,
                       told_at, created_at, zone, believed_from, valid_from, valid_to, last_confirmed_at, uses, session,
                       embedding, embedding_model, embedded_hash)
                     VALUES (?1, ?2, ?3, ?4, ?5, 'en', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15, 3, ?16, ?16, ?17,
                       ?16, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25)",
                )?
                .execute(params![
                    self.profile.0,
                    row.class.word(),
                    row.kind.word(),
                    row.state.word(),
                    row.content,
                    row.key.subject,
                    row.key.attribute,
                    row.key.condition,
                    row.value,
                    row.importance.emotion,
                    row.importance.consequence,
                    row.importance.repetition,
                    (row.importance.emotion + row.importance.consequence + row.importance.repetition) / 3.0,
                    row.confidence,
                    row.provenance.word(),
                    at.0,
                    zone,
                    row.validity.valid_from.0,
                    row.validity.valid_to.map(|end| end.0),
                    row.last_confirmed.0,
                    row.uses,
                    row.session,
                    vector.as_ref().map(|one| embedding::bytes_of(&one.vector)),
                    vector.as_ref().map(|one| one.model.as_str()),
                    vector.as_ref().map(|_has_one| embedding::hash_of(&row.content)),
                ])?;
                let id = StatementId(tx.last_insert_rowid());
                let memory = MemoryRef::Statement(id);
                index::put_new(tx, memory, &statement_row::text_of(row))?;
                if let Some(vector) = vector {
                    embedding::put_new(tx, self.profile, id, vector)?;
                }
                ids.push(id);
            }
            Ok(ids)
        })
    }
}
