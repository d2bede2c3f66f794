//! Profiles and their settings.

use std::{fs, path::Path};

use domain::{Moment, ProfileId, RoadFeature, Strength, Target, Vehicle, intent::RoutePreference};
use memory::{Mine, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError,
    dto::{ProfileDto, SettingsDto, StatusDto, VehicleDto},
};

/// Name of the profile that a fresh installation uses.
pub const OWN_PROFILE: &str = "me";
/// Name of the demo's profile; removing the demo removes it with everything it owns.
pub const DEMO_PROFILE: &str = "demo";

const SETTINGS_KEY: &str = "settings";

/// Which profile is in use. Kept beside the database, because it belongs to none of the profiles.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// Row of the profile in use.
    pub current: ProfileId,
    /// Its name.
    pub name: String,
}

/// The file `profile.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Chosen {
    profile: String,
}

impl Profiles {
    /// The profile asked for, or the last one used, or the person's own.
    pub fn open(
        data_dir: &Path,
        store: &Store,
        asked: Option<&str>,
        now: &Moment,
    ) -> Result<Self, StoreError> {
        let last = fs::read(data_dir.join("profile.json"))
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Chosen>(&bytes).ok())
            .map(|chosen| chosen.profile)
            .filter(|name| !name.is_empty());
        let name = asked.map(str::to_owned).or(last).unwrap_or_else(|| OWN_PROFILE.to_owned());
        let current = store.ensure_profile(&name, now)?;
        Ok(Self { current, name })
    }
}

impl App {
    /// What a shell shows at start.
    pub fn status(&self) -> Result<StatusDto, AppError> {
        let profiles = self.store.profiles()?;
        let name = self.profile_name();
        // What was written last still lies in the log beside the file.
        let memory_bytes = ["memory.db", "memory.db-wal"]
            .into_iter()
            .filter_map(|name| fs::metadata(self.data_dir.join(name)).ok())
            .map(|file| file.len())
            .sum();
        let settings = self.settings()?;
        let regions = self.region_list()?;
        let (network_requests, network_last) = self.network_requests();
        let demo = profiles.iter().any(|profile| profile.name == DEMO_PROFILE);
        Ok(StatusDto {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            profile: ProfileDto { demo: name == DEMO_PROFILE, name },
            profiles: profiles
                .into_iter()
                .map(|profile| ProfileDto { demo: profile.name == DEMO_PROFILE, name: profile.name })
                .collect(),
            first_start: !settings.welcomed && !demo,
            regions,
            demo,
            meaning: self.meaning.state(),
            unconfirmed: u32::try_from(self.mine().proposed()?.len()).unwrap_or(u32::MAX),
            data_dir: self.data_dir.display().to_string(),
            memory_bytes,
            network_requests,
            network_last,
            settings,
            erase_pending: self.store.erasure_pending()?,
        })
    }

    /// Uses another profile from now on; made when there is none of that name.
    pub fn profile_use(&self, name: &str) -> Result<StatusDto, AppError> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 60 {
            return Err(AppError::bad_request("name"));
        }
        self.use_profile(name)?;
        self.status()
    }

    /// Keeps settings.
    pub fn settings_set(&self, settings: &SettingsDto) -> Result<StatusDto, AppError> {
        check_settings(settings)?;
        self.store_settings(settings)?;
        self.status()
    }

    /// The settings of the profile in use.
    pub fn settings(&self) -> Result<SettingsDto, AppError> {
        Ok(kept_settings(&self.mine())?)
    }

    pub(crate) fn store_settings(&self, settings: &SettingsDto) -> Result<(), AppError> {
        let text = serde_json::to_string(settings)
            .map_err(|error| AppError::new(crate::dto::ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(SETTINGS_KEY, Some(&text))?)
    }

    pub(crate) fn profile_name(&self) -> String {
        self.profiles.lock().unwrap_or_else(std::sync::PoisonError::into_inner).name.clone()
    }

    pub(crate) fn use_profile(&self, name: &str) -> Result<(), AppError> {
        let current = self.store.ensure_profile(name, &self.now())?;
        let chosen = serde_json::to_vec(&Chosen { profile: name.to_owned() })
            .map_err(|error| AppError::new(crate::dto::ErrorCode::Internal).with("why", error))?;
        let file = self.data_dir.join("profile.json");
        let aside = self.data_dir.join("profile.json.new");
        fs::write(&aside, chosen)?;
        fs::rename(aside, file)?;
        *self.profiles.lock().unwrap_or_else(std::sync::PoisonError::into_inner) =
            Profiles { current, name: name.to_owned() };
        self.forget_conversation();
        self.model.forget();
        Ok(())
    }
}

