//! Vectors: one vector table per model and length, so that two models are never compared.

use domain::{
    MemoryRef, PreferenceId, ProfileId,
    ports::{EmbedError, Embedder},
};
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

use crate::{
    DEFAULT_MAX_DISTANCE, Mine, Store, StoreError,
    codec::{all, first},
};

/// A vector and the model it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// Name of the model.
    pub model: String,
    /// A unit vector.
    pub vector: Vec<f32>,
}

impl Embedding {
    /// The text's vector by this model.
    pub fn of(embedder: &dyn Embedder, text: &str) -> Result<Self, EmbedError> {
        let vector = embedder.embed(&[text])?.into_iter().next().ok_or(EmbedError::Failed)?;
        Ok(Self { model: embedder.model_id().to_owned(), vector })
    }
}

/// What a model says of a question: the vector that is compared with those of memories, and what it asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Of the question, to be compared with those of memories; never to be stored.
    pub embedding: Embedding,
    /// As in [`domain::ports::QuestionVector::leeway`].
    pub leeway: Option<f64>,
}

impl Asked {
    /// The question by this model.
    pub fn of(embedder: &dyn Embedder, text: &str) -> Result<Self, EmbedError> {
        let made = embedder.embed_question(text)?;
        let embedding = Embedding { model: embedder.model_id().to_owned(), vector: made.vector };
        Ok(Self { embedding, leeway: made.leeway.map(f64::from) })
    }
}

impl Mine<'_> {
    /// Live preferences whose vector is missing, from another model, or from an older wording: id and wording.
    pub fn stale_embeddings(
        &self,
        model: &str,
        limit: usize,
    ) -> Result<Vec<(PreferenceId, String)>, StoreError> {
        self.store.read(|conn| {
            let rows = all(
                conn,
                "SELECT id, content, embedding_model, embedded_hash FROM live_preferences
                 WHERE profile_id = ?1 ORDER BY id",
                [self.profile.0],
                |row| {
                    let content: String = row.get(1)?;
                    let current = row.get::<_, Option<String>>(2)?.as_deref() == Some(model)
                        && row.get::<_, Option<String>>(3)? == Some(hash_of(&content));
                    Ok((current, PreferenceId(row.get(0)?), content))
                },
            )?;
            Ok(rows
                .into_iter()
                .filter(|(current, ..)| !current)
                .take(limit)
                .map(|(_stale, id, content)| (id, content))
                .collect())
        })
    }

    /// Gives a preference its vector; `content` is the wording it was made from, and a changed row refuses it
    /// (returns false).
    pub fn set_embedding(
        &self,
        id: PreferenceId,
        content: &str,
        embedding: &Embedding,
    ) -> Result<bool, StoreError> {
        self.store.write(|tx| {
            let sql = "SELECT content FROM live_preferences WHERE profile_id = ?1 AND id = ?2";
            let now: String = first(tx, sql, params![self.profile.0, id.0], |row| Ok(row.get(0)?))?
                .ok_or(StoreError::NoSuchMemory)?;
            if now != content {
                return Ok(false);
            }
            put(tx, self.profile, MemoryRef::Preference(id), content, Some(embedding))?;
            Ok(true)
        })
    }
}

impl Store {
    /// Cosine distance above which a vector of this model says nothing.
    pub fn max_distance(&self, model: &str) -> Result<f64, StoreError> {
        let sql = "SELECT max_distance FROM embedding_models WHERE model = ?1 ORDER BY id DESC";
        let found = self.read(|conn| first(conn, sql, [model], |row| Ok(row.get(0)?)))?;
        Ok(found.unwrap_or(DEFAULT_MAX_DISTANCE))
    }

    /// Keeps a scanned distance for a model (MISSION S0-26).
    pub fn set_max_distance(&self, model: &str, dims: usize, distance: f64) -> Result<(), StoreError> {
        if !(0.0..=2.0).contains(&distance) {
            return Err(StoreError::OutOfRange("a cosine distance"));
        }
        self.write(|tx| {
            let table = table_for(tx, model, dims)?;
            tx.execute(
                "UPDATE embedding_models SET max_distance = ?2 WHERE id = ?1",
                params![table, distance],
            )?;
            Ok(())
        })
    }
}

