//! A language model of the person's own: off until asked, on this computer unless allowed, believed only as far as it can be
//! checked. Against a scripted model; `real_model` below against a real one.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use app::{
    CancelToken,
    dto::{ErrorCode, LangDto, ModelAskDto, ModelAskRequest, ModelSetRequest, RephraseRequest, SentenceDto},
};
use serde_json::json;
use testkit::{
    language_model::{Heard, ScriptedModel, completion},
    web::{Manner, Reply},
};

use crate::support::*;

/// A bench with the real adapter.
pub(crate) fn bench() -> Bench {
    let mut bench = Bench::with_regions();
    bench.app = bench.app.with_language_model(Arc::new(adapters::OpenAiModel));
    bench.settle();
    bench
}

pub(crate) fn switch_on(bench: &Bench, address: &str) {
    switch_on_app(&bench.app, address);
}

pub(crate) fn switch_on_app(app: &app::App, address: &str) {
    let request = ModelSetRequest {
        enabled: Some(true),
        address: Some(address.to_owned()),
        model: Some("scripted".to_owned()),
        timeout_s: Some(20),
        wait_ms: Some(5_000),
        ..ModelSetRequest::default()
    };
    app.model_set(&request).unwrap();
}

fn set(bench: &Bench, change: impl FnOnce(&mut ModelSetRequest)) {
    let mut request = ModelSetRequest::default();
    change(&mut request);
    bench.app.model_set(&request).unwrap();
}

pub(crate) fn ask(bench: &Bench, what: &str, text: &str) -> ModelAskDto {
    let request = ModelAskRequest { what: what.to_owned(), text: text.to_owned(), lang: LangDto::Zh };
    bench.app.model_ask(&request, &CancelToken::new()).unwrap()
}

fn sent(bench: &Bench) -> u32 {
    bench.app.status().unwrap().network_requests
}

/// A sentence that the rules do not understand although it names a place of the map.
const UNCLEAR: &str = "好久没看 Larvotto 了呀";

fn takes_to(place: &str) -> String {
    json!({ "intent": "plan_route", "destination": place }).to_string()
}

#[test]
fn s0_17_it_is_off_until_switched_on_and_stays_on_this_computer() {
    let bench = bench();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let set = |request: ModelSetRequest| bench.app.model_set(&request);
    let model = bench.app.model_get().unwrap();
    assert!(!model.enabled && model.address.is_empty() && !model.allow_remote);
    assert!(model.usual.iter().all(|usual| domain::language_model::is_loopback(&usual.address)));
    let on = ModelSetRequest { enabled: Some(true), ..ModelSetRequest::default() };
    check_fails(set(on.clone()), ErrorCode::BadRequest, &[("field", "model_address"), ("why", "missing")]);
    let with =
        |address: &str| ModelSetRequest { address: Some(address.to_owned()), ..ModelSetRequest::default() };
    set(with(&address)).unwrap();
    check_fails(set(on.clone()), ErrorCode::BadRequest, &[("field", "model"), ("why", "missing")]);
    set(ModelSetRequest { model: Some("m".to_owned()), ..ModelSetRequest::default() }).unwrap();

    // Everything is answered by rules, and nothing is sent.
    check_fails(
        bench.app.model_check(&CancelToken::new()),
        ErrorCode::Network,
        &[("why", "off"), ("model", "language")],
    );
    assert_eq!(ask(&bench, "extraction", "我不喜欢吃辣").memories.len(), 1, "rules extract too");
    for (what, kind) in [("intent", Some("plan_route")), ("extraction", None), ("relevance", None)] {
        let answer = ask(&bench, what, "去公司别走隧道");
        assert_eq!((answer.by.as_str(), answer.ended.as_str()), ("rules", "off"));
        assert_eq!(answer.intent.map(|intent| intent.kind).as_deref(), kind);
    }
    assert_eq!(bench.ask("去公司别走隧道").intent.kind, "plan_route");
    drop(bench.app.plan(&request(UNCLEAR)));

    // Another computer only when it is allowed, even when the address was set before.
    for elsewhere in ["http://192.0.2.7:11434", "https://models.example/v1", "http://127.0.0.1.example"] {
        let refused = ModelSetRequest { enabled: Some(true), ..with(elsewhere) };
        check_fails(set(refused), ErrorCode::BadRequest, &[("field", "model_address"), ("why", "remote")]);
    }
    let allowed = ModelSetRequest {
        allow_remote: Some(true),
        enabled: Some(true),
        ..with("https://models.example/v1")
    };
    assert!(!set(allowed).unwrap().local);
    let forbidden = ModelSetRequest { allow_remote: Some(false), ..ModelSetRequest::default() };
    check_fails(set(forbidden), ErrorCode::BadRequest, &[("why", "remote")]);
    let nobody = listener.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "no connection was opened");
    assert_eq!(sent(&bench), 0);
    // A key is kept and never shown.
    let key = ModelSetRequest { key: Some("sk-very-secret".to_owned()), ..ModelSetRequest::default() };
    let model = set(key).unwrap();
    assert!(model.has_key && !format!("{model:?}").contains("very-secret"));
}

