//! The uses of a model: each asks, and where there is no good answer the rules have already given one.

use domain::{
    Lang,
    intent::{Intent, IntentKind, Mention, PlaceRef},
    language_model::ModelAsk,
};
use extract::{Extraction, Extractor as _, Known, Rules, Turn};
use language::{
    Correspondent as _, Ended, Stage, Told,
    context::{Context, Now, Recalled},
    decision::{self, Decision},
    extraction,
    intent::{self, ModelIntent},
    lang_of,
    relevance::{self, Candidate, Judged},
    rephrase::{self, Sentence},
    told,
};

use super::line::{Line, dto};
use crate::{
    App, AppError, CancelToken,
    dto::{
        ChipDto, ChipRole, DecisionDto, ModelAskDto, ModelAskRequest, ModelExchangeDto, ModelIntentDto,
        ModelJudgedDto, ModelMemoryDto, PointDto, RephraseDto, RephraseRequest, RephrasedDto, SentenceDto,
    },
    parse::kind_word,
};

/// Longest sentence that a model is asked about, bytes.
const LONGEST: usize = 2_000;
/// Likeness below which a recalled memory is not looked at twice.
const NEAR_ENOUGH: f64 = recall::THRESHOLD;

/// What a model added to a sentence that the rules did not understand.
pub(crate) struct Helped {
    /// The intent with it.
    pub(crate) intent: Intent,
    /// For the trace.
    pub(crate) fact: String,
    /// What was asked and answered, for the trace.
    pub(crate) exchanges: Vec<ModelExchangeDto>,
}

/// Why asking ended without a good answer; empty when it did not.
pub(super) fn why(ended: &Ended) -> &'static str {
    match ended {
        Ended::Good | Ended::Repaired => "",
        Ended::Dropped(fault) => fault.word(),
        Ended::Failed(error) => language::word(*error),
    }
}

/// What `check` asks: it holds nothing of the person.
pub(super) fn small_question(line: &Line<'_>) -> Told<ModelIntent> {
    intent_of(line, intent::examples(Lang::En)[0].0)
}

fn intent_of(line: &Line<'_>, sentence: &str) -> Told<ModelIntent> {
    let mut asker = |stage: Stage, ask: &ModelAsk| line.ask(stage, ask);
    let told = if line.schema {
        let read = |text: &str| intent::answered(text, sentence);
        told(&mut asker, Stage::Intent, intent::prompt(sentence), lang_of(sentence), read)
    } else {
        let read = |text: &str| Ok(ModelIntent { kind: intent::free_answered(text), destination: None });
        told(&mut asker, Stage::Intent, intent::free_prompt(sentence), lang_of(sentence), read)
    };
    line.note(told.exchanges.clone());
    told
}

impl App {
    /// Where the rules understood nothing of a sentence, a model may say what kind of request it is and which of its words
    /// name the destination. It waits no longer than the person set, and can add nothing that the sentence does not hold.
    pub(crate) fn helped(
        &self,
        utterance: &str,
        intent: &Intent,
        chips: &[ChipDto],
    ) -> Result<Option<Helped>, AppError> {
        // A bare word that is no place anywhere is as little understood as none.
        let nowhere = chips
            .iter()
            .any(|chip| chip.role == ChipRole::To && chip.problem.as_deref() == Some("unknown_place"));
        let unsure = nowhere || intent.kind == IntentKind::Unknown && intent.destination.is_none();
        let said = !utterance.trim().is_empty() && utterance.len() <= LONGEST;
        if !said {
            return Ok(None);
        }
        let kept = self.kept_model()?;
        let never = CancelToken::new();
        let line = match unsure && kept.intents == "model" && kept.wait_ms() > 0 {
            true => self.line(Some(kept.wait_ms()), &never).ok(),
            false => None,
        };
        self.model.count(line.is_some());
        let Some(line) = line else { return Ok(None) };
        let told = intent_of(&line, utterance);
        let ms: f64 = told.exchanges.iter().map(|exchange| exchange.ms).sum();
        // One of the two is empty: a model that gave a good answer has no reason for none.
        let fact = |kind: &str| format!("model {} {kind}{} {ms:.0}", told.ended.word(), why(&told.ended));
        let at = self.now().at.0;
        let exchanges = told.exchanges.iter().cloned().map(|exchange| dto(exchange, at)).collect();
        let Some(found) = &told.value else {
            return Ok(Some(Helped { intent: intent.clone(), fact: fact(""), exchanges }));
        };
        let mut helped = intent.clone();
        // Remembering and forgetting are never done on a model's word: there it stays unknown, and the person is asked.
        if !found.needs_consent() {
            helped.kind = found.kind;
        }
        if let Some(span) = &found.destination
            && let Some(words) = utterance.get(span.clone())
        {
            let place = PlaceRef::Named(words.to_owned());
            helped.destination = Some(Mention { place, span: span.clone() });
        }
        Ok(Some(Helped { intent: helped, fact: fact(kind_word(found.kind)), exchanges }))
    }

