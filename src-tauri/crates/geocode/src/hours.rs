//! Whether something is open.
//!
//! `opening_hours` are read by the `opening-hours` crate, with the public holidays of the country the thing lies in.
//! What can't be read, and what depends on things nobody here knows, is unknown: neither open nor closed.

use domain::{LonLat, Moment};
use jiff::tz::TimeZone;
use opening_hours::localization::{Coordinates, Country};
use opening_hours::{Context, OpeningHours, RuleKind};

/// Whether a thing is open at the asked moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// OSM does not say, or what it says can't be decided.
    #[default]
    Unknown,
    /// Open; until when, unless it never closes.
    Open(Option<Change>),
    /// Closed; when it opens, unless it never does.
    Closed(Option<Change>),
}

/// When that changes, on the clock of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Days from today.
    pub days: u16,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

/// A change farther off than this is not worth saying.
const WORTH_SAYING_DAYS: i64 = 7;

/// Whether hours as OSM writes them are open hours at this moment.
pub(crate) fn opening(hours: &str, at: LonLat, now: &Moment) -> Opening {
    // A value from a map may be anything; nothing sensible is longer.
    if hours.is_empty() || hours.len() > 500 {
        return Opening::Unknown;
    }
    let Ok(parsed) = hours.parse::<OpeningHours>() else { return Opening::Unknown };
    let country = Coordinates::new(at.lat, at.lon).and_then(Country::try_from_coords);
    let Some(zone) = zone(country, at, now) else { return Opening::Unknown };
    let here = now.at.in_zone("UTC").with_time_zone(zone).datetime();
    let date = chrono::NaiveDate::from_ymd_opt(
        here.year().into(),
        here.month().unsigned_abs().into(),
        here.day().unsigned_abs().into(),
    );
    let time = date.and_then(|date| {
        date.and_hms_opt(here.hour().unsigned_abs().into(), here.minute().unsigned_abs().into(), 0)
    });
    let Some(time) = time else { return Opening::Unknown };
    let context = Context::default()
        .with_holidays(country.map(Country::holidays).unwrap_or_default())
        .with_holidays_unknown(country.map(Country::holidays_regional).unwrap_or_default())
        // A year is "always" here, and looking farther costs time at every letter typed.
        .approx_bound_interval_size(chrono::TimeDelta::days(366));
    let hours = parsed.with_context(context);
    let change = || {
        let next = hours.next_change(time)?;
        let days = (next.date() - time.date()).num_days();
        use chrono::Timelike;
        let small = |value: u32| u8::try_from(value).unwrap_or(0);
        (0..=WORTH_SAYING_DAYS).contains(&days).then(|| Change {
            days: u16::try_from(days).unwrap_or(0),
            hour: small(next.hour()),
            minute: small(next.minute()),
        })
    };
    match hours.state(time).0 {
        RuleKind::Open => Opening::Open(change()),
        RuleKind::Closed => Opening::Closed(change()),
        RuleKind::Unknown => Opening::Unknown,
    }
}

/// Countries with one time zone, as in tzdb's `zone1970.tab`, and Portugal and Spain, whose islands are told apart.
#[rustfmt::skip]
const ZONES: &[(Country, &str)] = &[
    (Country::AD, "Europe/Andorra"), (Country::AT, "Europe/Vienna"), (Country::BE, "Europe/Brussels"), (Country::BG, "Europe/Sofia"),
    (Country::CH, "Europe/Zurich"), (Country::CN, "Asia/Shanghai"), (Country::CZ, "Europe/Prague"), (Country::DE, "Europe/Berlin"),
    (Country::DK, "Europe/Copenhagen"), (Country::EE, "Europe/Tallinn"), (Country::FI, "Europe/Helsinki"), (Country::FR, "Europe/Paris"),
    (Country::GB, "Europe/London"), (Country::GR, "Europe/Athens"), (Country::HK, "Asia/Hong_Kong"), (Country::HR, "Europe/Zagreb"),
    (Country::HU, "Europe/Budapest"), (Country::IE, "Europe/Dublin"), (Country::IS, "Atlantic/Reykjavik"), (Country::IT, "Europe/Rome"),
    (Country::JP, "Asia/Tokyo"), (Country::KR, "Asia/Seoul"), (Country::LI, "Europe/Vaduz"), (Country::LT, "Europe/Vilnius"),
    (Country::LU, "Europe/Luxembourg"), (Country::LV, "Europe/Riga"), (Country::MC, "Europe/Monaco"), (Country::NL, "Europe/Amsterdam"),
    (Country::NO, "Europe/Oslo"), (Country::PL, "Europe/Warsaw"), (Country::RO, "Europe/Bucharest"), (Country::SE, "Europe/Stockholm"),
    (Country::SG, "Asia/Singapore"), (Country::SI, "Europe/Ljubljana"), (Country::SK, "Europe/Bratislava"),
    (Country::SM, "Europe/San_Marino"), (Country::VA, "Europe/Vatican"), (Country::VN, "Asia/Ho_Chi_Minh"), (Country::ZA, "Africa/Johannesburg"),
];

/// The IANA zone of a place: its country's; else the person's, where that can be the place's by the sun; else the sun's.
pub fn zone_at(at: LonLat, own: &Moment) -> String {
    let country = Coordinates::new(at.lat, at.lon).and_then(Country::try_from_coords);
    if let Some(zone) = zone(country, at, own) {
        return zone.iana_name().unwrap_or(&own.zone).to_owned();
    }
    // The signs of these names are those of the time that is added to get UTC.
    match (at.lon / 15.0).round() as i64 {
        0 => "Etc/UTC".to_owned(),
        hours if hours > 0 => format!("Etc/GMT-{hours}"),
        hours => format!("Etc/GMT+{}", -hours),
    }
}

