//! It learns your way, without a mouse: drives come in from files, a suggested place is named, the month is looked at, a time of the
//! week is tried, questions are answered by one key each, a route leaves as a link, a drive is simulated, weather is set by hand.

use crate::{
    ask::{ask, ask_for_the_office},
    start::walk_with_demo,
    window::{Lang, Window},
};
use std::{fs, path::Path};
use thirtyfour::Key;

#[test]
fn it_learns_your_way_by_keyboard_alone_in_chinese() {
    walk_with_demo("learns", Lang::Zh, async |window| {
        window.set("theme", "dark".into()).await;
        window.resize(1024, 700).await;
        learns(window).await;
    });
}

#[test]
fn it_learns_your_way_by_keyboard_alone_in_english() {
    walk_with_demo("learns", Lang::En, learns);
}

async fn learns(window: &Window) {
    window.set("learning", true.into()).await;
    let folder = tempfile::Builder::new().prefix("drives").tempdir().unwrap();
    drives(window, folder.path()).await;
    comes_in(window, folder.path()).await;
    a_place(window).await;
    month(window).await;
    taken_back(window).await;
    questions(window).await;
    leaves(window).await;
    simulated(window).await;
    weather(window).await;
}

/// A picture, and what is on it can be read by everybody.
async fn good(window: &Window, screen: &str) {
    window.picture(screen).await;
    window.nothing_serious(screen).await;
    window.nothing_clipped(screen).await;
}

/// Three mornings to a place that nobody named, as a phone would have recorded them, and a page that only looks like one.
async fn drives(window: &Window, folder: &Path) {
    ask(window, "去43.7508,7.4396", "to 43.7508,7.4396").await;
    let line = window.chosen_line().await;
    assert!(line.len() > 10, "the way has {} points", line.len());
    for day in [9, 10, 11] {
        fs::write(folder.join(format!("2026-11-{day:02}.gpx")), recorded(&line, day)).unwrap();
    }
    fs::write(folder.join("sign-in.gpx"), "<html><body>sign in</body></html>").unwrap();
}

