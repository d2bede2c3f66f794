//! Looking under the lid: traces, and that they obey erasure.

use std::collections::BTreeSet;

use app::dto::{
    DroveRequest, ErrorCode, FailureDto, FeedbackLabelDto, FeedbackRequest, LangDto, PreferenceAddRequest,
    ThumbDto, TraceDto, TraceStageDto, UsageDayDto, WrongMemoryRequest,
};
use domain::LonLat;

use crate::support::*;

/// Tuesday 12:00 in the made city, a day after the demo was installed.
const CITY_NOON: i64 = MONDAY_NOON + DAY - 7 * HOUR;
/// A place that is on no map, and words that nothing else uses.
const NAME: &str = "蓝鲸灯塔七号";
const THERE: LonLat = LonLat { lon: 7.421_345_6, lat: 43.738_765_4 };

fn city() -> Bench {
    let bench = Bench::demo(CITY);
    bench.at_in_city(CITY_NOON);
    bench
}

fn stage<'a>(trace: &'a TraceDto, name: &str) -> &'a TraceStageDto {
    let found = trace.stages.iter().find(|stage| stage.name == name);
    found.unwrap_or_else(|| panic!("no stage {name} in {trace:?}"))
}

fn names(trace: &TraceDto) -> Vec<&str> {
    trace.stages.iter().map(|stage| stage.name.as_str()).collect()
}

#[test]
fn s0_11_a_trace_shows_the_stages_of_every_answer_with_timing_inputs_and_outputs() {
    let bench = city();
    let plan = bench.ask("走老路去健身房，别走高架");
    assert_eq!(names(&plan.trace), ["intent", "recall", "route"]);
    for stage in &plan.trace.stages {
        assert!(stage.ms >= 0.0 && !stage.input.is_empty() && !stage.output.is_empty(), "{stage:?}");
    }
    let facts = |name: &str| format!("{:?}", stage(&plan.trace, name));
    assert!(facts("intent").contains(&format!("waypoint {}", bench.place("健身房"))));
    assert!(facts("recall").contains("pref-"), "{}", facts("recall"));
    assert!(
        facts("route").contains("sentence-0") && facts("route").contains(&format!("route {}", chosen(&plan)))
    );
    let all = format!("{:?}", plan.trace);
    assert!(
        !all.contains("健身房") && !all.contains("别走高架"),
        "what goes with a plan has no words: {all}"
    );
    // Every question leaves one, and a draft none.
    // They are there for another run of the program, too.
    let beside = bench.beside().unwrap().traces().unwrap();
    assert_eq!(beside, bench.app.traces().unwrap());
    let said = ["去公司", "去学校", "从公司去机场"];
    let before = bench.app.traces().unwrap().len();
    for said in said {
        bench.ask(said);
    }
    bench.plan(app::dto::PlanRequest { draft: true, ..request("去健身房") });
    let kept = bench.app.traces().unwrap();
    let newest: Vec<&str> = kept.iter().take(3).map(|trace| trace.said.as_str()).collect();
    assert_eq!((kept.len() - before, newest), (3, said.iter().rev().copied().collect()));
    let ids: BTreeSet<&str> = kept.iter().map(|trace| trace.id.as_str()).collect();
    assert_eq!(ids.len(), kept.len(), "each has an id of its own");
}

