//! Times in words, held against now.

use jiff::{Span, ToSpan, Zoned, civil::Weekday};

use super::{text::Text, times_en, times_zh};
use crate::{Moment, TimeBucket};

/// A time as said, before it is held against now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    /// The day.
    pub day: Option<Day>,
    /// Part of the day, as an hour that stands for it and whether it lies in the second half of the day.
    pub part: Option<Part>,
    /// Hour and minute as said.
    pub clock: Option<(i8, i8)>,
    /// Minutes from now.
    pub after_minutes: Option<i64>,
    /// A length of time (三天, "for three days"), counted from when something begins.
    pub lasts: bool,
    /// What the time is for.
    pub role: Role,
    /// Index after the words.
    pub end: usize,
}

/// A day as said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Day {
    /// Days from today.
    Offset(i64),
    /// A weekday: its next occurrence.
    Next(Weekday),
    /// A weekday of the week so many weeks from this one; weeks start on Monday.
    InWeek(i64, Weekday),
}

/// A part of the day as said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// Hour that stands for it when no clock time is said.
    pub hour: i8,
    /// Hours below this, said with it, lie twelve hours later: 晚上八点 is 20:00, 中午一点 13:00.
    pub later_below: i8,
}

/// What a time is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// Departure.
    #[default]
    Depart,
    /// Deadline of arrival.
    By,
    /// From this hour on: when a wish holds.
    After,
    /// From when on a wish holds: 从明天起, "from Monday".
    From,
    /// How long a wish holds: 到周五, "until 5 pm", "for three days".
    Until,
}

/// A time that starts at this character, in either language; the longer reading wins.
pub(super) fn read(text: &Text, from: usize) -> Option<Said> {
    let zh = times_zh::read(text, from);
    let en = times_en::read(text, from);
    match (zh, en) {
        (Some(zh), Some(en)) => Some(if en.end > zh.end { en } else { zh }),
        (zh, en) => zh.or(en),
    }
}

impl Said {
    /// The instant that is meant, or `None` when the words give none (an hour 25).
    ///
    /// Without a day it is the next time the clock shows this. Without a part of the day, an hour up to twelve
    /// may be meant in either half of the day: the next one of today, else the morning one.
    pub fn moment(&self, now: &Moment) -> Option<Moment> {
        let now_zoned = now.zoned();
        if let Some(minutes) = self.after_minutes {
            let then = now_zoned.checked_add(Span::new().try_minutes(minutes).ok()?).ok()?;
            return Some(keep_zone(&then, now));
        }
        let day = self.day.map(|day| date_of(day, &now_zoned)).unwrap_or(Some(now_zoned.clone()))?;
        let fixed_day = self.day.is_some();
        let is_today = day.date() == now_zoned.date();
        if self.clock.is_some() && self.hour_minute().is_none() {
            return None;
        }
        let Some((hour, minute)) = self.hour_minute() else {
            // "Tomorrow" alone: at this time of day. "Tonight" alone: at an hour that stands for it.
            let then = match self.part {
                Some(part) => at(&day, part.hour, 0)?,
                None => day,
            };
            return Some(if then < now_zoned { now.clone() } else { keep_zone(&then, now) });
        };
        let then = at(&day, hour, minute)?;
        let either_half = self.part.is_none() && (1..=11).contains(&hour);
        let then = if then <= now_zoned && is_today {
            let later = if either_half { at(&day, hour + 12, minute) } else { None };
            match later.filter(|later| *later > now_zoned) {
                Some(later) => later,
                None if fixed_day => then,
                None => at(&day.checked_add(1.day()).ok()?, hour, minute)?,
            }
        } else {
            then
        };
        Some(keep_zone(&then, now))
    }

    /// The instant from which on something holds. A day without a clock time counts from its beginning.
    pub fn start(&self, now: &Moment) -> Option<Moment> {
        if self.clock.is_some() || self.part.is_some() || self.after_minutes.is_some() {
            return self.moment(now);
        }
        Some(keep_zone(&at(&date_of(self.day?, &now.zoned())?, 0, 0)?, now))
    }

    /// [`Said::end`] of something that begins later: lengths and weekdays are counted from there, so that 周一到周五 is
    /// one week, and three days from midnight are three.
    pub fn end_from(&self, start: &Moment, now: &Moment) -> Option<Moment> {
        let counted = self.lasts || matches!(self.day, Some(Day::Next(_)));
        let just_before = Moment { at: crate::Timestamp(start.at.0 - 1), zone: start.zone.clone() };
        match (counted, self.after_minutes) {
            (true, Some(_)) => self.end(start),
            (true, None) => self.end(&just_before),
            (false, _) => self.end(now),
        }
        .filter(|end| end.at > start.at)
    }

