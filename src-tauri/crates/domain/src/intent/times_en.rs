//! English times: tomorrow at 8, in 20 minutes, by 9am, at half past six, next monday morning.

use super::{
    text::{Text, is_alphabetic_script},
    times::{Day, Part, Role, Said, weekday},
};

const LEADS: &[(&str, Role)] = &[
    ("i have to be there by", Role::By),
    ("be there before", Role::By),
    ("get there before", Role::By),
    ("arrive before", Role::By),
    ("arriving before", Role::By),
    ("arrive by", Role::By),
    ("arriving by", Role::By),
    ("arrive at", Role::By),
    ("arriving at", Role::By),
    ("be there by", Role::By),
    ("be there at", Role::By),
    ("get there by", Role::By),
    ("get there at", Role::By),
    ("there by", Role::By),
    ("there at", Role::By),
    ("no later than", Role::By),
    ("before", Role::By),
    ("by", Role::By),
    ("until", Role::Until),
    ("till", Role::Until),
    ("til", Role::Until),
    ("leaving at", Role::Depart),
    ("leave at", Role::Depart),
    ("departing at", Role::Depart),
    ("depart at", Role::Depart),
    ("starting at", Role::Depart),
    ("start at", Role::Depart),
    ("at around", Role::Depart),
    ("at about", Role::Depart),
    ("around", Role::Depart),
    ("about", Role::Depart),
    ("at", Role::Depart),
    ("after", Role::After),
];

const DAYS: &[(&str, i64, Option<Part>)] = &[
    ("the day after tomorrow", 2, None),
    ("day after tomorrow", 2, None),
    ("tomorrow", 1, None),
    ("today", 0, None),
    ("tonight", 0, Some(EVENING)),
    ("this morning", 0, Some(MORNING)),
    ("this afternoon", 0, Some(AFTERNOON)),
    ("this evening", 0, Some(EVENING)),
];

const MORNING: Part = Part { hour: 8, later_below: 0 };
const AFTERNOON: Part = Part { hour: 15, later_below: 12 };
const EVENING: Part = Part { hour: 20, later_below: 12 };

const PARTS: &[(&str, Part)] = &[
    ("in the morning", MORNING),
    ("morning", MORNING),
    ("in the afternoon", AFTERNOON),
    ("afternoon", AFTERNOON),
    ("in the evening", EVENING),
    ("evening", EVENING),
    ("at night", Part { hour: 23, later_below: 12 }),
    ("night", Part { hour: 21, later_below: 12 }),
];

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const NUMBERS: &[(&str, i64)] = &[
    ("twenty-five", 25),
    ("twenty five", 25),
    ("forty-five", 45),
    ("forty five", 45),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("ninety", 90),
    ("a couple of", 2),
    ("an", 1),
    ("a", 1),
];

/// A time that starts at this character.
pub(super) fn read(text: &Text, from: usize) -> Option<Said> {
    if is_alphabetic_script(text.before(from)) {
        return None;
    }
    relative(text, from).or_else(|| absolute(text, from))
}

fn absolute(text: &Text, from: usize) -> Option<Said> {
    let mut said = Said { end: from, ..Said::default() };
    let mut at = from;
    loop {
        let start = spaces(text, at);
        if said.clock.is_none() {
            let lead =
                LEADS.iter().find_map(|(word, role)| Some((*role, spaces(text, text.matches(start, word)?))));
            let (role, number_at) = lead.map_or((None, start), |(role, at)| (Some(role), at));
            if let Some((hour, minute, part, after)) = clock(text, number_at, role.is_some()) {
                said.clock = Some((hour, minute));
                said.part = part.or(said.part);
                said.role = role.filter(|_| said.role != Role::Until).unwrap_or(said.role);
                at = after;
                continue;
            }
            // "by tomorrow evening"
            if let Some((role @ (Role::By | Role::After | Role::Until), day_at)) = lead
                && said.day.is_none()
                && day(text, day_at).is_some()
            {
                said.role = role;
                at = day_at;
                continue;
            }
        }
        if said.day.is_none()
            && let Some((day, part, after)) = day(text, start)
        {
            said.day = Some(day);
            said.part = said.part.or(part);
            at = after;
            continue;
        }
        let anchored = said.day.is_some() || said.clock.is_some();
        if anchored
            && said.part.is_none()
            && let Some((part, after)) =
                PARTS.iter().find_map(|(word, part)| Some((*part, text.matches(start, word)?)))
        {
            (said.part, at) = (Some(part), after);
            continue;
        }
        break;
    }
    // "Today" alone says "this time"; it is the lexicon's.
    let says_day = said.day.is_some() && (said.day != Some(Day::Offset(0)) || said.part.is_some());
    if !says_day && said.clock.is_none() {
        return None;
    }
    said.end = at;
    Some(said)
}

