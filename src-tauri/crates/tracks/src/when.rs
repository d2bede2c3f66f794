//! Times as files write them.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

/// Seconds since 1970 of a time in words or digits; `zone` is meant where the words name none. `None` for what is no time.
pub(crate) fn time(text: &str, zone: &TimeZone) -> Option<f64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return epoch(number);
    }
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(seconds(instant));
    }
    let local = text.parse::<DateTime>().ok().or_else(|| {
        // Ambiguous orders of day and month are not guessed: a year first, or dots, or a month in letters.
        const FORMS: [&str; 6] = [
            "%Y/%m/%d %H:%M:%S%.f",
            "%Y/%m/%d %H:%M",
            "%d.%m.%Y %H:%M:%S%.f",
            "%d.%m.%Y %H:%M",
            "%Y-%m-%d %H:%M",
            "%d %b %Y %H:%M:%S",
        ];
        FORMS.iter().find_map(|form| DateTime::strptime(form, text).ok())
    })?;
    local.to_zoned(zone.clone()).ok().map(|zoned| seconds(zoned.timestamp()))
}

/// The same for a date and a time of day in columns of their own.
pub(crate) fn date_and_time(date: &str, clock: &str, zone: &TimeZone) -> Option<f64> {
    time(&format!("{} {}", date.trim(), clock.trim()), zone)
}

/// Seconds since 1970 of a number that may count seconds, milliseconds, microseconds or nanoseconds: between 1990 and 2100.
pub(crate) fn epoch(number: f64) -> Option<f64> {
    const POSSIBLE: std::ops::Range<f64> = 631_152_000.0..4_102_444_800.0;
    [1.0, 1e3, 1e6, 1e9].iter().map(|unit| number / unit).find(|seconds| POSSIBLE.contains(seconds))
}

fn seconds(instant: Timestamp) -> f64 {
    instant.as_millisecond() as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    #[test]
    fn times_are_read_as_files_write_them() {
        let lisbon = TimeZone::get("Europe/Lisbon").unwrap();
        let check =
            |text: &str, expected: Option<f64>| assert_eq!(super::time(text, &lisbon), expected, "{text}");
        check("2026-07-01T08:00:00Z", Some(1_782_892_800.0));
        check("2026-07-01T08:00:00.250Z", Some(1_782_892_800.25));
        check("2026-07-01T10:00:00+02:00", Some(1_782_892_800.0));
        check("2026-07-01 09:00:00", Some(1_782_892_800.0));
        check("2026-07-01T09:00:00.5", Some(1_782_892_800.5));
        check("2026/07/01 09:00:00", Some(1_782_892_800.0));
        check("01.07.2026 09:00", Some(1_782_892_800.0));
        check("1782892800", Some(1_782_892_800.0));
        check("1782892800250", Some(1_782_892_800.25));
        check(" 1782892800.25 ", Some(1_782_892_800.25));
        for nothing in ["", "yesterday", "12", "07/01/2026 09:00", "2026-13-01T00:00:00Z"] {
            check(nothing, None);
        }
        assert_eq!(super::date_and_time("2026-07-01", "09:00:00", &lisbon), Some(1_782_892_800.0));
    }
}
