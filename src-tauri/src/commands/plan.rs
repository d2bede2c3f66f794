//! Asking and planning.

use app::dto::{
    HereDto, LangDto, MemoryRowDto, ParseDto, ParseRequest, PlaceHitDto, PlanDto, PlanRequest, PointDto,
    RoadWishRequest, SearchDto, SearchRequest, SuggestRequest,
};
use tauri::State;

use super::Answer;
use crate::Opened;

#[tauri::command(async, rename_all = "snake_case")]
pub fn parse(opened: State<'_, Opened>, request: ParseRequest) -> Answer<ParseDto> {
    Ok(opened.app()?.parse(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn plan(opened: State<'_, Opened>, request: PlanRequest) -> Answer<PlanDto> {
    Ok(opened.app()?.plan(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn plan_reset(opened: State<'_, Opened>) -> Answer<()> {
    opened.app()?.plan_reset();
    Ok(())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn suggest(opened: State<'_, Opened>, request: SuggestRequest) -> Answer<Vec<PlaceHitDto>> {
    Ok(opened.app()?.suggest(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn search(opened: State<'_, Opened>, request: SearchRequest) -> Answer<SearchDto> {
    Ok(opened.app()?.search(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn here(opened: State<'_, Opened>, point: PointDto, extend: [u32; 2], lang: LangDto) -> Answer<HereDto> {
    Ok(opened.app()?.here(point, extend, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn road_wish_remember(opened: State<'_, Opened>, request: RoadWishRequest) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.road_wish_remember(&request)?)
}
