//! Who rides along, as the sentence says (MISSION S1-33). Read from the whole sentence beside the walk over its words:
//! who comes along changes no place and no wish.
//!
//! Somebody who is only to be picked up ("接孩子") is not in the car yet, and counts as nobody said.

/// People as they are called, longest first where one holds another.
const PEOPLE_ZH: &str = "爸妈|爸爸妈妈|父母|爸爸|妈妈|我爸|我妈|岳父|岳母|公公|婆婆|爷爷|奶奶|外公|外婆|姥姥|姥爷|老人|长辈|老婆|老公|太太|先生|媳妇|对象|女朋友|男朋友|女儿|儿子|孩子们|孩子|小孩|小朋友|宝宝|娃|全家|一家人|家人|客户|客人|老板|领导|同事|朋友|同学|狗狗|狗|猫|猫咪|爹妈|老爸|老妈|爸|妈|爹|娘|哥哥|姐姐|弟弟|妹妹|叔叔|阿姨|姑姑|舅舅|表弟|表妹|表哥|表姐|侄子|侄女|外甥|孙子|孙女|丈母娘|老丈人|公婆|岳父母|爱人|妻子|丈夫|闺女|丫头|双胞胎|婴儿|学生|老师|邻居|室友|闺蜜|哥们|兄弟|病人|乘客|外宾|老爷子|老太太|宠物|孕妇|媳妇儿|女友|男友|未婚妻|未婚夫|搭档|合伙人|团队|亲戚|长辈们";
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
const ABOARD_ZH: &[&str] = &[
    "在车上",
    "在车里",
    "也在车",
    "跟着我",
    "也去",
    "一起去",
    "一起走",
    "一块去",
    "坐我的车",
    "坐我车",
    "搭我的车",
    "搭我车",
    "蹭我的车",
    "上车",
    "跟我走",
    "跟我一起",
    "同行",
    "同车",
    "也坐",
    "坐后排",
    "坐副驾",
    "坐在后面",
    "坐在后排",
    "一块走",
    "都坐",
    "要搭车",
    "坐这车",
];
/// Nobody.
const ALONE_ZH: &[&str] =
    &["我一个人", "就我一个", "我自己一个", "我自己开", "独自", "车上没别人", "没人跟我", "车上没人"];

const PEOPLE_EN: &str = "kids|kid|children|child|son|daughter|baby|toddler|wife|husband|partner|girlfriend|boyfriend|parents|mother|father|mum|mom|dad|grandma|grandmother|grandpa|grandfather|grandparents|family|friends|friend|colleagues|colleague|coworker|client|customer|boss|guests|guest|dog|cat|dogs|cats|puppy|folks|in-laws|mother-in-law|father-in-law|sons|daughters|toddlers|twins|newborn|infant|sister|brother|sisters|brothers|aunt|uncle|cousin|cousins|nephew|niece|nan|granny|gran|granddad|grandad|grandkids|grandson|granddaughter|spouse|fiancé|fiancée|fiance|fiancee|neighbour|neighbor|neighbours|neighbors|roommate|flatmate|mate|mates|buddy|buddies|clients|customers|passengers|passenger|team|coworkers|co-workers|manager|girls|boys|girl|boy|students|patient|visitors|relatives|mama|mommy|daddy|mummy|hubby|missus|pets|pet";
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
/// Verbs that take people somewhere.
const CARRY_EN: &str = "driving|drive|taking|take|bringing|bring|dropping|drop|dropping off|drop off|running|run|getting|get|giving|escorting|chauffeuring|ferrying|shuttling|delivering|seeing|walking|i'm driving|i'm taking|i have to take|i need to take|i'll take|i'll drive|i need to drive";
/// The same in Chinese.
const CARRY_ZH: &str = "把|送|带|带着|带上|载|载着|陪|陪着|拉|拉着|捎|捎上|接|接上|领着|开车送|开车带|我送|我带|我陪|要送|要带|要陪|得送";
/// Words that may stand between the verb and the people.
const BETWEEN_ZH: &str = "我|我们|我家|两个|俩|三个|几个|一个|我的|全家|家里|家里的|小|老|的|一大家子|我们家|位|一位|两位|几位|怀孕的|生病的";
const BETWEEN_EN: &str = "my|the|our|a|an|both|two|three|all|little|old|elderly|some|his|her|their|younger|older|pregnant|four|few|of|young|small|sick|whole|best|grown-up|new|visiting";
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
    "on board",
    "in the back seat",
    "with me",
    "next to me",
    "asleep in the back",
    "coming along",
    "coming with me",
    "travelling with me",
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