#[test]
fn s3_46_a_trace_has_the_raw_words_scores_ways_and_why_each_candidate_was_kept_or_dropped() {
    let bench = city();
    bench.ask("去公司");
    let plan = bench.ask("走江边去公司，别走高架");
    let trace = bench.app.trace(&plan.trace.id, LangDto::Zh).unwrap();
    assert_eq!((trace.said.as_str(), &trace.plan), ("走江边去公司，别走高架", &plan.plan_id));
    assert_eq!(trace.answer, plan.human_readable_reason);
    assert_eq!(bench.app.trace(&plan.plan_id, LangDto::Zh).unwrap(), trace, "a plan's id leads to it too");
    assert_eq!(bench.app.trace("", LangDto::Zh).unwrap(), trace, "and it is the newest");
    let recalled = stage(&trace, "recall");
    assert!(!recalled.candidates.is_empty());
    for candidate in &recalled.candidates {
        assert!(candidate.id.starts_with("pref-") || !candidate.kept, "{candidate:?}");
        assert!(!candidate.text.is_empty() && !candidate.why.is_empty(), "{candidate:?}");
        let Some(score) = candidate.score else {
            assert_eq!(candidate.ways, ["scope"], "{candidate:?}");
            continue;
        };
        assert!((0.0..=1.0).contains(&score) && candidate.parts.len() >= 5, "{candidate:?}");
        assert!(
            candidate.parts.iter().all(|part| part.value.is_none_or(|value| (0.0..=1.0).contains(&value)))
        );
    }
    // What was given to the route: everything that the plan shows, and nothing that it does not.
    let given = stage(&trace, "route");
    let acted: BTreeSet<&str> =
        given.candidates.iter().filter(|it| it.why == "decisive").map(|it| it.id.as_str()).collect();
    let shown: BTreeSet<&str> =
        all_reasons(&plan).filter(|reason| reason.decisive).map(|reason| reason.id.as_str()).collect();
    assert_eq!(acted, shown);
    let mine: Vec<&str> = given
        .candidates
        .iter()
        .filter(|it| it.id.starts_with("sentence-"))
        .map(|it| it.text.as_str())
        .collect();
    assert!(mine.iter().any(|text| text.contains("高架")), "{mine:?}");
    // A switched-off cause is told as off, a loser with what it lost to.
    let off = bench.without("去公司别走高架", &["sentence-0"]);
    let off = stage(&off.trace, "route").candidates.iter().find(|it| it.id == "sentence-0").unwrap().clone();
    assert!(!off.kept && off.why == "off", "{off:?}");
}

#[test]
fn s3_01_one_trace_id_spans_what_was_heard_stored_recalled_and_given_to_the_route() {
    let bench = city();
    let plan = bench.ask("去公司，以后别走高架");
    let trace = bench.app.trace(&plan.trace.id, LangDto::Zh).unwrap();
    assert_eq!(names(&trace), ["intent", "store", "recall", "route"]);
    let stored = stage(&trace, "store");
    let [written] = stored.candidates.as_slice() else { panic!("one wish is stored: {stored:?}") };
    assert!(bench.app.memory_show(&written.id, LangDto::Zh).is_ok());
    let recalled = stage(&trace, "recall").candidates.iter().find(|it| it.id == written.id);
    assert!(
        recalled.is_some_and(|it| it.kept),
        "what was just stored is recalled for the same answer: {trace:?}"
    );
    assert!(stage(&trace, "route").candidates.iter().any(|it| it.id == written.id), "and weighed");
    // What is only to be remembered, and a finished drive, have theirs.
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let row = bench.app.preference_add(&wish).unwrap();
    let trace = bench.app.trace("", LangDto::Zh).unwrap();
    assert_eq!((trace.kind.as_str(), trace.said.as_str()), ("remember", "以后别走隧道"));
    assert_eq!(stage(&trace, "store").candidates[0].id, row.id);
    let drove = bench.app.drove(&DroveRequest { plan_id: plan.plan_id, ..DroveRequest::default() }).unwrap();
    let trace = bench.app.trace("", LangDto::Zh).unwrap();
    assert_eq!(trace.kind, "drove");
    assert_eq!(stage(&trace, "store").candidates[0].id, drove.trip);
}

