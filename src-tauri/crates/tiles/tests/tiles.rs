//! Tiles read back with an independent decoder.

#![allow(clippy::unwrap_used)] // integration tests count as ordinary code for this lint

use std::collections::HashMap;

use mvt_reader::Reader;
use mvt_reader::feature::{Feature, Value};
use region::{Geometry, Layer, MapFeature};
use tiles::{MAX_TILE_BYTES, MAX_ZOOM, TileSet};

/// Upper left corner of tile 14/8192/8191 is the null island.
const Z: u8 = 14;
const X: u32 = 8192;
const Y: u32 = 8191;
/// Degrees (1e-7) of that tile's side.
const SIDE: i32 = 219_726;

fn feature(layer: Layer, class: &str, attributes: &[(&str, &str)], geometry: Geometry) -> MapFeature {
    let attributes = attributes.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    MapFeature { layer, min_zoom: 10, class: class.to_owned(), attributes, geometry }
}

/// A place in tenths of the tile's side, from its lower left corner.
fn at(x: i32, y: i32) -> [i32; 2] {
    [SIDE / 10 * x, SIDE / 10 * y]
}

fn line(points: &[(i32, i32)]) -> Geometry {
    Geometry::Line(points.iter().map(|(x, y)| at(*x, *y)).collect())
}

fn square(low: i32, high: i32) -> Vec<[i32; 2]> {
    [(low, low), (high, low), (high, high), (low, high), (low, low)].map(|(x, y)| at(x, y)).to_vec()
}

fn layers(bytes: Vec<u8>) -> HashMap<String, Vec<Feature<f32>>> {
    let reader = Reader::new(bytes).unwrap();
    let names = reader.get_layer_names().unwrap();
    names.into_iter().enumerate().map(|(i, name)| (name, reader.get_features(i).unwrap())).collect()
}

fn property(feature: &Feature<f32>, key: &str) -> Option<Value> {
    feature.properties.as_ref().and_then(|all| all.get(key).cloned())
}

#[test]
fn attributes_come_back_with_their_types() {
    let road = feature(
        Layer::Road,
        "trunk",
        &[
            ("name", "内环高架路"),
            ("name_zh", "内环高架路"),
            ("name_en", "Inner Ring"),
            ("ref", "1"),
            ("layer", "1"),
            ("bridge", "viaduct"),
            ("elevated", "yes"),
            ("tunnel", "no"),
        ],
        line(&[(1, 1), (5, 6)]),
    );
    let decoded = layers(TileSet::build(vec![road]).tile(Z, X, Y));
    assert_eq!(decoded.keys().collect::<Vec<_>>(), ["road"]);
    let road = &decoded["road"][0];
    let text = |s: &str| Some(Value::String(s.to_owned()));
    assert_eq!(property(road, "class"), text("trunk"));
    assert_eq!(property(road, "name"), text("内环高架路"));
    assert_eq!(property(road, "name_en"), text("Inner Ring"));
    assert_eq!(property(road, "name_zh"), None, "a translation equal to the name is left out");
    assert_eq!(property(road, "ref"), text("1"));
    assert_eq!(property(road, "layer"), Some(Value::SInt(1)));
    assert_eq!(property(road, "bridge"), Some(Value::Bool(true)));
    assert_eq!(property(road, "elevated"), Some(Value::Bool(true)));
    assert_eq!(property(road, "tunnel"), None);
}

#[test]
fn low_tiles_leave_names_out() {
    let street = feature(Layer::Road, "minor", &[("name", "Rue Grimaldi")], line(&[(0, 0), (9, 9)]));
    let set = TileSet::build(vec![street]);
    let name = |z: u8, shift: u32| property(&layers(set.tile(z, X >> shift, Y >> shift))["road"][0], "name");
    assert_eq!(name(14, 0), Some(Value::String("Rue Grimaldi".to_owned())));
    assert_eq!(name(13, 1), None);
}

#[test]
fn nothing_is_drawn_below_its_zoom_and_the_deepest_zoom_shows_everything() {
    let mut deep = feature(Layer::Poi, "bench", &[], Geometry::Point(at(5, 5)));
    deep.min_zoom = 22;
    let set = TileSet::build(vec![deep, feature(Layer::Road, "minor", &[], line(&[(0, 0), (9, 9)]))]);
    assert!(set.tile(9, X >> 5, Y >> 5).is_empty());
    assert!(set.tile(10, X >> 4, Y >> 4).len() > 10);
    assert_eq!(layers(set.tile(15, X * 2 + 1, Y * 2)).len(), 1);
    // (5, 5) lies in the middle of the tile: just left of it, or right, depending on rounding.
    let deepest: usize = (1..3)
        .flat_map(|dx| (1..3).map(move |dy| (dx, dy)))
        .map(|(dx, dy)| layers_or_none(&set.tile(MAX_ZOOM, X * 4 + dx, Y * 4 + dy)))
        .sum();
    assert_eq!(deepest, 1);
}

