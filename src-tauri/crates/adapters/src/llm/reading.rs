//! Reading what a model's server sends, as the work of a stranger.

use domain::ports::{FetchError, ModelError};
use serde_json::Value;

/// Most models that are named, and the longest name.
const MOST_MODELS: usize = 100;
const LONGEST_NAME: usize = 200;

/// What a status other than success means.
pub(super) fn status(code: u16) -> Result<(), ModelError> {
    match code {
        200..=299 => Ok(()),
        401 | 403 => Err(ModelError::Key),
        404 => Err(ModelError::NoModel),
        429 => Err(ModelError::Limit),
        other => Err(FetchError::Refused(other).into()),
    }
}

/// The text of the first choice. A refusal, a call of tools, or an answer without words is none.
pub(super) fn completion(body: &[u8]) -> Result<String, ModelError> {
    let answer: Value = serde_json::from_slice(body).map_err(|_no_json| ModelError::Unreadable)?;
    let choice = answer.pointer("/choices/0").ok_or(ModelError::Unreadable)?;
    let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
    if finish == "length" {
        return Err(ModelError::Unfinished);
    }
    let text = choice.pointer("/message/content").and_then(Value::as_str).ok_or(ModelError::Unreadable)?;
    Ok(text.to_owned())
}

/// Names of models.
pub(super) fn models(body: &[u8]) -> Result<Vec<String>, ModelError> {
    let answer: Value = serde_json::from_slice(body).map_err(|_no_json| ModelError::Unreadable)?;
    let list = answer.get("data").and_then(Value::as_array).ok_or(ModelError::Unreadable)?;
    let names = list.iter().filter_map(|model| model.get("id")?.as_str());
    let shown = |name: &str| name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    Ok(names.take(MOST_MODELS).map(shown).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_the_text_of_the_first_choice_or_none() {
        let check = |body: &str, expected: Result<&str, ModelError>| {
            assert_eq!(completion(body.as_bytes()), expected.map(str::to_owned), "{body}");
        };
        check(
            r#"{"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}"#,
            Ok("hi"),
        );
        check(r#"{"choices":[{"message":{"content":""}}]}"#, Ok(""));
        check(
            r#"{"choices":[{"message":{"content":"{\"a\":"},"finish_reason":"length"}]}"#,
            Err(ModelError::Unfinished),
        );
        let unreadable = [
            "",
            "[]",
            "null",
            "hello",
            r#"{"choices":[]}"#,
            r#"{"choices":{}}"#,
            r#"{"choices":[{"message":{"content":null,"tool_calls":[{"id":"x"}]}}]}"#,
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"x"}]}}]}"#,
            r#"{"choices":[{"text":"old interface"}]}"#,
            r#"{"error":{"message":"no"}}"#,
        ];
        for body in unreadable {
            check(body, Err(ModelError::Unreadable));
        }
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        check(&deep, Err(ModelError::Unreadable));
    }

    #[test]
    fn names_of_models_are_bounded() {
        let many: Vec<Value> = (0..500).map(|n| serde_json::json!({ "id": format!("m{n}\u{7}") })).collect();
        let names = models(serde_json::json!({ "data": many }).to_string().as_bytes()).expect("a list");
        assert_eq!((names.len(), names[0].as_str()), (100, "m0"));
        assert_eq!(models(b"{\"models\":[]}"), Err(ModelError::Unreadable));
        assert_eq!(models(b"{\"data\":[{\"name\":\"x\"}]}"), Ok(Vec::new()));
    }
}
