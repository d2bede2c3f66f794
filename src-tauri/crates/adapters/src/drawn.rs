//! The plain drawing of a route: no graphics adapter, no other program, always the same pixels.

use domain::{
    Bbox, LonLat,
    ports::{PreviewError, PreviewPicture, RoutePreview},
};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Share of the picture left free on each side.
const MARGIN: f64 = 0.12;
/// Radius of a stop and width of the ring around it, in pixels.
const STOP_RADIUS: f32 = 5.0;
const STOP_RING: f32 = 2.0;
/// More than any screen needs; keeps a wrong number from taking the memory of the computer.
const LARGEST_SIDE: u32 = 4096;

/// Draws with the processor. Fails only when asked for no pixels or for more than 4096 on a side.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawnPreview;

impl RoutePreview for DrawnPreview {
    fn draw(&self, picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError> {
        let sides = [picture.width, picture.height];
        if sides.iter().any(|side| *side > LARGEST_SIDE) {
            return Err(PreviewError::Failed);
        }
        let mut pixels = Pixmap::new(picture.width, picture.height).ok_or(PreviewError::Failed)?;
        pixels.fill(color(picture.ground));
        let Some(view) = View::of(picture) else { return encode(&pixels) };
        for (rgb, ring) in &picture.areas {
            if let Some(path) = view.path(ring, true) {
                pixels.fill_path(&path, &paint(*rgb), FillRule::EvenOdd, Transform::identity(), None);
            }
        }
        for (rgb, width, points) in &picture.lines {
            if let Some(path) = view.path(points, false) {
                pixels.stroke_path(&path, &paint(*rgb), &round(*width as f32), Transform::identity(), None);
            }
        }
        for (rgb, at) in &picture.stops {
            let (x, y) = view.pixel(*at);
            for (radius, rgb) in [(STOP_RADIUS + STOP_RING, picture.ground), (STOP_RADIUS, *rgb)] {
                if let Some(circle) = PathBuilder::from_circle(x, y, radius) {
                    pixels.fill_path(&circle, &paint(rgb), FillRule::Winding, Transform::identity(), None);
                }
            }
        }
        encode(&pixels)
    }
}

/// Where a place falls in the picture: Web Mercator, as large as fits around lines and stops. Areas may run out of it.
struct View {
    left: f64,
    top: f64,
    pixels_per_unit: f64,
    offset: (f64, f64),
}

impl View {
    /// `None` when there is nothing to look at.
    fn of(picture: &PreviewPicture) -> Option<Self> {
        let lines = picture.lines.iter().flat_map(|(_, _, points)| points);
        let finite = |p: &&LonLat| p.lon.is_finite() && p.lat.is_finite();
        let places = lines.chain(picture.stops.iter().map(|(_, at)| at)).filter(finite);
        let bbox = Bbox::around(places.copied())?;
        let ((left, bottom), (right, top)) = (mercator(bbox.min), mercator(bbox.max));
        let (width, height) = (f64::from(picture.width), f64::from(picture.height));
        let fit = |pixels: f64, units: f64| pixels * (1.0 - 2.0 * MARGIN) / units.max(1e-7);
        let scale = fit(width, right - left).min(fit(height, bottom - top));
        let offset = ((width - (right - left) * scale) / 2.0, (height - (bottom - top) * scale) / 2.0);
        Some(Self { left, top, pixels_per_unit: scale, offset })
    }

    fn pixel(&self, place: LonLat) -> (f32, f32) {
        let (x, y) = mercator(place);
        let x = self.offset.0 + (x - self.left) * self.pixels_per_unit;
        let y = self.offset.1 + (y - self.top) * self.pixels_per_unit;
        (x as f32, y as f32)
    }

