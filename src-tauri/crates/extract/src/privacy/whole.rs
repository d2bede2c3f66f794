//! Sentences that are kept only as the need behind them (MISSION S1-46).

use domain::{Lang, Sensitivity};

use super::find::{Flag, Rule, flags};
use crate::text::lang_of;

/// Which classes and rules were in the sentence, the need, and the whole text with it.
pub(super) type Rewritten = (Vec<(Sensitivity, &'static str)>, String, String);

/// The text with its first sentence about treatment, or about a day of somebody close, replaced by the need behind it.
pub(super) fn rewritten(text: &str, flags: &[Flag]) -> Option<Rewritten> {
    let mut start = 0;
    for sentence in text.split_inclusive(['。', '！', '？', '；', '!', '?', ';', '\n']) {
        let span = start..start + sentence.len();
        start = span.end;
        let inside: Vec<&Flag> =
            flags.iter().filter(|flag| span.start <= flag.span.start && flag.span.end <= span.end).collect();
        let Some(need) = need(sentence, &inside) else { continue };
        let rules = inside.iter().map(|flag| (flag.rule.class(), flag.rule.word())).collect();
        let before = text.get(..span.start)?;
        let after = text.get(span.end..)?;
        let end = sentence.trim_end().chars().next_back().filter(|c| "。！？；!?;".contains(*c));
        let mut whole = format!("{before}{need}");
        whole.extend(end.map(|end| {
            if lang_of(sentence) == Lang::Zh {
                '。'
            } else if end == ';' {
                ';'
            } else {
                '.'
            }
        }));
        if lang_of(sentence) == Lang::En && !after.is_empty() && !after.starts_with(' ') {
            whole.push(' ');
        }
        whole.push_str(after);
        return Some((rules, need.to_owned(), whole));
    }
    None
}

/// The need behind a sentence that is kept only as such: the attribute of its key, and the need in words.
pub(crate) fn need_of(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lang = lang_of(sentence);
    let flags = flags(sentence, false, lang);
    let need = need(sentence, &flags.iter().collect::<Vec<_>>())?;
    let medical = flags.iter().any(|flag| matches!(flag.rule, Rule::Hospital | Rule::Visit));
    Some((if medical { "need.care" } else { "need.gift" }, need))
}

/// The need behind a sentence, or `None` when its words can be replaced one by one.
fn need(sentence: &str, flags: &[&Flag]) -> Option<&'static str> {
    let has = |rules: &[Rule]| flags.iter().any(|flag| rules.contains(&flag.rule));
    let words = sentence.chars().count();
    let (zh, en) = if has(&[Rule::Hospital, Rule::Visit]) {
        ("用户有医疗出行需求", "The user needs trips for medical care")
    } else if has(&[Rule::Occasion]) {
        ("近期有礼物购买需求", "The user needs to buy a gift soon")
    } else {
        return None;
    };
    // A name of a field is no sentence: there the word itself is replaced.
    match lang_of(sentence) {
        Lang::Zh if words >= 4 => Some(zh),
        Lang::En if sentence.trim().contains(' ') => Some(en),
        _ => None,
    }
}
