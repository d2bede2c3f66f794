//! The made city: the sentences that are at home there, conversation, the usual road, the four ways of weighing.

use std::collections::BTreeSet;

use app::dto::{
    DroveRequest, ErrorCode, LangDto, MemoryKindDto, ParseRequest, PlanDto, PlanRequest, ReasonKind,
    ReasonState, SettingsDto,
};
use testkit::city;

use crate::support::*;

/// Tuesday 12:00 in the made city, a day after the demo was installed.
const NOON: i64 = MONDAY_NOON + DAY - 7 * HOUR;
/// Tuesday, 08:10 in the made city.
const MORNING: i64 = NOON - 4 * HOUR + 10 * 60;

fn bench() -> Bench {
    let bench = Bench::demo(CITY);
    bench.at_in_city(NOON);
    bench
}

#[test]
fn s0_01_one_sentence_becomes_one_structured_plan() {
    let bench = bench();
    let check = |said: &str| -> PlanDto {
        let plan = bench.ask(said);
        assert_eq!(
            plan.destination.memory,
            Some(bench.place("公司")),
            "{said}: the end is the remembered place"
        );
        assert_eq!(plan.question, None, "{said}: nothing is asked");
        assert_eq!(
            (plan.routes[0].features.elevated_m, plan.routes[0].features.motorway_m),
            (0.0, 0.0),
            "{said}"
        );
        assert!(reason(&plan, "sentence-0").decisive && plan.unmet.is_empty(), "{said}");
        plan
    };
    let plan = check("去公司别走高架");
    for said in ["去公司，不要走高架", "别走高架，去单位", "to the office, avoid elevated roads"]
    {
        assert_eq!(chosen(&check(said)), chosen(&plan), "{said}");
    }
    let plain = bench.ask("去公司");
    assert!(plain.routes[0].features.elevated_m > 1_000.0, "the fastest way is elevated");
    let shown = plan.routes.iter().chain(&plan.set_aside).any(|route| route.id == chosen(&plain));
    assert!(shown, "what the sentence costs can be seen: the fastest way is shown beside the chosen one");
}

#[test]
fn walk_2_the_river_and_the_motorway_are_heard_in_both_languages() {
    let bench = bench();
    let plain = bench.ask("去公司");
    for said in ["走江边去公司", "去公司走江边", "to the office along the river"] {
        let plan = bench.ask(said);
        let wet = plan.routes[0].features.waterside_m;
        assert!(
            wet > plan.routes[0].distance_m / 2.0 && wet > plain.routes[0].features.waterside_m,
            "{said}: {wet}"
        );
        assert!(reason(&plan, "sentence-0").decisive);
        assert!(plan.routes[0].character.contains("水边") || plan.routes[0].character.contains("water"));
    }
    let plain = bench.ask("to the airport");
    assert!(plain.routes[0].features.motorway_m > 1_000.0 && plain.routes[0].features.toll_m > 1_000.0);
    for said in ["to the airport, avoid the motorway", "去机场别走高速", "不走高速去机场"] {
        assert_eq!(bench.ask(said).routes[0].features.motorway_m, 0.0, "{said}");
    }
}

#[test]
fn walk_2_never_is_kept_or_the_least_violating_way_is_offered() {
    let bench = bench();
    let plan = bench.ask("去机场，绝对不走收费路");
    assert_eq!((plan.routes[0].features.toll_m, &plan.offer), (0.0, &None));
    assert!(plan.routes.iter().all(|route| route.features.toll_m == 0.0), "alternatives keep to it, too");
    // Over the river there is no way without a bridge or a tunnel.
    let south = domain::LonLat { lon: 122.98, lat: 29.97 };
    bench.add_place("南岸码头", &[], "", south);
    let plan = bench.ask("去南岸码头，绝对不走桥，绝对不走隧道");
    let offer = plan.offer.as_ref().expect("nothing else exists");
    assert_eq!(plan.routes.len(), 1);
    assert!(
        !offer.broken.is_empty() && offer.broken.iter().all(|id| id.starts_with("sentence-")),
        "{offer:?}"
    );
    let left = plan.routes[0].features.bridge_m + plan.routes[0].features.tunnel_m;
    assert!(left > 20.0 && left < 2_000.0 && !plan.unmet.is_empty(), "{left}");
    assert!(offer.broken.contains(&plan.unmet[0].reason));
}

