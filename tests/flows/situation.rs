//! The situation of a trip: hurry, weather, lateness, a new home, entrances, company, and cards that speak unasked.

use std::sync::Arc;

use app::{
    CancelToken,
    dto::{
        CardAnswerDto, CardAnswerRequest, EntranceRequest, ErrorCode, LangDto, MemoryEditRequest, PlanDto,
        PlanRequest, PreferenceAddRequest, RecordedDriveRequest, SayRequest, SettingsDto, SimulateRequest,
        SpeakerDto, StrengthDto, WeatherSetRequest, WhereRequest,
    },
};
use domain::LonLat;
use serde_json::json;
use testkit::{
    city,
    web::{ANY, Manner, Server},
};

use crate::support::*;

const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;
/// Tuesday, noon in the made city.
const CITY_NOON: i64 = TUESDAY_NOON - 7 * HOUR;

fn remember(bench: &Bench, sentence: &str) -> String {
    let request = PreferenceAddRequest { sentence: sentence.to_owned(), ..PreferenceAddRequest::default() };
    bench.app.preference_add(&request).unwrap().id
}

fn in_rain(bench: &Bench, sentence: &str) -> PlanDto {
    bench.plan(PlanRequest { weather: Some("rain".to_owned()), ..request(sentence) })
}

fn fact(plan: &PlanDto, name: &str) -> (String, String) {
    let fact = plan.situation.iter().find(|fact| fact.fact == name).unwrap();
    (fact.text.clone(), fact.source.clone())
}

