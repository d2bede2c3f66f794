//! Searching as a person does it: over remembered places, the map, the planned way and the hour.

use app::dto::{DroveRequest, LangDto, PlaceHitDto, PlanRequest, PointDto, SearchDto, SearchRequest};

use crate::support::{Bench, DEMO, HOUR, MONDAY_NOON};

fn search(bench: &Bench, text: &str) -> SearchDto {
    let request = SearchRequest { text: text.to_owned(), lang: LangDto::En, ..SearchRequest::default() };
    bench.app.search(&request).unwrap()
}

fn labels(found: &SearchDto) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.label.as_str()).collect()
}

fn state(hit: &PlaceHitDto) -> &str {
    hit.open.as_ref().map_or("", |open| open.state.as_str())
}

#[test]
fn what_is_open_depends_on_the_hour_and_unknown_hours_are_said() {
    let bench = Bench::demo(DEMO);
    let noon = search(&bench, "pharmacy open now");
    assert!(noon.open_now && noon.search && !noon.guess);
    assert!(!noon.hits.is_empty());
    assert!(noon.hits.iter().all(|hit| matches!(state(hit), "open" | "unknown")), "{noon:?}");
    // The open ones stand before those of which nothing is known.
    let first_unknown = noon.hits.iter().position(|hit| state(hit) == "unknown").unwrap_or(noon.hits.len());
    assert!(noon.hits[first_unknown..].iter().all(|hit| state(hit) == "unknown"), "{noon:?}");
    bench.at(MONDAY_NOON + 14 * HOUR);
    let night = search(&bench, "现在开门的药店");
    assert!(
        night.hits.iter().all(|hit| state(hit) != "closed")
            || night.hits.iter().all(|hit| state(hit) == "closed")
    );
    let always = search(&bench, "药店");
    assert!(
        always.hits.iter().all(|hit| !state(hit).is_empty()),
        "a kind of thing says its hours: {always:?}"
    );
}

#[test]
fn near_a_place_of_ones_own_and_near_one_nobody_knows() {
    let bench = Bench::demo(DEMO);
    let near = |text: &str| {
        let found = search(&bench, text);
        (found.near.clone(), found.hits.first().and_then(|hit| hit.distance_m), found)
    };
    let (name, at_office, office) = near("parking near the office");
    assert!(name.is_some() && office.problem.is_none(), "{office:?}");
    let (_, at_home, home) = near("家附近的停车场");
    assert_ne!((labels(&office), at_office), (labels(&home), at_home), "two places, two answers");
    let (name, _, unknown) = near("parking near Qwertzuiop Xyzzy");
    assert_eq!((name, unknown.problem.as_deref()), (None, Some("unknown_place")));
    assert!(!unknown.hits.is_empty(), "what is around as usual is offered all the same");
}

#[test]
fn along_the_way_is_the_planned_one_by_its_price_on_the_road() {
    let bench = Bench::demo(DEMO);
    let before = search(&bench, "parking along the way");
    assert_eq!(before.problem.as_deref(), Some("no_way"), "nothing is planned yet");
    assert!(before.hits.iter().all(|hit| hit.detour.is_none()));
    let plan = bench.ask("去公司");
    for text in ["parking along the way", "路上的停车场"] {
        let found = search(&bench, text);
        assert!(found.along && found.problem.is_none() && !found.hits.is_empty(), "{found:?}");
        let costs: Vec<f64> =
            found.hits.iter().map(|hit| hit.detour.unwrap().duration_s.unwrap_or(f64::INFINITY)).collect();
        assert!(costs.iter().any(|cost| cost.is_finite()), "{costs:?}");
        let open: Vec<&f64> =
            found.hits.iter().zip(&costs).filter(|(hit, _)| state(hit) != "closed").map(|(_, c)| c).collect();
        assert!(open.is_sorted_by(|a, b| a <= b), "cheapest first: {costs:?}");
    }
    // A stop found so really is on the way: planning over it costs about what was said.
    let found = search(&bench, "parking along the way");
    let stop = found.hits.first().unwrap();
    let waypoint = app::dto::WaypointDto { point: stop.point, label: stop.label.clone(), memory: None };
    let request =
        PlanRequest { utterance: "去公司".to_owned(), vias: vec![waypoint], ..Default::default() };
    let through = bench.app.plan(&request).unwrap();
    let longer = through.routes[0].duration_s - plan.routes[0].duration_s;
    assert!(longer < stop.detour.unwrap().duration_s.unwrap() + 600.0, "{longer}");
    let wrong = SearchRequest {
        text: "parking along the way".to_owned(),
        plan: "no-such-plan".to_owned(),
        ..Default::default()
    };
    assert!(bench.app.search(&wrong).is_err());
}

