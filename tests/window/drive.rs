//! "I drove this" teaches, but only by asking (the walk's point 6).

use crate::{
    ask::ask_for_the_office,
    start::walk_with_demo,
    window::{Lang, Window},
};

#[test]
fn choosing_against_the_advice_twice_in_a_row_asks_one_question() {
    walk_with_demo("drive", Lang::Zh, async |window| {
        window.set("learning", true.into()).await;
        // The demo brings questions of its own; they are put aside, so that the next one is this walk's.
        window.click("tab-memory").await;
        window.see("memory-table").await;
        while window.waiting().await > 0 {
            let before = window.waiting().await;
            window.click("confirm-no").await;
            window.until("one question less", async || Ok(window.waiting().await < before)).await;
        }
        window.click("tab-plan").await;
        drive_the_third_way(window).await;
        assert_eq!(window.waiting().await, 0, "once is no habit");
        window.click("start-over").await;
        drive_the_third_way(window).await;
        window.see("habit-card").await;
        window.picture("one quiet question").await;
        window.nothing_serious("question on the map").await;

        // It also waits on the memory page, and does nothing until it is answered.
        window.click("tab-memory").await;
        window.see("confirm").await;
        window.picture("the same question on the memory page").await;
        window.click("confirm-yes").await;
        window.see("toast").await;
        window.picture("confirmed").await;
    });
}

/// The second is the way that would be offered without the wish of this once: driving it says nothing about taste.
async fn drive_the_third_way(window: &Window) {
    ask_for_the_office(window).await;
    window.hover("[data-testid=card-2]").await;
    window.click("card-menu-2").await;
    window.click("card-drove").await;
    window.see("toast").await;
}
