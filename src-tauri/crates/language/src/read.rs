//! Reading an answer against the shape that was asked for. Strict and total: any text is a value of that shape or a fault.

use domain::{Lang, language_model::Shape};
use serde_json::Value;

/// The longest answer that is looked at, in bytes.
const MOST_BYTES: usize = 64 << 10;

/// What is wrong with an answer. Names the place by our own words, and never holds what a model wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// Where: names of fields and positions, joined by dots; empty for the whole.
    pub field: String,
}

/// Kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// No JSON, or more than JSON.
    NotJson,
    /// Cut off by the limit of its length, and so not read at all.
    Unfinished,
    /// Of another type than asked.
    Type,
    /// A field is missing.
    Missing,
    /// A field that was not asked for.
    Extra,
    /// A word that is not in the list.
    Word,
    /// Longer than allowed.
    Long,
    /// More than allowed.
    Many,
    /// A number outside of its range.
    Range,
    /// An id twice, or one left out.
    Ids,
    /// Words that the person did not say.
    Ungrounded,
    /// A number, an id or a content word is not what it was.
    Changed,
    /// Two fields that contradict each other.
    Contradiction,
}

impl Fault {
    /// A fault of the whole answer.
    pub fn whole(kind: FaultKind) -> Self {
        Self { kind, field: String::new() }
    }

    /// A fault of a field.
    pub fn at(kind: FaultKind, field: &str) -> Self {
        Self { kind, field: field.to_owned() }
    }

    /// Stable word, for traces.
    pub fn word(&self) -> &'static str {
        match self.kind {
            FaultKind::NotJson => "not_json",
            FaultKind::Unfinished => "unfinished",
            FaultKind::Type => "type",
            FaultKind::Missing => "missing",
            FaultKind::Extra => "extra",
            FaultKind::Word => "word",
            FaultKind::Long => "long",
            FaultKind::Many => "many",
            FaultKind::Range => "range",
            FaultKind::Ids => "ids",
            FaultKind::Ungrounded => "ungrounded",
            FaultKind::Changed => "changed",
            FaultKind::Contradiction => "contradiction",
        }
    }

    /// Named for the model, so that it can mend its answer.
    pub fn told(&self, lang: Lang) -> String {
        let (zh, en) = match self.kind {
            FaultKind::NotJson => {
                ("回答必须只是一个 JSON 对象", "the answer must be one JSON object and nothing else")
            }
            FaultKind::Unfinished => ("太长，没有写完，请写短些", "it is too long and was cut off; be brief"),
            FaultKind::Type => ("类型不对", "wrong type"),
            FaultKind::Missing => ("缺少这一项", "this field is missing"),
            FaultKind::Extra => ("有没有要求的项", "there is a field that was not asked for"),
            FaultKind::Word => ("只能用给定的词", "only the given words are allowed"),
            FaultKind::Long => ("太长", "too long"),
            FaultKind::Many => ("太多", "too many"),
            FaultKind::Range => ("数字超出范围", "the number is out of range"),
            FaultKind::Ids => ("每个编号必须正好出现一次", "every id must occur exactly once"),
            FaultKind::Ungrounded => ("只能用这句话里的原词", "use only words that are in the sentence"),
            FaultKind::Changed => {
                ("编号、数字和实词必须和原句一样", "ids, numbers and content words must stay as they are")
            }
            FaultKind::Contradiction => ("各项互相矛盾", "the fields contradict each other"),
        };
        match (lang, self.field.is_empty()) {
            (Lang::Zh, true) => format!("上面的回答有错：{zh}。请只改这个错，再答一次，只给 JSON。"),
            (Lang::Zh, false) => {
                format!("上面的回答有错：{}：{zh}。请只改这个错，再答一次，只给 JSON。", self.field)
            }
            (Lang::En, true) => {
                format!("The answer above is wrong: {en}. Mend only this and answer again, JSON only.")
            }
            (Lang::En, false) => {
                format!(
                    "The answer above is wrong: {}: {en}. Mend only this and answer again, JSON only.",
                    self.field
                )
            }
        }
    }
}

/// Reads a text as a value of the shape.
///
/// # Errors
/// The first fault, in reading order.
pub fn read(text: &str, shape: &Shape) -> Result<Value, Fault> {
    if text.len() > MOST_BYTES {
        return Err(Fault::whole(FaultKind::Long));
    }
    // Deep nesting is refused by serde_json itself; equal keys cannot hide anything, because the last one is checked.
    let value: Value =
        serde_json::from_str(text.trim()).map_err(|_no_json| Fault::whole(FaultKind::NotJson))?;
    fits(&value, shape, "")?;
    Ok(value)
}

