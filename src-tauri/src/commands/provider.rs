//! Routes of somebody else's server.

use app::dto::{PlanRequest, ProviderDto, ProviderPlanDto, ProviderSetRequest};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn provider_list(opened: State<'_, Opened>) -> Answer<Vec<ProviderDto>> {
    Ok(opened.app()?.provider_list()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn provider_set(opened: State<'_, Opened>, request: ProviderSetRequest) -> Answer<Vec<ProviderDto>> {
    Ok(opened.app()?.provider_set(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn provider_plan(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    provider: String,
    request: PlanRequest,
    job: String,
) -> Answer<ProviderPlanDto> {
    asking(&jobs, &job, |cancel| opened.app()?.provider_plan(&provider, &request, cancel).map_err(Into::into))
}
