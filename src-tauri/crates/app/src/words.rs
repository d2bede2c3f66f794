//! Words that answers carry in the asked language. Statements about memories come from `domain::sentence`; errors
//! are worded by the shells.

use domain::{FeatureMetres, Lang, Moment, Provenance, RoadFeature, Route, Scope, Timestamp, sentence};
use jiff::civil::Weekday;

use crate::dto::{ChipRole, LangDto};

impl From<LangDto> for Lang {
    fn from(lang: LangDto) -> Self {
        match lang {
            LangDto::Zh => Self::Zh,
            LangDto::En => Self::En,
        }
    }
}

/// One of two wordings.
pub fn pick(lang: Lang, zh: &str, en: &str) -> String {
    match lang {
        Lang::Zh => zh.to_owned(),
        Lang::En => en.to_owned(),
    }
}

/// A word as it begins a sentence.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Metres as a person reads them: `850 m`, `1.3 km`, 「850 米」, 「1.3 公里」.
pub fn metres(lang: Lang, m: f64) -> String {
    let m = m.abs();
    let short = m < 995.0;
    let number = if short {
        format!("{}", ((m / 10.0).round() * 10.0) as i64)
    } else if m < 99_500.0 {
        format!("{:.1}", m / 1000.0)
    } else {
        format!("{:.0}", m / 1000.0)
    };
    match (lang, short) {
        (Lang::Zh, true) => format!("{number} 米"),
        (Lang::Zh, false) => format!("{number} 公里"),
        (Lang::En, true) => format!("{number} m"),
        (Lang::En, false) => format!("{number} km"),
    }
}

/// How far until the next turn, rounded as a navigator does.
pub fn distance(lang: LangDto, m: f64) -> String {
    routing::distance(m, lang.into())
}

/// Seconds as whole minutes, at least one.
pub fn minutes(lang: Lang, s: f64) -> String {
    let n = ((s.abs() / 60.0).round() as i64).max(1);
    match lang {
        Lang::Zh => format!("{n} 分钟"),
        Lang::En => format!("{n} min"),
    }
}

/// A date as a person reads it: `12 Nov`, 「11月12日」.
pub fn date(lang: Lang, at: Timestamp, zone: &str) -> String {
    let zoned = at.in_zone(zone);
    match lang {
        Lang::Zh => format!("{}月{}日", zoned.month(), zoned.day()),
        Lang::En => {
            const MONTHS: [&str; 12] =
                ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
            let month = usize::try_from(zoned.month() - 1).ok().and_then(|i| MONTHS.get(i)).unwrap_or(&"");
            format!("{} {month}", zoned.day())
        }
    }
}

/// A day with its weekday: `Tue 24 Nov`, 「11月24日周二」.
pub fn day(lang: Lang, at: Timestamp, zone: &str) -> String {
    let (date, day) = (date(lang, at, zone), weekday(lang, at.in_zone(zone).weekday()));
    match lang {
        Lang::Zh => format!("{date}{day}"),
        Lang::En => format!("{day} {date}"),
    }
}

/// A clock time with the day where it is not today: `08:12`, `Tue 08:12`, `12 Nov 08:12`.
pub fn clock(lang: Lang, moment: &Moment, now: &Moment) -> String {
    let (then, today) = (moment.zoned(), now.zoned());
    let time = format!("{:02}:{:02}", then.hour(), then.minute());
    let days = then.date().since(today.date()).map_or(0, |span| span.get_days());
    match days {
        0 => time,
        1 => format!("{} {time}", pick(lang, "明天", "tomorrow")),
        2..=6 => format!("{} {time}", weekday(lang, then.weekday())),
        _ => format!("{} {time}", date(lang, moment.at, &moment.zone)),
    }
}

