//! Asking a weather service: hour by hour, for a square of the map that is too large to say where somebody lives.

use crate::{LonLat, Timestamp, Weather};

/// Degrees to which a place is rounded before anybody is asked about it: about eleven kilometres from south to north.
pub const WEATHER_GRID_DEG: f64 = 0.1;

/// What a service says of an hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeatherHour {
    /// The instant that it is said of.
    pub at: Timestamp,
    /// What the sky does; `None` for what is neither rain, snow, fog nor clear (an overcast sky).
    pub weather: Option<Weather>,
    /// Degrees Celsius.
    pub outside_c: Option<f64>,
}

/// A place as it may be told to a weather service.
pub fn on_weather_grid(at: LonLat) -> LonLat {
    let round = |degrees: f64| (degrees / WEATHER_GRID_DEG).round() * WEATHER_GRID_DEG;
    // 43.7, not 43.7000000001.
    let tidy = |degrees: f64| (degrees * 10.0).round() / 10.0;
    LonLat { lon: tidy(round(at.lon)), lat: tidy(round(at.lat)) }
}

/// The hour that holds for an instant: the last that begins at or before it, unless that is more than an hour ago.
pub fn hour_at(hours: &[WeatherHour], at: Timestamp) -> Option<WeatherHour> {
    let last = hours.iter().filter(|hour| hour.at <= at).max_by_key(|hour| hour.at)?;
    (at.0 - last.at.0 < 3_600).then_some(*last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_to_a_tenth_of_a_degree() {
        let check = |lat: f64, lon: f64, expected: (f64, f64)| {
            let told = on_weather_grid(LonLat { lon, lat });
            assert_eq!((told.lat, told.lon), expected);
        };
        check(43.7243, 7.4035, (43.7, 7.4));
        check(43.7560, 7.4735, (43.8, 7.5));
        check(-0.04, 179.97, (0.0, 180.0));
    }

    #[test]
    fn an_hour_holds_until_the_next_and_no_longer() {
        let hour = |at: i64, weather| WeatherHour { at: Timestamp(at), weather, outside_c: None };
        let hours = [hour(0, Some(Weather::Rain)), hour(3_600, None)];
        let check = |at: i64, expected: Option<Option<Weather>>| {
            assert_eq!(hour_at(&hours, Timestamp(at)).map(|hour| hour.weather), expected, "{at}");
        };
        check(-1, None);
        check(0, Some(Some(Weather::Rain)));
        check(3_599, Some(Some(Weather::Rain)));
        check(3_600, Some(None));
        check(7_199, Some(None));
        check(7_200, None);
    }
}
