//! Later than usual: then the quickest way is meant, whatever the settings prefer (MISSION S1-52).

use std::sync::Arc;

use domain::{Lang, Route, Trip, habit};

use crate::{App, AppError, dto::NoticeDto, plan::Asked, words};

/// The id by which a plan is asked for without it.
pub(crate) const LATE: &str = "late";
/// Departures so far from this one belong to another trip of the day, minutes.
const SAME_TRIP_MINUTES: i64 = 180;

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
        let past = self.mine().trips_between(from, to, None)?;
        let clock = |moment: &domain::Moment| {
            let lived = moment.zoned();
            i64::from(lived.hour()) * 60 + i64::from(lived.minute())
        };
        let now = clock(&asked.depart);
        let near: Vec<&Trip> = past
            .iter()
            .filter(|trip| trip.departure.at < asked.depart.at)
            .filter(|trip| (clock(&trip.departure) - now).abs() <= SAME_TRIP_MINUTES)
            .collect();
        let minutes = habit::leaves_late(&asked.depart, &near, &habit::Settings::DEFAULT);
        Ok(minutes.map(|minutes| Late { minutes, otherwise: None }))
    }
}

impl Late {
    /// What is told of it: the reason, and what it saved, as the exact difference of two computed ways.
    pub(crate) fn notice(&self, lang: Lang, asked: &Asked, chosen: &Route) -> NoticeDto {
        let usual = domain::Moment {
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
