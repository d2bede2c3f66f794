//! Time words held against the person's clock: "tomorrow", 下周二, 上个月 become a window (MISSION S2-03).

use std::{ops::Range, sync::LazyLock};

use domain::{Moment, Timestamp};
use jiff::{
    Span, ToSpan, Zoned,
    civil::{Date, Weekday},
};
use regex_lite::{Captures, Regex};

use crate::text::Folded;

/// Which way a word like "Tuesday" is read when nothing else says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// The last one: something that was.
    Past,
    /// The next one: something that will be.
    Future,
}

/// A stretch of time that words name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// First instant.
    pub from: Timestamp,
    /// The instant after the last.
    pub to: Timestamp,
    /// The words, as bytes of the text.
    pub span: Range<usize>,
}

impl Window {
    /// Whether it lies wholly ahead of this instant, or has not ended yet.
    pub fn ends_after(&self, now: Timestamp) -> bool {
        self.to > now
    }
}

/// Days as half-open ranges of dates, and hours inside the day.
#[derive(Clone, Copy, Debug)]
struct Days {
    from: Date,
    to: Date,
}

type Resolve = fn(&Captures<'_>, &Zoned, Lean) -> Option<Days>;

const N: &str = "([0-9]{1,3}|[一二两三四五六七八九十半]{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|几)";
const WEEKDAYS_EN: &str =
    "(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";
const MONTHS_EN: &str = "(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";

/// Patterns of days on folded text, the longest reading wins.
fn patterns() -> Vec<(String, Resolve)> {
    vec![
        ("大前天|three days ago".into(), |_, now, _| day(now, -3)),
        ("前天|the day before yesterday|day before yesterday".into(), |_, now, _| day(now, -2)),
        ("昨天|昨日|昨晚|昨儿|昨夜|yesterday|last night".into(), |_, now, _| day(now, -1)),
        (
            "今天|今日|今儿|今晚|今早|今晨|今夜|当天|today|tonight|this morning|this afternoon|this evening".into(),
            |_, now, _| day(now, 0),
        ),
        ("明天|明日|明儿|明早|明晚|tomorrow".into(), |_, now, _| day(now, 1)),
        ("大后天".into(), |_, now, _| day(now, 3)),
        ("后天|the day after tomorrow|day after tomorrow".into(), |_, now, _| day(now, 2)),
        (
            "(上上个?|上个?|这个?|本|下下个?|下个?)?(?:周|星期|礼拜)([一二三四五六日天1-7])".into(),
            |c, now, lean| weekday(week_of(c.get(1).map_or("", |m| m.as_str())), chinese_weekday(c.get(2)?.as_str())?, now, lean),
        ),
        (
            "(上上个?|上个?|这个?|本|下下个?|下个?)?周末|(last|this|next|the|on)? ?weekend".into(),
            |c, now, lean| {
                let weeks = week_of(c.get(1).or(c.get(2)).map_or("", |m| m.as_str()));
                let weeks = weeks.unwrap_or(if lean == Lean::Past && now.weekday().to_monday_zero_offset() < 5 { -1 } else { 0 });
                let monday = monday(now, weeks)?;
                Some(Days { from: monday.checked_add(5.days()).ok()?, to: monday.checked_add(7.days()).ok()? })
            },
        ),
        (
            "(上上个?|上个?|这个?|本|下下个?|下个?)(?:周|星期|礼拜)|(last|this|next) week".into(),
            |c, now, _| {
                let monday = monday(now, week_of(c.get(1).or(c.get(2))?.as_str())?)?;
                Some(Days { from: monday, to: monday.checked_add(7.days()).ok()? })
            },
        ),
        (
            "(上上个?|上个?|这个?|本|下下个?|下个?)月|(last|this|next) month".into(),
            |c, now, _| {
                let first = now.date().first_of_month().checked_add(Span::new().try_months(week_of(c.get(1).or(c.get(2))?.as_str())?).ok()?).ok()?;
                Some(Days { from: first, to: first.checked_add(1.month()).ok()? })
            },
        ),
        (
            "(前年|去年|今年|明年|后年)|(last|this|next) year".into(),
            |c, now, _| {
                let years = match c.get(1).or(c.get(2))?.as_str() {
                    "前年" => -2,
                    "去年" | "last" => -1,
                    "明年" | "next" => 1,
                    "后年" => 2,
                    _ => 0,
                };
                let first = now.date().first_of_year().checked_add(Span::new().try_years(years).ok()?).ok()?;
                Some(Days { from: first, to: first.checked_add(1.year()).ok()? })
            },
        ),
        (format!("(?:(last|this|next|this coming|coming|on|every) )?{WEEKDAYS_EN}"), |c, now, lean| {
            let which = c.get(1).map_or("", |m| m.as_str());
            (which != "every").then_some(())?;
            weekday(week_of_en(which), english_weekday(c.get(2)?.as_str())?, now, lean)
        }),
        (format!("{N} ?个?(天|日|周|星期|礼拜|月|年|days?|weeks?|months?|years?) ?(以前|之前|前|以后|之后|过后|后|ago|from now|later)"), |c, now, _| {
            let count = count(c.get(1)?.as_str())?;
            let back = matches!(c.get(3)?.as_str(), "以前" | "之前" | "前" | "ago");
            around(now, if back { -count } else { count }, c.get(2)?.as_str())
        }),
        (format!("in {N} (days?|weeks?|months?)"), |c, now, _| around(now, count(c.get(1)?.as_str())?, c.get(2)?.as_str())),
        (format!("(?:过去|最近|近|这)的?{N}个?(天|周|星期|月)|(?:in |over )?the (?:past|last) {N} (days|weeks|months)"), |c, now, _| {
            let (n, unit) = (c.get(1).or(c.get(3))?, c.get(2).or(c.get(4))?);
            let start = around(now, -count(n.as_str())?, unit.as_str())?;
            Some(Days { from: start.from, to: now.date().checked_add(1.day()).ok()? })
        }),
        ("最近|近来|这几天|这阵子|前几天|前阵子|recently|lately|these days|the other day".into(), |_, now, _| {
            Some(Days { from: now.date().checked_sub(14.days()).ok()?, to: now.date().checked_add(1.day()).ok()? })
        }),
        ("过几天|过两天|in a few days|soon".into(), |_, now, _| {
            Some(Days { from: now.date(), to: now.date().checked_add(8.days()).ok()? })
        }),
        ("月底|月末|end of the month".into(), |_, now, _| {
            let next = now.date().first_of_month().checked_add(1.month()).ok()?;
            Some(Days { from: next.checked_sub(5.days()).ok()?, to: next })
        }),
        (
            "(?:(\\d{4})年)?([0-9]{1,2}|[一二三四五六七八九十]{1,2})月([0-9]{1,2}|[一二三四五六七八九十]{1,3})[日号]?".into(),
            |c, now, lean| date(c.get(1).and_then(|y| y.as_str().parse().ok()), count(c.get(2)?.as_str())?, count(c.get(3)?.as_str())?, now, lean),
        ),
        ("(\\d{4})-(\\d{1,2})-(\\d{1,2})".into(), |c, now, lean| {
            date(c.get(1)?.as_str().parse().ok(), count(c.get(2)?.as_str())?, count(c.get(3)?.as_str())?, now, lean)
        }),
        (format!("{MONTHS_EN}\\.? (?:the )?(\\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\\d{{4}}))?"), |c, now, lean| {
            date(c.get(3).and_then(|y| y.as_str().parse().ok()), month(c.get(1)?.as_str())?, count(c.get(2)?.as_str())?, now, lean)
        }),
        (format!("(?:the )?(\\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {MONTHS_EN}(?:,? (\\d{{4}}))?"), |c, now, lean| {
            date(c.get(3).and_then(|y| y.as_str().parse().ok()), month(c.get(2)?.as_str())?, count(c.get(1)?.as_str())?, now, lean)
        }),
        (format!("(?:in|last|next|this) {MONTHS_EN}"), |c, now, lean| whole_month(month(c.get(1)?.as_str())?, now, lean)),
        ("([0-9]{1,2}|十?[一二三四五六七八九十])月份?(?:里|的时候|初|中|底)?".into(), |c, now, lean| whole_month(count(c.get(1)?.as_str())?, now, lean)),
        ("(\\d{1,2})[日号]|on the (\\d{1,2})(?:st|nd|rd|th)".into(), |c, now, lean| {
            let day = count(c.get(1).or(c.get(2))?.as_str())?;
            let this = Date::new(now.year(), now.month(), i8::try_from(day).ok()?).ok()?;
            let moved = match lean {
                Lean::Future if this < now.date() => this.checked_add(1.month()).ok()?,
                Lean::Past if this > now.date() => this.checked_sub(1.month()).ok()?,
                _ => this,
            };
            Some(Days { from: moved, to: moved.checked_add(1.day()).ok()? })
        }),
    ]
}

static DAYS: LazyLock<Vec<(Regex, Resolve)>> = LazyLock::new(|| {
    patterns()
        .into_iter()
        .filter_map(|(pattern, resolve)| Some((Regex::new(&pattern).ok()?, resolve)))
        .collect()
});
static CLOCK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|今晚|明晚|昨晚|今早|明早)?(?:的)?([0-9]{1,2}|十?[一二两三四五六七八九十]|二十[一二三四]?)(?:点|时)(半|一刻|三刻|[0-9]{1,2}分?|[一二三四五]?十[一二三四五六七八九]?分?)?|(?:at |by |around )?\b([0-9]{1,2})(?::([0-9]{2}))? ?(am|pm|a\.m\.|p\.m\.|o'clock)|\b([0-9]{1,2}):([0-9]{2})\b|(?:half past|half) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[0-9]{1,2})\b|(?:(?:at|by|around) )?\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (fifteen|thirty|forty-five|forty five|twenty|fifty)\b|(?:a )?\b(quarter|five|ten|twenty|twenty-five) (to|past) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[0-9]{1,2})\b|(?:at|by|around) (noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b").ok()
});
static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚|明晚|昨晚|昨夜|今早|明早|morning|noon|afternoon|evening|night|tonight|last night").ok()
});
static HOURS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!("{N} ?个?(半)?(小时|钟头|分钟|刻钟)(以后|之后|后|前|以前|之前)|in {N} (hours?|minutes?)|in half an hour|半小时后|half an hour ago|半小时前|{N} (hours?|minutes?) ago|刚才|刚刚|just now")).ok()
});

