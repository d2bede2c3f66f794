//! Summaries of a talk by count and by length (MISSION S2-14, S2-15).

use std::collections::BTreeSet;

use domain::{Lang, MemoryClass, Provenance, StatementKey, StatementState, StatementType, Validity};

use crate::{
    Extraction, NewStatement, Turn,
    expiry::expires,
    importance::importance,
    text::{is_cjk, lang_of},
};

/// Turns after which a talk is summed up.
pub const TURNS: usize = 10;
/// Tokens after which a talk is summed up.
pub const TOKENS: usize = 1000;

/// Tokens in a text, as models roughly count them: a Chinese character is one, a Latin word one and a third.
pub fn tokens(text: &str) -> usize {
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let words = text
        .split(|c: char| c.is_whitespace() || is_cjk(c))
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .count();
    chinese + (words * 4).div_ceil(3)
}

/// What happened since the last summary. It holds words of the talk: it lives as long as the talk and is never stored.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    turns: usize,
    tokens: usize,
    entities: BTreeSet<String>,
    said: Vec<String>,
}

impl Talk {
    /// Takes a turn with what was extracted from it, and answers a summary when one is due.
    pub fn take(&mut self, turn: &Turn, found: &[Extraction]) -> Option<NewStatement> {
        self.turns += 1;
        self.tokens += tokens(&turn.words);
        for one in found {
            if let Extraction::Remember(new) = one {
                self.entities.insert(entity(&new.key.attribute, &new.value));
                self.said.push(new.content.clone());
            }
        }
        if self.turns < TURNS && self.tokens < TOKENS {
            return None;
        }
        let done = std::mem::take(self);
        done.summary(turn)
    }

    /// The summary; nothing when the stretch said nothing to remember.
    fn summary(self, turn: &Turn) -> Option<NewStatement> {
        let first = self.said.first()?;
        let lang = lang_of(first);
        let entities: Vec<&str> = self.entities.iter().map(String::as_str).collect();
        let content = match lang {
            Lang::Zh => {
                format!("{}轮谈话提到：{}。{}", self.turns, entities.join("、"), self.said.join("；"))
            }
            Lang::En => format!(
                "In {} turns, mentioned: {}. {}",
                self.turns,
                entities.join(", "),
                self.said.join("; ")
            ),
        };
        Some(summary(content, entities.join(";"), turn, lang))
    }
}

/// What an attribute and its value name: `coffee` of `drink.coffee`, `北京` of a home.
fn entity(attribute: &str, value: &str) -> String {
    match attribute.split_once('.') {
        Some((_, name)) => name.replace('_', " "),
        None => value.rsplit('=').next().unwrap_or(value).to_owned(),
    }
}

fn summary(content: String, value: String, turn: &Turn, lang: Lang) -> NewStatement {
    let (class, kind) = (MemoryClass::Conversational, StatementType::Summary);
    // Not the words of the last turn but the fact of a summary decides how much it matters.
    let plain = Turn { words: String::new(), changed_something: false, said_before: 0, ..turn.clone() };
    NewStatement {
        class,
        kind,
        content,
        key: StatementKey {
            subject: "me".to_owned(),
            attribute: format!("summary.{}", turn.at.at.0),
            condition: String::new(),
        },
        value,
        importance: importance(&plain, kind, lang),
        confidence: 0.8,
        provenance: Provenance::Inferred,
        state: StatementState::Active,
        validity: Validity { valid_from: turn.at.at, valid_to: expires(class, kind, "summary", turn.at.at) },
        session: turn.session.clone(),
        corrects: None,
        ties: Vec::new(),
    }
}