#[test]
fn s3_46_traces_obey_deleting_and_erasure_to_the_last_byte() {
    let bench = Bench::with_regions();
    bench.settle();
    let place = bench.add_place(NAME, &[], "", THERE);
    let asked = |bench: &Bench| bench.ask(&format!("去{NAME}，蓝鲸蓝鲸"));
    asked(&bench);
    assert!(bench.app.traces().unwrap().iter().any(|trace| trace.said.contains(NAME)));
    // Deleting any memory drops all of the owner's.
    let other = bench.add_place("别处", &[], "", HOME);
    bench.app.memory_delete(&[other], LangDto::Zh).unwrap();
    assert_eq!(bench.app.traces().unwrap(), []);
    check_fails(bench.app.trace("", LangDto::Zh), ErrorCode::NoSuchTrace, &[]);
    // Erasing leaves no byte of the words in any file.
    asked(&bench);
    let found = |bench: &Bench| {
        let files = bytes_below(bench.data_dir()).unwrap();
        let needle = NAME.as_bytes();
        let holds = |bytes: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
        files.into_iter().filter(|(name, bytes)| !name.starts_with("regions") && holds(bytes)).count()
    };
    assert!(found(&bench) > 0, "the words are there before");
    let receipt = bench.app.erase(&[place], false).unwrap();
    assert!(receipt.complete && receipt.found == 0, "{receipt:?}");
    assert_eq!((bench.app.traces().unwrap(), found(&bench)), (vec![], 0));
    // Thrown away by hand, and another person's are not seen.
    asked_home(&bench);
    assert_eq!(bench.app.traces().unwrap().len(), 1);
    bench.app.profile_use("somebody").unwrap();
    assert_eq!(bench.app.traces().unwrap(), []);
    bench.app.profile_use("me").unwrap();
    bench.app.traces_clear().unwrap();
    assert_eq!(bench.app.traces().unwrap(), []);
}

fn asked_home(bench: &Bench) {
    bench.ask("去公司");
}

/// An evening in Monaco with a habit that was noticed on two trips and said yes to; it decides the way home.
fn with_a_habit() -> Bench {
    let bench = Bench::demo(DEMO);
    bench.at(MONDAY_NOON + 6 * HOUR);
    bench
}

fn sure(bench: &Bench, id: &str) -> f64 {
    bench.app.memory_show(id, LangDto::Zh).unwrap().row.confidence.unwrap()
}

#[test]
fn s2_39_a_thumb_moves_the_memories_behind_an_answer_and_can_be_taken_back() {
    let bench = with_a_habit();
    let plan = bench.ask("从公司回家");
    let trace = bench.app.trace(&plan.plan_id, LangDto::Zh).unwrap();
    let everything = |bench: &Bench| -> Vec<(String, Option<f64>)> {
        bench.rows().into_iter().map(|row| (row.id, row.confidence)).collect()
    };
    let untouched = everything(&bench);
    let rate = |thumb, label| {
        let request = FeedbackRequest { answer: plan.plan_id.clone(), thumb, label };
        bench.app.feedback(&request, LangDto::Zh)
    };
    // "Forgot what was said before" speaks for what was found and left out.
    let forgot = rate(ThumbDto::Down, Some(FeedbackLabelDto::ForgotSaid)).unwrap();
    assert_eq!(forgot.answer, trace.id);
    let raised = forgot.moved.iter().find(|moved| moved.id == "pref-4").expect("it was found and not used");
    assert!(raised.confidence > raised.confidence_before, "{raised:?}");
    let history = bench.app.memory_show("pref-4", LangDto::Zh).unwrap().history;
    assert_eq!((history[0].why.as_str(), history[0].by_person), ("rated", true), "the step is written down");
    // Another thumb for the same answer takes the place of the first.
    let up = rate(ThumbDto::Up, Some(FeedbackLabelDto::UsedHistory)).unwrap();
    assert!(up.moved.iter().all(|moved| moved.id != "pref-4"), "{up:?}");
    assert_eq!(bench.app.feedback_list(LangDto::Zh).unwrap(), [up]);
    // And it can be taken back, whole; also by another run of the program.
    let bench = bench.reopen();
    bench.app.feedback_undo(&trace.id).unwrap();
    assert_eq!(everything(&bench), untouched);
    check_fails(bench.app.feedback_undo(&trace.id), ErrorCode::NoSuchTrace, &[]);
    // The two labels fit one thumb each.
    let request = FeedbackRequest {
        answer: plan.plan_id,
        thumb: ThumbDto::Up,
        label: Some(FeedbackLabelDto::ForgotSaid),
    };
    check_fails(bench.app.feedback(&request, LangDto::Zh), ErrorCode::BadRequest, &[("field", "label")]);
}