#[test]
fn s0_02_the_usual_road_is_the_one_driven_before() {
    let bench = bench();
    // The demo drove to the gym along the river, which is not the fastest way.
    let plain = bench.ask("去健身房");
    let usual = bench.ask("走老路去健身房");
    assert_ne!(chosen(&usual), chosen(&plain));
    assert!(usual.routes[0].usual && usual.memory_used);
    let driven = plain.routes.iter().find(|route| route.usual).expect("it is among the alternatives");
    assert!(jaccard(driven, &usual.routes[0]) >= 0.9);
    // However few are to be shown, it is, and its card says so.
    let settings = bench.app.settings().unwrap();
    bench.app.settings_set(&SettingsDto { routes: 1, ..settings.clone() }).unwrap();
    let alone = bench.ask("去健身房");
    assert_eq!(chosen(&alone), chosen(&plain));
    assert!(alone.routes.len() == 2 && alone.routes[1].usual, "{} routes", alone.routes.len());
    assert!(alone.routes[1].hints.iter().any(|hint| hint.icon == "usual"));
    bench.app.settings_set(&settings).unwrap();
    let named: BTreeSet<&str> =
        usual.reasons.iter().filter(|r| r.kind == ReasonKind::Memory).map(|r| r.id.as_str()).collect();
    let trips: Vec<_> = bench.rows().into_iter().filter(|row| named.contains(row.id.as_str())).collect();
    assert!(!trips.is_empty() && trips.len() == named.len());
    for trip in &trips {
        assert_eq!(trip.kind, MemoryKindDto::Trip);
        assert!(trip.place.contains("健身房"), "{trip:?}");
    }
    // Without its trips there is no usual road, and that is said.
    let gym = bench.app.memory_show(&bench.place("健身房"), LangDto::Zh).unwrap();
    let all: Vec<String> = bench
        .rows()
        .into_iter()
        .filter(|row| row.kind == MemoryKindDto::Trip && row.place.contains(&gym.row.text))
        .map(|row| row.id)
        .collect();
    bench.app.memory_delete(&all, LangDto::Zh).unwrap();
    let none = bench.ask("走老路去健身房");
    assert_eq!(chosen(&none), chosen(&plain));
    assert!(none.moved.iter().any(|note| note.contains("还没有老路")), "{:?}", none.moved);
}

#[test]
fn s0_02_two_own_drives_make_a_usual_road_and_one_does_not() {
    let bench = bench();
    let drive = |day: i64, route: &str| {
        bench.at_in_city(NOON + day * DAY);
        let plan = bench.ask("去机场");
        let route_id = plan.routes.iter().find(|known| known.id == route).map(|known| known.id.clone());
        let request =
            DroveRequest { plan_id: plan.plan_id, route_id: route_id.unwrap(), ..Default::default() };
        bench.app.drove(&request).unwrap().trip
    };
    let other = bench.ask("去机场").routes[1].clone();
    let first = drive(0, &other.id);
    assert_ne!(chosen(&bench.ask("走老路去机场")), other.id, "once is no habit");
    let second = drive(1, &other.id);
    let usual = bench.ask("今天走老路去机场");
    assert!(jaccard(&usual.routes[0], &other) >= 0.9);
    let text = format!("{:?} {:?} {:?}", usual.reasons, usual.considered, usual.overruled);
    assert!(text.contains(&first) && text.contains(&second), "the trips are named: {text}");
}

