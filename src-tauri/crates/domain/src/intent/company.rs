//! Who rides along, as the sentence says (MISSION S1-33). Read from the whole sentence beside the walk over its words:
//! who comes along changes no place and no wish.
//!
//! Somebody who is only to be picked up ("接孩子") is not in the car yet, and counts as nobody said.

/// People as they are called, longest first where one holds another.
const PEOPLE_ZH: &[&str] = &[
    "爸妈",
    "爸爸妈妈",
    "父母",
    "爸爸",
    "妈妈",
    "我爸",
    "我妈",
    "岳父",
    "岳母",
    "公公",
    "婆婆",
    "爷爷",
    "奶奶",
    "外公",
    "外婆",
    "姥姥",
    "姥爷",
    "老人",
    "长辈",
    "老婆",
    "老公",
    "太太",
    "先生",
    "媳妇",
    "对象",
    "女朋友",
    "男朋友",
    "女儿",
    "儿子",
    "孩子们",
    "孩子",
    "小孩",
    "小朋友",
    "宝宝",
    "娃",
    "全家",
    "一家人",
    "家人",
    "客户",
    "客人",
    "老板",
    "领导",
    "同事",
    "朋友",
    "同学",
    "狗狗",
    "狗",
    "猫",
];
/// Words that put the people behind them into the car.
const WITH_ZH: &[&str] = &[
    "带着",
    "带上",
    "带",
    "载着",
    "载",
    "陪着",
    "陪",
    "送",
    "拉着",
    "车上有",
    "车里有",
    "车上坐着",
    "车里坐着",
];
/// The same around the people: 跟…一起, 和…一块.
const TOGETHER_ZH: &[(&str, &[&str])] =
    &[("跟", &["一起", "一块", "一道"]), ("和", &["一起", "一块", "一道"])];
/// The same behind the people: 孩子在车上.
const ABOARD_ZH: &[&str] = &["在车上", "在车里", "也在车", "跟着我", "也去", "一起去", "一起走", "一块去"];
/// Nobody.
const ALONE_ZH: &[&str] =
    &["我一个人", "就我一个", "我自己一个", "我自己开", "独自", "车上没别人", "没人跟我", "车上没人"];

const PEOPLE_EN: &[&str] = &[
    "kids",
    "kid",
    "children",
    "child",
    "son",
    "daughter",
    "baby",
    "toddler",
    "wife",
    "husband",
    "partner",
    "girlfriend",
    "boyfriend",
    "parents",
    "mother",
    "father",
    "mum",
    "mom",
    "dad",
    "grandma",
    "grandmother",
    "grandpa",
    "grandfather",
    "grandparents",
    "family",
    "friends",
    "friend",
    "colleagues",
    "colleague",
    "coworker",
    "client",
    "customer",
    "boss",
    "guests",
    "guest",
    "dog",
    "cat",
];
const WITH_EN: &[&str] = &[
    "with",
    "take",
    "taking",
    "bring",
    "bringing",
    "drop",
    "dropping",
    "drop off",
    "dropping off",
    "drive",
    "driving",
];
/// Words that may stand between those and the people.
const BETWEEN_EN: &[&str] = &["my", "the", "our", "a", "both", "two", "three", "all", "little", "old"];
const ABOARD_EN: &[&str] = &[
    "is with me",
    "are with me",
    "with us",
    "on board",
    "in the car",
    "in the back",
    "is coming",
    "are coming",
    "riding along",
    "along",
];
const ALONE_EN: &[&str] = &[
    "by myself",
    "on my own",
    "just me",
    "only me",
    "i'm alone",
    "i am alone",
    "nobody with me",
    "driving alone",
    "alone in the car",
];

/// Who rides along, each once, as the sentence calls them; an empty list when it says that nobody does; `None` when it
/// says nothing about it.
pub(super) fn company(sentence: &str) -> Option<Vec<String>> {
    let text: String = sentence.chars().map(super::narrow).flat_map(char::to_lowercase).collect();
    let mut aboard: Vec<String> = Vec::new();
    let mut add = |who: &str| {
        if !aboard.iter().any(|known| known.contains(who)) {
            aboard.push(who.to_owned());
        }
    };
    chinese(&text, &mut add);
    english(&text, &mut add);
    let alone = ALONE_ZH.iter().any(|words| text.contains(words))
        || ALONE_EN.iter().any(|words| has_words(&text, words));
    match aboard.is_empty() {
        false => Some(aboard),
        true => alone.then(Vec::new),
    }
}

