//! Looking under the lid in the real window: insights, what is let go, what was noticed, how answers came about, a try, and
//! the settings of a language model, which is a scripted one on loopback.

use crate::{
    ask::ask_for_the_office,
    start::walk_with_demo,
    window::{Lang, Window},
};
use testkit::language_model::ScriptedModel;
use thirtyfour::Key;

/// The pages, each with a part that shows that it is there.
const PAGES: [(&str, &str); 8] = [
    ("month", "month-places"),
    ("trips", "trips"),
    ("traces", "trace-detail"),
    ("insights", "insights"),
    ("ageing", "ageing"),
    ("stream", "stream"),
    ("figures", "figures"),
    ("sandbox", "sandbox-play"),
];

#[test]
fn every_page_under_the_lid_in_chinese() {
    walk_with_demo("inside", Lang::Zh, every_page);
}

#[test]
fn every_page_under_the_lid_in_english() {
    walk_with_demo("inside", Lang::En, every_page);
}

async fn every_page(window: &Window) {
    ask_for_the_office(window).await;
    noticed(window).await;
    for (theme, width, height) in [("light", 1440, 900), ("dark", 1024, 700)] {
        window.set("theme", theme.into()).await;
        window.resize(width, height).await;
        window.click("tab-memory").await;
        if !window.has("[data-testid=inside]").await {
            if window.has("[data-testid=filter-button]").await {
                window.click("filter-button").await;
            }
            window.click("open-traces").await;
        }
        for (page, part) in PAGES {
            window.click(&format!("inside-{page}")).await;
            window.see(part).await;
            if page == "ageing" {
                window.click("policy-edit-habit").await;
                window.see("policy-preview").await;
            }
            if page == "sandbox" {
                window.click("sandbox-play").await;
                window.see("sandbox-untouched").await;
            }
            let screen = format!("{page} {theme} {width}");
            window.picture(&screen).await;
            window.nothing_serious(&screen).await;
            window.nothing_clipped(&screen).await;
        }
    }
}

/// A week of warm days and three cool, quiet nights, told to the program as a car would.
async fn noticed(window: &Window) {
    window.set("learning", true.into()).await;
    let script = "
        const done = arguments[arguments.length - 1];
        const { invoke } = window.__TAURI_INTERNALS__;
        const none = { words: '', place: null, trip: null, weather: null, traffic: '', passengers: [], heard: null };
        const tell = (attribute, value, session, more = {}) =>
            invoke('memory_notice', { request: { ...none, kind: 'set', attribute, value, session, ...more } });
        (async () => {
            for (let n = 0; n < 6; n++) {
                await tell('ac.temperature', n % 2 ? '24' : '20', `s${n}`, { passengers: n % 2 ? ['孩子'] : [] });
                await tell('music', n % 2 ? 'pop' : 'soothing', `s${n}`, { weather: n % 2 ? 'rain' : null });
            }
            await invoke('memory_notice', { request: { ...none, kind: 'said', attribute: '', value: '', session: 's9', words: '今天要迟到了' } });
        })().then(() => done(null), (error) => done(JSON.stringify(error)));
    ";
    let failed = window.wait_for_script(script).await;
    assert!(failed.is_null(), "noticed: {failed}");
}

#[test]
fn what_was_noticed_is_seen_deleted_and_brought_back() {
    walk_with_demo("stream", Lang::En, async |window| {
        noticed(window).await;
        window.click("tab-memory").await;
        window.click("open-stream").await;
        window.until("thirteen new rows", async || Ok(window.count("[data-stream-row]").await >= 13)).await;
        let all = window.count("[data-stream-row]").await;
        window.write("stream-search", "soothing").await;
        window.until("three rows", async || Ok(window.count("[data-stream-row]").await == 3)).await;
        // Down leads into the list, Delete deletes, and the toast takes it back.
        window.press_key(Key::Down).await;
        window.press_key(Key::Delete).await;
        window.until("one row less", async || Ok(window.count("[data-stream-row]").await == 2)).await;
        window.picture("one of them deleted").await;
        window.click("toast-undo").await;
        window.until("it is back", async || Ok(window.count("[data-stream-row]").await == 3)).await;
        // Looked at from the stream's evidence, a memory notes the look.
        window.write("stream-search", "").await;
        window.until("all rows", async || Ok(window.count("[data-stream-row]").await == all)).await;
    });
}

#[test]
fn a_policy_is_changed_after_seeing_what_it_would_forget() {
    walk_with_demo("policy", Lang::Zh, async |window| {
        window.click("tab-memory").await;
        window.click("open-ageing").await;
        window.click("policy-edit-trip").await;
        window.text_when("[data-testid=policy-preview]", |text| text.contains("之后")).await;
        window.click_by("[data-testid=policy-forget] option[value='7']").await;
        window.text_when("[data-testid=policy-preview]", |text| text.contains("马上到期")).await;
        window.picture("what it would forget").await;
        window.click("policy-save").await;
        window.see("policy-own-trip").await;
        window.click("toast-undo").await;
        window.gone("[data-testid=policy-own-trip]").await;
    });
}

#[test]
fn a_language_model_is_off_until_switched_on_and_says_what_it_is_told_in_english() {
    walk_with_demo("model", Lang::En, language_model);
}

#[test]
fn a_language_model_is_off_until_switched_on_and_says_what_it_is_told_in_chinese() {
    walk_with_demo("model", Lang::Zh, language_model);
}

async fn language_model(window: &Window) {
    const NAME: &str = "scripted";
    let model = ScriptedModel::start().unwrap();
    model.says(|_| r#"{"kind":"plan_route","destination":null}"#.to_owned());
    window.click("tab-regions").await;
    window.click("section-model").await;
    // Without an address the switch asks for one.
    window.click("model-switch").await;
    window.until("the address has the focus", async || Ok(window.focus_is("model-address").await)).await;
    window.picture("off").await;
    window.nothing_serious("language model, off").await;
    window.write("model-address", &model.address()).await;
    window.press_key(Key::Tab).await;
    window.write("model-name", NAME).await;
    window.press_key(Key::Tab).await;
    window
        .until("it can be switched on", async || {
            if window.has("[data-testid=model-switch][aria-checked=true]").await {
                return Ok(true);
            }
            window.click("model-switch").await;
            Ok(false)
        })
        .await;
    assert_eq!(model.heard().len(), 0, "nothing is asked by switching on");
    window.click("model-check").await;
    window.text_when("[data-testid=model-checked]", |text| !text.is_empty()).await;
    window.picture("tested").await;
    window.write("model-try-text", window.say("去一个没人知道的地方", "somewhere nobody knows")).await;
    window.click("model-try-ask").await;
    window.see_by("[data-testid=model-answer] [data-testid=exchange-intent]").await;
    window.click_by("[data-testid=model-answer] summary").await;
    window.picture("every word that was sent").await;
    window.nothing_serious("language model").await;
    window.nothing_clipped("language model").await;
    window.set("theme", "dark".into()).await;
    window.resize(1024, 700).await;
    window.picture("small and dark").await;
    window.nothing_clipped("language model, small and dark").await;
}
