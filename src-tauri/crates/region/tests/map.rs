//! Map features and named things from drawn maps.

use region::{Geometry, Layer, MapFeature, extract, osm::Skipped};
use testkit::map::DrawnMap;

fn features(map: &DrawnMap) -> (Vec<MapFeature>, Skipped) {
    let data = map.data();
    let mut skipped = Skipped::default();
    let network = extract::road_network(&data, &mut skipped);
    (extract::map_features(&data, &network, &mut skipped), skipped)
}

/// Features as `layer:class:form`, the form being `point`, the points of a line, or the points of each ring.
fn summary(map: &DrawnMap) -> String {
    let form = |feature: &MapFeature| match &feature.geometry {
        Geometry::Point(_) => "point".to_owned(),
        Geometry::Line(line) => line.len().to_string(),
        Geometry::Polygon(rings) => {
            rings.iter().map(|ring| ring.len().to_string()).collect::<Vec<_>>().join("+")
        }
    };
    let words =
        |feature: &MapFeature| format!("{}:{}:{}", feature.layer.word(), feature.class, form(feature));
    features(map).0.iter().map(words).collect::<Vec<_>>().join(" ")
}

fn squares() -> DrawnMap {
    DrawnMap::new(
        "
        A - - - - - - - B
        . a - b . e - f .
        . d - c . h - g .
        D - - - - - - - C
        ",
        100.0,
    )
}

#[test]
fn lines_and_areas() {
    let check = |nodes: &str, tags: &[(&str, &str)], expected: &str| {
        assert_eq!(summary(&squares().way(nodes, tags)), expected, "{nodes} {tags:?}");
    };
    check("ABCDA", &[("landuse", "forest")], "landcover:forest:5");
    check("ABCD", &[("landuse", "forest")], "");
    check(
        "ABCDA",
        &[("building", "yes"), ("name", "A"), ("shop", "mall")],
        "building:building:5 poi:mall:point",
    );
    check("ABCDA", &[("highway", "residential")], "road:minor:5");
    check("ABCDA", &[("highway", "pedestrian"), ("area", "yes")], "");
    check("AB", &[("highway", "motorway")], "road:motorway:2");
    check("AB", &[("route", "ferry")], "road:ferry:2");
    check("AB", &[("natural", "coastline")], "coast:coast:2");
    check("AB", &[("boundary", "administrative"), ("admin_level", "8")], "boundary:8:2");
    check("AB", &[("boundary", "administrative"), ("admin_level", "11")], "");
    check("AB", &[("power", "line")], "");
}

#[test]
fn multipolygons_keep_their_holes() {
    let tags = [("type", "multipolygon"), ("natural", "water")];
    let lake = |map: DrawnMap| summary(&map);
    // The outer ring in two ways, one drawn against the other; two islands, one of them in two ways.
    let map =
        squares().way("ABC", &[]).way("ADC", &[]).way("abcda", &[]).way("efg", &[]).way("ghe", &[]).relation(
            &[("outer", "ABC"), ("outer", "ADC"), ("inner", "abcda"), ("inner", "efg"), ("inner", "ghe")],
            &tags,
        );
    assert_eq!(lake(map), "water:lake:5+5+5");
    // Two outer rings, a hole in one of them.
    let map = squares()
        .way("abcda", &[])
        .way("efghe", &[])
        .relation(&[("outer", "abcda"), ("outer", "efghe")], &tags);
    assert_eq!(lake(map), "water:lake:5 water:lake:5");
    // Old data: the tags are on the outline.
    let map = squares()
        .way("ABCDA", &[("building", "yes")])
        .way("abcda", &[])
        .relation(&[("outer", "ABCDA"), ("inner", "abcda")], &[("type", "multipolygon")]);
    assert_eq!(lake(map), "building:building:5+5");
    // Two outer rings that touch at a corner stay two.
    let map = squares()
        .way("abc", &[])
        .way("cda", &[])
        .way("chg", &[])
        .way("gfc", &[])
        .relation(&[("outer", "abc"), ("outer", "chg"), ("outer", "cda"), ("outer", "gfc")], &tags);
    assert_eq!(lake(map), "water:lake:5 water:lake:5");
    // A ring that cannot be closed is left out and counted.
    let map = squares().way("ABC", &[]).relation(&[("outer", "ABC"), ("outer", "ZZ")], &tags);
    let (found, skipped) = features(&map);
    assert!(found.is_empty());
    assert_eq!(skipped.open_multipolygons, 1);
}

