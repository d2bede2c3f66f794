//! What holds whatever is asked: owners apart, no model needed, nothing comes back, two programs on one folder.

use std::sync::Arc;

use app::{
    App, Config,
    dto::{
        DroveRequest, ErrorCode, LangDto, MeaningDto, MemoryQuery, ParseRequest, PlanRequest,
        PreferenceAddRequest, SuggestRequest,
    },
};
use domain::ports::EmbedError;
use testkit::city;

use crate::support::*;

const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;

fn state(app: &App, sentence: &str) -> String {
    let request = PreferenceAddRequest { sentence: sentence.to_owned(), ..PreferenceAddRequest::default() };
    app.preference_add(&request).unwrap().id
}

#[test]
fn x13_a_profile_sees_nothing_of_another() {
    let bench = Bench::demo(DEMO);
    let theirs: Vec<String> = bench.rows().into_iter().map(|row| row.id).collect();
    let plan = bench.ask("去公司");
    bench.app.profile_use("客人").unwrap();
    assert!(bench.rows().is_empty());
    let page = bench.page(MemoryQuery { text: "公司".to_owned(), ..MemoryQuery::default() });
    assert_eq!((page.total, page.facets.all), (0, 0));
    assert!(bench.app.suggest(&SuggestRequest::default()).unwrap().is_empty());
    assert_eq!(bench.app.habit_next(LangDto::Zh).unwrap(), None);
    for id in &theirs {
        check_fails(bench.app.memory_show(id, LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
        check_fails(
            bench.app.memory_delete(std::slice::from_ref(id), LangDto::Zh),
            ErrorCode::NoSuchMemory,
            &[],
        );
        check_fails(bench.app.erase(std::slice::from_ref(id), true), ErrorCode::NoSuchMemory, &[]);
        assert_eq!(bench.app.preview_at(id, ""), None);
    }
    check_fails(bench.app.memory_undo(""), ErrorCode::NoSuchMemory, &[]);
    let drove = DroveRequest { plan_id: plan.plan_id, ..DroveRequest::default() };
    check_fails(bench.app.drove(&drove), ErrorCode::NoSuchPlan, &[]);
    fails(bench.app.plan(&request("去公司")));
    let own = bench.plan(between(HOME, OFFICE));
    assert!(own.reasons.is_empty() && own.considered.is_empty() && !own.routes[0].usual);
    // And back: all is there.
    bench.app.profile_use(DEMO).unwrap();
    assert_eq!(bench.rows().into_iter().map(|row| row.id).collect::<Vec<_>>(), theirs);
}

#[test]
fn without_a_model_all_works_by_words_and_says_so() {
    let bench = Bench::with_regions();
    bench.settle();
    for broken in [false, true] {
        let open: app::OpenEmbedder = if broken {
            Box::new(|| panic!("the runtime's library is of another computer"))
        } else {
            Box::new(|| Err(EmbedError::Missing))
        };
        let without = Config { embedder: Some(open), ..config(bench.data_dir(), &bench.clock, None) };
        let app = App::open(without).unwrap();
        let wish = state(&app, "以后别走隧道");
        let plan = app.plan(&request("去公司")).unwrap();
        assert!(reason(&plan, &wish).decisive);
        assert_eq!(plan.trace.stages[1].input[0], "by words scope");
        assert_eq!(app.status().unwrap().meaning, MeaningDto::Missing);
        let found =
            app.memory_list(&MemoryQuery { text: "隧道".to_owned(), ..MemoryQuery::default() }).unwrap();
        assert!(found.rows.iter().any(|row| row.id == wish));
        app.memory_delete(&[wish], LangDto::Zh).unwrap();
    }
    // With no model from the start, too; the doctor tells it as a fact, not as a fault.
    let none = Config { embedder: None, ..config(bench.data_dir(), &bench.clock, None) };
    let doctor = App::open(none).unwrap().doctor().unwrap();
    assert!(doctor.ok && doctor.checks.iter().any(|check| check.detail.contains("by words")), "{doctor:?}");
}

#[test]
fn s0_44_rain_brings_out_what_was_said_about_rain() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(TUESDAY_NOON - 7 * HOUR);
    let dry = bench.ask("去公司");
    assert!(all_reasons(&dry).all(|reason| !reason.text.contains("雨")));
    let told = bench.plan(PlanRequest { weather: Some("rain".to_owned()), ..request("去公司") });
    let said = bench.ask("今天下雨，去公司");
    for wet in [told, said] {
        assert_eq!(wet.intent.weather.as_deref(), Some("rain"));
        assert!(wet.routes[0].features.waterside_m > dry.routes[0].features.waterside_m);
        let because = wet.reasons.iter().find(|reason| reason.decisive).unwrap();
        assert!(because.text.contains("雨") && because.memory.is_some(), "{because:?}");
    }
    // In a hurry taste steps back, and that is told.
    let hurry = bench.ask("下雨了，赶时间去公司");
    assert_eq!(chosen(&hurry), chosen(&dry));
    assert!(
        hurry.overruled.iter().any(|lost| lost.by.is_none() && lost.why.contains("赶时间")),
        "{:?}",
        hurry.overruled
    );
}

#[test]
fn f_5_an_erased_drive_stays_away_when_it_is_reported_again() {
    let bench = Bench::with_regions();
    bench.settle();
    let plan = bench.ask("去公司");
    let drive = DroveRequest {
        plan_id: plan.plan_id.clone(),
        event_id: "track/2026-11-23".to_owned(),
        ..DroveRequest::default()
    };
    let trip = bench.app.drove(&drive).unwrap().trip;
    assert!(bench.app.erase(&[trip], false).unwrap().complete);
    // Erasing takes the plan along; the same event comes in with another.
    let plan = bench.ask("去公司");
    let again = bench.app.drove(&DroveRequest { plan_id: plan.plan_id, ..drive });
    if let Ok(again) = &again {
        assert!(!again.new, "{again:?}");
    }
    assert!(bench.rows().iter().all(|row| !row.id.starts_with("trip-")));
}

#[test]
fn f_6_after_erasing_plans_are_those_of_a_store_that_never_saw_it() {
    let never = Bench::with_regions();
    let once = Bench::with_regions();
    never.settle();
    once.settle();
    let mut gone = vec![state(&once.app, "以后别走隧道")];
    gone.push(once.add_place("健身房", &[], "gym", domain::LonLat { lon: 7.4330, lat: 43.7462 }));
    for day in 0..2 {
        once.at(MONDAY_NOON + day * DAY);
        let plan = once.ask("去公司");
        let route_id = plan.routes[1].id.clone();
        let drive = DroveRequest { plan_id: plan.plan_id, route_id, ..DroveRequest::default() };
        gone.push(once.app.drove(&drive).unwrap().trip);
    }
    let [lon, lat] = once.ask("去公司").routes[0].geometry.coordinates[40];
    let here = once.app.here(point(domain::LonLat { lon, lat }), [0, 0], LangDto::Zh).unwrap();
    let section = here.road.unwrap().target;
    let wish = app::dto::RoadWishRequest {
        target: section,
        strength: app::dto::StrengthDto::Never,
        scope: Default::default(),
        expires_at: None,
        lang: LangDto::Zh,
    };
    gone.push(once.app.road_wish_remember(&wish).unwrap().id);
    once.at(TUESDAY_NOON);
    never.at(TUESDAY_NOON);
    assert_ne!(once.ask("去公司").routes, never.ask("去公司").routes, "it mattered while it was there");
    assert!(once.app.erase(&gone, true).unwrap().complete);
    for said in ["去公司", "从公司回家", "走老路去公司", "去公司别走高架"] {
        let (a, b) = (once.ask(said), never.ask(said));
        assert_eq!(a.routes, b.routes, "{said}");
        assert_eq!(
            (a.reasons, a.considered, a.overruled, a.question),
            (b.reasons, b.considered, b.overruled, b.question)
        );
        assert_eq!((a.human_readable_reason, a.memory_used), (b.human_readable_reason, b.memory_used));
        assert_eq!(a.trace.stages[1], b.trace.stages[1], "{said}: recall");
    }
    assert_eq!(once.app.habit_next(LangDto::Zh).unwrap(), None);
    let facets = |bench: &Bench| bench.page(MemoryQuery::default()).facets;
    assert_eq!(facets(&once), facets(&never));
}

#[test]
fn a_window_and_a_terminal_write_at_once_without_loss() {
    let bench = Arc::new(Bench::with_regions());
    let other = bench.beside().unwrap();
    let add = |app: &App, n: usize, who: &str| {
        let request = app::dto::PlaceAddRequest {
            name: format!("{who} {n}"),
            aliases: Vec::new(),
            point: point(HOME),
            tag: String::new(),
            address: String::new(),
        };
        app.place_add(&request).unwrap();
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (0..25).for_each(|n| add(&other, n, "terminal")));
        scope.spawn(|| (0..25).for_each(|n| add(&bench.app, n, "window")));
        scope.spawn(|| {
            for _ in 0..10 {
                bench.app.memory_list(&MemoryQuery::default()).unwrap();
                bench.app.plan(&between(city::HOME, city::OFFICE)).unwrap();
            }
        });
    });
    assert_eq!(bench.page(MemoryQuery::default()).total, 50);
    assert!(bench.app.doctor().unwrap().ok);
}

