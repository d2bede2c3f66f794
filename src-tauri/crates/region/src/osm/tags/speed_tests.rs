use super::*;
use crate::osm::tags::road;

/// Tags as `key=value key=value` (`_` stands for a space); expected speeds as drawn and against that, and the limit.
fn check(tags: &str, forward: u8, backward: u8, posted: u8) {
    let owned: Vec<(String, String)> =
        tags.split_whitespace()
            .filter_map(|pair| pair.split_once('='))
            .map(|(k, v)| (k.to_owned(), v.replace('_', " ")))
            .map(|(k, v)| {
                if matches!(&*k, "maxspeed" | "maxspeed:forward") { (k, v) } else { (k, v.replace(' ', "_")) }
            })
            .collect();
    let tags_: Tags = owned.iter().map(|(k, v)| (&**k, &**v)).collect();
    let road = road(&tags_).expect(tags);
    assert_eq!(
        (road.speed_forward, road.speed_backward, road.maxspeed),
        (forward, backward, posted),
        "{tags}"
    );
}

#[test]
fn usual_speeds_by_class() {
    for (class, kmh) in
        [("motorway_link", 45), ("trunk", 85), ("primary", 68), ("primary_link", 30), ("secondary", 60)]
    {
        check(&format!("highway={class}"), kmh, kmh, 0);
    }
    for (class, kmh) in
        [("tertiary", 45), ("residential", 28), ("living_street", 10), ("service", 15), ("ice_road", 15)]
    {
        check(&format!("highway={class}"), kmh, kmh, 0);
    }
    check("highway=track motorcar=yes", 10, 10, 0);
    check("route=ferry", 5, 5, 0);
    check("route=shuttle_train", 10, 10, 0);
    check("highway=primary bridge=movable", 5, 5, 0);
}

#[test]
fn the_law_bounds_what_no_sign_limits() {
    let check = |tags: &str, code: &str, built_up: bool, kmh: u8| {
        let tags_: Tags = tags.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        let country = country::by_code(code).unwrap_or(&ELSEWHERE);
        let mut road = road(&tags_).expect(tags);
        road.set_in(&tags_, Setting { country, built_up });
        assert_eq!(road.speed_forward, kmh, "{tags} in {code:?}, built up: {built_up}");
    };
    check("highway=primary", "pt", true, 55);
    check("highway=primary", "pt", false, 68);
    check("highway=primary", "cn", false, 56);
    check("highway=primary", "us", true, 48);
    check("highway=primary", "jp", false, 48);
    check("highway=primary", "jp", true, 55);
    check("highway=secondary", "ch", false, 60);
    check("highway=trunk", "li", false, 64);
    check("highway=trunk", "hk", true, 56);
    check("highway=motorway", "nl", false, 80);
    check("highway=motorway", "de", false, 100);
    check("highway=motorway", "pt", false, 96);
    check("highway=motorway", "pt", true, 90);
    check("highway=residential", "pt", true, 25);
    check("highway=living_street", "at", true, 10);
    check("highway=service", "pt", true, 15);
    check("highway=primary maxspeed=50", "pt", true, 40);
    check("highway=primary maxspeed=50", "pt", false, 40);
    check("route=ferry", "pt", true, 5);
}

#[test]
fn limits_count_four_fifths() {
    check("highway=trunk maxspeed=60", 48, 48, 60);
    check("highway=trunk maxspeed=FR:urban", 40, 40, 50);
    check("highway=trunk maxspeed=CH:rural", 64, 64, 80);
    check("highway=trunk maxspeed=CH:motorway", 96, 96, 120);
    check("highway=residential maxspeed=90", 72, 72, 90);
    check("highway=primary maxspeed=15 maxspeed:forward=60", 48, 12, 60);
    check("highway=primary maxspeed:backward=60", 68, 48, 60);
    check("highway=primary maxspeed=60 maxspeed:advisory=40", 32, 32, 60);
    check("highway=primary maxspeed=30_mph", 38, 38, 48);
    check("highway=motorway_link maxspeed=none", 112, 112, 140);
    check("highway=primary maxspeed=signals", 68, 68, 0);
    check("highway=residential maxspeed=DE:zone:30", 24, 24, 30);
    check("highway=residential maxspeed=FR:zone20", 16, 16, 20);
    check("highway=living_street maxspeed=walk", 6, 6, 7);
    check("highway=primary maxspeed=0", 68, 68, 0);
    check("highway=primary maxspeed=999999999999999999", 68, 68, 0);
}

#[test]
fn surfaces_hold_back() {
    check("highway=primary surface=asphalt", 68, 68, 0);
    check("highway=primary surface=gravel", 40, 40, 0);
    check("highway=trunk maxspeed=100 surface=sett", 40, 40, 100);
    check("highway=primary tracktype=grade5 surface=mud smoothness=very_horrible", 5, 5, 0);
    check("highway=service tracktype=grade1 surface=asphalt", 15, 15, 0);
    check("highway=primary surface=nonsense tracktype=nonsense", 68, 68, 0);
}

#[test]
fn rates() {
    let check = |tags: &str, expected: u8| {
        let tags_: Tags = tags.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        assert_eq!(road(&tags_).expect(tags).rate_percent, expected, "{tags}");
    };
    check("highway=primary", 100);
    check("highway=service service=alley", 50);
    check("highway=residential lanes=1", 50);
    check("highway=residential lanes=1 oneway=yes", 100);
    check("highway=primary width=3", 50);
    check("highway=tertiary oneway=alternating", 40);
    check("highway=primary side_road=yes", 80);
}

#[test]
fn durations_belong_to_ferries() {
    let check = |tags: &str, expected: u32| {
        let tags_: Tags = tags.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        assert_eq!(road(&tags_).expect(tags).ferry_s, expected, "{tags}");
    };
    check("route=ferry duration=00:20", 1200);
    check("route=ferry duration=soon", 0);
    check("highway=primary duration=00:20", 0);
}
