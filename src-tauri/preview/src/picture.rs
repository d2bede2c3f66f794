//! What is to be drawn, and where it falls.

use serde::Deserialize;

/// A coordinate: longitude, latitude.
pub type LonLat = [f64; 2];

/// A request, as `domain::ports::PreviewPicture`.
#[derive(Debug, Default, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub ground: u32,
    #[serde(default)]
    pub areas: Vec<Area>,
    #[serde(default)]
    pub lines: Vec<Line>,
    #[serde(default)]
    pub stops: Vec<Stop>,
}

#[derive(Debug, Deserialize)]
pub struct Area {
    pub color: u32,
    pub ring: Vec<LonLat>,
}

#[derive(Debug, Deserialize)]
pub struct Line {
    pub color: u32,
    pub width: f64,
    pub points: Vec<LonLat>,
}

#[derive(Debug, Deserialize)]
pub struct Stop {
    pub color: u32,
    pub at: LonLat,
}

/// Largest side of a picture, in pixels.
const LARGEST_SIDE: u32 = 2048;

/// Share of the picture left free on each side, as in the app's plain drawing.
const MARGIN: f64 = 0.12;

/// Rows of pixels come in multiples of this many, so that they need no padding on the way from the graphics card.
const SIDE_STEP: u32 = 64;

/// A place in pixels of the picture, from its upper left corner.
pub type Pixel = [f64; 2];

/// Web Mercator, as large as fits around lines and stops. The map is a square around the picture, because its one tile
/// is a square: it is drawn whole and cut.
#[derive(Clone, Copy, Debug)]
pub struct View {
    width: u32,
    height: u32,
    /// Middle of what is shown, and pixels per world.
    middle: [f64; 2],
    scale: f64,
}

impl View {
    /// `None` for a size that can't be drawn.
    pub fn of(picture: &Picture) -> Option<Self> {
        let (width, height) = (picture.width, picture.height);
        if [width, height].iter().any(|side| !(1..=LARGEST_SIDE).contains(side)) {
            return None;
        }
        let lines = picture.lines.iter().flat_map(|line| &line.points);
        let places = lines.chain(picture.stops.iter().map(|stop| &stop.at));
        let around =
            places.filter_map(|place| mercator(*place)).fold(None, |acc: Option<[f64; 4]>, [x, y]| {
                let [left, top, right, bottom] = acc.unwrap_or([x, y, x, y]);
                Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
            });
        let [left, top, right, bottom] = around.unwrap_or([0.0, 0.0, 1.0, 1.0]);
        let fit = |pixels: u32, units: f64| f64::from(pixels) * (1.0 - 2.0 * MARGIN) / units.max(1e-7);
        let scale = fit(width, right - left).min(fit(height, bottom - top));
        Some(Self { width, height, middle: [(left + right) / 2.0, (top + bottom) / 2.0], scale })
    }

    /// Side of the square map in pixels.
    pub fn side(&self) -> u32 {
        self.width.max(self.height).next_multiple_of(SIDE_STEP)
    }

    /// Where a place falls on the square map; `None` for what is no place.
    pub fn pixel(&self, place: LonLat) -> Option<Pixel> {
        let [x, y] = mercator(place)?;
        let half = f64::from(self.side()) / 2.0;
        Some([half + (x - self.middle[0]) * self.scale, half + (y - self.middle[1]) * self.scale])
    }
}

/// Web Mercator with the world from 0 to 1, y down.
fn mercator([lon, lat]: LonLat) -> Option<[f64; 2]> {
    if !lon.is_finite() || !lat.is_finite() {
        return None;
    }
    let lat = lat.clamp(-85.0, 85.0).to_radians();
    Some([lon / 360.0 + 0.5, 0.5 - lat.tan().asinh() / std::f64::consts::TAU])
}

/// Cuts the picture out of the square map's pixels (RGBA, row after row) and writes it as PNG.
pub fn png(pixels: &[u8], view: &View) -> Option<Vec<u8>> {
    let side = view.side() as usize;
    let (width, height) = (view.width as usize, view.height as usize);
    let (left, top) = ((side - width) / 2, (side - height) / 2);
    let mut cut = Vec::with_capacity(width * height * 3);
    for row in top..top + height {
        let from = (row * side + left) * 4;
        let row = pixels.get(from..from + width * 4)?;
        cut.extend(row.chunks_exact(4).flat_map(|pixel| pixel.iter().take(3)));
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, view.width, view.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&cut).ok()?;
    writer.finish().ok()?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, points: &[LonLat]) -> Picture {
        let line = Line { color: 0, width: 2.0, points: points.to_vec() };
        Picture { width, height, lines: vec![line], ..Picture::default() }
    }

    #[test]
    fn what_is_drawn_fills_the_picture_up_to_the_margin() {
        let picture = picture(320, 200, &[[7.40, 43.73], [7.50, 43.73]]);
        let view = View::of(&picture).unwrap();
        assert_eq!(view.side(), 320);
        let [x, y] = view.pixel([7.40, 43.73]).unwrap();
        assert!((x - 38.4).abs() < 1e-6 && (y - 160.0).abs() < 1e-6, "{x} {y}");
        let [x, _] = view.pixel([7.50, 43.73]).unwrap();
        assert!((x - 281.6).abs() < 1e-6, "{x}");
        assert_eq!(view.pixel([f64::NAN, 0.0]), None);
    }

    #[test]
    fn odd_pictures_have_a_view_and_impossible_sizes_have_none() {
        assert!(View::of(&picture(10, 10, &[])).is_some());
        assert!(View::of(&picture(10, 10, &[[0.0, 0.0]])).is_some());
        assert!(
            View::of(&picture(10, 10, &[[0.0, f64::INFINITY], [-180.0, -90.0], [180.0, 90.0]])).is_some()
        );
        assert!(View::of(&picture(0, 10, &[])).is_none());
        assert!(View::of(&picture(10, LARGEST_SIDE + 1, &[])).is_none());
    }

    #[test]
    fn the_picture_is_cut_from_the_middle_of_the_map() {
        let view = View::of(&picture(64, 2, &[])).unwrap();
        let pixels: Vec<u8> =
            (0..64 * 64).flat_map(|i: u32| [(i / 64) as u8, (i % 64) as u8, 7, 255]).collect();
        let file = png(&pixels, &view).unwrap();
        let mut reader = png::Decoder::new(file.as_slice()).read_info().unwrap();
        let mut rows = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut rows).unwrap();
        assert_eq!(rows.len(), 64 * 2 * 3);
        assert_eq!(&rows[..6], [31, 0, 7, 31, 1, 7]);
        assert_eq!(png(&pixels[..100], &view), None);
    }
}
