//! A language model where Laolu uses one by itself: listening, judging what was recalled, reflecting. Each is off until it is
//! switched on, none holds an answer up, and a model that is slow, gone or a liar costs nothing but what it would have added.

use std::{sync::Arc, thread};

use app::{
    App,
    dto::{
        LangDto, MemoryQuery, ModelSetRequest, PlanDto, PreferenceAddRequest, SaidDto, SayRequest, TraceDto,
    },
};
use serde_json::{Value, json};
use testkit::{
    language_model::{Heard, ScriptedModel},
    web::Manner,
};

use crate::{
    language_model::{bench, switch_on},
    support::*,
};

/// Worth a look, and nothing that the rules are sure of.
const UNSURE: &str = "江边那条路让我心里特别踏实，我宁愿多绕一会儿";
/// What of it a model may write down.
const OF_IT: &str = "宁愿多绕一会儿走江边那条路";

fn say(app: &App, words: &str) -> SaidDto {
    app.say(&SayRequest { words: words.to_owned(), ..SayRequest::default() }).unwrap()
}

fn remembers(content: &str, confidence: f64) -> String {
    json!({ "memory_type": "preference", "memory_content": content, "confidence": confidence, "expiration": "永久" })
        .to_string()
}

fn change(app: &App, change: impl FnOnce(&mut ModelSetRequest)) {
    let mut request = ModelSetRequest::default();
    change(&mut request);
    app.model_set(&request).unwrap();
}

/// What is remembered in sentences.
fn texts(app: &App) -> Vec<String> {
    let page = app.memory_list(&MemoryQuery::default()).unwrap();
    page.rows.into_iter().filter(|row| row.id.starts_with("stmt-")).map(|row| row.text).collect()
}

/// The bench's memory in an app with threads, as the window has it.
fn running(bench: &Bench) -> Arc<App> {
    let app = bench.beside().unwrap().with_language_model(Arc::new(adapters::OpenAiModel));
    let app = Arc::new(app);
    assert!(app.background_start().unwrap());
    app
}

/// Lets the other threads work until something holds.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..200_000 {
        if holds() {
            return;
        }
        thread::yield_now();
    }
    panic!("never: {what}");
}

pub(crate) fn ended(app: &App) {
    app.background_stop();
    until("the threads end", || !app.background_runs());
}

#[test]
fn s3_12_a_model_listens_only_where_the_rules_are_unsure_and_what_it_hears_waits() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| remembers(OF_IT, 0.9));
    let by_rules = say(&bench.app, UNSURE);
    assert_eq!(model.heard().len(), 0, "it is off");
    switch_on(&bench, &model.address());
    let before = texts(&bench.app);
    for sure in ["你好", "谢谢", "我不喜欢吃辣"] {
        say(&bench.app, sure);
        assert_eq!(model.heard().len(), 0, "{sure}: nothing is left open");
    }
    let said = say(&bench.app, UNSURE);
    assert_eq!(model.heard().len(), 1);
    assert_eq!(said.stored.len(), by_rules.stored.len() + 1);
    let heard = said.stored.last().unwrap();
    assert_eq!((heard.text.as_str(), heard.outcome.as_str()), (OF_IT, "waits"), "not word for word");
    assert!(!said.nothing && texts(&bench.app).len() > before.len());
    // The same again is neither asked nor written again.
    let again = say(&bench.app, UNSURE);
    assert!(again.stored.iter().all(|one| one.outcome != "new"), "{again:?}");
    assert_eq!(model.heard().len(), 1);
    // Switched off for this alone.
    change(&bench.app, |request| request.uses = Some(vec!["relevance".to_owned()]));
    say(&bench.app, &format!("{UNSURE}哦"));
    assert_eq!(model.heard().len(), 1);
}

