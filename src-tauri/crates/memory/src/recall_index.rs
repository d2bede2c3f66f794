//! What recall keeps in memory per person, how it follows the rows, and how it is kept for the next start.
//!
//! Rows are the truth. Triggers of the database write down which statements changed (`recall_queue`), in the same
//! transaction as the change, whoever makes it; before every answer that list is read from where it was left, so that
//! what was written a moment ago is found and what went is not (MISSION S3-37). Sketches are kept in a table, so that a
//! start reads a hundred bytes a statement and not its vector.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::{ProfileId, StatementType};
use recall::{Entry, Index, Reading, bits};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    Store, StoreError,
    codec::{all, first},
    recall_cache::Caches,
};

/// Everything that recall keeps between questions.
#[derive(Debug, Default)]
pub(crate) struct State {
    inner: Mutex<Inner>,
}

/// See [`State`].
#[derive(Debug, Default)]
pub(crate) struct Inner {
    /// The last number of the queue that was looked at.
    seen: i64,
    /// Made but not yet in the table, by statement; `None` for one that is not to be recalled.
    unsaved: BTreeMap<i64, Option<Sketch>>,
    /// One per person that asked.
    indexes: HashMap<ProfileId, Held>,
    /// Answers and vectors that may be asked for again.
    pub(crate) caches: Caches,
}

/// An index and the model whose vectors it compares.
#[derive(Debug)]
pub(crate) struct Held {
    /// Row of `embedding_models`; `None` without vectors.
    model: Option<i64>,
    /// The index.
    pub(crate) index: Index,
}

/// A row of `sketches`.
#[derive(Clone, Debug, PartialEq)]
struct Sketch {
    profile: ProfileId,
    model: Option<i64>,
    at: i64,
    first_tier: bool,
    subject: String,
    session: Option<String>,
    reading: Reading,
    bits: Vec<u64>,
}

impl Sketch {
    fn entry<'a>(&'a self, id: i64, model: Option<i64>, vector: &'a [f32]) -> Entry<'a> {
        let comparable = self.model == model;
        Entry {
            id,
            reading: self.reading,
            sketch: if comparable { &self.bits } else { &[] },
            vector: if comparable { vector } else { &[] },
            subject: &self.subject,
            session: self.session.as_deref(),
            at: self.at,
            first_tier: self.first_tier,
        }
    }
}

/// From so many on, sketches are written into the table.
const SAVE_FROM: usize = 256;

impl State {
    /// The only one who uses it.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Looks at everything that changed since the last time.
    pub(crate) fn follow(&mut self, conn: &Connection) -> Result<i64, StoreError> {
        let newest = newest(conn)?;
        if newest == self.seen {
            return Ok(newest);
        }
        self.caches.drop_answers();
        // A list that begins later than where we were was cut by another program: what it said is in the table.
        let oldest: Option<i64> =
            first(conn, "SELECT min(seq) FROM recall_queue", [], |row| Ok(row.get(0)?))?.flatten();
        if oldest.unwrap_or(newest + 1) > self.seen + 1 {
            self.indexes.clear();
            self.unsaved.clear();
        }
        let changed = all(
            conn,
            "SELECT DISTINCT statement_id FROM recall_queue WHERE seq > ?1 AND statement_id IS NOT NULL",
            [self.seen],
            |row| Ok(row.get::<_, i64>(0)?),
        )?;
        for id in changed {
            let made = make(conn, id)?;
            for (profile, held) in &mut self.indexes {
                match &made {
                    Some((sketch, vector)) if sketch.profile == *profile => {
                        held.index.put(&sketch.entry(id, held.model, vector));
                    }
                    _ => held.index.remove(id),
                }
            }
            self.unsaved.insert(id, made.map(|(sketch, _)| sketch));
        }
        self.seen = newest;
        Ok(newest)
    }

