use super::*;
use crate::osm::tags::road;

/// Tags as `key=value key=value` (`_` stands for a space); expected as `forward backward`: `x` everyone, `d` ends
/// only, `-` nobody.
fn check(tags: &str, expected: &str) {
    let parsed: Tags = tags.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let word = |access: Access| match access {
        Access::No => '-',
        Access::Yes => 'x',
        Access::Destination => 'd',
    };
    let found = road(&parsed)
        .map_or("--".to_owned(), |road| [word(road.forward), word(road.backward)].iter().collect());
    assert_eq!(found, expected, "{tags}");
}

#[test]
fn classes() {
    for class in [
        "motorway_link",
        "trunk",
        "trunk_link",
        "primary",
        "primary_link",
        "secondary",
        "secondary_link",
        "tertiary",
    ] {
        check(&format!("highway={class}"), "xx");
    }
    for class in [
        "tertiary_link",
        "residential",
        "service",
        "unclassified",
        "living_street",
        "winter_road",
        "ice_road",
    ] {
        check(&format!("highway={class}"), "xx");
    }
    for class in [
        "road",
        "track",
        "path",
        "footway",
        "pedestrian",
        "steps",
        "pier",
        "cycleway",
        "bridleway",
        "runway",
        "busway",
    ] {
        check(&format!("highway={class}"), "--");
    }
    check("building=yes", "--");
    check("route=ferry", "xx");
    check("route=shuttle_train", "xx");
    check("route=ferry_man", "--");
    check("route=ferry motor_vehicle=no", "--");
    check("highway=primary area=yes", "--");
}

#[test]
fn the_most_specific_key_decides() {
    check("highway=primary access=no vehicle=yes", "xx");
    check("highway=primary access=yes vehicle=no", "--");
    check("highway=primary vehicle=no motor_vehicle=yes", "xx");
    check("highway=primary motor_vehicle=yes motorcar=no", "--");
    check("highway=primary access=no motorcar=yes", "xx");
    check("highway=primary foot=no bicycle=no psv=no", "xx");
    check("highway=runway foot=yes psv=yes", "--");
    check("highway=primary access=yes access:forward=no", "-x");
    check("highway=primary access=no access:backward=yes", "-x");
    check("highway=primary access=no access:forward=no motorcar=no motorcar:forward=yes", "x-");
    check("highway=primary access:forward=no motorcar:backward=no", "--");
    check("highway=primary access:backward=no motorcar=no", "--");
    check("highway=primary access:forward=no motorcar:forward=yes", "xx");
    check("highway=primary motor_vehicle:forward=no motor_vehicle:backward=destination", "-d");
}

#[test]
fn access_values() {
    for value in ["yes", "permissive", "designated", "some_tag", "unknown", "hov"] {
        check(&format!("highway=primary access={value}"), "xx");
    }
    for value in
        ["private", "delivery", "destination", "customers", "permit", "residents", "destination;agricultural"]
    {
        check(&format!("highway=primary access={value}"), "dd");
        check(&format!("highway=service access={value}"), "dd");
    }
    for value in [
        "no",
        "agricultural",
        "forestry",
        "psv",
        "taxi",
        "bus",
        "foot",
        "military",
        "emergency",
        "agricultural;forestry",
    ] {
        check(&format!("highway=primary access={value}"), "--");
    }
    check("highway=primary access=yes;no", "xx");
    check("highway=primary access=forestry;permissive", "xx");
}

#[test]
fn ways_not_for_cars_open_only_when_a_tag_says_so() {
    check("highway=runway motorcar=yes", "xx");
    check("highway=cycleway motor_vehicle=designated", "xx");
    check("highway=track motor_vehicle=yes", "xx");
    check("highway=footway access=permissive", "xx");
    check("highway=pedestrian motorcar=destination", "--");
    check("highway=pedestrian access=private", "--");
    check("highway=track access=private", "--");
    check("highway=footway motor_vehicle:backward=destination", "--");
    check("highway=pedestrian vehicle:forward=yes vehicle:backward:conditional=delivery", "x-");
    check("highway=steps access=yes", "--");
}

#[test]
fn one_ways() {
    check("highway=motorway", "x-");
    check("highway=motorway oneway=no", "xx");
    check("highway=primary oneway=yes", "x-");
    check("highway=primary oneway=1", "x-");
    check("highway=primary oneway=-1", "-x");
    check("highway=primary oneway=reversible", "--");
    check("highway=primary junction=roundabout oneway=reversible", "--");
    check("highway=primary oneway=alternating", "xx");
    check("highway=motorway oneway=alternating", "x-");
    check("highway=primary junction=roundabout", "x-");
    check("highway=primary junction=circular", "x-");
    check("highway=primary junction=roundabout oneway=no", "xx");
    check("highway=primary oneway:motorcar=no oneway=yes", "xx");
    check("highway=primary oneway:motor_vehicle=yes oneway:vehicle=no", "x-");
    check("highway=primary oneway:vehicle=yes oneway=no", "x-");
    check("highway=primary oneway:bicycle=no oneway=yes", "x-");
    check("highway=primary oneway=yes access=destination", "d-");
}

