//! Avoiding through the whole app: areas, stretches by direction and time, closures that end by themselves, small streets.

use app::dto::{
    AvoidSettingDto, LangDto, LifetimeDto, MemoryEditRequest, MemoryQuery, ParseRequest, PlanDto,
    PlanRequest, PointDto, PreferenceAddRequest, ReasonState, RoadWishRequest, ScopeDto, StrengthDto,
    TargetDto, WishDto,
};
use domain::LonLat;

use crate::support::*;

const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;
/// Friday is three days after Tuesday.
const FRIDAY_NOON: i64 = TUESDAY_NOON + 3 * DAY;

/// A square around a point, half a side in degrees.
fn around(at: [f64; 2], half: f64) -> Vec<PointDto> {
    // As a drawing is stored: to the ten-millionth of a degree.
    let e7 = |degrees: f64| (degrees * 1e7).round() / 1e7;
    let corner = |dx: f64, dy: f64| PointDto { lon: e7(at[0] + dx * half), lat: e7(at[1] + dy * half) };
    vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

fn middle(plan: &PlanDto) -> [f64; 2] {
    let line = &plan.routes[0].geometry.coordinates;
    line[line.len() / 2]
}

fn wish(target: TargetDto, strength: StrengthDto) -> RoadWishRequest {
    RoadWishRequest { target, strength, scope: ScopeDto::default(), expires_at: None, lang: LangDto::En }
}

/// The road that makes up most of the way.
fn main_road(plan: &PlanDto) -> String {
    let details = &plan.routes[0].details;
    let roads = details.iter().filter(|detail| detail.kind == "road");
    let longest = roads.max_by(|a, b| a.metres.total_cmp(&b.metres));
    longest.map(|detail| detail.value.clone()).unwrap_or_default()
}

fn metres_on(plan: &PlanDto, road: &str) -> f64 {
    let details = &plan.routes[0].details;
    details.iter().filter(|d| d.kind == "road" && d.value == road).map(|d| d.metres).sum()
}

#[test]
fn an_area_is_avoided_once_or_remembered_and_its_price_is_shown() {
    let bench = Bench::with_regions();
    let trip = || between(HOME, OFFICE);
    let plain = bench.plan(trip());
    let area = TargetDto::Area { label: "around the school".to_owned(), ring: around(middle(&plain), 0.002) };

    let once = WishDto { target: area.clone(), strength: StrengthDto::Avoid };
    let away = bench.plan(PlanRequest { wishes: vec![once], ..trip() });
    assert_ne!(chosen(&away), chosen(&plain));
    let why = reason(&away, "map-0");
    assert!(why.decisive && why.text.contains("around the school"), "{why:?}");
    let cost = away.routes[0].duration_s - plain.routes[0].duration_s;
    let priced = why.without_s;
    assert!(cost > 0.0 && (priced - cost).abs() < 0.01, "{priced} of {cost}");
    assert_eq!(chosen(&bench.plan(trip())), chosen(&plain), "once is once");

    let row = bench.app.road_wish_remember(&wish(area.clone(), StrengthDto::Avoid)).unwrap();
    let kept = bench.plan(trip());
    assert_eq!(chosen(&kept), chosen(&away));
    assert_eq!(reason(&kept, &row.id).state, ReasonState::Decisive);
    let detail = bench.app.memory_show(&row.id, LangDto::En).unwrap();
    assert_eq!(detail.target, Some(area));
    assert_eq!(detail.lines.len(), 1, "its outline is drawn");
    let line = &detail.lines[0].coordinates;
    assert_eq!((line.len(), line.first()), (5, line.last()), "four corners, and back to the first");

    // Drawn anew somewhere else, it is another area.
    let elsewhere = TargetDto::Area { label: String::new(), ring: around([7.30, 43.70], 0.001) };
    let edit = MemoryEditRequest {
        id: row.id.clone(),
        target: Some(elsewhere.clone()),
        ..MemoryEditRequest::default()
    };
    bench.app.memory_edit(&edit, LangDto::En).unwrap();
    assert_eq!(chosen(&bench.plan(trip())), chosen(&plain));
    assert_eq!(bench.app.memory_show(&row.id, LangDto::En).unwrap().target, Some(elsewhere));

    let two = TargetDto::Area { label: String::new(), ring: around([7.4, 43.7], 0.001)[..2].to_vec() };
    check_fails(
        bench.app.road_wish_remember(&wish(two, StrengthDto::Never)),
        app::dto::ErrorCode::BadRequest,
        &[("field", "target.ring")],
    );
}

#[test]
fn an_area_around_an_end_is_left_and_one_around_everything_is_said_to_be_unmet() {
    let bench = Bench::with_regions();
    let plain = bench.plan(between(HOME, OFFICE));
    for (at, from, to) in [(HOME, HOME, OFFICE), (OFFICE, HOME, OFFICE), (HOME, OFFICE, HOME)] {
        let area = TargetDto::Area { label: String::new(), ring: around([at.lon, at.lat], 0.002) };
        for strength in [StrengthDto::Avoid, StrengthDto::Never] {
            let once = WishDto { target: area.clone(), strength };
            let plan = bench.plan(PlanRequest { wishes: vec![once], ..between(from, to) });
            assert!(plan.offer.is_none(), "{strength:?}: standing in it breaks nothing");
            let left: f64 = plan.unmet.iter().map(|unmet| unmet.metres).sum();
            assert!(left > 50.0 && left < 800.0, "{strength:?}: {left} m, out of it by a short way");
        }
    }
    let all = TargetDto::Area { label: String::new(), ring: around(middle(&plain), 0.2) };
    let plan = bench.plan(PlanRequest {
        wishes: vec![WishDto { target: all, strength: StrengthDto::Never }],
        ..between(HOME, OFFICE)
    });
    let metres = plan.unmet[0].metres;
    assert!((metres - plan.routes[0].distance_m).abs() < 1.0, "{metres} of {}", plan.routes[0].distance_m);
}

#[test]
fn a_closure_is_said_shown_priced_and_ends_by_itself() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plain = bench.ask("去公司");
    let road = main_road(&plain);
    assert!(metres_on(&plain, &road) > 500.0, "{road}");
    let said = format!("去公司，{road}封到周五");

    let parsed = bench.app.parse(&ParseRequest { utterance: said.clone(), lang: LangDto::Zh }).unwrap();
    let chip = parsed.chips.iter().find(|chip| chip.id == "wish-0").expect("a chip");
    assert_eq!((chip.label.as_str(), chip.value.as_str()), ("封路", road.as_str()));
    assert_eq!(chip.lifetime, Some(LifetimeDto::Until));
    let end = chip.until.expect("an end");
    assert!(end > FRIDAY_NOON && end <= FRIDAY_NOON + DAY, "Friday counts to its end");

    let closed = bench.ask(&said);
    assert!(metres_on(&closed, &road) < 20.0, "{} m on {road}", metres_on(&closed, &road));
    let why = reason(&closed, "sentence-0");
    // It was written down as well, so that either of the two is enough: their price is a joint one.
    assert!(why.group.is_some() && why.group_s.is_some_and(|price| price > 0.0), "{why:?}");
    assert!(why.text.contains("封到周五"), "{}", why.text);
    assert!(why.source.contains("记到"), "{}", why.source);

    // It is remembered: the next trip keeps off without a word, and says why.
    let next = bench.ask("去公司");
    assert!(metres_on(&next, &road) < 20.0);
    let memory =
        all_reasons(&next).find(|reason| reason.decisive && reason.memory.is_some()).expect("a reason");
    let row = bench.app.memory_show(memory.memory.as_deref().unwrap(), LangDto::Zh).unwrap();
    assert_eq!(row.row.expires_at, Some(end));
    // A trip that leaves after it has ended is free again, planned today or then.
    let later = PlanRequest { depart_at: Some(end + HOUR), ..request("去公司") };
    assert!(metres_on(&bench.plan(later), &road) > 500.0);
    bench.at(end + HOUR);
    assert!(metres_on(&bench.ask("去公司"), &road) > 500.0, "it has ended by itself");
    bench.at(TUESDAY_NOON);
    bench.app.memory_delete(&[row.row.id], LangDto::Zh).unwrap();
    assert_eq!(chosen(&bench.ask("去公司")), chosen(&plain));
}