    /// The person's index for a model, read from the table when it is not there yet, and whether it has that model's
    /// vectors: those of two models are never compared.
    pub(crate) fn of(
        &mut self,
        conn: &Connection,
        profile: ProfileId,
        model: Option<(&str, usize)>,
    ) -> Result<(&Held, bool), StoreError> {
        let wanted = match model {
            Some((name, dims)) => Some((model_row(conn, name, dims)?, dims)),
            None => None,
        };
        let fits = self.indexes.get(&profile).is_some_and(|held| match wanted {
            Some((Some(row), _)) => held.model == Some(row),
            Some((None, _)) | None => true,
        });
        if !fits {
            let held = self.load(conn, profile, wanted.and_then(|(row, dims)| row.map(|row| (row, dims))))?;
            self.indexes.insert(profile, held);
        }
        let held = self.indexes.get(&profile).ok_or(StoreError::Internal("an index that was just made"))?;
        let compares = wanted.is_some_and(|(row, _)| row.is_some() && row == held.model);
        Ok((held, compares))
    }

    fn load(
        &self,
        conn: &Connection,
        profile: ProfileId,
        model: Option<(i64, usize)>,
    ) -> Result<Held, StoreError> {
        let (model, dims) = model.map_or((None, 0), |(row, dims)| (Some(row), dims));
        let mut index = Index::new(dims);
        let rows: i64 =
            first(conn, "SELECT count(*) FROM sketches WHERE profile_id = ?1", [profile.0], |row| {
                Ok(row.get(0)?)
            })?
            .unwrap_or(0);
        index.reserve(usize::try_from(rows).unwrap_or(0));
        let mut read = conn.prepare_cached(
            "SELECT statement_id, model_id, at, first_tier, subject, session, reading, bits
             FROM sketches WHERE profile_id = ?1",
        )?;
        let mut rows = read.query([profile.0])?;
        let mut words = Vec::new();
        let mut old = Vec::new();
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            if self.unsaved.contains_key(&id) {
                continue;
            }
            let Some(reading) = Reading::from_bytes(row.get_ref(6)?.as_blob().unwrap_or_default()) else {
                old.push(id);
                continue;
            };
            words.clear();
            if model.is_some() && row.get::<_, Option<i64>>(1)? == model {
                let bytes = row.get_ref(7)?.as_blob_or_null().ok().flatten().unwrap_or_default();
                let (chunks, _rest) = bytes.as_chunks::<8>();
                words.extend(chunks.iter().map(|chunk| u64::from_le_bytes(*chunk)));
            }
            index.put(&Entry {
                id,
                reading,
                sketch: &words,
                vector: &[],
                subject: row.get_ref(4)?.as_str().map_err(|_damaged| StoreError::Damaged)?,
                session: row.get_ref(5)?.as_str_or_null().map_err(|_damaged| StoreError::Damaged)?,
                at: row.get(2)?,
                first_tier: row.get(3)?,
            });
        }
        for id in old {
            if let Some((sketch, _)) = make(conn, id)? {
                index.put(&sketch.entry(id, model, &[]));
            }
        }
        for (id, sketch) in &self.unsaved {
            if let Some(sketch) = sketch.as_ref().filter(|sketch| sketch.profile == profile) {
                index.put(&sketch.entry(*id, model, &[]));
            }
        }
        if let Some(model) = model.filter(|_| index.is_exact()) {
            read_vectors(conn, profile, model, &mut index)?;
        }
        Ok(Held { model, index })
    }

    /// Whether enough was made to be written down.
    pub(crate) fn is_full(&self) -> bool {
        self.unsaved.len() >= SAVE_FROM
    }

    /// Writes down what was made, and cuts the list up to there.
    pub(crate) fn save(&mut self, tx: &Connection) -> Result<(), StoreError> {
        let mut put = tx.prepare_cached(
            "INSERT OR REPLACE INTO sketches(profile_id, statement_id, model_id, at, first_tier, subject, session, reading, bits)
             SELECT profile_id, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM live_statements
             WHERE id = ?2 AND profile_id = ?1 AND state = 'active'",
        )?;
        // What changed after it was looked at stays in the list and is made again.
        for (id, sketch) in &self.unsaved {
            let Some(sketch) = sketch else { continue };
            let bits: Vec<u8> = sketch.bits.iter().flat_map(|word| word.to_le_bytes()).collect();
            put.execute(params![
                sketch.profile.0,
                id,
                sketch.model,
                sketch.at,
                sketch.first_tier,
                sketch.subject,
                sketch.session,
                sketch.reading.to_bytes(),
                sketch.model.map(|_has_one| bits),
            ])?;
        }
        tx.prepare_cached("DELETE FROM recall_queue WHERE seq <= ?1")?.execute([self.seen])?;
        Ok(())
    }

    /// Forgets that anything waits to be written down: it was.
    pub(crate) fn saved(&mut self) {
        self.unsaved.clear();
    }

    /// Drops everything; the next question reads it again.
    #[cfg(test)]
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }
}

