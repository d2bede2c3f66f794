//! The sea: coastlines closed along the box of the data.
//!
//! OSM has no polygon for the sea, only its edge, drawn so that land is on the left.
//! <https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline>

use rustc_hash::FxHashMap;

use super::rings::{self, Point, whole};
use crate::osm::OsmData;

/// West, south, east, north in 1e-7 degrees.
pub type Box = [i32; 4];

/// Ends of a coastline that lie inside the box but this near its edge (share of the box's size) are continued to the
/// edge: extracts often drop the node beyond.
const NEAR_EDGE: f64 = 0.03;

/// Coastlines joined end to start, in their direction.
pub fn coastlines(data: &OsmData) -> Vec<Vec<Point>> {
    let ways: Vec<&[u32]> = data
        .ways
        .iter()
        .filter(|way| way.tags.is("natural", "coastline"))
        .map(|way| &way.nodes[..])
        .collect();
    let mut by_start: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    let mut has_before = vec![false; ways.len()];
    for (index, way) in ways.iter().enumerate() {
        by_start.entry(way[0]).or_default().push(index);
    }
    for way in &ways {
        for next in way.last().and_then(|end| by_start.get(end)).into_iter().flatten() {
            has_before[*next] = true;
        }
    }
    // Chains begin where nothing leads; what is left after them are closed rings.
    let order =
        (0..ways.len()).filter(|way| !has_before[*way]).chain((0..ways.len()).filter(|way| has_before[*way]));
    let mut used = vec![false; ways.len()];
    let mut chains = Vec::new();
    for start in order {
        if used[start] {
            continue;
        }
        let mut chain: Vec<u32> = vec![ways[start][0]];
        let mut next = Some(start);
        while let Some(way) = next {
            used[way] = true;
            chain.extend(ways[way].iter().skip(1));
            let end = chain.last().and_then(|end| by_start.get(end));
            next = end.and_then(|ways| ways.iter().copied().find(|way| !used[*way]));
        }
        chains.push(chain.into_iter().map(|node| data.position(node)).collect());
    }
    chains
}

/// A gap in a coastline up to this wide (1e-7 degrees, some 200 m) is a slip of the mapper and is bridged, unless it
/// is large for the box.
const GAP: f64 = 20_000.0;

/// … which it is beyond this share of the box's smaller side.
const GAP_SHARE: f64 = 0.03;

/// Share of the points on land that a guessed sea may cover: piers, and land won since the coast was drawn.
const DROWNED: f64 = 0.02;

/// Polygons of the sea within the box, outer rings first, islands as holes. Empty when there is no coastline.
///
/// Coastlines that end in the middle of the box are what an extract along a country's border leaves, whose box reaches
/// farther than its data. They are led straight on to the nearest edge; but then `dry`, points that are on land, tell
/// whether that was a good guess, and where they would drown there is no sea: empty paper is better than a flood.
pub fn polygons(coastlines: &[Vec<Point>], bounds: Box, dry: &[Point]) -> Vec<Vec<Vec<Point>>> {
    if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] {
        return Vec::new();
    }
    let chains = mend(coastlines, bounds);
    if let Some(sea) = within(&chains, bounds, NEAR_EDGE) {
        return sea;
    }
    let sea = within(&chains, bounds, f64::INFINITY).unwrap_or_default();
    let wet = |point: &&Point| {
        sea.iter()
            .any(|polygon| polygon.iter().filter(|ring| rings::contains(ring, **point)).count() % 2 == 1)
    };
    let drowned = dry.iter().filter(wet).count();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred points")]
    let flood = drowned as f64 > DROWNED * dry.len() as f64;
    if flood || dry.is_empty() { Vec::new() } else { sea }
}

