//! At which zoom each point of a line or ring starts to matter.
//!
//! Douglas and Peucker's algorithm is run once per shape and remembers for every point the tolerance that would drop
//! it, as a zoom (geojson-vt keeps distances in the same manner). A tile then merely filters points: cheap, and two
//! neighbouring tiles always agree on the points along their common edge, which simplifying after clipping breaks.

use crate::world::{MAX_ZOOM, WorldPoint};

/// Half a screen pixel at 8 cells a pixel, less a little: below this a point can't be seen.
const TOLERANCE_CELLS: f64 = 3.0;

/// Cells at zoom 0 are 2²⁰ world units wide.
const CELL_BITS_AT_ZOOM_0: f64 = 20.0;

/// The first zoom of every point. Ends are always kept; everything is kept at [`MAX_ZOOM`].
pub(crate) fn first_zooms(points: &[WorldPoint]) -> Vec<u8> {
    let mut zooms = vec![MAX_ZOOM; points.len()];
    let Some(last) = points.len().checked_sub(1) else { return zooms };
    zooms[0] = 0;
    zooms[last] = 0;
    // Spans still to be split, each with the distance of the split it came from: a point is never more important
    // than the one that had to be kept before it.
    let mut spans = vec![(0, last, f64::INFINITY)];
    while let Some((from, to, ceiling)) = spans.pop() {
        let Some((middle, distance)) = farthest(points, from, to) else { continue };
        let distance = distance.min(ceiling);
        let zoom = zoom_of(distance);
        zooms[middle] = zoom;
        if zoom < MAX_ZOOM {
            spans.push((from, middle, distance));
            spans.push((middle, to, distance));
        }
    }
    zooms
}

/// The first zoom whose tolerance is smaller than a distance in world units.
fn zoom_of(distance: f64) -> u8 {
    let visible_after = CELL_BITS_AT_ZOOM_0 - (distance / TOLERANCE_CELLS).log2();
    (visible_after.floor() + 1.0).clamp(0.0, f64::from(MAX_ZOOM)) as u8
}

/// The inner point farthest from the chord, with its distance in world units. For a ring, whose chord is one point,
/// this is the point farthest from the start.
fn farthest(points: &[WorldPoint], from: usize, to: usize) -> Option<(usize, f64)> {
    let [ax, ay] = points[from].map(f64::from);
    let [bx, by] = points[to].map(f64::from);
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    let mut best: Option<(usize, f64)> = None;
    for (offset, point) in points[from..to].iter().enumerate().skip(1) {
        let [x, y] = point.map(f64::from);
        let along =
            if squared > 0.0 { (((x - ax) * dx + (y - ay) * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
        let (ex, ey) = (x - ax - along * dx, y - ay - along * dy);
        let distance = ex * ex + ey * ey;
        if best.is_none_or(|(_, d)| distance > d) {
            best = Some((from + offset, distance));
        }
    }
    best.map(|(index, distance)| (index, distance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(points: &[WorldPoint], zoom: u8) -> Vec<usize> {
        first_zooms(points).iter().enumerate().filter(|(_, z)| **z <= zoom).map(|(i, _)| i).collect()
    }

    #[test]
    fn a_straight_line_keeps_its_ends_only_until_the_deepest_zoom() {
        let line = [[0, 0], [1_000_000, 0], [2_000_000, 0]];
        assert_eq!(kept(&line, 0), [0, 2]);
        assert_eq!(kept(&line, MAX_ZOOM - 1), [0, 2]);
        assert_eq!(kept(&line, MAX_ZOOM), [0, 1, 2]);
    }

    #[test]
    fn a_bump_appears_at_the_zoom_where_it_can_be_seen() {
        // 3 cells at zoom 10 are 3·2¹⁰ units.
        let line = |height: u32| [[0, 0], [50_000, height], [100_000, 0]];
        assert_eq!(kept(&line(3 * 1024 + 8), 9), [0, 2]);
        assert_eq!(kept(&line(3 * 1024 + 8), 10), [0, 1, 2]);
        assert_eq!(kept(&line(3 * 1024 - 8), 10), [0, 2]);
        assert_eq!(kept(&line(3 * 1024 - 8), 11), [0, 1, 2]);
    }

    #[test]
    fn a_huge_shape_is_there_from_the_start() {
        assert_eq!(kept(&[[0, 0], [1 << 30, 1 << 31], [1 << 31, 0]], 0), [0, 1, 2]);
    }

    #[test]
    fn nothing_and_one_point_are_no_trouble() {
        assert_eq!(first_zooms(&[]), Vec::<u8>::new());
        assert_eq!(first_zooms(&[[5, 5]]), [0]);
    }
}