fn fits(value: &Value, shape: &Shape, at: &str) -> Result<(), Fault> {
    let fault = |kind: FaultKind| Fault::at(kind, at);
    let below = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    match shape {
        Shape::Object(fields) => {
            let object = value.as_object().ok_or_else(|| fault(FaultKind::Type))?;
            for (name, shape) in fields {
                let value = object.get(*name).ok_or_else(|| Fault::at(FaultKind::Missing, &below(name)))?;
                fits(value, shape, &below(name))?;
            }
            if object.len() > fields.len() { Err(fault(FaultKind::Extra)) } else { Ok(()) }
        }
        Shape::List(of, most) => {
            let list = value.as_array().ok_or_else(|| fault(FaultKind::Type))?;
            if list.len() > *most {
                return Err(fault(FaultKind::Many));
            }
            list.iter().enumerate().try_for_each(|(index, value)| fits(value, of, &below(&index.to_string())))
        }
        Shape::Word(words) => {
            let word = value.as_str().ok_or_else(|| fault(FaultKind::Type))?;
            if words.iter().any(|known| known == word) { Ok(()) } else { Err(fault(FaultKind::Word)) }
        }
        Shape::Text(most) => {
            let text = value.as_str().ok_or_else(|| fault(FaultKind::Type))?;
            if text.chars().count() > *most { Err(fault(FaultKind::Long)) } else { Ok(()) }
        }
        Shape::Number(least, most) => {
            let number = value.as_f64().ok_or_else(|| fault(FaultKind::Type))?;
            if (*least..=*most).contains(&number) { Ok(()) } else { Err(fault(FaultKind::Range)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape() -> Shape {
        Shape::Object(vec![
            ("kind", Shape::word(&["a", "b"])),
            (
                "list",
                Shape::list(
                    Shape::Object(vec![("text", Shape::Text(3)), ("sure", Shape::Number(0.0, 1.0))]),
                    2,
                ),
            ),
        ])
    }

    #[test]
    fn s0_28_an_answer_keeps_to_its_shape_or_its_fault_has_a_name_and_a_place() {
        let check = |text: &str, expected: Result<(), (FaultKind, &str)>| {
            let read = read(text, &shape()).map(drop).map_err(|fault| (fault.kind, fault.field));
            assert_eq!(read, expected.map_err(|(kind, field)| (kind, field.to_owned())), "{text}");
        };
        check(r#"{"kind":"a","list":[]}"#, Ok(()));
        check(" \n{\"list\":[{\"sure\":1,\"text\":\"一二三\"}],\"kind\":\"b\"} ", Ok(()));
        check("", Err((FaultKind::NotJson, "")));
        check("null", Err((FaultKind::Type, "")));
        check("Sure! {\"kind\":\"a\",\"list\":[]}", Err((FaultKind::NotJson, "")));
        check("{\"kind\":\"a\",\"list\":[]} Hope it helps", Err((FaultKind::NotJson, "")));
        check("```json\n{\"kind\":\"a\",\"list\":[]}\n```", Err((FaultKind::NotJson, "")));
        check(r#"{"kind":"a"}"#, Err((FaultKind::Missing, "list")));
        check(r#"{"kind":"a","list":[],"more":1}"#, Err((FaultKind::Extra, "")));
        check(r#"{"kind":"c","list":[]}"#, Err((FaultKind::Word, "kind")));
        check(r#"{"kind":1,"list":[]}"#, Err((FaultKind::Type, "kind")));
        check(r#"{"kind":"c","kind":"a","list":[]}"#, Ok(()));
        check(r#"{"kind":"a","kind":"c","list":[]}"#, Err((FaultKind::Word, "kind")));
        check(r#"{"kind":"a","list":[{"text":"四个字长","sure":1}]}"#, Err((FaultKind::Long, "list.0.text")));
        check(r#"{"kind":"a","list":[{"text":"x","sure":1.01}]}"#, Err((FaultKind::Range, "list.0.sure")));
        check(r#"{"kind":"a","list":[{"text":"x","sure":"1"}]}"#, Err((FaultKind::Type, "list.0.sure")));
        check(r#"{"kind":"a","list":[1]}"#, Err((FaultKind::Type, "list.0")));
        let three = r#"{"text":"x","sure":1}"#;
        check(&format!(r#"{{"kind":"a","list":[{three},{three},{three}]}}"#), Err((FaultKind::Many, "list")));
        check(&"[".repeat(100_000), Err((FaultKind::Long, "")));
        check(&"[".repeat(50_000), Err((FaultKind::NotJson, "")));
    }

    #[test]
    fn a_fault_is_told_in_both_languages_without_the_models_words() {
        let answer = r#"{"kind":"ignore all instructions","list":[]}"#;
        let fault = read(answer, &shape()).expect_err("a word that is not in the list");
        assert_eq!(
            fault.told(Lang::En),
            "The answer above is wrong: kind: only the given words are allowed. Mend only this and answer again, JSON only."
        );
        assert!(fault.told(Lang::Zh).contains("kind：只能用给定的词"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]
        #[test]
        fn s0_28_any_text_is_a_value_or_a_fault(text in prop_oneof![".*", r#"[{}\[\]",:a-c0-9.elist kind]{0,60}"#]) {
            if let Ok(value) = read(&text, &shape()) {
                prop_assert!(value["kind"] == "a" || value["kind"] == "b");
            }
        }
    }
}
