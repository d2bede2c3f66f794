//! Where exactly one arrives, where one could go, and what comes in as a file of insights or leaves on paper.

use crate::{
    ask::{ask, ask_for_the_office},
    start::walk_with_demo,
    window::{Lang, Window},
};
use std::fs;
use thirtyfour::Key;

#[test]
fn s0_03_an_entrance_is_where_one_arrives_in_chinese() {
    walk_with_demo("arrives", Lang::Zh, async |window| {
        window.set("theme", "dark".into()).await;
        window.resize(1024, 700).await;
        arrives(window).await;
    });
}

#[test]
fn s0_03_an_entrance_is_where_one_arrives_in_english() {
    walk_with_demo("arrives", Lang::En, arrives);
}

async fn arrives(window: &Window) {
    entrances(window).await;
    somewhere(window).await;
    insights(window).await;
    on_paper(window).await;
}

/// A picture, and what is on it can be read by everybody.
async fn good(window: &Window, screen: &str) {
    window.picture(screen).await;
    window.nothing_serious(screen).await;
    window.nothing_clipped(screen).await;
}

/// Two entrances of the school are written down by keyboard; the one that is chosen twice is where trips end from then on.
async fn entrances(window: &Window) {
    window.press(Key::Control + "2").await;
    open_school(window).await;
    window.see("entrances-none").await;
    let (gate, car_park) = (window.say("正门", "Front gate"), window.say("地下停车场", "Car park"));
    for (name, at) in [(gate, "43.7318,7.4252"), (car_park, "43.7304,7.4238")] {
        window.tab_to("entrance-add").await;
        window.press_key(Key::Enter).await;
        window.until("its name is asked", async || Ok(window.focus_is("entrance-name").await)).await;
        window.press(name).await;
        window.press_key(Key::Tab).await;
        window.press(at).await;
        window.see("place-hit-0").await;
        window.press_key(Key::Enter).await;
        window.tab_to("entrance-save").await;
        window.press_key(Key::Enter).await;
        window.text_when("[data-testid=entrances]", |text| text.contains(name)).await;
    }
    good(window, "entrances of a place").await;

    // Chosen for two trips, it holds for every later one.
    let school = || ask(window, "去学校", "to school");
    let choose = "return [...document.querySelectorAll('[data-testid^=arrive-entrance-]')].find((one) => one.textContent === arguments[0]).dataset.testid";
    for (trip, said) in
        [(1, window.say("再选一次", "Choose it once more")), (2, window.say("以后去", "From now on"))]
    {
        window.press(Key::Control + "1").await;
        window.click("start-over").await;
        school().await;
        window.see("arrive-at").await;
        let door = window.script(choose, vec![car_park.into()]).await;
        window.tab_to(door.as_str().unwrap()).await;
        window.press_key(Key::Enter).await;
        window.text_when("[data-testid=toast]", |text| text.contains(said)).await;
        window.see("pin-to-entrance").await;
        window.until("the plan is there", async || window.settled_plan().await).await;
        if trip == 1 {
            good(window, "arriving at one of them").await;
        }
    }
    window.click("start-over").await;
    school().await;
    window.text_when("[data-testid=moved]", |text| text.contains(car_park)).await;
    window.text_when("[data-testid=pin-to-entrance]", |text| text.contains(car_park)).await;
    good(window, "trips end there").await;

    // Forgotten, the way ends at the school again.
    window.press(Key::Control + "2").await;
    open_school(window).await;
    window
        .text_when("[data-testid=entrances]", |text| {
            text.contains(window.say("行程到这里结束", "Trips end here"))
        })
        .await;
    let forget =
        "return [...document.querySelectorAll('[data-testid^=entrance-forget-]')].at(-1).dataset.testid";
    let forget = window.script(forget, vec![]).await;
    window.tab_to(forget.as_str().unwrap()).await;
    window.press_key(Key::Enter).await;
    window.until("one is left", async || Ok(window.count("[data-testid^=entrance-edit-]").await == 1)).await;
    window.write("memory-search", "").await;
    window.press(Key::Control + "1").await;
    window.gone("[data-testid=pin-to-entrance]").await;
}

