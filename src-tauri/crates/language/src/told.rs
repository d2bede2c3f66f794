//! One question to a model, from the prompt to a value or to nothing.

use domain::{
    Lang,
    language_model::{ModelAnswer, ModelAsk, ModelMessage, ModelRole},
    ports::ModelError,
};

use crate::{Fault, FaultKind, data};

/// What a model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// What kind of request a sentence is.
    Intent,
    /// What of a sentence is worth remembering.
    Extraction,
    /// Which recalled memories fit.
    Relevance,
    /// Reasons in other words.
    Rephrase,
    /// What observations suggest.
    Reflection,
}

impl Stage {
    /// All.
    pub const ALL: [Self; 5] =
        [Self::Intent, Self::Extraction, Self::Relevance, Self::Rephrase, Self::Reflection];

    /// Stable word for settings, traces and the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Intent => "intent",
            Self::Extraction => "extraction",
            Self::Relevance => "relevance",
            Self::Rephrase => "rephrase",
            Self::Reflection => "reflection",
        }
    }

    /// The stage with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.word() == word)
    }
}

/// Sends a question and gives back what was written.
pub type Asker<'a> = &'a mut dyn FnMut(Stage, &ModelAsk) -> Result<ModelAnswer, ModelError>;

/// What sends questions, within whatever budget it was made with, and may keep what was said.
pub trait Correspondent: Sync {
    /// Sends a question and gives back what was written.
    ///
    /// # Errors
    /// There is no answer.
    fn ask(&self, stage: Stage, ask: &ModelAsk) -> Result<ModelAnswer, ModelError>;
    /// Takes what was said, for the trace.
    fn note(&self, exchanges: Vec<Exchange>) {
        drop(exchanges);
    }
}

/// How asking ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The first answer was good.
    Good,
    /// The second one was, after the fault of the first had been named.
    Repaired,
    /// Neither was: the rules decide.
    Dropped(Fault),
    /// There was no answer: the rules decide.
    Failed(ModelError),
}

impl Ended {
    /// Stable word for traces and the wire.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Repaired => "repaired",
            Self::Dropped(_) => "dropped",
            Self::Failed(_) => "failed",
        }
    }
}

/// One request and its answer, for whoever wants to see what was said. Kept in memory only; never part of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// What for.
    pub stage: Stage,
    /// What was sent.
    pub prompt: Vec<ModelMessage>,
    /// What came back; empty when nothing did.
    pub answer: String,
    /// `good`, the fault's word, or the failure's.
    pub outcome: &'static str,
    /// Where the fault lies; may be empty.
    pub field: String,
    /// Milliseconds.
    pub ms: f64,
}

/// What a model was found to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Told<T> {
    /// The value; absent when the rules must decide.
    pub value: Option<T>,
    /// How it ended.
    pub ended: Ended,
    /// One or two requests.
    pub exchanges: Vec<Exchange>,
}

/// Most characters of a faulty answer that its repair shows again.
const SHOWN_AGAIN: usize = 600;

/// Asks, reads, and asks once more when the answer has a fault. Never more than two requests.
pub fn told<T>(
    asker: Asker<'_>,
    stage: Stage,
    mut ask: ModelAsk,
    lang: Lang,
    read: impl Fn(&str) -> Result<T, Fault>,
) -> Told<T> {
    let mut exchanges = Vec::new();
    let mut first_fault = None;
    loop {
        let exchange = |answer: &str, outcome: &'static str, field: &str, ms: f64| Exchange {
            stage,
            prompt: ask.messages.clone(),
            answer: answer.to_owned(),
            outcome,
            field: field.to_owned(),
            ms,
        };
        // What a model did not bring to an end is a fault of its answer, as any other, and not one of the line.
        let (answer, found) = match asker(stage, &ask) {
            Ok(answer) => {
                let found = read(&answer.text);
                (answer, found)
            }
            Err(ModelError::Unfinished) => {
                (ModelAnswer { text: String::new(), ms: 0.0 }, Err(Fault::whole(FaultKind::Unfinished)))
            }
            Err(error) => {
                exchanges.push(exchange("", word(error), "", 0.0));
                return Told { value: None, ended: Ended::Failed(error), exchanges };
            }
        };
        match found {
            Ok(value) => {
                exchanges.push(exchange(&answer.text, "good", "", answer.ms));
                let ended = if first_fault.is_some() { Ended::Repaired } else { Ended::Good };
                return Told { value: Some(value), ended, exchanges };
            }
            Err(fault) => {
                exchanges.push(exchange(&answer.text, fault.word(), &fault.field, answer.ms));
                if first_fault.is_some() {
                    return Told { value: None, ended: Ended::Dropped(fault), exchanges };
                }
                // Some models take turns only: nothing is said by something.
                let shown = match data::clean(&answer.text, SHOWN_AGAIN) {
                    nothing if nothing.is_empty() => "…".to_owned(),
                    shown => shown,
                };
                ask.messages.push(ModelMessage { role: ModelRole::Assistant, text: shown });
                ask.messages.push(ModelMessage { role: ModelRole::User, text: fault.told(lang) });
                first_fault = Some(fault);
            }
        }
    }
}

