//! What a person has decided about a stretch of road, also when the next proposal cuts the stretch a little differently.
//!
//! A habit's section is what two drives have in common, so the same habit rarely comes back with exactly the same edges.
//! Two sections are the same corridor by the measure that inference itself uses.

use std::collections::HashSet;

use domain::{EdgeKey, MemoryRef, PreferenceId, PreferenceState, ProfileId, Scope, Strength, Target, habit};
use rusqlite::{Connection, params};

use crate::{
    StoreError,
    codec::{all, known, pattern, scope_text, target_from_columns},
    delete, preference_row as rows,
    tombstone::{Grave, Key},
    upheld,
};

/// What is known about a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// A live row in this state.
    Live(PreferenceId, PreferenceState),
    /// The person said no.
    Rejected(PreferenceId),
    /// The person deleted or erased it.
    Gone,
    /// It went with what it rested on, which the person deleted: new evidence may bring it back.
    Rests(PreferenceId),
}

/// Looks for the pattern among tombstones, then rows. The person's no wins over anything that stands beside it.
pub(crate) fn known_about(
    conn: &Connection,
    profile: ProfileId,
    key: &Key,
    target: &Target,
    strength: Strength,
    scope: &Scope,
) -> Result<Option<Known>, StoreError> {
    let text = pattern(target, strength, scope);
    if key.is_buried(conn, profile, Grave::Pattern, &text)? {
        return Ok(Some(Known::Gone));
    }
    let exact = match rows::of_pattern(conn, profile, &text)? {
        // A no that lies in "recently deleted" with its drive is a no still.
        Some((id, PreferenceState::Rejected, true)) if went_along(conn, profile, id)? => {
            Some(Known::Rejected(id))
        }
        Some((id, _, true)) if went_along(conn, profile, id)? => Some(Known::Rests(id)),
        Some((_, _, true)) => Some(Known::Gone),
        Some((id, PreferenceState::Rejected, _)) => Some(Known::Rejected(id)),
        Some((id, state, false)) => Some(Known::Live(id, state)),
        None => None,
    };
    let Target::Section { edges, .. } = target else { return Ok(exact) };
    if let Some(Known::Gone | Known::Rejected(_)) = exact {
        return Ok(exact);
    }
    if is_buried(conn, profile, key, edges, strength, scope)? {
        return Ok(Some(Known::Gone));
    }
    Ok(decided(conn, profile, edges, strength, scope)?.or(exact))
}

/// What the tombstones of a section are made from, one per edge.
pub(crate) fn edge_texts(edges: &[EdgeKey], strength: Strength, scope: &Scope) -> Vec<String> {
    let direction = if strength.is_negative() { '-' } else { '+' };
    let scope = scope_text(scope);
    edges.iter().map(|edge| format!("{direction}{scope}|{edge}")).collect()
}

fn is_buried(
    conn: &Connection,
    profile: ProfileId,
    key: &Key,
    edges: &[EdgeKey],
    strength: Strength,
    scope: &Scope,
) -> Result<bool, StoreError> {
    let mut buried = 0_usize;
    for text in edge_texts(edges, strength, scope) {
        buried += usize::from(key.is_buried(conn, profile, Grave::Edge, &text)?);
    }
    Ok(buried > 0 && buried as f64 >= habit::Settings::DEFAULT.same_corridor_share * edges.len() as f64)
}

/// Rejected and deleted sections in the same scope and direction.
fn decided(
    conn: &Connection,
    profile: ProfileId,
    edges: &[EdgeKey],
    strength: Strength,
    scope: &Scope,
) -> Result<Option<Known>, StoreError> {
    // Over the table itself: a deletion is a decision too, and no content leaves this function.
    let sql = "SELECT id, state, strength, target_kind, target, deletion_id IS NOT NULL AS deleted FROM preferences
               WHERE profile_id = ?1 AND target_kind = 'section' AND (state = 'rejected' OR deletion_id IS NOT NULL)
                 AND head LIKE '%|' || ?2";
    let found = all(conn, sql, params![profile.0, scope_text(scope)], |row| {
        let theirs =
            target_from_columns(&row.get::<_, String>("target_kind")?, &row.get::<_, String>("target")?)?;
        let same_way = known(row, "strength", Strength::from_word)?.is_negative() == strength.is_negative();
        let same = match theirs {
            Target::Section { edges: theirs, .. } => same_way && same_corridor(edges, &theirs),
            Target::Feature(_) | Target::Road(_) | Target::Area { .. } => false,
        };
        let id = PreferenceId(row.get("id")?);
        let deleted: bool = row.get("deleted")?;
        Ok(same.then_some((id, deleted)))
    })?;
    for (id, deleted) in found.into_iter().flatten() {
        if !deleted {
            return Ok(Some(Known::Rejected(id)));
        }
        if !went_along(conn, profile, id)? {
            return Ok(Some(Known::Gone));
        }
    }
    Ok(None)
}

/// Whether a deleted one only went with what it rested on.
fn went_along(conn: &Connection, profile: ProfileId, id: PreferenceId) -> Result<bool, StoreError> {
    let memory = MemoryRef::Preference(id);
    match delete::deletion_of(conn, profile, memory)? {
        Some(deletion) => Ok(!upheld::pointed_at(conn, profile, memory, deletion)?),
        None => Ok(false),
    }
}

/// Enough edges of the shorter one in common.
fn same_corridor(a: &[EdgeKey], b: &[EdgeKey]) -> bool {
    let (a, b): (HashSet<_>, HashSet<_>) = (a.iter().collect(), b.iter().collect());
    let shorter = a.len().min(b.len());
    shorter > 0
        && a.intersection(&b).count() as f64 >= habit::Settings::DEFAULT.same_corridor_share * shorter as f64
}
