//! Later than usual: then the quickest way is meant, whatever the settings prefer (MISSION S1-52), and after overtime the one
//! that avoids what is slow at this hour (S1-53).

use std::sync::Arc;

use domain::{Lang, Moment, Route, Trip, habit};

use crate::{App, AppError, dto::NoticeDto, plan::Asked, words};

/// The id by which a plan is asked for without it.
pub(crate) const LATE: &str = "late";
/// Departures so far from this one belong to another trip of the day, minutes.
const SAME_TRIP_MINUTES: i64 = 180;

/// Hours from which on an evening is late (ours: eight), and minutes after the usual departure that make it overtime (an hour).
const LATE_HOUR: i8 = 20;
const OVERTIME_MINUTES: i64 = 60;

/// How late, and what the usual way of weighing would have chosen.
#[derive(Clone, Debug)]
pub(crate) struct Late {
    /// Whole minutes after the usual departure.
    pub minutes: i64,
    /// The way that the settings would have led, once it is known.
    pub otherwise: Option<Arc<Route>>,
}

impl App {
    /// By how much this departure is later than the usual one, where that changes how routes are weighed.
    pub(crate) fn late(&self, asked: &Asked, disabled: &[String]) -> Result<Option<Late>, AppError> {
        let situation = asked.situation();
        let said = asked.hurry || asked.mode.is_some() || disabled.iter().any(|id| id == LATE);
        let (Some(from), Some(to), false) = (situation.from, situation.to, said) else { return Ok(None) };
        if let Some((minutes, _)) = self.overtime(asked)? {
            return Ok(Some(Late { minutes, otherwise: None }));
        }
        let past = self.mine().trips_between(from, to, None)?;
        let now = clock(&asked.depart);
        let near: Vec<&Trip> = past
            .iter()
            .filter(|trip| trip.departure.at < asked.depart.at)
            .filter(|trip| (clock(&trip.departure) - now).abs() <= SAME_TRIP_MINUTES)
            .collect();
        let minutes = habit::leaves_late(&asked.depart, &near, &habit::Settings::DEFAULT);
        Ok(minutes.map(|minutes| Late { minutes, otherwise: None }))
    }

    /// Minutes of overtime, and how many trips say when one usually leaves: home from work, late in the evening, an hour or more
    /// after the usual departure on this kind of day.
    pub(crate) fn overtime(&self, asked: &Asked) -> Result<Option<(i64, usize)>, AppError> {
        let kind = |index: usize| asked.waypoints.get(index).map(|hit| hit.kind.as_str());
        let home = kind(0) == Some("work") && kind(asked.waypoints.len().saturating_sub(1)) == Some("home");
        if !home || asked.depart.zoned().hour() < LATE_HOUR {
            return Ok(None);
        }
        let situation = asked.situation();
        let (Some(from), Some(to)) = (situation.from, situation.to) else { return Ok(None) };
        let past = self.mine().trips_between(from, to, None)?;
        Ok(minutes_over(&asked.depart, &past).map(|minutes| (minutes, past.len())))
    }
}

/// Minutes after midnight, where it was lived.
fn clock(moment: &Moment) -> i64 {
    let lived = moment.zoned();
    i64::from(lived.hour()) * 60 + i64::from(lived.minute())
}

/// Minutes after the usual departure on this kind of day, when that is overtime.
fn minutes_over(depart: &Moment, past: &[Trip]) -> Option<i64> {
    let alike = past.iter().filter(|trip| trip.preferred && trip.departure.day_kind() == depart.day_kind());
    let mut usual: Vec<i64> = alike.map(|trip| clock(&trip.departure)).collect();
    usual.sort_unstable();
    if usual.len() < habit::Settings::DEFAULT.drives_to_know_departure {
        return None;
    }
    let late = clock(depart) - usual.get(usual.len() / 2)?;
    (late >= OVERTIME_MINUTES).then_some(late)
}

impl Late {
    /// What is told of it: the reason, and what it saved, as the exact difference of two computed ways.
    pub(crate) fn notice(&self, lang: Lang, asked: &Asked, chosen: &Route) -> NoticeDto {
        let usual = Moment {
            at: domain::Timestamp(asked.depart.at.0 - self.minutes * 60),
            zone: asked.depart.zone.clone(),
        };
        let usual = usual.zoned().strftime("%H:%M").to_string();
        let minutes = self.minutes;
        let saved = self.otherwise.as_ref().filter(|other| other.id != chosen.id);
        let saved = saved.map(|other| other.duration_s - chosen.duration_s);
        let text = match (lang, saved) {
            (Lang::Zh, Some(s)) => {
                format!(
                    "比平时（{usual}）晚了 {minutes} 分钟：这次走最快的路，省 {}。",
                    words::minutes(lang, s)
                )
            }
            (Lang::Zh, None) => {
                format!("比平时（{usual}）晚了 {minutes} 分钟：这次按最快的算，路还是同一条。")
            }
            (Lang::En, Some(s)) => format!(
                "{minutes} min later than usual ({usual}): the fastest way this time, {} quicker.",
                words::minutes(lang, s)
            ),
            (Lang::En, None) => {
                format!("{minutes} min later than usual ({usual}): weighed by time, and it is the same way.")
            }
        };
        NoticeDto { kind: LATE.to_owned(), text }
    }

    /// Whether the way is another one because of it.
    pub(crate) fn decides(&self, chosen: &Route) -> bool {
        self.otherwise.as_ref().is_some_and(|other| other.id != chosen.id)
    }
}
