//! The memory file locked with a passphrase: on, off, another one, and whether the system's keyring opens it.

use std::{fs, path::Path, sync::Arc};

use domain::ports::{KeyStore, KeyStoreError};
use memory::{Secret, Store, StoreError};
use zeroize::Zeroizing;

use crate::{
    App, AppError,
    dto::{EncryptionDto, ErrorCode, PassphraseRequest},
};

/// What may open a locked file.
pub struct Keys {
    /// Where the key is kept for this user, when the person wanted that.
    pub store: Arc<dyn KeyStore>,
    /// What the person typed.
    pub passphrase: Option<Zeroizing<String>>,
}

/// Nowhere to keep a key: shells and tests that care for none.
struct NoKeys;

impl KeyStore for NoKeys {
    fn available(&self) -> Result<(), KeyStoreError> {
        Err(KeyStoreError::Missing)
    }

    fn get(&self, _name: &str) -> Result<Option<String>, KeyStoreError> {
        Err(KeyStoreError::Missing)
    }

    fn set(&self, _name: &str, _key: &str) -> Result<(), KeyStoreError> {
        Err(KeyStoreError::Missing)
    }

    fn remove(&self, _name: &str) -> Result<(), KeyStoreError> {
        Err(KeyStoreError::Missing)
    }
}

impl Default for Keys {
    fn default() -> Self {
        Self { store: Arc::new(NoKeys), passphrase: None }
    }
}

impl From<KeyStoreError> for AppError {
    fn from(error: KeyStoreError) -> Self {
        Self::new(ErrorCode::Keyring).with("why", word(error))
    }
}

fn word(error: KeyStoreError) -> &'static str {
    match error {
        KeyStoreError::Missing => "missing",
        KeyStoreError::Refused | KeyStoreError::Failed => "refused",
    }
}

/// Says that the keyring keeps a key of this folder: somebody who never wanted that is never asked to open it.
const MARK: &str = "keyring.json";
/// Fewest letters of a new passphrase. Guessing costs a fifth of a second each; this only stops the ones that are no secret.
const SHORTEST: usize = 8;

/// Whether the memory file of this folder is locked: a shell asks before it opens the app.
pub fn is_locked(data_dir: &Path) -> Result<bool, AppError> {
    Ok(Store::is_locked_at(&data_dir.join("memory.db"))?)
}

/// Opens the folder's memory, with what was typed or with the key that the keyring keeps.
pub(crate) fn open_store(data_dir: &Path, keys: &Keys) -> Result<Store, AppError> {
    let path = data_dir.join("memory.db");
    if !Store::is_locked_at(&path)? {
        return Ok(Store::open(&path)?);
    }
    if let Some(typed) = &keys.passphrase {
        let secret = Secret::passphrase(typed).map_err(|_empty| AppError::new(ErrorCode::WrongPassphrase))?;
        return Ok(Store::open_with(&path, Some(&secret))?);
    }
    if !data_dir.join(MARK).exists() {
        return Err(AppError::new(ErrorCode::Locked));
    }
    let kept = match keys.store.get(&name_of(data_dir)) {
        Ok(kept) => kept.map(Zeroizing::new),
        // It can still be typed.
        Err(error) => return Err(AppError::new(ErrorCode::Locked).with("keyring", word(error))),
    };
    let secret = kept.and_then(|key| Secret::key(&key).ok());
    match secret.map(|secret| Store::open_with(&path, Some(&secret))) {
        // A key of before the passphrase was changed elsewhere is no answer of the person's.
        None | Some(Err(StoreError::WrongSecret)) => {
            Err(AppError::new(ErrorCode::Locked).with("keyring", "outdated"))
        }
        Some(opened) => Ok(opened?),
    }
}

/// What was typed, else what the keyring keeps: for a file that cannot be opened. Backups are locked as the file was.
pub(crate) fn secret_of(data_dir: &Path, keys: &Keys) -> Option<Secret> {
    if let Some(typed) = &keys.passphrase {
        return Secret::passphrase(typed).ok();
    }
    if !data_dir.join(MARK).exists() {
        return None;
    }
    let kept = keys.store.get(&name_of(data_dir)).ok().flatten().map(Zeroizing::new)?;
    Secret::key(&kept).ok()
}

