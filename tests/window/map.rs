//! The map (the walk's point 3): drawn from the region's own file, and a way to say where.

use crate::{ask::ask_for_the_office, start::walk_with_demo, window::Lang};

#[test]
fn the_map_draws_the_region_and_its_menu_sets_where_to() {
    walk_with_demo("map", Lang::En, async |window| {
        window.see_by("canvas.maplibregl-canvas").await;
        ask_for_the_office(window).await;
        window.picture("routes on the map").await;

        // More than one colour: a blank map is one of the commonest faults of web views.
        let colours = window.colours_of("canvas.maplibregl-canvas").await;
        assert!(colours > 40, "the map shows {colours} colours");

        window.right_click("canvas.maplibregl-canvas", 60, -40).await;
        window.see("ctx-menu").await;
        window.picture("menu on the map").await;
        window.nothing_serious("menu on the map").await;
        window.click("ctx-to").await;
        window.until("a new plan", async || window.settled_plan().await).await;
        window.picture("to a point on the map").await;
    });
}

#[test]
fn an_area_drawn_on_the_map_is_avoided_this_time() {
    walk_with_demo("area", Lang::En, async |window| {
        ask_for_the_office(window).await;
        window.right_click("canvas.maplibregl-canvas", 40, 20).await;
        window.see("ctx-menu").await;
        window.click("ctx-draw").await;
        window.see("area-panel").await;
        for (x, y) in [(120, 0), (120, 110), (0, 110)] {
            window.click_at("canvas.maplibregl-canvas", x, y).await;
        }
        window.text_when("[data-testid=area-hint]", |text| text.contains('4')).await;
        window.picture("an area being drawn").await;
        window.nothing_serious("an area being drawn").await;
        window.click("wish-once").await;
        window.gone("[data-testid=area-panel]").await;
        window.until("a new plan", async || window.settled_plan().await).await;
        // It is a wish with a chip and a reason, whether or not another way is better.
        window.text_when("[data-testid=chips]", |text| text.contains("area")).await;
        window.picture("an area to avoid").await;
        window.nothing_serious("an area to avoid").await;
    });
}
