//! Names of people. Without a dictionary of everybody's name, surroundings decide: "my name is", a title, a surname
//! before given-name characters, a first name written with a capital.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use regex_lite::Regex;

use super::{
    find::Rule,
    words_en::{self, FIRST_NAMES},
    words_zh::{self, DOUBLE_SURNAMES, GIVEN, SURNAMES, TITLES},
};
use crate::text::{Folded, is_cjk};

static FIRST: LazyLock<HashSet<&'static str>> = LazyLock::new(|| FIRST_NAMES.split('|').collect());
static AMBIGUOUS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| words_en::AMBIGUOUS.split('|').collect());

/// "My name is …" and the like, on folded text; the group is the name.
const SAID: &[&str] = &[
    r"(?:my name is|my name's|my full name is|i am called|i'm called|they call me|people call me|call me|name on the (?:card|booking|account) is|this is) ([a-z][a-z'-]+(?: [a-z][a-z'-]+)?)",
    r"\b(?:mr|mrs|ms|miss|dr|prof|professor|sir|captain)\.? ([a-z][a-z'-]+(?: [a-z][a-z'-]+)?)",
    r"(?:my|our|his|her) (?:wife|husband|partner|girlfriend|boyfriend|fiancee?|son|daughter|brother|sister|mother|father|mum|mom|dad|uncle|aunt|cousin|nephew|niece|friend|best friend|boss|manager|colleague|coworker|co-worker|neighbou?r|roommate|flatmate|ex|kid|baby|dog walker|nanny|teacher|landlord|assistant|driver|client|customer)(?:'s name is|s? is called|,? named|,? called|,)? ([a-z][a-z'-]+)\b",
    r"\bfriend ([a-z][a-z'-]+)(?: and i|'s)",
];
/// Behind such a word a Chinese name follows.
const SAID_ZH: &[&str] = &[
    r"(?:我叫|我的名字叫|我的名字是|名字叫|名字是|叫我|姓名是|姓名:|本人|称呼我)((?:[\u{4e00}-\u{9fff}]){2,4})",
    r"(?:我姓|姓)([\u{4e00}-\u{9fff}]{1,2})",
];

static SAID_EN: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SAID.iter().filter_map(|p| Regex::new(p).ok()).collect());
static SAID_CN: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SAID_ZH.iter().filter_map(|p| Regex::new(p).ok()).collect());

/// What follows "my friend" or "call me" and is no name.
const NO_NAME: &str = "somebody|is|was|are|and|or|but|who|that|which|when|if|has|had|have|likes|loves|hates|prefers|wants|needs|lives|works|will|would|can|could|should|says|said|told|asked|at|on|in|to|for|from|with|by|of|the|a|an|my|your|later|back|tomorrow|today|tonight|now|again|when|before|after|always|never|usually|often|gets|goes|drives|takes|uses|doesn't|isn't|does|did|just|also|too|there|here|driver|good|great|not|so|right|wrong|best|first|last|old|crazy|lazy|maybe|what|why|how|where|it|all|one|picky|about|really|moved|called|named|came|went|sits|rides|comes|feels|finds|thinks|keeps|turned|set|complained|home|school|seat|car|house|place|birthday|number|office|room|route|road|way|street|station|because|since|then|than|as|up|down|out|off|over|around|asks|gave|made|let|recommended|hates|enjoys|picked|got|lets|visits|visiting|coming";

static NOT_A_NAME: LazyLock<HashSet<&'static str>> = LazyLock::new(|| NO_NAME.split('|').collect());

/// All names of people in a text; spans are of the folded text.
pub(super) fn find(text: &Folded, written: &str) -> Vec<(Range<usize>, Rule)> {
    let mut found = Vec::new();
    for pattern in SAID_EN.iter() {
        for captures in pattern.captures_iter(&text.text) {
            if let Some(span) = captures.get(1).and_then(|name| person(&text.text, name.range())) {
                found.push((span, Rule::Name));
            }
        }
    }
    for pattern in SAID_CN.iter() {
        found.extend(
            pattern
                .captures_iter(&text.text)
                .filter_map(|captures| captures.get(1))
                .map(|name| told(&text.text, name.range()))
                .filter(|span| !span.is_empty())
                .map(|span| (span, Rule::Name)),
        );
    }
    capitalised(text, written, &mut found);
    chinese(&text.text, &mut found);
    found
}

