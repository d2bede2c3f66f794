//! The statements that Laolu writes itself, from rows alone, in both languages (MISSION S0-24).
//!
//! Nothing here is stored: a row gives the same words every time, in either language, so switching the language or
//! upgrading the app rewrites them all. What a person wrote is never passed through here (F-7).

use crate::{DayKind, Lang, RoadFeature, Scope, Strength, Target, TimeBucket, Weather};

/// What a trip's statement is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct TripFacts<'a> {
    /// Name of the start as the person calls it, or its address.
    pub from: &'a str,
    /// Name of the end.
    pub to: &'a str,
    /// Part of the day of departure.
    pub bucket: TimeBucket,
    /// Workday or weekend.
    pub days: DayKind,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// Roads of the recommended route.
    pub recommended: &'a [String],
    /// Roads of the driven route.
    pub chosen: &'a [String],
    /// Seconds on the road.
    pub duration_s: f64,
    /// Whether the driven route differs from the recommended one.
    pub deviated: bool,
}

/// What a habit's question is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitFacts<'a> {
    /// The road that the habit is about; may be empty.
    pub road: &'a str,
    /// Whether it runs along water.
    pub waterside: bool,
    /// Part of the day.
    pub bucket: Option<TimeBucket>,
    /// The days on which it is done, when only on some.
    pub days: Option<DayKind>,
    /// The weather in which it is done, when only in some.
    pub weather: Option<Weather>,
    /// Supporting trips.
    pub trips: usize,
    /// Days from the first to the last of them.
    pub span_days: f64,
    /// Mean seconds longer than the recommendation.
    pub mean_delta_s: f64,
}

/// One statement about a finished trip.
pub fn trip_statement(lang: Lang, trip: &TripFacts<'_>) -> String {
    let TripFacts { from, to, .. } = trip;
    let minutes = minutes(trip.duration_s);
    let (recommended, chosen) = (roads(lang, trip.recommended), roads(lang, trip.chosen));
    match lang {
        Lang::Zh => {
            let weather = trip.weather.map(|weather| weather_word(lang, weather)).unwrap_or_default();
            let when = format!("{}{}{weather}", day_word(lang, trip.days), bucket_word(lang, trip.bucket));
            if trip.deviated {
                format!(
                    "用户从{from}到{to}在{when}条件下没有选择系统推荐的{recommended}而是选择了{chosen}实际耗时{minutes}分钟"
                )
            } else {
                format!("用户从{from}到{to}在{when}条件下选择了系统推荐的{recommended}实际耗时{minutes}分钟")
            }
        }
        Lang::En => {
            let weather = trip.weather.map(|weather| format!(", {}", weather_word(lang, weather)));
            let when = format!(
                "{} {}{}",
                day_word(lang, trip.days),
                bucket_word(lang, trip.bucket),
                weather.unwrap_or_default()
            );
            if trip.deviated {
                format!(
                    "From {from} to {to} ({when}) you did not take the recommended {recommended} but {chosen}; it took {minutes} min"
                )
            } else {
                format!(
                    "From {from} to {to} ({when}) you took the recommended {recommended}; it took {minutes} min"
                )
            }
        }
    }
}

/// What is asked before a habit may act.
pub fn habit_question(lang: Lang, habit: &HabitFacts<'_>) -> String {
    let road = habit_road(lang, habit);
    let this_week = habit.span_days < 7.0;
    match lang {
        Lang::Zh => {
            let when = if this_week { "这周" } else { "最近" };
            let times = match habit.trips {
                2 => "两".to_owned(),
                n => n.to_string(),
            };
            let on = [
                habit.days.map(|days| day_word(lang, days)),
                habit.bucket.map(|bucket| bucket_word(lang, bucket)),
                habit.weather.map(|weather| weather_word(lang, weather)),
            ];
            let on: String = on.into_iter().flatten().collect();
            let also = if on.is_empty() { "" } else { "也" };
            format!("{when}你走了{times}次{road}。以后{on}{also}优先走它吗？")
        }
        Lang::En => {
            let when = if this_week { "this week" } else { "lately" };
            let times = match habit.trips {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                n => format!("{n} times"),
            };
            let on = match (habit.days, habit.bucket) {
                (Some(days), Some(bucket)) => {
                    format!(" on {} {}s", day_word(lang, days), bucket_word(lang, bucket))
                }
                (Some(days), None) => format!(" on {}s", day_word(lang, days)),
                (None, Some(bucket)) => format!(" {}", in_bucket(bucket)),
                (None, None) => String::new(),
            };
            let weather = habit.weather.map(|weather| format!(" {}", weather_word(lang, weather)));
            format!("You took {road} {times} {when}. Prefer it{on}{}?", weather.unwrap_or_default())
        }
    }
}

