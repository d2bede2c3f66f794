//! On which side cars keep.

use crate::osm::OsmData;

/// Countries and territories that keep left, by ISO 3166-1 code.
/// <https://wiki.openstreetmap.org/wiki/Key:driving_side>
const KEEP_LEFT: [&str; 32] = [
    "AU", "BD", "BN", "BT", "CY", "FJ", "GB", "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "LK",
    "MO", "MT", "MU", "MY", "MZ", "NA", "NP", "NZ", "PK", "SG", "TH", "TZ", "UG", "ZA", "ZM",
];

/// Boxes `[west, south, east, north]` that lie inside countries which keep left, for files without a border: rough
/// on purpose, a box that misses a corner is better than one that takes a neighbour.
const LEFT_BOXES: [[f64; 4]; 18] = [
    [-11.0, 51.2, 1.8, 61.0],        // Ireland, most of Great Britain
    [-6.5, 49.8, 1.3, 51.2],         // the south of England
    [129.5, 30.9, 146.0, 45.6],      // Japan without its far islands
    [122.8, 24.0, 131.5, 28.9],      // Okinawa
    [112.0, -44.0, 154.0, -10.7],    // Australia
    [166.0, -47.5, 179.0, -34.0],    // New Zealand
    [113.82, 22.14, 114.45, 22.53],  // Hong Kong
    [113.52, 22.10, 113.60, 22.218], // Macau
    [103.6, 1.15, 104.1, 1.48],      // Singapore
    [99.6, 1.5, 104.4, 6.4],         // peninsular Malaysia
    [98.2, 6.5, 101.0, 20.3],        // the west of Thailand
    [101.0, 12.5, 102.8, 17.8],      // the east of Thailand
    [72.0, 8.0, 80.2, 27.3],         // most of India
    [79.6, 5.9, 81.9, 9.9],          // Sri Lanka
    [105.0, -8.8, 116.0, -5.8],      // Java and Bali
    [16.5, -34.9, 32.8, -26.9],      // most of South Africa
    [32.2, 34.5, 34.7, 35.75],       // Cyprus
    [14.1, 35.7, 14.6, 36.1],        // Malta
];

/// Whether cars keep left here: by the data's own tags (`driving_side`, then the country's code), then by where the
/// middle of the data lies; right where nothing speaks.
pub fn drives_left(data: &OsmData) -> bool {
    let mut said = (0_usize, 0_usize);
    let mut country = None;
    for tags in
        data.relations.iter().map(|relation| &relation.tags).chain(data.ways.iter().map(|way| &way.tags))
    {
        match tags.get("driving_side") {
            Some("left") => said.0 += 1,
            Some("right") => said.1 += 1,
            _ => {}
        }
    }
    for relation in data.relations.iter().filter(|relation| relation.tags.is("boundary", "administrative")) {
        // A region next to a border holds both countries' relations; only a single one can decide.
        let code = ["ISO3166-1:alpha2", "ISO3166-1"].iter().find_map(|key| relation.tags.get(key));
        let left = code.map(|code| KEEP_LEFT.contains(&code));
        country = match (country, left) {
            (None, left) => left.map(Some),
            (Some(Some(before)), Some(left)) if before != left => Some(None),
            (before, _) => before,
        };
    }
    if said != (0, 0) {
        return said.0 > said.1;
    }
    if let Some(Some(left)) = country {
        return left;
    }
    data.bbox().is_some_and(|bbox| {
        let (lon, lat) = ((bbox.min.lon + bbox.max.lon) / 2.0, (bbox.min.lat + bbox.max.lat) / 2.0);
        LEFT_BOXES.iter().any(|[w, s, e, n]| (*w..=*e).contains(&lon) && (*s..=*n).contains(&lat))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::Tags;

    #[test]
    fn the_side_is_known_by_tags_then_by_country_then_by_place() {
        let check = |lon: f64, lat: f64, way: &[(&str, &str)], codes: &[&str], left: bool| {
            let mut builder = OsmData::builder();
            for id in 0..2_i64 {
                #[expect(clippy::cast_possible_truncation, reason = "degrees of a test")]
                builder.node(id, (lon * 1e7) as i64 + id * 1000, (lat * 1e7) as i64, Tags::default());
            }
            builder.way(1, vec![0, 1], way.iter().copied().collect());
            for (id, code) in (1..).zip(codes) {
                let tags = [("boundary", "administrative"), ("ISO3166-1", *code)].into_iter().collect();
                builder.relation(id, vec![], tags);
            }
            assert_eq!(drives_left(&builder.finish()), left, "{lon} {lat} {way:?} {codes:?}");
        };
        check(7.42, 43.73, &[], &[], false);
        check(113.55, 22.19, &[], &[], true);
        check(113.55, 22.24, &[], &[], false);
        check(114.17, 22.3, &[], &[], true);
        check(-0.1, 51.5, &[], &[], true);
        check(2.35, 48.85, &[], &[], false);
        check(116.3, 39.98, &[], &[], false);
        check(139.7, 35.7, &[], &[], true);
        check(7.42, 43.73, &[], &["MT"], true);
        check(7.42, 43.73, &[], &["FR", "MC"], false);
        check(114.17, 22.3, &[], &["CN", "HK"], true);
        check(7.42, 43.73, &[("driving_side", "left")], &["FR"], true);
        check(114.17, 22.3, &[("driving_side", "right")], &["HK"], false);
    }
}
