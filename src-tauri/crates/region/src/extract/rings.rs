//! Rings: joining lines into them, measuring them, finding what lies inside what.

use domain::EARTH_RADIUS_M;
use rustc_hash::FxHashMap;

/// `[lon, lat]` in 1e-7 degrees.
pub type Point = [i32; 2];

/// Join lines of node indices into closed rings, turning lines around where that is needed. Rings that touch at a node
/// stay rings of their own. The second value counts lines that are part of no ring.
pub fn join(lines: &[&[u32]]) -> (Vec<Vec<u32>>, usize) {
    let mut at_end: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (index, line) in lines.iter().enumerate() {
        for end in [line.first(), line.last()].into_iter().flatten() {
            at_end.entry(*end).or_default().push(index);
        }
    }
    let mut used = vec![false; lines.len()];
    let mut rings = Vec::new();
    let mut left_over = 0;
    for start in 0..lines.len() {
        if std::mem::replace(&mut used[start], true) {
            continue;
        }
        let mut ring = lines[start].to_vec();
        // Where the lines of this ring begin: coming back to one of them closes what lies in between.
        let mut joints: Vec<(u32, usize)> = ring.first().map(|node| (*node, 0)).into_iter().collect();
        let mut parts = 1;
        while let Some(end) = ring.last().copied() {
            if let Some(place) = joints.iter().position(|(node, at)| *node == end && at + 1 < ring.len()) {
                let at = joints[place].1;
                let closed = ring.split_off(at);
                ring.extend(closed.first());
                let lines_in_it = joints.len() - place;
                joints.truncate(place + 1);
                parts -= lines_in_it;
                if closed.len() >= 4 {
                    rings.push(closed);
                } else {
                    left_over += lines_in_it;
                }
                if at == 0 {
                    break;
                }
                // The joint stays: the next line begins here, too.
                joints.truncate(place);
            }
            let next = at_end.get(&end).and_then(|ways| ways.iter().copied().find(|way| !used[*way]));
            let Some(next) = next else { break };
            used[next] = true;
            parts += 1;
            if joints.last().is_none_or(|(_, at)| at + 1 < ring.len()) {
                joints.push((end, ring.len() - 1));
            }
            let line = lines[next];
            if line.first() == Some(&end) {
                ring.extend(line.iter().skip(1));
            } else {
                ring.extend(line.iter().rev().skip(1));
            }
        }
        left_over += parts;
    }
    (rings, left_over)
}

/// Twice the signed area in square 1e-7 degrees; positive when the ring runs counter-clockwise.
pub fn signed_area(ring: &[Point]) -> f64 {
    let Some([x0, y0]) = ring.first().map(|[x, y]| [f64::from(*x), f64::from(*y)]) else { return 0.0 };
    let at = |[x, y]: &Point| [f64::from(*x) - x0, f64::from(*y) - y0];
    ring.windows(2)
        .map(|pair| match pair {
            [a, b] => {
                let ([ax, ay], [bx, by]) = (at(a), at(b));
                ax * by - bx * ay
            }
            _ => 0.0,
        })
        .sum()
}

/// Area in square metres.
pub fn area_m2(ring: &[Point]) -> f64 {
    let degree_m = EARTH_RADIUS_M.to_radians();
    let lat = ring.first().map_or(0.0, |[_, lat]| f64::from(*lat) / 1e7);
    signed_area(ring).abs() / 2.0 / 1e14 * degree_m * degree_m * lat.to_radians().cos()
}

/// Whether a point lies in a ring (crossings of a ray to the east).
pub fn contains(ring: &[Point], [x, y]: Point) -> bool {
    let (x, y) = (f64::from(x), f64::from(y));
    let mut inside = false;
    for pair in ring.windows(2) {
        let [[ax, ay], [bx, by]] = pair else { continue };
        let (ax, ay, bx, by) = (f64::from(*ax), f64::from(*ay), f64::from(*bx), f64::from(*by));
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

/// Give each inner ring to the smallest outer ring around it; those around which there is none are dropped. Returns
/// polygons as rings, the outer one first.
pub fn nest(outer: Vec<Vec<Point>>, inner: Vec<Vec<Point>>) -> Vec<Vec<Vec<Point>>> {
    let areas: Vec<f64> = outer.iter().map(|ring| signed_area(ring).abs()).collect();
    let mut polygons: Vec<Vec<Vec<Point>>> = outer.into_iter().map(|ring| vec![ring]).collect();
    for hole in inner {
        let around = polygons
            .iter()
            .enumerate()
            .filter(|(_, polygon)| {
                // A hole may touch its outer ring at a node, so that one point is not enough to tell.
                let inside =
                    hole.iter().filter(|point| polygon.first().is_some_and(|ring| contains(ring, **point)));
                2 * inside.count() >= hole.len()
            })
            .min_by(|(a, _), (b, _)| areas[*a].total_cmp(&areas[*b]))
            .map(|(index, _)| index);
        if let Some(polygon) = around.and_then(|index| polygons.get_mut(index)) {
            polygon.push(hole);
        }
    }
    polygons
}

/// A point that stands for a ring: its centre of gravity when that lies inside, else a point in the middle of the
/// widest stretch at its height.
pub fn label_point(ring: &[Point]) -> Point {
    let doubled = signed_area(ring);
    let Some([x0, y0]) = ring.first().map(|[x, y]| [f64::from(*x), f64::from(*y)]) else { return [0, 0] };
    let (mut cx, mut cy) = (0.0, 0.0);
    for pair in ring.windows(2) {
        let [[ax, ay], [bx, by]] = pair else { continue };
        let (ax, ay) = (f64::from(*ax) - x0, f64::from(*ay) - y0);
        let (bx, by) = (f64::from(*bx) - x0, f64::from(*by) - y0);
        let cross = ax * by - bx * ay;
        cx += (ax + bx) * cross;
        cy += (ay + by) * cross;
    }
    if doubled == 0.0 {
        return ring.first().copied().unwrap_or_default();
    }
    let centre = [whole(x0 + cx / (3.0 * doubled)), whole(y0 + cy / (3.0 * doubled))];
    if contains(ring, centre) { centre } else { widest_at(ring, centre[1]).unwrap_or(centre) }
}

fn widest_at(ring: &[Point], height: i32) -> Option<Point> {
    let y = f64::from(height) + 0.5;
    let mut crossings: Vec<f64> = ring
        .windows(2)
        .filter_map(|pair| {
            let [[ax, ay], [bx, by]] = pair else { return None };
            let (ax, ay, bx, by) = (f64::from(*ax), f64::from(*ay), f64::from(*bx), f64::from(*by));
            ((ay > y) != (by > y)).then(|| ax + (bx - ax) * (y - ay) / (by - ay))
        })
        .collect();
    crossings.sort_by(f64::total_cmp);
    let stretches = crossings.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let widest = stretches.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))?;
    Some([whole(f64::midpoint(widest.0, widest.1)), height])
}