#[test]
fn s2_39_a_thumb_leaves_alone_what_the_person_said_and_weakens_only_what_was_noticed() {
    let bench = with_a_habit();
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let said = bench.app.preference_add(&wish).unwrap().id;
    let plan = bench.ask("从公司回家");
    let request = FeedbackRequest { answer: plan.plan_id, thumb: ThumbDto::Down, label: None };
    let rating = bench.app.feedback(&request, LangDto::Zh).unwrap();
    assert_eq!(sure(&bench, &said), 1.0, "a person's word is not made less sure (F-7)");
    for moved in &rating.moved {
        assert!(moved.confidence <= moved.confidence_before, "{moved:?}");
    }
    // Erasing the memory takes what was said about it along.
    bench.app.erase(std::slice::from_ref(&said), false).unwrap();
    let left = bench.app.feedback_list(LangDto::Zh).unwrap();
    assert!(left.iter().all(|rating| rating.moved.iter().all(|moved| moved.id != said)), "{left:?}");
}

#[test]
fn s2_17_a_wrong_memory_is_kept_as_a_pair_that_can_be_exported_and_deleted() {
    let bench = with_a_habit();
    let plan = bench.ask("从公司回家，我的电话是13800138000");
    let trace = bench.app.trace(&plan.plan_id, LangDto::Zh).unwrap();
    let came = stage(&trace, "recall").candidates[0].id.clone();
    let wanted = bench.place("公司");
    let request = WrongMemoryRequest {
        answer: plan.plan_id.clone(),
        memory: came.clone(),
        wanted: Some(wanted.clone()),
    };
    let kept = bench.app.wrong_memory(&request, LangDto::Zh).unwrap();
    assert_eq!((kept.got.as_str(), kept.wanted.as_deref()), (came.as_str(), Some(wanted.as_str())));
    assert!(!kept.query.contains("13800138000") && kept.query.contains("回家"), "{}", kept.query);
    assert!(!kept.got_text.is_empty());
    let lines = bench.app.failures_export(LangDto::Zh).unwrap();
    let read: Vec<FailureDto> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, std::slice::from_ref(&kept));
    // What did not come can't have been wrong.
    let request = WrongMemoryRequest { memory: "pref-999".to_owned(), wanted: None, ..request };
    check_fails(bench.app.wrong_memory(&request, LangDto::Zh), ErrorCode::BadRequest, &[("field", "memory")]);
    // Deleted: one by its id, or all.
    assert_eq!(bench.app.failures_delete(&[kept.id]).unwrap(), 0);
    assert_eq!(bench.app.failures_export(LangDto::Zh).unwrap(), "");
    let request = WrongMemoryRequest { answer: plan.plan_id, memory: came.clone(), wanted: None };
    bench.app.wrong_memory(&request, LangDto::Zh).unwrap();
    // A pair goes with what it names.
    bench.app.memory_delete(std::slice::from_ref(&came), LangDto::Zh).unwrap();
    assert_eq!(bench.app.failures(LangDto::Zh).unwrap(), []);
    bench.app.memory_undo("").unwrap();
    bench.app.erase(&[came], false).unwrap();
    assert_eq!(bench.app.failures(LangDto::Zh).unwrap(), []);
}

#[test]
fn s2_38_counters_are_local_can_be_seen_and_reset() {
    let bench = city();
    assert_eq!(bench.app.figures().unwrap().total, UsageDayDto::default());
    bench.ask("去公司别走高架");
    bench.ask("去学校别走高架");
    let plan = bench.ask("去健身房");
    bench.app.drove(&DroveRequest { plan_id: plan.plan_id, ..DroveRequest::default() }).unwrap();
    let figures = bench.app.figures().unwrap();
    let total = &figures.total;
    assert_eq!((total.asked, total.wishes, total.driven, total.followed), (3, 2, 1, 1), "{total:?}");
    assert_eq!((figures.repetition.part, figures.repetition.whole), (1, 2), "one wish was said twice");
    assert_eq!((figures.completion.part, figures.completion.whole), (1, 1));
    // A switch that is turned asks the same question again, which is no new one.
    bench.without("去健身房", &["sentence-0"]);
    assert_eq!(bench.app.figures().unwrap().total.asked, 4, "another conversation asks anew");
    bench.app.plan(&app::dto::PlanRequest { disabled: owned(&["mode"]), ..request("去健身房") }).unwrap();
    assert_eq!(bench.app.figures().unwrap().total.asked, 4);
    // By day, in the person's zone; no request left this computer.
    bench.at_in_city(CITY_NOON + DAY);
    bench.ask("去公司");
    let days = bench.app.figures().unwrap().days;
    assert_eq!(days.iter().map(|day| day.day.as_str()).collect::<Vec<_>>(), ["2026-11-24", "2026-11-25"]);
    assert_eq!(bench.app.status().unwrap().network_requests, 0);
    bench.app.usage_reset().unwrap();
    let anew = bench.app.figures().unwrap();
    assert_eq!((anew.total, anew.days, anew.since), (UsageDayDto::default(), vec![], 0));
}