/// A name behind 我叫 ends at what is no part of it: 我叫李雷, 今天…
fn told(text: &str, span: Range<usize>) -> Range<usize> {
    let name: Vec<char> = text.get(span.clone()).unwrap_or_default().chars().collect();
    // 叫我起床, 叫我一声: no name.
    const NO: &str = "某起一去吃回来上下走开不别了的在做看听带把帮给再就说什";
    let starts_well = name.first().is_some_and(|c| !NO.contains(*c));
    let len = name.iter().take_while(|c| !NO.contains(**c)).map(|c| c.len_utf8()).sum::<usize>();
    if starts_well { span.start..span.start + len } else { span.start..span.start }
}

/// "My friend Paul" names somebody; "my friend is late" does not.
fn person(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let name = text.get(span.clone())?;
    let mut words = name.split(' ');
    let first = words.next()?;
    if NOT_A_NAME.contains(first.trim_end_matches("'s")) {
        return None;
    }
    let end = span.start + first.trim_end_matches("'s").len();
    match words.next() {
        Some(second) if !NOT_A_NAME.contains(second) && !FIRST.contains(second) => Some(span),
        _ => Some(span.start..end),
    }
}

/// First names with a capital, or in small letters behind a word that wants a person, and a surname behind them.
fn capitalised(text: &Folded, written: &str, found: &mut Vec<(Range<usize>, Rule)>) {
    let mut sentence_start = true;
    let mut before = "";
    let mut words = words_of(&text.text).peekable();
    while let Some(span) = words.next() {
        let Some(full) = text.text.get(span.clone()) else { continue };
        let word = full.trim_end_matches("'s").trim_end_matches('\'');
        let capital = |span: &Range<usize>| {
            written.get(text.original(span)).is_some_and(|word| word.starts_with(char::is_uppercase))
        };
        let starts = std::mem::replace(&mut sentence_start, false);
        let wanted = [
            "with", "for", "from", "meet", "call", "see", "visit", "text", "tell", "and", "ask", "up", "off",
        ];
        let named = FIRST.contains(word)
            && if capital(&span) {
                !(starts && AMBIGUOUS.contains(word))
            } else {
                wanted.contains(&before) && !AMBIGUOUS.contains(word)
            };
        let mut end = span.start + word.len();
        let ends_sentence = text
            .text
            .get(span.end..)
            .is_some_and(|rest| rest.starts_with(['.', '!', '?', ';', ':', '"', '\n']));
        if named {
            let next = words.peek().cloned();
            let next_word = next.clone().and_then(|next| text.text.get(next)).unwrap_or_default();
            let place = words_en::PLACE_ENDS.split('|').any(|end| end == next_word)
                || ["st", "saint", "lake", "mount", "mt", "fort", "port", "san", "santa"].contains(&before);
            if let Some(next) = next.filter(|next| {
                full == word
                    && !ends_sentence
                    && capital(next)
                    && text.text.get(span.end..next.start) == Some(" ")
                    && !NOT_A_NAME.contains(next_word)
            }) {
                end = next.start + next_word.trim_end_matches("'s").len();
            }
            // A two-word street such as "John Adams Street" is a place too.
            let behind = text.text.get(end..).unwrap_or_default().trim_start();
            let street = words_en::PLACE_ENDS.split('|').any(|word| {
                behind
                    .strip_prefix(word)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            });
            if !place && !street {
                found.push((span.start..end, Rule::Name));
            }
        }
        sentence_start = ends_sentence;
        before = word;
    }
}

/// Words of Latin letters, with apostrophes and hyphens inside.
fn words_of(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| c.is_alphabetic() && !is_cjk(c))?;
        let rest = text.get(start..)?;
        let len = rest
            .find(|c: char| !(c.is_alphanumeric() && !is_cjk(c) || c == '\'' || c == '-'))
            .unwrap_or(rest.len());
        at = start + len;
        Some(start..at)
    })
}

