//! Regions, the demo, and long work.

use app::dto::{DownloadSizeDto, ImportRequest, OnlineListDto, ProgressDto, RegionDto, StatusDto};
use tauri::{AppHandle, Emitter, State, ipc::Channel};

use super::Answer;
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn start_empty(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    handle: AppHandle,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<StatusDto> {
    let app = opened.app()?;
    work(&jobs, &handle, &job, on_progress, |sink, cancel| app.start_empty(sink, cancel))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn demo_install(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    handle: AppHandle,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<StatusDto> {
    let app = opened.app()?;
    work(&jobs, &handle, &job, on_progress, |sink, cancel| app.demo_install(sink, cancel))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn demo_remove(opened: State<'_, Opened>) -> Answer<StatusDto> {
    Ok(opened.app()?.demo_remove()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_list(opened: State<'_, Opened>) -> Answer<Vec<RegionDto>> {
    Ok(opened.app()?.region_list()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_import(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    handle: AppHandle,
    request: ImportRequest,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<RegionDto> {
    let app = opened.app()?;
    work(&jobs, &handle, &job, on_progress, |sink, cancel| app.region_import(&request, sink, cancel))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_remove(opened: State<'_, Opened>, handle: AppHandle, id: String) -> Answer<StatusDto> {
    let status = opened.app()?.region_remove(&id)?;
    drop(handle.emit("region-changed", ()));
    Ok(status)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn regions_online(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    refresh: bool,
    job: String,
) -> Answer<OnlineListDto> {
    asking(&jobs, &job, |cancel| opened.app()?.regions_online(refresh, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_size(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    id: String,
    job: String,
) -> Answer<DownloadSizeDto> {
    asking(&jobs, &job, |cancel| opened.app()?.region_size(&id, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_download(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    handle: AppHandle,
    id: String,
    job: String,
    on_progress: Channel<ProgressDto>,
) -> Answer<RegionDto> {
    let app = opened.app()?;
    work(&jobs, &handle, &job, on_progress, |sink, cancel| app.region_download(&id, sink, cancel))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn region_download_discard(opened: State<'_, Opened>, id: String) -> Answer<()> {
    Ok(opened.app()?.region_download_discard(&id)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn job_cancel(jobs: State<'_, Jobs>, job: String) {
    jobs.cancel(&job);
}

/// Runs a question to the network under a job id, so that it can be stopped.
pub(super) fn asking<T>(
    jobs: &Jobs,
    job: &str,
    ask: impl FnOnce(&app::CancelToken) -> Answer<T>,
) -> Answer<T> {
    let answer = ask(&jobs.start(job));
    jobs.finish(job);
    answer
}

/// Runs long work under a job id, and tells the map when regions may have changed.
fn work<T>(
    jobs: &Jobs,
    handle: &AppHandle,
    job: &str,
    channel: Channel<ProgressDto>,
    run: impl FnOnce(&mut dyn app::ProgressSink, &app::CancelToken) -> Result<T, app::AppError>,
) -> Answer<T> {
    let cancel = jobs.start(job);
    // A page that went away does not listen; the work goes on and is there when it comes back.
    let mut sink = move |progress: &ProgressDto| drop(channel.send(progress.clone()));
    let done = run(&mut sink, &cancel);
    jobs.finish(job);
    drop(handle.emit("region-changed", ()));
    Ok(done?)
}
