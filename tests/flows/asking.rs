//! Sentences over real roads: when, where exactly, and what was not understood.

use app::dto::{PlanRequest, PreferenceAddRequest, StrengthDto, TargetDto, WishDto};
use domain::LonLat;

use crate::support::*;

const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;

#[test]
fn a_time_of_departure_is_read_in_both_languages() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let check = |said: &str, hours: i64| {
        assert_eq!(bench.ask(said).intent.depart_at, TUESDAY_NOON + hours * HOUR, "{said}");
    };
    check("去公司", 0);
    check("明早八点去公司", 20);
    check("to the office tomorrow at 8", 20);
    check("今晚七点从公司回家", 7);
    // Set by hand it wins, and decides which memories hold.
    let evening = PlanRequest { depart_at: Some(TUESDAY_NOON + 7 * HOUR), ..request("从公司回家") };
    assert!(bench.plan(evening).question.is_some() && bench.ask("从公司回家").question.is_none());
}

#[test]
fn what_is_not_understood_is_shown_and_the_rest_is_planned() {
    let bench = Bench::demo(DEMO);
    let plan = bench.ask("去公司，顺便飞一下");
    assert_eq!(plan.destination.memory, Some(bench.place("公司")));
    let [note] = plan.intent.notes.as_slice() else { panic!("{:?}", plan.intent.notes) };
    assert_eq!(
        (note.words.as_str(), note.kind.as_str(), note.span.as_slice()),
        ("飞", "not_understood", &[6, 7][..])
    );
}

#[test]
fn a_coordinate_a_category_and_a_name_on_the_map_are_destinations() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plan = bench.ask("去 43.7384, 7.4246 别走隧道");
    assert_eq!((plan.destination.point.lat, plan.destination.point.lon), (43.7384, 7.4246));
    let pharmacy = bench.ask("to the nearest pharmacy");
    assert_eq!(pharmacy.destination.kind, "amenity=pharmacy");
    assert!(pharmacy.routes[0].distance_m < 3_000.0);
    let suburb = bench.ask("去Larvotto");
    assert_eq!((suburb.destination.source.as_str(), suburb.destination.memory.as_deref()), ("map", None));
    let named = bench.ask("去公司，别走Avenue de la Côte d'Azur");
    assert!(reason(&named, "sentence-0").decisive);
    let home = bench.ask("take me home");
    assert_eq!((home.origin.kind.as_str(), home.destination.kind.as_str()), ("work", "home"));
}

#[test]
fn a_point_off_the_roads_is_said_to_be_off() {
    let bench = Bench::with_regions();
    let off = bench.plan(between(HOME, LonLat { lon: 7.428, lat: 43.7295 }));
    assert_eq!(off.moved.len(), 1, "{:?}", off.moved);
    assert!(off.moved[0].contains("210 米"), "{:?}", off.moved);
    assert!(bench.plan(between(HOME, OFFICE)).moved.is_empty());
}

#[test]
fn starting_on_the_avoided_road_works() {
    let bench = Bench::with_regions();
    let plain = bench.plan(between(HOME, OFFICE));
    let [lon, lat] = plain.routes[0].geometry.coordinates[1];
    let start =
        bench.app.here(point(LonLat { lon, lat }), [0, 0], app::dto::LangDto::Zh).unwrap().road.unwrap();
    let TargetDto::Section { label, .. } = &start.target else { panic!("{start:?}") };
    for strength in [StrengthDto::Avoid, StrengthDto::Never] {
        let wish = WishDto { target: start.target.clone(), strength };
        let plan = bench.plan(PlanRequest { wishes: vec![wish], ..between(HOME, OFFICE) });
        let left: f64 = plan.unmet.iter().map(|unmet| unmet.metres).sum();
        assert!(left > 0.0 && left < 1_000.0, "{strength:?} {label}: {left} m of it, to get away from home");
        assert_ne!(chosen(&plan), chosen(&plain));
    }
}

