//! One thin function per use case: take the request, call the app, give the answer.

#![allow(
    clippy::needless_pass_by_value,
    missing_docs,
    reason = "Tauri hands arguments over; the use cases are documented in app"
)]

mod drive;
mod encryption;
mod inspect;
mod memory;
mod mind;
mod model;
mod outward;
mod plan;
mod provider;
mod region;
mod settings;
mod situation;
mod system;
mod trips;
mod upkeep;

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
        encryption::unlock,
        encryption::encryption_status,
        encryption::encrypt,
        encryption::decrypt,
        encryption::passphrase_change,
        encryption::passphrase_remember,
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
        model::model_get,
        model::model_set,
        model::model_check,
        model::model_ask,
        model::model_rephrase,
        model::model_trace,
        model::model_train,
        drive::drove,
        drive::habit_next,
        drive::habit_show,
        drive::habit_answer,
        drive::track_match,
        memory::memory_list,
        memory::memory_show,
        memory::accesses_clear,
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
        mind::memory_notice,
        mind::stream,
        mind::reflection,
        mind::reflection_set,
        mind::memory_reflect,
        mind::insight_answer,
        mind::ageing,
        mind::ageing_preview,
        mind::memory_age,
        mind::memory_keep,
        mind::ageing_policies,
        mind::ageing_policy_set,
        mind::wrong,
        mind::wrong_remove,
        mind::wrong_undo,
        inspect::traces,
        inspect::trace,
        inspect::traces_clear,
        inspect::feedback,
        inspect::feedback_undo,
        inspect::feedback_list,
        inspect::wrong_memory,
        inspect::failures,
        inspect::failures_export,
        inspect::failures_delete,
        inspect::sample,
        inspect::figures,
        inspect::compare,
        inspect::usage_reset,
        inspect::sandbox,
        inspect::why,
        inspect::memory_edit_undo,
        trips::trips_import,
        trips::trips_table,
        trips::trip_imports,
        trips::trips_undo,
        trips::place_candidates,
        trips::place_candidate_answer,
        trips::commute,
        trips::drive_simulate,
        trips::drive_recorded,
        trips::drive_record,
        trips::trips_watched,
        trips::trips_watch,
        trips::trips_watch_look,
        situation::weather,
        situation::weather_set,
        situation::weather_refresh,
        situation::cards,
        situation::card_answer,
        situation::card_kind_set,
        situation::entrance_put,
        situation::entrance_choose,
        situation::entrance_delete,
        situation::places_where,
        outward::month,
        outward::would,
        outward::route_export,
        outward::insights_export,
        outward::insights_look,
        outward::insights_take,
        outward::insights_take_back,
        upkeep::backup,
        upkeep::backups,
        upkeep::rebuild,
        upkeep::memory_alike,
        upkeep::memory_alike_answer,
        system::pick_file,
        system::pick_track,
        system::pick_trips,
        system::pick_folder,
        system::pick_insights,
        system::save_text,
        system::open_data_dir,
    ]
}