#[test]
fn s0_17_what_is_asked_is_counted_and_every_failure_leaves_the_rules_answer() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    switch_on(&bench, &model.address());
    set(&bench, |request| request.timeout_s = Some(1));
    let good = completion("{}").body;
    let manners: [(Vec<u8>, Manner, &str, &str); 11] = [
        (Vec::new(), Manner::Status(401), "failed", "key"),
        (Vec::new(), Manner::Status(404), "failed", "no_model"),
        (Vec::new(), Manner::Status(500), "failed", "refused"),
        (good.clone(), Manner::CutAfter(20), "failed", "broken"),
        (good.clone(), Manner::StallAfter(20), "failed", "slow"),
        (good.clone(), Manner::Silent, "failed", "slow"),
        (good.clone(), Manner::Promises(1 << 40), "failed", "too_large"),
        (Vec::new(), Manner::Page, "failed", "page"),
        (Vec::new(), Manner::Babble, "failed", "broken"),
        (Vec::new(), Manner::Redirect("http://127.0.0.1:9/".to_owned()), "failed", "refused"),
        (good, Manner::Well, "failed", "unreadable"),
    ];
    let before = bench.rows();
    for (number, (bytes, manner, ended, why)) in (1..).zip(manners) {
        model.serves(bytes, manner.clone());
        let answer = ask(&bench, "intent", "去公司别走隧道");
        assert_eq!(
            (answer.by.as_str(), answer.ended.as_str(), answer.why.as_str()),
            ("rules", ended, why),
            "{manner:?}"
        );
        assert_eq!(answer.intent.unwrap().kind, "plan_route", "{manner:?}");
        assert_eq!((sent(&bench), model.heard().len()), (number, number as usize), "{manner:?}: asked once");
    }
    let last = &bench.app.status().unwrap().network_last[0];
    assert_eq!((last.purpose.as_str(), last.outcome.as_str()), ("model", "unreadable"));
    assert!(model.address().ends_with(&last.host), "the server's name, and nothing of what was asked");
    assert_eq!(bench.rows(), before);
}

