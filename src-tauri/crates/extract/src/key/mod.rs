//! What a statement is about, normalised, so that two ways of saying one thing give one key (MISSION S3-09).

pub(crate) mod address;

pub use address::{Address, address};