/// The time zone of a place: its country's; else the person's, where that can be the place's by the sun.
fn zone(country: Option<Country>, at: LonLat, now: &Moment) -> Option<TimeZone> {
    let named = match country {
        Some(Country::PT) if at.lon < -22.0 => Some("Atlantic/Azores"),
        Some(Country::PT) if at.lon < -12.0 => Some("Atlantic/Madeira"),
        Some(Country::PT) => Some("Europe/Lisbon"),
        Some(Country::ES) if at.lon < -12.0 => Some("Atlantic/Canary"),
        Some(Country::ES) => Some("Europe/Madrid"),
        other => ZONES.iter().find(|(known, _)| Some(*known) == other).map(|(_, zone)| *zone),
    };
    if let Some(zone) = named.and_then(|zone| TimeZone::get(zone).ok()) {
        return Some(zone);
    }
    // Clocks differ from the sun by less than three hours nearly everywhere (most in the west of China and of Spain).
    let zoned = now.zoned();
    let sun_h = at.lon / 15.0;
    let apart = (f64::from(zoned.offset().seconds()) / 3600.0 - sun_h).abs();
    (!(3.0..=21.0).contains(&apart)).then(|| zoned.time_zone().clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Timestamp;

    const MONACO: LonLat = LonLat { lon: 7.42, lat: 43.735 };
    const BEIJING: LonLat = LonLat { lon: 116.32, lat: 39.98 };
    const PORTO: LonLat = LonLat { lon: -8.61, lat: 41.15 };

    fn at(text: &str, zone: &str) -> Moment {
        let time: jiff::civil::DateTime = text.parse().unwrap();
        let zoned = time.in_tz(zone).unwrap();
        Moment { at: Timestamp(zoned.timestamp().as_second()), zone: zone.to_owned() }
    }

    #[test]
    fn ti4_a_trip_has_the_zone_of_its_place() {
        let check = |place: LonLat, own: &str, expected: &str| {
            assert_eq!(zone_at(place, &at("2026-07-01T12:00", own)), expected, "{place:?} for {own}");
        };
        check(PORTO, "Asia/Shanghai", "Europe/Lisbon");
        check(BEIJING, "Europe/Lisbon", "Asia/Shanghai");
        // Brazil has several: the person's own when the sun allows it, else the sun's.
        let manaus = LonLat { lon: -60.02, lat: -3.1 };
        check(manaus, "America/Manaus", "America/Manaus");
        check(manaus, "Europe/Lisbon", "Etc/GMT+4");
    }

    fn check(hours: &str, place: LonLat, time: &str, zone: &str, expected: Opening) {
        assert_eq!(opening(hours, place, &at(time, zone)), expected, "{hours} at {time}");
    }

    fn change(days: u16, hour: u8, minute: u8) -> Option<Change> {
        Some(Change { days, hour, minute })
    }

    #[test]
    fn open_closed_and_unknown() {
        // A Monday.
        let paris = |hours: &str, time: &str, expected| check(hours, MONACO, time, "Europe/Paris", expected);
        paris("Mo-Fr 08:30-12:30,14:30-19:30", "2026-11-30T10:00", Opening::Open(change(0, 12, 30)));
        paris("Mo-Fr 08:30-12:30,14:30-19:30", "2026-11-30T13:00", Opening::Closed(change(0, 14, 30)));
        paris("Mo-Fr 08:30-12:30,14:30-19:30", "2026-11-30T20:00", Opening::Closed(change(1, 8, 30)));
        paris("Mo-Fr 08:00-20:00", "2026-12-05T10:00", Opening::Closed(change(2, 8, 0)));
        paris("24/7", "2026-11-30T03:00", Opening::Open(None));
        paris("20:00-02:00", "2026-11-30T23:00", Opening::Open(change(1, 2, 0)));
        paris("closed", "2026-11-30T10:00", Opening::Closed(None));
        paris("Mo-Fr 08:00-18:00; PH off", "2026-12-25T10:00", Opening::Closed(change(3, 8, 0)));
        paris("by appointment", "2026-11-30T10:00", Opening::Unknown);
        paris("ask the owner", "2026-11-30T10:00", Opening::Unknown);
        paris("", "2026-11-30T10:00", Opening::Unknown);
        paris(&"x".repeat(2000), "2026-11-30T10:00", Opening::Unknown);
    }

    #[test]
    fn the_clock_is_the_places() {
        // The person's clock says another hour than the place's.
        check(
            "Mo-Su 09:00-18:00",
            BEIJING,
            "2026-11-30T03:00",
            "Europe/Paris",
            Opening::Open(change(0, 18, 0)),
        );
        check(
            "Mo-Su 09:00-18:00",
            MONACO,
            "2026-11-30T10:00",
            "Asia/Shanghai",
            Opening::Closed(change(0, 9, 0)),
        );
        check(
            "Mo-Su 09:00-18:00",
            PORTO,
            "2026-11-30T18:30",
            "Europe/Paris",
            Opening::Open(change(0, 18, 0)),
        );
        // The sea has no country: the person's clock where it can be the place's, else nothing is known.
        let sea = LonLat { lon: 0.0, lat: -30.0 };
        check("09:00-18:00", sea, "2026-11-30T10:00", "Europe/Paris", Opening::Open(change(0, 18, 0)));
        check("09:00-18:00", sea, "2026-11-30T10:00", "Asia/Shanghai", Opening::Unknown);
    }
}
