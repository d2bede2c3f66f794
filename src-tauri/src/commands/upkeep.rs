//! Looking after the memory file: backups, indexes, what says the same twice.

use app::{
    dto::{AlikeDto, BackupDto, LangDto, RebuiltDto},
    silent,
};
use tauri::State;

use super::{Answer, region::asking};
use crate::{Opened, jobs::Jobs};

#[tauri::command(async, rename_all = "snake_case")]
pub fn backup(opened: State<'_, Opened>) -> Answer<BackupDto> {
    Ok(opened.app()?.backup()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn backups(opened: State<'_, Opened>) -> Answer<Vec<BackupDto>> {
    Ok(opened.app()?.backups()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn rebuild(opened: State<'_, Opened>, jobs: State<'_, Jobs>, job: String) -> Answer<RebuiltDto> {
    asking(&jobs, &job, |cancel| opened.app()?.rebuild(&mut silent(), cancel).map_err(Into::into))
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_alike(opened: State<'_, Opened>, lang: LangDto) -> Answer<Vec<AlikeDto>> {
    Ok(opened.app()?.memory_alike(lang)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn memory_alike_answer(
    opened: State<'_, Opened>,
    keep: String,
    other: String,
    joined: bool,
) -> Answer<()> {
    Ok(opened.app()?.memory_alike_answer(&keep, &other, joined)?)
}