/// What is asked before a liking for a kind of road, learned from all trips, may act.
pub fn taste_question(lang: Lang, target: &Target, strength: Strength, trips: usize) -> String {
    let thing = target_words(lang, target);
    match (lang, strength.is_negative()) {
        (Lang::Zh, true) => format!("你有 {trips} 次绕开了{thing}。以后都尽量不走吗？"),
        (Lang::Zh, false) => format!("你有 {trips} 次特意走了{thing}。以后都优先走吗？"),
        (Lang::En, true) => {
            format!("You went around {thing} {trips} times. Avoid it from now on where that is not far?")
        }
        (Lang::En, false) => {
            format!("You went out of your way for {thing} {trips} times. Prefer it from now on?")
        }
    }
}

/// What a proposed habit says, with its mean price: the row's text until the person edits it.
pub fn habit_statement(lang: Lang, habit: &HabitFacts<'_>) -> String {
    let road = habit_road(lang, habit);
    let n = minutes(habit.mean_delta_s.abs());
    let longer = habit.mean_delta_s > 0.0;
    match lang {
        Lang::Zh => {
            let bucket = habit.bucket.map(|bucket| bucket_word(lang, bucket)).unwrap_or_default();
            let price = match (n, longer) {
                (0, _) => String::new(),
                (n, true) => format!("，平均多用 {n} 分钟"),
                (n, false) => format!("，平均省 {n} 分钟"),
            };
            format!("{bucket}优先走{road}{price}")
        }
        Lang::En => {
            let bucket = habit.bucket.map(|bucket| format!(" {}", in_bucket(bucket))).unwrap_or_default();
            let price = match (n, longer) {
                (0, _) => String::new(),
                (n, true) => format!(", {n} min longer on average"),
                (n, false) => format!(", {n} min shorter on average"),
            };
            format!("Prefer {road}{bucket}{price}")
        }
    }
}

/// What a preference says. `place` gives a remembered place's name; a place that is gone is left out.
pub fn preference_statement(
    lang: Lang,
    target: &Target,
    strength: Strength,
    scope: &Scope,
    place: impl Fn(crate::PlaceId) -> Option<String>,
) -> String {
    let (from, to) = (scope.from.and_then(&place), scope.to.and_then(&place));
    let thing = target_words(lang, target);
    match lang {
        Lang::Zh => {
            let days = scope.days.map(|days| day_word(lang, days)).unwrap_or_default();
            let bucket = scope.bucket.map(|bucket| bucket_word(lang, bucket)).unwrap_or_default();
            let weather = scope.weather.map(|weather| weather_word(lang, weather)).unwrap_or_default();
            let from = from.map(|from| format!("从{from}")).unwrap_or_default();
            let to = to.map(|to| format!("去{to}")).unwrap_or_default();
            let verb = match strength {
                Strength::Follow => "照常走",
                Strength::Prefer => "优先走",
                Strength::Allow => "可以走",
                Strength::RatherNot => "尽量不走",
                Strength::Avoid => "不走",
                Strength::Never => "绝对不走",
            };
            let hurry = if scope.hurry { "赶时间时" } else { "" };
            format!("{days}{bucket}{weather}{hurry}{from}{to}{verb}{thing}")
        }
        Lang::En => {
            let verb = match strength {
                Strength::Follow => "Take",
                Strength::Prefer => "Prefer",
                Strength::Allow => "Feel free to take",
                Strength::RatherNot => "Preferably avoid",
                Strength::Avoid => "Avoid",
                Strength::Never => "Never take",
            };
            let mut words = format!("{verb} {thing}");
            let parts = [
                match (scope.days, scope.bucket) {
                    (Some(days), Some(bucket)) => {
                        Some(format!("on {} {}s", day_word(lang, days), bucket_word(lang, bucket)))
                    }
                    (Some(days), None) => Some(format!("on {}s", day_word(lang, days))),
                    (None, Some(bucket)) => Some(in_bucket(bucket).to_owned()),
                    (None, None) => None,
                },
                scope.weather.map(|weather| weather_word(lang, weather).to_owned()),
                scope.hurry.then(|| "in a hurry".to_owned()),
                from.map(|from| format!("from {from}")),
                to.map(|to| format!("to {to}")),
            ];
            for part in parts.into_iter().flatten() {
                words.push(' ');
                words.push_str(&part);
            }
            words
        }
    }
}

/// A target as a person would call it.
pub fn target_words(lang: Lang, target: &Target) -> String {
    match (target, lang) {
        (Target::Feature(feature), _) => feature_words(lang, *feature).to_owned(),
        (Target::Road(name), _) => name.clone(),
        (Target::Section { label, .. }, Lang::Zh) if label.is_empty() => "这段路".to_owned(),
        (Target::Section { label, .. }, Lang::En) if label.is_empty() => "this stretch".to_owned(),
        (Target::Area { label, .. }, Lang::Zh) if label.is_empty() => "画出的区域".to_owned(),
        (Target::Area { label, .. }, Lang::En) if label.is_empty() => "the drawn area".to_owned(),
        (Target::Section { label, .. } | Target::Area { label, .. }, _) => label.clone(),
    }
}

