//! "Wrong memory": asked this, got that, wanted the other (MISSION S2-17). Kept on this computer for export, until the person
//! clears them or anything that they name is erased.

use domain::{MemoryRef, Moment, ProfileId};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, moment, ref_from_columns, ref_to_columns},
    delete::is_live,
    words::fold,
};

/// A recall that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct NewFailure {
    /// What was asked, desensitised.
    pub query: String,
    /// What came.
    pub wrong: MemoryRef,
    /// What should have come, when the person said so.
    pub right: Option<MemoryRef>,
}

/// One that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Its row.
    pub id: i64,
    /// When.
    pub at: Moment,
    /// What went wrong.
    pub what: NewFailure,
}

impl Mine<'_> {
    /// Keeps a failing pair; both memories must be there.
    pub fn note_failure(&self, new: &NewFailure, now: &Moment) -> Result<(), StoreError> {
        self.store.write(|tx| {
            for memory in std::iter::once(new.wrong).chain(new.right) {
                if !is_live(tx, self.profile, memory)? {
                    return Err(StoreError::NoSuchMemory);
                }
            }
            let (wrong_kind, wrong) = ref_to_columns(new.wrong);
            let (right_kind, right) = new.right.map(ref_to_columns).unzip();
            tx.prepare_cached(
                "INSERT INTO failures(profile_id, at, zone, query, wrong_kind, wrong_id, right_kind, right_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                self.profile.0,
                now.at.0,
                now.zone,
                new.query.trim(),
                wrong_kind,
                wrong,
                right_kind,
                right
            ])?;
            Ok(())
        })
    }

    /// What is kept of failing pairs whose memories are all there, oldest first.
    pub fn failures(&self) -> Result<Vec<Failure>, StoreError> {
        self.store.read(|conn| {
            let found = all(
                conn,
                "SELECT * FROM failures WHERE profile_id = ?1 ORDER BY id",
                [self.profile.0],
                |row| {
                    let right: Option<String> = row.get("right_kind")?;
                    let right = match (right, row.get::<_, Option<i64>>("right_id")?) {
                        (Some(kind), Some(id)) => Some(ref_from_columns(&kind, id)?),
                        _ => None,
                    };
                    let wrong = ref_from_columns(&row.get::<_, String>("wrong_kind")?, row.get("wrong_id")?)?;
                    let what = NewFailure { query: row.get("query")?, wrong, right };
                    Ok(Failure { id: row.get("id")?, at: moment(row, "at")?, what })
                },
            )?;
            let mut kept = Vec::new();
            for failure in found {
                let mut there = true;
                for memory in std::iter::once(failure.what.wrong).chain(failure.what.right) {
                    there &= is_live(conn, self.profile, memory)?;
                }
                kept.extend(there.then_some(failure));
            }
            Ok(kept)
        })
    }

    /// Deletes one of them; an unknown one is no failure of deleting.
    pub fn delete_failure(&self, id: i64) -> Result<(), StoreError> {
        self.store.write(|tx| {
            tx.execute(
                "DELETE FROM failures WHERE profile_id = ?1 AND id = ?2",
                params![self.profile.0, id],
            )?;
            Ok(())
        })
    }

    /// Clears all of them; how many there were.
    pub fn clear_failures(&self) -> Result<usize, StoreError> {
        self.store.write(|tx| Ok(tx.execute("DELETE FROM failures WHERE profile_id = ?1", [self.profile.0])?))
    }
}

/// Drops those whose question has one of these folded texts in it: what is erased may have been asked for by its name.
pub(crate) fn forget_texts(tx: &Connection, profile: ProfileId, texts: &[String]) -> Result<(), StoreError> {
    let asked = all(tx, "SELECT id, query FROM failures WHERE profile_id = ?1", [profile.0], |row| {
        Ok((row.get::<_, i64>(0)?, fold(&row.get::<_, String>(1)?)))
    })?;
    for (id, query) in asked {
        if texts.iter().any(|text| query.contains(text.as_str())) {
            tx.execute("DELETE FROM failures WHERE profile_id = ?1 AND id = ?2", params![profile.0, id])?;
        }
    }
    Ok(())
}