#[test]
fn s0_28_what_is_not_json_of_the_asked_shape_is_repaired_once_or_dropped() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    switch_on(&bench, &model.address());
    let check = |answers: [&'static str; 2], ended: &str, why: &str, kind: &str| {
        let before = model.heard().len();
        let second = AtomicBool::new(false);
        model.says(move |_| answers[usize::from(second.swap(true, Ordering::SeqCst))].to_owned());
        // Another sentence each time, so that nothing comes from the cache.
        let answer = ask(&bench, "intent", &format!("去公司 {before}"));
        assert_eq!((answer.ended.as_str(), answer.why.as_str()), (ended, why), "{answers:?}");
        assert_eq!(answer.intent.unwrap().kind, kind, "{answers:?}");
        assert!(model.heard().len() - before <= 2);
        answer.exchanges.len()
    };
    let good = r#"{"intent":"modify_trip","destination":""}"#;
    assert_eq!(check([good, ""], "good", "", "modify_trip"), 1);
    assert_eq!(check(["Sure! Here it is", good], "repaired", "", "modify_trip"), 2);
    assert_eq!(
        check([r#"{"intent":"erase_everything","destination":""}"#, good], "repaired", "", "modify_trip"),
        2
    );
    assert_eq!(check(["```json\n{}\n```", "{}"], "dropped", "missing", "plan_route"), 2);
    let elsewhere = r#"{"intent":"plan_route","destination":"赌场"}"#;
    assert_eq!(check([elsewhere, elsewhere], "dropped", "ungrounded", "plan_route"), 2);
    assert_eq!(check(["", "\u{0}\u{0}"], "dropped", "not_json", "plan_route"), 2);
    let endless: &'static str = Box::leak("[".repeat(60_000).into_boxed_str());
    assert_eq!(check([endless, endless], "dropped", "not_json", "plan_route"), 2);
    // The fault is named to the model, in words of our own.
    let heard = model.heard();
    let last = heard.last().unwrap().last();
    assert!(last.contains("只是一个 JSON 对象"), "{last}");
}

#[test]
fn s3_12_a_model_is_asked_only_where_the_rules_are_unsure_and_the_share_is_counted() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| takes_to("Larvotto"));
    switch_on(&bench, &model.address());
    let parsed = bench
        .app
        .parse(&app::dto::ParseRequest { utterance: UNCLEAR.to_owned(), lang: LangDto::Zh })
        .unwrap();
    assert_eq!(parsed.chips[0].problem.as_deref(), Some("not_understood"), "the rules do not understand it");
    assert_eq!(sent(&bench), 0, "what is typed is sent nowhere");
    bench.ask("去公司");
    bench.ask("去公司别走隧道");
    assert_eq!(sent(&bench), 0, "the rules understood");
    let plan = bench.ask(UNCLEAR);
    assert_eq!(plan.intent.kind, "plan_route");
    assert!(plan.destination.label.contains("Larvotto"), "{}", plan.destination.label);
    assert_eq!(sent(&bench), 1);
    let intent = &plan.trace.stages[0];
    assert!(
        intent.output.iter().any(|fact| fact.starts_with("model good plan_route")),
        "{:?}",
        intent.output
    );
    // What was sent stands word by word in the kept trace, and not in what goes with the plan.
    assert_eq!(plan.trace.exchanges, []);
    let kept = bench.app.trace(&plan.plan_id, LangDto::Zh).unwrap();
    assert_eq!((kept.exchanges.len(), kept.exchanges[0].stage.as_str()), (1, "intent"));
    assert!(kept.exchanges[0].prompt.iter().any(|message| message.text.contains(UNCLEAR)), "{kept:?}");
    assert!(kept.exchanges[0].answer.contains("plan_route"), "{kept:?}");
    let set_now = bench.app.model_get().unwrap();
    assert_eq!((set_now.sentences, set_now.fell_back), (3, 1));
    // Without it the rules' answer stands: a place that nobody knows.
    set(&bench, |request| request.intents = Some("rules".to_owned()));
    bench.app.plan_reset();
    check_fails(bench.app.plan(&request(UNCLEAR)), ErrorCode::NoDestination, &[]);
    assert_eq!(sent(&bench), 1);
    bench.ask("去公司");
}

