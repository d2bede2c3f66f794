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
