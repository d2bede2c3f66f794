//! One download from the first byte to the installed region.

use std::{
    fs::{self, File},
    io::Write,
    sync::Arc,
};

use domain::ports::{Arrived, Wanted};
use region::{CancelToken, catalogue::Entry, folder};

use super::{
    Web,
    part::{Part, sum_in},
};
use crate::{
    App, AppError, ProgressSink,
    dto::{ErrorCode, ProgressDto, RegionDto},
    region::IMPORT_PHASES,
};

/// Largest file that is taken: the whole planet has 90 GB.
const MOST_BYTES: u64 = 200 << 30;
/// Largest `.md5` file.
const MOST_SUM_BYTES: u64 = 4 << 10;
/// Phases before the import's own.
const BEFORE: u32 = 2;
/// Shares of the whole that downloading and checking take; the import has the rest.
const DOWNLOAD: f64 = 0.70;
const VERIFY: f64 = 0.03;
/// Seconds that the import takes for each byte, for the time left while still downloading: half a second a megabyte, as
/// measured on Porto.
const IMPORT_S_PER_BYTE: f64 = 0.5e-6;
/// Bytes between two reports and between two flushes to the disk.
const REPORT_EVERY: u64 = 256 << 10;

impl App {
    /// Downloads a region of the list, checks it, and imports it. Stopped or cut off, it goes on where it was the next
    /// time, as long as the server has the same file still.
    pub fn region_download(
        &self,
        id: &str,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<RegionDto, AppError> {
        let web = self.web()?;
        let (entry, address) = self.listed(id)?;
        fs::create_dir_all(self.downloads())?;
        let _lock = one_at_a_time(&self.downloads())?;
        let part = Part::at(&self.downloads(), &folder::slug(&entry.id));
        self.fetch_part(&web, &address, &part, sink, cancel)?;
        self.verify(&web, &address, &part, sink, cancel)?;
        let region = self.import_part(&entry, &part, sink, cancel);
        match &region {
            // Cancelled while importing: the file is whole, and the next time only the import is left to do.
            Err(error) if error.code == ErrorCode::Cancelled || error.code == ErrorCode::DiskFull => {}
            _ => part.discard()?,
        }
        region
    }

    fn fetch_part(
        &self,
        web: &Web<'_>,
        address: &str,
        part: &Part,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<(), AppError> {
        let validator = part.validator(address);
        let from = if validator.is_some() { part.bytes() } else { 0 };
        let clock = Arc::clone(&self.clock);
        let mut taker = Taker { part, address, file: None, failed: None, at: 0, begun: 0, total: 0, told: 0 };
        let mut started = clock.monotonic_s();
        let wanted = Wanted { address, from, validator: validator.as_deref(), most: MOST_BYTES };
        let stop = || cancel.is_cancelled();
        let fetched = web.fetch(&wanted, "map", &stop, &mut |arrived| {
            if matches!(arrived, Arrived::Start(..)) {
                started = clock.monotonic_s();
            }
            let taken = taker.take(arrived);
            if taker.is_news() {
                sink.progress(&taker.progress(clock.monotonic_s() - started));
            }
            taken
        });
        match (fetched, taker.failed) {
            (_, Some(error)) => Err(error.into()),
            (Ok(_), None) => Ok(()),
            // "Nothing from there on": all of it is there already, and only the rest was left to do.
            (Err(error), None) if from > 0 && error.args.get("status").is_some_and(|s| s == "416") => Ok(()),
            (Err(error), None) => Err(error),
        }
    }

    /// Holds the file against the sum beside it; a server that names none has nothing to be held against.
    fn verify(
        &self,
        web: &Web<'_>,
        address: &str,
        part: &Part,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<(), AppError> {
        let stop = || cancel.is_cancelled();
        let sum = match web.small(&format!("{address}.md5"), MOST_SUM_BYTES, "checksum", &stop) {
            Ok(text) => sum_in(&text),
            Err(error) if error.args.get("status").is_some_and(|status| status == "404") => None,
            Err(error) => return Err(error),
        };
        let total = fs::metadata(part.path())?.len();
        let found = part.md5(|done| {
            sink.progress(&phase("verify", 1, done, total, DOWNLOAD, VERIFY, None));
            !cancel.is_cancelled()
        })?;
        let Some(found) = found else { return Err(AppError::new(ErrorCode::Cancelled)) };
        if sum.is_some_and(|sum| sum != found) {
            part.discard()?;
            return Err(AppError::new(ErrorCode::Network).with("why", "checksum"));
        }
        Ok(())
    }

    fn import_part(
        &self,
        entry: &Entry,
        part: &Part,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<RegionDto, AppError> {
        let before = DOWNLOAD + VERIFY;
        let mut shifted = |progress: &ProgressDto| {
            let mut progress = progress.clone();
            progress.phase_index += BEFORE;
            progress.phase_count += BEFORE;
            progress.fraction = before + (1.0 - before) * progress.fraction;
            sink.progress(&progress);
        };
        let id = folder::slug(&entry.id);
        self.import_file(part.path(), Some(&id), Some(&entry.name), &mut shifted, cancel)
    }
}

/// Puts what arrives into the file.
struct Taker<'a> {
    part: &'a Part,
    address: &'a str,
    file: Option<File>,
    failed: Option<std::io::Error>,
    at: u64,
    begun: u64,
    total: u64,
    told: u64,
}

impl Taker<'_> {
    fn take(&mut self, arrived: Arrived<'_>) -> bool {
        let done = match arrived {
            Arrived::Start(from, remote) => {
                (self.at, self.begun, self.told) = (from, from, 0);
                self.total = remote.bytes.unwrap_or(0);
                let opened = self.part.open(self.address, remote.validator.as_deref(), from);
                opened.map(|file| self.file = Some(file))
            }
            Arrived::Bytes(bytes) => {
                self.at += bytes.len() as u64;
                self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
            }
        };
        match done {
            Ok(()) => true,
            Err(error) => {
                self.failed = Some(error);
                false
            }
        }
    }

    fn is_news(&mut self) -> bool {
        let first_bytes = self.told <= 1 && self.at > 1;
        let more = self.at >= self.told + REPORT_EVERY || self.at == self.total;
        let news = self.told == 0 || first_bytes || more;
        if news {
            self.told = self.at.max(1);
        }
        news
    }

    fn progress(&self, elapsed_s: f64) -> ProgressDto {
        let came = self.at.saturating_sub(self.begun) as f64;
        let told = self.total > 0 && came > 0.0 && elapsed_s > 0.5;
        let left = self.total.saturating_sub(self.at) as f64;
        let eta = told.then(|| left * elapsed_s / came + self.total as f64 * IMPORT_S_PER_BYTE);
        phase("download", 0, self.at, self.total, 0.0, DOWNLOAD, eta)
    }
}

fn phase(
    word: &str,
    index: u32,
    done: u64,
    total: u64,
    from: f64,
    share: f64,
    eta_s: Option<f64>,
) -> ProgressDto {
    let part = if total == 0 { 0.0 } else { (done as f64 / total as f64).min(1.0) };
    ProgressDto {
        phase: word.to_owned(),
        phase_index: index,
        phase_count: BEFORE + IMPORT_PHASES,
        done,
        total,
        fraction: from + share * part,
        eta_s,
    }
}

/// One download at a time, over all programs that use the folder.
fn one_at_a_time(downloads: &std::path::Path) -> Result<File, AppError> {
    let file = File::options().create(true).truncate(false).write(true).open(downloads.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_held) => Err(AppError::new(ErrorCode::SecondInstance).with("why", "download")),
    }
}
