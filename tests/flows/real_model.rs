//! A real small model on a real llama.cpp server: `cargo xtask test --llm` builds and starts them. What is asserted is the
//! protocol: every answer keeps its shape or is dropped. What a model of 135 million parameters makes of a sentence is printed, not
//! asserted.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError, Weak},
    thread,
    time::Duration,
};

use app::{
    CancelToken,
    dto::{LangDto, ModelAskDto, ModelAskRequest, ModelSetRequest, RephraseRequest, SentenceDto},
};
use std::sync::Arc;

use crate::{
    language_model::{ask, bench, switch_on},
    support::*,
};

/// Asking whether it is up, this often and so many times: two minutes.
const POLL: Duration = Duration::from_millis(100);
const POLLS: usize = 1_200;

/// A running server, which ends with this value.
struct RealModel {
    child: Child,
    address: String,
}

impl Drop for RealModel {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The server, shared by the tests that run meanwhile; it ends with the last of them.
fn real_model() -> Arc<RealModel> {
    static RUNNING: Mutex<Weak<RealModel>> = Mutex::new(Weak::new());
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = running.upgrade() {
        return model;
    }
    let set = |name: &str| {
        std::env::var_os(name).unwrap_or_else(|| panic!("{name}: run by cargo xtask test --llm"))
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let child = Command::new(set("LAOLU_LLM_SERVER"))
        .arg("--model")
        .arg(set("LAOLU_LLM_WEIGHTS"))
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--ctx-size", "4096", "--parallel", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let model = Arc::new(RealModel { child, address: format!("http://127.0.0.1:{port}") });
    *running = Arc::downgrade(&model);
    let up = || {
        let status =
            ureq::get(format!("{}/health", model.address)).call().map(|answer| answer.status().as_u16());
        status.is_ok_and(|status| status == 200)
    };
    for _ in 0..POLLS {
        if up() {
            return model;
        }
        thread::sleep(POLL);
    }
    panic!("llama.cpp's server did not come up");
}

/// A bench that asks the real model, with patience for a slow computer.
fn asking(model: &RealModel) -> Bench {
    let bench = bench();
    switch_on(&bench, &model.address);
    let patient = ModelSetRequest { timeout_s: Some(300), ..ModelSetRequest::default() };
    bench.app.model_set(&patient).unwrap();
    bench
}

#[allow(clippy::print_stdout, reason = "what the model made of it is for a person to read")]
fn print(what: &str, said: &str, answer: &ModelAskDto) {
    let kind = answer.intent.as_ref().map(|intent| format!("{} “{}”", intent.kind, intent.destination));
    let memories: Vec<&str> = answer.memories.iter().map(|memory| memory.text.as_str()).collect();
    let ms: f64 = answer.exchanges.iter().map(|exchange| exchange.ms).sum();
    println!(
        "{what}: {said} -> {} {} {ms:.0} ms {} {memories:?}",
        answer.ended,
        answer.why,
        kind.unwrap_or_default()
    );
}

/// Sentences and what they are.
const SENTENCES: [(&str, &str); 16] = [
    ("带我去医院", "plan_route"),
    ("去机场，别走高架", "plan_route"),
    ("顺路再去一下超市", "modify_trip"),
    ("换一条不堵的路", "modify_trip"),
    ("上次去公司走的哪条路", "query_history"),
    ("你为什么不走隧道", "query_history"),
    ("以后晚上都走江边", "remember"),
    ("忘掉我家的地址", "forget"),
    ("take me to the hospital", "plan_route"),
    ("to the airport, no motorway", "plan_route"),
    ("add a stop at the supermarket", "modify_trip"),
    ("find another way without traffic", "modify_trip"),
    ("which way did I take to work last time", "query_history"),
    ("from now on always take the river road at night", "remember"),
    ("forget where I live", "forget"),
    ("nice weather today", "unknown"),
];

#[test]
#[ignore = "wants a real model: cargo xtask test --llm"]
fn s0_17_a_real_model_answers_in_the_asked_shape() {
    let model = real_model();
    let bench = asking(&model);
    let found = bench.app.model_check(&CancelToken::new()).unwrap();
    println!("models {:?}, a small question: {} {} {:.0} ms", found.models, found.ended, found.why, found.ms);
    assert!(!found.models.is_empty());
    assert_ne!(found.ended, "failed", "{}", found.why);
    let rows = bench.rows();
    let (mut shaped, mut right) = (0, 0);
    for (sentence, kind) in SENTENCES {
        let answer = ask(&bench, "intent", sentence);
        print("intent", sentence, &answer);
        assert_ne!(answer.ended, "failed", "{}", answer.why);
        let first = &answer.exchanges[0];
        // Its schema is kept; what may fail is that the words are not the sentence's.
        let kept = ["good", "ungrounded"].contains(&first.outcome.as_str());
        shaped += usize::from(kept);
        right += usize::from(answer.by == "model" && answer.intent.unwrap().kind == kind);
    }
    let free = ModelSetRequest { schema: Some(false), ..ModelSetRequest::default() };
    bench.app.model_set(&free).unwrap();
    let mut right_free = 0;
    for (sentence, kind) in SENTENCES {
        let answer = ask(&bench, "intent", sentence);
        right_free += usize::from(answer.intent.unwrap().kind == kind);
    }
    println!(
        "of {} sentences: in shape {shaped}, right {right}, right in free text {right_free}",
        SENTENCES.len()
    );
    assert_eq!(shaped, SENTENCES.len(), "the server keeps to the schema");
    assert_eq!(bench.rows(), rows);
}

#[test]
#[ignore = "wants a real model: cargo xtask test --llm"]
fn every_use_of_a_real_model_ends_in_a_checked_answer_or_in_the_rules() {
    let model = real_model();
    let bench = asking(&model);
    for said in ["我女儿周三下午学画画", "今天好堵啊", "I never drink coffee", "next week I am going to Nice"]
    {
        let answer = ask(&bench, "extraction", said);
        print("extraction", said, &answer);
        assert_ne!(answer.ended, "failed", "{}", answer.why);
    }
    let remember = app::dto::PreferenceAddRequest {
        sentence: "去公司不走隧道".to_owned(),
        ..app::dto::PreferenceAddRequest::default()
    };
    bench.app.preference_add(&remember).unwrap();
    let answer = ask(&bench, "relevance", "今天去公司");
    print("relevance", "今天去公司", &answer);
    assert_ne!(answer.ended, "failed", "{}", answer.why);
    let plan = bench.ask("去公司，别走隧道");
    let reasons = plan.reasons.iter().map(|one| SentenceDto { id: one.id.clone(), text: one.text.clone() });
    let request = RephraseRequest {
        lang: LangDto::Zh,
        sentences: reasons.collect(),
        decision: Some(plan.decision.clone()),
    };
    let said = bench.app.model_rephrase(&request, &CancelToken::new()).unwrap();
    println!("rephrase: {} {} {:?}", said.ended, said.why, said.sentences);
    assert_ne!(said.ended, "failed", "{}", said.why);
    let decision = said.decision.unwrap();
    assert_eq!((decision.end_lat, decision.end_lng), (plan.decision.end_lat, plan.decision.end_lng));
}

#[test]
#[ignore = "wants a real model: cargo xtask test --llm"]
fn a_real_model_that_is_too_slow_is_given_up() {
    let model = real_model();
    let bench = asking(&model);
    let cancel = CancelToken::new();
    cancel.cancel();
    let asked =
        ModelAskRequest { what: "intent".to_owned(), text: "带我去医院".to_owned(), lang: LangDto::Zh };
    let answer = bench.app.model_ask(&asked, &cancel).unwrap();
    assert_eq!((answer.by.as_str(), answer.why.as_str()), ("rules", "stopped"));
    let hasty = ModelSetRequest { wait_ms: Some(1), ..ModelSetRequest::default() };
    bench.app.model_set(&hasty).unwrap();
    drop(bench.app.plan(&request("好久没看 Larvotto 了呀")));
    assert_eq!(bench.app.status().unwrap().network_last[0].outcome, "slow");
}
