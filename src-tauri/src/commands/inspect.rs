//! Looking under the lid: how answers came about, what the person says about them, figures.

use app::dto::{
    CompareDto, FailureDto, FeedbackRequest, FiguresDto, LangDto, MemoryRowDto, RatingDto, SampleDto,
    SandboxDto, SandboxRequest, TraceBriefDto, TraceDto, WhyDto, WrongMemoryRequest,
};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

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

#[tauri::command(async, rename_all = "snake_case")]
pub fn feedback(opened: State<'_, Opened>, request: FeedbackRequest, lang: LangDto) -> Answer<RatingDto> {
    Ok(opened.app()?.feedback(&request, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn feedback_undo(opened: State<'_, Opened>, answer: String) -> Answer<()> {
    Ok(opened.app()?.feedback_undo(&answer)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn feedback_list(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<RatingDto>> {
    Ok(opened.app()?.feedback_list(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn wrong_memory(
    opened: State<'_, Opened>,
    request: WrongMemoryRequest,
    lang: LangDto,
) -> Answer<FailureDto> {
    Ok(opened.app()?.wrong_memory(&request, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn failures(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<FailureDto>> {
    Ok(opened.app()?.failures(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn failures_export(opened: State<'_, Opened>, lang: LangDto) -> Answer<String> {
    Ok(opened.app()?.failures_export(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn failures_delete(opened: State<'_, Opened>, ids: Vec<String>) -> Answer<usize> {
    Ok(opened.app()?.failures_delete(&ids)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn sample(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<SampleDto>> {
    Ok(opened.app()?.sample(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn figures(opened: State<'_, Opened>) -> Answer<FiguresDto> {
    Ok(opened.app()?.figures()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn compare(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    lang: LangDto,
    job: String,
) -> Answer<CompareDto> {
    asking(&jobs, &job, |cancel| opened.app()?.compare(lang, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn usage_reset(opened: State<'_, Opened>) -> Answer<()> {
    Ok(opened.app()?.usage_reset()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn sandbox(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: SandboxRequest,
    job: String,
) -> Answer<SandboxDto> {
    asking(&jobs, &job, |cancel| opened.app()?.sandbox(&request, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn why(opened: State<'_, Opened>, answer: String, lang: LangDto) -> Answer<WhyDto> {
    Ok(opened.app()?.why(&answer, lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_edit_undo(opened: State<'_, Opened>, lang: LangDto) -> Answer<MemoryRowDto> {
    Ok(opened.app()?.memory_edit_undo(lang)?)
}
