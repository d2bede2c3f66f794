//! Rows of `observations`, the one append-only stream (MISSION S1-01).

use domain::{Noticed, ObservationId, PlaceId, ProfileId, StatementKey, StreamSource, TripId, Weather};
use rusqlite::{Connection, Row, params};

use crate::{
    StoreError,
    codec::{first, known, known_or_none, moment, texts_from_json},
    statement_row::importance,
};

/// One live observation.
pub(crate) fn live(
    conn: &Connection,
    profile: ProfileId,
    id: ObservationId,
) -> Result<Option<Noticed>, StoreError> {
    let sql = "SELECT * FROM live_observations WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

/// One observation, deleted or not: for undoing and erasing only.
pub(crate) fn any(
    conn: &Connection,
    profile: ProfileId,
    id: ObservationId,
) -> Result<Option<Noticed>, StoreError> {
    let sql = "SELECT * FROM observations WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

/// What the word index knows of an observation.
pub(crate) fn text_of(row: &Noticed) -> String {
    format!("{} | {} | {} | {}", row.words, row.value, row.traffic, row.passengers.join(" | "))
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Noticed, StoreError> {
    let attribute: Option<String> = row.get("attribute")?;
    let key = match attribute {
        Some(attribute) => Some(StatementKey {
            subject: row.get::<_, Option<String>>("subject")?.unwrap_or_default(),
            attribute,
            condition: row.get::<_, Option<String>>("condition")?.unwrap_or_default(),
        }),
        None => None,
    };
    Ok(Noticed {
        id: ObservationId(row.get("id")?),
        at: moment(row, "at")?,
        source: known(row, "source", StreamSource::from_word)?,
        kind: row.get("kind")?,
        words: row.get("words")?,
        key,
        value: row.get("value")?,
        place: row.get::<_, Option<i64>>("place_id")?.map(PlaceId),
        trip: row.get::<_, Option<i64>>("trip_id")?.map(TripId),
        weather: known_or_none(row, "weather", Weather::from_word)?,
        traffic: row.get("traffic")?,
        passengers: texts_from_json(&row.get::<_, String>("passengers")?)?,
        importance: importance(row)?,
        heard: row.get("heard")?,
        session: row.get("session")?,
    })
}
