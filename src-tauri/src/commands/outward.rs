//! A month at a glance, what would be driven, and files for other apps.

use app::dto::{
    InsightsExportDto, InsightsLookDto, InsightsTakeRequest, InsightsTakenDto, LangDto, MonthDto,
    RouteExportDto, RouteExportRequest, WouldDto, WouldRequest,
};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn month(opened: State<'_, Opened>, month: String, lang: LangDto) -> Answer<MonthDto> {
    Ok(opened.app()?.month(&month, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn would(opened: State<'_, Opened>, request: WouldRequest) -> Answer<WouldDto> {
    Ok(opened.app()?.would(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn route_export(opened: State<'_, Opened>, request: RouteExportRequest) -> Answer<RouteExportDto> {
    Ok(opened.app()?.route_export(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn insights_export(opened: State<'_, Opened>, lang: LangDto) -> Answer<InsightsExportDto> {
    Ok(opened.app()?.insights_export(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn insights_look(opened: State<'_, Opened>, path: String, lang: LangDto) -> Answer<InsightsLookDto> {
    Ok(opened.app()?.insights_look_at(&path, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn insights_take(opened: State<'_, Opened>, request: InsightsTakeRequest) -> Answer<InsightsTakenDto> {
    Ok(opened.app()?.insights_take(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn insights_take_back(opened: State<'_, Opened>, ids: Vec<String>) -> Answer<Vec<String>> {
    Ok(opened.app()?.insights_take_back(&ids)?)
}
