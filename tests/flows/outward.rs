//! A month at a glance, what would be driven, and what leaves as a file.

use app::dto::{
    DroveRequest, ErrorCode, InsightsTakeRequest, LangDto, MemoryStateDto, PreferenceAddRequest, RouteDto,
    RouteExportRequest, RouteFormDto, StrengthDto, TargetDto, TrackRequest, WouldRequest,
};
use app::{CancelToken, dto::PlanDto};

use crate::support::*;

/// What is exported of the first route of a plan.
fn export(plan: &PlanDto, form: RouteFormDto, lang: LangDto) -> RouteExportRequest {
    RouteExportRequest {
        form,
        route: plan.routes[0].clone(),
        stops: [vec![plan.origin.clone()], plan.vias.clone(), vec![plan.destination.clone()]].concat(),
        depart_at: Some(plan.intent.depart_at),
        zone: plan.intent.zone.clone(),
        lang,
    }
}

fn taste(feature: &str, strength: StrengthDto) -> PreferenceAddRequest {
    PreferenceAddRequest {
        target: Some(TargetDto::Feature { feature: feature.to_owned() }),
        strength: Some(strength),
        lang: LangDto::En,
        ..PreferenceAddRequest::default()
    }
}

#[test]
fn s1_49_an_export_holds_insights_and_nothing_that_says_where_or_who() {
    let bench = Bench::demo(DEMO);
    bench.app.preference_add(&taste("steep", StrengthDto::RatherNot)).unwrap();
    let road = PreferenceAddRequest {
        target: Some(TargetDto::Road { name: "Boulevard Albert 1er".to_owned() }),
        strength: Some(StrengthDto::Prefer),
        ..PreferenceAddRequest::default()
    };
    bench.app.preference_add(&road).unwrap();
    for lang in [LangDto::En, LangDto::Zh] {
        let found = bench.app.insights_export(lang).unwrap();
        assert!(found.text.contains("\"feature\": \"steep\""), "{}", found.text);
        assert!(found.left_out >= 1, "the road stays: {}", found.text);
        let places: Vec<String> = bench
            .rows()
            .iter()
            .filter(|row| row.id.starts_with("place-"))
            .map(|row| row.text.clone())
            .collect();
        assert!(!places.is_empty());
        for word in places.iter().map(String::as_str).chain([
            "Boulevard",
            "pref-",
            "trip-",
            "place-",
            "stmt-",
            "obs-",
            "coordinates",
        ]) {
            assert!(!found.text.contains(word), "{word} in {}", found.text);
        }
        let digits = found.text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        assert!(digits.clone().all(|number| number.split_once('.').is_none_or(|(_, rest)| rest.len() < 4)));
    }
}

#[test]
fn s1_49_what_comes_in_waits_for_a_yes_and_raw_is_refused() {
    let car = Bench::demo(DEMO);
    car.app.preference_add(&taste("steep", StrengthDto::Never)).unwrap();
    let file = car.app.insights_export(LangDto::En).unwrap();
    let phone = Bench::with_regions();
    phone.settle();
    let before = phone.ask("to the office").routes[0].id.clone();
    let taken = phone.app.insights_import(&file.text, LangDto::En).unwrap();
    assert_eq!(taken.waiting as usize, file.insights.len());
    let rows = phone.rows();
    let came: Vec<_> = rows.iter().filter(|row| row.text.contains("steep")).collect();
    assert_eq!(came.len(), 1, "{rows:?}");
    assert_eq!(came[0].state, MemoryStateDto::Proposed);
    assert_eq!(phone.ask("to the office").routes[0].id, before, "nothing unconfirmed changes a route");
    // The same file again brings nothing new.
    let again = phone.app.insights_import(&file.text, LangDto::En).unwrap();
    assert_eq!((again.waiting, again.known), (0, taken.waiting), "{again:?}");
    let count = phone.rows().len();
    let raw = [
        "<gpx><trk><trkseg><trkpt lat=\"43.73\" lon=\"7.42\"/></trkseg></trk></gpx>".to_owned(),
        file.text.replace("\"version\": 1,", "\"version\": 1, \"trips\": [],"),
        file.text.replace("\"text\":", "\"lat\": 43.7384, \"text\":"),
    ];
    for text in raw {
        let error = phone.app.insights_import(&text, LangDto::En).unwrap_err();
        assert_eq!((error.code, error.args["why"].as_str()), (ErrorCode::BadFile, "raw"), "{text}");
    }
    assert_eq!(phone.rows().len(), count);
}