/// What follows a wish that begins later, for texts that are kept: `（12月1日起）`, ` (from 1 Dec)`.
pub fn from_then(lang: Lang, at: Timestamp, zone: &str) -> String {
    let zoned = at.in_zone(zone);
    let time = match (zoned.hour(), zoned.minute()) {
        (0, 0) => String::new(),
        (hour, minute) => format!(" {hour:02}:{minute:02}"),
    };
    match lang {
        Lang::Zh => format!("（{}{time}起）", date(lang, at, zone)),
        Lang::En => format!(" (from {}{time})", date(lang, at, zone)),
    }
}

fn weekday(lang: Lang, day: Weekday) -> String {
    let (zh, en) = match day {
        Weekday::Monday => ("周一", "Mon"),
        Weekday::Tuesday => ("周二", "Tue"),
        Weekday::Wednesday => ("周三", "Wed"),
        Weekday::Thursday => ("周四", "Thu"),
        Weekday::Friday => ("周五", "Fri"),
        Weekday::Saturday => ("周六", "Sat"),
        Weekday::Sunday => ("周日", "Sun"),
    };
    pick(lang, zh, en)
}

/// The dim role word of a chip.
pub fn role(lang: Lang, role: ChipRole) -> String {
    let (zh, en) = match role {
        ChipRole::To => ("去", "To"),
        ChipRole::From => ("从", "From"),
        ChipRole::Via => ("经过", "Via"),
        ChipRole::Avoid => ("避开", "Avoid"),
        ChipRole::Prefer => ("优先", "Prefer"),
        ChipRole::Mode => ("方式", "Way"),
        ChipRole::Usual => ("走", "Take"),
        ChipRole::Depart => ("出发", "Leave"),
        ChipRole::Arrive => ("到达", "Arrive by"),
        ChipRole::Weather => ("天气", "Weather"),
        ChipRole::Hurry => ("赶时间", "In a hurry"),
        ChipRole::Unknown => ("没看懂", "Not understood"),
    };
    pick(lang, zh, en)
}

/// A feature on a route: "1.3 km of tunnel", 「隧道 1.3 公里」.
pub fn feature_on_route(lang: Lang, feature: RoadFeature, m: f64) -> String {
    let length = metres(lang, m);
    let en = match feature {
        RoadFeature::Motorway => "motorway",
        RoadFeature::Toll => "toll road",
        RoadFeature::Ferry => "ferry",
        RoadFeature::Tunnel => "tunnel",
        RoadFeature::Bridge => "bridge",
        RoadFeature::Elevated => "elevated road",
        RoadFeature::Unpaved => "unpaved road",
        RoadFeature::Waterside => "waterside",
        RoadFeature::Residential => "small street",
        RoadFeature::Narrow => "narrow road",
        RoadFeature::Steep => "steep road",
    };
    match lang {
        Lang::Zh => format!("{} {length}", sentence::feature_words(lang, feature)),
        Lang::En => format!("{length} of {en}"),
    }
}

/// Metres from which a feature is worth a word on a card. Of a toll every metre is: it is paid all the same.
const WORTH_SAYING_M: f64 = 50.0;

/// Features worth a word, most telling first: what people avoid, then what they like.
pub fn telling(features: &FeatureMetres) -> Vec<(RoadFeature, f64)> {
    const ORDER: [RoadFeature; 9] = [
        RoadFeature::Ferry,
        RoadFeature::Toll,
        RoadFeature::Elevated,
        RoadFeature::Motorway,
        RoadFeature::Tunnel,
        RoadFeature::Unpaved,
        RoadFeature::Steep,
        RoadFeature::Narrow,
        RoadFeature::Waterside,
    ];
    ORDER
        .into_iter()
        .map(|feature| (feature, features.of(feature)))
        .filter(|(feature, m)| *m >= WORTH_SAYING_M || (*feature == RoadFeature::Toll && *m > 0.0))
        .collect()
}