/// All stretches of time that a text names, from left to right.
pub fn windows(text: &str, now: &Moment, lean: Lean) -> Vec<Window> {
    let folded = Folded::new(text);
    let zoned = now.zoned();
    let mut days: Vec<(Range<usize>, Days)> = Vec::new();
    for (pattern, resolve) in DAYS.iter() {
        for captures in pattern.captures_iter(&folded.text) {
            let Some(whole) = captures.get(0) else { continue };
            if let Some(found) = resolve(&captures, &zoned, lean)
                && crate::text::bounded(&folded.text, &whole.range())
                && !part_of_a_word(&folded.text, &whole.range())
            {
                days.push((whole.range(), found));
            }
        }
    }
    days.sort_by_key(|(span, _)| std::cmp::Reverse(span.len()));
    let mut kept: Vec<(Range<usize>, Days)> = Vec::new();
    for one in days {
        if kept.iter().all(|(span, _)| one.0.end <= span.start || span.end <= one.0.start) {
            kept.push(one);
        }
    }
    kept.sort_by_key(|(span, _)| span.start);
    let clocks = clocks(&folded.text);
    let parts = parts(&folded.text);
    let mut found: Vec<Window> = Vec::new();
    for (span, days) in &kept {
        let single = days.from.checked_add(1.day()).is_ok_and(|next| next == days.to);
        let near = |other: &Range<usize>| other.start <= span.end + 16 && span.start <= other.end + 16;
        let clock = clocks.iter().find(|(at, ..)| single && near(at));
        let part = parts.iter().find(|(at, ..)| single && near(at));
        let window = match (clock, part) {
            (Some((at, hour, minute, sure)), _) => {
                let hour = if *sure { *hour } else { later_half(*hour, &parts, &clocks, at) };
                instant(&days.from, hour, *minute, &zoned).map(|start| (start, start + 3600, join(span, at)))
            }
            (None, Some((at, from, to))) => {
                let start = instant(&days.from, *from, 0, &zoned);
                let end = instant(&days.from, (*to).min(24), 0, &zoned);
                start.zip(end).map(|(start, end)| (start, end + (*to - 24).max(0) * 3600, join(span, at)))
            }
            (None, None) => {
                let start = instant(&days.from, 0, 0, &zoned);
                start.zip(instant(&days.to, 0, 0, &zoned)).map(|(start, end)| (start, end, span.clone()))
            }
        };
        found.extend(window.map(|(from, to, span)| Window {
            from: Timestamp(from),
            to: Timestamp(to),
            span: folded.original(&span),
        }));
    }
    if kept.is_empty() {
        found.extend(near_now(&folded, now));
    }
    if found.is_empty()
        && let Some((at, hour, minute, sure)) = clocks.first()
    {
        // A clock time alone: the next time, or the last time, that the clock shows it.
        let hour = if *sure { *hour } else { later_half(*hour, &parts, &clocks, at) };
        let today = instant(&zoned.date(), hour, *minute, &zoned);
        let start = today.map(|start| match lean {
            Lean::Future
                if start <= now.at.0
                    && !*sure
                    && parts.is_empty()
                    && hour < 12
                    && start + 43_200 > now.at.0 =>
            {
                start + 43_200
            }
            Lean::Future if start <= now.at.0 => start + 86_400,
            Lean::Past if start > now.at.0 => start - 86_400,
            _ => start,
        });
        found.extend(start.map(|start| Window {
            from: Timestamp(start),
            to: Timestamp(start + 3600),
            span: folded.original(at),
        }));
    }
    found
}