#[test]
fn s3_47_utilisation_accuracy_and_with_and_without_memory_are_counted() {
    let bench = with_a_habit();
    let counted = bench.app.figures().unwrap().accuracy;
    let plan = bench.ask("从公司回家");
    let recall = stage(&plan.trace, "recall").candidates.iter().filter(|it| it.kept).count() as u32;
    let cited = stage(&plan.trace, "route")
        .candidates
        .iter()
        .filter(|it| it.kept && it.id.starts_with("pref-"))
        .count();
    let figures = bench.app.figures().unwrap();
    assert_eq!((figures.utilisation.part, figures.utilisation.whole), (cited as u32, recall));
    assert!(figures.utilisation.low <= figures.utilisation.high);
    bench.app.memory_confirm("pref-4", LangDto::Zh).unwrap();
    let after = bench.app.figures().unwrap().accuracy;
    assert_eq!((after.part, after.whole), (counted.part + 1, counted.whole + 1));
    // The way home along the sea is what was driven; a planner that remembers nothing would not have proposed it.
    let yes = bench.ask("从公司回家");
    let home = DroveRequest { plan_id: yes.plan_id.clone(), ..DroveRequest::default() };
    let trip = bench.app.drove(&home).unwrap().trip;
    let compare = bench.app.compare(LangDto::Zh, &app::CancelToken::new()).unwrap();
    let row = compare.rows.iter().find(|row| row.trip == trip).unwrap();
    assert!(row.with_memory && !row.without_memory && row.shared < 1.0, "{row:?}");
    assert!(compare.with_memory.whole >= 2 && compare.with_memory.whole == compare.without_memory.whole);
    let plain = bench.app.plan(&app::dto::PlanRequest {
        disabled: all_reasons(&yes).filter_map(|reason| reason.memory.clone()).collect(),
        ..request("从公司回家")
    });
    assert_ne!(chosen(&plain.unwrap()), chosen(&yes), "counted again by hand");
    // Stopped, it says so.
    let stopped = app::CancelToken::new();
    stopped.cancel();
    check_fails(bench.app.compare(LangDto::Zh, &stopped), ErrorCode::Cancelled, &[]);
}

#[test]
fn s3_16_a_sample_is_judged_and_errors_go_to_what_can_be_exported() {
    let bench = with_a_habit();
    bench.app.memory_confirm("pref-4", LangDto::Zh).unwrap();
    let plan = bench.ask("从公司回家");
    let sample = bench.app.sample(LangDto::Zh).unwrap();
    let one = sample.iter().find(|one| one.memory == "pref-4").expect("it acted and nobody judged it");
    assert_eq!((one.said.as_str(), one.answer.as_str()), ("从公司回家", plan.trace.id.as_str()));
    let wrong = WrongMemoryRequest { answer: one.answer.clone(), memory: one.memory.clone(), wanted: None };
    bench.app.wrong_memory(&wrong, LangDto::Zh).unwrap();
    assert!(bench.app.sample(LangDto::Zh).unwrap().iter().all(|one| one.memory != "pref-4"), "judged once");
    let second = bench.ask("从公司回家吧");
    let good = FeedbackRequest {
        answer: second.plan_id,
        thumb: ThumbDto::Up,
        label: Some(FeedbackLabelDto::UsedHistory),
    };
    bench.app.feedback(&good, LangDto::Zh).unwrap();
    let figures = bench.app.figures().unwrap();
    assert_eq!((figures.precision.part, figures.precision.whole, figures.failures), (1, 2, 1));
    assert_eq!((figures.recall.part, figures.recall.whole), (1, 1));
    assert_eq!(bench.app.failures_export(LangDto::En).unwrap().lines().count(), 1);
}

