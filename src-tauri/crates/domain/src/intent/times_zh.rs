//! Chinese times: 明早八点, 下周一上午九点半, 半小时后, 九点前.

use super::{
    text::Text,
    times::{Day, Part, Role, Said, weekday},
};

const DAYS: &[(&str, i64)] =
    &[("今天", 0), ("今日", 0), ("明天", 1), ("明日", 1), ("大后天", 3), ("后天", 2)];

/// A day and a part of it in one word.
const DAY_PARTS: &[(&str, i64, Part)] = &[
    ("今早", 0, MORNING),
    ("今晨", 0, MORNING),
    ("明早", 1, MORNING),
    ("明晨", 1, MORNING),
    ("今晚", 0, EVENING),
    ("今夜", 0, NIGHT),
    ("明晚", 1, EVENING),
    ("后晚", 2, EVENING),
];

const MORNING: Part = Part { hour: 8, later_below: 0 };
const NOON: Part = Part { hour: 12, later_below: 4 };
const AFTERNOON: Part = Part { hour: 15, later_below: 12 };
const EVENING: Part = Part { hour: 20, later_below: 12 };
const NIGHT: Part = Part { hour: 23, later_below: 12 };
const SMALL_HOURS: Part = Part { hour: 4, later_below: 0 };

const PARTS: &[(&str, Part)] = &[
    ("早上", MORNING),
    ("早晨", MORNING),
    ("清晨", Part { hour: 6, later_below: 0 }),
    ("上午", Part { hour: 9, later_below: 0 }),
    ("中午", NOON),
    ("下午", AFTERNOON),
    ("午后", AFTERNOON),
    ("傍晚", Part { hour: 18, later_below: 12 }),
    ("晚上", EVENING),
    ("夜里", NIGHT),
    ("深夜", NIGHT),
    ("半夜", SMALL_HOURS),
    ("凌晨", SMALL_HOURS),
    ("早", MORNING),
    ("晚", EVENING),
];

/// A time that starts at this character.
pub(super) fn read(text: &Text, from: usize) -> Option<Said> {
    relative(text, from).or_else(|| absolute(text, from))
}

/// 到周五, 直到下午五点; behind a closure also 三天, 两个小时 and a bare 周五. 到 with a clock time is an arrival otherwise.
pub(super) fn until(text: &Text, from: usize, closed: bool) -> Option<Said> {
    let lead = ["一直到", "持续到", "直到", "到", "至"]
        .iter()
        .find_map(|word| Some((*word, text.matches(from, word)?)));
    let at = lead.map_or(from, |(_, at)| skip_fill(text, at));
    let sure = closed || lead.is_some_and(|(word, _)| word.chars().count() > 1);
    let said = absolute(text, at).filter(|said| {
        let day_only = said.clock.is_none() && said.part.is_none();
        (lead.is_some() && (sure || day_only))
            || (closed && lead.is_none() && from > 0 && ends_with_to(text, from))
    });
    if let Some(said) = said {
        let end = text.matches(said.end, "为止").unwrap_or(said.end);
        return Some(Said { end, ..said });
    }
    let lasting = (closed && lead.is_none()).then(|| relative_from(text, from, false)).flatten();
    lasting.map(|said| Said { lasts: true, ..said })
}

/// 这周, 本周 in a sentence about a closure or a wish: up to its end. 这周五 and 这周末 are other words.
pub(super) fn span(text: &Text, from: usize) -> Option<Said> {
    let week = ["这个星期", "这个礼拜", "这星期", "本星期", "这礼拜", "这一周", "本周", "这周"];
    let end = week.iter().find_map(|word| text.matches(from, word))?;
    let of_week =
        matches!(text.at(end), '一' | '二' | '三' | '四' | '五' | '六' | '日' | '天' | '末' | '1'..='7');
    let end = ["之内", "以内", "内", "里"].iter().find_map(|word| text.matches(end, word)).unwrap_or(end);
    let sunday = Day::InWeek(0, weekday(6)?);
    (!of_week).then(|| Said { day: Some(sunday), end, ..Said::default() })
}

/// 从明天起, 下周一开始; behind a closure or another beginning also 从周一 alone. 从周一到周五 in front of anything else
/// says on which days of a week.
pub(super) fn starting(text: &Text, from: usize, closed: bool) -> Option<Said> {
    let lead = ["从", "自从", "自", "打"].iter().find_map(|word| text.matches(from, word));
    let said = absolute(text, lead.unwrap_or(from)).filter(|said| said.day.is_some())?;
    let on = ["开始", "起"].iter().find_map(|word| text.matches(said.end, word));
    match (lead, on) {
        (_, Some(end)) => Some(Said { end, ..said }),
        (Some(_), None) if closed => Some(said),
        _ => None,
    }
}

