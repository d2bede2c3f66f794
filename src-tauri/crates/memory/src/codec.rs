//! Nouns to columns and back. A stored word that nobody knows means a damaged file, never a guess.

use domain::{
    EdgeKey, LonLat, MemoryRef, Moment, ObservationId, PlaceId, PreferenceId, Ring, RoadFeature, RouteId,
    Scope, StatementId, Strength, Target, Timestamp, TripId, corridor::FeaturePoint,
    precedence::fold_road_name,
};
use rusqlite::{Connection, Params, Row};
use serde_json::{Value, json};

use crate::StoreError;

/// All rows of a statement.
pub(crate) fn all<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    mut map: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        out.push(map(row)?);
    }
    Ok(out)
}

/// The first row of a statement.
pub(crate) fn first<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    map: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    match rows.next()? {
        Some(row) => Ok(Some(map(row)?)),
        None => Ok(None),
    }
}

/// A stored word of a closed list.
pub(crate) fn known<T>(
    row: &Row<'_>,
    column: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, StoreError> {
    read(&row.get::<_, String>(column)?).ok_or(StoreError::Damaged)
}

/// The same for a column that may be empty.
pub(crate) fn known_or_none<T>(
    row: &Row<'_>,
    column: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StoreError> {
    let word: Option<String> = row.get(column)?;
    word.map(|word| read(&word).ok_or(StoreError::Damaged)).transpose()
}

pub(crate) fn moment(row: &Row<'_>, at: &str) -> Result<Moment, StoreError> {
    Ok(Moment { at: Timestamp(row.get(at)?), zone: row.get("zone")? })
}

pub(crate) fn instant(row: &Row<'_>, column: &str) -> Result<Option<Timestamp>, StoreError> {
    Ok(row.get::<_, Option<i64>>(column)?.map(Timestamp))
}

pub(crate) fn texts_to_json(texts: &[String]) -> String {
    json!(texts).to_string()
}

pub(crate) fn texts_from_json(text: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(text).map_err(|_not_json| StoreError::Damaged)
}

pub(crate) fn edges_to_text(edges: &[EdgeKey]) -> String {
    edges.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn edges_from_text(text: &str) -> Result<Vec<EdgeKey>, StoreError> {
    text.split_ascii_whitespace().map(|edge| edge.parse().map_err(|_bad_edge| StoreError::Damaged)).collect()
}

/// Little-endian numbers, as vectors are kept.
pub(crate) fn seconds_to_blob(seconds: &[f32]) -> Vec<u8> {
    seconds.iter().flat_map(|seconds| seconds.to_le_bytes()).collect()
}

pub(crate) fn seconds_from_blob(blob: &[u8]) -> Result<Vec<f32>, StoreError> {
    let (numbers, rest) = blob.as_chunks::<4>();
    if rest.is_empty() {
        Ok(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    } else {
        Err(StoreError::Damaged)
    }
}

/// Nine bytes a point: longitude and latitude in 1e-7 degrees, the bearing in 256ths of a turn.
pub(crate) fn shape_to_blob(shape: &[FeaturePoint]) -> Vec<u8> {
    let fixed = |degrees: f64| ((degrees * 1e7).round() as i32).to_le_bytes();
    shape
        .iter()
        .flat_map(|point| {
            let bearing = (point.bearing_deg / 360.0 * 256.0).round().rem_euclid(256.0) as u8;
            fixed(point.at.lon).into_iter().chain(fixed(point.at.lat)).chain([bearing])
        })
        .collect()
}

pub(crate) fn shape_from_blob(blob: &[u8]) -> Result<Vec<FeaturePoint>, StoreError> {
    let (points, rest) = blob.as_chunks::<9>();
    if !rest.is_empty() {
        return Err(StoreError::Damaged);
    }
    let point = |bytes: &[u8; 9]| {
        let [a, b, c, d, e, f, g, h, bearing] = *bytes;
        let degrees = |bytes| f64::from(i32::from_le_bytes(bytes)) / 1e7;
        let at = LonLat::new(degrees([a, b, c, d]), degrees([e, f, g, h])).ok_or(StoreError::Damaged)?;
        Ok(FeaturePoint { at, bearing_deg: f64::from(bearing) * 360.0 / 256.0 })
    };
    points.iter().map(point).collect()
}

/// `target_kind` and `target`.
pub(crate) fn target_to_columns(target: &Target) -> (&'static str, String) {
    match target {
        Target::Feature(feature) => ("feature", feature.word().to_owned()),
        Target::Road(name) => ("road", name.clone()),
        Target::Section { label, edges } => {
            ("section", json!({ "label": label, "edges": edges_to_text(edges) }).to_string())
        }
        Target::Area { label, ring } => {
            ("area", json!({ "label": label, "ring": ring.to_string() }).to_string())
        }
    }
}

pub(crate) fn target_from_columns(kind: &str, text: &str) -> Result<Target, StoreError> {
    match kind {
        "feature" => RoadFeature::from_word(text).map(Target::Feature).ok_or(StoreError::Damaged),
        "road" => Ok(Target::Road(text.to_owned())),
        "section" | "area" => {
            let value: Value = serde_json::from_str(text).map_err(|_not_json| StoreError::Damaged)?;
            let part = |key: &str| value.get(key).and_then(Value::as_str).ok_or(StoreError::Damaged);
            let label = part("label")?.to_owned();
            if kind == "section" {
                return Ok(Target::Section { label, edges: edges_from_text(part("edges")?)? });
            }
            let ring: Ring = part("ring")?.parse().map_err(|_bad_ring| StoreError::Damaged)?;
            Ok(Target::Area { label, ring })
        }
        _ => Err(StoreError::Damaged),
    }
}

/// Target and scope: one statement in force per head, so that "hate" after "love" replaces it instead of standing beside
/// it. Exact, never by nearness of vectors: unrelated facts must not retire each other.
pub(crate) fn head(target: &Target, scope: &Scope) -> String {
    let what = match target {
        Target::Feature(feature) => format!("feature {}", feature.word()),
        Target::Road(name) => format!("road {}", fold_road_name(name)),
        Target::Section { edges, .. } => format!("section {}", RouteId::of(edges)),
        Target::Area { ring, .. } => format!("area {ring}"),
    };
    format!("{what}|{}", scope_text(scope))
}

/// A scope as one text.
pub(crate) fn scope_text(scope: &Scope) -> String {
    let place = |place: Option<PlaceId>| place.map(|id| id.to_string()).unwrap_or_default();
    format!(
        "{};{};{};{};{}{}",
        scope.bucket.map_or("", domain::TimeBucket::word),
        scope.days.map_or("", domain::DayKind::word),
        scope.weather.map_or("", domain::Weather::word),
        place(scope.from),
        place(scope.to),
        if scope.hurry { ";hurry" } else { "" }
    )
}

/// Head and direction: what a person's no, a deletion or an erasure is about.
pub(crate) fn pattern(target: &Target, strength: Strength, scope: &Scope) -> String {
    format!("{}{}", if strength.is_negative() { '-' } else { '+' }, head(target, scope))
}

/// `kind` and `row_id` of tables that point at any memory.
pub(crate) fn ref_to_columns(memory: MemoryRef) -> (&'static str, i64) {
    match memory {
        MemoryRef::Place(id) => ("place", id.0),
        MemoryRef::Preference(id) => ("pref", id.0),
        MemoryRef::Trip(id) => ("trip", id.0),
        MemoryRef::Statement(id) => ("stmt", id.0),
        MemoryRef::Observation(id) => ("obs", id.0),
    }
}

pub(crate) fn ref_from_columns(kind: &str, id: i64) -> Result<MemoryRef, StoreError> {
    match kind {
        "place" => Ok(MemoryRef::Place(PlaceId(id))),
        "pref" => Ok(MemoryRef::Preference(PreferenceId(id))),
        "trip" => Ok(MemoryRef::Trip(TripId(id))),
        "stmt" => Ok(MemoryRef::Statement(StatementId(id))),
        "obs" => Ok(MemoryRef::Observation(ObservationId(id))),
        _ => Err(StoreError::Damaged),
    }
}

pub(crate) fn lonlat(row: &Row<'_>, lng: &str, lat: &str) -> Result<LonLat, StoreError> {
    LonLat::new(row.get(lng)?, row.get(lat)?).ok_or(StoreError::Damaged)
}
