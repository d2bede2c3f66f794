//! Cutting lines and rings to a square.
//!
//! Lines by Liang and Barsky, a segment at a time; rings by Sutherland and Hodgman, a side at a time. A ring that
//! leaves the square and returns stays one ring which runs along the edge in between: right for filling, and the edge
//! lies in the tile's buffer, where nobody sees it.

/// A point in cells of the tile.
pub(crate) type Point = [f64; 2];

/// A square from `min` to `max` on both axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    /// Lower bound of x and y.
    pub min: f64,
    /// Upper bound of x and y.
    pub max: f64,
}

/// The parts of a line that lie in the square, each with at least two points.
pub(crate) fn line(points: &[Point], square: Square) -> Vec<Vec<Point>> {
    let mut parts = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let Some((start, end)) = segment(a, b, square) else {
            finish(&mut part, &mut parts);
            continue;
        };
        if part.last() != Some(&start) {
            finish(&mut part, &mut parts);
            part.push(start);
        }
        part.push(end);
        if end != b {
            finish(&mut part, &mut parts);
        }
    }
    finish(&mut part, &mut parts);
    parts
}

fn finish(part: &mut Vec<Point>, parts: &mut Vec<Vec<Point>>) {
    if part.len() > 1 {
        parts.push(std::mem::take(part));
    } else {
        part.clear();
    }
}

/// The part of one segment in the square. Ends that were inside come back exactly as they were.
fn segment(a: Point, b: Point, square: Square) -> Option<(Point, Point)> {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let delta = b[axis] - a[axis];
        for (slope, room) in [(-delta, a[axis] - square.min), (delta, square.max - a[axis])] {
            if slope == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if slope < 0.0 {
                enter = enter.max(room / slope);
            } else {
                leave = leave.min(room / slope);
            }
        }
    }
    if enter > leave {
        return None;
    }
    // Rounding may leave a cut a hair outside, hence the clamp.
    let at = |t: f64| [0, 1].map(|i| (a[i] + t * (b[i] - a[i])).clamp(square.min, square.max));
    Some((if enter > 0.0 { at(enter) } else { a }, if leave < 1.0 { at(leave) } else { b }))
}

/// The ring cut to the square, without its closing point; empty when nothing is left. `ring` may be closed or not.
pub(crate) fn ring(ring: &[Point], square: Square) -> Vec<Point> {
    let mut points = ring.to_vec();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    for (axis, bound, below) in
        [(0, square.min, false), (0, square.max, true), (1, square.min, false), (1, square.max, true)]
    {
        if points.is_empty() {
            break;
        }
        points = half_plane(&points, axis, bound, below);
    }
    points
}

