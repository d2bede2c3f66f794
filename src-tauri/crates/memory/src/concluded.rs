//! What inference concludes from drives, written as a whole: the rows that rest on these drives afterwards are exactly what
//! was concluded, so that they are a function of the drives that are there (rules HB14, HB15 in `docs/spec/habits.md`).

use std::collections::BTreeSet;

use domain::{
    MemoryRef, Moment, ObservationId, Preference, PreferenceId, PreferenceState, ProfileId, Timestamp, TripId,
};
use rusqlite::{Connection, params};

use crate::{
    ConfidenceCause, Embedding, Mine, NewPreference, StoreError,
    codec::{all, first, pattern},
    confidence::{self, inferred_confidence},
    corridor::{Known, known_about},
    embedding, evidence, feedback, preference_row as rows,
    profile::must_exist,
    sites::Site,
    upheld,
};

/// One conclusion.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// The row as it would be new. Its confidence is that of its evidence.
    pub row: NewPreference,
    /// What supports it, oldest first; not empty.
    pub supports: Vec<ObservationId>,
    /// What speaks against it, oldest first.
    pub against: Vec<ObservationId>,
    /// When it was concluded: a function of the drives, not of when somebody looked.
    pub since: Moment,
    /// The last time behaviour spoke for it.
    pub last: Timestamp,
}

/// What became of a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concluded {
    /// A new row, or one that was a candidate until now.
    New(PreferenceId),
    /// A row that stood like this already.
    Known(PreferenceId),
    /// It is the person's own by now: it got its evidence, and nothing else of it changed (F-7).
    Persons(PreferenceId),
    /// The person said no to it before.
    Rejected(PreferenceId),
    /// The person deleted or erased it before (F-5).
    Forgotten,
}

impl Mine<'_> {
    /// Writes what was concluded. `standing` are the machine's rows that rest on the same drives: those that were not
    /// concluded again go, and leave no tombstone, because no person decided anything. What the person confirmed, edited,
    /// rejected, deleted or erased stays as it is.
    pub fn conclude(
        &self,
        standing: &[PreferenceId],
        found: &[(Conclusion, Option<Embedding>)],
        now: &Moment,
    ) -> Result<Vec<Concluded>, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let mut left: BTreeSet<PreferenceId> = BTreeSet::new();
            for id in standing {
                let row = rows::live(tx, self.profile, *id)?;
                if row.is_some_and(|row| is_machines(&row)) {
                    left.insert(*id);
                }
            }
            // Rows that stay are known by their pattern; all others go before new ones come, so that nothing new is
            // mistaken for something old.
            let patterns: BTreeSet<String> = found.iter().map(|(one, _)| pattern_of(one)).collect();
            let mut gone = Vec::new();
            for id in &left {
                let stays = rows::live(tx, self.profile, *id)?
                    .is_some_and(|row| patterns.contains(&pattern(&row.target, row.strength, &row.scope)));
                if !stays {
                    gone.push(*id);
                }
            }
            for id in gone {
                forget(tx, self.profile, id)?;
            }
            found.iter().map(|(one, vector)| self.write_down(tx, one, vector.as_ref(), now)).collect()
        })
    }

    fn write_down(
        &self,
        tx: &Connection,
        one: &Conclusion,
        vector: Option<&Embedding>,
        now: &Moment,
    ) -> Result<Concluded, StoreError> {
        if matches!(one.row.state, PreferenceState::Active | PreferenceState::Rejected) {
            return Err(StoreError::NeedsPerson);
        }
        let NewPreference { target, strength, scope, .. } = &one.row;
        let (profile, key) = (self.profile, &self.store.key);
        match known_about(tx, profile, key, target, *strength, scope)? {
            Some(Known::Gone) => Ok(Concluded::Forgotten),
            Some(Known::Rejected(id)) => Ok(Concluded::Rejected(id)),
            Some(Known::Rests(id)) => {
                evidence::insert(tx, profile, id, &one.supports, true, &one.since)?;
                upheld::uphold(tx, profile, MemoryRef::Preference(id), now.at)?;
                match rows::live(tx, profile, id)? {
                    Some(row) if is_machines(&row) => {
                        bring_in_line(tx, profile, id, one)?;
                        Ok(Concluded::Known(id))
                    }
                    Some(_) => Ok(Concluded::Persons(id)),
                    None => Ok(Concluded::Forgotten),
                }
            }
            Some(Known::Live(id, state)) => {
                let row = rows::live(tx, profile, id)?.ok_or(StoreError::NoSuchMemory)?;
                if !is_machines(&row) {
                    // What the person said needs no drives to rest on.
                    if row.provenance == domain::Provenance::Confirmed {
                        relink(tx, profile, id, one)?;
                        rows::touch_confirmed(tx, profile, id, one.last)?;
                    }
                    return Ok(Concluded::Persons(id));
                }
                bring_in_line(tx, profile, id, one)?;
                if vector.is_some() {
                    embedding::put(tx, profile, MemoryRef::Preference(id), &row.content, vector)?;
                }
                let promoted =
                    state == PreferenceState::Candidate && one.row.state == PreferenceState::Proposed;
                Ok(if promoted { Concluded::New(id) } else { Concluded::Known(id) })
            }
            None => {
                let id = rows::insert(tx, profile, &one.row, vector, &one.since)?;
                bring_in_line(tx, profile, id, one)?;
                Ok(Concluded::New(id))
            }
        }
    }

    /// Says that these drives were only for that time: nothing is concluded from them (the answer "only then").
    pub fn only_then(&self, trips: &[TripId]) -> Result<(), StoreError> {
        self.store.write(|tx| {
            for trip in trips {
                tx.prepare_cached("UPDATE trips SET once = 1 WHERE profile_id = ?1 AND id = ?2")?
                    .execute(params![self.profile.0, trip.0])?;
            }
            Ok(())
        })
    }

    /// The drives that were only for that time.
    pub fn once_only(&self) -> Result<BTreeSet<TripId>, StoreError> {
        let sql = "SELECT id FROM live_trips WHERE profile_id = ?1 AND once = 1";
        let found =
            self.store.read(|conn| all(conn, sql, [self.profile.0], |row| Ok(TripId(row.get(0)?))))?;
        Ok(found.into_iter().collect())
    }

    /// The machine's rows that rest on any of these drives, and that no person has decided about.
    pub fn resting_on_trips(&self, trips: &[TripId]) -> Result<Vec<Preference>, StoreError> {
        self.store.read(|conn| {
            let mut ids: BTreeSet<PreferenceId> = BTreeSet::new();
            let sql =
                "SELECT DISTINCT preference_id FROM live_evidence WHERE profile_id = ?1 AND trip_id = ?2";
            for trip in trips {
                ids.extend(all(conn, sql, params![self.profile.0, trip.0], |row| {
                    Ok(PreferenceId(row.get(0)?))
                })?);
            }
            let mut found = Vec::new();
            for id in ids {
                found.extend(rows::live(conn, self.profile, id)?.filter(is_machines));
            }
            Ok(found)
        })
    }

    /// A newer habit of the person takes the place of an older one, whatever roads the two are about: the older one ends
    /// and stays readable, and is in force again when the newer one is deleted or rejected.
    pub fn replace_habit(&self, old: PreferenceId, by: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            for id in [old, by] {
                rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            }
            if old == by {
                return Err(StoreError::OutOfRange("a replacement"));
            }
            rows::supersede(tx, self.profile, old, by, now.at)
        })
    }
}

