//! Roads in the air: two rings, and the toll motorway from the inner one to the airport.

use std::f64::consts::{PI, TAU};

use super::AIRPORT_POINT;
use super::draft::{Draft, NodeId, Tags, tags};
use super::grid::Grid;
use super::plan::{INNER_RING_M, OUTER_RING_M, Plan, Point};
use super::words::Name;

/// Distance between nodes of a ring, and of the motorway, in metres.
const RING_STEP_M: f64 = 80.0;
const MOTORWAY_STEP_M: f64 = 150.0;

/// Half the distance between the two carriageways.
const HALF_GAP_M: f64 = 12.0;

/// Ramps leave this far before an interchange and join this far after it.
const RAMP_M: f64 = 240.0;

/// Where the motorway leaves the inner ring, counter-clockwise from the east.
const MOTORWAY_ANGLE: f64 = 40.0 * PI / 180.0;

/// Nodes of a carriageway per way: elevated roads are mapped in pieces.
const WAY_NODES: usize = 12;

/// A ring's two carriageways, each in the direction of driving.
struct Ring {
    radius: f64,
    counter_clockwise: Vec<NodeId>,
    clockwise: Vec<NodeId>,
}

impl Ring {
    /// Nodes before and after an angle on the counter-clockwise side, then on the clockwise one.
    fn around(&self, angle: f64) -> [(NodeId, NodeId); 2] {
        let reach = RAMP_M / self.radius;
        let pick = |nodes: &[NodeId], turned: f64| {
            let index = (turned.rem_euclid(TAU) / TAU * nodes.len() as f64).round() as usize;
            nodes[index % nodes.len()]
        };
        let ccw = |angle: f64| pick(&self.counter_clockwise, angle);
        let cw = |angle: f64| pick(&self.clockwise, -angle);
        [(ccw(angle - reach), ccw(angle + reach)), (cw(angle + reach), cw(angle - reach))]
    }
}

/// Builds what fits into the city.
pub(super) fn lay(plan: &Plan, grid: &Grid, draft: &mut Draft) {
    if !plan.holds(INNER_RING_M) {
        return;
    }
    let inner = ring(INNER_RING_M, &Name::new("内环高架路", "Inner Ring Elevated Road"), draft);
    interchanges(&inner, 10, grid, draft);
    if !plan.holds(OUTER_RING_M) {
        return;
    }
    let outer = ring(OUTER_RING_M, &Name::new("外环高架路", "Outer Ring Elevated Road"), draft);
    interchanges(&outer, 14, grid, draft);
    if plan.holds(AIRPORT_POINT.x.max(AIRPORT_POINT.y)) {
        airport_expressway(&inner, &outer, grid, draft);
    }
}

fn ring(radius: f64, name: &Name, draft: &mut Draft) -> Ring {
    let count = (TAU * radius / RING_STEP_M).round() as usize;
    // Keeping right puts those who drive counter-clockwise on the outer carriageway.
    let mut carriageway = |radius: f64, turn: f64| -> Vec<NodeId> {
        let at = |index: usize| {
            let angle = turn * TAU * index as f64 / count as f64;
            Point { x: radius * angle.cos(), y: radius * angle.sin() }
        };
        let nodes: Vec<NodeId> = (0..count).map(|index| draft.node(at(index), Tags::new())).collect();
        let mut closed = nodes.clone();
        closed.extend(nodes.first().copied());
        let mut way_tags = tags(&[
            ("highway", "trunk"),
            ("oneway", "yes"),
            ("bridge", "viaduct"),
            ("layer", "1"),
            ("maxspeed", "80"),
            ("lanes", "3"),
        ]);
        name.tag(&mut way_tags);
        pieces(&closed, &way_tags, draft);
        nodes
    };
    let counter_clockwise = carriageway(radius + HALF_GAP_M, 1.0);
    let clockwise = carriageway(radius - HALF_GAP_M, -1.0);
    Ring { radius, counter_clockwise, clockwise }
}

/// Writes a long line as ways of a few nodes each.
fn pieces(nodes: &[NodeId], way_tags: &Tags, draft: &mut Draft) {
    let mut from = 0;
    while from + 1 < nodes.len() {
        let to = (from + WAY_NODES).min(nodes.len() - 1);
        draft.way(nodes[from..=to].to_vec(), way_tags.clone());
        from = to;
    }
}

/// Ramps between the ring and the ground, evenly spread.
fn interchanges(ring: &Ring, count: usize, grid: &Grid, draft: &mut Draft) {
    for index in 0..count {
        let angle = TAU * (index as f64 + 0.5) / count as f64;
        let at = Point { x: ring.radius * angle.cos(), y: ring.radius * angle.sin() };
        let Some(ground) = grid.major_near(at, draft) else { continue };
        for (before, after) in ring.around(angle) {
            ramp(before, ground, true, "trunk_link", draft);
            ramp(ground, after, false, "trunk_link", draft);
        }
    }
}

