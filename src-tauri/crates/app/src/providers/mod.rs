//! Routes of somebody else's server: which services there are, what the person set for them, and asking one.
//!
//! Every service is off until it is switched on. A question is one press of a button and one request, written down in
//! the ledger before it is sent. `docs/providers.md` says what is sent.

mod matched;
mod plan;
mod words;

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    ports::{ProviderError, RouteProvider},
    provider::{ProviderId, ProviderServer},
};
use geocode::Datum;
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError,
    dto::{ErrorCode, ProviderDto, ProviderSetRequest},
    online,
};

/// Where the settings of services are kept, among those of the profile: erasing everything takes the keys along.
const SETTINGS_KEY: &str = "providers";
/// Longest address and key, in bytes.
const LONGEST: usize = 500;

/// What the person set for a service.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    enabled: bool,
    address: String,
    key: String,
    datum: String,
    timeout_s: u32,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            enabled: false,
            address: String::new(),
            key: String::new(),
            datum: String::new(),
            timeout_s: 15,
        }
    }
}

/// What is known of a service before it is asked.
struct About {
    name: &'static str,
    usual_address: &'static str,
    needs_key: &'static str,
    datum: Datum,
    sends: &'static [&'static str],
    features: &'static [&'static str],
}

fn about(id: ProviderId) -> About {
    match id {
        ProviderId::Osrm => About {
            name: "OSRM",
            usual_address: "http://127.0.0.1:5000",
            needs_key: "none",
            datum: Datum::Wgs84,
            sends: &["features"],
            features: &["motorway", "toll", "ferry"],
        },
        ProviderId::Valhalla => About {
            name: "Valhalla",
            usual_address: "http://127.0.0.1:8002",
            needs_key: "none",
            datum: Datum::Wgs84,
            sends: &["departure", "features", "areas", "sections", "vehicle"],
            features: &["motorway", "toll", "ferry", "tunnel", "bridge", "unpaved", "residential"],
        },
        ProviderId::GraphHopper => About {
            name: "GraphHopper",
            usual_address: "http://127.0.0.1:8989",
            needs_key: "optional",
            datum: Datum::Wgs84,
            sends: &["features", "areas", "key"],
            features: &["motorway", "toll", "ferry", "tunnel", "bridge", "unpaved", "residential"],
        },
        ProviderId::Amap => About {
            name: "高德 Amap",
            usual_address: "https://restapi.amap.com",
            needs_key: "required",
            datum: Datum::Gcj02,
            sends: &["features", "areas", "roads", "key"],
            features: &["motorway", "toll", "ferry"],
        },
    }
}

impl App {
    /// The same app with services that can be asked for routes. Even then none is asked before it is switched on.
    #[must_use]
    pub fn with_providers(mut self, providers: Vec<Arc<dyn RouteProvider>>) -> Self {
        self.providers = providers;
        self
    }

    /// The services, and what is set for them.
    pub fn provider_list(&self) -> Result<Vec<ProviderDto>, AppError> {
        let kept = self.kept_providers()?;
        let known = ProviderId::ALL.into_iter();
        Ok(known.map(|id| dto(id, &kept.get(id.word()).cloned().unwrap_or_default())).collect())
    }

    /// Changes what is set for a service.
    pub fn provider_set(&self, request: &ProviderSetRequest) -> Result<Vec<ProviderDto>, AppError> {
        let id = ProviderId::from_word(&request.id).ok_or_else(|| AppError::bad_request("provider"))?;
        let mut all = self.kept_providers()?;
        let mut kept = all.remove(id.word()).unwrap_or_default();
        if let Some(address) = &request.address {
            kept.address = good_address(address).ok_or_else(|| AppError::bad_request("address"))?;
        }
        if let Some(key) = &request.key {
            let key = key.trim();
            if key.len() > LONGEST || !key.chars().all(|c| c.is_ascii_graphic()) {
                return Err(AppError::bad_request("key"));
            }
            key.clone_into(&mut kept.key);
        }
        if let Some(datum) = &request.datum {
            let known = Datum::from_word(datum).filter(|datum| *datum != Datum::Bd09);
            known.ok_or_else(|| AppError::bad_request("datum"))?.word().clone_into(&mut kept.datum);
        }
        if let Some(timeout_s) = request.timeout_s {
            if !(1..=120).contains(&timeout_s) {
                return Err(AppError::bad_request("timeout_s"));
            }
            kept.timeout_s = timeout_s;
        }
        kept.enabled = request.enabled.unwrap_or(kept.enabled);
        if kept.enabled && kept.address.is_empty() {
            return Err(AppError::bad_request("address").with("why", "missing"));
        }
        if kept.enabled && kept.key.is_empty() && about(id).needs_key == "required" {
            return Err(AppError::bad_request("key").with("why", "missing"));
        }
        all.insert(id.word().to_owned(), kept);
        let text = serde_json::to_string(&all)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.mine().set_setting(SETTINGS_KEY, Some(&text))?;
        self.provider_list()
    }

