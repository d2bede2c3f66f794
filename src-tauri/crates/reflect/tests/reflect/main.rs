//! The rules of `docs/spec/reflect.md`, on made streams.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its own stream has failed")]

mod ageing;
mod avoided;
mod insight;
mod made;
mod summary;
mod support;
mod theme;