/// 两天前 inside 二十两天前, 一周 inside 周一周二, "may" and "sun" as ordinary words.
fn part_of_a_word(text: &str, span: &Range<usize>) -> bool {
    let (before, behind) =
        (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    let word = text.get(span.clone()).unwrap_or_default();
    (word == "前天" && before.ends_with('大'))
        || matches!(word, "sun" | "sat" | "mon" | "wed") && !before.ends_with("on ")
        || (word.ends_with('月') && behind.starts_with(['日', '号', '票', '饼', '亮', '球']))
        || (word.ends_with('号')
            && behind.starts_with([
                '线', '楼', '门', '口', '公', '汽', '航', '高', '店', '院', '馆', '码', '油', '出',
            ]))
}

fn join(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}

fn day(now: &Zoned, days: i64) -> Option<Days> {
    let from = now.date().checked_add(Span::new().try_days(days).ok()?).ok()?;
    Some(Days { from, to: from.checked_add(1.day()).ok()? })
}

fn monday(now: &Zoned, weeks: i64) -> Option<Date> {
    let back = i64::from(now.weekday().to_monday_zero_offset());
    now.date().checked_add(Span::new().try_days(weeks * 7 - back).ok()?).ok()
}

fn week_of(word: &str) -> Option<i64> {
    match word.trim_end_matches('个').trim() {
        "上上" => Some(-2),
        "上" | "last" => Some(-1),
        "这" | "本" | "this" => Some(0),
        "下" | "next" => Some(1),
        "下下" => Some(2),
        _ => None,
    }
}

/// "Next Friday" is the one of the coming week, "this Friday" of this one.
fn week_of_en(word: &str) -> Option<i64> {
    match word {
        "this coming" | "coming" | "on" | "" => None,
        other => week_of(other),
    }
}

fn weekday(weeks: Option<i64>, weekday: Weekday, now: &Zoned, lean: Lean) -> Option<Days> {
    let target = i64::from(weekday.to_monday_zero_offset());
    let today = i64::from(now.weekday().to_monday_zero_offset());
    let days = match (weeks, lean) {
        (Some(weeks), _) => weeks * 7 + target - today,
        (None, Lean::Future) => (target - today).rem_euclid(7),
        (None, Lean::Past) => -((today - target).rem_euclid(7)),
    };
    day(now, days)
}

fn chinese_weekday(word: &str) -> Option<Weekday> {
    let index = match word {
        "日" | "天" | "7" => 6,
        other => count(other)? - 1,
    };
    Weekday::from_monday_zero_offset(i8::try_from(index).ok()?).ok()
}

fn english_weekday(word: &str) -> Option<Weekday> {
    let index =
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().position(|short| word.starts_with(short))?;
    Weekday::from_monday_zero_offset(i8::try_from(index).ok()?).ok()
}

fn month(word: &str) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    MONTHS.iter().position(|short| word.starts_with(short)).and_then(|index| i64::try_from(index + 1).ok())
}

