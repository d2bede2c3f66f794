//! Ageing of what is remembered: the rows as [`reflect::ageing`] wants them, and what it says done to them.

use domain::{
    MemoryRef, Moment, Preference, PreferenceState, Provenance, Statement, StatementId, StatementState,
    Timestamp,
};
use reflect::{Aged, Aging, Fate, Policies, ageing, energy};

use crate::{
    Deletion, Mine, StoreError,
    codec::all,
    statement_row::{self, is_persons},
};

/// A memory and how it ages.
#[derive(Clone, Debug, PartialEq)]
pub struct AgingRow {
    /// Which.
    pub memory: MemoryRef,
    /// As shown.
    pub content: String,
    /// What ageing looks at.
    pub aging: Aging,
}

/// What ageing did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgedNow {
    /// Put into the archive.
    pub archived: Vec<StatementId>,
    /// Deleted, undoably, in one deletion.
    pub deleted: Option<Deletion>,
}

impl Mine<'_> {
    /// Everything that ages, in order of kind and row. `kept` says until when the person put off forgetting a memory: it
    /// counts as confirmed then.
    pub fn aging(&self, kept: &dyn Fn(MemoryRef) -> Option<Timestamp>) -> Result<Vec<AgingRow>, StoreError> {
        let mut rows = Vec::new();
        for statement in self.ageing_statements()? {
            rows.push(AgingRow {
                memory: MemoryRef::Statement(statement.id),
                aging: of_statement(&statement),
                content: statement.content,
            });
        }
        for one in self.preferences()? {
            if matches!(one.state, PreferenceState::Rejected | PreferenceState::Candidate) {
                continue;
            }
            rows.push(AgingRow {
                memory: MemoryRef::Preference(one.id),
                aging: of_preference(&one),
                content: one.content,
            });
        }
        for one in self.places()? {
            let aging = Aging {
                last_used: one.last_used,
                uses: one.uses,
                persons: true,
                ..plain(Aged::Place, one.created.at)
            };
            rows.push(AgingRow { memory: MemoryRef::Place(one.id), content: one.name, aging });
        }
        for one in self.trips(0)? {
            let content = one.via_roads.join(" · ");
            let aging = plain(Aged::Trip, one.departure.at);
            rows.push(AgingRow { memory: MemoryRef::Trip(one.id), content, aging });
        }
        for row in &mut rows {
            if let Some(at) = kept(row.memory) {
                row.aging.last_confirmed = row.aging.last_confirmed.max(at);
            }
        }
        Ok(rows)
    }

    /// Does what is due: archives what has too little energy, deletes what its policy deletes. What is only proposed waits for
    /// the person, and what a person wrote is never touched.
    pub fn age(
        &self,
        policies: &Policies,
        kept: &dyn Fn(MemoryRef) -> Option<Timestamp>,
        now: &Moment,
    ) -> Result<AgedNow, StoreError> {
        let mut aged = AgedNow::default();
        let mut gone = Vec::new();
        for row in self.aging(kept)? {
            if row.aging.persons {
                continue;
            }
            match ageing::fate(&row.aging, policies.of(row.aging.aged), now.at).map(|due| due.fate) {
                Some(Fate::Deleted) => gone.push(row.memory),
                Some(Fate::Archived) => {
                    if let MemoryRef::Statement(id) = row.memory {
                        self.archive_statement(id, true, now)?;
                        aged.archived.push(id);
                    }
                }
                Some(Fate::Lowered | Fate::Ends | Fate::Proposed) | None => {}
            }
        }
        if !gone.is_empty() {
            aged.deleted = Some(self.delete(&gone, now)?);
        }
        Ok(aged)
    }

    /// Takes a statement out of the archive, with the energy of a new one.
    pub fn bring_back(&self, id: StatementId, now: &Moment) -> Result<(), StoreError> {
        self.archive_statement(id, false, now)?;
        self.set_energy(id, energy::FIRST)
    }

    fn ageing_statements(&self) -> Result<Vec<Statement>, StoreError> {
        let sql = format!(
            "SELECT {} FROM live_statements s WHERE s.profile_id = ?1 AND s.state <> ?2 ORDER BY s.id",
            statement_row::COLUMNS
        );
        let rejected = StatementState::Rejected.word();
        self.store.read(|conn| {
            all(conn, &sql, rusqlite::params![self.profile.0, rejected], statement_row::from_row)
        })
    }
}

/// How a statement ages.
pub(crate) fn of_statement(one: &Statement) -> Aging {
    Aging {
        aged: Aged::of(one.kind, one.class),
        created: one.created.at,
        last_confirmed: one.last_confirmed,
        last_used: one.last_used,
        uses: one.uses,
        valid_to: one.validity.valid_to,
        energy: one.energy,
        persons: is_persons(one),
        session_ended: None,
        archived: one.archived,
    }
}

/// How a wish about roads ages, or a habit.
pub(crate) fn of_preference(one: &Preference) -> Aging {
    let said = matches!(one.provenance, Provenance::Stated | Provenance::Imported);
    Aging {
        aged: if said { Aged::Wish } else { Aged::Habit },
        created: one.created.at,
        last_confirmed: one.last_confirmed,
        last_used: one.last_used,
        uses: one.uses,
        valid_to: one.validity.valid_to,
        energy: 1.0,
        persons: one.user_edited || one.provenance != Provenance::Inferred,
        session_ended: None,
        archived: None,
    }
}

fn plain(aged: Aged, created: Timestamp) -> Aging {
    Aging {
        aged,
        created,
        last_confirmed: created,
        last_used: None,
        uses: 0,
        valid_to: None,
        energy: 1.0,
        persons: false,
        session_ended: None,
        archived: None,
    }
}
