//! One turn of a talk: what is said goes where the shells send it, and leaves a trace in any case.

use domain::Situation;
use memory::{DEFAULT_K, RecallQuery};

use crate::{
    App, AppError,
    dto::{
        LangDto, ParseRequest, PlanRequest, PreferenceAddRequest, SandboxTurnDto, TraceDto, TraceStageDto,
    },
    plan::MAX_DISTANCE,
    trace::{candidate_of, milliseconds},
};

impl App {
    /// Says something. What can't be answered is still heard, and what comes to mind is told.
    pub(super) fn talk(&self, words: &str, lang: LangDto) -> Result<SandboxTurnDto, AppError> {
        let parsed = self.parse(&ParseRequest { utterance: words.to_owned(), lang })?;
        let mut turn = SandboxTurnDto::said(words, &parsed.kind);
        let outcome = match parsed.kind.as_str() {
            "remember" => {
                let request = PreferenceAddRequest {
                    sentence: words.to_owned(),
                    lang,
                    ..PreferenceAddRequest::default()
                };
                self.preference_add(&request).map(|row| row.text)
            }
            "plan_route" | "modify_trip" => {
                let request = PlanRequest { utterance: words.to_owned(), lang, ..PlanRequest::default() };
                self.plan(&request).map(|plan| plan.human_readable_reason)
            }
            _ => Ok(String::new()),
        };
        match outcome {
            Ok(answer) if !answer.is_empty() => {
                turn.answer = answer;
                turn.trace = self.trace("", lang)?;
                if turn.trace.stages.iter().any(|stage| stage.name == "recall") {
                    return Ok(turn);
                }
                // What is only remembered calls something to mind as well.
                let recall = self.recall_alone(words, lang)?;
                turn.trace.ms += recall.ms;
                turn.trace.stages.push(recall);
            }
            outcome => {
                turn.problem = match outcome {
                    Err(error) => serde_json::to_value(error.code)
                        .ok()
                        .and_then(|code| code.as_str().map(str::to_owned))
                        .unwrap_or_default(),
                    Ok(_nothing_to_answer) => String::new(),
                };
                turn.trace = self.heard_only(words, &turn.kind, lang)?;
            }
        }
        Ok(turn)
    }

    /// The trace of words that have no answer: what was understood, and what came to mind.
    fn heard_only(&self, words: &str, kind: &str, lang: LangDto) -> Result<TraceDto, AppError> {
        let recall = self.recall_alone(words, lang)?;
        let heard = TraceStageDto {
            name: "intent".to_owned(),
            input: vec![format!("characters {}", words.chars().count())],
            output: vec![format!("kind {kind}")],
            ..TraceStageDto::default()
        };
        Ok(TraceDto {
            kind: "talk".to_owned(),
            said: words.to_owned(),
            ms: recall.ms,
            stages: vec![heard, recall],
            ..self.new_trace()
        })
    }

    /// What comes to mind for some words, here and now.
    fn recall_alone(&self, words: &str, lang: LangDto) -> Result<TraceStageDto, AppError> {
        let started = self.clock.monotonic_s();
        let embedding = self.meaning.of(words);
        let by_meaning = embedding.is_some();
        let situation = Situation { depart: self.now(), weather: None, from: None, to: None };
        let hits = self.mine().recall(&RecallQuery {
            text: words.to_owned(),
            embedding,
            situation,
            k: DEFAULT_K,
            max_distance: Some(MAX_DISTANCE),
        })?;
        let mut candidates: Vec<_> = hits.iter().map(|hit| candidate_of(hit, true, "scored")).collect();
        for candidate in &mut candidates {
            if let Ok(memory) = candidate.id.parse() {
                candidate.text = self.row(memory, lang.into()).map(|row| row.text).unwrap_or_default();
            }
        }
        Ok(TraceStageDto {
            name: "recall".to_owned(),
            ms: milliseconds(started, self.clock.monotonic_s()),
            input: vec![if by_meaning { "by meaning words scope" } else { "by words scope" }.to_owned()],
            output: vec![format!("found {}", candidates.len())],
            candidates,
        })
    }
}