#[test]
fn s0_02_the_usual_road_without_a_destination_is_the_usual_trip() {
    let bench = Bench::demo(CITY);
    for said in ["今天走老路", "老路"] {
        let morning = {
            bench.at_in_city(MORNING);
            bench.ask(said)
        };
        assert_eq!(
            (morning.origin.label.as_str(), morning.destination.label.as_str()),
            ("家 Home", "公司 Office")
        );
        assert!(morning.routes[0].usual);
        let evening = {
            bench.at_in_city(MORNING + 10 * HOUR + 15 * 60);
            bench.ask(said)
        };
        assert_eq!(
            (evening.origin.label.as_str(), evening.destination.label.as_str()),
            ("公司 Office", "家 Home")
        );
    }
    bench.at_in_city(MORNING - 5 * HOUR);
    bench.app.plan_reset();
    check_fails(bench.app.plan(&request("今天走老路")), ErrorCode::NoDestination, &[]);
}

/// A conversation; where it leads after each sentence: start, stops, end.
fn talk(bench: &Bench, sentences: &[&str]) -> Vec<PlanDto> {
    bench.app.plan_reset();
    sentences
        .iter()
        .map(|said| bench.app.plan(&request(said)).unwrap_or_else(|e| panic!("{said}: {e:?}")))
        .collect()
}

fn stops(plan: &PlanDto) -> Vec<&str> {
    let stops = [&plan.origin].into_iter().chain(&plan.vias).chain([&plan.destination]);
    stops.map(|hit| hit.label.split_once(' ').map_or(hit.label.as_str(), |(zh, _)| zh)).collect()
}

#[test]
fn s0_07_the_destination_stays_for_the_following_turns() {
    let bench = bench();
    let turns = talk(&bench, &["我今天要去机场", "别走高速", "走风景好的路"]);
    assert!(turns.iter().all(|turn| stops(turn) == ["家", "机场"]));
    assert!(turns[0].routes[0].features.motorway_m > 0.0 && turns[1].routes[0].features.motorway_m == 0.0);
    assert_eq!(turns[2].intent.route_preference, "scenic");
    // A terminal, where every sentence is a run of its own, goes on as well.
    let other = bench.beside().unwrap();
    let next = other.plan(&request("再加上健身房")).unwrap();
    assert_eq!(stops(&next), ["家", "健身房", "机场"]);
    // But not for ever, not after "start over", and not for a word that is about nothing.
    bench.at_in_city(NOON + HOUR);
    check_fails(bench.beside().unwrap().plan(&request("别走高速")), ErrorCode::NoDestination, &[]);
    bench.app.plan_reset();
    check_fails(bench.app.plan(&request("别走高速")), ErrorCode::NoDestination, &[]);
    bench.ask("去公司");
    for said in ["你好", "我上周去了哪里", "忘掉公司"] {
        check_fails(bench.app.plan(&request(said)), ErrorCode::NoDestination, &[]);
    }
}

#[test]
fn s0_40_a_new_request_inherits_no_stops_unless_it_says_so() {
    let bench = bench();
    let check = |sentences: &[&str], wanted: &[&str]| {
        let turns = talk(&bench, sentences);
        assert_eq!(stops(&turns[turns.len() - 1]), wanted, "{sentences:?}");
    };
    check(&["先送孩子去学校再到公司"], &["家", "学校", "公司"]);
    check(&["去学校", "去公司"], &["家", "公司"]);
    check(&["先送孩子去学校", "再到公司"], &["家", "公司"]);
    check(&["先送孩子去学校再到公司", "去机场"], &["家", "机场"]);
    check(&["去公司", "再加上健身房"], &["家", "健身房", "公司"]);
    check(&["去公司", "顺便去健身房"], &["家", "健身房", "公司"]);
    check(&["to the office", "then to the gym"], &["家", "公司", "健身房"]);
    check(&["从公司去机场", "also avoid tolls"], &["公司", "机场"]);
    check(&["去公司别走高架", "去机场"], &["家", "机场"]);
    // Wishes are part of the old request, too.
    let turns = talk(&bench, &["去公司别走高架", "去机场", "去公司"]);
    assert!(turns[0].routes[0].features.elevated_m == 0.0 && turns[2].routes[0].features.elevated_m > 0.0);
    let turns = talk(&bench, &["去公司别走高架", "顺便去健身房"]);
    assert_eq!(turns[1].routes[0].features.elevated_m, 0.0, "what goes on keeps its wishes");
    // Asking the same again, with a switch turned, starts from the same trip.
    bench.app.plan_reset();
    bench.app.plan(&request("去公司")).unwrap();
    let first = bench.app.plan(&request("顺便去健身房")).unwrap();
    let again =
        bench.app.plan(&PlanRequest { dropped: owned(&["none"]), ..request("顺便去健身房") }).unwrap();
    assert_eq!(stops(&again), stops(&first));
}

