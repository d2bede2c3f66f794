//! What a model is told of the person and of now: structured, short, every memory with its id (MISSION S0-31, S1-32, S2-35).

use domain::{Lang, Moment, Weather, sentence};
use std::fmt::Write as _;

use crate::{data, pick};

/// Most memories in one prompt (MISSION S0-06).
pub const MOST_MEMORIES: usize = 50;
/// Most characters of all memories in one prompt.
pub const MOST_CHARS: usize = 6_000;

/// A memory as a model may be told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Its id, `pref-5`: comes back in every answer about it.
    pub id: String,
    /// Its text.
    pub text: String,
    /// When it was written down.
    pub at: Moment,
    /// Where it comes from, in the asked language.
    pub source: String,
}

/// The situation, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Now {
    /// Departure.
    pub at: Moment,
    /// The weather.
    pub weather: Option<Weather>,
    /// Where from, as the person calls it.
    pub from: Option<String>,
    /// Where to.
    pub to: Option<String>,
    /// Who is in the car.
    pub passengers: Vec<String>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
}

impl Now {
    /// Only the time is known.
    pub fn at(at: Moment) -> Self {
        Self { at, weather: None, from: None, to: None, passengers: Vec::new(), traffic: String::new() }
    }
}

/// One line of a context, with the rows that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bullet {
    /// The line.
    pub text: String,
    /// Ids of the memories behind it; empty for what is no memory.
    pub ids: Vec<String>,
}

/// Background and situation, as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    lang: Lang,
    /// What is remembered.
    pub background: Vec<Bullet>,
    /// What is so now.
    pub situation: Vec<Bullet>,
}

impl Context {
    /// At most [`MOST_MEMORIES`] memories of at most [`MOST_CHARS`] characters together, in the order given.
    pub fn new(lang: Lang, memories: &[Recalled], now: &Now) -> Self {
        let mut left = MOST_CHARS;
        let mut background = Vec::new();
        for memory in memories.iter().take(MOST_MEMORIES) {
            let text = line(lang, memory);
            let Some(rest) = left.checked_sub(text.chars().count()) else { break };
            left = rest;
            background.push(Bullet { text, ids: vec![memory.id.clone()] });
        }
        Self { lang, background, situation: situation(lang, now) }
    }

    /// As a part of a prompt.
    pub fn text(&self) -> String {
        let none = pick(self.lang, "（没有）", "(none)");
        let mut out = pick(self.lang, "[用户背景]", "[User background]").to_owned();
        let mut block = |bullets: &[Bullet]| {
            if bullets.is_empty() {
                let _ = write!(out, "\n- {none}");
            }
            for bullet in bullets {
                let _ = write!(out, "\n- {}", bullet.text);
            }
        };
        block(&self.background);
        let mut situation = String::new();
        for bullet in &self.situation {
            let _ = write!(situation, "\n- {}", bullet.text);
        }
        out.push('\n');
        out.push_str(pick(self.lang, "[当前情境]", "[Current situation]"));
        out + &situation
    }
}

/// Memories as a numbered list: number, id, text, time and source.
pub fn numbered(lang: Lang, memories: &[Recalled]) -> String {
    let mut out = String::new();
    let mut left = MOST_CHARS;
    for (number, memory) in (1..).zip(memories.iter().take(MOST_MEMORIES)) {
        let text = line(lang, memory);
        let Some(rest) = left.checked_sub(text.chars().count()) else { break };
        left = rest;
        if number > 1 {
            out.push('\n');
        }
        let _ = write!(out, "{number}. {text}");
    }
    out
}

fn line(lang: Lang, memory: &Recalled) -> String {
    let when = memory.at.zoned().strftime("%Y-%m-%d %H:%M").to_string();
    let text = data::quoted(&memory.text, data::MOST);
    let source = data::clean(&memory.source, 40);
    match lang {
        Lang::Zh => format!("回忆 {}: {text}（{when}，来源：{source}）", memory.id),
        Lang::En => format!("Memory {}: {text} ({when}, source: {source})", memory.id),
    }
}

