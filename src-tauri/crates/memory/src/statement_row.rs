//! Rows of `statements`: reading them, and which of them are in force.

use domain::{
    Importance, MemoryClass, ObservationId, ProfileId, Provenance, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity,
};
use rusqlite::{Connection, Row, params};

use crate::{
    StoreError,
    codec::{all, first, instant, known, moment},
};

/// The columns that [`from_row`] reads, of a table or view called `s`. Not all of them: a vector is 1.5 KB, and a sorter
/// would carry it along. What a statement replaced, and when it was replaced, is looked up in the index of its key.
pub(crate) const COLUMNS: &str = "s.id, s.class, s.kind, s.content, s.subject, s.attribute, s.condition, s.value,
  s.emotion, s.consequence, s.repetition, s.confidence, s.provenance, s.state, s.valid_from, s.valid_to, s.created_at,
  s.zone, s.last_confirmed_at, s.last_used_at, s.uses, s.energy, s.archived_at, s.session, s.user_edited,
  ifnull((SELECT o.id FROM live_statements o WHERE o.profile_id = s.profile_id AND o.corrected_by = s.id
            AND s.state = 'active' ORDER BY o.id DESC LIMIT 1),
    (SELECT p.id FROM active_statements p
       WHERE p.profile_id = s.profile_id AND p.subject = s.subject AND p.attribute = s.attribute
         AND p.condition = s.condition AND s.attribute <> '' AND s.state = 'active'
         AND (p.rank, p.told_at, p.id) < (s.rank, s.told_at, s.id)
       ORDER BY p.rank DESC, p.told_at DESC, p.id DESC LIMIT 1)) AS replaces,
  ifnull((SELECT c.believed_from FROM live_statements c
            WHERE c.profile_id = s.profile_id AND c.id = s.corrected_by AND c.state = 'active'),
    (SELECT min(max(n.believed_from, n.valid_from)) FROM active_statements n
       WHERE n.profile_id = s.profile_id AND n.subject = s.subject AND n.attribute = s.attribute
         AND n.condition = s.condition AND s.attribute <> '' AND s.state = 'active'
         AND (n.rank, n.told_at, n.id) > (s.rank, s.told_at, s.id)
         AND (n.valid_to IS NULL OR n.valid_to >= s.valid_to))) AS superseded_at";

/// The condition that a row `s` of `active_statements` is in force at the instant `?2` (SQL decides the newest per key,
/// never likeness): it is valid then, and no statement of the same key that wins over it is valid then. `?1` is the owner.
pub(crate) const IN_FORCE: &str = "s.profile_id = ?1 AND s.valid_from <= ?2 AND (s.valid_to IS NULL OR ?2 < s.valid_to)
  AND (s.attribute = '' OR NOT EXISTS (SELECT 1 FROM active_statements n
    WHERE n.profile_id = ?1 AND n.subject = s.subject AND n.attribute = s.attribute AND n.condition = s.condition
      AND (n.rank, n.told_at, n.id) > (s.rank, s.told_at, s.id)
      AND n.valid_from <= ?2 AND (n.valid_to IS NULL OR ?2 < n.valid_to)))";

/// One live statement.
pub(crate) fn live(
    conn: &Connection,
    profile: ProfileId,
    id: StatementId,
) -> Result<Option<Statement>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM live_statements s WHERE s.profile_id = ?1 AND s.id = ?2");
    first(conn, &sql, params![profile.0, id.0], from_row)
}

/// One statement, deleted or not: for undoing and erasing only.
pub(crate) fn any(
    conn: &Connection,
    profile: ProfileId,
    id: StatementId,
) -> Result<Option<Statement>, StoreError> {
    let sql =
        "SELECT *, NULL AS replaces, NULL AS superseded_at FROM statements WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

/// Whether a person wrote, edited or confirmed it: the machine leaves it alone (F-7).
pub(crate) fn is_persons(row: &Statement) -> bool {
    row.user_edited || matches!(row.provenance, Provenance::Stated | Provenance::Confirmed)
}

/// What the word index knows of a statement.
pub(crate) fn text_of(row: &Statement) -> String {
    format!("{} | {}", row.content, row.value)
}

/// Observations that support it and that contradict it, live ones only.
pub(crate) fn evidence(
    conn: &Connection,
    profile: ProfileId,
    id: StatementId,
) -> Result<Vec<(ObservationId, bool)>, StoreError> {
    let sql = "SELECT observation_id, supports FROM live_statement_evidence
               WHERE profile_id = ?1 AND statement_id = ?2 ORDER BY observation_id";
    all(conn, sql, params![profile.0, id.0], |row| Ok((ObservationId(row.get(0)?), row.get(1)?)))
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Statement, StoreError> {
    Ok(Statement {
        id: StatementId(row.get("id")?),
        class: known(row, "class", MemoryClass::from_word)?,
        kind: known(row, "kind", StatementType::from_word)?,
        content: row.get("content")?,
        key: StatementKey {
            subject: row.get("subject")?,
            attribute: row.get("attribute")?,
            condition: row.get("condition")?,
        },
        value: row.get("value")?,
        importance: importance(row)?,
        confidence: row.get("confidence")?,
        provenance: known(row, "provenance", Provenance::from_word)?,
        state: known(row, "state", StatementState::from_word)?,
        validity: Validity {
            valid_from: Timestamp(row.get("valid_from")?),
            valid_to: instant(row, "valid_to")?,
        },
        created: moment(row, "created_at")?,
        replaces: row.get::<_, Option<i64>>("replaces")?.map(StatementId),
        superseded_at: instant(row, "superseded_at")?,
        last_confirmed: Timestamp(row.get("last_confirmed_at")?),
        last_used: instant(row, "last_used_at")?,
        uses: row.get("uses")?,
        energy: row.get("energy")?,
        archived: instant(row, "archived_at")?,
        session: row.get("session")?,
        user_edited: row.get("user_edited")?,
    })
}

/// The parts of importance as one number of 0 to 1; halved where it may have been heard wrong (MISSION S1-34).
pub(crate) fn weigh(parts: &Importance, heard: f64) -> Result<f64, StoreError> {
    let fits =
        [parts.emotion, parts.consequence, parts.repetition].iter().all(|part| (0.0..=1.0).contains(part));
    if !fits {
        return Err(StoreError::OutOfRange("an importance"));
    }
    Ok((reflect::importance::total_heard(parts, heard) / 10.0).clamp(0.0, 1.0))
}

/// The three parts of importance.
pub(crate) fn importance(row: &Row<'_>) -> Result<Importance, StoreError> {
    Ok(Importance {
        emotion: row.get("emotion")?,
        consequence: row.get("consequence")?,
        repetition: row.get("repetition")?,
    })
}