#[test]
fn s0_03_the_entrance_chosen_twice_is_where_trips_end() {
    let bench = Bench::with_regions();
    bench.at_in_city(CITY_NOON);
    bench.add_place("家", &[], "home", city::HOME);
    let mall = bench.add_place("商场", &[], "", city::MALL);
    let front = LonLat { lat: city::MALL.lat + 0.001, lon: city::MALL.lon };
    let basement = LonLat { lat: city::MALL.lat - 0.002, lon: city::MALL.lon + 0.002 };
    let put = |name: &str, at: LonLat| {
        let request = EntranceRequest {
            place: mall.clone(),
            name: Some(name.to_owned()),
            point: Some(point(at)),
            ..EntranceRequest::default()
        };
        bench.app.entrance_put(&request, LangDto::Zh).unwrap().entrances
    };
    put("正门", front);
    let entrances = put("地下停车场", basement);
    let (gate, ramp) = (entrances[0].id.clone(), entrances[1].id.clone());
    let end = || {
        let plan = bench.ask("去商场");
        let at = plan.destination.point;
        (LonLat { lon: at.lon, lat: at.lat }, plan)
    };
    // Once is no habit; and the front door, chosen once as well, is none either.
    bench.app.entrance_choose(&ramp, LangDto::Zh).unwrap();
    bench.app.entrance_choose(&gate, LangDto::Zh).unwrap();
    assert_eq!(end().0, city::MALL);
    let shown = bench.app.entrance_choose(&ramp, LangDto::Zh).unwrap();
    assert!(shown.entrances[1].routed && !shown.entrances[0].routed, "the memory page shows which");
    let (at, plan) = end();
    assert!(at.distance_m(basement) < 1.0);
    assert_eq!(plan.destination.memory.as_deref(), Some(mall.as_str()), "it is still the mall");
    let last = *plan.routes[0].geometry.coordinates.last().unwrap();
    let last = LonLat { lon: last[0], lat: last[1] };
    assert!(last.distance_m(basement) < last.distance_m(city::MALL), "the way ends there");
    assert!(
        plan.moved.iter().any(|words| words.contains("地下停车场") && words.contains("2 次")),
        "{:?}",
        plan.moved
    );
    // Edited, it moves; deleted, the place itself is meant again; with the place, all of them go and come back.
    let there = LonLat { lat: basement.lat - 0.001, ..basement };
    let edit =
        EntranceRequest { id: Some(ramp.clone()), point: Some(point(there)), ..EntranceRequest::default() };
    bench.app.entrance_put(&edit, LangDto::Zh).unwrap();
    assert!(end().0.distance_m(there) < 1.0);
    bench.app.memory_delete(std::slice::from_ref(&mall), LangDto::Zh).unwrap();
    bench.app.memory_undo("").unwrap();
    assert!(end().0.distance_m(there) < 1.0);
    bench.app.entrance_delete(&ramp, LangDto::Zh).unwrap();
    assert_eq!(end().0, city::MALL);
    check_fails(bench.app.entrance_choose(&ramp, LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
    // Erased, not a byte of an entrance's name is left.
    assert!(bench.app.erase(&[mall], false).unwrap().complete);
}

#[test]
fn s0_05_three_drivers_in_a_hurry_in_rain_and_after_moving_house() {
    // In a hurry by the motorway, otherwise not.
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    remember(&bench, "不走高速");
    let quick = remember(&bench, "赶时间的时候走高速");
    let calm = bench.ask("去机场");
    assert_eq!(calm.routes[0].features.motorway_m, 0.0);
    let hurry = bench.ask("赶时间，去机场");
    assert!(hurry.routes[0].features.motorway_m > 1_000.0);
    assert!(
        reason(&hurry, &quick).decisive && reason(&hurry, &quick).text.contains("赶时间"),
        "{:?}",
        hurry.reasons
    );
    assert!(!all_reasons(&calm).any(|reason| reason.id == quick && reason.decisive));
    // In rain another way.
    let bench = Bench::with_regions();
    bench.at_in_city(CITY_NOON);
    bench.add_place("家", &[], "home", city::HOME);
    bench.add_place("公司", &[], "work", city::OFFICE);
    let wet = remember(&bench, "下雨天不上高架");
    assert!(bench.ask("去公司").routes[0].features.elevated_m > 1_000.0);
    let rain = bench.ask("下雨了，去公司");
    assert_eq!(rain.routes[0].features.elevated_m, 0.0);
    assert!(reason(&rain, &wet).decisive);
    // After moving, home is the new home, for both ends of a trip.
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let new = bench.add_place("新家", &[], "home", LonLat { lon: 7.4246, lat: 43.7384 });
    for said in ["回家", "take me home"] {
        assert_eq!(bench.ask(said).destination.memory.as_ref(), Some(&new), "{said}");
    }
    assert_eq!(bench.ask("去公司").origin.memory.as_ref(), Some(&new));
    assert!(bench.ask("去家 Home").destination.label.contains("家"), "the old one has its name still");
}

#[test]
fn s1_33_facts_say_who_knows_them_and_the_rest_is_unknown() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plan = bench.ask("带孩子去健身房");
    assert_eq!(fact(&plan, "passengers"), ("同乘：孩子".to_owned(), "sentence".to_owned()));
    assert_eq!(fact(&plan, "time").1, "clock");
    for unknown in ["weather", "outside", "cabin", "traffic", "hurry"] {
        let (text, source) = fact(&plan, unknown);
        assert!(text.ends_with("未知") && source.is_empty(), "{text}");
    }
    assert_eq!(fact(&in_rain(&bench, "去公司"), "weather").1, "switch");
    assert_eq!(fact(&bench.ask("下雨了，去公司"), "weather").1, "sentence");
    assert_eq!(fact(&bench.ask("我一个人去公司"), "passengers").0, "同乘：无");
}

#[test]
fn s1_52_ten_minutes_late_flips_steady_to_fastest_with_that_reason() {
    let bench = Bench::demo(DEMO);
    let settings = bench.app.settings().unwrap();
    bench.app.settings_set(&SettingsDto { mode: "stable".to_owned(), ..settings }).unwrap();
    // The demo leaves for work at 8:10; noon is 12:00.
    let check = |hour: i64, minute: i64, said: &str, mode: &str, late: bool| {
        bench.at(TUESDAY_NOON + (hour - 12) * HOUR + minute * 60);
        let plan = bench.ask(said);
        assert_eq!(plan.decision.route_preference, mode, "{hour}:{minute} {said}");
        let told = plan.notices.iter().find(|notice| notice.kind == "late");
        assert_eq!(told.is_some(), late, "{hour}:{minute} {said}");
        plan
    };
    check(8, 10, "去公司", "stable", false);
    check(8, 20, "去公司", "stable", false);
    let late = check(8, 21, "去公司", "fastest", true);
    let told = &late.notices.iter().find(|notice| notice.kind == "late").unwrap().text;
    assert!(told.contains("11 分钟") && told.contains("08:10"), "{told}");
    check(8, 40, "to the office", "fastest", true);
    // What was asked for stays; another hour, day or trip is not late.
    check(8, 40, "去公司，走风景好的路", "scenic", false);
    check(10, 30, "去公司", "stable", false);
    check(8, 40, "去学校", "stable", false);
    // Switched off for once, it is as if it were on time.
    bench.at(TUESDAY_NOON - 4 * HOUR + 40 * 60);
    let off = bench.without("去公司", &["late"]);
    assert_eq!(off.decision.route_preference, "stable");
    // The price that was told is the exact difference.
    let saved = off.routes[0].duration_s - late.routes[0].duration_s;
    assert_eq!(saved.abs() > 0.01, chosen(&off) != chosen(&late));
}

#[test]
fn s1_53_a_late_evening_calls_an_early_meeting_to_mind_and_the_card_is_noted_and_can_be_sent_away() {
    let bench = Bench::demo(DEMO);
    let tell = |words: &str| {
        let request = SayRequest {
            words: words.to_owned(),
            lang: LangDto::Zh,
            speaker: SpeakerDto::default(),
            heard: None,
            session: String::new(),
        };
        bench.app.say(&request).unwrap()
    };
    bench.at(TUESDAY_NOON);
    let said = tell("明天早上8点我要开会");
    assert_eq!(said.stored.len(), 1, "{said:?}");
    // On time, nobody is reminded.
    bench.at(TUESDAY_NOON + 6 * HOUR + 20 * 60);
    assert_eq!(bench.ask("从公司回家").card, None);
    // Three hours later.
    bench.at(TUESDAY_NOON + 9 * HOUR + 20 * 60);
    let card = bench.ask("从公司回家").card.expect("a card");
    assert_eq!((card.kind.as_str(), &card.memory), ("meeting", &said.stored[0].id));
    assert!(
        card.text.contains("开会") && card.text.contains("08:00") && card.text.contains("3 小时"),
        "{}",
        card.text
    );
    assert!(card.why.contains("行程"), "{}", card.why);
    // Somewhere else, or the other way, it has nothing to say.
    assert_eq!(bench.ask("从公司去健身房").card, None);
    let answer = CardAnswerRequest {
        kind: card.kind.clone(),
        memory: card.memory.clone(),
        answer: CardAnswerDto::Dismiss,
        lang: LangDto::Zh,
    };
    let cards = bench.app.card_answer(&answer).unwrap();
    let log: Vec<&str> = cards.log.iter().map(|line| line.what.as_str()).collect();
    assert_eq!(log, ["dismiss", "shown"]);
    assert_eq!(bench.ask("从公司回家").card, None, "sent away for today");
}

#[test]
fn s1_53_after_overtime_the_way_home_avoids_what_is_slow_at_that_hour_and_the_card_says_when_to_leave() {
    let bench = Bench::demo(DEMO);
    let settings = bench.app.settings().unwrap();
    bench.app.settings_set(&SettingsDto { mode: "stable".to_owned(), ..settings }).unwrap();
    bench.at(TUESDAY_NOON);
    let request = SayRequest {
        words: "明天早上8点我要开会".to_owned(),
        lang: LangDto::Zh,
        speaker: SpeakerDto::default(),
        heard: None,
        session: String::new(),
    };
    bench.app.say(&request).unwrap();
    let late = TUESDAY_NOON + 9 * HOUR + 20 * 60;
    bench.at(late);
    // The settings' steady way is for other evenings; this one is late, and the quickest is meant.
    let plain = bench.ask("从公司回家");
    assert_eq!(plain.decision.route_preference, "fastest");
    assert!(plain.notices.iter().any(|notice| notice.kind == "late"), "{:?}", plain.notices);
    let card = plain.card.clone().expect("a card");
    assert!(card.text.contains("出发") && card.text.contains("按地图"), "{}", card.text);
    // On three late evenings that way was a crawl, and on three mornings the way to work took twice as long.
    for days in [7, 8, 14] {
        drive(&bench, &plain, late - days * DAY, 5.0);
    }
    bench.at(TUESDAY_NOON - 4 * HOUR);
    let morning = bench.ask("去公司");
    for days in [0, 1, 7] {
        drive(&bench, &morning, TUESDAY_NOON - 5 * HOUR - days * DAY, 2.0);
    }
    bench.at(late);
    let home = bench.ask("从公司回家");
    assert_ne!(chosen(&home), chosen(&plain), "congestion is avoided");
    assert!(home.notices.iter().any(|notice| notice.kind == "traffic"), "{:?}", home.notices);
    let card = home.card.expect("a card");
    assert!(card.text.contains("08:00") && card.text.contains("你自己"), "{}", card.text);
    // Early enough: by the slower mornings, to the five minutes before.
    let leave = card.text.find(" 前出发").map(|at| &card.text[at - 5..at]).unwrap();
    let minutes: i64 = leave[..2].parse::<i64>().unwrap() * 60 + leave[3..].parse::<i64>().unwrap();
    let by_map = morning.routes[0].duration_s / 60.0;
    assert!(minutes % 5 == 0 && (480 - minutes) as f64 > by_map * 1.2, "{leave} for {by_map} min by the map");
    // Asked for otherwise, it is planned otherwise.
    assert_eq!(bench.ask("从公司回家，走风景好的路").decision.route_preference, "scenic");
}

#[test]
fn s1_54_every_card_has_a_memory_to_ask_stop_and_forget() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    let wet = remember(&bench, "下雨天不上高架");
    let card = in_rain(&bench, "去公司").card.expect("a card");
    assert_eq!(card.memory, wet);
    assert!(!card.why.is_empty());
    assert!(bench.app.memory_show(&card.memory, LangDto::Zh).is_ok(), "why opens it");
    let answer = |answer: CardAnswerDto| {
        let request =
            CardAnswerRequest { kind: "weather".to_owned(), memory: wet.clone(), answer, lang: LangDto::Zh };
        bench.app.card_answer(&request).unwrap()
    };
    // Stopped, no card of the kind speaks, and the plan is the same; switched on again, it does.
    let stopped = answer(CardAnswerDto::Stop);
    assert!(stopped.kinds.iter().any(|kind| kind.kind == "weather" && !kind.on));
    let silent = in_rain(&bench, "去公司");
    assert_eq!((silent.card.as_ref(), silent.routes[0].features.elevated_m), (None, 0.0));
    bench.app.card_kind_set("weather", true, LangDto::Zh).unwrap();
    assert!(in_rain(&bench, "去公司").card.is_some());
    // Forgotten, the memory is gone, and with it what the card spoke of; it can be undone.
    answer(CardAnswerDto::Forget);
    let after = in_rain(&bench, "去公司");
    assert!(after.card.as_ref().is_none_or(|card| card.memory != wet));
    bench.app.memory_undo("").unwrap();
    assert_eq!(in_rain(&bench, "去公司").card.unwrap().memory, wet);
    // Erased, its id is no longer in the log.
    bench.app.erase(std::slice::from_ref(&wet), false).unwrap();
    assert!(bench.app.cards(LangDto::Zh).unwrap().log.iter().all(|line| line.memory != wet));
    check_fails(
        bench.app.card_kind_set("gossip", true, LangDto::Zh),
        ErrorCode::BadRequest,
        &[("field", "kind")],
    );
}