impl Store {
    /// Writes down what recall made of new rows, when it is worth it and nobody else writes: an answer never waits.
    pub(crate) fn save_sketches(&self, inner: &mut Inner, always: bool) -> Result<(), StoreError> {
        if inner.unsaved.is_empty() || !(always || inner.is_full()) {
            return Ok(());
        }
        if self.try_write_lightly(|tx| inner.save(tx))? {
            inner.saved();
        }
        Ok(())
    }

    /// Makes and keeps the sketches of everything that changed, of every profile: what an idle moment or the end of an
    /// import is for. Recall does it by itself in small steps.
    ///
    /// # Errors
    /// The file can't be read or written.
    pub fn prepare_recall(&self) -> Result<(), StoreError> {
        let mut inner = self.recall.lock();
        self.read(|conn| inner.follow(conn))?;
        self.save_sketches(&mut inner, true)
    }
}

/// The newest number that the list ever had.
fn newest(conn: &Connection) -> Result<i64, StoreError> {
    let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'recall_queue'";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?.unwrap_or(0))
}

fn model_row(conn: &Connection, model: &str, dims: usize) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT id FROM embedding_models WHERE model = ?1 AND dims = ?2";
    first(conn, sql, params![model, dims as i64], |row| Ok(row.get(0)?))
}

/// Whole vectors of a store that is small enough to keep them.
fn read_vectors(
    conn: &Connection,
    profile: ProfileId,
    model: i64,
    index: &mut Index,
) -> Result<(), StoreError> {
    let mut read = conn.prepare_cached(
        "SELECT s.id, s.embedding FROM statements s JOIN embedding_models m ON m.id = ?2
         WHERE s.profile_id = ?1 AND s.deletion_id IS NULL AND s.state = 'active'
           AND s.embedding_model = m.model AND length(s.embedding) = m.dims * 4",
    )?;
    let mut rows = read.query(params![profile.0, model])?;
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
        index.set_vector(row.get(0)?, &floats(bytes));
    }
    Ok(())
}

/// The sketch of a statement as its row is now, and its vector; nothing for one that is not to be recalled.
fn make(conn: &Connection, id: i64) -> Result<Option<(Sketch, Vec<f32>)>, StoreError> {
    let sql = "SELECT s.profile_id, m.id, s.created_at, s.kind, s.subject, s.session, s.content, s.value, s.embedding
               FROM live_statements s LEFT JOIN embedding_models m
                 ON m.model = s.embedding_model AND m.dims * 4 = length(s.embedding)
               WHERE s.id = ?1 AND s.state = 'active'";
    first(conn, sql, [id], |row| {
        let content: String = row.get(6)?;
        let value: String = row.get(7)?;
        let vector: Option<Vec<u8>> = row.get(8)?;
        let model: Option<i64> = row.get(1)?;
        let vector = vector.filter(|_| model.is_some()).map(|bytes| floats(&bytes)).unwrap_or_default();
        let sketch = Sketch {
            profile: ProfileId(row.get(0)?),
            model,
            at: row.get(2)?,
            first_tier: row.get::<_, String>(3)? == StatementType::Insight.word(),
            subject: row.get(4)?,
            session: row.get(5)?,
            reading: Reading::of(&format!("{content} {value}")),
            bits: bits::sketch(&vector),
        };
        Ok((sketch, vector))
    })
}

/// A vector from its stored bytes.
pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    let (chunks, _rest) = bytes.as_chunks::<4>();
    chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()
}
