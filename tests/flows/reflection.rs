//! Reflection and ageing through `app`: noticed after the answer, thought about beside it, shown with its reasons.

use std::sync::Arc;

use app::{
    App,
    dto::{
        AgingRowDto, LangDto, NoticeRequest, PolicyDto, ReflectionSettingsDto, StreamQuery, SuggestRequest,
    },
};
use domain::LonLat;
use memory::Store;
use testkit::{language_model::ScriptedModel, web::Manner};

use crate::support::{Bench, DAY, DEMO, HOUR, MONDAY_NOON, request};

/// Monday 2026-11-23, 08:00 in Monaco.
const MORNING: i64 = MONDAY_NOON - 4 * HOUR;

fn set(attribute: &str, value: &str, session: &str) -> NoticeRequest {
    NoticeRequest {
        kind: "set".to_owned(),
        attribute: attribute.to_owned(),
        value: value.to_owned(),
        session: Some(session.to_owned()),
        ..NoticeRequest::default()
    }
}

/// A drive at an hour of a day, on which it was made so warm and this was played.
fn drive(bench: &Bench, day: i64, hour: i64, temperature: &str, music: &str) {
    let begin = MORNING + day * DAY + (hour - 8) * HOUR;
    let session = format!("{day}-{hour}");
    bench.at(begin).app.memory_notice(&set("ac.temperature", temperature, &session)).unwrap();
    bench.at(begin + 60).app.memory_notice(&set("music", music, &session)).unwrap();
}

/// A week of warm days and three cool nights.
fn week(bench: &Bench) {
    for day in 0..5 {
        drive(bench, day, 8, "24", "pop");
        drive(bench, day, 18, "24", "pop");
    }
    for day in [0, 2, 4] {
        drive(bench, day, 22, "20", "soothing");
    }
}

fn tired(app: &App) -> Option<app::dto::InsightDto> {
    app.reflection(LangDto::Zh).unwrap().insights.into_iter().find(|one| one.text.contains("可能疲劳"))
}

#[test]
fn s1_08_three_cool_quiet_nights_become_an_insight_that_the_next_night_verifies() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    let done = bench.app.memory_reflect().unwrap();
    assert_eq!(done.cause, "asked");
    let insight = tired(&bench.app).expect("an insight");
    assert_eq!(insight.text, "夜间（21点后）驾驶时常把空调调低、放舒缓的音乐，可能疲劳");
    assert_eq!((insight.state.as_str(), insight.confidence, insight.evidence.len()), ("pending", 0.8, 6));
    assert_eq!(insight.doubt, "");
    drive(&bench, 6, 23, "20", "soothing");
    bench.at(MORNING + 7 * DAY);
    assert_eq!(bench.app.memory_reflect().unwrap().verified, std::slice::from_ref(&insight.id));
    let verified = tired(&bench.app).unwrap();
    assert_eq!((verified.state.as_str(), verified.confidence, verified.weight), ("active", 1.0, 1.0));
    bench.at(MORNING + 22 * DAY);
    let lapsed = tired(&bench.app).unwrap();
    assert_eq!(lapsed.weight, 0.5, "two weeks without a night like it");
}

#[test]
fn s1_50_why_names_the_evidence_and_counts_its_rows() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let insight = tired(&bench.app).unwrap();
    assert_eq!(insight.why, "依据 6 条记录，3 天里都把空调调低、放舒缓的音乐，最近在 11-23、11-25、11-27");
    for one in bench.app.reflection(LangDto::En).unwrap().insights {
        assert!(one.why.starts_with(&format!("From {} ", one.evidence.len())), "{}", one.why);
    }
}

#[test]
fn s1_40_a_pending_insight_changes_no_route() {
    let bench = Bench::demo(DEMO);
    let before = bench.ask("去公司").routes[0].id.clone();
    week(&bench);
    bench.at(MORNING + 5 * DAY + 14 * HOUR);
    bench.app.memory_reflect().unwrap();
    let pending = tired(&bench.app).expect("an insight");
    assert_eq!(pending.state, "pending");
    let plan = bench.at(MONDAY_NOON).ask("去公司");
    assert_eq!(plan.routes[0].id, before);
    assert!(plan.reasons.iter().chain(&plan.considered).all(|reason| reason.id != pending.id));
}

