//! From words to memories: what a turn of talk, a click or a trip says about the person, made harmless before anything
//! is written down.
//!
//! A [`Turn`] goes through an [`Extractor`], which answers drafts ([`Extraction`]). A draft cannot be stored: only what the
//! [`Policy`] has made harmless is a [`Sanitized`], and nothing else can be (MISSION S1-47). This crate knows no database, no
//! clock and no file, and no function fails on what a person said.

mod alias;
pub mod answer;
mod draft;
mod expiry;
mod extractor;
mod filter;
mod importance;
pub mod key;
pub mod privacy;
mod query;
mod router;
mod rules;
mod summary;
mod text;
pub mod times;
mod turn;

use text::pattern;

pub use alias::{Widened, widen};
pub use draft::{EntityName, Extraction, ForgetRequest, NewNoticed, NewStatement, Reference, Tie};
pub use expiry::{expires, lifetime_days};
pub use extractor::Extractor;
pub use filter::{Verdict, filter};
pub use importance::{importance, importance_of};
pub use privacy::{Basis, Field, Generalised, Outcome, Policy, Sanitize, Sanitized, Withheld};
pub use query::{Query, Wanted, query};
pub use router::{AddressCache, Router, Shares, key_text};
pub use rules::{HEARD_WELL, Rules, SURE_ENOUGH, basis_of, forget::likeness, say::self_contained};
pub use summary::{TOKENS, TURNS, Talk, tokens};
pub use turn::{Known, KnownStatement, Speaker, Turn};
