//! Links that open a route in another app.
//!
//! Other apps plan by themselves. So that they find the same roads, points along the way are given as stops where the link
//! can hold any: in the middle of the longest roads of the way, where a wrong road is least likely to be as near.
//!
//! - Organic Maps: `om://v2/dir` of its document "Organic Maps API and deep links".
//! - OsmAnd: `osmand.net/map/navigate` of its documentation, "URL parameters"; the app takes the address over.
//! - Google Maps: "Maps URLs", `maps/dir/?api=1`; at most nine stops between, three in a phone's browser.

use crate::dto::{PointDto, RouteExportRequest, RouteLinkDto};

/// Points that are added. Nine is all that Google takes, and stops of the person's own come first.
const MOST: usize = 9;
/// A road shorter than this, metres, needs no point of its own.
const WORTH_M: f64 = 400.0;

/// All links.
pub(super) fn all(request: &RouteExportRequest) -> Vec<RouteLinkDto> {
    let [from, vias @ .., to] = request.stops.as_slice() else { return Vec::new() };
    let own: Vec<PointDto> = vias.iter().map(|stop| stop.point).collect();
    // Between stops of one's own nothing is added: which of both comes first can't be told from the line alone.
    let shaping = if own.is_empty() { shaping(request) } else { Vec::new() };
    let between: Vec<String> = own.iter().chain(&shaping).take(MOST).map(|at| pair(*at)).collect();
    let (start, end) = (pair(from.point), pair(to.point));
    let added = u32::try_from(shaping.len()).unwrap_or(u32::MAX);
    let via = |separator: &str, key: &str| {
        if between.is_empty() { String::new() } else { format!("&{key}={}", between.join(separator)) }
    };
    let link = |app: &str, url: String| RouteLinkDto { app: app.to_owned(), url, shaping: added };
    vec![
        link(
            "organic_maps",
            format!(
                "om://v2/dir?origin={start}&origin_name={}&destination={end}&destination_name={}{}&mode=drive",
                encoded(&from.label),
                encoded(&to.label),
                via("%7C", "waypoints"),
            ),
        ),
        link(
            "osmand",
            format!(
                "https://osmand.net/map/navigate/?start={start}&end={end}{}&profile=car#12/{:.4}/{:.4}",
                via(";", "via"),
                from.point.lat,
                from.point.lon,
            ),
        ),
        link(
            "google",
            format!(
                "https://www.google.com/maps/dir/?api=1&origin={start}&destination={end}{}&travelmode=driving",
                via("%7C", "waypoints"),
            ),
        ),
    ]
}

fn pair(at: PointDto) -> String {
    format!("{:.6},{:.6}", at.lat, at.lon)
}

/// Points in the middle of the longest named roads, in driving order.
fn shaping(request: &RouteExportRequest) -> Vec<PointDto> {
    let line = &request.route.geometry.coordinates;
    let mut roads: Vec<(u32, u32, f64)> = request
        .route
        .details
        .iter()
        .filter(|detail| detail.kind == "road" && detail.metres >= WORTH_M)
        .map(|detail| (detail.from_point, detail.to_point, detail.metres))
        .collect();
    roads.sort_by(|a, b| b.2.total_cmp(&a.2));
    roads.truncate(MOST);
    roads.sort_by_key(|(from, _, _)| *from);
    roads
        .into_iter()
        .filter_map(|(from, to, _)| {
            let [lon, lat] = line.get(usize::try_from(from.midpoint(to)).ok()?)?;
            Some(PointDto { lon: *lon, lat: *lat })
        })
        .collect()
}

/// Percent-encoded as in RFC 3986: everything but its unreserved characters.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_byte_by_byte() {
        let check = |text: &str, expected: &str| assert_eq!(encoded(text), expected);
        check("Home & 家", "Home%20%26%20%E5%AE%B6");
        check("a-b_c.d~e", "a-b_c.d~e");
    }
}
