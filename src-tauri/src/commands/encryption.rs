//! The memory file locked with a passphrase.

use app::dto::{EncryptionDto, PassphraseRequest, StatusDto};
use tauri::{AppHandle, State};
use zeroize::Zeroizing;

use super::Answer;
use crate::{Opened, window};

/// Opens a locked memory. That the keyring does not take the key keeps nobody out.
#[tauri::command(async, rename_all = "snake_case")]
pub fn unlock(opened: State<'_, Opened>, handle: AppHandle, request: PassphraseRequest) -> Answer<StatusDto> {
    let app = opened.unlock(Zeroizing::new(request.current.clone()))?;
    if request.remember {
        drop(app.passphrase_remember(true));
    }
    window::watch_meaning(&handle);
    Ok(app.status()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn encryption_status(opened: State<'_, Opened>) -> Answer<EncryptionDto> {
    Ok(opened.app()?.encryption_status()?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn encrypt(opened: State<'_, Opened>, request: PassphraseRequest) -> Answer<EncryptionDto> {
    Ok(opened.app()?.encrypt(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn decrypt(opened: State<'_, Opened>, request: PassphraseRequest) -> Answer<EncryptionDto> {
    Ok(opened.app()?.decrypt(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn passphrase_change(opened: State<'_, Opened>, request: PassphraseRequest) -> Answer<EncryptionDto> {
    Ok(opened.app()?.passphrase_change(&request)?)
}

#[tauri::command(async, rename_all = "snake_case")]
pub fn passphrase_remember(opened: State<'_, Opened>, remember: bool) -> Answer<EncryptionDto> {
    Ok(opened.app()?.passphrase_remember(remember)?)
}
