//! Preferences and habits: what is wanted, since when, how sure, and whether it may act.

use domain::{
    MemoryRef, Moment, ObservationId, Preference, PreferenceId, PreferenceState, Provenance, Scope,
    Situation, Strength, Target, Timestamp, TripId, Validity, habit, precedence,
};
use rusqlite::params;

use crate::{
    ConfidenceCause, Embedding, Mine, StoreError,
    codec::{all, first, pattern},
    confidence,
    corridor::{Known, edge_texts, known_about},
    embedding, evidence, preference_row as rows,
    preference_row::{COLUMNS, from_row},
    profile::must_exist,
    sites::Site,
    tombstone::Grave,
    upheld,
    words::fold,
};

/// A preference to remember.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPreference {
    /// The statement as shown.
    pub content: String,
    /// About what.
    pub target: Target,
    /// How strongly.
    pub strength: Strength,
    /// When and where it holds.
    pub scope: Scope,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may act. `Active` is refused for inferred ones, and for imported ones outside [`Mine::install`] (F-8).
    pub state: PreferenceState,
    /// 0 to 1.
    pub confidence: f64,
    /// When it holds; from now on when absent.
    pub validity: Option<Validity>,
    /// The trip it was first inferred from.
    pub source_trip: Option<TripId>,
}

/// What a person changes about a preference; absent parts stay. Marks the row as written by the person (F-7).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreferenceEdit {
    /// New wording.
    pub content: Option<String>,
    /// New target.
    pub target: Option<Target>,
    /// New strength.
    pub strength: Option<Strength>,
    /// New scope.
    pub scope: Option<Scope>,
    /// New validity.
    pub validity: Option<Validity>,
}

/// What became of a machine's proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A new row, waiting for the person.
    New(PreferenceId),
    /// The same pattern was there already: it was supported, or made from candidate to proposed.
    Known(PreferenceId),
    /// The person said no to this pattern before.
    Rejected(PreferenceId),
    /// The person deleted or erased this pattern before (F-5).
    Forgotten,
}