/// Whether the words before end with 到 or 至: 封到.
fn ends_with_to(text: &Text, at: usize) -> bool {
    matches!(text.before(at), '到' | '至')
}

fn absolute(text: &Text, from: usize) -> Option<Said> {
    let mut said = Said { end: from, ..Said::default() };
    let mut at = from;
    if let Some((_, days, part, after)) =
        DAY_PARTS.iter().find_map(|(word, days, part)| Some((word, days, part, text.matches(at, word)?)))
    {
        (said.day, said.part, at) = (Some(Day::Offset(*days)), Some(*part), after);
    } else if let Some((day, after)) = day(text, at) {
        (said.day, at) = (Some(day), after);
    }
    at = skip_fill(text, at);
    if said.part.is_none() {
        let short_allowed = said.day.is_some();
        for (word, part) in PARTS {
            let Some(after) = text.matches(at, word) else { continue };
            // 早 and 晚 alone stand for a part of the day only behind a day or before a clock time.
            let short = word.chars().count() == 1;
            if short && !short_allowed && clock(text, after).is_none() {
                continue;
            }
            (said.part, at) = (Some(*part), after);
            break;
        }
    }
    at = skip_fill(text, at);
    if let Some((hour, minute, after)) = clock(text, at) {
        (said.clock, at) = (Some((hour, minute)), after);
    }
    // 今天 alone says "this time"; a part of the day alone is a scope: both are the lexicon's.
    let says_day =
        matches!(said.day, Some(day) if day != Day::Offset(0)) || (said.day.is_some() && said.part.is_some());
    if said.clock.is_none() && !says_day {
        return None;
    }
    while text.before(at).is_whitespace() && at > from {
        at -= 1;
    }
    for about in ["左右", "前后", "钟左右"] {
        at = text.matches(at, about).unwrap_or(at);
    }
    for (word, role) in [
        ("之前", Role::By),
        ("以前", Role::By),
        ("前", Role::By),
        ("之后", Role::After),
        ("以后", Role::After),
        ("后", Role::After),
        ("出发", Role::Depart),
        ("动身", Role::Depart),
    ] {
        // 周五之前 has an end without a clock time; 前往 and 后面 are words of their own.
        let whole = |after: usize| word.chars().count() > 1 || !"往面去方来".contains(text.at(after));
        if let Some(after) = text.matches(at, word).filter(|after| whole(*after))
            && (said.clock.is_some() || role == Role::By)
        {
            (said.role, at) = (role, after);
            break;
        }
    }
    // 九点到公司: the arrival is at nine; 到 is left for the destination.
    let arrives =
        ["到", "抵达", "要到", "得到", "必须到", "赶到"].iter().any(|word| text.matches(at, word).is_some());
    if arrives && said.clock.is_some() && said.role == Role::Depart {
        said.role = Role::By;
    }
    said.end = at;
    Some(said)
}

fn relative(text: &Text, from: usize) -> Option<Said> {
    match text.at(from) {
        '过' | '再' if number(text, from + 1).is_some() || text.at(from + 1) == '半' => {
            relative_from(text, from + 1, false)
        }
        _ => relative_from(text, from, true),
    }
}

fn relative_from(text: &Text, from: usize, needs_suffix: bool) -> Option<Said> {
    let mut at = from;
    let mut minutes = 0;
    let mut units = 0;
    loop {
        let (half_first, after) = if text.at(at) == '半' { (true, at + 1) } else { (false, at) };
        let (count, mut after) = if half_first {
            (0, after)
        } else {
            match number(text, after) {
                Some(found) => found,
                None => break,
            }
        };
        let mut half = half_first;
        // 1.5小时
        if text.at(after) == '.' && text.at(after + 1) == '5' {
            (half, after) = (true, after + 2);
        }
        if text.at(after) == '个' {
            after += 1;
        }
        if !half && text.at(after) == '半' {
            (half, after) = (true, after + 1);
        }
        let Some((unit, after)) = [
            ("小时", 60),
            ("钟头", 60),
            ("分钟", 1),
            ("刻钟", 15),
            ("分", 1),
            ("天", 24 * 60),
            ("个月", 30 * 24 * 60),
            ("月", 30 * 24 * 60),
            ("星期", 7 * 24 * 60),
            ("礼拜", 7 * 24 * 60),
            ("周", 7 * 24 * 60),
        ]
        .iter()
        .find_map(|(word, unit)| Some((*unit, text.matches(after, word)?))) else {
            break;
        };
        minutes += count * unit + if half { unit / 2 } else { 0 };
        units += 1;
        at = after;
        if text.at(at) == '半' && unit == 60 {
            (minutes, at) = (minutes + 30, at + 1);
        }
    }
    if units == 0 {
        return None;
    }
    let suffix = ["以后", "之后", "过后", "后"].iter().find_map(|word| text.matches(at, word));
    if suffix.is_none() && needs_suffix {
        return None;
    }
    let end = suffix.unwrap_or(at);
    if minutes % (24 * 60) == 0 && minutes > 0 {
        let mut said = Said { day: Some(Day::Offset(minutes / (24 * 60))), end, ..Said::default() };
        // 三天后上午九点
        if let Some(clocked) = absolute(text, skip_fill(text, end)).filter(|s| s.day.is_none()) {
            said = Said { day: said.day, ..clocked };
        }
        return Some(said);
    }
    Some(Said { after_minutes: Some(minutes), end, ..Said::default() })
}

