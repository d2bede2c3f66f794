//! Services of others asked for routes: off until asked, one request a question, what could not be told is said, and nothing
//! a server sends does more than be refused. Against servers on this computer; [`crate::real_servers`] against the true programs.

use std::{net::TcpListener, sync::Arc};

use app::{
    AppError, CancelToken,
    dto::{
        ErrorCode, LangDto, PlanRequest, ProviderPlanDto, ProviderSetRequest, ReasonState, StrengthDto,
        TargetDto, WishDto,
    },
};
use domain::LonLat;
use serde_json::{Value, json};
use testkit::{
    city,
    web::{ANY, Manner, Server},
};

use crate::support::*;

/// A bench with all services of the real program.
pub(crate) fn bench() -> Bench {
    let mut bench = Bench::with_regions();
    let all: Vec<Arc<dyn domain::ports::RouteProvider>> = vec![
        Arc::new(adapters::OsrmProvider),
        Arc::new(adapters::ValhallaProvider),
        Arc::new(adapters::GraphHopperProvider),
        Arc::new(adapters::AmapProvider),
    ];
    bench.app = bench.app.with_providers(all);
    bench.settle();
    bench
}

pub(crate) fn switch_on(bench: &Bench, id: &str, address: &str) {
    let key = (id == "amap").then(|| KEY.to_owned());
    let request = ProviderSetRequest {
        id: id.to_owned(),
        enabled: Some(true),
        address: Some(address.to_owned()),
        key,
        timeout_s: Some(20),
        ..ProviderSetRequest::default()
    };
    bench.app.provider_set(&request).unwrap();
}

pub(crate) fn ask(bench: &Bench, id: &str, request: &PlanRequest) -> Result<ProviderPlanDto, AppError> {
    bench.app.plan_reset();
    bench.app.provider_plan(id, request, &CancelToken::new())
}

const KEY: &str = "0123456789abcdef-secret";

pub(crate) fn to_the_office() -> PlanRequest {
    PlanRequest { lang: LangDto::En, ..between(HOME, OFFICE) }
}

pub(crate) fn to_the_office_with(word: &str, strength: StrengthDto) -> PlanRequest {
    PlanRequest { wishes: vec![feature(word, strength)], ..to_the_office() }
}

pub(crate) fn feature(word: &str, strength: StrengthDto) -> WishDto {
    WishDto { target: TargetDto::Feature { feature: word.to_owned() }, strength }
}

/// Our own way as an OSRM server would answer it.
fn as_osrm(bench: &Bench, request: &PlanRequest, name: &str) -> Value {
    let plan = bench.plan(request.clone());
    let line: Vec<[f64; 2]> = plan.routes[0].geometry.coordinates.clone();
    let encoded = encode(&line);
    json!({ "code": "Ok", "routes": [{ "geometry": encoded, "duration": 777.0, "distance": plan.routes[0].distance_m,
        "legs": [{ "summary": name, "steps": [
            { "name": name, "distance": 10.0, "duration": 2.0,
              "maneuver": { "type": "depart", "modifier": "left", "location": line[0] } },
            { "name": "", "ref": "D 1", "distance": 20.0, "duration": 3.0,
              "maneuver": { "type": "turn", "modifier": "sharp right", "location": line[1] } }] }] }] })
}

/// Google's notation with six decimals.
fn encode(line: &[[f64; 2]]) -> String {
    let mut out = String::new();
    let mut before = [0_i64; 2];
    for point in line {
        let now = [point[1], point[0]].map(|degrees| (degrees * 1e6).round() as i64);
        for (now, before) in now.iter().zip(before) {
            let delta = now - before;
            let mut left = if delta < 0 { !(delta << 1) } else { delta << 1 } as u64;
            while left >= 0x20 {
                out.push(char::from((0x20 | (left & 0x1f)) as u8 + 63));
                left >>= 5;
            }
            out.push(char::from(left as u8 + 63));
        }
        before = now;
    }
    out
}