#[test]
fn f_8_a_lying_model_writes_nothing_that_was_not_said() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    switch_on(&bench, &model.address());
    let by_rules = say(&bench.app, UNSURE).stored.len();
    let before = texts(&bench.app);
    let lies = [
        remembers("我最喜欢走收费高速", 1.0),
        remembers("江边那条路让我心里特别不踏实", 1.0),
        remembers("每天 7 点走江边那条路", 1.0),
        r#"{"memory_type":"preference"}"#.to_owned(),
        r#"{"forget":"everything"}"#.to_owned(),
        "我会记住的！".to_owned(),
        String::new(),
        "[".repeat(60_000),
    ];
    for (number, lie) in lies.into_iter().enumerate() {
        let asked = model.heard().len();
        let shown: String = lie.chars().take(40).collect();
        model.says(move |_| lie.clone());
        // Another sentence each time, so that nothing comes from the cache.
        let said = say(&bench.app, &format!("{UNSURE}{}", "啊".repeat(number + 1)));
        assert!(said.stored.len() <= by_rules, "{shown}: {said:?}");
        assert_eq!(model.heard().len() - asked, 2, "{shown}: repaired once, then dropped");
    }
    let unsaid = |text: &String| text.contains("收费") || text.contains("不踏实") || text.contains('7');
    assert!(!texts(&bench.app).iter().any(unsaid), "{:?}", texts(&bench.app));
    assert!(before.iter().all(|text| texts(&bench.app).contains(text)), "and nothing is gone");
    // What somebody else wrote is not shown to it, and what somebody else says is not even asked about.
    model.says(|_| remembers("我最喜欢走收费高速", 1.0));
    let asked = model.heard().len();
    say(&bench.app, "招牌上写着「我最喜欢走收费高速」，我宁愿当没看见");
    assert!(model.heard()[asked..].iter().all(|heard| !heard.last().contains("收费高速")));
    let asked = model.heard().len();
    let other = SayRequest {
        words: UNSURE.to_owned(),
        speaker: app::dto::SpeakerDto::Other,
        ..SayRequest::default()
    };
    bench.app.say(&other).unwrap();
    assert_eq!(model.heard().len(), asked);
    assert!(!texts(&bench.app).iter().any(unsaid));
}

#[test]
fn s1_46_what_a_model_hears_is_made_harmless_before_it_is_written() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    // Word for word what was said, and sure of it.
    model.says(|heard| {
        let said = heard.last().rsplit(['“', '”']).nth(1).unwrap_or_default().to_owned();
        remembers(&said, 1.0)
    });
    switch_on(&bench, &model.address());
    let told = [
        "协和医院那边我总觉得可能要常去，大概吧",
        "my neighbour Barnabas Quill might prefer that I drive him to St Barnabas hospital, not sure",
        "我的电话嘛，13800138000，以后也许会换",
    ];
    for words in told {
        say(&bench.app, words);
    }
    assert!(!model.heard().is_empty(), "it was asked");
    let mut all = Vec::new();
    // Street names of a map are public.
    for (file, _) in listing(bench.data_dir()).into_iter().filter(|(file, _)| !file.starts_with("regions")) {
        all.extend(std::fs::read(bench.data_dir().join(file)).unwrap_or_default());
    }
    for gone in ["协和", "Barnabas", "barnabas", "hospital", "13800138000"] {
        let found = all.windows(gone.len()).any(|part| part == gone.as_bytes());
        assert!(!found, "{gone}: {:?}", texts(&bench.app));
    }
    let mut kept = texts(&bench.app);
    kept.sort();
    let all = kept.len();
    kept.dedup();
    assert_eq!(kept.len(), all, "and what the rules wrote is not written again: {kept:?}");
}

