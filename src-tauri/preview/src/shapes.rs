//! Everything as polygons, because maplibre-rs 0.0.3 knows fills, and lines of one width only.
//!
//! A stroke is a rectangle per segment and a disc per corner; they overlap, so no seam shows.

use mvt::{GeomEncoder, GeomType, Tile};

use crate::picture::{LonLat, Picture, Pixel, View};

/// Cells along the side of the map's one tile.
const EXTENT: u32 = 4096;

/// Geometry reaches this far beyond the tile, in cells.
const BEYOND: f64 = 256.0;

/// Radius of a stop and width of the ground-coloured ring around it in pixels, as in the app's plain drawing.
const STOP_RADIUS: f64 = 5.0;
const STOP_RING: f64 = 2.0;

/// Points of a line that are closer than this many pixels to the last one are left out.
const CLOSEST: f64 = 0.4;

/// A layer of the tile: one colour.
#[derive(Debug, PartialEq)]
pub struct Layer {
    pub color: u32,
    /// Rings in cells of the tile, without closing point, wound clockwise on the screen.
    pub rings: Vec<Vec<[i32; 2]>>,
}

/// The picture as layers, the ground first. Neighbours of one colour share a layer.
pub fn layers(picture: &Picture, view: &View) -> Vec<Layer> {
    let cells = f64::from(EXTENT) / f64::from(view.side());
    let side = f64::from(view.side());
    let mut drawing = Drawing { layers: Vec::new(), cells };
    drawing.add(
        picture.ground,
        &[[-9.0, -9.0], [side + 9.0, -9.0], [side + 9.0, side + 9.0], [-9.0, side + 9.0]],
    );
    if picture.lines.is_empty() && picture.stops.is_empty() {
        return drawing.layers;
    }
    for area in &picture.areas {
        drawing.add(area.color, &pixels(&area.ring, view));
    }
    for line in &picture.lines {
        drawing.stroke(line.color, line.width.clamp(0.0, 100.0) / 2.0, &pixels(&line.points, view));
    }
    for stop in &picture.stops {
        if let Some(at) = view.pixel(stop.at) {
            drawing.add(picture.ground, &disc(at, STOP_RADIUS + STOP_RING, 32));
            drawing.add(stop.color, &disc(at, STOP_RADIUS, 32));
        }
    }
    drawing.layers
}

fn pixels(places: &[LonLat], view: &View) -> Vec<Pixel> {
    places.iter().filter_map(|place| view.pixel(*place)).collect()
}

struct Drawing {
    layers: Vec<Layer>,
    /// Cells per pixel.
    cells: f64,
}

impl Drawing {
    /// Adds a ring, given in pixels.
    fn add(&mut self, color: u32, ring: &[Pixel]) {
        let mut cells: Vec<[i32; 2]> =
            clip(ring, -BEYOND / self.cells, (f64::from(EXTENT) + BEYOND) / self.cells)
                .iter()
                .map(|point| point.map(|v| (v * self.cells).round() as i32))
                .collect();
        cells.dedup();
        while cells.len() > 1 && cells.first() == cells.last() {
            cells.pop();
        }
        let area = twice_area(&cells);
        if cells.len() < 3 || area == 0 {
            return;
        }
        if area < 0 {
            cells.reverse();
        }
        match self.layers.last_mut() {
            Some(layer) if layer.color == color => layer.rings.push(cells),
            _ => self.layers.push(Layer { color, rings: vec![cells] }),
        }
    }

    /// Adds a line of half this width, with round corners and ends.
    fn stroke(&mut self, color: u32, half: f64, points: &[Pixel]) {
        let mut kept: Vec<Pixel> = Vec::with_capacity(points.len());
        for point in points {
            let near = |last: &Pixel| (last[0] - point[0]).hypot(last[1] - point[1]) < CLOSEST;
            if !kept.last().is_some_and(near) {
                kept.push(*point);
            }
        }
        for pair in kept.windows(2) {
            let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
            let length = (bx - ax).hypot(by - ay);
            let (nx, ny) = (-(by - ay) / length * half, (bx - ax) / length * half);
            self.add(
                color,
                &[[ax + nx, ay + ny], [bx + nx, by + ny], [bx - nx, by - ny], [ax - nx, ay - ny]],
            );
        }
        // A disc of few corners is round enough at a corner that is hardly seen.
        let corners = (6.0 + half * 3.0) as usize;
        for point in &kept {
            self.add(color, &disc(*point, half, corners.min(40)));
        }
    }
}