#[test]
fn s1_23_a_plan_waits_for_a_slow_model_no_longer_than_was_set() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.serves(Vec::new(), Manner::Silent);
    switch_on(&bench, &model.address());
    set(&bench, |request| request.wait_ms = Some(200));
    // What the rules understand does not wait at all: the model is not asked.
    bench.ask("去公司别走隧道");
    assert_eq!(model.heard().len(), 0);
    bench.app.plan_reset();
    check_fails(bench.app.plan(&request(UNCLEAR)), ErrorCode::NoDestination, &[]);
    // The server says nothing until the asker goes away: that this line is reached at all shows that the plan went on.
    assert_eq!(bench.app.status().unwrap().network_last[0].outcome, "slow");
    set(&bench, |request| request.wait_ms = Some(0));
    drop(bench.app.plan(&request(UNCLEAR)));
    assert_eq!(model.heard().len(), 1, "with no time to wait it is not asked");
    // Who changes their mind is heard.
    let cancel = CancelToken::new();
    cancel.cancel();
    let asked =
        ModelAskRequest { what: "intent".to_owned(), text: "去公司".to_owned(), lang: LangDto::Zh };
    let answer = bench.app.model_ask(&asked, &cancel).unwrap();
    assert_eq!((answer.by.as_str(), answer.why.as_str()), ("rules", "stopped"));
}

#[test]
fn s3_13_the_same_sentence_again_costs_no_request() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| {
        json!({ "memory_type": "fact", "memory_content": "我住在北京朝阳区三元桥", "confidence": 0.9, "expiration": "永久" })
            .to_string()
    });
    switch_on(&bench, &model.address());
    let first = ask(&bench, "extraction", "我住在北京朝阳区三元桥");
    let second = ask(&bench, "extraction", "我住在北京朝阳区三元桥");
    assert_eq!(first.memories, second.memories);
    assert_eq!((first.memories[0].kind.as_str(), first.memories[0].waits), ("fact", false));
    assert_eq!((model.heard().len(), sent(&bench)), (1, 1));
    ask(&bench, "extraction", "我住在北京朝阳区三元桥东");
    assert_eq!(model.heard().len(), 2, "another sentence is another question");
    assert!(bench.rows().iter().all(|row| row.id.starts_with("place-")), "asking stores nothing");
}

#[test]
fn s0_32_what_recall_found_is_screened_and_judged_and_both_stages_say_why() {
    let bench = bench();
    let remember = |sentence: &str| {
        let request = app::dto::PreferenceAddRequest {
            sentence: sentence.to_owned(),
            ..app::dto::PreferenceAddRequest::default()
        };
        bench.app.preference_add(&request).unwrap().id
    };
    let kept = remember("去公司不走隧道");
    let model = ScriptedModel::start().unwrap();
    // The worst judge: everything is to be dropped.
    model.says(|heard| {
        let ids: Vec<String> = heard.schema.as_ref().unwrap()["properties"]["judged"]["items"]["properties"]
            ["id"]["enum"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_str().unwrap().to_owned())
            .collect();
        let judged: Vec<_> =
            ids.iter().map(|id| json!({ "id": id, "verdict": "drop", "reason": "outdated" })).collect();
        json!({ "judged": judged }).to_string()
    });
    switch_on(&bench, &model.address());
    let answer = ask(&bench, "relevance", "今天去公司不走隧道");
    let screened: Vec<(&str, bool, &str)> =
        answer.screened.iter().map(|one| (one.id.as_str(), one.keep, one.why.as_str())).collect();
    assert!(screened.contains(&(kept.as_str(), true, "in_force")), "{screened:?}");
    let judged = answer.judged.iter().find(|one| one.id == kept).unwrap();
    assert!(
        judged.keep && judged.why == "in_force",
        "what the person said is in force whatever a model says"
    );
    let plan = bench.ask("去公司");
    assert!(all_reasons(&plan).any(|reason| reason.id == kept), "and acts on the plan");
}

/// A plan's sentences, as both shells hand them over.
fn sentences(plan: &app::dto::PlanDto) -> RephraseRequest {
    let reasons =
        plan.reasons.iter().map(|reason| SentenceDto { id: reason.id.clone(), text: reason.text.clone() });
    RephraseRequest { lang: LangDto::Zh, sentences: reasons.collect(), decision: Some(plan.decision.clone()) }
}

