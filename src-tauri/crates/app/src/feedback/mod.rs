//! What a person says about answers: thumbs, "wrong memory", and what of it is kept for export.

mod compare;
mod figures;
mod training;
mod usage;

use std::collections::BTreeSet;

use domain::MemoryRef;
use extract::{Basis, Policy};
use memory::{Label, NewFailure, Rating, StoreError, Thumb};

use crate::{
    App, AppError,
    dto::{
        ErrorCode, FailureDto, FeedbackLabelDto, FeedbackRequest, LangDto, MovedDto, RatingDto, SampleDto,
        ThumbDto, TraceDto, WrongMemoryRequest,
    },
};

pub(crate) use usage::Count;

/// Memories that are offered for judging at a time.
const SAMPLE: usize = 10;

impl App {
    /// Rates an answer. Moves how sure and how lively the memories behind it are; can be taken back.
    pub fn feedback(&self, request: &FeedbackRequest, lang: LangDto) -> Result<RatingDto, AppError> {
        let trace = self.kept_trace(&request.answer)?;
        let (helped, missed) = behind(&trace);
        let thumb = match request.thumb {
            ThumbDto::Up => Thumb::Up,
            ThumbDto::Down => Thumb::Down,
        };
        let label = request.label.map(|label| match label {
            FeedbackLabelDto::UsedHistory => Label::UsedHistory,
            FeedbackLabelDto::ForgotSaid => Label::ForgotSaid,
        });
        if matches!(
            (thumb, label),
            (Thumb::Up, Some(Label::ForgotSaid)) | (Thumb::Down, Some(Label::UsedHistory))
        ) {
            return Err(AppError::bad_request("label"));
        }
        let earlier = self.mine().ratings()?.into_iter().find(|rating| rating.answer == trace.id);
        let rating = self.mine().rate(&trace.id, thumb, label, (&helped, &missed), &self.now())?;
        if let Some(earlier) = earlier {
            self.count_rating(&earlier, -1)?;
        }
        self.count_rating(&rating, 1)?;
        Ok(self.rating_dto(&rating, lang))
    }

    /// Takes a rating back, with all that it did.
    pub fn feedback_undo(&self, answer: &str) -> Result<(), AppError> {
        let answer = self.kept_trace(answer).map_or_else(|_gone| answer.to_owned(), |trace| trace.id);
        let earlier = self.mine().ratings()?.into_iter().find(|rating| rating.answer == answer);
        if !self.mine().unrate(&answer, &self.now())? {
            return Err(AppError::new(ErrorCode::NoSuchTrace));
        }
        match earlier {
            Some(earlier) => self.count_rating(&earlier, -1),
            None => Ok(()),
        }
    }

    /// All ratings, newest first.
    pub fn feedback_list(&self, lang: LangDto) -> Result<Vec<RatingDto>, AppError> {
        Ok(self.mine().ratings()?.iter().map(|rating| self.rating_dto(rating, lang)).collect())
    }

    /// "Wrong memory": keeps what was asked, what came, and what should have come (MISSION S2-17).
    pub fn wrong_memory(&self, request: &WrongMemoryRequest, lang: LangDto) -> Result<FailureDto, AppError> {
        let trace = self.kept_trace(&request.answer)?;
        let wrong: MemoryRef = request.memory.parse()?;
        let right = request.wanted.as_deref().map(str::parse::<MemoryRef>).transpose()?;
        let came = |id: &str| trace.stages.iter().flat_map(|stage| &stage.candidates).any(|one| one.id == id);
        if !came(&request.memory) || right == Some(wrong) {
            return Err(AppError::bad_request("memory"));
        }
        let query = self.harmless(&trace.said)?;
        self.mine().note_failure(&NewFailure { query, wrong, right }, &self.now())?;
        self.count(&Count { wrong: 1, ..Count::default() })?;
        self.failures(lang)?.pop().ok_or_else(|| StoreError::NoSuchMemory.into())
    }

    /// Failing pairs that are kept, oldest first.
    pub fn failures(&self, lang: LangDto) -> Result<Vec<FailureDto>, AppError> {
        let text = |memory: MemoryRef| self.row(memory, lang.into()).map(|row| row.text).unwrap_or_default();
        let kept = self.mine().failures()?;
        Ok(kept
            .into_iter()
            .map(|failure| FailureDto {
                id: failure.id.to_string(),
                at: failure.at.at.0,
                query: failure.what.query,
                got: failure.what.wrong.to_string(),
                got_text: text(failure.what.wrong),
                wanted: failure.what.right.map(|memory| memory.to_string()),
                wanted_text: failure.what.right.map(text).unwrap_or_default(),
            })
            .collect())
    }