#[test]
fn s3_52_rain_brings_a_card_from_memory_and_what_was_said_by_oneself_brings_none() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    // The demo likes the waterside in rain.
    let card = in_rain(&bench, "去公司").card.expect("a card");
    assert_eq!(card.kind, "weather");
    assert!(card.text.contains("下雨"), "{}", card.text);
    assert_eq!(bench.ask("下雨了，去公司").card, None, "who says it knows it");
    assert_eq!(bench.ask("去公司").card, None, "unknown weather is no rain");
    let clear = bench.plan(PlanRequest { weather: Some("clear".to_owned()), ..request("去公司") });
    assert_eq!(clear.card, None);
    let draft = PlanRequest { draft: true, weather: Some("rain".to_owned()), ..request("去公司") };
    assert_eq!(bench.plan(draft).card, None);
}

#[test]
fn a_closure_on_the_usual_way_is_told_and_comes_before_the_weather() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    let plain = bench.ask("去公司");
    assert!(plain.routes[0].usual);
    let road = plain.routes[0].via_roads[0].clone();
    let closure = remember(&bench, &format!("{road}封到周五"));
    let card = in_rain(&bench, "去公司").card.expect("a card");
    assert_eq!((card.kind.as_str(), card.memory.as_str()), ("closure", closure.as_str()));
    assert!(card.text.contains(&road), "{}", card.text);
}

