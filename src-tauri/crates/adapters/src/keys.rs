//! Where the memory file's key may be kept, so that nobody types a passphrase at every start.

use std::{
    collections::BTreeMap,
    fs, io,
    io::Write,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use domain::ports::{KeyStore, KeyStoreError};
use keyring::{Entry, Error};

/// The system's keyring: the Secret Service of a Linux desktop, the Keychain, the Credential Manager.
#[derive(Clone, Copy, Debug)]
pub struct SystemKeyring;

/// The program's name in the keyring.
const SERVICE: &str = "laolu";

impl SystemKeyring {
    fn entry(name: &str) -> Result<Entry, KeyStoreError> {
        Entry::new(SERVICE, name).map_err(|error| reason(&error))
    }
}

impl KeyStore for SystemKeyring {
    fn available(&self) -> Result<(), KeyStoreError> {
        match Entry::store_status() {
            Ok(()) => Ok(()),
            // Whatever keeps the keyring from being reached, it is not there for us.
            Err(_unreachable) => Err(KeyStoreError::Missing),
        }
    }

    fn get(&self, name: &str) -> Result<Option<String>, KeyStoreError> {
        self.available()?;
        match Self::entry(name)?.get_password() {
            Ok(key) => Ok(Some(key)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(reason(&error)),
        }
    }

    fn set(&self, name: &str, key: &str) -> Result<(), KeyStoreError> {
        self.available()?;
        Self::entry(name)?.set_password(key).map_err(|error| reason(&error))
    }

    fn remove(&self, name: &str) -> Result<(), KeyStoreError> {
        self.available()?;
        match Self::entry(name)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(reason(&error)),
        }
    }
}

/// The keyring's own messages may quote what they were given.
fn reason(error: &Error) -> KeyStoreError {
    match error {
        Error::NoDefaultStore | Error::NotSupportedByStore(_) => KeyStoreError::Missing,
        Error::NoStorageAccess(_) => KeyStoreError::Refused,
        _ => KeyStoreError::Failed,
    }
}

/// Keys in a file that only its owner can read: for computers without a keyring whose disk is safe in another way, and
/// for tests. Whoever has this file and the memory file can read everything.
#[derive(Debug)]
pub struct KeyFile {
    path: PathBuf,
    writing: Mutex<()>,
}

impl KeyFile {
    /// The file at this path; made with the first key.
    pub fn at(path: PathBuf) -> Self {
        Self { path, writing: Mutex::default() }
    }

    fn read(&self) -> Result<BTreeMap<String, String>, KeyStoreError> {
        match fs::read(&self.path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|_not_ours| KeyStoreError::Failed),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(KeyStoreError::Refused),
            Err(_) => Err(KeyStoreError::Failed),
        }
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<(), KeyStoreError> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut keys = self.read()?;
        change(&mut keys);
        let bytes = serde_json::to_vec(&keys).map_err(|_no_such_text| KeyStoreError::Failed)?;
        self.write(&bytes).map_err(|_io| KeyStoreError::Failed)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut aside = self.path.clone().into_os_string();
        aside.push(".new");
        let mut options = fs::File::options();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(aside, &self.path)
    }
}

impl KeyStore for KeyFile {
    fn available(&self) -> Result<(), KeyStoreError> {
        self.read().map(drop)
    }

    fn get(&self, name: &str) -> Result<Option<String>, KeyStoreError> {
        Ok(self.read()?.remove(name))
    }

    fn set(&self, name: &str, key: &str) -> Result<(), KeyStoreError> {
        self.change(|keys| drop(keys.insert(name.to_owned(), key.to_owned())))
    }

    fn remove(&self, name: &str) -> Result<(), KeyStoreError> {
        self.change(|keys| drop(keys.remove(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_keeps_replaces_and_forgets_keys_and_is_private() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys.json");
        let store = KeyFile::at(path.clone());
        assert_eq!(store.available(), Ok(()));
        assert_eq!(store.get("a"), Ok(None));
        assert_eq!(store.remove("a"), Ok(()));
        store.set("a", "1").expect("kept");
        store.set("b", "2").expect("kept");
        store.set("a", "3").expect("kept");
        assert_eq!(KeyFile::at(path.clone()).get("a"), Ok(Some("3".to_owned())));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
        }
        store.remove("a").expect("forgotten");
        assert_eq!((store.get("a"), store.get("b")), (Ok(None), Ok(Some("2".to_owned()))));
        fs::write(&path, "no keys").expect("written");
        assert_eq!(store.get("b"), Err(KeyStoreError::Failed));
    }

    /// On a computer with a keyring it is one, without one the answer says so; neither hangs nor panics.
    #[test]
    fn the_systems_keyring_is_there_or_says_that_it_is_not() {
        match SystemKeyring.available() {
            Ok(()) => {}
            Err(missing) => {
                assert_eq!(missing, KeyStoreError::Missing);
                assert_eq!(SystemKeyring.get("laolu test"), Err(KeyStoreError::Missing));
                assert_eq!(SystemKeyring.set("laolu test", "1"), Err(KeyStoreError::Missing));
                assert_eq!(SystemKeyring.remove("laolu test"), Err(KeyStoreError::Missing));
            }
        }
    }
}