/// A ramp: in the air where it is near the elevated road, on the ground for the rest.
fn ramp(from: NodeId, to: NodeId, down: bool, class: &'static str, draft: &mut Draft) {
    let (a, b) = (draft.at(from), draft.at(to));
    let middle = draft.node(a.between(b, 0.5), Tags::new());
    for (nodes, air) in [([from, middle], down), ([middle, to], !down)] {
        let mut way_tags = tags(&[("highway", class), ("oneway", "yes"), ("maxspeed", "40")]);
        if air {
            way_tags.extend(tags(&[("bridge", "viaduct"), ("layer", "1")]));
        }
        draft.way(nodes.to_vec(), way_tags);
    }
}

/// A link between two roads in the air.
fn link(from: NodeId, to: NodeId, destination: Option<&str>, draft: &mut Draft) {
    let mut way_tags = tags(&[
        ("highway", "motorway_link"),
        ("oneway", "yes"),
        ("maxspeed", "50"),
        ("bridge", "yes"),
        ("layer", "2"),
    ]);
    if let Some(destination) = destination {
        way_tags.push(("destination", destination.to_owned()));
    }
    draft.way(vec![from, to], way_tags);
}

/// The motorway: on an embankment, so that it is no elevated road, with a toll.
fn airport_expressway(inner: &Ring, outer: &Ring, grid: &Grid, draft: &mut Draft) {
    let start = Point {
        x: (INNER_RING_M + 380.0) * MOTORWAY_ANGLE.cos(),
        y: (INNER_RING_M + 380.0) * MOTORWAY_ANGLE.sin(),
    };
    let whole = start.distance(AIRPORT_POINT);
    let direction = Point { x: (AIRPORT_POINT.x - start.x) / whole, y: (AIRPORT_POINT.y - start.y) / whole };
    let length = whole - 350.0;
    let steps = (length / MOTORWAY_STEP_M).round() as usize;
    let along = |step: usize| length * step as f64 / steps as f64;
    let mut carriageway = |outbound: bool| -> Vec<NodeId> {
        let place = |step: usize| {
            if outbound {
                start.towards(direction, along(step), HALF_GAP_M)
            } else {
                start.towards(direction, along(steps - step), -HALF_GAP_M)
            }
        };
        let nodes: Vec<NodeId> = (0..=steps).map(|step| draft.node(place(step), Tags::new())).collect();
        let booth = if outbound { 2 } else { steps - 2 };
        draft.tag_node(nodes[booth], "barrier", "toll_booth");
        let mut way_tags = tags(&[
            ("highway", "motorway"),
            ("oneway", "yes"),
            ("toll", "yes"),
            ("layer", "1"),
            ("embankment", "yes"),
            ("maxspeed", "120"),
            ("lanes", "3"),
            ("ref", "S1"),
        ]);
        Name::new("机场高速", "Airport Expressway").tag(&mut way_tags);
        pieces(&nodes, &way_tags, draft);
        nodes
    };
    let out = carriageway(true);
    let back = carriageway(false);

    for (before, after) in inner.around(MOTORWAY_ANGLE) {
        link(before, out[0], Some("机场"), draft);
        link(back[steps], after, Some("老路城"), draft);
    }
    // The outer ring crosses where the motorway is that far from the middle; it runs almost along a radius.
    let crossing = ((outer.radius - INNER_RING_M - 380.0) / MOTORWAY_STEP_M).round() as usize;
    let [(ccw_before, ccw_after), (cw_before, cw_after)] = outer.around(MOTORWAY_ANGLE);
    link(out[crossing - 2], ccw_after, None, draft);
    link(ccw_before, out[crossing + 2], Some("机场"), draft);
    link(back[steps - crossing - 2], cw_after, None, draft);
    link(cw_before, back[steps - crossing + 2], Some("老路城"), draft);

    let halfway = crossing / 2;
    if let Some(ground) = grid.major_near(draft.at(out[halfway]), draft) {
        ramp(out[halfway - 2], ground, true, "motorway_link", draft);
        ramp(ground, out[halfway + 2], false, "motorway_link", draft);
        ramp(back[steps - halfway - 2], ground, true, "motorway_link", draft);
        ramp(ground, back[steps - halfway + 2], false, "motorway_link", draft);
    }

    // The forecourt, with a road to the terminal and one back into the city's streets.
    let terminal = draft.node(AIRPORT_POINT, Tags::new());
    let forecourt = draft.node(AIRPORT_POINT.towards(direction, -180.0, 0.0), Tags::new());
    ramp(out[steps], forecourt, false, "motorway_link", draft);
    ramp(forecourt, back[0], false, "motorway_link", draft);
    let mut road = tags(&[("highway", "secondary"), ("maxspeed", "50")]);
    Name::new("机场路", "Airport Road").tag(&mut road);
    let mut nodes = vec![terminal, forecourt];
    nodes.extend(grid.major_near(AIRPORT_POINT, draft));
    draft.way(nodes, road);
}
