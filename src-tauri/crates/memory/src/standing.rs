//! What a file of somebody's own would bring: asked before anything is written, and taken back as if it had never been.

use std::collections::BTreeSet;

use domain::{MemoryRef, Moment, PreferenceState, Provenance, StatementState};
use extract::{NewStatement, Sanitized};

use crate::{
    Mine, NewPreference, StoreError,
    corridor::{Known, known_about},
    erase::Act,
    preference_row, statement_row, support,
};

/// Whether something that a machine would add is new to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody said or saw it yet.
    New,
    /// It is there, in force or waiting.
    Known,
    /// The person said no to it, or deleted or erased it.
    Refused,
}

impl Mine<'_> {
    /// How a wish stands. Writes nothing.
    pub fn standing_of_preference(&self, new: &NewPreference) -> Result<Standing, StoreError> {
        let key = &self.store.key;
        self.store.read(|conn| {
            Ok(match known_about(conn, self.profile, key, &new.target, new.strength, &new.scope)? {
                None => Standing::New,
                Some(Known::Live(..)) => Standing::Known,
                Some(Known::Gone | Known::Rejected(_) | Known::Rests(_)) => Standing::Refused,
            })
        })
    }

    /// How a statement stands. Writes nothing.
    pub fn standing_of_statement(
        &self,
        new: &Sanitized<NewStatement>,
        now: &Moment,
    ) -> Result<Standing, StoreError> {
        let new = new.get();
        self.store.read(|conn| {
            if self.decision(conn, new)?.is_some() {
                return Ok(Standing::Refused);
            }
            Ok(if self.same(conn, new, now)?.is_some() { Standing::Known } else { Standing::New })
        })
    }

    /// Takes out what came from a file and still waits for the person's word, as if it had never come: without a tombstone,
    /// so that the same file may be read again. What was answered meanwhile is the person's, and stays. Those taken out.
    pub fn take_back(&self, memories: &[MemoryRef], now: &Moment) -> Result<Vec<MemoryRef>, StoreError> {
        self.store.write_at(now, |tx| {
            let mut waiting = BTreeSet::new();
            for memory in memories {
                let waits = match memory {
                    MemoryRef::Preference(id) => {
                        preference_row::live(tx, self.profile, *id)?.is_some_and(|row| {
                            row.provenance == Provenance::Imported && row.state == PreferenceState::Proposed
                        })
                    }
                    MemoryRef::Statement(id) => {
                        statement_row::live(tx, self.profile, *id)?.is_some_and(|row| {
                            row.provenance == Provenance::Imported && row.state == StatementState::Review
                        })
                    }
                    MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => false,
                };
                if waits {
                    waiting.insert(*memory);
                }
            }
            if !waiting.is_empty() {
                let derived = support::effects(tx, self.profile, &waiting, Act::Erase)?;
                self.take(tx, &waiting, &derived, now)?;
            }
            Ok(waiting.into_iter().collect())
        })
    }
}
