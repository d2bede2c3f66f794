//! What the rules did not find in a turn, or were not sure of, a model may find (MISSION S3-12): after the answer where a
//! thread waits for it, before the answer in the terminal, which has none.
//!
//! What it finds goes the way of everything that is said: made harmless, then written. Unless it is the person's own statement,
//! word for word, and sure, it waits for their yes (F-8).

use domain::{ObservationId, ProfileId};
use extract::{
    Extraction, Extractor as _, Known, KnownStatement, NewStatement, Policy, Router, Turn, Verdict, basis_of,
    filter, likeness,
};
use language::{ModelExtractor, Stage, said_key};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, LangDto, SaidDto},
    said::known,
};

/// From here on a sentence says what another one says.
const SAYS_THE_SAME: f64 = 0.8;

/// A turn that the rules have read.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// Whose it is.
    pub(crate) profile: ProfileId,
    /// The turn.
    pub(crate) turn: Turn,
    /// What the rules found in it.
    pub(crate) by_rules: Vec<String>,
    /// Where it was noticed, when it was.
    pub(crate) source: Option<ObservationId>,
    /// The language of the answer.
    pub(crate) lang: LangDto,
}

impl App {
    /// Has a model look at a turn, where one may be asked: later, or at once where no thread waits.
    pub(crate) fn listen_closer(&self, heard: Heard, said: &mut SaidDto) -> Result<(), AppError> {
        // A greeting says nothing, and what the rules are sure of needs no second opinion.
        if filter(&heard.turn) != Verdict::Look
            || self.line_for(Stage::Extraction, &CancelToken::new())?.is_none()
        {
            return Ok(());
        }
        let Some(heard) = self.background.hears(heard) else { return Ok(()) };
        let (drafts, policy) = self.found_closer(&heard, &self.background.stop_asking())?;
        said.nothing &= drafts.is_empty();
        self.write_heard(&heard, drafts, &policy, said)
    }

    /// Has the model look at everything that waits for it. What is forgotten meanwhile is not written.
    pub(crate) fn listen(&self) -> Result<(), AppError> {
        while let Some((heard, forgotten)) = self.background.next_heard() {
            // Somebody else may use the window by now: theirs is another memory.
            let theirs = || heard.profile == self.profile();
            if !theirs() {
                continue;
            }
            let (drafts, policy) = self.found_closer(&heard, &self.background.stop_asking())?;
            let write = || match theirs() {
                true => self.write_heard(&heard, drafts, &policy, &mut SaidDto::default()),
                false => Ok(()),
            };
            match self.background.unless_forgotten(forgotten, write) {
                Some(written) => written?,
                // What was said about it meanwhile is forgotten as well.
                None => self.model.forget(),
            }
        }
        Ok(())
    }

    fn write_heard(
        &self,
        heard: &Heard,
        drafts: Vec<NewStatement>,
        policy: &Policy,
        said: &mut SaidDto,
    ) -> Result<(), AppError> {
        match self.write_down(&heard.turn, drafts, policy, heard.lang, heard.source, said) {
            // The person erased it once, or its source meanwhile: a machine does not bring it back.
            Err(error) if error.code == ErrorCode::NoSuchMemory => Ok(()),
            written => written.map(drop),
        }
    }

    /// What the model finds that the rules did not, and that is not remembered already.
    fn found_closer(
        &self,
        heard: &Heard,
        stop: &CancelToken,
    ) -> Result<(Vec<NewStatement>, Policy), AppError> {
        let statements = self.statements_in_force()?;
        let places = self.place_names()?;
        let policy = Policy::new(&places);
        let Some(line) = self.line_for(Stage::Extraction, stop)? else { return Ok((Vec::new(), policy)) };
        let known: Vec<KnownStatement> = statements.iter().map(known).collect();
        let router = Router::new(Some(ModelExtractor { to: &line, schema: line.schema }), 0);
        let found = router.extract(&heard.turn, &Known { statements: &known, places: &places });
        let said_already = |content: &str| {
            let mut all = heard.by_rules.iter().chain(known.iter().map(|one| &one.content));
            all.any(|one| likeness(content, one) >= SAYS_THE_SAME)
        };
        let of_model = found.into_iter().filter_map(|one| match one {
            // The rules' own findings come back too: they are written already.
            Extraction::Remember(new) if new.key == said_key(&new.content) => Some(new),
            _ => None,
        });
        let harmless = |new: &NewStatement| {
            let basis = basis_of(&heard.turn.words, new);
            policy.sanitise(new.clone(), basis).value.into_inner().content
        };
        let drafts = of_model
            .map(|new| (harmless(&new), new))
            .filter(|(harmless, new)| !said_already(&new.content) && !said_already(harmless))
            // A key is made of the words that are kept, never of those that are taken out.
            .map(|(harmless, new)| NewStatement { key: said_key(&harmless), ..new })
            .collect();
        Ok((drafts, policy))
    }
}
