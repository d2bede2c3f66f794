//! The memory page (the walk's point 5): what it knows can be seen, changed, and forgotten.

use crate::{
    ask::ask,
    start::walk_with_demo,
    window::{Lang, Window},
};

#[test]
fn the_memory_page_in_chinese() {
    walk_with_demo("memory", Lang::Zh, memory_page);
}

#[test]
fn the_memory_page_in_english() {
    walk_with_demo("memory", Lang::En, memory_page);
}

async fn memory_page(window: &Window) {
    window.click("tab-memory").await;
    window.see("memory-table").await;
    window.until("the demo's memories", async || Ok(window.rows().await >= 8)).await;
    window.picture("everything").await;
    window.nothing_serious("memory page").await;

    // Search by two characters, and by a facet.
    let all = window.rows().await;
    window.write("memory-search", window.say("公司", "office")).await;
    window.until("fewer rows", async || Ok((1..all).contains(&window.rows().await))).await;
    window.picture("search").await;
    window.write("memory-search", "").await;
    window.until("all rows", async || Ok(window.rows().await == all)).await;
    window.click("facet-preference").await;
    window.until("only preferences", async || Ok((1..all).contains(&window.rows().await))).await;
    window.picture("preferences").await;

    // Where it came from and where it was used.
    window.click_by("[data-testid^=memory-row-pref-]").await;
    window.see("detail").await;
    window.picture("one memory").await;
    window.nothing_serious("one memory").await;

    // Edit in place.
    window.click("detail-edit").await;
    window.see("detail-form").await;
    window.picture("editing").await;
    window.click("edit-cancel").await;

    // Delete, and take it back.
    let before = window.rows().await;
    window.click("detail-delete").await;
    window.see("toast-undo").await;
    window.until("one row less", async || Ok(window.rows().await == before - 1)).await;
    window.picture("deleted with undo").await;
    window.click("toast-undo").await;
    window.until("the row is back", async || Ok(window.rows().await == before)).await;

    // Erase for good, with a receipt.
    window.click_by("[data-testid^=memory-row-pref-]").await;
    window.click("detail-erase").await;
    window.see("erase-dialog").await;
    window.picture("before erasing").await;
    window.nothing_serious("erase dialog").await;
    window.click("erase-confirm").await;
    window.see("receipt-body").await;
    window.picture("receipt").await;
    window.click("receipt-done").await;
    window.until("one row less", async || Ok(window.rows().await == before - 1)).await;
}

#[test]
fn deleting_a_memory_changes_the_next_plan_and_undo_brings_it_back() {
    walk_with_demo("forget_and_plan", Lang::En, async |window| {
        window.click("tab-memory").await;
        window.see("memory-table").await;
        window.until("the demo's memories", async || Ok(window.rows().await >= 8)).await;
        window.click("add-button").await;
        window.write("add-sentence", "always avoid tunnels").await;
        window.see("add-understood").await;
        window.picture("telling it something").await;
        window.click("add-save").await;
        window.gone("[data-testid=add-save]").await;
        window.click("tab-plan").await;
        ask(window, "去公司", "to the office").await;
        let memory = "[data-testid^=reason-pref-]";
        window.see_by(memory).await;
        let sum = window.text("[data-testid=why-sum]").await;
        window.picture("with the memory").await;
        window.hover(memory).await;
        window.click_by(&format!("{memory} [data-testid^=reason-delete-]")).await;
        window.see("toast-undo").await;
        window.until("the reason is gone", async || Ok(!window.has(memory).await)).await;
        window.picture("without the memory").await;
        window.click("toast-undo").await;
        window.text_when("[data-testid=why-sum]", |text| text == sum).await;
    });
}