#[test]
fn s0_12_the_kind_of_request_is_one_of_the_listed() {
    let bench = bench();
    let check = |utterance: &str, kind: &str| {
        let parsed =
            bench.app.parse(&ParseRequest { utterance: utterance.to_owned(), lang: LangDto::Zh }).unwrap();
        assert_eq!(parsed.kind, kind, "{utterance}");
    };
    for said in ["去公司", "从家到机场", "navigate to the office", "走老路去学校"] {
        check(said, "plan_route");
    }
    for said in ["再加上健身房", "别走高架", "also avoid tolls", "顺便去学校"] {
        check(said, "modify_trip");
    }
    for said in ["我上周去过哪些地方", "where did I drive yesterday"] {
        check(said, "query_history");
    }
    check("以后别走隧道", "remember");
    check("忘掉公司", "forget");
    check("你好", "unknown");
}

#[test]
fn s0_28_the_plan_has_the_structured_fields_and_s0_30_its_reason_cites_what_was_recalled() {
    let bench = bench();
    bench.at_in_city(MORNING);
    for said in ["去学校", "去公司别走高架", "从公司去机场，走江边", "to the airport, fastest"]
    {
        let plan = bench.ask(said);
        let json = serde_json::to_value(&plan).unwrap();
        for end in ["origin", "destination"] {
            assert!(
                json[end]["point"]["lat"].is_f64() && json[end]["point"]["lon"].is_f64(),
                "{said}: {end}"
            );
        }
        assert!(json["vias"].is_array());
        let preference = json["intent"]["route_preference"].as_str().unwrap();
        assert!(["fastest", "stable", "scenic", "avoid_highway"].contains(&preference));
        assert!(!json["human_readable_reason"].as_str().unwrap().is_empty());
        let back: PlanDto = serde_json::from_value(json).unwrap();
        assert_eq!(back.routes[0].id, plan.routes[0].id);
        // Every memory that is cited was recalled, by its id.
        let recalled = format!("{:?}", plan.trace.stages);
        for cited in all_reasons(&plan).filter_map(|reason| reason.memory.as_ref()) {
            assert!(recalled.contains(cited.as_str()), "{said}: {cited} in {recalled}");
        }
    }
}