/// The sea, with ends of coastlines led on to the edge if they are no farther from it than `reach` (share of the box's
/// size); `None` when one is.
fn within(chains: &[Vec<Point>], bounds: Box, reach: f64) -> Option<Vec<Vec<Vec<Point>>>> {
    let mut islands = Vec::new();
    let mut rings = Vec::new();
    let mut crossing: Vec<Crossing> = Vec::new();
    for chain in chains {
        let closed = chain.len() >= 4 && chain.first() == chain.last();
        if closed && chain.iter().all(|point| inside(bounds, *point)) {
            if rings::signed_area(chain) > 0.0 {
                islands.push(chain.clone());
            } else {
                rings.push(chain.clone());
            }
            continue;
        }
        crossing.extend(clip(chain, closed, bounds, reach)?);
    }
    if crossing.is_empty() && rings.is_empty() && !islands.is_empty() {
        rings.push(whole_box(bounds));
    }
    rings.extend(close(&crossing, bounds));
    Some(rings::nest(rings, islands))
}

/// Joins coastlines across small gaps, the end of one to the nearest start of another or of its own. Ends beside the
/// edge are none: the coast goes on outside.
fn mend(coastlines: &[Vec<Point>], bounds: Box) -> Vec<Vec<Point>> {
    let loose = |point: Option<&Point>| {
        point.copied().filter(|point| inside(bounds, *point) && to_edge(*point, bounds, NEAR_EDGE).is_none())
    };
    let side = |from: i32, to: i32| f64::from(to) - f64::from(from);
    let widest = GAP.min(GAP_SHARE * side(bounds[0], bounds[2]).min(side(bounds[1], bounds[3])));
    let is_open = |chain: &Vec<Point>| chain.len() < 4 || chain.first() != chain.last();
    let (mut open, mut whole): (Vec<_>, Vec<_>) = coastlines.iter().cloned().partition(is_open);
    while let Some(mut chain) = open.pop() {
        let gap = |start: Point, end: Point| {
            let [dx, dy] = [0, 1].map(|axis| f64::from(start[axis]) - f64::from(end[axis]));
            Some(dx.hypot(dy)).filter(|gap| *gap <= widest)
        };
        let Some(end) = loose(chain.last()) else {
            whole.push(chain);
            continue;
        };
        let others = open.iter().chain(&whole).enumerate().filter(|(_, other)| is_open(other));
        let starts = others.filter_map(|(index, other)| Some((gap(loose(other.first())?, end)?, index)));
        let own = loose(chain.first()).filter(|_| chain.len() > 2).and_then(|start| gap(start, end));
        match (starts.min_by(|a, b| a.0.total_cmp(&b.0)), own) {
            (Some((other, _)), Some(own)) if own < other => close_ring(chain, &mut whole),
            (None, Some(_)) => close_ring(chain, &mut whole),
            (None, None) => whole.push(chain),
            (Some((_, index)), _) => {
                let next =
                    if index < open.len() { open.remove(index) } else { whole.remove(index - open.len()) };
                chain.extend(next);
                open.push(chain);
            }
        }
    }
    whole
}

fn close_ring(mut chain: Vec<Point>, whole: &mut Vec<Vec<Point>>) {
    chain.extend(chain.first().copied());
    whole.push(chain);
}

/// A piece of coastline from the edge of the box through it to the edge again.
struct Crossing {
    line: Vec<Point>,
    enters: f64,
    leaves: f64,
}

fn inside([w, s, e, n]: Box, [x, y]: Point) -> bool {
    (w..=e).contains(&x) && (s..=n).contains(&y)
}

fn whole_box([w, s, e, n]: Box) -> Vec<Point> {
    vec![[w, s], [w, n], [e, n], [e, s], [w, s]]
}

