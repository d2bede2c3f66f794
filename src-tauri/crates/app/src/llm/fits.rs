//! Which of the memories that were recalled for a trip fit it (MISSION S0-32). Recall's own threshold is the coarse screen; this is
//! the judgement, by rules and then by a model where one may be asked. Each only keeps or drops; what is in force by the
//! person's own words is not asked about.

use domain::{Lang, MemoryRef, Moment, Timestamp};
use language::{
    Correspondent as _, Stage,
    context::{Now, Recalled},
    lang_of,
    relevance::{self, Candidate, Judged},
    told,
};

use super::{line::dto, uses::why};
use crate::{App, AppError, CancelToken, dto::ModelExchangeDto};

/// Something that was recalled.
pub(crate) struct Found<'a> {
    /// Which.
    pub(crate) memory: MemoryRef,
    /// What it says.
    pub(crate) text: &'a str,
    /// Whether it is in force for this trip.
    pub(crate) binding: bool,
}

/// What became of the recalled memories.
#[derive(Default)]
pub(crate) struct Fitting {
    judged: Vec<Judged>,
    /// What a model was told and said; empty when none was asked.
    pub(crate) exchanges: Vec<ModelExchangeDto>,
    /// For the trace.
    pub(crate) facts: Vec<String>,
}

impl Fitting {
    /// Why a memory was dropped; `None` for one that fits.
    pub(crate) fn dropped(&self, memory: MemoryRef) -> Option<&'static str> {
        let id = memory.to_string();
        self.judged.iter().find(|judged| judged.id == id && !judged.keep).map(|judged| judged.why.word())
    }
}

impl App {
    /// Judges what was recalled for a sentence. A plan that has waited `spent_ms` for a model waits for the rest of what the
    /// person lets it; `None` asks none.
    pub(crate) fn fitting(
        &self,
        sentence: &str,
        found: &[Found<'_>],
        lang: Lang,
        spent_ms: Option<f64>,
    ) -> Result<Fitting, AppError> {
        // A trip by hand says nothing that could be compared.
        if sentence.trim().is_empty() || found.iter().all(|one| one.binding) {
            return Ok(Fitting::default());
        }
        let candidates: Vec<Candidate> = found.iter().map(|one| self.candidate(one)).collect();
        let by_rules = relevance::by_rules(sentence, &candidates);
        let fits = by_rules.iter().map(|told| told.keep).collect::<Vec<bool>>();
        let open = candidates.into_iter().zip(fits).filter(|(_, fits)| *fits).map(|(one, _)| one).collect();
        let judged: Vec<Judged> = by_rules.into_iter().filter(|told| !told.keep).collect();
        let facts = vec![format!("not_fitting {}", judged.len())];
        let mut fitting = Fitting { judged, facts, exchanges: Vec::new() };
        if let Some(spent_ms) = spent_ms {
            self.ask_what_fits(sentence, open, lang, spent_ms, &mut fitting)?;
        }
        Ok(fitting)
    }

    fn ask_what_fits(
        &self,
        sentence: &str,
        mut open: Vec<Candidate>,
        lang: Lang,
        spent_ms: f64,
        fitting: &mut Fitting,
    ) -> Result<(), AppError> {
        open.truncate(relevance::MOST);
        let never = CancelToken::new();
        let Some(line) = self.line_within_wait(Stage::Relevance, spent_ms, &never)? else { return Ok(()) };
        for candidate in open.iter_mut().filter(|candidate| !candidate.binding) {
            let row = self.row(candidate.memory.id.parse()?, lang)?;
            let at = Moment { at: Timestamp(row.created_at), zone: self.now().zone };
            candidate.memory = Recalled { id: row.id, text: row.text, at, source: row.place };
        }
        let Some(ask) = relevance::prompt(sentence, &open, &Now::at(self.now())) else { return Ok(()) };
        let told =
            told(&mut |stage, ask| line.ask(stage, ask), Stage::Relevance, ask, lang_of(sentence), |text| {
                relevance::answered(text, &open)
            });
        line.note(told.exchanges.clone());
        let at = self.now().at.0;
        let ms: f64 = told.exchanges.iter().map(|exchange| exchange.ms).sum();
        let dropped = |judged: &Vec<Judged>| judged.iter().filter(|one| !one.keep).count().to_string();
        let said = told.value.as_ref().map_or_else(|| why(&told.ended).to_owned(), dropped);
        fitting.facts.push(format!("model_fits {} {said} {ms:.0}", told.ended.word()));
        fitting.judged.extend(told.value.unwrap_or_default());
        fitting.exchanges = told.exchanges.into_iter().map(|exchange| dto(exchange, at)).collect();
        Ok(())
    }

    fn candidate(&self, found: &Found<'_>) -> Candidate {
        let memory = Recalled {
            id: found.memory.to_string(),
            text: found.text.to_owned(),
            at: self.now(),
            source: String::new(),
        };
        Candidate { memory, score: 1.0, binding: found.binding }
    }
}