#[test]
fn s1_38_no_deletes_an_insight_and_it_does_not_come_back() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let id = tired(&bench.app).unwrap().id;
    bench.app.insight_answer(&id, false, LangDto::Zh).unwrap();
    drive(&bench, 5, 22, "20", "soothing");
    bench.at(MORNING + 6 * DAY);
    bench.app.memory_reflect().unwrap();
    assert!(tired(&bench.app).is_none());
    assert!(bench.app.insight_answer("pref-1", true, LangDto::Zh).is_err());
}

#[test]
fn s1_03_a_shop_that_is_passed_five_times_is_not_suggested_any_more_and_the_panel_says_why() {
    let bench = Bench::with_regions();
    let shop = bench.add_place("早餐铺", &[], "", LonLat { lon: 7.4246, lat: 43.7384 });
    let suggested = || {
        let all = bench.app.suggest(&SuggestRequest { limit: 20, ..SuggestRequest::default() }).unwrap();
        all.iter().any(|hit| hit.label == "早餐铺")
    };
    let tell = |day: i64, kind: &str| {
        let request = NoticeRequest {
            kind: kind.to_owned(),
            place: Some(shop.clone()),
            session: Some(format!("day {day}")),
            ..NoticeRequest::default()
        };
        bench.at(MORNING + day * DAY).app.memory_notice(&request).unwrap();
    };
    for day in [0, 2, 4] {
        tell(day, "visited");
        assert!(suggested());
    }
    for day in [7, 8, 9, 10] {
        tell(day, "avoided");
        assert!(suggested(), "day {day}");
    }
    tell(11, "avoided");
    assert!(!suggested());
    let why = bench.app.reflection(LangDto::Zh).unwrap().no_longer.remove(0);
    assert_eq!((why.name.as_str(), why.avoided.len()), ("早餐铺", 5));
    assert_eq!(why.text, "最近 5 次都没去早餐铺，不再推荐");
    let named =
        bench.app.suggest(&SuggestRequest { text: "早餐".to_owned(), ..SuggestRequest::default() }).unwrap();
    assert!(named.iter().any(|hit| hit.label == "早餐铺"), "by its name it is still found");
    tell(12, "visited");
    assert!(suggested(), "going there once brings it back");
}

#[test]
fn s1_39_caution_and_pause_are_settings() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    let before = bench.app.reflection(LangDto::En).unwrap();
    let careful = ReflectionSettingsDto { caution: 2.0, ..before.settings.clone() };
    bench.app.reflection_set(&careful).unwrap();
    let after = bench.app.reflection(LangDto::En).unwrap();
    assert_eq!(after.count_threshold, 2.0 * before.count_threshold);
    assert!((after.sum_threshold - 2.0 * before.sum_threshold).abs() < 1e-9);
    bench
        .app
        .reflection_set(&ReflectionSettingsDto { paused: true, caution: 1.0, ..careful.clone() })
        .unwrap();
    assert_eq!(bench.app.memory_reflect_if_due().unwrap().cause, "");
    bench
        .app
        .reflection_set(&ReflectionSettingsDto { paused: false, caution: 1.0, ..careful.clone() })
        .unwrap();
    assert_ne!(bench.app.memory_reflect_if_due().unwrap().cause, "");
    assert!(bench.app.reflection_set(&ReflectionSettingsDto { caution: 0.0, ..careful }).is_err());
}

