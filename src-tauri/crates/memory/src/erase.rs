//! Erasing: what cannot be undone, over a closed list of sites, with a receipt (F-3 to F-5).

use std::collections::BTreeSet;

use domain::{MemoryRef, Moment, ProfileId, Target};
use rusqlite::{Connection, params};

use crate::{
    Mine, Needles, Store, StoreError,
    codec::{all, first, pattern, ref_from_columns, ref_to_columns},
    corridor::edge_texts,
    failure, needles, noticed_row, place, preference_row as rows,
    profile::must_exist,
    sites::Site,
    statement_row, support, support_words,
    tombstone::{Grave, cell_of, cell_text, claim_text, drive_text, noticed_text, place_text},
    trip, upheld,
    words::fold,
};

/// Days that a deletion can be undone.
pub const KEEP_DELETED_DAYS: i64 = 30;

/// How often the checkpoint is tried before the erasure is left to the next start. Each try waits for
/// [`crate::schema::BUSY_MS`].
const CHECKPOINT_TRIES: usize = 2;

/// What an erasure does to a memory that depended on an erased one (F-4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// It loses support: confidence before and after.
    Weakened {
        /// Before.
        before: f64,
        /// After.
        after: f64,
    },
    /// It falls under what it needs, or is bound to what goes: it is erased too.
    Removed,
    /// A trip loses the place, and its coordinates there are coarsened to about a kilometre.
    Coarsened,
    /// The person confirmed or wrote it: it stays as it is, without this evidence.
    Unlinked,
    /// An erased statement had replaced it: it is in force again.
    Revived,
    /// What is left of its evidence lies in "recently deleted": it lies there, too, until that is taken back.
    Hidden,
}

/// Two ways to be rid of something, which do not do the same to what hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Can be undone.
    Delete,
    /// Can not.
    Erase,
}

/// What an erasure would do. The preview and the deed are the same value.
#[derive(Clone, Debug)]
pub struct ErasePlan {
    /// What is erased because the person said so.
    pub targets: Vec<MemoryRef>,
    /// What follows from it.
    pub derived: Vec<(MemoryRef, Effect)>,
    /// Other memories whose wording mentions an erased name: left alone, shown so that the person can add them.
    pub mentions: Vec<MemoryRef>,
    /// What the byte scan looks for afterwards; taken now, because afterwards nobody knows it any more.
    pub needles: Needles,
}

/// Why the last step of an erasure is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Another program is reading the file, so that SQLite cannot drop the old pages yet.
    ReaderActive,
    /// The disk did not take the write.
    Io,
}

/// What an erasure did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    /// Everything is gone from the file.
    Done,
    /// No read path yields it any more, but bytes remain until [`Store::resume_erasure`] succeeds.
    Unfinished(Unfinished),
}