/// Identity of a wording, so that a vector made from an older one is seen.
pub(crate) fn hash_of(content: &str) -> String {
    Sha256::digest(content.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A vector's bytes as the row and the vector table keep them.
pub(crate) fn bytes_of(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// Where the vectors of one kind of memory are. Preferences and statements have their own tables, because their numbers
/// are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Preferences and habits.
    Preferences,
    /// Statements.
    Statements,
}

impl Family {
    /// All.
    pub(crate) const ALL: [Self; 2] = [Self::Preferences, Self::Statements];

    /// The table of the rows themselves.
    pub(crate) fn rows(self) -> &'static str {
        match self {
            Self::Preferences => "preferences",
            Self::Statements => "statements",
        }
    }

    /// The beginning of the names of its vector tables; the number of the model follows.
    pub(crate) fn vectors(self) -> &'static str {
        match self {
            Self::Preferences => "vec_",
            Self::Statements => "svec_",
        }
    }

    /// Family and row of a memory that can have a vector.
    fn of(memory: MemoryRef) -> Option<(Self, i64)> {
        match memory {
            MemoryRef::Preference(id) => Some((Self::Preferences, id.0)),
            MemoryRef::Statement(id) => Some((Self::Statements, id.0)),
            MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => None,
        }
    }
}

/// Writes or removes a memory's vector, in the row and in the model's table.
pub(crate) fn put(
    tx: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    content: &str,
    embedding: Option<&Embedding>,
) -> Result<(), StoreError> {
    let Some((family, id)) = Family::of(memory) else { return Ok(()) };
    remove(tx, memory)?;
    let (bytes, model, hash) = match embedding {
        Some(new) => {
            let usable = !new.vector.is_empty()
                && new.vector.iter().all(|x| x.is_finite())
                && new.vector.iter().any(|x| *x != 0.0);
            if !usable {
                return Err(StoreError::WrongVector);
            }
            (Some(bytes_of(&new.vector)), Some(new.model.as_str()), Some(hash_of(content)))
        }
        None => (None, None, None),
    };
    let table = family.rows();
    tx.prepare_cached(&format!(
        "UPDATE {table} SET embedding = ?3, embedding_model = ?4, embedded_hash = ?5 WHERE profile_id = ?1 AND id = ?2"
    ))?
    .execute(params![profile.0, id, bytes, model, hash])?;
    match (bytes, model) {
        (Some(bytes), Some(model)) => insert(tx, profile, (family, id), model, &bytes),
        _ => Ok(()),
    }
}

/// Writes down the vector of a statement that is new and has it in its row already: many at once, for benches.
#[cfg(any(test, feature = "measuring"))]
pub(crate) fn put_new(
    tx: &Connection,
    profile: ProfileId,
    id: domain::StatementId,
    new: &Embedding,
) -> Result<(), StoreError> {
    insert(tx, profile, (Family::Statements, id.0), &new.model, &bytes_of(&new.vector))
}

