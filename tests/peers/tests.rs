use super::{PeerAnswer, PeerError, osrm, valhalla};
use domain::LonLat;

const POINTS: [LonLat; 2] = [LonLat { lon: 9.5, lat: 47.1 }, LonLat { lon: 9.52, lat: 47.14 }];
const LINE: &str = "_ewyxA_uybQ_cmA_af@"; // (9.5, 47.1), (9.52, 47.14) at six decimals, by Google's description
const OSRM: &str = r#"{"code":"Ok","routes":[{"distance":5000.5,"duration":400,"geometry":"LINE","legs":[{"steps":[
    {"name":"Landstrasse","ref":"16","distance":4000,"duration":300},
    {"name":"","ref":"A13","distance":1000.5,"duration":100}]}]},{}],
    "waypoints":[{"location":[9.5,47.1]},{"location":[9.52,47.14]}]}"#;
const VALHALLA: &str = r#"{"trip":{"summary":{"length":5.0005,"time":400},"legs":[{"shape":"LINE","maneuvers":[
    {"street_names":["Landstrasse","16"],"length":4,"time":300},{"length":1.0005,"time":100}]}]},
    "alternates":[{}]}"#;

#[test]
fn both_answers_read_as_one_shape() {
    let check = |answer: Result<PeerAnswer, PeerError>, names: [&str; 2]| {
        let answer = answer.unwrap();
        assert!((answer.distance_m - 5000.5).abs() < 1e-6 && (answer.duration_s - 400.0).abs() < 1e-6);
        assert_eq!(answer.geometry, POINTS);
        assert_eq!(answer.snapped, POINTS);
        assert_eq!(answer.stretches.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(answer.stretches[0].metres, 4000.0);
        assert_eq!(answer.routes, 2);
    };
    check(osrm::read(OSRM.replace("LINE", LINE).as_bytes()), ["Landstrasse", "A13"]);
    check(valhalla::read(VALHALLA.replace("LINE", LINE).as_bytes()), ["Landstrasse", ""]);
}

#[test]
fn refusals_and_rubbish_are_told_apart() {
    let check = |answer: Result<PeerAnswer, PeerError>, said: &str| {
        assert_eq!(answer.unwrap_err().to_string(), said);
    };
    check(osrm::read(br#"{"code":"NoRoute","message":"x"}"#), "no route: NoRoute");
    check(
        valhalla::read(br#"{"error":"No path could be found","error_code":442}"#),
        "no route: No path could be found",
    );
    check(osrm::read(b"<html>"), "an answer of OSRM reads otherwise than documented");
    check(osrm::read(br#"{"code":"Ok","routes":[]}"#), "an answer of OSRM reads otherwise than documented");
    check(valhalla::read(b"{}"), "an answer of Valhalla reads otherwise than documented");
}

#[test]
fn requests_are_written_as_documented() {
    let path = "/route/v1/driving/9.5000000,47.1000000;9.5200000,47.1400000\
                ?overview=full&geometries=polyline6&steps=true&alternatives=2";
    assert_eq!(osrm::path(&POINTS, 2, true), path);
    let body: serde_json::Value = serde_json::from_str(&valhalla::body(&POINTS, 2, false)).unwrap();
    assert_eq!(body["locations"][1]["lat"], 47.14);
    assert_eq!((&body["alternates"], &body["directions_type"]), (&2.into(), &"none".into()));
}