    /// What a model makes of a sentence, and rules where it gives no good answer. Stores nothing.
    pub fn model_ask(
        &self,
        request: &ModelAskRequest,
        cancel: &CancelToken,
    ) -> Result<ModelAskDto, AppError> {
        let text = request.text.trim();
        if text.is_empty() || text.len() > LONGEST {
            return Err(AppError::bad_request("text"));
        }
        let stage = match request.what.as_str() {
            "intent" => Stage::Intent,
            "extraction" => Stage::Extraction,
            "relevance" => Stage::Relevance,
            _ => return Err(AppError::bad_request("what")),
        };
        let line = self.line_for(stage, cancel)?;
        let mut answer = ModelAskDto {
            what: stage.word().to_owned(),
            by: "rules".to_owned(),
            ended: "off".to_owned(),
            why: String::new(),
            intent: None,
            memories: Vec::new(),
            screened: Vec::new(),
            judged: Vec::new(),
            exchanges: Vec::new(),
        };
        match stage {
            Stage::Intent => self.ask_intent(text, line.as_ref(), &mut answer)?,
            Stage::Extraction => self.ask_extraction(text, line.as_ref(), &mut answer),
            _ => self.ask_relevance(text, request.lang.into(), line.as_ref(), &mut answer)?,
        }
        Ok(answer)
    }

    fn ask_intent(&self, text: &str, line: Option<&Line<'_>>, out: &mut ModelAskDto) -> Result<(), AppError> {
        let (ours, _) = self.read(text)?;
        let destination = ours.destination.and_then(|mention| text.get(mention.span)).unwrap_or_default();
        out.intent = Some(ModelIntentDto {
            kind: kind_word(ours.kind).to_owned(),
            destination: destination.trim().to_owned(),
            needs_consent: false,
        });
        self.model.count(line.is_some());
        if let Some((kind, _)) = self.classified(text)? {
            "classifier".clone_into(&mut out.by);
            "not_asked".clone_into(&mut out.ended);
            if let Some(intent) = &mut out.intent {
                kind_word(kind).clone_into(&mut intent.kind);
                intent.needs_consent = matches!(kind, IntentKind::Remember | IntentKind::Forget);
            }
        }
        let Some(line) = line else { return Ok(()) };
        let told = intent_of(line, text);
        if let Some(found) = &told.value {
            let words = found.destination.clone().and_then(|span| text.get(span)).unwrap_or_default();
            out.intent = Some(ModelIntentDto {
                kind: kind_word(found.kind).to_owned(),
                destination: words.to_owned(),
                needs_consent: found.needs_consent(),
            });
        }
        self.ended(out, told);
        Ok(())
    }

