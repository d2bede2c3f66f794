//! The memory page.

use app::dto::{
    DeletionDto, ErasePreviewDto, LangDto, MemoryDetailDto, MemoryEditRequest, MemoryPageDto, MemoryQuery,
    MemoryRowDto, PlaceAddRequest, PreferenceAddRequest, ReceiptDto, StatusDto,
};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_list(opened: State<'_, Opened>, query: MemoryQuery) -> Answer<MemoryPageDto> {
    Ok(opened.app()?.memory_list(&query)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_show(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<MemoryDetailDto> {
    Ok(opened.app()?.memory_show(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn accesses_clear(opened: State<'_, Opened>) -> Answer<usize> {
    Ok(opened.app()?.accesses_clear()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn place_add(opened: State<'_, Opened>, request: PlaceAddRequest) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.place_add(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn preference_add(opened: State<'_, Opened>, request: PreferenceAddRequest) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.preference_add(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_edit(
    opened: State<'_, Opened>,
    request: MemoryEditRequest,
    lang: LangDto,
) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.memory_edit(&request, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_confirm(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.memory_confirm(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_reject(opened: State<'_, Opened>, id: String) -> Answer<StatusDto> {
    Ok(opened.app()?.memory_reject(&id)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_delete(opened: State<'_, Opened>, ids: Vec<String>, lang: LangDto) -> Answer<DeletionDto> {
    Ok(opened.app()?.memory_delete(&ids, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_undo(opened: State<'_, Opened>, deletion: String) -> Answer<Vec<String>> {
    Ok(opened.app()?.memory_undo(&deletion)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_restore(opened: State<'_, Opened>, ids: Vec<String>) -> Answer<Vec<String>> {
    Ok(opened.app()?.memory_restore(&ids)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn erase_preview(
    opened: State<'_, Opened>,
    ids: Vec<String>,
    with_trips: bool,
    lang: LangDto,
) -> Answer<ErasePreviewDto> {
    Ok(opened.app()?.erase_preview(&ids, with_trips, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn erase(opened: State<'_, Opened>, ids: Vec<String>, with_trips: bool) -> Answer<ReceiptDto> {
    Ok(opened.app()?.erase(&ids, with_trips)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn erase_everything(opened: State<'_, Opened>) -> Answer<ReceiptDto> {
    Ok(opened.app()?.erase_everything()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn erase_resume(opened: State<'_, Opened>) -> Answer<Option<ReceiptDto>> {
    Ok(opened.app()?.erase_resume()?)
}
