//! Rows of `preferences`: reading, writing, and which of them are in force.

use domain::{
    DayKind, MemoryRef, Moment, PlaceId, Preference, PreferenceId, PreferenceState, ProfileId, Provenance,
    Scope, Situation, Strength, Target, TimeBucket, Timestamp, TripId, Validity, Weather,
};
use rusqlite::{Connection, Row, params};

use crate::{
    ConfidenceCause, Embedding, NewPreference, StoreError,
    codec::{
        all, first, head, instant, known, known_or_none, moment, pattern, target_from_columns,
        target_to_columns,
    },
    confidence, embedding,
    in_force::{First, fitting},
    index, place,
    recall::MAX_K,
};

/// The columns that [`from_row`] reads. Not all of them: a vector is 1.5 KB, and a sorter would carry it along.
pub(crate) const COLUMNS: &str = "id, content, target_kind, target, strength, bucket, days, weather, hurry, from_place_id,
  to_place_id, state, provenance, confidence, source_live, created_at, zone, valid_from, valid_to, last_confirmed_at,
  last_used_at, uses, user_edited, superseded_at, heir_live";

/// Whether a person wrote or edited it: the machine leaves its wording, state and confidence alone (F-7).
pub(crate) fn is_persons(row: &Preference) -> bool {
    row.user_edited || matches!(row.provenance, Provenance::Stated | Provenance::Confirmed)
}

/// What the word index knows of a preference.
pub(crate) fn text_of(row: &Preference) -> String {
    match &row.target {
        Target::Feature(_) => row.content.clone(),
        Target::Road(name) | Target::Section { label: name, .. } | Target::Area { label: name, .. } => {
            format!("{} | {name}", row.content)
        }
    }
}

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    new: &NewPreference,
    embedding: Option<&Embedding>,
    now: &Moment,
) -> Result<PreferenceId, StoreError> {
    if new.content.trim().is_empty() {
        return Err(StoreError::OutOfRange("a preference's wording"));
    }
    if !(0.0..=1.0).contains(&new.confidence) {
        return Err(StoreError::OutOfRange("a confidence"));
    }
    check_scope(tx, profile, &new.scope)?;
    if let Some(trip) = new.source_trip {
        let source = crate::trip::live(tx, profile, trip)?.ok_or(StoreError::NoSuchMemory)?;
        if !source.preferred {
            return Err(StoreError::NotAdopted);
        }
    }
    let kind = match new.provenance {
        Provenance::Stated | Provenance::Imported => "preference",
        Provenance::Confirmed | Provenance::Inferred => "habit",
    };
    let validity = new.validity.unwrap_or(Validity { valid_from: now.at, valid_to: None });
    let (target_kind, target) = target_to_columns(&new.target);
    tx.prepare_cached(
        "INSERT INTO preferences(profile_id, kind, content, target_kind, target, strength, bucket, days, weather,
           from_place_id, to_place_id, head, pattern, state, provenance, confidence, source_trip_id, created_at, zone,
           valid_from, valid_to, last_confirmed_at, hurry)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?18, ?22)",
    )?
    .execute(params![
        profile.0,
        kind,
        new.content.trim(),
        target_kind,
        target,
        new.strength.word(),
        new.scope.bucket.map(TimeBucket::word),
        new.scope.days.map(DayKind::word),
        new.scope.weather.map(Weather::word),
        new.scope.from.map(|id| id.0),
        new.scope.to.map(|id| id.0),
        head(&new.target, &new.scope),
        pattern(&new.target, new.strength, &new.scope),
        new.state.word(),
        new.provenance.word(),
        new.confidence,
        new.source_trip.map(|id| id.0),
        now.at.0,
        now.zone,
        validity.valid_from.0,
        validity.valid_to.map(|at| at.0),
        new.scope.hurry
    ])?;
    let id = PreferenceId(tx.last_insert_rowid());
    let row = live(tx, profile, id)?.ok_or(StoreError::NoSuchMemory)?;
    index::put(tx, MemoryRef::Preference(id), &text_of(&row))?;
    embedding::put(tx, profile, MemoryRef::Preference(id), &row.content, embedding)?;
    confidence::note(tx, profile, id, new.confidence, ConfidenceCause::Created, now.at)?;
    Ok(id)
}