/// Puts the row's own vector back into its model's table: undoing a deletion, and rebuilding.
pub(crate) fn put_back(tx: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let Some((family, id)) = Family::of(memory) else { return Ok(()) };
    remove(tx, memory)?;
    let stored: Option<(Option<Vec<u8>>, Option<String>)> = first(
        tx,
        &format!(
            "SELECT embedding, embedding_model FROM {} WHERE profile_id = ?1 AND id = ?2",
            family.rows()
        ),
        params![profile.0, id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    match stored {
        Some((Some(bytes), Some(model))) => insert(tx, profile, (family, id), &model, &bytes),
        _ => Ok(()),
    }
}

/// Takes a memory out of every vector table.
pub(crate) fn remove(tx: &Connection, memory: MemoryRef) -> Result<(), StoreError> {
    let Some((family, id)) = Family::of(memory) else { return Ok(()) };
    for table in tables(tx, family)? {
        tx.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([id])?;
    }
    Ok(())
}

/// The nearest live preferences of the profile by cosine distance; empty for a model without any.
pub(crate) fn nearest(
    conn: &Connection,
    profile: ProfileId,
    query: &Embedding,
    limit: usize,
) -> Result<Vec<(PreferenceId, f64)>, StoreError> {
    let found = nearest_rows(conn, Family::Preferences, profile, query, limit)?;
    Ok(found.into_iter().map(|(id, distance)| (PreferenceId(id), distance)).collect())
}

/// Rows of one family nearest to a vector, by cosine distance, exactly: every vector of the owner is compared.
pub(crate) fn nearest_rows(
    conn: &Connection,
    family: Family,
    profile: ProfileId,
    query: &Embedding,
    limit: usize,
) -> Result<Vec<(i64, f64)>, StoreError> {
    let sql = "SELECT id FROM embedding_models WHERE model = ?1 AND dims = ?2";
    let table: Option<i64> =
        first(conn, sql, params![query.model, query.vector.len() as i64], |row| Ok(row.get(0)?))?;
    let Some(table) = table else { return Ok(Vec::new()) };
    let vectors = family.vectors();
    all(
        conn,
        &format!("SELECT id, distance FROM {vectors}{table} WHERE e MATCH ?1 AND k = ?2 AND profile_id = ?3"),
        params![bytes_of(&query.vector), limit as i64, profile.0],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Whether a memory is in exactly the vector table that its row names, with the row's bytes.
pub(crate) fn agrees(
    conn: &Connection,
    memory: MemoryRef,
    model: Option<&str>,
    bytes: Option<&[u8]>,
) -> Result<bool, StoreError> {
    let Some((family, id)) = Family::of(memory) else { return Ok(bytes.is_none()) };
    let mut agrees = true;
    let mut found = false;
    let models = all(conn, "SELECT id, model FROM embedding_models", [], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    })?;
    for (table, name) in models {
        let sql = format!("SELECT e FROM {}{table} WHERE id = ?1", family.vectors());
        if let Some(stored) = first(conn, &sql, [id], |row| Ok(row.get::<_, Vec<u8>>(0)?))? {
            found = true;
            agrees &= model == Some(name.as_str()) && bytes == Some(stored.as_slice());
        }
    }
    Ok(agrees && found == bytes.is_some())
}

/// Rows over all vector tables of a family.
pub(crate) fn count(conn: &Connection, family: Family) -> Result<i64, StoreError> {
    let mut sum = 0;
    for table in tables(conn, family)? {
        sum += first(conn, &format!("SELECT count(*) FROM {table}"), [], |row| Ok(row.get::<_, i64>(0)?))?
            .unwrap_or(0);
    }
    Ok(sum)
}

/// Makes the vector tables that a model of an older file lacks.
pub(crate) fn complete(conn: &Connection) -> Result<(), StoreError> {
    let models =
        all(conn, "SELECT id, dims FROM embedding_models", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, dims) in models {
        make_tables(conn, id, dims)?;
    }
    Ok(())
}

/// Drops every vector table and makes it anew, empty.
pub(crate) fn empty(conn: &Connection) -> Result<(), StoreError> {
    for family in Family::ALL {
        for table in tables(conn, family)? {
            conn.execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
        }
    }
    complete(conn)
}

fn insert(
    tx: &Connection,
    profile: ProfileId,
    (family, id): (Family, i64),
    model: &str,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let table = table_for(tx, model, bytes.len() / size_of::<f32>())?;
    // No upsert in vec0 tables; `remove` came before.
    let vectors = family.vectors();
    tx.prepare_cached(&format!("INSERT INTO {vectors}{table}(id, profile_id, e) VALUES (?1, ?2, ?3)"))?
        .execute(params![id, profile.0, bytes])?;
    Ok(())
}

fn tables(conn: &Connection, family: Family) -> Result<Vec<String>, StoreError> {
    all(conn, "SELECT id FROM embedding_models ORDER BY id", [], |row| {
        Ok(format!("{}{}", family.vectors(), row.get::<_, i64>(0)?))
    })
}

/// The number of the model's vector tables, made when the model is new. They hold ids, owners and vectors only, never text.
fn table_for(tx: &Connection, model: &str, dims: usize) -> Result<i64, StoreError> {
    if !(1..=8_192).contains(&dims) {
        return Err(StoreError::WrongVector);
    }
    let dims = dims as i64;
    let sql = "SELECT id FROM embedding_models WHERE model = ?1 AND dims = ?2";
    if let Some(table) = first(tx, sql, params![model, dims], |row| Ok(row.get(0)?))? {
        return Ok(table);
    }
    tx.execute(
        "INSERT INTO embedding_models(model, dims, max_distance) VALUES (?1, ?2, ?3)",
        params![model, dims, DEFAULT_MAX_DISTANCE],
    )?;
    let table = tx.last_insert_rowid();
    make_tables(tx, table, dims)?;
    Ok(table)
}

/// 128 vectors a chunk: the default of 1,024 would allocate 1.5 MB for every profile.
fn make_tables(tx: &Connection, model: i64, dims: i64) -> Result<(), StoreError> {
    for family in Family::ALL {
        let vectors = family.vectors();
        tx.execute_batch(&format!(
            "CREATE VIRTUAL TABLE IF NOT EXISTS {vectors}{model} USING vec0(
               id INTEGER PRIMARY KEY, profile_id INTEGER PARTITION KEY, e FLOAT[{dims}] distance_metric=cosine,
               chunk_size=128)"
        ))?;
    }
    Ok(())
}

/// Takes everything of a profile out of every vector table.
pub(crate) fn remove_profile(tx: &Connection, profile: ProfileId) -> Result<(), StoreError> {
    for table in
        Family::ALL.into_iter().map(|family| tables(tx, family)).collect::<Result<Vec<_>, _>>()?.concat()
    {
        // One by one: a vec0 table deletes by its key only.
        let sql = format!("SELECT id FROM {table} WHERE profile_id = ?1");
        for id in all(tx, &sql, [profile.0], |row| Ok(row.get::<_, i64>(0)?))? {
            tx.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([id])?;
        }
    }
    Ok(())
}
