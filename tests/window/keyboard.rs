//! The walk without a mouse.

use crate::{
    ask::ask_for_the_office,
    outside::gpx,
    start::walk_with_demo,
    window::{Lang, Window},
};
use thirtyfour::Key;

#[test]
fn the_main_job_by_keyboard_alone() {
    walk_with_demo("keyboard", Lang::En, async |window| {
        // Ctrl+F is where asking starts.
        window.press(Key::Control + "f").await;
        window.until("the ask field has the focus", async || Ok(window.focus_is("ask-input").await)).await;
        window.press("to the office, not through the tunnels").await;
        window.see_by("[data-testid=chips] [data-testid^=chip-]").await;
        window.press_key(Key::Enter).await;
        window.until("the plan is there", async || window.settled_plan().await).await;

        // From the field, Tab reaches cards and reasons, and everything on the way shows where the focus is.
        let mut seen = Vec::new();
        for _ in 0..40 {
            window.press_key(Key::Tab).await;
            let (id, shown) = window.focus().await;
            assert!(shown, "the focus on {id} can't be seen");
            seen.push(id);
        }
        for wanted in ["card-0", "reason-switch-"] {
            assert!(seen.iter().any(|id| id.starts_with(wanted)), "Tab does not reach {wanted}: {seen:?}");
        }
        window.picture("focus is shown").await;

        // Ctrl+2 is the memory page: arrows move, Delete deletes, Ctrl+Z brings back.
        window.press(Key::Control + "2").await;
        window.see("memory-table").await;
        window.focus_on("memory-table").await;
        window.press_key(Key::Down).await;
        window.press_key(Key::Down).await;
        window.picture("memory page by keyboard").await;
        let rows = window.rows().await;
        window.press_key(Key::Delete).await;
        window.see("toast-undo").await;
        window.until("one row less", async || Ok(window.rows().await == rows - 1)).await;
        window.press(Key::Control + "z").await;
        window.until("the row is back", async || Ok(window.rows().await == rows)).await;
        window.press(Key::Control + "1").await;
        window.see("card-0").await;
    });
}

/// Opens each panel, goes round it with Tab, and leaves it with Esc: the focus is always seen, nothing holds it, and what was
/// open is closed.
#[test]
fn every_panel_by_keyboard_alone() {
    walk_with_demo("panels", Lang::En, async |window| {
        // The first row of the memory page opens by Enter, and Esc gives the focus back to the table.
        window.press(Key::Control + "2").await;
        window.see("memory-table").await;
        window.focus_on("memory-table").await;
        window.press_key(Key::Down).await;
        window.press_key(Key::Enter).await;
        window.see("detail").await;
        round(window, "the memory panel", &["memory-search", "detail-close"]).await;
        window.focus_on("detail-close").await;
        leave(window, "detail").await;

        window.focus_on("add-button").await;
        window.press_key(Key::Enter).await;
        window.see("add-sentence").await;
        round(window, "a new memory", &["add-sentence"]).await;
        window.focus_on("add-sentence").await;
        leave(window, "add-sentence").await;

        // Pages under the lid: left and right go through them, Esc leads back to the memories.
        window.focus_on("open-traces").await;
        window.press_key(Key::Enter).await;
        window.see("inside").await;
        window.focus_on("inside-traces").await;
        for (page, part) in [
            ("insights", "insights-run"),
            ("ageing", "ageing-run"),
            ("stream", "stream-search"),
            ("figures", "compare-run"),
            ("sandbox", "sandbox-play"),
        ] {
            window.press_key(Key::Right).await;
            window.see(part).await;
            assert!(window.focus_is(&format!("inside-{page}")).await, "{page} has the focus");
            round(window, page, &["inside-back", part]).await;
            window.focus_on(&format!("inside-{page}")).await;
        }
        leave(window, "inside").await;

        // Settings: each section is reached by its name.
        window.press(Key::Control + "3").await;
        window.see("settings").await;
        for section in ["services", "model"] {
            window.focus_on(&format!("section-{section}")).await;
            window.press_key(Key::Enter).await;
        }
        round(window, "settings", &["tab-plan", "section-model", "model-switch", "provider-osrm-switch"])
            .await;
    });
}

#[test]
fn a_plan_its_trace_and_its_turns_by_keyboard_alone() {
    walk_with_demo("plan_keys", Lang::En, async |window| {
        ask_for_the_office(window).await;
        round(window, "a plan", &["ask-input", "card-0", "reason-switch-"]).await;
        for (act, part) in [("menu-trace", "trace")] {
            window.focus_on("plan-menu").await;
            window.press_key(Key::Enter).await;
            window.see(act).await;
            window.focus_on(act).await;
            window.press_key(Key::Enter).await;
            window.see(part).await;
            round(window, act, &["trace-close"]).await;
            window.focus_on("trace-close").await;
            leave(window, part).await;
        }
    });
}

#[test]
fn a_recorded_track_by_keyboard_alone() {
    walk_with_demo("track_keys", Lang::En, async |window| {
        ask_for_the_office(window).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sunday.gpx");
        std::fs::write(&file, gpx(&window.chosen_line().await)).unwrap();
        window.look_at(&file).await;
        window.see("track-total").await;
        window.until("the panel has the focus", async || Ok(window.focus_is("track-close").await)).await;
        round(window, "roads driven", &["track-stretch-0-", "tab-plan"]).await;
        window.focus_on("track-stretch-0-1").await;
        leave(window, "track-panel").await;
        window.until("asking has it again", async || Ok(window.focus_is("ask-input").await)).await;
    });
}

/// Once round with Tab; these are on the way.
async fn round(window: &Window, where_: &str, wanted: &[&str]) {
    let seen = window.tab_round(160).await;
    for begin in wanted {
        assert!(
            seen.iter().any(|id| id.starts_with(begin)),
            "{where_}: Tab does not reach {begin}: {seen:?}"
        );
    }
    window.picture(where_).await;
}

/// Esc closes it.
async fn leave(window: &Window, part: &str) {
    window.press_key(Key::Escape).await;
    window.gone(&format!("[data-testid={part}]")).await;
}
