//! What only a desktop has: native dialogs and the file manager.

use app::{AppError, dto::ErrorCode};
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;

use super::{Answer, Failure};
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn pick_file(handle: AppHandle) -> Option<String> {
    let dialog = handle.dialog().file().add_filter("OpenStreetMap", &["pbf", "osm", "gz", "bz2"]);
    dialog.blocking_pick_file().map(|file| file.to_string())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn pick_track(handle: AppHandle) -> Option<String> {
    let dialog = handle.dialog().file().add_filter("GPX", &["gpx", "GPX"]);
    dialog.blocking_pick_file().map(|file| file.to_string())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn pick_trips(handle: AppHandle) -> Vec<String> {
    let endings = ["gpx", "GPX", "geojson", "json", "csv", "tsv", "txt", "gz"];
    let dialog = handle.dialog().file().add_filter("GPX, GeoJSON, Timeline, CSV", &endings);
    let files = dialog.blocking_pick_files().unwrap_or_default();
    files.into_iter().map(|file| file.to_string()).collect()
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn pick_folder(handle: AppHandle) -> Option<String> {
    handle.dialog().file().blocking_pick_folder().map(|folder| folder.to_string())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn pick_insights(handle: AppHandle) -> Option<String> {
    let dialog = handle.dialog().file().add_filter("JSON", &["json"]);
    dialog.blocking_pick_file().map(|file| file.to_string())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn save_text(handle: AppHandle, suggested: String, text: String) -> Answer<bool> {
    let dialog = handle.dialog().file().set_file_name(suggested);
    let Some(path) = dialog.blocking_save_file().and_then(|file| file.into_path().ok()) else {
        return Ok(false);
    };
    std::fs::write(path, text).map_err(|error| Failure::from(AppError::from(error)))?;
    Ok(true)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn open_data_dir(opened: State<'_, Opened>, handle: AppHandle) -> Answer<()> {
    let folder = opened.app()?.status()?.data_dir;
    let shown = handle.opener().open_path(folder, None::<&str>);
    shown.map_err(|_no_file_manager| {
        Failure::from(AppError::new(ErrorCode::Io).with("why", "no_file_manager"))
    })
}
