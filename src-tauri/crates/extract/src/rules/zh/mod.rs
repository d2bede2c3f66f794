//! Chinese frames: how facts, tastes, plans and feelings are said.

mod events;
mod facts;
mod topics;
mod wishes;

use domain::Moment;

pub(super) use events::feeling;

use super::{clause::only_once, finding::Finding};
use crate::text::is_cjk;
use events::{dated, done};
use facts::facts;
use wishes::{corrected, wishes};

/// Everything that a clause of folded Chinese says. `owner` is false where the sentence spoke of somebody else before.
pub(super) fn read(clause: &str, sentence: &str, now: &Moment) -> Vec<Finding> {
    let said = super::clause::strip_fillers(clause);
    let remember = "记住|记一下|记着|记得|记下来|记下|请记住|帮我记住|你要记住"
        .split('|')
        .any(|word| sentence.starts_with(word) || super::clause::strip_fillers(sentence).starts_with(word));
    let said = stripped(said);
    let mut found = facts(said, now);
    if found.is_empty() {
        found = corrected(said, sentence);
    }
    if found.is_empty() && !only_once(said) {
        found = wishes(said, sentence);
    }
    if found.is_empty() {
        found = dated(said, sentence, now);
    }
    if found.is_empty() {
        found = done(said);
    }
    if found.is_empty() {
        found = feeling(said);
    }
    if remember {
        found.iter_mut().for_each(|finding| finding.confidence = finding.confidence.max(0.97));
    }
    found
}

/// Without 记住 and the pause behind it.
pub(super) fn stripped(said: &str) -> &str {
    const LEADS: &str =
        "别忘了|别忘记|不要忘了|不要忘记|别忘|可别忘了|请记住|帮我记住|你要记住|记住|记一下|记着|记下来|记下";
    let cut = LEADS.split('|').find_map(|lead| said.strip_prefix(lead)).unwrap_or(said);
    super::clause::strip_fillers(cut.trim_start_matches([',', ':', ' ', '了', '啊', '哦']))
}

/// The category that a verb gives.
pub(super) fn hint(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "喝" => "drink",
        "吃" | "点" => "food",
        "听" | "放" | "播" => "music",
        "走" | "抄" => "route",
        "停" => "parking",
        "加" => "fuel",
        "去" => "place",
        "看" => "watch",
        "抽" => "comfort",
        "打" | "跑" => "hobby",
        "用" | "开" | "坐" => "vehicle",
        _ => return None,
    })
}

/// The category that a noun gives.
pub(super) fn noun_hint(noun: &str) -> Option<&'static str> {
    const NOUNS: &[(&str, &str)] = &[
        ("饮料", "drink"),
        ("菜", "food"),
        ("食物", "food"),
        ("水果", "food"),
        ("餐厅", "food"),
        ("歌手", "music"),
        ("音乐", "music"),
        ("歌", "music"),
        ("乐队", "music"),
        ("电台", "audio"),
        ("节目", "audio"),
        ("路", "route"),
        ("路线", "route"),
        ("地方", "place"),
        ("运动", "hobby"),
        ("爱好", "hobby"),
        ("颜色", "color"),
        ("车", "vehicle"),
        ("店", "place"),
    ];
    NOUNS.iter().find(|(word, _)| noun.ends_with(word)).map(|(_, category)| *category)
}

pub(super) fn verb_of(object: &str) -> Option<&str> {
    let first = object.chars().next()?;
    "喝吃点听放播走抄停加去看抽打跑用开坐".contains(first).then(|| object.get(..first.len_utf8()))?
}

/// Without what trails behind an object.
pub(super) fn cut(object: &str) -> &str {
    const ENDS: &str = "的时候|就行|就好|为主|比较好|多一点|多一些|好一点|的人|的感觉|的|了|吧|啊|呢|呀|哦|啦|嘛|哈|这件事|这种事";
    let mut text = object.trim();
    while let Some(cut) = ENDS.split('|').find_map(|end| text.strip_suffix(end)).filter(|cut| !cut.is_empty())
    {
        text = cut;
    }
    text
}

/// Chinese without spaces that a cut left behind.
pub(super) fn joined(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let keep = |index: usize| {
        let (before, after) = (index.checked_sub(1).and_then(|b| chars.get(b)), chars.get(index + 1));
        !(before.is_some_and(|c| is_cjk(*c)) || after.is_some_and(|c| is_cjk(*c)))
    };
    chars.iter().enumerate().filter(|(index, c)| **c != ' ' || keep(*index)).map(|(_, c)| *c).collect()
}
