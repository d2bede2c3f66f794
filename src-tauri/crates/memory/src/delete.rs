//! Deleting, which can be undone for a while; erasing is in [`crate::erase`].

use std::collections::BTreeSet;

use domain::{MemoryRef, Moment, PreferenceState, ProfileId, Timestamp};

use rusqlite::{Connection, params};

use crate::{
    ConfidenceCause, Mine, StoreError,
    codec::{all, first, ref_from_columns, ref_to_columns},
    confidence, embedding,
    erase::{Act, Effect},
    graph_row, index, noticed_row, place, preference_row as rows, statement_row, support, support_words,
    trip, upheld,
};

/// One act of deleting, to be undone as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeletionId(pub i64);

/// What was deleted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Deletion {
    /// Its row.
    pub id: DeletionId,
    /// What the person pointed at.
    pub memories: Vec<MemoryRef>,
    /// What went with it, because it is bound to one of them.
    pub also: Vec<MemoryRef>,
    /// When.
    pub at: Timestamp,
}

impl Mine<'_> {
    /// Deletes, undoably. Committed, and verified gone from every read path, before it returns (F-1, F-2).
    ///
    /// Preferences bound to a deleted place, and habits that only deleted trips support, go with it; habits that keep some
    /// support become less sure (F-4). Undoing brings all of that back.
    pub fn delete(&self, memories: &[MemoryRef], now: &Moment) -> Result<Deletion, StoreError> {
        let targets: BTreeSet<MemoryRef> = memories.iter().copied().collect();
        if targets.is_empty() {
            return Err(StoreError::NoSuchMemory);
        }
        self.store.write_at(now, |tx| {
            for memory in &targets {
                if !is_live(tx, self.profile, *memory)? {
                    return Err(StoreError::NoSuchMemory);
                }
            }
            let effects = support::effects(tx, self.profile, &targets, Act::Delete)?;
            crate::plan::drop_all(tx, self.profile)?;
            tx.execute(
                "INSERT INTO deletions(profile_id, deleted_at, zone) VALUES (?1, ?2, ?3)",
                params![self.profile.0, now.at.0, now.zone],
            )?;
            let id = DeletionId(tx.last_insert_rowid());
            for memory in &targets {
                hide(tx, self.profile, *memory, id, "deleted")?;
            }
            let mut also = Vec::new();
            let mut weakened = Vec::new();
            for (memory, effect) in effects {
                if !is_live(tx, self.profile, memory)? {
                    continue;
                }
                match effect {
                    Effect::Removed => {
                        hide(tx, self.profile, memory, id, "also")?;
                        also.push(memory);
                    }
                    Effect::Weakened { .. } => {
                        let demoted = match memory {
                            MemoryRef::Preference(preference) => {
                                match rows::live(tx, self.profile, preference)? {
                                    Some(row) => support::weaken(tx, self.profile, &row, now.at)?,
                                    None => false,
                                }
                            }
                            _ => false,
                        };
                        weakened.push((memory, if demoted { "demoted" } else { "weakened" }));
                    }
                    // The view sees to the revived; the rest happens to erased rows only.
                    Effect::Unlinked if matches!(memory, MemoryRef::Statement(_)) => {
                        weakened.push((memory, "weakened"));
                    }
                    Effect::Coarsened | Effect::Unlinked | Effect::Revived | Effect::Hidden => {}
                }
            }
            // Last, because a statement counts the evidence that is still there.
            for (memory, effect) in weakened {
                if let MemoryRef::Statement(statement) = memory {
                    support_words::settle(tx, self.profile, statement)?;
                }
                note(tx, self.profile, id, memory, effect)?;
            }
            let memories: Vec<MemoryRef> = targets.iter().copied().collect();
            for memory in memories.iter().chain(&also) {
                verify_gone(tx, self.profile, *memory)?;
            }
            Ok(Deletion { id, memories, also, at: now.at })
        })
    }

    /// Takes a deletion back, whole.
    pub fn undo(&self, deletion: DeletionId, now: &Moment) -> Result<Deletion, StoreError> {
        self.store.write_at(now, |tx| {
            let found = read(tx, self.profile, Some(deletion))?.pop().ok_or(StoreError::NoSuchMemory)?;
            for memory in found.memories.iter().chain(&found.also) {
                bring_back(tx, self.profile, *memory)?;
            }
            regain(tx, self.profile, deletion, now)?;
            forget_deletion(tx, self.profile, deletion)?;
            let back: Vec<MemoryRef> = found.memories.iter().chain(&found.also).copied().collect();
            for conclusion in upheld::resting_on(tx, self.profile, &back)? {
                upheld::uphold(tx, self.profile, conclusion, now.at)?;
            }
            self.join_said_again(tx, &back)?;
            Ok(found)
        })
    }

    /// Takes the newest deletion back; `None` when there is none.
    pub fn undo_last(&self, now: &Moment) -> Result<Option<Deletion>, StoreError> {
        match self.deletions()?.first() {
            Some(newest) => self.undo(newest.id, now).map(Some),
            None => Ok(None),
        }
    }

    /// Deletions that can still be taken back, newest first.
    pub fn deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        self.store.read(|conn| read(conn, self.profile, None))
    }

    /// Takes single memories out of the "recently deleted" list.
    pub fn restore(&self, memories: &[MemoryRef], now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            for memory in memories {
                let deletion = deletion_of(tx, self.profile, *memory)?.ok_or(StoreError::NoSuchMemory)?;
                take_out(tx, self.profile, *memory, deletion)?;
            }
            // Not those that were named themselves: the person wants them, whatever they rest on.
            for conclusion in upheld::resting_on(tx, self.profile, memories)? {
                if !memories.contains(&conclusion) {
                    upheld::uphold(tx, self.profile, conclusion, now.at)?;
                }
            }
            self.join_said_again(tx, memories)
        })
    }
}

