//! From words to memories: what a turn of talk, a click or a trip says about the person, made harmless before anything
//! is written down.
//!
//! A [`Turn`] goes through an [`Extractor`], which answers drafts ([`Extraction`]). A draft cannot be stored: only what the
//! [`Policy`] has made harmless is a [`Sanitized`], and nothing else can be (MISSION S1-47). This crate knows no database, no
//! clock and no file, and no function fails on what a person said.

mod draft;
mod extractor;
pub mod key;
pub mod privacy;
mod text;
mod turn;

pub use draft::{EntityName, Extraction, ForgetRequest, NewNoticed, NewStatement, Reference, Tie};
pub use extractor::Extractor;
pub use privacy::{Basis, Generalised, Outcome, Policy, Sanitize, Sanitized, Withheld};
pub use turn::{Known, KnownStatement, Speaker, Turn};