    fn ask_extraction(&self, text: &str, line: Option<&Line<'_>>, out: &mut ModelAskDto) {
        // What stands in quotation marks is somebody else's, for the rules as for a model.
        let own = language::grounds::own_words(text);
        let found = Rules.extract(&Turn::typed(own, self.now()), &Known::default());
        out.memories = found
            .into_iter()
            .filter_map(|one| match one {
                Extraction::Remember(new) => Some(new),
                Extraction::Forget(_) => None,
            })
            .map(|new| ModelMemoryDto {
                text: new.content,
                kind: new.kind.word().to_owned(),
                confidence: new.confidence,
                expires_days: new.validity.valid_to.map(|end| end.days_since(new.validity.valid_from) as u32),
                literal: new.provenance == domain::Provenance::Stated,
                waits: new.state == domain::StatementState::Review,
            })
            .collect();
        let Some(line) = line else { return };
        let mut asker = |stage: Stage, ask: &ModelAsk| line.ask(stage, ask);
        let told = if line.schema {
            let read = |answer: &str| extraction::answered(answer, text);
            told(&mut asker, Stage::Extraction, extraction::prompt(text, &[]), lang_of(text), read)
        } else {
            let read = |answer: &str| extraction::line_answered(answer, text);
            told(&mut asker, Stage::Extraction, extraction::line_prompt(text, &[]), lang_of(text), read)
        };
        line.note(told.exchanges.clone());
        if let Some(found) = &told.value {
            let dto = found.as_ref().map(|found| ModelMemoryDto {
                text: found.content.clone(),
                kind: found.kind.word().to_owned(),
                confidence: found.confidence,
                expires_days: found.expires_days,
                literal: found.literal,
                waits: found.waits(),
            });
            out.memories = dto.into_iter().collect();
        }
        self.ended(out, told);
    }

    fn ask_relevance(
        &self,
        text: &str,
        lang: Lang,
        line: Option<&Line<'_>>,
        out: &mut ModelAskDto,
    ) -> Result<(), AppError> {
        let candidates = self.candidates(text, lang)?;
        let judged = |judged: Vec<Judged>| -> Vec<ModelJudgedDto> {
            let text = |id: &str| candidates.iter().find(|candidate| candidate.memory.id == id);
            judged
                .into_iter()
                .map(|one| ModelJudgedDto {
                    text: text(&one.id).map(|candidate| candidate.memory.text.clone()).unwrap_or_default(),
                    id: one.id,
                    keep: one.keep,
                    why: one.why.word().to_owned(),
                })
                .collect()
        };
        let coarse = relevance::screen(&candidates, NEAR_ENOUGH);
        let passed: Vec<Candidate> = candidates
            .iter()
            .zip(&coarse)
            .filter(|(_, judged)| judged.keep)
            .map(|(candidate, _)| candidate.clone())
            .collect();
        out.screened = judged(coarse);
        out.judged = judged(relevance::by_rules(text, &passed));
        let Some(line) = line else { return Ok(()) };
        let now = Now::at(self.now());
        let Some(ask) = relevance::prompt(text, &passed, &now) else {
            "not_asked".clone_into(&mut out.ended);
            return Ok(());
        };
        let mut asker = |stage: Stage, ask: &ModelAsk| line.ask(stage, ask);
        let read = |answer: &str| relevance::answered(answer, &passed);
        let told = told(&mut asker, Stage::Relevance, ask, lang_of(text), read);
        line.note(told.exchanges.clone());
        if let Some(found) = &told.value {
            out.judged = judged(found.clone());
        }
        self.ended(out, told);
        Ok(())
    }

    /// What recall finds for a sentence, as candidates; what is in force now is binding.
    fn candidates(&self, text: &str, lang: Lang) -> Result<Vec<Candidate>, AppError> {
        let mine = self.mine();
        let (intent, _) = self.read(text)?;
        let to = match &intent.destination {
            Some(Mention { place: PlaceRef::Named(name), .. }) => mine.find_place(name)?,
            _ => Vec::new(),
        };
        let to = match to.as_slice() {
            [place] => Some(place.id),
            _ => None,
        };
        let situation = domain::Situation { depart: self.now(), weather: None, from: None, to };
        let active = mine.active_for(&situation)?;
        let found = mine.recall(&self.recall_ask(text, situation, recall::SceneName::Review)?)?;
        // What is not alike enough is shown as well, with the reason why it is not asked about.
        let too_far = found.dropped.iter().filter(|one| one.why == recall::Dropped::BelowThreshold);
        let looked_at = found.kept.iter().map(|one| (one.memory, one.likeness));
        let looked_at = looked_at.chain(too_far.map(|one| (one.memory, one.likeness)));
        let mut candidates = Vec::new();
        for (memory, likeness) in looked_at.take(relevance::MOST) {
            let row = self.row(memory, lang)?;
            let at = domain::Moment { at: domain::Timestamp(row.created_at), zone: self.now().zone };
            let binding = active.iter().any(|one| domain::MemoryRef::Preference(one.id) == memory);
            candidates.push(Candidate {
                memory: Recalled { id: row.id, text: row.text, at, source: row.place },
                score: likeness,
                binding,
            });
        }
        Ok(candidates)
    }