#[test]
fn s1_49_a_file_is_looked_at_line_by_line_taken_in_part_and_taken_back() {
    let car = Bench::demo(DEMO);
    car.app.preference_add(&taste("steep", StrengthDto::RatherNot)).unwrap();
    let text = car.app.insights_export(LangDto::En).unwrap().text;
    let phone = Bench::with_regions();
    phone.settle();
    let before = phone.rows().len();
    let path = phone.data_dir().join("laolu-insights.json");
    std::fs::write(&path, &text).unwrap();
    let look = || phone.app.insights_look_at(&path.display().to_string(), LangDto::En).unwrap();
    let found = look();
    assert_eq!((found.file.as_str(), &found.text), ("laolu-insights.json", &text));
    assert!(found.lines.len() >= 2 && found.lines.iter().all(|line| line.standing.is_empty()), "{found:?}");
    assert_eq!(phone.rows().len(), before, "looking stores nothing");

    // Line by line; what was shown is what is written down.
    let last = found.lines.len() - 1;
    let request = |only: Vec<usize>| InsightsTakeRequest {
        text: found.text.clone(),
        only: Some(only.into_iter().map(|at| u32::try_from(at).unwrap()).collect()),
        lang: LangDto::En,
    };
    let taken = phone.app.insights_take(&request(vec![last])).unwrap();
    assert_eq!((taken.waiting, taken.known, taken.ids.len()), (1, 0, 1));
    let row = phone.rows().into_iter().find(|row| row.id == taken.ids[0]).unwrap();
    assert_eq!((row.text.as_str(), row.state), (found.lines[last].text.as_str(), MemoryStateDto::Proposed));
    assert_eq!((look().lines[last].standing.as_str(), look().lines[0].standing.as_str()), ("known", ""));
    check_fails(phone.app.insights_take(&request(vec![99])), ErrorCode::BadRequest, &[("field", "only")]);

    // Taken back it is as if it had never come, and the same file may be read again.
    assert_eq!(phone.app.insights_take_back(&taken.ids).unwrap(), taken.ids);
    assert_eq!(phone.rows().len(), before);
    assert_eq!(look().lines[last].standing, "");

    // What was answered meanwhile is the person's: it stays, and a no stays a no.
    let taken = phone.app.insights_take(&request(vec![0, last])).unwrap();
    phone.app.memory_confirm(&taken.ids[0], LangDto::En).unwrap();
    phone.app.memory_reject(&taken.ids[1]).unwrap();
    assert_eq!(phone.app.insights_take_back(&taken.ids).unwrap(), Vec::<String>::new());
    let again = look();
    assert_eq!([&again.lines[0].standing, &again.lines[last].standing], ["known", "refused"]);
    let none = phone.app.insights_take(&request(vec![0, last])).unwrap();
    assert_eq!((none.waiting, none.known), (0, 2));

    // A file that is not there, or is no such file, is named.
    let gone = phone.data_dir().join("gone.json").display().to_string();
    let named = [("why", "missing"), ("file", "gone.json")];
    check_fails(phone.app.insights_look_at(&gone, LangDto::En), ErrorCode::BadFile, &named);
    std::fs::write(&path, "<gpx><trk/></gpx>").unwrap();
    let named = [("why", "raw"), ("file", "laolu-insights.json")];
    check_fails(
        phone.app.insights_look_at(&path.display().to_string(), LangDto::En),
        ErrorCode::BadFile,
        &named,
    );
}

#[test]
fn a_route_as_gpx_is_the_same_roads_when_it_is_read_back() {
    let bench = Bench::with_regions();
    bench.settle();
    let plan = bench.ask("to the office");
    let written = bench.app.route_export(&export(&plan, RouteFormDto::Gpx, LangDto::En)).unwrap();
    assert!(written.file.ends_with(".gpx"), "{}", written.file);
    let path = bench.data_dir().join("route.gpx");
    std::fs::write(&path, &written.text).unwrap();
    let request = TrackRequest { path: path.display().to_string() };
    let found = bench.app.track_match(&request, &CancelToken::new()).unwrap();
    assert_eq!(found.fixes, plan.routes[0].geometry.coordinates.len());
    let far: f64 = found.drives.iter().map(|drive| drive.distance_m).sum();
    let off = (far / plan.routes[0].distance_m - 1.0).abs();
    assert!(off < 0.05, "{far} of {}", plan.routes[0].distance_m);
}