/// The nearest 1e-7 degree.
#[expect(clippy::cast_possible_truncation, reason = "saturates; coordinates on the globe fit")]
pub fn whole(number: f64) -> i32 {
    number.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_rings() {
        let check = |lines: &[&[u32]], rings: &[&[u32]], left_over: usize| {
            let (found, left) = join(lines);
            assert_eq!(
                (found.iter().map(|r| &r[..]).collect::<Vec<_>>(), left),
                (rings.to_vec(), left_over),
                "{lines:?}"
            );
        };
        check(&[&[1, 2, 3, 1]], &[&[1, 2, 3, 1]], 0);
        check(&[&[1, 2, 3], &[3, 4, 1]], &[&[1, 2, 3, 4, 1]], 0);
        check(&[&[1, 2, 3], &[1, 4, 3]], &[&[1, 2, 3, 4, 1]], 0);
        check(&[&[1, 2], &[3, 4], &[2, 3], &[4, 1]], &[&[1, 2, 3, 4, 1]], 0);
        check(&[&[1, 2, 3], &[3, 4]], &[], 2);
        check(&[&[1, 2, 3, 1], &[7, 8]], &[&[1, 2, 3, 1]], 1);
        check(&[&[1, 2, 1]], &[], 1);
        // Two rings that touch at a node where the lines of both end, in any order and direction.
        check(&[&[1, 2, 3], &[3, 4, 5], &[3, 8, 1], &[5, 6, 3]], &[&[3, 4, 5, 6, 3], &[1, 2, 3, 8, 1]], 0);
        check(&[&[1, 2, 3], &[5, 4, 3], &[5, 6, 3], &[1, 8, 3]], &[&[3, 4, 5, 6, 3], &[1, 2, 3, 8, 1]], 0);
        check(&[&[1, 2, 3], &[3, 4, 5, 3], &[3, 8, 1]], &[&[3, 4, 5, 3], &[1, 2, 3, 8, 1]], 0);
        // An end that hangs on a ring loses the ring nothing.
        check(&[&[9, 3], &[3, 4, 5], &[5, 6, 3]], &[&[3, 4, 5, 6, 3]], 1);
        check(&[], &[], 0);
    }

    const SQUARE: [Point; 5] = [[0, 0], [100, 0], [100, 100], [0, 100], [0, 0]];

    #[test]
    fn measures() {
        assert!((signed_area(&SQUARE) - 20_000.0).abs() < 1e-6);
        let clockwise: Vec<Point> = SQUARE.iter().rev().copied().collect();
        assert!(signed_area(&clockwise) < 0.0);
        // 0.001° at the equator is 111.195 m.
        let field = SQUARE.map(|[x, y]| [x * 100, y * 100]);
        assert!((area_m2(&field) - 12_364.3).abs() < 1.0, "{}", area_m2(&field));
        assert!(contains(&SQUARE, [50, 50]) && !contains(&SQUARE, [150, 50]));
        assert_eq!(label_point(&SQUARE), [50, 50]);
        // A horseshoe: its centre of gravity lies outside.
        let horseshoe =
            [[0, 0], [100, 0], [100, 100], [90, 100], [90, 10], [10, 10], [10, 100], [0, 100], [0, 0]];
        assert!(contains(&horseshoe, label_point(&horseshoe)));
    }

    #[test]
    fn holes_go_to_the_smallest_ring_around() {
        let scaled = |by: i32, at: i32| -> Vec<Point> {
            SQUARE.iter().map(|[x, y]| [x * by + at, y * by + at]).collect()
        };
        let polygons =
            nest(vec![scaled(10, 0), scaled(4, 100)], vec![scaled(1, 200), scaled(1, 700), scaled(1, 5000)]);
        let holes: Vec<usize> = polygons.iter().map(|polygon| polygon.len() - 1).collect();
        assert_eq!(holes, [1, 1]);
    }
}