/// "for three days"; behind a closure also "for two hours".
pub(super) fn lasting(text: &Text, from: usize, closed: bool) -> Option<Said> {
    if is_alphabetic_script(text.before(from)) {
        return None;
    }
    let said = relative_behind(text, from, &["for about", "for the next", "for another", "for"]);
    if let Some(said) = said {
        return (closed || said.day.is_some()).then_some(Said { lasts: true, ..said });
    }
    // "closed from Monday to Friday": behind anything else this is a destination.
    let at = ["through to", "through", "to"].iter().find_map(|word| text.matches(from, word))?;
    let (day, part, end) = day(text, spaces(text, at)).filter(|_| closed)?;
    Some(Said { day: Some(day), part, end, ..Said::default() })
}

/// "This week", "all week": up to its end.
pub(super) fn span(text: &Text, from: usize) -> Option<Said> {
    if is_alphabetic_script(text.before(from)) {
        return None;
    }
    let words =
        ["for the rest of the week", "for the rest of this week", "all this week", "all week", "this week"];
    let end = words.iter().find_map(|word| text.matches(from, word))?;
    let sunday = Day::InWeek(0, super::times::weekday(6)?);
    Some(Said { day: Some(sunday), end, ..Said::default() })
}

/// "from Monday", "starting tomorrow at 9", "as of next Friday onwards".
pub(super) fn starting(text: &Text, from: usize) -> Option<Said> {
    if is_alphabetic_script(text.before(from)) {
        return None;
    }
    let leads = ["starting from", "starting on", "starting", "beginning", "as from", "as of", "from"];
    let at = spaces(text, leads.iter().find_map(|word| text.matches(from, word))?);
    day(text, at)?;
    let said = absolute(text, at).filter(|said| said.role == Role::Depart)?;
    let on = spaces(text, said.end);
    let end = ["onwards", "onward", "on"].iter().find_map(|word| text.matches(on, word));
    Some(Said { end: end.unwrap_or(said.end), ..said })
}

fn relative(text: &Text, from: usize) -> Option<Said> {
    relative_behind(text, from, &["in about", "in around", "within", "in"])
}

fn relative_behind(text: &Text, from: usize, leads: &[&str]) -> Option<Said> {
    let mut at = spaces(text, leads.iter().find_map(|word| text.matches(from, word))?);
    for (word, minutes) in [
        ("half an hour", 30),
        ("a half hour", 30),
        ("a quarter of an hour", 15),
        ("an hour and a half", 90),
        ("one and a half hours", 90),
        ("two and a half hours", 150),
        ("three quarters of an hour", 45),
        ("a moment", 0),
        ("a minute", 1),
    ] {
        if let Some(end) = text.matches(at, word) {
            return Some(Said { after_minutes: Some(minutes), end, ..Said::default() });
        }
    }
    let mut minutes = 0;
    let mut units = 0;
    while let Some((count, half, after)) = count(text, at) {
        let unit_at = spaces(text, after);
        let Some((unit, after)) = [
            ("minutes", 1),
            ("minute", 1),
            ("mins", 1),
            ("min", 1),
            ("m", 1),
            ("hours", 60),
            ("hour", 60),
            ("hrs", 60),
            ("hr", 60),
            ("h", 60),
            ("days", 24 * 60),
            ("day", 24 * 60),
            ("weeks", 7 * 24 * 60),
            ("week", 7 * 24 * 60),
        ]
        .iter()
        .find_map(|(word, unit)| Some((*unit, unit_word(text, unit_at, word)?))) else {
            break;
        };
        minutes += count * unit + if half { unit / 2 } else { 0 };
        units += 1;
        at = after;
        let next = spaces(text, at);
        let next = text.matches(next, "and").map_or(next, |after| spaces(text, after));
        if count_unit_follows(text, next) {
            at = next;
        } else {
            break;
        }
    }
    if units == 0 {
        return None;
    }
    if minutes % (24 * 60) == 0 && minutes > 0 {
        let mut said = Said { day: Some(Day::Offset(minutes / (24 * 60))), end: at, ..Said::default() };
        if let Some(clocked) = absolute(text, spaces(text, at)).filter(|s| s.day.is_none()) {
            said = Said { day: said.day, ..clocked };
        }
        return Some(said);
    }
    Some(Said { after_minutes: Some(minutes), end: at, ..Said::default() })
}