#[test]
fn s3_11_the_night_takes_what_no_trigger_took() {
    let bench = Bench::empty();
    drive(&bench, 0, 8, "24", "pop");
    bench.at(MORNING + 12 * HOUR);
    assert_eq!(bench.app.memory_reflect_if_due().unwrap().cause, "", "two things are no trigger");
    bench.at(MORNING + 18 * HOUR);
    assert_eq!(bench.app.memory_reflect_if_due().unwrap().cause, "night");
    assert_eq!(bench.app.memory_reflect_if_due().unwrap().cause, "", "once");
    // Cut off, the same night does it when Laolu is opened again.
    drive(&bench, 1, 8, "24", "pop");
    let bench = bench.reopen();
    bench.at(MORNING + DAY + 18 * HOUR);
    assert_eq!(bench.app.memory_reflect_if_due().unwrap().cause, "night");
    assert_eq!(bench.app.reflection(LangDto::En).unwrap().waiting, 0);
}

/// An insight's text, state, confidence and evidence.
type Concluded = (String, String, f64, Vec<String>);

/// What there is after a whole week of noticing and reflecting: insights, and runs.
fn outcome(app: &App) -> (Vec<Concluded>, Vec<(u32, String)>) {
    let all = app.reflection(LangDto::Zh).unwrap();
    let insights = all.insights.into_iter().map(|one| {
        let evidence =
            one.evidence.into_iter().map(|seen| format!("{} {} {}", seen.at, seen.attribute, seen.value));
        (one.text, one.state, one.confidence, evidence.collect())
    });
    let runs = all.runs.into_iter().map(|run| (run.processed, run.cause));
    (insights.collect(), runs.collect())
}

#[test]
fn s1_23_killed_between_any_two_steps_nothing_is_lost_and_nothing_done_twice() {
    /// The steps of a week: each notes something, or reflects when it is time.
    const STEPS: usize = 13;
    let run = |killed_before: Option<usize>| {
        let mut bench = Bench::empty();
        let drives: Vec<(i64, i64, &str, &str)> = (0..5)
            .flat_map(|day| [(day, 8, "24", "pop"), (day, 18, "24", "pop")])
            .chain([(0, 22, "20", "soothing"), (2, 22, "20", "soothing"), (4, 22, "20", "soothing")])
            .collect();
        assert_eq!(drives.len(), STEPS);
        let mut drives = drives;
        drives.sort_unstable();
        for (step, (day, hour, temperature, music)) in drives.into_iter().enumerate() {
            if killed_before == Some(step) {
                // Killed: nothing of the program is left but its file.
                bench = bench.reopen();
            }
            drive(&bench, day, hour, temperature, music);
            if killed_before == Some(step) {
                bench = bench.reopen();
            }
            bench.app.memory_reflect_if_due().unwrap();
        }
        bench.at(MORNING + 6 * DAY);
        bench.app.memory_reflect_if_due().unwrap();
        outcome(&bench.app)
    };
    let whole = run(None);
    assert!(!whole.0.is_empty() && whole.1.len() > 1, "{whole:?}");
    for step in 0..STEPS {
        assert_eq!(run(Some(step)), whole, "killed before step {step}");
    }
}

#[test]
fn s1_23_what_is_noticed_while_another_program_writes_waits_and_is_written_once() {
    let bench = Bench::demo(DEMO);
    let app = Arc::new(bench.beside().unwrap());
    app.background_start().unwrap();
    let store = Store::open(&bench.data_dir().join("memory.db")).unwrap();
    store
        .while_writing(|| {
            for n in 0..5 {
                app.memory_notice(&set("ac.temperature", &format!("{}", 20 + n), "one")).unwrap();
            }
            assert!(app.plan(&request("去公司")).is_ok(), "the planner answers meanwhile");
            app.background_stop();
        })
        .unwrap();
    while app.background_runs() {
        std::thread::yield_now();
    }
    app.background_start().unwrap();
    app.background_settle().unwrap();
    assert_eq!(app.background_settle().unwrap(), 0);
    let waiting = bench.beside().unwrap().reflection(LangDto::En).unwrap();
    let processed: u32 = waiting.runs.iter().map(|run| run.processed).sum();
    let before = bench.app.reflection(LangDto::En).unwrap();
    assert_eq!(
        waiting.waiting + processed,
        before.waiting + before.runs.iter().map(|run| run.processed).sum::<u32>()
    );
    let temperatures = app.reflection(LangDto::En).unwrap();
    assert!(temperatures.queued == 0);
}

