//! One turn of a talk: what is said goes where the shells send it, and leaves a trace in any case.

use ::recall::SceneName;
use domain::{MemoryRef, Situation};

use crate::{
    App, AppError,
    dto::{LangDto, ParseRequest, PlanRequest, SandboxTurnDto, SayRequest, TraceDto, TraceStageDto},
    trace::{candidate_of, left_out, milliseconds, stage_of_writing},
};

impl App {
    /// Says something. What can't be answered is still heard, and what comes to mind is told.
    pub(super) fn talk(&self, words: &str, lang: LangDto) -> Result<SandboxTurnDto, AppError> {
        let parsed = self.parse(&ParseRequest { utterance: words.to_owned(), lang })?;
        let mut turn = SandboxTurnDto::said(words, &parsed.kind);
        let outcome = match parsed.kind.as_str() {
            "plan_route" | "modify_trip" => {
                let request = PlanRequest { utterance: words.to_owned(), lang, ..PlanRequest::default() };
                self.plan(&request).map(|plan| (plan.human_readable_reason, Vec::new()))
            }
            _ => self.hear(words, lang),
        };
        match outcome {
            Ok((answer, _)) if turn.kind.starts_with("plan") || turn.kind == "modify_trip" => {
                turn.answer = answer;
                turn.trace = self.trace("", lang)?;
            }
            Ok((answer, stored)) => {
                turn.answer = answer;
                turn.trace = self.heard(words, &turn.kind, &stored, lang)?;
            }
            Err(error) => {
                let code = serde_json::to_value(error.code).ok();
                turn.problem = code.and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default();
                turn.trace = self.heard(words, &turn.kind, &[], lang)?;
            }
        }
        Ok(turn)
    }

    /// The way from words to memories: what it says back, and what was written down.
    fn hear(&self, words: &str, lang: LangDto) -> Result<(String, Vec<MemoryRef>), AppError> {
        let request = SayRequest { words: words.to_owned(), lang, ..SayRequest::default() };
        let said = self.say(&request)?;
        let forgot = said.forget.and_then(|forget| forget.deleted).map(|deleted| deleted.text);
        let texts: Vec<String> = said.stored.iter().map(|one| one.text.clone()).chain(forgot).collect();
        let stored = said.stored.iter().filter_map(|one| one.id.parse().ok()).collect();
        Ok((texts.join(if lang == LangDto::Zh { "；" } else { "; " }), stored))
    }

    /// The trace of words that are no question about a way: what was understood, what was written down, and what came to
    /// mind.
    fn heard(
        &self,
        words: &str,
        kind: &str,
        stored: &[MemoryRef],
        lang: LangDto,
    ) -> Result<TraceDto, AppError> {
        let recall = self.recall_alone(words, lang)?;
        let heard = TraceStageDto {
            name: "intent".to_owned(),
            input: vec![format!("characters {}", words.chars().count())],
            output: vec![format!("kind {kind}")],
            ..TraceStageDto::default()
        };
        let mut stages = vec![heard];
        if !stored.is_empty() {
            stages.push(stage_of_writing(stored, 0.0));
        }
        for candidate in stages.iter_mut().flat_map(|stage: &mut TraceStageDto| &mut stage.candidates) {
            candidate.text = self.text_of(&candidate.id, lang);
        }
        let ms = recall.ms;
        stages.push(recall);
        Ok(TraceDto { kind: "talk".to_owned(), said: words.to_owned(), ms, stages, ..self.new_trace() })
    }

    /// What comes to mind for some words, here and now.
    fn recall_alone(&self, words: &str, lang: LangDto) -> Result<TraceStageDto, AppError> {
        let started = self.clock.monotonic_s();
        let situation = Situation { depart: self.now(), weather: None, from: None, to: None };
        let question = self.recall_ask(words, situation, SceneName::Flexible)?;
        let by_meaning = question.embedding.is_some();
        let answer = self.mine().recall(&question)?;
        let kept = answer.kept.iter().map(|hit| candidate_of(hit, true, "scored"));
        let mut candidates: Vec<_> = kept.chain(answer.dropped.iter().map(left_out)).collect();
        for candidate in &mut candidates {
            candidate.text = self.text_of(&candidate.id, lang);
        }
        Ok(TraceStageDto {
            name: "recall".to_owned(),
            ms: milliseconds(started, self.clock.monotonic_s()),
            input: vec![if by_meaning { "by meaning words scope" } else { "by words scope" }.to_owned()],
            output: vec![
                format!("found {}", answer.kept.len()),
                format!("left_out {}", answer.dropped.len()),
            ],
            candidates,
        })
    }

    fn text_of(&self, id: &str, lang: LangDto) -> String {
        let row = id.parse().ok().and_then(|memory| self.row(memory, lang.into()).ok());
        row.map(|row| row.text).unwrap_or_default()
    }
}