fn day(text: &Text, from: usize) -> Option<(Day, usize)> {
    if let Some(found) =
        DAYS.iter().find_map(|(word, days)| Some((Day::Offset(*days), text.matches(from, word)?)))
    {
        return Some(found);
    }
    let (weeks, at) = [("下下个", 2), ("下下", 2), ("下个", 1), ("下", 1), ("这个", 0), ("这", 0), ("本", 0)]
        .iter()
        .find_map(|(word, weeks)| Some((Some(*weeks), text.matches(from, word)?)))
        .unwrap_or((None, from));
    let at = ["星期", "礼拜", "周"].iter().find_map(|word| text.matches(at, word))?;
    let index = match text.at(at) {
        '一' | '1' => 0,
        '二' | '2' => 1,
        '三' | '3' => 2,
        '四' | '4' => 3,
        '五' | '5' => 4,
        '六' | '6' => 5,
        '日' | '天' | '七' | '7' => 6,
        // 下周 alone: in a week.
        _ if weeks.is_some_and(|weeks| weeks > 0) => return Some((Day::Offset(7 * weeks.unwrap_or(1)), at)),
        _ => return None,
    };
    let weekday = weekday(index)?;
    Some((weeks.map_or(Day::Next(weekday), |weeks| Day::InWeek(weeks, weekday)), at + 1))
}

/// Hour and minute: 八点, 8点半, 八点一刻, 7点20分, 19:30.
fn clock(text: &Text, from: usize) -> Option<(i8, i8, usize)> {
    let (hour, at) = number(text, from)?;
    let hour = i8::try_from(hour).ok().filter(|hour| *hour < 100)?;
    if matches!(text.at(at), ':') && text.at(at + 1).is_ascii_digit() {
        let (minute, end) = number(text, at + 1)?;
        return Some((hour, i8::try_from(minute).ok().filter(|m| *m < 60)?, end));
    }
    let mut at = match text.at(at) {
        '点' | '點' | '时' => at + 1,
        _ => return None,
    };
    for (word, minute) in [("半", 30), ("一刻", 15), ("三刻", 45), ("钟", 0), ("整", 0)] {
        if let Some(end) = text.matches(at, word) {
            return Some((hour, minute, end));
        }
    }
    let mut minute = 0;
    if let Some((said, end)) = number(text, at).filter(|(said, _)| (0..60).contains(said)) {
        // 八点五分 or 八点二十; a number before another measure is not a minute.
        let measure = matches!(text.at(end), '个' | '条' | '小' | '天' | '号' | '路' | '次');
        if !measure {
            minute = i8::try_from(said).ok()?;
            at = if text.at(end) == '分' { end + 1 } else { end };
        }
    }
    Some((hour, minute, at))
}

/// A number below a thousand in digits or Chinese numerals.
fn number(text: &Text, from: usize) -> Option<(i64, usize)> {
    let mut at = from;
    let mut value = 0_i64;
    while text.at(at).is_ascii_digit() && at - from < 4 {
        value = value * 10 + i64::from(text.at(at).to_digit(10)?);
        at += 1;
    }
    if at > from {
        return Some((value, at));
    }
    let digit = |c: char| {
        "零一二三四五六七八九".chars().position(|d| d == c).map(|n| n as i64).or(match c {
            '两' => Some(2),
            '〇' => Some(0),
            _ => None,
        })
    };
    let mut tens = None;
    let mut units = None;
    while at < text.len() {
        match text.at(at) {
            '十' if tens.is_none() => (tens, units) = (Some(units.unwrap_or(1)), None),
            '廿' if tens.is_none() && units.is_none() => tens = Some(2),
            c => match digit(c) {
                Some(0) if units.is_none() && at > from => {}
                Some(d) if units.is_none() => units = Some(d),
                _ => break,
            },
        }
        at += 1;
    }
    (at > from).then(|| (tens.unwrap_or(0) * 10 + units.unwrap_or(0), at))
}

fn skip_fill(text: &Text, from: usize) -> usize {
    let mut at = from;
    while at < text.len() && (text.at(at).is_whitespace() || text.at(at) == '的') {
        at += 1;
    }
    if at < text.len() { at } else { from }
}