    /// The instant up to which something holds. A day without a clock time counts to its end, as people say it.
    pub fn end(&self, now: &Moment) -> Option<Moment> {
        if self.clock.is_some() || self.part.is_some() || self.after_minutes.is_some() {
            return self.moment(now).filter(|end| end.at > now.at);
        }
        end_of_day(&date_of(self.day?, &now.zoned())?, now)
    }

    /// The part of the day from which on a wish holds ("after 22:00").
    pub fn bucket(&self) -> Option<TimeBucket> {
        self.hour_minute().map(|(hour, _)| TimeBucket::of_hour(hour))
    }

    fn hour_minute(&self) -> Option<(i8, i8)> {
        let (hour, minute) = self.clock?;
        let hour = match self.part {
            Some(part) if hour < part.later_below => hour + 12,
            Some(part) if hour == 12 && part.hour < 6 => 0,
            _ => hour,
        };
        (hour <= 24 && minute < 60).then_some((hour % 24, minute))
    }
}

/// Midnight at the end of a day.
fn end_of_day(day: &Zoned, now: &Moment) -> Option<Moment> {
    let midnight = at(&day.checked_add(1.day()).ok()?, 0, 0)?;
    Some(keep_zone(&midnight, now)).filter(|end| end.at > now.at)
}

/// Midnight at the end of today.
pub(super) fn end_of_today(now: &Moment) -> Option<Moment> {
    end_of_day(&now.zoned(), now)
}

/// How long something lasts, where `closed` says that words about a closure stand right before; `None` when the words
/// are no such time.
pub(super) fn until(text: &Text, from: usize, closed: bool) -> Option<Said> {
    let zh = times_zh::until(text, from, closed).or_else(|| {
        limits(text).then(|| times_zh::span(text, from).or_else(|| times_en::span(text, from)))?
    });
    zh.or_else(|| times_en::lasting(text, from, closed)).map(|said| Said { role: Role::Until, ..said })
}

/// Whether the sentence is about roads that are closed or not wanted, so that "this week" says for how long.
fn limits(text: &Text) -> bool {
    let words: String = text.chars.iter().collect();
    ["封", "修", "断", "不通", "别", "不", "避", "绕", "close", "shut", "avoid", "no ", "not ", "off "]
        .iter()
        .any(|word| words.contains(word))
}

/// From when on something holds, where `closed` says that words about a closure stand right before; `None` when the
/// words are no such time.
pub(super) fn starting(text: &Text, from: usize, closed: bool) -> Option<Said> {
    let zh = times_zh::starting(text, from, closed);
    zh.or_else(|| times_en::starting(text, from)).map(|said| Said { role: Role::From, ..said })
}

/// A weekday by its index, Monday first.
pub(super) fn weekday(index: usize) -> Option<Weekday> {
    Weekday::from_monday_zero_offset(i8::try_from(index).ok()?).ok()
}

/// Ordinary time-zone rules decide what a clock time means where clocks change.
fn at(day: &Zoned, hour: i8, minute: i8) -> Option<Zoned> {
    let time = jiff::civil::Time::new(hour, minute, 0, 0).ok()?;
    day.date().to_datetime(time).to_zoned(day.time_zone().clone()).ok()
}

fn date_of(day: Day, now: &Zoned) -> Option<Zoned> {
    let today = i64::from(now.weekday().to_monday_zero_offset());
    let days = match day {
        Day::Offset(days) => days,
        Day::Next(weekday) => {
            let ahead = (i64::from(weekday.to_monday_zero_offset()) - today).rem_euclid(7);
            if ahead == 0 { 7 } else { ahead }
        }
        Day::InWeek(weeks, weekday) => weeks * 7 + i64::from(weekday.to_monday_zero_offset()) - today,
    };
    now.checked_add(Span::new().try_days(days).ok()?).ok()
}

/// The zone's name is kept as the person's profile has it, not as the library would print it.
fn keep_zone(then: &Zoned, now: &Moment) -> Moment {
    Moment { at: crate::Timestamp(then.timestamp().as_second()), zone: now.zone.clone() }
}