#[test]
fn e_7_a_model_rephrases_what_the_template_says_and_nothing_else_and_s0_31_ids_come_back() {
    let bench = bench();
    let plan = bench.ask("去公司，别走隧道");
    let mut asked = sentences(&plan);
    assert!(!asked.sentences.is_empty());
    asked.sentences.push(SentenceDto { id: "plan".to_owned(), text: plan.human_readable_reason.clone() });
    let model = ScriptedModel::start().unwrap();
    switch_on(&bench, &model.address());
    let rephrase = || bench.app.model_rephrase(&asked, &CancelToken::new()).unwrap();

    let given = asked.clone();
    model.says(move |heard| {
        if heard.wants("start_lat") {
            let mut decision = serde_json::to_value(given.decision.as_ref().unwrap()).unwrap();
            decision["human_readable_reason"] =
                json!(format!("这次就{}", given.decision.as_ref().unwrap().human_readable_reason));
            return decision.to_string();
        }
        let all: Vec<_> = given
            .sentences
            .iter()
            .rev()
            .map(|one| json!({ "id": one.id, "text": format!("因为你{}", one.text) }))
            .collect();
        json!({ "sentences": all }).to_string()
    });
    let said = rephrase();
    assert_eq!(said.ended, "good");
    let ids: Vec<&str> = said.sentences.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, asked.sentences.iter().map(|one| one.id.as_str()).collect::<Vec<_>>());
    assert!(said.sentences.iter().all(|one| one.changed && one.text.starts_with("因为你")), "{said:?}");
    let decision = said.decision.unwrap();
    assert!(decision.human_readable_reason.starts_with("这次就走"), "{}", decision.human_readable_reason);

    // A liar: another number, another road, another end.
    let given = asked.clone();
    model.says(move |heard| {
        if heard.wants("start_lat") {
            let mut decision = serde_json::to_value(given.decision.as_ref().unwrap()).unwrap();
            decision["end_lat"] = json!(0.0);
            return decision.to_string();
        }
        let all: Vec<_> = given
            .sentences
            .iter()
            .map(|one| json!({ "id": one.id, "text": format!("{}，快 99 分钟", one.text) }))
            .collect();
        json!({ "sentences": all }).to_string()
    });
    // The same questions again would be answered from what was said well before.
    set(&bench, |request| request.model = Some("liar".to_owned()));
    let lied = rephrase();
    assert_eq!((lied.ended.as_str(), lied.why.as_str()), ("dropped", "changed"));
    for (one, template) in lied.sentences.iter().zip(&asked.sentences) {
        assert_eq!((&one.id, &one.text, one.changed), (&template.id, &template.text, false));
    }
    assert_eq!(lied.decision, asked.decision);
}

#[test]
fn what_was_said_can_be_read_and_is_forgotten_with_what_is_forgotten() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| r#"{"memory_type":"none"}"#.to_owned());
    switch_on(&bench, &model.address());
    let secret = "泽塔星人的暗号";
    ask(&bench, "extraction", &format!("我的{secret}是什么"));
    let trace = bench.app.model_trace();
    assert_eq!((trace.len(), trace[0].stage.as_str(), trace[0].outcome.as_str()), (1, "extraction", "good"));
    assert!(trace[0].prompt.last().unwrap().text.contains(secret));
    assert_eq!(trace[0].answer, r#"{"memory_type":"none"}"#);
    // In memory only: no file holds a word of it.
    for (file, _) in listing(bench.data_dir()) {
        let bytes = std::fs::read(bench.data_dir().join(&file)).unwrap_or_default();
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()), "{}", file.display());
    }
    let place = bench.place("公司");
    bench.app.memory_delete(std::slice::from_ref(&place), LangDto::Zh).unwrap();
    assert!(bench.app.model_trace().is_empty());
    ask(&bench, "extraction", &format!("我的{secret}是什么"));
    assert_eq!(model.heard().len(), 2, "the answer was forgotten too");
    bench.app.erase(&[place], false).unwrap();
    assert!(bench.app.model_trace().is_empty());
    ask(&bench, "extraction", &format!("我的{secret}是什么"));
    bench.app.profile_use("somebody else").unwrap();
    assert!(bench.app.model_trace().is_empty());
    assert!(!bench.app.model_get().unwrap().enabled, "each profile has settings of its own");
}

