//! Reflection, ageing, and what went wrong.

use app::dto::{
    AgedNowDto, AgingRowDto, LangDto, NoticeRequest, PolicyDto, ReflectedDto, ReflectionDto,
    ReflectionSettingsDto, StreamPageDto, StreamQuery, WrongDoneDto, WrongDto,
};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_notice(opened: State<'_, Opened>, request: NoticeRequest) -> Answer<()> {
    Ok(opened.app()?.memory_notice(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn stream(opened: State<'_, Opened>, query: StreamQuery) -> Answer<StreamPageDto> {
    Ok(opened.app()?.stream(&query)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn reflection(opened: State<'_, Opened>, lang: LangDto) -> Answer<ReflectionDto> {
    Ok(opened.app()?.reflection(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn reflection_set(
    opened: State<'_, Opened>,
    settings: ReflectionSettingsDto,
) -> Answer<ReflectionSettingsDto> {
    Ok(opened.app()?.reflection_set(&settings)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_reflect(opened: State<'_, Opened>) -> Answer<ReflectedDto> {
    Ok(opened.app()?.memory_reflect()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn insight_answer(
    opened: State<'_, Opened>,
    id: String,
    yes: bool,
    lang: LangDto,
) -> Answer<ReflectionDto> {
    Ok(opened.app()?.insight_answer(&id, yes, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn ageing(opened: State<'_, Opened>) -> Answer<Vec<AgingRowDto>> {
    Ok(opened.app()?.ageing()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn ageing_preview(opened: State<'_, Opened>, policy: PolicyDto) -> Answer<Vec<AgingRowDto>> {
    Ok(opened.app()?.ageing_preview(&policy)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_age(opened: State<'_, Opened>) -> Answer<AgedNowDto> {
    Ok(opened.app()?.memory_age()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_keep(opened: State<'_, Opened>, id: String) -> Answer<Vec<AgingRowDto>> {
    Ok(opened.app()?.memory_keep(&id)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn ageing_policies(opened: State<'_, Opened>) -> Answer<Vec<PolicyDto>> {
    Ok(opened.app()?.ageing_policies()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn ageing_policy_set(opened: State<'_, Opened>, policy: PolicyDto) -> Answer<Vec<PolicyDto>> {
    Ok(opened.app()?.ageing_policy_set(&policy)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn wrong(opened: State<'_, Opened>, lang: LangDto) -> Answer<WrongDto> {
    Ok(opened.app()?.wrong(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn wrong_remove(opened: State<'_, Opened>, id: String) -> Answer<WrongDoneDto> {
    Ok(opened.app()?.wrong_remove(&id)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn wrong_undo(opened: State<'_, Opened>, token: String) -> Answer<u32> {
    Ok(opened.app()?.wrong_undo(&token)?)
}