fn day(text: &Text, from: usize) -> Option<(Day, Option<Part>, usize)> {
    if let Some(found) = DAYS
        .iter()
        .find_map(|(word, days, part)| Some((Day::Offset(*days), *part, text.matches(from, word)?)))
    {
        return Some(found);
    }
    let at = text.matches(from, "on").map_or(from, |after| spaces(text, after));
    let (weeks, at) = [("next", 1), ("this", 0), ("coming", 0)]
        .iter()
        .find_map(|(word, weeks)| Some((Some(*weeks), spaces(text, text.matches(at, word)?))))
        .unwrap_or((None, at));
    if weeks == Some(1)
        && let Some(end) = text.matches(at, "week")
    {
        return Some((Day::Offset(7), None, end));
    }
    let (weekday, end) = WEEKDAYS
        .iter()
        .enumerate()
        .find_map(|(index, word)| Some((weekday(index)?, text.matches(at, word)?)))?;
    let day = match weeks {
        Some(weeks @ 1..) => Day::InWeek(weeks, weekday),
        _ => Day::Next(weekday),
    };
    Some((day, None, end))
}

/// Hour, minute, half of the day. A bare number counts only behind a lead such as "at", and not before a street's name.
fn clock(text: &Text, from: usize, led: bool) -> Option<(i8, i8, Option<Part>, usize)> {
    for (word, hour, part) in [("noon", 12, None), ("midday", 12, None), ("midnight", 0, Some(MORNING))] {
        if let Some(end) = text.matches(from, word).filter(|_| led) {
            return Some((hour, 0, part, end));
        }
    }
    for (word, minute) in [("half past", 30), ("quarter past", 15), ("a quarter past", 15), ("half", 30)] {
        if let Some((hour, end)) = text.matches(from, word).and_then(|at| small(text, spaces(text, at))) {
            let (part, end) = half_of_day(text, end);
            return Some((hour, minute, part, end));
        }
    }
    for word in ["quarter to", "a quarter to"] {
        if let Some((hour, end)) = text.matches(from, word).and_then(|at| small(text, spaces(text, at))) {
            let (part, end) = half_of_day(text, end);
            return Some((before(hour), 45, part, end));
        }
    }
    let (first, at) = small(text, from)?;
    let gap = spaces(text, at);
    if let Some((hour, end)) = text.matches(gap, "past").and_then(|at| small(text, spaces(text, at))) {
        let (part, end) = half_of_day(text, end);
        return Some((hour, first, part, end));
    }
    if led && let Some((hour, end)) = text.matches(gap, "to").and_then(|at| small(text, spaces(text, at))) {
        let (part, end) = half_of_day(text, end);
        return Some((before(hour), 60 - first, part, end)).filter(|_| (1..60).contains(&first));
    }
    if matches!(text.at(at), ':' | '.' | 'h')
        && text.at(at + 1).is_ascii_digit()
        && text.at(at + 2).is_ascii_digit()
    {
        let minute = text.at(at + 1).to_digit(10)? * 10 + text.at(at + 2).to_digit(10)?;
        let (part, end) = half_of_day(text, at + 3);
        let sure = text.at(at) == ':' || led || part.is_some();
        let more =
            text.at(end).is_ascii_digit() || (text.at(end) == '.' && text.at(end + 1).is_ascii_digit());
        return Some((first, i8::try_from(minute).ok().filter(|m| *m < 60)?, part, end))
            .filter(|_| sure && !more && first <= 24);
    }
    let (part, end) = half_of_day(text, at);
    if part.is_some() {
        return Some((first, 0, part, end)).filter(|_| first <= 12);
    }
    if let Some(end) = text.matches(gap, "o'clock").or(text.matches(gap, "oclock")) {
        let (part, end) = half_of_day(text, end);
        return Some((first, 0, part, end));
    }
    let street = text.has_capital(gap, gap + 1)
        || [
            "rue",
            "avenue",
            "street",
            "boulevard",
            "bis",
            "place",
            "quai",
            "chemin",
            "minutes",
            "min",
            "km",
            "%",
            ",",
        ]
        .iter()
        .any(|word| text.matches(gap, word).is_some() && *word != ",");
    let cut = is_alphabetic_script(text.at(at)) && at < text.len()
        || (text.at(at) == '.' && text.at(at + 1).is_ascii_digit());
    (led && !street && !cut && first <= 24).then_some((first, 0, None, at))
}