fn situation(lang: Lang, now: &Now) -> Vec<Bullet> {
    let zoned = now.at.zoned();
    const DAYS: [(&str, &str); 7] = [
        ("周一", "Monday"),
        ("周二", "Tuesday"),
        ("周三", "Wednesday"),
        ("周四", "Thursday"),
        ("周五", "Friday"),
        ("周六", "Saturday"),
        ("周日", "Sunday"),
    ];
    let day = usize::try_from(zoned.weekday().to_monday_zero_offset()).unwrap_or(0);
    let (zh, en) = DAYS.get(day).copied().unwrap_or_default();
    let mut lines = vec![match lang {
        Lang::Zh => format!("时间: {} {zh}", zoned.strftime("%Y-%m-%d %H:%M")),
        Lang::En => format!("Time: {} {en}", zoned.strftime("%Y-%m-%d %H:%M")),
    }];
    let mut say = |zh: &str, en: &str, value: String| {
        let label = match lang {
            Lang::Zh => zh,
            Lang::En => en,
        };
        lines.push(format!("{label}: {value}"));
    };
    if let Some(weather) = now.weather {
        say("天气", "Weather", sentence::weather_word(lang, weather).to_owned());
    }
    if let Some(from) = &now.from {
        say("从", "From", data::quoted(from, 60));
    }
    if let Some(to) = &now.to {
        say("去", "To", data::quoted(to, 60));
    }
    if !now.passengers.is_empty() {
        let all: Vec<String> = now.passengers.iter().take(8).map(|who| data::quoted(who, 20)).collect();
        say("同车", "With", all.join(pick(lang, "、", ", ")));
    }
    if !now.traffic.is_empty() {
        say("路况", "Traffic", data::quoted(&now.traffic, 80));
    }
    lines.into_iter().map(|text| Bullet { text, ids: Vec::new() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Timestamp;

    fn moment(at: i64) -> Moment {
        Moment { at: Timestamp(at), zone: "Asia/Shanghai".to_owned() }
    }

    fn memories() -> Vec<Recalled> {
        vec![
            Recalled {
                id: "pref-5".to_owned(),
                text: "去公司不走隧道".to_owned(),
                at: moment(1_794_441_600),
                source: "说过".to_owned(),
            },
            Recalled {
                id: "trip-9".to_owned(),
                text: "老路：江滨路".to_owned(),
                at: moment(1_795_824_720),
                source: "行程".to_owned(),
            },
        ]
    }

    fn now() -> Now {
        Now {
            weather: Some(Weather::Rain),
            from: Some("家".to_owned()),
            to: Some("公司".to_owned()),
            passengers: vec!["孩子".to_owned()],
            ..Now::at(moment(1_795_998_720))
        }
    }

    #[test]
    fn s1_32_the_prompt_has_a_background_and_a_situation_and_no_raw_row() {
        let context = Context::new(Lang::Zh, &memories(), &now());
        assert_eq!(
            context.text(),
            "[用户背景]\n\
             - 回忆 pref-5: “去公司不走隧道”（2026-11-12 08:00，来源：说过）\n\
             - 回忆 trip-9: “老路：江滨路”（2026-11-28 08:12，来源：行程）\n\
             [当前情境]\n\
             - 时间: 2026-11-30 08:32 周一\n\
             - 天气: 下雨\n\
             - 从: “家”\n\
             - 去: “公司”\n\
             - 同车: “孩子”"
        );
        let english = Context::new(Lang::En, &[], &Now::at(moment(1_795_998_720)));
        assert_eq!(
            english.text(),
            "[User background]\n- (none)\n[Current situation]\n- Time: 2026-11-30 08:32 Monday"
        );
        // Every line of the background knows the rows that it comes from.
        let ids: Vec<&str> =
            context.background.iter().flat_map(|line| line.ids.iter().map(String::as_str)).collect();
        assert_eq!(ids, ["pref-5", "trip-9"]);
        for raw in ["Preference {", "provenance", "NULL", "{\"", "Some(", "||"] {
            assert!(!context.text().contains(raw), "{raw}");
        }
    }

    #[test]
    fn s2_35_related_memories_are_numbered_with_time_and_source_and_s0_31_with_their_ids() {
        assert_eq!(
            numbered(Lang::Zh, &memories()),
            "1. 回忆 pref-5: “去公司不走隧道”（2026-11-12 08:00，来源：说过）\n\
             2. 回忆 trip-9: “老路：江滨路”（2026-11-28 08:12，来源：行程）"
        );
        assert_eq!(
            numbered(Lang::En, &memories()[..1]),
            "1. Memory pref-5: “去公司不走隧道” (2026-11-12 08:00, source: 说过)"
        );
    }

    #[test]
    fn s0_06_a_prompt_holds_at_most_fifty_memories_and_so_many_characters() {
        let memory = |n: usize| Recalled {
            id: format!("pref-{n}"),
            text: "字".repeat(if n.is_multiple_of(2) { 10_000 } else { 20 }),
            at: moment(0),
            source: String::new(),
        };
        let many: Vec<Recalled> = (0..100_000).map(memory).collect();
        let context = Context::new(Lang::Zh, &many, &now());
        assert!(context.background.len() <= MOST_MEMORIES);
        assert!(context.text().chars().count() <= MOST_CHARS + 500, "{}", context.text().chars().count());
        assert!(numbered(Lang::Zh, &many).chars().count() <= MOST_CHARS + 500);
    }
}
