//! Areas against a slow, obvious reference: is a point of the tile inside what the tile shows exactly when it is inside
//! what went in?

#![allow(clippy::unwrap_used)] // integration tests count as ordinary code for this lint

use geo_types::{Geometry as Shape, LineString};
use mvt_reader::Reader;
use proptest::{prelude::*, test_runner::RngSeed};
use region::{Geometry, Layer, MapFeature};
use tiles::{MAX_ZOOM, TileSet};

/// Tile of the deepest zoom whose upper left corner is the null island: nothing is simplified there.
const Z: u8 = MAX_ZOOM;
const MIDDLE: u32 = 1 << (MAX_ZOOM - 1);
/// Degrees (1e-7) of a tile's side.
const SIDE: f64 = 3_600_000_000.0 / (1_u64 << MAX_ZOOM) as f64;
const EXTENT: f64 = 4096.0;

/// Points nearer to an outline than this many cells may fall on either side: coordinates are whole numbers, in the
/// data and in the tile.
const NEAR: f64 = 1.5;

type Ring = Vec<[i32; 2]>;

/// Even-odd over all rings, by a ray to the east.
fn inside(rings: &[Vec<[f64; 2]>], [x, y]: [f64; 2]) -> bool {
    let crossings = rings.iter().flat_map(|ring| ring.windows(2)).filter(|pair| {
        let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    });
    crossings.count() % 2 == 1
}

fn distance(rings: &[Vec<[f64; 2]>], [x, y]: [f64; 2]) -> f64 {
    let pairs = rings.iter().flat_map(|ring| ring.windows(2));
    let distances = pairs.map(|pair| {
        let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
        let (dx, dy) = (bx - ax, by - ay);
        let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
        (x - ax - along * dx).hypot(y - ay - along * dy)
    });
    distances.fold(f64::MAX, f64::min)
}

/// A ring of the data in cells of the tile `column` tiles to the right of the middle. Near the equator the projection
/// is the identity to far below a cell.
fn in_cells(ring: &Ring, column: u32) -> Vec<[f64; 2]> {
    let cells = |degrees: i32| f64::from(degrees) / SIDE * EXTENT;
    ring.iter().map(|[lon, lat]| [cells(*lon) - f64::from(column) * EXTENT, -cells(*lat)]).collect()
}

/// Rings of the water in a tile, with the check that the outer one of each polygon is clockwise on the screen and the
/// inner ones are not.
fn shown(set: &TileSet, column: u32) -> Vec<Vec<[f64; 2]>> {
    let bytes = set.tile(Z, MIDDLE + column, MIDDLE);
    if bytes.is_empty() {
        return Vec::new();
    }
    let reader = Reader::new(bytes).unwrap();
    let ring = |line: &LineString<f32>| -> Vec<[f64; 2]> {
        line.0.iter().map(|at| [f64::from(at.x), f64::from(at.y)]).collect()
    };
    let area = |ring: &[[f64; 2]]| -> f64 {
        ring.windows(2).map(|pair| pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1]).sum()
    };
    let mut rings = Vec::new();
    for feature in reader.get_features(0).unwrap() {
        let Shape::MultiPolygon(polygons) = feature.geometry else { panic!("not polygons") };
        for polygon in polygons {
            let outer = ring(polygon.exterior());
            assert!(area(&outer) > 0.0, "an outer ring runs the wrong way");
            rings.push(outer);
            for hole in polygon.interiors() {
                let hole = ring(hole);
                assert!(area(&hole) < 0.0, "a hole runs the wrong way");
                rings.push(hole);
            }
        }
    }
    rings
}

/// A ring around a centre (in tile sides) with the given radii, either way round.
fn star(centre: [f64; 2], radii: &[f64], backwards: bool) -> Ring {
    let step = std::f64::consts::TAU / radii.len() as f64;
    let mut ring: Ring = radii
        .iter()
        .enumerate()
        .map(|(index, radius)| {
            let angle = step * index as f64;
            [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()].map(|v| (v * SIDE) as i32)
        })
        .collect();
    ring.push(ring[0]);
    if backwards {
        ring.reverse();
    }
    ring
}

fn radii(from: f64, to: f64) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(from..to, 5..40)
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(20_261_130), ..ProptestConfig::with_cases(150) })]

    /// A lake with an island, and a pond on the island; two tiles that share an edge.
    #[test]
    fn a_tile_shows_what_went_in(
        centre in [0.0..2.0f64, -1.0..0.0f64],
        lake in radii(0.6, 1.5),
        island in radii(0.25, 0.55),
        pond in radii(0.02, 0.2),
        backwards in [any::<bool>(), any::<bool>(), any::<bool>()],
    ) {
        let rings = [star(centre, &lake, backwards[0]), star(centre, &island, backwards[1]), star(centre, &pond, backwards[2])];
        let water = |rings: &[Ring]| MapFeature {
            layer: Layer::Water,
            min_zoom: 10,
            class: "lake".to_owned(),
            attributes: Vec::new(),
            geometry: Geometry::Polygon(rings.to_vec()),
        };
        let set = TileSet::build(vec![water(&rings[..2]), water(&rings[2..])]);
        let tiles = [0, 1].map(|column| shown(&set, column));
        for column in [0, 1] {
            let tile = &tiles[column as usize];
            let wanted: Vec<Vec<[f64; 2]>> = rings.iter().map(|ring| in_cells(ring, column)).collect();
            let reach = -128.0..=EXTENT + 128.0;
            prop_assert!(tile.iter().flatten().all(|[x, y]| reach.contains(x) && reach.contains(y)));
            // The points to look at reach over the edge, where the neighbour has to say the same.
            for at in (0..40).flat_map(|i| (0..40).map(move |j| [f64::from(i) * 105.0 + 0.5, f64::from(j) * 105.0 + 0.5])) {
                if distance(&wanted, at) > NEAR {
                    prop_assert_eq!(inside(tile, at), inside(&wanted, at), "{:?} in column {}", at, column);
                }
            }
        }
        for row in 0..200 {
            let y = f64::from(row) * EXTENT / 200.0 + 0.5;
            let wanted: Vec<Vec<[f64; 2]>> = rings.iter().map(|ring| in_cells(ring, 0)).collect();
            for x in [EXTENT - 50.5, EXTENT + 50.5] {
                if distance(&wanted, [x, y]) > NEAR {
                    prop_assert_eq!(inside(&tiles[0], [x, y]), inside(&tiles[1], [x - EXTENT, y]), "seam at {}", y);
                }
            }
        }
    }
}
