//! A route as GPX and as GeoJSON.

use std::fmt::Write as _;

use serde_json::json;

use super::title;
use crate::{
    AppError,
    dto::{ErrorCode, RouteExportRequest},
};

/// GPX 1.1 (topografix.com/GPX/1/1): the stops as waypoints and the line as a track, because a track is followed as it is,
/// while apps plan a route of few points anew. Positions in WGS84 with seven decimals, a centimetre. No times: it was not
/// driven yet, and nothing that reads it may take it for a recording.
pub(super) fn gpx(request: &RouteExportRequest) -> Result<String, AppError> {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"Laolu\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n",
    );
    let name = escaped(&title(request));
    let written = (|| -> std::fmt::Result {
        writeln!(
            text,
            "<metadata><name>{name}</name><copyright author=\"OpenStreetMap contributors\"><license>https://www.openstreetmap.org/copyright</license></copyright></metadata>"
        )?;
        for stop in &request.stops {
            let label = escaped(&stop.label);
            writeln!(
                text,
                "<wpt lat=\"{:.7}\" lon=\"{:.7}\"><name>{label}</name></wpt>",
                stop.point.lat, stop.point.lon
            )?;
        }
        writeln!(text, "<trk><name>{name}</name><desc>{}</desc><trkseg>", escaped(&request.route.label))?;
        for [lon, lat] in &request.route.geometry.coordinates {
            writeln!(text, "<trkpt lat=\"{lat:.7}\" lon=\"{lon:.7}\"/>")?;
        }
        writeln!(text, "</trkseg></trk>\n</gpx>")
    })();
    written.map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
    Ok(text)
}

/// GeoJSON (RFC 7946): the line with its figures, then the stops.
pub(super) fn geojson(request: &RouteExportRequest) -> String {
    let seven = |value: f64| (value * 1e7).round() / 1e7;
    let line: Vec<[f64; 2]> =
        request.route.geometry.coordinates.iter().map(|[lon, lat]| [seven(*lon), seven(*lat)]).collect();
    let route = &request.route;
    let mut features = vec![json!({
        "type": "Feature",
        "properties": {
            "name": title(request),
            "by": route.label,
            "distance_m": route.distance_m.round(),
            "duration_s": route.duration_s.round(),
            "attribution": "© OpenStreetMap contributors",
        },
        "geometry": { "type": "LineString", "coordinates": line },
    })];
    features.extend(request.stops.iter().map(|stop| {
        json!({
            "type": "Feature",
            "properties": { "name": stop.label },
            "geometry": { "type": "Point", "coordinates": [seven(stop.point.lon), seven(stop.point.lat)] },
        })
    }));
    format!("{:#}\n", json!({ "type": "FeatureCollection", "features": features }))
}

/// Text that means itself in XML and in HTML. Control characters, which XML can't hold, are dropped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_means_itself() {
        let check = |text: &str, expected: &str| assert_eq!(escaped(text), expected);
        check("A & B <i>\"'", "A &amp; B &lt;i&gt;&quot;&#39;");
        check("a\u{0}b", "a b");
        check("家 → 公司", "家 → 公司");
    }
}
