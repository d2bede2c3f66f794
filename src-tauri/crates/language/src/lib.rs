//! What a language model is asked, and what of its answer is believed.
//!
//! Each use is three things: a prompt, a bounded [`domain::language_model::Shape`], and a reader that takes any text and
//! answers either a value or a [`Fault`]. [`told`] puts them together: ask, read, ask once more naming the fault, or drop
//! the answer, and then the caller's rules decide as if there were no model.
//!
//! Four rules hold for all uses, and none of them needs a model of good will:
//!
//! * What comes from maps, tracks and other people is data in a prompt: bounded, without control characters, without the
//!   marks that prompts are made of ([`data`]).
//! * An answer chooses from lists, or points at words that the person said; what does neither is dropped.
//! * No answer makes or changes a memory: what is extracted beyond the person's own words waits for their yes (MISSION F-8).
//! * A sentence may be put in other words only where every id, number and content word stays (MISSION E-7).
//!
//! Nothing here sends anything, reads a clock or keeps anything; no function fails on what a model wrote.

pub mod classifier;
pub mod context;
pub mod data;
pub mod decision;
pub mod extraction;
mod extractor;
pub mod grounds;
pub mod intent;
mod read;
mod reflector;
pub mod relevance;
pub mod rephrase;
mod told;

pub use extractor::{ModelExtractor, said_key};
pub use read::{Fault, FaultKind, read};
pub use reflector::ModelReflector;
pub use told::{Asker, Correspondent, Ended, Exchange, Stage, Told, told, word};

use domain::Lang;

/// The language of a text: Chinese as soon as it has one Chinese character.
pub fn lang_of(text: &str) -> Lang {
    if text.chars().any(grounds::is_cjk) { Lang::Zh } else { Lang::En }
}

/// One of two wordings.
pub(crate) fn pick(lang: Lang, zh: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}
