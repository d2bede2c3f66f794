//! Under which condition an insight holds: parts that are exact words, so that two conditions are equal or not, and so that
//! they fit into [`domain::StatementKey::condition`].

use std::fmt;

use domain::{DayKind, Moment, Noticed, PlaceId, TimeBucket, Weather};

/// One part of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Part of the day.
    Bucket(TimeBucket),
    /// Workday or weekend.
    Days(DayKind),
    /// Local hours from the first to before the second, over midnight where the second is smaller.
    Hours(u8, u8),
    /// At this remembered place.
    Place(PlaceId),
    /// In this weather.
    Weather(Weather),
    /// With this passenger.
    With(String),
}

/// Late in the evening and at night: from nine (MISSION S1-08) until five, where [`TimeBucket::Night`] ends.
pub const LATE: Part = Part::Hours(21, 5);

impl Part {
    /// Whether it holds in these circumstances. What is unknown agrees with nothing.
    pub fn holds_in(&self, now: &Circumstances<'_>) -> bool {
        match self {
            Self::Bucket(bucket) => now.at.bucket() == *bucket,
            Self::Days(days) => now.at.day_kind() == *days,
            Self::Hours(from, to) => {
                let hour = u8::try_from(now.at.zoned().hour()).unwrap_or(0);
                if from <= to { (*from..*to).contains(&hour) } else { hour >= *from || hour < *to }
            }
            Self::Place(place) => now.place == Some(*place),
            Self::Weather(weather) => now.weather == Some(*weather),
            Self::With(who) => now.passengers.iter().any(|one| passenger(one) == *who),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (name, value) = text.split_once('=')?;
        Some(match name {
            "bucket" => Self::Bucket(TimeBucket::from_word(value)?),
            "days" => Self::Days(DayKind::from_word(value)?),
            "hours" => {
                let (from, to) = value.split_once('-')?;
                let hour = |text: &str| text.parse().ok().filter(|hour: &u8| *hour <= 24);
                Self::Hours(hour(from)?, hour(to)?)
            }
            "place" => Self::Place(PlaceId(value.parse().ok()?)),
            "weather" => Self::Weather(Weather::from_word(value)?),
            "with" if !value.is_empty() => Self::With(value.to_owned()),
            _ => return None,
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bucket(bucket) => write!(f, "bucket={}", bucket.word()),
            Self::Days(days) => write!(f, "days={}", days.word()),
            Self::Hours(from, to) => write!(f, "hours={from}-{to}"),
            Self::Place(place) => write!(f, "place={place}"),
            Self::Weather(weather) => write!(f, "weather={}", weather.word()),
            Self::With(who) => write!(f, "with={who}"),
        }
    }
}

/// Parts that all have to hold; none of them holds always. Text form as in [`domain::StatementKey::condition`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition(Vec<Part>);

impl Condition {
    /// From parts, in any order.
    pub fn of(mut parts: Vec<Part>) -> Self {
        parts.sort();
        parts.dedup();
        Self(parts)
    }

    /// From its text form; `None` where a part is unknown: an unknown condition must not hold by mistake.
    pub fn parse(text: &str) -> Option<Self> {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        parts.map(Part::parse).collect::<Option<Vec<_>>>().map(Self::of)
    }

    /// Its parts, sorted.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Whether all parts hold.
    pub fn holds_in(&self, now: &Circumstances<'_>) -> bool {
        self.0.iter().all(|part| part.holds_in(now))
    }

    /// Whether it always holds.
    pub fn is_always(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(";")?;
            }
            write!(f, "{part}")?;
        }
        Ok(())
    }
}

/// What a condition is held against: the present, or the situation of something noticed.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// When, and in which zone.
    pub at: &'a Moment,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// Who is in the car.
    pub passengers: &'a [String],
    /// The remembered place, when at one.
    pub place: Option<PlaceId>,
}

impl<'a> Circumstances<'a> {
    /// Those of something noticed.
    pub fn of(seen: &'a Noticed) -> Self {
        Self { at: &seen.at, weather: seen.weather, passengers: &seen.passengers, place: seen.place }
    }

    /// Every part that holds here and may condition an insight.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = vec![Part::Bucket(self.at.bucket()), Part::Days(self.at.day_kind())];
        if LATE.holds_in(self) {
            // Wider than the night bucket and reaching into the evening one: one word for both.
            parts = vec![LATE, Part::Days(self.at.day_kind())];
        }
        parts.extend(self.weather.map(Part::Weather));
        parts.extend(self.place.map(Part::Place));
        parts.extend(self.passengers.iter().map(|who| Part::With(passenger(who))));
        parts.sort();
        parts.dedup();
        parts
    }
}

/// A passenger as a condition names them: what separates parts is no part of a name.
fn passenger(who: &str) -> String {
    const CHILDREN: &[&str] = &[
        "child", "children", "kid", "kids", "son", "daughter", "baby", "孩子", "小孩", "儿子", "女儿",
        "宝宝", "娃",
    ];
    let folded: String =
        who.trim().to_lowercase().chars().map(|c| if matches!(c, ';' | '=') { ' ' } else { c }).collect();
    if CHILDREN.contains(&folded.as_str()) { "child".to_owned() } else { folded }
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::*;

    fn at(text: &str) -> Moment {
        let zoned: jiff::Zoned = text.parse().unwrap();
        Moment::from_zoned(&zoned)
    }

    fn check(condition: &str, when: &str, holds: bool) {
        let moment = at(when);
        let now = Circumstances {
            at: &moment,
            weather: Some(Weather::Rain),
            passengers: &["女儿".to_owned()],
            place: Some(PlaceId(3)),
        };
        let parsed = Condition::parse(condition).unwrap_or_else(|| panic!("{condition}"));
        assert_eq!(parsed.holds_in(&now), holds, "{condition} at {when}");
        assert_eq!(Condition::parse(&parsed.to_string()), Some(parsed));
    }

    #[test]
    fn conditions_are_read_back_and_hold_where_they_should() {
        let night = "2026-11-25T22:40[Asia/Shanghai]";
        check("", night, true);
        check("hours=21-5", night, true);
        check("hours=21-5", "2026-11-25T21:00[Asia/Shanghai]", true);
        check("hours=21-5", "2026-11-25T20:59[Asia/Shanghai]", false);
        check("hours=21-5", "2026-11-26T04:59[Asia/Shanghai]", true);
        check("hours=21-5", "2026-11-26T05:00[Asia/Shanghai]", false);
        check("hours=8-10", night, false);
        check("bucket=night", night, true);
        check("weather=rain;days=workday", night, true);
        check("weather=snow", night, false);
        check("with=child", night, true);
        check("with=lin", night, false);
        check("place=3", night, true);
        check("place=4", night, false);
    }

    #[test]
    fn an_unknown_part_is_no_condition() {
        for text in ["moon=full", "hours=x-5", "weather=frogs", "with=", "night"] {
            assert_eq!(Condition::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_unknown_agrees_with_nothing() {
        let moment = Moment { at: Timestamp(0), zone: "UTC".to_owned() };
        let now = Circumstances { at: &moment, weather: None, passengers: &[], place: None };
        assert!(!Condition::parse("weather=rain").unwrap().holds_in(&now));
        assert!(!Condition::parse("with=child").unwrap().holds_in(&now));
    }
}
