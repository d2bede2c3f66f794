//! A language model of the person's own.

use app::dto::{
    ModelAskDto, ModelAskRequest, ModelCheckDto, ModelDto, ModelExchangeDto, ModelSetRequest, ModelTrainDto,
    ModelTrainRequest, RephraseDto, RephraseRequest,
};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_get(opened: State<'_, Opened>) -> Answer<ModelDto> {
    Ok(opened.app()?.model_get()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_set(opened: State<'_, Opened>, request: ModelSetRequest) -> Answer<ModelDto> {
    Ok(opened.app()?.model_set(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_check(opened: State<'_, Opened>, jobs: State<'_, Jobs>, job: String) -> Answer<ModelCheckDto> {
    asking(&jobs, &job, |cancel| opened.app()?.model_check(cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_ask(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: ModelAskRequest,
    job: String,
) -> Answer<ModelAskDto> {
    asking(&jobs, &job, |cancel| opened.app()?.model_ask(&request, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_rephrase(
    opened: State<'_, Opened>,
    jobs: State<'_, Jobs>,
    request: RephraseRequest,
    job: String,
) -> Answer<RephraseDto> {
    asking(&jobs, &job, |cancel| opened.app()?.model_rephrase(&request, cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_trace(opened: State<'_, Opened>) -> Answer<Vec<ModelExchangeDto>> {
    Ok(opened.app()?.model_trace())
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn model_train(opened: State<'_, Opened>, request: ModelTrainRequest) -> Answer<ModelTrainDto> {
    Ok(opened.app()?.model_train(&request)?)
}
