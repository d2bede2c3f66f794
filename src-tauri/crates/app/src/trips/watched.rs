//! A folder in which new recordings are looked for: off until a folder is named, and looked into when the shell says so.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};

use super::files::listed;
use crate::{
    App, AppError, CancelToken, ProgressSink,
    dto::{ErrorCode, ImportReportDto, LangDto, TripImportRequest, WatchedFolderDto},
};

/// Setting that holds the folder and what was seen in it.
const KEY: &str = "watched_folder";
/// A file that was written to so lately may be written to still, seconds.
const SETTLED_S: i64 = 5;

/// What is kept: the folder, and marks of files that were read as they are. A mark is no name.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Watched {
    folder: String,
    looked_at: i64,
    seen: BTreeSet<String>,
}

impl App {
    /// The folder that is watched.
    pub fn trips_watched(&self) -> Result<WatchedFolderDto, AppError> {
        let kept = self.watched()?;
        Ok(WatchedFolderDto {
            there: !kept.folder.is_empty() && Path::new(&kept.folder).is_dir(),
            folder: kept.folder,
            looked_at: kept.looked_at,
        })
    }

    /// Watches this folder from now on, instead of another one; none when it is empty.
    pub fn trips_watch(&self, folder: &str) -> Result<WatchedFolderDto, AppError> {
        let folder = folder.trim();
        if !folder.is_empty() && !Path::new(folder).is_dir() {
            return Err(AppError::bad_request("folder").with("why", "missing"));
        }
        if self.watched()?.folder != folder {
            self.keep_watched(&Watched { folder: folder.to_owned(), ..Watched::default() })?;
        }
        self.trips_watched()
    }

    /// Looks into the watched folder: imports what is new or was changed since it was read; nothing when there is nothing new,
    /// or no folder is watched. The shell calls it from time to time.
    pub fn trips_watch_look(
        &self,
        lang: LangDto,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<Option<ImportReportDto>, AppError> {
        let mut kept = self.watched()?;
        if kept.folder.is_empty() || !Path::new(&kept.folder).is_dir() {
            return Ok(None);
        }
        let now = self.now().at.0;
        let all = listed(std::slice::from_ref(&kept.folder))?;
        let new: Vec<(PathBuf, String)> = all
            .into_iter()
            .filter_map(|path| {
                let (mark, written_at) = mark_of(&path)?;
                (now - written_at >= SETTLED_S && !kept.seen.contains(&mark)).then_some((path, mark))
            })
            .collect();
        kept.looked_at = now;
        let report = if new.is_empty() {
            None
        } else {
            let paths = new.iter().map(|(path, _)| path.to_string_lossy().into_owned()).collect();
            let request = TripImportRequest { paths, lang, ..TripImportRequest::default() };
            Some(self.import_from(&request, "watched", sink, cancel)?)
        };
        kept.seen.extend(new.into_iter().map(|(_, mark)| mark));
        self.keep_watched(&kept)?;
        Ok(report)
    }

    fn watched(&self) -> Result<Watched, AppError> {
        let text = self.mine().setting(KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn keep_watched(&self, watched: &Watched) -> Result<(), AppError> {
        let text = (!watched.folder.is_empty())
            .then(|| serde_json::to_string(watched))
            .transpose()
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(KEY, text.as_deref())?)
    }
}

/// A mark of a file as it is, and when it was written, UTC seconds.
fn mark_of(path: &Path) -> Option<(String, i64)> {
    use md5::{Digest, Md5};
    let about = fs::metadata(path).ok()?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let mut hash = Md5::new();
    hash.update(path.to_string_lossy().as_bytes());
    hash.update(about.len().to_le_bytes());
    hash.update(written.as_nanos().to_le_bytes());
    let mark = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Some((mark, i64::try_from(written.as_secs()).ok()?))
}
