//! Counters of use: numbers by day, on this computer alone, that can be looked at and reset (MISSION S2-38). Nothing of what
//! was said or remembered is in them.

use std::collections::BTreeMap;

use domain::{MemoryRef, Moment, ProfileId};
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError,
    dto::{TraceDto, UsageDayDto},
};

/// Setting that holds them.
const KEY: &str = "usage";
/// Days that are kept.
const DAYS: usize = 120;

/// The counters of one profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Since when, UTC seconds.
    pub since: i64,
    /// By date.
    pub days: BTreeMap<String, UsageDayDto>,
}

/// What is added to a day; negative to take it back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Count {
    pub asked: i64,
    pub recalled: i64,
    pub cited: i64,
    pub wishes: i64,
    pub repeated: i64,
    pub driven: i64,
    pub followed: i64,
    pub up: i64,
    pub down: i64,
    pub used_history: i64,
    pub forgot_said: i64,
    pub wrong: i64,
    pub confirmed: i64,
    pub denied: i64,
}

impl Count {
    /// What a trace adds. `before` are those that are kept already: a wish that stands in one of them was said before.
    pub fn of(trace: &TraceDto, before: &[TraceDto]) -> Self {
        let memories = |stage: &str, kept: bool| {
            let stages = trace.stages.iter().filter(move |known| known.name == stage);
            let all = stages.flat_map(|stage| &stage.candidates);
            all.filter(|one| (one.kept || !kept) && one.id.parse::<MemoryRef>().is_ok()).count() as i64
        };
        match trace.kind.as_str() {
            "plan" | "provider" => {
                // The same sentence again is a chip or a switch that was turned, not a person who repeats themself.
                let others: Vec<&TraceDto> = before.iter().filter(|other| other.said != trace.said).collect();
                let again =
                    before.first().is_some_and(|last| !trace.said.is_empty() && last.said == trace.said);
                if again {
                    return Self::default();
                }
                let wishes = wishes(trace);
                let said_before = |wish: &&str| others.iter().any(|other| self::wishes(other).contains(wish));
                Self {
                    asked: 1,
                    recalled: memories("recall", true),
                    cited: memories("route", true),
                    wishes: wishes.len() as i64,
                    repeated: wishes.iter().filter(|wish| said_before(wish)).count() as i64,
                    ..Self::default()
                }
            }
            "drove" => {
                let followed =
                    trace.stages.iter().any(|stage| stage.output.iter().any(|fact| fact == "followed"));
                Self { driven: 1, followed: i64::from(followed), ..Self::default() }
            }
            _ => Self::default(),
        }
    }
}

/// What was wished in a sentence, in words that are the same for the same wish.
fn wishes(trace: &TraceDto) -> Vec<&str> {
    let candidates =
        trace.stages.iter().filter(|stage| stage.name == "route").flat_map(|stage| &stage.candidates);
    let said = candidates.filter(|one| one.id.starts_with("sentence-") && !one.text.is_empty());
    said.map(|one| one.text.trim_matches(['「', '」', '“', '”'])).collect()
}

impl App {
    /// Adds to today.
    pub(crate) fn count(&self, count: &Count) -> Result<(), AppError> {
        self.count_for(self.profile(), count, &self.now())
    }

    /// Adds to a day of somebody.
    pub(crate) fn count_for(&self, profile: ProfileId, count: &Count, at: &Moment) -> Result<(), AppError> {
        if *count == Count::default() {
            return Ok(());
        }
        let day = at.zoned().date().to_string();
        let changed = |text: Option<String>| {
            let mut usage = read(text.as_deref());
            if usage.since == 0 {
                usage.since = at.at.0;
            }
            let today = usage.days.entry(day.clone()).or_default();
            today.day.clone_from(&day);
            add(today, count);
            while usage.days.len() > DAYS {
                usage.days.pop_first();
            }
            // Counters that cannot be written stay as they were.
            serde_json::to_string(&usage).ok().or(text)
        };
        Ok(self.store.of(profile).change_setting(KEY, changed)?)
    }

    /// What was counted so far.
    pub(crate) fn usage(&self) -> Result<Usage, AppError> {
        self.drain()?;
        Ok(read(self.mine().setting(KEY)?.as_deref()))
    }

    /// Starts counting anew.
    pub fn usage_reset(&self) -> Result<(), AppError> {
        self.drain()?;
        Ok(self.mine().set_setting(KEY, None)?)
    }
}

fn read(text: Option<&str>) -> Usage {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// One day and what is added to it, counter by counter.
fn add(day: &mut UsageDayDto, count: &Count) {
    for (counter, by) in [
        (&mut day.asked, count.asked),
        (&mut day.recalled, count.recalled),
        (&mut day.cited, count.cited),
        (&mut day.wishes, count.wishes),
        (&mut day.repeated, count.repeated),
        (&mut day.driven, count.driven),
        (&mut day.followed, count.followed),
        (&mut day.up, count.up),
        (&mut day.down, count.down),
        (&mut day.used_history, count.used_history),
        (&mut day.forgot_said, count.forgot_said),
        (&mut day.wrong, count.wrong),
        (&mut day.confirmed, count.confirmed),
        (&mut day.denied, count.denied),
    ] {
        *counter = u32::try_from(i64::from(*counter) + by).unwrap_or(0);
    }
}

/// All days together.
pub fn total(days: impl Iterator<Item = UsageDayDto>) -> UsageDayDto {
    let mut total = UsageDayDto::default();
    for day in days {
        let n = i64::from;
        let count = Count {
            asked: n(day.asked),
            recalled: n(day.recalled),
            cited: n(day.cited),
            wishes: n(day.wishes),
            repeated: n(day.repeated),
            driven: n(day.driven),
            followed: n(day.followed),
            up: n(day.up),
            down: n(day.down),
            used_history: n(day.used_history),
            forgot_said: n(day.forgot_said),
            wrong: n(day.wrong),
            confirmed: n(day.confirmed),
            denied: n(day.denied),
        };
        add(&mut total, &count);
    }
    total
}
