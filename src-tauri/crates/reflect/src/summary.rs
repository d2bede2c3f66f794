//! What a stretch of talk was about: after ten turns, or a thousand tokens (MISSION S2-14, S2-15; rules SU1 to SU4).

use std::collections::BTreeSet;

use domain::{Importance, Lang, Noticed, ObservationId, StreamSource};

/// Turns after which a talk is summed up.
pub const TURNS: usize = 10;
/// Tokens after which it is.
pub const TOKENS: usize = 1_000;
/// What the importance of its parts is multiplied with: a summary matters less than what happened (MISSION S2-15).
pub const IMPORTANCE: f64 = 0.6;
/// Longest quotation, in characters, and most entities that are listed.
const QUOTE: usize = 40;
const MOST: usize = 12;

/// A summary before it is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// As shown.
    pub content: String,
    /// What was talked about, each once, in order.
    pub entities: Vec<String>,
    /// The turns it sums up, oldest first.
    pub turns: Vec<ObservationId>,
    /// Less than that of any of its turns that has one.
    pub importance: Importance,
}

/// Tokens of a text, about as language models count: one for each Chinese character, one for each word or sign otherwise.
pub fn tokens(text: &str) -> usize {
    let (mut count, mut in_word) = (0, false);
    for c in text.chars() {
        let wide = c as u32 >= 0x2E80;
        let word = c.is_alphanumeric() && !wide;
        if wide || (word && !in_word) || (!word && !c.is_whitespace()) {
            count += 1;
        }
        in_word = word;
    }
    count
}

/// Whether turns of a talk that were not summed up yet are due.
pub fn is_due(turns: &[&Noticed]) -> bool {
    turns.len() >= TURNS || turns.iter().map(|turn| tokens(&turn.words)).sum::<usize>() >= TOKENS
}

/// Sums turns of one talk up: what they were about by their keys, and the words of the one that matters most. `None` when
/// nothing was said about anything.
pub fn summarise(turns: &[&Noticed], lang: Lang) -> Option<Summary> {
    let said: Vec<&&Noticed> = turns.iter().filter(|turn| turn.source == StreamSource::Dialogue).collect();
    let mut seen = BTreeSet::new();
    let mut entities: Vec<String> = Vec::new();
    for turn in &said {
        let Some(key) = &turn.key else { continue };
        let value = if turn.value.is_empty() { &key.attribute } else { &turn.value };
        let person = (key.subject != "me" && !key.subject.is_empty()).then_some(&key.subject);
        for entity in person.into_iter().chain([value]) {
            if !entity.is_empty() && entities.len() < MOST && seen.insert(entity.clone()) {
                entities.push(entity.clone());
            }
        }
    }
    let weightiest = said.iter().max_by(|a, b| {
        let weight = |turn: &Noticed| crate::importance::total(&turn.importance);
        weight(a).total_cmp(&weight(b)).then_with(|| b.id.cmp(&a.id))
    })?;
    let quote: String = weightiest.words.chars().take(QUOTE).collect();
    if entities.is_empty() && quote.trim().is_empty() {
        return None;
    }
    let listed = entities.join(if lang == Lang::Zh { "、" } else { ", " });
    let content = match (lang, listed.is_empty()) {
        (Lang::Zh, true) => format!("聊到：「{quote}」"),
        (Lang::Zh, false) => format!("聊到{listed}：「{quote}」"),
        (Lang::En, true) => format!("Talked: “{quote}”"),
        (Lang::En, false) => format!("Talked about {listed}: “{quote}”"),
    };
    // Of each part the mean, and less of it: no summary outweighs its weightiest turn.
    let n = said.len() as f64;
    let mean = |of: fn(&Importance) -> f64| said.iter().map(|turn| of(&turn.importance)).sum::<f64>() / n;
    let importance = Importance {
        emotion: IMPORTANCE * mean(|parts| parts.emotion),
        consequence: IMPORTANCE * mean(|parts| parts.consequence),
        repetition: IMPORTANCE * mean(|parts| parts.repetition),
    };
    Some(Summary { content, entities, turns: said.iter().map(|turn| turn.id).collect(), importance })
}
