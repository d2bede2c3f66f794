//! How answers came about: made beside each answer, kept for a while, gone with any deletion.

mod kept;
mod stages;

use domain::MemoryRef;

use crate::{
    App, AppError,
    dto::{LangDto, TraceBriefDto, TraceCandidateDto, TraceDto, TraceStageDto},
};

pub(crate) use kept::TraceIds;
pub(crate) use stages::{Times, candidate_of, left_out, stage_of_writing};

/// Between two readings of the monotonic clock, in milliseconds, to the microsecond.
pub(crate) fn milliseconds(from_s: f64, to_s: f64) -> f64 {
    ((to_s - from_s) * 1e6).round() / 1e3
}

impl App {
    /// Traces that are kept, newest first.
    pub fn traces(&self) -> Result<Vec<TraceBriefDto>, AppError> {
        Ok(self.kept_traces()?.iter().map(brief).collect())
    }

    /// One of them; the newest for an empty id. What its memories say is read now, not when it was written: a trace keeps
    /// ids.
    pub fn trace(&self, id: &str, lang: LangDto) -> Result<TraceDto, AppError> {
        let mut trace = self.kept_trace(id)?;
        for candidate in trace.stages.iter_mut().flat_map(|stage| &mut stage.candidates) {
            if let Ok(memory) = candidate.id.parse::<MemoryRef>() {
                candidate.text = self.row(memory, lang.into()).map(|row| row.text).unwrap_or_default();
            }
        }
        Ok(trace)
    }

    /// Throws all of them away.
    pub fn traces_clear(&self) -> Result<(), AppError> {
        let _nothing_written_meanwhile = self.background.forget_plans(self.profile());
        Ok(self.mine().clear_traces()?)
    }

    /// Keeps the trace of something else than a plan: what was written down, and from what.
    pub(crate) fn keep_deed(&self, kind: &str, said: &str, answer: &str, stages: Vec<TraceStageDto>) {
        let ms = stages.iter().map(|stage| stage.ms).sum();
        let mut trace =
            TraceDto { kind: kind.to_owned(), said: said.to_owned(), ms, stages, ..self.new_trace() };
        answer.clone_into(&mut trace.answer);
        self.keep_trace(&trace);
    }

    /// One with an id and a time, and nothing else.
    pub(crate) fn new_trace(&self) -> TraceDto {
        let at = self.now().at.0;
        TraceDto { id: self.traces.next(at), at, ..TraceDto::default() }
    }

    /// What of a stage's candidates is in words and belongs to no row: wishes of the sentence, settings.
    pub(crate) fn with_words(mut trace: TraceDto, texts: &[(String, String)]) -> TraceDto {
        for candidate in trace.stages.iter_mut().flat_map(|stage| &mut stage.candidates) {
            if let Some((_, text)) = texts.iter().find(|(id, _)| *id == candidate.id) {
                candidate.text.clone_from(text);
            }
        }
        trace
    }
}

fn brief(trace: &TraceDto) -> TraceBriefDto {
    let memories = |stage: &str, only: fn(&TraceCandidateDto) -> bool| {
        let stages = trace.stages.iter().filter(|known| known.name == stage);
        let all = stages.flat_map(|stage| &stage.candidates);
        let count = all.filter(|it| it.id.parse::<MemoryRef>().is_ok() && only(it)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    TraceBriefDto {
        id: trace.id.clone(),
        at: trace.at,
        kind: trace.kind.clone(),
        said: trace.said.clone(),
        answer: trace.answer.clone(),
        plan: trace.plan.clone(),
        ms: trace.ms,
        recalled: memories("recall", |_| true),
        used: memories("route", |candidate| candidate.kept),
    }
}