/// A feature's roads as a person would call them.
pub fn feature_words(lang: Lang, feature: RoadFeature) -> &'static str {
    match (feature, lang) {
        (RoadFeature::Motorway, Lang::Zh) => "高速",
        (RoadFeature::Motorway, Lang::En) => "motorways",
        (RoadFeature::Toll, Lang::Zh) => "收费路",
        (RoadFeature::Toll, Lang::En) => "toll roads",
        (RoadFeature::Ferry, Lang::Zh) => "轮渡",
        (RoadFeature::Ferry, Lang::En) => "ferries",
        (RoadFeature::Tunnel, Lang::Zh) => "隧道",
        (RoadFeature::Tunnel, Lang::En) => "tunnels",
        (RoadFeature::Bridge, Lang::Zh) => "桥",
        (RoadFeature::Bridge, Lang::En) => "bridges",
        (RoadFeature::Elevated, Lang::Zh) => "高架",
        (RoadFeature::Elevated, Lang::En) => "elevated roads",
        (RoadFeature::Unpaved, Lang::Zh) => "土路",
        (RoadFeature::Unpaved, Lang::En) => "unpaved roads",
        (RoadFeature::Waterside, Lang::Zh) => "滨水的路",
        (RoadFeature::Waterside, Lang::En) => "waterside roads",
        (RoadFeature::Residential, Lang::Zh) => "小路",
        (RoadFeature::Residential, Lang::En) => "residential short cuts",
        (RoadFeature::Narrow, Lang::Zh) => "窄路",
        (RoadFeature::Narrow, Lang::En) => "narrow roads",
        (RoadFeature::Steep, Lang::Zh) => "陡坡",
        (RoadFeature::Steep, Lang::En) => "steep roads",
    }
}

/// A part of the day: 傍晚, "evening".
pub fn bucket_word(lang: Lang, bucket: TimeBucket) -> &'static str {
    match (bucket, lang) {
        (TimeBucket::Morning, Lang::Zh) => "早上",
        (TimeBucket::Midday, Lang::Zh) => "中午",
        (TimeBucket::Afternoon, Lang::Zh) => "下午",
        (TimeBucket::Evening, Lang::Zh) => "傍晚",
        (TimeBucket::Night, Lang::Zh) => "夜里",
        (_, Lang::En) => bucket.word(),
    }
}

/// Workdays or weekends: 工作日, "weekday".
pub fn day_word(lang: Lang, days: DayKind) -> &'static str {
    match (days, lang) {
        (DayKind::Workday, Lang::Zh) => "工作日",
        (DayKind::Workday, Lang::En) => "weekday",
        (DayKind::Weekend, Lang::Zh) => "周末",
        (DayKind::Weekend, Lang::En) => "weekend",
    }
}

/// A weather as a condition: 下雨, "in rain".
pub fn weather_word(lang: Lang, weather: Weather) -> &'static str {
    match (weather, lang) {
        (Weather::Rain, Lang::Zh) => "下雨",
        (Weather::Rain, Lang::En) => "in rain",
        (Weather::Snow, Lang::Zh) => "下雪",
        (Weather::Snow, Lang::En) => "in snow",
        (Weather::Fog, Lang::Zh) => "有雾",
        (Weather::Fog, Lang::En) => "in fog",
        (Weather::Clear, Lang::Zh) => "晴天",
        (Weather::Clear, Lang::En) => "in clear weather",
    }
}

fn in_bucket(bucket: TimeBucket) -> &'static str {
    match bucket {
        TimeBucket::Morning => "in the morning",
        TimeBucket::Midday => "at midday",
        TimeBucket::Afternoon => "in the afternoon",
        TimeBucket::Evening => "in the evening",
        TimeBucket::Night => "at night",
    }
}

/// The road of a habit: its name, said to be by the water where it is and the name does not say so already.
fn habit_road(lang: Lang, habit: &HabitFacts<'_>) -> String {
    let says_so = ["滨", "江", "河", "海", "湖", "水"].iter().any(|word| habit.road.contains(word));
    match (lang, habit.road.is_empty(), habit.waterside) {
        (Lang::Zh, true, true) => "滨水的路".to_owned(),
        (Lang::Zh, true, false) => "另一条路".to_owned(),
        (Lang::Zh, false, true) if !says_so => format!("滨水的{}", habit.road),
        (Lang::En, true, true) => "the waterside road".to_owned(),
        (Lang::En, true, false) => "another way".to_owned(),
        (Lang::En, false, true) => format!("{} by the water", habit.road),
        (_, false, _) => habit.road.to_owned(),
    }
}

/// Roads joined as people list them; a route without named roads is said to be so.
fn roads(lang: Lang, names: &[String]) -> String {
    match (lang, names.is_empty()) {
        (Lang::Zh, true) => "无名路".to_owned(),
        (Lang::Zh, false) => names.join("、"),
        (Lang::En, true) => "unnamed roads".to_owned(),
        (Lang::En, false) => names.join(", "),
    }
}

fn minutes(seconds: f64) -> i64 {
    (seconds / 60.0).round() as i64
}

#[cfg(test)]
mod tests;