/// A person's edit. `reopen` takes a replacement back, because the person set the validity by hand.
pub(crate) fn rewrite(
    tx: &Connection,
    profile: ProfileId,
    row: &Preference,
    reopen: bool,
) -> Result<(), StoreError> {
    if row.content.is_empty() {
        return Err(StoreError::OutOfRange("a preference's wording"));
    }
    check_scope(tx, profile, &row.scope)?;
    let (target_kind, target) = target_to_columns(&row.target);
    tx.prepare_cached(
        "UPDATE preferences SET content = ?3, target_kind = ?4, target = ?5, strength = ?6, bucket = ?7, days = ?8,
           weather = ?9, from_place_id = ?10, to_place_id = ?11, head = ?12, pattern = ?13, valid_from = ?14,
           valid_to = ?15, hurry = ?17, user_edited = 1, superseded_by = CASE WHEN ?16 THEN NULL ELSE superseded_by END
         WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![
        profile.0,
        row.id.0,
        row.content,
        target_kind,
        target,
        row.strength.word(),
        row.scope.bucket.map(TimeBucket::word),
        row.scope.days.map(DayKind::word),
        row.scope.weather.map(Weather::word),
        row.scope.from.map(|id| id.0),
        row.scope.to.map(|id| id.0),
        head(&row.target, &row.scope),
        pattern(&row.target, row.strength, &row.scope),
        row.validity.valid_from.0,
        row.validity.valid_to.map(|at| at.0),
        reopen,
        row.scope.hurry
    ])?;
    index::put(tx, MemoryRef::Preference(row.id), &text_of(row))
}

fn check_scope(tx: &Connection, profile: ProfileId, scope: &Scope) -> Result<(), StoreError> {
    for id in [scope.from, scope.to].into_iter().flatten() {
        place::live(tx, profile, id)?.ok_or(StoreError::NoSuchMemory)?;
    }
    Ok(())
}

/// One live preference.
pub(crate) fn live(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<Option<Preference>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM live_preferences WHERE profile_id = ?1 AND id = ?2");
    first(conn, &sql, params![profile.0, id.0], from_row)
}

/// One preference, deleted or not: for undoing and erasing only.
pub(crate) fn any(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<Option<Preference>, StoreError> {
    let sql = "SELECT *, source_trip_id AS source_live, NULL AS heir_live FROM preferences WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

/// Live statements about this target in exactly this scope that nothing has replaced, whatever their direction; rejected
/// ones are no statements.
pub(crate) fn in_force(
    conn: &Connection,
    profile: ProfileId,
    target: &Target,
    scope: &Scope,
) -> Result<Vec<Preference>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM live_preferences WHERE profile_id = ?1 AND head = ?2 AND heir_live IS NULL
           AND state <> 'rejected' AND valid_to IS NULL ORDER BY id"
    );
    all(conn, &sql, params![profile.0, head(target, scope)], from_row)
}

/// The newest row of this pattern: its id, its state, and whether it is deleted. A rejected or deleted one decides,
/// because it is the person's word.
pub(crate) fn of_pattern(
    conn: &Connection,
    profile: ProfileId,
    pattern: &str,
) -> Result<Option<(PreferenceId, PreferenceState, bool)>, StoreError> {
    let sql = "SELECT id, state, deletion_id IS NOT NULL AS deleted FROM preferences
               WHERE profile_id = ?1 AND pattern = ?2 AND NOT EXISTS (
                 SELECT 1 FROM live_preferences n
                 WHERE n.profile_id = ?1 AND n.id = preferences.superseded_by AND n.state = 'active')
               ORDER BY (state = 'rejected' OR deletion_id IS NOT NULL) DESC, id DESC LIMIT 1";
    first(conn, sql, params![profile.0, pattern], |row| {
        Ok((
            PreferenceId(row.get("id")?),
            known(row, "state", PreferenceState::from_word)?,
            row.get("deleted")?,
        ))
    })
}

