//! What a memory file is locked with.
//!
//! The file's format is SQLCipher's, version 4, with its own defaults: AES-256-CBC per page of 4 KiB, HMAC-SHA512 over
//! each, keys from PBKDF2-HMAC-SHA512 with 256,000 rounds (<https://www.zetetic.net/sqlcipher/design/>). The key is made
//! here and handed over ready: so it is made once for two connections, the keyring can keep it instead of the passphrase,
//! and a wrong passphrase can be told from a damaged file by looking at the pages' sums.

use std::{fmt, num::NonZeroU32};

use ring::{hmac, pbkdf2};
use unicode_normalization::UnicodeNormalization;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::StoreError;

/// The first bytes of a locked file: the beginning of its salt, so that it is known without its key.
pub(crate) const MAGIC: [u8; 4] = *b"LAOL";
/// Bytes of a page.
pub(crate) const PAGE: usize = 4_096;
/// Bytes of a page's sum, at its end.
const SUM: usize = 64;
/// Rounds from a passphrase to a key: SQLCipher's own number.
const ROUNDS: NonZeroU32 = NonZeroU32::new(256_000).unwrap();
/// Rounds from the key to the key of the sums.
const SUM_ROUNDS: NonZeroU32 = NonZeroU32::new(2).unwrap();
/// What the salt is mixed with for the key of the sums.
const SUM_MASK: u8 = 0x3a;

/// A passphrase, or a key that was made from one. Never printed, and overwritten when it goes.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Kind);

#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
enum Kind {
    Passphrase(String),
    Key([u8; 32]),
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A passphrase. The same letters typed on another system are the same passphrase (Unicode's composed form).
    ///
    /// # Errors
    /// It is empty, or holds a zero byte, which would not count at its end.
    pub fn passphrase(text: &str) -> Result<Self, StoreError> {
        if text.is_empty() || text.contains('\0') {
            return Err(StoreError::OutOfRange("passphrase"));
        }
        // With room for the worst case, so that growing leaves no copies behind.
        let mut composed = String::with_capacity(text.len() * 3);
        composed.extend(text.nfc());
        Ok(Self(Kind::Passphrase(composed)))
    }

    /// The key of one file, as [`Store::file_key`](crate::Store::file_key) gave it: 64 hexadecimal digits.
    ///
    /// # Errors
    /// It is something else.
    pub fn key(hex: &str) -> Result<Self, StoreError> {
        let mut key = [0; 32];
        let digits = hex.as_bytes();
        if digits.len() != 64 {
            return Err(StoreError::OutOfRange("key"));
        }
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |c: u8| char::from(c).to_digit(16).ok_or(StoreError::OutOfRange("key"));
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Self(Kind::Key(key)))
    }

    /// The key for a file with this salt. A passphrase takes a fifth of a second, on purpose.
    pub(crate) fn for_file(&self, salt: [u8; 16]) -> FileKey {
        let mut key = [0; 32];
        match &self.0 {
            Kind::Passphrase(text) => {
                pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA512, ROUNDS, &salt, text.as_bytes(), &mut key);
            }
            Kind::Key(bytes) => key = *bytes,
        }
        FileKey { key, salt }
    }
}

/// The key of one file, with the salt that stands at its beginning.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub(crate) struct FileKey {
    key: [u8; 32],
    #[zeroize(skip)]
    salt: [u8; 16],
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileKey(…)")
    }
}

impl FileKey {
    /// As SQLCipher takes a key that is ready: `x'` key and salt in hexadecimal `'`.
    pub(crate) fn for_sqlite(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(99));
        text.push_str("x'");
        push_hex(&mut text, &self.key);
        push_hex(&mut text, &self.salt);
        text.push('\'');
        text
    }

    /// What the file begins with.
    pub(crate) fn salt(&self) -> [u8; 16] {
        self.salt
    }

    /// The key alone, for [`Secret::key`].
    pub(crate) fn hex(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(64));
        push_hex(&mut text, &self.key);
        text
    }

    /// Whether this key wrote the page with this number, counted from 1.
    pub(crate) fn wrote(&self, number: u32, page: &[u8]) -> bool {
        if page.len() != PAGE {
            return false;
        }
        let mut sum_key = Zeroizing::new([0; 32]);
        let salt = self.salt.map(|byte| byte ^ SUM_MASK);
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA512, SUM_ROUNDS, &salt, &self.key, &mut *sum_key);
        let key = hmac::Key::new(hmac::HMAC_SHA512, &*sum_key);
        // The salt at the file's beginning is not part of page 1's content.
        let start = if number == 1 { self.salt.len() } else { 0 };
        let (content, sum) = page.split_at(PAGE - SUM);
        let mut signed = content[start..].to_vec();
        signed.extend(number.to_le_bytes());
        hmac::verify(&key, &signed, sum).is_ok()
    }
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_prints_nothing_and_letters_are_composed() {
        let secret = Secret::passphrase("geheim é").unwrap();
        assert_eq!(format!("{secret:?} {:?}", secret.for_file([7; 16])), "Secret(…) FileKey(…)");
        assert!(secret == Secret::passphrase("geheim e\u{301}").unwrap());
        assert!(secret != Secret::passphrase("Geheim é").unwrap());
        assert!(matches!(Secret::passphrase(""), Err(StoreError::OutOfRange("passphrase"))));
    }

    #[test]
    fn a_key_is_64_digits() {
        let key = Secret::passphrase("路").unwrap().for_file([1; 16]);
        assert_eq!(Secret::key(&key.hex()).unwrap().for_file([1; 16]), key);
        for bad in ["", "12", &"g".repeat(64), &"é".repeat(32)] {
            assert!(Secret::key(bad).is_err(), "{bad}");
        }
    }
}
