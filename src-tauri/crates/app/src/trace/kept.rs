//! Where traces wait to be looked at: in the memory file, as many as a person may want to look back at.

use std::sync::atomic::{AtomicU64, Ordering};

use domain::{Moment, ProfileId, Timestamp};

use crate::{
    App, AppError,
    background::Work,
    dto::{ErrorCode, TraceDto},
    feedback::Count,
};

/// Names for new traces.
#[derive(Debug, Default)]
pub struct TraceIds(AtomicU64);

impl TraceIds {
    /// The second it was made in, a count within this run, and which run it was: two runs of the terminal in one second are
    /// two.
    pub fn next(&self, at: i64) -> String {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        format!("t{at:x}-{count:04x}-{:x}", std::process::id())
    }
}

impl App {
    /// Keeps one, after the answer. That it can't be kept fails no answer.
    pub(crate) fn keep_trace(&self, trace: &TraceDto) {
        let Ok(body) = serde_json::to_string(trace) else { return };
        let at = Moment { at: Timestamp(trace.at), zone: self.now().zone };
        if let Err(error) = self.later(Work::Trace { id: trace.id.clone(), body, at }) {
            log::warn!("trace: one is not kept: {error}");
        }
    }

    /// Writes one, and counts what it tells: numbers only.
    pub(crate) fn write_trace(
        &self,
        profile: ProfileId,
        id: &str,
        body: &str,
        at: &Moment,
    ) -> Result<(), AppError> {
        let mine = self.store.of(profile);
        let Ok(trace) = serde_json::from_str::<TraceDto>(body) else {
            return Ok(mine.keep_trace(id, body, at)?);
        };
        // Who says nothing repeats nothing: then what was kept before need not be read.
        let before: Vec<TraceDto> = if trace.said.is_empty() {
            Vec::new()
        } else {
            mine.traces()?.iter().filter_map(|body| serde_json::from_str(body).ok()).collect()
        };
        mine.keep_trace(id, body, at)?;
        self.note_accesses(profile, &trace, at)?;
        self.count_for(profile, &Count::of(&trace, &before), at)
    }

    /// All of the owner, newest first; those of another version are passed over.
    pub(crate) fn kept_traces(&self) -> Result<Vec<TraceDto>, AppError> {
        self.drain()?;
        let bodies = self.mine().traces()?;
        Ok(bodies.iter().filter_map(|body| serde_json::from_str(body).ok()).collect())
    }

    /// One, by its id or its plan's; the newest for an empty id.
    pub(crate) fn kept_trace(&self, id: &str) -> Result<TraceDto, AppError> {
        let fits = |trace: &TraceDto| id.is_empty() || trace.id == id || trace.plan == id;
        self.kept_traces()?.into_iter().find(fits).ok_or_else(|| AppError::new(ErrorCode::NoSuchTrace))
    }
}
