use super::*;
use crate::osm::tags::road;

/// Tags as `key=value key=value`; `_` in a name stands for a space.
fn tags(text: &str) -> Tags {
    let owned: Vec<(String, String)> = text
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(k, v)| (k.to_owned(), if k.contains("name") { v.replace('_', " ") } else { v.to_owned() }))
        .collect();
    owned.iter().map(|(k, v)| (&**k, &**v)).collect()
}

#[test]
fn features_by_tag() {
    let check = |text: &str, expected: &[&str]| {
        let found: Vec<&str> =
            road(&tags(text)).expect(text).features.iter().map(RoadFeature::word).collect();
        assert_eq!(found, expected, "{text}");
    };
    let check_small = |text: &str, expected: &[&str]| {
        let small: Vec<&str> = expected.iter().copied().chain(["residential"]).collect();
        check(text, &small);
    };
    check("highway=primary", &[]);
    check("highway=motorway", &["motorway"]);
    check("highway=motorway_link toll=yes", &["motorway", "toll"]);
    check("highway=primary toll=no", &[]);
    check("highway=primary toll=yes toll:motorcar=no", &[]);
    check("highway=primary toll:hgv=yes", &[]);
    check("route=ferry", &["ferry"]);
    check("route=shuttle_train", &["ferry"]);
    check("highway=primary tunnel=yes", &["tunnel"]);
    check("highway=primary tunnel=no", &[]);
    check("highway=primary covered=yes", &[]);
    check_small("highway=service tunnel=building_passage", &[]);
    check("highway=primary tunnel=avalanche_protector", &["tunnel"]);
    check("highway=primary bridge=yes", &["bridge"]);
    check("highway=primary bridge=viaduct", &["bridge"]);
    check("highway=primary bridge=no", &[]);
    check_small("highway=residential surface=gravel", &["unpaved"]);
    check_small("highway=residential surface=asphalt tracktype=grade3", &[]);
    check_small("highway=residential tracktype=grade3", &["unpaved"]);
    check_small("highway=residential surface=cobblestone", &[]);
    check_small("highway=track motor_vehicle=yes", &["unpaved"]);
    check_small("highway=track motor_vehicle=yes tracktype=grade1", &[]);
    // Streets where people live.
    check("highway=unclassified", &[]);
    check_small("highway=living_street", &[]);
    check_small("highway=service", &[]);
    // Too narrow for two cars.
    check("highway=tertiary narrow=yes", &["narrow"]);
    check("highway=tertiary narrow=no", &[]);
    check("highway=tertiary lanes=1", &["narrow"]);
    check("highway=tertiary lanes=1.5", &["narrow"]);
    check("highway=tertiary lanes=1 oneway=yes", &[]);
    check("highway=tertiary lanes=2", &[]);
    check("highway=tertiary lanes=1 width=6", &[]);
    check("highway=tertiary width=3.5", &["narrow"]);
    check("highway=tertiary width=4,2m", &["narrow"]);
    check("highway=tertiary width=3.5 oneway=yes", &[]);
    check("highway=tertiary width=2.5 oneway=yes", &["narrow"]);
    check("highway=tertiary est_width=3", &["narrow"]);
    check("highway=tertiary width=12'", &["narrow"]);
    check("highway=tertiary width=wide", &[]);
    check("highway=service service=alley", &["residential", "narrow"]);
    check("route=ferry width=3", &["ferry"]);
    // Steep.
    check("highway=tertiary incline=10%", &["steep"]);
    check("highway=tertiary incline=-12.5%", &["steep"]);
    check("highway=tertiary incline=9%", &[]);
    check("highway=tertiary incline=6°", &["steep"]);
    check("highway=tertiary incline=5°", &[]);
    check("highway=tertiary incline=up", &[]);
    check("highway=tertiary incline=15", &[]);
}

#[test]
fn layers() {
    let check = |text: &str, expected: i8| assert_eq!(layer(&tags(text)), expected, "{text}");
    check("highway=primary", 0);
    check("highway=primary bridge=yes", 1);
    check("highway=primary bridge=yes layer=3", 3);
    check("highway=primary tunnel=yes", -1);
    check("highway=primary layer=+2", 2);
    check("highway=primary layer=ground", 0);
}

/// One row per rule of [`is_elevated`], and the nearest case on its other side.
#[test]
fn elevated_roads() {
    let check = |text: &str, run_m: f64, over_water: f64, expected: bool| {
        let tags = tags(text);
        let class = road(&tags).expect(text).class;
        let found = is_elevated(&ElevatedFacts { tags: &tags, class, bridge_run_m: run_m, over_water });
        assert_eq!(found, expected, "{text}, a run of {run_m} m, {over_water} of it over water");
    };
    // Tunnels and roads that lead nowhere.
    check("highway=trunk tunnel=yes name=延安高架路", 0.0, 0.0, false);
    check("highway=service bridge=yes name=高架停车场", 900.0, 0.0, false);
    // Beneath.
    check("highway=primary name=内环高架下道路", 0.0, 0.0, false);
    // Named 高架, with or without the bridge tag on a major road.
    check("highway=trunk bridge=yes layer=2 name=内环高架路", 200.0, 0.0, true);
    check("highway=trunk name=延安高架路", 0.0, 0.0, true);
    check("highway=trunk_link name=南北高架路匝道", 0.0, 0.0, true);
    check("highway=tertiary name=高架路", 0.0, 0.0, false);
    check("highway=tertiary bridge=yes name=高架路", 60.0, 0.0, true);
    // Viaducts.
    check("highway=secondary bridge=viaduct", 200.0, 0.0, true);
    check("highway=residential bridge=viaduct", 200.0, 0.0, false);
    check("highway=secondary bridge=viaduct name=Ponte_da_Arrábida", 600.0, 0.8, false);
    // Named so, on a bridge only.
    check("highway=motorway bridge=yes name=Viaduc_de_Rainaude", 200.0, 0.0, true);
    check("highway=primary name=Viaduct_Road", 0.0, 0.0, false);
    check("highway=trunk bridge=yes layer=1 name=京通快速路", 100.0, 0.0, true);
    check("highway=trunk name=京通快速路", 0.0, 0.0, false);
    check("highway=primary bridge=yes name=King's_Flyover", 100.0, 0.0, true);
    // Crossings.
    check("highway=trunk bridge=yes layer=1 name=南浦大桥", 4000.0, 0.2, false);
    check("highway=trunk bridge=yes layer=1 bridge:name=Ponte_do_Freixo", 800.0, 0.2, false);
    check("highway=trunk bridge=yes layer=1", 800.0, 0.9, false);
    // Long runs of bridges of major roads.
    check("highway=trunk bridge=yes", 500.0, 0.0, true);
    check("highway=motorway_link bridge=yes layer=2", 700.0, 0.3, true);
    check("highway=trunk bridge=yes", 499.0, 0.0, false);
    check("highway=trunk bridge=yes layer=0", 900.0, 0.0, false);
    check("highway=secondary bridge=yes layer=1", 900.0, 0.0, false);
    check("highway=trunk", 0.0, 0.0, false);
}