    fn kept_providers(&self) -> Result<BTreeMap<String, Kept>, AppError> {
        let text = self.mine().setting(SETTINGS_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// A service that may be asked: switched on, and with all that it needs.
    fn switched_on(&self, word: &str) -> Result<Ready, AppError> {
        let id = ProviderId::from_word(word).ok_or_else(|| AppError::bad_request("provider"))?;
        let kept = self.kept_providers()?.remove(id.word()).unwrap_or_default();
        let refused =
            |why: &str| AppError::new(ErrorCode::Network).with("why", why).with("provider", id.word());
        let provider = self.providers.iter().find(|provider| provider.id() == id).map(Arc::clone);
        let Some(provider) = provider.filter(|_| kept.enabled) else { return Err(refused("off")) };
        if kept.address.is_empty() {
            return Err(refused("no_address"));
        }
        if kept.key.is_empty() && about(id).needs_key == "required" {
            return Err(refused("no_key"));
        }
        Ok(Ready {
            provider,
            dto: dto(id, &kept),
            datum: datum(id, &kept),
            server: ProviderServer {
                address: kept.address,
                key: kept.key,
                timeout_ms: kept.timeout_s * 1000,
            },
        })
    }
}

/// A service that may be asked.
struct Ready {
    provider: Arc<dyn RouteProvider>,
    dto: ProviderDto,
    datum: Datum,
    server: ProviderServer,
}

fn dto(id: ProviderId, kept: &Kept) -> ProviderDto {
    let about = about(id);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    ProviderDto {
        id: id.word().to_owned(),
        name: about.name.to_owned(),
        enabled: kept.enabled,
        address: kept.address.clone(),
        usual_address: about.usual_address.to_owned(),
        needs_key: about.needs_key.to_owned(),
        has_key: !kept.key.is_empty(),
        datum: datum(id, kept).word().to_owned(),
        timeout_s: kept.timeout_s,
        sends: words(about.sends),
        features: words(about.features),
    }
}

fn datum(id: ProviderId, kept: &Kept) -> Datum {
    Datum::from_word(&kept.datum).unwrap_or(about(id).datum)
}

/// An address as it is kept: of the web, with nothing that could carry a secret, without a slash at its end.
pub(crate) fn good_address(address: &str) -> Option<String> {
    let address = address.trim().trim_end_matches('/');
    if address.is_empty() {
        return Some(String::new());
    }
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let plain = rest.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '?' | '#' | '@' | '\\' | '"'));
    let host = rest.split('/').next().unwrap_or_default();
    (plain && !host.is_empty() && address.len() <= LONGEST).then(|| address.to_owned())
}

/// Stable word of a failure, for the ledger and for [`ErrorCode::Network`].
pub(crate) fn failure_word(error: ProviderError) -> &'static str {
    match error {
        ProviderError::Exchange(error) => online::word(error),
        ProviderError::Unreadable => "unreadable",
        ProviderError::NoWay => "no_way",
        ProviderError::OffItsMap => "off_its_map",
        ProviderError::Wishes => "wishes",
        ProviderError::Key => "key",
        ProviderError::Limit => "limit",
    }
}

fn app_error(id: ProviderId, error: ProviderError) -> AppError {
    match error {
        ProviderError::Exchange(error) => AppError::from(error),
        other => AppError::new(ErrorCode::Network).with("why", failure_word(other)),
    }
    .with("provider", id.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_the_web_and_carry_no_secret() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(good_address(address).as_deref(), expected, "{address}");
        };
        check(" http://127.0.0.1:5000/ ", Some("http://127.0.0.1:5000"));
        check("https://maps.example/route/v1", Some("https://maps.example/route/v1"));
        check("", Some(""));
        for bad in [
            "ftp://x",
            "maps.example",
            "http://",
            "http:///path",
            "https://me:secret@maps.example",
            "https://maps.example/?key=1",
            "https://maps.example/#a",
            "http://a b",
            "http://a\nb",
        ] {
            check(bad, None);
        }
        check(&format!("http://{}", "a".repeat(LONGEST)), None);
    }
}