fn row(all: &[AgingRowDto], id: &str) -> AgingRowDto {
    all.iter().find(|row| row.id == id).cloned().unwrap_or_else(|| panic!("{id}"))
}

#[test]
fn s1_19_s1_21_the_list_shows_what_weighs_less_and_when_and_the_policy_can_be_changed() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let id = tired(&bench.app).unwrap().id;
    let now = row(&bench.app.ageing().unwrap(), &id);
    assert_eq!((now.aged.as_str(), now.weight, now.now), ("insight", 1.0, None));
    // The memory page has a countdown to the same end.
    let ends = now.next.iter().find(|due| due.fate == "ends").map(|due| due.at);
    assert!(ends.is_some());
    assert_eq!(bench.app.memory_show(&id, LangDto::En).unwrap().row.expires_at, ends);
    let rules: Vec<_> = now.next.iter().map(|due| (due.fate.as_str(), due.rule.as_str())).collect();
    assert_eq!(
        rules,
        [("lowered", "unverified"), ("ends", "expired"), ("deleted", "unused"), ("archived", "tired")]
    );
    let policies = bench.app.ageing_policies().unwrap();
    assert_eq!(policies.len(), 13);
    let mut insight = policies.into_iter().find(|policy| policy.aged == "insight").unwrap();
    insight.lower_after_days = Some(2.0);
    insight.forget_after_days = Some(40.0);
    insight.forget = "propose".to_owned();
    // What would be is shown before anything is changed, and is what then happens.
    let all = bench.app.ageing().unwrap();
    let preview = bench.app.ageing_preview(&insight).unwrap();
    assert_eq!(bench.app.ageing().unwrap(), all, "looking changes nothing");
    assert!(preview.iter().all(|row| row.aged == "insight"));
    bench.app.ageing_policy_set(&insight).unwrap();
    assert_eq!(row(&bench.app.ageing().unwrap(), &id), row(&preview, &id));
    let at = |day: i64| row(&bench.at(MORNING + (5 + day) * DAY).app.ageing().unwrap(), &id);
    assert_eq!((at(1).parts[1], at(3).parts[1]), (1.0, 0.5), "the step of the policy");
    assert_eq!(at(100).now.map(|due| due.fate), Some("proposed".to_owned()));
    let reset = PolicyDto { aged: "insight".to_owned(), ..PolicyDto::default() };
    assert!(bench.app.ageing_policy_set(&reset).unwrap().iter().all(|policy| policy.is_default));
    let nonsense = PolicyDto { lower_to: 7.0, ..insight };
    assert!(bench.app.ageing_policy_set(&nonsense).is_err());
}

#[test]
fn s1_20_what_is_due_is_deleted_undoably_and_what_is_kept_stays() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let id = tired(&bench.app).unwrap().id;
    bench.at(MORNING + 90 * DAY);
    assert_eq!(row(&bench.app.ageing().unwrap(), &id).now.map(|due| due.fate), Some("deleted".to_owned()));
    bench.app.memory_keep(&id).unwrap();
    let kept = row(&bench.app.ageing().unwrap(), &id).now.map(|due| due.fate);
    assert_ne!(kept, Some("deleted".to_owned()));
    bench.at(MORNING + 200 * DAY);
    let done = bench.app.memory_age().unwrap();
    let deletion = done.deletion.expect("a deletion");
    assert!(deletion.deleted.contains(&id));
    assert!(bench.app.ageing().unwrap().iter().all(|row| row.id != id));
    bench.app.memory_undo(&deletion.id).unwrap();
    assert!(bench.app.ageing().unwrap().iter().any(|row| row.id == id));
}