#[test]
fn the_weather_service_is_off_until_asked_and_is_told_a_square_and_nothing_else() {
    let hours: Vec<i64> = (0..48).map(|hour| TUESDAY_NOON + (hour - 2) * HOUR).collect();
    let answer =
        json!({ "hourly": { "time": hours, "weather_code": vec![61; 48], "temperature_2m": vec![8.5; 48] } });
    let server = Server::start().unwrap();
    server.serve(ANY, answer.to_string(), Manner::Well);
    let mut bench = Bench::demo(DEMO);
    bench.app = bench.app.with_weather(Arc::new(adapters::OpenMeteo));
    bench.at(TUESDAY_NOON);
    remember(&bench, "下雨天不走隧道");
    let asked = || bench.app.weather_refresh(None, &CancelToken::new()).unwrap();
    assert!(!asked().enabled && server.asked().is_empty(), "off, nothing is sent");
    let set = |enabled: bool, address: String| {
        let request =
            WeatherSetRequest { enabled: Some(enabled), address: Some(address), timeout_s: Some(2) };
        bench.app.weather_set(&request).unwrap()
    };
    set(true, server.at(""));
    assert!(server.asked().is_empty(), "switching on sends nothing");
    assert_eq!(fact(&bench.ask("去公司"), "weather").1, "", "a plan waits for nobody");
    let weather = asked();
    assert_eq!((weather.sky.as_deref(), weather.outside_c), (Some("rain"), Some(8.5)));
    asked();
    let sent = server.asked();
    assert_eq!(sent.len(), 1, "an answer of this half hour is not asked for again");
    let path = &sent[0].path;
    assert!(path.contains("latitude=43.7&longitude=7.4&"), "{path}");
    assert!(!path.contains("43.72") && !path.contains("7.40"), "{path}");
    let plan = bench.ask("去公司");
    assert_eq!(fact(&plan, "weather").1, "provider");
    assert_eq!(fact(&plan, "outside").0, "车外：8°C");
    assert_eq!(plan.routes[0].features.tunnel_m, 0.0);
    assert_eq!(plan.card.as_ref().map(|card| card.kind.as_str()), Some("weather"));
    let (_, ledger) = bench.app.network_requests();
    assert_eq!((ledger[0].purpose.as_str(), ledger[0].outcome.as_str()), ("weather", "ok"));
    // What the person sets or says goes over what the service says.
    let clear = bench.plan(PlanRequest { weather: Some("clear".to_owned()), ..request("去公司") });
    assert!(clear.routes[0].features.tunnel_m > 0.0);
    // Too old, it says nothing; switched off, it is forgotten.
    bench.at(TUESDAY_NOON + 7 * HOUR);
    assert_eq!(fact(&bench.ask("去公司"), "weather").1, "");
    bench.at(TUESDAY_NOON);
    set(false, server.at(""));
    assert_eq!(fact(&bench.ask("去公司"), "weather").1, "");
}