/// One line on what a route is like: "seaside, 1.3 km of tunnel".
pub fn character(lang: Lang, route: &Route) -> String {
    let mut parts = Vec::new();
    let waterside = route.features.of(RoadFeature::Waterside);
    if waterside > route.distance_m * 0.4 {
        parts.push(pick(lang, "大半沿着水边", "mostly along the water"));
    } else if waterside >= 300.0 {
        parts.push(match lang {
            Lang::Zh => format!("沿水边 {}", metres(lang, waterside)),
            Lang::En => format!("{} along the water", metres(lang, waterside)),
        });
    }
    parts.extend(
        telling(&route.features)
            .into_iter()
            .filter(|(feature, _)| *feature != RoadFeature::Waterside)
            .take(2)
            .map(|(feature, m)| feature_on_route(lang, feature, m)),
    );
    if parts.is_empty() {
        parts.push(pick(lang, "普通道路", "ordinary roads"));
    }
    parts.join(if lang == Lang::Zh { "，" } else { ", " })
}

/// Name of a route: its main roads, or what it is when none has a name.
pub fn route_label(lang: Lang, via_roads: &[String]) -> String {
    match via_roads {
        [] => pick(lang, "无名小路", "Unnamed roads"),
        [one] => one.clone(),
        [first, .., last] if lang == Lang::Zh => format!("{first}、{last}"),
        [first, .., last] => format!("{first}, {last}"),
    }
}

/// Who a memory comes from.
pub fn provenance(lang: Lang, provenance: Provenance, trips: usize) -> String {
    match (provenance, lang) {
        (Provenance::Stated, Lang::Zh) => "你说的".to_owned(),
        (Provenance::Stated, Lang::En) => "You said".to_owned(),
        (Provenance::Confirmed | Provenance::Inferred, Lang::Zh) if trips > 0 => {
            format!("{trips} 次行程学到")
        }
        (Provenance::Confirmed | Provenance::Inferred, Lang::En) if trips > 0 => {
            format!("Learned from {trips} {}", if trips == 1 { "trip" } else { "trips" })
        }
        (Provenance::Confirmed, Lang::Zh) => "你确认过".to_owned(),
        (Provenance::Confirmed, Lang::En) => "You confirmed".to_owned(),
        (Provenance::Inferred, Lang::Zh) => "学到的".to_owned(),
        (Provenance::Inferred, Lang::En) => "Learned".to_owned(),
        (Provenance::Imported, Lang::Zh) => "导入的".to_owned(),
        (Provenance::Imported, Lang::En) => "Imported".to_owned(),
    }
}

/// How sure: "86% sure", 「把握 86%」.
pub fn sure(lang: Lang, confidence: f64) -> String {
    let percent = (confidence * 100.0).round() as i64;
    match lang {
        Lang::Zh => format!("把握 {percent}%"),
        Lang::En => format!("{percent}% sure"),
    }
}

/// When a scope holds, in words; empty when always.
pub fn scope_when(lang: Lang, scope: &Scope) -> String {
    let mut parts = Vec::new();
    if let Some(days) = scope.days {
        parts.push(match lang {
            Lang::Zh => sentence::day_word(lang, days).to_owned(),
            Lang::En => format!("{}s", sentence::day_word(lang, days)),
        });
    }
    if let Some(bucket) = scope.bucket {
        parts.push(sentence::bucket_word(lang, bucket).to_owned());
    }
    if let Some(weather) = scope.weather {
        parts.push(sentence::weather_word(lang, weather).to_owned());
    }
    parts.join(if lang == Lang::Zh { "" } else { ", " })
}

/// From here to there: "Home to Office", 「家 → 公司」.
pub fn from_to(lang: Lang, from: &str, to: &str) -> String {
    match lang {
        Lang::Zh => format!("{from} → {to}"),
        Lang::En => format!("{from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_read_like_signs() {
        let check = |m: f64, zh: &str, en: &str| {
            assert_eq!(metres(Lang::Zh, m), zh);
            assert_eq!(metres(Lang::En, m), en);
        };
        check(4.0, "0 米", "0 m");
        check(847.0, "850 米", "850 m");
        check(1_320.0, "1.3 公里", "1.3 km");
        check(99_960.0, "100 公里", "100 km");
    }
}