/// Chinese names: a surname with a title, and a surname with given-name characters.
fn chinese(text: &str, found: &mut Vec<(Range<usize>, Rule)>) {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let byte = |index: usize| chars.get(index).map_or(text.len(), |(at, _)| *at);
    let at = |index: usize| chars.get(index).map_or(' ', |(_, c)| *c);
    let mut index = 0;
    while index < chars.len() {
        let surname = if DOUBLE_SURNAMES
            .iter()
            .any(|double| text.get(byte(index)..).is_some_and(|rest| rest.starts_with(double)))
        {
            2
        } else {
            usize::from(SURNAMES.contains(at(index)))
        };
        if surname == 0 {
            index += 1;
            continue;
        }
        let behind = text.get(byte(index + surname)..).unwrap_or_default();
        let title = TITLES.split('|').find(|title| behind.starts_with(*title));
        let nick = index > 0
            && "小老阿".contains(at(index - 1))
            && called(text, byte(index - 1), byte(index + surname));
        let given = (0..2).take_while(|more| GIVEN.contains(at(index + surname + more))).count();
        let end = byte(index + surname + given);
        let rest = text.get(end..).unwrap_or_default();
        let place = words_zh::PLACE_ENDS.split('|').any(|word| rest.starts_with(word));
        let before = text.get(..byte(index)).unwrap_or_default();
        if let Some(title) = title.filter(|title| title.chars().count() > 1 || title_alone(before, behind)) {
            if given == 0 || !place {
                found.push((byte(index)..byte(index + surname) + title.len(), Rule::Name));
            }
            index += surname;
        } else if nick {
            found.push((byte(index - 1)..byte(index + surname), Rule::Name));
        } else if !place
            && (given == 2 && !common(before)
                || given == 1 && surname == 2
                || given >= 1 && person_follows(before, rest))
        {
            found.push((byte(index)..end, Rule::Name));
            index += surname + given - 1;
        }
        index += 1;
    }
}

/// 张哥, 王姐, 李总: only where a person fits.
fn title_alone(before: &str, behind: &str) -> bool {
    let after: String = behind.chars().skip(1).take(1).collect();
    ["和", "跟", "给", "接", "送", "找", "见", "约", "叫", "问", "替", "帮"]
        .iter()
        .any(|word| before.ends_with(word))
        || before.is_empty() && (after.is_empty() || "说的喜让要".contains(&after))
}

/// 小王, 老李: where a person fits before or behind.
fn called(text: &str, start: usize, end: usize) -> bool {
    let (before, behind) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    person_follows(before, behind)
}

/// Words that want a person before or behind a name.
fn person_follows(before: &str, behind: &str) -> bool {
    const BEFORE: &[&str] = &[
        "和", "跟", "给", "接", "送", "约", "见", "找", "叫", "告诉", "同事", "朋友", "同学", "闺蜜", "老板",
        "领导", "客户", "邻居", "发小", "室友", "陪", "替", "问", "老公", "老婆", "儿子", "女儿", "载", "等",
    ];
    const BEHIND: &[&str] = &[
        "的电话",
        "的手机",
        "的生日",
        "的号码",
        "说",
        "一起",
        "打电话",
        "家",
        "的家",
        "回家",
        "喜欢",
        "讨厌",
        "上车",
        "坐",
        "让我",
        "要我",
        "推荐",
        "爱",
        "去",
        "开会",
        "吃饭",
    ];
    const COMPANY: &[&str] =
        &["告诉", "同事", "朋友", "同学", "闺蜜", "老板", "客户", "邻居", "室友", "发小"];
    const REACHED: &[&str] = &["的电话", "的手机", "的生日", "的号码", "打电话"];
    let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
    let begins = |words: &[&str]| words.iter().any(|word| behind.starts_with(word));
    ends(BEFORE) && (behind.is_empty() || begins(BEHIND)) || ends(COMPANY) || begins(REACHED)
}

/// Before three characters that look like a name but belong to the word before: 中国, 一万, 红绿灯.
fn common(before: &str) -> bool {
    before.ends_with(|c: char| c.is_ascii_digit() || "第几两一二三四五六七八九十百千".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(SAID_EN.len(), SAID.len());
        assert_eq!(SAID_CN.len(), SAID_ZH.len());
    }
}