#[test]
fn a_weather_service_that_fails_leaves_the_weather_unknown_and_says_why() {
    let mut bench = Bench::demo(DEMO);
    bench.app = bench.app.with_weather(Arc::new(adapters::OpenMeteo));
    bench.at(TUESDAY_NOON);
    let check = |body: &[u8], manner: Manner, problem: &str| {
        let server = Server::start().unwrap();
        server.serve(ANY, body, manner);
        let request =
            WeatherSetRequest { enabled: Some(true), address: Some(server.at("")), timeout_s: Some(1) };
        bench.app.weather_set(&request).unwrap();
        let weather = bench.app.weather_refresh(None, &CancelToken::new()).unwrap();
        assert_eq!((weather.sky, weather.problem.as_str()), (None, problem));
        assert_eq!(fact(&bench.ask("去公司"), "weather").1, "");
    };
    check(b"{}", Manner::Well, "unreadable");
    check(b"<html>", Manner::Well, "unreadable");
    check(b"{}", Manner::Status(429), "limit");
    check(b"{}", Manner::Silent, "slow");
    check(
        br#"{"hourly":{"time":[1],"weather_code":[7777],"temperature_2m":[1]}}"#,
        Manner::Well,
        "unreadable",
    );
}

#[test]
fn s0_45_a_place_for_the_dog_this_weekend_is_found_with_its_tag_and_the_taste_that_was_used() {
    let bench = Bench::with_regions();
    bench.at_in_city(CITY_NOON);
    bench.add_place("家", &[], "home", city::HOME);
    let tell = |words: &str| {
        let request = SayRequest {
            words: words.to_owned(),
            lang: LangDto::Zh,
            speaker: SpeakerDto::default(),
            heard: None,
            session: String::new(),
        };
        bench.app.say(&request).unwrap().stored.iter().map(|one| one.id.clone()).collect::<Vec<_>>()
    };
    let dog = tell("我喜欢带狗去公园");
    assert_eq!(dog.len(), 1);
    // Other things that are remembered, of which none has to do with it.
    for other in ["我喜欢喝美式咖啡", "我开一辆电动车", "我讨厌海滩"] {
        tell(other);
    }
    remember(&bench, "不走隧道");
    let ask = |utterance: &str, lang: LangDto| {
        bench.app.places_where(&WhereRequest {
            utterance: utterance.to_owned(),
            lang,
            ..WhereRequest::default()
        })
    };
    let found = ask("找个这周末能带狗去的地方", LangDto::Zh).unwrap();
    assert!(!found.places.is_empty() && found.needs == ["dog"] && found.seeks, "{found:?}");
    let park = &found.places[0];
    assert_eq!(
        (park.place.label.as_str(), park.tag.as_str(), park.preferred),
        ("人民公园", "dog=leashed", true)
    );
    let cited: Vec<&str> = found.memories.iter().map(|memory| memory.id.as_str()).collect();
    assert_eq!(cited, dog, "and nothing else");
    assert!(found.text.contains("狗"), "{}", found.text);
    // The candidate can be driven to.
    let to = PlanRequest {
        destination: Some(waypoint(LonLat { lon: park.place.point.lon, lat: park.place.point.lat })),
        ..request("")
    };
    assert!(bench.plan(to).routes[0].distance_m > 1_000.0);
    // In English; and without a dog in the sentence it says that it does not know what to look for.
    let found = ask("somewhere to take the dog this weekend", LangDto::En).unwrap();
    assert!(!found.places.is_empty() && found.seeks);
    // Who names where to go with the dog does not ask where one could.
    for named in ["带狗去公司", "to the office with the dog"] {
        assert!(!ask(named, LangDto::En).unwrap().seeks, "{named}");
    }
    let unsaid = ask("找个好玩的地方", LangDto::Zh).unwrap();
    assert!(unsaid.places.is_empty() && unsaid.memories.is_empty() && !unsaid.text.is_empty());
    // Forgotten, it is cited no longer.
    bench.app.memory_delete(&dog, LangDto::Zh).unwrap();
    let after = ask("找个这周末能带狗去的地方", LangDto::Zh).unwrap();
    assert!(after.memories.is_empty() && !after.places.is_empty() && !after.places[0].preferred);
}