/// Those that may act in the situation, most specific and newest first: the newest one of a head can never fall out of a
/// "nearest" list. No more than a plan may look at.
pub(crate) fn active_for(
    conn: &Connection,
    profile: ProfileId,
    now: &Situation,
) -> Result<Vec<Preference>, StoreError> {
    fitting(conn, profile, now, (PreferenceState::Active, First::Newest, false, MAX_K), from_row)
}

/// Those that wait for an answer and are bound to this situation, most specific and newest first.
pub(crate) fn proposed_for(
    conn: &Connection,
    profile: ProfileId,
    now: &Situation,
) -> Result<Vec<Preference>, StoreError> {
    fitting(conn, profile, now, (PreferenceState::Proposed, First::Newest, true, MAX_K), from_row)
}

pub(crate) fn set_state(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    state: PreferenceState,
) -> Result<(), StoreError> {
    tx.prepare_cached("UPDATE preferences SET state = ?3 WHERE profile_id = ?1 AND id = ?2")?
        .execute(params![profile.0, id.0, state.word()])?;
    Ok(())
}

pub(crate) fn set_provenance(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    provenance: Provenance,
) -> Result<(), StoreError> {
    tx.prepare_cached("UPDATE preferences SET provenance = ?3 WHERE profile_id = ?1 AND id = ?2")?
        .execute(params![profile.0, id.0, provenance.word()])?;
    Ok(())
}

pub(crate) fn touch_confirmed(
    tx: &Connection,
    profile: ProfileId,
    id: PreferenceId,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE preferences SET last_confirmed_at = max(last_confirmed_at, ?3) WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![profile.0, id.0, at.0])?;
    Ok(())
}

pub(crate) fn supersede(
    tx: &Connection,
    profile: ProfileId,
    old: PreferenceId,
    by: PreferenceId,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE preferences SET superseded_by = ?3, superseded_at = max(valid_from, ?4)
         WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![profile.0, old.0, by.0, at.0])?;
    Ok(())
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Preference, StoreError> {
    let mut valid_to = instant(row, "valid_to")?;
    if row.get::<_, Option<i64>>("heir_live")?.is_some() {
        let replaced = instant(row, "superseded_at")?;
        valid_to = [valid_to, replaced].into_iter().flatten().min();
    }
    Ok(Preference {
        id: PreferenceId(row.get("id")?),
        content: row.get("content")?,
        target: target_from_columns(&row.get::<_, String>("target_kind")?, &row.get::<_, String>("target")?)?,
        strength: known(row, "strength", Strength::from_word)?,
        scope: Scope {
            bucket: known_or_none(row, "bucket", TimeBucket::from_word)?,
            days: known_or_none(row, "days", DayKind::from_word)?,
            weather: known_or_none(row, "weather", Weather::from_word)?,
            hurry: row.get("hurry")?,
            from: row.get::<_, Option<i64>>("from_place_id")?.map(PlaceId),
            to: row.get::<_, Option<i64>>("to_place_id")?.map(PlaceId),
        },
        provenance: known(row, "provenance", Provenance::from_word)?,
        state: known(row, "state", PreferenceState::from_word)?,
        confidence: row.get("confidence")?,
        validity: Validity { valid_from: Timestamp(row.get("valid_from")?), valid_to },
        source_trip: row.get::<_, Option<i64>>("source_live")?.map(TripId),
        user_edited: row.get("user_edited")?,
        created: moment(row, "created_at")?,
        last_confirmed: Timestamp(row.get("last_confirmed_at")?),
        last_used: instant(row, "last_used_at")?,
        uses: row.get("uses")?,
    })
}
