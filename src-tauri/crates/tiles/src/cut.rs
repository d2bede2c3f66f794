//! From the features around a tile to its bytes.

use mvt::{GeomData, GeomEncoder, GeomType, Tile};
use region::Layer;
use rustc_hash::FxHashMap;

use crate::clip::{self, Square};
use crate::join::{self, GridPoint};
use crate::schema::Value;
use crate::shape::{Attribute, Feature, Path, Shape};
use crate::world::{EXTENT, TileSquare};

/// How far geometry reaches beyond the tile, in cells: 16 screen pixels, so that line ends and fill edges stay hidden.
pub(crate) const BUFFER_CELLS: f64 = 128.0;

/// Polygons smaller than this many square cells are not drawn far out: one screen pixel.
const MIN_AREA_CELLS: f64 = 64.0;

/// From this zoom on even the smallest polygon is kept: a garden shed is wanted when one has come this near.
const ALL_POLYGONS_ZOOM: u8 = 15;

/// How much a tile leaves out. Only tiles that would be too large go beyond the first level.
#[derive(Clone, Copy, Debug)]
struct Detail {
    /// Points, small areas and attributes are chosen as if the tile were this many zooms farther out.
    coarser: u8,
    /// At most this many features per layer, the most important ones.
    features_per_layer: usize,
}

/// Steps farther out before features are counted off.
const MAX_COARSER: u8 = 2;

/// The tile's bytes, at most `limit`; empty when nothing is left.
pub(crate) fn tile(features: &[&Feature], square: &TileSquare, limit: usize) -> Vec<u8> {
    let mut detail = Detail { coarser: 0, features_per_layer: features.len() };
    loop {
        let bytes = attempt(features, square, detail);
        if bytes.len() <= limit {
            return bytes;
        }
        // First the eye's way, one zoom coarser at a time. What still doesn't fit is a heap of small things in one
        // place, and only counting helps: the limit's share of them, a little less each time so that it ends.
        if detail.coarser < MAX_COARSER.min(square.z) {
            detail.coarser += 1;
        } else {
            let share = detail.features_per_layer.saturating_mul(limit) / bytes.len();
            detail.features_per_layer = share - share / 16 - usize::from(share > 0);
        }
    }
}

/// Parts of features that look alike.
struct Group<'a> {
    layer: Layer,
    /// Smaller is more important: rank, lowest zoom, place in the region's list.
    order: (i64, u8, usize),
    attributes: Vec<&'a Attribute>,
    parts: Parts,
}

/// Features with an equal key are drawn as one: layer, attributes, and what else keeps them apart ([`apart`]).
type Alike<'a> = (Layer, Apart, Vec<(&'a str, &'a Value)>);

/// What keeps features of equal attributes apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Apart {
    /// Labels are never put together.
    Alone(usize),
    Line,
    /// Polygons of one size.
    Sized(u8),
}

/// Fields lie in fields, a park in a residential area, a clearing in a wood: the smaller one is painted over the
/// larger one, so those of different size are not put together. Their lowest zoom is their size in steps of two.
fn apart(feature: &Feature, parts: &Parts, place: usize) -> Apart {
    match parts {
        Parts::Point(_) => Apart::Alone(place),
        Parts::Lines(_) => Apart::Line,
        Parts::Polygons(_) if feature.layer == Layer::Landcover => Apart::Sized(feature.min_zoom),
        Parts::Polygons(_) => Apart::Sized(0),
    }
}

enum Parts {
    Point(GridPoint),
    Lines(Vec<Vec<GridPoint>>),
    /// Polygons with their rings, wound as the format demands.
    Polygons(Vec<Vec<Vec<GridPoint>>>),
}