/// A profile's settings; the defaults where none are kept.
fn kept_settings(mine: &Mine<'_>) -> Result<SettingsDto, StoreError> {
    let text = mine.setting(SETTINGS_KEY)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Forgets what was deleted longer ago than its profile lets deletions be undone: what the toast promised holds, no
/// shorter and no longer.
pub fn purge_deleted(store: &Store, now: &Moment) -> Result<(), StoreError> {
    for profile in store.profiles()? {
        let mine = store.of(profile.id);
        mine.purge_deleted(i64::from(kept_settings(&mine)?.undo_days), now)?;
    }
    Ok(())
}

/// Longest address of a list of regions, in bytes.
const LONGEST_ADDRESS: usize = 500;
/// Most days that a deletion can wait: a year.
const MOST_UNDO_DAYS: u32 = 365;

/// Refuses words that no part of Laolu knows.
fn check_settings(settings: &SettingsDto) -> Result<(), AppError> {
    if mode_of(&settings.mode).is_none() {
        return Err(AppError::bad_request("mode"));
    }
    for avoid in &settings.avoid {
        RoadFeature::from_word(&avoid.feature).ok_or_else(|| AppError::bad_request("avoid.feature"))?;
        Strength::from_word(&avoid.strength)
            .filter(|strength| strength.is_negative())
            .ok_or_else(|| AppError::bad_request("avoid.strength"))?;
    }
    if !(1..=3).contains(&settings.routes) {
        return Err(AppError::bad_request("routes"));
    }
    if geocode::Datum::from_word(&settings.coordinates).is_none() {
        return Err(AppError::bad_request("coordinates"));
    }
    let list = settings.region_list.trim();
    let web = list.starts_with("https://") || list.starts_with("http://");
    if !web || list.len() > LONGEST_ADDRESS || list.chars().any(char::is_whitespace) {
        return Err(AppError::bad_request("region_list"));
    }
    let VehicleDto { height_m, width_m, length_m, weight_t } = settings.vehicle;
    let sizes = [
        ("vehicle.height_m", height_m, 1.0..=10.0),
        ("vehicle.width_m", width_m, 1.0..=5.0),
        ("vehicle.length_m", length_m, 1.0..=30.0),
        ("vehicle.weight_t", weight_t, 0.2..=60.0),
    ];
    for (field, size, possible) in sizes {
        if size.is_some_and(|size| !possible.contains(&size)) {
            return Err(AppError::bad_request(field));
        }
    }
    if settings.undo_days > MOST_UNDO_DAYS {
        return Err(AppError::bad_request("undo_days"));
    }
    Ok(())
}

/// The mode with this word.
pub fn mode_of(word: &str) -> Option<RoutePreference> {
    Some(match word {
        "fastest" => RoutePreference::Fastest,
        "stable" => RoutePreference::Stable,
        "scenic" => RoutePreference::Scenic,
        "avoid_highway" => RoutePreference::AvoidHighway,
        _ => return None,
    })
}

/// The word of a mode.
pub fn mode_word(mode: RoutePreference) -> &'static str {
    match mode {
        RoutePreference::Fastest => "fastest",
        RoutePreference::Stable => "stable",
        RoutePreference::Scenic => "scenic",
        RoutePreference::AvoidHighway => "avoid_highway",
    }
}

/// The car as the router wants it: whole centimetres and kilograms.
pub fn vehicle_of(settings: &SettingsDto) -> Vehicle {
    let VehicleDto { height_m, width_m, length_m, weight_t } = settings.vehicle;
    let cm = |metres: Option<f64>| metres.map(|metres| (metres * 100.0).round() as u16);
    Vehicle {
        height_cm: cm(height_m),
        width_cm: cm(width_m),
        length_cm: cm(length_m),
        weight_kg: weight_t.map(|tonnes| (tonnes * 1000.0).round() as u32),
    }
}

/// Standing avoidances as wishes: key of the cause, target, strength.
pub fn standing_wishes(settings: &SettingsDto) -> Vec<(String, Target, Strength)> {
    settings
        .avoid
        .iter()
        .filter_map(|avoid| {
            let feature = RoadFeature::from_word(&avoid.feature)?;
            let strength = Strength::from_word(&avoid.strength)?;
            Some((avoid.feature.clone(), Target::Feature(feature), strength))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commented file and the code must say the same, and every key must be explained.
    #[test]
    fn defaults_are_documented() {
        let text = include_str!("../assets/defaults.jsonc");
        let plain: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        let parsed: SettingsDto = serde_json::from_str(&plain).expect("the file parses");
        assert_eq!(parsed, SettingsDto::default());
        let keys = serde_json::to_value(SettingsDto::default()).expect("serialises");
        let lines: Vec<&str> = text.lines().collect();
        for key in keys.as_object().expect("an object").keys() {
            let at = lines
                .iter()
                .position(|line| line.trim_start().starts_with(&format!("\"{key}\"")))
                .unwrap_or_else(|| panic!("{key} is in the file"));
            assert!(lines[at - 1].trim_start().starts_with("//"), "{key} has a comment above it");
        }
    }
}