/// Whether somebody is to be fetched, wherever they are: 接我老婆下班去, "pick up my son".
pub(super) fn fetches(text: &super::text::Text) -> bool {
    let longest = |at: usize, words: &str| words.split('|').filter_map(|word| text.matches(at, word)).max();
    let skip = |at: usize| (at..text.len()).find(|at| !text.at(*at).is_whitespace()).unwrap_or(text.len());
    let small = |mut at: usize| {
        while longest(at, PEOPLE_ZH).is_none()
            && let Some(next) = longest(at, BETWEEN_EN).or_else(|| longest(at, BETWEEN_ZH))
        {
            at = skip(next);
        }
        at
    };
    (0..text.len()).any(|at| {
        let Some(verb) = longest(at, "接|接一下|接上|pick up|picking up|collect|fetch|pick") else {
            return false;
        };
        let who = small(skip(verb));
        let people = longest(who, PEOPLE_ZH).or_else(|| longest(who, PEOPLE_EN));
        let up = |to: usize| longest(skip(to), "up").is_some();
        let bare =
            longest(at, "pick up|picking up|collect|fetch").is_some() || super::text::is_cjk(text.at(at));
        people.is_some_and(|to| bare || up(to) && longest(at, "pick").is_some())
    })
}

/// Words that say who is taken somewhere, when they begin here, "driving my parents to", 送爸妈去: whether the place follows,
/// and the index behind them.
pub(super) fn carried(text: &super::text::Text, from: usize) -> Option<(bool, usize)> {
    let longest = |at: usize, words: &str| words.split('|').filter_map(|word| text.matches(at, word)).max();
    let skip = |at: usize| (at..text.len()).find(|at| !text.at(*at).is_whitespace()).unwrap_or(text.len());
    if super::text::is_cjk(text.at(from)) {
        let mut at = longest(from, CARRY_ZH)?;
        while longest(at, PEOPLE_ZH).is_none()
            && let Some(next) = longest(at, BETWEEN_ZH)
        {
            at = next;
        }
        at = longest(at, PEOPLE_ZH)?;
        at = longest(at, PEOPLE_ZH).unwrap_or(at);
        while let Some(next) = longest(at, "和|跟|、|还有|以及") {
            let next = longest(next, BETWEEN_ZH).unwrap_or(next);
            at = longest(next, PEOPLE_ZH)?;
        }
        at = longest(at, BETWEEN_ZH).unwrap_or(at);
        at = longest(at, "们|俩|一起|一块|一块儿|几个|他们").unwrap_or(at);
        // 送我妈家: a place of theirs.
        let place = longest(at, "家|那|学校|公司|单位|店").is_some();
        return match longest(at, "去|到|回|去趟|去一趟|回到") {
            Some(to) => Some((true, to)),
            None => (!place).then_some((false, at)),
        };
    }
    let before = text.before(from);
    if before.is_alphanumeric() {
        return None;
    }
    let mut at = skip(longest(from, CARRY_EN)?);
    let small = |mut at: usize| {
        while let Some(next) = longest(at, BETWEEN_EN) {
            at = skip(next);
        }
        at
    };
    at = longest(small(at), PEOPLE_EN)?;
    while let Some(next) = longest(skip(at), "and|&|,") {
        at = longest(small(skip(next)), PEOPLE_EN)?;
    }
    at = skip(at);
    for _ in 0..2 {
        at = longest(at, "off|over|along|back|down|up|with me").map_or(at, skip);
    }
    // "Drive my parents home": home is where to.
    let home = longest(at, "home|to work").map(|_| at);
    longest(at, "to|at|into").or(home).map(|to| (true, to))
}

fn chinese(text: &str, add: &mut impl FnMut(&str)) {
    let mut people: Vec<&str> = PEOPLE_ZH.split('|').collect();
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
        // 载着爷爷奶奶: one right behind the other is joined as well.
        let joint = before.chars().next_back().is_some_and(|c| matches!(c, '和' | '跟' | '、'))
            || people.iter().any(|other| before.ends_with(other));
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
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '\'' | '-')))
        .filter(|word| !word.is_empty())
        .collect();
    for (at, who) in
        words.iter().enumerate().filter(|(_, word)| PEOPLE_EN.split('|').any(|who| who == **word))
    {
        let before = words.get(..at).unwrap_or_default();
        let skipped =
            before.iter().rev().take_while(|word| BETWEEN_EN.split('|').any(|small| small == **word)).count();
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
                .is_some_and(|word| PEOPLE_EN.split('|').any(|who| who == *word));
        // "My parents are in the car", "the baby's asleep".
        let behind =
            ["is ", "are ", "will be "].iter().find_map(|is| after.strip_prefix(is)).unwrap_or(&after);
        let aboard = ABOARD_EN.iter().any(|phrase| {
            [after.as_str(), behind].iter().any(|rest| {
                rest.strip_prefix(phrase).is_some_and(|end| end.is_empty() || end.starts_with(' '))
            })
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
