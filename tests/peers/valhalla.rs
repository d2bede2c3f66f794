//! Valhalla's HTTP interface, <https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/>.

use super::{PeerError, answer::*, server::Engine};
use domain::LonLat;
use serde_json::{Value, json};

/// The request's body.
pub(super) fn body(points: &[LonLat], alternatives: usize, steps: bool) -> String {
    let places: Vec<Value> = points.iter().map(|p| json!({ "lon": p.lon, "lat": p.lat })).collect();
    let directions = if steps { "instructions" } else { "none" };
    let request = json!({
        "locations": places,
        "costing": "auto",
        "alternates": alternatives,
        "directions_type": directions,
    });
    request.to_string()
}

/// Reads an answer.
pub(super) fn read(body: &[u8]) -> Result<PeerAnswer, PeerError> {
    let json: Value = serde_json::from_slice(body).unwrap_or_default();
    if let Some(problem) = json["error"].as_str() {
        return Err(PeerError::NoRoute(problem.to_owned()));
    }
    answer(&json, body.len()).ok_or(PeerError::Unreadable(Engine::Valhalla))
}

fn answer(json: &Value, bytes: usize) -> Option<PeerAnswer> {
    let (trip, summary) = (&json["trip"], &json["trip"]["summary"]);
    let legs = trip["legs"].as_array()?;
    let lines = legs.iter().map(|leg| line(leg["shape"].as_str()?)).collect::<Option<Vec<_>>>()?;
    let starts = lines.iter().filter_map(|line| line.first().copied());
    // A leg starts and ends on the road; that is the only place where the answer says where a point was snapped.
    let snapped = starts.chain(lines.last()?.last().copied()).collect();
    let maneuvers = legs.iter().flat_map(|leg| leg["maneuvers"].as_array().into_iter().flatten());
    let stretch = |maneuver: &Value| {
        Some(Stretch {
            name: maneuver["street_names"][0].as_str().unwrap_or_default().to_owned(),
            metres: maneuver["length"].as_f64()? * 1000.0,
            seconds: maneuver["time"].as_f64()?,
        })
    };
    Some(PeerAnswer {
        distance_m: summary["length"].as_f64()? * 1000.0,
        duration_s: summary["time"].as_f64()?,
        snapped,
        geometry: lines.concat(),
        stretches: maneuvers.map(stretch).collect::<Option<_>>()?,
        routes: 1 + json["alternates"].as_array().map_or(0, Vec::len),
        bytes,
    })
}