#[test]
fn a_trip_to_where_one_is_has_no_length() {
    let bench = Bench::demo(DEMO);
    let stay = bench.ask("从家回家");
    assert_eq!((stay.routes.len(), stay.routes[0].distance_m, stay.routes[0].duration_s), (1, 0.0, 0.0));
    let stop = bench.ask("去公司，经过家");
    assert_eq!(stop.routes[0].distance_m, bench.ask("去公司").routes[0].distance_m);
}

#[test]
fn s1_33_the_trace_says_which_facts_are_known_and_invents_none() {
    let bench = Bench::demo(DEMO);
    for (sentence, weather, known) in [
        ("去公司", None, "known time commuting"),
        ("下雨了，去公司", None, "known time commuting weather"),
        ("去公司，赶时间", Some("rain"), "known time commuting hurry weather"),
    ] {
        let plan = bench.plan(PlanRequest { weather: weather.map(str::to_owned), ..request(sentence) });
        assert!(
            plan.trace.stages[1].input.iter().any(|line| line == known),
            "{:?}",
            plan.trace.stages[1].input
        );
    }
}

#[test]
fn s0_30_a_reason_cites_only_what_was_recalled() {
    let bench = Bench::demo(DEMO);
    let mut cited = 0;
    for at in [TUESDAY_NOON, TUESDAY_NOON - 4 * HOUR - 40 * 60, SUNDAY_NOON] {
        bench.at(at);
        for (sentence, weather) in [
            ("去公司", None),
            ("去公司", Some("rain")),
            ("去学校", None),
            ("从公司回家", None),
            ("去健身房别走隧道", Some("rain")),
        ] {
            let plan = bench.plan(PlanRequest { weather: weather.map(str::to_owned), ..request(sentence) });
            let recall = plan.trace.stages.iter().find(|stage| stage.name == "recall").unwrap();
            for reason in all_reasons(&plan) {
                let Some(memory) = &reason.memory else { continue };
                assert!(recall.candidates.iter().any(|found| found.id == *memory), "{sentence}: {memory}");
                cited += 1;
            }
        }
    }
    assert!(cited > 5, "the demo's memories are cited: {cited}");
}

#[test]
fn s0_39_an_old_place_whose_road_is_closed_is_not_driven_to_blindly() {
    let bench = Bench::demo(DEMO);
    let old = LonLat { lon: 7.4462, lat: 43.7485 };
    bench.at(TUESDAY_NOON - 90 * DAY).add_place("老地方", &[], "", old);
    bench.at(TUESDAY_NOON);
    let before = bench.ask("去老地方");
    let road = before.routes[0].via_roads.last().unwrap().clone();
    let closed =
        PreferenceAddRequest { sentence: format!("{road}封到周五"), ..PreferenceAddRequest::default() };
    bench.app.preference_add(&closed).unwrap();
    let plan = bench.ask("去老地方");
    let over: f64 = plan.routes[0]
        .details
        .iter()
        .filter(|detail| detail.kind == "road" && detail.value == road)
        .map(|detail| detail.metres)
        .sum();
    // Either another road leads there, and the panel names the closure; or none does, and that is said first.
    let why = all_reasons(&plan).any(|reason| reason.memory.is_some() && reason.text.contains(&road));
    assert!(why, "{:?}", plan.reasons);
    assert!(over < 1.0 || plan.offer.is_some() && !plan.unmet.is_empty(), "{over} m of {road}");
    // A newer place of that name is meant from then on, or it is asked which.
    bench.add_place("老地方", &[], "", LonLat { lon: 7.4180, lat: 43.7345 });
    bench.app.plan_reset();
    match bench.app.plan(&request("去老地方")) {
        Ok(plan) => assert!((plan.destination.point.lat - 43.7345).abs() < 1e-3, "{:?}", plan.destination),
        Err(error) => assert_eq!(error.places.len(), 2, "{error:?}"),
    }
}