#[test]
fn a_route_as_geojson_and_as_links_leads_where_the_plan_leads() {
    let bench = Bench::with_regions();
    bench.settle();
    let plan = bench.ask("to the office");
    let text = bench.app.route_export(&export(&plan, RouteFormDto::Geojson, LangDto::En)).unwrap().text;
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let features = json["features"].as_array().unwrap();
    assert_eq!(features.len(), 3);
    let line = features[0]["geometry"]["coordinates"].as_array().unwrap();
    assert_eq!(line.len(), plan.routes[0].geometry.coordinates.len());
    let links = bench.app.route_export(&export(&plan, RouteFormDto::Links, LangDto::En)).unwrap().links;
    let apps: Vec<&str> = links.iter().map(|link| link.app.as_str()).collect();
    assert_eq!(apps, ["organic_maps", "osmand", "google"]);
    for link in &links {
        let PlanDto { origin, destination, .. } = &plan;
        for stop in [origin, destination] {
            let at = format!("{:.6},{:.6}", stop.point.lat, stop.point.lon);
            assert!(link.url.contains(&at), "{at} in {}", link.url);
        }
        assert!(link.url.is_ascii() && !link.url.contains(' '), "{}", link.url);
        assert!(link.shaping <= 9);
    }
}

#[test]
fn a_sheet_holds_every_instruction_and_fetches_nothing() {
    let bench = Bench::with_regions();
    bench.settle();
    for lang in [LangDto::En, LangDto::Zh] {
        let plan = bench.plan(app::dto::PlanRequest { lang, ..request("to the office") });
        let page = bench.app.route_export(&export(&plan, RouteFormDto::Sheet, lang)).unwrap().text;
        let RouteDto { steps, .. } = &plan.routes[0];
        assert_eq!(page.matches("<tr><td").count(), steps.len());
        for outside in ["src=\"http", "href=", "url(", "<script", "<link"] {
            assert!(!page.contains(outside), "{outside}");
        }
        let markup = export(&plan, RouteFormDto::Sheet, lang);
        let mut named = markup.clone();
        named.stops[0].label = "<b>A & B</b>".to_owned();
        let page = bench.app.route_export(&named).unwrap().text;
        assert!(page.contains("&lt;b&gt;A &amp; B&lt;/b&gt;") && !page.contains("<b>A"));
    }
}

#[test]
fn a_sheet_holds_the_picture_of_its_way_and_every_step_in_order() {
    let bench = Bench::with_regions();
    bench.settle();
    let drawing = app::App::open(app::Config {
        preview: std::sync::Arc::new(adapters::DrawnPreview),
        ..config(bench.data_dir(), &bench.clock, None)
    })
    .unwrap();
    for (lang, picture_name) in [(LangDto::En, "The route"), (LangDto::Zh, "路线图")] {
        let plan = bench.plan(app::dto::PlanRequest { lang, ..request("to the office") });
        let sheet = |number: usize| {
            let asked = RouteExportRequest {
                route: plan.routes[number].clone(),
                ..export(&plan, RouteFormDto::Sheet, lang)
            };
            drawing.route_export(&asked).unwrap().text
        };
        let page = sheet(0);
        let picture = picture_of(&page, picture_name);
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"), "a picture that every browser knows");
        let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        assert_eq!([side(16), side(20)], [1_024, 520]);
        assert_ne!(picture, picture_of(&sheet(1), picture_name), "another way is another picture");
        // Every step once, in driving order, after the picture.
        let mut rest = page.split_once("</thead>").unwrap().1;
        for step in &plan.routes[0].steps {
            let text = step.text.replace('&', "&amp;").replace('\'', "&#39;");
            rest = rest.split_once(text.as_str()).unwrap_or_else(|| panic!("{text} in {page}")).1;
        }
    }
}

/// The bytes of the one picture of a page.
fn picture_of(page: &str, name: &str) -> Vec<u8> {
    let start = format!("<img alt=\"{name}\" src=\"data:image/png;base64,");
    assert_eq!(page.matches("<img").count(), 1);
    let code = page.split_once(&start).unwrap().1.split_once('"').unwrap().0;
    let sixes = code.trim_end_matches('=').bytes().map(|byte| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    });
    let sixes: Vec<u8> = sixes.collect();
    let bytes = sixes.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0_u32, |bits, six| bits << 6 | u32::from(*six)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}

#[test]
fn a_route_that_leads_nowhere_is_no_file() {
    let bench = Bench::with_regions();
    bench.settle();
    let good = export(&bench.ask("to the office"), RouteFormDto::Gpx, LangDto::En);
    let check = |change: &dyn Fn(&mut RouteExportRequest), field: &str| {
        let mut request = good.clone();
        change(&mut request);
        let error = bench.app.route_export(&request).unwrap_err();
        assert_eq!((error.code, error.args["field"].as_str()), (ErrorCode::BadRequest, field));
    };
    check(&|request| request.route.geometry.coordinates.truncate(1), "route");
    check(&|request| request.route.geometry.coordinates[0] = [7.4, 430.0], "route");
    check(&|request| request.route.geometry.coordinates[0] = [f64::NAN, 43.0], "route");
    check(&|request| request.stops.truncate(1), "stops");
}

