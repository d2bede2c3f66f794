//! Walks through the real window, as a person would take them; a picture per step goes to `LAOLU_PICTURES`.
//!
//! `cargo xtask test` brings what they need: a display, a session bus, tauri-driver, the program with the UI inside.
//! Every walk has a data folder of its own.
#![allow(clippy::unwrap_used, reason = "all of this is test code, with helpers outside of test functions")]
#![allow(dead_code, reason = "the language of walks is larger than the first walk")]

mod axe;
mod window;

use window::{Lang, Window};

#[test]
fn the_first_start_offers_the_demo_or_an_empty_start() {
    Window::walk("first_start", Lang::En, async |window| {
        window.see("first-start").await;
        window.picture("first start").await;
        window.nothing_serious("first start").await;
    });
}