fn attempt(features: &[&Feature], square: &TileSquare, detail: Detail) -> Vec<u8> {
    let mut groups = gather(features, square, detail);
    groups.sort_by_key(|group| (group.layer, group.order));
    let mut tile = Tile::new(EXTENT);
    for of_layer in groups.chunk_by(|a, b| a.layer == b.layer) {
        let of_layer = &of_layer[..of_layer.len().min(detail.features_per_layer)];
        let Some(layer) = of_layer.first().map(|group| group.layer) else { continue };
        let mut encoded = tile.create_layer(layer.word());
        // Labels are placed in the order of the tile, the most important first. Lines are painted in that order, so
        // there the most important comes last. Fields keep the order, because the largest have to lie beneath.
        let paint_order = !matches!(layer, Layer::Poi | Layer::Place | Layer::Landcover);
        let mut draw = |group: &Group| {
            let Some(geometry) = geometry(&group.parts) else { return };
            let mut feature = std::mem::replace(&mut encoded, tile.create_layer("")).into_feature(geometry);
            for attribute in &group.attributes {
                match &attribute.value {
                    Value::Text(text) => feature.add_tag_string(&attribute.key, text),
                    Value::Int(number) => feature.add_tag_sint(&attribute.key, *number),
                    Value::Yes => feature.add_tag_bool(&attribute.key, true),
                }
            }
            encoded = feature.into_layer();
        };
        if paint_order {
            of_layer.iter().rev().for_each(&mut draw);
        } else {
            of_layer.iter().for_each(&mut draw);
        }
        // Layer names are distinct and the extent is the tile's own, the two things that could be refused.
        if encoded.num_features() > 0 && tile.add_layer(encoded).is_err() {
            debug_assert!(false, "a layer was refused");
        }
    }
    if tile.num_layers() == 0 { Vec::new() } else { tile.to_bytes().unwrap_or_default() }
}

/// Clips every feature and puts parts with equal attributes together.
fn gather<'a>(features: &[&'a Feature], square: &TileSquare, detail: Detail) -> Vec<Group<'a>> {
    let zoom = square.z.saturating_sub(detail.coarser);
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut alike: FxHashMap<Alike, usize> = FxHashMap::default();
    for (place, feature) in features.iter().enumerate() {
        let Some(parts) = cut(&feature.shape, square, zoom, detail) else { continue };
        let attributes: Vec<&Attribute> = feature.attributes.iter().filter(|a| a.from_zoom <= zoom).collect();
        let order = (feature.rank, feature.min_zoom, place);
        let key = (
            feature.layer,
            apart(feature, &parts, place),
            attributes.iter().map(|a| (&*a.key, &a.value)).collect::<Vec<_>>(),
        );
        let known = alike.get(&key).and_then(|index| groups.get_mut(*index));
        match (known, parts) {
            (Some(Group { parts: Parts::Lines(all), .. }), Parts::Lines(more)) => all.extend(more),
            (Some(Group { parts: Parts::Polygons(all), .. }), Parts::Polygons(more)) => all.extend(more),
            (_, parts) => {
                alike.insert(key, groups.len());
                groups.push(Group { layer: feature.layer, order, attributes, parts });
            }
        }
    }
    for group in &mut groups {
        let one_way = group.attributes.iter().any(|attribute| &*attribute.key == "oneway");
        if let Parts::Lines(lines) = &mut group.parts {
            *lines = join::lines(std::mem::take(lines), !one_way);
        }
    }
    groups
}

