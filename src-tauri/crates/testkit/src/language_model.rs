//! A language model that says what a test wants it to say, behind the real interface on a loopback port. It can be as
//! stupid, as slow or as evil as a test needs: what protects a person must not be the model's good will.

use std::io;

use serde_json::{Value, json};

use crate::web::{Asked, Manner, Reply, Server};

/// Where questions come in.
pub const PATH: &str = "/v1/chat/completions";

/// What the model is told in one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Role and text of each message.
    pub messages: Vec<(String, String)>,
    /// The schema that the answer should keep to, when there is one.
    pub schema: Option<Value>,
    /// All that was posted.
    pub body: Value,
}

impl Heard {
    /// Reads a request.
    pub fn of(asked: &Asked) -> Self {
        let body: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let text = |message: &Value, field: &str| message[field].as_str().unwrap_or_default().to_owned();
        let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        Self {
            messages: messages.iter().map(|m| (text(m, "role"), text(m, "content"))).collect(),
            schema: body.pointer("/response_format/json_schema/schema").cloned(),
            body,
        }
    }

    /// Every text, in order.
    pub fn all_text(&self) -> String {
        self.messages.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The last message.
    pub fn last(&self) -> &str {
        self.messages.last().map_or("", |(_, text)| text.as_str())
    }

    /// Whether the schema has a field of this name at its top, which tells what is being asked.
    pub fn wants(&self, field: &str) -> bool {
        self.schema.as_ref().is_some_and(|schema| schema["properties"].get(field).is_some())
    }
}

/// The scripted model. Ends when it is dropped.
pub struct ScriptedModel {
    server: Server,
}

impl ScriptedModel {
    /// Starts with a model that answers nothing but "404".
    ///
    /// # Errors
    /// The system gives no port.
    pub fn start() -> io::Result<Self> {
        let server = Server::start()?;
        server.serve(
            "/v1/models",
            r#"{"object":"list","data":[{"id":"scripted"}]}"#,
            Manner::StatusWith(200),
        );
        Ok(Self { server })
    }

    /// From now on it says what the function makes of what it hears.
    pub fn says(&self, answer: impl Fn(&Heard) -> String + Send + Sync + 'static) {
        self.replies(move |heard| completion(&answer(heard)));
    }

    /// From now on it replies with whatever the function makes.
    pub fn replies(&self, answer: impl Fn(&Heard) -> Reply + Send + Sync + 'static) {
        self.server.answer_by(PATH, move |asked| answer(&Heard::of(asked)));
    }

    /// From now on these bytes come in this manner.
    pub fn serves(&self, bytes: impl Into<Vec<u8>>, manner: Manner) {
        self.server.serve(PATH, bytes, manner);
    }

    /// `http://127.0.0.1:PORT`.
    pub fn address(&self) -> String {
        self.server.at("")
    }

    /// The server below, for other paths.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// What was asked so far, in order, without lists of models.
    pub fn heard(&self) -> Vec<Heard> {
        let asked = self.server.asked().into_iter().filter(|asked| asked.path == PATH);
        asked.map(|asked| Heard::of(&asked)).collect()
    }
}

/// A good answer of the interface around a text.
pub fn completion(text: &str) -> Reply {
    let body = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "scripted",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2 },
    });
    Reply { status: 200, kind: "application/json", body: body.to_string().into_bytes() }
}
