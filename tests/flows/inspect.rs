//! Looking under the lid: traces, and that they obey erasure.

use std::collections::BTreeSet;

use app::dto::{DroveRequest, ErrorCode, LangDto, PreferenceAddRequest, TraceDto, TraceStageDto};
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