    /// A plan's sentences in other words, where the words pass the check (MISSION E-7); else as they are.
    pub fn model_rephrase(
        &self,
        request: &RephraseRequest,
        cancel: &CancelToken,
    ) -> Result<RephraseDto, AppError> {
        let lang: Lang = request.lang.into();
        let sentences: Vec<Sentence> = request
            .sentences
            .iter()
            .map(|SentenceDto { id, text }| Sentence { id: id.clone(), text: text.clone() })
            .collect();
        let mut out = RephraseDto {
            ended: "off".to_owned(),
            why: String::new(),
            sentences: sentences.iter().map(as_it_is).collect(),
            decision: request.decision.clone(),
        };
        let Some(line) = self.line_for(Stage::Rephrase, cancel)? else { return Ok(out) };
        "not_asked".clone_into(&mut out.ended);
        let mut asker = |stage: Stage, ask: &ModelAsk| line.ask(stage, ask);
        if let Some(ask) = rephrase::prompt(lang, &sentences) {
            let read = |text: &str| rephrase::answered(text, &sentences);
            let told = told(&mut asker, Stage::Rephrase, ask, lang, read);
            line.note(told.exchanges);
            told.ended.word().clone_into(&mut out.ended);
            why(&told.ended).clone_into(&mut out.why);
            for (slot, said) in out.sentences.iter_mut().zip(told.value.into_iter().flatten()) {
                let refused =
                    said.refused.map(|kind| language::Fault::whole(kind).word()).unwrap_or_default();
                *slot = RephrasedDto {
                    id: said.id,
                    text: said.text,
                    changed: said.changed,
                    refused: refused.to_owned(),
                };
            }
        }
        if let Some(given) = &mut out.decision {
            let ours = decision_of(given);
            let context = Context::new(lang, &[], &Now::at(self.now()));
            let ask = decision::prompt(lang, &ours, &context);
            let read = |text: &str| decision::answered(text, &ours);
            let told = told(&mut asker, Stage::Rephrase, ask, lang, read);
            line.note(told.exchanges);
            if sentences.is_empty() {
                told.ended.word().clone_into(&mut out.ended);
                why(&told.ended).clone_into(&mut out.why);
            }
            if let Some(said) = told.value {
                given.human_readable_reason = said.reason;
            }
        }
        Ok(out)
    }

    fn ended<T>(&self, out: &mut ModelAskDto, told: Told<T>) {
        if told.value.is_some() {
            "model".clone_into(&mut out.by);
        }
        told.ended.word().clone_into(&mut out.ended);
        why(&told.ended).clone_into(&mut out.why);
        let at = self.now().at.0;
        out.exchanges = told.exchanges.into_iter().map(|exchange| dto(exchange, at)).collect();
    }
}

fn as_it_is(sentence: &Sentence) -> RephrasedDto {
    RephrasedDto {
        id: sentence.id.clone(),
        text: sentence.text.clone(),
        changed: false,
        refused: String::new(),
    }
}

fn decision_of(given: &DecisionDto) -> Decision {
    Decision {
        start: (given.start_lat, given.start_lng),
        end: (given.end_lat, given.end_lng),
        waypoints: given.waypoints.iter().map(|PointDto { lon, lat }| (*lat, *lon)).collect(),
        preference: given.route_preference.clone(),
        reason: given.human_readable_reason.clone(),
    }
}