#[test]
fn where_one_drove_to_comes_first_and_forgetting_the_trip_ends_that() {
    let bench = Bench::with_regions();
    bench.app.start_empty(&mut app::silent(), &app::CancelToken::default()).unwrap();
    let start = PointDto { lon: 7.4197, lat: 43.7325 };
    let around = SearchRequest { text: "supermarket".to_owned(), near: Some(start), ..Default::default() };
    let supermarkets = bench.app.search(&around).unwrap().hits;
    assert!(supermarkets.len() >= 3, "{supermarkets:?}");
    let last = supermarkets.last().unwrap().clone();
    let end = app::dto::WaypointDto { point: last.point, label: last.label.clone(), memory: None };
    let origin = app::dto::WaypointDto { point: start, label: String::new(), memory: None };
    let mut trips = Vec::new();
    for day in 0..4 {
        bench.at(MONDAY_NOON + day * 24 * HOUR);
        let request = PlanRequest {
            origin: Some(origin.clone()),
            destination: Some(end.clone()),
            ..Default::default()
        };
        let plan = bench.app.plan(&request).unwrap();
        let drove = DroveRequest { plan_id: plan.plan_id, ..DroveRequest::default() };
        trips.push(bench.app.drove(&drove).unwrap().trip);
    }
    let near = SearchRequest { text: "supermarket".to_owned(), near: Some(last.point), ..Default::default() };
    let used = bench.app.search(&near).unwrap().hits.into_iter().find(|hit| hit.used.is_some());
    assert_eq!(used.and_then(|hit| hit.used), Some(4));
    bench.app.memory_delete(&trips, LangDto::En).unwrap();
    let after = bench.app.search(&near).unwrap();
    assert!(after.hits.iter().all(|hit| hit.used.is_none()), "a deleted trip lifts nothing: {after:?}");
}

#[test]
fn a_guess_is_offered_and_said_to_be_one() {
    let bench = Bench::demo(DEMO);
    let found = search(&bench, "Qwertzuiop Larvotta");
    assert!(found.guess && !found.hits.is_empty() && found.hits.iter().all(|hit| hit.guess), "{found:?}");
    let known = search(&bench, "Larvotto");
    assert!(!known.guess && known.hits.iter().any(|hit| !hit.guess));
    let none = search(&bench, "?!");
    assert!(none.hits.is_empty() && !none.guess);
}

#[test]
fn remembered_places_are_found_by_pinyin_too() {
    let bench = Bench::demo(DEMO);
    for text in ["公司", "gongsi", "gs"] {
        assert_eq!(search(&bench, text).hits[0].memory, Some(bench.place("公司")), "{text}");
    }
}

#[test]
fn pasted_places_are_destinations_and_searches() {
    let bench = Bench::demo(DEMO);
    for text in [
        "43.7300, 7.4200",
        "geo:43.73,7.42",
        "https://www.openstreetmap.org/#map=17/43.73/7.42",
        "https://maps.google.com/?q=43.73,7.42",
        "gcj02 43.73,7.42",
        "百度坐标 43.73, 7.42",
        "北纬43.73 东经7.42",
        "7.42, 43.73",
    ] {
        let found = search(&bench, text);
        assert_eq!(found.hits[0].source, "coordinate", "{text}");
        let at = found.hits[0].point;
        assert!((at.lat - 43.73).abs() < 1e-6 && (at.lon - 7.42).abs() < 1e-6, "{text}: {at:?}");
    }
    for text in ["gcj02 43.73,7.42", "https://www.openstreetmap.org/#map=17/43.73/7.42"] {
        let plan = bench.ask(text);
        assert!((plan.destination.point.lat - 43.73).abs() < 1e-6, "{text}");
    }
}

#[test]
fn coordinates_are_shown_as_the_settings_say() {
    let bench = Bench::demo(DEMO);
    let tiananmen = PointDto { lon: 116.391_265, lat: 39.907_325 };
    let shown = |point: PointDto| bench.app.here(point, [0, 0], LangDto::Zh).unwrap().coordinates;
    assert_eq!(shown(tiananmen), "39.90733, 116.39127");
    let mut settings = bench.app.settings().unwrap();
    settings.coordinates = "gcj02".to_owned();
    bench.app.settings_set(&settings).unwrap();
    assert!(shown(tiananmen).starts_with("GCJ-02 39.9087"), "{}", shown(tiananmen));
    assert_eq!(
        shown(PointDto { lon: 7.42, lat: 43.73 }),
        "43.73000, 7.42000",
        "nothing shifts outside China"
    );
    settings.coordinates = "mars".to_owned();
    assert!(bench.app.settings_set(&settings).is_err());
}

#[test]
fn a_place_remembered_by_name_is_not_listed_twice() {
    let bench = Bench::demo(DEMO);
    let hit = search(&bench, "Larvotto").hits.into_iter().find(|hit| hit.source == "map").unwrap();
    bench.add_place(&hit.label, &[], "", domain::LonLat { lon: hit.point.lon, lat: hit.point.lat });
    let again = search(&bench, "Larvotto");
    assert_eq!(again.hits[0].source, "memory");
    let twins = again.hits.iter().filter(|other| other.label == hit.label && other.point == hit.point);
    assert_eq!(twins.count(), 1);
}