/// Keeps what lies on one side of an axis-parallel line.
fn half_plane(points: &[Point], axis: usize, bound: f64, below: bool) -> Vec<Point> {
    let inside = |p: &Point| if below { p[axis] <= bound } else { p[axis] >= bound };
    let cross = |p: &Point, q: &Point| {
        let t = (bound - p[axis]) / (q[axis] - p[axis]);
        let other = 1 - axis;
        let mut cut = [0.0; 2];
        cut[axis] = bound;
        cut[other] = p[other] + t * (q[other] - p[other]);
        cut
    };
    let mut out = Vec::with_capacity(points.len() + 4);
    let Some(mut previous) = points.last() else { return out };
    for point in points {
        match (inside(previous), inside(point)) {
            (true, true) => out.push(*point),
            (true, false) => out.push(cross(previous, point)),
            (false, true) => out.extend([cross(previous, point), *point]),
            (false, false) => {}
        }
        previous = point;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SQUARE: Square = Square { min: -10.0, max: 110.0 };

    impl Square {
        fn contains(&self, p: Point) -> bool {
            p.iter().all(|v| (self.min..=self.max).contains(v))
        }
    }

    fn check_line(points: &[Point], expected: &[&[Point]]) {
        assert_eq!(line(points, SQUARE), expected.iter().map(|part| part.to_vec()).collect::<Vec<_>>());
    }

    #[test]
    fn lines_are_cut_where_they_cross_the_edge() {
        check_line(&[[0.0, 0.0], [50.0, 50.0]], &[&[[0.0, 0.0], [50.0, 50.0]]]);
        check_line(&[[-20.0, 0.0], [50.0, 0.0], [200.0, 0.0]], &[&[[-10.0, 0.0], [50.0, 0.0], [110.0, 0.0]]]);
        check_line(&[[-20.0, 0.0], [-20.0, 50.0]], &[]);
        check_line(&[[0.0, 0.0]], &[]);
        check_line(
            &[[0.0, 0.0], [0.0, 200.0], [100.0, 200.0], [100.0, 0.0]],
            &[&[[0.0, 0.0], [0.0, 110.0]], &[[100.0, 110.0], [100.0, 0.0]]],
        );
    }

    #[test]
    fn a_ring_around_the_square_becomes_the_square() {
        let around = [[-500.0, -500.0], [500.0, -500.0], [500.0, 500.0], [-500.0, 500.0], [-500.0, -500.0]];
        let mut cut = ring(&around, SQUARE);
        cut.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(cut, [[-10.0, -10.0], [-10.0, 110.0], [110.0, -10.0], [110.0, 110.0]]);
        assert_eq!(ring(&[[200.0, 0.0], [300.0, 0.0], [300.0, 50.0]], SQUARE), Vec::<Point>::new());
    }

    fn area(points: &[Point]) -> f64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
    }

    fn length(points: &[Point]) -> f64 {
        points.windows(2).map(|p| (p[1][0] - p[0][0]).hypot(p[1][1] - p[0][1])).sum()
    }

    fn points(at_least: usize) -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec([-300.0..400.0f64, -300.0..400.0f64], at_least..30)
    }

    /// A ring without self-crossings: distances from a centre at rising angles.
    fn star() -> impl Strategy<Value = Vec<Point>> {
        ([-50.0..150.0f64, -50.0..150.0f64], prop::collection::vec(5.0..250.0f64, 3..25)).prop_map(
            |(centre, radii)| {
                let step = std::f64::consts::TAU / radii.len() as f64;
                radii
                    .iter()
                    .enumerate()
                    .map(|(i, r)| {
                        [centre[0] + r * (step * i as f64).cos(), centre[1] + r * (step * i as f64).sin()]
                    })
                    .collect()
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_129), ..ProptestConfig::with_cases(400) })]

        #[test]
        fn cut_lines_stay_inside_and_lose_only_what_is_outside(points in points(2)) {
            let parts = line(&points, SQUARE);
            for part in &parts {
                prop_assert!(part.len() > 1);
                prop_assert!(part.iter().all(|p| SQUARE.contains(*p)));
            }
            // The slow reference: walk the line in small steps and count those inside.
            let kept: f64 = parts.iter().map(|part| length(part)).sum();
            let steps = 2_000;
            let inside: f64 = points.windows(2).map(|p| {
                let hits = (0..steps).filter(|i| {
                    let t = (f64::from(*i) + 0.5) / f64::from(steps);
                    SQUARE.contains([p[0][0] + t * (p[1][0] - p[0][0]), p[0][1] + t * (p[1][1] - p[0][1])])
                }).count();
                length(p) * hits as f64 / f64::from(steps)
            }).sum();
            prop_assert!((kept - inside).abs() <= 0.002 * length(&points) + 1e-6, "kept {kept}, inside {inside}");
        }

        #[test]
        fn cut_rings_stay_inside_keep_their_winding_and_never_grow(ring_points in star()) {
            let cut = ring(&ring_points, SQUARE);
            prop_assert!(cut.iter().all(|p| SQUARE.contains(*p)));
            let (before, after) = (area(&ring_points), area(&cut));
            prop_assert!(after >= -1e-6 && after <= before + 1e-6, "before {before}, after {after}");
            if ring_points.iter().all(|p| SQUARE.contains(*p)) {
                prop_assert_eq!(cut.len(), ring_points.len());
            }
        }
    }
}