#[test]
fn a_check_says_which_models_there_are_and_whether_the_chosen_one_answers() {
    let bench = bench();
    let model = ScriptedModel::start().unwrap();
    model.says(|_| takes_to("school"));
    switch_on(&bench, &model.address());
    let found = bench.app.model_check(&CancelToken::new()).unwrap();
    assert_eq!(
        (found.models.as_slice(), found.has_model, found.ended.as_str()),
        (&["scripted".to_owned()][..], true, "good")
    );
    assert_eq!(sent(&bench), 2);
    let said = model.heard()[0].all_text();
    assert!(
        !said.contains("家") && !said.contains("公司") && !said.contains("office"),
        "nothing of the person"
    );
    // A server that knows no schemas is asked in plain words.
    set(&bench, |request| request.schema = Some(false));
    model.says(|_| "The user wants to plan a route.".to_owned());
    assert_eq!(bench.app.model_check(&CancelToken::new()).unwrap().ended, "good");
    assert!(model.heard().last().unwrap().schema.is_none());
    assert_eq!(ask(&bench, "intent", "随便说说").intent.unwrap().kind, "plan_route");
    model.replies(|_: &Heard| Reply { status: 401, kind: "application/json", body: b"{}".to_vec() });
    assert_eq!(bench.app.model_check(&CancelToken::new()).unwrap().why, "key");
}

#[test]
fn s0_34_the_classifier_is_chosen_by_a_setting_trained_from_a_file_and_erased_with_the_rest() {
    let bench = bench();
    let sentence = "嘎嘎咕咕";
    let kind = |text: &str| ask(&bench, "intent", text);
    let before = kind(sentence);
    assert_eq!(before.by, "rules");
    set(&bench, |request| request.intents = Some("classifier".to_owned()));
    let with = kind("讲个笑话吧");
    assert_eq!((with.by.as_str(), with.intent.unwrap().kind.as_str()), ("classifier", "unknown"));
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("own.tsv");
    let own: String = (0..5).map(|n| format!("zh\tquery_history\t{sentence}{n}\n")).collect();
    std::fs::write(&file, format!("{own}nonsense\n")).unwrap();
    let request = app::dto::ModelTrainRequest { path: file.display().to_string() };
    let trained = bench.app.model_train(&request).unwrap();
    assert_eq!((trained.sentences, trained.left_out), (5, 1));
    assert_eq!(kind(sentence).intent.unwrap().kind, "query_history");
    let weights = std::fs::read(bench.data_dir().join("intents.bin")).unwrap();
    assert!(
        !weights.windows(sentence.len()).any(|part| part == sentence.as_bytes()),
        "weights hold no words"
    );
    // It survives quitting, and goes with what is erased.
    let bench = bench.reopen();
    let asked = |bench: &Bench| ask(bench, "intent", sentence).intent.unwrap().kind;
    assert_eq!(asked(&bench), "query_history");
    bench.app.erase(&[bench.place("公司")], false).unwrap();
    assert!(!bench.data_dir().join("intents.bin").exists());
    assert_ne!(asked(&bench), "query_history");
    let gone = app::dto::ModelTrainRequest { path: folder.path().join("none").display().to_string() };
    check_fails(bench.app.model_train(&gone), ErrorCode::BadFile, &[("why", "missing")]);
    assert_eq!(sent(&bench), 0, "nothing is sent for it");
}
