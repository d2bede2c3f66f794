//! Where traces wait to be looked at: as many as a person may want to look back at, and no more.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use domain::ProfileId;

use crate::{
    App, AppError,
    dto::{ErrorCode, TraceDto},
};

/// Traces kept of one person.
const KEPT: usize = 60;

/// Kept traces of every owner, oldest first.
#[derive(Debug, Default)]
pub struct KeptTraces {
    made: AtomicU64,
    kept: Mutex<Vec<(ProfileId, TraceDto)>>,
}

impl KeptTraces {
    /// A name for a new one: the second it was made in, and a count.
    pub fn next_id(&self, at: i64) -> String {
        format!("t{at:x}-{:x}", self.made.fetch_add(1, Ordering::Relaxed))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(ProfileId, TraceDto)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Keeps one; the oldest beyond [`KEPT`] go.
    pub(crate) fn keep_trace(&self, trace: &TraceDto) {
        let profile = self.profile();
        let mut kept = self.traces.lock();
        kept.push((profile, trace.clone()));
        let own = kept.iter().filter(|(owner, _)| *owner == profile).count();
        let mut too_many = own.saturating_sub(KEPT);
        kept.retain(|(owner, _)| {
            let goes = *owner == profile && too_many > 0;
            too_many -= usize::from(goes);
            !goes
        });
    }

    /// All of the owner, newest first.
    pub(crate) fn kept_traces(&self) -> Result<Vec<TraceDto>, AppError> {
        let profile = self.profile();
        let kept = self.traces.lock();
        Ok(kept.iter().rev().filter(|(owner, _)| *owner == profile).map(|(_, trace)| trace.clone()).collect())
    }

    /// One; the newest for an empty id.
    pub(crate) fn kept_trace(&self, id: &str) -> Result<TraceDto, AppError> {
        let found =
            self.kept_traces()?.into_iter().find(|trace| id.is_empty() || trace.id == id || trace.plan == id);
        found.ok_or_else(|| AppError::new(ErrorCode::NoSuchTrace))
    }

    /// None of the owner is left: they name what was deleted, or may.
    pub(crate) fn drop_traces(&self) -> Result<(), AppError> {
        let profile = self.profile();
        self.traces.lock().retain(|(owner, _)| *owner != profile);
        Ok(())
    }
}
