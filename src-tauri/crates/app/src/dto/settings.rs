//! Status, settings, doctor.

use super::{LangDto, RegionDto};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a shell shows at start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct StatusDto {
    /// Version of Laolu.
    pub version: String,
    /// The profile in use.
    pub profile: ProfileDto,
    /// All profiles.
    pub profiles: Vec<ProfileDto>,
    /// Installed regions.
    pub regions: Vec<RegionDto>,
    /// Nothing was chosen yet: show "try the demo" and "start empty".
    pub first_start: bool,
    /// Whether the demo profile exists.
    pub demo: bool,
    /// Whether sentences can be compared by meaning.
    pub meaning: MeaningDto,
    /// Questions that wait.
    pub unconfirmed: u32,
    /// Where the data is.
    pub data_dir: String,
    /// Bytes of memories on disk.
    #[ts(type = "number")]
    pub memory_bytes: u64,
    /// Requests sent over the network since the program was installed.
    pub network_requests: u32,
    /// The last of them, newest first.
    pub network_last: Vec<NetworkRequestDto>,
    /// The settings.
    pub settings: SettingsDto,
    /// An erase that is not finished.
    pub erase_pending: bool,
}

/// A request that was sent over the network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct NetworkRequestDto {
    /// Its number since the program was installed.
    pub number: u32,
    /// When, UTC seconds.
    #[ts(type = "number")]
    pub at: i64,
    /// The server's name.
    pub host: String,
    /// What for: `list`, `size`, `map`, `checksum`, `route`, `model`.
    pub purpose: String,
    /// `sent` while it runs, `ok`, or why it failed.
    pub outcome: String,
}

/// A profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ProfileDto {
    /// Its name.
    pub name: String,
    /// The demo's.
    pub demo: bool,
}

/// The embedding model's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MeaningDto {
    /// Ready.
    Ready,
    /// Loading in the background.
    Loading,
    /// Files missing: recall works by words.
    Missing,
}

/// Settings of a profile. Keys are documented in `assets/defaults.jsonc`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct SettingsDto {
    /// Language of window and words.
    pub lang: LangDto,
    /// Light, dark, or as the desktop says.
    pub theme: ThemeDto,
    /// Whether trips may suggest habits. Off until switched on.
    pub learning: bool,
    /// Whether the first-start choice was made.
    pub welcomed: bool,
    /// `fastest`, `stable`, `scenic`, `avoid_highway`.
    pub mode: String,
    /// Standing avoidances.
    pub avoid: Vec<AvoidSettingDto>,
    /// Days a deleted memory can be brought back.
    pub undo_days: u32,
    /// Routes shown at most.
    pub routes: u32,
    /// How coordinates in mainland China are shown: `wgs84`, `gcj02`, `bd09`.
    pub coordinates: String,
    /// Whether regions may be downloaded. Off until switched on; then only what is asked for is fetched.
    pub region_download: bool,
    /// Address of the list of regions, in the form of Geofabrik's index.
    pub region_list: String,
    /// Size of the car, as far as the person said.
    pub vehicle: VehicleDto,
}

/// Size of the car. What is not known limits nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct VehicleDto {
    /// Metres, 1 to 10.
    pub height_m: Option<f64>,
    /// Metres, 1 to 5.
    pub width_m: Option<f64>,
    /// Metres, 1 to 30.
    pub length_m: Option<f64>,
    /// Tonnes as driven, 0.2 to 60.
    pub weight_t: Option<f64>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ThemeDto {
    /// As the desktop says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// A standing avoidance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AvoidSettingDto {
    /// The feature's word.
    pub feature: String,
    /// `rather_not`, `avoid`, `never`.
    pub strength: String,
    /// Since when, UTC seconds.
    #[ts(type = "number")]
    pub since: i64,
}

/// Health of the data folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorDto {
    /// Whether all checks passed.
    pub ok: bool,
    /// The checks.
    pub checks: Vec<DoctorCheckDto>,
}

/// The distance above which a vector says nothing, as scanned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ThresholdDto {
    /// The model.
    pub model: String,
    /// Where missed and let in cross: a cosine distance.
    pub distance: f64,
    /// What is missed and let in there, 0 to 1.
    pub error: f64,
    /// The distance in use for this model.
    pub in_use: f64,
    /// How many related pairs were measured.
    pub related: usize,
    /// How many unrelated ones.
    pub unrelated: usize,
    /// Both shares, distance by distance.
    pub table: Vec<ThresholdStepDto>,
}

/// One distance of a scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ThresholdStepDto {
    /// A cosine distance.
    pub distance: f64,
    /// Share of the related pairs beyond it.
    pub missed: f64,
    /// Share of the unrelated pairs within it.
    pub let_in: f64,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorCheckDto {
    /// Stable word.
    pub name: String,
    /// Passed.
    pub ok: bool,
    /// Facts: counts, versions, file names.
    pub detail: String,
}

impl Default for SettingsDto {
    /// As `assets/defaults.jsonc` says; a test holds the two together.
    fn default() -> Self {
        Self {
            lang: LangDto::Zh,
            theme: ThemeDto::System,
            learning: false,
            welcomed: false,
            mode: "fastest".to_owned(),
            avoid: Vec::new(),
            undo_days: 30,
            routes: 3,
            coordinates: "wgs84".to_owned(),
            region_download: false,
            region_list: "https://download.geofabrik.de/index-v1.json".to_owned(),
            vehicle: VehicleDto::default(),
        }
    }
}
