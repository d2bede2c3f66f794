//! What reveals a person is made harmless before anything is written (MISSION S1-45 to 47, S3-49).
//!
//! Four classes, in Chinese and English. A sentence about treatment or about a day of somebody close is kept as the need
//! behind it; any other flagged stretch is replaced by what kind of thing stood there. What is flagged in one text of a value
//! leaves all of them. Home and other places stay exact only by the person's own act (MISSION X16).

mod find;
mod names;
mod numbers;
mod places;
mod sanitized;
mod whole;
mod words_en;
mod words_zh;

pub(crate) use whole::need_of;

pub use sanitized::{Basis, Field, Generalised, Outcome, Policy, Sanitize, Sanitized, Withheld};
