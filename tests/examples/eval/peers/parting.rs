//! Where two ways part, told without links: road names, classes, how far apart, and why theirs was not ours.

use super::trips::Ours;
use domain::{EdgeKey, LonLat};
use flows::peers::PeerAnswer;
use region::Access;
use routing::{Checker, Edge, Graph, Illegal};
use rustc_hash::FxHashMap;

/// Two lines nearer than this are the same road, or its other carriageway.
const SAME_M: f64 = 25.0;
/// Peers give six decimals.
const E7_PER_CELL: i32 = 10;

/// Our roads, to be found by the coordinates of their junctions.
pub struct Roads<'a> {
    graph: &'a Graph,
    checker: Checker<'a>,
    nodes: FxHashMap<(i32, i32), u32>,
    /// Segments by their two nodes, the smaller first.
    between: FxHashMap<(u32, u32), Vec<u32>>,
}

impl<'a> Roads<'a> {
    pub fn of(graph: &'a Graph) -> Self {
        let roads = graph.roads();
        let cell = |e7: i32| (f64::from(e7) / f64::from(E7_PER_CELL)).round() as i32;
        let nodes =
            (0..).zip(&roads.nodes).map(|(index, node)| ((cell(node.lon_e7), cell(node.lat_e7)), index));
        let mut between: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for (index, segment) in (0..).zip(&roads.segments) {
            between.entry(ends(segment.tail, segment.head)).or_default().push(index);
        }
        Self { graph, checker: Checker::new(roads), nodes: nodes.collect(), between }
    }

    fn node(&self, point: LonLat) -> Option<u32> {
        let (x, y) = ((point.lon * 1e6).round() as i32, (point.lat * 1e6).round() as i32);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        around.filter_map(|(dx, dy)| self.nodes.get(&(x + dx, y + dy)).copied()).next()
    }

    /// A line as our edges; `None` where no segment of ours joins two of our nodes on it.
    fn read(&self, line: &[LonLat]) -> Vec<Option<Edge>> {
        let mut edges = Vec::new();
        let mut last: Option<(u32, f64)> = None;
        let mut along = 0.0;
        for (index, point) in line.iter().enumerate() {
            along += if index > 0 { line[index - 1].distance_m(*point) } else { 0.0 };
            let Some(node) = self.node(*point) else { continue };
            if let Some((from, since)) = last.filter(|(from, _)| *from != node) {
                edges.push(self.joining(from, node, along - since));
            }
            last = Some((node, along));
        }
        edges
    }

    fn joining(&self, from: u32, to: u32, metres: f64) -> Option<Edge> {
        let off = |segment: &u32| (self.graph.length_m(segment * 2) - metres).abs();
        let found =
            self.between.get(&ends(from, to))?.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        Some(found * 2 + u32::from(self.graph.tail(found * 2) != from))
    }

    fn called(&self, edge: Edge) -> String {
        let class = self.graph.kind_of(edge).class;
        let way = self.graph.way(edge);
        let kind = format!("{class:?}{}", if way.link { " ramp" } else { "" }).to_lowercase();
        match self.graph.label(edge) {
            "" => format!("a {kind} (way {})", way.osm),
            name => format!("{name} ({kind})"),
        }
    }

    /// Why we do not drive their way, or that we could.
    fn verdict(&self, edges: &[Option<Edge>]) -> String {
        let known: Vec<Edge> = edges.iter().flatten().copied().collect();
        if let Some(gap) = edges.iter().position(Option::is_none) {
            let before = edges[..gap].iter().rev().flatten().next();
            let place = before.map_or("the start".to_owned(), |edge| self.called(*edge));
            return format!("drives what is no road of ours, after {place}");
        }
        if let Some(closed) = known.iter().find(|edge| self.graph.access(**edge) == Access::No) {
            return format!("closed to us: {} (way {})", self.called(*closed), self.graph.way(*closed).osm);
        }
        let keys: Vec<EdgeKey> = known.iter().map(|edge| self.graph.key(*edge)).collect();
        let at = |index: usize| {
            known.get(index).map_or(String::new(), |edge| {
                format!("{} (way {})", self.called(*edge), self.graph.way(*edge).osm)
            })
        };
        match self.checker.way(&keys, std::slice::from_ref(&(0..keys.len()))) {
            Ok(_) => "legal for us".to_owned(),
            Err(Illegal::Restricted(index)) => {
                format!("forbidden turn from {} to {}", at(index.wrapping_sub(1)), at(index))
            }
            Err(Illegal::UTurn(index)) => format!("turns around on {}", at(index)),
            Err(Illegal::ShortCut(index)) => format!("uses {} as a short cut", at(index)),
            Err(Illegal::Barrier(index)) => format!("passes a barrier before {}", at(index)),
            Err(other) => other.to_string(),
        }
    }
}