#[test]
fn nothing_is_sent_before_it_is_switched_on() {
    let bench = bench();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let list = bench.app.provider_list().unwrap();
    assert_eq!(
        list.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(),
        ["osrm", "valhalla", "graphhopper", "amap"]
    );
    assert!(list.iter().all(|one| !one.enabled && one.address.is_empty() && !one.has_key));
    for one in &list {
        // An address alone switches nothing on, and nothing can be switched on without one.
        let set = |enabled, address: Option<&str>| ProviderSetRequest {
            id: one.id.clone(),
            enabled,
            address: address.map(str::to_owned),
            ..ProviderSetRequest::default()
        };
        check_fails(
            bench.app.provider_set(&set(Some(true), None)),
            ErrorCode::BadRequest,
            &[("field", "address")],
        );
        bench.app.provider_set(&set(None, Some(&address))).unwrap();
        let off = [("why", "off"), ("provider", one.id.as_str())];
        check_fails(ask(&bench, &one.id, &to_the_office()), ErrorCode::Network, &off);
        if one.needs_key != "required" {
            bench.app.provider_set(&set(Some(true), None)).unwrap();
            bench.app.provider_set(&set(Some(false), None)).unwrap();
            check_fails(ask(&bench, &one.id, &to_the_office()), ErrorCode::Network, &off);
        } else {
            check_fails(
                bench.app.provider_set(&set(Some(true), None)),
                ErrorCode::BadRequest,
                &[("field", "key")],
            );
        }
    }
    let nobody = listener.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "no connection was opened");
    assert_eq!(bench.app.status().unwrap().network_requests, 0);
    assert!(!bench.data_dir().join("network.json").exists());
}