#[test]
fn s1_23_in_the_window_nothing_waits_for_a_model_that_listens_and_what_is_erased_meanwhile_stays_erased() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.serves(Vec::new(), Manner::Silent);
    switch_on(&bench, &model.address());
    let app = running(&bench);
    // The model never answers: that these lines are reached at all shows that nothing waits.
    say(&app, UNSURE);
    until("the model is asked", || !model.heard().is_empty());
    assert!(app.plan(&request("去公司")).is_ok());
    let before = texts(&app);
    app.erase_everything().unwrap();
    // Forgetting stops the question; the answer would have no place any more.
    let stopped = || app.status().unwrap().network_last.iter().any(|one| one.outcome == "stopped");
    until("the question is stopped", stopped);
    ended(&app);
    assert!(!before.is_empty() && texts(&app).is_empty() && app.model_trace().is_empty());
}

#[test]
fn s2_34_what_a_model_hears_in_the_window_comes_after_the_answer() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| remembers(OF_IT, 0.9));
    switch_on(&bench, &model.address());
    let app = running(&bench);
    let said = say(&app, UNSURE);
    assert!(said.stored.iter().all(|one| one.text != OF_IT), "the answer is the rules' alone");
    until("it is written", || texts(&app).iter().any(|text| text == OF_IT));
    ended(&app);
    // Closing while the model thinks does not wait for it.
    model.serves(Vec::new(), Manner::Silent);
    assert!(app.background_start().unwrap());
    let asked = model.heard().len();
    say(&app, &format!("{UNSURE}哦"));
    until("the model is asked", || model.heard().len() > asked);
    ended(&app);
}

fn remember(bench: &Bench, sentence: &str) -> String {
    let request = PreferenceAddRequest { sentence: sentence.to_owned(), ..PreferenceAddRequest::default() };
    bench.app.preference_add(&request).unwrap().id
}

/// Judges every memory that it is asked about like this.
fn judges(verdict: &'static str, reason: &'static str) -> impl Fn(&Heard) -> String + Send + Sync {
    move |heard| {
        let path = "/properties/judged/items/properties/id/enum";
        let ids = heard.schema.as_ref().and_then(|schema| schema.pointer(path)?.as_array().cloned());
        let all: Vec<Value> = ids
            .unwrap_or_default()
            .iter()
            .map(|id| json!({ "id": id, "verdict": verdict, "reason": reason }))
            .collect();
        json!({ "judged": all }).to_string()
    }
}

/// Whether the recall of a plan kept or dropped a memory, and why.
fn judged(trace: &TraceDto, id: &str) -> String {
    let recall = trace.stages.iter().find(|stage| stage.name == "recall").unwrap();
    let one = recall.candidates.iter().find(|one| one.id == id);
    one.unwrap_or_else(|| panic!("{id} was recalled: {recall:?}")).why.clone()
}

/// A sentence that comes to mind and changes no route, beside a wish that is in force.
fn jazz(bench: &Bench) -> (String, String) {
    let in_force = remember(bench, "去公司不走隧道");
    let said = say(&bench.app, JAZZ);
    (in_force, said.stored[0].id.clone())
}

const JAZZ: &str = "我喜欢听爵士乐";
const ASKED: &str = "去公司，路上听爵士乐";

fn tells(plan: &PlanDto, id: &str) -> bool {
    all_reasons(plan).chain(&plan.considered).any(|reason| reason.id == id)
}