#[test]
fn a_month_counts_what_is_there_and_forgets_with_it() {
    let bench = Bench::demo(DEMO);
    let month = bench.app.month("", LangDto::En).unwrap();
    assert!(month.trips > 5 && month.days > 3, "{month:?}");
    assert_eq!(month.months.first(), Some(&month.month));
    assert_eq!(month.hours.iter().sum::<u32>(), month.trips);
    assert_eq!(month.weekdays.iter().sum::<u32>(), month.trips);
    assert_eq!(month.places.iter().map(|place| place.visits).sum::<u32>(), month.trips);
    assert_eq!(month.ways.iter().map(|way| way.trips).sum::<u32>(), month.trips);
    assert!(month.places.iter().any(|place| place.memory.is_some() && place.stayed_s > 0.0), "{month:?}");
    let gone = month.ways[0].newest.clone();
    bench.app.memory_delete(std::slice::from_ref(&gone), LangDto::En).unwrap();
    let after = bench.app.month(&month.month, LangDto::En).unwrap();
    assert_eq!(after.trips, month.trips - 1);
    let empty = bench.app.month("1999-01", LangDto::En).unwrap();
    assert_eq!((empty.trips, empty.places.len(), empty.ways.len()), (0, 0, 0));
    assert_eq!(bench.app.month("1999-13", LangDto::En).unwrap_err().args["field"], "month");
}

#[test]
fn a_month_says_what_a_memory_cost_on_driven_plans() {
    let bench = Bench::demo(DEMO);
    // Its main road is to be avoided: another way, and a dearer one.
    let road = bench.ask("to the office").routes[0].via_roads[0].clone();
    let avoided = PreferenceAddRequest {
        target: Some(TargetDto::Road { name: road }),
        strength: Some(StrengthDto::Avoid),
        ..PreferenceAddRequest::default()
    };
    let id = bench.app.preference_add(&avoided).unwrap().id;
    let plan = bench.ask("to the office");
    let reason = plan.reasons.iter().find(|reason| reason.memory.as_deref() == Some(id.as_str())).unwrap();
    assert!(reason.decisive && reason.without_s > 0.0, "{reason:?}");
    let of = || {
        let month = bench.app.month("", LangDto::En).unwrap();
        let found = month.preferences.into_iter().find(|one| one.id == id);
        found.map_or((0, 0.0), |one| (one.drives, one.delta_s))
    };
    assert_eq!(of().0, 0, "planning alone costs nothing");
    let drove = DroveRequest { plan_id: plan.plan_id.clone(), ..DroveRequest::default() };
    bench.app.drove(&drove).unwrap();
    let (drives, seconds) = of();
    assert_eq!(drives, 1);
    assert!((seconds - reason.without_s).abs() < 1.0, "{seconds} {reason:?}");
    // What was deleted has cost nothing.
    bench.app.memory_delete(std::slice::from_ref(&id), LangDto::En).unwrap();
    assert_eq!(of().0, 0);
}

#[test]
fn what_would_be_driven_is_planned_and_nothing_of_it_is_kept() {
    let bench = Bench::demo(DEMO);
    let traces = bench.app.traces().unwrap().len();
    let rows = bench.rows().len();
    let request = WouldRequest { weekday: 1, minute: 8 * 60, weather: None, lang: LangDto::En };
    let would = bench.app.would(&request).unwrap();
    assert!(!would.trips.is_empty());
    let first = &would.trips[0];
    assert!(first.seen >= 1 && first.by == "weekday", "{first:?}");
    assert!((7 * 60..=9 * 60).contains(&first.usual_minute), "{}", first.usual_minute);
    let plan = first.plan.as_ref().unwrap();
    assert_eq!((plan.plan_id.as_str(), plan.intent.depart_at), ("", would.at));
    assert!(!plan.routes.is_empty() && !plan.human_readable_reason.is_empty());
    assert_eq!((bench.app.traces().unwrap().len(), bench.rows().len()), (traces, rows));
    let night = WouldRequest { minute: 3 * 60, ..request.clone() };
    assert_eq!(bench.app.would(&night).unwrap().trips.len(), 0);
    for (bad, field) in [
        (WouldRequest { weekday: 8, ..request.clone() }, "weekday"),
        (WouldRequest { minute: 1_440, ..request.clone() }, "minute"),
        (WouldRequest { weather: Some("hail".to_owned()), ..request }, "weather"),
    ] {
        assert_eq!(bench.app.would(&bad).unwrap_err().args["field"], field);
    }
}