    fn path(&self, points: &[LonLat], closed: bool) -> Option<Path> {
        let mut path = PathBuilder::new();
        let (first, rest) = points.split_first()?;
        let (x, y) = self.pixel(*first);
        path.move_to(x, y);
        for point in rest {
            let (x, y) = self.pixel(*point);
            path.line_to(x, y);
        }
        if closed {
            path.close();
        }
        path.finish()
    }
}

/// Web Mercator with the world from 0 to 1, y down.
fn mercator(place: LonLat) -> (f64, f64) {
    let lat = place.lat.clamp(-85.0, 85.0).to_radians();
    let y = 0.5 - lat.tan().asinh() / (2.0 * std::f64::consts::PI);
    (place.lon / 360.0 + 0.5, y)
}

fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(rgb: u32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color(rgb));
    paint
}

fn round(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

fn encode(pixels: &Pixmap) -> Result<Vec<u8>, PreviewError> {
    pixels.encode_png().map_err(|error| {
        log::warn!("a route preview could not be written as PNG: {error}");
        PreviewError::Failed
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUND: u32 = 0xf2_f0_eb;
    const LINE: u32 = 0xb8_86_0b;
    const STOP: u32 = 0x20_20_20;

    fn at(lon: f64, lat: f64) -> LonLat {
        LonLat { lon, lat }
    }

    fn picture(points: Vec<LonLat>, stops: Vec<LonLat>) -> PreviewPicture {
        PreviewPicture {
            width: 100,
            height: 60,
            ground: GROUND,
            areas: Vec::new(),
            lines: vec![(LINE, 4.0, points)],
            stops: stops.into_iter().map(|place| (STOP, place)).collect(),
        }
    }

    fn pixel(png: &[u8], x: u32, y: u32) -> u32 {
        let pixel = Pixmap::decode_png(png).unwrap().pixel(x, y).unwrap();
        u32::from_be_bytes([0, pixel.red(), pixel.green(), pixel.blue()])
    }

    #[test]
    fn lines_stops_and_areas_lie_where_they_should() {
        let mut picture = picture(vec![at(7.40, 43.70), at(7.50, 43.70)], vec![at(7.40, 43.70)]);
        picture
            .areas
            .push((0x11_22_33, vec![at(7.40, 43.0), at(7.50, 43.0), at(7.50, 43.69), at(7.40, 43.69)]));
        let png = DrawnPreview.draw(&picture).unwrap();
        let check = |x, y, expected: u32| {
            assert_eq!(pixel(&png, x, y), expected, "at {x},{y}: {:06x}", pixel(&png, x, y));
        };
        check(0, 0, GROUND);
        check(50, 30, LINE); // one level line goes through the middle
        check(12, 30, STOP); // the stop lies on top of its start, a margin from the edge
        check(50, 55, 0x11_22_33); // the area is south of it: down
        check(50, 5, GROUND);
    }

    #[test]
    fn odd_pictures_are_drawn_and_impossible_sizes_refused() {
        let check =
            |picture: PreviewPicture, fine: bool| assert_eq!(DrawnPreview.draw(&picture).is_ok(), fine);
        let dot = || picture(vec![at(7.4, 43.7)], vec![]);
        check(picture(vec![], vec![]), true);
        check(dot(), true);
        check(picture(vec![at(7.4, 43.7), at(7.4, 43.7)], vec![at(7.4, 43.7)]), true);
        check(picture(vec![at(f64::NAN, 43.7), at(7.4, f64::INFINITY)], vec![]), true);
        check(picture(vec![at(-180.0, -90.0), at(180.0, 90.0)], vec![]), true);
        check(PreviewPicture { width: 0, ..dot() }, false);
        check(PreviewPicture { height: LARGEST_SIDE + 1, ..dot() }, false);
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        let picture =
            || picture(vec![at(7.40, 43.70), at(7.45, 43.75), at(7.50, 43.71)], vec![at(7.40, 43.70)]);
        assert_eq!(DrawnPreview.draw(&picture()), DrawnPreview.draw(&picture()));
    }
}