fn layers_or_none(bytes: &[u8]) -> usize {
    if bytes.is_empty() { 0 } else { layers(bytes.to_vec()).get("poi").map_or(0, Vec::len) }
}

#[test]
fn tiles_that_cannot_exist_are_empty() {
    let set = TileSet::build(vec![feature(Layer::Road, "minor", &[], line(&[(0, 0), (9, 9)]))]);
    for (z, x, y) in [(14, 0, 0), (14, 1 << 14, 0), (14, 0, u32::MAX), (17, 0, 0), (255, 0, 0)] {
        assert!(set.tile(z, x, y).is_empty(), "{z}/{x}/{y}");
    }
    assert!(TileSet::build(Vec::new()).tile(0, 0, 0).is_empty());
    assert!(
        TileSet::build(vec![feature(Layer::Road, "minor", &[], Geometry::Line(vec![at(0, 0)]))]).is_empty()
    );
}

fn signed_area(ring: &geo_types::LineString<f32>) -> f64 {
    ring.0
        .windows(2)
        .map(|p| f64::from(p[0].x) * f64::from(p[1].y) - f64::from(p[1].x) * f64::from(p[0].y))
        .sum()
}

#[test]
fn rings_are_closed_and_wound_as_the_format_asks() {
    for reversed in [false, true] {
        let mut outer = square(1, 9);
        let mut inner = square(3, 6);
        if reversed {
            outer.reverse();
            inner.reverse();
        }
        let lake = feature(Layer::Water, "lake", &[], Geometry::Polygon(vec![outer, inner]));
        let decoded = layers(TileSet::build(vec![lake]).tile(Z, X, Y));
        let geo_types::Geometry::MultiPolygon(polygons) = &decoded["water"][0].geometry else {
            panic!("not a polygon: {:?}", decoded["water"][0].geometry)
        };
        let polygon = &polygons.0[0];
        assert_eq!(polygons.0.len(), 1);
        assert_eq!(polygon.interiors().len(), 1);
        assert!(polygon.exterior().is_closed() && polygon.interiors()[0].is_closed());
        assert!(signed_area(polygon.exterior()) > 0.0);
        assert!(signed_area(&polygon.interiors()[0]) < 0.0);
    }
}

#[test]
fn a_ring_that_begins_where_the_last_one_ended_stays_a_ring_of_its_own() {
    // The second triangle starts at the first one's last corner.
    let one = vec![at(1, 1), at(3, 1), at(3, 3), at(1, 1)];
    let two = vec![at(3, 3), at(5, 3), at(5, 5), at(3, 3)];
    for first in [one.clone(), one.into_iter().rev().collect()] {
        let polygon =
            |ring: Vec<[i32; 2]>| feature(Layer::Building, "yes", &[], Geometry::Polygon(vec![ring]));
        let decoded = layers(TileSet::build(vec![polygon(first), polygon(two.clone())]).tile(Z, X, Y));
        let geo_types::Geometry::MultiPolygon(polygons) = &decoded["building"][0].geometry else {
            panic!("not polygons")
        };
        assert_eq!(polygons.0.len(), 2);
        assert!(polygons.0.iter().all(|p| p.exterior().0.len() == 4 && signed_area(p.exterior()) > 0.0));
    }
}