#[test]
fn s1_36_the_wizard_offers_four_steps_and_what_it_does_can_be_taken_back() {
    let bench = Bench::empty();
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let steps = bench.app.wrong(LangDto::Zh).unwrap();
    assert_eq!(steps.profile, "me");
    assert_eq!(steps.insights.len(), steps.newest.len());
    assert_eq!(steps.doubtful, 0);
    let wrong = steps.newest[0].clone();
    let done = bench.app.wrong_remove(&wrong.id).unwrap();
    assert_eq!(done.lowered, wrong.like);
    let weight = |id: &str| {
        bench
            .app
            .wrong(LangDto::Zh)
            .unwrap()
            .newest
            .into_iter()
            .find(|one| one.id == id)
            .map(|one| one.confidence)
    };
    assert_eq!(weight(&wrong.id), None, "the wrong one is deleted");
    for one in &done.lowered {
        assert_eq!(weight(&one.id), Some(one.after));
    }
    assert_eq!(bench.app.wrong_undo(&done.token).unwrap() as usize, done.lowered.len());
    for one in &done.lowered {
        assert_eq!(weight(&one.id), Some(one.before));
    }
    bench.app.memory_undo(&done.deletion.id).unwrap();
    assert_eq!(weight(&wrong.id), Some(wrong.confidence));
}

#[test]
fn s1_05_the_parts_of_importance_are_shown() {
    let bench = Bench::empty();
    let said = |words: &str| NoticeRequest {
        kind: "said".to_owned(),
        words: words.to_owned(),
        attribute: "mood".to_owned(),
        value: words.to_owned(),
        ..NoticeRequest::default()
    };
    bench.at(MORNING).app.memory_notice(&said("今天要迟到了")).unwrap();
    bench.app.memory_notice(&set("ac.temperature", "22", "a")).unwrap();
    let waiting = bench.app.reflection(LangDto::Zh).unwrap();
    assert_eq!(waiting.waiting, 2);
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    bench.app.memory_reflect().unwrap();
    let evidence = tired(&bench.app).unwrap().evidence;
    for seen in evidence {
        assert!(seen.parts.iter().all(|part| (0.0..=1.0).contains(part)) && seen.importance > 0.0);
    }
}

#[test]
fn s3_50_everything_that_was_noticed_can_be_seen_searched_deleted_and_brought_back() {
    let bench = Bench::empty();
    week(&bench);
    let said = NoticeRequest {
        kind: "said".to_owned(),
        words: "今天要迟到了".to_owned(),
        passengers: vec!["孩子".to_owned()],
        weather: Some("rain".to_owned()),
        ..NoticeRequest::default()
    };
    bench.at(MORNING + 5 * DAY).app.memory_notice(&said).unwrap();
    let find = |query: StreamQuery| bench.app.stream(&query).unwrap();
    let everything = find(StreamQuery::default());
    assert_eq!((everything.all, everything.total, everything.rows.len()), (27, 27, 27));
    assert!(everything.rows.is_sorted_by(|a, b| a.noticed.at >= b.noticed.at), "newest first");
    let counts: Vec<_> = everything.kinds.iter().map(|one| (one.word.as_str(), one.count)).collect();
    assert_eq!(counts, [("set", 26), ("said", 1)]);
    let newest = &everything.rows[0];
    assert_eq!(
        (newest.noticed.words.as_str(), newest.noticed.weather.as_deref(), newest.noticed.passengers.len()),
        ("今天要迟到了", Some("rain"), 1)
    );
    let words = |text: &str| find(StreamQuery { text: text.to_owned(), ..StreamQuery::default() }).total;
    assert_eq!((words("迟到"), words("soothing"), words("MUSIC"), words("nowhere")), (1, 3, 13, 0));
    let said = StreamQuery { kinds: vec!["said".to_owned()], ..StreamQuery::default() };
    let spoken = StreamQuery { sources: vec!["dialogue".to_owned()], ..StreamQuery::default() };
    assert_eq!((find(said.clone()).total, find(spoken).total), (1, 1));
    let second = find(StreamQuery { limit: 10, offset: 20, ..StreamQuery::default() });
    assert_eq!((second.rows.len(), second.total), (7, 27));
    // Deleted, it is in no list; undone, it is back; erased, it is gone.
    let id = newest.noticed.id.clone();
    let deletion = bench.app.memory_delete(std::slice::from_ref(&id), LangDto::Zh).unwrap();
    assert_eq!((find(said.clone()).total, find(StreamQuery::default()).all), (0, 26));
    bench.app.memory_undo(&deletion.id).unwrap();
    assert_eq!(find(said.clone()).rows[0].noticed, newest.noticed);
    let receipt = bench.app.erase(&[id], false).unwrap();
    assert!(receipt.complete && receipt.found == 0, "{receipt:?}");
    assert_eq!(find(said).total, 0);
}