fn around(now: &Zoned, count: i64, unit: &str) -> Option<Days> {
    let span = match unit {
        "天" | "日" | "day" | "days" => return day(now, count),
        "周" | "星期" | "礼拜" | "week" | "weeks" => return day(now, count * 7),
        "年" | "year" | "years" => Span::new().try_years(count).ok()?,
        _ => Span::new().try_months(count).ok()?,
    };
    let from = now.date().checked_add(span).ok()?;
    Some(Days { from, to: from.checked_add(1.day()).ok()? })
}

fn date(year: Option<i16>, month: i64, day: i64, now: &Zoned, lean: Lean) -> Option<Days> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    let this = Date::new(year.unwrap_or(now.year()), month, day).ok()?;
    let from = match (year, lean) {
        (None, Lean::Future) if this < now.date() => Date::new(now.year() + 1, month, day).ok()?,
        (None, Lean::Past) if this > now.date() => Date::new(now.year() - 1, month, day).ok()?,
        _ => this,
    };
    Some(Days { from, to: from.checked_add(1.day()).ok()? })
}

fn whole_month(month: i64, now: &Zoned, lean: Lean) -> Option<Days> {
    let this = Date::new(now.year(), i8::try_from(month).ok()?, 1).ok()?;
    let from = match lean {
        Lean::Future if this.last_of_month() < now.date() => {
            Date::new(now.year() + 1, this.month(), 1).ok()?
        }
        Lean::Past if this > now.date() => Date::new(now.year() - 1, this.month(), 1).ok()?,
        _ => this,
    };
    Some(Days { from, to: from.checked_add(1.month()).ok()? })
}