    /// The same as lines of JSON, for training or measuring elsewhere. It leaves this computer only when the person takes it.
    pub fn failures_export(&self, lang: LangDto) -> Result<String, AppError> {
        let mut out = String::new();
        for failure in self.failures(lang)? {
            let line = serde_json::to_string(&failure)
                .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
            out.push_str(&line);
            out.push('\n');
        }
        Ok(out)
    }

    /// Deletes failing pairs: all, or those with these ids. How many are left.
    pub fn failures_delete(&self, ids: &[String]) -> Result<usize, AppError> {
        if ids.is_empty() {
            self.mine().clear_failures()?;
            return Ok(0);
        }
        for id in ids {
            let id = id.parse().map_err(|_not_a_number| AppError::bad_request("ids"))?;
            self.mine().delete_failure(id)?;
        }
        Ok(self.mine().failures()?.len())
    }

    /// Memories that acted in recent answers and that nobody judged yet, newest first (MISSION S3-16).
    pub fn sample(&self, lang: LangDto) -> Result<Vec<SampleDto>, AppError> {
        let rated: BTreeSet<String> =
            self.mine().ratings()?.into_iter().map(|rating| rating.answer).collect();
        let wrong: BTreeSet<(String, String)> =
            self.failures(lang)?.into_iter().map(|failure| (failure.query, failure.got)).collect();
        let mut seen = BTreeSet::new();
        let mut sample = Vec::new();
        for trace in self.kept_traces()?.into_iter().filter(|trace| !rated.contains(&trace.id)) {
            let query = self.harmless(&trace.said)?;
            for memory in behind(&trace).0 {
                let id = memory.to_string();
                if wrong.contains(&(query.clone(), id.clone())) || !seen.insert((query.clone(), id.clone())) {
                    continue;
                }
                let Ok(row) = self.row(memory, lang.into()) else { continue };
                sample.push(SampleDto {
                    answer: trace.id.clone(),
                    at: trace.at,
                    said: trace.said.clone(),
                    memory: id,
                    text: row.text,
                });
            }
        }
        sample.truncate(SAMPLE);
        Ok(sample)
    }

    /// A text without what reveals a person; names of their own places stand (MISSION X16).
    pub(crate) fn harmless(&self, text: &str) -> Result<String, AppError> {
        let places = self.place_names()?;
        Ok(Policy::new(&places).text(text, Basis::Observed).value.into_inner())
    }

    fn rating_dto(&self, rating: &Rating, lang: LangDto) -> RatingDto {
        let moved = rating.moved.iter().map(|moved| MovedDto {
            id: moved.memory.to_string(),
            text: self.row(moved.memory, lang.into()).map(|row| row.text).unwrap_or_default(),
            confidence_before: moved.confidence_before,
            confidence: moved.confidence,
            energy_before: moved.energy_before,
            energy: moved.energy,
        });
        RatingDto {
            answer: rating.answer.clone(),
            at: rating.at.at.0,
            thumb: match rating.thumb {
                Thumb::Up => ThumbDto::Up,
                Thumb::Down => ThumbDto::Down,
            },
            label: rating.label.map(|label| match label {
                Label::UsedHistory => FeedbackLabelDto::UsedHistory,
                Label::ForgotSaid => FeedbackLabelDto::ForgotSaid,
            }),
            moved: moved.collect(),
        }
    }

    fn count_rating(&self, rating: &Rating, times: i64) -> Result<(), AppError> {
        let one = |is: bool| if is { times } else { 0 };
        self.count(&Count {
            up: one(rating.thumb == Thumb::Up),
            down: one(rating.thumb == Thumb::Down),
            used_history: one(rating.label == Some(Label::UsedHistory)),
            forgot_said: one(rating.label == Some(Label::ForgotSaid)),
            ..Count::default()
        })
    }
}

/// The memories that took part in an answer, and those that were found and left out.
fn behind(trace: &TraceDto) -> (Vec<MemoryRef>, Vec<MemoryRef>) {
    let of = |name: &str, kept: bool| {
        let stages = trace.stages.iter().filter(|stage| stage.name == name);
        let all = stages.flat_map(|stage| &stage.candidates).filter(|one| one.kept || !kept);
        all.filter_map(|one| one.id.parse::<MemoryRef>().ok()).collect::<BTreeSet<MemoryRef>>()
    };
    let helped = of("route", true);
    let missed = of("recall", false).difference(&helped).copied().collect();
    (helped.into_iter().collect(), missed)
}
