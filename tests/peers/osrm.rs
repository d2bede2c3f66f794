//! OSRM's HTTP interface, <https://project-osrm.org/docs/v5.24.0/api/>.

use super::{PeerError, answer::*, server::Engine};
use domain::LonLat;
use serde_json::Value;
use std::fmt::Write;

/// The request's path.
pub(super) fn path(points: &[LonLat], alternatives: usize, steps: bool) -> String {
    let mut path = "/route/v1/driving/".to_owned();
    for (place, point) in points.iter().enumerate() {
        let comma = if place == 0 { "" } else { ";" };
        // Writing to a string cannot fail.
        let _ = write!(path, "{comma}{:.7},{:.7}", point.lon, point.lat);
    }
    let _ = write!(path, "?overview=full&geometries=polyline6&steps={steps}&alternatives={alternatives}");
    path
}

/// Reads an answer.
pub(super) fn read(body: &[u8]) -> Result<PeerAnswer, PeerError> {
    let json: Value = serde_json::from_slice(body).unwrap_or_default();
    match json["code"].as_str() {
        Some("Ok") => answer(&json, body.len()).ok_or(PeerError::Unreadable(Engine::Osrm)),
        Some(code) => Err(PeerError::NoRoute(code.to_owned())),
        None => Err(PeerError::Unreadable(Engine::Osrm)),
    }
}

fn answer(json: &Value, bytes: usize) -> Option<PeerAnswer> {
    let routes = json["routes"].as_array()?;
    let best = routes.first()?;
    let place = |point: &Value| LonLat::new(point["location"][0].as_f64()?, point["location"][1].as_f64()?);
    let steps = best["legs"].as_array()?.iter().flat_map(|leg| leg["steps"].as_array().into_iter().flatten());
    let stretch = |step: &Value| {
        let name = ["name", "ref"].iter().find_map(|key| step[key].as_str().filter(|name| !name.is_empty()));
        Some(Stretch {
            name: name.unwrap_or_default().to_owned(),
            metres: step["distance"].as_f64()?,
            seconds: step["duration"].as_f64()?,
        })
    };
    Some(PeerAnswer {
        distance_m: best["distance"].as_f64()?,
        duration_s: best["duration"].as_f64()?,
        snapped: json["waypoints"].as_array()?.iter().map(place).collect::<Option<_>>()?,
        geometry: line(best["geometry"].as_str()?)?,
        stretches: steps.map(stretch).collect::<Option<_>>()?,
        routes: routes.len(),
        bytes,
    })
}
