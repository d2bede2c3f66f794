//! One thin function per use case: take the request, call the app, give the answer.

#![allow(
    clippy::needless_pass_by_value,
    missing_docs,
    reason = "Tauri hands arguments over; the use cases are documented in app"
)]

mod drive;
mod memory;
mod plan;
mod provider;
mod region;
mod settings;
mod system;

use app::{AppError, dto::ErrorDto};
use serde::Serialize;
use tauri::{Wry, ipc::Invoke};

/// A failure as the page gets it.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Failure(pub ErrorDto);

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        Self(error.dto())
    }
}

/// What a command answers.
pub type Answer<T> = Result<T, Failure>;

/// All commands.
pub fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        settings::status,
        settings::settings_set,
        settings::profile_use,
        settings::doctor,
        region::start_empty,
        region::demo_install,
        region::demo_remove,
        region::region_list,
        region::region_import,
        region::region_remove,
        region::regions_online,
        region::region_size,
        region::region_download,
        region::region_download_discard,
        region::job_cancel,
        plan::parse,
        plan::plan,
        plan::plan_reset,
        plan::suggest,
        plan::search,
        plan::here,
        plan::road_wish_remember,
        provider::provider_list,
        provider::provider_set,
        provider::provider_plan,
        drive::drove,
        drive::habit_next,
        drive::habit_answer,
        drive::track_match,
        memory::memory_list,
        memory::memory_show,
        memory::place_add,
        memory::preference_add,
        memory::memory_edit,
        memory::memory_confirm,
        memory::memory_reject,
        memory::memory_delete,
        memory::memory_undo,
        memory::memory_restore,
        memory::erase_preview,
        memory::erase,
        memory::erase_everything,
        memory::erase_resume,
        system::pick_file,
        system::pick_track,
        system::save_text,
        system::open_data_dir,
    ]
}