/// Cut a chain into the pieces inside the box; `None` when one of them ends farther than `reach` from the edge.
fn clip(chain: &[Point], closed: bool, bounds: Box, reach: f64) -> Option<Vec<Crossing>> {
    let mut chain = chain.to_vec();
    if closed {
        // Start outside, so that no piece is cut where the ring happens to begin.
        let outside = chain.iter().position(|point| !inside(bounds, *point))?;
        chain.pop();
        chain.rotate_left(outside);
        chain.extend(chain.first().copied());
    } else {
        let begin = chain.first().copied().filter(|point| inside(bounds, *point));
        if let Some(begin) = begin {
            chain.insert(0, to_edge(begin, bounds, reach)?);
        }
        let end = chain.last().copied().filter(|point| inside(bounds, *point));
        if let Some(end) = end {
            chain.push(to_edge(end, bounds, reach)?);
        }
    }
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut open = false;
    for pair in chain.windows(2) {
        let [a, b] = pair else { continue };
        let Some((from, to)) = clip_segment(*a, *b, bounds) else {
            open = false;
            continue;
        };
        match parts.last_mut().filter(|part| open && part.last() == Some(&from)) {
            Some(part) => part.push(to),
            None => parts.push(vec![from, to]),
        }
        open = to == *b;
    }
    let along = |line: Vec<Point>| {
        let (enters, leaves) = (position(*line.first()?, bounds)?, position(*line.last()?, bounds)?);
        Some(Crossing { line, enters, leaves })
    };
    // What only touches the edge encloses nothing.
    parts.into_iter().filter(|part| part.len() > 2 || part.first() != part.last()).map(along).collect()
}

/// The point of the edge beside a point that is near it.
fn to_edge([x, y]: Point, [w, s, e, n]: Box, reach: f64) -> Option<Point> {
    let (width, height) = (f64::from(e) - f64::from(w), f64::from(n) - f64::from(s));
    let candidates = [
        ((f64::from(x) - f64::from(w)) / width, [w, y]),
        ((f64::from(e) - f64::from(x)) / width, [e, y]),
        ((f64::from(y) - f64::from(s)) / height, [x, s]),
        ((f64::from(n) - f64::from(y)) / height, [x, n]),
    ];
    let (share, point) = candidates.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    (share <= reach).then_some(point)
}

/// Liang–Barsky: the part of a segment inside the box.
fn clip_segment(a: Point, b: Point, [w, s, e, n]: Box) -> Option<(Point, Point)> {
    let (ax, ay) = (f64::from(a[0]), f64::from(a[1]));
    let (dx, dy) = (f64::from(b[0]) - ax, f64::from(b[1]) - ay);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let sides = [
        (-dx, ax - f64::from(w)),
        (dx, f64::from(e) - ax),
        (-dy, ay - f64::from(s)),
        (dy, f64::from(n) - ay),
    ];
    for (toward, distance) in sides {
        if toward == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if toward < 0.0 {
            from = from.max(distance / toward);
        } else {
            to = to.min(distance / toward);
        }
    }
    if from > to {
        return None;
    }
    let at = |t: f64| {
        if t <= 0.0 {
            a
        } else if t >= 1.0 {
            b
        } else {
            // Rounding must not push the cut off the edge.
            [whole(ax + t * dx).clamp(w, e), whole(ay + t * dy).clamp(s, n)]
        }
    };
    Some((at(from), at(to)))
}

/// How far along the edge a point lies, clockwise from the south-west corner: 0 to 1 up the west side, then north,
/// east and south. `None` when it is not on the edge.
fn position([x, y]: Point, [w, s, e, n]: Box) -> Option<f64> {
    let share =
        |from: i32, to: i32, at: i32| (f64::from(at) - f64::from(from)) / (f64::from(to) - f64::from(from));
    if x == w {
        Some(share(s, n, y))
    } else if y == n {
        Some(1.0 + share(w, e, x))
    } else if x == e {
        Some(2.0 + share(n, s, y))
    } else if y == s {
        Some(3.0 + share(e, w, x))
    } else {
        None
    }
}

