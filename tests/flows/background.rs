//! What is done beside the answers: an answer never waits for it, and nothing is lost or done twice.

use std::{sync::Arc, thread};

use app::App;
use memory::Store;

use crate::support::{Bench, DEMO, request};

/// Another program on the same memory file.
fn other(bench: &Bench) -> Store {
    Store::open(&bench.data_dir().join("memory.db")).unwrap()
}

/// The demo with its thread running.
fn running() -> (Bench, Arc<App>) {
    let bench = Bench::demo(DEMO);
    let app = Arc::new(bench.beside().unwrap());
    assert!(app.background_start().unwrap());
    assert!(!app.background_start().unwrap(), "one thread is enough");
    (bench, app)
}

#[test]
fn s2_34_an_answer_does_not_wait_for_a_writer_that_takes_seconds() {
    let (bench, app) = running();
    let store = other(&bench);
    // The writer lasts until the answers are there: longer than any number of seconds, and no clock decides.
    let plans = store
        .while_writing(|| {
            let plans: Vec<_> = ["去公司", "to the office, not through the tunnels"]
                .map(|text| app.plan(&request(text)).unwrap())
                .into();
            for plan in &plans {
                assert!(
                    app.route_id_of(&plan.plan_id, "1").is_ok(),
                    "what was answered can be named at once"
                );
            }
            plans
        })
        .unwrap();
    app.background_settle().unwrap();
    let after = bench.beside().unwrap();
    for plan in plans {
        assert!(after.route_id_of(&plan.plan_id, "1").is_ok(), "and is written when the writer is done");
    }
}

#[test]
fn s1_23_answers_come_without_the_thread_and_what_waited_is_written_when_it_starts_again() {
    let (bench, app) = running();
    let store = other(&bench);
    let waited = store
        .while_writing(|| {
            let plan = app.plan(&request("去公司")).unwrap();
            app.background_stop();
            plan
        })
        .unwrap();
    while app.background_runs() {
        thread::yield_now();
    }
    let without = app.plan(&request("回家")).unwrap();
    assert!(bench.beside().unwrap().route_id_of(&without.plan_id, "1").is_ok(), "written at once");
    assert!(app.background_start().unwrap());
    app.background_settle().unwrap();
    assert!(bench.beside().unwrap().route_id_of(&waited.plan_id, "1").is_ok(), "nothing is lost");
    assert_eq!(app.background_settle().unwrap(), 0, "and nothing is done twice");
}

#[test]
fn closing_writes_what_still_waits() {
    let (bench, app) = running();
    let store = other(&bench);
    let plan = store.while_writing(|| app.plan(&request("去公司")).unwrap()).unwrap();
    app.background_stop();
    while app.background_runs() {
        thread::yield_now();
    }
    drop(app);
    assert!(bench.beside().unwrap().route_id_of(&plan.plan_id, "1").is_ok());
}

#[test]
fn f_2_a_plan_that_waits_to_be_written_goes_with_a_deletion() {
    let (bench, app) = running();
    let store = other(&bench);
    let plan = store
        .while_writing(|| {
            let plan = app.plan(&request("去公司")).unwrap();
            app.background_stop();
            plan
        })
        .unwrap();
    let office = app.memory_list(&app::dto::MemoryQuery::default()).unwrap().rows[0].id.clone();
    app.memory_delete(&[office], app::dto::LangDto::Zh).unwrap();
    assert!(app.route_id_of(&plan.plan_id, "1").is_err());
    drop(app);
    assert!(bench.beside().unwrap().route_id_of(&plan.plan_id, "1").is_err());
}
