//! What comes from outside: a recorded track, regions to download, a service that is asked. All servers are on loopback.

use crate::{
    ask::{ask, ask_for_the_office},
    start::walk_with_demo,
    window::{Lang, Window},
};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    thread,
};
use testkit::web::{Manner, Server};

#[test]
fn a_dropped_track_becomes_the_roads_driven_in_chinese() {
    walk_with_demo("track", Lang::Zh, track);
}

#[test]
fn a_dropped_track_becomes_the_roads_driven_in_english() {
    walk_with_demo("track", Lang::En, track);
}

async fn track(window: &Window) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };

    // The way that was planned is driven: its line, with a time at each point.
    ask_for_the_office(window).await;
    let line = window.chosen_line().await;
    assert!(line.len() > 10, "the chosen way has {} points", line.len());
    window.look_at(&file("sunday.gpx", &gpx(&line))).await;
    let total = window.text_when("[data-testid=track-total]", |text| !text.is_empty()).await;
    assert!(total.contains(window.say("公里", "km")), "{total}");
    window.text_when("[data-testid=track-file]", |text| text.contains("sunday.gpx")).await;
    window.see("track-legend").await;
    window.see("track-not-kept").await;
    let roads = window.count("[data-testid^=track-stretch-0-]").await;
    assert!(roads >= 3, "{roads} roads");
    window.picture("roads driven").await;
    window.nothing_serious("roads driven").await;
    window.nothing_clipped("roads driven").await;

    // A road of the list is shown on the map, by keyboard as well.
    window.focus_on("track-stretch-0-1").await;
    window.press_key(thirtyfour::Key::Enter).await;
    window.picture("one of its roads").await;

    // Every file that is no such track says which file, why, and what to do.
    let check = async |name: &str, text: &str, zh: &str, en: &str| {
        window.look_at(&file(name, text)).await;
        let said =
            window.text_when("[data-testid=track-error]", |said| said.contains(window.say(zh, en))).await;
        assert!(said.contains(name), "{said}");
        assert!(said.lines().count() >= 3, "cause and next step: {said}");
    };
    check("page.gpx", "<html><body>sign in</body></html>", "不是 GPX", "no GPX").await;
    check("empty.gpx", "", "是空的", "is empty").await;
    check("planned.gpx", &around("<rte><rtept lat=\"43.7\" lon=\"7.4\"/></rte>"), "没有录下", "no recorded")
        .await;
    check("far.gpx", &gpx(&[[116.39, 39.90], [116.40, 39.91]]), "地图之外", "outside your maps").await;
    window.picture("a track elsewhere").await;
    window.nothing_serious("a track elsewhere").await;

    // Closing brings the plan back as it was.
    window.click("track-close").await;
    window.see("card-0").await;
    window.gone("[data-testid=track-panel]").await;

    window.set("theme", "dark".into()).await;
    window.resize(1024, 700).await;
    window.look_at(&folder.path().join("sunday.gpx")).await;
    window.see("track-total").await;
    window.picture("small and dark").await;
    window.nothing_serious("roads driven, small and dark").await;
    window.nothing_clipped("roads driven, small and dark").await;
}

fn around(inner: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><gpx version="1.1" creator="walk" xmlns="http://www.topografix.com/GPX/1/1">{inner}</gpx>"#
    )
}

