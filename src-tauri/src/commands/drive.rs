//! Driven trips and the habits they suggest.

use app::dto::{
    DroveDto, DroveRequest, HabitAnswerRequest, HabitCardDto, LangDto, StatusDto, TrackDto, TrackRequest,
};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn drove(opened: State<'_, Opened>, request: DroveRequest) -> Answer<DroveDto> {
    Ok(opened.app()?.drove(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn habit_next(opened: State<'_, Opened>, lang: LangDto) -> Answer<Option<HabitCardDto>> {
    Ok(opened.app()?.habit_next(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn habit_show(opened: State<'_, Opened>, id: String, lang: LangDto) -> Answer<HabitCardDto> {
    Ok(opened.app()?.habit_show(&id, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn habit_answer(opened: State<'_, Opened>, request: HabitAnswerRequest) -> Answer<StatusDto> {
    Ok(opened.app()?.habit_answer(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn track_match(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: TrackRequest,
    job: String,
) -> Answer<TrackDto> {
    asking(&jobs, &job, |cancel| opened.app()?.track_match(&request, cancel).map_err(Into::into))
}