impl Mine<'_> {
    /// What erasing these would do; changes nothing. `with_sources` adds the trips that a preference was inferred from.
    /// Memories in "recently deleted" can be erased too.
    pub fn erase_preview(&self, memories: &[MemoryRef], with_sources: bool) -> Result<ErasePlan, StoreError> {
        self.store.read(|conn| {
            let mut targets: BTreeSet<MemoryRef> = memories.iter().copied().collect();
            if targets.is_empty() {
                return Err(StoreError::NoSuchMemory);
            }
            for memory in &targets {
                must_be_there(conn, self.profile, *memory)?;
            }
            if with_sources {
                for memory in memories {
                    targets.extend(sources(conn, self.profile, *memory)?);
                }
            }
            let derived = support::effects(conn, self.profile, &targets, Act::Erase)?;
            let going = going(&targets, &derived);
            let needles = needles::of(conn, self.profile, &going)?;
            let mentions = needles::mentions(conn, self.profile, &going)?;
            Ok(ErasePlan { targets: targets.into_iter().collect(), derived, mentions, needles })
        })
    }

    /// Erases what the plan names, and what it says follows; not undoable. When the memories changed since the preview,
    /// nothing is erased and the answer is [`StoreError::PlanOutdated`].
    pub fn erase(&self, plan: &ErasePlan, now: &Moment) -> Result<Erased, StoreError> {
        let targets: BTreeSet<MemoryRef> = plan.targets.iter().copied().collect();
        self.store.write_at(now, |tx| {
            for memory in &targets {
                must_be_there(tx, self.profile, *memory)?;
            }
            if support::effects(tx, self.profile, &targets, Act::Erase)? != plan.derived {
                return Err(StoreError::PlanOutdated);
            }
            self.forget(tx, &targets, &plan.derived, now)
        })?;
        self.store.finish_erasure()
    }

    /// Erases every memory and setting of this profile, and keeps the profile. What it knew does not come back by an
    /// import (F-5).
    pub fn erase_everything(&self, now: &Moment) -> Result<Erased, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            for memory in everything(tx, self.profile)? {
                self.bury(tx, memory, now)?;
            }
            for site in Site::ALL {
                site.forget_profile(tx, self.profile, false)?;
            }
            mark_pending(tx)
        })?;
        self.store.finish_erasure()
    }

    /// What the byte scan would look for if everything of this profile were erased; take it before.
    pub fn needles_of_everything(&self) -> Result<Needles, StoreError> {
        self.store.read(|conn| {
            let all = everything(conn, self.profile)?.into_iter().collect();
            needles::of(conn, self.profile, &all)
        })
    }

    /// Erases what has been in "recently deleted" for so many days, and says how many.
    pub fn purge_deleted(&self, days: i64, now: &Moment) -> Result<usize, StoreError> {
        let until = now.at.0 - days.max(0) * 86_400;
        let purged = self.store.write_at(now, |tx| {
            let sql = "SELECT i.kind, i.row_id FROM deletion_items i JOIN deletions d ON d.id = i.deletion_id
                       WHERE d.profile_id = ?1 AND i.profile_id = ?1 AND d.deleted_at <= ?2
                         AND i.effect IN ('deleted', 'also')";
            let old: BTreeSet<MemoryRef> = all(tx, sql, params![self.profile.0, until], |row| {
                ref_from_columns(&row.get::<_, String>(0)?, row.get(1)?)
            })?
            .into_iter()
            .collect();
            if !old.is_empty() {
                let derived = support::effects(tx, self.profile, &old, Act::Erase)?;
                self.forget(tx, &old, &derived, now)?;
            }
            Ok(old.len())
        })?;
        if purged > 0 {
            self.store.finish_erasure()?;
        }
        Ok(purged)
    }

    /// The one transaction: tombstones, every site, then what is left of those that rested on it.
    pub(crate) fn forget(
        &self,
        tx: &Connection,
        targets: &BTreeSet<MemoryRef>,
        derived: &[(MemoryRef, Effect)],
        now: &Moment,
    ) -> Result<(), StoreError> {
        // Only what the person pointed at is buried, and the words in which it was said: new drives may suggest a removed
        // habit again, from new evidence.
        for memory in targets {
            self.bury(tx, *memory, now)?;
        }
        for (memory, effect) in derived {
            if matches!((memory, effect), (MemoryRef::Observation(_), Effect::Removed)) {
                self.bury(tx, *memory, now)?;
            }
        }
        self.take(tx, targets, derived, now)?;
        mark_pending(tx)
    }

    /// The same without tombstones: what is taken back may come again.
    pub(crate) fn take(
        &self,
        tx: &Connection,
        targets: &BTreeSet<MemoryRef>,
        derived: &[(MemoryRef, Effect)],
        now: &Moment,
    ) -> Result<(), StoreError> {
        // What points at others first.
        let gone: Vec<MemoryRef> = going(targets, derived).into_iter().collect();
        failure::forget_texts(tx, self.profile, &needles::texts(tx, self.profile, &gone)?)?;
        let mut keys = BTreeSet::new();
        for memory in &gone {
            if let MemoryRef::Statement(id) = memory {
                keys.extend(statement_row::any(tx, self.profile, *id)?.map(|row| row.key));
            }
        }
        let waiting = self.waiting_on(tx, &gone)?;
        self.forget_rows(tx, gone)?;
        for key in &keys {
            self.join_neighbours(tx, key)?;
        }
        for id in waiting {
            self.judge_again(tx, id)?;
        }
        for (memory, effect) in derived {
            match (memory, effect) {
                (MemoryRef::Preference(id), Effect::Weakened { .. }) => {
                    if let Some(row) = rows::live(tx, self.profile, *id)? {
                        support::weaken(tx, self.profile, &row, now.at)?;
                    }
                }
                (MemoryRef::Statement(id), Effect::Weakened { .. } | Effect::Unlinked) => {
                    support_words::settle(tx, self.profile, *id)?;
                }
                (_, Effect::Hidden) => upheld::uphold(tx, self.profile, *memory, now.at)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes rows out of every site without a tombstone: what a machine takes back, and what ends with a talk.
    pub(crate) fn drop_rows(&self, tx: &Connection, gone: &BTreeSet<MemoryRef>) -> Result<(), StoreError> {
        self.forget_rows(tx, gone.iter().copied().collect())
    }

    fn forget_rows(&self, tx: &Connection, mut gone: Vec<MemoryRef>) -> Result<(), StoreError> {
        gone.sort_by_key(|memory| match memory {
            MemoryRef::Preference(_) => 0,
            MemoryRef::Statement(_) => 1,
            MemoryRef::Observation(_) => 2,
            MemoryRef::Trip(_) => 3,
            MemoryRef::Place(_) => 4,
        });
        for memory in gone {
            for site in Site::ALL {
                site.forget(tx, self.profile, memory)?;
            }
        }
        Ok(())
    }

    fn bury(&self, tx: &Connection, memory: MemoryRef, now: &Moment) -> Result<(), StoreError> {
        let (key, profile) = (&self.store.key, self.profile);
        key.bury(tx, profile, Grave::Row, &memory.to_string(), now)?;
        match memory {
            MemoryRef::Place(id) => {
                let Some(row) = place::any(tx, profile, id)? else { return Ok(()) };
                key.bury(tx, profile, Grave::Spot, &cell_text(cell_of(row.at)), now)?;
                key.bury(tx, profile, Grave::Place, &place_text(&row.name, row.at), now)
            }
            MemoryRef::Preference(id) => {
                let Some(row) = rows::any(tx, profile, id)? else { return Ok(()) };
                let text = pattern(&row.target, row.strength, &row.scope);
                key.bury(tx, profile, Grave::Pattern, &text, now)?;
                if let Target::Section { edges, .. } = &row.target {
                    for edge in edge_texts(edges, row.strength, &row.scope) {
                        key.bury(tx, profile, Grave::Edge, &edge, now)?;
                    }
                }
                Ok(())
            }
            MemoryRef::Trip(id) => {
                let Some(row) = trip::any(tx, profile, id)? else { return Ok(()) };
                key.bury(tx, profile, Grave::Event, &row.event_id, now)?;
                key.bury(tx, profile, Grave::Drive, &drive_text(row.departure.at, &row.chosen), now)
            }
            MemoryRef::Statement(id) => {
                let Some(row) = statement_row::any(tx, profile, id)? else { return Ok(()) };
                if let Some(claim) = claim_text(&row.key, &row.value) {
                    key.bury(tx, profile, Grave::Claim, &claim, now)?;
                }
                key.bury(tx, profile, Grave::Wording, &fold(&row.content), now)
            }
            MemoryRef::Observation(id) => {
                let Some(row) = noticed_row::any(tx, profile, id)? else { return Ok(()) };
                let text = noticed_text(row.at.at, &row.kind, &row.words, row.key.as_ref(), &row.value);
                key.bury(tx, profile, Grave::Noticed, &text, now)
            }
        }
    }
}

impl Store {
    /// Erases everything the profile owns, and the profile; not undoable.
    pub fn remove_profile(&self, profile: ProfileId, now: &Moment) -> Result<Erased, StoreError> {
        self.write_at(now, |tx| {
            must_exist(tx, profile)?;
            for site in Site::ALL {
                site.forget_profile(tx, profile, true)?;
            }
            mark_pending(tx)
        })?;
        self.finish_erasure()
    }

    /// Erases what has been in "recently deleted" for thirty days, of every profile, and says how many. Call at start.
    pub fn purge_deleted(&self, now: &Moment) -> Result<usize, StoreError> {
        let mut purged = 0;
        for profile in self.profiles()? {
            purged += self.of(profile.id).purge_deleted(KEEP_DELETED_DAYS, now)?;
        }
        Ok(purged)
    }

    /// Finishes an erasure that was cut short; `None` when there is none. Call at start.
    pub fn resume_erasure(&self) -> Result<Option<Erased>, StoreError> {
        if !self.read(is_pending)? {
            return Ok(None);
        }
        self.finish_erasure().map(Some)
    }

    /// Moves everything out of the write-ahead log into the file, whose freed bytes are zeroed, and empties the log. The
    /// pragma's answer decides, not its success: with another reader inside a transaction it answers "busy" and the old
    /// bytes stay.
    pub(crate) fn finish_erasure(&self) -> Result<Erased, StoreError> {
        if self.drop_backups().is_err() {
            return Ok(Erased::Unfinished(Unfinished::Io));
        }
        self.alone(|conn| {
            let mut open = Unfinished::ReaderActive;
            for _try in 0..CHECKPOINT_TRIES {
                match conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0)) {
                    Ok(0) => {
                        conn.execute("DELETE FROM meta WHERE key = 'erasure_pending'", [])?;
                        return Ok(Erased::Done);
                    }
                    Ok(_busy) => open = Unfinished::ReaderActive,
                    Err(error) => {
                        open = match StoreError::from(error) {
                            StoreError::Busy => Unfinished::ReaderActive,
                            _ => Unfinished::Io,
                        };
                    }
                }
            }
            Ok(Erased::Unfinished(open))
        })
    }
}

