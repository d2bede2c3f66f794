//! Every screen at both sizes, in both languages, light and dark: nothing serious, nothing clipped, a picture of each.

use crate::{
    ask::ask_for_the_office,
    start::walk_with_demo,
    window::{Lang, Window},
};

#[test]
fn every_screen_in_chinese() {
    walk_with_demo("looks", Lang::Zh, every_screen);
}

#[test]
fn every_screen_in_english() {
    walk_with_demo("looks", Lang::En, every_screen);
}

async fn every_screen(window: &Window) {
    ask_for_the_office(window).await;
    for theme in ["light", "dark"] {
        window.set("theme", theme.into()).await;
        ask_for_the_office(window).await;
        for (width, height) in [(1440, 900), (1024, 700)] {
            window.resize(width, height).await;
            for (tab, part) in [("plan", "card-0"), ("memory", "memory-table"), ("regions", "settings")] {
                let screen = format!("{tab} {theme} {width}");
                window.click(&format!("tab-{tab}")).await;
                window.see(part).await;
                window.picture(&screen).await;
                window.nothing_serious(&screen).await;
                window.nothing_clipped(&screen).await;
            }
            window.click("tab-plan").await;
        }
    }
}