#[test]
fn pieces_of_one_street_are_one_line() {
    let piece = |from, to| feature(Layer::Road, "minor", &[("name", "Quai")], line(&[from, to]));
    let decoded = layers(
        TileSet::build(vec![piece((3, 3), (5, 5)), piece((1, 3), (3, 3)), piece((8, 8), (8, 9))])
            .tile(Z, X, Y),
    );
    let geo_types::Geometry::MultiLineString(lines) = &decoded["road"][0].geometry else {
        panic!("not lines")
    };
    assert_eq!(decoded["road"].len(), 1);
    assert_eq!(lines.0.iter().map(|l| l.0.len()).collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn important_labels_come_first_and_important_roads_last() {
    let place = |rank: &str| feature(Layer::Place, "town", &[("rank", rank)], Geometry::Point(at(4, 4)));
    let mut motorway = feature(Layer::Road, "motorway", &[], line(&[(1, 1), (2, 2)]));
    motorway.min_zoom = 5;
    let lane = feature(Layer::Road, "minor", &[], line(&[(1, 2), (2, 1)]));
    let decoded =
        layers(TileSet::build(vec![place("9"), motorway, place("2"), lane, place("5")]).tile(Z, X, Y));
    let ranks: Vec<_> = decoded["place"].iter().map(|f| property(f, "rank")).collect();
    assert_eq!(ranks, [2, 5, 9].map(|n| Some(Value::SInt(n))));
    let classes: Vec<_> = decoded["road"].iter().map(|f| property(f, "class")).collect();
    assert_eq!(classes, ["minor", "motorway"].map(|c| Some(Value::String(c.to_owned()))));
}

#[test]
fn a_tile_never_passes_its_limit() {
    // 20,000 distinct labels and 10,000 distinct buildings in one tile: several megabytes if all were written.
    let mut features = Vec::new();
    for i in 0..20_000i32 {
        let place = [i % 142 * 1540, i / 142 * 1540];
        features.push(feature(
            Layer::Poi,
            "cafe",
            &[("name", &format!("Café number {i}"))],
            Geometry::Point(place),
        ));
        if i % 2 == 0 {
            let [x, y] = place;
            let ring = vec![[x, y], [x + 800, y], [x + 800, y + 800], [x, y + 800], [x, y]];
            features.push(feature(
                Layer::Building,
                "yes",
                &[("name", &format!("House {i}"))],
                Geometry::Polygon(vec![ring]),
            ));
        }
    }
    let set = TileSet::build(features);
    for (z, x, y) in [
        (14, X, Y),
        (12, X >> 2, Y >> 2),
        (15, X * 2, Y * 2 + 1),
        (16, X * 4, Y * 4 + 3),
        (10, X >> 4, Y >> 4),
    ] {
        let bytes = set.tile(z, x, y);
        assert!(bytes.len() <= MAX_TILE_BYTES, "{z}/{x}/{y}: {}", bytes.len());
        assert!(bytes.len() > 50_000, "{z}/{x}/{y} lost too much: {}", bytes.len());
        layers(bytes);
    }
}

#[test]
fn the_same_set_gives_the_same_bytes() {
    let street = |i: i32| {
        feature(Layer::Road, "minor", &[("name", &format!("{i}"))], line(&[(0, i % 10), (9, i % 7)]))
    };
    let build = || TileSet::build((0..300).map(street).collect());
    assert_eq!(build().tile(Z, X, Y), build().tile(Z, X, Y));
}

#[test]
fn a_park_is_painted_over_the_quarter_it_lies_in() {
    // The quarter is the larger one, so it shows from farther out.
    let field = |class: &str, min_zoom, ring| {
        let mut field = feature(Layer::Landcover, class, &[], Geometry::Polygon(vec![ring]));
        field.min_zoom = min_zoom;
        field
    };
    let (quarter, park) = (field("residential", 9, square(1, 9)), field("park", 13, square(3, 5)));
    // A wood of each size around: they look alike, but the small one must not sink beneath with the large one.
    let (wood, grove) = (field("forest", 8, square(0, 10)), field("forest", 14, square(6, 8)));
    let features = vec![grove, park, quarter, wood];
    let decoded = layers(TileSet::build(features).tile(Z, X, Y));
    let classes: Vec<_> = decoded["landcover"].iter().map(|f| property(f, "class")).collect();
    let expected = ["forest", "residential", "park", "forest"];
    assert_eq!(classes, expected.map(|class| Some(Value::String(class.to_owned()))));
}

#[test]
fn regions_share_a_tile_and_what_they_share_is_drawn_once() {
    let street = |name: &str, from, to| feature(Layer::Road, "minor", &[("name", name)], line(&[from, to]));
    let cafe = |name: &str| feature(Layer::Poi, "cafe", &[("name", name)], Geometry::Point(at(5, 5)));
    // Two shops in one place are two, also where the second region repeats them.
    let one = TileSet::build(vec![street("A", (0, 0), (5, 5)), cafe("1"), cafe("2")]);
    let two =
        TileSet::build(vec![street("B", (5, 5), (9, 1)), street("A", (0, 0), (5, 5)), cafe("1"), cafe("2")]);
    let far = TileSet::build(vec![feature(
        Layer::Road,
        "minor",
        &[],
        Geometry::Line(vec![[900_000_000, 0], [900_010_000, 0]]),
    )]);
    let decoded = layers(TileSet::tile_of(&[&one, &far, &two], Z, X, Y));
    let names: Vec<_> = decoded["road"].iter().map(|f| property(f, "name")).collect();
    assert_eq!(names, ["B", "A"].map(|name| Some(Value::String(name.to_owned()))));
    assert_eq!(decoded["poi"].len(), 2);
    assert_eq!(TileSet::tile_of(&[&one], Z, X, Y), one.tile(Z, X, Y));
    assert!(TileSet::tile_of(&[], Z, X, Y).is_empty());
    let world = layers(TileSet::tile_of(&[&one, &far], 10, X >> 4, Y >> 4));
    assert_eq!(world["road"].len(), 1);
}