/// Written in the erasing transaction itself: a crash between commit and checkpoint leaves it for the next start.
fn mark_pending(tx: &Connection) -> Result<(), StoreError> {
    tx.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('erasure_pending', 1)", [])?;
    Ok(())
}

/// Whether an erasure waits to be finished.
pub(crate) fn is_pending(conn: &Connection) -> Result<bool, StoreError> {
    Ok(first(conn, "SELECT 1 FROM meta WHERE key = 'erasure_pending'", [], |_row| Ok(()))?.is_some())
}

/// Targets, and what is erased with them.
fn going(targets: &BTreeSet<MemoryRef>, derived: &[(MemoryRef, Effect)]) -> BTreeSet<MemoryRef> {
    let removed = derived.iter().filter(|(_, effect)| *effect == Effect::Removed).map(|(memory, _)| *memory);
    targets.iter().copied().chain(removed).collect()
}

fn must_be_there(conn: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let (_kind, id) = ref_to_columns(memory);
    let sql = format!("SELECT 1 FROM {} WHERE profile_id = ?1 AND id = ?2", crate::delete::table_of(memory));
    first(conn, &sql, params![profile.0, id], |_row| Ok(()))?.ok_or(StoreError::NoSuchMemory)
}

/// The trips that a preference was inferred from.
fn sources(conn: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<Vec<MemoryRef>, StoreError> {
    let MemoryRef::Preference(id) = memory else { return Ok(Vec::new()) };
    let sql = "SELECT trip_id FROM evidence WHERE profile_id = ?1 AND preference_id = ?2
               UNION SELECT source_trip_id FROM preferences
               WHERE profile_id = ?1 AND id = ?2 AND source_trip_id IS NOT NULL";
    all(conn, sql, params![profile.0, id.0], |row| ref_from_columns("trip", row.get(0)?))
}

/// Every memory of a profile, deleted ones included.
pub(crate) fn everything(conn: &Connection, profile: ProfileId) -> Result<Vec<MemoryRef>, StoreError> {
    let sql = "SELECT 'place', id FROM places WHERE profile_id = ?1
               UNION ALL SELECT 'pref', id FROM preferences WHERE profile_id = ?1
               UNION ALL SELECT 'trip', id FROM trips WHERE profile_id = ?1
               UNION ALL SELECT 'stmt', id FROM statements WHERE profile_id = ?1
               UNION ALL SELECT 'obs', id FROM observations
                 WHERE profile_id = ?1 AND kind NOT IN ('followed', 'deviated')";
    all(conn, sql, [profile.0], |row| ref_from_columns(&row.get::<_, String>(0)?, row.get(1)?))
}
