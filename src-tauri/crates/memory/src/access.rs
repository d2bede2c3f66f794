//! The access log: who looked at or changed which memory, when and why (MISSION S3-51). Bounded, gone with the memory, and
//! cleared on request.

use domain::{MemoryRef, Moment};
use rusqlite::params;

use crate::{
    Mine, StoreError,
    codec::{all, known, moment, ref_from_columns, ref_to_columns},
    delete::is_live,
};

/// Who it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessWho {
    /// The person, at the window or the terminal.
    Person,
    /// A plan.
    Planner,
    /// Reflection.
    Reflection,
    /// The import of a file.
    Import,
    /// A language model.
    Model,
}

impl AccessWho {
    /// All.
    pub const ALL: [Self; 5] = [Self::Person, Self::Planner, Self::Reflection, Self::Import, Self::Model];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Planner => "planner",
            Self::Reflection => "reflection",
            Self::Import => "import",
            Self::Model => "model",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|who| who.word() == word)
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Looked at in full.
    Read,
    /// Written down.
    Written,
    /// Changed.
    Changed,
    /// Deleted, undoably.
    Deleted,
    /// Found for a question or a plan.
    Recalled,
    /// Written to a file that the person keeps.
    Exported,
}

impl AccessKind {
    /// All.
    pub const ALL: [Self; 6] =
        [Self::Read, Self::Written, Self::Changed, Self::Deleted, Self::Recalled, Self::Exported];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Written => "written",
            Self::Changed => "changed",
            Self::Deleted => "deleted",
            Self::Recalled => "recalled",
            Self::Exported => "exported",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Which memory.
    pub memory: MemoryRef,
    /// When.
    pub at: Moment,
    /// Who.
    pub who: AccessWho,
    /// What.
    pub what: AccessKind,
    /// Why: a stable word of the caller (`plan`, `page`, `question`), never what was said.
    pub why: String,
}

/// Entries kept per owner; the oldest go first.
const KEPT: i64 = 20_000;

impl Mine<'_> {
    /// Notes accesses; those to memories that are gone meanwhile are passed over. May be lost when the power fails.
    pub fn note_access(&self, entries: &[Access]) -> Result<(), StoreError> {
        self.store.write_lightly(|tx| {
            for entry in entries {
                if !is_live(tx, self.profile, entry.memory)? {
                    continue;
                }
                let (kind, row) = ref_to_columns(entry.memory);
                tx.prepare_cached(
                    "INSERT INTO accesses(profile_id, kind, row_id, at, zone, who, what, why)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    self.profile.0,
                    kind,
                    row,
                    entry.at.at.0,
                    entry.at.zone,
                    entry.who.word(),
                    entry.what.word(),
                    entry.why
                ])?;
            }
            // Row numbers only rise, so the newest are a range of the key.
            tx.prepare_cached(
                "DELETE FROM accesses WHERE profile_id = ?1 AND id <= (SELECT max(id) FROM accesses) - ?2",
            )?
            .execute(params![self.profile.0, KEPT])?;
            Ok(())
        })
    }

    /// Accesses to one memory, newest first.
    pub fn accesses_of(&self, memory: MemoryRef, limit: usize) -> Result<Vec<Access>, StoreError> {
        let (kind, row) = ref_to_columns(memory);
        self.store.read(|conn| {
            if !is_live(conn, self.profile, memory)? {
                return Err(StoreError::NoSuchMemory);
            }
            all(
                conn,
                "SELECT kind, row_id, at, zone, who, what, why FROM accesses
                 WHERE profile_id = ?1 AND kind = ?2 AND row_id = ?3 ORDER BY id DESC LIMIT ?4",
                params![self.profile.0, kind, row, limit as i64],
                |row| {
                    Ok(Access {
                        memory: ref_from_columns(&row.get::<_, String>("kind")?, row.get("row_id")?)?,
                        at: moment(row, "at")?,
                        who: known(row, "who", AccessWho::from_word)?,
                        what: known(row, "what", AccessKind::from_word)?,
                        why: row.get("why")?,
                    })
                },
            )
        })
    }

    /// Clears the access log; how many entries there were.
    pub fn clear_accesses(&self) -> Result<usize, StoreError> {
        self.store.write(|tx| Ok(tx.execute("DELETE FROM accesses WHERE profile_id = ?1", [self.profile.0])?))
    }
}