#[test]
fn a_closure_alone_is_something_to_remember_and_one_that_is_over_closes_nothing() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plain = bench.ask("to the office");
    let road = main_road(&plain);
    let alone = format!("{road} is closed until 5 pm");
    let kind = |said: &str| {
        bench.app.parse(&ParseRequest { utterance: said.to_owned(), lang: LangDto::En }).unwrap().kind
    };
    assert_eq!(kind(&alone), "remember");
    let request =
        PreferenceAddRequest { sentence: alone, lang: LangDto::En, ..PreferenceAddRequest::default() };
    let row = bench.app.preference_add(&request).unwrap();
    assert_eq!(row.expires_at, Some(TUESDAY_NOON + 5 * HOUR));
    assert!(metres_on(&bench.ask("to the office"), &road) < 20.0);
    bench.at(TUESDAY_NOON + 6 * HOUR);
    assert!(metres_on(&bench.ask("to the office"), &road) > 500.0);
    bench.at(TUESDAY_NOON);
    bench.app.memory_delete(&[row.id], LangDto::En).unwrap();
    let over = format!("tomorrow at 9 to the office, {road} is closed until 5 pm today");
    assert!(metres_on(&bench.ask(&over), &road) > 500.0, "over before one leaves");
}

/// While something is dragged: the line that the whole plan would choose, and nothing of it is kept.
#[test]
fn a_draft_is_the_chosen_line_alone_and_leaves_nothing_behind() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let road = main_road(&bench.ask("去公司"));
    let said = format!("去公司，{road}封到周五");
    let before = bench.app.memory_list(&MemoryQuery::default()).unwrap().total;
    let draft = bench.plan(PlanRequest { draft: true, ..request(&said) });
    assert_eq!(bench.app.memory_list(&MemoryQuery::default()).unwrap().total, before);
    assert_eq!((draft.routes.len(), draft.reasons.len(), draft.plan_id.as_str()), (1, 0, ""));
    assert!(!draft.routes[0].steps.is_empty());
    assert_eq!((draft.base.duration_s, draft.base.distance_m), {
        let chosen = &draft.routes[0];
        (chosen.duration_s, chosen.distance_m)
    });
    let whole = bench.ask(&said);
    assert_eq!(chosen(&draft), chosen(&whole), "the same way");
    assert!(whole.reasons.len() > draft.reasons.len());
}