#[test]
fn s1_50_asking_why_names_exactly_the_rows_and_counts_them() {
    let bench = with_a_habit();
    bench.app.memory_confirm("pref-4", LangDto::Zh).unwrap();
    let plan = bench.ask("从公司回家");
    assert!(reason(&plan, "pref-4").decisive);
    for lang in [LangDto::Zh, LangDto::En] {
        let why = bench.app.why(&plan.plan_id, lang).unwrap();
        assert_eq!(why.answer, plan.trace.id);
        let behind: Vec<_> = why.rows.iter().filter(|row| row.behind == "pref-4").collect();
        let shown = bench.app.memory_show("pref-4", lang).unwrap();
        let evidence: BTreeSet<&str> = shown.trips.iter().map(|trip| trip.id.as_str()).collect();
        assert_eq!(behind.iter().map(|row| row.id.as_str()).collect::<BTreeSet<_>>(), evidence);
        // The number in the words is the number of rows, and each day that it names is the day of one of them.
        let n = behind.len();
        let counted = match lang {
            LangDto::Zh => format!("最近 {n} 次"),
            LangDto::En => format!("the last {n} times"),
        };
        assert!(n >= 2 && why.text.contains(&counted) && why.text.contains(&shown.row.text), "{}", why.text);
        for row in &why.rows {
            assert!(bench.app.memory_show(&row.id, lang).is_ok(), "{row:?} is a row");
        }
    }
    // The newest plan is meant when none is named, and the sentence is heard as that question.
    assert_eq!(bench.app.why("", LangDto::Zh).unwrap().answer, plan.trace.id);
    let said =
        app::dto::ParseRequest { utterance: "你为什么给我推荐这个".to_owned(), lang: LangDto::Zh };
    assert_eq!(bench.app.parse(&said).unwrap().kind, "why");
    // What was said has no trips behind it: its own row is what counts. Without memory the words say so.
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let id = bench.app.preference_add(&wish).unwrap().id;
    bench.ask("去公司");
    let why = bench.app.why("", LangDto::Zh).unwrap();
    assert!(why.rows.iter().filter(|row| row.behind == id).all(|row| row.id == id), "{why:?}");
    let bench = Bench::with_regions();
    bench.settle();
    bench.ask("去公司");
    let why = bench.app.why("", LangDto::Zh).unwrap();
    assert!(why.rows.is_empty() && why.text.contains("没有用到记忆"), "{why:?}");
}

#[test]
fn s3_24_every_memory_says_where_it_comes_from_and_the_source_can_be_opened() {
    let bench = with_a_habit();
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let said = bench.app.preference_add(&wish).unwrap().id;
    bench.add_place(NAME, &[], "", THERE);
    let plan = bench.ask("从公司回家");
    bench.app.drove(&DroveRequest { plan_id: plan.plan_id, ..DroveRequest::default() }).unwrap();
    let rows = bench.rows();
    assert!(rows.len() > 10);
    for row in &rows {
        let sources = bench.app.memory_show(&row.id, LangDto::Zh).unwrap().inside.sources;
        assert!(!sources.is_empty(), "{row:?} has a source");
        for source in sources {
            assert!(!source.kind.is_empty() && source.at > 0, "{row:?} {source:?}");
            if !source.id.is_empty() {
                assert!(bench.app.memory_show(&source.id, LangDto::Zh).is_ok(), "{source:?} opens");
            }
        }
    }
    // The person's own words lead to the very answer in which they were said.
    let source = &bench.app.memory_show(&said, LangDto::Zh).unwrap().inside.sources[0];
    assert_eq!((source.kind.as_str(), source.text.as_str()), ("said", "以后别走隧道"));
    assert_eq!(bench.app.trace(&source.trace, LangDto::Zh).unwrap().said, "以后别走隧道");
    // And who wrote it and to whom it came is written beside it.
    let seen = bench.app.memory_show(&said, LangDto::Zh).unwrap().inside.accesses;
    assert!(seen.iter().any(|access| (access.who.as_str(), access.what.as_str()) == ("person", "written")));
    assert!(seen.iter().any(|access| (access.who.as_str(), access.what.as_str()) == ("planner", "recalled")));
}

