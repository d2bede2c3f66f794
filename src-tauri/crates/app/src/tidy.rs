//! Looking after the memory file: a backup a day, rebuilding of indexes, what says the same twice, and reading in a quiet
//! hour what nobody has read.

use std::path::Path;

use domain::{MemoryRef, Moment, StatementId, StatementState};
use extract::{Extraction, Extractor, Known, Policy, Rules, Turn, basis_of};
use memory::{Alike, Backup, Embedding, Reading, Secret, Store, StoreError, Unread};

use crate::{
    App, AppError, CancelToken, Keys, ProgressSink,
    dto::{AlikeDto, BackupDto, ErrorCode, LangDto, ProgressDto, RebuiltDto, RestoredDto},
    encryption,
};

const DAY_S: i64 = 86_400;
/// Key of the setting that keeps when was looked for near duplicates, and how many pairs there were.
const ALIKE_KEY: &str = "alike";
/// Cosine distance up to which two statements are proposed as one; measured on the pairs of `laolu scan-threshold`: of
/// sentences that mean the same half are nearer than this, of others none.
const NEARLY_THE_SAME: f64 = 0.08;
/// Pairs that are proposed at a time.
const MOST_PAIRS: usize = 50;
/// Rows that a quiet hour reads in one transaction, and between two looks whether it is still quiet.
const BATCH: usize = 20;
/// Wordless rows after which it is written down that there is nothing to be read in them.
const FAR_BEHIND: u64 = 500;
/// Batches of one turn of the thread.
const BATCHES: usize = 50;

impl App {
    /// Takes a backup beside the memory file now.
    pub fn backup(&self) -> Result<BackupDto, AppError> {
        self.drain()?;
        Ok(backup_dto(&self.store.back_up(&self.now())?))
    }

    /// Takes one when the newest is older than a day; what the thread and the end of a command in the terminal do by themselves.
    pub fn back_up_once_a_day(&self) -> Result<Option<BackupDto>, AppError> {
        let now = self.now();
        // A clock that was set back makes no backup newer than it is.
        let fresh = self.store.backed_up_at().is_some_and(|at| (now.at.0 - at.0).abs() < DAY_S);
        if fresh { Ok(None) } else { self.backup().map(Some) }
    }

    /// Backups beside the memory file that are whole, oldest first.
    pub fn backups(&self) -> Result<Vec<BackupDto>, AppError> {
        let secret = self.store.file_key().and_then(|key| Secret::key(&key).ok());
        let all = Store::backups_with(&self.data_dir.join("memory.db"), secret.as_ref());
        Ok(all.iter().map(backup_dto).collect())
    }

    /// Builds every index anew from the rows. Everything stays as it was when it is cancelled.
    pub fn rebuild(&self, sink: &mut dyn ProgressSink, cancel: &CancelToken) -> Result<RebuiltDto, AppError> {
        self.drain()?;
        let memories = self.store.rebuild_with(&mut |done, all| {
            sink.progress(&ProgressDto {
                phase: "names".to_owned(),
                phase_index: 0,
                phase_count: 1,
                done: done as u64,
                total: all as u64,
                fraction: done as f64 / all.max(1) as f64,
                eta_s: None,
            });
            !cancel.is_cancelled()
        })?;
        self.store.prepare_recall()?;
        Ok(RebuiltDto { memories: u32::try_from(memories).unwrap_or(u32::MAX) })
    }

    /// Memories that say nearly the same, for the person to decide: none is ever joined by itself (MISSION S2-43).
    pub fn memory_alike(&self, lang: LangDto) -> Result<Vec<AlikeDto>, AppError> {
        let found = self.mine().alike(StatementId(0), NEARLY_THE_SAME, MOST_PAIRS, self.now().at)?;
        found.iter().map(|pair| self.alike_dto(pair, lang)).collect()
    }