#[test]
fn attributes_tell_the_style_what_it_needs() {
    let check = |tags: &[(&str, &str)], expected: &[(&str, &str)]| {
        let map = squares().way("AB", tags);
        let (found, _) = features(&map);
        let attributes: Vec<(&str, &str)> =
            found[0].attributes.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(attributes, expected, "{tags:?}");
    };
    check(
        &[
            ("highway", "trunk_link"),
            ("name", "高架路"),
            ("name:en", "Elevated"),
            ("bridge", "yes"),
            ("oneway", "yes"),
            ("ref", "S1"),
        ],
        &[
            ("name", "高架路"),
            ("name_en", "Elevated"),
            ("bridge", "1"),
            ("layer", "1"),
            ("ref", "S1"),
            ("link", "1"),
            ("oneway", "1"),
            ("elevated", "1"),
        ],
    );
    check(
        &[("highway", "primary"), ("name", "A"), ("tunnel", "yes"), ("oneway", "-1"), ("toll", "yes")],
        &[("name", "A"), ("tunnel", "1"), ("layer", "-1"), ("oneway", "-1"), ("toll", "1")],
    );
    check(&[("highway", "motorway"), ("name", "A")], &[("name", "A"), ("oneway", "1")]);
    check(&[("railway", "subway"), ("tunnel", "yes")], &[("tunnel", "1"), ("layer", "-1")]);
}

#[test]
fn no_label_is_lost_whatever_language_it_has() {
    let check = |tags: &[(&str, &str)], expected: &[(&str, &str)]| {
        let place = [tags, &[("place", "town")]].concat();
        let (found, _) = features(&squares().node('A', &place));
        let names: Vec<(&str, &str)> = found
            .iter()
            .flat_map(|feature| &feature.attributes)
            .filter(|(key, _)| key.starts_with("name"))
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect();
        assert_eq!(names, expected, "{tags:?}");
    };
    check(&[("name", "澳門"), ("name:zh", "澳门")], &[("name", "澳門"), ("name_zh", "澳门")]);
    check(
        &[("name", "澳門"), ("name:zh-Hant", "澳門"), ("name:zh-Hans", "澳门")],
        &[("name", "澳門"), ("name_zh", "澳门")],
    );
    check(&[("name", "Zürich"), ("name:zh-TW", "蘇黎世")], &[("name", "Zürich"), ("name_zh", "蘇黎世")]);
    check(&[("name", "Αθήνα"), ("int_name", "Athina")], &[("name", "Αθήνα"), ("name_en", "Athina")]);
    check(&[("name:en", "Camp")], &[("name", "Camp"), ("name_en", "Camp")]);
    check(&[("name:zh", "营地")], &[("name", "营地"), ("name_zh", "营地")]);
    check(&[], &[]);
}

#[test]
fn boundaries_come_from_relations_and_say_what_they_are() {
    let outline = [("boundary", "administrative"), ("type", "boundary")];
    let country = [&outline[..], &[("admin_level", "2")]].concat();
    let town = [&outline[..], &[("admin_level", "8")]].concat();
    let dispute = [("boundary", "disputed"), ("type", "boundary")];
    let map = squares()
        .way("AB", &[])
        .way("BC", &[("maritime", "yes")])
        .way("CD", &[("disputed", "yes")])
        .way("DA", &[])
        .relation(&[("outer", "AB"), ("outer", "BC"), ("outer", "CD")], &country)
        .relation(&[("outer", "AB"), ("outer", "DA")], &town)
        .relation(&[("", "DA")], &dispute);
    let (found, _) = features(&map);
    let lines: Vec<String> = found
        .iter()
        .map(|line| {
            let flags: Vec<&str> = line.attributes.iter().map(|(key, _)| key.as_str()).collect();
            format!("{}:{}:{}", line.layer.word(), line.class, flags.join(","))
        })
        .collect();
    let expected = ["boundary:2:", "boundary:2:maritime", "boundary:2:disputed", "boundary:8:disputed"];
    assert_eq!(lines, expected);
}

