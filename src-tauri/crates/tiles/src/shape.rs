//! A feature as it waits to be cut: projected, with the first zoom of each point.

use region::{Geometry, Layer, MapFeature};

use crate::schema::{self, Value};
use crate::simplify::first_zooms;
use crate::world::{MAX_ZOOM, WorldPoint, project};

/// One thing on the map.
#[derive(Debug)]
pub(crate) struct Feature {
    /// Its layer.
    pub layer: Layer,
    /// Lowest zoom at which it is drawn, at most [`MAX_ZOOM`].
    pub min_zoom: u8,
    /// `rank` where given: smaller is more important.
    pub rank: i64,
    /// `class`, then the attributes, each with the lowest zoom at which it is written.
    pub attributes: Vec<Attribute>,
    /// Where it is.
    pub shape: Shape,
    /// `[min_x, min_y, max_x, max_y]` in world units.
    pub bounds: [u32; 4],
}

/// An attribute of a feature.
#[derive(Debug)]
pub(crate) struct Attribute {
    /// Name in the tile.
    pub key: Box<str>,
    /// Value in the tile.
    pub value: Value,
    /// Lowest zoom at which it is written.
    pub from_zoom: u8,
}

/// Where a feature is, in world units.
#[derive(Debug)]
pub(crate) enum Shape {
    /// One point.
    Point(WorldPoint),
    /// One line.
    Line(Path),
    /// Closed rings, the outer one first.
    Polygon(Vec<Path>),
}

/// A line or a ring.
#[derive(Debug)]
pub(crate) struct Path {
    points: Vec<WorldPoint>,
    first_zoom: Vec<u8>,
    /// Larger side of its box in world units.
    pub size: u32,
}

impl Path {
    fn new(points: Vec<WorldPoint>) -> Self {
        let [min_x, min_y, max_x, max_y] = around(&points);
        let size = (max_x - min_x).max(max_y - min_y);
        Self { first_zoom: first_zooms(&points), points, size }
    }

    /// The points that matter at a zoom.
    pub fn at(&self, zoom: u8) -> impl Iterator<Item = WorldPoint> {
        self.points
            .iter()
            .zip(&self.first_zoom)
            .filter(move |(_, first)| **first <= zoom)
            .map(|(point, _)| *point)
    }
}

impl Feature {
    /// Projects a feature; `None` when its geometry is too short to be drawn.
    pub fn new(feature: MapFeature) -> Option<Self> {
        let MapFeature { layer, min_zoom, class, attributes, geometry } = feature;
        let path = |points: Vec<[i32; 2]>| Path::new(points.into_iter().map(project).collect());
        let shape = match geometry {
            Geometry::Point(point) => Shape::Point(project(point)),
            Geometry::Line(points) if points.len() >= 2 => Shape::Line(path(points)),
            Geometry::Line(_) => return None,
            Geometry::Polygon(rings) => {
                if rings.first().is_none_or(|outer| outer.len() < 4) {
                    return None;
                }
                Shape::Polygon(rings.into_iter().filter(|ring| ring.len() >= 4).map(path).collect())
            }
        };
        let bounds = match &shape {
            Shape::Point(point) => around(&[*point]),
            Shape::Line(path) => around(&path.points),
            Shape::Polygon(rings) => around(rings.first().map_or(&[], |outer| &outer.points)),
        };
        let name = attributes.iter().find(|(key, _)| key == "name").map(|(_, text)| text.clone());
        let mut kept = Vec::with_capacity(attributes.len() + 1);
        let mut rank = i64::MAX;
        for (key, text) in &attributes {
            // A translation that repeats the name says nothing, and costs bytes in every tile.
            if key.starts_with("name_") && name.as_ref() == Some(text) {
                continue;
            }
            let Some(value) = schema::value(key, text) else { continue };
            if let ("rank", Value::Int(number)) = (key.as_str(), &value) {
                rank = *number;
            }
            let from_zoom = schema::attribute_zoom(layer, &class, key);
            kept.push(Attribute { key: key.as_str().into(), value, from_zoom });
        }
        if !class.is_empty() {
            kept.insert(0, Attribute { key: "class".into(), value: Value::Text(class.into()), from_zoom: 0 });
        }
        Some(Self { layer, min_zoom: min_zoom.min(MAX_ZOOM), rank, attributes: kept, shape, bounds })
    }
}

/// The box around points, `[min_x, min_y, max_x, max_y]`.
fn around(points: &[WorldPoint]) -> [u32; 4] {
    points
        .iter()
        .fold([u32::MAX, u32::MAX, 0, 0], |[a, b, c, d], [x, y]| [a.min(*x), b.min(*y), c.max(*x), d.max(*y)])
}

/// Every point of a geometry's outline.
pub(crate) fn corners(geometry: &Geometry) -> &[[i32; 2]] {
    match geometry {
        Geometry::Point(point) => std::slice::from_ref(point),
        Geometry::Line(points) => points,
        Geometry::Polygon(rings) => rings.first().map_or(&[], Vec::as_slice),
    }
}
