//! The walk without a mouse.

use crate::{start::walk_with_demo, window::Lang};
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