/// A recorded track along a line, four seconds from point to point.
pub fn gpx(line: &[[f64; 2]]) -> String {
    let points: String = line
        .iter()
        .enumerate()
        .map(|(index, [lon, lat])| {
            let (minute, second) = (index * 4 / 60 % 60, index * 4 % 60);
            format!(r#"<trkpt lat="{lat}" lon="{lon}"><time>2026-11-22T08:{minute:02}:{second:02}Z</time></trkpt>"#)
        })
        .collect();
    around(&format!("<trk><trkseg>{points}</trkseg></trk>"))
}

#[test]
fn a_service_is_off_until_switched_on_and_then_asked_once_in_english() {
    walk_with_demo("service", Lang::En, service);
}

#[test]
fn a_service_is_off_until_switched_on_and_then_asked_once_in_chinese() {
    walk_with_demo("service", Lang::Zh, service);
}

async fn service(window: &Window) {
    ask(window, "去公司别走隧道", "to the office, not through the tunnels").await;
    let (address, asked) = osrm();
    assert!(!window.has("[data-testid^=provider-ask-]").await, "no service may be offered before it is on");

    // What is sent and to whom is said before; without an address the switch asks for one.
    window.click("tab-regions").await;
    window.click("section-services").await;
    let sends = window.text("[data-testid=provider-osrm-sends]").await;
    assert!(sends.contains(window.say("坐标", "coordinates")), "{sends}");
    window.click("provider-osrm-switch").await;
    window
        .until("the address has the focus", async || Ok(window.focus_is("provider-osrm-address").await))
        .await;
    window.write("provider-osrm-address", "not an address").await;
    window.press_key(thirtyfour::Key::Tab).await;
    window.text_when("[data-testid=provider-osrm] [role=alert]", |text| text.contains("http")).await;
    window.picture("no address").await;
    window.write("provider-osrm-address", &address).await;
    window.press_key(thirtyfour::Key::Tab).await;
    let server = address.trim_start_matches("http://");
    window.text_when("[data-testid=provider-osrm-sends]", |text| text.contains(server)).await;
    window.click("provider-osrm-switch").await;
    window.see_by("[data-testid=provider-osrm-switch][aria-checked=true]").await;
    window.picture("services").await;
    window.nothing_serious("services").await;
    window.nothing_clipped("services").await;
    assert_eq!(asked.lock().unwrap().len(), 0, "nothing is asked by switching on");

    // One press, one question; the answer stands beside our own.
    window.click("tab-plan").await;
    window.click("provider-ask-osrm").await;
    window.see("provider-why").await;
    window.see("provider-card-osrm-0").await;
    let wishes = window.text("[data-testid=provider-wishes]").await;
    assert!(wishes.contains("OSRM"), "which wishes it was asked: {wishes}");
    // It has no switch for tunnels, so that wish was not told to it; whoever looks must learn that.
    assert!(wishes.contains(window.say("隧道", "tunnels")), "{wishes}");
    assert!(window.has("[data-testid^=provider-wish-][data-asked=false]").await, "{wishes}");
    assert_eq!(asked.lock().unwrap().len(), 1, "one press is one question");
    let ours = window.chosen_line().await;
    assert!(ours.len() > 2, "our own way stays chosen on the map");
    window.picture("a way of a service").await;
    window.nothing_serious("a way of a service").await;
    window.nothing_clipped("a way of a service").await;
    window.click_by("[data-testid=card-0] button.hit").await;
    window.see("why-sum").await;

    // It is among the last questions.
    window.click("tab-regions").await;
    window.click("section-services").await;
    window.text_when("[data-testid=provider-requests]", |text| text.contains("127.0.0.1")).await;
    window.picture("last questions").await;
}

/// A made-up OSRM: a straight line between the ends that it is asked for. Also what it was asked.
fn osrm() -> (String, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = std::sync::Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let points: Vec<(f64, f64)> = first
                .split("/driving/")
                .nth(1)
                .and_then(|rest| rest.split(['?', ' ']).next())
                .unwrap_or_default()
                .split(';')
                .filter_map(|point| point.split_once(','))
                .filter_map(|(lon, lat)| Some((lon.parse().ok()?, lat.parse().ok()?)))
                .collect();
            seen.lock().unwrap().push(first);
            let line = polyline6(&points);
            let body = serde_json::json!({ "code": "Ok", "routes": [{ "geometry": line, "duration": 900.0, "distance": 7000.0,
                "legs": [{ "summary": "Boulevard", "steps": [] }] }] })
            .to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(format!("{head}{body}").as_bytes()).ok();
        }
    });
    (address, asked)
}

/// Points of longitude and latitude in the form of `geometries=polyline6`.
fn polyline6(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    let mut last = (0, 0);
    for (lon, lat) in points {
        let now = ((lat * 1e6).round() as i64, (lon * 1e6).round() as i64);
        for step in [now.0 - last.0, now.1 - last.1] {
            let mut rest = if step < 0 { !(step << 1) } else { step << 1 };
            while rest >= 0x20 {
                text.push(char::from(((rest & 0x1f) | 0x20) as u8 + 63));
                rest >>= 5;
            }
            text.push(char::from(rest as u8 + 63));
        }
        last = now;
    }
    text
}

#[test]
fn regions_are_listed_and_downloaded_from_a_server() {
    walk_with_demo("online", Lang::Zh, async |window| {
        let server = Server::start().unwrap();
        let map =
            fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regions/monaco.osm.pbf")).unwrap();
        let list = format!(
            r#"{{"type":"FeatureCollection","features":[
            {{"type":"Feature","properties":{{"id":"europe","name":"Europe","urls":{{}}}},"geometry":null}},
            {{"type":"Feature","properties":{{"id":"riviera","parent":"europe","name":"Riviera","urls":{{"pbf":"{}"}}}},"geometry":null}}]}}"#,
            server.at("/riviera.osm.pbf")
        );
        server.serve("/index.json", list, Manner::Well);
        server.serve("/riviera.osm.pbf", map, Manner::Well);

        window.click("tab-regions").await;
        window.click("online-switch").await;
        window.write("online-address", &server.at("/index.json")).await;
        window.press_key(thirtyfour::Key::Tab).await;
        assert_eq!(server.asked().len(), 0, "nothing is fetched before a button is pressed");
        window.click("online-fetch").await;
        window.see("online-list").await;
        window.write("online-search", "riv").await;
        window.click("online-size-riviera").await;
        window.text_when("[data-testid=online-download-riviera]", |text| text.contains("MB")).await;
        // What was sent is told at once: the list, and the size.
        assert_eq!(server.asked().len(), 2, "each press is one question");
        window.text_when("[data-testid=privacy]", |text| text.contains("请求：2。")).await;
        window.picture("the list with a size").await;
        window.nothing_serious("list of regions").await;
        window.click("online-download-riviera").await;
        window.see("toast").await;
        window.picture("downloaded").await;
    });
}