/// A way of a plan, recorded as driven at that moment, so many times as slowly as by the map.
fn drive(bench: &Bench, plan: &PlanDto, departed: i64, slower: f64) {
    let simulate = SimulateRequest {
        plan_id: plan.plan_id.clone(),
        departed_at: Some(departed),
        every_s: 2.0,
        ..SimulateRequest::default()
    };
    let mut fixes = bench.app.drive_simulate(&simulate).unwrap().fixes;
    fixes.iter_mut().for_each(|fix| fix.at = departed as f64 + (fix.at - departed as f64) * slower);
    let request = RecordedDriveRequest { fixes, lang: LangDto::Zh };
    let report = bench.app.drive_recorded(&request, &CancelToken::new()).unwrap();
    assert_eq!(report.trips, 1, "{report:?}");
}

#[test]
fn own_drives_at_this_time_of_day_are_the_time_that_is_planned_with_and_shown_as_such() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    let plan = bench.ask("去公司");
    let map_s = plan.routes[0].duration_s;
    // The same way, driven one and a half times as slowly, on so many noons before.
    drive(&bench, &plan, CITY_NOON - 7 * DAY, 1.5);
    drive(&bench, &plan, CITY_NOON - 8 * DAY, 1.5);
    assert_eq!(bench.ask("去公司").routes[0].traffic, None, "two drives tell nothing");
    drive(&bench, &plan, CITY_NOON - 14 * DAY, 1.5);
    let told = bench.ask("去公司");
    assert_eq!(chosen(&told), chosen(&plan), "no road seems quicker for never having been driven");
    for route in &told.routes {
        let traffic = route.traffic.as_ref().expect("three do");
        assert_eq!(traffic.typical_s, route.duration_s, "it is the time of the way, of alternatives too");
        assert!(traffic.low_s <= traffic.typical_s && traffic.typical_s <= traffic.high_s);
        assert!(traffic.measured_s <= traffic.typical_s && traffic.elsewhere > 1.2, "{traffic:?}");
    }
    let (route, traffic) = (&told.routes[0], told.routes[0].traffic.as_ref().unwrap());
    assert!((1.2..1.6).contains(&(route.duration_s / map_s)), "{} of {map_s}", route.duration_s);
    assert!(
        (traffic.map_s - map_s).abs() < 2.0,
        "the map's time stands beside it: {} {map_s}",
        traffic.map_s
    );
    assert!(traffic.covered > 0.5 && traffic.covered <= 1.0, "{}", traffic.covered);
    assert!(traffic.text.contains("3 次") && !traffic.roads.is_empty(), "{}", traffic.text);
    assert_eq!(fact(&told, "traffic").1, "trips");
    // The steps of the panel are in the same seconds.
    let steps: f64 = all_reasons(&told).filter(|reason| reason.enabled).map(|reason| reason.delta_s).sum();
    assert!((told.base.duration_s + steps - route.duration_s).abs() < 0.01, "{steps}");
    // Switched off for once, it is the map's time again, to the second.
    let off = bench.without("去公司", &["traffic"]);
    assert_eq!((off.routes[0].duration_s, off.routes[0].traffic.as_ref()), (map_s, None));
    // In the evening nobody drove there yet.
    bench.at_in_city(CITY_NOON + 7 * HOUR);
    assert_eq!(bench.ask("去公司").routes[0].traffic, None);
    // With learning off nothing is concluded from drives, this neither.
    bench.at_in_city(CITY_NOON);
    let settings = bench.app.settings().unwrap();
    bench.app.settings_set(&SettingsDto { learning: false, ..settings.clone() }).unwrap();
    assert_eq!(bench.ask("去公司").routes[0].traffic, None);
    bench.app.settings_set(&settings).unwrap();
    // The drives gone, so is what they said.
    let imports = bench.app.trip_imports().unwrap();
    bench.app.trips_undo(&imports[0].id).unwrap();
    let gone = bench.ask("去公司");
    assert_eq!((gone.routes[0].duration_s, gone.routes[0].traffic.as_ref()), (map_s, None));
}