/// The table that a memory's row is in.
pub(crate) fn table_of(memory: MemoryRef) -> &'static str {
    match memory {
        MemoryRef::Place(_) => "places",
        MemoryRef::Preference(_) => "preferences",
        MemoryRef::Trip(_) => "trips",
        MemoryRef::Statement(_) => "statements",
        MemoryRef::Observation(_) => "observations",
    }
}

/// Whether the memory exists and is not deleted.
pub(crate) fn is_live(conn: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<bool, StoreError> {
    Ok(match memory {
        MemoryRef::Place(id) => place::live(conn, profile, id)?.is_some(),
        MemoryRef::Preference(id) => rows::live(conn, profile, id)?.is_some(),
        MemoryRef::Trip(id) => trip::live(conn, profile, id)?.is_some(),
        MemoryRef::Statement(id) => statement_row::live(conn, profile, id)?.is_some(),
        MemoryRef::Observation(id) => noticed_row::live(conn, profile, id)?.is_some(),
    })
}

/// Takes a row out of every read path, as a part of a deletion.
pub(crate) fn hide(
    tx: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    deletion: DeletionId,
    effect: &str,
) -> Result<(), StoreError> {
    let (_kind, row) = ref_to_columns(memory);
    let table = table_of(memory);
    tx.prepare_cached(&format!("UPDATE {table} SET deletion_id = ?3 WHERE profile_id = ?1 AND id = ?2"))?
        .execute(params![profile.0, row, deletion.0])?;
    index::remove(tx, memory)?;
    embedding::remove(tx, memory)?;
    graph_row::follow(tx, profile, memory)?;
    note(tx, profile, deletion, memory, effect)
}

fn note(
    tx: &Connection,
    profile: ProfileId,
    deletion: DeletionId,
    memory: MemoryRef,
    effect: &str,
) -> Result<(), StoreError> {
    let (kind, row) = ref_to_columns(memory);
    tx.prepare_cached(
        "INSERT OR REPLACE INTO deletion_items(deletion_id, profile_id, kind, row_id, effect) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![deletion.0, profile.0, kind, row, effect])?;
    Ok(())
}

/// The view, the words and the vectors, looked at inside of the same transaction: "deleted" is never said on trust.
fn verify_gone(tx: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let still_there = is_live(tx, profile, memory)?
        || index::stored(tx, memory)?.is_some()
        || !embedding::agrees(tx, memory, None, None)?;
    if still_there { Err(StoreError::Internal("a deleted memory can still be read")) } else { Ok(()) }
}

/// Brings one row of a deletion back.
pub(crate) fn take_out(
    tx: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    deletion: DeletionId,
) -> Result<(), StoreError> {
    bring_back(tx, profile, memory)?;
    let (kind, row) = ref_to_columns(memory);
    tx.prepare_cached(
        "DELETE FROM deletion_items WHERE profile_id = ?1 AND deletion_id = ?2 AND kind = ?3 AND row_id = ?4",
    )?
    .execute(params![profile.0, deletion.0, kind, row])?;
    drop_if_empty(tx, profile, deletion)
}

fn bring_back(tx: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let (_kind, row) = ref_to_columns(memory);
    let table = table_of(memory);
    tx.prepare_cached(&format!("UPDATE {table} SET deletion_id = NULL WHERE profile_id = ?1 AND id = ?2"))?
        .execute(params![profile.0, row])?;
    if let Some(text) = indexed_text(tx, profile, memory)? {
        index::put(tx, memory, &text)?;
    }
    graph_row::follow(tx, profile, memory)?;
    embedding::put_back(tx, profile, memory)
}

/// What the word index should know of a live memory.
pub(crate) fn indexed_text(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
) -> Result<Option<String>, StoreError> {
    Ok(match memory {
        MemoryRef::Place(id) => place::live(conn, profile, id)?.map(|row| place::text_of(&row)),
        MemoryRef::Preference(id) => rows::live(conn, profile, id)?.map(|row| rows::text_of(&row)),
        MemoryRef::Trip(id) => trip::live(conn, profile, id)?.map(|row| trip::text_of(&row)),
        MemoryRef::Statement(id) => {
            statement_row::live(conn, profile, id)?.map(|row| statement_row::text_of(&row))
        }
        MemoryRef::Observation(id) => {
            noticed_row::live(conn, profile, id)?.map(|row| noticed_row::text_of(&row))
        }
    })
}

/// Habits that a deletion had weakened count their trips again.
fn regain(tx: &Connection, profile: ProfileId, deletion: DeletionId, now: &Moment) -> Result<(), StoreError> {
    for (memory, effect) in items(tx, profile, deletion)? {
        if !matches!(effect.as_str(), "weakened" | "demoted") {
            continue;
        }
        if let MemoryRef::Statement(id) = memory {
            support_words::settle(tx, profile, id)?;
        }
        let MemoryRef::Preference(id) = memory else { continue };
        let Some(row) = rows::live(tx, profile, id)? else { continue };
        let (supporting, _) = confidence::counts(tx, profile, id)?;
        if effect == "demoted" && row.state == PreferenceState::Candidate && supporting >= 2 {
            rows::set_state(tx, profile, id, PreferenceState::Proposed)?;
        }
        confidence::recompute(tx, profile, id, ConfidenceCause::Restored, now.at)?;
    }
    Ok(())
}

fn items(
    conn: &Connection,
    profile: ProfileId,
    deletion: DeletionId,
) -> Result<Vec<(MemoryRef, String)>, StoreError> {
    let sql = "SELECT kind, row_id, effect FROM deletion_items WHERE profile_id = ?1 AND deletion_id = ?2
               ORDER BY kind, row_id";
    all(conn, sql, params![profile.0, deletion.0], |row| {
        Ok((ref_from_columns(&row.get::<_, String>(0)?, row.get(1)?)?, row.get(2)?))
    })
}

fn read(
    conn: &Connection,
    profile: ProfileId,
    only: Option<DeletionId>,
) -> Result<Vec<Deletion>, StoreError> {
    let sql = "SELECT id, deleted_at FROM deletions WHERE profile_id = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id DESC";
    let found = all(conn, sql, params![profile.0, only.map(|id| id.0)], |row| {
        Ok((DeletionId(row.get(0)?), Timestamp(row.get(1)?)))
    })?;
    let mut deletions = Vec::new();
    for (id, at) in found {
        let mut deletion = Deletion { id, memories: Vec::new(), also: Vec::new(), at };
        for (memory, effect) in items(conn, profile, id)? {
            match effect.as_str() {
                "deleted" => deletion.memories.push(memory),
                "also" => deletion.also.push(memory),
                _ => {}
            }
        }
        deletions.push(deletion);
    }
    Ok(deletions)
}

/// The deletion that a memory lies in, when it is deleted.
pub(crate) fn deletion_of(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
) -> Result<Option<DeletionId>, StoreError> {
    let (_kind, row) = ref_to_columns(memory);
    let sql = format!("SELECT deletion_id FROM {} WHERE profile_id = ?1 AND id = ?2", table_of(memory));
    let found: Option<Option<i64>> = first(conn, &sql, params![profile.0, row], |row| Ok(row.get(0)?))?;
    Ok(found.flatten().map(DeletionId))
}

/// A deletion with nothing left to bring back is no entry of the list.
pub(crate) fn drop_if_empty(
    tx: &Connection,
    profile: ProfileId,
    deletion: DeletionId,
) -> Result<(), StoreError> {
    let hides =
        items(tx, profile, deletion)?.iter().any(|(_, effect)| matches!(effect.as_str(), "deleted" | "also"));
    if hides { Ok(()) } else { forget_deletion(tx, profile, deletion) }
}

fn forget_deletion(tx: &Connection, profile: ProfileId, deletion: DeletionId) -> Result<(), StoreError> {
    let params = params![profile.0, deletion.0];
    tx.execute("DELETE FROM deletion_items WHERE profile_id = ?1 AND deletion_id = ?2", params)?;
    tx.execute("DELETE FROM deletions WHERE profile_id = ?1 AND id = ?2", params)?;
    Ok(())
}