#[test]
fn no_sentence_whatever_makes_parsing_fail() {
    let bench = Bench::demo(CITY);
    let mut seed = 20_261_129_u64;
    println!("seed {seed}");
    let pieces = [
        "去",
        "公司",
        "别走",
        "高架",
        "，",
        "home",
        "to ",
        "the office",
        "avoid ",
        "🚗",
        "不",
        "走江边",
        "明早八点",
        "\0",
        "again",
        "30.01,123.02",
        "从",
        "经过",
        "再",
        "以后",
        "忘掉",
        "é",
        "  ",
        "90,200",
        "\"",
        "绝对",
        "从来不",
        "always ",
    ];
    for _ in 0..400 {
        let mut said = String::new();
        for _ in 0..seed % 9 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            said.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
        let parsed = bench.app.parse(&ParseRequest { utterance: said.clone(), lang: LangDto::Zh }).unwrap();
        let units = said.encode_utf16().count() as u32;
        for chip in &parsed.chips {
            assert!(chip.span.iter().all(|at| *at <= units), "{said:?}: {chip:?}");
        }
    }
}

#[test]
fn a_statement_about_a_trip_is_bound_to_its_ends() {
    let bench = Bench::with_regions();
    bench.settle();
    let (home, office) = (bench.place("家"), bench.place("公司"));
    let check = |sentence: &str, from: Option<&str>, to: Option<&str>| {
        let id = state(&bench.app, sentence);
        let scope = bench.app.memory_show(&id, LangDto::Zh).unwrap().scope;
        assert_eq!((scope.from.as_deref(), scope.to.as_deref()), (from, to), "{sentence}");
    };
    check("去公司不要走隧道", None, Some(&office));
    check("从公司回家尽量走江边", Some(&office), Some(&home));
    check("以后都不走收费路", None, None);
    check("never take the motorway to the office", None, Some(&office));
}

/// A model with vectors of some length.
struct OfLength(usize);

impl domain::ports::Embedder for OfLength {
    fn model_id(&self) -> &str {
        "of-length"
    }

    fn dims(&self) -> usize {
        self.0
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut unit = vec![0.0; self.0];
        unit[0] = 1.0;
        Ok(vec![unit; texts.len()])
    }
}

#[test]
fn s1_27_vectors_of_an_unusual_length_work_and_are_warned_of() {
    for (dims, warns) in [(96, true), (256, false), (384, false), (512, false), (768, true), (1024, true)] {
        let bench = Bench::empty();
        let mut config = config(bench.data_dir(), &bench.clock, Some("other"));
        config.embedder = Some(Box::new(move || Ok(Arc::new(OfLength(dims)))));
        let app = App::open(config).unwrap();
        state(&app, "以后不走隧道");
        let checks = app.doctor().unwrap().checks;
        let meaning = checks.iter().find(|check| check.name == "meaning").unwrap();
        assert!(
            meaning.ok && meaning.detail.starts_with("ready; 0 preferences without"),
            "{dims}: {}",
            meaning.detail
        );
        assert_eq!(meaning.detail.contains(&format!("warning: {dims} numbers")), warns, "{dims}");
    }
}
