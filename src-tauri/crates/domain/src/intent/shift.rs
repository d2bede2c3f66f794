//! Leaving later or earlier than so far: 晚半小时出发, "leave an hour later".

use super::{Span, text::Text};

const LATER_ZH: &str = "晚|推迟|延后|延迟|推后|迟|晚个|往后推|往后延|再晚|再推迟";
const EARLIER_ZH: &str = "提前|早|往前提|提早|再早|再提前";
const UNITS_ZH: &[(&str, i64)] = &[
    ("个半小时", 90),
    ("个小时", 60),
    ("小时", 60),
    ("个钟头", 60),
    ("分钟", 1),
    ("分", 1),
    ("刻钟", 15),
    ("个钟", 60),
];
const UNITS_EN: &[(&str, i64)] =
    &[("hours", 60), ("hour", 60), ("minutes", 1), ("minute", 1), ("mins", 1), ("min", 1)];
const NUMBERS_EN: &[(&str, i64)] = &[
    ("half an", -2),
    ("an", 1),
    ("a", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("five", 5),
    ("ten", 10),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("forty-five", 45),
];
const BY_EN: &[(&str, i64)] = &[
    ("delay departure by", 1),
    ("delay it by", 1),
    ("delay by", 1),
    ("delay the trip by", 1),
    ("push it back by", 1),
    ("push it back", 1),
    ("push departure back by", 1),
    ("postpone by", 1),
    ("postpone it by", 1),
    ("put it back by", 1),
    ("bring it forward by", -1),
    ("bring it forward", -1),
    ("move it up by", -1),
    ("move it back by", 1),
    ("make it later by", 1),
];

/// Minutes by which the departure moves, later above zero, and the words that say so.
pub(super) fn shift(text: &Text) -> Option<(i64, Span)> {
    (0..text.len()).find_map(|at| {
        let (minutes, to) = chinese(text, at).or_else(|| english(text, at))?;
        Some((minutes, text.span(at, to)))
    })
}

fn longest<'a>(text: &Text, at: usize, words: impl Iterator<Item = &'a str>) -> Option<usize> {
    words.filter_map(|word| text.matches(at, word)).max()
}

fn chinese(text: &Text, at: usize) -> Option<(i64, usize)> {
    let (sign, to) = match (longest(text, at, LATER_ZH.split('|')), longest(text, at, EARLIER_ZH.split('|')))
    {
        (later, Some(earlier)) if later.is_none_or(|later| later < earlier) => (-1, earlier),
        (Some(later), _) => (1, later),
        (None, _) => return None,
    };
    if let Some(end) = longest(text, to, ["半小时", "半个小时", "半个钟头", "半个钟"].into_iter())
    {
        return Some((sign * 30, end));
    }
    let digits =
        (to..text.len()).take_while(|at| "0123456789一二两三四五六七八九十".contains(text.at(*at))).count();
    let said: String = (to..to + digits).map(|at| text.at(at)).collect();
    let number = number(&said)?;
    let (unit, end) = UNITS_ZH
        .iter()
        .filter_map(|(word, minutes)| Some((*minutes, text.matches(to + digits, word)?)))
        .max_by_key(|(_, end)| *end)?;
    let minutes = if unit == 90 { number * 60 + 30 } else { number * unit };
    Some((sign * minutes, end))
}

/// 15, 十五, 二十.
fn number(said: &str) -> Option<i64> {
    if let Ok(number) = said.parse::<i64>() {
        return Some(number).filter(|number| (1..=600).contains(number));
    }
    let digit =
        |c: char| "零一二三四五六七八九".chars().position(|d| d == if c == '两' { '二' } else { c });
    let (tens, ones) = match said.split_once('十') {
        Some((tens, ones)) => (tens.chars().next().map_or(Some(1), digit)?, ones),
        None => (0, said),
    };
    let ones = ones.chars().next().map_or(Some(0), digit)?;
    i64::try_from(tens * 10 + ones).ok().filter(|number| *number > 0)
}

fn english(text: &Text, at: usize) -> Option<(i64, usize)> {
    let skip = |at: usize| (at..text.len()).find(|at| !text.at(*at).is_whitespace()).unwrap_or(text.len());
    if text.before(at).is_alphanumeric() {
        return None;
    }
    let by = BY_EN
        .iter()
        .filter_map(|(words, sign)| Some((*sign, text.matches(at, words)?)))
        .max_by_key(|(_, end)| *end);
    let start = by.map_or(at, |(_, end)| skip(end));
    let digits = (start..text.len()).take_while(|at| text.at(*at).is_ascii_digit()).count();
    let (count, to) = if digits > 0 {
        let said: String = (start..start + digits).map(|at| text.at(at)).collect();
        (said.parse::<i64>().ok().filter(|count| (1..=600).contains(count))?, skip(start + digits))
    } else {
        let (count, end) = NUMBERS_EN
            .iter()
            .filter_map(|(word, count)| Some((*count, text.matches(start, word)?)))
            .max_by_key(|(_, end)| *end)?;
        (count, skip(end))
    };
    let (unit, end) = UNITS_EN
        .iter()
        .filter_map(|(word, minutes)| Some((*minutes, text.matches(to, word)?)))
        .max_by_key(|(_, end)| *end)?;
    let minutes = if count < 0 { unit / 2 } else { count * unit };
    if let Some((sign, _)) = by {
        return Some((sign * minutes, end));
    }
    let end = skip(end);
    if let Some(end) = text.matches(end, "later") {
        return Some((minutes, end));
    }
    text.matches(end, "earlier").or_else(|| text.matches(end, "sooner")).map(|end| (-minutes, end))
}