fn is_machines(row: &Preference) -> bool {
    !rows::is_persons(row)
        && row.provenance == domain::Provenance::Inferred
        && matches!(row.state, PreferenceState::Candidate | PreferenceState::Proposed)
}

fn pattern_of(one: &Conclusion) -> String {
    pattern(&one.row.target, one.row.strength, &one.row.scope)
}

fn forget(tx: &Connection, profile: ProfileId, id: PreferenceId) -> Result<(), StoreError> {
    for site in Site::ALL.into_iter().filter(|site| *site != Site::Plans) {
        site.forget(tx, profile, MemoryRef::Preference(id))?;
    }
    Ok(())
}

/// Exactly this evidence, as if it had been linked when it was noticed.
fn relink(tx: &Connection, profile: ProfileId, id: PreferenceId, one: &Conclusion) -> Result<(), StoreError> {
    // What lies in "recently deleted" keeps its link: undoing brings it back.
    let sql = "SELECT DISTINCT trip_id FROM live_evidence WHERE profile_id = ?1 AND preference_id = ?2";
    for trip in all(tx, sql, params![profile.0, id.0], |row| Ok(row.get::<_, i64>(0)?))? {
        let sql = "DELETE FROM evidence WHERE profile_id = ?1 AND preference_id = ?2 AND trip_id = ?3";
        tx.prepare_cached(sql)?.execute(params![profile.0, id.0, trip])?;
    }
    for (observations, supports) in [(&one.supports, true), (&one.against, false)] {
        for observation in observations {
            let at = noticed_at(tx, profile, *observation)?;
            evidence::insert(tx, profile, id, &[*observation], supports, &at)?;
        }
    }
    Ok(())
}

/// A machine's row as its evidence makes it: links, state, confidence with its whole history, and times.
fn bring_in_line(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    one: &Conclusion,
) -> Result<(), StoreError> {
    relink(tx, profile, id, one)?;
    tx.prepare_cached("DELETE FROM confidence_steps WHERE profile_id = ?1 AND preference_id = ?2")?
        .execute(params![profile.0, id.0])?;
    let mut noticed: Vec<(Timestamp, ObservationId, bool)> = Vec::new();
    for (observations, supports) in [(&one.supports, true), (&one.against, false)] {
        for observation in observations {
            noticed.push((noticed_at(tx, profile, *observation)?.at, *observation, supports));
        }
    }
    noticed.sort_unstable();
    let (mut supporting, mut contradicting, mut value) = (0, 0, 0.0);
    for (index, (at, _, supports)) in noticed.iter().enumerate() {
        supporting += u32::from(*supports);
        contradicting += u32::from(!*supports);
        value = inferred_confidence(supporting, contradicting);
        let cause = match (index, supports) {
            (0, _) => ConfidenceCause::Created,
            (_, true) => ConfidenceCause::Supported,
            (_, false) => ConfidenceCause::Contradicted,
        };
        confidence::note(tx, profile, id, value, cause, *at)?;
    }
    let rated = feedback::with_votes(value, feedback::votes(tx, profile, id)?);
    if (rated - value).abs() > f64::EPSILON {
        confidence::note(tx, profile, id, rated, ConfidenceCause::Rated, one.last)?;
    }
    tx.prepare_cached(
        "UPDATE preferences SET state = ?3, confidence = ?4, source_trip_id = ?5, created_at = ?6, zone = ?7,
           valid_from = ?6, last_confirmed_at = ?8 WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![
        profile.0,
        id.0,
        one.row.state.word(),
        rated,
        one.row.source_trip.map(|trip| trip.0),
        one.since.at.0,
        one.since.zone,
        one.last.0
    ])?;
    Ok(())
}

fn noticed_at(conn: &Connection, profile: ProfileId, id: ObservationId) -> Result<Moment, StoreError> {
    let sql = "SELECT at, zone FROM live_observations WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], |row| crate::codec::moment(row, "at"))?
        .ok_or(StoreError::NoSuchMemory)
}
