//! Status, settings, profiles, doctor.

use app::dto::{DoctorDto, SettingsDto, StatusDto};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn status(opened: State<'_, Opened>) -> Answer<StatusDto> {
    Ok(opened.app()?.status()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn settings_set(opened: State<'_, Opened>, settings: SettingsDto) -> Answer<StatusDto> {
    Ok(opened.app()?.settings_set(&settings)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn profile_use(opened: State<'_, Opened>, name: String) -> Answer<StatusDto> {
    Ok(opened.app()?.profile_use(&name)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn doctor(opened: State<'_, Opened>) -> Answer<DoctorDto> {
    Ok(opened.app()?.doctor()?)
}
