//! The language model's adapter against a scripted server on this computer: every way in which one can answer badly.
#![allow(clippy::unwrap_used, reason = "a test, with its helper outside the test function")]

use std::sync::atomic::{AtomicUsize, Ordering};

use adapters::OpenAiModel;
use domain::{
    language_model::{ModelAsk, ModelLimits, ModelMessage, ModelRole, ModelServer, Shape},
    ports::{FetchError, LanguageModel, ModelError},
};
use testkit::{
    language_model::{PATH, ScriptedModel, completion},
    web::{Manner, Reply},
};

fn server(model: &ScriptedModel) -> ModelServer {
    ModelServer {
        address: model.address(),
        model: "scripted".to_owned(),
        key: String::new(),
        allow_remote: false,
        timeout_ms: 20_000,
    }
}

fn question() -> ModelAsk {
    ModelAsk {
        messages: vec![ModelMessage { role: ModelRole::User, text: "去公司".to_owned() }],
        shape: Some(Shape::Object(vec![("intent", Shape::word(&["plan_route"]))])),
        limits: ModelLimits { tokens: 40, bytes: 4_000 },
        seed: 1,
    }
}

fn ask(server: &ModelServer) -> Result<String, ModelError> {
    OpenAiModel.answer(server, &question(), &|| false).map(|answer| answer.text)
}

#[test]
fn s0_17_an_answer_comes_as_text_and_nothing_more_is_sent_than_the_question() {
    let model = ScriptedModel::start().unwrap();
    model.says(|heard| format!("heard {} messages: {}", heard.messages.len(), heard.last()));
    assert_eq!(ask(&server(&model)).unwrap(), "heard 1 messages: 去公司");
    let asked = model.server().asked();
    assert_eq!((asked.len(), asked[0].method.as_str(), asked[0].path.as_str()), (1, "POST", PATH));
    for line in asked[0].headers.iter().skip(1) {
        let name = line.split(':').next().unwrap().to_ascii_lowercase();
        let known = ["host", "user-agent", "accept", "accept-encoding", "content-type", "content-length"];
        assert!(known.contains(&name.as_str()), "{line}");
    }
    let body = &model.heard()[0].body;
    assert_eq!(
        (&body["temperature"], &body["stream"], &body["max_tokens"]),
        (&0.into(), &false.into(), &40.into())
    );
    // A key is shown to the server, and only when there is one.
    ask(&ModelServer { key: "k-123".to_owned(), ..server(&model) }).unwrap();
    assert!(
        model.server().asked()[1]
            .headers
            .iter()
            .any(|line| line.eq_ignore_ascii_case("authorization: Bearer k-123"))
    );
    assert_eq!(OpenAiModel.models(&server(&model), &|| false).unwrap(), ["scripted"]);
}

#[test]
fn s0_17_each_way_of_failing_has_its_name_and_is_asked_once() {
    let good = completion("{}").body;
    let check = |bytes: Vec<u8>, manner: Manner, expected: ModelError| {
        let model = ScriptedModel::start().unwrap();
        model.serves(bytes, manner.clone());
        let server = ModelServer { timeout_ms: 400, ..server(&model) };
        assert_eq!(ask(&server), Err(expected), "{manner:?}");
        assert_eq!(model.server().asked().len(), 1, "{manner:?}: nothing is tried again");
    };
    let failed = |error: FetchError| ModelError::Exchange(error);
    check(Vec::new(), Manner::Status(401), ModelError::Key);
    check(Vec::new(), Manner::Status(403), ModelError::Key);
    check(Vec::new(), Manner::Status(404), ModelError::NoModel);
    check(Vec::new(), Manner::Status(429), ModelError::Limit);
    check(Vec::new(), Manner::Status(500), failed(FetchError::Refused(500)));
    check(b"{\"error\":{}}".to_vec(), Manner::StatusWith(400), failed(FetchError::Refused(400)));
    check(good.clone(), Manner::CutAfter(20), failed(FetchError::Broken));
    check(good.clone(), Manner::StallAfter(20), failed(FetchError::Slow));
    check(good.clone(), Manner::Silent, failed(FetchError::Slow));
    check(good.clone(), Manner::Promises(9_000_000), failed(FetchError::TooLarge));
    check(vec![b' '; 5_000], Manner::NoLength, failed(FetchError::TooLarge));
    check(Vec::new(), Manner::Page, failed(FetchError::Page));
    check(Vec::new(), Manner::Babble, failed(FetchError::Broken));
    check(
        Vec::new(),
        Manner::Redirect("http://127.0.0.1:9/other".to_owned()),
        failed(FetchError::Refused(302)),
    );
    check(good, Manner::Well, ModelError::Unreadable);
    let server =
        ModelServer { address: "http://127.0.0.1:1".to_owned(), ..server(&ScriptedModel::start().unwrap()) };
    assert!(matches!(ask(&server), Err(ModelError::Exchange(FetchError::Unreachable | FetchError::Broken))));
}

#[test]
fn s0_17_what_is_no_answer_of_the_interface_is_refused() {
    let check = |status: u16, kind: &'static str, body: &str, expected: ModelError| {
        let model = ScriptedModel::start().unwrap();
        let body = body.as_bytes().to_vec();
        model.replies(move |_| Reply { status, kind, body: body.clone() });
        assert_eq!(ask(&server(&model)), Err(expected), "{kind}");
    };
    let good = String::from_utf8(completion("{}").body).unwrap();
    check(200, "text/event-stream", "data: {\"choices\":[]}\n\n", ModelError::Unreadable);
    check(200, "text/plain", &good, ModelError::Unreadable);
    check(200, "image/png", "x", ModelError::Unreadable);
    check(200, "application/json", "{\"choices\":[", ModelError::Unreadable);
    check(200, "application/json", "{}", ModelError::Unreadable);
    check(200, "text/html", "<html></html>", ModelError::Exchange(FetchError::Page));
    let cut = good.replace("\"stop\"", "\"length\"");
    check(200, "application/json", &cut, ModelError::Unfinished);
}

#[test]
fn s0_17_whoever_changed_their_mind_is_heard_at_once() {
    let model = ScriptedModel::start().unwrap();
    model.serves(Vec::new(), Manner::Silent);
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
    let stopped = OpenAiModel.answer(&server(&model), &question(), &stop);
    assert_eq!(stopped.map(|answer| answer.text), Err(ModelError::Exchange(FetchError::Stopped)));
    let before = OpenAiModel.answer(&server(&model), &question(), &|| true);
    assert_eq!(before.map(|answer| answer.text), Err(ModelError::Exchange(FetchError::Stopped)));
}
