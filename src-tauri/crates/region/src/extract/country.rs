//! In which country the data lies, for the limits that no sign posts.

use std::collections::BTreeMap;

use crate::osm::{
    OsmData,
    tags::country::{self, Country, ELSEWHERE},
};

/// Keys of ways whose value names a country and a kind of limit, `PT:urban`.
const SIGNS: [&str; 5] = ["maxspeed", "source:maxspeed", "maxspeed:type", "zone:traffic", "zone:maxspeed"];

/// Boxes `[west, south, east, north]` inside countries, for files without a border or an address: rough on purpose,
/// the small before the large that surround them.
#[rustfmt::skip]
const BOXES: [(&str, [f64; 4]); 40] = [
    ("mc", [7.40, 43.72, 7.445, 43.755]), ("ad", [1.41, 42.43, 1.79, 42.66]), ("li", [9.47, 47.05, 9.64, 47.27]),
    ("lu", [5.7, 49.45, 6.5, 50.15]), ("mt", [14.1, 35.7, 14.6, 36.1]), ("hk", [113.82, 22.14, 114.45, 22.53]),
    ("mo", [113.52, 22.10, 113.60, 22.218]), ("sg", [103.6, 1.15, 104.1, 1.48]), ("cy", [32.2, 34.5, 34.7, 35.75]),
    ("pt", [-9.6, 36.9, -7.0, 41.9]), ("ch", [6.2, 46.0, 9.4, 47.5]), ("be", [3.0, 50.0, 5.9, 51.3]),
    ("nl", [3.6, 51.4, 6.8, 53.6]), ("dk", [8.0, 54.9, 12.6, 57.8]), ("si", [13.8, 45.6, 15.6, 46.6]),
    ("at", [12.2, 46.8, 16.8, 48.6]), ("cz", [12.6, 49.0, 18.0, 50.7]), ("hu", [16.8, 46.1, 21.2, 48.0]),
    ("ie", [-10.5, 51.4, -6.2, 54.2]), ("gb", [-8.0, 49.9, 1.8, 60.9]), ("es", [-9.0, 36.0, 3.3, 43.0]),
    ("fr", [-4.8, 42.8, 7.4, 50.7]), ("it", [7.6, 37.0, 18.5, 46.4]), ("de", [6.8, 47.6, 14.6, 54.8]),
    ("pl", [14.9, 49.4, 23.5, 54.5]), ("gr", [20.2, 35.0, 26.5, 41.0]), ("ro", [21.5, 43.8, 28.5, 47.7]),
    ("fi", [22.0, 60.0, 29.0, 69.0]), ("se", [12.0, 56.0, 19.0, 67.0]), ("no", [5.0, 58.3, 12.0, 64.0]),
    ("tw", [120.0, 21.9, 122.0, 25.3]), ("kr", [126.1, 34.3, 129.6, 38.2]), ("jp", [129.5, 30.9, 146.0, 45.6]),
    ("nz", [166.0, -47.5, 179.0, -34.0]), ("au", [112.0, -44.0, 154.0, -10.7]),
    ("za", [16.5, -34.9, 32.8, -26.9]), ("cn", [98.0, 22.6, 122.0, 41.0]), ("us", [-124.7, 25.0, -81.0, 48.9]),
    ("ca", [-140.0, 49.1, -55.0, 70.0]), ("br", [-57.0, -33.0, -35.0, 2.0]),
];

/// The country whose limits hold in the whole region: what most addresses and signs say, then the border when the file
/// has only one, then where the middle of the data lies.
///
/// One country per region, not per way: a file that was cut from a border region holds no closed border to ask.
pub fn of(data: &OsmData) -> &'static Country {
    let said = data.tagged_nodes.iter().map(|(_, tags)| tags).chain(data.ways.iter().map(|way| &way.tags));
    let addresses = said.filter_map(|tags| tags.get("addr:country")).filter_map(country::by_code);
    let roads = data.ways.iter().filter(|way| way.tags.get("highway").is_some());
    let signs = roads.flat_map(|way| SIGNS.iter().filter_map(|key| way.tags.get(key)));
    let mut votes: BTreeMap<&str, (usize, &'static Country)> = BTreeMap::new();
    for country in addresses.chain(signs.filter_map(country::of_sign)) {
        votes.entry(country.code).or_insert((0, country)).0 += 1;
    }
    if let Some((_, country)) = votes.into_values().max_by_key(|(count, _)| *count) {
        return country;
    }
    only_border(data).or_else(|| by_place(data)).unwrap_or(&ELSEWHERE)
}

fn only_border(data: &OsmData) -> Option<&'static Country> {
    let borders = data.relations.iter().filter(|relation| relation.tags.is("boundary", "administrative"));
    let codes = borders.filter_map(|relation| {
        ["ISO3166-1:alpha2", "ISO3166-1"].iter().find_map(|key| relation.tags.get(key))
    });
    let mut found: Vec<String> = codes.map(str::to_ascii_lowercase).collect();
    found.sort();
    found.dedup();
    match found.as_slice() {
        [only] => country::by_code(only),
        _ => None,
    }
}

fn by_place(data: &OsmData) -> Option<&'static Country> {
    let bbox = data.bbox()?;
    let (lon, lat) = ((bbox.min.lon + bbox.max.lon) / 2.0, (bbox.min.lat + bbox.max.lat) / 2.0);
    let inside = |[w, s, e, n]: [f64; 4]| (w..=e).contains(&lon) && (s..=n).contains(&lat);
    BOXES.iter().find(|(_, area)| inside(*area)).and_then(|(code, _)| country::by_code(code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::Tags;

    #[test]
    fn every_box_is_of_a_country_with_limits() {
        for (code, [w, s, e, n]) in BOXES {
            assert!(country::by_code(code).is_some() && w < e && s < n, "{code}");
        }
    }

    #[test]
    fn addresses_and_signs_speak_before_borders_and_borders_before_places() {
        let check = |lon: f64, lat: f64, way: &[(&str, &str)], borders: &[&str], code: &str| {
            let mut builder = OsmData::builder();
            for id in 0..2_i64 {
                #[expect(clippy::cast_possible_truncation, reason = "degrees of a test")]
                builder.node(id, (lon * 1e7) as i64 + id * 1000, (lat * 1e7) as i64, Tags::default());
            }
            builder.way(1, vec![0, 1], way.iter().copied().collect());
            for (id, border) in (1..).zip(borders) {
                let tags = [("boundary", "administrative"), ("ISO3166-1", *border)].into_iter().collect();
                builder.relation(id, vec![], tags);
            }
            assert_eq!(of(&builder.finish()).code, code, "{lon} {lat} {way:?} {borders:?}");
        };
        let sign = [("highway", "primary"), ("maxspeed:type", "AT:urban")];
        check(9.52, 47.14, &sign, &["LI"], "at");
        check(9.52, 47.14, &[("building", "yes"), ("addr:country", "LI")], &["CH"], "li");
        check(9.52, 47.14, &[("highway", "primary"), ("maxspeed", "50")], &["CH"], "ch");
        check(9.52, 47.14, &[], &["CH", "AT"], "li");
        check(-8.6, 41.15, &[], &[], "pt");
        check(116.3, 39.98, &[], &[], "cn");
        check(7.42, 43.73, &[], &["FR", "MC"], "mc");
        check(-30.0, 40.0, &[], &[], "");
    }
}