/// It is Tuesday: a closure from Thursday on is remembered, shown with its day, and closes nothing before; and what was
/// wished of the same road for good holds again when it has ended.
#[test]
fn a_closure_that_begins_later_closes_nothing_before_and_leaves_older_wishes_alone() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plain = bench.ask("去公司");
    let road = main_road(&plain);
    let lasting = bench.app.preference_add(&PreferenceAddRequest {
        sentence: format!("以后尽量走{road}"),
        lang: LangDto::Zh,
        ..PreferenceAddRequest::default()
    });
    let lasting = lasting.unwrap();
    let said = format!("去公司，{road}从周四起封到周五");
    let parsed = bench.app.parse(&ParseRequest { utterance: said.clone(), lang: LangDto::Zh }).unwrap();
    let chip = parsed.chips.iter().find(|chip| chip.id == "wish-0").expect("a chip");
    assert!(chip.value.starts_with(&road) && chip.value.ends_with("日起）"), "{}", chip.value);
    let end = chip.until.expect("an end");

    let at = |depart: i64| bench.plan(PlanRequest { depart_at: Some(depart), ..request("去公司") });
    assert!(metres_on(&bench.ask(&said), &road) > 500.0, "it has not begun");
    assert!(metres_on(&at(TUESDAY_NOON + DAY), &road) > 500.0, "nor on Wednesday");
    assert!(metres_on(&at(TUESDAY_NOON + 2 * DAY), &road) < 20.0, "closed on Thursday");
    assert!(metres_on(&at(end - HOUR), &road) < 20.0, "and late on Friday");
    assert!(metres_on(&at(end + HOUR), &road) > 500.0, "over");
    let row = bench.app.memory_show(&lasting.id, LangDto::Zh).unwrap().row;
    assert_eq!((row.expires_at, row.state), (None, lasting.state), "{}", row.text);
}