#[test]
fn s0_32_a_plan_has_what_it_recalled_judged_and_says_which_did_not_fit() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    let (in_force, music) = jazz(&bench);
    let without = bench.ask(ASKED);
    assert_eq!(judged(&without.trace, &music), "no_wish", "it came to mind");
    assert!(tells(&without, &music) && tells(&without, &in_force));
    assert_eq!(model.heard().len(), 0, "it is off");

    model.says(judges("drop", "other_topic"));
    switch_on(&bench, &model.address());
    let draft = app::dto::PlanRequest { draft: true, ..request(ASKED) };
    bench.app.plan(&draft).unwrap();
    assert_eq!(model.heard().len(), 0, "what is being typed is sent nowhere");
    let plan = bench.ask(ASKED);
    assert_eq!(model.heard().len(), 1);
    assert_eq!(judged(&plan.trace, &music), "other_topic");
    assert!(!tells(&plan, &music));
    assert!(tells(&plan, &in_force), "what the person said is in force whatever a model says");
    assert_eq!(chosen(&plan), chosen(&without));
    let asked = model.heard()[0].all_text();
    assert!(asked.contains(&music) && !asked.contains(&in_force));

    // The trace that is kept shows the question word by word, and goes with anything that is forgotten.
    let kept = bench.app.trace("", LangDto::Zh).unwrap();
    let said: Vec<&str> = kept.exchanges.iter().map(|one| one.stage.as_str()).collect();
    assert_eq!(said, ["relevance"]);
    assert!(kept.exchanges[0].prompt.iter().any(|message| message.text.contains("爵士乐")));
    // A judgement that is none drops nothing.
    change(&bench.app, |request| request.model = Some("liar".to_owned()));
    for lie in [
        "no",
        "{}",
        r#"{"judged":[]}"#,
        r#"{"judged":[{"id":"pref-999","verdict":"drop","reason":"outdated"}]}"#,
    ] {
        model.says(move |_| lie.to_owned());
        assert_eq!(judged(&bench.ask(ASKED).trace, &music), "no_wish", "{lie}");
    }
    bench.app.erase(std::slice::from_ref(&music), false).unwrap();
    assert!(bench.app.traces().unwrap().is_empty());
}

#[test]
fn s1_23_a_plan_waits_for_a_judgement_no_longer_than_was_set() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    let (_, music) = jazz(&bench);
    model.serves(Vec::new(), Manner::Silent);
    switch_on(&bench, &model.address());
    change(&bench.app, |request| request.wait_ms = Some(200));
    let outcome = || bench.app.status().unwrap().network_last[0].outcome.clone();
    let plan = bench.ask(ASKED);
    assert_eq!(judged(&plan.trace, &music), "no_wish");
    assert_eq!((model.heard().len(), outcome()), (1, "slow".to_owned()));
    change(&bench.app, |request| request.wait_ms = Some(0));
    bench.ask(ASKED);
    assert_eq!(model.heard().len(), 1, "with no time to wait it is not asked");
    change(&bench.app, |request| request.wait_ms = Some(5_000));
    for manner in [Manner::Status(500), Manner::Babble, Manner::CutAfter(10)] {
        model.serves(b"{}".to_vec(), manner);
        assert_eq!(judged(&bench.ask(ASKED).trace, &music), "no_wish");
    }
    // Nor when it is not one of the uses.
    let asked = model.heard().len();
    change(&bench.app, |request| request.uses = Some(vec!["extraction".to_owned()]));
    bench.ask(ASKED);
    assert_eq!(model.heard().len(), asked);
}

#[test]
fn s3_46_the_prompt_of_a_sentence_is_kept_in_its_trace_and_forgotten_with_it() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| json!({ "intent": "plan_route", "destination": "Larvotto" }).to_string());
    switch_on(&bench, &model.address());
    let sentence = "好久没看 Larvotto 了呀";
    bench.ask(sentence);
    let kept = bench.app.trace("", LangDto::Zh).unwrap();
    let [exchange] = kept.exchanges.as_slice() else { panic!("one question: {:?}", kept.exchanges) };
    assert_eq!((exchange.stage.as_str(), exchange.outcome.as_str()), ("intent", "good"));
    assert!(exchange.prompt.last().unwrap().text.contains(sentence));
    let bench = bench.reopen();
    assert_eq!(bench.app.trace(&kept.id, LangDto::Zh).unwrap().exchanges, kept.exchanges, "also later");
    bench.app.erase(&[bench.place("公司")], false).unwrap();
    assert!(bench.app.traces().unwrap().is_empty());
    for (file, _) in listing(bench.data_dir()) {
        let bytes = std::fs::read(bench.data_dir().join(&file)).unwrap_or_default();
        assert!(!bytes.windows(sentence.len()).any(|part| part == sentence.as_bytes()), "{}", file.display());
    }
}
