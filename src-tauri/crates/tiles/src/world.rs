//! Web Mercator in whole numbers: the world is a square of 2³² units, x to the east and y to the south.
//!
//! At the deepest zoom a tile's grid cell still measures 16 units, so that rounding never shows, and a point takes
//! eight bytes instead of sixteen.

/// Deepest zoom that gets tiles of its own; deeper zooms are drawn from it by the map.
pub const MAX_ZOOM: u8 = 16;

/// Cells along one side of a tile.
pub const EXTENT: u32 = 4096;

/// Latitude where the Mercator square ends.
const MAX_LAT: f64 = 85.051_128_779_806_59;

const WORLD: f64 = 4_294_967_296.0;

/// A place in world units.
pub(crate) type WorldPoint = [u32; 2];

/// Projects `[lon, lat]` in 1e-7 degrees; latitudes beyond the square are moved to its edge.
pub(crate) fn project([lon_e7, lat_e7]: [i32; 2]) -> WorldPoint {
    let lat = (f64::from(lat_e7) / 1e7).clamp(-MAX_LAT, MAX_LAT).to_radians();
    let x = f64::from(lon_e7) / 1e7 / 360.0 + 0.5;
    let y = 0.5 - (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan().ln() / std::f64::consts::TAU;
    // A float cast saturates, so the eastern edge becomes the last unit instead of wrapping to the western one.
    [(x * WORLD).round() as u32, (y * WORLD).round() as u32]
}

/// One tile's square in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileSquare {
    /// Zoom.
    pub z: u8,
    left: f64,
    top: f64,
    /// World units per cell.
    cell: f64,
}

impl TileSquare {
    /// The tile's square, or `None` where no such tile exists.
    pub fn new(z: u8, x: u32, y: u32) -> Option<Self> {
        let side = 1u32.checked_shl(u32::from(z))?;
        if z > MAX_ZOOM || x >= side || y >= side {
            return None;
        }
        let span = WORLD / f64::from(side);
        Some(Self { z, left: f64::from(x) * span, top: f64::from(y) * span, cell: span / f64::from(EXTENT) })
    }

    /// World units per cell.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// A world point in cells from the tile's upper left corner.
    pub fn cells(&self, [x, y]: WorldPoint) -> [f64; 2] {
        [(f64::from(x) - self.left) / self.cell, (f64::from(y) - self.top) / self.cell]
    }

    /// The square grown by `buffer` cells, as `[min_x, min_y, max_x, max_y]` in world units.
    pub fn bounds(&self, buffer: f64) -> [u32; 4] {
        let (grow, span) = (buffer * self.cell, f64::from(EXTENT) * self.cell);
        [
            (self.left - grow) as u32,
            (self.top - grow) as u32,
            (self.left + span + grow) as u32,
            (self.top + span + grow) as u32,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_the_middle_and_the_corners_saturate() {
        assert_eq!(project([0, 0]), [1 << 31, 1 << 31]);
        assert_eq!(project([-1_800_000_000, 900_000_000]), [0, 0]);
        assert_eq!(project([1_800_000_000, -900_000_000]), [u32::MAX, u32::MAX]);
    }

    #[test]
    fn a_known_place_lies_in_its_known_tile() {
        // Port Hercule, 43.735 N 7.425 E: column 8529.92, row 5974.27 at zoom 14.
        let cells = TileSquare::new(14, 8529, 5974).map(|s| s.cells(project([74_250_000, 437_350_000])));
        assert_eq!(cells.map(|[x, y]| [x as i32, y as i32]), Some([3768, 1122]));
        assert!(TileSquare::new(2, 4, 0).is_none());
        assert!(TileSquare::new(17, 0, 0).is_none());
        assert!(TileSquare::new(40, 0, 0).is_none());
    }
}