fn disc([x, y]: Pixel, radius: f64, corners: usize) -> Vec<Pixel> {
    let angle = |corner: usize| std::f64::consts::TAU * corner as f64 / corners as f64;
    (0..corners).map(|corner| [x + radius * angle(corner).cos(), y + radius * angle(corner).sin()]).collect()
}

/// Twice the signed area; positive for a ring that is clockwise on the screen.
fn twice_area(ring: &[[i32; 2]]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]))
        .sum()
}

/// Sutherland and Hodgman's algorithm: what of the ring lies between two bounds on both axes.
fn clip(ring: &[Pixel], min: f64, max: f64) -> Vec<Pixel> {
    let mut points = ring.to_vec();
    for (axis, bound, sign) in [(0, min, 1.0), (0, max, -1.0), (1, min, 1.0), (1, max, -1.0)] {
        let inside = |p: &Pixel| (p[axis] - bound) * sign >= 0.0;
        let cross = |p: &Pixel, q: &Pixel| {
            let t = (bound - p[axis]) / (q[axis] - p[axis]);
            [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]
        };
        let before = points.iter().cycle().skip(points.len().saturating_sub(1));
        let mut kept = Vec::with_capacity(points.len() + 4);
        for (previous, point) in before.zip(&points) {
            match (inside(previous), inside(point)) {
                (true, true) => kept.push(*point),
                (true, false) => kept.push(cross(previous, point)),
                (false, true) => kept.extend([cross(previous, point), *point]),
                (false, false) => {}
            }
        }
        points = kept;
    }
    points
}

/// Name of the nth layer in the tile and in the style.
pub fn layer_name(n: usize) -> String {
    format!("l{n}")
}

/// The layers as one vector tile; `None` should the encoder refuse them.
///
/// Every ring is a feature: filled together, the hundreds of rings of a stroke would first be cut at each of their
/// crossings, which takes seconds. Drawn over one another in one opaque colour they look the same.
pub fn tile(layers: &[Layer]) -> Option<Vec<u8>> {
    let mut tile = Tile::new(EXTENT);
    for (n, layer) in layers.iter().enumerate() {
        let mut encoded = tile.create_layer(&layer_name(n));
        for ring in &layer.rings {
            let mut encoder = GeomEncoder::<i32>::new(GeomType::Polygon);
            for point in ring {
                encoder.add_point(point[0], point[1]).ok()?;
            }
            encoded = encoded.into_feature(encoder.encode().ok()?).into_layer();
        }
        tile.add_layer(encoded).ok()?;
    }
    tile.to_bytes().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Area, Line, Stop};

    fn picture() -> Picture {
        Picture {
            width: 64,
            height: 64,
            ground: 1,
            areas: vec![Area { color: 2, ring: vec![[-100.0, -80.0], [100.0, -80.0], [0.0, 80.0]] }],
            lines: vec![Line { color: 3, width: 4.0, points: vec![[0.0, 0.0], [0.01, 0.0], [0.01, 0.01]] }],
            stops: vec![Stop { color: 4, at: [0.0, 0.0] }],
        }
    }

    fn drawn(picture: &Picture) -> Vec<Layer> {
        layers(picture, &View::of(picture).unwrap())
    }

    #[test]
    fn layers_come_in_order_and_rings_are_wound_alike_inside_the_bounds() {
        let layers = drawn(&picture());
        assert_eq!(layers.iter().map(|layer| layer.color).collect::<Vec<_>>(), [1, 2, 3, 1, 4]);
        assert_eq!(layers[2].rings.len(), 2 + 3, "two segments, three corners");
        for ring in layers.iter().flat_map(|layer| &layer.rings) {
            assert!(twice_area(ring) > 0);
            assert!(ring.iter().flatten().all(|v| (-257..=4353).contains(v)), "{ring:?}");
        }
        assert!(tile(&layers).is_some_and(|bytes| !bytes.is_empty()));
    }

    #[test]
    fn points_that_coincide_and_lines_of_no_width_are_no_trouble() {
        let mut odd = picture();
        odd.lines = vec![
            Line { color: 3, width: 0.0, points: vec![[0.0, 0.0], [1.0, 1.0]] },
            Line { color: 3, width: f64::NAN, points: vec![[0.0, 0.0], [1.0, 1.0]] },
            Line { color: 3, width: 5.0, points: vec![[0.0, 0.0]; 9] },
            Line { color: 3, width: 5.0, points: vec![] },
        ];
        assert!(tile(&drawn(&odd)).is_some());
        assert_eq!(drawn(&Picture { width: 9, height: 9, ground: 7, ..Picture::default() }).len(), 1);
    }
}