/// One user may have several data folders.
fn name_of(data_dir: &Path) -> String {
    let folder = data_dir.canonicalize().unwrap_or_else(|_not_there| data_dir.to_owned());
    format!("memory of {}", folder.display())
}

impl App {
    /// How the memory file is protected.
    pub fn encryption_status(&self) -> Result<EncryptionDto, AppError> {
        Ok(EncryptionDto {
            locked: self.store.is_locked(),
            remembered: self.store.is_locked() && self.data_dir.join(MARK).exists(),
            keyring: self.keys.available().err().map_or("ready", word).to_owned(),
        })
    }

    /// Locks the memory file with a new passphrase. Nobody can open it without, also we can't.
    pub fn encrypt(&self, request: &PassphraseRequest) -> Result<EncryptionDto, AppError> {
        if self.store.is_locked() {
            return Err(AppError::bad_request("encryption").with("why", "locked_already"));
        }
        self.lock_with(request)
    }

    /// Writes the memory file without a lock again, for somebody who knows the passphrase.
    pub fn decrypt(&self, request: &PassphraseRequest) -> Result<EncryptionDto, AppError> {
        self.must_know(&request.current)?;
        let had_backups = self.store.has_backups();
        self.store.unlock()?;
        self.forget_key();
        self.back_up_again(had_backups);
        self.encryption_status()
    }

    /// Locks the memory file with another passphrase; the old one opens it no more.
    pub fn passphrase_change(&self, request: &PassphraseRequest) -> Result<EncryptionDto, AppError> {
        self.must_know(&request.current)?;
        self.lock_with(request)
    }

    /// Has the keyring open the file from now on, or not any more.
    pub fn passphrase_remember(&self, remember: bool) -> Result<EncryptionDto, AppError> {
        if !remember {
            self.forget_key();
        } else if self.store.is_locked() {
            self.keep_key()?;
        } else {
            return Err(AppError::bad_request("encryption").with("why", "not_locked"));
        }
        self.encryption_status()
    }

    fn lock_with(&self, request: &PassphraseRequest) -> Result<EncryptionDto, AppError> {
        if request.passphrase.chars().count() < SHORTEST {
            return Err(AppError::bad_request("passphrase").with("why", "short").with("least", SHORTEST));
        }
        let secret = Secret::passphrase(&request.passphrase)?;
        let had_backups = self.store.has_backups();
        self.store.lock(&secret)?;
        // The key that the keyring has is the old one's. That it does not take the new one undoes nothing: the answer says
        // that it is not remembered.
        self.forget_key();
        if request.remember {
            self.keep_key().unwrap_or_else(|error| log::warn!("the key is not kept: {:?}", error.code));
        }
        self.back_up_again(had_backups);
        self.encryption_status()
    }

    /// The backups went with the old file's secret. Whoever had some gets one under the new one; that it fails undoes
    /// nothing.
    fn back_up_again(&self, had_some: bool) {
        if had_some && let Err(error) = self.store.back_up(&self.now()) {
            log::warn!("no new backup: {error}");
        }
    }

    fn must_know(&self, current: &str) -> Result<(), AppError> {
        if !self.store.is_locked() {
            return Err(AppError::bad_request("encryption").with("why", "not_locked"));
        }
        let knows = Secret::passphrase(current).is_ok_and(|secret| self.store.opens_with(&secret));
        if knows { Ok(()) } else { Err(AppError::new(ErrorCode::WrongPassphrase)) }
    }

    fn keep_key(&self) -> Result<(), AppError> {
        let Some(key) = self.store.file_key() else { return Ok(()) };
        self.keys.set(&name_of(&self.data_dir), &key)?;
        Ok(fs::write(self.data_dir.join(MARK), "{\"keeps_the_key\":true}\n")?)
    }

    /// Without the mark the keyring is not asked; a key that could not be taken out of it opens nothing once the file is
    /// locked anew.
    fn forget_key(&self) {
        if fs::remove_file(self.data_dir.join(MARK)).is_ok() {
            self.keys
                .remove(&name_of(&self.data_dir))
                .unwrap_or_else(|error| log::warn!("the key stays in the keyring: {error}"));
        }
    }
}
