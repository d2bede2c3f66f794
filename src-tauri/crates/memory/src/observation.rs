//! Observations of drives: append-only, each on one trip. What is noticed in words is in [`crate::stream`].

use domain::{
    AgainstPlain, Circumstances, Deviation, LonLat, Moment, Nature, Observation, ObservationId,
    ObservationKind, ProfileId, RoadClass, RoadFeature, TripId, Weather,
};
use rusqlite::{Connection, Row, params};
use serde_json::{Value, json};

use crate::{
    StoreError,
    codec::{edges_from_text, edges_to_text, known_or_none, moment, texts_from_json, texts_to_json},
};

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    trip: TripId,
    (kind, circumstances): (&ObservationKind, &Circumstances),
    at: &Moment,
) -> Result<ObservationId, StoreError> {
    let (word, mut detail) = match kind {
        ObservationKind::Followed => ("followed", json!({})),
        ObservationKind::Deviated(deviation) => ("deviated", to_json(deviation)),
    };
    if circumstances.hurry {
        detail["hurry"] = json!(true);
    }
    match &circumstances.against_plain {
        None => {}
        Some(AgainstPlain::Same) => detail["against_plain"] = json!("same"),
        Some(AgainstPlain::Other(other)) => detail["against_plain"] = to_json(other),
    }
    tx.prepare_cached(
        "INSERT INTO observations(profile_id, trip_id, at, zone, source, kind, detail, weather, traffic, passengers)
         VALUES (?1, ?2, ?3, ?4, 'trip', ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute(params![
        profile.0,
        trip.0,
        at.at.0,
        at.zone,
        word,
        detail.to_string(),
        circumstances.weather.map(Weather::word),
        circumstances.traffic,
        texts_to_json(&circumstances.passengers)
    ])?;
    Ok(ObservationId(tx.last_insert_rowid()))
}

pub(crate) fn from_row(row: &Row<'_>) -> Result<Observation, StoreError> {
    let detail: Value =
        serde_json::from_str(&row.get::<_, String>("detail")?).map_err(|_not_json| StoreError::Damaged)?;
    let kind = match row.get::<_, String>("kind")?.as_str() {
        "followed" => ObservationKind::Followed,
        "deviated" => ObservationKind::Deviated(from_json(&detail).ok_or(StoreError::Damaged)?),
        _ => return Err(StoreError::Damaged),
    };
    let against_plain = match detail.get("against_plain") {
        None => None,
        Some(Value::String(_same)) => Some(AgainstPlain::Same),
        Some(other) => Some(AgainstPlain::Other(from_json(other).ok_or(StoreError::Damaged)?)),
    };
    Ok(Observation {
        id: ObservationId(row.get("id")?),
        trip: TripId(row.get("trip_id")?),
        at: moment(row, "at")?,
        kind,
        circumstances: Circumstances {
            weather: known_or_none(row, "weather", Weather::from_word)?,
            hurry: detail.get("hurry").and_then(Value::as_bool).unwrap_or(false),
            passengers: texts_from_json(&row.get::<_, String>("passengers")?)?,
            traffic: row.get("traffic")?,
            against_plain,
        },
    })
}

fn to_json(deviation: &Deviation) -> Value {
    let classes: Vec<_> =
        deviation.classes.iter().map(|(class, metres)| json!([class.word(), metres])).collect();
    let features: Vec<_> =
        deviation.feature_s.iter().map(|(feature, seconds)| json!([feature.word(), seconds])).collect();
    json!({
        "taken": edges_to_text(&deviation.taken),
        "road": deviation.road,
        "waterside": deviation.waterside,
        "classes": classes,
        "is_congestion_alternative": deviation.is_congestion_alternative,
        "delta_s": deviation.delta_s,
        "delta_m": deviation.delta_m,
        "offered": edges_to_text(&deviation.offered),
        "parted": point_to_json(deviation.parted),
        "rejoined": point_to_json(deviation.rejoined),
        "offered_s": deviation.offered_s,
        "offered_m": deviation.offered_m,
        "feature_s": features,
        "nature": deviation.nature.word(),
        "told": deviation.told,
    })
}

fn point_to_json(point: Option<LonLat>) -> Value {
    point.map_or(Value::Null, |at| json!([at.lon, at.lat]))
}

fn from_json(detail: &Value) -> Option<Deviation> {
    let classes = detail.get("classes")?.as_array()?.iter().map(|pair| {
        let word = pair.get(0)?.as_str()?;
        let class = RoadClass::ALL.into_iter().find(|class| class.word() == word)?;
        Some((class, pair.get(1)?.as_f64()?))
    });
    // What follows is absent in rows of before issue 5.
    let edges = |key: &str| match detail.get(key).and_then(Value::as_str) {
        Some(text) => edges_from_text(text).ok(),
        None => Some(Vec::new()),
    };
    let point = |key: &str| {
        let pair = detail.get(key)?.as_array()?;
        Some(LonLat { lon: pair.first()?.as_f64()?, lat: pair.get(1)?.as_f64()? })
    };
    let features = detail
        .get("feature_s")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|pair| Some((RoadFeature::from_word(pair.get(0)?.as_str()?)?, pair.get(1)?.as_f64()?)));
    let number = |key: &str| detail.get(key).and_then(Value::as_f64).unwrap_or(0.0);
    Some(Deviation {
        taken: edges_from_text(detail.get("taken")?.as_str()?).ok()?,
        road: detail.get("road")?.as_str()?.to_owned(),
        waterside: detail.get("waterside")?.as_bool()?,
        classes: classes.collect::<Option<_>>()?,
        is_congestion_alternative: detail.get("is_congestion_alternative")?.as_bool()?,
        delta_s: detail.get("delta_s")?.as_f64()?,
        delta_m: detail.get("delta_m")?.as_f64()?,
        offered: edges("offered")?,
        parted: point("parted"),
        rejoined: point("rejoined"),
        offered_s: number("offered_s"),
        offered_m: number("offered_m"),
        feature_s: features.collect::<Option<_>>()?,
        nature: match detail.get("nature").and_then(Value::as_str) {
            Some(word) => Nature::from_word(word)?,
            None => Nature::Choice,
        },
        told: detail.get("told").and_then(Value::as_bool).unwrap_or(false),
    })
}
