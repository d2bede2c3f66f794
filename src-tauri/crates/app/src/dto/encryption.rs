//! The memory file locked with a passphrase.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// How the memory file is protected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct EncryptionDto {
    /// Whether the file is locked with a passphrase.
    pub locked: bool,
    /// Whether the system's keyring opens it at the start.
    pub remembered: bool,
    /// `ready`, `missing` (this computer has none) or `refused` (it does not open).
    pub keyring: String,
}

/// A passphrase, where a new one is set or the present one is asked for. Never printed; overwritten when it goes.
#[derive(Clone, Default, Serialize, Deserialize, TS, Zeroize, ZeroizeOnDrop)]
pub struct PassphraseRequest {
    /// The present one; empty when the file is not locked yet.
    #[serde(default)]
    pub current: String,
    /// The new one; empty where none is set.
    #[serde(default)]
    pub passphrase: String,
    /// Whether the system's keyring is to open the file from now on.
    #[serde(default)]
    pub remember: bool,
}

impl fmt::Debug for PassphraseRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PassphraseRequest {{ remember: {} }}", self.remember)
    }
}