#[test]
fn s0_29_the_four_ways_of_weighing_differ_where_they_must() {
    let bench = Bench::with_regions();
    let by_mode = |mode: &str| {
        let settings = SettingsDto { mode: mode.to_owned(), ..bench.app.settings().unwrap() };
        bench.app.settings_set(&settings).unwrap();
        let plan = bench.plan(between(city::MALL, city::AIRPORT));
        assert_eq!(plan.intent.route_preference, mode);
        if mode != "fastest" {
            let mode = reason(&plan, "mode");
            assert!(mode.decisive && mode.state == ReasonState::Decisive, "{mode:?}");
        }
        plan.routes[0].clone()
    };
    let [fastest, stable, scenic, off] = ["fastest", "stable", "scenic", "avoid_highway"].map(by_mode);
    let ids: BTreeSet<&str> = [&fastest, &stable, &scenic, &off].map(|route| route.id.as_str()).into();
    assert_eq!(ids.len(), 4);
    assert!([&stable, &scenic, &off].iter().all(|route| route.duration_s > fastest.duration_s));
    assert!(fastest.features.motorway_m > 0.0 && off.features.motorway_m == 0.0);
    assert_eq!((scenic.features.motorway_m, scenic.features.elevated_m), (0.0, 0.0));
    assert!(stable.signals < fastest.signals);
    // Said in a sentence they do the same.
    bench.settle_in_city();
    let settings = SettingsDto { mode: "fastest".to_owned(), ..bench.app.settings().unwrap() };
    bench.app.settings_set(&settings).unwrap();
    for (said, route) in [
        ("去机场", &fastest),
        ("去机场，走风景好的路", &scenic),
        ("去机场，稳当一点", &stable),
        ("不走高速去机场", &off),
    ] {
        let plan = bench.ask(&format!("从商场{said}"));
        assert_eq!(chosen(&plan), route.id, "{said}");
    }
}

#[test]
fn s0_46_without_memories_it_is_a_plain_planner_and_says_so() {
    let bench = Bench::with_regions();
    for (from, to) in [(city::HOME, city::OFFICE), (city::SCHOOL, city::AIRPORT), (HOME, OFFICE)] {
        let plan = bench.plan(between(from, to));
        assert!(!plan.memory_used && plan.reasons.is_empty() && plan.considered.is_empty());
        assert_eq!(plan.set_aside, None, "the chosen way is the fastest one");
        assert_eq!(plan.base.duration_s, plan.routes[0].duration_s);
        assert!(plan.human_readable_reason.contains("没有用到记忆"), "{}", plan.human_readable_reason);
        let english = bench.plan(PlanRequest { lang: LangDto::En, ..between(from, to) });
        assert!(english.human_readable_reason.contains("no memory was used"));
        assert_eq!(chosen(&english), chosen(&plan));
        let full = Bench::demo(CITY).plan(PlanRequest { disabled: Vec::new(), ..between(from, to) });
        assert_eq!(full.base, plan.base, "memories do not change the start of the sum");
    }
}

#[test]
fn s0_10_vectors_lie_in_the_one_file_and_nothing_goes_out() {
    let bench = Bench::with_regions();
    let request =
        app::dto::PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..Default::default() };
    bench.app.preference_add(&request).unwrap();
    let vector = {
        use domain::ports::Embedder as _;
        testkit::embedder::FakeEmbedder::default().embed(&["以后别走隧道"]).unwrap().remove(0)
    };
    let needle: Vec<u8> = vector[..8].iter().flat_map(|x| x.to_le_bytes()).collect();
    let holding: Vec<String> = bytes_below(bench.data_dir())
        .unwrap()
        .into_iter()
        .filter(|(_, bytes)| bytes.windows(needle.len()).any(|window| window == needle))
        .map(|(name, _)| name.display().to_string())
        .collect();
    assert!(!holding.is_empty() && holding.iter().all(|name| name.starts_with("memory.db")), "{holding:?}");
    let status = bench.app.status().unwrap();
    assert_eq!((status.network_requests, status.meaning), (0, app::dto::MeaningDto::Ready));
}

#[test]
fn s0_09_a_paraphrase_is_recalled_by_meaning() {
    let bench = bench();
    let add = |sentence: &str| {
        let request = app::dto::PreferenceAddRequest { sentence: sentence.to_owned(), ..Default::default() };
        bench.app.preference_add(&request).unwrap().id
    };
    let riverside = add("我上班喜欢走滨河的路");
    let plan = bench.ask("riverside, to the office");
    let recall = plan.trace.stages.iter().find(|stage| stage.name == "recall").unwrap();
    let found = recall.candidates.iter().take(5).find(|candidate| candidate.id == riverside);
    assert!(found.is_some_and(|found| found.ways.iter().any(|way| way == "vector")), "{recall:?}");
}