/// One line per stretch that differs, then what we think of their way.
pub fn describe(roads: &Roads<'_>, ours: &Ours, theirs: &PeerAnswer) -> Vec<String> {
    let graph = roads.graph;
    let our_edges: Vec<Option<Edge>> = ours.edges.iter().map(|key| graph.edge_of(*key)).collect();
    let their_edges = roads.read(&theirs.geometry);
    let only = |edges: &[Option<Edge>], others: &[Option<Edge>]| -> Vec<Edge> {
        edges.iter().flatten().filter(|edge| !others.contains(&Some(**edge))).copied().collect()
    };
    let (mine, other) = (only(&our_edges, &their_edges), only(&their_edges, &our_edges));
    let mut lines = vec![format!(
        "part by up to {:.0} m; ours alone {}; theirs alone {}",
        apart(&ours.geometry, &theirs.geometry),
        told(roads, &mine),
        told(roads, &other),
    )];
    let ends = |line: &[LonLat]| [line.first().copied(), line.last().copied()];
    for (end, (a, b)) in
        ["starts", "ends"].iter().zip(ends(&ours.geometry).into_iter().zip(ends(&theirs.geometry)))
    {
        let metres = a.zip(b).map_or(0.0, |(a, b)| a.distance_m(b));
        if metres > SAME_M {
            lines.push(format!("{end} {metres:.0} m from ours"));
        }
    }
    lines.push(roads.verdict(&their_edges));
    lines
}

/// `1.2 km in 95 s by our speeds over A (primary) 800 m 45 km/h, …`: the four longest.
fn told(roads: &Roads<'_>, edges: &[Edge]) -> String {
    let graph = roads.graph;
    let mut by_name: Vec<(String, f64, f64)> = Vec::new();
    for edge in edges {
        let (name, metres) = (roads.called(*edge), graph.length_m(*edge));
        let way = graph.way(*edge);
        let kmh = if edge & 1 == 0 { way.speed_forward } else { way.speed_backward };
        let seconds = metres * 3.6 / f64::from(kmh.max(1));
        match by_name.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, m, s)) => (*m, *s) = (*m + metres, *s + seconds),
            None => by_name.push((name, metres, seconds)),
        }
    }
    let (metres, seconds) =
        by_name.iter().fold((0.0, 0.0), |(m, s), (_, more, longer)| (m + more, s + longer));
    let lights = edges.iter().filter(|edge| graph.signals_at_tail(**edge)).count();
    by_name.sort_by(|a, b| b.1.total_cmp(&a.1));
    let parts: Vec<String> = by_name
        .iter()
        .take(4)
        .map(|(name, m, s)| format!("{name} {m:.0} m at {:.0}", m * 3.6 / s.max(0.1)))
        .collect();
    format!("{:.2} km, {seconds:.0} s, {lights} lights [{}]", metres / 1000.0, parts.join(", "))
}

/// The farthest that any point of `a` lies from the line `b`, over both ways around.
fn apart(a: &[LonLat], b: &[LonLat]) -> f64 {
    let one = |points: &[LonLat], line: &[LonLat]| {
        points.iter().map(|point| to_line(*point, line)).fold(0.0, f64::max)
    };
    one(a, b).max(one(b, a))
}

fn to_line(point: LonLat, line: &[LonLat]) -> f64 {
    line.windows(2).map(|pair| to_piece(point, pair[0], pair[1])).fold(f64::INFINITY, f64::min)
}

fn to_piece(point: LonLat, a: LonLat, b: LonLat) -> f64 {
    let stretch = point.lat.to_radians().cos();
    let (px, py) = ((point.lon - a.lon) * stretch, point.lat - a.lat);
    let (dx, dy) = ((b.lon - a.lon) * stretch, b.lat - a.lat);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    LonLat { lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + dy * t }.distance_m(point)
}

fn ends(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}
