//! Other words for the same thing, to widen a question before recall (MISSION S3-29).

use crate::{
    Known,
    key::{
        item,
        vehicle::{vehicle_in, words_for},
    },
    text::folded,
};

/// A question in more words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widened {
    /// Other words for what the question names.
    pub synonyms: Vec<String>,
    /// Values that the person's own facts give to what it only hints at: "the usual truck" is a `box_truck`.
    pub known: Vec<String>,
}

/// Words that point at the person's usual thing.
const USUAL: &[&str] = &[
    "上次",
    "那种",
    "老样子",
    "平时",
    "常用",
    "常去",
    "老地方",
    "还是",
    "照旧",
    "usual",
    "last time",
    "as always",
    "regular",
    "same as",
    "like before",
    "the one i",
    "my normal",
];

/// Widens a question by the alias tables and by the person's own facts.
pub fn widen(question: &str, known: &Known<'_>) -> Widened {
    let text = folded(question);
    let mut widened = Widened::default();
    let kind = vehicle_in(&text);
    if let Some(kind) = kind {
        widened.synonyms.push(kind.to_owned());
        widened.synonyms.extend(words_for(kind).filter(|word| !text.contains(word)).map(str::to_owned));
    }
    for word in item::others(&text) {
        if !widened.synonyms.iter().any(|had| had == word) {
            widened.synonyms.push(word.to_owned());
        }
    }
    let usual = USUAL.iter().any(|word| text.contains(word));
    let place =
        ["去", "到", "地址", "送", "家", "公司", "go", "take me", "deliver", "address", "home", "work"]
            .iter()
            .any(|word| text.contains(word));
    for one in known.statements {
        let wanted = match one.key.attribute.as_str() {
            "vehicle.preferred" | "vehicle" => {
                kind.is_some()
                    || usual && ["车", "car", "truck", "van"].iter().any(|word| text.contains(word))
            }
            "home" | "work" => {
                usual && place
                    || text.contains(if one.key.attribute == "home" { "家" } else { "公司" })
                    || text.contains(one.key.attribute.as_str())
            }
            _ => false,
        };
        if wanted && !one.value.is_empty() && !widened.known.contains(&one.value) {
            widened.known.push(one.value.clone());
        }
    }
    widened
}