/// The line as a car at ten metres a second would have recorded it.
fn recorded(line: &[[f64; 2]], day: u32) -> String {
    let mut metres = 0.0;
    let mut before = line[0];
    let points: String = line
        .iter()
        .map(|&[lon, lat]| {
            let east = (lon - before[0]) * 111_320.0 * lat.to_radians().cos();
            metres += east.hypot((lat - before[1]) * 110_574.0);
            before = [lon, lat];
            let seconds = (metres / 10.0) as u32;
            format!(
                "<trkpt lat=\"{lat}\" lon=\"{lon}\"><time>2026-11-{day:02}T06:{:02}:{:02}Z</time></trkpt>",
                seconds / 60 % 60,
                seconds % 60
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"walk\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>{points}</trkseg></trk></gpx>"
    )
}

/// A dropped folder waits for one press, and says of each file what came of it. The same again brings nothing.
async fn comes_in(window: &Window, folder: &Path) {
    window.drop_file(folder).await;
    window.until("one press imports", async || Ok(window.focus_is("trips-import").await)).await;
    good(window, "recordings wait for a word").await;
    window.press_key(Key::Enter).await;
    let said = window.text_when("[data-testid=trips-report]", |text| text.contains("sign-in.gpx")).await;
    assert!(said.contains(window.say("3 次新行程", "3 new trips")), "{said}");
    good(window, "file by file").await;
    window.drop_file(folder).await;
    window.until("one press imports", async || Ok(window.focus_is("trips-import").await)).await;
    window.press_key(Key::Enter).await;
    window
        .text_when("[data-testid=trips-sum]", |text| text.contains(window.say("已经知道", "known already")))
        .await;
    assert_eq!(window.count("[data-testid^=undo-]").await, 1, "one import is in the list");
}

/// Where the three drives ended is suggested; it is looked at on the map, named, and remembered.
async fn a_place(window: &Window) {
    let id = "return document.querySelector('[data-testid^=place-yes-]')?.dataset.testid.slice(10) ?? ''";
    window.until("a place is suggested", async || Ok(window.has("[data-testid^=place-yes-]").await)).await;
    let id = window.script(id, vec![]).await;
    let id = id.as_str().unwrap();
    window.tab_to(&format!("place-map-{id}")).await;
    window.press_key(Key::Enter).await;
    window.see(&format!("spot-{id}")).await;
    // The way in view ends on the very spot: both can be read.
    let apart = "
        const [one, other] = [...arguments].map((id) => document.querySelector(`[data-testid=\"${id}\"]`).getBoundingClientRect());
        return one.bottom <= other.top || other.bottom <= one.top || one.right <= other.left || other.right <= one.left;
    ";
    window
        .until("the place and the flag lie apart", async || {
            Ok(window.script(apart, vec![format!("spot-{id}").into(), "pin-to".into()]).await == true)
        })
        .await;
    good(window, "a suggested place on the map").await;
    window.tab_to(&format!("place-name-{id}")).await;
    window.press(Key::Control + "a").await;
    window.press(window.say("海边", "Beach")).await;
    window.press_key(Key::Enter).await;
    window.text_when("[data-testid=toast]", |text| text.contains(window.say("海边", "Beach"))).await;
    window.gone(&format!("[data-testid=\"spot-{id}\"]")).await;
}

/// The month, a time of the week, and what a phone would get.
async fn month(window: &Window) {
    window.press(Key::Control + "2").await;
    window.tab_to("inside-trips").await;
    window.press_key(Key::Left).await;
    window.see("month-places").await;
    let places = window.text("[data-testid=month-places]").await;
    assert!(places.contains(window.say("海边", "Beach")), "{places}");
    good(window, "the month").await;
    window.tab_to("would-ask").await;
    window.press_key(Key::Enter).await;
    window.see("would-0").await;
    good(window, "a time of the week").await;
    window.tab_to("month-insights").await;
    window.press_key(Key::Enter).await;
    window.see("insights-list").await;
    good(window, "insights for a phone").await;
    window.press_key(Key::Escape).await;
    window.gone("[data-testid=insights-list]").await;
}

/// An import goes whole.
async fn taken_back(window: &Window) {
    window.focus_on("inside-month").await;
    window.press_key(Key::Right).await;
    window.see("trips-imports").await;
    let id = "return document.querySelector('[data-testid^=undo-]').dataset.testid";
    let id = window.script(id, vec![]).await;
    window.tab_to(id.as_str().unwrap()).await;
    window.press_key(Key::Enter).await;
    window.see("trips-none").await;
    window.gone("[data-testid=trips-report]").await;
    window.until("the focus is kept", async || Ok(window.focus_is("trips-files").await)).await;
    good(window, "taken back").await;
    window.focus_on("inside-trips").await;
    window.press_key(Key::Escape).await;
    window.see("memory-table").await;
}

/// Questions by one key each: later moves on, no drops, yes remembers; what a yes would change is said before.
async fn questions(window: &Window) {
    window.see("confirm").await;
    window.see("confirm-seen").await;
    good(window, "a question with its evidence").await;
    let first = window.text("[data-testid=confirm] .question").await;
    let waiting = window.waiting().await;
    window.focus_on("memory-table").await;
    window.press("l").await;
    if waiting > 1 {
        window.text_when("[data-testid=confirm] .question", |text| text != first).await;
        window.press("n").await;
        window.until("one less waits", async || Ok(window.waiting().await == waiting - 1)).await;
    }
}

/// The chosen route as files and links, from the plan's menu.
async fn leaves(window: &Window) {
    window.press(Key::Control + "1").await;
    window.click("start-over").await;
    ask_for_the_office(window).await;
    window.tab_to("plan-menu").await;
    window.press_key(Key::Enter).await;
    window.see("menu-send").await;
    window.focus_on("menu-send").await;
    window.press_key(Key::Enter).await;
    window.see("link-google").await;
    let links = "return [...document.querySelectorAll('[data-testid^=link-]')].map((field) => field.value)";
    let links = window.script(links, vec![]).await;
    let starts = [
        "om://v2/dir?origin=",
        "https://osmand.net/map/navigate/?start=",
        "https://www.google.com/maps/dir/?api=1",
    ];
    for (link, start) in links.as_array().unwrap().iter().zip(starts) {
        assert!(link.as_str().unwrap().starts_with(start), "{link}");
    }
    good(window, "a route for elsewhere").await;
    window.press_key(Key::Escape).await;
    window.gone("[data-testid=link-google]").await;
    window.until("its menu has the focus", async || Ok(window.focus_is("plan-menu").await)).await;
}

/// A drive in fast motion is noted at its end, and can be taken back.
async fn simulated(window: &Window) {
    window.press_key(Key::Enter).await;
    window.see("menu-simulate").await;
    window.focus_on("menu-simulate").await;
    window.press_key(Key::Enter).await;
    window.see("drive-bar").await;
    window.picture("a simulated drive").await;
    window.gone("[data-testid=drive-bar]").await;
    window.text_when("[data-testid=toast]", |text| text.contains(window.say("到了", "Arrived"))).await;
}

/// Rain set by hand brings out what was said about rain, with why, stop and forget; the weather service stays off until it is
/// switched on, and says what it would be told.
async fn weather(window: &Window) {
    let script = "
        const [sentence, done] = arguments;
        const scope = { bucket: null, days: null, weather: null, from: null, to: null };
        window.__TAURI_INTERNALS__
            .invoke('preference_add', { request: { sentence, target: null, strength: null, scope, expires_at: null, lang: 'zh' } })
            .then(() => done(null), (error) => done(JSON.stringify(error)));
    ";
    let failed = window.tell(script, window.say("下雨天不走隧道", "avoid tunnels in the rain")).await;
    assert!(failed.is_null(), "{failed}");
    window.click("start-over").await;
    window.tab_to("when-button").await;
    window.press_key(Key::Enter).await;
    window.see("weather-rain").await;
    window.tab_to("weather-unknown").await;
    window.press_key(Key::Right).await;
    window.press_key(Key::Right).await;
    window.press_key(Key::Escape).await;
    ask(window, "去公司", "to the office").await;
    window.see("proactive").await;
    for control in ["proactive-why", "proactive-stop", "proactive-forget", "proactive-dismiss"] {
        window.see(control).await;
    }
    window.tab_to("proactive-why").await;
    window.press_key(Key::Enter).await;
    window.see("proactive-because").await;
    good(window, "a card that speaks by itself").await;
    window.tab_to("proactive-dismiss").await;
    window.press_key(Key::Enter).await;
    window.gone("[data-testid=proactive]").await;

    window.press(Key::Control + "3").await;
    window.tab_to("section-weather").await;
    window.press_key(Key::Enter).await;
    window.tab_to("weather-switch").await;
    window.press_key(Key::Space).await;
    window.see("weather-ask").await;
    good(window, "the weather service").await;
    window.focus_on("weather-switch").await;
    window.press_key(Key::Space).await;
    window.gone("[data-testid=weather-ask]").await;
}