/// A number in digits, Chinese numerals or English words.
fn count(word: &str) -> Option<i64> {
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    let english = match word {
        "a" | "an" | "one" => Some(1),
        "two" | "a couple of" | "两" => Some(2),
        "three" | "a few" | "几" => Some(3),
        "four" => Some(4),
        "five" => Some(5),
        "six" => Some(6),
        "seven" => Some(7),
        "eight" => Some(8),
        "nine" => Some(9),
        "ten" => Some(10),
        "eleven" => Some(11),
        "twelve" => Some(12),
        _ => None,
    };
    english.or_else(|| chinese_number(word))
}

/// 二十三, 十五, 八.
pub(crate) fn chinese_number(word: &str) -> Option<i64> {
    const DIGITS: &str = "零一二三四五六七八九";
    let digit = |c: char| match c {
        '两' => Some(2),
        '〇' => Some(0),
        c => DIGITS.chars().position(|d| d == c).and_then(|at| i64::try_from(at).ok()),
    };
    let (mut total, mut last, mut any) = (0, None, false);
    for c in word.chars() {
        match c {
            '百' => (total, last, any) = (total + last.unwrap_or(1) * 100, None, true),
            '十' => (total, last, any) = (total + last.unwrap_or(1) * 10, None, true),
            c => {
                let value = digit(c)?;
                last = Some(if any { value } else { last.map_or(value, |before| before * 10 + value) });
            }
        }
    }
    (any || last.is_some()).then_some(total + last.unwrap_or(0))
}

/// Clock times: span, hour, minute, and whether the half of the day is sure.
fn clocks(text: &str) -> Vec<(Range<usize>, i64, i64, bool)> {
    let Some(pattern) = CLOCK.as_ref() else { return Vec::new() };
    let read = |c: Captures<'_>| {
        let span = c.get(0)?.range();
        if let Some(hour) = c.get(2) {
            let (hour, part) = (count(hour.as_str())?, c.get(1).map(|part| part.as_str()));
            let minute = match c.get(3).map(|minute| minute.as_str().trim_end_matches('分')) {
                None => 0,
                Some("半") => 30,
                Some("一刻") => 15,
                Some("三刻") => 45,
                Some(other) => count(other)?,
            };
            let late = part.is_some_and(|part| {
                ["下午", "傍晚", "晚上", "今晚", "明晚", "昨晚", "夜里", "半夜"].contains(&part)
            });
            let late = late && hour < 12 && !(part == Some("半夜") && hour < 6);
            let hour = if late || part == Some("中午") && hour < 4 { hour + 12 } else { hour };
            return Some((span, hour, minute, part.is_some() || hour > 12));
        }
        if let Some(hour) = c.get(4) {
            let hour = count(hour.as_str())?;
            let minute = c.get(5).and_then(|minute| count(minute.as_str())).unwrap_or(0);
            return Some(match c.get(6)?.as_str() {
                "pm" | "p.m." => (span, if hour < 12 { hour + 12 } else { hour }, minute, true),
                "am" | "a.m." => (span, hour % 12, minute, true),
                _ => (span, hour, minute, false),
            });
        }
        if let (Some(hour), Some(minute)) = (c.get(7), c.get(8)) {
            let hour = count(hour.as_str())?;
            return Some((span, hour, count(minute.as_str())?, hour > 12 || hour == 0));
        }
        if let Some(hour) = c.get(9) {
            return Some((span, count(hour.as_str())?, 30, false));
        }
        if let (Some(hour), Some(minute)) = (c.get(10), c.get(11)) {
            let minute = match minute.as_str() {
                "fifteen" => 15,
                "thirty" => 30,
                "twenty" => 20,
                "fifty" => 50,
                _ => 45,
            };
            return Some((span, count(hour.as_str())?, minute, false));
        }
        if let (Some(minutes), Some(side), Some(hour)) = (c.get(12), c.get(13), c.get(14)) {
            let minutes = match minutes.as_str() {
                "quarter" => 15,
                "twenty-five" => 25,
                word => count(word)?,
            };
            let hour = count(hour.as_str())?;
            return Some(match side.as_str() {
                "to" => (span, (hour + 23) % 24, 60 - minutes, false),
                _ => (span, hour, minutes, false),
            });
        }
        match c.get(15)?.as_str() {
            "noon" => Some((span, 12, 0, true)),
            "midnight" => Some((span, 24, 0, true)),
            word => Some((span, count(word)?, 0, false)),
        }
    };
    pattern
        .captures_iter(text)
        .filter_map(read)
        .filter(|(_, hour, minute, _)| *hour <= 24 && *minute < 60)
        .collect()
}