/// Stable word of a failure, for traces, the ledger and error codes.
pub fn word(error: ModelError) -> &'static str {
    use domain::ports::FetchError;
    match error {
        ModelError::Exchange(error) => match error {
            FetchError::BadAddress => "address",
            FetchError::Unreachable => "unreachable",
            FetchError::Untrusted => "untrusted",
            FetchError::Slow => "slow",
            FetchError::Refused(_) => "refused",
            FetchError::Page => "page",
            FetchError::TooLarge => "too_large",
            FetchError::Broken => "broken",
            FetchError::Stopped => "stopped",
            FetchError::NotTaken => "not_taken",
        },
        ModelError::Remote => "remote",
        ModelError::Key => "key",
        ModelError::NoModel => "no_model",
        ModelError::Limit => "limit",
        ModelError::Unreadable => "unreadable",
        ModelError::Unfinished => "unfinished",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use domain::language_model::{ModelLimits, Shape};

    fn ask() -> ModelAsk {
        ModelAsk {
            messages: vec![ModelMessage { role: ModelRole::User, text: "q".to_owned() }],
            shape: None,
            limits: ModelLimits::default(),
            seed: 1,
        }
    }

    fn run(answers: &[Result<&str, ModelError>]) -> (Told<bool>, Vec<usize>) {
        let mut left = answers.iter();
        let mut lengths = Vec::new();
        let shape = Shape::Object(vec![("ok", Shape::word(&["yes"]))]);
        let mut asker = |_: Stage, ask: &ModelAsk| {
            lengths.push(ask.messages.len());
            let next = *left.next().expect("no more requests than answers");
            next.map(|text| ModelAnswer { text: text.to_owned(), ms: 2.0 })
        };
        let told = told(&mut asker, Stage::Intent, ask(), Lang::En, |text| read(text, &shape).map(|_| true));
        (told, lengths)
    }

    #[test]
    fn s0_28_a_faulty_answer_is_repaired_once_or_dropped() {
        let good = Ok(r#"{"ok":"yes"}"#);
        let bad = Ok(r#"{"ok":"no"}"#);
        let check = |answers: &[Result<&str, ModelError>],
                     value: bool,
                     ended: Ended,
                     asked: &[usize],
                     words: &[&str]| {
            let (told, lengths) = run(answers);
            assert_eq!((told.value.is_some(), &told.ended), (value, &ended));
            assert_eq!(lengths, asked);
            let outcomes: Vec<&str> = told.exchanges.iter().map(|exchange| exchange.outcome).collect();
            assert_eq!(outcomes, words);
        };
        check(&[good], true, Ended::Good, &[1], &["good"]);
        check(&[bad, good], true, Ended::Repaired, &[1, 3], &["word", "good"]);
        check(
            &[bad, bad],
            false,
            Ended::Dropped(Fault::at(FaultKind::Word, "ok")),
            &[1, 3],
            &["word", "word"],
        );
        let cut = Err(ModelError::Unfinished);
        check(&[cut, good], true, Ended::Repaired, &[1, 3], &["unfinished", "good"]);
        let unfinished = Ended::Dropped(Fault::whole(FaultKind::Unfinished));
        check(&[cut, cut], false, unfinished.clone(), &[1, 3], &["unfinished", "unfinished"]);
        check(&[bad, cut], false, unfinished, &[1, 3], &["word", "unfinished"]);
        check(&[Err(ModelError::Key)], false, Ended::Failed(ModelError::Key), &[1], &["key"]);
        check(
            &[bad, Err(ModelError::Limit)],
            false,
            Ended::Failed(ModelError::Limit),
            &[1, 3],
            &["word", "limit"],
        );
    }
}
