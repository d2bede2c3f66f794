//! Under which condition something holds, normalised: `bucket=night;weather=rain`.

use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

use crate::text::Words;

const CONDITIONS: &[(&str, &str)] = &[
    (
        "早上|早晨|清晨|早高峰|大清早|in the morning|in the mornings|every morning|mornings|morning rush",
        "bucket=morning",
    ),
    ("上午|中午|午间|at noon|at midday|at lunch time|at lunchtime", "bucket=midday"),
    ("下午|午后|in the afternoon|in the afternoons|every afternoon", "bucket=afternoon"),
    (
        "傍晚|晚高峰|晚上|晚间|下班时|下班的时候|下班后|下班路上|in the evening|in the evenings|every evening|evenings|after work",
        "bucket=evening",
    ),
    (
        "夜里|深夜|半夜|夜间|凌晨|夜晚|夜里开车|at night|late at night|after dark|when it's dark|when it is dark|nights|during the night",
        "bucket=night",
    ),
    (
        "周末|双休日|节假日|休息日|on weekends|at weekends|at the weekend|on the weekend|weekends|on saturdays|on sundays",
        "days=weekend",
    ),
    ("工作日|平日|上班日|周一到周五|on weekdays|on workdays|weekdays|on work days", "days=workday"),
    ("周一|星期一|礼拜一|on mondays|every monday", "days=mon"),
    ("周二|星期二|on tuesdays|every tuesday", "days=tue"),
    ("周三|星期三|on wednesdays|every wednesday", "days=wed"),
    ("周四|星期四|on thursdays|every thursday", "days=thu"),
    ("周五|星期五|on fridays|every friday", "days=fri"),
    ("周六|星期六|礼拜六|every saturday", "days=sat"),
    ("周日|星期日|星期天|礼拜天|every sunday", "days=sun"),
    (
        "下雨天|下雨的时候|下雨时|下雨|雨天|in the rain|when it rains|when it's raining|if it rains|if it's raining|on rainy days|in wet weather|rainy days",
        "weather=rain",
    ),
    ("下雪天|下雪的时候|下雪|雪天|in the snow|when it snows|on snowy days|in snow", "weather=snow"),
    ("大雾天|大雾|雾天|起雾|in fog|when it's foggy|on foggy days", "weather=fog"),
    (
        "天气好的时候|天气好|晴天|出太阳|on sunny days|when it's sunny|in good weather|when the weather is nice|when it is sunny",
        "weather=clear",
    ),
    (
        "夏天|夏季|天热的时候|热的时候|in summer|in the summer|on hot days|when it's hot|in hot weather|summer days",
        "season=summer",
    ),
    (
        "冬天|冬季|天冷的时候|冷的时候|天冷|in winter|in the winter|on cold days|when it's cold|in cold weather|on cold mornings",
        "season=winter",
    ),
    (
        "堵车的时候|堵车时|拥堵的时候|堵的时候|in traffic|in traffic jams|when there's traffic|in heavy traffic|when traffic is bad",
        "traffic=jam",
    ),
    (
        "赶时间的时候|赶时间|着急的时候|when i'm in a hurry|when in a hurry|when i'm late|when i'm running late|when rushed",
        "hurry=yes",
    ),
    (
        "跑高速的时候|上高速|高速上|在高速上|on the motorway|on motorways|on the highway|on highways|on the freeway",
        "road=motorway",
    ),
    (
        "跑长途的时候|跑长途|长途的时候|长途|on long trips|on long drives|on road trips|for long drives",
        "trip=long",
    ),
    (
        "上班路上|上班的路上|通勤的时候|通勤|去上班的时候|上班的时候|去公司的时候|去公司|on the way to work|on my way to work|on my commute|commuting|when commuting|during my commute|to work|to the office",
        "trip=commute",
    ),
    (
        "回家路上|回家的路上|回家的时候|回家|下班回家|on the way home|on my way home|driving home|going home",
        "trip=home",
    ),
    (
        "带孩子的时候|带孩子|有孩子的时候|有孩子|孩子在车上|送孩子的时候|接孩子的时候|送孩子|接孩子|with the kids|with kids in the car|when the kids are in the car|with my kids|with the children|when i have the kids|with a child|when i drop the kids",
        "with=child",
    ),
    (
        "一个人的时候|一个人开车|自己开车|独自|when i'm alone|when alone|when i drive alone|on my own",
        "with=nobody",
    ),
    ("带客户的时候|有客户|with clients|with customers", "with=client"),
    ("有乘客的时候|带人的时候|with passengers", "with=passenger"),
    (
        "开车的时候|开车时|在开车时|开车时候|在车里|在车上|坐车的时候|when i drive|when driving|while driving|when i'm driving|while i drive|in the car|in my car|behind the wheel",
        "",
    ),
    ("带狗|with the dog|with my dog", "with=dog"),
];

static TABLE: LazyLock<Words<&'static str>> = LazyLock::new(|| {
    // "Whenever it's cold" is "when it's cold".
    let whenever = |(words, part): &(&str, &'static str)| {
        let every: Vec<String> = words
            .split('|')
            .filter_map(|word| word.strip_prefix("when "))
            .map(|rest| format!("whenever {rest}"))
            .collect();
        (every.join("|"), *part)
    };
    let more: Vec<(String, &'static str)> = CONDITIONS.iter().map(whenever).collect();
    Words::new(CONDITIONS.iter().copied().chain(more.iter().map(|(words, part)| (words.as_str(), *part))))
});

/// The condition in a folded text: parts sorted and joined by `;`, and where the words stand.
pub(crate) fn condition(text: &str) -> (String, Vec<Range<usize>>) {
    let mut parts = BTreeSet::new();
    let mut spans = Vec::new();
    for (span, part) in TABLE.find(text) {
        // One part of a kind: the first one said.
        let kind = part.split('=').next().unwrap_or_default();
        if !part.is_empty() && parts.iter().all(|had: &&str| !had.starts_with(kind)) {
            parts.insert(*part);
        }
        spans.push(span);
    }
    (parts.into_iter().collect::<Vec<_>>().join(";"), spans)
}

/// Without these stretches, and without the small words that joined them.
pub(crate) fn without(text: &str, spans: &[Range<usize>]) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        rest.push_str(text.get(at..span.start).unwrap_or_default());
        rest.push(' ');
        at = span.end;
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}