/// The first clock time of a text as it was said: hour, minute, and whether the half of the day is sure.
pub(crate) fn clock_said(text: &str) -> Option<(i64, i64, bool)> {
    let text = crate::text::folded(text);
    let (_, hour, minute, sure) = clocks(&text).into_iter().next()?;
    match parts(&text).first() {
        Some((_, from, _)) if !sure => {
            Some((if *from >= 12 && hour < 12 { hour + 12 } else { hour }, minute, true))
        }
        _ => Some((hour, minute, sure)),
    }
}

/// Parts of a day: span, first and last hour.
fn parts(text: &str) -> Vec<(Range<usize>, i64, i64)> {
    let Some(pattern) = PART.as_ref() else { return Vec::new() };
    let hours = |word: &str| match word {
        "凌晨" => (0, 6),
        "清晨" | "早上" | "早晨" | "今早" | "明早" => (5, 10),
        "上午" | "morning" => (5, 12),
        "中午" | "noon" => (11, 14),
        "下午" | "afternoon" => (12, 18),
        "傍晚" | "evening" => (17, 22),
        _ => (18, 28),
    };
    pattern
        .find_iter(text)
        .map(|found| {
            let (from, to) = hours(found.as_str());
            (found.range(), from, to)
        })
        .collect()
}

/// Three o'clock beside "afternoon" is 15:00; one to six alone as well.
fn later_half(
    hour: i64,
    parts: &[(Range<usize>, i64, i64)],
    clocks: &[(Range<usize>, i64, i64, bool)],
    at: &Range<usize>,
) -> i64 {
    let part = parts.iter().find(|(span, ..)| span.end != at.start || clocks.len() == 1);
    match part {
        Some((_, from, _)) if *from >= 12 && hour < 12 => hour + 12,
        Some(_) => hour,
        None if (1..=6).contains(&hour) => hour + 12,
        None => hour,
    }
}

fn instant(day: &Date, hour: i64, minute: i64, now: &Zoned) -> Option<i64> {
    let (day, hour) = if hour >= 24 { (day.checked_add(1.day()).ok()?, hour - 24) } else { (*day, hour) };
    let at = day
        .at(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0)
        .to_zoned(now.time_zone().clone())
        .ok()?;
    Some(at.timestamp().as_second())
}

/// In two hours, half an hour ago, just now.
fn near_now(text: &Folded, now: &Moment) -> Option<Window> {
    let captures = HOURS.as_ref()?.captures(&text.text)?;
    let whole = captures.get(0)?;
    let word = whole.as_str();
    let back = word.ends_with('前') || word.ends_with("ago") || word.starts_with('刚') || word == "just now";
    let number = captures.get(1).or(captures.get(5)).or(captures.get(7)).and_then(|n| count(n.as_str()));
    let unit = captures.get(3).or(captures.get(6)).or(captures.get(8)).map_or("", |unit| unit.as_str());
    let seconds = match unit {
        "小时" | "钟头" | "hour" | "hours" => 3600,
        "刻钟" => 900,
        "分钟" | "minute" | "minutes" => 60,
        _ => 1800,
    };
    let mut away = number.unwrap_or(1) * seconds;
    if captures.get(2).is_some() {
        away += seconds / 2;
    }
    let middle = now.at.0 + if back { -away } else { away };
    let slack = (away / 4).max(300);
    Some(Window {
        from: Timestamp(middle - slack),
        to: Timestamp(middle + slack),
        span: text.original(&whole.range()),
    })
}

#[cfg(test)]
mod tests;
