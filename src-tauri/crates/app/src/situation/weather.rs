//! The weather service (Open-Meteo): off until the person switches it on, asked for a square of ten kilometres, and only
//! when somebody wants to know. A plan never waits for it: it takes what was answered before, or leaves the weather unknown.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{
    LonLat, ProfileId, Timestamp, WEATHER_GRID_DEG, Weather, WeatherHour, hour_at, on_weather_grid,
    ports::{ProviderError, WeatherProvider},
    provider::ProviderServer,
};
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, PointDto, WeatherDto, WeatherSetRequest},
    providers::{failure_word, good_address},
    remember::point_of,
};

/// Where the setting is kept, among those of the profile.
const SETTINGS_KEY: &str = "weather";
/// What a request is noted as in the ledger.
const PURPOSE: &str = "weather";
/// Seconds for which an answer is not asked for again (ours: a forecast changes every hour or so).
const FRESH_S: i64 = 30 * 60;
/// Seconds after which an answer says nothing any more.
const STALE_S: i64 = 6 * 60 * 60;
/// Squares whose answers are kept in memory; none is ever written to disk, for a square says about where somebody lives.
const MOST_SQUARES: usize = 16;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    enabled: bool,
    address: String,
    timeout_s: u32,
}

impl Default for Kept {
    fn default() -> Self {
        Self { enabled: false, address: String::new(), timeout_s: 5 }
    }
}

/// The service, and what it said since the program began.
#[derive(Default)]
pub(crate) struct Weathers {
    provider: Option<Arc<dyn WeatherProvider>>,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    answers: Vec<Answer>,
    problem: String,
}

struct Answer {
    profile: ProfileId,
    square: LonLat,
    at: Timestamp,
    hours: Vec<WeatherHour>,
}

/// What the service says of one hour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sky {
    pub weather: Option<Weather>,
    pub outside_c: Option<f64>,
    pub asked_at: Timestamp,
}

impl App {
    /// The same app with a weather service. Even then it is not asked before the person switches it on.
    #[must_use]
    pub fn with_weather(mut self, provider: Arc<dyn WeatherProvider>) -> Self {
        self.weather.provider = Some(provider);
        self
    }

    /// The service's setting, and the weather around home as it was answered last.
    pub fn weather(&self) -> Result<WeatherDto, AppError> {
        let kept = self.kept_weather()?;
        let square = self.likely_start()?.map(on_weather_grid);
        let now = self.now().at;
        let sky = square.filter(|_| kept.enabled).and_then(|square| self.heard_of(square, now));
        let usual = self.weather.provider.as_ref().map_or("", |provider| provider.usual_address());
        Ok(WeatherDto {
            enabled: kept.enabled,
            address: kept.address,
            usual_address: usual.to_owned(),
            timeout_s: kept.timeout_s,
            sky: sky.as_ref().and_then(|sky| sky.weather).map(|weather| weather.word().to_owned()),
            outside_c: sky.as_ref().and_then(|sky| sky.outside_c),
            asked_at: sky.as_ref().map(|sky| sky.asked_at.0),
            grid_deg: WEATHER_GRID_DEG,
            problem: self.weather.heard.lock().unwrap_or_else(PoisonError::into_inner).problem.clone(),
        })
    }

    /// Changes the service's setting. Switched off, what it said is forgotten.
    pub fn weather_set(&self, request: &WeatherSetRequest) -> Result<WeatherDto, AppError> {
        let mut kept = self.kept_weather()?;
        if let Some(address) = &request.address {
            kept.address = good_address(address).ok_or_else(|| AppError::bad_request("address"))?;
        }
        if let Some(timeout_s) = request.timeout_s {
            if !(1..=30).contains(&timeout_s) {
                return Err(AppError::bad_request("timeout_s"));
            }
            kept.timeout_s = timeout_s;
        }
        kept.enabled = request.enabled.unwrap_or(kept.enabled);
        let text = serde_json::to_string(&kept)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.mine().set_setting(SETTINGS_KEY, Some(&text))?;
        // Another address, another answer; off, none.
        let mut heard = self.weather.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.answers.clear();
        heard.problem.clear();
        drop(heard);
        self.weather()
    }

    /// Asks the service about a place, or about home, unless it answered within the last half hour. Off, nothing is sent.
    pub fn weather_refresh(
        &self,
        near: Option<PointDto>,
        cancel: &CancelToken,
    ) -> Result<WeatherDto, AppError> {
        let kept = self.kept_weather()?;
        let place = match near {
            Some(point) => Some(point_of(point)?),
            None => self.likely_start()?,
        };
        let (Some(provider), Some(place), true) = (&self.weather.provider, place, kept.enabled) else {
            return self.weather();
        };
        let (square, now) = (on_weather_grid(place), self.now().at);
        if self.heard_of(square, now).is_some_and(|sky| (now.0 - sky.asked_at.0).abs() < FRESH_S) {
            return self.weather();
        }
        let address =
            if kept.address.is_empty() { provider.usual_address().to_owned() } else { kept.address };
        let number = self.ledger.begin(now.0, &address, PURPOSE)?;
        let server = ProviderServer { address, key: String::new(), timeout_ms: kept.timeout_s * 1000 };
        let answer = provider.hours(&server, square, &|| cancel.is_cancelled());
        self.ledger.end(number, answer.as_ref().err().map_or("ok", |error| failure_word(*error)));
        self.keep_answer(square, now, answer);
        self.weather()
    }

    fn keep_answer(&self, square: LonLat, now: Timestamp, answer: Result<Vec<WeatherHour>, ProviderError>) {
        let profile = self.profile();
        let mut heard = self.weather.heard.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(hours) => {
                heard.answers.retain(|old| (old.profile, old.square) != (profile, square));
                heard.answers.insert(0, Answer { profile, square, at: now, hours });
                heard.answers.truncate(MOST_SQUARES);
                heard.problem.clear();
            }
            // An older answer goes on to hold for its hours: a service that fails makes nothing unknown at once.
            Err(error) => failure_word(error).clone_into(&mut heard.problem),
        }
    }

    /// What the service said of the square for this instant; nothing when it was not asked, or too long ago.
    fn heard_of(&self, square: LonLat, at: Timestamp) -> Option<Sky> {
        let (profile, now) = (self.profile(), self.now().at);
        let heard = self.weather.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = heard.answers.iter().find(|old| (old.profile, old.square) == (profile, square))?;
        let fresh = (0..=STALE_S).contains(&(now.0 - answer.at.0));
        let hour = hour_at(&answer.hours, at).filter(|_| fresh)?;
        Some(Sky { weather: hour.weather, outside_c: hour.outside_c, asked_at: answer.at })
    }

    /// The weather for a trip that starts here then, as far as the service said it before.
    pub(crate) fn sky(&self, start: LonLat, depart: Timestamp) -> Result<Option<Sky>, AppError> {
        if self.weather.provider.is_none() || !self.kept_weather()?.enabled {
            return Ok(None);
        }
        Ok(self.heard_of(on_weather_grid(start), depart))
    }

    fn kept_weather(&self) -> Result<Kept, AppError> {
        let text = self.mine().setting(SETTINGS_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}