/// Join the pieces along the edge. The sea is on the right of a coastline, so its ring runs clockwise: from where a
/// piece leaves the box clockwise along the edge to where the next one enters.
fn close(crossing: &[Crossing], [w, s, e, n]: Box) -> Vec<Vec<Point>> {
    let corners = [(1.0, [w, n]), (2.0, [e, n]), (3.0, [e, s]), (4.0, [w, s])];
    let mut used = vec![false; crossing.len()];
    let mut rings = Vec::new();
    for start in 0..crossing.len() {
        if used[start] {
            continue;
        }
        let mut ring: Vec<Point> = Vec::new();
        let mut piece = start;
        loop {
            used[piece] = true;
            ring.extend(&crossing[piece].line);
            let leaves = crossing[piece].leaves;
            let ahead = |at: f64| (at - leaves).rem_euclid(4.0);
            let next = (0..crossing.len())
                .filter(|other| !used[*other] || *other == start)
                .min_by(|a, b| ahead(crossing[*a].enters).total_cmp(&ahead(crossing[*b].enters)));
            let Some(next) = next else { break };
            let distance = ahead(crossing[next].enters);
            let mut passed: Vec<(f64, Point)> = corners
                .iter()
                .map(|(at, point)| (ahead(*at), *point))
                .filter(|(at, _)| *at < distance)
                .collect();
            passed.sort_by(|a, b| a.0.total_cmp(&b.0));
            ring.extend(passed.into_iter().map(|(_, point)| point));
            if next == start {
                break;
            }
            piece = next;
        }
        ring.extend(ring.first().copied());
        ring.dedup();
        if ring.len() >= 4 {
            rings.push(ring);
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prelude::*, test_runner::RngSeed};

    const BOX: Box = [0, 0, 1000, 1000];

    /// Whether the sea covers each of nine points: rows from north to south.
    fn check(coastlines: &[&[Point]], expected: [&str; 3]) {
        check_with(coastlines, &[], expected);
    }

    fn check_with(coastlines: &[&[Point]], dry: &[Point], expected: [&str; 3]) {
        let chains: Vec<Vec<Point>> = coastlines.iter().map(|chain| chain.to_vec()).collect();
        let polygons = polygons(&chains, BOX, dry);
        let covered = |point: Point| {
            polygons.iter().any(|polygon| {
                let rings = polygon.iter().filter(|ring| rings::contains(ring, point));
                rings.count() % 2 == 1
            })
        };
        let row = |y: i32| -> String {
            [101, 501, 901].map(|x| if covered([x, y]) { '~' } else { '.' }).iter().collect()
        };
        assert_eq!([row(901), row(501), row(101)], expected, "{coastlines:?}");
    }

    #[test]
    fn the_sea_is_on_the_right_of_its_coast() {
        // Land in the north: eastwards the sea is in the south.
        check(&[&[[-50, 700], [1050, 700]]], ["...", "~~~", "~~~"]);
        check(&[&[[1050, 700], [-50, 700]]], ["~~~", "...", "..."]);
        // Two coasts of a strait.
        check(&[&[[-50, 700], [1050, 700]], &[[1050, 300], [-50, 300]]], ["...", "~~~", "..."]);
        // A cape and a bay in the west, a corner cut off.
        check(&[&[[-50, 400], [300, 400], [300, 600], [-50, 600]]], ["~~~", ".~~", "~~~"]);
        check(&[&[[-50, 600], [300, 600], [300, 400], [-50, 400]]], ["...", "~..", "..."]);
        check(&[&[[-50, 500], [500, -50]]], ["...", "...", "~.."]);
    }

    #[test]
    fn islands_are_holes() {
        let island: &[Point] = &[[400, 400], [600, 400], [600, 600], [400, 600], [400, 400]];
        check(&[island], ["~~~", "~.~", "~~~"]);
        check(&[&[[-50, 800], [1050, 800]], island], ["...", "~.~", "~~~"]);
        let lagoon: Vec<Point> = island.iter().rev().copied().collect();
        check(&[&lagoon], ["...", ".~.", "..."]);
        // An island across the edge.
        check(&[&[[800, 400], [1200, 400], [1200, 600], [800, 600], [800, 400]]], ["~~~", "~~.", "~~~"]);
    }

    #[test]
    fn a_coast_that_ends_near_the_edge_is_continued_and_one_that_ends_in_the_middle_is_not() {
        check(&[&[[10, 700], [990, 700]]], ["...", "~~~", "~~~"]);
        check(&[&[[10, 700], [500, 700]]], ["...", "...", "..."]);
        check(&[], ["...", "...", "..."]);
    }

    #[test]
    fn a_guessed_sea_stays_where_it_drowns_nobody() {
        // An extract along a border that runs through the middle of the box: the coast ends there.
        let coast: &[Point] = &[[-50, 700], [500, 700]];
        check_with(&[coast], &[[300, 900], [100, 800]], [".~~", "~~~", "~~~"]);
        check_with(&[coast], &[[300, 900], [300, 300]], ["...", "...", "..."]);
        check_with(&[coast], &[], ["...", "...", "..."]);
    }

    #[test]
    fn a_small_gap_in_a_coast_is_bridged() {
        check(&[&[[-50, 700], [500, 700]], &[[510, 705], [1050, 700]]], ["...", "~~~", "~~~"]);
        check(&[&[[510, 705], [1050, 700]], &[[-50, 700], [500, 700]]], ["...", "~~~", "~~~"]);
        check(&[&[[-50, 700], [500, 700]], &[[600, 700], [1050, 700]]], ["...", "...", "..."]);
        // An island whose last piece is missing.
        check(&[&[[400, 400], [600, 400], [600, 600], [400, 600], [400, 410]]], ["~~~", "~.~", "~~~"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(20_261_130), ..ProptestConfig::with_cases(300) })]

        /// A coast across the box and islands off it: every point is sea or land as the slow look says, whichever way
        /// the box is turned.
        #[test]
        fn sea_and_land_share_the_box(
            heights in prop::collection::vec(450..800_i32, 2..12),
            islands in prop::collection::vec((0..4_i32, 0..3_i32, 20..55_i32), 0..6),
            turns in 0..4_usize,
        ) {
            // Land in the north, from the west edge to the east edge.
            let step = 1400 / (i32::try_from(heights.len()).unwrap() - 1);
            let coast: Vec<Point> = (0..).zip(&heights).map(|(index, height)| [-200 + index * step, *height]).collect();
            prop_assume!(coast.last().unwrap()[0] > 1000);
            let mut islands: Vec<(Point, i32)> =
                islands.into_iter().map(|(x, y, size)| ([150 + x * 240, 80 + y * 130], size)).collect();
            islands.sort_unstable();
            islands.dedup_by_key(|(centre, _)| *centre);
            let square = |([x, y], size): &(Point, i32)| -> Vec<Point> {
                let (w, e, s, n) = (x - size, x + size, y - size, y + size);
                vec![[w, s], [e, s], [e, n], [w, n], [w, s]]
            };
            let turn = |[x, y]: Point| (0..turns).fold([x, y], |[x, y], _| [1000 - y, x]);
            let chains: Vec<Vec<Point>> = std::iter::once(coast.clone())
                .chain(islands.iter().map(square))
                .map(|chain| chain.into_iter().map(turn).collect())
                .collect();
            let sea = polygons(&chains, BOX, &[]);
            for at in (0..25).flat_map(|i| (0..25).map(move |j| [7 + 40 * i, 9 + 40 * j])) {
                let [x, y] = at;
                let height = coast.windows(2).find(|pair| (pair[0][0]..=pair[1][0]).contains(&x)).map(|pair| {
                    let [[ax, ay], [bx, by]] = [pair[0], pair[1]].map(|p| p.map(f64::from));
                    ay + (by - ay) * (f64::from(x) - ax) / (bx - ax)
                });
                let above = f64::from(y) - height.unwrap();
                let on_edge = |([cx, cy], size): &(Point, i32)| ((x - cx).abs().max((y - cy).abs()) - size).abs() <= 2;
                if above.abs() <= 3.0 || islands.iter().any(on_edge) {
                    continue;
                }
                let on_island = islands.iter().any(|([cx, cy], size)| (x - cx).abs().max((y - cy).abs()) < *size);
                let wet = sea.iter().any(|p| p.iter().filter(|ring| rings::contains(ring, turn(at))).count() % 2 == 1);
                prop_assert_eq!(wet, above < 0.0 && !on_island, "{:?}, turned {} times", at, turns);
            }
        }
    }
}
