//! Open-Meteo's forecast interface, behind domain's `WeatherProvider` (open-meteo.com/en/docs: `/v1/forecast` with
//! `hourly=temperature_2m,weather_code`; weather codes are those of WMO table 4677 as listed there).
//!
//! A question names a square of a tenth of a degree, the two quantities and two days: nothing else.

use std::time::Duration;

use domain::{
    LonLat, Timestamp, Weather, WeatherHour,
    ports::{ProviderError, Stop, WeatherProvider},
    provider::ProviderServer,
};
use serde_json::Value;

use crate::{
    fetch::{self, Question},
    providers::status,
};

/// The longest answer that is taken: two days by the hour are three kilobytes.
const MOST_BYTES: usize = 256 << 10;
/// Hours that are taken.
const MOST_HOURS: usize = 24 * 16;
/// Degrees Celsius that occur on earth, with room.
const POSSIBLE_C: std::ops::RangeInclusive<f64> = -95.0..=65.0;

/// Asks Open-Meteo, or a server that speaks as it does.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenMeteo;

impl WeatherProvider for OpenMeteo {
    fn usual_address(&self) -> &'static str {
        "https://api.open-meteo.com"
    }

    fn hours(
        &self,
        server: &ProviderServer,
        square: LonLat,
        stop: Stop<'_>,
    ) -> Result<Vec<WeatherHour>, ProviderError> {
        let address = format!(
            "{}/v1/forecast?latitude={:.1}&longitude={:.1}&hourly=temperature_2m,weather_code&timeformat=unixtime&timezone=GMT&forecast_days=2",
            server.address, square.lat, square.lon
        );
        let question = Question { address, body: None, bearer: String::new() };
        let patience = Duration::from_millis(u64::from(server.timeout_ms));
        let answer = fetch::exchange(&question, MOST_BYTES, patience, stop)?;
        if let Some(failed) = status(answer.status) {
            return Err(failed);
        }
        let said: Value =
            serde_json::from_slice(&answer.body).map_err(|_no_json| ProviderError::Unreadable)?;
        read(&said).ok_or(ProviderError::Unreadable)
    }
}

/// The hours of an answer. One senseless number makes the whole of it unreadable: half a forecast is none.
fn read(said: &Value) -> Option<Vec<WeatherHour>> {
    let hourly = said.get("hourly")?;
    let list = |name: &str| hourly.get(name)?.as_array();
    let (times, codes, degrees) = (list("time")?, list("weather_code")?, list("temperature_2m")?);
    if times.is_empty()
        || times.len() > MOST_HOURS
        || codes.len() != times.len()
        || degrees.len() != times.len()
    {
        return None;
    }
    let mut hours: Vec<WeatherHour> = Vec::with_capacity(times.len());
    for ((time, code), degree) in times.iter().zip(codes).zip(degrees) {
        let at = Timestamp(time.as_i64()?);
        if hours.last().is_some_and(|before| before.at >= at) {
            return None;
        }
        // What a station did not measure is null, and stays unknown.
        let weather = match code {
            Value::Null => None,
            code => weather(code.as_u64().or_else(|| whole(code.as_f64()?))?)?,
        };
        let outside_c = match degree {
            Value::Null => None,
            degree => Some(degree.as_f64().filter(|c| POSSIBLE_C.contains(c))?),
        };
        hours.push(WeatherHour { at, weather, outside_c });
    }
    Some(hours)
}

fn whole(code: f64) -> Option<u64> {
    (code.fract() == 0.0 && (0.0..100.0).contains(&code)).then_some(code as u64)
}

/// What a code says; nothing inside for a sky that is none of the four; `None` for no code of the table.
fn weather(code: u64) -> Option<Option<Weather>> {
    Some(match code {
        0..=2 => Some(Weather::Clear),
        45 | 48 => Some(Weather::Fog),
        // Drizzle, rain, showers, thunderstorms; freezing rain is ice on the road.
        51 | 53 | 55 | 61 | 63 | 65 | 80..=82 | 95 | 96 | 99 => Some(Weather::Rain),
        56 | 57 | 66 | 67 | 71 | 73 | 75 | 77 | 85 | 86 => Some(Weather::Snow),
        3..=99 => None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[allow(clippy::type_complexity, reason = "one row of a table of tests")]
    fn check(said: &Value, expected: Option<&[(i64, Option<Weather>, Option<f64>)]>) {
        let hours = read(said).map(|hours| {
            hours.iter().map(|hour| (hour.at.0, hour.weather, hour.outside_c)).collect::<Vec<_>>()
        });
        assert_eq!(hours.as_deref(), expected, "{said}");
    }

    fn hourly(times: &Value, codes: &Value, degrees: &Value) -> Value {
        json!({"hourly": {"time": times, "weather_code": codes, "temperature_2m": degrees}})
    }

    #[test]
    fn hours_are_read_and_what_was_not_measured_is_unknown() {
        check(
            &hourly(&json!([0, 3600, 7200]), &json!([61, 3, null]), &json!([12.5, null, -3])),
            Some(&[(0, Some(Weather::Rain), Some(12.5)), (3600, None, None), (7200, None, Some(-3.0))]),
        );
        check(
            &hourly(&json!([0]), &json!([66]), &json!([0.0])),
            Some(&[(0, Some(Weather::Snow), Some(0.0))]),
        );
        check(&hourly(&json!([0]), &json!([45.0]), &json!([9])), Some(&[(0, Some(Weather::Fog), Some(9.0))]));
    }

    #[test]
    fn senseless_answers_are_none() {
        for (times, codes, degrees) in [
            (json!([]), json!([]), json!([])),
            (json!([0, 3600]), json!([0]), json!([1, 2])),
            (json!([3600, 0]), json!([0, 0]), json!([1, 2])),
            (json!([0]), json!([100]), json!([1])),
            (json!([0]), json!([-1]), json!([1])),
            (json!([0]), json!(["rain"]), json!([1])),
            (json!([0]), json!([0]), json!([400])),
            (json!(["2026-11-30T00:00"]), json!([0]), json!([1])),
        ] {
            check(&hourly(&times, &codes, &degrees), None);
        }
        check(&json!({"error": true, "reason": "no such place"}), None);
        check(&json!([]), None);
    }
}