#[test]
fn service_hov_and_works() {
    check("highway=service service=driveway", "dd");
    check("highway=service service=parking_aisle", "dd");
    check("highway=service service=alley", "xx");
    check("highway=service service=emergency_access", "--");
    check("highway=primary hov=designated", "dd");
    check("highway=primary hov=yes", "xx");
    check("highway=primary hov:lanes:forward=designated|designated", "dx");
    check("highway=primary hov:lanes=designated|no", "xx");
    check("highway=construction", "--");
    check("highway=proposed proposed=secondary", "--");
    check("highway=primary construction=yes", "--");
    check("highway=primary construction=minor", "xx");
    check("highway=primary construction=no", "xx");
    check("highway=primary proposed=yes", "xx");
    check("highway=trunk smoothness=impassable", "--");
    check("highway=trunk smoothness=very_horrible", "xx");
    check("highway=primary ford=yes", "xx");
}

#[test]
fn a_car_has_a_size() {
    check("highway=primary width=1.9", "--");
    check("highway=primary width=2.0", "xx");
    check("highway=primary width=6'2\"", "--");
    check("highway=primary width=6'3\"", "xx");
    check("highway=primary width=narrow", "xx");
    check("highway=primary maxwidth:physical=1", "--");
    check("highway=primary maxheight=1", "--");
    check("highway=primary maxheight=8'", "xx");
    check("highway=primary maxheight=unsigned", "xx");
    check("highway=primary maxheight:forward=1", "-x");
    check("highway=primary maxlength=1", "--");
    check("highway=primary maxlength=5", "xx");
    check("highway=primary maxweight=1", "--");
    check("highway=primary maxweight=2", "xx");
    check("highway=primary maxweightrating=1 maxweight=2", "--");
}

/// `base; condition access; …` of one direction; the strictest of all before it.
fn hours(tags: &str, forward: &str, backward: &str) {
    let owned: Vec<(String, String)> = tags
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.replace('_', " ")))
        .collect();
    let parsed: Tags = owned.iter().map(|(key, value)| (&**key, &**value)).collect();
    let road = road(&parsed).expect("a road at some time");
    let word = |access: Access| match access {
        Access::No => '-',
        Access::Yes => 'x',
        Access::Destination => 'd',
    };
    let said = |careful: Access, hours: &Directed| {
        let timed = hours.timed.iter().map(|(when, access)| format!("; {when} {}", word(*access)));
        format!("{} {}{}", word(careful), word(hours.base), timed.collect::<String>())
    };
    assert_eq!(said(road.forward, &road.hours[0]), forward, "{tags} forward");
    assert_eq!(said(road.backward, &road.hours[1]), backward, "{tags} backward");
}

#[test]
fn access_by_hours() {
    let rush = "no_@_(Mo-Fr_07:00-10:00)";
    hours(
        &format!("highway=primary motor_vehicle:conditional={rush}"),
        "- x; Mo-Fr 07:00-10:00 -",
        "- x; Mo-Fr 07:00-10:00 -",
    );
    hours(&format!("highway=primary access:forward:conditional={rush}"), "- x; Mo-Fr 07:00-10:00 -", "x x");
    hours("highway=primary access=no motorcar:conditional=yes_@_(Sa)", "- -; Sa x", "- -; Sa x");
    hours("highway=primary vehicle:conditional=destination_@_(Sa)", "d x; Sa d", "d x; Sa d");
    // Later clauses and more specific keys come last, for the last one that holds decides.
    hours(
        "highway=primary motorcar:conditional=yes_@_(Mo) access:conditional=no_@_(Mo-Fr);destination_@_(Sa)",
        "- x; Mo-Fr -; Sa d; Mo x",
        "- x; Mo-Fr -; Sa d; Mo x",
    );
    // A general condition says nothing against a specific key.
    hours("highway=primary motor_vehicle=yes access:conditional=no_@_(Mo-Fr)", "x x", "x x");
    // For those on foot.
    hours(
        "highway=pedestrian vehicle:forward=yes vehicle:backward:conditional=delivery_@_(Sa)",
        "x x",
        "- -",
    );
    hours("highway=pedestrian vehicle:conditional=yes_@_(Sa)", "- -; Sa x", "- -; Sa x");
}

#[test]
fn one_ways_by_hours() {
    hours("highway=primary oneway:conditional=yes_@_(Mo)", "x x", "- x; Mo -");
    hours("highway=primary oneway=yes oneway:conditional=no_@_(Sa)", "x x", "- -; Sa x");
    hours(
        "highway=primary oneway=reversible oneway:conditional=yes_@_(00:00-12:00);-1_@_(12:00-24:00)",
        "- -; 00:00-12:00 x; 12:00-24:00 -",
        "- -; 00:00-12:00 -; 12:00-24:00 x",
    );
    hours(
        "highway=motorway oneway:conditional=no_@_(Sa) motorcar:conditional=no_@_(Su)",
        "- x; Su -",
        "- -; Sa x",
    );
}