fn chinese(text: &str, add: &mut impl FnMut(&str)) {
    let mut people: Vec<&str> = PEOPLE_ZH.to_vec();
    people.sort_by_key(|who| std::cmp::Reverse(who.len()));
    for (at, _) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        let Some(who) = people.iter().find(|who| rest.starts_with(**who)) else { continue };
        // The longest name counts, from where it begins: 孩子 is not heard again in 小孩子.
        let inside = people.iter().any(|longer| {
            longer.len() > who.len()
                && longer
                    .char_indices()
                    .skip(1)
                    .any(|(k, _)| before.ends_with(&longer[..k]) && rest.starts_with(&longer[k..]))
        });
        let after = &rest[who.len()..];
        // A place of theirs is a place: 送我去爸妈家, 孩子学校.
        let place = ["家", "学校", "公司", "单位", "店"].iter().any(|place| after.starts_with(place));
        // 我爸妈 are two, not one and another's wife.
        let half = who.ends_with('爸') && after.starts_with('妈');
        if inside || place || half {
            continue;
        }
        let own = before.trim_end_matches("我").trim_end_matches(['俩', '两', '个', '我']);
        let with = WITH_ZH.iter().any(|word| own.ends_with(word) && !not_so(&own[..own.len() - word.len()]));
        let joint = before.chars().next_back().is_some_and(|c| matches!(c, '和' | '跟' | '、'));
        let together = TOGETHER_ZH.iter().any(|(word, behind)| {
            own.ends_with(word) && behind.iter().any(|behind| after.starts_with(behind))
        });
        let aboard = ABOARD_ZH.iter().any(|word| after.starts_with(word));
        // 带老婆和孩子: the second is joined to the first.
        let first = joint.then(|| before.trim_end_matches(['和', '跟', '、']));
        let joined = first.is_some_and(|first| {
            people.iter().any(|other| {
                first.ends_with(other)
                    && WITH_ZH.iter().any(|word| first[..first.len() - other.len()].ends_with(word))
            })
        });
        if with || together || aboard || joined {
            add(who);
        }
    }
}

/// Whether what stands before takes it back: 不带孩子, 没带.
fn not_so(before: &str) -> bool {
    ["不", "没", "没有", "别", "不用", "不想"].iter().any(|no| before.ends_with(no))
}

fn english(text: &str, add: &mut impl FnMut(&str)) {
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    for (at, who) in words.iter().enumerate().filter(|(_, word)| PEOPLE_EN.contains(word)) {
        let before = words.get(..at).unwrap_or_default();
        let skipped = before.iter().rev().take_while(|word| BETWEEN_EN.contains(*word)).count();
        let before = before.get(..before.len() - skipped).unwrap_or_default();
        let after = words.get(at + 1..).unwrap_or_default().join(" ");
        let ends = |list: &[&str]| {
            list.iter().any(|phrase| before.join(" ").ends_with(phrase) && word_ends(before, phrase))
        };
        // "Without the kids", "don't take the kids".
        let no = before.iter().rev().take(3).any(|word| matches!(*word, "not" | "without" | "don't" | "no"));
        let joined = before.last() == Some(&"and")
            && before
                .get(..before.len().saturating_sub(1))
                .and_then(<[_]>::last)
                .is_some_and(|word| PEOPLE_EN.contains(word));
        let aboard = ABOARD_EN.iter().any(|phrase| {
            after.starts_with(phrase) && after[phrase.len()..].chars().next().is_none_or(|c| c == ' ')
        });
        // "Take my wife's car" and "to my parents' house" are about things and places.
        let owns = after.starts_with("house") || after.starts_with("place") || after.starts_with("home");
        if !no && !owns && (ends(WITH_EN) || joined || aboard) {
            add(who);
        }
    }
}

fn word_ends(words: &[&str], phrase: &str) -> bool {
    let wanted: Vec<&str> = phrase.split(' ').collect();
    words.ends_with(&wanted)
}

fn has_words(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
        edge(text[..at].chars().next_back()) && edge(text[at + phrase.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::company;

    #[test]
    fn s1_33_who_rides_along_is_known_when_it_is_said() {
        let check = |sentence: &str, expected: Option<&[&str]>| {
            let expected: Option<Vec<String>> =
                expected.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
            assert_eq!(company(sentence), expected, "{sentence}");
        };
        check("带孩子去健身房", Some(&["孩子"]));
        check("带老婆和孩子去机场", Some(&["老婆", "孩子"]));
        check("带我爸妈去健身房，走稳一点", Some(&["爸妈"]));
        check("车上有客户，去机场", Some(&["客户"]));
        check("跟同事一起去公司", Some(&["同事"]));
        check("先送孩子去学校", Some(&["孩子"]));
        check("孩子也在车上，开稳点", Some(&["孩子"]));
        check("就我一个人，去公司", Some(&[]));
        check("接孩子放学，然后回家", None);
        check("送我去爸妈家", None);
        check("去孩子学校", None);
        check("不带孩子，去公司", None);
        check("去公司", None);
        check("to the gym with the kids", Some(&["kids"]));
        check("my wife is with me, to the office", Some(&["wife"]));
        check("take my mother and father to the airport", Some(&["mother", "father"]));
        check("to my parents' house", None);
        check("without the kids to the gym", None);
        check("just me, to work", Some(&[]));
        check("to the office", None);
        check("", None);
    }
}