/// "am", "p.m." and the index after it.
fn half_of_day(text: &Text, from: usize) -> (Option<Part>, usize) {
    let at = spaces(text, from);
    for (word, part) in
        [("a.m.", MORNING_HALF), ("p.m.", AFTERNOON_HALF), ("am", MORNING_HALF), ("pm", AFTERNOON_HALF)]
    {
        let found = word.chars().enumerate().all(|(i, c)| text.at(at + i) == c);
        let end = at + word.chars().count();
        if found && end <= text.len() && !(is_alphabetic_script(text.at(end)) && end < text.len()) {
            return (Some(part), end);
        }
    }
    (None, from)
}

/// 12 am is midnight.
const MORNING_HALF: Part = Part { hour: 0, later_below: 0 };
const AFTERNOON_HALF: Part = Part { hour: 15, later_below: 12 };

/// A number up to 60 in digits or words.
fn small(text: &Text, from: usize) -> Option<(i8, usize)> {
    if is_alphabetic_script(text.before(from)) {
        return None;
    }
    let (count, half, end) = count(text, from)?;
    let article = matches!(text.at(from), 'a') && count == 1;
    i8::try_from(count).ok().filter(|count| *count <= 60 && !half && !article).map(|count| (count, end))
}

/// A count, whether it has a half ("1.5", "two and a half"), and the index after it.
fn count(text: &Text, from: usize) -> Option<(i64, bool, usize)> {
    let mut at = from;
    let mut value = 0_i64;
    while text.at(at).is_ascii_digit() && at - from < 4 && at < text.len() {
        value = value * 10 + i64::from(text.at(at).to_digit(10)?);
        at += 1;
    }
    if at > from {
        let half = text.at(at) == '.' && text.at(at + 1) == '5' && !text.at(at + 2).is_ascii_digit();
        return Some((value, half, if half { at + 2 } else { at }));
    }
    NUMBERS.iter().find_map(|(word, value)| Some((*value, false, text.matches(from, word)?)))
}

/// A unit directly behind a digit has no word boundary before it: "20min".
fn unit_word(text: &Text, at: usize, word: &str) -> Option<usize> {
    let end = at + word.chars().count();
    let found = word.chars().enumerate().all(|(i, c)| text.at(at + i) == c) && end <= text.len();
    (found && !(is_alphabetic_script(text.at(end)) && end < text.len() && !text.at(end).is_ascii_digit()))
        .then_some(end)
}

fn count_unit_follows(text: &Text, at: usize) -> bool {
    count(text, at).is_some_and(|(_, _, after)| {
        let at = spaces(text, after);
        ["minutes", "minute", "mins", "min", "m", "hours", "hour", "h"]
            .iter()
            .any(|word| unit_word(text, at, word).is_some())
    })
}

fn before(hour: i8) -> i8 {
    if hour <= 1 { 12 } else { hour - 1 }
}

fn spaces(text: &Text, from: usize) -> usize {
    let mut at = from;
    while at < text.len() && text.at(at).is_whitespace() {
        at += 1;
    }
    at
}