#[test]
fn a_way_that_is_slow_by_own_drives_is_gone_around_with_its_exact_price_and_erased_never_was() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    let plan = bench.ask("去公司");
    let mut trips = Vec::new();
    for days in [1, 7, 8] {
        drive(&bench, &plan, CITY_NOON - days * DAY, 4.0);
        trips.push(bench.app.trip_imports().unwrap()[0].id.clone());
    }
    let around = bench.ask("去公司");
    assert_ne!(chosen(&around), chosen(&plan), "a crawl is gone around");
    let told = around.notices.iter().find(|notice| notice.kind == "traffic").expect("and it is said");
    assert!(told.text.contains("你自己开过"), "{}", told.text);
    if let Some(other) = around.routes.iter().find(|route| route.id == chosen(&plan)) {
        let saved = ((other.duration_s - around.routes[0].duration_s) / 60.0).round();
        assert!(told.text.contains(&format!("{saved} 分钟")), "{} {saved}", told.text);
    }
    let off = bench.without("去公司", &["traffic"]);
    assert_eq!(
        (chosen(&off), off.routes[0].duration_s),
        (chosen(&plan), plan.routes[0].duration_s),
        "switched off"
    );
    assert!(off.notices.iter().all(|notice| notice.kind != "traffic"));
    // One of the drives erased, two are left: they say as little as in a store that never saw the third.
    let trip = bench.rows().into_iter().find(|row| row.id.starts_with("trip-")).unwrap().id;
    bench.app.erase(&[trip], false).unwrap();
    let after = bench.ask("去公司");
    assert_eq!((chosen(&after), after.routes[0].traffic.as_ref()), (chosen(&plan), None));
}

#[test]
fn ta8_how_much_a_preference_weighs_is_a_number_and_another_strength_is_another() {
    let bench = Bench::demo(CITY);
    let id = remember(&bench, "尽量走江边");
    let weight = |lang: LangDto| bench.app.memory_show(&id, lang).unwrap().weight;
    let liked = weight(LangDto::Zh).expect("a number");
    assert!(liked.factor < 1.0 && liked.text.contains("67%"), "{liked:?}");
    let edit = |strength: StrengthDto| {
        let request =
            MemoryEditRequest { id: id.clone(), strength: Some(strength), ..MemoryEditRequest::default() };
        bench.app.memory_edit(&request, LangDto::Zh).unwrap();
    };
    edit(StrengthDto::RatherNot);
    let shunned = weight(LangDto::En).expect("a number");
    assert!(shunned.factor == 1.8 && shunned.text.contains("80 % longer"), "{shunned:?}");
    edit(StrengthDto::Never);
    assert_eq!(weight(LangDto::En), None, "never is no number");
}
