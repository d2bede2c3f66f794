//! What a language model answers when it is asked what a turn says, read without trust (MISSION S2-13, S3-07).
//!
//! Two formats: one line of text, `NO` or `YES/summary/type`, and fields of a JSON object whose schema is [`SCHEMA`]. Whatever
//! else comes back means nothing to remember.

use domain::{MemoryClass, Provenance, StatementKey, StatementState, StatementType, Timestamp, Validity};

use crate::{
    Extraction, Known, NewStatement, Turn,
    expiry::expires,
    importance::importance,
    key::{condition::condition, item, setting},
    rules::{HEARD_WELL, SURE_ENOUGH, say::self_contained},
    text::{folded, lang_of},
};

/// The schema of [`Fields`] as a JSON schema, to be sent along with the question.
pub const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["memory_type"],
  "properties": {
    "memory_type": { "enum": ["none", "fact", "preference", "plan", "conclusion"] },
    "memory_content": { "type": "string", "maxLength": 200 },
    "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
    "expiration": { "type": "string", "pattern": "^(永久|permanent|[0-9]{1,4}(天| days?))$" }
  }
}"#;

/// The four types that an answer may name, in both languages.
const TYPES: &[(&str, StatementType)] = &[
    ("fact", StatementType::Fact),
    ("事实", StatementType::Fact),
    ("preference", StatementType::Preference),
    ("偏好", StatementType::Preference),
    ("plan", StatementType::Plan),
    ("计划", StatementType::Plan),
    ("conclusion", StatementType::Conclusion),
    ("结论", StatementType::Conclusion),
];

/// Three examples and two that are none, for the question (MISSION S3-17).
pub const EXAMPLES: &[(&str, &str)] = &[
    ("以后晚上都走江边", "YES/用户晚上要走江边的路/preference"),
    ("My office is near the station", "YES/The user's office is near the station/fact"),
    ("明天下午3点我要开会", "YES/用户明天下午3点开会/plan"),
    ("今天天气真好", "NO"),
    ("Navigate to the airport", "NO"),
];

/// One thing that a model says a turn says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// One self-contained sentence.
    pub summary: String,
    /// One of fact, preference, plan, conclusion.
    pub kind: StatementType,
    /// How sure the model says it is.
    pub confidence: f64,
    /// Days it holds; `None` for ever.
    pub days: Option<i64>,
}

/// Fields of the JSON object, as they were read; any may be missing or wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields<'a> {
    /// `none` or one of the four types.
    pub memory_type: &'a str,
    /// The sentence.
    pub memory_content: &'a str,
    /// 0 to 1.
    pub confidence: Option<f64>,
    /// 永久, `permanent`, `30天`, `30 days`.
    pub expiration: &'a str,
}

/// Reads one line of text: `NO`, or `YES/summary/type`. Total: whatever else stands there is `None`.
pub fn line(text: &str) -> Option<Answer> {
    let line = text.trim().lines().next()?.trim().trim_matches(['`', '"', '「', '」']);
    let rest = line
        .strip_prefix("YES")
        .or_else(|| line.strip_prefix("yes"))
        .or_else(|| line.strip_prefix("Yes"))
        .or_else(|| line.strip_prefix('是'))?;
    let rest = rest.trim_start().strip_prefix(['/', '／', '|'])?;
    let (summary, kind) = rest.rsplit_once(['/', '／', '|'])?;
    let kind = kind_of(kind)?;
    checked(summary, kind, 0.8, None)
}

/// Reads the fields of a JSON object. `memory_type` `none`, an unknown type and a sentence that leans on others are `None`.
pub fn fields(fields: &Fields<'_>) -> Option<Answer> {
    let kind = kind_of(fields.memory_type)?;
    let confidence =
        fields.confidence.filter(|confidence| confidence.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0);
    checked(fields.memory_content, kind, confidence, days(fields.expiration))
}

fn kind_of(word: &str) -> Option<StatementType> {
    let word = word.trim().trim_end_matches(['.', '。', '`', '"']).to_lowercase();
    TYPES.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
}

/// Days in 永久, `permanent`, `30天`.
fn days(text: &str) -> Option<i64> {
    let digits: String = text.trim().chars().take_while(char::is_ascii_digit).take(4).collect();
    digits.parse().ok().filter(|days| *days > 0)
}

fn checked(summary: &str, kind: StatementType, confidence: f64, days: Option<i64>) -> Option<Answer> {
    let summary: String = summary.trim().chars().filter(|c| !c.is_control()).take(200).collect();
    self_contained(&summary).then_some(Answer { summary, kind, confidence, days })
}

/// The draft of an answer about a turn. A model never outranks the person's words: what it says is inferred, and surer than 0.9
/// it cannot be.
pub fn draft(answer: &Answer, turn: &Turn, known: &Known<'_>) -> Extraction {
    let text = folded(&answer.summary);
    let (under, _) = condition(&text);
    let named = setting::setting_in(&text);
    let attribute = match &named {
        Some(setting) => setting.attribute.clone(),
        None => item::item(&text, None)
            .filter(|item| item.known)
            .map_or_else(|| format!("said.{}", item::slug(&text)), |item| item.attribute()),
    };
    let key = StatementKey { subject: "me".to_owned(), attribute, condition: under };
    let class =
        if answer.kind == StatementType::Preference { MemoryClass::Preference } else { MemoryClass::Factual };
    let mut confidence = answer.confidence.min(0.9);
    if turn.heard < HEARD_WELL {
        confidence = confidence.min(turn.heard);
    }
    let ends = answer.days.map(|days| Timestamp(turn.at.at.0 + days * 86_400));
    Extraction::Remember(NewStatement {
        class,
        kind: answer.kind,
        content: answer.summary.clone(),
        value: named.and_then(|setting| setting.value).unwrap_or_default(),
        importance: importance(turn, answer.kind, lang_of(&answer.summary)),
        confidence,
        provenance: Provenance::Inferred,
        state: if confidence < SURE_ENOUGH { StatementState::Review } else { StatementState::Active },
        validity: Validity {
            valid_from: turn.at.at,
            valid_to: ends.or_else(|| expires(class, answer.kind, &key.attribute, turn.at.at)),
        },
        session: None,
        corrects: known.statements.iter().find(|one| one.key == key).map(|one| one.id),
        ties: Vec::new(),
        key,
    })
}
