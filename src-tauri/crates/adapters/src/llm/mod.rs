//! A language model behind an OpenAI-compatible address, behind domain's `LanguageModel`: Ollama, llama.cpp's server,
//! vLLM and others speak `/v1/chat/completions` with `response_format: json_schema`
//! (`tools/server/README.md` of llama.cpp, `docs/openai.md` of Ollama).
//!
//! One exchange a question: no redirect, no second try, no stream. Temperature 0 and a seed, so that the same question
//! gets the same answer as far as a server keeps to it. Nothing is sent to another computer unless the person allowed it,
//! and this file looks at the address itself, whoever asks.

mod reading;

use std::time::{Duration, Instant};

use domain::{
    language_model::{ModelAnswer, ModelAsk, ModelServer, Shape},
    ports::{LanguageModel, ModelError, Stop},
};
use serde_json::{Map, Value, json};

use crate::fetch::{self, Answer, Question};

/// The longest list of models that is taken.
const MOST_LIST_BYTES: usize = 1 << 20;

/// Asks a server that speaks OpenAI's interface.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenAiModel;

impl LanguageModel for OpenAiModel {
    fn answer(
        &self,
        server: &ModelServer,
        ask: &ModelAsk,
        stop: Stop<'_>,
    ) -> Result<ModelAnswer, ModelError> {
        #[allow(
            clippy::disallowed_methods,
            reason = "how long somebody else took, measured where it is waited for"
        )]
        let started = Instant::now();
        let body = body(server, ask).to_string();
        let answer = exchange(server, "chat/completions", Some(body), ask.limits.bytes, stop)?;
        let text = reading::completion(&answer.body)?;
        Ok(ModelAnswer { text, ms: started.elapsed().as_secs_f64() * 1e3 })
    }

    fn models(&self, server: &ModelServer, stop: Stop<'_>) -> Result<Vec<String>, ModelError> {
        let answer = exchange(server, "models", None, MOST_LIST_BYTES, stop)?;
        reading::models(&answer.body)
    }
}

fn exchange(
    server: &ModelServer,
    path: &str,
    body: Option<String>,
    most: usize,
    stop: Stop<'_>,
) -> Result<Answer, ModelError> {
    if !server.allow_remote && !server.is_loopback() {
        return Err(ModelError::Remote);
    }
    let question = Question { address: joined(&server.address, path), body, bearer: server.key.clone() };
    let patience = Duration::from_millis(u64::from(server.timeout_ms));
    let answer = fetch::exchange(&question, most, patience, stop)?;
    reading::status(answer.status)?;
    // A stream that nobody asked for, a picture, a text: no answer of this interface.
    if answer.kind == "application/json" { Ok(answer) } else { Err(ModelError::Unreadable) }
}

/// The interface's path behind an address that may name the version already.
fn joined(address: &str, path: &str) -> String {
    let address = address.trim_end_matches('/');
    if address.ends_with("/v1") { format!("{address}/{path}") } else { format!("{address}/v1/{path}") }
}

fn body(server: &ModelServer, ask: &ModelAsk) -> Value {
    let messages: Vec<Value> = ask
        .messages
        .iter()
        .map(|message| json!({ "role": message.role.word(), "content": message.text }))
        .collect();
    let mut body = json!({
        "model": server.model,
        "messages": messages,
        "temperature": 0,
        "seed": ask.seed,
        "max_tokens": ask.limits.tokens,
        "stream": false,
    });
    if let Some(shape) = &ask.shape {
        body["response_format"] = json!({
            "type": "json_schema",
            "json_schema": { "name": "answer", "strict": true, "schema": schema(shape) },
        });
    }
    body
}

/// A shape as JSON schema (draft 2020-12), as far as llama.cpp's grammar and vLLM's know it.
fn schema(shape: &Shape) -> Value {
    match shape {
        Shape::Object(fields) => {
            let properties: Map<String, Value> =
                fields.iter().map(|(name, shape)| ((*name).to_owned(), schema(shape))).collect();
            let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
        }
        Shape::List(of, most) => json!({ "type": "array", "items": schema(of), "maxItems": most }),
        Shape::Word(words) => json!({ "type": "string", "enum": words }),
        Shape::Text(most) => json!({ "type": "string", "maxLength": most }),
        Shape::Number(least, most) => json!({ "type": "number", "minimum": least, "maximum": most }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::language_model::{ModelLimits, ModelMessage, ModelRole};

    fn server(address: &str) -> ModelServer {
        ModelServer {
            address: address.to_owned(),
            model: "small".to_owned(),
            key: String::new(),
            allow_remote: false,
            timeout_ms: 1000,
        }
    }

    #[test]
    fn the_interfaces_path_is_joined_once() {
        let check = |address: &str| {
            assert_eq!(joined(address, "chat/completions"), "http://127.0.0.1:8080/v1/chat/completions");
        };
        check("http://127.0.0.1:8080");
        check("http://127.0.0.1:8080/");
        check("http://127.0.0.1:8080/v1");
        check("http://127.0.0.1:8080/v1/");
    }

    #[test]
    fn s0_17_a_question_is_cold_seeded_bounded_and_whole() {
        let shape = Shape::Object(vec![
            ("intent", Shape::word(&["plan_route", "unknown"])),
            ("list", Shape::list(Shape::Text(20), 3)),
            ("sure", Shape::Number(0.0, 1.0)),
        ]);
        let ask = ModelAsk {
            messages: vec![ModelMessage { role: ModelRole::User, text: "去公司".to_owned() }],
            shape: Some(shape),
            limits: ModelLimits { tokens: 64, bytes: 1000 },
            seed: 7,
        };
        let expected = json!({
            "model": "small",
            "messages": [{ "role": "user", "content": "去公司" }],
            "temperature": 0, "seed": 7, "max_tokens": 64, "stream": false,
            "response_format": { "type": "json_schema", "json_schema": { "name": "answer", "strict": true, "schema": {
                "type": "object", "additionalProperties": false, "required": ["intent", "list", "sure"],
                "properties": {
                    "intent": { "type": "string", "enum": ["plan_route", "unknown"] },
                    "list": { "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 20 } },
                    "sure": { "type": "number", "minimum": 0.0, "maximum": 1.0 },
                } } } },
        });
        assert_eq!(body(&server("http://127.0.0.1:1"), &ask), expected);
        let free = ModelAsk { shape: None, ..ask };
        assert!(body(&server("http://127.0.0.1:1"), &free).get("response_format").is_none());
    }

    #[test]
    fn s0_17_another_computer_is_not_asked_unless_it_is_allowed() {
        let ask = ModelAsk { messages: Vec::new(), shape: None, limits: ModelLimits::default(), seed: 1 };
        for address in ["http://192.0.2.1:8080", "https://models.example", "http://127.0.0.1.example"] {
            let refused = OpenAiModel.answer(&server(address), &ask, &|| false);
            assert_eq!(refused.map(|answer| answer.text), Err(ModelError::Remote), "{address}");
            assert_eq!(OpenAiModel.models(&server(address), &|| false), Err(ModelError::Remote));
        }
    }
}
