//! The weather service, what may be said unasked, where exactly one arrives, and where one could go.

use app::dto::{
    CardAnswerRequest, CardsDto, EntranceRequest, LangDto, MemoryDetailDto, WeatherDto, WeatherSetRequest,
    WhereDto, WhereRequest,
};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn weather(opened: State<'_, Opened>) -> Answer<WeatherDto> {
    Ok(opened.app()?.weather()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn weather_set(opened: State<'_, Opened>, request: WeatherSetRequest) -> Answer<WeatherDto> {
    Ok(opened.app()?.weather_set(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn weather_refresh(opened: State<'_, Opened>, jobs: State<'_, Jobs>, job: String) -> Answer<WeatherDto> {
    asking(&jobs, &job, |cancel| opened.app()?.weather_refresh(None, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn cards(opened: State<'_, Opened>, lang: LangDto) -> Answer<CardsDto> {
    Ok(opened.app()?.cards(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn card_answer(opened: State<'_, Opened>, request: CardAnswerRequest) -> Answer<CardsDto> {
    Ok(opened.app()?.card_answer(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn card_kind_set(opened: State<'_, Opened>, kind: String, on: bool, lang: LangDto) -> Answer<CardsDto> {
    Ok(opened.app()?.card_kind_set(&kind, on, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn entrance_put(
    opened: State<'_, Opened>,
    request: EntranceRequest,
    lang: LangDto,
) -> Answer<MemoryDetailDto> {
    Ok(opened.app()?.entrance_put(&request, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn entrance_choose(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<MemoryDetailDto> {
    Ok(opened.app()?.entrance_choose(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn entrance_delete(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<MemoryDetailDto> {
    Ok(opened.app()?.entrance_delete(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn places_where(opened: State<'_, Opened>, request: WhereRequest) -> Answer<WhereDto> {
    Ok(opened.app()?.places_where(&request)?)
}
