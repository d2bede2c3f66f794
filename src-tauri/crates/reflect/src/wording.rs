//! Insights as sentences, made from their parts alone: the same insight, the same words. A reflector's own words are never
//! shown, so that a model cannot smuggle any in (F-8, E-7).

use domain::{DayKind, Lang, TimeBucket, Weather};

use crate::{condition::Part, draft::Draft, episode::Act, meaning};

/// The sentence of an insight. `place` gives the name of a remembered place, when it still has one.
pub fn sentence(draft: &Draft, lang: Lang, place: impl Fn(domain::PlaceId) -> Option<String>) -> String {
    let when: Vec<String> =
        draft.condition.parts().iter().map(|part| part_text(part, lang, &place)).collect();
    let known = meaning::by_word(&draft.meaning);
    let themed = draft.claims.iter().all(|act| act.attribute.starts_with("theme."));
    let acts: Vec<String> = draft.claims.iter().map(|act| act_text(act, lang)).collect();
    match (lang, known) {
        (Lang::Zh, Some(meaning)) if themed => format!("用户{}", meaning.zh),
        (Lang::En, Some(meaning)) if themed => format!("You {}", you(meaning.en)),
        (Lang::Zh, meaning) => {
            let when = if when.is_empty() {
                "开车时".to_owned()
            } else {
                format!("{}驾驶时", when.join("、"))
            };
            let means = meaning.map(|meaning| format!("，{}", meaning.zh)).unwrap_or_default();
            format!("{when}常{}{means}", acts.join("、"))
        }
        (Lang::En, meaning) => {
            let when = if when.is_empty() { String::new() } else { format!(" {}", when.join(", ")) };
            let means = meaning.map(|meaning| format!(": {}", meaning.en)).unwrap_or_default();
            format!("Driving{when}, you usually {}{means}", acts.join(" and "))
        }
    }
}

/// Why something was concluded, in one sentence that names its evidence: how many rows on how many days, and when the last
/// three were (MISSION S1-50). The count is the number of rows.
pub fn why(draft: &Draft, evidence: &[&domain::Noticed], lang: Lang) -> String {
    let day = |seen: &&domain::Noticed| seen.at.zoned().date();
    let mut days: Vec<_> = evidence.iter().map(day).collect();
    days.sort_unstable();
    days.dedup();
    let last: Vec<String> =
        days.iter().rev().take(3).rev().map(|date| date.strftime("%m-%d").to_string()).collect();
    let acts: Vec<String> = draft.claims.iter().map(|act| act_text(act, lang)).collect();
    let rows = evidence.len();
    match (lang, draft.claims.iter().all(|act| act.attribute.starts_with("theme."))) {
        (Lang::Zh, true) => format!("依据 {rows} 条评价，最近在 {}", last.join("、")),
        (Lang::En, true) => {
            let remarks = if rows == 1 { "remark" } else { "remarks" };
            format!("From {rows} {remarks}, lately on {}", last.join(", "))
        }
        (Lang::Zh, false) => format!(
            "依据 {rows} 条记录，{} 天里都{}，最近在 {}",
            days.len(),
            acts.join("、"),
            last.join("、")
        ),
        (Lang::En, false) => {
            let count = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
            format!(
                "From {} on {} on which you {}, lately on {}",
                count(rows, "entry", "entries"),
                count(days.len(), "day", "days"),
                acts.join(" and "),
                last.join(", ")
            )
        }
    }
}

fn you(third: &str) -> String {
    third.replacen("cares", "care", 1)
}