    /// Looks once a day for memories that say nearly the same, and keeps how many pairs there are; the doctor tells it.
    pub(crate) fn look_for_alike_once_a_day(&self) -> Result<(), AppError> {
        let today = self.now().zoned().date().to_string();
        let before = self.mine().setting(ALIKE_KEY)?;
        let known: Option<(String, usize)> = before.and_then(|text| serde_json::from_str(&text).ok());
        if self.reflection_settings()?.paused || known.is_some_and(|(day, _)| day == today) {
            return Ok(());
        }
        let pairs = self.mine().alike(StatementId(0), NEARLY_THE_SAME, MOST_PAIRS, self.now().at)?.len();
        let text = serde_json::to_string(&(today, pairs))
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(ALIKE_KEY, Some(&text))?)
    }

    /// How many pairs the last look found.
    pub(crate) fn known_alike(&self) -> Result<usize, AppError> {
        let text = self.mine().setting(ALIKE_KEY)?;
        let known: Option<(String, usize)> = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(known.map_or(0, |(_, pairs)| pairs))
    }

    /// The person's answer: `keep` stands for the other, or the two are two and are not proposed again.
    pub fn memory_alike_answer(&self, keep: &str, other: &str, joined: bool) -> Result<(), AppError> {
        let of = |id: &str| match id.parse::<MemoryRef>()? {
            MemoryRef::Statement(id) => Ok(id),
            _ => Err(AppError::bad_request("id")),
        };
        let (keep, other) = (of(keep)?, of(other)?);
        match joined {
            true => Ok(self.mine().join_alike(keep, other, &self.now())?),
            false => Ok(self.mine().keep_apart(keep, other, &self.now())?),
        }
    }

    fn alike_dto(&self, pair: &Alike, lang: LangDto) -> Result<AlikeDto, AppError> {
        let text = |id| self.row(MemoryRef::Statement(id), lang.into()).map(|row| row.text);
        Ok(AlikeDto {
            one: MemoryRef::Statement(pair.one.id).to_string(),
            one_text: text(pair.one.id)?,
            other: MemoryRef::Statement(pair.other.id).to_string(),
            other_text: text(pair.other.id)?,
            likeness: 1.0 - pair.distance,
            same_entities: pair.same_entities,
        })
    }

    /// Reads what was noticed in words and nobody has read, in batches, until it is done, `go_on` says no, or something waits to
    /// be written (MISSION S3-11). How many statements it found. A batch that is cut is read again as a whole.
    pub fn read_what_waits(&self, go_on: &dyn Fn() -> bool) -> Result<usize, AppError> {
        let mut found = 0;
        for _batch in 0..BATCHES {
            if self.reflection_settings()?.paused || !self.learns()? || !go_on() {
                break;
            }
            let Unread { until, rows, behind } = self.mine().unread(BATCH)?;
            if rows.is_empty() && behind < FAR_BEHIND {
                break;
            }
            let places = self.place_names()?;
            let policy = Policy::new(&places);
            let says: Vec<Reading> = rows.iter().map(|seen| self.read_row(seen, &places, &policy)).collect();
            let done = rows.len() < BATCH;
            match self.mine().read_until(until, &says, &self.now()) {
                Ok(new) => found += new,
                // Another program did the same work.
                Err(StoreError::PlanOutdated) => {}
                Err(error) => return Err(error.into()),
            }
            if done {
                break;
            }
        }
        Ok(found)
    }

    fn read_row(&self, seen: &domain::Noticed, places: &[String], policy: &Policy) -> Reading {
        let imported = seen.source == domain::StreamSource::Import;
        let turn = Turn {
            heard: seen.heard,
            place: seen.place,
            trip: seen.trip,
            weather: seen.weather,
            traffic: seen.traffic.clone(),
            passengers: seen.passengers.clone(),
            session: seen.session.clone(),
            ..Turn::typed(&seen.words, seen.at.clone())
        };
        let drafts = Rules.extract(&turn, &Known { statements: &[], places });
        let remembered = drafts.into_iter().filter_map(|one| match one {
            Extraction::Remember(new) => Some(new),
            // A wish to forget is followed where it is said, never later from a file.
            Extraction::Forget(_) => None,
        });
        let says = remembered.map(|mut new| {
            if imported {
                // What a file says waits for the person (F-8).
                new.provenance = domain::Provenance::Imported;
                new.state = StatementState::Review;
            }
            let basis = basis_of(&turn.words, &new);
            let clean = policy.sanitise(new, basis).value;
            let vector: Option<Embedding> = self.meaning.of(&clean.get().content);
            (clean, vector)
        });
        (seen.id, says.collect())
    }
}

/// The failure with the newest whole backup beside a damaged memory file, when there is one.
pub(crate) fn offering(error: AppError, data_dir: &Path, keys: &Keys) -> AppError {
    if error.code != ErrorCode::DamagedDatabase {
        return error;
    }
    match backups_of(data_dir, keys).pop() {
        Some(newest) => error.with("why", "backup").with("backup", newest.name).with("at", newest.at),
        None => error,
    }
}

/// Backups of a data folder that are whole, oldest first; for a folder whose memory cannot be opened.
pub fn backups_of(data_dir: &Path, keys: &Keys) -> Vec<BackupDto> {
    let secret = encryption::secret_of(data_dir, keys);
    Store::backups_with(&data_dir.join("memory.db"), secret.as_ref()).iter().map(backup_dto).collect()
}

/// Puts a backup in the place of the memory file of a folder that nobody has open: one beside it by its name, or any file by
/// its path. What was erased since stays erased.
///
/// # Errors
/// Laolu is open on the folder, or the backup is missing or not whole; the present file is then as it was.
pub fn restore(data_dir: &Path, backup: &str, keys: &Keys, now: &Moment) -> Result<RestoredDto, AppError> {
    let _alone = crate::lock_instance(data_dir)?;
    let file = data_dir.join("memory.db");
    let secret = encryption::secret_of(data_dir, keys);
    let beside =
        Store::backups_with(&file, secret.as_ref()).into_iter().find(|known| name_of(known) == backup);
    let (path, at) = match beside {
        Some(known) => (known.path, Some(known.at.0)),
        None => (Path::new(backup).to_owned(), None),
    };
    if !path.is_file() {
        return Err(AppError::new(ErrorCode::BadFile).with("why", "missing"));
    }
    let restored = Store::restore_with(&file, &path, secret.as_ref(), now)?;
    Ok(RestoredDto { at, forgotten: u32::try_from(restored.forgotten).unwrap_or(u32::MAX) })
}

fn name_of(backup: &Backup) -> String {
    backup.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn backup_dto(backup: &Backup) -> BackupDto {
    let bytes = std::fs::metadata(&backup.path).map_or(0, |meta| meta.len());
    BackupDto { name: name_of(backup), at: backup.at.0, bytes }
}
