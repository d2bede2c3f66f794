//! Walks through the real window, as a person would take them; a picture per step goes to `LAOLU_PICTURES`.
//!
//! `cargo xtask test` brings what they need: a display, a session bus, tauri-driver, the program with the UI inside.
//! Every walk has a data folder of its own; all but the first start with the demo's.
#![allow(clippy::unwrap_used, reason = "all of this is test code, with helpers outside of test functions")]

mod arrives;
mod ask;
mod axe;
mod drive;
mod inside;
mod keyboard;
mod learns;
mod looks;
mod map;
mod memory;
mod outside;
mod search;
mod start;
mod window;