fn part_text(part: &Part, lang: Lang, place: &impl Fn(domain::PlaceId) -> Option<String>) -> String {
    let zh = lang == Lang::Zh;
    let pick = |chinese: &str, english: &str| if zh { chinese } else { english }.to_owned();
    match part {
        Part::Bucket(bucket) => match bucket {
            TimeBucket::Morning => pick("早上", "in the morning"),
            TimeBucket::Midday => pick("中午", "around noon"),
            TimeBucket::Afternoon => pick("下午", "in the afternoon"),
            TimeBucket::Evening => pick("傍晚", "in the evening"),
            TimeBucket::Night => pick("夜间", "at night"),
        },
        Part::Days(DayKind::Workday) => pick("工作日", "on workdays"),
        Part::Days(DayKind::Weekend) => pick("周末", "at weekends"),
        Part::Hours(from, to) if *part == crate::condition::LATE => {
            if zh {
                format!("夜间（{from}点后）")
            } else {
                format!("at night (after {from}:00, until {to}:00)")
            }
        }
        Part::Hours(from, to) => {
            if zh {
                format!("{from}点到{to}点")
            } else {
                format!("from {from}:00 to {to}:00")
            }
        }
        Part::Place(id) => match place(*id) {
            Some(name) => {
                if zh {
                    format!("在{name}")
                } else {
                    format!("at {name}")
                }
            }
            None => pick("在记住的地点", "at a remembered place"),
        },
        Part::Weather(weather) => match weather {
            Weather::Rain => pick("雨天", "in the rain"),
            Weather::Snow => pick("雪天", "in snow"),
            Weather::Fog => pick("雾天", "in fog"),
            Weather::Clear => pick("晴天", "in clear weather"),
        },
        Part::With(who) if who == "child" => pick("带孩子", "with a child"),
        Part::With(who) => {
            if zh {
                format!("和{who}")
            } else {
                format!("with {who}")
            }
        }
    }
}

/// Properties that have words of their own, with the value put in for `{}`; others are named as they are.
const PROPERTIES: &[(&str, &str, &str)] = &[
    ("cabin.temperature", "把空调{}", "set the air conditioning {}"),
    ("ac.temperature", "把空调{}", "set the air conditioning {}"),
    ("ac.fan", "把风量{}", "set the fan {}"),
    ("music", "放{}音乐", "play {} music"),
    ("music.kind", "放{}音乐", "play {} music"),
    ("media", "听{}", "listen to {}"),
    ("driving.speed", "开得{}", "drive {}"),
    ("route.mode", "选{}的路", "choose the {} way"),
    ("seat.heating", "把座椅加热{}", "set the seat heating {}"),
    ("window", "把车窗{}", "set the window {}"),
    ("light", "把灯光{}", "set the lights {}"),
];
const VALUES: &[(&str, &str, &str)] = &[
    ("lower", "调低", "lower"),
    ("higher", "调高", "higher"),
    ("on", "打开", "on"),
    ("off", "关掉", "off"),
    ("soothing", "舒缓的", "soothing"),
    ("calm", "平静的", "calm"),
    ("quiet", "安静的", "quiet"),
    ("slow", "慢", "slowly"),
    ("slower", "更慢", "more slowly"),
    ("news", "新闻", "the news"),
    ("fastest", "最快", "fastest"),
    ("stable", "稳妥", "steady"),
];

fn act_text(act: &Act, lang: Lang) -> String {
    let value = VALUES.iter().find(|(word, _, _)| *word == act.value);
    let pick = |pair: (&'static str, &'static str)| if lang == Lang::Zh { pair.0 } else { pair.1 };
    let value = value.map_or(act.value.as_str(), |(_, zh, en)| pick((zh, en)));
    // A figure is what something is set to, where a word like "lower" says how.
    let figure = value.starts_with(|first: char| first.is_ascii_digit());
    let to = match PROPERTIES.iter().find(|(word, _, en)| *word == act.attribute && en.starts_with("set ")) {
        Some(_) if figure => pick(("调到", "to ")),
        _ => "",
    };
    let value = &format!("{to}{value}");
    match PROPERTIES.iter().find(|(word, _, _)| *word == act.attribute) {
        Some((_, zh, en)) => pick((zh, en)).replacen("{}", value, 1),
        None if lang == Lang::Zh => format!("把{}设为{value}", act.attribute),
        None => format!("have {} at {value}", act.attribute),
    }
}