#[test]
fn s3_51_each_look_of_a_person_is_noted_once_and_the_log_can_be_cleared() {
    let bench = city();
    let id = bench.rows()[0].id.clone();
    let show = |bench: &Bench| bench.app.memory_show(&id, LangDto::En).unwrap().inside.accesses;
    let looks = |accesses: Vec<app::dto::AccessDto>| {
        accesses.into_iter().filter(|one| (one.who.as_str(), one.what.as_str()) == ("person", "read")).count()
    };
    assert_eq!(looks(show(&bench)), 0, "what is shown is who looked before");
    for _ in 0..3 {
        assert_eq!(looks(show(&bench)), 1, "a page that reads its rows anew is one look");
    }
    bench.at_in_city(CITY_NOON + HOUR);
    assert_eq!((looks(show(&bench)), looks(show(&bench))), (1, 2), "an hour later it is another one");
    // Correcting reads it as well, which is no look.
    let edit = app::dto::MemoryEditRequest { id: id.clone(), ..app::dto::MemoryEditRequest::default() };
    drop(bench.app.memory_edit(&edit, LangDto::En));
    assert_eq!(looks(show(&bench)), 2);
    assert!(bench.app.accesses_clear().unwrap() >= 2);
    assert_eq!(show(&bench), []);
}

#[test]
fn s2_42_a_memory_shows_every_part_of_its_score_when_it_came_to_mind() {
    let bench = city();
    let plan = bench.ask("走江边去公司，别走高架");
    let trace = bench.app.trace(&plan.plan_id, LangDto::Zh).unwrap();
    let scored = |it: &&app::dto::TraceCandidateDto| it.score.is_some() && it.id.starts_with("pref-");
    let found = stage(&trace, "recall").candidates.iter().find(scored).expect("a scored one").clone();
    let inside = bench.app.memory_show(&found.id, LangDto::Zh).unwrap().inside;
    let last = inside.recalled.first().expect("it came to mind");
    assert_eq!((&last.trace, &last.said, last.score), (&trace.id, &trace.said, found.score));
    assert_eq!((&last.parts, &last.why, last.kept), (&found.parts, &found.why, found.kept));
    assert!(last.parts.len() >= 4, "{last:?}");
    // Clearing the traces clears it, too: it has no copy of its own.
    bench.app.traces_clear().unwrap();
    assert_eq!(bench.app.memory_show(&found.id, LangDto::Zh).unwrap().inside.recalled, []);
}

#[test]
fn s1_51_a_memory_is_seen_modified_and_deleted_and_a_correction_can_be_taken_back() {
    let bench = Bench::with_regions();
    bench.settle();
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let wish = bench.app.preference_add(&wish).unwrap().id;
    let place = bench.add_place(NAME, &["灯塔"], "gym", THERE);
    let shown = |id: &str| {
        let mut shown = bench.app.memory_show(id, LangDto::Zh).unwrap();
        // That it was looked at and corrected stays written down; what it says is as before.
        (shown.inside, shown.history) = (app::dto::MemoryInsideDto::default(), Vec::new());
        shown
    };
    let edit = |id: &str, text: &str| app::dto::MemoryEditRequest {
        id: id.to_owned(),
        text: Some(text.to_owned()),
        ..app::dto::MemoryEditRequest::default()
    };
    for (id, text) in [(&place, "别的灯塔"), (&wish, "以后别走收费路")] {
        let before = shown(id);
        bench.app.memory_edit(&edit(id, text), LangDto::Zh).unwrap();
        assert_eq!(shown(id).row.text, text);
        let back = bench.app.memory_edit_undo(LangDto::Zh).unwrap();
        assert_eq!(back.id, *id);
        let mut after = shown(id);
        after.user_edited = before.user_edited;
        assert_eq!(after, before, "{id} is as it was");
    }
    check_fails(bench.app.memory_edit_undo(LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
    // What takes it back obeys erasure as well.
    bench.app.memory_edit(&edit(&place, "改名"), LangDto::Zh).unwrap();
    bench.app.memory_delete(&[wish], LangDto::Zh).unwrap();
    check_fails(bench.app.memory_edit_undo(LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
}