impl Mine<'_> {
    /// Remembers what the person said or wrote; text, words and vector in one transaction.
    ///
    /// Saying the same again adds no row: it confirms the one that is there. Saying something else about the same thing
    /// in the same scope replaces the older statement, which ends and stays readable.
    pub fn add_preference(
        &self,
        new: &NewPreference,
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<PreferenceId, StoreError> {
        let by_machine = matches!(new.provenance, Provenance::Inferred | Provenance::Imported);
        if by_machine && new.state == PreferenceState::Active {
            return Err(StoreError::NeedsPerson);
        }
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let key = &self.store.key;
            if by_machine {
                let known = known_about(tx, self.profile, key, &new.target, new.strength, &new.scope)?;
                if let Some(Known::Gone | Known::Rejected(_) | Known::Rests(_)) = known {
                    return Err(StoreError::Forgotten);
                }
            } else {
                let (profile, strength, scope) = (self.profile, new.strength, &new.scope);
                key.unearth(tx, profile, Grave::Pattern, &pattern(&new.target, strength, scope))?;
                if let Target::Section { edges, .. } = &new.target {
                    for edge in edge_texts(edges, strength, scope) {
                        key.unearth(tx, profile, Grave::Edge, &edge)?;
                    }
                }
            }
            let older = rows::in_force(tx, self.profile, &new.target, &new.scope)?;
            let same = older.iter().find(|old| {
                old.strength == new.strength
                    && old.state == new.state
                    && fold(&old.content) == fold(&new.content)
            });
            if let Some(same) = same {
                rows::touch_confirmed(tx, self.profile, same.id, now.at)?;
                return Ok(same.id);
            }
            let id = rows::insert(tx, self.profile, new, embedding, now)?;
            if !by_machine {
                let lasts = new.validity.unwrap_or(Validity { valid_from: now.at, valid_to: None });
                for old in older.iter().filter(|old| outlives(&lasts, old, now.at)) {
                    rows::supersede(tx, self.profile, old.id, id, now.at)?;
                }
            }
            Ok(id)
        })
    }

    /// What the machine noticed: stored as candidate or proposed, with its evidence, unless the person has decided
    /// about the same pattern before. `new.state` says which of the two; `Active` is refused.
    pub fn propose(
        &self,
        new: &NewPreference,
        evidence: &[ObservationId],
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<Proposal, StoreError> {
        if matches!(new.state, PreferenceState::Active | PreferenceState::Rejected) {
            return Err(StoreError::NeedsPerson);
        }
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let key = &self.store.key;
            match known_about(tx, self.profile, key, &new.target, new.strength, &new.scope)? {
                Some(Known::Gone) => Ok(Proposal::Forgotten),
                Some(Known::Rejected(id)) => Ok(Proposal::Rejected(id)),
                Some(Known::Rests(id)) => {
                    evidence::insert(tx, self.profile, id, evidence, true, now)?;
                    upheld::uphold(tx, self.profile, MemoryRef::Preference(id), now.at)?;
                    let back = rows::live(tx, self.profile, id)?.is_some();
                    Ok(if back { Proposal::Known(id) } else { Proposal::Forgotten })
                }
                Some(Known::Live(id, state)) => {
                    evidence::insert(tx, self.profile, id, evidence, true, now)?;
                    let old = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
                    let promoted =
                        state == PreferenceState::Candidate && new.state == PreferenceState::Proposed;
                    if promoted && !rows::is_persons(&old) {
                        rows::set_state(tx, self.profile, id, PreferenceState::Proposed)?;
                    }
                    rows::touch_confirmed(tx, self.profile, id, now.at)?;
                    confidence::recompute(tx, self.profile, id, ConfidenceCause::Supported, now.at)?;
                    Ok(Proposal::Known(id))
                }
                None => {
                    let inferred = NewPreference { provenance: Provenance::Inferred, ..new.clone() };
                    let id = rows::insert(tx, self.profile, &inferred, embedding, now)?;
                    evidence::insert(tx, self.profile, id, evidence, true, now)?;
                    confidence::recompute(tx, self.profile, id, ConfidenceCause::Supported, now.at)?;
                    Ok(Proposal::New(id))
                }
            }
        })
    }

    /// A person's edit. With a changed wording and no embedding the old vector is dropped, never kept stale.
    pub fn edit_preference(
        &self,
        id: PreferenceId,
        edit: &PreferenceEdit,
        embedding: Option<&Embedding>,
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            let mut row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            let wording_stays = edit.content.as_ref().is_none_or(|content| content.trim() == row.content);
            row.content = edit.content.as_ref().map_or(row.content, |content| content.trim().to_owned());
            row.target = edit.target.clone().unwrap_or(row.target);
            row.strength = edit.strength.unwrap_or(row.strength);
            row.scope = edit.scope.clone().unwrap_or(row.scope);
            row.validity = edit.validity.unwrap_or(row.validity);
            rows::rewrite(tx, self.profile, &row, edit.validity.is_some())?;
            if embedding.is_some() || !wording_stays {
                embedding::put(tx, self.profile, MemoryRef::Preference(id), &row.content, embedding)?;
            }
            confidence::note(tx, self.profile, id, row.confidence, ConfidenceCause::Edited, now.at)
        })
    }

    /// All preferences that are shown, newest first (candidates and rejected ones included).
    pub fn preferences(&self) -> Result<Vec<Preference>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM live_preferences WHERE profile_id = ?1 ORDER BY created_at DESC, id DESC"
        );
        self.store.read(|conn| all(conn, &sql, [self.profile.0], from_row))
    }

    /// One preference, unless it was deleted.
    pub fn preference(&self, id: PreferenceId) -> Result<Option<Preference>, StoreError> {
        self.store.read(|conn| rows::live(conn, self.profile, id))
    }

    /// Those that may act now: active, valid, in scope, not replaced. Most specific and newest first, and no more of
    /// them than a plan may look at ([`crate::MAX_K`]).
    pub fn active_for(&self, situation: &Situation) -> Result<Vec<Preference>, StoreError> {
        self.store.read(|conn| rows::active_for(conn, self.profile, situation))
    }

    /// Whether there is any preference at all that is shown.
    pub fn has_preferences(&self) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM live_preferences WHERE profile_id = ?1 LIMIT 1";
        Ok(self.store.read(|conn| first(conn, sql, [self.profile.0], |_| Ok(())))?.is_some())
    }

    /// Those that wait for the person's answer and are bound to this situation by their scope; no more than a plan may
    /// look at.
    pub fn proposed_for(&self, situation: &Situation) -> Result<Vec<Preference>, StoreError> {
        self.store.read(|conn| rows::proposed_for(conn, self.profile, situation))
    }

    /// Those that wait for the person's answer, newest first.
    pub fn proposed(&self) -> Result<Vec<Preference>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM live_preferences WHERE profile_id = ?1 AND state = 'proposed' AND heir_live IS NULL
             ORDER BY created_at DESC, id DESC"
        );
        self.store.read(|conn| all(conn, &sql, [self.profile.0], from_row))
    }

    /// The person said yes: active, confirmed, more sure. Older statements about the same thing in the same scope are
    /// replaced.
    pub fn confirm(&self, id: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            rows::set_state(tx, self.profile, id, PreferenceState::Active)?;
            if row.provenance == Provenance::Inferred {
                rows::set_provenance(tx, self.profile, id, Provenance::Confirmed)?;
            }
            rows::touch_confirmed(tx, self.profile, id, now.at)?;
            for old in rows::in_force(tx, self.profile, &row.target, &row.scope)? {
                let replaced = old.id != id && old.state == PreferenceState::Active;
                if replaced && outlives(&row.validity, &old, now.at) {
                    rows::supersede(tx, self.profile, old.id, id, now.at)?;
                }
            }
            confidence::set(
                tx,
                self.profile,
                id,
                habit::after_yes(row.confidence, &habit::Settings::DEFAULT),
                ConfidenceCause::Confirmed,
                now.at,
            )
        })
    }

    /// The person said no: never acts and is never proposed again.
    pub fn reject(&self, id: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            rows::set_state(tx, self.profile, id, PreferenceState::Rejected)?;
            confidence::set(tx, self.profile, id, habit::after_no(), ConfidenceCause::Rejected, now.at)
        })
    }

    /// The person puts a preference into a state by hand, for example a rejected one back to proposed.
    pub fn set_state(
        &self,
        id: PreferenceId,
        state: PreferenceState,
        now: &Moment,
    ) -> Result<(), StoreError> {
        match state {
            PreferenceState::Active => self.confirm(id, now),
            PreferenceState::Rejected => self.reject(id, now),
            PreferenceState::Candidate | PreferenceState::Proposed => self.store.write_at(now, |tx| {
                rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
                rows::set_state(tx, self.profile, id, state)
            }),
        }
    }

    /// A newer statement replaces an older one about the same thing; the older one ends, and stays readable. Statements
    /// about different things cannot replace each other. Editing the older one's validity takes it back.
    pub fn supersede(&self, old: PreferenceId, by: PreferenceId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| {
            let older = rows::live(tx, self.profile, old)?.ok_or(StoreError::NoSuchMemory)?;
            let newer = rows::live(tx, self.profile, by)?.ok_or(StoreError::NoSuchMemory)?;
            if old == by || !precedence::same_roads(&older.target, &newer.target) {
                return Err(StoreError::OutOfRange("a replacement"));
            }
            rows::supersede(tx, self.profile, old, by, now.at)
        })
    }

    /// The machine takes back what it noticed: a candidate that a drive on the default cast out, or that a better one
    /// replaces. It leaves no tombstone, because no person has decided anything; a person's own words are refused (F-7).
    pub fn withdraw(&self, id: PreferenceId) -> Result<(), StoreError> {
        self.store.write(|tx| {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            if rows::is_persons(&row) || row.state == PreferenceState::Rejected {
                return Err(StoreError::WrittenByPerson);
            }
            // Finished plans stay: the drive that is being reported may name one, and no person asked for anything to go.
            for site in Site::ALL.into_iter().filter(|site| *site != Site::Plans) {
                site.forget(tx, self.profile, MemoryRef::Preference(id))?;
            }
            Ok(())
        })
    }

    /// Behaviour confirmed it: freshness starts again (MISSION S0-38).
    pub fn reinforce(&self, id: PreferenceId, at: Timestamp) -> Result<(), StoreError> {
        self.store.write(|tx| {
            rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            rows::touch_confirmed(tx, self.profile, id, at)
        })
    }

    /// What this one replaced, as it holds when this one is gone (F-6): with its own end, not with the replacement's.
    pub fn replaced_by(&self, id: PreferenceId) -> Result<Vec<Preference>, StoreError> {
        let columns = rows::COLUMNS.replace("heir_live", "NULL AS heir_live");
        let sql = format!(
            "SELECT {columns} FROM live_preferences
             WHERE profile_id = ?1 AND superseded_by = ?2 AND state = 'active' ORDER BY id DESC"
        );
        self.store.read(|conn| all(conn, &sql, params![self.profile.0, id.0], rows::from_row))
    }

    /// The statement that replaced it, when one did.
    pub fn superseded_by(&self, id: PreferenceId) -> Result<Option<PreferenceId>, StoreError> {
        let sql = "SELECT heir_live FROM live_preferences WHERE profile_id = ?1 AND id = ?2 AND heir_live IS NOT NULL";
        self.store
            .read(|conn| first(conn, sql, params![self.profile.0, id.0], |row| Ok(PreferenceId(row.get(0)?))))
    }
}

/// Whether a new statement replaces an older one for good: it holds already, and as long as that one would. What ends
/// sooner or begins later (a closure till Friday) stands beside it, and the older one holds again afterwards.
fn outlives(new: &Validity, old: &Preference, now: Timestamp) -> bool {
    new.valid_from <= now
        && new.valid_to.is_none_or(|end| old.validity.valid_to.is_some_and(|old_end| old_end <= end))
}
