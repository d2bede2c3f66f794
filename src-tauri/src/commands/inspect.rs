//! Looking under the lid: how answers came about.

use app::dto::{LangDto, TraceBriefDto, TraceDto};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn traces(opened: State<'_, Opened>) -> Answer<Vec<TraceBriefDto>> {
    Ok(opened.app()?.traces()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trace(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<TraceDto> {
    Ok(opened.app()?.trace(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn traces_clear(opened: State<'_, Opened>) -> Answer<()> {
    Ok(opened.app()?.traces_clear()?)
}