/// The part of a shape that the tile shows.
fn cut(shape: &Shape, square: &TileSquare, zoom: u8, detail: Detail) -> Option<Parts> {
    let window = Square { min: -BUFFER_CELLS, max: f64::from(EXTENT) + BUFFER_CELLS };
    match shape {
        Shape::Point(point) => {
            // Without buffer: neighbouring tiles would write the label twice.
            let [x, y] = square.cells(*point).map(|v| v.floor() as i32);
            let inside = |v| (0..EXTENT as i32).contains(&v);
            (inside(x) && inside(y)).then_some(Parts::Point([x, y]))
        }
        Shape::Line(path) => {
            let points: Vec<clip::Point> = path.at(zoom).map(|point| square.cells(point)).collect();
            let parts: Vec<_> =
                clip::line(&points, window).iter().filter_map(|part| grid_line(part)).collect();
            (!parts.is_empty()).then_some(Parts::Lines(parts))
        }
        Shape::Polygon(rings) => {
            let all = zoom >= ALL_POLYGONS_ZOOM && detail.coarser == 0;
            let min_area = if all { 0.0 } else { MIN_AREA_CELLS * f64::from(1u32 << (2 * detail.coarser)) };
            let mut rings = rings.iter().map(|path| {
                // A box smaller than the smallest area can't hold it: no need to look closer.
                let side = f64::from(path.size) / square.cell();
                if side * side < min_area { None } else { grid_ring(path, square, zoom, window, min_area) }
            });
            let outer = wound(rings.next()??, true);
            let mut polygon = vec![outer];
            polygon.extend(rings.flatten().map(|ring| wound(ring, false)));
            // A tile in the middle of a hole shows nothing of the polygon, and would hold a square on a square.
            let left: i64 = polygon.iter().map(|ring| twice_area(ring)).sum();
            (left > 0).then(|| Parts::Polygons(vec![polygon]))
        }
    }
}

fn round([x, y]: clip::Point) -> GridPoint {
    [x.round() as i32, y.round() as i32]
}

/// A line on the grid, or `None` when it shrank to a point.
fn grid_line(points: &[clip::Point]) -> Option<Vec<GridPoint>> {
    let mut line: Vec<GridPoint> = points.iter().copied().map(round).collect();
    line.dedup();
    (line.len() >= 2).then_some(line)
}

/// A ring on the grid without its closing point, or `None` when too little is left of it.
fn grid_ring(
    path: &Path,
    square: &TileSquare,
    zoom: u8,
    window: Square,
    min_area: f64,
) -> Option<Vec<GridPoint>> {
    let points: Vec<clip::Point> = path.at(zoom).map(|point| square.cells(point)).collect();
    let mut ring: Vec<GridPoint> = clip::ring(&points, window).into_iter().map(round).collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let twice = twice_area(&ring).unsigned_abs();
    (ring.len() >= 3 && twice > 0 && twice as f64 >= 2.0 * min_area).then_some(ring)
}

/// Twice the signed area; positive for a ring that is clockwise on the screen.
fn twice_area(ring: &[GridPoint]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]))
        .sum()
}

/// Winds a ring as the format asks: outer rings have a positive area, inner ones a negative one.
fn wound(mut ring: Vec<GridPoint>, outer: bool) -> Vec<GridPoint> {
    if (twice_area(&ring) > 0) != outer {
        ring.reverse();
    }
    ring
}

/// Encodes the parts. Whole numbers go in, so the encoder has nothing to refuse; should it, the feature is left out.
fn geometry(parts: &Parts) -> Option<GeomData> {
    match parts {
        Parts::Point([x, y]) => {
            GeomEncoder::new(GeomType::Point).point(*x, *y).and_then(GeomEncoder::encode).ok()
        }
        Parts::Lines(lines) => encode(GeomType::Linestring, lines.iter()),
        Parts::Polygons(polygons) => encode(GeomType::Polygon, polygons.iter().flatten()),
    }
}

fn encode<'a>(kind: GeomType, paths: impl Iterator<Item = &'a Vec<GridPoint>>) -> Option<GeomData> {
    let mut encoder = GeomEncoder::<i32>::new(kind);
    let mut previous_end: Option<GridPoint> = None;
    for path in paths {
        // The encoder of `mvt` 0.15 writes no MoveTo for a path that begins where the last one ended. A line may go
        // on like that, but a ring must begin anew: begin it at its second point.
        let turn = usize::from(matches!(kind, GeomType::Polygon) && path.first().copied() == previous_end);
        let points = path.iter().cycle().skip(turn).take(path.len());
        for point in points.clone() {
            encoder.add_point(point[0], point[1]).ok()?;
        }
        previous_end = points.last().copied();
        encoder.complete_geom().ok()?;
    }
    previous_end?;
    encoder.encode().ok()
}
