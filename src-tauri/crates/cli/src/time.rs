//! Times as they are typed.

use app::{AppError, dto::ErrorCode};
use domain::{Moment, Timestamp};
use jiff::{Zoned, civil};

/// `2026-11-29T18:30[Europe/Paris]`, `2026-11-29T17:30Z`, `2026-11-29T18:30` or `18:30` (in the zone of `now`).
pub fn moment(text: &str, now: &Moment) -> Result<Moment, AppError> {
    let text = text.trim();
    let wrong = || AppError::new(ErrorCode::BadRequest).with("field", "time");
    if let Ok(zoned) = text.parse::<Zoned>() {
        return Ok(Moment::from_zoned(&zoned));
    }
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Ok(Moment { at: Timestamp(instant.as_second()), zone: now.zone.clone() });
    }
    let here = now.zoned();
    let civil: civil::DateTime = match text.parse::<civil::DateTime>() {
        Ok(civil) => civil,
        Err(_not_a_date) => {
            let time: civil::Time = text.parse().map_err(|_not_a_time| wrong())?;
            here.date().to_datetime(time)
        }
    };
    let zoned = civil.to_zoned(here.time_zone().clone()).map_err(|_no_such_time| wrong())?;
    Ok(Moment { at: Timestamp(zoned.timestamp().as_second()), zone: now.zone.clone() })
}

/// A time as it is listed: date and clock, in the zone of `now`.
pub fn words(at: i64, now: &Moment) -> String {
    let zoned = Moment { at: Timestamp(at), zone: now.zone.clone() }.zoned();
    zoned.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_the_zone_of_now() {
        let now = Moment { at: Timestamp(1_795_888_800), zone: "Europe/Paris".to_owned() };
        let check = |text: &str, at: i64| {
            assert_eq!(moment(text, &now).expect("a time").at.0, at, "{text}");
        };
        check("2026-11-29T18:30[Europe/Paris]", 1_795_973_400);
        check("2026-11-29T17:30Z", 1_795_973_400);
        check("2026-11-29T18:30", 1_795_973_400);
        check("2026-11-28T18:30:00+01:00[Europe/Paris]", 1_795_887_000);
        assert!(moment("soon", &now).is_err());
    }
}