#[test]
fn places_and_points_are_where_their_node_is() {
    let map = squares()
        .node('A', &[("place", "town"), ("name", "Villa"), ("population", "12.000")])
        .node('B', &[("amenity", "cafe"), ("name", "Café")])
        .node('C', &[("amenity", "bench")]);
    let (found, _) = features(&map);
    assert_eq!(found.iter().map(|f| f.layer).collect::<Vec<_>>(), [Layer::Place, Layer::Poi]);
    let a = map.position('A');
    let Geometry::Point([lon, _]) = found[0].geometry else { panic!("a point") };
    assert!((f64::from(lon) - a.lon * 1e7).abs() < 1.0);
    assert!(found[0].attributes.contains(&("rank".to_owned(), "75".to_owned())), "{:?}", found[0].attributes);
}

/// Named things as `kind name street housenumber city`.
fn things(map: &DrawnMap) -> Vec<String> {
    let words = |thing: &region::NamedThing| {
        let name = thing.names.first().map(|(_, name)| name.as_str()).unwrap_or_default();
        let all = [&thing.kind, name, &thing.street, &thing.housenumber, &thing.city];
        all.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    extract::named_things(&map.data()).iter().map(words).collect()
}

#[test]
fn streets_of_one_name_are_one_thing_unless_they_are_far_apart() {
    let main = |class: &'static str| [("highway", class), ("name", "Main Street")];
    let map = |metres: f64| {
        DrawnMap::new("A B C D E F", metres)
            .way("AB", &main("primary"))
            .way("BC", &main("residential"))
            .way("EF", &main("tertiary"))
    };
    assert_eq!(things(&map(100.0)), ["highway=primary Main Street Main Street"]);
    let far = things(&map(500.0));
    assert_eq!(far, ["highway=primary Main Street Main Street", "highway=tertiary Main Street Main Street"]);
    let river = DrawnMap::new("A B C", 100.0).way("AB", &[("waterway", "river"), ("name", "Main Street")]);
    assert_eq!(things(&river), ["waterway=river Main Street"]);
}

#[test]
fn addresses_points_and_their_settlement() {
    let map = DrawnMap::new("A B C D E F", 10.0)
        .node('A', &[("addr:housenumber", "5"), ("addr:street", "Rue Longue")])
        .node('B', &[("addr:housenumber", "5"), ("addr:street", "Rue Longue")])
        .node('C', &[("place", "village"), ("name", "Bourg")])
        .node(
            'D',
            &[
                ("amenity", "cafe"),
                ("name", "Café"),
                ("addr:housenumber", "7"),
                ("addr:street", "Rue Longue"),
                ("addr:city", "Ville"),
            ],
        )
        .node('E', &[("highway", "bus_stop"), ("name", "Gare")])
        .node('F', &[("highway", "bus_stop"), ("name", "Gare")]);
    let expected = [
        "addr=housenumber Rue Longue 5 Bourg",
        "place=village Bourg",
        "amenity=cafe Café Rue Longue 7 Ville",
        "highway=bus_stop Gare Bourg",
    ];
    assert_eq!(things(&map), expected);
}

#[test]
fn all_names_of_a_thing_are_kept() {
    let map = DrawnMap::new("A B", 10.0).node(
        'A',
        &[
            ("amenity", "fuel"),
            ("name", "加油站"),
            ("name:en", "Filling Station"),
            ("name:zh-Hant", "加油站"),
            ("alt_name", "Pumps; Gas"),
            ("brand", "Sinopec"),
            ("name:etymology", "somebody"),
        ],
    );
    let found = extract::named_things(&map.data());
    let names: Vec<(&str, &str)> = found[0].names.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let expected = [
        ("", "加油站"),
        ("en", "Filling Station"),
        ("zh-Hant", "加油站"),
        ("alt", "Pumps"),
        ("alt", "Gas"),
        ("brand", "Sinopec"),
    ];
    assert_eq!(names, expected);
    assert_eq!(found[0].osm, format!("n{}", DrawnMap::node_id('A')));
}
