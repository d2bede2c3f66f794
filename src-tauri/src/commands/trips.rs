//! Drives that come in from files, and the places that they suggest.

use app::dto::{
    CommuteDto, FixDto, ImportBriefDto, ImportReportDto, ImportUndoneDto, LangDto, PlaceAnswerRequest,
    PlaceAnsweredDto, PlaceCandidateDto, ProgressDto, RecordedDriveRequest, SimulateRequest, SimulationDto,
    TablePreviewDto, TripImportRequest, WatchedFolderDto,
};
use app::{AppError, dto::ErrorCode};
use tauri::{State, ipc::Channel};

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_import(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: TripImportRequest,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<ImportReportDto> {
    asking(&jobs, &job, |cancel| {
        // A page that went away does not listen; the import goes on, and is in the list when it comes back.
        let mut sink = move |progress: &ProgressDto| drop(on_progress.send(progress.clone()));
        opened.app()?.trips_import(&request, &mut sink, cancel).map_err(Into::into)
    })
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_table(opened: State<'_, Opened>, path: String) -> Answer<Option<TablePreviewDto>> {
    Ok(opened.app()?.trips_table(&path)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trip_imports(opened: State<'_, Opened>) -> Answer<Vec<ImportBriefDto>> {
    Ok(opened.app()?.trip_imports()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_undo(opened: State<'_, Opened>, id: String) -> Answer<ImportUndoneDto> {
    Ok(opened.app()?.trips_undo(&id)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn place_candidates(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<PlaceCandidateDto>> {
    Ok(opened.app()?.place_candidates(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn place_candidate_answer(
    opened: State<'_, Opened>,
    request: PlaceAnswerRequest,
) -> Answer<PlaceAnsweredDto> {
    Ok(opened.app()?.place_candidate_answer(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn commute(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<CommuteDto>> {
    Ok(opened.app()?.commute(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn drive_simulate(opened: State<'_, Opened>, request: SimulateRequest) -> Answer<SimulationDto> {
    Ok(opened.app()?.drive_simulate(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn drive_recorded(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: RecordedDriveRequest,
    job: String,
) -> Answer<ImportReportDto> {
    asking(&jobs, &job, |cancel| opened.app()?.drive_recorded(&request, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_watched(opened: State<'_, Opened>) -> Answer<WatchedFolderDto> {
    Ok(opened.app()?.trips_watched()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_watch(opened: State<'_, Opened>, folder: String) -> Answer<WatchedFolderDto> {
    Ok(opened.app()?.trips_watch(&folder)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn trips_watch_look(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    lang: LangDto,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<Option<ImportReportDto>> {
    asking(&jobs, &job, |cancel| {
        let mut sink = move |progress: &ProgressDto| drop(on_progress.send(progress.clone()));
        opened.app()?.trips_watch_look(lang, &mut sink, cancel).map_err(Into::into)
    })
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn drive_record(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    address: String,
    lang: LangDto,
    job: String,
    on_fix: Channel<FixDto>,
) -> Answer<ImportReportDto> {
    asking(&jobs, &job, |stop| {
        let mut source = adapters::Gpsd::connect(&address).map_err(|_nobody| {
            AppError::new(ErrorCode::Network).with("purpose", "receiver").with("why", "unreachable")
        })?;
        let mut seen = move |fix: &FixDto| drop(on_fix.send(*fix));
        opened.app()?.drive_record(&mut source, lang, &mut seen, stop).map_err(Into::into)
    })
}
