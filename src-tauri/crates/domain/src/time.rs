//! Instants in UTC, the zone they were lived in, and the parts of a day that preferences are bound to.
//!
//! An instant is stored as UTC seconds beside an IANA zone name, never as a local time (MISSION X12).

use jiff::{Zoned, civil::Weekday, tz::TimeZone};

/// Seconds since the Unix epoch, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Days from `earlier` to `self`, fractional; negative when `earlier` is later.
    pub fn days_since(self, earlier: Self) -> f64 {
        (self.0 - earlier.0) as f64 / 86_400.0
    }

    /// The instant as a person in this zone saw it; UTC when the zone is unknown to this computer.
    pub fn in_zone(self, zone: &str) -> Zoned {
        let tz = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        jiff::Timestamp::from_second(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_zoned(tz)
    }
}

/// An instant with the zone of the person who lived it: what "now" is everywhere in Laolu.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The instant.
    pub at: Timestamp,
    /// IANA zone name, for example `Europe/Paris`.
    pub zone: String,
}

impl Moment {
    /// A moment from a zoned time.
    pub fn from_zoned(zoned: &Zoned) -> Self {
        let zone = zoned.time_zone().iana_name().unwrap_or("UTC").to_owned();
        Self { at: Timestamp(zoned.timestamp().as_second()), zone }
    }

    /// The same moment as a civil time in its zone.
    pub fn zoned(&self) -> Zoned {
        self.at.in_zone(&self.zone)
    }

    /// The part of the day it falls in.
    pub fn bucket(&self) -> TimeBucket {
        TimeBucket::of_hour(self.zoned().hour())
    }

    /// Workday or weekend (Saturday and Sunday; public holidays are not known).
    pub fn day_kind(&self) -> DayKind {
        match self.zoned().weekday() {
            Weekday::Saturday | Weekday::Sunday => DayKind::Weekend,
            _ => DayKind::Workday,
        }
    }
}

/// Part of a day in local time. Five, so that a handful of trips can already show a habit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeBucket {
    /// 05:00 to 09:59.
    Morning,
    /// 10:00 to 13:59.
    Midday,
    /// 14:00 to 16:59.
    Afternoon,
    /// 17:00 to 21:59.
    Evening,
    /// 22:00 to 04:59.
    Night,
}

impl TimeBucket {
    /// All, in the order of the day.
    pub const ALL: [Self; 5] = [Self::Morning, Self::Midday, Self::Afternoon, Self::Evening, Self::Night];

    /// The bucket of a local hour, 0 to 23.
    pub fn of_hour(hour: i8) -> Self {
        match hour {
            5..=9 => Self::Morning,
            10..=13 => Self::Midday,
            14..=16 => Self::Afternoon,
            17..=21 => Self::Evening,
            _ => Self::Night,
        }
    }

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Morning => "morning",
            Self::Midday => "midday",
            Self::Afternoon => "afternoon",
            Self::Evening => "evening",
            Self::Night => "night",
        }
    }

    /// The bucket with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bucket| bucket.word() == word)
    }
}

/// Workday or weekend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DayKind {
    /// Monday to Friday.
    Workday,
    /// Saturday and Sunday.
    Weekend,
}

impl DayKind {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Workday => "workday",
            Self::Weekend => "weekend",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Workday, Self::Weekend].into_iter().find(|kind| kind.word() == word)
    }
}

/// What the sky does, when it is known. Unknown is never guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weather {
    /// Rain.
    Rain,
    /// Snow or ice.
    Snow,
    /// Fog.
    Fog,
    /// Dry and clear.
    Clear,
}

impl Weather {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rain => "rain",
            Self::Snow => "snow",
            Self::Fog => "fog",
            Self::Clear => "clear",
        }
    }

    /// The weather with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Rain, Self::Snow, Self::Fog, Self::Clear].into_iter().find(|weather| weather.word() == word)
    }
}