/// A model that concludes the same as the rules, and one that makes things up.
#[test]
fn s1_24_a_model_reflects_where_it_is_chosen_and_the_rules_where_it_fails() {
    let model = ScriptedModel::start().unwrap();
    let with = |answer: &'static str, manner: Option<Manner>| {
        let mut bench = Bench::empty();
        bench.app = bench.app.with_language_model(Arc::new(adapters::OpenAiModel));
        week(&bench);
        bench.at(MORNING + 5 * DAY);
        crate::language_model::switch_on(&bench, &model.address());
        let asked = model.heard().len();
        let before = bench.app.reflection_settings().unwrap();
        assert_eq!(before.reflector, "rules", "off until it is chosen");
        bench.app.reflection_set(&ReflectionSettingsDto { reflector: "model".to_owned(), ..before }).unwrap();
        model.says(move |_| answer.to_owned());
        if let Some(manner) = manner {
            model.serves(Vec::new(), manner);
        }
        bench.app.memory_reflect().unwrap();
        (tired(&bench.app).is_some(), model.heard().len() - asked)
    };
    assert_eq!(with(r#"{"insights":[]}"#, None), (false, 1), "it found nothing");
    let invented =
        r#"{"insights":[{"meaning":"habit","acts":["a1"],"when":["c1"],"evidence":["obs-1","obs-2"]}]}"#;
    assert!(!with(invented, None).0, "what the evidence does not bear out is none");
    assert_eq!(with("nonsense", None), (true, 2), "dropped: the rules reflect");
    assert_eq!(with("", Some(Manner::Status(500))), (true, 1), "away: the rules reflect");
}

#[test]
fn s1_23_a_plan_does_not_wait_while_a_model_reflects() {
    let bench = Bench::demo(DEMO);
    let model = ScriptedModel::start().unwrap();
    model.serves(Vec::new(), Manner::Silent);
    week(&bench);
    bench.at(MORNING + 5 * DAY);
    let app = Arc::new(bench.beside().unwrap().with_language_model(Arc::new(adapters::OpenAiModel)));
    crate::language_model::switch_on_app(&app, &model.address());
    let settings = app.reflection_settings().unwrap();
    app.reflection_set(&ReflectionSettingsDto { reflector: "model".to_owned(), ..settings }).unwrap();
    assert!(app.background_start().unwrap());
    crate::model_in_use::until("the model is asked", || !model.heard().is_empty());
    // The model never answers: that this line is passed shows that nobody waits for it.
    let plan = app.plan(&request("去公司")).unwrap();
    app.background_settle().unwrap();
    assert!(bench.beside().unwrap().route_id_of(&plan.plan_id, "1").is_ok(), "and it is written");
    crate::model_in_use::ended(&app);
}

#[test]
fn s1_21_what_fades_is_called_as_the_memory_page_calls_it_in_both_languages() {
    let bench = Bench::demo(DEMO);
    let mut settings = bench.app.status().unwrap().settings;
    for lang in [LangDto::En, LangDto::Zh] {
        settings.lang = lang;
        bench.app.settings_set(&settings).unwrap();
        let rows = bench.app.ageing().unwrap();
        let wishes: Vec<_> = rows.iter().filter(|row| row.id.starts_with("pref-")).collect();
        assert!(wishes.len() >= 3, "{rows:?}");
        for row in wishes {
            assert_eq!(row.text, bench.app.memory_show(&row.id, lang).unwrap().row.text);
        }
        let trip = rows.iter().find(|row| row.id.starts_with("trip-")).unwrap();
        assert_eq!(trip.text, bench.app.memory_show(&trip.id, lang).unwrap().row.place);
    }
}