/// The school's row, once the table shows what was searched for.
async fn open_school(window: &Window) {
    window.write("memory-search", window.say("学校", "School")).await;
    let only = "return [...document.querySelectorAll('[data-testid^=memory-row-place-]')].map((row) => row.innerText).join('|')";
    window
        .until("only the school is left", async || {
            let places = window.script(only, vec![]).await;
            Ok(places.as_str().is_some_and(|text| text.contains("School") && !text.contains('|')))
        })
        .await;
    window.click_by("[data-testid^=memory-row-place-]").await;
    window.text_when("[data-testid=detail] h2", |text| text.contains("School")).await;
}

/// A sentence that asks for a place gets places.
async fn somewhere(window: &Window) {
    window.click("start-over").await;
    let words = window.say("找个这周末能带狗去的地方", "somewhere to take the dog this weekend");
    window.write("ask-input", words).await;
    window.press_key(Key::Enter).await;
    window.see("where").await;
    good(window, "where one could go").await;
    if window.has("[data-testid=where-0]").await {
        window.tab_to("where-0").await;
        window.press_key(Key::Enter).await;
        window.see("card-0").await;
        window.until("the plan is there", async || window.settled_plan().await).await;
        window.picture("the way to one of them").await;
    }
}

/// A file of insights is looked at before it is taken, taken in part, and taken back.
async fn insights(window: &Window) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("laolu-insights.json");
    let taste = |feature: &str, strength: &str| {
        format!(
            r#"{{"kind":"taste","feature":"{feature}","strength":"{strength}","text":"as written elsewhere"}}"#
        )
    };
    let lines = [taste("narrow", "rather_not"), taste("toll", "avoid"), taste("unpaved", "avoid")].join(",");
    let text = format!(r#"{{"format":"laolu-insights","version":1,"month":"2026-11","insights":[{lines}]}}"#);
    fs::write(&file, text).unwrap();
    let waiting = window.waiting().await;
    window.drop_file(&file).await;
    window.see("insights-in-list").await;
    good(window, "insights from a file").await;
    window.focus_on("insights-in-0").await;
    window.press_key(Key::Space).await;
    window.focus_on("insights-in-take").await;
    window.press_key(Key::Enter).await;
    window.gone("[data-testid=insights-in-list]").await;
    window.until("they wait as questions", async || Ok(window.waiting().await > waiting)).await;
    good(window, "questions from a file").await;
    window.focus_on("month-insights-in").await;
    window.press(Key::Control + "z").await;
    window.until("taken back", async || Ok(window.waiting().await == waiting)).await;
}

/// The sheet is saved with the picture of the way and every step, and it can be read.
async fn on_paper(window: &Window) {
    window.press(Key::Control + "1").await;
    window.click("start-over").await;
    ask_for_the_office(window).await;
    // Where a file goes is asked by the desktop, which a walk can't answer: the program's answer is caught before.
    let catch = "
        const { fetch } = window;
        window.fetch = (address, asked) => {
            if (!String(address).includes('save_text')) return fetch(address, asked);
            const body = asked.body;
            window.laoluSaved = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
            return Promise.resolve(new Response('true', { headers: { 'Content-Type': 'application/json', 'Tauri-Response': 'ok' } }));
        };
    ";
    window.script(catch, vec![]).await;
    window.tab_to("plan-menu").await;
    window.press_key(Key::Enter).await;
    window.see("menu-send").await;
    window.focus_on("menu-send").await;
    window.press_key(Key::Enter).await;
    window.see("export-sheet").await;
    window.focus_on("export-sheet").await;
    window.press_key(Key::Enter).await;
    window.text_when("[data-testid=toast]", |text| text.contains(".html")).await;
    let page = window.script("return window.laoluSaved.text", vec![]).await;
    let page = page.as_str().unwrap();
    assert!(page.contains("src=\"data:image/png;base64,iVBOR"), "the sheet has its picture");
    window.click("turns-button").await;
    window.see("turn-0").await;
    let turns = window.count("[data-testid^=turn-]").await;
    assert_eq!(page.matches("<tr><td").count(), turns, "and every step");
    window.keep("sheet.html", page.as_bytes());
}
