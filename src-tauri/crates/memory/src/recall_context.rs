//! How well a memory fits what is around: time, day, weather and company (MISSION S1-11).

use domain::{DayKind, Situation, TimeBucket, Weather};
use recall::{Topics, topics};

/// What is known of the moment.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    bucket: TimeBucket,
    days: DayKind,
    weather: Option<Weather>,
    company: Vec<String>,
    /// Topics that the moment makes likely: rain, the night, a child on board.
    likely: Topics,
}

impl Around {
    /// Of a situation and who is there.
    pub(crate) fn of(situation: &Situation, passengers: &[String]) -> Self {
        let bucket = situation.depart.bucket();
        let mut words = passengers.join(" , ");
        if let Some(weather) = situation.weather {
            words.push_str(" , ");
            words.push_str(weather.word());
        }
        let company = passengers.iter().map(|name| crate::fold(name)).collect();
        Self {
            bucket,
            days: situation.depart.day_kind(),
            weather: situation.weather,
            company,
            likely: topics(&words),
        }
    }
}

/// 1 when all that a condition names is so, 0 when something is not, a half when it names nothing or nothing is known of
/// it. Without a condition, a memory that is about what is there now (rain while it rains) fits better than one that is not.
pub(crate) fn fit(condition: &str, own: Topics, around: &Around) -> f64 {
    let mut known = false;
    for part in condition.split(';').filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else { continue };
        let holds = match name {
            "bucket" => Some(value == around.bucket.word()),
            "days" => Some(value == around.days.word()),
            "weather" => around.weather.map(|weather| weather.word() == value),
            "with" | "company" | "passenger" => {
                (!around.company.is_empty()).then(|| around.company.iter().any(|name| name == value))
            }
            _ => None,
        };
        match holds {
            Some(false) => return 0.0,
            Some(true) => known = true,
            None => {}
        }
    }
    if known {
        1.0
    } else if own.and(around.likely).is_empty() {
        0.5
    } else {
        0.75
    }
}

#[cfg(test)]
mod tests {
    use domain::{Moment, Situation, Timestamp, Weather};
    use recall::topics;

    use super::{Around, fit};

    #[test]
    fn s1_11_what_is_around_lifts_what_fits_it() {
        // A Monday at 07:30 UTC.
        let depart = Moment { at: Timestamp(1_796_023_800), zone: "UTC".to_owned() };
        let situation = |weather| Situation { depart: depart.clone(), weather, from: None, to: None };
        let rain = Around::of(&situation(Some(Weather::Rain)), &["我女儿".to_owned()]);
        let plain = Around::of(&situation(None), &[]);
        for (condition, text, in_rain, otherwise) in [
            ("weather=rain", "take the trunk road", 1.0, 0.5),
            ("weather=snow", "take the trunk road", 0.0, 0.5),
            ("bucket=morning", "", 1.0, 1.0),
            ("bucket=night;weather=rain", "", 0.0, 0.0),
            ("days=workday", "", 1.0, 1.0),
            ("", "when it rains I go by the river", 0.75, 0.5),
            ("", "女儿坐儿童座椅", 0.75, 0.5),
            ("", "likes jazz", 0.5, 0.5),
        ] {
            assert_eq!(fit(condition, topics(text), &rain), in_rain, "{condition} {text}");
            assert_eq!(fit(condition, topics(text), &plain), otherwise, "{condition} {text}");
        }
    }
}
