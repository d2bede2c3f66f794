//! Observations of drives: append-only, each on one trip. What is noticed in words is in [`crate::stream`].

use domain::{Deviation, Moment, Observation, ObservationId, ObservationKind, ProfileId, RoadClass, TripId};
use rusqlite::{Connection, Row, params};
use serde_json::{Value, json};

use crate::{
    StoreError,
    codec::{edges_from_text, edges_to_text, moment},
};

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    trip: TripId,
    kind: &ObservationKind,
    at: &Moment,
) -> Result<ObservationId, StoreError> {
    let (word, detail) = match kind {
        ObservationKind::Followed => ("followed", json!({})),
        ObservationKind::Deviated(deviation) => ("deviated", to_json(deviation)),
    };
    tx.prepare_cached(
        "INSERT INTO observations(profile_id, trip_id, at, zone, source, kind, detail)
         VALUES (?1, ?2, ?3, ?4, 'trip', ?5, ?6)",
    )?
    .execute(params![profile.0, trip.0, at.at.0, at.zone, word, detail.to_string()])?;
    Ok(ObservationId(tx.last_insert_rowid()))
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Observation, StoreError> {
    let kind = match row.get::<_, String>("kind")?.as_str() {
        "followed" => ObservationKind::Followed,
        "deviated" => {
            let detail: Value = serde_json::from_str(&row.get::<_, String>("detail")?)
                .map_err(|_not_json| StoreError::Damaged)?;
            ObservationKind::Deviated(from_json(&detail).ok_or(StoreError::Damaged)?)
        }
        _ => return Err(StoreError::Damaged),
    };
    Ok(Observation {
        id: ObservationId(row.get("id")?),
        trip: TripId(row.get("trip_id")?),
        at: moment(row, "at")?,
        kind,
    })
}

fn to_json(deviation: &Deviation) -> Value {
    let classes: Vec<_> =
        deviation.classes.iter().map(|(class, metres)| json!([class.word(), metres])).collect();
    json!({
        "taken": edges_to_text(&deviation.taken),
        "road": deviation.road,
        "waterside": deviation.waterside,
        "classes": classes,
        "is_congestion_alternative": deviation.is_congestion_alternative,
        "delta_s": deviation.delta_s,
        "delta_m": deviation.delta_m,
    })
}

fn from_json(detail: &Value) -> Option<Deviation> {
    let classes = detail.get("classes")?.as_array()?.iter().map(|pair| {
        let word = pair.get(0)?.as_str()?;
        let class = RoadClass::ALL.into_iter().find(|class| class.word() == word)?;
        Some((class, pair.get(1)?.as_f64()?))
    });
    Some(Deviation {
        taken: edges_from_text(detail.get("taken")?.as_str()?).ok()?,
        road: detail.get("road")?.as_str()?.to_owned(),
        waterside: detail.get("waterside")?.as_bool()?,
        classes: classes.collect::<Option<_>>()?,
        is_congestion_alternative: detail.get("is_congestion_alternative")?.as_bool()?,
        delta_s: detail.get("delta_s")?.as_f64()?,
        delta_m: detail.get("delta_m")?.as_f64()?,
    })
}