#[test]
fn an_answer_is_a_plan_with_what_could_not_be_told() {
    let bench = bench();
    let server = Server::start().unwrap();
    let request = PlanRequest {
        wishes: vec![
            feature("motorway", StrengthDto::Never),
            feature("toll", StrengthDto::Avoid),
            feature("tunnel", StrengthDto::RatherNot),
            WishDto {
                target: TargetDto::Road { name: "Boulevard du Larvotto".to_owned() },
                strength: StrengthDto::Avoid,
            },
        ],
        ..to_the_office()
    };
    server.serve(ANY, as_osrm(&bench, &request, "Somewhere").to_string(), Manner::Well);
    switch_on(&bench, "osrm", &server.at(""));
    let answer = ask(&bench, "osrm", &request).unwrap();
    let asked = server.asked();
    assert_eq!(asked.len(), 1, "one question, one request");
    let expected = format!(
        "/route/v1/driving/{:.6},{:.6};{:.6},{:.6}?overview=full&geometries=polyline6&steps=true&alternatives=2&exclude=motorway",
        HOME.lon, HOME.lat, OFFICE.lon, OFFICE.lat
    );
    assert_eq!(asked[0].path, expected);
    let told: Vec<(&str, bool, &str)> =
        answer.wishes.iter().map(|wish| (wish.reason.as_str(), wish.asked, wish.how.as_str())).collect();
    let expected = [
        ("map-0", true, "as_is"),
        ("map-1", false, "too_many"),
        ("map-2", false, "feature"),
        ("map-3", false, "road"),
    ];
    assert_eq!(sorted(told), expected);
    for wish in &answer.wishes {
        assert!(wish.note.contains("OSRM") && wish.metres.is_some() && wish.kept.is_some(), "{wish:?}");
        let state = if wish.asked { ReasonState::Applied } else { ReasonState::Retrieved };
        assert_eq!(reason(&answer.plan, &wish.reason).state, state);
    }
    let (route, more) = (&answer.plan.routes[0], &answer.routes[0]);
    assert_eq!(route.duration_s, 777.0, "the time is theirs");
    assert!(route.id.starts_with("osrm:") && more.id == route.id);
    assert!(more.same_as_ours && more.can_be_driven && more.known > 0.98, "{more:?}");
    assert!(!route.details.is_empty() && !route.label.is_empty());
    assert_eq!(more.name, "Somewhere");
    let texts: Vec<&str> = route.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(texts, ["Start on Somewhere", "Turn sharp right onto D 1"]);
    // The prices are those of our own plan, and sum to our own way.
    let sum: f64 = answer.plan.base.duration_s
        + answer.plan.reasons.iter().chain(&answer.plan.considered).map(|reason| reason.delta_s).sum::<f64>();
    assert!((sum - answer.ours.duration_s).abs() < 0.01, "{sum} {}", answer.ours.duration_s);
    let status = bench.app.status().unwrap();
    let last = &status.network_last[0];
    assert_eq!((status.network_requests, last.purpose.as_str(), last.outcome.as_str()), (1, "route", "ok"));
    assert!(server.at("").ends_with(&last.host));
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

/// MISSION S0-22: two routes of one name are two, and one under two names is one.
#[test]
fn s0_22_routes_of_services_are_compared_by_id_never_by_name() {
    let bench = bench();
    let server = Server::start().unwrap();
    switch_on(&bench, "osrm", &server.at(""));
    let get = |request: &PlanRequest, name: &str| {
        server.serve(ANY, as_osrm(&bench, request, name).to_string(), Manner::Well);
        let answer = ask(&bench, "osrm", &to_the_office()).unwrap();
        (answer.plan.routes[0].id.clone(), answer)
    };
    let without_tunnels =
        PlanRequest { wishes: vec![feature("tunnel", StrengthDto::Never)], ..to_the_office() };
    let (a, first) = get(&to_the_office(), "Same name");
    let (b, other) = get(&without_tunnels, "Same name");
    let (c, _) = get(&to_the_office(), "Another name");
    assert_ne!(a, b, "equal names, different roads");
    assert_eq!(a, c, "different names, the same roads");
    assert!(first.routes[0].same_as_ours && !other.routes[0].same_as_ours);
    // Driving what a service proposed is writing down those roads.
    let drove = app::dto::DroveRequest {
        plan_id: other.plan.plan_id.clone(),
        route_id: b,
        adopted: Some(true),
        ..app::dto::DroveRequest::default()
    };
    assert!(bench.app.drove(&drove).unwrap().new);
}

#[test]
fn a_line_that_leaves_the_map_is_shown_with_what_is_known() {
    let bench = bench();
    let server = Server::start().unwrap();
    switch_on(&bench, "osrm", &server.at(""));
    let line = [[HOME.lon, HOME.lat], [7.3, 43.9], [7.2, 44.2], [OFFICE.lon, OFFICE.lat]];
    let far = json!({ "code": "Ok", "routes": [{ "geometry": encode(&line), "duration": 9000, "distance": 120_000, "legs": [] }] });
    server.serve(ANY, far.to_string(), Manner::Well);
    let request = PlanRequest { wishes: vec![feature("tunnel", StrengthDto::Never)], ..to_the_office() };
    let answer = ask(&bench, "osrm", &request).unwrap();
    let more = &answer.routes[0];
    assert!(more.known < 0.3 && !more.can_be_driven && !more.same_as_ours, "{more:?}");
    assert_eq!(answer.plan.routes[0].geometry.coordinates.len(), line.len());
    assert_eq!(answer.plan.routes[0].character, "", "nor that its roads are ordinary");
    assert_eq!((answer.wishes[0].kept, answer.wishes[0].metres), (None, None), "nothing is claimed of it");
    assert!(answer.plan.unmet.is_empty());
    let drove = app::dto::DroveRequest {
        plan_id: answer.plan.plan_id.clone(),
        route_id: more.id.clone(),
        ..app::dto::DroveRequest::default()
    };
    check_fails(bench.app.drove(&drove), ErrorCode::BadRequest, &[("why", "not_on_map")]);
}

#[test]
fn bad_servers_give_clear_failures_and_are_asked_once() {
    let bench = bench();
    let check = |id: &str, body: &str, manner: Manner, why: &str| {
        let server = Server::start().unwrap();
        server.serve(ANY, body, manner);
        switch_on(&bench, id, &server.at(""));
        let error = check_fails(
            ask(&bench, id, &to_the_office()),
            ErrorCode::Network,
            &[("why", why), ("provider", id)],
        );
        assert_eq!(server.asked().len(), 1, "{id} {why}: nothing is tried again");
        let told = format!("{error:?} {error}");
        assert!(!told.contains("127.0.0.1") && !told.contains("7.40") && !told.contains(KEY), "{told}");
        assert_eq!(bench.app.status().unwrap().network_last[0].outcome, why);
    };
    for id in ["osrm", "valhalla", "graphhopper", "amap"] {
        check(id, "", Manner::Page, "page");
        check(id, "not json", Manner::Well, "unreadable");
        check(id, "{}", Manner::Well, "unreadable");
        check(id, "[[[[[[", Manner::Well, "unreadable");
        check(id, &"[".repeat(100_000), Manner::Well, "unreadable");
        check(id, "{}", Manner::CutAfter(1), "broken");
        check(id, "{}", Manner::Promises(1 << 40), "too_large");
        check(id, &" ".repeat(17 << 20), Manner::NoLength, "too_large");
        check(id, "", Manner::Babble, "broken");
        check(id, "", Manner::Status(500), "refused");
        check(id, "", Manner::Status(403), "key");
        check(id, "", Manner::Status(429), "limit");
        check(id, "", Manner::Redirect("http://127.0.0.1:9/elsewhere".to_owned()), "refused");
    }
    check("osrm", r#"{"code":"NoRoute"}"#, Manner::StatusWith(400), "no_way");
    check("osrm", r#"{"code":"NoSegment"}"#, Manner::StatusWith(400), "off_its_map");
    check("osrm", r#"{"code":"InvalidValue"}"#, Manner::StatusWith(400), "wishes");
    check("osrm", r#"{"code":"Ok","routes":[]}"#, Manner::Well, "no_way");
    check("valhalla", r#"{"error_code":442}"#, Manner::StatusWith(400), "no_way");
    check("valhalla", r#"{"error_code":171}"#, Manner::StatusWith(400), "off_its_map");
    check("valhalla", r#"{"error_code":167}"#, Manner::StatusWith(400), "wishes");
    check(
        "graphhopper",
        r#"{"message":"Cannot use custom model: toll not available as encoded value"}"#,
        Manner::StatusWith(400),
        "wishes",
    );
    check(
        "graphhopper",
        r#"{"message":"x","hints":[{"details":"com.graphhopper.util.exceptions.ConnectionNotFoundException"}]}"#,
        Manner::StatusWith(400),
        "no_way",
    );
    check("amap", r#"{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}"#, Manner::Well, "key");
    check(
        "amap",
        r#"{"status":"0","info":"DAILY_QUERY_OVER_LIMIT","infocode":"10003"}"#,
        Manner::Well,
        "limit",
    );
    check("amap", r#"{"status":"0","infocode":"20800"}"#, Manner::Well, "off_its_map");
}

#[test]
fn slow_servers_are_given_up_in_time_and_whoever_cancels_is_heard() {
    let bench = bench();
    let server = Server::start().unwrap();
    server.serve(ANY, "{}", Manner::Silent);
    switch_on(&bench, "osrm", &server.at(""));
    let one_second =
        ProviderSetRequest { id: "osrm".to_owned(), timeout_s: Some(1), ..ProviderSetRequest::default() };
    bench.app.provider_set(&one_second).unwrap();
    check_fails(ask(&bench, "osrm", &to_the_office()), ErrorCode::Network, &[("why", "slow")]);
    server.serve(ANY, "{\"code\":", Manner::StallAfter(3));
    check_fails(ask(&bench, "osrm", &to_the_office()), ErrorCode::Network, &[("why", "slow")]);
    // Two minutes would be waited for, were it not for the person.
    let long =
        ProviderSetRequest { id: "osrm".to_owned(), timeout_s: Some(120), ..ProviderSetRequest::default() };
    bench.app.provider_set(&long).unwrap();
    let cancel = CancelToken::new();
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| bench.app.provider_plan("osrm", &to_the_office(), &cancel));
        while server.asked().len() < 3 {
            std::thread::yield_now();
        }
        cancel.cancel();
        check_fails(asking.join().unwrap(), ErrorCode::Cancelled, &[]);
    });
    assert_eq!(bench.app.status().unwrap().network_last[0].outcome, "stopped");
}

#[test]
fn hostile_answers_say_something_or_nothing() {
    let bench = bench();
    let server = Server::start().unwrap();
    switch_on(&bench, "osrm", &server.at(""));
    let good = as_osrm(&bench, &to_the_office(), "x");
    let check = |path: &str, value: Value, why: &str| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = value;
        server.serve(ANY, bad.to_string(), Manner::Well);
        check_fails(ask(&bench, "osrm", &to_the_office()), ErrorCode::Network, &[("why", why)]);
    };
    let anywhere = encode(&[[7.4, 43.7], [7.5, 123.0]]);
    for bad in [json!(-1), json!("soon"), json!(1e300), json!(null)] {
        check("/routes/0/duration", bad.clone(), "unreadable");
        check("/routes/0/distance", bad, "unreadable");
    }
    for bad in [json!(anywhere), json!(""), json!("~~~~~~~~~~~"), json!("?"), json!({"a": 1}), json!("路")] {
        check("/routes/0/geometry", bad, "unreadable");
    }
    // Words only lose what is not words.
    let mut loud = good.clone();
    loud["routes"][0]["legs"][0]["summary"] =
        json!("\u{202e}<script>alert(1)</script>\u{0}\n".repeat(200_000));
    loud["routes"][0]["legs"][0]["steps"][0]["name"] = json!("\u{1b}[2J\u{feff}Avenue");
    loud["routes"][0]["legs"][0]["steps"][0]["maneuver"]["location"] = json!([999, "x"]);
    loud["routes"][0]["legs"][0]["steps"][1]["distance"] = json!(-5);
    server.serve(ANY, loud.to_string(), Manner::Well);
    let answer = ask(&bench, "osrm", &to_the_office()).unwrap();
    let name = &answer.routes[0].name;
    assert!(
        name.chars().count() <= 201 && !name.chars().any(|c| c.is_control() || c == '\u{202e}'),
        "{name}"
    );
    let step = &answer.plan.routes[0].steps[0];
    assert_eq!(step.text, "Start on [2JAvenue");
    assert!(step.point.lon.abs() <= 180.0 && step.point.lat.abs() <= 90.0);
    assert_eq!(answer.plan.routes[0].steps[1].distance_m, 0.0);
}

/// Amap speaks GCJ-02: what is sent is shifted, what comes back is shifted back and lies on our roads.
#[test]
fn amap_is_asked_and_read_in_its_own_coordinates() {
    let bench = bench();
    bench.settle_in_city();
    let request = PlanRequest {
        wishes: vec![feature("motorway", StrengthDto::Avoid), feature("toll", StrengthDto::Avoid)],
        lang: LangDto::En,
        ..between(city::MALL, city::AIRPORT)
    };
    let plan = bench.plan(request.clone());
    let shifted = |at: [f64; 2]| {
        let there = geocode::Datum::Gcj02.from_wgs84(LonLat { lon: at[0], lat: at[1] });
        format!("{:.6},{:.6}", there.lon, there.lat)
    };
    let line: Vec<String> = plan.routes[0].geometry.coordinates.iter().map(|at| shifted(*at)).collect();
    let answer = json!({ "status": "1", "infocode": "10000", "route": { "paths": [{
        "distance": plan.routes[0].distance_m.round().to_string(), "cost": { "duration": "600" },
        "steps": [{ "instruction": "向东行驶", "road_name": "机场路", "step_distance": "100", "navi": { "action": "右转" },
            "polyline": line.join(";") }] }] } });
    let server = Server::start().unwrap();
    server.serve(ANY, answer.to_string(), Manner::Well);
    switch_on(&bench, "amap", &server.at(""));
    let answer = ask(&bench, "amap", &request).unwrap();
    let asked = &server.asked()[0].path;
    let from = shifted([city::MALL.lon, city::MALL.lat]);
    assert!(asked.starts_with(&format!("/v5/direction/driving?origin={from}&")), "{asked}");
    assert!(asked.contains("&strategy=42&") && asked.ends_with(&format!("&key={KEY}")), "{asked}");
    let metres = city::MALL.distance_m(geocode::Datum::Gcj02.from_wgs84(city::MALL));
    assert!(metres > 100.0, "the made city lies where the two datums differ: {metres}");
    assert!(answer.routes[0].known > 0.95 && answer.routes[0].can_be_driven, "{:?}", answer.routes[0]);
    assert_eq!(answer.plan.routes[0].steps[0].icon, "right");
    // The key is nowhere but in the question and the store.
    let told = serde_json::to_string(&answer).unwrap()
        + &serde_json::to_string(&bench.app.status().unwrap()).unwrap();
    assert!(!told.contains(KEY));
    assert!(answer.provider.has_key);
}

#[test]
fn erasing_everything_takes_the_keys_along() {
    let bench = bench();
    switch_on(&bench, "amap", "http://127.0.0.1:9");
    let holds_key = || {
        let files = listing(bench.data_dir());
        files.iter().any(|(name, _)| {
            let bytes = std::fs::read(bench.data_dir().join(name)).unwrap_or_default();
            bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes())
        })
    };
    assert!(holds_key());
    assert!(bench.app.erase_everything().unwrap().complete);
    assert!(!holds_key());
    let amap = bench.app.provider_list().unwrap().remove(3);
    assert!(!amap.enabled && !amap.has_key && amap.address.is_empty());
}

#[test]
fn graphhopper_is_told_by_a_model_and_read() {
    let bench = bench();
    let plan = bench.plan(to_the_office());
    let route = &plan.routes[0];
    let answer = json!({ "paths": [{ "time": 600_000, "distance": route.distance_m, "description": ["A", "B"],
        "points": { "type": "LineString", "coordinates": route.geometry.coordinates },
        "instructions": [{ "text": "Turn left onto A", "street_name": "A", "sign": -2, "distance": 5, "time": 1000, "interval": [0, 1] }] }] });
    let server = Server::start().unwrap();
    server.serve(ANY, answer.to_string(), Manner::Well);
    switch_on(&bench, "graphhopper", &server.at(""));
    let ring = vec![domain_point(7.40, 43.72), domain_point(7.41, 43.72), domain_point(7.41, 43.73)];
    let request = PlanRequest {
        wishes: vec![
            feature("tunnel", StrengthDto::Never),
            WishDto {
                target: TargetDto::Area { label: "here".to_owned(), ring },
                strength: StrengthDto::RatherNot,
            },
        ],
        ..to_the_office()
    };
    let read = ask(&bench, "graphhopper", &request).unwrap();
    assert!(read.wishes.iter().all(|wish| wish.asked && wish.how == "as_is"));
    assert!(read.routes[0].can_be_driven && read.plan.routes[0].duration_s == 600.0);
    assert_eq!(read.routes[0].name, "A, B");
    let asked = server.asked();
    let body: Value = serde_json::from_str(&asked[0].body).unwrap();
    assert_eq!((asked[0].method.as_str(), asked[0].path.as_str()), ("POST", "/route"));
    let rules = sorted(
        body["custom_model"]["priority"].as_array().unwrap().iter().map(ToString::to_string).collect(),
    );
    assert_eq!(
        rules,
        [
            r#"{"if":"in_area0","multiply_by":"0.5"}"#.to_owned(),
            r#"{"if":"road_environment == TUNNEL","multiply_by":"0"}"#.to_owned(),
        ]
    );
    assert_eq!(
        body["custom_model"]["areas"]["features"][0]["geometry"]["coordinates"][0].as_array().unwrap().len(),
        4
    );
    assert_eq!((&body["ch.disable"], &body["alternative_route.max_paths"]), (&json!(true), &json!(3)));
    assert!(!asked[0].body.contains("here"), "an area's name stays here");
}

/// A server that allows no hard exclusions says so in a warning: what has no softer switch was not asked then.
#[test]
fn valhalla_is_told_and_its_warning_is_heard() {
    let bench = bench();
    let plan = bench.plan(to_the_office());
    let line = encode(&plan.routes[0].geometry.coordinates);
    let trip = json!({ "summary": { "length": plan.routes[0].distance_m / 1000.0, "time": 600 }, "legs": [{ "shape": line,
        "maneuvers": [{ "type": 15, "instruction": "Turn left.", "street_names": ["A"], "length": 0.1, "time": 5, "begin_shape_index": 1 }] }] });
    let request = PlanRequest {
        wishes: vec![
            feature("motorway", StrengthDto::Never),
            feature("tunnel", StrengthDto::Avoid),
            feature("unpaved", StrengthDto::Never),
            feature("elevated", StrengthDto::Never),
        ],
        depart_at: Some(MONDAY_NOON),
        ..to_the_office()
    };
    let server = Server::start().unwrap();
    switch_on(&bench, "valhalla", &server.at(""));
    let check = |answer: Value, expected: [&str; 4]| {
        server.serve(ANY, answer.to_string(), Manner::Well);
        let answer = ask(&bench, "valhalla", &request).unwrap();
        let how = sorted(answer.wishes.iter().map(|wish| (wish.reason.clone(), wish.how.clone())).collect());
        assert_eq!(how.iter().map(|(_, how)| how.as_str()).collect::<Vec<_>>(), expected);
        assert_eq!(answer.plan.routes[0].steps[0].text, "Turn left.");
        assert_eq!(answer.plan.routes[0].steps[0].distance_m, 100.0);
    };
    check(json!({ "trip": trip.clone() }), ["as_is", "harder", "as_is", "feature"]);
    let warned = json!({ "trip": trip, "warnings": [{ "code": 208, "text": "Hard exclusions are not allowed on this server" }] });
    check(warned, ["softer", "ignored", "as_is", "feature"]);
    let body: Value = serde_json::from_str(&server.asked()[0].body).unwrap();
    let auto = &body["costing_options"]["auto"];
    assert_eq!(
        *auto,
        json!({ "use_highways": 0.0, "exclude_highways": true, "exclude_tunnels": true, "exclude_unpaved": true })
    );
    assert_eq!(body["date_time"], json!({ "type": 1, "value": "2026-11-23T12:00" }));
    assert!(body.get("alternates").is_none(), "with a departure there are none");
}

pub(crate) fn domain_point(lon: f64, lat: f64) -> app::dto::PointDto {
    app::dto::PointDto { lon, lat }
}
