//! The ask bar as a search: kinds with their hours, a guess, a stop along the way, coordinates.

use crate::{
    ask::ask_for_the_office,
    start::walk_with_demo,
    window::{Lang, Window},
};
use thirtyfour::Key;

#[test]
fn search_in_chinese() {
    walk_with_demo("search", Lang::Zh, search);
}

#[test]
fn search_in_english() {
    walk_with_demo("search", Lang::En, search);
}

async fn search(window: &Window) {
    // A kind of thing, with whether it is open.
    window.write("ask-input", window.say("现在开门的药店", "pharmacy open now")).await;
    window.see("suggestion-0").await;
    window.text_when("[data-testid=suggestions] .open", |text| !text.is_empty()).await;
    window.picture("open now").await;
    window.nothing_serious("search").await;

    // The keyboard walks the list and lets go of it.
    window.press_key(Key::Down).await;
    window.see_by("[data-testid=suggestion-0][aria-selected=true]").await;
    window.press_key(Key::Escape).await;
    window.gone("[data-testid=suggestions]").await;

    // Two letters of pinyin, and the first letters of a Chinese name.
    for typed in ["gongsi", "gs"] {
        window.write("ask-input", typed).await;
        window.text_when("[data-testid=suggestions]", |text| text.contains("公司")).await;
    }
    window.picture("by first letters").await;

    // Nothing is called so: a guess that says it is one, and that Enter does not drive to.
    window.write("ask-input", window.say("Larvotta Qwert", "Larvotta Qwert")).await;
    let note = window.text_when("[data-testid=search-note]", |text| !text.is_empty()).await;
    assert!(note.contains(window.say("是不是要找", "Did you mean")), "{note}");
    window.picture("did you mean").await;

    // Along the way of a plan, as a stop on it.
    ask_for_the_office(window).await;
    window.write("ask-input", window.say("路上的停车场", "parking along the way")).await;
    window
        .text_when("[data-testid=suggestion-0] .far", |text| text.contains(window.say("绕行", "detour")))
        .await;
    window.picture("along the way").await;
    window.press_key(Key::Down).await;
    window.press_key(Key::Enter).await;
    window.until("the plan is there", async || window.settled_plan().await).await;
    window
        .until("the stop is a chip beside the office", async || {
            let chips = window.text("[data-testid=chips]").await;
            Ok(chips.contains(window.say("公司", "ffice")) && chips.contains(window.say("经过", "ia")))
        })
        .await;
    window.picture("a stop on the way").await;
    window.nothing_serious("a stop on the way").await;

    // A place as it was pasted.
    window.write("ask-input", "https://www.openstreetmap.org/#map=17/43.7310/7.4200").await;
    window.text_when("[data-testid=suggestion-0]", |text| text.contains("43.73100")).await;
    window.picture("a pasted link").await;
}
