//! What hangs on a memory, and what becomes of it when that memory goes (F-4).

use std::collections::{BTreeMap, BTreeSet};

use domain::{MemoryRef, Preference, PreferenceId, PreferenceState, ProfileId, Timestamp, TripId};
use rusqlite::{Connection, params};

use crate::{
    ConfidenceCause, StoreError,
    codec::all,
    confidence::{self, inferred_confidence},
    erase::{Act, Effect},
    feedback, preference_row as rows, support_words, upheld,
};

/// What deleting or erasing the targets does to other memories. Reads only, so that a preview is exactly the deed.
pub(crate) fn effects(
    conn: &Connection,
    profile: ProfileId,
    targets: &BTreeSet<MemoryRef>,
    act: Act,
) -> Result<Vec<(MemoryRef, Effect)>, StoreError> {
    let mut found = BTreeMap::new();
    for memory in targets {
        match memory {
            MemoryRef::Place(place) => {
                for id in bound_to_place(conn, profile, place.0)? {
                    found.insert(MemoryRef::Preference(id), Effect::Removed);
                }
                for id in trips_at(conn, profile, place.0)? {
                    found.insert(MemoryRef::Trip(id), Effect::Coarsened);
                }
            }
            MemoryRef::Statement(_) | MemoryRef::Observation(_) => {}
            MemoryRef::Trip(trip) => {
                for id in resting_on_trip(conn, profile, *trip)? {
                    let Some(row) = rows::any(conn, profile, id)? else { continue };
                    if let Some(effect) = without_trips(conn, profile, &row, targets, act)? {
                        found.entry(MemoryRef::Preference(id)).or_insert(effect);
                    }
                }
            }
            MemoryRef::Preference(id) => {
                let older = "SELECT id FROM live_preferences WHERE profile_id = ?1 AND heir_live = ?2";
                for id in all(conn, older, params![profile.0, id.0], |row| Ok(PreferenceId(row.get(0)?)))? {
                    found.entry(MemoryRef::Preference(id)).or_insert(Effect::Revived);
                }
            }
        }
    }
    found.extend(support_words::effects(conn, profile, targets, act)?);
    found.retain(|memory, _effect| !targets.contains(memory));
    Ok(found.into_iter().collect())
}

/// After its trips went: less sure, and a candidate again when only one is left. True when it was demoted.
pub(crate) fn weaken(
    tx: &Connection,
    profile: ProfileId,
    row: &Preference,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let (supporting, _) = confidence::counts(tx, profile, row.id)?;
    let demoted = supporting < 2 && row.state == PreferenceState::Proposed && !rows::is_persons(row);
    if demoted {
        rows::set_state(tx, profile, row.id, PreferenceState::Candidate)?;
    }
    confidence::recompute(tx, profile, row.id, ConfidenceCause::LostSupport, at)?;
    Ok(demoted)
}

/// Brings a machine's habit in line with the trips that are there: how sure it is, and whether it is proposed.
pub(crate) fn settle(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let Some(row) = rows::live(tx, profile, id)? else { return Ok(()) };
    if rows::is_persons(&row) {
        return Ok(());
    }
    let (supporting, _) = confidence::counts(tx, profile, id)?;
    match row.state {
        PreferenceState::Proposed if supporting < 2 => {
            rows::set_state(tx, profile, id, PreferenceState::Candidate)?;
        }
        PreferenceState::Candidate if supporting >= 2 => {
            rows::set_state(tx, profile, id, PreferenceState::Proposed)?;
        }
        _ => {}
    }
    confidence::recompute(tx, profile, id, ConfidenceCause::Restored, at)
}

fn without_trips(
    conn: &Connection,
    profile: ProfileId,
    row: &Preference,
    targets: &BTreeSet<MemoryRef>,
    act: Act,
) -> Result<Option<Effect>, StoreError> {
    let links = all(
        conn,
        "SELECT e.trip_id, e.supports, t.deletion_id IS NULL FROM evidence e JOIN trips t ON t.id = e.trip_id
         WHERE e.profile_id = ?1 AND t.profile_id = ?1 AND e.preference_id = ?2",
        params![profile.0, row.id.0],
        |row| Ok((TripId(row.get(0)?), row.get::<_, bool>(1)?, row.get::<_, bool>(2)?)),
    )?;
    let trips = |supports: bool, left: bool| {
        let of_kind = links.iter().filter(|(trip, kind, live)| {
            *kind == supports && (!left || (*live && !targets.contains(&MemoryRef::Trip(*trip))))
        });
        of_kind.map(|(trip, ..)| *trip).collect::<BTreeSet<_>>().len() as u32
    };
    let touched = links.iter().any(|(trip, ..)| targets.contains(&MemoryRef::Trip(*trip)));
    if rows::is_persons(row) {
        return Ok(Some(Effect::Unlinked));
    }
    let (supporting, contradicting) = (trips(true, true), trips(false, true));
    let away = upheld::of_preference(conn, profile, row.id, targets)?.in_all();
    if supporting == 0 && act == Act::Erase && away > 0 {
        return Ok(Some(Effect::Hidden));
    }
    if supporting == 0 && (trips(true, false) > 0 || !touched) {
        return Ok(Some(Effect::Removed));
    }
    if supporting == 0 {
        // Only counter-evidence went; an imported row without any support of its own stays.
        return Ok(None);
    }
    let votes = feedback::votes(conn, profile, row.id)?;
    let after = feedback::with_votes(inferred_confidence(supporting, contradicting), votes);
    if (after - row.confidence).abs() < f64::EPSILON {
        // What goes was deleted before, and has not counted since.
        return Ok(None);
    }
    Ok(Some(Effect::Weakened { before: row.confidence, after }))
}

fn bound_to_place(
    conn: &Connection,
    profile: ProfileId,
    place: i64,
) -> Result<Vec<PreferenceId>, StoreError> {
    let sql = "SELECT id FROM preferences WHERE profile_id = ?1 AND (from_place_id = ?2 OR to_place_id = ?2)";
    all(conn, sql, params![profile.0, place], |row| Ok(PreferenceId(row.get(0)?)))
}

fn trips_at(conn: &Connection, profile: ProfileId, place: i64) -> Result<Vec<TripId>, StoreError> {
    let sql = "SELECT id FROM trips WHERE profile_id = ?1 AND (start_place_id = ?2 OR end_place_id = ?2)";
    all(conn, sql, params![profile.0, place], |row| Ok(TripId(row.get(0)?)))
}

fn resting_on_trip(
    conn: &Connection,
    profile: ProfileId,
    trip: TripId,
) -> Result<Vec<PreferenceId>, StoreError> {
    let sql = "SELECT preference_id FROM evidence WHERE profile_id = ?1 AND trip_id = ?2
               UNION SELECT id FROM preferences WHERE profile_id = ?1 AND source_trip_id = ?2 ORDER BY 1";
    all(conn, sql, params![profile.0, trip.0], |row| Ok(PreferenceId(row.get(0)?)))
}
