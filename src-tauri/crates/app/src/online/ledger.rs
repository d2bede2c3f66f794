//! What was sent over the network, for the person to read: how often since the installation, and the last requests.
//! Addresses are cut down to the server's name, because what follows says where somebody drives.

use std::{
    collections::VecDeque,
    fs,
    io::ErrorKind,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{AppError, dto::NetworkRequestDto};

const FILE: &str = "network.json";
/// Requests that are kept beside the count.
const KEPT: usize = 50;

/// The file `network.json`.
pub(crate) struct Ledger {
    path: PathBuf,
    writing: Mutex<()>,
}

#[derive(Default, Serialize, Deserialize)]
struct Book {
    sent: u32,
    last: VecDeque<NetworkRequestDto>,
}

impl Ledger {
    /// The ledger of a data folder; no file is made before the first request.
    pub(crate) fn of(data_dir: &std::path::Path) -> Self {
        Self { path: data_dir.join(FILE), writing: Mutex::default() }
    }

    /// The count, and the last requests, newest first.
    pub(crate) fn read(&self) -> (u32, Vec<NetworkRequestDto>) {
        let book = self.book();
        (book.sent, book.last.into_iter().collect())
    }

    /// Writes a request down before it is sent: one that can't be written down is not sent. Answers its number.
    pub(crate) fn begin(&self, at: i64, address: &str, purpose: &str) -> Result<u32, AppError> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut book = self.book();
        book.sent = book.sent.saturating_add(1);
        book.last.push_front(NetworkRequestDto {
            number: book.sent,
            at,
            host: host(address),
            purpose: purpose.to_owned(),
            outcome: "sent".to_owned(),
        });
        book.last.truncate(KEPT);
        self.write(&book)?;
        Ok(book.sent)
    }

    /// How it ended. That it was sent stands there already, so a failure to write this is only logged.
    pub(crate) fn end(&self, number: u32, outcome: &str) {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut book = self.book();
        if let Some(request) = book.last.iter_mut().find(|request| request.number == number) {
            outcome.clone_into(&mut request.outcome);
        }
        if let Err(error) = self.write(&book) {
            log::warn!("network: the outcome of a request was not written down: {error}");
        }
    }

    fn book(&self) -> Book {
        fs::read(&self.path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    fn write(&self, book: &Book) -> Result<(), AppError> {
        let json = serde_json::to_vec(book)
            .map_err(|error| AppError::from(std::io::Error::new(ErrorKind::InvalidData, error)))?;
        let aside = self.path.with_extension("json.new");
        fs::write(&aside, json)?;
        fs::rename(aside, &self.path)?;
        Ok(())
    }
}

/// The server's name in an address, with its port.
fn host(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit('@').next().unwrap_or_default().chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_servers_name_is_kept() {
        let check = |address: &str, expected: &str| assert_eq!(host(address), expected, "{address}");
        check("https://download.example/europe/x.osm.pbf", "download.example");
        check("http://127.0.0.1:8000/a?from=home#b", "127.0.0.1:8000");
        check("https://user:secret@d.example/x", "d.example");
        check("nonsense", "nonsense");
    }
}
