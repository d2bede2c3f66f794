//! The main job: a sentence becomes explained routes (the walk's points 2 to 4).

use crate::{
    start::walk_with_demo,
    window::{Lang, Window},
};

const CARDS: &str = "[data-testid^=card-][data-route]";

/// Types the sentence of the walk and plans.
pub async fn ask(window: &Window, zh: &str, en: &str) {
    window.write("ask-input", window.say(zh, en)).await;
    window.see_by("[data-testid=chips] [data-testid^=chip-]").await;
    window.press_key(thirtyfour::Key::Enter).await;
    window.see("card-0").await;
    window.until("the plan is there", async || window.settled_plan().await).await;
}

/// The route of the walk: to the office, not through the tunnels.
pub async fn ask_for_the_office(window: &Window) {
    ask(window, "去公司别走隧道", "to the office, not through the tunnels").await;
}

#[test]
fn ask_and_route_in_chinese() {
    walk_with_demo("ask_and_route", Lang::Zh, ask_and_route);
}

#[test]
fn ask_and_route_in_english() {
    walk_with_demo("ask_and_route", Lang::En, ask_and_route);
}

async fn ask_and_route(window: &Window) {
    window.picture("before").await;

    // Typing shows what was understood, before anything is planned.
    window.write("ask-input", window.say("去公司别走隧道", "to the office, not through the tunnels")).await;
    window
        .until("a chip for the place and one for the wish", async || {
            Ok(window.count("[data-testid=chips] [data-testid^=chip-]").await >= 2)
        })
        .await;
    let chips = window.text("[data-testid=chips]").await;
    for word in [window.say("公司", "ffice"), window.say("隧道", "unnel")] {
        assert!(chips.contains(word), "{word} is not in {chips:?}");
    }
    window.picture("chips").await;

    // Enter plans. The tunnels are gone or said to be unavoidable.
    window.press_key(thirtyfour::Key::Enter).await;
    window.see("card-0").await;
    window.until("the plan is there", async || window.settled_plan().await).await;
    let cards = window.count(CARDS).await;
    assert!((1..=3).contains(&cards), "{cards} cards");
    window.picture("plan").await;
    window.nothing_serious("plan").await;

    // Hovering a card lights it; clicking another one chooses it.
    if cards > 1 {
        window.hover(&format!("{CARDS}:nth-of-type(2)")).await;
        window.see_by(&format!("{CARDS}:nth-of-type(2).lit")).await;
        window.click_by("[data-testid=card-1] button.hit").await;
        window.see_by("[data-testid=card-1] button.hit[aria-pressed=true]").await;
        window.picture("another way chosen").await;
        window.click_by("[data-testid=card-0] button.hit").await;
    }

    // Why: the sentence is a reason with a price; switching it off plans again without it, and on again brings it back.
    window.see("why-sum").await;
    let reason = "[data-testid^=reason-sentence-][data-decisive]";
    window.see_by(reason).await;
    let with = window.text("[data-testid=card-0] [data-testid=card-minutes]").await;
    let sum = window.text("[data-testid=why-sum]").await;
    window.click_by(&format!("{reason} [data-testid^=reason-switch-]")).await;
    let without = window.text_when("[data-testid=why-sum]", |text| text != sum).await;
    window.picture("without the sentence").await;
    assert_ne!(sum, without);
    window.click_by("[data-testid^=reason-switch-sentence-]").await;
    window.text_when("[data-testid=why-sum]", |text| text == sum).await;
    assert_eq!(window.text("[data-testid=card-0] [data-testid=card-minutes]").await, with);

    // What can't be understood is shown, not dropped.
    window.write("ask-input", window.say("去公司顺便摸鱼", "to the office, flumpwise")).await;
    window
        .until("a chip for the unknown word", async || {
            let chips = window.text("[data-testid=chips]").await;
            Ok(chips.contains(window.say("摸鱼", "flumpwise")))
        })
        .await;
    window.picture("an unknown word").await;

    // A place that nobody knows: an error in words, with what to do next.
    window.write("ask-input", window.say("去不存在的地方饭店", "to the Qwertzuiop hotel")).await;
    window.press_key(thirtyfour::Key::Enter).await;
    window.see("plan-error").await;
    window.picture("an unknown place").await;
    window.nothing_serious("unknown place").await;
}