#[test]
fn a_stretch_has_two_directions_a_time_of_day_an_end_and_one_owner() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let there = bench.plan(between(HOME, OFFICE));
    let [lon, lat] = middle(&there);
    let here = bench.app.here(point(LonLat { lon, lat }), [0, 0], LangDto::En).unwrap().road.expect("a road");
    let TargetDto::Section { edges, .. } = &here.target else { panic!("{here:?}") };
    let longer =
        bench.app.here(point(LonLat { lon, lat }), [1, 1], LangDto::En).unwrap().road.expect("a road");
    assert!(longer.length_m >= here.length_m);
    let of_ways: usize = here
        .ways
        .iter()
        .map(|way| match &way.target {
            TargetDto::Section { edges, .. } => edges.len(),
            other => panic!("{other:?}"),
        })
        .sum();
    assert_eq!(of_ways, edges.len(), "each edge belongs to one direction");
    assert!(here.ways.iter().all(|way| !way.lines.is_empty() && !way.heading.is_empty()));

    // One direction at a time: exactly one of them concerns the way there.
    let mut concerned = 0;
    for way in &here.ways {
        let once = WishDto { target: way.target.clone(), strength: StrengthDto::Never };
        let plan = bench.plan(PlanRequest { wishes: vec![once], ..between(HOME, OFFICE) });
        concerned += usize::from(chosen(&plan) != chosen(&there));
    }
    assert_eq!(concerned, 1);

    // Only on workday mornings, until Friday.
    let request = RoadWishRequest {
        scope: ScopeDto {
            bucket: Some("morning".to_owned()),
            days: Some("workday".to_owned()),
            ..ScopeDto::default()
        },
        expires_at: Some(FRIDAY_NOON),
        ..wish(here.target.clone(), StrengthDto::Never)
    };
    bench.app.road_wish_remember(&request).unwrap();
    let leaving = |at: i64| {
        let plan = bench.plan(PlanRequest { depart_at: Some(at), ..between(HOME, OFFICE) });
        chosen(&plan) == chosen(&there)
    };
    assert!(leaving(TUESDAY_NOON), "at noon it is free");
    assert!(!leaving(TUESDAY_NOON + DAY - 4 * HOUR), "on Wednesday at eight it is not");
    assert!(leaving(FRIDAY_NOON + 3 * DAY - 4 * HOUR), "on Monday at eight it has ended");
    // Nobody else minds.
    bench.app.profile_use(CITY).unwrap();
    assert!(leaving(TUESDAY_NOON + DAY - 4 * HOUR), "another profile");
}

#[test]
fn small_streets_are_a_setting_and_the_last_stretch_is_no_short_cut() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let mut settings = bench.app.settings().unwrap();
    settings.avoid.push(AvoidSettingDto {
        feature: "residential".to_owned(),
        strength: "avoid".to_owned(),
        since: TUESDAY_NOON,
    });
    let plain = bench.ask("去公司");
    bench.app.settings_set(&settings).unwrap();
    let wished = bench.ask("去公司");
    assert!(wished.routes[0].features.residential_m <= plain.routes[0].features.residential_m);
    let spoken = bench.ask("去公司，绝对不要穿小区");
    assert_eq!(spoken.unmet.iter().filter(|unmet| unmet.metres > 500.0).count(), 0, "{:?}", spoken.unmet);
    assert!(spoken.offer.is_none(), "home and the office may lie in small streets");
}
